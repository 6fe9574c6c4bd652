"""`python -m protocol` is the `damiera` command."""

import sys

from protocol.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
