"""A position drawn for people."""

from engine.rules.position import Position
from engine.rules.squares import square_name
from engine.rules.variants import Color


def draw_board(position: Position) -> list[str]:
    """The board as lines of text, White at the bottom: the pieces, and beside them the squares' names.

    Small letters are men, capitals kings; a dot is an empty dark square.
    """
    variant = position.variant
    geometry = variant.geometry
    shown = {square: "." for square in geometry.squares}
    for color in Color:
        letter = color.letter
        shown |= {square: letter.lower() for square in position.men(color)}
        shown |= {square: letter for square in position.kings_of(color)}
    lines = []
    for row in range(geometry.size):
        pieces, names = [" "] * geometry.size, ["  "] * geometry.size
        for square in geometry.squares[row * geometry.row_length : (row + 1) * geometry.row_length]:
            column = geometry.column(square)
            pieces[column] = shown[square]
            names[column] = f"{square_name(variant, square):>2}"
        lines.append(f"  {' '.join(pieces)}     {' '.join(names)}".rstrip())
    return lines
