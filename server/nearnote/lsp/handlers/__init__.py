"""One file an LSP method, by its name: from the protocol's values to a feature and back."""
