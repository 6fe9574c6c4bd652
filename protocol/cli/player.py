"""An engine set up by the command line."""

from typing import Any

from engine.options import OptionError
from engine.player import Player
from engine.rules.variants import Variant
from protocol.cli.arguments import UsageError
from protocol.errors import RemoteError
from protocol.log import Log


def player_from(values: dict[str, Any]) -> Player:
    """An engine with the game and the options of the command line. Raises UsageError."""
    player = Player()
    variant: Variant | None = values["variant"]
    if variant is not None:
        player.set_option("UCI_Variant", variant.name)
    for name, value in values["option"]:
        try:
            player.set_option(name, value)
        except OptionError as error:
            raise UsageError(f"--option: {error}") from None
    try:
        if path := player.options["Debug Log File"]:
            Log.open(path).close()
    except RemoteError as error:
        raise UsageError(f"--option: {error}") from None
    return player
