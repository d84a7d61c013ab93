"""Where a message may be sent: to push services on the public Internet, and nowhere else.

An endpoint is what a browser says it is, so anybody may name any: a machine in the house's own
network, this machine, a cloud's metadata. It is looked at when somebody subscribes and again
before every message, and the connection goes to the very address that was looked at.
"""

import ipaddress
import re
import socket
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

PORT = 443
LONGEST = 1_000  # letters of an endpoint
_PLAIN = re.compile(r"https://[!-~]+")  # nothing that could end a line of a request
_GLOBAL_IPV6 = ipaddress.ip_network("2000::/3")


class BadEndpoint(ValueError):
    """An address to which nothing is sent: says why."""


class Target(NamedTuple):
    """An endpoint that may be written to."""

    host: str  # whom the certificate has to name
    address: str  # of the network, already resolved
    port: int
    path: str  # with its query


Finder = Callable[[str], Target]


def public_target(endpoint: str) -> Target:
    """Where an endpoint leads; BadEndpoint unless that is an https server on the Internet."""
    host, path = _parts(endpoint)
    found = _addresses(host)
    for address in found:
        if not is_public(address):
            raise BadEndpoint("the endpoint is not on the public Internet")
    return Target(host, found[0], PORT, path)


def _parts(endpoint: str) -> tuple[str, str]:
    """Host and path; the usual port and no names or passwords are all that push services use."""
    if len(endpoint) > LONGEST or not _PLAIN.fullmatch(endpoint):
        raise BadEndpoint("an endpoint is an https address")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadEndpoint("an endpoint is an https address") from None
    if not host or "@" in parts.netloc or port not in (None, PORT) or "%" in host:
        raise BadEndpoint("an endpoint has a host, the usual port, and no name or password")
    return host, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _addresses(host: str) -> list[str]:
    try:
        found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadEndpoint("the endpoint's host is not known") from None
    return [str(each[4][0]) for each in found]


def is_public(address: str) -> bool:
    """Whether an address is one of the Internet's, and of nothing nearer.

    >>> is_public("93.184.215.14"), is_public("10.0.0.1"), is_public("::ffff:93.184.215.14")
    (True, False, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        # An IPv4 address in another dress is nobody's push service.
        is_dressed = found.sixtofour is not None or found.teredo is not None
        return found in _GLOBAL_IPV6 and found.is_global and not is_dressed
    return found.is_global and not found.is_multicast and not found.is_reserved
