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

from ludotheque.house.people.allowance import Allowance
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

COOKIE = "session"

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
    arrivals: Allowance = field(default_factory=lambda: Allowance(60, 1))  # new guests, by address
    actions: Allowance = field(default_factory=lambda: Allowance(40, 4))  # posts, by person
    connections: Allowance = field(default_factory=lambda: Allowance(60, 2))  # new ones, by address
    frames: tuple[float, float] = (30, 10)  # what a connection may send: at once, and a second
    rooms: Rooms = field(default_factory=load)
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
