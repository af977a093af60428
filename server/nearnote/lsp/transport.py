"""The messages of an editor that speaks over stdin and stdout.

pygls reads each line of a message's head on another thread, four times there and back before a
keystroke is known. Here a message is read in one go.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections import deque
from typing import TYPE_CHECKING, Any, BinaryIO

from pygls.io_ import StdoutWriter, run_async

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer

log = logging.getLogger(__name__)
_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)


def serve(server: NearnoteServer, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Serve one editor until it says `exit` or goes away."""
    stop: Any = asyncio.Event()
    server._stop_event = stop
    server.protocol.set_writer(StdoutWriter(stdout))
    reader = MessageReader(stdin, server.thread_pool)
    try:
        asyncio.run(run_async(stop, reader, server.protocol, log, server.report_server_error))
    except BrokenPipeError:
        log.error("The editor is gone.")
    except KeyboardInterrupt:
        # Somebody at a terminal. The thread that waits for stdin cannot be woken.
        server.scheduler.close()
        os._exit(130)
    finally:
        server.shutdown()


class MessageReader:
    """Gives pygls the lines of a head and the body after it, which it has read together."""

    def __init__(self, stdin: BinaryIO, executor: Any) -> None:
        self._stdin = stdin
        self._executor = executor
        self._lines: deque[bytes] = deque()
        self._body = b""

    async def readline(self) -> bytes:
        """The next line of a head; an empty one with its line end ends it, and b"" all."""
        if not self._lines:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._executor, self._read)
        return self._lines.popleft()

    async def readexactly(self, n: int) -> bytes:
        """The body."""
        body, self._body = self._body[:n], self._body[n:]
        return body

    def _read(self) -> None:
        """Read a message, on the executor."""
        length = 0
        line = b"-"
        while line.strip():
            line = self._stdin.readline()
            self._lines.append(line)
            if found := _LENGTH.match(line):
                length = int(found[1])
        self._body = self._stdin.read(length)
