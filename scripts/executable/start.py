"""Where the standalone executable begins. Ctrl+C ends it quietly also while it loads."""

import sys

try:
    from single_file import is_single_file, live_with_launcher

    if is_single_file():
        live_with_launcher()
    from protocol.cli.main import main

    sys.exit(main())
except KeyboardInterrupt:
    sys.exit(130)
