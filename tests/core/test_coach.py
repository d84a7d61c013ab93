"""The coach: every tip comes in a real game, on its occasion and on no other."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core.check.papers import check_coaches
from ludotheque.core.coach import (
    FILE,
    ME,
    OTHERS,
    PLACES,
    Moment,
    Tip,
    coaches,
    due,
    moments,
    tips_of,
)
from ludotheque.core.discovery import boxes, games
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import BadScenario, BrokenPromise
from ludotheque.core.game import Box, Game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate

LUDO = games()["ludo"]
GAMES = 12  # that a policy plays until all tips have come


class Elsewhere(SimpleNamespace):
    """A game in another folder."""

    __hash__ = object.__hash__


def of(folder: Path, text: str) -> Any:
    """Ludo with a coach of its own elsewhere."""
    (folder / FILE).write_text(text, encoding="utf-8")
    return Elsewhere(id="ludo", folder=folder, boxes=LUDO.boxes)


def told(game: Game, box: Box, seed: int) -> Iterator[tuple[str, str, list[str]]]:
    """The tips that come to the first seat in a game played by the best policy."""
    policy = list(game.policies)[-1]
    played = simulate(game, 1, options=box.options, policies=policy, seed=seed).replay(0)
    match, tips = Match(game, box.options), tips_of(game, box)
    for step in played.steps:
        code = step.code
        done = match.happen(code) if step.kind == "chance" else match.act(step.seat or 0, code)
        is_first = 0 in match.waiting or game.engine.look(match.board).roller == 0
        asked = match.prompt(0) if is_first and not match.is_over else None
        found = due(tips, asked.kind if asked else "", moments(game, [done], 0))
        for each in found:
            pieces = game.drawing.pieces(match.state, Scene(0, {}, done))
            yield each.id, each.at, [piece.id for piece in pieces]


@pytest.mark.parametrize("id", boxes())
def test_every_tip_comes_in_a_real_game(id: str) -> None:
    game, box = boxes()[id]
    missing = {tip.id for tip in tips_of(game, box)}
    assert len(missing) >= 4
    for seed in range(GAMES):
        for tip, at, pieces in told(game, box, seed):
            missing.discard(tip)
            assert at in PLACES or at in pieces
        if not missing:
            return
    raise AssertionError(f"{id}: {missing} never came")


def test_a_tip_comes_when_it_is_asked_for() -> None:
    tip = Tip("out", "…", asked=("out",), at="roll")
    assert due([tip], "out", []) == [("out", "…", "roll")]
    assert due([tip], "move", [Moment("out", ME, "")]) == []
    assert due([Tip("out", "…", asked=("out",))], "out", [])[0].at == "banner"


def test_a_tip_comes_after_its_moment() -> None:
    tip = Tip("hit", "…", cue="hit", by=ME)
    assert due([tip], "", [Moment("hit", OTHERS, "p-1-0")]) == []
    assert due([tip], "", [Moment("hit", ME, "p-1-0")]) == [("hit", "…", "p-1-0")]
    assert due([Tip("hit", "…", cue="hit")], "", [Moment("hit", OTHERS, "")])[0].at == "banner"


def test_a_capture_is_mine_or_somebody_elses() -> None:
    start = {"pawns": [[5, 0, 0, 0], [45, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], "turn": 1}
    match = Match(LUDO, {}, LUDO.read(start))
    match.do("roll 1", "5>6")
    for seat, by in ((0, ME), (1, OTHERS)):
        found = moments(LUDO, match.steps, seat)
        assert [each.by for each in found if each.cue == "hit"] == [by]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[goose.tip]]\nid = "a"\n', "no box 'goose'; there are ludo"),
        ('[[ludo.tip]]\nid = "a"\n', "tip 1: there is no says"),
        ('[[ludo.tip]]\nid = "a"\nsays = "…"\n', "its occasion is what is asked, or a cue"),
        ('[[ludo.tip]]\nid = "a"\nsays = "…"\ncue = "hit"\nby = "you"\n', "by: 'me' or 'others'"),
        ('[[ludo.tip]]\nid = "a"\nsays = "…"\ncue = "hit"\nwhen = 1\n', "unknown keys when"),
        ("[ludo", "coach.toml"),
    ],
)
def test_a_mistake_in_the_file_is_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadScenario, match=words):
        coaches.__wrapped__(of(tmp_path, text))


@pytest.mark.parametrize(
    ("ids", "cue", "words"),
    [
        ("a", "hit", "4 to 6 tips"),
        ("abba", "hit", "one id"),
        ("abcd", "cry", "a cue that there is not"),
    ],
)
def test_a_game_is_checked_for_it(tmp_path: Path, ids: str, cue: str, words: str) -> None:
    tips = (f'[[ludo.tip]]\nid = "{id}"\nsays = "…"\ncue = "{cue}"\n' for id in ids)
    with pytest.raises(BrokenPromise, match=words):
        check_coaches(of(tmp_path, "".join(tips)))


def test_a_game_need_not_have_one(tmp_path: Path) -> None:
    assert tips_of(Elsewhere(id="bare", folder=tmp_path), LUDO.boxes[0]) == ()  # type: ignore[arg-type]
