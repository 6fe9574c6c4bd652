"""An engine set up by the command line."""

from typing import Any

from engine.options import OptionError, find_option
from engine.player import Player
from engine.rules.variants import Variant
from protocol.cli.arguments import UsageError
from protocol.errors import RemoteError
from protocol.log import LOG_OPTION, Log
from protocol.options import VARIANT_OPTION


def player_from(values: dict[str, Any]) -> Player:
    """An engine with the game and the options of the command line. Raises UsageError."""
    player = Player()
    variant: Variant | None = values["variant"]
    if variant is not None:
        player.set_option(VARIANT_OPTION, variant.name)
    for name, value in values["option"]:
        try:
            player.set_option(name, value)
        except OptionError as error:
            raise UsageError(f"--option: {error}") from None
    try:
        if path := player.options[LOG_OPTION]:
            Log.open(path).close()
    except RemoteError as error:
        raise UsageError(f"--option: {error}") from None
    return player


def variant_told(values: dict[str, Any], player: Player) -> Variant | None:
    """The game of that player if the command line names it; None if it is only the one that is usual."""
    named = values["variant"] is not None or VARIANT_OPTION in (find_option(name).name for name, _ in values["option"])
    return player.game.variant if named else None
