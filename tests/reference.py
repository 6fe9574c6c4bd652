"""A second, deliberately simple draughts generator, to test the engine's against.

Written from the rules alone, with dictionaries and loops over rows and columns; it imports nothing
of the engine and shares no idea with it but the numbers of the squares: 1…N row by row from the top
left, dark squares only, White at the bottom. FENs are numeric in every game.

A position is a side, "W" or "B", and a dictionary from square to piece: "w" and "b" are men, "W" and
"B" kings. Two captures with the same origin, target and captured squares are one move, whatever the
order; a move keeps every path that realises it, a path naming for each capture the square where the
piece turns, or the one just behind the captured piece where it goes straight on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Side = str
Pieces = dict[int, str]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Capture:
    """One way through a capture: squares stood on, pieces taken in order, what took and what it became."""

    path: tuple[int, ...]
    captured: tuple[int, ...]
    taken: str
    """The captured pieces in order, "m" for a man and "k" for a king."""
    by_king: bool
    becomes: str


@dataclass(frozen=True)
class Rules:
    """One game, in the plainest terms."""

    size: int
    first_column: int
    """Column of the leftmost dark square of the top row."""
    starts: Side
    men_rows: int
    men_take_back: bool
    men_take_kings: bool
    flying: bool
    last_row: str
    """What a man does that reaches the last row while capturing: "stops", "passes" or "king"."""
    value: Callable[[Capture], object]
    """Only captures of the highest value are legal."""

    @property
    def squares(self) -> int:
        """Number of dark squares."""
        return self.size * self.size // 2

    def cell(self, square: int) -> Cell:
        """Row and column of a square."""
        row, place = divmod(square - 1, self.size // 2)
        return row, 2 * place + (self.first_column + row) % 2

    def square(self, cell: Cell) -> int | None:
        """Number of the square at a row and column; None off the board."""
        row, column = cell
        if not (0 <= row < self.size and 0 <= column < self.size):
            return None
        return row * (self.size // 2) + column // 2 + 1

    def neighbour(self, square: int, direction: Cell) -> int | None:
        """The next square in a diagonal direction; None off the board."""
        return self._neighbours[square, direction]

    def last(self, side: Side) -> int:
        """The row where that side's men are crowned."""
        return 0 if side == "W" else self.size - 1

    def __post_init__(self) -> None:
        steps = {}
        for square in range(1, self.squares + 1):
            row, column = self.cell(square)
            for down, right in DIRECTIONS:
                steps[square, (down, right)] = self.square((row + down, column + right))
        object.__setattr__(self, "_neighbours", steps)


DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def any_capture(capture: Capture) -> object:
    """Free choice."""
    return 0


def most_pieces(capture: Capture) -> object:
    """The majority rule; a king counts as one."""
    return len(capture.captured)


def pieces_then_kings(capture: Capture) -> object:
    """Quantity, then quality (Spanish)."""
    return len(capture.captured), capture.taken.count("k")


def with_a_king(capture: Capture) -> object:
    """A king must take if one can (Czech)."""
    return capture.by_king


def italian_priority(capture: Capture) -> object:
    """Most pieces, with a king, most kings, a king met earliest."""
    met = [piece == "k" for piece in capture.taken]
    return len(capture.captured), capture.by_king, capture.taken.count("k"), met


GAMES: dict[str, Rules] = {
    "italian": Rules(8, 0, "W", 3, False, False, False, "stops", italian_priority),
    "english": Rules(8, 1, "B", 3, False, True, False, "stops", any_capture),
    "russian": Rules(8, 1, "W", 3, True, True, True, "king", any_capture),
    "brazilian": Rules(8, 1, "W", 3, True, True, True, "passes", most_pieces),
    "pool": Rules(8, 1, "B", 3, True, True, True, "passes", any_capture),
    "spanish": Rules(8, 0, "W", 3, False, True, True, "stops", pieces_then_kings),
    "portuguese": Rules(8, 0, "W", 3, False, True, True, "stops", pieces_then_kings),
    "czech": Rules(8, 1, "W", 3, False, True, True, "stops", with_a_king),
    "international": Rules(10, 1, "W", 4, True, True, True, "passes", most_pieces),
    "antidraughts": Rules(10, 1, "W", 4, True, True, True, "passes", most_pieces),
}


