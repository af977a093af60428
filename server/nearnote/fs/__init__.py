"""The disk: which files there are, what is in them, when they change."""
