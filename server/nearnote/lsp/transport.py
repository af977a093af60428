"""The messages of an editor that speaks over stdin and stdout, or over a socket.

pygls reads each line of a message's head on another thread, four times there and back before a
keystroke is known, knows one spelling of a head, and asks for as many bytes as it is told. Here a
message is read in one go, and a head that makes no sense ends the session with a sentence.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.io_ import StdoutWriter

from nearnote.lsp import pygls_internals
from nearnote.lsp.parent import gone

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer

log = logging.getLogger(__name__)
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?\n?$", re.IGNORECASE)
_HEADER = re.compile(rb"[!-9;-~]+[ \t]*:[^\r\n]*\r?\n?$")
MOST_BYTES = 1 << 28
"""No message is longer than this; an editor that announces more has lost count."""
PATIENCE = 0.05
"""Seconds that a job gets to end when the editor leaves."""
_LONGEST_LINE = 1 << 16
_STILL_THERE = 2.0
"""Seconds between two looks at the editor's process."""


class Reader(Protocol):
    """Where messages come from."""

    async def readline(self) -> bytes: ...
    async def readexactly(self, n: int, /) -> bytes: ...


class FrameError(Exception):
    """Where one message ends and the next begins cannot be told."""


def serve(server: NearnoteServer, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Serve one editor until it says `exit` or goes away, and end the process."""
    server.protocol.set_writer(StdoutWriter(stdout))
    try:
        asyncio.run(_session(server, MessageReader(stdin, server.thread_pool)))
    except KeyboardInterrupt:
        leave(server, 130)  # somebody at a terminal


def serve_tcp(server: NearnoteServer, host: str, port: int) -> None:
    """Serve one editor that connects, until it says `exit` or goes away, and end the process."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server.protocol.set_writer(writer)
        await _session(server, reader, writer)

    async def listen() -> None:
        listening = await asyncio.start_server(connected, host, port, limit=1 << 16)
        async with listening:
            await listening.serve_forever()

    try:
        asyncio.run(listen())
    except KeyboardInterrupt:
        leave(server, 130)


async def _session(
    server: NearnoteServer, reader: Reader, writer: asyncio.StreamWriter | None = None
) -> None:
    stop = asyncio.Event()
    pygls_internals.set_stop_event(server, stop)
    watching = asyncio.ensure_future(_end_with_parent(server))
    try:
        await read_messages(server, reader, stop)
    except FrameError as error:
        log.error("%s", error)
        sentence = f"nearnote: {error} nearnote ends here."
        server.window_show_message(types.ShowMessageParams(types.MessageType.Error, sentence))
    except BrokenPipeError:
        log.error("The editor is gone.")
    except Exception:
        log.exception("The session failed")
    watching.cancel()
    if writer is not None:
        writer.close()
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(writer.wait_closed(), PATIENCE)
    leave(server, server.exit_code)


async def _end_with_parent(server: NearnoteServer) -> None:
    """End the process when the editor's is gone; stdin may be held open by somebody else."""
    watched = 0
    while True:
        await asyncio.sleep(_STILL_THERE)
        pid = server.process_id or 0
        if pid and not watched and not gone(pid):
            watched = pid  # one that was never there lives in another container
        if watched and gone(watched):
            log.error("The editor's process is gone.")
            leave(server, server.exit_code)


def leave(server: NearnoteServer, code: int) -> None:
    """End the process at once, with the exit code of the protocol.

    A model that is being loaded would otherwise abort the interpreter as it winds up, and what is
    on disk can be left at any moment.
    """
    server.scheduler.close(server._close, PATIENCE)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


async def read_messages(server: NearnoteServer, reader: Reader, stop: asyncio.Event) -> None:
    """Hand on one message after another, until there are no more. Raises FrameError."""
    while not stop.is_set():
        length = await _length(reader)
        if length is None:
            return
        try:
            body = await reader.readexactly(length)
        except asyncio.IncompleteReadError:
            return
        if len(body) < length:
            return  # the editor was killed in the midst of a message
        _handle(server, body)


async def _length(reader: Reader) -> int | None:
    """Read a head: the length of the body after it, None when there is no more."""
    length = None
    begun = False
    while True:
        try:
            line = await reader.readline()
        except ValueError as error:
            raise FrameError("A line of the editor's messages has no end.") from error
        if not line:
            return None
        if not line.strip():
            if not begun:
                continue
            if length is None:
                raise FrameError("A message of the editor does not say how long it is.")
            return length
        begun = True
        if found := _LENGTH.match(line):
            length = int(found[1])
        if not _HEADER.match(line) or (length or 0) > MOST_BYTES or (not found and _names(line)):
            shown = line[:80].decode("ascii", errors="replace").strip()
            raise FrameError(f"The editor's messages cannot be told apart at “{shown}”.")


def _names(line: bytes) -> bool:
    return line.split(b":")[0].strip().lower() == b"content-length"


def _handle(server: NearnoteServer, body: bytes) -> None:
    protocol = server.protocol
    try:
        message = json.loads(body, object_hook=protocol.structure_message)
    except (ValueError, RecursionError) as error:
        log.error("A message of the editor is no JSON: %s", error)
        parse_error = JsonRpcParseError("This message is no JSON.").to_response_error()
        pygls_internals.send_error(protocol, None, parse_error)
        return
    except JsonRpcException as error:
        server.report_server_error(error, JsonRpcException)
        return
    if not hasattr(message, "jsonrpc"):
        invalid = JsonRpcInvalidRequest("This is no message of JSON-RPC 2.0.").to_response_error()
        pygls_internals.send_error(protocol, None, invalid)
        return
    try:
        protocol.handle_message(message)
    except Exception as error:
        server.report_server_error(error, JsonRpcException)


class MessageReader:
    """Gives the lines of a head and the body after it, as many messages at a time as have come.

    A thread that waits its turn for each of a thousand keystrokes would wait most of the time.
    """

    def __init__(self, stdin: BinaryIO, executor: Any) -> None:
        self._stdin: Any = stdin
        self._executor = executor
        self._lines: deque[bytes] = deque()
        self._bodies: deque[bytes] = deque()
        self._buffer = bytearray()

    async def readline(self) -> bytes:
        """The next line of a head; an empty one with its line end ends it, and b"" all."""
        if not self._lines:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._executor, self._read)
        return self._lines.popleft()

    async def readexactly(self, n: int) -> bytes:
        """The body; shorter when the editor was killed in the midst of it."""
        return self._bodies.popleft()[:n] if self._bodies else b""

    def _read(self) -> None:
        """Read until there is a message, or the end, on the executor."""
        while not self._lines:
            data = self._stdin.read1(1 << 16)
            self._buffer += data
            while self._take(ended=not data):
                pass
            if not data:
                self._lines.append(b"")

    def _take(self, *, ended: bool) -> bool:
        """Take a message out of the buffer; False when there is none, or not all of it."""
        lines: list[bytes] = []
        length = at = 0
        while not lines or lines[-1].strip():
            end = self._buffer.find(b"\n", at) + 1
            if not end and not ended and len(self._buffer) - at < _LONGEST_LINE:
                return False
            line = bytes(self._buffer[at : end or len(self._buffer)])
            if not line:
                break  # the end, within a head
            lines.append(line)
            at += len(line)
            if found := _LENGTH.match(line):
                length = min(int(found[1]), MOST_BYTES + 1)
            if not end:
                break
        if not lines:
            return False
        is_head = bool(lines[0].strip()) and not lines[-1].strip()
        wanted = length if is_head and length <= MOST_BYTES else 0
        if len(self._buffer) < at + wanted and not ended:
            return False
        if is_head:
            self._bodies.append(bytes(self._buffer[at : at + wanted]))
        self._lines += lines
        del self._buffer[: at + wanted]
        return True
