"""Help while writing: what the cursor is on, its uses and renames, what may come next."""
