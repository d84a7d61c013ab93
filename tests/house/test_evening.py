"""An evening in the house: several people do everything at once, at several tables.

Whatever they do, the ledger adds up, every log is its table, nobody learns too much, and no
rematch begins with somebody who does not want it or is not there.
"""

import asyncio
import hashlib
import itertools
import tempfile
import uuid
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import psycopg
import pytest
from hand_clock import HandClock
from houses import VALUE
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine
from salon import Salon
from sqlalchemy import func, insert, select

from ludotheque.core.engine import ONLOOKER
from ludotheque.house.migrate import migrate
from ludotheque.house.schema import company, matches, stakes, transfers
from ludotheque.house.stakes.ledger import balance, of_table
from ludotheque.table import Refused, Store, dice
from ludotheque.table import commands as c
from ludotheque.table.events import (
    Began,
    Fell,
    Moved,
    RematchAsked,
    Rematched,
    RematchWithdrawn,
    Sat,
)
from ludotheque.table.verbs import open as opening
from ludotheque.table.verbs.fold import folded
from ludotheque.table.verbs.rematch import LASTS

NAMES = ("Ann", "Bob", "Eve", "Dan")
CHIPS = 220  # four stakes: sooner or later somebody has none left
KINDS = (
    c.Sit, c.Leave, c.Roll, c.Move, c.OfferDraw, c.AnswerDraw, c.AskUndo, c.AnswerUndo,
    c.TakeOver, c.Rematch, c.WithdrawRematch, c.Emote, c.Fill, c.Place,
)  # fmt: skip
QUIET = (c.Rematch, c.WithdrawRematch)  # what may change nothing, and then leaves no trace

people = st.integers(0, len(NAMES) - 1)
tables = st.integers(0, 20)


class Unsteady(HandClock):
    """A clock whose date is put back now and then."""

    behind = 0.0

    def wall(self):
        return int((self._now - self.behind) * 1000)


