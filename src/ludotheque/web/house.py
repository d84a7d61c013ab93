"""What every page needs at hand: the tables, the people, the files, the templates."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from ludotheque.house import fortunes
from ludotheque.house.library import Library
from ludotheque.house.people.allowance import Allowance, Headcount
from ludotheque.house.people.asking import Asking
from ludotheque.house.people.company import Company
from ludotheque.house.people.members import Members
from ludotheque.house.people.passkeys import Passkeys
from ludotheque.house.people.people import People
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.talk import Talk
from ludotheque.house.people.visitors import Visitor, Visitors
from ludotheque.house.stakes.books import Books, catch_up
from ludotheque.house.stakes.chips import welcome_all
from ludotheque.house.stakes.desk import Desk
from ludotheque.house.stakes.matchmaker import Matchmaker
from ludotheque.house.stakes.rooms import Rooms, load
from ludotheque.house.stakes.solo import best_at
from ludotheque.house.stakes.winnings import Brought, stake_of, winnings
from ludotheque.house.uploads import Uploads
from ludotheque.table import Listing, Person, Refused, Runner, View
from ludotheque.web.assets import Assets
from ludotheque.web.elsewhere import Elsewhere, Look
from ludotheque.web.herald import Herald
from ludotheque.web.hub import Hub
from ludotheque.web.languages import NAMES, language_of, typeset, words
from ludotheque.web.lobby import Lobby
from ludotheque.web.making import Makings
from ludotheque.web.outbox import Outbox
from ludotheque.web.shelf import Shelf
from ludotheque.web.workshop import Workshop

if TYPE_CHECKING:
    from ludotheque.web.live import Page

COOKIE = "session"
UPLOADED = "file-"  # what the id of a game begins with that somebody brought
MIB = 1024 * 1024

T = TypeVar("T")


def _templates() -> Environment:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    made = Environment(
        loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
    )
    made.filters["typeset"] = typeset  # sentences with a name in them
    return made


@dataclass
class House:
    """One installation as the web sees it."""

    runner: Runner
    visitors: Visitors
    assets: Assets = field(default_factory=Assets)
    templates: Environment = field(default_factory=_templates)
    requests: Allowance = field(
        default_factory=lambda: Allowance(600, 60)
    )  # of all kinds, by address
    arrivals: Allowance = field(default_factory=lambda: Allowance(60, 1))  # new guests, by address
    actions: Allowance = field(default_factory=lambda: Allowance(40, 4))  # posts, by person
    connections: Allowance = field(default_factory=lambda: Allowance(60, 2))  # new ones, by address
    sockets: Headcount = field(default_factory=lambda: Headcount(200))  # open ones, by address
    looks: Allowance = field(default_factory=lambda: Allowance(60, 10))  # at replays, by address,
    pictures: Allowance = field(default_factory=lambda: Allowance(20, 1))  # drawn,
    films: Allowance = field(default_factory=lambda: Allowance(4, 1 / 15))  # made,
    analyses: Allowance = field(default_factory=lambda: Allowance(10, 1 / 6))  # of games,
    hints: Allowance = field(default_factory=lambda: Allowance(10, 1 / 2))  # by person,
    uploads: Allowance = field(default_factory=lambda: Allowance(6, 1 / 10))  # of records,
    invitations: Allowance = field(default_factory=lambda: Allowance(60, 2))  # as a QR code
    lines: Allowance = field(default_factory=lambda: Allowance(6, 1 / 3))  # of chats, by person
    phrases: Allowance = field(default_factory=lambda: Allowance(2, 1 / 2))  # by person
    frames: tuple[float, float] = (30, 10)  # what a connection may send: at once, and a second
    easel: Workshop = field(default_factory=lambda: Workshop(16))  # replays and pictures of tables
    studio: Workshop = field(default_factory=lambda: Workshop(4))  # films, and what strangers bring
    press: Workshop = field(default_factory=lambda: Workshop(16, is_apart=False))  # QR codes
    analyst: Makings = field(default_factory=Makings)  # luck told apart from play
    records: Shelf = field(default_factory=lambda: Shelf(16 * MIB))
    uploaded: Shelf = field(default_factory=lambda: Shelf(8 * MIB))  # a few of them at hand
    drawings: Shelf = field(default_factory=lambda: Shelf(32 * MIB))
    rooms: Rooms = field(default_factory=load)
    listens_on: str = ""  # the address where people come with no proxy between; "": unknown
    has_chat: bool = True  # whether private tables may have one
    desk: Desk = field(default_factory=Desk)  # of the quick match
    lobby: Lobby = field(init=False)
    hubs: dict[str, Hub] = field(default_factory=dict)  # of the tables that somebody looks at
    outbox: Outbox = field(default_factory=Outbox)  # for their pages
    books: Books = field(init=False)
    matchmaker: Matchmaker = field(init=False)
    members: Members = field(init=False)
    passkeys: Passkeys = field(init=False)
    people: People = field(init=False)
    company: Company = field(init=False)
    asking: Asking = field(init=False)
    talk: Talk = field(init=False)
    reports: Reports = field(init=False)
    library: Library = field(init=False)
    brought: Uploads = field(init=False)
    herald: Herald = field(init=False)
    elsewhere: Elsewhere = field(init=False)

    def __post_init__(self) -> None:
        """All that follows from the database."""
        self.lobby = Lobby(self.runner)
        self.members = Members(self.visitors, arrival=self.rooms.arrival)
        self.passkeys = Passkeys(self.visitors, self.rooms.arrival)
        self.people = People(self.visitors)
        self.company = Company(self.visitors.engine)
        self.asking = Asking(self.visitors.engine)
        self.talk = Talk(self.visitors.engine)
        self.reports = Reports(self.visitors.engine)
        self.library = Library(self.visitors.engine)
        self.brought = Uploads(self.visitors.engine)
        self.books = Books(self.rooms)
        self.books.keep(self.runner.store)
        self.runner.store.consequences.append(fortunes.note)
        self.runner.is_here = lambda table, person: any(
            page.person == person for page in self.pages_of(table)
        )
        self.elsewhere = Elsewhere(self)
        self.matchmaker = Matchmaker(self.runner, self.rooms, self.desk)
        self.herald = Herald(self)
        self.templates.globals.update(asset=self.assets.url)

    async def start(self) -> None:
        """Bring the books up to date, then let the tables go on."""
        await asyncio.to_thread(catch_up, self.runner.store, self.books)
        await asyncio.to_thread(self.asking.load)
        await self.write(welcome_all, self.rooms.arrival)
        await self.herald.signer()  # its key is made when the house first opens
        await self.runner.start()
        self.elsewhere.open()
        self.matchmaker.open()

    def pages_of(self, table: str) -> Iterator["Page | Look"]:
        """The open pages of a table, in whatever process."""
        hub = self.hubs.get(table)
        return chain(hub.pages if hub else (), self.elsewhere.at(table))

    def allowances(self) -> dict[str, Allowance]:
        """All measures that hold for the whole house, by name."""
        parts = {"": self, "throttle.": self.members.throttle, "asking.": self.asking}
        found = {
            prefix + name: value
            for prefix, part in parts.items()
            for name, value in vars(part).items()
            if isinstance(value, Allowance)
        }
        return {**found, "herald": self.herald.allowance}

    async def close(self) -> None:
        """Stop the tables, then let go of the database."""
        await self.herald.close()
        await self.matchmaker.close()
        await self.runner.close()
        await self.analyst.close()
        for workshop in (self.easel, self.studio, self.press):
            await asyncio.to_thread(workshop.close)
        self.runner.store.close()

    async def read(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Call ``work(connection, …)`` in a thread."""

        def run() -> T:
            with self.visitors.engine.connect() as connection:
                return work(connection, *args, **kwargs)

        return await asyncio.to_thread(run)

    async def write(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """The same in a transaction."""

        def run() -> T:
            with self.visitors.engine.execution_options(writes=True).begin() as connection:
                return work(connection, *args, **kwargs)

        return await asyncio.to_thread(run)

    def hub(self, table: str) -> Hub:
        """The hub of a table; there while a page of it is open."""
        if table not in self.hubs:
            self.hubs[table] = Hub(self, table)
        return self.hubs[table]

    async def upload(self, id: str) -> bytes | None:
        """A game that somebody brought as a file; None: this names none."""
        if not id.startswith(UPLOADED):
            return None
        file = self.uploaded.get(id) or await asyncio.to_thread(self.brought.get, id)
        return None if file is None else self.uploaded.put(id, file)

    async def winnings(self, view: View) -> Brought:
        """What a table that is over brought its people: chips and points, or one's own record.

        One where they still play: the chips that lie on it; then those that a rematch would take.
        """
        if view.phase == "playing" and view.settings.room:
            stake = await self.read(stake_of, view.table)
            return Brought(at_stake=stake or 0)
        if view.ended is None:
            return Brought()
        if view.settings.room:
            room = self.rooms.find(view.settings.room)
            won = await self.read(winnings, view.table)
            return Brought(won=won, at_stake=room.stake if room else 0)
        if len(view.seats) == 1 and view.viewer is not None:
            return Brought(best=await self.read(best_at, view.table))
        return Brought()

    async def gather(self, person: str) -> None:
        """Have at hand what every page says of a person's tables."""
        with suppress(Refused):  # the database does not answer: the page says so, if it has to
            await self.runner.gather(person)
            await self.runner.memory.gather(self.asking.to(person))

    def calls(self, person: str) -> int:
        """How many tables wait for a person just now; bots alone can wait without a word."""
        turns = sum(each.keeps_people_waiting for each in self.runner.mine(person))
        return turns + len(self.asked_to(person))

    def asked_to(self, person: str) -> list[tuple[Listing, str]]:
        """The tables that somebody is asked to and can still sit down at, each with who asks."""
        found = ((self.runner.listed(id, person), by) for id, by in self.asking.to(person).items())
        return [(each, by) for each, by in found if each is not None and each.is_free_for_you]

    def page(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A page in the visitor's language."""
        language = language_of(request)
        person = values.pop("person", None) or known(request)
        text = self.templates.get_template(template).render(
            _=words(language),
            language=language,
            languages=NAMES,
            path=request.url.path,
            person=person,
            calls=self.calls(person.person) if person else 0,
            **values,
        )
        return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def house_of(request: HTTPConnection) -> House:
    """The house that answers this request."""
    house: House = request.app.state.house
    return house


def known(request: HTTPConnection) -> Visitor | None:
    """The visitor, if her browser has been here before."""
    visitor: Visitor | None = getattr(request.state, "visitor", None)
    return visitor


def person_of(visitor: Visitor) -> Person:
    """A visitor as a table knows her."""
    return Person(visitor.person, visitor.name)
