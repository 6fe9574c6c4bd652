"""The fitted evaluation as its weights are described, square by square: what the engine's own has to give."""

from attrs import frozen

from engine.evaluation.trained import (
    KING_STATES,
    KING_WINDOWS,
    MOST_KINGS,
    SIDES,
    STATES,
    WINDOWS,
    trained_weights,
)
from engine.rules.position import Position
from engine.rules.variants import Variant

FULL = 24


@frozen
class Seen:
    """The pieces by number of square, as one side sees the board: its men go towards square 1."""

    own_men: frozenset[int]
    own_kings: frozenset[int]
    men: frozenset[int]
    kings: frozenset[int]

    @property
    def others(self) -> frozenset[int]:
        """All pieces of the other side."""
        return self.men | self.kings

    @property
    def taken(self) -> frozenset[int]:
        """All squares with a piece."""
        return self.own_men | self.own_kings | self.others

    def exchanged(self) -> "Seen":
        """The same as the other side sees it."""
        groups = (self.men, self.kings, self.own_men, self.own_kings)
        return Seen(*(frozenset(33 - square for square in group) for group in groups))


def seen_by_the_mover(position: Position) -> Seen:
    """The pieces as the side to move sees them."""
    bit_of = position.variant.geometry.bit_of
    groups = (
        position.own & ~position.kings,
        position.own & position.kings,
        position.opponent & ~position.kings,
        position.opponent & position.kings,
    )
    return Seen(
        *(
            frozenset(
                33 - square if position.side else square for square in range(1, 33) if board >> bit_of[square] & 1
            )
            for board in groups
        )
    )


def counts(seen: Seen, variant: Variant) -> dict[tuple[str, int], int]:
    """How often each weight of one side counts: (name, place), the tables among the names."""
    found: dict[tuple[str, int], int] = {}

    def add(name: str, place: int = 0) -> None:
        found[name, place] = found.get((name, place), 0) + 1

    for name, windows, rows, base in (("windows", WINDOWS, 4, 3), ("king_windows", KING_WINDOWS, 3, 5)):
        for number, (row, column) in enumerate(windows):
            state = 0
            for square in (4 * (row + down) + column + across + 1 for down in range(rows) for across in range(2)):
                groups = (seen.own_men, seen.men, seen.own_kings, seen.kings)[: base - 1]
                state = base * state + next((kind + 1 for kind, group in enumerate(groups) if square in group), 0)
            add(name, number * (STATES if base == 3 else KING_STATES) + state)
    ours, theirs = (
        len(men) * (MOST_KINGS + 1) + min(len(kings), MOST_KINGS)
        for men, kings in ((seen.own_men, seen.own_kings), (seen.men, seen.kings))
    )
    add("material", ours * SIDES + theirs)

    row, column = variant.geometry.row, variant.geometry.column
    for square in seen.own_men | seen.own_kings:
        near = [
            other
            for other in range(1, 33)
            if abs(row(other) - row(square)) == abs(column(other) - column(square)) == 1 and other not in seen.taken
        ]
        if square in seen.own_kings:
            add("king")
            add("king_freedom", len(near))
            continue
        add("man")
        for other in near:
            if row(other) < row(square):
                add("step")
        stopped = any(
            row(other) < row(square) and abs(column(other) - column(square)) <= row(square) - row(other) + 1
            for other in seen.others
        )
        if 1 <= row(square) <= 3 and not stopped:
            add("runaway", row(square) - 1)
    return found


def value_as_described(position: Position) -> int:
    """The value for the side to move, centimen."""
    trained = trained_weights(position.variant)
    tables = {name: getattr(trained, name) for name in ("windows", "king_windows", "material")}
    seen = seen_by_the_mover(position)
    sums = list(trained.terms["to_move"][0])
    for sign, side in ((1, seen), (-1, seen.exchanged())):
        for (name, place), count in counts(side, position.variant).items():
            pair = tables[name][2 * place : 2 * place + 2] if name in tables else trained.terms[name][place]
            for half in range(2):
                sums[half] += sign * count * pair[half]
    share = (256 * min(len(seen.taken), FULL) + FULL // 2) // FULL
    value = sums[0] * share + sums[1] * (256 - share)
    return value // 4096 if value >= 0 else -(-value // 4096)
