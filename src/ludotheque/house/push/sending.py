"""Sending one message: one request over TLS, a bound on its time and on what is read back.

No redirects, no proxies, no cookies: only the status, and when to come again, matter.
"""

import socket
import ssl
from typing import NamedTuple

from ludotheque.house.clock import seconds
from ludotheque.house.push.endpoints import Target

PATIENCE = 10.0  # seconds for all of it
_HEAD = 16_384  # bytes of an answer that are read at most


class Answer(NamedTuple):
    """What a push service said."""

    status: int  # 0: nothing that could be understood
    wait: float | None = None  # seconds until it wants to be asked again

    @property
    def is_sent(self) -> bool:
        """Whether it took the message."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether there is no such browser any more."""
        return self.status in (404, 410)


def post(
    target: Target,
    headers: dict[str, str],
    body: bytes,
    trust: ssl.SSLContext | None = None,
    patience: float = PATIENCE,
) -> Answer:
    """Send it; whatever goes wrong on the way is an answer of status 0."""
    until = seconds() + patience
    try:
        with socket.create_connection((target.address, target.port), timeout=patience) as plain:
            plain.settimeout(_left(until))
            secure = trust or ssl.create_default_context()
            with secure.wrap_socket(plain, server_hostname=target.host) as wire:
                wire.settimeout(_left(until))
                wire.sendall(_request(target, headers, body))
                return _read(_head(wire, until))
    except (OSError, ValueError):  # of the network, of TLS, of time
        return Answer(0)


def _left(until: float) -> float:
    """How long the next step may take, that all together may not take longer."""
    left = until - seconds()
    if left <= 0:
        raise TimeoutError
    return left


def _request(target: Target, headers: dict[str, str], body: bytes) -> bytes:
    host = f"[{target.host}]" if ":" in target.host else target.host
    lines = {"Host": host, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    head = [f"POST {target.path} HTTP/1.1", *(f"{name}: {text}" for name, text in lines.items())]
    return "\r\n".join([*head, "", ""]).encode("ascii") + body


def _head(wire: ssl.SSLSocket, until: float) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head and len(head) < _HEAD:
        wire.settimeout(_left(until))
        part = wire.recv(4096)
        if not part:
            break
        head += part
    return head.partition(b"\r\n\r\n")[0]


def _read(head: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1.") or not (rest[:3].isascii() and rest[:3].isdigit()):
        return Answer(0)
    named = dict(line.lower().split(":", 1) for line in lines if ":" in line)
    wait = named.get("retry-after", "").strip()
    return Answer(int(rest[:3]), float(wait) if wait.isascii() and wait.isdigit() else None)
