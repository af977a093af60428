"""What `HOST:PORT` means."""

from __future__ import annotations

import pytest

from nearnote.cli.command_error import CommandError
from nearnote.cli.tcp_address import address


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("127.0.0.1:8765", ("127.0.0.1", 8765)),
        ("127.1.2.3:65535", ("127.1.2.3", 65_535)),
        (":0", ("127.0.0.1", 0)),
        ("localhost:080", ("localhost", 80)),
        ("LOCALHOST:1", ("LOCALHOST", 1)),
        ("[::1]:8765", ("::1", 8765)),
        ("::1:8765", ("::1", 8765)),
    ],
)
def test_this_machine(text: str, expected: tuple[str, int]) -> None:
    assert address(text) == expected


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "HOST:PORT"),
        ("127.0.0.1", "HOST:PORT"),
        ("[::1]", "HOST:PORT"),
        ("127.0.0.1:²", "HOST:PORT"),
        ("127.0.0.1:٣", "HOST:PORT"),
        ("127.0.0.1:65536", "from 0 to 65535"),
        ("127.0.0.1:" + "1" * 5_000, "from 0 to 65535"),
        ("0.0.0.0:1", "not as 0.0.0.0"),
        ("[::]:1", "not as ::"),
        ("192.168.1.2:1", "not as 192.168.1.2"),
        ("example.org:1", "not as example.org"),
        ("localhost.example.org:1", "not as localhost.example.org"),
    ],
)
def test_what_cannot_be_listened_to(text: str, named: str) -> None:
    with pytest.raises(CommandError, match=named):
        address(text)
