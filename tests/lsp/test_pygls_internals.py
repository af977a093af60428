"""The private parts of pygls are where nearnote looks for them; a release may move them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsprotocol import types
from pygls.workspace import Workspace

from nearnote.lsp import pygls_internals
from nearnote.lsp.server import build_server


@pytest.mark.parametrize("name", ["_stop_event"])
def test_a_server_has(name: str) -> None:
    assert hasattr(build_server(), name)


@pytest.mark.parametrize("name", ["_workspace", "_shutdown", "_send_response", "_server"])
def test_a_protocol_has(name: str) -> None:
    assert hasattr(build_server().protocol, name)


def test_stop_sets_the_event_of_the_loop() -> None:
    server, event = build_server(), asyncio.Event()
    pygls_internals.stop(server)  # nothing runs yet, and that is no error
    pygls_internals.set_stop_event(server, event)
    pygls_internals.stop(server)
    assert event.is_set()


def test_a_workspace_is_the_one_that_was_given() -> None:
    protocol, ours = build_server().protocol, Workspace(None)
    pygls_internals.use_workspace(protocol, ours)
    assert protocol.workspace is ours


def test_shutdown_is_seen() -> None:
    protocol = build_server().protocol
    assert not pygls_internals.was_shut_down(protocol)
    protocol._shutdown = True
    assert pygls_internals.was_shut_down(protocol)


def test_an_error_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    protocol, sent = build_server().protocol, []
    monkeypatch.setattr(protocol, "_send_data", lambda data: sent.append(data))
    error = types.ResponseError(code=-32602, message="no")
    pygls_internals.send_error(protocol, 7, error)
    answer: Any = sent[0]
    assert (answer.id, answer.error) == (7, error)
