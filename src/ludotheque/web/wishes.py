"""What somebody wishes of the quick match, as forms and addresses say it."""

from collections.abc import Sequence
from typing import Any, TypeAlias
from urllib.parse import urlencode

from starlette.datastructures import ImmutableMultiDict

from ludotheque.core.discovery import boxes
from ludotheque.core.game import Game, Options
from ludotheque.house.stakes.quick import Wish

_COUPLES = "couples"
Asked: TypeAlias = ImmutableMultiDict[str, Any]  # a form, or the query of an address


def read(asked: Asked) -> Wish:
    """What is asked for; it may be nothing that there is."""
    game, seats = str(asked.get("game")), str(asked.get("seats") or "2")
    in_couples = seats == _COUPLES
    return Wish(
        game,
        str(asked.get("room") or ""),
        4 if in_couples else int(seats) if seats.isdecimal() and len(seats) < 3 else 0,
        in_couples,
        _modalities(game, [str(value) for value in asked.getlist("modality")]),
    )


def _modalities(box: str, values: Sequence[str]) -> tuple[str, ...]:
    """Those ticked for the box: "superludo.initial_pawn" is nobody's wish who chose another."""
    ticked = {value.removeprefix(f"{box}.") for value in values if value.startswith(f"{box}.")}
    known = [each.name for each in boxes()[box][0].modalities] if box in boxes() else []
    return tuple(sorted(ticked, key=lambda name: known.index(name) if name in known else 99))


def query(wish: Wish) -> str:
    """The wish in an address."""
    seats = _COUPLES if wish.in_couples else str(wish.seats)
    fields = [("game", wish.game), ("room", wish.room), ("seats", seats)]
    ticked = [("modality", f"{wish.game}.{name}") for name in wish.modalities]
    return urlencode([*fields, *ticked])


def of_table(game: Game, options: Options, room: str) -> Wish:
    """The wish that a table fulfils."""
    chosen = [each.name for each in game.modalities if options[each.name]]
    return Wish(
        game.box(options).id,
        room,
        int(options["seats"]),
        game.couples in chosen,
        tuple(name for name in chosen if name != game.couples),
    )
