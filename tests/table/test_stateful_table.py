"""A table under a bad network: commands dropped, repeated, late and out of order; restarts."""

import asyncio
import itertools
import tempfile
from pathlib import Path
from unittest.mock import patch

from houses import ANN, BOB, EVE, VALUE, House
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from ludotheque.core.engine import ONLOOKER
from ludotheque.table import Refused, Settings, Store, dice, verify
from ludotheque.table import commands as c
from ludotheque.table.events import Fell, Moved
from ludotheque.table.verbs.fold import folded

PEOPLE = (ANN, BOB, EVE)
TABLES = [
    ("ludo", {"seats": 2, "pawns": 1}),
    ("ludo", {"seats": 3, "pawns": 2}),
    ("sealed", {"seats": 3}),
    ("sealed", {"seats": 3, "deal": True}),
]


class BadNetwork(RuleBasedStateMachine):
    """Every command goes into the post; the post delivers what and when it likes."""

    def __init__(self):
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite:///{Path(self.folder.name) / 'house.db'}"
        self.store = Store(self.url)
        self.home = House(self.store)
        self.post = []  # (person, command) on their way, or delivered and perhaps coming again
        self.answers = {}  # (person, command): its answer
        self.heard = {}  # seat: the events it was told of, by number
        self.ids = itertools.count()

    def run(self, work):
        return self.loop.run_until_complete(work)

    @initialize(
        which=st.sampled_from(TABLES),
        clock=st.sampled_from([None, 15]),
        seed=st.binary(min_size=32, max_size=32),
    )
    def open(self, which, clock, seed):
        game, options = which

        async def begin():
            table = await self.home.runner.create(game, options, Settings(clock=clock), host=ANN)
            for person in PEOPLE[: options["seats"]]:
                await self.home.do(table, person, c.Sit, value=VALUE)
            await self.home.settle()
            return table

        with patch.object(dice, "new_seed", lambda: seed):  # else no failure could be repeated
            self.table = self.run(begin())
        self.people = PEOPLE[: options["seats"]]

    @rule(who=st.integers(0, 2), pick=st.integers(0, 50))
    def play(self, who, pick):
        """A person does what her page offers, as she sees it now."""
        person = PEOPLE[who % len(self.people)]

        async def look():
            return await self.home.runner.view_for(self.table, person.id)

        view = self.run(look())
        details = {"id": f"{person.id}-{next(self.ids)}", "seen": view.number}
        if view.may_roll:
            command = c.Roll(**details)
        elif view.moves:
            move = list(view.moves)[pick % len(view.moves)]
            command = c.Move(seat=view.viewer, move=move, **details)
            if pick > 40 and view.has_hints:
                command = c.Hint(seat=view.viewer, **details)
        elif view.may_undo:
            command = c.AskUndo(seat=view.viewer, **details)
        elif view.undo_request is not None and view.undo_request.is_yours_to_answer:
            command = c.AnswerUndo(seat=view.viewer, agrees=pick % 2 == 0, **details)
        else:
            return
        self.post.append((person, command))

    @precondition(lambda self: self.post)
    @rule(which=st.integers(0, 1000), again=st.booleans())
    def deliver(self, which, again):
        """Any letter arrives; it may come again later."""
        at = which % len(self.post)
        person, command = self.post[at]
        if not again:
            del self.post[at]
        self.give(person, command)

    @precondition(lambda self: self.post)
    @rule()
    def deliver_all_at_once(self):
        letters, self.post = self.post, []

        async def rush():
            work = [self.home.runner.command(self.table, *letter) for letter in letters * 2]
            return await asyncio.gather(*work, return_exceptions=True)

        for (person, command), answer in zip(letters * 2, self.run(rush()), strict=True):
            if isinstance(answer, BaseException):
                assert isinstance(answer, Refused), answer
            else:
                self.note(person, command, answer)

    @precondition(lambda self: self.post)
    @rule()
    def drop(self):
        self.post.pop()

    def give(self, person, command):
        async def send():
            try:
                return await self.home.runner.command(self.table, person, command)
            except Refused:
                return None

        answer = self.run(send())
        if answer is not None:
            self.note(person, command, answer)
        else:
            assert (person.id, command.id) not in self.answers, "carried out, then refused"

    def note(self, person, command, answer):
        first = self.answers.setdefault((person.id, command.id), answer.number)
        assert answer.number == first, "the same command was answered in two ways"

    @rule(who=st.integers(0, 2))
    def an_attack(self, who):
        """A move in another's name does nothing."""
        person = PEOPLE[who % len(self.people)]
        other = (who + 1) % len(self.people)
        before = len(self.store.entries(self.table))
        self.give(person, c.Move(id="evil", seen=before, seat=other, move="pick 1"))
        self.give(c.Person("mallory", "M"), c.Roll(id=f"m{before}", seen=before))
        assert len(self.store.entries(self.table)) == before

    @rule(seconds=st.sampled_from([1, 16]))
    def time_passes(self, seconds):
        self.run(self.home.settle(seconds))

    @rule()
    def restart(self):
        self.run(self.home.runner.close())
        self.store.close()
        self.store = Store(self.url)
        self.home = House(self.store, self.home.clock)
        self.run(self.home.runner.start(warm=False))
        self.run(self.home.runner.idle())

    @invariant()
    def the_log_is_the_table(self):
        if not hasattr(self, "table"):
            return
        self.run(self.home.runner.idle())
        entries = self.store.entries(self.table)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        live = self.run(self.home.runner.memory.find(self.table)).table
        seed = bytes.fromhex(self.store.header(self.table).seed)
        again = folded(self.table, live.game, seed, entries)
        assert again.board.tobytes() == live.board.tobytes()
        assert again.look == live.look
        done = [(e.person, e.command) for e in entries if isinstance(e.event, Fell | Moved)]
        own = [each for each in done if each[1] is not None]
        assert len(own) == len(set(own)), "a command acted twice"
        for (person, command), number in self.answers.items():
            assert (entries[number - 1].person, entries[number - 1].command) == (person, command)

    @invariant()
    def nobody_unlearns_or_learns_too_much(self):
        if not hasattr(self, "table"):
            return
        live = self.run(self.home.runner.memory.find(self.table)).table
        for seat in range(ONLOOKER, len(live.seats)):
            viewer = None if seat == ONLOOKER else seat
            told = self.run(self.home.runner.told(self.table, viewer))
            now = {each.number: each.told_at for each in told}
            for number, at in self.heard.get(seat, {}).items():
                assert now[number] == at
            self.heard[seat] = now
            view = self.run(self.home.runner.view(self.table, viewer))
            assert view.state.tobytes() == live.engine.seen(live.board, seat).tobytes()
            if live.game.id == "sealed" and live.look.waiting:
                log = self.store.entries(self.table)
                last_roll = max(e.number for e in log if isinstance(e.event, Fell))
                hidden = {
                    entry.number
                    for entry in log[last_roll:]
                    if isinstance(entry.event, Moved) and entry.event.seat != seat
                }
                assert not hidden & now.keys(), "told of a pick before its time"

    def teardown(self):
        async def end():
            view = await self.home.runner.view(self.table)
            if view.phase != "over":
                await self.home.runner.abandon(self.table)
            return await self.home.runner.record(self.table)

        try:
            if hasattr(self, "table"):
                record = self.run(end())
                if record.game == "ludo":
                    report = verify(record)
                    assert report.is_fair, report.problems
        finally:
            self.run(self.home.runner.close())
            self.store.close()
            self.loop.close()
            self.folder.cleanup()


BadNetwork.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
)
TestBadNetwork = BadNetwork.TestCase
