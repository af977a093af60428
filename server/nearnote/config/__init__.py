"""What the user can choose, and how it is read."""

from nearnote.config.reading import Layer, Problem, parse
from nearnote.config.table import KEYS, REMOTE_PROVIDERS, Key, Settings, Value

__all__ = ["KEYS", "REMOTE_PROVIDERS", "Key", "Layer", "Problem", "Settings", "Value", "parse"]
