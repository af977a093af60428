"""Which note a written name means: tables over small vaults."""

from __future__ import annotations

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.links.name_match import Match
from nearnote.links.names import Names
from nearnote.links.outline import Outline, find_anchor, fold, outline, slug
from nearnote.markdown.parse import parse


def note(path: str, text: str = "") -> Outline:
    stem = path.rpartition("/")[2].removesuffix(".md")
    return outline(NotePath(path), parse(Source.of(text), stem))


def vault(*notes: Outline) -> Names:
    names = Names()
    for each in notes:
        names.put(each)
    return names


VAULT = (
    note("Home.md"),
    note("bread/Rye.md", "# Rye in a tin"),
    note("bread/Wheat.md", "---\naliases: [Common loaf]\n---\n"),
    note("garden/Rye.md", "# Green rye"),
    note("garden/Beds.md"),
    note("My Notes #1/Café plan.md", "---\npermalink: plans/cafe\n---\n"),
    note("dendron.topic.publish.md", "---\ntitle: Publishing\n---\n"),
    note("zk/202301011200 Zettel.md"),
    note("zk/z5mj Graphics.md"),
    note("dendron.topic.markdown.md"),
)


@pytest.mark.parametrize(
    ("target", "source", "expected", "match"),
    [
        ("Wheat", "Home.md", ["bread/Wheat.md"], Match.NAME),
        ("dendron.topic.markdown", "Home.md", ["dendron.topic.markdown.md"], Match.PATH),
        ("dendron.topic.markdown", "garden/Beds.md", ["dendron.topic.markdown.md"], Match.PATH),
        ("wheat", "Home.md", ["bread/Wheat.md"], Match.NAME),
        ("bread/Wheat", "garden/Beds.md", ["bread/Wheat.md"], Match.PATH),
        ("bread/Wheat.md", "garden/Beds.md", ["bread/Wheat.md"], Match.PATH),
        ("../bread/Wheat", "garden/Beds.md", ["bread/Wheat.md"], Match.PATH),
        ("/bread/Wheat", "garden/Beds.md", ["bread/Wheat.md"], Match.PATH),
        ("Rye", "bread/Wheat.md", ["bread/Rye.md"], Match.PATH),
        ("Rye", "garden/Beds.md", ["garden/Rye.md"], Match.PATH),
        ("Rye", "Home.md", ["bread/Rye.md", "garden/Rye.md"], Match.NAME),
        ("Common loaf", "Home.md", ["bread/Wheat.md"], Match.ALIAS),
        ("Green  RYE", "Home.md", ["garden/Rye.md"], Match.TITLE),
        ("Cafe\u0301 plan", "Home.md", ["My Notes #1/Café plan.md"], Match.NAME),
        ("plans/cafe", "Home.md", ["My Notes #1/Café plan.md"], Match.PERMALINK),
        ("dendron.topic.publish", "Home.md", ["dendron.topic.publish.md"], Match.PATH),
        ("Publishing", "Home.md", ["dendron.topic.publish.md"], Match.TITLE),
        ("rye-in-a-tin", "Home.md", ["bread/Rye.md"], Match.SLUG),
        ("bread/rye-in-a-tin", "Home.md", ["bread/Rye.md"], Match.SLUG),
        ("garden/rye-in-a-tin", "Home.md", [], None),
        ("202301011200", "Home.md", ["zk/202301011200 Zettel.md"], Match.ID),
        ("zk/z5mj", "Home.md", ["zk/z5mj Graphics.md"], Match.ID),
        ("beds", "Home.md", ["garden/Beds.md"], Match.NAME),
        ("topic.publish", "Home.md", [], None),
        ("ye", "Home.md", [], None),
        ("Nowhere", "Home.md", [], None),
    ],
)
def test_resolve_name(target: str, source: str, expected: list[str], match: Match | None) -> None:
    found = vault(*VAULT).resolve_name(target, NotePath(source))
    assert list(found.candidates) == expected
    assert found.match == match
    assert found.ambiguous == (len(expected) > 1)


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[x](Rye.md)", "bread/Rye.md"),
        ("[x](../garden/Rye.md)", "garden/Rye.md"),
        ("[x](../My%20Notes%20%231/Caf%C3%A9%20plan.md#a)", "My Notes #1/Café plan.md"),
        ("[x](<../My Notes #1/Café plan.md>)", None),
        ("[x](https://example.org/Rye.md)", None),
        ("[[dendron://dendron.site/dendron.topic.publish]]", "dendron.topic.publish.md"),
        ("[[#Here]]", "bread/Wheat.md"),
        ("[x](Green%20rye)", None),
    ],
)
def test_links_as_written(link: str, expected: str | None) -> None:
    names = vault(*VAULT)
    here = note("bread/Wheat.md", link)
    names.put(here)
    assert names.resolve(here.links[0], here.path).note == expected


