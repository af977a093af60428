"""Whether the process that started the server is still there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_SYNCHRONIZE, _STILL_ACTIVE = 0x0010_0000, 258


def gone(pid: int) -> bool:
    """Whether there is no such process any more; one that is dead but not buried is gone."""
    if sys.platform == "win32":
        return _gone_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[:1]
    except OSError:
        return False
    return state in ([b"Z"], [b"X"])


def _gone_on_windows(pid: int) -> bool:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(_SYNCHRONIZE, False, pid)
    if not handle:
        return True
    ended = kernel.WaitForSingleObject(handle, 0) != _STILL_ACTIVE
    kernel.CloseHandle(handle)
    return bool(ended)
