"""Matches between engines: playing them, keeping what was played, and what it means."""
