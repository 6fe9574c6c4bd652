"""Portable Draughts Notation: game records, read from whatever real files hold and written by PDN 3.0."""
