"""What stops a command."""

from __future__ import annotations


class CommandError(Exception):
    """The command cannot be done; the message is one plain sentence for the user."""
