"""nearnote: a language server that finds Markdown notes by meaning."""

__version__ = "0.1.0"
