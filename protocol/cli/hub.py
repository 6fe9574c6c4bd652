"""`damiera hub`."""

from protocol.cli.stdio import serving

SUBCOMMAND = serving("hub", "the Hub protocol, version 2,")
