"""Errors of the rules: each is one line that a person can act on."""


class RulesError(ValueError):
    """Something the rules of the game do not allow; `str()` is the one-line message."""


class VariantError(RulesError):
    """A game that is not in the table."""


class PositionError(RulesError):
    """A position that cannot be: too many pieces, a man on its promotion row, …"""


class FenError(PositionError):
    """A FEN or Hub position text that cannot be read."""


class MoveError(RulesError):
    """A move text that cannot be read, is not legal, or names more than one legal move."""
