"""Whether the engine and the reference generator agree on a position, and all its texts come back."""

from collections.abc import Iterator

from engine.rules.errors import RulesError
from engine.rules.fen import format_fen, format_hub, parse_fen, parse_hub
from engine.rules.movegen import has_capture
from engine.rules.notation import format_move, parse_hub_move, parse_move
from engine.rules.position import Position, rules_of
from tests.bridge import position_of, state_of
from tests.reference import RefMove, State, write_fen

Identity = tuple[int, int, tuple[int, ...]]


def disagreements(position: Position, state: State, expected: dict[Identity, RefMove]) -> list[str]:
    """All that is wrong with a position, given the reference's state and legal moves; empty if nothing."""
    return [
        *_move_differences(position, expected),
        *_state_differences(position, state),
        *_text_differences(position),
    ]


def _move_differences(position: Position, expected: dict[Identity, RefMove]) -> Iterator[str]:
    moves = {move.identity: move for move in position.legal_moves}
    if len(moves) != len(position.legal_moves):
        yield f"a move is given twice: {sorted(move.identity for move in position.legal_moves)}"
    for identity in sorted(moves.keys() - expected.keys()):
        yield f"only the engine has {identity} (from, to, captured)"
    for identity in sorted(expected.keys() - moves.keys()):
        yield f"only the reference has {identity} (from, to, captured)"
    for identity in sorted(moves.keys() & expected.keys()):
        move, reference = moves[identity], expected[identity]
        if move.path not in reference.paths:
            yield f"path {move.path} of {identity}: expected one of {sorted(reference.paths)}"
        if move.promotes != reference.promotes:
            yield f"{identity} promotes: {move.promotes}, expected {reference.promotes}"
        after = state_of(position.after(move))
        if after.snapshot != reference.after.snapshot:
            yield f"after {identity} {write_fen(after)}, expected {write_fen(reference.after)}"


def _state_differences(position: Position, state: State) -> Iterator[str]:
    fresh = position_of(position.variant.name, state)
    if fresh != position or fresh.key != position.key:
        yield f"{position!r} of key {position.key:x}, from scratch {fresh!r} of key {fresh.key:x}"
    captures = any(move.is_capture for move in position.legal_moves)
    rules = rules_of(position.variant)
    if has_capture(rules, position.own, position.opponent, position.kings, position.side) != captures:
        yield f"has_capture is {not captures}"


def _text_differences(position: Position) -> Iterator[str]:
    for write, read in ((format_fen, parse_fen), (format_hub, parse_hub)):
        text = write(position)
        if read(text, position.variant) != position:
            yield f"{write.__name__} gives {text}, read back as {read(text, position.variant)!r}"
    for style, read in (("short", parse_move), ("full", parse_move), ("hub", parse_hub_move)):
        texts = [format_move(position, move, style=style) for move in position.legal_moves]
        if len(set(texts)) != len(texts):
            yield f"two moves are written the same in {style} style: {sorted(texts)}"
        for move, text in zip(position.legal_moves, texts, strict=True):
            try:
                back = read(position, text)
            except RulesError as error:
                back = error
            if back != move:
                yield f"{move} in {style} style is {text}, read back as {back}"
