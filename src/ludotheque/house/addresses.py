"""Addresses on the network: which of them belong to one connection."""

import ipaddress


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
