"""Makes the table of endings of a game, with the core compiled.

    python scripts/make_endings.py english [--pieces 4] [--kings 5]

Works out every position of at most so many pieces, or kings alone, backwards from the ends of games and writes the data
file that comes with the engine. It needs no other data, and always makes the same.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.endgame.generate import Generator
from engine.endgame.store import write_values
from engine.rules.variants import find_variant


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", help="its name, such as english")
    parser.add_argument("--pieces", type=int, default=4, help="the most pieces (default 4)")
    parser.add_argument("--kings", type=int, default=5, help="the most pieces where all are kings (default 5)")
    arguments = parser.parse_args()
    try:
        variant = find_variant(arguments.game)
        generator = Generator(variant, arguments.pieces, arguments.kings)
    except ValueError as error:
        parser.error(str(error))
    began = time.monotonic()

    def tell(material: tuple[int, ...], done: int) -> None:
        share = done / generator.index.size
        seconds = time.monotonic() - began
        print(f"\r{100 * share:5.1f} %, {seconds:4.0f} s, material {material}", end="", file=sys.stderr)

    generator.run(tell)
    generator.smooth()
    print(file=sys.stderr)
    made = f"scripts/make_endings.py {variant.name} --pieces {arguments.pieces} --kings {arguments.kings}"
    file = write_values(variant.name, arguments.pieces, arguments.kings, bytes(generator.values), made)
    print(f"{generator.index.size} places, longest win {generator.longest} plies: {file}, {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
