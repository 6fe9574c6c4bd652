"""Runs in an environment with py-draughts: `python py_draughts_hub.py COMMAND SCENARIO ARGUMENTS`, the last in JSON."""

import json
import random
import sys
import time

from draughts import StandardBoard
from draughts.engines.hub import HubEngine
from loguru import logger

logger.remove()
COMMAND = sys.argv[1]


def whole_games(games, **limits):
    """Games against a player who moves at random; the engine has White and Black in turn."""
    dice = random.Random(5)
    results = []
    with HubEngine(COMMAND, **limits) as engine:
        for number in range(games):
            engine.new_game()
            board = StandardBoard()
            side = number % 2
            while not board.game_over:
                if len(board._moves_stack) % 2 == side:
                    move, _ = engine.get_best_move(board, with_evaluation=True)
                else:
                    move = dice.choice(list(board.legal_moves))
                board.push(move)
            results.append([board.result, side, len(board._moves_stack)])
        process = engine.process
        assert engine.ping()
        began = time.monotonic()
    return {"results": results, "status": process.returncode, "end": time.monotonic() - began}


def many_searches(count):
    """Short searches one after the other, each of which writes several lines together: see 'pacing'."""
    board = StandardBoard()
    slowest = 0.0
    with HubEngine(COMMAND, depth_limit=3) as engine:
        info = {"name": engine.info.name, "version": engine.info.version}
        parameters = {name: [param.param_type, param.value] for name, param in engine.params.items()}
        for number in range(count):
            began = time.monotonic()
            engine.get_best_move(board)
            slowest = max(slowest, time.monotonic() - began)
            if number % 10 == 0:
                assert engine.ping()
    return {"slowest": slowest, "info": info, "parameters": parameters}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[2]](**json.loads(sys.argv[3]))))
