"""The search box: a table of what is read how, and that nothing typed is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.index.query import MAX_LENGTH, And, Mode, Not, Or, Path, Query, TagFilter, Term, parse


def word(text: str) -> Term:
    return Term(text)


def start(text: str) -> Term:
    return Term(text, prefix=True)


def phrase(text: str) -> Term:
    return Term(text, phrase=True)


CASES: list[tuple[str, tuple[Term, ...], object]] = [
    # Plain words are no must, whatever characters they hold.
    ("", (), None),
    ("   ", (), None),
    ("sourdough starter", (word("sourdough"), word("starter")), None),
    ("bread bread", (word("bread"),), None),
    ("it's well-known: [[Rye]] #tag a/b 50%", tuple(
        map(word, ["it's", "well-known:", "[[Rye]]", "#tag", "a/b", "50%"])
    ), None),
    ("and or not", (word("and"), word("or"), word("not")), None),
    ("5\" pipe", (word("5"), word("pipe")), None),
    ("f(x) :)", (word("f"), word("x"), word(":")), None),
    # Phrases.
    ('"cold proof"', (phrase("cold proof"),), phrase("cold proof")),
    ("“cold proof” oven", (phrase("cold proof"), word("oven")), phrase("cold proof")),
    ('"cold pro', (Term("cold pro", prefix=True, phrase=True),),
     Term("cold pro", prefix=True, phrase=True)),
    ('"cold ', (phrase("cold"),), phrase("cold")),
    ('"" "  "', (), None),
    # Starts of words.
    ("ferm*", (start("ferm"),), None),
    ("*", (word("*"),), None),
    ("ferm* NOT rye*", (start("ferm"),), Not(start("rye"))),
    # Filters.
    ("tag:bread", (), TagFilter("bread")),
    ("tag:#bread/rye/ dough", (word("dough"),), TagFilter("bread/rye")),
    ("Tag:x", (), TagFilter("x")),
    ('path:"My Notes/" x', (word("x"),), Path("My Notes/")),
    ("path:/Bread/", (), Path("Bread/")),
    ("path:Bread/ tag:rye", (), And((Path("Bread/"), TagFilter("rye")))),
    ("NOT tag:rye", (), Not(TagFilter("rye"))),
    ("tag: path:", (), None),
    ("tag:# path:/", (), None),
    ("mytag:x", (word("mytag:x"),), None),
    # Operators make musts of what they join.
    ("a AND b", (word("a"), word("b")), And((word("a"), word("b")))),
    ("a b OR c d", tuple(map(word, "abcd")),
     Or((And((word("a"), word("b"))), And((word("c"), word("d")))))),
    ("a OR b AND c", tuple(map(word, "abc")), Or((word("a"), And((word("b"), word("c")))))),
    ("(a OR b) AND c", tuple(map(word, "abc")), And((Or((word("a"), word("b"))), word("c")))),
    ("how to feed NOT rye", tuple(map(word, ["how", "to", "feed"])), Not(word("rye"))),
    ("a NOT (b OR c)", (word("a"),), Not(Or((word("b"), word("c"))))),
    ("NOT NOT a", (word("a"),), None),
    ("x (a AND b)", tuple(map(word, "xab")), And((word("a"), word("b")))),
    # Half-typed operators join nothing.
    ("a AND", (word("a"),), None),
    ("AND a", (word("a"),), None),
    ("a AND OR b", (word("a"), word("b")), Or((word("a"), word("b")))),
    ("OR", (), None),
    ("NOT", (), None),
    ("a NOT", (word("a"),), None),
    ("((a", (word("a"),), None),
    ("a) b)", (word("a"), word("b")), None),
    ("() ( )", (), None),
    ("a AND (b", (word("a"), word("b")), And((word("a"), word("b")))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "terms", "must"), CASES, ids=[case[0] for case in CASES])
def test_reading(text: str, terms: tuple[Term, ...], must: object) -> None:
    query = parse(text)
    assert (query.terms, query.must, query.mode) == (terms, must, None)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("=a b", Query("a b", (word("a"), word("b")), None, Mode.TEXT)),
        ("= a", Query("a", (word("a"),), None, Mode.TEXT)),
        ("?a", Query("a", (word("a"),), None, Mode.VECTOR)),
        ("a ? = b", Query("a ? = b", tuple(map(word, "a?=b")), None, None)),
        ("what is it?", Query("what is it?", tuple(map(word, ["what", "is", "it?"])))),
        ("?", Query("", (), None, Mode.VECTOR)),
    ],
)
def test_leading_marks(text: str, query: Query) -> None:
    assert parse(text) == query


def test_the_model_reads_what_is_wanted_and_nothing_else() -> None:
    query = parse('tag:rye "slow rise" flour* NOT wheat path:Bread/ OR barley')
    assert query.text == "slow rise flour barley"


def test_one_word_in_two_normal_forms_is_one_term() -> None:
    assert parse("café cafe\u0301").terms == (word("café"),)


GRAMMAR = st.lists(
    st.sampled_from(["AND", "OR", "NOT", "(", ")", '"', "a", "b*", "tag:x", "path:y/", "=", "?"]),
    max_size=14,
).map(" ".join)


@given(st.text() | GRAMMAR)
def test_nothing_is_an_error(text: str) -> None:
    query = parse(text)
    assert all(term.text.strip() for term in query.terms)
    assert parse(text) == query


def test_depth_and_length_have_an_end() -> None:
    assert parse("(" * 500 + "a" + ")" * 400 + " b").terms == (word("a"), word("b"))
    assert parse("NOT " * 401 + "a").must == Not(word("a"))
    assert len(parse("a OR " * 300).terms) == 1
    assert parse("word " * 100_000) == parse("word " * (MAX_LENGTH // 5))
