"""Fits the evaluation of an 8x8 game to games made by scripts/selfplay.py and writes its weights.

    python scripts/train_evaluation.py GAME FILE... [--made TEXT] [--epochs 12] [--results 0.6] [--scale 80]

Logistic regression: the chance to win that a position's value stands for comes as near as can be to what
is known of the position, a mean of the game's result (share `--results`) and of the chance that the value of
the search stands for (by `--scale`). One position in twenty is kept back to tell how well the fit foretells. Values
are scaled so that a man on the full board is worth 100. Needs numpy, which the engine does not.

The weights go to engine/evaluation/data/GAME.weights with a note how they were made.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import accepted

from engine.evaluation.trained import (
    KING_STATES,
    KING_WINDOWS,
    MATERIAL,
    MOST_KINGS,
    MOST_OF_WINDOWS,
    SIDES,
    SIXTEENTHS,
    STATES,
    TERMS,
    WINDOWS,
)
from engine.packed import write_packed
from engine.rules.variants import Variant

ROOT = Path(__file__).resolve().parents[1]

RECORDS = np.dtype(
    [("own", "<u4"), ("other", "<u4"), ("kings", "<u4"), ("value", "<i2"), ("result", "u1"), ("pieces", "u1")]
)
DECIDED = 3000
"""Centimen beyond which a chance is 0 or 1 and nothing else."""
BATCH = 16384
RATE = 0.02
DECAY = 3e-6
"""Pull of the pattern weights to nothing, for those that few positions speak of."""
TABLES = (len(WINDOWS) * STATES, len(KING_WINDOWS) * KING_STATES, MATERIAL)
PATTERN_WEIGHTS = sum(TABLES)
UNCROWNED = TABLES[0] + KING_STATES * np.arange(len(KING_WINDOWS))
"""Places of the windows without a king: they weigh nothing."""


def turned(board: np.ndarray) -> np.ndarray:
    """The board seen from the other side."""
    board = board.astype(np.uint32)
    out = np.zeros_like(board)
    for bit in range(32):
        out |= ((board >> np.uint32(bit)) & np.uint32(1)) << np.uint32(31 - bit)
    return out


def _states(windows: tuple[tuple[int, int], ...], rows: int, boards: tuple[np.ndarray, ...]) -> np.ndarray:
    # How pieces stand in each window, counted on from window to window. Of windows with kings those that
    # show none are all in the first state.
    states = (len(boards) + 1) ** (2 * rows)
    places = np.zeros((len(boards[0]), len(windows)), np.int32)
    for number, (row, column) in enumerate(windows):
        state = np.zeros(len(boards[0]), np.int32)
        crowned = np.zeros(len(boards[0]), bool)
        for down in range(rows):
            for across in range(2):
                bit = np.uint32(4 * (row + down) + column + across)
                digit = sum((kind + 1) * (board >> bit & np.uint32(1)) for kind, board in enumerate(boards))
                state = (len(boards) + 1) * state + digit.astype(np.int32)
                crowned |= digit > 2
        if len(boards) > 2:
            state[~crowned] = 0
        places[:, number] = number * states + state
    return places


class Features:
    """What the positions of a file show, seen by one side (men and kings of that side first)."""

    def __init__(self, variant: Variant) -> None:
        geometry = variant.geometry
        self._neighbours = {}
        self._ahead = {}
        for square in geometry.squares:
            row, column = geometry.row(square), geometry.column(square)
            near = [
                s for s in geometry.squares if abs(geometry.row(s) - row) == 1 and abs(geometry.column(s) - column) == 1
            ]
            self._neighbours[square] = (
                sum(1 << s - 1 for s in near if geometry.row(s) < row),
                sum(1 << s - 1 for s in near),
            )
            self._ahead[square] = sum(
                1 << s - 1
                for s in geometry.squares
                if geometry.row(s) < row and abs(geometry.column(s) - column) <= row - geometry.row(s) + 1
            )

    def places(self, own: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Places of the weights of each window and of the material, from men and kings of both sides."""
        men = _states(WINDOWS, 4, (own[0], other[0]))
        kings = _states(KING_WINDOWS, 3, (own[0], other[0], own[1], other[1]))
        mine, theirs = (
            np.bitwise_count(side[0]).astype(np.int32) * (MOST_KINGS + 1)
            + np.minimum(np.bitwise_count(side[1]), MOST_KINGS)
            for side in (own, other)
        )
        material = TABLES[0] + TABLES[1] + mine * SIDES + theirs
        return np.concatenate([men, TABLES[0] + kings, material[:, None]], axis=1)

    def terms(self, men: np.ndarray, kings: np.ndarray, opponent: np.ndarray) -> np.ndarray:
        """Counts of each term that belongs to a side."""
        empty = ~(men | kings | opponent)
        columns = [np.bitwise_count(men), np.bitwise_count(kings)]
        steps = np.zeros(len(men), np.int8)
        runaway = [np.zeros(len(men), np.int8) for _ in range(3)]
        freedom = [np.zeros(len(men), np.int8) for _ in range(5)]
        for square in range(1, 33):
            forward, around = self._neighbours[square]
            has_man = (men >> np.uint32(square - 1) & np.uint32(1)).astype(np.int8)
            has_king = (kings >> np.uint32(square - 1) & np.uint32(1)).astype(np.int8)
            steps += has_man * np.bitwise_count(empty & np.uint32(forward)).astype(np.int8)
            row = (square - 1) // 4
            if 1 <= row <= 3:
                runaway[row - 1] += has_man * (opponent & np.uint32(self._ahead[square]) == 0)
            free = np.bitwise_count(empty & np.uint32(around))
            for count in range(5):
                freedom[count] += has_king * (free == count)
        return np.stack([*columns, steps, *runaway, *freedom], axis=1).astype(np.int8)


