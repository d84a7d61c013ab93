"""A house behind the proxies whose files a host copies: a whole game, and whose address is seen."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from services import free_port
from serving import Served
from visiting import PATIENCE, Visitor

DEPLOY = Path(__file__).parents[2] / "deploy"


def nginx(folder: Path, house: int, port: int) -> list[str]:
    """Our file as part of a whole one, without TLS, as anybody."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", site, flags=re.DOTALL)
    site = re.sub(r"    (ssl_certificate|listen \[::\]).*;\n", "", site)
    site = site.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{house}")
    assert "ssl" not in site
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


def caddy(folder: Path, house: int, port: int) -> list[str]:
    """Our file as it is, but for TLS."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1)
    text = text.replace("{$SITE:ludotheque.example}", f"http://127.0.0.1:{port}")
    text = text.replace("{$HOUSE:127.0.0.1:8000}", f"127.0.0.1:{house}")
    assert "{$" not in text
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def url(request: pytest.FixtureRequest, served: Served, tmp_path: Path) -> Iterator[str]:
    name, port = request.param.__name__, free_port()
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    command = request.param(tmp_path, served.port, port)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
