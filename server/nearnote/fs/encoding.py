"""A file's bytes as text, and why its places are not what an editor says they are."""

from __future__ import annotations

import codecs
import re

from nearnote.base.source import Source

_LONE_RETURN = re.compile(rb"\r(?!\n)")
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What notes are in where they are not in UTF-8; old code pages of DOS and Mac only tie with these.
_USUAL = [
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r",
    "cp932", "euc_jp", "gb18030", "big5", "cp949", "utf_16_le", "utf_16_be",
]  # fmt: skip
_LEAST = 8
"""Of fewer bytes nobody can be sure."""
_LOOKED_AT = 100_000
_NOISE, _MARGIN = 0.02, 0.15
"""How much more chaos and how much less coherence another reading has that is out of question."""
_WESTERN = "cp1252"


def decoded(data: bytes) -> tuple[Source, str]:
    """A file's text without its BOM, which no editor counts, and what is odd about it, if any.

    What is odd is the end of a sentence about the note: an editor counts its places differently.
    """
    name = _wide(data)
    if not name:
        try:
            text = data.removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError:
            name = _guessed(data)
            if not name:
                return Source.decode(data.removeprefix(codecs.BOM_UTF8)), "it is not UTF-8"
    if name:
        source = Source.of(data.decode(name, errors="replace").removeprefix("\ufeff"))
        return source, f"it is not UTF-8 but {_known_as(name)}"
    source = Source.of(text)
    odd = "it has carriage returns without a line feed" if _LONE_RETURN.search(source.data) else ""
    return source, odd


def _wide(data: bytes) -> str:
    """UTF-16 or UTF-32: by its BOM, or by the zeros in it."""
    for bom, name in _WIDE:
        if data.startswith(bom):
            return name
    if b"\0" not in data[:200]:
        return ""
    name = _best(data)
    return name if name.startswith("utf_16") else ""


def _guessed(data: bytes) -> str:
    """The encoding that the detector is sure of; none for UTF-8 with a few torn characters."""
    text = data.decode(errors="replace")
    torn = text.count("\ufffd")
    if len(data) < _LEAST or torn < sum(char > "\x7f" for char in text) - torn:
        return ""
    return _best(data)


def _best(data: bytes) -> str:
    """The one encoding in which the bytes make sense; empty when there are several.

    Of those for the West only one is in use: a note that reads as well in it is in it.
    """
    from charset_normalizer import from_bytes  # it takes long to load, and few vaults need it

    found = from_bytes(data[:_LOOKED_AT], cp_isolation=_USUAL)
    best = found.best()
    if best is None:
        return ""
    near = [
        other
        for other in found
        if other.chaos <= best.chaos + _NOISE and other.coherence > best.coherence - _MARGIN
    ]
    if any(_WESTERN in other.could_be_from_charset for other in near):
        return _WESTERN
    return best.encoding if all(str(other) == str(best) for other in near) else ""


def _known_as(name: str) -> str:
    return (
        name.replace("cp125", "Windows-125") if "cp125" in name else name.replace("_", "-").upper()
    )
