"""Who the bots are: names that logs have, tempers that can be noticed, faces."""

from pathlib import Path

import numpy as np
import pytest

from ludotheque import web
from ludotheque.bots import (
    CAST,
    Ladder,
    Row,
    Rung,
    bot,
    bot_name,
    character,
    temper_at,
    temper_label,
    temper_of,
    warm_policies,
)
from ludotheque.bots.ratings import written
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import games
from ludotheque.core.match import Match
from ludotheque.core.tempers import BOLD, CAREFUL, NONE, PATIENT, TEMPERS
from ludotheque.core.texts import LANGUAGES, typeset
from ludotheque.games.ludo import tempers

LUDO = games()["ludo"]
TEMPERED = sorted(id for id, game in games().items() if game.has_tempers)


def test_no_two_of_a_table_are_namesakes_and_tables_differ() -> None:
    for table in ("one", "two"):
        assert len({bot_name(seat, table) for seat in range(12)}) == 12
    assert len({bot_name(0, str(number)) for number in range(50)}) > 6


def test_neighbours_have_different_tempers() -> None:
    for seat in range(12):
        assert temper_of(bot_name(seat)) != temper_of(bot_name(seat + 1))


def test_who_is_not_of_the_cast_has_neither_temper_nor_face() -> None:
    assert character("Robot 3") is None
    assert temper_of("Robot 3") == NONE
    assert temper_at(LUDO, "Robot 3") == ""


def test_every_character_has_a_face() -> None:
    drawn = (Path(web.__file__).parent / "static/faces.svg").read_text(encoding="utf-8")
    for each in CAST:
        assert f'<symbol id="{each.face}"' in drawn
    assert drawn.count("<symbol") == len(CAST) == len({each.face for each in CAST})


def test_french_elides_before_who_begins_with_a_vowel_or_a_mute_h() -> None:
    told = [typeset(f"Au tour de {each.name}", "fr") for each in CAST]
    elided = [text.removeprefix("Au tour d'") for text in told if "d'" in text]
    assert elided == ["Ambre", "Églantine", "Hector", "Iris"]


def test_tempers_have_words_in_every_language() -> None:
    assert temper_at(LUDO, "Ambre") == "hardie"
    assert temper_at(LUDO, "Karl", "es") == "prudente"
    for language in LANGUAGES:
        assert len({temper_label(each, language) for each in TEMPERS}) == len(TEMPERS)


@pytest.mark.parametrize("id", TEMPERED)
def test_a_game_says_what_its_tempers_mean(id: str) -> None:
    game = games()[id]
    assert game.tempers is not None
    told = {game.tempers.told(each, game.translate(at)) for each in TEMPERS for at in LANGUAGES}
    assert len(told) == len(TEMPERS) * len(LANGUAGES)


@pytest.fixture(scope="module")
def figures() -> dict[int, np.ndarray]:
    """What bots of each temper do in the same positions of Ludo, on average.

    What they capture or are behind of, threats to their own, pawns ahead of the one moved.
    """
    lot, found = np.random.default_rng(4), {temper: [] for temper in (NONE, *TEMPERS)}
    with interpreted(False):
        warm_policies(LUDO)
        match = Match(LUDO)
        while len(found[NONE]) < 1000:
            if match.is_over:
                match = Match(LUDO)
            elif not match.waiting:
                match.do(str(lot.choice(list(match.chance()))))
            else:
                seat = match.waiting[0]
                seed = len(found[NONE])
                chosen = {each: bot(LUDO, "hard", each).choose(match, seat, seed) for each in found}
                if len(match.legal()) > 1:
                    for temper, action in chosen.items():
                        found[temper].append(_figures(match, seat, action))
                match.act(seat, chosen[NONE])
    return {temper: np.mean(rows, axis=0) for temper, rows in found.items()}


def _figures(match: Match, seat: int, action: int) -> tuple[float, int, int]:
    after = Match(match.game, match.options, match.state)
    after.act(seat, action)
    return (
        tempers.lean(match.state, after.state, seat, action, BOLD),
        tempers.exposed(after.state, seat),
        tempers.overtaken_by(match.state, seat, action),
    )


def test_tempers_can_be_noticed(figures: dict[int, np.ndarray]) -> None:
    plain = figures[NONE]
    assert figures[BOLD][0] > 1.05 * plain[0]
    assert figures[CAREFUL][1] < 0.9 * plain[1]
    assert figures[PATIENT][2] > 1.02 * plain[2]


def test_ratings_add_up_from_rung_to_rung(tmp_path: Path) -> None:
    rungs = (
        Rung("beginner", "random", 100, 0.5, 0.4, 0.6),
        Rung("easy", "beginner", 100, 10 / 13, 0.7, 0.8),
        Rung("medium", "easy", 100, 1.0, 1.0, 1.0),
    )
    ladder = Ladder(4, "2026-11-16", 200, (Row("random", 0.2, 0.1, 0.3, -50.0),), rungs)
    assert ladder.ratings["beginner"][0] == 191  # even would be a quarter of the wins
    assert ladder.ratings["easy"][0] == 191 + 400
    assert ladder.ratings["medium"][0] < 3000
    assert 0 < ladder.ratings["beginner"][1] < ladder.ratings["easy"][1]
    assert '"level": "easy"' in written({"ludo": [ladder]})
