"""Whose word the house takes for where a request comes from."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from serving import Served
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from visiting import Visitor

from ludotheque.core.errors import BadOption
from ludotheque.web import arrivals
from ludotheque.web.server import proxies


async def seen(request: Request) -> Response:
    """Whom the house takes somebody for, and by which scheme she came."""
    return PlainTextResponse(f"{arrivals.address(request)} {request.url.scheme}")


@contextmanager
def house(folder: Path, *behind: str) -> Iterator[Served]:
    served = Served(f"sqlite:///{folder / 'house.db'}", has_limits=True, behind=behind)
    served.app.router.routes.insert(0, Route("/seen", seen))
    yield served
    served.close()
    assert not served.faults.seen


def ask(served: Served, *forwarded: str, proto: str = "https") -> str:
    somebody = Visitor(served.url)
    del somebody.http.headers["X-Forwarded-For"]
    headers = [("X-Forwarded-For", each) for each in forwarded]
    answer = somebody.get("/seen", headers=[*headers, ("X-Forwarded-Proto", proto)])
    somebody.close()
    return answer.text


def test_behind_nothing_nobody_chooses_her_address(tmp_path: Path) -> None:
    with house(tmp_path) as served:
        assert ask(served, "203.0.113.9") == "127.0.0.1 http"
        people = [Visitor(served.url, address=f"203.0.113.{number}") for number in range(80)]
        answers = [each.post("/games/ludo/play").status_code for each in people]
        assert answers.count(429) >= 5  # they all are one stranger
        for each in people:
            each.close()


def test_behind_a_proxy_the_last_address_counts_that_is_none_of_ours(tmp_path: Path) -> None:
    with house(tmp_path, "127.0.0.1", "10.0.0.0/24") as served:
        assert ask(served, "203.0.113.9") == "203.0.113.9 https"
        assert ask(served, "198.51.100.1, 203.0.113.9, 10.0.0.7") == "203.0.113.9 https"
        assert ask(served, "198.51.100.1", "203.0.113.9") == "203.0.113.9 https"  # two headers
        assert ask(served, "203.0.113.9", proto="javascript") == "203.0.113.9 http"
        assert ask(served) == "127.0.0.1 https"


def test_a_proxy_elsewhere_makes_no_proxy_here(tmp_path: Path) -> None:
    with house(tmp_path, "10.0.0.7") as served:
        assert ask(served, "203.0.113.9") == "127.0.0.1 http"
        assert ask(served, "203.0.113.9, 10.0.0.7") == "127.0.0.1 http"


def test_the_environment_names_no_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with house(tmp_path) as served:
        assert ask(served, "203.0.113.9") == "127.0.0.1 http"


@pytest.mark.parametrize("address", ["*", "", "0.0.0.0/0", "::/0", "proxy", "10.0.0.1/8", "1.2.3"])
def test_everybody_is_no_proxy(address: str) -> None:
    with pytest.raises(BadOption, match="--behind-proxy"):
        proxies([address])
    assert proxies(["127.0.0.1", "::1", "10.0.0.0/8"]) == ["127.0.0.1", "::1", "10.0.0.0/8"]