def test_attachments() -> None:
    names = vault(*VAULT)
    names.put_file("img/oven.png")
    here = note("bread/Wheat.md", "![[oven.png]] ![x](../img/oven.png)")
    names.put(here)
    assert [names.resolve(link, here.path).attachment for link in here.links] == [
        "img/oven.png"
    ] * 2
    rooted = note("bread/Rye.md", "![x](/img/oven.png) ![[/img/oven.png]] ![x](/oven.png)")
    found = [names.resolve(link, rooted.path) for link in rooted.links]
    assert [each.attachment for each in found][:2] == ["img/oven.png"] * 2
    assert found[0].match is Match.PATH
    names.remove_file("img/oven.png")
    assert names.resolve(here.links[0], here.path).attachment == ""


def test_backlinks_follow_changes() -> None:
    names = vault(
        note("a.md", "[[b]] [[b#x]]"), note("b.md", "# Bee"), note("c.md", "[[Bee]]"), note("d.md")
    )
    assert [source for source, _ in names.backlinks(NotePath("b.md"))] == ["a.md", "a.md", "c.md"]
    names.put(note("b.md", "# Wasp"))
    assert [source for source, _ in names.backlinks(NotePath("b.md"))] == ["a.md", "a.md"]
    names.put(note("d.md", "# Bee"))
    assert [source for source, _ in names.backlinks(NotePath("d.md"))] == ["c.md"]
    names.remove(NotePath("a.md"))
    assert not list(names.backlinks(NotePath("b.md")))
    assert names.are_linked(NotePath("d.md"), NotePath("c.md"))
    assert not names.are_linked(NotePath("d.md"), NotePath("b.md"))


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("Second part", 1),
        ("second-part", 1),
        ("SECOND   part", 1),
        ("Top#Second part", 1),
        ("Other#Second part", 3),
        ("second-part-1", 3),
        ("What? Why: yes!", 4),
        ("What Why yes", 4),
        ("what-why-yes", 4),
        ("second-part,1", 1),
        ("second-part:#other", 1),
        ("second-part-1,1:#*", 3),
        ("none", None),
        ("", None),
    ],
)
def test_find_anchor(fragment: str, expected: int | None) -> None:
    text = "# Top\n\n## Second part\n\n# Other\n\n## Second part\n\n## What? Why: yes!\n"
    here = note("a.md", text)
    found = find_anchor(here, fragment)
    assert found == (None if expected is None else here.anchors[expected])


def test_slug_and_fold() -> None:
    assert slug("Ünlü Başlık: 1. (a)") == "ünlü-başlık-1-a"
    assert fold("  ÇAY\u00a0 bahçesi ") == "çay bahçesi"


def test_a_wildcard_means_every_note_that_begins_so() -> None:
    source = note("Home.md", "![[bread/*]] ![[nothing.*]]\n")
    names = vault(*VAULT, source)
    every, none = (names.resolve(link, source.path) for link in source.links)
    assert list(every.candidates) == ["bread/Rye.md", "bread/Wheat.md"]
    assert not every.ambiguous
    assert none.candidates == ()


@pytest.mark.parametrize(
    ("word", "expected"),
    [("rye", True), ("Common", True), ("café", True), ("tin", False), ("publishing", True)],
)
def test_begins(word: str, expected: bool) -> None:
    names = vault(*VAULT)
    assert names.begins(word) == expected
    for each in VAULT:
        names.remove(each.path)
    assert not names.begins(word)


def test_an_attachment_by_its_path_goes_before_one_by_its_name() -> None:
    source = note("a/n.md", "![x](img/p.png) ![[p.png]] ![x](q.png)\n")
    names = vault(source)
    for file in ("img/p.png", "a/img/p.png", "z/q.png"):
        names.put_file(file)
    found = [names.resolve(link, source.path) for link in source.links]
    assert [each.attachment for each in found] == ["a/img/p.png", "a/img/p.png", "z/q.png"]
    assert [each.match for each in found] == [Match.PATH, Match.NAME, Match.NAME]
