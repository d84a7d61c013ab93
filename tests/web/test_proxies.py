"""A house behind the proxies whose files a host copies: a whole game, and whose address is seen."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from services import free_port
from serving import Served
from visiting import PATIENCE, Visitor

DEPLOY = Path(__file__).parents[2] / "deploy"


def nginx(folder: Path, port: int, *houses: int) -> list[str]:
    """Our file as part of a whole one, without TLS, as anybody."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", site, flags=re.DOTALL)
    site = re.sub(r"    (ssl_certificate|listen \[::\]).*;\n", "", site)
    site = site.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    servers = "".join(f"server 127.0.0.1:{house};" for house in houses)
    site = site.replace("server 127.0.0.1:8000;", servers)
    assert "ssl" not in site
    assert "127.0.0.1:8000" not in site
    bodies = "".join(
        f"{kind}_temp_path {folder / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;"
        f"events {{}} http {{ {bodies}\n{site} }}",
        encoding="utf-8",
    )
    command = ["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)]
    subprocess.run([*command, "-t"], check=True, capture_output=True, timeout=30)
    return command


def caddy(folder: Path, port: int, *houses: int) -> list[str]:
    """Our file as it is, but for TLS."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1)
    text = text.replace("{$SITE:ludotheque.example}", f"http://127.0.0.1:{port}")
    addresses = " ".join(f"127.0.0.1:{house}" for house in houses)
    text = text.replace("{$HOUSE:127.0.0.1:8000}", addresses)
    assert "{$" not in text
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


Proxy = Callable[..., list[str]]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest) -> Proxy:
    if not shutil.which(request.param.__name__):
        pytest.skip(f"{request.param.__name__} is not installed")
    return request.param


@contextmanager
def before(proxy: Proxy, folder: Path, *houses: int) -> Iterator[str]:
    """A proxy in front of houses: its address."""
    port = free_port()
    process = subprocess.Popen(
        proxy(folder, port, *houses), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 20
        while not _answers(f"http://127.0.0.1:{port}/healthz"):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture
def url(proxy: Proxy, served: Served, tmp_path: Path) -> Iterator[str]:
    with before(proxy, tmp_path, served.port) as address:
        yield address


def _answers(url: str) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(url, timeout=PATIENCE).status_code == 200
    return False


def test_a_game_is_played_through_the_proxy(url: str, served: Served, monkeypatch) -> None:
    seen: set[str] = set()

    def take(address: str) -> bool:
        seen.add(address)
        return True

    monkeypatch.setattr(served.house.arrivals, "take", take)
    monkeypatch.setattr(served.house.connections, "take", take)
    ann = Visitor(url, name="Ann", address="203.0.113.9")  # so she says
    bob = Visitor(url, name="Bob", address="203.0.113.9")
    table = ann.open_table()
    with ann.sit(table) as hers, bob.sit(table) as his:
        pages = [hers, his]
        for _ in range(400):
            if hers.is_over():
                break
            for page in pages:
                _act(page)
            _settle(pages)
        assert hers.is_over()
    assert "127.0.0.1" in seen
    assert "203.0.113.9" not in seen  # the proxy overwrote what she said
    ann.close()
    bob.close()


def test_the_people_of_a_table_meet_in_one_house(
    proxy: Proxy, sqlite_url: str, tmp_path: Path
) -> None:
    with ExitStack() as life:
        houses = [life.enter_context(closing(Served(sqlite_url))) for _ in range(2)]
        url = life.enter_context(before(proxy, tmp_path, *(each.port for each in houses)))
        ann, bob = (life.enter_context(closing(Visitor(url, name=name))) for name in ("Ann", "Bob"))
        chosen = set()
        while len(chosen) < 2:  # tables are spread over both
            table = ann.open_table()
            with ann.sit(table) as hers, bob.sit(table) as his:
                hers.until("Bob")
                his.until("Ann")
                [home] = [each for each in houses if table in each.house.hubs]
            chosen.add(home)
        home.close()
        with ann.watch(table) as page:  # the other serves it then
            page.update()


def _act(page) -> None:
    if not page.is_mine() or page.is_over():
        return
    before = page.number
    if page.may_roll():
        page.send("roll")
    elif page.moves():
        page.send("move", seat=page.me, move=page.moves()[0])
    else:
        return
    while page.number == before:
        page.receive()


def _settle(pages) -> None:
    """Both pages have heard the same."""
    while len({page.number for page in pages}) > 1:
        min(pages, key=lambda page: page.number).receive()
    while not any(page.is_mine() or page.is_over() for page in pages):
        pages[0].receive()
