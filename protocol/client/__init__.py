"""Driving other engines: one interface, and an implementation for each protocol."""
