"""How text becomes terms, in the scripts that people write in."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.index.analyzer import MAX_TERM, fold, split, terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bread", "bread"),
        ("ＢＲＥＡＤ", "bread"),  # full width
        ("ﬁnd", "find"),  # ligature
        ("café", "cafe"),
        ("caf\u00e9", "cafe\u0301"),  # NFC and NFD
        ("Straße", "STRASSE"),
        ("Größe", "grosse"),
        ("Ørsted", "orsted"),
        ("Łódź", "lodz"),
        ("œuvre", "oeuvre"),
        ("İSTANBUL", "istanbul"),
        ("ISI", "ısı"),  # Turkish dotless i, both ways of folding I
        ("IŞIK", "ışık"),
        ("DİYARBAKIR", "diyarbakır"),
        ("ΟΔΟΣ", "οδός"),  # final sigma, tonos
        ("Ёлка", "елка"),
        ("العَرَبِيَّة", "العربيه"),  # vowels, teh marbuta
        ("أحمد", "احمد"),  # hamza
        ("کتاب", "كتاب"),  # Persian and Arabic kaf
        ("שָׁלוֹם", "שלום"),  # points
        ("ｶﾞｸｾｲ", "ガクセイ"),  # half width
        ("각", "\u1100\u1161\u11a8"),  # Hangul and its letters
        ("snake_case", "snakecase"),
    ],
)
def test_spellings_of_one_word(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("か", "が"),  # the voiced mark makes another letter
        ("हिन्दी", "हन्दी"),  # vowel signs are letters
        ("ไก่", "กา"),
        ("fön", "fen"),
    ],
)
def test_what_stays_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, world!", ["hello", "world"]),
        ("well-known a.b/c", ["well", "known", "a", "b", "c"]),
        ("İstanbul'da kış", ["istanbul", "da", "kis"]),
        ("parseHtml", ["parsehtml", "parse", "html"]),
        ("HTMLParser2", ["htmlparser2", "html", "parser", "2"]),
        ("max_note_bytes", ["maxnotebytes", "max", "note", "bytes"]),
        ("__init__", ["init"]),
        ("iPhone NASA Title", ["iphone", "phone", "nasa", "title"]),
        ("東京都", ["東京", "京都", "都"]),
        ("猫", ["猫"]),
        ("東京tower", ["東京", "京", "tower"]),
        ("笔记，中文。", ["笔记", "记", "中文", "文"]),
        ("한국어를 배우다", ["한국", "국어", "어를", "를", "배우", "우다", "다"]),
        ("المكتبة والقلم", ["المكتبه", "مكتبه", "والقلم", "قلم"]),  # the library and the pen
        ("الى", ["الي"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("🌱 seedling", ["🌱", "seedling"]),
        ("100% 3.5 №7", ["100", "3", "5", "no", "7"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ('"\u2028a\x00b', ["a", "b"]),
        ("-- () *", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_thai_is_read_in_pairs() -> None:
    assert set(terms("ภาษาไทย")) & set(terms("เรียนภาษาไทยทุกวัน")) >= {"ภา", "ษา", "ไท"}


def test_a_blob_is_cut() -> None:
    assert len(terms("x" * 5000)[0]) == MAX_TERM


@pytest.mark.parametrize("run", ["漢字" * 100, "ภาษาไทย" * 30, "가나다" * 50, "ｶﾒﾗ" * 50])
def test_a_run_without_spaces_is_read_to_its_end(run: str) -> None:
    assert len(terms(run)) == len(run)


@given(st.text())
def test_any_text(text: str) -> None:
    found = terms(text)
    assert terms(unicodedata.normalize("NFD", text)) == terms(unicodedata.normalize("NFC", text))
    assert all(term and term.split() == [term] and '"' not in term for term in found)
    assert terms(" ".join(found)) or not found
    assert split(text) == split(" ".join(split(text)))
