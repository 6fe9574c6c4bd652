"""Where a process of the `damiera` command begins: Ctrl+C ends it quietly before anything else is loaded."""

from protocol.cli.interrupts import end_at_once, ignore_at_the_very_end


def main() -> int:
    """Runs the command line of this process and returns the exit status."""
    ignore_at_the_very_end()  # who is the first to ask for it is the last to be called
    end_at_once()
    try:
        from protocol.cli.main import main as run

        return run()
    finally:
        end_at_once()
