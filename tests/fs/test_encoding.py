"""Bytes of a file as text: its encoding, its BOM, and what editors count differently."""

from __future__ import annotations

import pytest

from nearnote.fs.encoding import decoded

GERMAN = "Die Straße war naß und grün, für die Mädchen schön. Über den Häusern lag Nebel.\n"
FRENCH = "Le pain est levé pendant la nuit, puis façonné à la main et cuit très chaud.\n"
RUSSIAN = "Это просто заметка про хлеб и закваску, которую я написал вчера вечером.\n"
CHINESE = "这是关于面包的笔记，昨天晚上写的。\n"
RETURN = "it has carriage returns without a line feed"

READ = [
    (b"", "", ""),
    (b"plain\r\ntext\n", "plain\r\ntext\n", ""),
    ("é 🐈\u2028\x0c".encode(), "é 🐈\u2028\x0c", ""),
    (b"\xef\xbb\xbf[[Mira]]\n", "[[Mira]]\n", ""),
    (b"\xef\xbb\xbf\xef\xbb\xbfx", "\ufeffx", ""),
    (b"one\rtwo\n", "one\rtwo\n", RETURN),
    (b"one\r\r\ntwo\n", "one\r\r\ntwo\n", RETURN),
    (b"one\n\r", "one\n\r", RETURN),
    (GERMAN.encode("latin-1"), GERMAN, "it is not UTF-8 but Windows-1252"),
    (FRENCH.encode("latin-1"), FRENCH, "it is not UTF-8 but Windows-1252"),
    (
        "# Zoë\n[[Mira]]\n".encode("latin-1"),
        "# Zoë\n[[Mira]]\n",
        "it is not UTF-8 but Windows-1252",
    ),
    (RUSSIAN.encode("cp1251"), RUSSIAN, "it is not UTF-8 but Windows-1251"),
    (RUSSIAN.encode("koi8-r"), RUSSIAN, "it is not UTF-8 but KOI8-R"),
    (CHINESE.encode("gbk"), CHINESE, "it is not UTF-8 but GB18030"),
    ("Zoë\n".encode("utf-16"), "Zoë\n", "it is not UTF-8 but UTF-16"),
    ("Zoë\n".encode("utf-32"), "Zoë\n", "it is not UTF-8 but UTF-32"),
    (b"\xfe\xff" + "Zoë\n".encode("utf-16-be"), "Zoë\n", "it is not UTF-8 but UTF-16"),
    ("é ñ 🐈 ".encode() + b"\xff torn", "é ñ 🐈 \ufffd torn", "it is not UTF-8"),
    (b"a\0b", "a\0b", ""),
]


@pytest.mark.parametrize(("data", "text", "odd"), READ)
def test_what_is_read(data: bytes, text: str, odd: str) -> None:
    source, told = decoded(data)
    assert (source.text, told) == (text, odd)
