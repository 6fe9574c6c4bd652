"""The UCI-like protocol."""
