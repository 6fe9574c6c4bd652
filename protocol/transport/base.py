"""What every transport can do."""

import typing


class Transport(typing.Protocol):
    """Carries bytes both ways. `send` may be called from any thread."""

    def receive(self) -> bytes:
        """Waits for bytes of the other side; empty: it has closed its end, and always will have."""

    def send(self, data: bytes) -> None:
        """Writes all of `data` in one piece. After the other side is gone, does nothing."""

    def close(self) -> None:
        """Ends it; waiting `receive` calls need not return."""
