"""All open folders together, and the one thread that works on them."""
