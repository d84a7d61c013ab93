"""Ratings: how strong somebody plays a game, and how sure that is (openskill, Plackett–Luce).

MA-26: rated are games that count, in which every seat was another person's; couples are teams.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, bindparam, select

from ludotheque.house.schema import ratings
from ludotheque.house.stakes.settlement import Ending
from ludotheque.table.keeping.database import inserting

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3


@dataclass(frozen=True)
class Rating:
    """A strength: probably within mu ± 2 sigma."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def sure(self) -> float:
        """The strength that somebody almost surely has: what rankings go by."""
        return self.mu - 3 * self.sigma


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # slow to import

    return PlackettLuce(mu=MU, sigma=SIGMA)


def rated(before: Sequence[Rating], ending: Ending) -> list[Rating]:
    """The ratings of the seats after a game."""
    model = _model()
    sides = sorted(set(ending.sides))
    seats = {side: [n for n, each in enumerate(ending.sides) if each == side] for side in sides}
    teams = [
        [model.rating(mu=before[seat].mu, sigma=before[seat].sigma) for seat in seats[side]]
        for side in sides
    ]
    places = [1 if ending.is_drawn else ending.places[seats[side][0]] for side in sides]
    after = list(before)
    for side, team in zip(sides, model.rate(teams, ranks=[float(p) for p in places]), strict=True):
        for seat, new in zip(seats[side], team, strict=True):
            after[seat] = Rating(new.mu, new.sigma, before[seat].games + 1)
    return after


def is_rated(people: Sequence[str | None], ending: Ending) -> bool:
    """Whether a game says anything about how strong these people are."""
    is_personal = None not in people and len(set(people)) == len(people)
    return is_personal and len(set(ending.sides)) > 1 and not ending.is_void


_RATINGS = select(ratings.c.person, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
    ratings.c.game == bindparam("game"), ratings.c.person.in_(bindparam("people", expanding=True))
)


def ratings_of(connection: Connection, game: str, people: Sequence[str]) -> list[Rating]:
    """These people's ratings in a game; the beginner's where somebody has none."""
    rows = connection.execute(_RATINGS, {"game": game, "people": people})
    found = {person: Rating(*values) for person, *values in rows}
    return [found.get(person, Rating()) for person in people]


def rating_of(connection: Connection, game: str, person: str) -> Rating:
    """A person's rating in a game."""
    return ratings_of(connection, game, [person])[0]


def note(connection: Connection, game: str, people: Sequence[str], ending: Ending) -> None:
    """Rate these people anew after a game."""
    after = rated(ratings_of(connection, game, people), ending)
    rows = [
        {"game": game, "person": person, **vars(new), "sure": new.sure}
        for person, new in zip(people, after, strict=True)
    ]
    new = inserting(connection.dialect, ratings)
    values = {name: new.excluded[name] for name in ("mu", "sigma", "games", "sure")}
    connection.execute(
        new.on_conflict_do_update(index_elements=("game", "person"), set_=values), rows
    )
