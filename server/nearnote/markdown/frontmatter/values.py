"""All values of a block: what each is to a parser, and where it is written."""

from __future__ import annotations

import json
import re
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from nearnote.markdown.frontmatter.fields import UNPRINTABLE, BrokenBlockError
from nearnote.markdown.frontmatter.value_spans import Written

if TYPE_CHECKING:
    from collections.abc import Iterator

Format = Literal["", "yaml", "toml", "json"]
Path = tuple[str | int, ...]
Leaf = tuple[str, str]
"""The type that a parser gives a value, and its text."""

TEXT = "str"
BARE_LINK = "[[]]"
"""The type of `[[A]]` without quotes: a list in a list to YAML, a link to whoever wrote it."""
_DEEPEST = 12
_LITERAL = re.compile(r"\"(?:\\.|[^\"\\\r\n])*\"|'[^'\r\n]*'")
_YAML_TAG = "tag:yaml.org,2002:"


class _Tree(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Knows the type of each value and where it is written, and makes nothing of it."""

    def construct_document(self, node: Any) -> Any:
        return {"": node}


class _Handler(YAMLHandler):
    def load(self, fm: str, **_: object) -> Any:
        return super().load(fm, Loader=_Tree)


@lru_cache(64)
def leaves(text: str, kind: Format) -> dict[Path, Leaf]:
    """Each value of a block by its path, as parsers of that format read it.

    Raises BrokenBlockError.
    """
    try:
        if kind == "yaml":
            # As other tools read the note: python-frontmatter splits it and hands the YAML on.
            inner = f"\n{_printable(text)}\n"
            data, _ = frontmatter.parse(f"---{inner}---\n", handler=_Handler())
            return {path: leaf for path, leaf, _, _ in _nodes(inner, data.get(""))}
        table = json.loads(text) if kind == "json" else tomllib.loads(_unix(text))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BrokenBlockError(str(error), 0) from error
    return dict(_plain(table, ()))


@lru_cache(256)
def written_values(text: str, kind: Format) -> tuple[Written, ...]:
    """Every text of a block in reading order, with its place; none of a broken block."""
    if kind != "yaml":
        return tuple(_literals(text, kind))
    try:
        root = YAMLHandler().load(_printable(text), Loader=_Tree)
    except (yaml.YAMLError, RecursionError):
        return ()
    found = _nodes(_printable(text), root[""]) if root else ()
    texts = (
        Written(path, value, raw := text[start:end].rstrip(), start, start + len(raw))
        for path, (_, value), start, end in found
    )
    return tuple(sorted(texts, key=lambda it: it.start))


def _printable(text: str) -> str:
    return UNPRINTABLE.sub(" ", text)


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _nodes(
    text: str, node: Any, path: Path = (), around: frozenset[int] = frozenset()
) -> Iterator[tuple[Path, Leaf, int, int]]:
    """The leaves of a tree of nodes, each with where it is written; an alias comes again."""
    if node is None or id(node) in around or len(path) > _DEEPEST:
        return
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        yield path, (node.tag.removeprefix(_YAML_TAG), node.value), start, end
    elif isinstance(node, yaml.SequenceNode):
        if _is_bare_link(text, node):
            yield path, (BARE_LINK, text[start:end].rstrip()), start, end
            return
        for number, each in enumerate(node.value):
            yield from _nodes(text, each, (*path, number), around | {id(node)})
    elif isinstance(node, yaml.MappingNode):
        seen: dict[str, int] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else text[key.start_mark.index :]
            seen[name] = seen.get(name, 0) + 1
            step = (name,) if seen[name] == 1 else (name, -seen[name])
            yield from _nodes(text, value, (*path, *step), around | {id(node)})


def _is_bare_link(text: str, node: Any) -> bool:
    """Whether a node is a list of one list of one text, with nothing between the brackets."""
    raw = text[node.start_mark.index : node.end_mark.index].rstrip()
    if not (node.flow_style and raw.startswith("[[") and raw.endswith("]]")):
        return False
    inner: Any = node.value[0].value if len(node.value) == 1 else ()
    return len(inner) == 1 and isinstance(inner[0], yaml.ScalarNode)


def _plain(value: object, path: Path) -> Iterator[tuple[Path, Leaf]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _plain(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _plain(inner, (*path, number))
    else:
        yield path, (type(value).__name__, str(value))


def _literals(text: str, kind: Format) -> Iterator[Written]:
    """The texts between quotes of TOML and JSON, in the order in which a parser meets them."""
    for found in _LITERAL.finditer(text):
        raw = found[0]
        try:
            value = raw[1:-1] if raw[0] == "'" else json.loads(raw, strict=False)
        except ValueError:
            continue
        yield Written((kind, found.start()), value, raw, found.start(), found.end())
