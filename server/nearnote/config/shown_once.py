"""What a person is told once and not at every start."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def first_time(folder: Path, what: str) -> bool:
    """Whether this is asked for the first time on this machine; `folder` keeps the memory of it.

    Where nothing can be kept it is always the first time.
    """
    mark = folder / "said" / sha256(what.encode(errors="replace")).hexdigest()[:16]
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True
    return True
