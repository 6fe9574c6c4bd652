"""Runs in an environment with pydraughts: `python pydraughts_dxp.py COMMAND SCENARIO ARGUMENTS`, the last in JSON."""

import contextlib
import faulthandler
import json
import os
import random
import re
import subprocess
import sys
import threading
import time

import draughts
from draughts.engine import DXPEngine

COMMAND = sys.argv[1]
LONGEST = 280

# pydraughts waits for ever, in threads that keep the process alive, for what does not come.
faulthandler.dump_traceback_later(LONGEST, exit=True)


@contextlib.contextmanager
def server(*arguments):
    """The engine as a server; yields its port."""
    command = [COMMAND, "dxp", "--listen", "127.0.0.1:0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = []
    try:
        port = re.search(r"listening on 127\.0\.0\.1:(\d+)", process.stderr.readline())[1]
        reader = threading.Thread(target=lambda: lines.extend(process.stderr))
        reader.start()
        yield port, lines
        assert process.poll() is None, "the server has ended"
    finally:
        process.terminate()
        process.wait()
    reader.join()
    assert process.stdout.read() == ""


def engine_at(port, minutes=0):
    return DXPEngine(None, {"ip": "127.0.0.1", "port": port}, initial_time=60 * minutes)


def quit_aside(engine):
    """Quits, which takes pydraughts seven seconds; the other side knows at once."""
    threading.Thread(target=engine.quit).start()


def wait_for(lines, text, count):
    """Waits until the server has said so often enough."""
    end = time.monotonic() + 20
    while "".join(lines).count(text) < count:
        assert time.monotonic() < end, lines
        time.sleep(0.01)


def play(port, variant, fen="startpos", minutes=0, seed=1):
    """A game of the engine, which begins, and a player who moves at random."""
    dice = random.Random(seed)
    board = draughts.Board(variant, fen)
    colors = {draughts.WHITE: "white", draughts.BLACK: "black"}
    color = board.turn
    engine = engine_at(port, minutes)
    slowest = 0.0
    while not board.is_over():
        if board.turn == color:
            began = time.monotonic()
            move = engine.play(board).move
            slowest = max(slowest, time.monotonic() - began)
            board.push(move)
        else:
            board.push(draughts.Move(board, board_move=dice.choice(board.legal_moves()).board_move))
    winner = {None: None, 0: "draw", **colors}[board.winner()]
    quit_aside(engine)
    return {
        "variant": variant,
        "engine": colors[color],
        "winner": winner,
        "plies": len(board.move_stack),
        "slowest": slowest,
        "name": engine.id["name"],
    }


def games(arguments, wanted):
    """Games with one server, one after the other; each begins the moment that the one before has quit."""
    with server(*arguments) as (port, lines):
        found = [play(port, **game) for game in wanted]
        wait_for(lines, "is gone", len(wanted))
    return {"games": found, "lines": lines}


def take_back(arguments, variant, requests):
    """A game of two moves each, then take-backs (move number, colour); the plies left after each, and the answers."""
    colors = {"white": draughts.WHITE, "black": draughts.BLACK}
    found = []
    with server(*arguments) as (port, lines):
        board = draughts.Board(variant)
        engine = engine_at(port)
        for _ in range(2):
            board.push(engine.play(board).move)
            board.push(draughts.Move(board, board_move=board.legal_moves()[0].board_move))
        board.push(engine.play(board).move)
        for number, color in requests:
            accepted, after, result = engine.takeback(number, colors[color])
            found.append([accepted, len(after.move_stack), result.move is not None])
        # What is on both boards must still be the same. After a refusal pydraughts takes no move any more.
        board = engine.sender.current.pos.copy()
        if accepted:
            board.push(draughts.Move(board, board_move=board.legal_moves()[0].board_move))
            board.push(engine.play(board).move)
        quit_aside(engine)
        wait_for(lines, "is gone", 1)
    return {"answers": found, "plies": len(board.move_stack)}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[2]](**json.loads(sys.argv[3]))), flush=True)
    os._exit(0)  # without waiting for what pydraughts waits for
