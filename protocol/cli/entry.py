"""Where a process of the `damiera` command begins: Ctrl+C ends it quietly before anything else is loaded."""

from protocol.cli.interrupts import end_at_once


def main() -> int:
    """Runs the command line of this process and returns the exit status."""
    end_at_once()
    try:
        from protocol.cli.main import main as run

        return run()
    finally:
        end_at_once()
