"""Who the engine says it is, in every protocol."""

NAME = "Damiera"
AUTHOR = "the Damiera authors"