class Evening(RuleBasedStateMachine):
    """Commands go into the post and arrive together, some of them twice."""

    def __init__(self, fresh):
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.url, self.throw_away = fresh()
        self.numbers = itertools.count(1)
        self.patches = [  # else no failure could be repeated
            patch.object(dice, "new_seed", self._seed),
            patch.object(opening, "secrets", SimpleNamespace(token_urlsafe=self._id)),
        ]
        for each in self.patches:
            each.start()
        self.clock = Unsteady()
        self.here = set(NAMES)
        self.blocked = set()
        self.tables, self.checked = [], {}  # the number up to which each was looked through
        self.post, self.answers, self.heard = [], {}, {}
        self._open_house()

    def _seed(self):
        return hashlib.sha256(str(next(self.numbers)).encode()).digest()

    def _id(self, _=None):
        return f"t{next(self.numbers)}"

    def _open_house(self):
        async def open_():
            self.store = Store(self.url)
            migrate(self.store.engine)
            self.home = Salon(self.store, clock=self.clock)
            self.home.runner.is_here = lambda _, person: person.capitalize() in self.here
            await self.home.runner.start(warm=False)
            await self.home.runner.idle()

        self.run(open_())

    def _close_house(self):
        self.run(self.home.runner.close())
        self.store.close()

    def run(self, work):
        return self.loop.run_until_complete(work)

    @initialize()
    def come_in(self):
        async def come_in():
            self.people = [await self.home.member(name, CHIPS) for name in NAMES]
            ann, bob, eve, dan = self.people
            return [
                await self.home.staked([ann, bob]),
                await self.home.staked([bob, eve, dan]),
                await self.home.open(people=(ann, eve)),
                await self.home.open("sealed", {"seats": 3}, people=(ann, bob, eve), clock=15),
                await self.home.open(people=(), options={"seats": 3}, clock=15),
            ]

        self.tables += self.run(come_in())

    # What people do

    def write(self, who, table, kind, pick=0):
        """Somebody writes a command in sight of the table as it stands."""
        person, table = self.people[who], self.tables[table % len(self.tables)]
        try:
            view = self.run(self.home.runner.view_for(table, person.id))
        except Refused:
            return
        seat = (view.viewer or 0) if pick % 7 else pick % len(view.seats)
        details = {"id": f"{person.id}-{next(self.numbers)}", "seen": view.number}
        if kind in (c.Move, c.OfferDraw, c.AskUndo, c.TakeOver, c.Emote, c.Place):
            details["seat"] = seat
        if kind in (c.AnswerDraw, c.AnswerUndo):
            details |= {"seat": seat, "agrees": bool(pick % 3)}
        moves = list(view.moves) or ["1"]
        more = {
            c.Move: {"move": moves[pick % len(moves)]},
            c.Emote: {"emote": "hello"},
            c.Place: {"level": "easy"},
            c.Rematch: {"values": (VALUE,)},
            c.Sit: {"value": VALUE},
        }
        self.post.append((table, person, kind(**details, **more.get(kind, {}))))

    @rule(who=people, table=tables, kind=st.sampled_from(KINDS), pick=st.integers(0, 50))
    def anything(self, who, table, kind, pick):
        self.write(who, table, kind, pick)

    @rule(who=people, table=tables, pick=st.integers(1, 50))
    def what_is_offered(self, who, table, pick):
        for kind in (c.Roll, c.Move):
            self.write(who, table, kind, pick)

    @rule(table=tables)
    def all_agree_to_a_draw(self, table):
        for kind in (c.OfferDraw, c.AnswerDraw):
            for who in range(len(NAMES)):
                self.write(who, table, kind, pick=1)
            self.deliver()

    @rule(table=tables, but=st.integers(0, 9))
    def all_would_play_again(self, table, but):
        for who in range(len(NAMES)):
            if who != but:
                self.write(who, table, c.Rematch, pick=1)

    @rule(
        table=tables, first=people, then=st.sampled_from(["goes", "blocks", "waits", "signs out"])
    )
    def one_would_and_then(self, table, first, then):
        """Somebody asks to play again; before the others agree, something happens."""
        self.all_agree_to_a_draw(table)
        self.write(first, table, c.Rematch, pick=1)
        self.deliver()
        if then == "goes":
            self.here -= {NAMES[first]}
        elif then == "blocks":
            self.blocks(first, (first + 1) % len(NAMES))
        elif then == "waits":
            self.clock.behind -= LASTS + 1  # before the table itself notices
        else:
            self.signs_out(first)
        self.all_would_play_again(table, but=first)
        self.deliver()

    @rule()
    def deliver(self):
        """Everything arrives at the same moment, twice."""
        letters, self.post = self.post * 2, []

        async def rush():
            work = [self.home.runner.command(*letter) for letter in letters]
            return await asyncio.gather(*work, return_exceptions=True)

        for (table, person, command), answer in zip(letters, self.run(rush()), strict=True):
            if isinstance(answer, BaseException):
                assert isinstance(answer, Refused), answer
                assert answer.code != "Unavailable", answer
            else:
                key = (table, person.id, command.id)
                first = self.answers.setdefault(key, (answer.number, command))
                assert first[0] == answer.number or isinstance(command, QUIET)

    @rule(who=people)
    def comes_or_goes(self, who):
        self.here ^= {NAMES[who]}

    @rule(who=people)
    def signs_out(self, who):
        self.here -= {NAMES[who]}
        self.run(self.home.runner.withdraw(self.people[who].id))
        for table in self.tables:
            live = self.run(self.home.runner.memory.find(table)).table
            assert live.rematch or self.people[who].id not in live.again

    @rule(who=people, other=people)
    def blocks(self, who, other):
        pair = (self.people[who].id, self.people[other].id)
        if who != other and pair not in self.blocked:
            self.blocked.add(pair)
            row = {"person": pair[0], "other": pair[1], "kind": "block", "created": 1}
            work = lambda connection: connection.execute(insert(company), row)  # noqa: E731
            self.run(self.home.write(work))

    @rule(seconds=st.sampled_from([1, 20, 61, 95]))
    def time_passes(self, seconds):
        self.run(self.home.settle(seconds))

    @rule(seconds=st.sampled_from([2, 3_600]))
    def the_date_is_put_back(self, seconds):
        self.clock.behind += seconds

    @rule()
    def restart(self):
        self._close_house()
        self._open_house()

    @rule(who=people, other=people)
    def meet_for_chips(self, who, other):
        """The queue's part: two who wait for the same are expected at a table."""
        if who != other and len(self.tables) < 12:
            both = [self.people[who], self.people[other]]
            self.tables.append(self.run(self.home.staked(both, sit=False)))
            for each in (who, other):
                self.write(each, len(self.tables) - 1, c.Sit)

    # What is always true

    @invariant()
    def logs_are_tables(self):
        self.run(self.home.runner.idle())
        for table in self.tables:  # grows by those of rematches
            live = self.run(self.home.runner.memory.find(table)).table
            since = self.checked.get(table, 0)
            if live.number == since:
                continue
            entries = self.store.entries(table)
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            assert entries[-len(live.entries) :] == [*live.entries.values()]
            seed = bytes.fromhex(self.store.header(table).seed)
            assert facts(folded(table, live.game, seed, entries)) == facts(live)
            self._nobody_learns_too_much(live)
            for entry in entries[since:]:
                if isinstance(entry.event, Rematched):
                    self.tables.append(entry.event.table)
                    self._all_wanted_to(live, entry)
            self.checked[table] = live.number

    def _nobody_learns_too_much(self, live):
        for seat in range(ONLOOKER, len(live.seats)):
            viewer = None if seat == ONLOOKER else seat
            view = self.run(self.home.runner.view(live.id, viewer))
            assert view.state.tobytes() == live.engine.seen(live.board, seat).tobytes()
            told = self.run(self.home.runner.told(live.id, viewer))
            now = {each.number: each.told_at for each in told}
            assert now.items() >= self.heard.get((live.id, seat), {}).items()
            self.heard[live.id, seat] = now
            if live.game.id == "sealed" and live.look.waiting:
                log = self.store.entries(live.id)
                rolls = [e.number for e in log if isinstance(e.event, Fell)]
                for entry in log[rolls[-1] :]:
                    if isinstance(entry.event, Moved) and entry.event.seat != seat:
                        assert entry.number not in now, "told of a pick before its time"

    def _all_wanted_to(self, live, rematched):
        """Whoever is seated again wished it in the last minute and was there."""
        log = self.store.entries(rematched.event.table)
        sat = [entry.person for entry in log if isinstance(entry.event, Sat)]
        wishes = {}
        for entry in self.store.entries(live.id)[: rematched.number]:
            if isinstance(entry.event, RematchAsked):
                wishes[entry.person] = entry.at
            elif isinstance(entry.event, RematchWithdrawn):
                del wishes[live.seats[entry.event.seat].person]
        assert set(sat) == set(wishes) >= live.present()
        for person in sat:
            assert abs(rematched.at - wishes[person]) <= LASTS * 1000
            assert person == rematched.person or person.capitalize() in self.here
        assert not {(one, other) for one in sat for other in sat} & self.blocked
        assert any(isinstance(entry.event, Began) for entry in log)

    @invariant()
    def acknowledged_is_in_the_log_once(self):
        for (table, person, command), (number, kind) in self.answers.items():
            entries = self.store.entries(table)
            own = [e.number for e in entries if (e.person, e.command) == (person, command)]
            if not isinstance(kind, QUIET):
                assert own, f"{kind} was acknowledged and is not in the log"
                assert own[-1] == number
            # A quiet one that changed nothing may act when it comes again.
            assert own == [own[0] + n for n in range(len(own))]
        self.answers = {}

    @invariant()
    def the_ledger_adds_up(self):
        audit = self.run(self.home.audit())
        assert audit.problems == ()
        assert audit.held + audit.escrow == (CHIPS * len(NAMES) if hasattr(self, "people") else 0)
        self.run(self.home.write(check_stakes))

    def teardown(self):
        with suppress(Exception):
            self._close_house()
        for each in self.patches:
            each.stop()
        self.loop.close()
        self.throw_away()


