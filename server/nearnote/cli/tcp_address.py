"""`HOST:PORT` on the command line."""

from __future__ import annotations

from ipaddress import ip_address

from nearnote.cli.command_error import CommandError

LOOPBACK = "127.0.0.1"
LAST_PORT = 65_535


def address(text: str) -> tuple[str, int]:
    """The host, which is this machine, and the port. Raises CommandError.

    Whoever connects may read the notes, and nobody is asked for a password.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not (port.isascii() and port.isdecimal()):
        raise CommandError(f"--tcp takes HOST:PORT, for example {LOOPBACK}:8765.")
    if len(port) > 9 or int(port) > LAST_PORT:
        raise CommandError(f"--tcp takes a port from 0 to {LAST_PORT}.")
    host = host.removeprefix("[").removesuffix("]") or LOOPBACK
    if not _is_loopback(host):
        raise CommandError(
            f"--tcp listens on this machine only, as {LOOPBACK}, [::1] or localhost, and not as "
            f"{host}: whoever connects may read the notes."
        )
    return host, int(port)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"
