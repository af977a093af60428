"""A server's process: what it answers and when, what it makes of a broken stream, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
SHUTDOWN = {"id": 9, "method": "shutdown"}
EXIT = {"method": "exit"}


def framed(message: Any, head: str = "Content-Length: {}\r\n\r\n") -> bytes:
    if isinstance(message, dict):
        message = {"jsonrpc": "2.0", **message}
    body = json.dumps(message).encode()
    return head.format(len(body)).encode() + body


def answers(out: bytes) -> list[Any]:
    found = []
    while out:
        head, _, rest = out.partition(b"\r\n\r\n")
        length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        found.append(json.loads(rest[:length]))
        out = rest[length:]
    return found


@pytest.fixture
def environment(tmp_path: Any) -> dict[str, str]:
    own = {"NEARNOTE_PROVIDER": "hashing", "NEARNOTE_CACHE_DIR": str(tmp_path / "cache")}
    return {**os.environ, **own, "HOME": str(tmp_path)}


def talk(environment: dict[str, str], data: bytes) -> tuple[int, list[Any], str]:
    """Say all of it, hang up, and hear the answers: exit code, messages, what stderr had."""
    ran = subprocess.run(
        [sys.executable, "-m", "nearnote"],
        input=data,
        capture_output=True,
        env=environment,
        timeout=60,
        check=False,
    )
    return ran.returncode, answers(ran.stdout), ran.stderr.decode()


def codes(messages: list[Any]) -> dict[Any, Any]:
    """The error's code by the request's id; 0 for an answer."""
    return {
        message["id"]: message.get("error", {"code": 0})["code"]
        for message in messages
        if "id" in message and "method" not in message
    }


def test_requests_at_the_wrong_time_are_answered_so(environment: dict[str, str]) -> None:
    hover = {"method": "textDocument/hover", "params": {}}
    said = [{"id": 0, **hover}, {"method": "initialized", "params": {}}, INITIALIZE]
    said += [{**INITIALIZE, "id": 2}, SHUTDOWN, {"id": 3, **hover}, {**SHUTDOWN, "id": 4}, EXIT]
    code, messages, errors = talk(environment, b"".join(map(framed, said)))
    expected = {0: -32002, 1: 0, 2: -32600, 9: 0, 3: -32600, 4: -32600}
    assert (code, codes(messages)) == (0, expected)
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    "head",
    [
        "content-length:{}\r\n\r\n",
        "CONTENT-LENGTH :   {}  \r\n\r\n",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        "Content-Length: {}\r\nX-Other: a:b\r\n\r\n",
        "Content-Length: {}\n\n",
    ],
)
def test_heads_in_any_case_and_spacing(environment: dict[str, str], head: str) -> None:
    data = b"".join(framed(each, head) for each in (INITIALIZE, SHUTDOWN, EXIT))
    code, messages, _ = talk(environment, data)
    assert (code, codes(messages)) == (0, {1: 0, 9: 0})


BROKEN = [
    b"Content-Length: 99999999999\r\n\r\n{}",
    b"Content-Length: -5\r\n\r\n{}",
    b"Content-Length: many\r\n\r\n{}",
    b"Content-Type: x\r\n\r\n{}",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"x" * 100_000,
    framed(SHUTDOWN, "Content-Length: 7\r\n\r\n"),
]


@pytest.mark.parametrize("data", BROKEN)
def test_a_broken_stream_is_one_message_and_the_end(
    environment: dict[str, str], data: bytes
) -> None:
    code, messages, errors = talk(environment, framed(INITIALIZE) + data + framed(EXIT))
    shown = [
        each["params"]["message"] for each in messages if "showMessage" in each.get("method", "")
    ]
    assert code == 1
    assert len(shown) == 1, messages
    assert "Traceback" not in errors


def test_what_is_no_json_or_no_message_is_answered_and_passed_over(
    environment: dict[str, str],
) -> None:
    junk = [b"Content-Length: 1\r\n\r\n{", framed([]), framed(7), framed("x")]
    data = b"".join([framed(INITIALIZE), *junk, framed(SHUTDOWN), framed(EXIT)])
    code, messages, errors = talk(environment, data)
    assert code == 0
    found = [each["error"]["code"] for each in messages if each.get("error")]
    assert found == [-32700, -32600, -32600, -32600]
    assert "Traceback" not in errors


@pytest.fixture
def server(environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", "nearnote"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        yield process
        process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_it_ends_with_its_parent(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None
    assert server.stdout is not None
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as parent:
        params = {**INITIALIZE["params"], "processId": parent.pid}  # type: ignore[dict-item]
        server.stdin.write(framed({**INITIALIZE, "params": params}))
        server.stdin.flush()
        server.stdout.readline()
        # It has to have been seen alive; then nobody buries it while the server looks.
        deadline = time.monotonic() + 2.5
        while time.monotonic() < deadline and server.poll() is None:
            time.sleep(0.05)
        assert server.poll() is None
        os.kill(parent.pid, signal.SIGKILL)
        assert server.wait(20) == 1


def test_leaving_is_quick_and_clean_at_any_moment(environment: dict[str, str]) -> None:
    environment = {**environment, "NEARNOTE_PROVIDER": "fastembed"}
    for moment in (0.0, 0.2, 0.4, 0.8):
        with subprocess.Popen(
            [sys.executable, "-m", "nearnote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(framed(INITIALIZE))
            process.stdin.flush()
            process.stdout.readline()
            process.stdin.write(framed({"method": "initialized", "params": {}}))
            process.stdin.flush()
            until = time.monotonic() + moment  # the moment is what is tested
            while time.monotonic() < until:
                time.sleep(0.01)
            process.stdin.write(framed(SHUTDOWN) + framed(EXIT))
            process.stdin.flush()
            assert process.wait(20) == 0, moment


EVIL = "\x1b[31m\u202eevil\x07\u2066"


def test_control_and_bidi_characters_reach_no_title_and_no_message(
    environment: dict[str, str], tmp_path: Any
) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    name = f"{EVIL}.md".replace("\x07", "")
    text = f"# T {EVIL}\n\n## H {EVIL}\n\ntext [[gone {EVIL}]] more\n\n### Empty {EVIL}\n"
    text += "\n## Full\n\nwords\n"
    (root / name).write_text(text)
    uri = (root / name).as_uri()
    capabilities = {
        "textDocument": {
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
                "disabledSupport": True,
            },
            "diagnostic": {},
        },
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    params = {"processId": None, "rootUri": root.as_uri(), "capabilities": capabilities}
    document = {"textDocument": {"uri": uri}}
    opened = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    whole = {"start": {"line": 2, "character": 0}, "end": {"line": 6, "character": 9}}
    context = {"diagnostics": [], "triggerKind": 1}
    at = {"position": {"line": 4, "character": 9}}
    said: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": params},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
        {"id": 2, "method": "textDocument/documentSymbol", "params": document},
        {"id": 3, "method": "textDocument/diagnostic", "params": document},
        {
            "id": 4,
            "method": "textDocument/codeAction",
            "params": {**document, "range": whole, "context": context},
        },
        {"id": 5, "method": "workspace/symbol", "params": {"query": "=more"}},
        {"id": 6, "method": "textDocument/rename", "params": {**document, **at, "newName": EVIL}},
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "nearnote"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(map(framed, said)))
        process.stdin.flush()
        found: dict[int, Any] = {}
        while not {2, 3, 4, 5, 6} <= found.keys():
            length = int(process.stdout.readline().split(b":")[1])
            while process.stdout.readline().strip():
                pass
            message = json.loads(process.stdout.read(length))
            if "method" not in message:
                found[message["id"]] = message
        process.kill()
        process.communicate()
    shown = [each["name"] for each in found[2]["result"]]
    shown += [each["message"] for each in found[3]["result"]["items"]]
    shown += [each["title"] for each in found[4]["result"]]
    shown += [each["name"] + each["containerName"] for each in found[5]["result"]]
    shown.append(found[6].get("error", {"message": ""})["message"])
    assert len(shown) >= 6
    assert all(text.isprintable() for text in shown), shown
    assert any("evil" in text for text in shown)
