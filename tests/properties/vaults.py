"""A generator of small vaults that have every construct, with marks by which all is found again.

A link is written after `@l3 ` (in frontmatter after `see-l3: `), a note has `@n1` as its first
words, a heading `@h2` in the line below it, a block `@b4` as its first word, a footnote `@d5`. So a
test can say where a link leads without knowing how it is written, before a change and after it.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.properties.editing import Files


FOLDERS = ("", "sub/", "sub/deep/", "Öt her/", "a b/")
STEMS = ("Mira", "Bread", "mira b", "Ekşi 🍞", "x&y", "v1.2 notes", "2026-10-10", "Log")
TITLES = ("", "Breadcrumbs", "On bread", "Çay ve 🍵", "A & B")
HEADINGS = ("Log", "Two", "log", "Öneri 🍞", "A & B", "What now?", "`code` two", "Two words")
ALIASES = ("Loaf", "big loaf", "M. O.", "Çörek", "it's")
TAGS = ("food", "food/bread", "çay", "to-do")
WORDS = ("crumb", "warm 🍞 dough", "ılık su", "x", "a, b; c", "\u2028 odd", "naïve")
LABELS = ("1", "r", "Ref a", "çay")


@dataclass(frozen=True)
class Piece:
    """A piece of text; `kind` is what may be written anew there, empty for what never may."""

    text: str
    kind: str = ""


@dataclass
class Plan:
    """A note that is being written: what others can point at."""

    number: int
    path: str
    title: str = ""
    title_in: str = ""  # "yaml", "heading", "setext" or "" for none
    aliases: list[str] = field(default_factory=list)
    headings: list[tuple[int, str, str]] = field(default_factory=list)  # level, text, mark
    blocks: list[tuple[str, str]] = field(default_factory=list)  # id, mark

    @property
    def stem(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".md")


@dataclass(frozen=True)
class Vault:
    """Files, and the pieces of which the text of each note was made (without its BOM)."""

    files: Files
    pieces: dict[str, tuple[Piece, ...]]


class Writer:
    """Writes the notes of one vault, with draws of hypothesis for every choice."""

    def __init__(self, draw: Callable[..., object]) -> None:
        self._draw = draw
        self._count = 0
        self.plans: list[Plan] = []

    # -- choices

    def one(self, *choices: object) -> object:
        return self._draw(st.sampled_from(choices))

    def maybe(self, often: int = 2) -> bool:
        """True about once in `often` times; hypothesis shrinks towards False."""
        return self._draw(st.integers(0, often - 1)) == often - 1

    def up_to(self, most: int, least: int = 0) -> int:
        return self._draw(st.integers(least, most))

    def _mark(self, letter: str) -> str:
        self._count += 1
        return f"@{letter}{self._count}"

    # -- the vault

    def vault(self) -> Vault:
        names: set[str] = set()
        for _ in range(self.up_to(4, 2)):
            path = f"{self.one(*FOLDERS)}{self.one(*STEMS)}.md"
            while path.casefold() in names:
                path = path.removesuffix(".md") + "2.md"
            names.add(path.casefold())
            self.plans.append(self._plan(path))
        files: Files = {"pic/cat.png": b"\x89PNG", "sub/data.csv": b"a,b\n"}
        pieces = {}
        for plan in self.plans:
            newline = self.one("\n", "\r\n")
            found = self._note(plan)
            made = tuple(Piece(each.text.replace("\n", newline), each.kind) for each in found)
            pieces[plan.path] = made
            bom = b"\xef\xbb\xbf" if self.maybe(6) else b""
            files[plan.path] = bom + "".join(each.text for each in made).encode()
        return Vault(files, pieces)

    def _plan(self, path: str) -> Plan:
        plan = Plan(len(self.plans), path)
        plan.title_in = self.one("", "heading", "yaml", "setext")
        plan.title = (self.one(*TITLES) or plan.stem) if plan.title_in else plan.stem
        plan.aliases = list(dict.fromkeys(self.one(*ALIASES) for _ in range(self.up_to(2))))
        level = 2
        for _ in range(self.up_to(4)):
            level = max(2, min(level + self._draw(st.integers(-1, 1)), 4))
            plan.headings.append((level, self.one(*HEADINGS), self._mark("h")))
        for number in range(self.up_to(2)):
            plan.blocks.append((f"{self.one('b', 'id-')}{number}", self._mark("b")))
        return plan

    # -- a note

    def _note(self, plan: Plan) -> list[Piece]:
        out = self._frontmatter(plan)
        if plan.title_in == "heading":
            out += [Piece("# "), Piece(plan.title, "name"), Piece("\n")]
        elif plan.title_in == "setext":
            out += [Piece(plan.title, "name"), Piece("\n=====\n")]
        out += [Piece(f"@n{plan.number} {self.one(*WORDS)}\n\n")]
        used: list[tuple[str, list[Piece]]] = []
        blocks = list(plan.blocks)
        out += self._section(plan, used, blocks)
        for level, text, mark in plan.headings:
            out += [Piece("#" * level + " "), Piece(text, "name")]
            out += [Piece(f"{' ##' if self.maybe(8) else ''}\n{mark} {self.one(*WORDS)}\n\n")]
            out += self._section(plan, used, blocks)
        for name, mark in blocks:
            out += [Piece(f"{mark} last "), Piece("^" + name, "name"), Piece("\n\n")]
        for label, target in used:
            out += [Piece("["), Piece(label, "name"), Piece("]: "), *target, Piece("\n")]
        if self.maybe(6):
            while out and not out[-1].text.strip("\n"):
                out.pop()
            out[-1] = Piece(out[-1].text.rstrip("\n"), out[-1].kind)
        return out

    def _frontmatter(self, plan: Plan) -> list[Piece]:
        lines: list[list[Piece]] = []
        if plan.title_in == "yaml":
            lines.append([Piece("title: "), self._scalar(plan.title), Piece(self._comment())])
        if plan.aliases:
            lines.append(self._list("aliases", plan.aliases))
        if self.maybe(3):
            tags = list(dict.fromkeys(self.one(*TAGS) for _ in range(self.up_to(2, 1))))
            lines.append(self._list("tags", tags))
        for _ in range(self.up_to(2) if self.maybe(3) else 0):
            lines.append(self._property(plan))
        if self.maybe(4):
            lines.append([Piece("description: >-\n  two folded\n  lines: of it")])
        if self.maybe(4):
            lines.append([Piece("created: 2026-10-10 # kept")])
        if not lines:
            return []
        order = self._draw(st.permutations(lines))
        body = [piece for line in order for piece in (*line, Piece("\n"))]
        return [Piece("---\n"), *body, Piece("---\n")]

    def _comment(self) -> str:
        return self.one("", "", " # why")

    def _scalar(self, text: str) -> Piece:
        plain = not re.search(r"[:#&*!|>'\"%@`,\[\]{}]|^[-?\s\d]", text)
        quote_with = self.one(*(('"', "'", "") if plain else ('"', "'")))
        if quote_with == "'":
            text = text.replace("'", "''")
        return Piece(f"{quote_with}{text}{quote_with}", "name")

    def _list(self, key: str, items: list[str]) -> list[Piece]:
        shape = self.one("flow", "block", "block0")
        if shape == "flow":
            out = [Piece(f"{key}: [")]
            for number, item in enumerate(items):
                out += [Piece(", " if number else ""), self._scalar(item)]
            return [*out, Piece("]" + self._comment())]
        out = [Piece(f"{key}:")]
        for item in items:
            out += [Piece("\n  - " if shape == "block" else "\n- "), self._scalar(item)]
            out += [Piece(self._comment())]
        return out

    def _property(self, plan: Plan) -> list[Piece]:
        mark = self._mark("l")[1:]
        link = self._wiki(plan)
        shape = self.one('"%"', "'%'", '["%"]', "\n  - '%'", '\n  - "%"')
        if "'" in shape:
            link = link.replace("'", "’")
        before, _, after = shape.partition("%")
        start = f"see-{mark}:" + ("" if before.startswith("\n") else " ")
        # What is written anew may need other quotes.
        quoted = before[-1] if before[-1] in "\"'" else ""
        head = before.removesuffix(quoted)
        tail = after.removeprefix(quoted)
        return [Piece(start + head), Piece(quoted + link + quoted, "link"), Piece(tail)]

    def _section(
        self,
        plan: Plan,
        used: list[tuple[str, list[Piece]]],
        blocks: list[tuple[str, str]],
    ) -> list[Piece]:
        out: list[Piece] = []
        for _ in range(self.up_to(3)):
            kind = self.one("line", "item", "tab", "quote", "table", "code", "block", "foot", "tag")
            if kind == "block" and blocks:
                name, mark = blocks.pop()
                start = self.one("", "- ", "> ")
                out += [Piece(f"{start}{mark} text "), Piece("^" + name, "name"), Piece("\n\n")]
            elif kind == "foot":
                mark = self._mark("d")
                out += [Piece("see[^"), Piece(mark[1:], "name"), Piece("] so\n\n[^")]
                out += [Piece(mark[1:], "name"), Piece(f"]: {mark} note\n\n")]
            elif kind == "tag":
                out += [Piece("on "), Piece(f"#{self.one(*TAGS)}", "name"), Piece(" there\n\n")]
            elif kind == "code":
                name = self.one(*STEMS)
                out += [
                    Piece(
                        self.one(
                            f"```\n[[{name}]] [t]({name}.md) #food\n```\n\n",
                            f"`[[{name}]]` and `#food`\n\n",
                            f"<!-- [[{name}]] -->\n\n",
                            f"$$ [[{name}]] $$\n\n",
                        )
                    )
                ]
            else:
                out += self._linked(plan, kind, used)
        return out

    def _linked(self, plan: Plan, kind: str, used: list[tuple[str, list[Piece]]]) -> list[Piece]:
        table = kind == "table"
        first = self._link(plan, used, table=table)
        word = self.one(*WORDS)
        if table:
            start, end = "| a | b |\n| --- | --- |\n| ", f" | {word} |\n\n"
        else:
            start = {"item": "- ", "tab": "- over\n\t- ", "quote": "> "}.get(kind, "")
            end = f" {word}\n\n"
        more = []
        if self.maybe(3) and not table:
            more = [Piece(", and "), *self._link(plan, used, table=False)]
        return [Piece(start), *first, *more, Piece(end)]

    # -- links

    def _link(self, plan: Plan, used: list[tuple[str, list[Piece]]], *, table: bool) -> list[Piece]:
        mark = Piece(self._mark("l") + " ")
        kind = self.one("wiki", "wiki", "markdown", "markdown", "reference")
        if kind == "wiki":
            bang = self.one("", "", "!")
            link = self._wiki(plan)
            return [mark, Piece(bang + (link.replace("|", "\\|") if table else link), "link")]
        if kind == "markdown" or table:
            bang = self.one("", "", "", "!")
            return [mark, Piece(f"{bang}[{self.one('t', 'a `c` b', 'çay')}]"), *self._inline(plan)]
        free = [name for name in LABELS if name not in [label for label, _ in used]]
        if free and (self.maybe() or not used):
            label = self.one(*free)
            used.append((label, self._bare(plan)))
        else:
            label = self.one(*(label for label, _ in used))
        shape = self.one("full", "collapsed", "short", "image")
        name = Piece(label, "name")
        if shape in ("full", "image"):
            bang = "!" if shape == "image" else ""
            return [mark, Piece(f"{bang}[text]["), name, Piece("]")]
        return [mark, Piece("["), name, Piece("][]" if shape == "collapsed" else "]")]

    def _wiki(self, plan: Plan) -> str:
        if self.maybe(12):
            return "[[Nowhere at all]]"
        if self.maybe(10):
            return self.one("[[cat.png]]", "[[pic/cat.png]]", "[[sub/data.csv]]")
        target: Plan = self.one(*self.plans)
        name = self.one("stem", "path", "path", "title", "alias")
        if name == "alias" and target.aliases:
            written = self.one(*target.aliases)
        elif name == "title" and not re.search(r"[\[\]|#^]", target.title):
            written = target.title
        elif name == "stem":
            written = target.stem
        else:
            written = target.path.removesuffix(".md") + self.one("", "", ".md")
        if target is plan and self.maybe():
            written = ""
        fragment = self._fragment(target, slugs=False)
        if not written and not fragment:
            written = target.stem
        label = self.one("", "", "|al", "|ç 🍞")
        return f"[[{written}{fragment}{label}]]"

    def _fragment(self, target: Plan, *, slugs: bool) -> str:
        kind = self.one("", "", "heading", "block")
        if kind == "block" and target.blocks:
            name, _ = self.one(*target.blocks)
            return f"#^{name}"
        if kind != "heading" or not target.headings:
            return ""
        at = self.up_to(len(target.headings) - 1)
        texts = [text for _, text, _ in target.headings]
        if target.title_in in ("heading", "setext"):
            texts, at = [target.title, *texts], at + 1
        if slugs or self.maybe(4):
            return "#" + slugs_of(texts)[at]
        return "#" + texts[at].replace("`", "")

    def _inline(self, plan: Plan) -> list[Piece]:
        title = self.one("", "", ' "a title"')
        return [Piece("("), *self._bare(plan), Piece(title + ")")]

    def _bare(self, plan: Plan) -> list[Piece]:
        """The destination of a Markdown link."""
        if self.maybe(12):
            return [Piece(self.one("https://example.org/x", "nowhere.md"), "link")]
        folder = posixpath.dirname(plan.path) or "."
        if self.maybe(8):
            file = self.one("pic/cat.png", "sub/data.csv")
            return [Piece(quote(posixpath.relpath(file, folder)), "link")]
        target: Plan = self.one(*self.plans)
        fragment = self._fragment(target, slugs=True)
        if target is plan and fragment and self.maybe():
            return [Piece(quote(fragment, safe="#^"), "link")]
        path = target.path
        shape = self.one("relative", "relative", "dotted", "rooted", "angle", "bare")
        if shape == "rooted":
            return [Piece(quote("/" + path + fragment, safe="/#^"), "link")]
        beside = posixpath.relpath(path, folder)
        if shape == "angle":
            return [Piece(f"<{beside}{fragment}>", "link")]
        if shape == "bare":
            beside = beside.removesuffix(".md")
        if shape == "dotted" and not beside.startswith("../"):
            beside = "./" + beside
        return [Piece(quote(beside + fragment, safe="/#^"), "link")]


def slugs_of(headings: list[str]) -> list[str]:
    """The anchors of headings, as GitHub makes them."""
    seen: Counter[str] = Counter()
    found = []
    for heading in headings:
        text = unicodedata.normalize("NFC", heading).replace("`", "").strip().lower()
        base = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        found.append(f"{base}-{seen[base]}" if seen[base] else base)
        seen[base] += 1
    return found


@st.composite
def vaults(draw: Callable[..., object]) -> Vault:
    """A small vault."""
    return Writer(draw).vault()
