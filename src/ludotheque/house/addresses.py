"""Addresses on the network: which belong to one connection, and where a house is reached."""

import ipaddress
import socket


def network_of(address: str) -> str:
    """Whose address it is: one connection has a whole /64 of IPv6 to choose from.

    >>> network_of("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def is_loopback(host: str) -> bool:
    """Whether a name or an address means the machine itself to whoever uses it.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("ludo.example")
    (True, True, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def reach(listens_on: str) -> str | None:
    """Where the network finds a house that listens on all of this machine's addresses.

    None: it listens elsewhere, or the machine has no network. Nothing is sent.
    """
    if listens_on != "0.0.0.0":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return None
