"""What the user may want to do with a paragraph, a section or a note: as edits to choose from."""
