import asyncio
import threading

import msgspec
import pytest
from houses import ANN, in_house

from ludotheque.table import BadRecord, load, runner, verify
from ludotheque.table import commands as c
from ludotheque.table.events import Fell, Moved
from ludotheque.table.record import with_log


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The record of a short game, as plain data."""

    async def scene(home):
        table = await home.open()
        await home.finish(table)
        return (await home.runner.record(table)).json()

    return in_house(f"sqlite:///{tmp_path_factory.mktemp('played') / 'house.db'}", scene)


def changed(text, change):
    data = msgspec.json.decode(text)
    change(data)
    return msgspec.json.encode(data)


def lines(data, kind):
    return [line for line in data["log"] if line["event"]["event"] == kind]


def test_a_record_is_read_and_played_again(played):
    record = load(played)
    assert load(record.json()) == record
    match = record.match()
    assert match.is_over
    assert match.ranks == record.result.ranks
    assert len(match.steps) == sum(isinstance(line.event, Fell | Moved) for line in record.log)


def test_a_fair_record_is_found_fair(played):
    report = verify(load(played))
    assert report.is_fair
    assert report.outcomes > 10
    assert not report.is_sealed


def forged_outcome(data):
    """Turn one roll into another that the rules allow as well: the last of the game."""
    line = lines(data, "fell")[0]  # the lot
    outcome = 1 - line["event"]["outcome"]
    line["event"] |= {"outcome": outcome, "text": f"first {outcome + 1}"}


def other_seed(data):
    data["seed"] = "00" * 32


def other_seed_and_seal(data):
    from ludotheque.table.dice import commitment

    data["seed"] = lines(data, "ended")[0]["event"]["seed"] = "00" * 32
    data["commitment"] = data["log"][0]["event"]["commitment"] = commitment(bytes(32))


def other_value(data):
    data["values"][0] = "11" * 16


def other_value_throughout(data):
    data["values"][0] = lines(data, "sat")[0]["event"]["value"] = "11" * 16


def other_result(data):
    data["result"]["ranks"] = data["result"]["ranks"][::-1]


def other_weights(data):
    lines(data, "fell")[3]["weights"] = [1, 1, 1, 1, 1, 2]


def illegal_move(data):
    lines(data, "moved")[-1]["event"]["text"] = "1>57"


def another_code(data):
    lines(data, "moved")[0]["event"]["action"] = 3


def a_roll_too_few(data):
    at = data["log"].index(lines(data, "fell")[-1])
    del data["log"][at]
    for number, line in enumerate(data["log"], 1):
        line["number"] = number


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (forged_outcome, "the dice say"),
        (other_seed, "sealed"),
        (other_seed_and_seal, "the dice say"),
        (other_value, "values"),
        (other_value_throughout, "the dice say"),
        (other_result, "result"),
        (other_weights, "weights"),
        (illegal_move, "not possible"),
        (another_code, "not 3"),
        (a_roll_too_few, "number"),
    ],
)
def test_a_forged_record_is_found_out(played, forge, told):
    report = verify(load(changed(played, forge)))
    assert not report.is_fair
    assert any(told in problem for problem in report.problems), report.problems


def test_every_single_outcome_is_checked(played):
    """Whatever single roll is changed, the first problem is at its number."""
    count = len(lines(msgspec.json.decode(played), "fell"))
    for k in range(0, count, 7):
        at = None

        def change(data, k=k):
            nonlocal at
            line = lines(data, "fell")[k]
            at = line["number"]
            word = "first" if k == 0 else "roll"
            outcome = (line["event"]["outcome"] + 1) % len(line["weights"])
            line["event"] |= {"outcome": outcome, "text": f"{word} {outcome + 1}"}

        problems = verify(load(changed(played, change))).problems
        assert f"number {at}: " in problems[0]


def test_a_running_game_is_sealed(sqlite_url):
    async def scene(home):
        table = await home.open()
        for _ in range(10):
            await home.turn(table, (ANN,))
        record = await home.runner.record(table)
        assert record.seed is None
        assert record.result is None
        report = verify(load(record.json()))
        assert report.is_sealed
        assert not report.is_fair
        assert report.problems == ()
        secret = home.store.header(table).seed
        assert secret not in record.json().decode()

    in_house(sqlite_url, scene)


def test_the_seed_never_leaves_before_the_end(sqlite_url):
    async def scene(home):
        table = await home.open()
        await home.settle()
        secret = home.store.header(table).seed
        shown = repr((await home.runner.view(table), await home.runner.told(table)))
        assert secret not in shown
        assert all(secret not in repr(entry) for entry in home.store.entries(table))
        await home.do(table, ANN, c.Leave)
        assert (await home.runner.view(table)).ended.seed == secret

    in_house(sqlite_url, scene)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(format="pgn"), "format"),
        (lambda data: data.update(version=99), "version: 1 is known"),
        (lambda data: data.update(game="chess"), "game: no game 'chess'"),
        (lambda data: data.update(options={"seats": 9}), "options"),
        (lambda data: data.pop("commitment"), "commitment"),
        (lambda data: data["seats"].pop(), "seats"),
        (lambda data: data["values"].pop(), "values"),
        (lambda data: data["values"].__setitem__(0, "zz"), "values"),
        (lambda data: data["log"].pop(3), "number 4 is wanted"),
        (lambda data: data["log"].clear(), "begins with"),
        (lambda data: data["log"][4].update(event={"event": "conjured"}), "conjured"),
        (lambda data: data["settings"].update(clock=7), "clock"),
    ],
)
def test_a_bad_record_is_refused_with_a_reason(played, change, told):
    with pytest.raises(BadRecord, match=told):
        load(changed(played, change))


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"\xff\xfe", b'"x"', b"{}"])
def test_what_is_no_record_is_told_so(text):
    with pytest.raises(BadRecord):
        load(text)


def test_a_game_that_cannot_have_been_played_so(played):
    with pytest.raises(BadRecord, match="log, number"):
        load(changed(played, illegal_move)).match()


def test_a_game_is_played_through_where_it_holds_nobody_up(sqlite_url, monkeypatch):
    threads = []

    def noted(*given):
        threads.append(threading.current_thread())
        return with_log(*given)

    monkeypatch.setattr(runner, "with_log", noted)

    async def scene(home):
        table = await home.open()
        await home.finish(table)
        await home.runner.record(table)

    in_house(sqlite_url, scene)
    assert threads
    assert threading.current_thread() not in threads


def test_a_record_ends_where_its_table_stood_when_it_was_asked_for(sqlite_url):
    """What happens while it is being made is not in it: the rest of it would not fit."""

    async def scene(home):
        table = await home.open()
        await home.settle()
        number = (await home.runner.view(table)).number
        asked = asyncio.create_task(home.runner.record(table))
        await asyncio.sleep(0)
        await home.finish(table)
        record = await asked
        assert len(record.log) == number
        assert (record.seed, record.result) == (None, None)

    in_house(sqlite_url, scene)
