"""Data files of the package that hold many numbers: a line of JSON that says what they are and how they were made,
with the SHA-256 sum of what follows, and then the numbers, compressed."""

from pathlib import Path
from typing import Any


class PackedError(OSError):
    """A data file that is not as it was made; `str()` is the one-line message."""


def read_packed(path: Path) -> tuple[dict[str, Any], bytes]:
    """The first line and the numbers of a file. Raises PackedError if it is damaged, OSError if it cannot be read."""
    # Not needed to start up, and slow to load.
    import hashlib
    import json
    import zlib

    line, _, packed = path.read_bytes().partition(b"\n")
    try:
        header = json.loads(line)
        if header["sha256"] == hashlib.sha256(packed).hexdigest():
            return header, zlib.decompress(packed)
    except (ValueError, KeyError, TypeError, zlib.error):
        pass
    raise PackedError(f"{path}: expected the file as it was made, found another SHA-256 sum than in its first line")


def write_packed(path: Path, header: dict[str, Any], data: bytes) -> None:
    """Makes such a file; the sum is added to `header`."""
    import hashlib
    import json
    import zlib

    packed = zlib.compress(data, 9)
    line = json.dumps({**header, "sha256": hashlib.sha256(packed).hexdigest()})
    path.write_bytes(line.encode("ascii") + b"\n" + packed)
