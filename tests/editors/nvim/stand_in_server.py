#!/usr/bin/env python3
"""A language server that says what a test wants, for what the real one does not do on demand.

STAND_IN_VERSION   the version that it says it has
STAND_IN_DIE       when set: it dies right after `initialized`
STAND_IN_ANSWERS   JSON object: command's name -> its answer
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

ANSWERS: dict[str, Any] = json.loads(os.environ.get("STAND_IN_ANSWERS", "{}"))


def read() -> dict[str, Any] | None:
    """The next message, or None at the end of the input."""
    length = 0
    while (line := sys.stdin.buffer.readline()).strip():
        name, _, value = line.decode().partition(":")
        if name.lower() == "content-length":
            length = int(value)
    message: dict[str, Any] | None = json.loads(sys.stdin.buffer.read(length)) if length else None
    return message


def write(message: dict[str, Any]) -> None:
    """Send one message."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def result_of(message: dict[str, Any]) -> Any:
    """The answer to a request."""
    if message["method"] == "initialize":
        return {
            "capabilities": {
                "textDocumentSync": 2,
                "executeCommandProvider": {"commands": ["nearnote.search"]},
            },
            "serverInfo": {
                "name": "nearnote",
                "version": os.environ.get("STAND_IN_VERSION", "99.0.0"),
            },
        }
    if message["method"] == "workspace/executeCommand":
        return ANSWERS.get(message["params"]["command"].removeprefix("nearnote."), {})
    return None


def main() -> None:
    """Serve until the editor says `exit`."""
    while (message := read()) is not None:
        if message.get("method") == "exit":
            return
        if message.get("method") == "initialized" and os.environ.get("STAND_IN_DIE"):
            os._exit(3)
        if "id" in message and "method" in message:
            write({"id": message["id"], "result": result_of(message)})


if __name__ == "__main__":
    main()
