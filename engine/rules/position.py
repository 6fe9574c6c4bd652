"""A position: pieces and side to move, immutable."""

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache

from attrs import field, frozen

from engine.rules.errors import PositionError
from engine.rules.move import Move
from engine.rules.movegen import MoveList, Rules, generate
from engine.rules.squares import square_name
from engine.rules.variants import Color, Variant
from engine.rules.zobrist import position_key

_LIST_SIZES = (64, 1 << 14)  # nearly always the first will do
_POSITIONS_KEPT = 64  # a referee and the clients of both engines come to each position of a game


@cache
def rules_of(variant: Variant) -> Rules:
    """The compiled form of a game's rules, made once."""
    return Rules(variant)


@frozen(slots=False)
class Position:
    """Pieces as bitboards of `variant.geometry`, and the side to move.

    Made by `start` or `place`, which refuse what cannot be; the bare constructor checks nothing.
    """

    variant: Variant = field(repr=lambda variant: variant.name)
    side: Color
    white: int
    black: int
    kings: int

    @classmethod
    def start(cls, variant: Variant) -> "Position":
        """The start position of a game."""
        squares = variant.geometry.squares
        return cls.place(
            variant, variant.starts, white_men=squares[-variant.men_each :], black_men=squares[: variant.men_each]
        )

    @classmethod
    def place(
        cls,
        variant: Variant,
        side: Color,
        white_men: Iterable[int] = (),
        white_kings: Iterable[int] = (),
        black_men: Iterable[int] = (),
        black_kings: Iterable[int] = (),
    ) -> "Position":
        """A position from squares, numbered row by row from the top left.

        Raises PositionError if a square is not on the board or named twice, if a man stands on its
        promotion row, or if a side has more pieces than at the start.
        """
        geometry = variant.geometry
        men = {Color.WHITE: tuple(white_men), Color.BLACK: tuple(black_men)}
        kings = {Color.WHITE: tuple(white_kings), Color.BLACK: tuple(black_kings)}
        seen: set[int] = set()
        for color in Color:
            for square in (*men[color], *kings[color]):
                if square not in geometry.squares:
                    raise PositionError(f"square {square} is not on the board: expected 1-{geometry.square_count}")
                if square in seen:
                    raise PositionError(f"square {square_name(variant, square)} is named twice")
                seen.add(square)
            for square in men[color]:
                if geometry.row(square) == variant.promotion_row(color):
                    raise PositionError(
                        f"{color.name.lower()} man on its promotion row, square {square_name(variant, square)}"
                    )
            count = len(men[color]) + len(kings[color])
            if count > variant.men_each:
                raise PositionError(f"{count} {color.name.lower()} pieces: expected at most {variant.men_each}")
        board = geometry.bitboard
        return cls(
            variant,
            side,
            white=board(men[Color.WHITE]) | board(kings[Color.WHITE]),
            black=board(men[Color.BLACK]) | board(kings[Color.BLACK]),
            kings=board(kings[Color.WHITE]) | board(kings[Color.BLACK]),
        )

    @property
    def own(self) -> int:
        """Pieces of the side to move."""
        return self.white if self.side == Color.WHITE else self.black

    @property
    def opponent(self) -> int:
        """Pieces of the side that waits."""
        return self.black if self.side == Color.WHITE else self.white

    @cached_property
    def key(self) -> int:
        """Zobrist key, 64 bits: equal positions of one game have equal keys on every machine."""
        return position_key(self.white, self.black, self.kings, self.side)

    def men(self, color: Color) -> tuple[int, ...]:
        """Squares of that side's men, in rising order."""
        pieces = self.white if color == Color.WHITE else self.black
        return self.variant.geometry.squares_in(pieces & ~self.kings)

    def kings_of(self, color: Color) -> tuple[int, ...]:
        """Squares of that side's kings, in rising order."""
        pieces = self.white if color == Color.WHITE else self.black
        return self.variant.geometry.squares_in(pieces & self.kings)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move; empty if the side to move is out of moves.

        Raises PositionError in a position with more captures than can be listed (thousands).
        """
        return _legal_moves(self.variant, self.side, self.own, self.opponent, self.kings)

    def after(self, move: Move) -> "Position":
        """The position after a legal move of this one; an illegal move gives nonsense."""
        bit_of = self.variant.geometry.bit_of
        origin, target = 1 << bit_of[move.origin], 1 << bit_of[move.target]
        captured = self.variant.geometry.bitboard(move.captured)
        own = self.own & ~origin | target
        opponent = self.opponent & ~captured
        kings = self.kings & ~captured
        if kings & origin:
            kings = kings & ~origin | target
        elif move.promotes:
            kings |= target
        white, black = (own, opponent) if self.side == Color.WHITE else (opponent, own)
        return Position(self.variant, self.side.other, white, black, kings)


@lru_cache(maxsize=_POSITIONS_KEPT)
def _legal_moves(variant: Variant, side: Color, own: int, opponent: int, kings: int) -> tuple[Move, ...]:
    for capacity in _LIST_SIZES:
        moves = MoveList(capacity, keep_paths=True)
        count = generate(rules_of(variant), own, opponent, kings, side, moves, 0)
        if not moves.overflowed:
            break
    else:
        raise PositionError(f"more than {capacity} legal moves")
    square_of = variant.geometry.square_of
    return tuple(
        Move(
            tuple(square_of[bit] for bit in moves.path(index)),
            variant.geometry.squares_in(moves.captured[index]),
            moves.promotes(index),
        )
        for index in range(count)
    )
