"""Temporary."""

from nearnote.notes.model import Frontmatter
from nearnote.notes.text import Source, Span


def read(source: Source) -> Frontmatter:
    import re

    m = re.match(rb"\xef\xbb\xbf|", source.data)
    start = m.end()
    f = re.compile(rb"---[ \t]*\r?\n.*?^---[ \t]*(?:\r?\n|\Z)", re.S | re.M).match(
        source.data, start
    )
    end = f.end() if f else start
    t = re.search(rb"^title: *(.*?)\r?$", source.data[start:end], re.M)
    return Frontmatter(
        Span(start if f else end, end), "yaml" if f else "", t[1].decode() if t else ""
    )
