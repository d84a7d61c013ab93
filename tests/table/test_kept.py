"""Kept states: a table opened from one is the table that its log amounts to, or it is not used."""

import dataclasses

import pytest
from houses import ANN, BOB, EVE, GAMES, in_house
from sqlalchemy import update

from ludotheque.table import Store, kept, verify
from ludotheque.table import commands as c
from ludotheque.table.errors import Refused
from ludotheque.table.keeping.schema import events, kept_states
from ludotheque.table.verbs.fold import folded

PEOPLE = (ANN, BOB, EVE)
TABLES = {
    "ludo": {"seats": 3},
    "superludo": {"seats": 3},
    "rolling-village": {"seats": 3},
    "ludoville": {"seats": 3},
    "sealed": {"seats": 3, "deal": True},
}


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """States are kept often, and also of games that are soon over."""
    monkeypatch.setattr("ludotheque.table.kept.EVERY", 7)
    monkeypatch.setattr("ludotheque.table.kept.REMEMBERED", 12)
    monkeypatch.setattr("ludotheque.table.table.REMEMBERED", 12)
    monkeypatch.setattr("ludotheque.table.playing.REMEMBERED", 12)


def portrait(table):
    """All that a table is, as plain data."""
    plain = vars(table) | {"board": table.board.tobytes(), "state": table.state.tobytes()}
    for name in ("legal", "foreseen"):  # what is only remembered, not known
        del plain[name]
    plain["curtain"] = table.curtain.held()
    plain["steps"] = {
        number: (*step[:4], step.before.tobytes(), step.after.tobytes())
        for number, step in table.steps.items()
    }
    return plain


def from_log(store, id):
    header = store.header(id)
    return folded(id, GAMES[header.game], bytes.fromhex(header.seed), store.entries(id))


def from_kept(store, id):
    header = store.header(id)
    return kept._opened(store, store.kept(id), GAMES[header.game], bytes.fromhex(header.seed))


async def stir(home, table, turn):
    """What else people do at a table, now and then."""
    person, seat = PEOPLE[turn % 3], turn % 3
    odd = {
        3: (c.Emote, {"seat": seat, "emote": "hello"}),
        5: (c.OfferDraw, {"seat": seat}),
        6: (c.AnswerDraw, {"seat": (seat + 1) % 3, "agrees": False}),
        8: (c.AskUndo, {"seat": seat}),
        9: (c.AnswerUndo, {"seat": seat, "agrees": turn % 2 == 0}),
    }.get(turn % 11)
    if odd is not None:
        try:
            await home.do(table, person, odd[0], **odd[1])
        except Refused:
            home.clock.advance(1)


@pytest.mark.parametrize("game", TABLES)
def test_a_table_opened_from_a_kept_state_is_the_table_of_its_log(any_url, game):
    async def scene(home):
        table = await home.open(game, TABLES[game], PEOPLE, clock=30)
        compared = set()
        for turn in range(60):
            await home.settle()
            await stir(home, table, turn)
            if turn == 31:
                await home.settle(31)  # a clock runs out
            if not await home.turn(table, PEOPLE):
                break
            found = home.store.kept(table)
            if found is not None:
                compared.add(found.number)
                one, other = from_kept(home.store, table), from_log(home.store, table)
                assert portrait(one) == portrait(other)
        assert len(compared) > (1 if game == "sealed" else 3)

    in_house(any_url, scene)


def played(url, turns=60, game="ludo"):
    """The id of a table at which some turns were played; what was acknowledged there."""

    async def scene(home):
        table = await home.open(game, {"seats": 2})
        for _ in range(turns):
            await home.settle()
            await home.turn(table, (ANN, BOB))
        return table

    return in_house(url, scene)


def opened(url, table):
    """A house that opens a table: its portrait, and whether all of the log was read."""

    async def scene(home):
        reads, entries = [], home.store.entries
        home.store.entries = lambda *given, **more: (
            reads.append((given, more)) or entries(*given, **more)
        )
        found = (await home.runner.memory.find(table)).table
        return portrait(found), ((table,), {}) in reads

    return in_house(url, scene)


def spoilt(url, **values):
    with Store(url) as store, store.engine.begin() as connection:
        connection.execute(update(kept_states).values(**values))


