"""What every page needs at hand: the tables, the people, the files, the templates."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from ludotheque.house.allowance import Allowance
from ludotheque.house.company import Company
from ludotheque.house.guests import Guest, Guests
from ludotheque.house.members import Members
from ludotheque.house.passkeys import Passkeys
from ludotheque.house.people import People
from ludotheque.house.reports import Reports
from ludotheque.table import Person, Runner
from ludotheque.web.assets import Assets
from ludotheque.web.languages import NAMES, language_of, words

COOKIE = "session"


def _templates() -> Environment:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    return Environment(
        loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
    )


@dataclass
class House:
    """One installation as the web sees it."""

    runner: Runner
    guests: Guests
    assets: Assets = field(default_factory=Assets)
    templates: Environment = field(default_factory=_templates)
    arrivals: Allowance = field(default_factory=lambda: Allowance(60, 1))  # new guests, by address
    actions: Allowance = field(default_factory=lambda: Allowance(40, 4))  # posts, by person
    connections: Allowance = field(default_factory=lambda: Allowance(60, 2))  # new ones, by address
    frames: tuple[float, float] = (30, 10)  # what a connection may send: at once, and a second
    members: Members = field(init=False)
    passkeys: Passkeys = field(init=False)
    people: People = field(init=False)
    company: Company = field(init=False)
    reports: Reports = field(init=False)

    def __post_init__(self) -> None:
        """All that follows from the database."""
        self.members = Members(self.guests)
        self.passkeys = Passkeys(self.guests)
        self.people = People(self.guests)
        self.company = Company(self.guests.engine)
        self.reports = Reports(self.guests.engine)

    async def close(self) -> None:
        """Stop the tables, then let go of the database."""
        await self.runner.close()
        self.runner.store.close()

    def page(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A page in the visitor's language."""
        language = language_of(request)
        text = self.templates.get_template(template).render(
            _=words(language),
            asset=self.assets.url,
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


def known(request: HTTPConnection) -> Guest | None:
    """Who asks, if her browser has been here before."""
    guest: Guest | None = getattr(request.state, "guest", None)
    return guest


def person_of(guest: Guest) -> Person:
    """A guest as a table knows her."""
    return Person(guest.person, guest.name)
