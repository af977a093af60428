"""The protocol: one editor's session, its documents, and what it may ask."""
