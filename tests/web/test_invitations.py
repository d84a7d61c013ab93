"""An invitation leads here from a friend's phone, to whom localhost is her own."""

from types import SimpleNamespace

import pytest
from starlette.requests import Request

from ludotheque.house import addresses
from ludotheque.web import tables
from ludotheque.web.tables import invitation_url

LAN = "192.168.1.20"


@pytest.fixture(autouse=True)
def on_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"0.0.0.0": LAN}
    monkeypatch.setattr(tables, "reach", found.get)


def opened(address: str, listens_on: str, client: str = "127.0.0.1") -> Request:
    """A page of a house, opened at this address from that machine."""
    scheme, host = address.split("://")
    house = SimpleNamespace(listens_on=listens_on)
    return Request(
        {
            "type": "http",
            "method": "GET",
            "scheme": scheme,
            "path": "/tables/abc",
            "query_string": b"sit=2",
            "headers": [(b"host", host.encode())],
            "client": (client, 50_000),
            "app": SimpleNamespace(state=SimpleNamespace(house=house)),
        }
    )


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "ludo.localhost:8000"]
)
def test_who_opens_the_house_on_this_machine_invites_by_its_address_on_the_network(host: str):
    url = invitation_url(opened(f"http://{host}", "0.0.0.0"), "abc")
    assert url == f"http://{LAN}:8000/tables/abc#sit=1"


@pytest.mark.parametrize(
    ("address", "listens_on", "client"),
    [
        ("http://localhost:8000", "127.0.0.1", "127.0.0.1"),  # the network does not reach it
        ("http://localhost:8000", "", "127.0.0.1"),  # a proxy stands in front
        ("http://localhost:8000", "0.0.0.0", "172.17.0.1"),  # another machine's port leads here
        ("http://192.168.1.20:8000", "0.0.0.0", "127.0.0.1"),
        ("https://ludo.example", "0.0.0.0", "127.0.0.1"),
        ("http://ludo.local", "0.0.0.0", "192.168.1.30"),
    ],
)
def test_other_addresses_stay_as_they_were(address: str, listens_on: str, client: str):
    url = invitation_url(opened(address, listens_on, client), "abc")
    assert url == f"{address}/tables/abc#sit=1"


def test_without_a_network_it_stays_as_it_was(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tables, "reach", lambda _: None)
    url = invitation_url(opened("http://localhost:8000", "0.0.0.0"), "abc")
    assert url == "http://localhost:8000/tables/abc#sit=1"


def test_what_listens_on_one_address_is_reached_there_alone():
    assert addresses.reach("127.0.0.1") is None
    assert addresses.reach("") is None
