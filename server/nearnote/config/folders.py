"""Where nearnote keeps vectors and models between runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from nearnote.config import Settings


def cache_folder(settings: Settings) -> Path:
    """The user's cache folder, or the one that the settings name; it may not exist yet."""
    if settings.cache_dir:
        return Path(settings.cache_dir).expanduser()
    return Path(platformdirs.user_cache_dir("nearnote", appauthor=False))
