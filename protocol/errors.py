"""Whose fault it is when a protocol is broken. Each message is one line for a person to read."""


class ProtocolError(Exception):
    """A protocol was broken; `str()` is the one-line reason."""


class LocalError(ProtocolError):
    """We were about to break the protocol: a fault in this program, never the user's."""


class RemoteError(ProtocolError):
    """The other side sent what the protocol, or the position, does not allow."""