@dataclass(frozen=True)
class State:
    """A position of some game."""

    rules: Rules = field(repr=False)
    side: Side
    pieces: Pieces

    @property
    def snapshot(self) -> tuple[Side, tuple[tuple[int, str], ...]]:
        """The same as a value that can be compared and hashed."""
        return self.side, tuple(sorted(self.pieces.items()))


@dataclass(frozen=True)
class RefMove:
    """A legal move."""

    origin: int
    target: int
    captured: frozenset[int]
    path: tuple[int, ...]
    """The first path found."""
    paths: frozenset[tuple[int, ...]]
    """Every legal path that realises it."""
    promotes: bool
    after: State
    sequences: int
    """In how many orders the same pieces can be taken."""

    @property
    def identity(self) -> tuple[int, int, tuple[int, ...]]:
        """What makes it one move."""
        return self.origin, self.target, tuple(sorted(self.captured))


def start(rules: Rules) -> State:
    """The start position."""
    men = rules.men_rows * rules.size // 2
    pieces = {square: "b" for square in range(1, men + 1)}
    pieces |= {square: "w" for square in range(rules.squares - men + 1, rules.squares + 1)}
    return State(rules, rules.starts, pieces)


def read_fen(rules: Rules, text: str) -> State:
    """A position from a numeric FEN without ranges, or from "startpos"."""
    if text == "startpos":
        return start(rules)
    side, *blocks = text.split(":")
    pieces = {}
    for block in blocks:
        for token in filter(None, block[1:].split(",")):
            king = token.startswith("K")
            pieces[int(token.removeprefix("K"))] = block[0] if king else block[0].lower()
    return State(rules, side, pieces)


def write_fen(state: State) -> str:
    """The numeric FEN of a position, squares in rising order."""
    blocks = [state.side]
    for color in "WB":
        squares = sorted(square for square, piece in state.pieces.items() if piece.upper() == color)
        blocks.append(color + ",".join("K" * state.pieces[s].isupper() + str(s) for s in squares))
    return ":".join(blocks)


def legal_moves(state: State) -> list[RefMove]:
    """Every legal move, each once."""
    captures = [capture for square in own_squares(state) for capture in captures_from(state, square)]
    if not captures:
        return [_quiet(state, origin, target) for origin, target in _quiet_moves(state)]
    best = max(state.rules.value(capture) for capture in captures)
    together: dict[tuple[int, int, frozenset[int]], list[Capture]] = {}
    for capture in captures:
        if state.rules.value(capture) == best:
            together.setdefault((capture.path[0], capture.path[-1], frozenset(capture.captured)), []).append(capture)
    return [_capture(state, ways) for ways in together.values()]


def perft(state: State, depth: int, *, sequences: bool = False) -> int:
    """Leaves of the tree; with `sequences` captures that differ in their order count separately."""
    moves = legal_moves(state)
    if depth == 1:
        return sum(move.sequences for move in moves) if sequences else len(moves)
    return sum(
        (move.sequences if sequences else 1) * perft(move.after, depth - 1, sequences=sequences) for move in moves
    )


def own_squares(state: State) -> list[int]:
    """Squares of the side to move."""
    return [square for square, piece in state.pieces.items() if piece.upper() == state.side]


def _forward(side: Side) -> int:
    return -1 if side == "W" else 1


def _quiet_moves(state: State) -> Iterator[tuple[int, int]]:
    for square in own_squares(state):
        king = state.pieces[square].isupper()
        for direction in DIRECTIONS:
            if not king and direction[0] != _forward(state.side):
                continue
            target = state.rules.neighbour(square, direction)
            while target is not None and target not in state.pieces:
                yield square, target
                if not (king and state.rules.flying):
                    break
                target = state.rules.neighbour(target, direction)


def captures_from(state: State, square: int) -> Iterator[Capture]:
    """Every complete capture of the piece on a square, whatever its value.

    The pieces taken stay on the board until the end: they block, and none is jumped twice.
    """
    piece = state.pieces[square]
    board = dict(state.pieces)
    del board[square]
    yield from _go_on(state, board, piece, (square,), (), piece.isupper())


