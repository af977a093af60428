"""The drawing of imports in ARCHITECTURE.md is true, and every file that it names is there."""

from __future__ import annotations

import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "server" / "ARCHITECTURE.md").read_text("utf-8")


def test_the_drawing_is_what_the_imports_are() -> None:
    command = [sys.executable, str(ROOT / ".ci" / "draw_imports.py"), "--check"]
    drawn = subprocess.run(command, capture_output=True, text=True, check=False)
    assert drawn.returncode == 0, f"run: python .ci/draw_imports.py {drawn.stderr}"


def test_every_file_that_is_named_is_there() -> None:
    places = (ROOT, ROOT / "server" / "nearnote")
    named = re.findall(r"`([\w.]+(?:/[\w.]+)+)`", PAGE)
    assert named
    missing = {name for name in named if not any((at / name).exists() for at in places)}
    assert not missing


def test_no_module_imports_in_a_circle() -> None:
    graph = grimp.build_graph("nearnote")
    imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle
