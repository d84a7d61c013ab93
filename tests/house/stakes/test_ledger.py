import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, event, insert, update

from ludotheque.house.migrate import migrate
from ludotheque.house.schema import ledger as lines
from ludotheque.house.schema import persons, transfers
from ludotheque.house.stakes import chips, ledger
from ludotheque.house.stakes.ledger import (
    HOUSE,
    NotEnoughChips,
    audit,
    balance,
    of_person,
    transfer,
)
from ludotheque.table.keeping import database

DAY = 86_400_000
ANN, BOB = of_person("ann"), of_person("bob")


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.execution_options(writes=True).begin() as connection:
        yield connection


def test_a_transfer_happens_once(connection: Connection) -> None:
    legs = {HOUSE: -100, ANN: 100}
    assert transfer(connection, "k", legs, "gift")
    assert not transfer(connection, "k", legs, "gift")
    assert (balance(connection, ANN), balance(connection, "house:person:ann")) == (100, -100)
    assert audit(connection).is_sound


def test_a_transfer_adds_up_to_zero(connection: Connection) -> None:
    with pytest.raises(ValueError, match="add up to zero"):
        transfer(connection, "k", {ANN: 1}, "gift")


def test_nobody_spends_what_she_has_not(engine: Engine) -> None:
    with pytest.raises(NotEnoughChips), engine.begin() as connection:
        transfer(connection, "k", {ANN: -1, BOB: 1}, "stake")
    with engine.connect() as connection:
        assert audit(connection).transfers == 0


def test_a_statement_is_read_from_the_newest_on(connection: Connection) -> None:
    for number in range(1, 6):
        transfer(connection, f"k{number}", {HOUSE: -number, ANN: number}, "gift", at=number)
    found = ledger.statement(connection, ANN, limit=2)
    assert [(line.number, line.at, line.chips, line.balance) for line in found] == [
        (5, 5, 5, 15),
        (4, 4, 4, 10),
    ]
    assert [line.number for line in ledger.statement(connection, ANN, before=3)] == [2, 1]


def test_chips_on_arrival_once(connection: Connection) -> None:
    assert chips.arrive(connection, "ann", 1_000)
    assert not chips.arrive(connection, "ann", 1_000)
    assert balance(connection, ANN) == 1_000


def test_the_daily_gift_tops_up_once_a_day(connection: Connection) -> None:
    chips.arrive(connection, "ann", 1_000)
    assert chips.gift(connection, "ann", 1_000, at=DAY) == 0
    chips.put_in(connection, "t", ["ann"], 400, at=DAY)
    chips.pay_out(connection, "t", [("bob", 400)], at=DAY)
    assert chips.gift_due(connection, "ann", 1_000, at=DAY) == 400
    assert chips.gift(connection, "ann", 1_000, at=DAY) == 400
    chips.put_in(connection, "u", ["ann"], 900, at=DAY)
    chips.pay_out(connection, "u", [("bob", 900)], at=DAY)
    assert chips.gift_due(connection, "ann", 1_000, at=2 * DAY - 1) == 0
    assert chips.gift(connection, "ann", 1_000, at=2 * DAY - 1) == 0
    assert chips.gift(connection, "ann", 1_000, at=2 * DAY) == 900
    assert audit(connection).is_sound


def test_who_leaves_for_good_gives_her_chips_back(connection: Connection) -> None:
    chips.arrive(connection, "ann", 1_000)
    chips.retire(connection, "ann")
    chips.retire(connection, "ann")
    assert balance(connection, ANN) == 0
    assert audit(connection).held == 0


def _forged(connection: Connection) -> None:
    connection.execute(insert(transfers), {"key": "f", "at": 1, "why": "gift", "table_id": None})
    row = {"account": ANN, "number": 2, "transfer": "f", "chips": 5, "balance": 1_005}
    connection.execute(insert(lines), row)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (_forged, "the sum over all accounts is 5"),
        (
            lambda c: c.execute(update(lines).where(lines.c.account == ANN).values(balance=7)),
            "person:ann, line 1: 0 and 1000 made 7",
        ),
        (
            lambda c: c.execute(insert(transfers), {"key": "f", "at": 1, "why": "gift"}),
            "transfer f: 0 lines",
        ),
        (
            lambda c: c.execute(update(lines).where(lines.c.account == ANN).values(number=3)),
            "person:ann, line 3",
        ),
    ],
)
def test_an_audit_finds_what_was_tampered_with(connection, harm, told) -> None:
    chips.arrive(connection, "ann", 1_000)
    assert audit(connection).is_sound
    harm(connection)
    found = audit(connection)
    assert not found.is_sound
    assert any(told in problem for problem in found.problems)


