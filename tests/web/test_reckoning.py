"""Luck and play over many games: on a profile, and on the page about the dice."""

from collections import Counter
from html import unescape
from typing import Any

import pytest
from serving import Served
from sqlalchemy import delete, insert
from staging import played
from visiting import Visitor

from ludotheque.analysis.tally import Seat, Tally
from ludotheque.house import fortunes
from ludotheque.house.fortunes import Game, Mean, Past, Told
from ludotheque.house.schema import face_totals, luck_totals, untold
from ludotheque.house.schema import fortunes as rows
from ludotheque.web import chronicle
from ludotheque.web.reckoning import _Teller, balance, die

LUCK = [300_000, -200_000, 100_000, -250_000, 400_000, -50_000, 100_000, -300_000, 150_000, 50_000]


def plain(page: str) -> str:
    """What a page says, with ordinary spaces."""
    return unescape(page).replace("\u202f", " ").replace("\xa0", " ")


def keep_ten(served: Served, person: str) -> None:
    """Ten games of somebody."""
    found = [
        {
            "table_id": f"{person}{k}", "seat": 0, "person": person, "box": "ludo", "ended": k,
            "by_points": False, "luck": luck, "play": -1000, "accuracy": 0.84,
            "brain": "b",
        }
        for k, luck in enumerate(LUCK)
    ]  # fmt: skip
    with served.house.visitors.engine.begin() as connection:
        connection.execute(insert(rows), found)


def test_a_profile_tells_it_in_words_first(served: Served, ann: Visitor, eve: Visitor) -> None:
    ann.open_table()
    address = ann.get("/me/profile").headers["location"]
    assert "Chance et jeu" not in ann.get(address).text  # nothing was told yet
    keep_ten(served, address.rpartition("/")[2])
    page = plain(ann.get(address).text)
    assert "Votre jeu : 84 % de justesse." in page
    assert "La chance : +0,3 victoire en 10 parties." in page
    assert page.count("<polyline") == 2
    english = eve.get(address, headers={"Accept-Language": "en"}).text
    assert "Your play" not in english
    assert "Luck: +0.3 wins in 10 games." in plain(english)


def test_luck_beyond_what_chance_gives_is_said() -> None:
    games = [Game(True, luck, None) for luck in LUCK]
    told = _Teller("en").course([Past(True, 10, 9_000_000, None)], games, True)
    [sentence] = told.sentences
    assert sentence.startswith("Luck: +9 points in 10 games. That is more than chance gives")
    assert len(told.charts) == 1
    assert told.rows[0] == ("1–2", "–", "+0.1 points")


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [([100] * 6, "nothing amiss"), ([99, 50, 99, 99, 99, 199], "worth watching")],
)
def test_dice_are_judged(counts: list[int], verdict: str) -> None:
    found = die(counts, "en")
    assert verdict in " ".join(found.told)
    assert len(found.bars) == 6


def test_a_mean_is_told_with_its_interval() -> None:
    found = balance(Mean("ludo", False, 400, 2.0, 64.0), "en")
    assert found.z == pytest.approx(0.25, abs=0.01)
    assert found.told.startswith("+0.5 hundredths of a win a game, give or take 3.92, in 400")


def test_a_game_that_ended_counts_for_the_house(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judged(work: Any, log: list[str]) -> Told:  # what the analyst would, more slowly
        assert work is fortunes.told
        assert "opened" in log[0]
        assert "ended" in log[-1]
        return Told(Tally(False, (Seat(1, 0, None), Seat(-1, 0, None)), "b"), Counter({(6, 2): 5}))

    def read(work: Any, *args: Any) -> Any:
        return served.do(served.house.read(work, *args))

    monkeypatch.setattr(served.house.analyst, "do", judged)
    table = served.do(played(served.runner, "ludo", {"seats": 2, "pawns": 1}))
    with served.house.visitors.engine.begin() as connection:
        connection.execute(delete(untold).where(untold.c.table_id != table))
    assert served.do(chronicle.tell_one(served.house))
    assert read(fortunes.dice)[6][1] >= 5
    assert "ludo" in {mean.box for mean in read(fortunes.means)}


def test_the_page_about_the_dice_tells_what_fell(served: Served, ann: Visitor) -> None:
    mean = {"box": "ludo", "by_points": False, "games": 400, "luck": 2.0, "squares": 64.0}
    fell = [{"sides": 6, "face": face, "fell": 500} for face in range(1, 7)]
    with served.house.visitors.engine.begin() as connection:
        connection.execute(delete(face_totals))
        connection.execute(delete(luck_totals))
        connection.execute(insert(face_totals), fell)
        connection.execute(insert(luck_totals), mean)
    page = plain(ann.get("/dice").text)
    assert "Dés à 6 faces" in page
    assert "3 000 lancers." in page
    assert "+0,5 centième de victoire par partie, à ± 3,92 près, en 400 parties." in page
