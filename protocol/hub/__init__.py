"""The Hub protocol, version 2."""
