"""The page of a map: one file, in which nothing of notes can run."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from nearnote.wire.map_page import MARK, page

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "{{SCRIPT}} {{DATA}} {{",
    "\u2028\u2029 & &lt; \\u003c",
    '"); alert(1); ("',
    "half \ud83d a character",
    "",
]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.inside = False

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if not self.inside:
            return
        if tag in ("script", "style", "title"):
            name = attributes.get("id") or tag
            self.texts[name] = self.texts.get(name, "") + data


def read(text: str) -> _Tags:
    tags = _Tags()
    tags.feed(text)
    tags.close()
    return tags


def answer(text: str) -> dict[str, Any]:
    return {"vault": text, "notes": [{"title": text, "excerpt": text}], "links": []}


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_notes_stays_data(text: str) -> None:
    plain, made = read(page(answer("x"))), read(page(answer(text)))
    assert [tag for tag, _ in made.tags] == [tag for tag, _ in plain.tags]
    assert made.texts["script"] == plain.texts["script"]
    shown = text.encode("utf-8", "replace").decode()
    assert json.loads(made.texts["data"])["notes"] == [{"title": shown, "excerpt": shown}]
    page(answer(text)).encode()


def test_only_the_script_of_the_package_may_run_and_nothing_is_loaded() -> None:
    tags = read(page(answer("x")))
    policies = [
        attributes["content"]
        for tag, attributes in tags.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    script, style = (
        b64encode(sha256(tags.texts[name].encode()).digest()).decode()
        for name in ("script", "style")
    )
    policy = (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert policies == [policy]
    for _, attributes in tags.tags:
        assert not {"src", "srcset", "style", "action"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)
    assert not re.search(r"https?://(?!www\.w3\.org)", tags.texts["style"])
    assert MARK in page(answer("x"))
