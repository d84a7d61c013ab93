"""What every page needs at hand: the tables, the people, the files, the templates."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from ludotheque.house.people.allowance import Allowance, Headcount
from ludotheque.house.people.company import Company
from ludotheque.house.people.members import Members
from ludotheque.house.people.passkeys import Passkeys
from ludotheque.house.people.people import People
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitor, Visitors
from ludotheque.house.stakes.books import Books, catch_up
from ludotheque.house.stakes.chips import welcome_all
from ludotheque.house.stakes.matchmaker import Matchmaker
from ludotheque.house.stakes.rooms import Rooms, load
from ludotheque.house.stakes.winnings import Won, winnings
from ludotheque.table import Person, Runner, View
from ludotheque.web.assets import Assets
from ludotheque.web.languages import NAMES, language_of, words
from ludotheque.web.lobby import Lobby
from ludotheque.web.shelf import Shelf
from ludotheque.web.workshop import Workshop

COOKIE = "session"
MIB = 1024 * 1024

T = TypeVar("T")


def _templates() -> Environment:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    return Environment(
        loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
    )


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
    uploads: Allowance = field(default_factory=lambda: Allowance(6, 1 / 10))  # of records,
    invitations: Allowance = field(default_factory=lambda: Allowance(60, 2))  # as a QR code
    frames: tuple[float, float] = (30, 10)  # what a connection may send: at once, and a second
    easel: Workshop = field(default_factory=lambda: Workshop(16))  # replays and pictures of tables
    studio: Workshop = field(default_factory=lambda: Workshop(4))  # films, and what strangers bring
    press: Workshop = field(default_factory=lambda: Workshop(16, is_apart=False))  # QR codes
    records: Shelf = field(default_factory=lambda: Shelf(16 * MIB))
    uploaded: Shelf = field(default_factory=lambda: Shelf(32 * MIB))
    drawings: Shelf = field(default_factory=lambda: Shelf(32 * MIB))
    rooms: Rooms = field(default_factory=load)
    lobby: Lobby = field(init=False)
    here: Counter[tuple[str, str]] = field(default_factory=Counter)  # pages open: table, person
    books: Books = field(init=False)
    matchmaker: Matchmaker = field(init=False)
    members: Members = field(init=False)
    passkeys: Passkeys = field(init=False)
    people: People = field(init=False)
    company: Company = field(init=False)
    reports: Reports = field(init=False)

    def __post_init__(self) -> None:
        """All that follows from the database."""
        self.lobby = Lobby(self.runner)
        self.members = Members(self.visitors, arrival=self.rooms.arrival)
        self.passkeys = Passkeys(self.visitors, self.rooms.arrival)
        self.people = People(self.visitors)
        self.company = Company(self.visitors.engine)
        self.reports = Reports(self.visitors.engine)
        self.books = Books(self.rooms)
        self.runner.store.consequences.append(self.books)
        self.runner.is_here = lambda table, person: self.here[table, person] > 0
        self.matchmaker = Matchmaker(self.runner, self.rooms)
        self.templates.globals.update(asset=self.assets.url)

    async def start(self) -> None:
        """Bring the books up to date, then let the tables go on."""
        await asyncio.to_thread(catch_up, self.runner.store, self.books)
        await self.write(welcome_all, self.rooms.arrival)
        await self.runner.start()

    async def close(self) -> None:
        """Stop the tables, then let go of the database."""
        await self.matchmaker.close()
        await self.runner.close()
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

    async def winnings(self, view: View) -> dict[int, Won]:
        """What each seat won or lost at a table that is over; nothing where nothing was staked."""
        if view.ended is None or not view.settings.room:
            return {}
        return await self.read(winnings, view.table)

    def page(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A page in the visitor's language."""
        language = language_of(request)
        text = self.templates.get_template(template).render(
            _=words(language),
            language=language,
            languages=NAMES,
            path=request.url.path,
            person=values.pop("person", None) or known(request),
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
