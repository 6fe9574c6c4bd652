"""The files that a match writes: no two are one, no two matches write to one, and a device stays what it is."""

import contextlib
import errno
import os
from collections.abc import Iterable, Sequence
from pathlib import Path


def named_twice(written: Sequence[tuple[str, Path]], read: Sequence[tuple[str, Path]]) -> str | None:
    """What is wrong if a file to be written is another one as well, in one line; None if nothing is.

    Each file comes with what it is called in the message.
    """
    for number, (name, path) in enumerate(written):
        for other, its_path in (*written[number + 1 :], *read):
            if not is_special(path) and _are_same(path, its_path):
                return f"{name} and {other} are the same file, {path}: expected different ones"
    return None


def is_special(path: Path) -> bool:
    """Whether something is there that is no regular file: a device, a pipe, a folder."""
    return path.exists() and not path.is_file()


def check_place(path: Path) -> None:
    """Whether `write_whole` can write there, so that it is not found out after a long match. Raises OSError."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not is_special(path):
        new = _new(Path(os.path.realpath(path)))
        new.touch()
        new.unlink()
    elif not os.access(path, os.W_OK):  # to open a pipe might be to wait
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes a text file that is whole at any moment, the old one or the new one; a device or a pipe is written to.

    Raises OSError.
    """
    if is_special(path):
        _write(path, pieces)
        return
    path = Path(os.path.realpath(path))  # a link stays one
    new = _new(path)
    try:
        _write(new, pieces)
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def claim(descriptor: int) -> None:
    """Keeps other matches out of an open file until we close it or end. Raises OSError if one is in it."""
    try:
        import fcntl
    except ImportError:
        return  # Windows: who starts a match twice on one file is not kept from it
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _are_same(path: Path, other: Path) -> bool:
    try:
        return os.path.samefile(path, other)
    except OSError:  # one is not there yet
        return os.path.realpath(path) == os.path.realpath(other)


def _new(path: Path) -> Path:
    """Where it is written before it takes its place; no name that anybody else gives."""
    return path.with_name(f"{path.name}.{os.getpid()}.new")


def _write(path: Path, pieces: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(pieces)
