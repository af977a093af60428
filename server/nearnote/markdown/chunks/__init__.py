"""A note cut into the pieces that a search finds."""
