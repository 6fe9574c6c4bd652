"""What the engine says to other programs and to people: protocols, transports and the command line."""
