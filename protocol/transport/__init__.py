"""What carries bytes between a session and the other side; the only part of a protocol that does I/O."""
