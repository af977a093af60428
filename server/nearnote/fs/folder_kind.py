"""What a folder is by the files at its top: a vault of notes, a repository of code, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# What Obsidian, nearnote, Foam, zk, marksman, markdown-oxide, Logseq, Dendron, iwe leave.
NOTE_MARKERS = (
    ".obsidian", ".nearnote.toml", ".foam", ".zk", ".marksman.toml", ".moxide.toml",
    "logseq", "dendron.yml", ".iwe",
)  # fmt: skip
CODE_MARKERS = (
    ".git", ".hg", ".svn", "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "go.mod",
    "pom.xml", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "Makefile", "Gemfile",
    "composer.json", "mix.exs", "deno.json",
)  # fmt: skip


def is_marked_as_notes(root: Path) -> bool:
    """Whether a tool for notes left its mark."""
    return _any(root, NOTE_MARKERS)


def looks_like_code(root: Path) -> bool:
    """Whether it is a repository or a project, whose Markdown may be no notes at all."""
    return _any(root, CODE_MARKERS)


def _any(root: Path, names: tuple[str, ...]) -> bool:
    try:
        return any((root / name).exists() for name in names)
    except OSError:
        return False
