"""From text to vectors: the model, its providers and the cache of what it gave."""
