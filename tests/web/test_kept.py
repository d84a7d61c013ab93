"""The page on what is kept says what is set, in each language; the house acts by it."""

import re
from html import unescape

import pytest
from serving import Served
from sqlalchemy import text

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.retention import KEPT, Periods
from ludotheque.web.languages import words
from ludotheque.web.privacy import clear_away, told


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_kept_is_told(visitor, language: str) -> None:
    page = visitor(language=language).get("/privacy")
    assert page.status_code == 200
    said = unescape(page.text)
    for matter in told(Periods(), words(language)):
        assert matter.what in said
        assert matter.until in said
    for matter in KEPT:
        assert ", ".join(matter.columns) in said
    assert not re.search(r"\{\w+\}", said)


@pytest.mark.parametrize(
    ("language", "invites"), [("fr", "vous invite"), ("en", "invites you"), ("es", "te invita")]
)
def test_messages_are_for_invitations_too(language: str, invites: str) -> None:
    assert any(invites in matter.what for matter in told(Periods(), words(language)))


def test_every_page_leads_there(ann) -> None:
    assert 'href="/privacy"' in ann.get("/").text


def test_what_a_host_sets_is_what_the_page_says() -> None:
    periods = Periods(guest_sessions=11, member_sessions=12, devices=13, guests=14, reports=15)
    said = " ".join(matter.until for matter in told(periods, words("fr")))
    for days in (11, 12, 13, 14, 15):
        assert f"{days} " in said
    assert "oublié" in said
    never = " ".join(matter.until for matter in told(Periods(guests=0), words("fr")))
    assert "oublié" not in never


def test_the_host_is_named(served: Served, ann) -> None:
    served.app.state.periods = Periods(host="Le club <du> coin", contact="12 34")
    try:
        said = ann.get("/privacy").text
    finally:
        del served.app.state.periods
    assert "Le club &lt;du&gt; coin" in said
    assert "12 34" in said


def test_a_forgotten_guest_is_forgotten_at_a_table_in_memory_too(served: Served, ann, eve) -> None:
    table = eve.open_table()
    with eve.sit(table) as page:
        page.send("leave")
        page.until("est de nouveau libre")
    assert "Eve" in ann.get(f"/tables/{table}").text
    served.do(served.runner.abandon(table))
    engine = served.runner.store.engine
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("UPDATE persons SET created = 1 WHERE name = 'Eve'"))
        hers = "SELECT id FROM persons WHERE created = 1"
        connection.execute(text(f"UPDATE sessions SET seen = 1 WHERE person IN ({hers})"))
    served.do(clear_away(served.house, Periods()))
    assert "Eve" not in ann.get(f"/tables/{table}").text
