"""One file a provider of vectors; each is loaded only when the settings ask for it."""
