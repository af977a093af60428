"""How notes name each other: outlines, names and what a written link means. Pure values."""
