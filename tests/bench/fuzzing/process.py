"""A server as a process of its own, spoken to in JSON: for what is done to it from outside."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

Json = dict[str, Any]
ROOT = Path(__file__).parents[3]
SOON = 60.0


class GoneError(Exception):
    """The server ended, or did not answer in time."""


class Process:
    """One server; what it says is read by a thread, so that its pipe never fills."""

    def __init__(self, vault: Path, cache: Path, log: Path, **variables: str) -> None:
        self.vault = vault
        self.phase = ""
        self.said: list[str] = []
        self._answers: queue.Queue[Json] = queue.Queue()
        self._last = 0
        environment = {name: value for name, value in os.environ.items() if "NEARNOTE" not in name}
        environment |= {
            "PYTHONPATH": str(ROOT / "server"),
            "NEARNOTE_PROVIDER": "hashing",
            "NEARNOTE_CACHE_DIR": str(cache),
            **variables,
        }
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "nearnote", "--log-file", str(log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self.errors: list[bytes] = []
        works = (self._read, self._read_errors)
        self._readers = [threading.Thread(target=work, daemon=True) for work in works]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        out = self.popen.stdout
        assert out is not None
        while head := out.readline():
            length = int(head.split(b":")[1]) if head.lower().startswith(b"content-length") else 0
            while out.readline().strip():
                pass
            body = out.read(length)
            if len(body) < length:
                return  # it was killed in the midst of a message
            message = json.loads(body)
            if message.get("method") == "nearnote/status":
                self.phase = message["params"]["phase"]
            elif message.get("method") == "window/showMessage":
                self.said.append(message["params"]["message"])
            elif "method" in message and "id" in message:
                with suppress(GoneError):
                    self._send({"id": message["id"], "result": None})
            elif "id" in message:
                self._answers.put(message)

    def _read_errors(self) -> None:
        assert self.popen.stderr is not None
        self.errors += self.popen.stderr

    def _send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.popen.stdin is not None
        try:
            self.popen.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.popen.stdin.flush()
        except OSError as error:
            raise GoneError("the server is gone") from error

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any, soon: float = SOON) -> Any:
        """The result of a request; None when the server refuses it. Raises GoneError."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        deadline = time.monotonic() + soon
        while True:
            try:
                answer = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty as error:
                raise GoneError(f"no answer to {method} within {soon:.0f} s") from error
            if answer["id"] == self._last:
                return answer.get("result")

    def begin(self, capabilities: Json | None = None) -> None:
        folder = {"uri": self.vault.as_uri(), "name": "vault"}
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None,
                "capabilities": capabilities or {"general": {"positionEncodings": ["utf-8"]}},
                "workspaceFolders": [folder],
            },
        )
        self.notify("initialized", {})

    def until(self, *phases: str) -> None:
        """Wait for a phase."""
        deadline = time.monotonic() + SOON
        while self.phase not in phases:
            if time.monotonic() > deadline or self.popen.poll() is not None:
                raise GoneError(f"still {self.phase!r}, not {' or '.join(phases)}")
            time.sleep(0.01)

    def search(self, query: str, mode: str = "hybrid") -> list[str]:
        """The paths that a query finds."""
        arguments = [{"query": query, "mode": mode}]
        params = {"command": "nearnote.search", "arguments": arguments}
        answer = self.request("workspace/executeCommand", params) or {"hits": []}
        return [hit["path"] for hit in answer["hits"]]

    def kill(self) -> None:
        """End it as a power cut would."""
        self.popen.send_signal(signal.SIGKILL)
        self._ended()

    def leave(self) -> int:
        """End it as an editor does; its exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        try:
            self.popen.wait(SOON)
            return self._ended()
        except subprocess.TimeoutExpired:
            self.kill()
            raise GoneError("it does not leave") from None

    def _ended(self) -> int:
        """Wait for the end, let the readers come to theirs, and close what is open."""
        code = self.popen.wait()
        for reader in self._readers:
            reader.join()
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        return code

    # -- what it holds

    @property
    def memory(self) -> float:
        """Resident memory in MB."""
        pages = int(Path(f"/proc/{self.popen.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.popen.pid}/fd"))

    @property
    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.popen.pid}/task"))
