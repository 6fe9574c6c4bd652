"""A match for measuring: played by `damiera match` of this checkout, read back from its journal."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from engine.compilation import build_mode

ROOT = Path(__file__).resolve().parents[1]
DAMIERA = [sys.executable, "-m", "protocol"]


def games(*words: str) -> list[dict[str, Any]]:
    """The games of a match with those arguments and seed 1, as the journal has them.

    A match that cannot be played has said why and ends this process with its status. Says on stderr if the core
    is not compiled: figures of an interpreted one are of little use.
    """
    if build_mode() != "compiled":
        print("this checkout plays interpreted: `python setup.py build_ext --inplace` compiles it", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="damiera_") as folder:
        journal = Path(folder, "match.jsonl")
        command = [*DAMIERA, "match", *words, "--seed", "1", "--journal", str(journal)]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(done.returncode)
        with open(journal, encoding="utf-8") as lines:
            return [event for event in map(json.loads, lines) if event["event"] == "game"]
