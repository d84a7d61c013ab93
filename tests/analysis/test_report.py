"""Reports: what is told apart adds up, dice are worth nothing on the mean, the best is free."""

import json
from random import Random

import pytest
from typer.testing import CliRunner

from ludotheque.analysis import Evaluator, NotOver, Report, depths, report
from ludotheque.analysis.picture import picture
from ludotheque.cli import app
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import games
from ludotheque.core.match import Match

SHELF = games()
LUDO = SHELF["ludo"]
PLAYED = [
    ("ludo", {"seats": 4}),
    ("superludo", {"seats": 4, "couples": True}),
    ("superludo", {"seats": 2, "dice": 1}),
    ("rolling-village", {"seats": 1}),
    ("rolling-village", {"seats": 3}),
    ("ludoville", {"seats": 3}),
]
BRAINED = [(id, options) for id, options in PLAYED if SHELF[id].has_brain]
RECORD = "tests/cli/record.json"


@pytest.fixture(autouse=True)
def compiled():
    with interpreted(False):
        yield


def played(id: str, options: dict, seed: int = 1, *, until: int | None = None) -> Match:
    """A game at random, to its end or for some steps."""
    match, lot = Match(SHELF[id], options), Random(seed)
    while not match.is_over and (until is None or len(match.steps) < until):
        if match.waiting:
            seat = lot.choice(match.waiting)
            match.act(seat, lot.choice(list(match.moves(seat).values())))
        else:
            weights = match.game.engine.weights(match.board)
            match.happen(lot.choices(range(len(weights)), weights)[0])
    return match


def assert_adds_up(found: Report) -> None:
    for seat in range(found.seats):
        account = found.account(seat)
        told = account.luck + account.play + account.others + account.revision
        assert account.start + told == account.result
        assert found.curve(seat)[-1] == account.result


@pytest.mark.parametrize(("id", "options"), BRAINED, ids=str)
def test_everything_adds_up(id: str, options: dict) -> None:
    match = played(id, options)
    found = report(match)
    assert_adds_up(found)
    assert len(found.moments) == len(match.steps)
    if found.by_points:
        assert found.result == tuple(10**6 * points for points in match.scores)
        assert all(found.account(seat).others == 0 for seat in range(found.seats))
    else:
        assert sum(found.result) == 10**6
    assert report(match) == found  # the same record, the same report


@pytest.mark.parametrize(("id", "options"), BRAINED, ids=str)
def test_luck_is_nothing_on_the_mean_and_the_best_move_costs_nothing(
    id: str, options: dict
) -> None:
    match = played(id, options, seed=2, until=24)
    engine = match.game.engine
    values = Evaluator(match.game, match.board)
    rolls = choices = 0
    for step in match.steps:
        board = engine.board(step.before)
        look = engine.look(board)
        if step.kind == "chance" and look.roller is not None:
            rolls += 1
            expected = values.expected(board, look.roller)
            weights = engine.weights(board)
            total = [0] * match.seats
            for outcome, weight in enumerate(weights):
                if weight:
                    after = engine.after(board, step._replace(code=outcome))
                    for seat, value in enumerate(values.after_chance(after, look.roller)):
                        total[seat] += weight * (value - expected[seat])
            assert all(abs(each) <= 60 * sum(weights) for each in total)  # of a million: rounding
        elif step.kind == "move" and not values.by_points:
            choices += 1
            tried = values.moves(board, step.seat)
            best = max(tried.values(), key=lambda each, seat=step.seat: each[seat])
            assert abs(best[step.seat] - values.expected(board, step.seat)[step.seat]) <= 1
    assert rolls or match.game.rules.AT_ONCE
    assert choices or values.by_points


def test_a_move_is_the_movers_play_and_the_others_others() -> None:
    found = report(played("ludo", {"seats": 2}))
    for moment in found.moments:
        if moment.best:
            assert moment.change[moment.seat] <= 0 <= moment.cost <= moment.stake
            assert (moment.best == moment.text) == (moment.cost == 0)
    assert found.account(0).play < 0 < found.account(0).others  # both played at random
    assert 0 < found.accuracy(0) < 1


def test_leaving_and_agreeing_are_told_too() -> None:
    gone = played("ludo", {"seats": 3}, until=40)
    gone.do("leave 2")
    left = gone.steps[-1]
    while not gone.is_over:
        gone.do(Random(len(gone.steps)).choice(gone.legal() or [*gone.chance()]))
    found = report(gone)
    assert_adds_up(found)
    moment = next(each for each in found.moments if each.text == left.text)
    assert moment.kind == "play"
    assert moment.seat == 1
    assert moment.after[1] == 0 > moment.change[1]
    agreed = played("ludo", {"seats": 2}, until=60)
    agreed.do("draw")
    found = report(agreed)
    assert_adds_up(found)
    assert found.result == (500_000, 500_000)
    assert found.moments[-1].change[0] == found.account(0).play - sum(
        each.change[0] for each in found.choices(0)
    )


def test_looking_deeper_adds_up_as_well() -> None:
    match = played("ludo", {"seats": 2, "pawns": 1})
    shallow, deep = (report(match, depth) for depth in (0, 1))
    assert_adds_up(deep)
    assert deep.moments != shallow.moments
    assert depths(LUDO) == (1, 2)


def test_a_game_that_goes_on_is_refused() -> None:
    with pytest.raises(NotOver, match="not over"):
        report(played("ludo", {"seats": 2}, until=10))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    match = played("ludo", {"seats": 2, "pawns": 1})
    report(match, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (len(match.steps), len(match.steps))


def test_the_picture_has_a_line_a_seat_and_its_names() -> None:
    drawn = picture(report(played("ludo", {"seats": 2, "pawns": 1})), "Ludo", ["Ana & Co", "Bo"])
    assert drawn.count("<polyline") == 2
    assert "Ana &amp; Co" in drawn


def test_the_command_tells_it_and_writes_it(tmp_path) -> None:
    run = CliRunner().invoke(app, ["analyse", RECORD, "--plot", str(tmp_path / "game.svg")])
    assert run.exit_code == 0, run.output
    assert "luck" in run.output
    assert (tmp_path / "game.svg").read_text().startswith("<svg")
    run = CliRunner().invoke(app, ["analyse", RECORD, "--json"])
    told = json.loads(run.output)
    for seat in told["seats"]:
        parts = sum(seat[name] for name in ("start", "luck", "play", "others", "revision"))
        assert parts == seat["result"]
    assert {"number", "kind", "seat", "change", "revision", "after"} <= told["events"][0].keys()
