"""Where the standalone executable begins."""

import sys

from protocol.cli.entry import main
from protocol.cli.interrupts import end_at_once

end_at_once()

from single_file import end_with_launcher, is_single_file  # noqa: E402 - this takes time

if is_single_file():
    end_with_launcher()
sys.exit(main())
