"""This checkout against another revision of it: `python3 scripts/sprt.py [REVISION] [OPTIONS OF damiera match]`.

Plays the checkout as it is, changes and all, against REVISION (default HEAD), and stops when it is
sure enough. Both are frozen first: copied to build/sprt and compiled there, so that you can go on
working. A copy serves again as long as its source is the same.

Options go to `damiera match`. Without them: --sprt elo0=0 elo1=5 --tc 5+0.05, a journal and the games
in build/sprt. `--each KEY=VALUE...` is said of both engines, as `--each option.Hash=16`.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("damiera: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

import hashlib
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Callable

from environment import PYTHON, ROOT, SetupFailed, ensure_venv, locked, pip_install, say
from stamp import is_made_in_place

FROZEN = os.path.join(ROOT, "build", "sprt")
DEFAULTS = {
    "--sprt": ["elo0=0", "elo1=5", "alpha=0.05", "beta=0.05"],
    "--tc": ["5+0.05"],
}
LIMITS = ("--tc", "--movetime", "--nodes", "--depth")
BUILT_FROM = ("engine", "protocol", "pyproject.toml", "setup.py")
READY = "damiera-is-built"


class SprtFailed(Exception):
    """There is nothing to play with; `str()` is the one-line message."""


def git(*words: str) -> str:
    """What git says. Raises SprtFailed."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise SprtFailed("git is needed to get at another revision, and is not installed") from None
    if done.returncode:
        raise SprtFailed((done.stderr.strip() or f"git {words[0]} failed").splitlines()[0])
    return done.stdout


def freeze_revision(revision: str) -> str:
    """The folder with a revision, built. Raises SprtFailed."""
    try:
        commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except SprtFailed:
        raise SprtFailed(f"unknown revision {revision!r}: expected a commit, branch or tag of this checkout") from None

    def fill(folder: str) -> None:
        archive = os.path.join(folder, "archive.zip")
        git("archive", "--format=zip", f"--output={archive}", commit)
        with zipfile.ZipFile(archive) as file:
            file.extractall(folder)
        os.remove(archive)

    return _frozen(f"revision-{commit[:12]}", fill)


def freeze_checkout() -> str:
    """The folder with the checkout as it is, built. Raises SprtFailed."""
    paths = sorted(path for name in BUILT_FROM for path in _files(os.path.join(ROOT, name)))
    sha = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        sha.update(f"{os.path.relpath(path, ROOT)}\0{len(data)}\0".encode() + data)

    def fill(folder: str) -> None:
        for path in paths:
            target = os.path.join(folder, os.path.relpath(path, ROOT))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(path, target)

    return _frozen(f"checkout-{sha.hexdigest()[:12]}", fill)


def _files(path: str) -> list[str]:
    """The source files in a folder, or the file itself."""
    if os.path.isfile(path):
        return [path]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.join(folder, name) for name in names if not is_made_in_place(name)]
    return found


def _frozen(name: str, fill: Callable[[str], None]) -> str:
    folder = os.path.join(FROZEN, name)
    ready = os.path.join(folder, READY)
    if not os.path.exists(ready):
        say(f"compiling {name}, about a minute")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        fill(folder)
        _build(folder)
        open(ready, "w").close()
    return folder


def _build(folder: str) -> None:
    """Compiles the core of a copy. Raises SprtFailed."""
    log = os.path.join(folder, "build.log")
    environment = {**os.environ, "DAMIERA_REQUIRE_COMPILED": "1", "DAMIERA_INTERPRETED": "0"}
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(
            [PYTHON, "setup.py", "build_ext", "--inplace"],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        ).returncode
    if status:
        raise SprtFailed(f"{os.path.basename(folder)} does not compile; the log is {log}")


def ensure_tools() -> None:
    """Brings what a build and a match need into `.venv`. Raises SetupFailed."""
    ensure_venv()
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        document = tomllib.load(file)
    needed = [*document["build-system"]["requires"], *document["project"]["dependencies"]]
    probe = [PYTHON, "-c", "import Cython, attrs, setuptools"]
    if subprocess.run(probe, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        say("installing what compiles the core into .venv")
        pip_install(*needed)


def match_words(words: list[str], new: str, old: str, revision: str) -> list[str]:
    """The command line of the match, without the program."""
    each, rest = _take_each(words)
    for name, default in DEFAULTS.items():
        replacements = LIMITS if name == "--tc" else (name,)
        if not any(word.split("=")[0] in replacements for word in rest):
            rest += [name, *default]
    names = ("new", "old" if revision == "new" else revision)
    journal = os.path.join(FROZEN, f"{os.path.basename(new)}-{os.path.basename(old)}")
    for name, ending in (("--journal", ".jsonl"), ("--pdn", ".pdn")):
        if not any(word.split("=")[0] == name for word in rest):
            rest += [name, journal + ending]
    engines = []
    for name, folder in zip(names, (new, old), strict=True):
        engines += ["--engine", f"cmd={_quoted(PYTHON)} -m protocol uci", f"name={name}", f"dir={folder}", "proto=uci"]
        engines += each
    return ["match", *engines, *rest]


def _take_each(words: list[str]) -> tuple[list[str], list[str]]:
    """The words behind `--each`, and all the others."""
    each: list[str] = []
    rest: list[str] = []
    into = rest
    for word in words:
        if word == "--each":
            into = each
        elif into is each and "=" in word and not word.startswith("-"):
            each.append(word)
        else:
            into = rest
            rest.append(word)
    return each, rest


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path


def main(words: list[str]) -> int:
    if any(word in ("--help", "-h") for word in words):
        print(__doc__)
        return 0
    revision = words.pop(0) if words and not words[0].startswith("-") else "HEAD"
    try:
        with locked():
            ensure_tools()
            old, new = freeze_revision(revision), freeze_checkout()
    except (SetupFailed, SprtFailed, OSError) as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    # The match is run by the frozen copy too.
    program = f"import sys; sys.path.insert(0, {new!r}); from protocol.cli.main import main; sys.exit(main())"
    process = subprocess.Popen([PYTHON, "-c", program, *match_words(words, new, old, revision)])
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # Ctrl+C reaches the match as well; how it ends is its own affair
            continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
