"""The `damiera` command: one file a subcommand."""
