"""The server in front of the application: whose word it takes for where a request comes from."""

import ipaddress
from collections.abc import Sequence

import uvicorn
from starlette.types import ASGIApp

from ludotheque.core.errors import BadOption

FRAME = 32_768  # bytes that a page may send at once; the server closes on more


def config(
    application: ASGIApp, host: str, port: int, *, behind: Sequence[str] = (), closing: int = 3
) -> uvicorn.Config:
    """How a house is served; ``behind`` are the proxies in front of it, ``closing`` is in seconds.

    Only a proxy that is named is believed when it says for whom it asks and whether that was over
    TLS; of a chain of addresses the last one counts that is no proxy of ours.
    """
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=closing,
        proxy_headers=bool(behind),
        forwarded_allow_ips=proxies(behind),
    )


def proxies(addresses: Sequence[str]) -> list[str]:
    """The addresses and networks of proxies, each checked: everybody is no proxy."""
    return [_proxy(address.strip()) for address in addresses]


def _proxy(address: str) -> str:
    try:
        found = ipaddress.ip_network(address)
    except ValueError:
        raise BadOption(
            f"--behind-proxy {address!r}: the address of your proxy is wanted, such as 127.0.0.1"
            " or 10.0.0.0/24"
        ) from None
    if not found.prefixlen:
        raise BadOption(f"--behind-proxy {address!r}: then anybody could pass for anybody")
    return address
