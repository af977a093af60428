"""A note's body read into values, segment by segment; pyromark is used here only."""
