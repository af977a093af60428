"""Words are found in the languages that people write notes in, as they are typed there."""

from __future__ import annotations

import unicodedata

import pytest

from nearnote.index.query import Mode, parse
from nearnote.index.search import search
from tests.index.making import entry_of, index_of

SENTENCES = {
    # Two of each language, so that a query has to tell them apart.
    "tr/bread": "Ekmeğin kabuğu çıtır olsun diye fırına bir kap su koyuyoruz.",
    "tr/books": "Kütüphaneden aldığım kitapları ışığın altında okudum, ILIK bir akşamdı.",
    "de/street": "Die Straße zum Bahnhof ist wegen der Überschwemmung gesperrt.",
    "de/garden": "Im Frühling säen wir Möhren und gießen die Gemüsebeete täglich.",
    "zh/tea": "今天下午我们在茶馆里喝了一杯龙井茶。",
    "zh/train": "火车票要提前两个星期在网上预订。",
    "ja/cat": "隣の家の猫は毎朝うちの庭で昼寝をしています。",
    "ja/report": "来週の会議までに報告書をまとめてください。ｶﾒﾗも必要です。",
    "ko/kimchi": "할머니께서 담그신 김치가 가장 맛있습니다.",
    "ko/weather": "내일은 비가 온다고 하니 우산을 챙기세요.",
    "th/rice": "ฉันชอบกินข้าวผัดกับไข่ดาวทุกเช้า",
    "th/school": "นักเรียนเดินไปโรงเรียนด้วยกันทุกวัน",
    "ar/library": "ذَهَبَ الطالبُ إلى المكتبة لقراءة كتابٍ عن تاريخ الأندلس.",
    "ar/coffee": "نشرب القهوة العربية مع التمر كل صباح.",
    "hi/market": "हम हर रविवार को बाज़ार से ताज़ी सब्ज़ियाँ लाते हैं।",
    "hi/poem": "यह कविता मेरी दादी ने बचपन में सुनाई थी।",
    "ru/forest": "В лесу под ёлкой мы нашли белые грибы.",
    "el/street": "Ο ΜΙΚΡΟΣ ΔΡΟΜΟΣ οδηγεί στη θάλασσα.",
}
INDEX = index_of(
    *(
        (entry_of(f"{path}.md", f"Note {at}"), text)
        for at, (path, text) in enumerate(SENTENCES.items())
    )
)

QUERIES = [
    ("fırın", "tr/bread"),  # a suffix less
    ("FIRINA SU", "tr/bread"),
    ("ekmek kabuk", "tr/bread"),  # the last letter softens before a suffix
    ("kitaplarımız", "tr/books"),  # other suffixes
    ("isigin altinda", "tr/books"),  # typed without Turkish letters
    ("ILIK akşam", "tr/books"),
    ("ılık", "tr/books"),
    ("KÜTÜPHANE", "tr/books"),
    ("strasse", "de/street"),
    ("STRASSE BAHNHOF", "de/street"),
    ("Überschwemmungen", "de/street"),
    ("uberschwemmung", "de/street"),
    ("möhre", "de/garden"),
    ("gemüse", "de/garden"),  # the first half of a compound
    ("龙井茶", "zh/tea"),
    ("茶馆", "zh/tea"),
    ("预订火车票", "zh/train"),
    ("票", "zh/train"),  # one character
    ("猫", "ja/cat"),
    ("昼寝", "ja/cat"),
    ("会議の報告書", "ja/report"),
    ("カメラ", "ja/report"),  # half and full width
    ("김치", "ko/kimchi"),  # without its particle
    ("우산", "ko/weather"),
    ("ข้าวผัด", "th/rice"),
    ("ไปโรงเรียน", "th/school"),
    ("مكتبه", "ar/library"),  # no article, and the last letter as many type it
    ("كتاب", "ar/library"),
    ("القهوه العربيه", "ar/coffee"),
    ("सब्ज़ियाँ", "hi/market"),
    ("सब्ज़ी", "hi/market"),  # one vegetable
    ("कविताएँ", "hi/poem"),
    ("елка грибы", "ru/forest"),
    ("δρόμος", "el/street"),
    ("ｓｔｒａｓｓｅ", "de/street"),
]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(("text", "expected"), QUERIES)
def test_a_word_is_found_in_its_sentence(text: str, expected: str, form: str) -> None:
    query = parse(unicodedata.normalize(form, text))
    found = [hit.path for hit in search(INDEX, query, Mode.TEXT)]
    assert found[:1] == [f"{expected}.md"]


@pytest.mark.parametrize("path", SENTENCES)
def test_a_sentence_finds_itself_in_any_case_and_form(path: str) -> None:
    sentence = SENTENCES[path]
    for text in (sentence, sentence.upper(), unicodedata.normalize("NFD", sentence)):
        hits = search(INDEX, parse(text), Mode.TEXT)
        assert hits[0].path == f"{path}.md"
        assert hits[0].score > 0.4


@pytest.mark.parametrize(
    ("text", "not_found"),
    [
        ("सन", "hi/poem.md"),  # सुनाई: vowel signs are letters
        ("ลูกแมว", "th/school.md"),
        ("فقه", "ar/coffee.md"),  # part of a word
        ("ormanı", "tr/bread.md"),
    ],
)
def test_what_is_not_said_is_not_found(text: str, not_found: str) -> None:
    assert not_found not in [hit.path for hit in search(INDEX, parse(text), Mode.TEXT)]
