"""The draughts engine: rules, evaluation, endgames, search, and the text-free player over them."""

from engine import imports

__version__ = "0.1.0"

imports.install()
