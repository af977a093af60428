"""`--tcp HOST:PORT` with an address that cannot be listened to."""

from __future__ import annotations

import gc
import socket
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.lsp.session import NearnoteServer

    from .conftest import Run


@pytest.fixture(autouse=True)
def _own_collector() -> Iterator[None]:
    """The server sets up the garbage collector of its whole process."""
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


@pytest.mark.parametrize(
    "address",
    ["", "localhost", "8765", "localhost:", "localhost:http", "localhost:-1", "localhost:80 ", ":"],
)
def test_what_is_no_address_is_told_what_one_looks_like(run: Run, address: str) -> None:
    ran = run("--tcp", address)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence == "--tcp takes HOST:PORT, for example 127.0.0.1:8765."


@pytest.mark.parametrize("port", ["65536", "99999", "9" * 5_000, "²"])
def test_a_port_that_cannot_be_is_said_in_one_sentence(run: Run, port: str) -> None:
    ran = run("--tcp", f"127.0.0.1:{port}")
    assert ran.code == 2
    assert ran.sentence


def test_a_port_that_is_taken_is_said_in_one_sentence(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = run("--tcp", f"127.0.0.1:{port}")
    assert ran.code == 2
    assert str(port) in ran.sentence


def test_a_host_that_is_not_this_machine_is_said_in_one_sentence(run: Run) -> None:
    ran = run("--tcp", "192.0.2.1:0")  # an address that is kept for documentation
    assert ran.code == 2
    assert "192.0.2.1" in ran.sentence


@pytest.fixture
def listened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Where the server was told to listen, which it does not do."""
    seen: list[tuple[str, int]] = []

    def start_tcp(_: NearnoteServer, host: str, port: int) -> None:
        seen.append((host, port))

    monkeypatch.setattr("nearnote.lsp.server.serve_tcp", start_tcp)
    return seen


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1:8765", ("127.0.0.1", 8765)),
        (":8765", ("127.0.0.1", 8765)),
        ("localhost:0", ("localhost", 0)),
    ],
)
def test_an_address(
    run: Run, listened: list[tuple[str, int]], address: str, expected: tuple[str, int]
) -> None:
    assert run("--tcp", address).err == ""
    assert listened == [expected]


# Whoever connects may read the notes.
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_only_this_machine_may_connect(
    run: Run, listened: list[tuple[str, int]], host: str
) -> None:
    ran = run("--tcp", f"{host}:8765")
    assert listened == []
    assert ran.code == 2
    assert ran.sentence
