"""Messages as they come in over stdin."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest

from nearnote.lsp.transport import MessageReader


async def lines_and_bodies(data: bytes) -> list[bytes]:
    """All that pygls reads until the end: the lines of each head, then as much as it said."""
    found: list[bytes] = []
    with ThreadPoolExecutor() as executor:
        reader = MessageReader(BytesIO(data), executor)
        length = 0
        while line := await reader.readline():
            found.append(line)
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            if not line.strip():
                found.append(await reader.readexactly(length))
    return found


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (
            b"Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n[1]\n",
            [b"Content-Length: 2\r\n", b"\r\n", b"{}", b"Content-Length: 4\r\n", b"\r\n", b"[1]\n"],
        ),
        (
            b"Content-Type: x\r\ncontent-length:2\r\n\r\n{}",
            [b"Content-Type: x\r\n", b"content-length:2\r\n", b"\r\n", b"{}"],
        ),
        # An editor that is killed in the midst of a message.
        (b"Content-Length: 9\r\n\r\n{", [b"Content-Length: 9\r\n", b"\r\n", b"{"]),
        (b"Content-Len", [b"Content-Len"]),
    ],
)
def test_a_message_is_read_in_one_go_and_given_in_parts(data: bytes, expected: list[bytes]) -> None:
    assert asyncio.run(lines_and_bodies(data)) == expected
