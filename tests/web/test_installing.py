"""The house as an app: what browsers are told to keep, and what not."""

import json
import re

import pytest
from staging import played

from ludotheque.web.security import POLICY


def told(text: str) -> dict:
    """What the house writes at the head of its worker."""
    head, _, _ = text.partition("\n")
    found = re.fullmatch(r"const HOUSE = (.*);", head)
    assert found, head
    return json.loads(found[1])


def test_the_worker_is_asked_for_anew_and_held_to_the_policy(ann):
    answer = ann.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == POLICY
    assert ann.get("/worker.js").content == answer.content  # no reason to install it again


def test_the_worker_brings_files_that_never_change_and_no_page(ann):
    house = told(ann.get("/worker.js").text)
    assert all(re.fullmatch(r"/static/[\w-]+\.[0-9a-f]{10}\.\w+", url) for url in house["files"])
    for url in (*house["files"], house["icon"]):
        answer = ann.get(url)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_every_file_of_the_page_without_a_connection_is_brought(ann):
    house = told(ann.get("/worker.js").text)
    page = ann.get(house["offline"]).text
    needed = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page))
    assert needed <= set(house["files"])


@pytest.mark.parametrize(
    ("language", "title"), [("fr", "Sans connexion"), ("en", "Offline"), ("es", "Sin conexión")]
)
def test_worker_and_page_speak_the_visitors_language(visitor, language, title):
    reader = visitor(language=language)
    assert told(reader.get("/worker.js").text)["language"] == language
    assert f"<title>{title} · Ludothèque</title>" in reader.get("/offline").text


def test_only_a_game_that_is_over_is_kept(served, ann):
    options = {"seats": 2, "pawns": 1}
    over = served.do(played(served.runner, "ludo", options))
    going_on = served.do(played(served.runner, "ludo", options, steps=4))
    for what in ("replay", "frames.json", "record.json"):
        assert ann.get(f"/tables/{over}/{what}").headers["keep-offline"] == f"/tables/{over}"
        assert "keep-offline" not in ann.get(f"/tables/{going_on}/{what}").headers
    for path in ("/", "/me", "/rooms", f"/tables/{over}", "/offline", "/games/ludo"):
        assert "keep-offline" not in ann.get(path).headers
