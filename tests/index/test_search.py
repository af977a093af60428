"""What is found, in which order, and what a hit says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.config.table import MAX_HITS
from nearnote.index.index import Index
from nearnote.index.query import Mode, parse
from nearnote.index.search import search
from nearnote.markdown.chunk import ChunkKind
from tests.index.making import (
    DIMENSIONS,
    chunks_of,
    embed,
    entry_of,
    give_vectors,
    index_of,
)

BAKERY = index_of(
    (
        entry_of("bread/rye.md", "Rye in a tin", tags=("bread/rye", "Baking"), stamp=3),
        "Rye flour wants a wet dough.\n\n# Oven\n\nBake it dark.\nThe crust keeps for a week.",
    ),
    (
        entry_of("bread/starter.md", "Sourdough starter", aliases=("Levain",), stamp=1),
        "Feed it twice a day with rye flour.\n\nA cold-proof slows it down.",
    ),
    (
        entry_of("cakes/brioche.md", "Brioche", tags=("bread",), stamp=2),
        "Butter, eggs and a slow proof in the cold.\n\nNo rye at all.",
    ),
    (entry_of("İstanbul.md", "İstanbul'da kış", stamp=0), "Kitaplarımızı evde okuduk."),
    (entry_of("code.md", "Code"), "def parse_html(maxBytes): ...\n\nv1.2.3 of foo-bar"),
    (entry_of("jp.md", "日本"), "東京都に住んでいます。\n\n猫が好き"),
    (entry_of("th.md", "ไทย"), "ฉันชอบกินข้าวผัดมาก"),
)


def paths(text: str, mode: Mode = Mode.TEXT) -> list[str]:
    query = parse(text)
    hits = search(BAKERY, query, query.mode or mode, MAX_HITS, embed(query.text or "-"))
    return list(dict.fromkeys(hit.path for hit in hits))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Words: rare ones weigh more, all of them more than some.
        ("starter", ["bread/starter.md"]),
        ("levain", ["bread/starter.md"]),
        ("brioche rye", ["cakes/brioche.md", "bread/rye.md", "bread/starter.md"]),
        ("feeding", ["bread/starter.md"]),  # the same start
        ("nothing here", []),
        # A note's path is a name of it.
        ("cakes", ["cakes/brioche.md"]),
        # Phrases, starts, conditions.
        ('"rye flour"', ["bread/rye.md", "bread/starter.md"]),
        ('"flour rye"', []),
        ('"rye fl', ["bread/rye.md", "bread/starter.md"]),
        ('"cold proof"', ["bread/starter.md"]),
        ("bri*", ["cakes/brioche.md"]),
        ("rye NOT butter", ["bread/rye.md", "bread/starter.md"]),
        ("feed AND rye", ["bread/starter.md"]),
        ("feed AND butter", []),
        ("dark OR eggs", ["cakes/brioche.md", "bread/rye.md"]),
        ("proof AND (eggs OR dark)", ["cakes/brioche.md"]),
        # Filters; alone they list the notes edited last.
        ("tag:bread", ["bread/rye.md", "cakes/brioche.md"]),
        ("tag:bread/rye", ["bread/rye.md"]),
        ("tag:BAKING", ["bread/rye.md"]),
        ("tag:brea", []),
        ("path:bread/", ["bread/rye.md", "bread/starter.md"]),
        ("path:cakes/ rye", ["cakes/brioche.md"]),
        ("NOT path:bread/ rye", ["cakes/brioche.md"]),
        # Compounds and punctuation.
        ("parse html", ["code.md"]),
        ("parseHtml", ["code.md"]),
        ("max_bytes", ["code.md"]),
        ("foo-bar", ["code.md"]),
        ("[[foo]] (bar) #", ["code.md"]),
        ("1.2.3", ["code.md"]),
        # Other languages.
        ("istanbul", ["İstanbul.md"]),
        ("ISTANBUL", ["İstanbul.md"]),
        ("KIŞ", ["İstanbul.md"]),
        ("kitap", ["İstanbul.md"]),
        ("kitaplar", ["İstanbul.md"]),
        ("東京", ["jp.md"]),
        ("猫", ["jp.md"]),
        ("好", ["jp.md"]),
        ("ข้าวผัด", ["th.md"]),
    ],
)
def test_by_words(text: str, expected: list[str]) -> None:
    assert paths(text) == expected


def test_nothing_asked_lists_the_notes_edited_last() -> None:
    assert paths("")[:4] == ["bread/rye.md", "cakes/brioche.md", "bread/starter.md", "code.md"]


def test_meaning_obeys_conditions() -> None:
    assert set(paths("rye flour path:cakes/", Mode.VECTOR)) == {"cakes/brioche.md"}
    assert "cakes/brioche.md" not in paths("rye flour NOT butter", Mode.VECTOR)


def test_leading_marks_choose_the_leg() -> None:
    for text, leg in (("=rye flour", Mode.TEXT), ("?rye flour", Mode.VECTOR)):
        query = parse(text)
        hits = search(BAKERY, query, query.mode or Mode.HYBRID, 9, embed("rye flour"))
        assert hits
        assert {hit.found_by for hit in hits} == {(leg,)}


def test_a_hit() -> None:
    (hit,) = search(BAKERY, parse("crust"), Mode.TEXT)
    assert (hit.path, hit.title, hit.heading) == ("bread/rye.md", "Rye in a tin", ("Oven",))
    assert (hit.line, hit.end_line, hit.kind) == (4, 5, ChunkKind.SECTION)
    assert hit.text == "The crust keeps for a week."
    assert hit.snippet == "Bake it dark. The crust keeps for a week."
    assert hit.found_by == (Mode.TEXT,)
    assert hit.linked is None
    assert 0.5 < hit.score < 1.0


def test_both_legs_find_what_either_finds() -> None:
    query = parse("wet rye dough")
    (first, *_) = search(BAKERY, query, Mode.HYBRID, 9, embed("wet rye dough"))
    assert first.found_by == (Mode.TEXT, Mode.VECTOR)
    # A model that does not know the language leaves the words alone with the answer.
    words = search(BAKERY, query, Mode.TEXT, 9)
    assert search(BAKERY, query, Mode.HYBRID, 9, embed("wet rye dough"), weight=0.0) == words
    assert search(BAKERY, query, Mode.HYBRID, 9, None) == words
    assert search(BAKERY, query, Mode.VECTOR, 9, None) == []


def test_words_answer_while_vectors_are_pending() -> None:
    index = index_of((entry_of("a.md", "A"), "one rye\n\ntwo rye"), vectors=False)
    assert index.pending_count == 2
    hits = search(index, parse("two rye"), Mode.HYBRID, 9, embed("two rye"))
    assert [hit.text for hit in hits] == ["two rye", "one rye"]
    index.set_vectors(
        *zip(*[(h, embed(t)) for h, t in index.pending(1)], strict=True)
    ) if False else None
    (chunk_hash, text), *_ = index.pending(1)
    index.set_vectors([chunk_hash], np.stack([embed(text)]))
    hits = search(index, parse("two rye"), Mode.HYBRID, 9, embed("two rye"))
    assert [hit.text for hit in hits] == ["two rye", "one rye"]


def test_two_hits_of_a_note_and_fifty_in_all() -> None:
    index = index_of(
        *((entry_of(f"{at:02}.md", "Many"), "\n\n".join(["rye"] * 5)) for at in range(40)),
    )
    hits = search(index, parse("rye"), Mode.TEXT, 500)
    assert len(hits) == MAX_HITS
    assert [hit.path for hit in hits] == [NotePath(f"{at // 2:02}.md") for at in range(50)]
    assert len(search(index, parse("rye"), Mode.TEXT, 3)) == 3
    assert search(index, parse("rye"), Mode.TEXT, -1) == []


def test_one_note_cannot_take_the_places_of_all_others() -> None:
    log = "\n\n".join(f"wetty {at}" for at in range(500))
    index = index_of(
        (entry_of("log.md", "Log"), log),
        *((entry_of(f"{at}.md", f"N{at}"), f"It is also said of wetty, {at}.") for at in range(30)),
        vectors=False,
    )
    found = [hit.path for hit in search(index, parse("wetty"), Mode.TEXT, 50)]
    assert len(found) == 32
    assert found.count("log.md") == 2


def test_no_score_is_above_one() -> None:
    words = " ".join(f"word{at}" for at in range(60))
    notes = [(entry_of(f"{at}.md", "T"), f"{words} {at}") for at in range(60)]
    index = index_of(*notes)
    vector = index.vectors.get([1])[0]
    hits = search(index, parse("word1"), Mode.VECTOR, 9, vector)
    assert hits
    assert max(hit.score for hit in hits) <= 1.0


def test_chunks_that_share_lines_are_one_hit() -> None:
    index = Index()
    whole, *_ = chunks_of("T", "rye one\nrye two")
    (part,) = chunks_of("T", "rye two")
    index.put(entry_of("a.md", "T"), (whole, part))
    assert len(search(index, parse("rye"), Mode.TEXT)) == 1


@settings(deadline=None, max_examples=300)
@given(
    st.text(max_size=40)
    | st.lists(
        st.sampled_from(
            [*"()\"*:-=?#'", "AND", "OR", "NOT", "NEAR", "rye", "tag:a", "text:", "\0"]
        ),
        max_size=12,
    ).map(" ".join)
)
def test_no_query_is_an_error(text: str) -> None:
    query = parse(text)
    vector = embed(query.text or "-")
    for mode in Mode:
        hits = search(BAKERY, query, mode, MAX_HITS, vector)
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert all(
            0.0 <= score <= 1.0 and hit.text for score, hit in zip(scores, hits, strict=True)
        )


def test_vectors_are_checked() -> None:
    index = index_of((entry_of("a.md", "A"), "one"), vectors=False)
    ((chunk_hash, text),) = index.pending(9)
    good = embed(text)
    for bad in (good * np.nan, good * 2, np.zeros_like(good), good[:-1]):
        with pytest.raises(ValueError, match=r"unit length|is not"):
            index.set_vectors([chunk_hash], bad[None])
    assert index.pending_count == 1
    index.set_vectors([b"unknown"], good[None])
    assert index.pending_count == 1


def test_a_copy_of_a_text_needs_no_model() -> None:
    index = index_of((entry_of("a.md", "A"), "one"))
    index.put(entry_of("b.md", "A"), chunks_of("A", "one"))
    assert index.pending_count == 0
    hits = search(index, parse("one"), Mode.VECTOR, 9, embed("A one"))
    assert [hit.path for hit in hits] == ["a.md", "b.md"]


def test_the_line_with_the_rare_words_is_shown() -> None:
    index = index_of(
        (entry_of("a.md", "A"), "how do we feed it in the\nlevain needs it"),
        *((entry_of(f"{at}.md", "B"), "how do we do this in the") for at in range(9)),
    )
    (hit, *_) = search(index, parse("how do we feed the levain in the"), Mode.TEXT)
    assert hit.path == "a.md"
    (hit, *_) = search(index, parse("in the levain"), Mode.TEXT)
    assert hit.text == "levain needs it"


def test_one_rare_word_in_a_question_is_what_is_meant() -> None:
    # "where" and "mentioned" together must not outweigh the one word that tells.
    talk = [f"Where it was said and mentioned, number {at}." for at in range(30)]
    index = index_of(
        *((entry_of(f"{at}.md", f"Talk {at}"), text) for at, text in enumerate(talk)),
        *((entry_of(f"x{at}.md", f"Other {at}"), f"Something else {at}.") for at in range(60)),
        (entry_of("tty.md", "Terminals"), "There is also wetty, which is in Go."),
    )
    first, second, *_ = search(index, parse("where was wetty mentioned"), Mode.TEXT)
    assert first.path == "tty.md"
    assert first.score > 1.5 * second.score  # enough to be heard beside the model


def test_of_two_texts_alike_the_first_of_its_note_wins() -> None:
    index = index_of(
        (entry_of("a.md", "Bread"), "Butter and eggs.\n\nA slow proof in the cold."),
        (entry_of("b.md", "Bread"), "A slow proof in the cold.\n\nButter and eggs."),
    )
    query = parse("slow cold proof")
    for mode in (Mode.VECTOR, Mode.HYBRID):
        first, second, *_ = search(index, query, mode, 9, embed("slow cold proof"))
        assert (first.path, second.path) == ("b.md", "a.md")
        assert first.score > second.score
    # An edit that puts something before it takes that away.
    index.put(entry_of("b.md", "Bread"), chunks_of("Bread", "Salt.\n\nA slow proof in the cold."))
    give_vectors(index)
    first, second, *_ = search(index, query, Mode.VECTOR, 9, embed("slow cold proof"))
    assert first.score == second.score


def test_first_chunks_and_open_notes_come_first() -> None:
    index = index_of(
        (entry_of("a.md", "A"), "a one\n\na two"),
        (entry_of("b.md", "B", open=True), "b one\n\nb two"),
        vectors=False,
    )
    texts = [text.splitlines()[1] for _, text in index.pending(9)]
    assert texts == ["a one", "b one", "b two", "a two"]


def test_another_model_drops_the_vectors_of_the_old_one() -> None:
    index = index_of((entry_of("a.md", "A"), "one"))
    index.use_model("test", DIMENSIONS)
    assert index.pending_count == 0
    index.use_model("other", 8)
    assert index.pending_count == 1
    assert search(index, parse("one"), Mode.VECTOR, 9, np.ones(8, np.float32) / 8**0.5) == []
