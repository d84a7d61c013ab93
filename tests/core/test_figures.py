"""A game in figures: what it counts, and whose it is."""

from typing import Any

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.figures import Figure, counted, figures, greatest
from ludotheque.core.match import Match
from ludotheque.core.texts import LANGUAGES

NAMES = {0: "Ada", 1: "Bob"}


def name(seat: int) -> str:
    return NAMES[seat]


def test_what_was_counted_is_told_in_all_and_by_who_did_it_most() -> None:
    assert counted("Captures", {0: 3, 1: 5}, name) == Figure("Captures", "8", "Bob · 5")
    assert counted("Captures", {0: 3, 1: 3}, name) == Figure("Captures", "6")
    assert counted("Captures", {0: 3, 1: 0}, name) == Figure("Captures", "3", "Ada")
    assert counted("Captures", {0: 0, 1: 0}, name) == Figure("Captures", "0")
    assert counted("Captures", {}, name) == Figure("Captures", "0")


def test_the_greatest_is_somebodys_or_nobodys() -> None:
    assert greatest("Row", {0: 4, 1: 7}, name, "+{}") == Figure("Row", "+7", "Bob")
    assert greatest("Row", {0: 7, 1: 7}, name) == Figure("Row", "7")
    assert greatest("Row", {}, name) == Figure("Row", "0")


def values(match: Match, minutes: int | None = None) -> dict[str, Any]:
    return {each.label: (each.value, each.who) for each in figures(match, NAMES, "fr", minutes)}


def test_ludo_counts_captures_sixes_and_the_wait_for_one() -> None:
    """LC-9: a capture earns another roll, and so does a six."""
    ludo = game("ludo")
    pawns = {"pawns": [[15, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}
    match = Match(ludo, {"seats": 4}, ludo.read(pawns, {"seats": 4}))
    match.do("roll 2", "15>17", "roll 3", "17>20", "roll 6", "0>1", "roll 1", "1>2")
    found = values(match)
    assert found["Captures"] == ("1", "Ada")
    assert found["Six lancés"] == ("1", "Bob")
    assert found["Lancers de suite sans 6"] == ("2", "Ada")
    assert found["Changements de tête"] == ("0", "")


def test_the_lead_changes_when_another_is_alone_in_front() -> None:
    ludo = game("ludo")
    pawns = {"pawns": [[10, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}
    match = Match(ludo, {"seats": 4}, ludo.read(pawns, {"seats": 4}))
    match.do("roll 1", "10>11", "roll 6", "4>10", "roll 1", "10>11")  # level with the first,
    assert values(match)["Changements de tête"] == ("0", "")
    match.do("roll 1", "roll 1", "roll 1", "11>12", "roll 3", "11>14")  # and then beyond it
    assert values(match)["Changements de tête"] == ("1", "")


def test_a_match_in_which_nothing_happened_has_none() -> None:
    assert figures(game("ludo").start(seats=2), {}, "fr") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_played_alone_is_nobodys_in_particular(language: str) -> None:
    match = game("rolling-village").start(seats=1)
    match.happen(0)
    found = figures(match, {0: "Ada"}, language, minutes=0)
    assert len(found) == 4
    assert not any(figure.who for figure in found)
    assert found[-1].value == "1 min"  # nobody plays in none
