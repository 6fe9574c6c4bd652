"""Runs in an environment with pydraughts: `python pydraughts_pdn.py COMMAND read ARGUMENTS`, the last in JSON."""

import json
import sys
from multiprocessing import Pool

import draughts
from draughts.PDN import PDNReader


def replay(variant, number, fen, texts):
    """How many moves a game has, and what pydraughts has against one of them."""
    board = draughts.Board(variant, fen)
    for count, text in enumerate(texts):
        try:
            move = draughts.Move(board, pdn_move=text)  # sought among the moves that it holds legal
        except KeyError:
            return count, f"game {number}: {text} in {board.fen}"
        board.push(move)
    return len(texts), None


def read(file, variant):
    """Every game of a file replayed on pydraughts' board, which takes some 20 ms a move."""
    games = PDNReader(filename=file).games
    tasks = [(variant, number, game.tags.get("FEN", "startpos"), game.moves) for number, game in enumerate(games, 1)]
    with Pool() as pool:
        found = pool.starmap(replay, tasks, chunksize=1)
    return {
        "games": len(games),
        "moves": sum(count for count, _ in found),
        "faults": [fault for _, fault in found if fault],
    }


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[2]](**json.loads(sys.argv[3]))))
