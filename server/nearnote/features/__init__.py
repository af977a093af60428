"""Everything that can be asked of a vault: plain functions that take one and give values."""
