"""The project's addresses are said in pyproject.toml, and all other files say the same."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PLACES = ("*.toml", "*.json", "*.md", "*.lua", "*.yml", "*.py", "*.ts", "*.txt")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="it asks git which files there are")
def test_no_file_knows_another_address_of_the_project() -> None:
    command = ["git", "grep", "-hoIE", r"https://[a-z.]+/[A-Za-z0-9_-]+/nearnote\b", "--", *PLACES]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert set(found.split()) == {PROJECT["urls"]["Homepage"]}
