"""Random and mutated lines: every one is answered or passed over, and the engine goes on."""

import random

import pytest

from tests.protocol.engine_process import EngineProcess

SEEDS = [
    "uci",
    "udri",
    "isready",
    "ucinewgame",
    "setoption name Hash value 2",
    "setoption name UCI_Variant value english",
    "setoption name UCI_Variant value international",
    "setoption name UCI_Variant value russian",
    "setoption name UCI_Variant value italian",
    "setoption name Repetitions value 4",
    "setoption name MultiPV value 3",
    "setoption name Move Overhead value 10",
    "setoption name Clear Hash",
    "setoption name Ponder value true",
    "position startpos",
    "position startpos moves 21-17 9-13 25-21 5-9",
    "position startpos moves 11-15 23-19 8-11 22-17",
    "position startpos moves c3-d4 f6-g5 b2-c3",
    "position fen W:W21,22,K30:B5,12,K7",
    "position fen B:W31-50:B1-20. moves 17-22",
    "position fen W:WK31:B1,12,19,27 moves 31x22x15x8",
    "position fen W:Wa1,Kc3:Bh8",
    "position hub Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    "go depth 2",
    "go nodes 200",
    "go movetime 1",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go ponder depth 1",
    "go depth 1 searchmoves 21-17 22-18",
    "go perft 2",
    "stop",
    "ponderhit",
    "d",
    "moves",
    "eval",
    "variant",
    "variant brazilian",
    "help",
    "",
]
ALPHABET = "0123456789-x:,.WBKabch \t\"'=#moves\u00e8\u2028\ufeff\0"
HARD = [b"\xff\xfe\x00", b"\x00" * 50, b"x" * 70_000, b"\r", b"go depth " + b"9" * 5000, b"position fen " + b"W" * 3000]


def mutated(random_numbers: random.Random) -> bytes:
    """A line that is right, nearly right, or far from it; never one that ends the engine or opens a file."""
    choice = random_numbers.random()
    if choice < 0.01:
        return random_numbers.choice(HARD)
    if choice < 0.05:
        length = random_numbers.randrange(60)
        return bytes(random_numbers.randrange(256) for _ in range(length)).replace(b"\n", b"")
    line = random_numbers.choice(SEEDS)
    for _ in range(random_numbers.choice((0, 0, 1, 1, 1, 2, 5))):
        place = random_numbers.randrange(len(line) + 1)
        words = line.split(" ")
        match random_numbers.randrange(6):
            case 0:
                line = line[:place] + random_numbers.choice(ALPHABET) + line[place:]
            case 1:
                line = line[:place] + line[place + 1 :]
            case 2:
                line = line[:place] + random_numbers.choice(ALPHABET) + line[place + 1 :]
            case 3:
                other = random_numbers.choice(SEEDS).split(" ")
                words[random_numbers.randrange(len(words))] = random_numbers.choice(other)
                line = " ".join(words)
            case 4:
                random_numbers.shuffle(words)
                line = " ".join(words)
            case 5:
                line = f"{line} {random_numbers.choice(SEEDS)}"
    # A table or a count that large is what was asked for, but here it would only take time.
    large = any(len(word) > 3 and word.isdigit() for word in line.split())
    if large or any(word in line.lower() for word in ("quit", "log file")):
        return b"isready"
    return line.encode()


def survive(count: int, seed: int) -> None:
    """Sends so many lines; after each hundred the engine must answer."""
    random_numbers = random.Random(seed)
    searches = errors = 0
    with EngineProcess("uci") as engine:
        for start in range(0, count, 100):
            lines = [mutated(random_numbers) for _ in range(min(100, count - start))]
            engine.process.stdin.write(b"\n".join(lines) + b"\nstop\nvariant\nisready\n")
            seen_variant = False
            while True:
                _, line = engine.hear(60)
                assert "internal error" not in line, f"after {lines}: {line}"
                assert line.isprintable()
                searches += line.startswith("bestmove")
                errors += line.startswith("info string error: ")
                # `isready` may be among the lines: the last one is ours, behind the variant.
                if line.startswith("Variant: "):
                    seen_variant = True
                elif line == "readyok" and seen_variant:
                    break
            # Other answers to `variant` and `isready` may have been meant: make sure nothing is left.
            engine.process.stdin.write(f"setoption name {start}\n".encode())
            engine.hear_until(f"info string error: unknown option '{start}'", 60)
        engine.say("quit")
        assert engine.end()[1] == 0
    assert searches > count / 100
    assert errors > count / 10


@pytest.mark.both_modes
def test_some_lines():
    survive(1500, seed=1)


def test_more_lines():
    survive(4000, seed=2)


@pytest.mark.slow
def test_very_many_lines():
    survive(100_000, seed=3)
