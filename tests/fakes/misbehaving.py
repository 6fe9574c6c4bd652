"""An engine that speaks UCI or Hub and plays by the rules, until it does what its mode says.

Run as a program: `misbehaving.py uci|hub MODE [--after N] [--delay S] [--variant NAME]`. It plays
well for N answers; MODE then strikes. Without rules of its own for anything else, it plays the first
legal move, at once.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.rules.errors import RulesError
from engine.rules.fen import format_hub, parse_fen, parse_hub
from engine.rules.notation import format_move, parse_hub_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import find_variant

MODES = {
    "none": "behaves well",
    "slow-start": "answers the handshake after the delay",
    "crash-at-start": "ends before the handshake, with status 3 and a word on standard error",
    "no-handshake": "never answers the handshake",
    "crash": "ends on go, with status 3 and a word on standard error",
    "killed": "ends on go by SIGSEGV",
    "stall": "does not answer go",
    "late": "answers go after the delay",
    "illegal": "answers with an illegal move",
    "nonsense-move": "answers with what is no move",
    "no-move": "answers that it has no move",
    "no-answer-word": "answers with a bare bestmove or done",
    "two-answers": "answers go twice",
    "garbage": "writes lines that mean nothing, then stalls",
    "chatter": "writes lines that mean nothing, then answers well",
    "binary": "writes bytes that are no text, then stalls",
    "flood": "floods standard output with lines for ever",
    "long-line": "floods standard output without a line end",
    "flood-then-answer": "floods standard output for the delay, then answers",
    "flood-stderr": "floods standard error for the delay, then answers",
    "partial": "writes its answer without a line end, and waits",
    "partial-and-exit": "writes its answer without a line end, and ends",
    "close-stdout": "closes its standard output and lives on",
    "deaf": "never reads again",
    "ignores-stop": "goes on searching after stop",
    "ignores-quit": "stays after quit, end of input and SIGTERM",
    "child": "leaves a child behind that holds its output, then ends on go",
    "child-at-start": "has a child, and behaves well",
}


class Engine:
    """The engine: lines in, lines out."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.hub = arguments.protocol == "hub"
        self.mode = arguments.mode
        self.after = arguments.after
        self.delay = arguments.delay
        self.variant = find_variant(arguments.variant)
        self.position = Position.start(self.variant)
        self.waiting = False

    def say(self, line: str) -> None:
        os.write(1, line.encode() + b"\n")

    def run(self) -> None:
        if self.mode == "ignores-quit":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if self.mode == "child-at-start":
            subprocess.Popen(["sleep", "300"])
        for line in sys.stdin:
            try:
                self.handle(line.strip())
            except RulesError as error:
                self.say(f'error message="{error}"' if self.hub else f"info string error: {error}")
        if self.mode == "ignores-quit":
            self.wait_for_ever()

    def handle(self, line: str) -> None:
        word = line.partition(" ")[0]
        match word:
            case "uci" | "hub":
                self.greet()
            case "isready":
                self.say("readyok")
            case "init":
                self.say("ready")
            case "ping":
                self.say("pong")
            case "setoption" | "set-param":
                name = line.split()[-1].rpartition("=")[2]
                if "variant" in line.lower():
                    self.variant = find_variant(name)
            case "position":
                self.set_position(line)
            case "pos":
                self.set_hub_position(line)
            case "go":
                self.go(line)
            case "stop" | "ponderhit" | "ponder-hit":
                if self.waiting and not (word == "stop" and self.mode == "ignores-stop"):
                    self.waiting = False
                    self.answer()
            case "quit":
                if self.mode == "ignores-quit":
                    self.wait_for_ever()
                sys.exit()

    def greet(self) -> None:
        match self.mode:
            case "slow-start":
                time.sleep(self.delay)
            case "crash-at-start":
                self.crash()
            case "no-handshake":
                self.wait_for_ever()
        if self.hub:
            self.say('id name=Misbehaving version=1 author="The tests"')
            self.say(f'param name=variant value={self.variant.hub_name} type=enum values="italian english normal"')
            self.say("wait")
        else:
            self.say("id name Misbehaving")
            self.say("option name UCI_Variant type combo default italian var italian var english var international")
            self.say("option name Hash type spin default 16 min 1 max 1024")
            self.say("uciok")

    def set_position(self, line: str) -> None:
        source, _, moves = line.removeprefix("position").partition(" moves ")
        kind, _, text = source.strip().partition(" ")
        self.position = Position.start(self.variant) if kind == "startpos" else parse_fen(text, self.variant)
        for move in moves.split():
            self.position = self.position.after(parse_move(self.position, move))

    def set_hub_position(self, line: str) -> None:
        board = line.partition("pos=")[2].partition(" ")[0]
        if len(board) != len(format_hub(self.position)):
            self.variant = find_variant("international" if len(board) == 51 else "italian")
        self.position = parse_hub(board, self.variant)
        for move in line.partition('moves="')[2].rstrip('"').split():
            self.position = self.position.after(parse_hub_move(self.position, move))

    def go(self, line: str) -> None:
        words = line.split()
        if {"infinite", "ponder", "analyze"} & set(words):
            self.waiting = True
        elif self.after > 0 or self.mode not in STRIKES:
            self.after -= 1
            self.answer()
        else:
            STRIKES[self.mode](self)

    def answer(self) -> None:
        self.say("info depth=1 score=0.10" if self.hub else "info depth 1 score cp 10")
        self.say(self.answer_line())

    def answer_line(self) -> str:
        moves = self.position.legal_moves
        if not moves:
            return "done" if self.hub else "bestmove (none)"
        move = format_move(self.position, moves[0], style="hub" if self.hub else "full")
        return self.answer_with(move)

    def answer_with(self, move: str) -> str:
        return f"done move={move}" if self.hub else f"bestmove {move}"

    # What the modes do.

    def wait_for_ever(self) -> None:
        while True:
            time.sleep(60)

    def crash(self) -> None:
        os.write(2, b"out of cheese\n")
        os._exit(3)

    def be_late(self) -> None:
        time.sleep(self.delay)
        self.answer()

    def chatter(self) -> None:
        for line in ("", "   ", "* * * 01 02", "readyok?", "INFO", "info", "bestmoves 1-2", "ready steady", "= = ="):
            self.say(line)

    def flood(self, descriptor: int, line: bytes, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for _ in range(100):
                os.write(descriptor, line * 100)

    def leave_child(self) -> None:
        subprocess.Popen(["sleep", "300"])
        self.crash()


STRIKES = {
    "crash": Engine.crash,
    "killed": lambda engine: os.kill(os.getpid(), signal.SIGSEGV),
    "stall": lambda engine: None,
    "late": Engine.be_late,
    "illegal": lambda engine: engine.say(engine.answer_with("1-32")),
    "nonsense-move": lambda engine: engine.say(engine.answer_with("e2e4q?")),
    "no-move": lambda engine: engine.say("done" if engine.hub else "bestmove (none)"),
    "no-answer-word": lambda engine: engine.say("done" if engine.hub else "bestmove"),
    "two-answers": lambda engine: (engine.answer(), engine.answer()),
    "garbage": Engine.chatter,
    "chatter": lambda engine: (engine.chatter(), engine.answer()),
    "binary": lambda engine: os.write(1, bytes(range(256)) * 100),
    "flood": lambda engine: engine.flood(1, b"info depth 1 and so on and so on\n", 1e9),
    "long-line": lambda engine: engine.flood(1, b"info depth 1 and so on and so on ", 1e9),
    "flood-then-answer": lambda engine: (engine.flood(1, b"info depth 1 and so on\n", engine.delay), engine.answer()),
    "flood-stderr": lambda engine: (engine.flood(2, b"warning: nothing\n", engine.delay), engine.answer()),
    "partial": lambda engine: os.write(1, engine.answer_line().encode()),
    "partial-and-exit": lambda engine: (os.write(1, engine.answer_line().encode()), os._exit(0)),
    "close-stdout": lambda engine: (os.close(1), engine.wait_for_ever()),
    "deaf": Engine.wait_for_ever,
    "child": Engine.leave_child,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("protocol", choices=("uci", "hub"))
    parser.add_argument("mode", choices=MODES)
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.3)
    parser.add_argument("--variant", default="italian")
    Engine(parser.parse_args()).run()


if __name__ == "__main__":
    main()
