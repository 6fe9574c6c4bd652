"""`damiera uci`."""

from protocol.cli.stdio import serving

SUBCOMMAND = serving("uci", "the UCI-like protocol")