def facts(table):
    """What two folds of one log have to agree on."""
    return (
        table.board.tobytes(), table.look, table.roller, table.seats, table.ended, table.rematch,
        table.again, table.draw_offer, table.undo_request, table.answered, table.values,
        table.draw_refused, table.undo_refused, table.emoted, table.advised, table.phase,
    )  # fmt: skip


def check_stakes(connection):
    """Stakes lie on a table while it is played at, and are paid out or given back once."""
    query = select(stakes, matches.c.ended, matches.c.sides).join(
        matches, matches.c.table_id == stakes.c.table_id
    )
    for row in connection.execute(query).all():
        pot = row.stake * len(row.sides.split())
        lies = balance(connection, of_table(row.table_id))
        assert lies == (pot if row.ended is None else 0)
        count = select(transfers.c.why, func.count()).filter_by(table_id=row.table_id)
        found = dict(map(tuple, connection.execute(count.group_by(transfers.c.why))))
        assert found == {"stake": 1} | ({} if row.ended is None else {"settlement": 1})
    staked = select(func.count()).select_from(stakes)
    moved = select(func.count()).where(transfers.c.why == "stake")
    assert connection.execute(staked).scalar_one() == connection.execute(moved).scalar_one()


def file_of_its_own():
    folder = tempfile.TemporaryDirectory()
    return f"sqlite:///{Path(folder.name) / 'house.db'}", folder.cleanup


def schema_of_its_own(server):
    def fresh():
        name = f"ludotheque_{uuid.uuid4().hex}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")

        def drop():
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"DROP SCHEMA {name} CASCADE")

        mark = "&" if "?" in server else "?"
        return f"{server}{mark}options=-csearch_path%3D{name}", drop

    return fresh


def play(fresh, examples, steps):
    run_machine(
        lambda: Evening(fresh),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_an_evening():
    play(file_of_its_own, 12, 25)


@pytest.mark.slow
def test_many_long_evenings():
    play(file_of_its_own, 150, 60)


@pytest.mark.slow
def test_many_evenings_on_postgresql(postgres):
    play(schema_of_its_own(postgres), 60, 50)
