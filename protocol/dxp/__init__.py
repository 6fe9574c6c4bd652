"""DamExchange (DXP), version 01: games between programs over TCP, or over lines of text."""
