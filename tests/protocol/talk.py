"""What conversations with a session in memory have in common."""

from typing import ClassVar


class Talk:
    """Says lines to `session` and hears its lines, by `hear`; `PING` is answered by `PONG` at any time."""

    PING: ClassVar[str]
    PONG: ClassVar[str]

    def say(self, *lines: str) -> None:
        """Sends whole lines."""
        for line in lines:
            self.session.receive(line.encode() + b"\n")

    def hear_until(self, start: str) -> list[str]:
        """The lines up to and with the first that begins so."""
        lines = [self.hear()]
        while not lines[-1].startswith(start):
            lines.append(self.hear())
        return lines

    def ask(self, *lines: str) -> list[str]:
        """Says lines, and hears everything that is said up to the answer to a ping after them."""
        self.say(*lines, self.PING)
        return self.hear_until(self.PONG)[:-1]