def known(connection: Connection, *people: str) -> None:
    rows = [{"id": person, "name": person, "folded": person, "created": 1} for person in people]
    connection.execute(insert(persons), rows)


def test_two_who_spend_the_same_chips_at_once(engine: Engine) -> None:
    """Twenty tables would start on chips for five: five do, in whatever order."""
    writing = engine.execution_options(writes=True)
    with writing.begin() as connection:
        known(connection, "ann")
        transfer(connection, "k", {HOUSE: -250, ANN: 250}, "gift")
    done: list[str] = []

    def start(table: str) -> None:
        try:
            with writing.begin() as connection:
                chips.put_in(connection, table, ["ann"], 50, at=1)
        except NotEnoughChips:
            done.append("refused")
        else:
            done.append("begun")

    threads = [threading.Thread(target=start, args=(f"t{n}",)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["begun"] * 5 + ["refused"] * 15
    with engine.connect() as connection:
        assert balance(connection, ANN) == 0
        assert audit(connection).escrow == 250
        assert audit(connection).is_sound


def test_people_are_locked_once_in_a_transaction(engine: Engine) -> None:
    """On SQLite nobody is: there a transaction that writes is alone."""
    asked: list[Any] = []
    locks = engine.dialect.name == "postgresql"
    event.listen(engine, "before_cursor_execute", lambda *now: asked.append(now))
    with engine.begin() as connection:
        known(connection, "ann", "bob")
        asked.clear()
        ledger.lock(connection, ["ann"])
        ledger.lock(connection, ["ann", "bob"])
        ledger.lock(connection, ["bob", "ann"])
        assert len(asked) == (2 if locks else 0)
    with engine.begin() as connection:
        savepoint = connection.begin_nested()
        ledger.lock(connection, ["ann"])
        savepoint.rollback()  # and with it goes the lock
        asked.clear()
        ledger.lock(connection, ["ann"])
        assert len(asked) == (1 if locks else 0)


def test_one_settlement_a_table_however_many_try(engine: Engine) -> None:
    writing = engine.execution_options(writes=True)
    with writing.begin() as connection:
        known(connection, "ann", "bob")
        transfer(connection, "k", {HOUSE: -50, ANN: 50}, "gift")
        chips.put_in(connection, "t", ["ann"], 50, at=1)
    done: list[bool] = []

    def settle() -> None:
        with writing.begin() as connection:
            done.append(chips.pay_out(connection, "t", [("bob", 50)], at=2))

    threads = [threading.Thread(target=settle) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False] * 7 + [True]
    with engine.connect() as connection:
        assert balance(connection, BOB) == 50
        assert audit(connection).is_sound


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = database.connect(f"sqlite:///{tmp_path_factory.mktemp('scratch') / 'house.db'}")
    migrate(engine)
    yield engine
    engine.dispose()


deed = st.tuples(
    st.sampled_from(["arrive", "gift", "stake", "settle"]),
    st.sampled_from("abc"),
    st.sampled_from("tuv"),
    st.integers(1, 900),
)


@settings(max_examples=60)
@given(st.lists(deed, max_size=25))
def test_whatever_happens_the_sum_is_zero(scratch: Engine, deeds) -> None:
    with scratch.execution_options(writes=True).connect() as connection:
        outer = connection.begin()
        pots: dict[str, int] = {}
        for what, person, table, stake in deeds:
            try:
                with connection.begin_nested():
                    if what == "arrive":
                        chips.arrive(connection, person, 1_000)
                    elif what == "gift":
                        chips.gift(connection, person, 1_000, at=stake * DAY)
                    elif what == "stake" and table not in pots:
                        chips.put_in(connection, table, [person], stake, at=1)
                        pots[table] = stake
                    elif what == "settle" and table in pots:
                        chips.pay_out(connection, table, [(person, pots[table])], at=2)
            except NotEnoughChips:
                pass
            found = audit(connection)
            assert found.problems == ()
            assert found.total == 0
            assert found.escrow >= 0
        outer.rollback()


def test_members_from_before_there_were_chips_get_theirs_once(engine):
    rows = [
        {"id": "ann", "joined": 1, "deleted": None},
        {"id": "bob", "joined": 1, "deleted": None},
        {"id": "guest", "joined": None, "deleted": None},
        {"id": "gone", "joined": None, "deleted": 2},
    ]
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            insert(persons),
            [{**row, "name": row["id"], "folded": row["id"], "created": 1} for row in rows],
        )
        chips.arrive(connection, "bob", 300)
        assert chips.welcome_all(connection, 1_000) == 1
        assert chips.welcome_all(connection, 1_000) == 0
        held = [ledger.balance(connection, ledger.of_person(row["id"])) for row in rows]
    assert held == [1_000, 300, 0, 0]
