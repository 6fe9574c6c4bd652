"""What is shown of a match when it is over, or while it runs."""
