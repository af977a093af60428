"""Symbolic links that lead out of a vault: to other files, or to what is no file at all."""

from __future__ import annotations

import os
from pathlib import Path

# File systems of the system's own: what is in them is no note, and some of it is secret.
_SPECIAL = frozenset(
    {
        "binfmt_misc", "bpf", "cgroup", "cgroup2", "debugfs", "devpts", "devtmpfs", "efivarfs",
        "fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore", "rpc_pipefs", "securityfs",
        "selinuxfs", "sysfs", "tracefs",
    }
)  # fmt: skip
_ALWAYS = ("/proc", "/sys", "/dev")


class LinksOut:
    """Which paths of a vault lead out of it; `anywhere` follows those that lead to real files."""

    def __init__(self, root: Path, *, anywhere: bool = False) -> None:
        self._root = os.path.realpath(root)
        self._given = os.path.abspath(root)
        self._anywhere = anywhere
        self._special = _special_places()

    def leads_out(self, path: str) -> bool:
        """Whether what is at a path, relative to the vault, lies elsewhere."""
        whole = os.path.join(self._given, path)
        target = os.path.realpath(whole)
        # A vault that lies in such a file system itself is the user's own doing.
        special = any(
            _is_below(target, place) and not _is_below(self._root, place) for place in self._special
        )
        return special or not (self._anywhere or _is_below(target, self._root))


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _special_places() -> tuple[str, ...]:
    """Where the system's own file systems are mounted."""
    places = set(_ALWAYS) if os.name == "posix" else set()
    try:
        mounts = Path("/proc/self/mounts").read_text("utf-8", errors="replace")
    except OSError:
        return tuple(places)
    for line in mounts.splitlines():
        _, place, kind, *_ = [*line.split(" "), "", "", ""]
        if kind in _SPECIAL:
            places.add(place.replace("\\040", " "))
    return tuple(places)
