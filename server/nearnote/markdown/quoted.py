"""A note's beginning as Markdown that another page may hold: a hover, a preview."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
# A picture would be fetched from wherever the note says, by looking at it: no `![` is left, in
# code neither, as editors do not agree on where code ends.
_PICTURE = re.compile(r"!+(?=\[)")
_WIKILINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
# Addresses that mean something in this note only, or run something.
_LINK = re.compile(r"\[([^\[\]]*)\]\((?!https?:|mailto:)[^()]*\)")
_CALLOUT = re.compile(r"^(\s*(?:>\s*)+)\[!([^\]\s]+)\][+-]?[ \t]*(.*)$")
_COMMENT = re.compile(r"%%.*?%%")
_BLOCK_ID = re.compile(r"\s+\^[A-Za-z0-9-]+\s*$")


def quoted(text: str) -> str:
    """The text to be rendered elsewhere: links that lead nowhere there are words, HTML is text."""
    lines, fence = [], ""
    for line in text.splitlines():
        line = _PICTURE.sub("", line)
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark and not (mark[1][0] == "`" and "`" in line[mark.end() :]):
            fence = mark[1]
        else:
            line = _line(line)
        lines.append(line)
    if fence:  # cut off within code, which must not swallow what follows
        lines.append(fence)
    return "\n".join(lines)


def _line(line: str) -> str:
    if callout := _CALLOUT.match(line):
        head, kind, title = callout.groups()
        line = f"{head}**{title.strip() or kind.capitalize()}**"
    line = _BLOCK_ID.sub("", _COMMENT.sub("", line))
    parts, behind = [], 0
    for code in _CODE.finditer(line):
        parts += [_words(line[behind : code.start()]), code[0]]
        behind = code.end()
    return "".join([*parts, _words(line[behind:])])


def _words(text: str) -> str:
    text = _WIKILINK.sub(lambda link: link[2] or link[1].strip("#").replace("#", " › "), text)
    return _LINK.sub(r"\1", text).replace("<", "&lt;")
