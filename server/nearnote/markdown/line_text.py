"""One line of a note as a list shows it: the words that a reader sees, without the marks."""

from __future__ import annotations

import re
from functools import lru_cache

from nearnote.markdown.parser import incremental

_CELL_END = re.compile(r"(?<!\\)\|")
_DELIMITERS = re.compile(r"[\s|:-]+")
# Highlights are no construct of the parser's; emphasis is none when its other half is elsewhere.
_LEFT_OVER = re.compile(r"\*\*|==|~~")


@lru_cache(maxsize=1 << 12)
def line_text(line: str) -> str:
    """The words of a line that stands alone; empty for one that shows nothing (`|---|`, `***`).

    Remembered: the same few lines are shown again with every letter of a query.
    """
    if line.lstrip().startswith("|"):
        return _row_text(line)
    body = incremental.read(line.encode("utf-8", "replace"), 0, "auto")
    texts = [heading.text for heading in body.headings]
    texts += [block.text for block in body.unplaced_blocks]
    return " ".join(_LEFT_OVER.sub("", " ".join(texts)).split())


def _row_text(row: str) -> str:
    """A table's row: its cells with dots between them, as bars are marks."""
    if _DELIMITERS.fullmatch(row):
        return ""
    cells = (cell.replace("\\|", "|").strip() for cell in _CELL_END.split(row))
    return " · ".join(filter(None, (line_text(cell) for cell in cells)))
