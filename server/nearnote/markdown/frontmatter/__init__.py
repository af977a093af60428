"""The block at the top of a note: where it is, and what its keys say."""
