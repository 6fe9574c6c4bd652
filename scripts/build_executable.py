"""Makes the standalone executable for this platform, and tests it: `python3 scripts/build_executable.py`.

In `dist` it leaves, with the version and the platform in their names, the folder build, an archive of it to give
away, and the single file. They are made in an environment that holds nothing but the project and PyInstaller, which
serves again as long as the source is the same. `--no-tests` leaves out the tests; arguments after it are pytest's.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("damiera: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

import shutil
import subprocess
import sysconfig
import tempfile
import tomllib

from environment import ROOT, SetupFailed, ensure_venv, locked, logged, say
from installation import copy_source
from stamp import Stamp

WORK = os.path.join(ROOT, "build", "executable")
DIST = os.path.join(ROOT, "dist")
CLEAN = os.path.join(WORK, "environment")
PYTHON = os.path.join(CLEAN, "Scripts", "python.exe") if os.name == "nt" else os.path.join(CLEAN, "bin", "python")
SPEC = os.path.join(ROOT, "scripts", "executable", "damiera.spec")
SUFFIX = ".exe" if os.name == "nt" else ""
SOURCE = ("engine", "protocol", "pyproject.toml", "setup.py")
STAMP = Stamp("executable", SOURCE)
BESIDE = ("README.md", "LICENSE", os.path.join("protocol", "README.md"), os.path.join("protocol", "examples"))
"""What the folder and the archive hold besides the program."""


def make_environment() -> None:
    """Makes the clean environment, with the project compiled in it, unless it is there. Raises SetupFailed."""
    if os.path.exists(PYTHON) and (STAMP.fresh() or STAMP.same_content()):
        return
    say("compiling the project for an environment of its own, a minute or two")
    STAMP.remove()
    logged("cannot make the environment", [sys.executable, "-m", "venv", "--clear", CLEAN], "executable-venv")
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        tools = tomllib.load(file)["project"]["optional-dependencies"]["dev"]
    needed = [tool for tool in tools if tool.startswith("pyinstaller")]
    with tempfile.TemporaryDirectory(prefix="damiera_") as copy:
        copy_source(copy)
        logged(
            "installation failed",
            [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", *needed, copy],
            "executable-install",
            DAMIERA_REQUIRE_COMPILED="1",
            DAMIERA_INTERPRETED="0",
        )
    STAMP.write()


def write_inside(folder: str) -> None:
    """Writes what goes inside besides the project: its revision, and the licence of Python."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "protocol", "cli"))
    found = revision()
    if found:
        with open(os.path.join(folder, "protocol", "cli", "revision.txt"), "w", encoding="ascii") as file:
            file.write(found)
    for place in (sysconfig.get_path("stdlib"), sys.base_prefix):
        licence = os.path.join(place, "LICENSE.txt")
        if os.path.exists(licence):
            shutil.copy2(licence, os.path.join(folder, "LICENSE-Python.txt"))
            return
    say("the licence of Python is not where it usually is, and is left out")


def revision() -> str:
    """The commit of the checkout, with a plus sign if the source differs from it; empty without git."""
    command = ["git", "-C", ROOT]
    try:
        commit = subprocess.run([*command, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
        changes = subprocess.run([*command, "status", "--porcelain", "--", *SOURCE], capture_output=True, text=True)
    except OSError:
        return ""
    return commit.stdout.strip() + ("+" if changes.stdout else "") if commit.returncode == 0 else ""


def freeze() -> None:
    """Runs PyInstaller: afterwards `damiera` and `damiera-single` are in WORK. Raises SetupFailed."""
    say("collecting what the program needs")
    inside = os.path.join(WORK, "inside")
    write_inside(inside)
    # Isolated, or it would find the packages of the checkout in the current folder.
    command = [PYTHON, "-I", "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    places = ["--distpath", WORK, "--workpath", os.path.join(WORK, "work")]
    logged("PyInstaller failed", [*command, *places, SPEC, "--", inside], "executable-build")


def pack() -> tuple[str, str, str]:
    """Puts the results into DIST: the folder, its archive, the single file."""
    query = [PYTHON, "-I", "-c", "from engine import __version__; print(__version__)"]
    version = subprocess.run(query, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    platform = sysconfig.get_platform()
    os.makedirs(DIST, exist_ok=True)
    name = f"damiera-{version}-{platform}"
    folder = os.path.join(DIST, name)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(WORK, "damiera"), folder, symlinks=True)
    for beside in BESIDE:
        source, target = os.path.join(ROOT, beside), os.path.join(folder, beside)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        copy = shutil.copytree if os.path.isdir(source) else shutil.copy2
        copy(source, target)
    archive = shutil.make_archive(folder, "zip" if os.name == "nt" else "gztar", DIST, name, owner="root", group="root")
    single = os.path.join(DIST, f"damiera-{version}-{platform}-single{SUFFIX}")
    shutil.copy2(os.path.join(WORK, f"damiera-single{SUFFIX}"), single)
    return folder, archive, single


def size(path: str) -> int:
    """The bytes of a file, or of all files in a folder."""
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)


def main(arguments: list[str]) -> int:
    if any(word in ("--help", "-h") for word in arguments):
        print(__doc__)
        return 0
    try:
        with locked():
            ensure_venv()
            make_environment()
            freeze()
            made = pack()
    except (SetupFailed, OSError) as error:
        say(str(error))
        return 1
    for path in made:
        print(f"{size(path) / 1e6:6.1f} MB  {os.path.relpath(path)}", flush=True)
    if arguments[:1] == ["--no-tests"]:
        return 0
    tests = [os.path.join(ROOT, "scripts", "test.py"), os.path.join("tests", "executable"), "-m", "slow or not slow"]
    environment = {**os.environ, "DAMIERA_EXECUTABLES": DIST}
    return subprocess.call([sys.executable, *tests, *arguments], env=environment)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
