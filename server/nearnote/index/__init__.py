"""Words and vectors of the chunks of one vault, and how hits are ranked."""
