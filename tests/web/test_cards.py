"""The card on a game's page, and the files it can be had as."""

import pytest

from ludotheque.core.discovery import boxes

SHELF = list(boxes())


@pytest.mark.parametrize("id", SHELF)
def test_a_games_page_has_its_card(ann, id):
    page = ann.get(f"/games/{id}").text
    assert 'class="index-card"' in page
    assert page.count('class="full"') == 5  # luck and skill share five dots
    assert f"/games/{id}/card.fr.pdf" in page


def test_the_card_leads_to_boxes_that_are_like_it(ann):
    page = ann.get("/games/ludoville", headers={"accept-language": "es"}).text
    assert '<a href="/games/rolling-village">Rolling Village</a>' in page
    assert "Moyen Âge" not in page
    assert "Edad Media" in page
    assert "/games/ludoville/card.es.pdf" in page


@pytest.mark.parametrize(
    ("kind", "type", "start"),
    [
        ("pdf", "application/pdf", b"%PDF"),
        ("png", "image/png", b"\x89PNG"),
        ("svg", "image/svg+xml", b"<svg"),
    ],
)
def test_it_can_be_printed_and_kept(ann, kind, type, start):
    answer = ann.get(f"/games/ludo-classique/card.en.{kind}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == type
    assert answer.content.startswith(start)
    assert f'filename="ludo-classique.en.{kind}"' in answer.headers["content-disposition"]
    assert answer.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize(
    "path", ["/games/chess/card.fr.pdf", "/games/ludo/card.de.pdf", "/games/ludo/card.fr.doc"]
)
def test_there_are_no_others(ann, path):
    assert ann.get(path).status_code == 404


def test_without_typst_the_page_offers_the_pictures(ann, monkeypatch):
    monkeypatch.setattr("ludotheque.core.cards.can_print", lambda: False)
    page = ann.get("/games/ludo").text
    assert "card.fr.pdf" not in page
    assert "card.fr.png" in page


def test_a_game_without_a_card_has_its_page_all_the_same(ann, monkeypatch):
    monkeypatch.setattr("ludotheque.core.cards.told", lambda *_: None)
    page = ann.get("/games/ludo").text
    assert "index-card" not in page
    assert "<h1>Ludo</h1>" in page
