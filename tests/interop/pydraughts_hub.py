"""Runs in an environment with pydraughts: `python pydraughts_hub.py COMMAND SCENARIO ARGUMENTS`, the last in JSON."""

import json
import os
import random
import subprocess
import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

COMMAND = sys.argv[1]


class TimedEngine(HubEngine):
    """`seconds` is how long the last search took and `finished` when it ended, without what pydraughts does with it."""

    seconds = finished = 0.0

    def go(self, *arguments, **named):
        began = time.monotonic()
        try:
            return super().go(*arguments, **named)
        finally:
            self.finished = time.monotonic()
            self.seconds = self.finished - began


def start(parameters=None, command=COMMAND):
    engine = TimedEngine([command, "hub"])
    engine.configure(parameters or {})
    engine.init()
    return engine


def end(engine):
    """Quits; the seconds that it took and the exit status."""
    began = time.monotonic()
    engine.quit()
    try:
        status = engine.p.wait(10)
    except subprocess.TimeoutExpired:
        engine.kill_process()
        raise
    return time.monotonic() - began, status


def play(variant, white, black, parameters=None, fen="startpos", clock=None, seed=1, plies=300):
    """A game of engines ("engine") and of players who move at random; `clock` is seconds and increment."""
    dice = random.Random(seed)
    board = draughts.Board(variant, fen)
    engines = {
        color: start(parameters)
        for color, player in ((draughts.WHITE, white), (draughts.BLACK, black))
        if player == "engine"
    }
    clocks = dict.fromkeys(engines, clock[0] if clock else None)
    played = 0
    while not board.is_over() and played < plies:
        color = board.turn
        if color in engines:
            limit = Limit(time=clocks[color], inc=clock[1]) if clock else Limit(depth=4)
            move = engines[color].play(board, limit, False).move
            if clock:
                clocks[color] += clock[1] - engines[color].seconds
        else:
            move = draughts.Move(board, board_move=dice.choice(board.legal_moves()).board_move)
        board.push(move)
        played += 1
    endings = [end(engine) for engine in engines.values()]
    winner = {None: None, 0: "draw", draughts.WHITE: "white", draughts.BLACK: "black"}[board.winner()]
    return {
        "winner": winner,
        "plies": played,
        "left": min(clocks.values()) if clock else None,
        "slowest_end": max(seconds for seconds, _ in endings),
        "statuses": [status for _, status in endings],
    }


def ponder(variant, parameters=None, plies=30):
    """One engine plays White and thinks on Black's time; every other reply is the one it expects."""
    dice = random.Random(3)
    board = draughts.Board(variant)
    engine = start({"ponder": True, **(parameters or {})})
    hits = misses = 0
    slowest_stop = 0.0
    result = engine.play(board, Limit(time=20, inc=0.1), False)
    while len(board.move_stack) < plies:
        board.push(result.move)
        replies = [move.board_move for move in board.legal_moves()]
        if not replies:
            break
        expected = result.ponder
        if expected is None:
            board.push(draughts.Move(board, board_move=dice.choice(replies)))
            if board.is_over():
                break
            result = engine.play(board, Limit(time=20, inc=0.1), False)
            continue
        ahead = board.copy()
        ahead.push(expected)
        if ahead.is_over():
            break
        found = []
        thread = threading.Thread(
            target=lambda ahead=ahead, found=found: found.append(engine.play(ahead, Limit(time=0.5, inc=0.05), True))
        )
        thread.start()
        while engine._last_sent != "go ponder":
            time.sleep(0.001)
        time.sleep(0.02)
        assert not found, "the answer came before ponder-hit"
        if (hits + misses) % 2 == 0:
            hits += 1
            board.push(draughts.Move(board, board_move=expected.board_move))
            engine.ponderhit()
            thread.join(10)
            result = found[0]
        else:
            misses += 1
            began = time.monotonic()
            engine.stop()
            thread.join(10)
            assert found
            slowest_stop = max(slowest_stop, engine.finished - began)
            others = [reply for reply in replies if reply != expected.board_move] or replies
            board.push(draughts.Move(board, board_move=dice.choice(others)))
            if board.is_over():
                break
            result = engine.play(board, Limit(time=20, inc=0.1), False)
    end(engine)
    return {"hits": hits, "misses": misses, "plies": len(board.move_stack), "slowest_stop": slowest_stop}


def handshake():
    engine = HubEngine([COMMAND, "hub"])
    engine.init()
    engine.ping()
    _, status = end(engine)
    return {"id": engine.id, "options": sorted(engine.options), "variants": sorted(engine.variants), "status": status}


def one_move(variant, fen="startpos", parameters=None, limit=None):
    """The engine's move in a position, which pydraughts takes only if it is legal and names every captured square."""
    board = draughts.Board(variant, fen)
    engine = start(parameters)
    result = engine.play(board, Limit(**(limit or {"depth": 4})), False)
    end(engine)
    return {"move": result.move.hub_move, "info": engine.info, "seconds": engine.seconds}


def stopped(variant):
    """A long search that is stopped; the seconds from `stop` to its answer."""
    engine = start({"variant": variant})
    found = []
    board = draughts.Board(variant)
    thread = threading.Thread(target=lambda: found.append(engine.play(board, Limit(movetime=300), False)))
    thread.start()
    time.sleep(0.5)
    began = time.monotonic()
    engine.stop()
    thread.join(10)
    end(engine)
    return {"answers": len(found), "seconds": engine.finished - began}


def odd_parameters(folder):
    """Values with blanks, None, and unknown names, as pydraughts writes them: without quotes."""
    path = os.path.join(folder, "a log file")
    engine = start({"variant": "italian", "debug-log-file": path, "ponder": None, "book": True, "no such thing": "a b"})
    engine.ping()
    found = engine.play(draughts.Board("italian"), Limit(depth=2), False).move.hub_move
    end(engine)
    return {"move": found, "log": os.path.exists(path)}


def symbolic_link(folder):
    """Started through a symbolic link in a folder whose name has a blank."""
    link = os.path.join(folder, "my engines")
    os.mkdir(link)
    link = os.path.join(link, "the engine")
    os.symlink(COMMAND, link)
    engine = start({"variant": "english"}, command=link)
    found = engine.play(draughts.Board("english"), Limit(depth=2), False).move.hub_move
    end(engine)
    return {"move": found}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[2]](**json.loads(sys.argv[3]))))
