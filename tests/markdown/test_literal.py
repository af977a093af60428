"""In which stretches of a text no link is made."""

from __future__ import annotations

import pytest

from nearnote.base.source import Span
from nearnote.markdown.literal import marked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain text", []),
        ("a `b` c", ["`b`"]),
        ("``a`b`` c", ["``a`b``"]),
        ("` a `` b", []),
        ("`a ``b` c", ["`a ``b`"]),
        (r"a \` b ` c", [r"\`"]),
        ("a $x$ b", ["$x$"]),
        ("5 $ and 6 $", []),
        ("$$a\nb$$ c $$ d", ["$$a\nb$$"]),
        ("%%a%% b %% c", ["%%a%%"]),
        ("a <b> c < d", ["<b>"]),
        ("[a](b) [c]", ["[a](b)", "[c]"]),
        ("![a](b) c", ["![a](b)"]),
        ("see http://x.org/a, b", ["http://x.org/a,"]),
        ("see :// b", []),
        ("to me@x.org now", ["me@x.org"]),
        ("(me@x.org)", ["(me@x.org)"]),
        ("a @ b @c d@ e", []),
        ("é ä@ö ü", ["ä@ö"]),
    ],
)
def test_marked(text: str, expected: list[str]) -> None:
    data = text.encode()
    found = [data[each.start : each.end].decode() for each in marked(data, Span(0, len(data)))]
    assert found == expected
