"""Nothing is sent but to the public Internet, however an address is written."""

import socket

import pytest

from ludotheque.house.push.endpoints import BadEndpoint, is_public, public_target

PUBLIC = "93.184.215.14"
PRIVATE = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.0.9", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7",
    "203.0.113.7", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:93.184.215.14", "::127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "2002:5db8:d70e::1",
    "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "nonsense", "",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_no_push_service(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_an_address_on_the_internet(address: str) -> None:
    assert is_public(address)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """A name server of the test's own; what is a number needs none."""
    known: dict[str, list[str]] = {"push.example": [PUBLIC]}
    real = socket.getaddrinfo

    def find(host: str, port: int, **kind: int) -> list:
        if host not in known:
            return real(host, port, flags=socket.AI_NUMERICHOST, **kind)
        return [(0, 0, 0, "", (address, port)) for address in known[host]]

    monkeypatch.setattr(socket, "getaddrinfo", find)
    return known


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("endpoint", "path"),
    [
        ("https://push.example/a/b?c=d", "/a/b?c=d"),
        ("https://push.example:443/x", "/x"),
        ("https://PUSH.example", "/"),
    ],
)
def test_a_push_service_is_found(endpoint: str, path: str) -> None:
    assert public_target(endpoint) == ("push.example", PUBLIC, 443, path)


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example/",
        "ftp://push.example/",
        "//push.example/",
        "https://",
        "https:///path",
        "https://push.example:80/",
        "https://push.example:8443/",
        "https://push.example:99999/",
        "https://push.example:x/",
        "https://user@push.example/",
        "https://user:secret@push.example/",
        "https://push.example@127.0.0.1/",
        "https://push.example/a b",
        "https://push.example/\r\nHost: other",
        "https://push.example/\t",
        "https://push.example/é",
        "https://push.example/" + "a" * 1000,
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://10.1.2.3/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fd00:ec2::254]/",
        "https://[broken/",
        "https://nowhere.example/",
    ],
)
def test_what_is_no_public_endpoint_is_refused(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        public_target(endpoint)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"])
def test_a_name_that_leads_inside_is_refused(names: dict[str, list[str]], address: str) -> None:
    names["inside.example"] = [address]
    names["mixed.example"] = [PUBLIC, address]  # one of its addresses is enough
    for name in ("inside", "mixed"):
        with pytest.raises(BadEndpoint):
            public_target(f"https://{name}.example/")


def test_where_a_name_leads_is_looked_up_each_time(names: dict[str, list[str]]) -> None:
    assert public_target("https://push.example/").address == PUBLIC
    names["push.example"] = ["127.0.0.1"]
    with pytest.raises(BadEndpoint):
        public_target("https://push.example/")