SPOILT = {
    "made by other rules": {"rules": "0" * 32},
    "not even compressed": {"state": b"nonsense"},
    "of another shape": {"state": __import__("zlib").compress(b"\x93\x01\x02\x03")},
}


def test_a_table_is_opened_from_what_was_kept(any_url):
    table = played(any_url)
    with Store(any_url) as store:
        whole = portrait(from_log(store, table))
    assert opened(any_url, table) == (whole, False)


@pytest.mark.parametrize("values", SPOILT.values(), ids=SPOILT)
def test_a_kept_state_that_is_spoilt_is_not_used(sqlite_url, values):
    table = played(sqlite_url)
    with Store(sqlite_url) as store:
        whole = portrait(from_log(store, table))
    spoilt(sqlite_url, **values)
    assert opened(sqlite_url, table) == (whole, True)


def test_without_kept_states_all_is_the_same(sqlite_url):
    table = played(sqlite_url)
    before, _ = opened(sqlite_url, table)
    with Store(sqlite_url) as store, store.engine.begin() as connection:
        connection.execute(kept_states.delete())
    assert opened(sqlite_url, table) == (before, True)


def test_a_log_that_is_older_or_other_than_what_was_kept_is_read_itself(sqlite_url):
    table = played(sqlite_url)
    with Store(sqlite_url) as store:
        found = store.kept(table)
        with store.engine.begin() as connection:  # as it was before: the state is from the future
            query = events.delete().where(events.c.table_id == table)
            connection.execute(query.where(events.c.number >= found.number))
        whole = portrait(from_log(store, table))
        assert whole["number"] == found.number - 1
    assert opened(sqlite_url, table) == (whole, True)

    async def scene(home):  # and goes on otherwise, past where the state was kept
        home.clock.advance(60)
        while (await home.runner.view(table)).number <= found.number + 2:
            await home.settle()
            await home.turn(table, (ANN, BOB))

    in_house(sqlite_url, scene)
    with Store(sqlite_url) as store:
        with store.engine.begin() as connection:
            row = {"number": found.number, "rules": found.rules, "state": found.state}
            connection.execute(update(kept_states).values(**row))
        whole = portrait(from_log(store, table))
    assert opened(sqlite_url, table) == (whole, True)


def test_a_command_of_long_ago_is_still_known(sqlite_url):
    table = played(sqlite_url)
    with Store(sqlite_url) as store:
        first = next(entry for entry in store.entries(table) if entry.command is not None)

    async def scene(home):
        person = ANN if first.person == "ann" else BOB
        answer = await home.runner.command(table, person, c.Sit(id=first.command))
        assert (answer.number, answer.is_repeat) == (first.number, True)
        assert len((await home.runner.memory.find(table)).table.entries) == 12
        view = await home.runner.view(table)
        told = await home.runner.told(table, 0)
        assert [each.number for each in told] == list(range(1, view.number + 1))
        await home.finish(table)
        assert verify(await home.runner.record(table)).is_fair

    in_house(sqlite_url, scene)


def test_the_last_state_of_a_game_is_kept_and_opens_it(sqlite_url):
    async def scene(home):
        table = await home.open("ludo", {"seats": 2})
        await home.finish(table)
        return table, (await home.runner.view(table)).number

    table, number = in_house(sqlite_url, scene)
    with Store(sqlite_url) as store:
        assert store.kept(table).number == number - 2  # the last move and the end come together
        whole = portrait(from_log(store, table))
    assert opened(sqlite_url, table) == (whole, False)


def test_no_name_is_kept(sqlite_url, monkeypatch):
    """It stands in the log alone, where it can be forgotten."""
    monkeypatch.setattr("ludotheque.table.kept._SPEED", 0)  # so that one could read it
    table = played(sqlite_url)
    with Store(sqlite_url) as store:
        assert b"Ann" not in store.kept(table).state
        assert portrait(from_kept(store, table))["seats"][0].name == "Ann"


def test_games_of_an_older_edition_are_not_kept(sqlite_url):
    async def scene(home):
        table = await home.open("ludo", {"seats": 2})
        for _ in range(30):
            await home.settle()
            await home.turn(table, (ANN, BOB))
        live = (await home.runner.memory.find(table)).table
        assert kept.keep(live) is not None
        live.game = dataclasses.replace(live.game, edition=live.game.edition + 1)
        assert kept.keep(live) is None

    in_house(sqlite_url, scene)