def load(files: list[Path], features: Features) -> tuple[np.ndarray, ...]:
    """Windows of the mover and of the other side, terms (the mover's less the other's), phase, records."""
    records = np.concatenate(
        [np.frombuffer(file.read_bytes()[: file.stat().st_size // 16 * 16], RECORDS) for file in files]
    )
    own, other, kings = records["own"], records["other"], records["kings"]
    own_men, own_kings = own & ~kings, own & kings
    other_men, other_kings = turned(other & ~kings), turned(other & kings)
    turned_own, turned_other = (turned(own_men), turned(own_kings)), (other_men, other_kings)
    mine = features.places((own_men, own_kings), (other & ~kings, other & kings))
    theirs = features.places(turned_other, turned_own)
    terms = features.terms(own_men, own_kings, other) - features.terms(other_men, other_kings, turned(own))
    terms = np.concatenate([terms, np.ones((len(own), 1), np.int8)], axis=1)
    return mine, theirs, terms, records


def fit(
    data: tuple[np.ndarray, ...], full: int, epochs: int, share: float, scale: float, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """The weights in odds: of the patterns and of the terms, two columns each."""
    mine, theirs, terms, records = data
    phase = np.minimum(records["pieces"], full).astype(np.float32) / full
    mix = np.stack([phase, 1 - phase], axis=1)
    searched = 1 / (1 + np.exp(-records["value"].clip(-DECIDED, DECIDED).astype(np.float32) / scale))
    target = share * records["result"].astype(np.float32) / 2 + (1 - share) * searched
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(records))
    held, order = order[: len(order) // 20], order[len(order) // 20 :]
    patterns = np.zeros((PATTERN_WEIGHTS, 2), np.float32)
    dense = np.zeros((terms.shape[1], 2), np.float32)
    dense[0], dense[1] = 0.8, 2.0
    moments = [[np.zeros_like(one) for one in (patterns, dense)] for _ in range(2)]
    step = 0

    def value(rows: np.ndarray) -> np.ndarray:
        both = patterns[mine[rows]].sum(axis=1) - patterns[theirs[rows]].sum(axis=1) + terms[rows] @ dense
        return (both * mix[rows]).sum(axis=1)

    def loss(rows: np.ndarray) -> float:
        guess = 1 / (1 + np.exp(-value(rows)))
        return float(np.mean((guess - target[rows]) ** 2))

    print(f"{len(records)} positions, held back {len(held)}, loss {loss(held):.5f} with material alone", flush=True)
    for epoch in range(epochs):
        rate = RATE * (1 - epoch / epochs)
        chance.shuffle(order)
        for first in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[first : first + BATCH]
            guess = 1 / (1 + np.exp(-value(rows)))
            error = (guess - target[rows]) / BATCH
            pulls = error[:, None] * mix[rows]
            slopes = [np.empty_like(patterns), terms[rows].T.astype(np.float32) @ pulls]
            for half in range(2):
                weight = np.repeat(pulls[:, half], mine.shape[1])
                slopes[0][:, half] = np.bincount(mine[rows].ravel(), weight, PATTERN_WEIGHTS)
                slopes[0][:, half] -= np.bincount(theirs[rows].ravel(), weight, PATTERN_WEIGHTS)
            slopes[0] += DECAY * patterns
            slopes[0][UNCROWNED] = 0
            step += 1
            for index, weights in enumerate((patterns, dense)):
                first_moment, second_moment = moments[0][index], moments[1][index]
                first_moment += 0.1 * (slopes[index] - first_moment)
                second_moment += 0.001 * (slopes[index] ** 2 - second_moment)
                scaled = first_moment / (1 - 0.9**step)
                weights -= rate * scaled / (np.sqrt(second_moment / (1 - 0.999**step)) + 1e-8)
        print(f"epoch {epoch + 1}: loss {loss(held):.5f}", flush=True)
    return patterns, dense


def write(variant: Variant, patterns: np.ndarray, dense: np.ndarray, made: str) -> Path:
    """The weights file."""
    # A man is what its own weight gives it and what the patterns add for it, which is next to nothing.
    factor = 100 * SIXTEENTHS / dense[0].mean()
    numbers = np.concatenate([patterns.ravel(), dense.ravel()]) * factor
    numbers = np.clip(np.round(numbers), -32767, 32767).astype("<i2")
    windows, king_windows = np.split(numbers, 2 * np.cumsum(TABLES))[:2]
    for table, states in ((windows, STATES), (king_windows, KING_STATES)):
        # Each window is seen by both sides.
        most = 2 * np.abs(table.reshape(-1, states, 2)).max(axis=1).sum(axis=0).max()
        if most > MOST_OF_WINDOWS:
            sys.exit(f"weights of windows that come to {most}: expected at most {MOST_OF_WINDOWS}")
    header = {"game": variant.name, "made": made, "centimen": round(float(factor) / SIXTEENTHS, 1)}
    file = ROOT / "engine" / "evaluation" / "data" / f"{variant.name}.weights"
    write_packed(file, header, numbers.tobytes())
    return file


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", type=accepted.game)
    parser.add_argument("files", type=accepted.present, nargs="+")
    parser.add_argument("--made", default="", help="how the files were made, for the note in the weights file")
    parser.add_argument("--epochs", type=accepted.whole(), default=12)
    parser.add_argument("--results", type=accepted.number(0, 1), default=0.6)
    parser.add_argument(
        "--scale",
        type=accepted.number(1, 10_000),
        default=80.0,
        help="centimen of the records that multiply the odds of a win by e: `centimen` in the weights that played",
    )
    parser.add_argument("--seed", type=accepted.whole(0), default=1)
    arguments = parser.parse_args()
    variant = arguments.game
    data = load(arguments.files, Features(variant))
    assert data[2].shape[1] == sum(count for _, count in TERMS)
    patterns, dense = fit(
        data, 2 * variant.men_each, arguments.epochs, arguments.results, arguments.scale, arguments.seed
    )
    place = 0
    for name, count in TERMS:
        print(name, np.round(dense[place : place + count] * 100 / dense[0].mean(), 1).tolist())
        place += count
    made = (
        f"{arguments.made}; {len(data[3])} positions, {arguments.epochs} epochs, "
        f"results {arguments.results}, scale {arguments.scale:g}"
    )
    file = write(variant, patterns, dense, made)
    print(f"{file}: {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
