"""Which files a vault has and what is read of them, on real folders."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from nearnote.fs.files import Walk, needs_marker, read, spelled, watch


def make(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def paths(root: Path, *exclude: str) -> list[str]:
    return [entry.path for entry in Walk(root, exclude).entries()]


def test_what_is_left_out(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "a.md": "",
            "B.MARKDOWN": "",
            "pic.png": "",
            ".hidden.md": "",
            ".obsidian/x.md": "",
            "node_modules/p/readme.md": "",
            "drafts/x.md": "",
            "drafts/keep.md": "",
            "out/x.md": "",
            "sub/.gitignore": "/private\n*.tmp.md\n!ok.tmp.md\n",
            "sub/private/x.md": "",
            "sub/deep/private/x.md": "",
            "sub/a.tmp.md": "",
            "sub/ok.tmp.md": "",
            ".ignore": "drafts/*\n!drafts/keep.md\n",
            "archive/2020/x.md": "",
        },
    )
    assert paths(tmp_path, "out/", "archive/**") == [
        "B.MARKDOWN",
        "a.md",
        "pic.png",
        "drafts/keep.md",
        "sub/ok.tmp.md",
        "sub/deep/private/x.md",
    ]
    walk = Walk(tmp_path, ("out/", "archive/**"))
    listed = set(paths(tmp_path, "out/", "archive/**"))
    every = {
        file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()
    }
    assert {path for path in every if walk.takes(path)} == listed


def test_symlink_loops_end(tmp_path: Path) -> None:
    make(tmp_path, {"a/x.md": "", "b/y.md": ""})
    os.symlink(tmp_path, tmp_path / "a" / "up", target_is_directory=True)
    os.symlink(tmp_path / "a", tmp_path / "b" / "a", target_is_directory=True)
    os.symlink(tmp_path / "gone.md", tmp_path / "broken.md")
    found = paths(tmp_path)
    assert sorted(path.rpartition("/")[2] for path in found) == ["x.md", "y.md"]


@pytest.mark.parametrize(
    ("data", "limit", "text", "whole"),
    [
        (b"abc", 10, "abc", True),
        (b"a\xff\xfeb", 10, "a\ufffd\ufffdb", True),
        (b"\xef\xbb\xbfx", 10, "x", True),
        (b"a\x00b", 10, "a\x00b", True),
        (b"one\ntwo\nthree", 9, "one\ntwo\n", False),
        (b"onelongline", 4, "onel", False),
    ],
)
def test_read(tmp_path: Path, data: bytes, limit: int, text: str, whole: bool) -> None:
    file = tmp_path / "n.md"
    file.write_bytes(data)
    contents = read(file, limit)
    assert contents is not None
    assert (contents.source.text, contents.whole, contents.size) == (text, whole, len(data))


def test_read_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.md")
        assert read(tmp_path / "pipe.md", 10) is None
    assert read(tmp_path / "folder.md", 10) is None
    assert read(tmp_path / "none.md", 10) is None
    assert read(tmp_path / "nul\x00.md", 10) is None


def test_wide_roots_need_a_marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    (home / "notes").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    assert needs_marker(Path(home.anchor))
    assert needs_marker(home)
    assert needs_marker(tmp_path)
    assert not needs_marker(home / "notes")
    (home / ".nearnote.toml").touch()
    assert not needs_marker(home)


def test_spelled(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    os.symlink(tmp_path / "real", tmp_path / "link", target_is_directory=True)
    assert spelled(tmp_path / "link", tmp_path / "real" / "a.md") == "a.md"
    assert spelled(tmp_path / "real", tmp_path / "other.md") is None


async def test_watch(tmp_path: Path) -> None:
    make(tmp_path, {"a.md": "", ".git/x": ""})
    stop = asyncio.Event()

    async def until_seen() -> set[str]:
        seen: set[str] = set()
        async for changed in watch(tmp_path, stop):
            seen |= changed
            if {"a.md", "new/b.md"} <= seen or "new" in seen:
                stop.set()
        return seen

    async def change_until_stopped() -> None:
        # The watcher gives no sign when it is ready, so the change is repeated until it is seen.
        number = 0
        while not stop.is_set():
            number += 1
            make(tmp_path, {"a.md": str(number), "new/b.md": str(number), ".git/x": str(number)})
            try:
                await asyncio.wait_for(stop.wait(), 0.3)
            except TimeoutError:
                continue

    seen, _ = await asyncio.wait_for(asyncio.gather(until_seen(), change_until_stopped()), 20)
    assert "a.md" in seen
    assert not any(path.startswith(".git") for path in seen)


def test_links_that_lead_out_are_left_out(tmp_path: Path) -> None:
    root, other = tmp_path / "vault", tmp_path / "other"
    for folder in (root, other, root / "in"):
        folder.mkdir()
    (other / "theirs.md").write_text("theirs")
    (root / "in" / "a.md").write_text("a")
    os.symlink(root / "in" / "a.md", root / "inside.md")
    os.symlink("in", root / "deep", target_is_directory=True)
    os.symlink(other / "theirs.md", root / "out.md")
    os.symlink("../other", root / "folder", target_is_directory=True)
    os.symlink(root / "out.md", root / "through.md")
    os.symlink("/proc/self/environ", root / "env.md")
    os.symlink("/proc/self", root / "self", target_is_directory=True)
    os.symlink("/dev/null", root / "null.md")
    walk = Walk(root)
    assert {entry.path for entry in walk.entries()} == {"in/a.md", "inside.md"}
    assert walk.links_out == 6
    for path in ("out.md", "folder/theirs.md", "through.md", "env.md", "self/environ"):
        assert not walk.takes(path)
    assert walk.takes("inside.md")
    assert walk.takes("in/a.md")
    anywhere = Walk(root, anywhere=True)
    found = {entry.path for entry in anywhere.entries()}
    assert found == {"in/a.md", "inside.md", "out.md", "through.md", "folder/theirs.md"}
    assert not anywhere.takes("env.md")


def test_a_vault_behind_a_link_is_a_vault(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("a")
    os.symlink(tmp_path / "real", tmp_path / "vault", target_is_directory=True)
    walk = Walk(tmp_path / "vault")
    assert [entry.path for entry in walk.entries()] == ["a.md"]
    assert walk.takes("a.md")