def _go_on(
    state: State, board: Pieces, piece: str, path: tuple[int, ...], captured: tuple[int, ...], by_king: bool
) -> Iterator[Capture]:
    for victim, landings in _jumps(state, board, piece, path[-1], captured):
        now_captured = (*captured, victim)
        goes_on = []
        for landing in landings:
            becomes, stops = _on_landing(state, piece, landing)
            if not stops and next(_jumps(state, board, becomes, landing, now_captured), None):
                goes_on.append((landing, becomes))
        if goes_on:
            for landing, becomes in goes_on:
                for capture in _go_on(state, board, becomes, (*path, landing), now_captured, by_king):
                    if landing == landings[0] or not _straight(state.rules, capture.path, len(path)):
                        yield capture
        else:
            for landing in landings:
                crowned = state.rules.cell(landing)[0] == state.rules.last(state.side)
                yield Capture(
                    (*path, landing),
                    now_captured,
                    "".join("k" if board[taken].isupper() else "m" for taken in now_captured),
                    by_king,
                    piece.upper() if crowned else piece,
                )


def _jumps(
    state: State, board: Pieces, piece: str, square: int, captured: tuple[int, ...]
) -> Iterator[tuple[int, list[int]]]:
    """The single jumps from a square: piece taken, squares to land on from near to far."""
    rules, king = state.rules, piece.isupper()
    for direction in DIRECTIONS:
        if not king and not rules.men_take_back and direction[0] != _forward(state.side):
            continue
        victim = rules.neighbour(square, direction)
        while king and rules.flying and victim is not None and victim not in board:
            victim = rules.neighbour(victim, direction)
        if victim is None or victim not in board or victim in captured:
            continue
        if board[victim].upper() == state.side:
            continue
        if not king and not rules.men_take_kings and board[victim].isupper():
            continue
        landings = []
        landing = rules.neighbour(victim, direction)
        while landing is not None and landing not in board:
            landings.append(landing)
            if not (king and rules.flying):
                break
            landing = rules.neighbour(landing, direction)
        if landings:
            yield victim, landings


def _on_landing(state: State, piece: str, landing: int) -> tuple[str, bool]:
    """What a capturing piece is once it has landed, and whether its capture ends there for that reason."""
    if piece.isupper() or state.rules.cell(landing)[0] != state.rules.last(state.side):
        return piece, False
    if state.rules.last_row == "king":
        return piece.upper(), False
    return piece, state.rules.last_row == "stops"


def _straight(rules: Rules, path: tuple[int, ...], index: int) -> bool:
    """Whether a path goes straight on at its square of that index."""
    (r0, c0), (r1, c1), (r2, c2) = (rules.cell(square) for square in path[index - 1 : index + 2])
    return (r1 > r0) == (r2 > r1) and (c1 > c0) == (c2 > c1)


def _quiet(state: State, origin: int, target: int) -> RefMove:
    piece = state.pieces[origin]
    becomes = piece.upper() if state.rules.cell(target)[0] == state.rules.last(state.side) else piece
    after = _moved(state, origin, target, (), becomes)
    path = (origin, target)
    return RefMove(origin, target, frozenset(), path, frozenset({path}), becomes != piece, after, 1)


def _capture(state: State, ways: list[Capture]) -> RefMove:
    first = ways[0]
    origin, target = first.path[0], first.path[-1]
    after = _moved(state, origin, target, first.captured, first.becomes)
    assert {way.becomes for way in ways} == {first.becomes}, "one move that leaves two different pieces"
    return RefMove(
        origin,
        target,
        frozenset(first.captured),
        first.path,
        frozenset(way.path for way in ways),
        first.becomes != state.pieces[origin],
        after,
        len({way.captured for way in ways}),
    )


def _moved(state: State, origin: int, target: int, captured: tuple[int, ...], becomes: str) -> State:
    pieces = {square: piece for square, piece in state.pieces.items() if square != origin and square not in captured}
    pieces[target] = becomes
    return State(state.rules, "B" if state.side == "W" else "W", pieces)
