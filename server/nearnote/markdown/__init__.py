"""Markdown in, values out: pure functions that never fail and never touch a disk."""
