"""The tables of endings that come with the engine: one data file per game in `data`, made by
scripts/make_endings.py (see `engine.packed`)."""

from pathlib import Path

from engine.packed import PackedError, read_packed, write_packed

DATA = Path(__file__).with_name("data")


def read_values(game: str) -> tuple[int, int, bytes] | None:
    """The most pieces, the most kings and the values of a game's table, None if it has none. Raises PackedError if it
    is damaged, or another's."""
    file = _file(game)
    if not file.is_file():
        return None
    header, values = read_packed(file)
    if header.get("game") != game:
        raise PackedError(f"{file}: expected the endings of {game}, found those of {header.get('game')}")
    return header["pieces"], header["kings"], values


def write_values(game: str, pieces: int, kings: int, values: bytes, made: str) -> Path:
    """Writes a game's table; `made` says how it was made."""
    file = _file(game)
    write_packed(file, {"game": game, "pieces": pieces, "kings": kings, "made": made}, values)
    return file


def _file(game: str) -> Path:
    return DATA / f"{game}.endings"
