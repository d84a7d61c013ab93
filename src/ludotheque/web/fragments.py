"""A table as parts of a page: what a viewer sees, drawn and said in her language.

The page holds one element for each part, under the part's name as its id; a browser that
gets new parts puts them in the old ones' place.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

from ludotheque.bots import label as level_label
from ludotheque.bots import rules_of
from ludotheque.core.drawing import Scene, compose
from ludotheque.core.game import Game
from ludotheque.core.match import Step
from ludotheque.core.texts import Translate
from ludotheque.table import EMOTES, Told, View, tell
from ludotheque.web.languages import words

PARTS = ("status", "seats", "controls", "invite", "log", "pieces")
EMOJI = dict(zip(EMOTES, ("👋", "🙏", "👏", "🙈", "😄", "😢", "⏳", "😜"), strict=True))
LOG_LINES = 60


@dataclass(frozen=True)
class Line:
    """One sentence of the log."""

    number: int
    text: str
    kind: str  # a class for its look: "board", "people", "emote"

    @cached_property
    def html(self) -> str:
        """The sentence as an item of the list: made once, shown with every update."""
        return f'<li class="{self.kind}" data-line="{self.number}">{escape(self.text)}</li>'


class Log:
    """The log of one page: what was put into words once stays so while the names do."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._said: dict[int, list[Line]] = {}  # by the event's number

    def lines(self, told: list[Told], names: dict[int, str], language: str) -> list[Line]:
        """What happened, the oldest first."""
        if names != self._names:
            self._names, self._said = names, {}
        said = self._said
        self._said = {
            each.number: said[each.number] if each.number in said else say(each, names, language)
            for each in told
        }
        return [line for each in self._said.values() for line in each]

    def said(self, told: list[Told]) -> list[str]:
        """The sentences about some of those events."""
        return [line.text for each in told for line in self._said[each.number]]


def say(told: Told, names: dict[int, str], language: str) -> list[Line]:
    """One event in words."""
    kind = "people" if told.step is None else "board"
    return [Line(told.number, text, kind) for text in tell(told, names, language)]


def picture(view: View, last: Step | None, language: str) -> str:
    """The whole board, for the first page; styled by the game's own stylesheet."""
    drawing = view.game.drawing
    scene = scene_of(view, last, language)
    state = view.match.state
    return compose(
        drawing.CANVAS,
        drawing.board_layer(state, scene),
        drawing.pieces_layer(state, scene),
        styled=False,
    )


def scene_of(view: View, last: Step | None, language: str) -> Scene:
    """What the drawing shows beside the state."""
    moves = {action: text for text, action in view.moves.items()}
    return Scene(view.viewer, moves, last, view.names, language)


def pieces(view: View, last: Step | None, language: str) -> str:
    """The layer that changes."""
    layer = view.game.drawing.pieces_layer(view.match.state, scene_of(view, last, language))
    return f'<g id="pieces">{layer}</g>'


def parts(
    templates: Environment,
    view: View,
    told: list[Told],
    language: str,
    invitation: str,
    log: Log | None = None,
) -> dict[str, str]:
    """Every part of the page, as HTML; ``invitation`` is the link that sits people down.

    ``log`` is the page's own, where it is told more than once.
    """
    values = context(view, language)
    values["invitation"] = invitation
    names = dict(enumerate(values["seat_names"]))
    lines = (log or Log()).lines(told, names, language)[-LOG_LINES:]
    values["lines"] = Markup("\n  ".join(line.html for line in lines))
    html = {name: _template(templates, name).render(values) for name in PARTS if name != "pieces"}
    return html | {"pieces": pieces(view, last_step(told), language)}


@cache
def _template(templates: Environment, name: str) -> Template:
    return templates.get_template(f"parts/{name}.html")


def last_step(told: list[Told]) -> Step | None:
    """What happened last on the board."""
    return next((each.step for each in reversed(told) if each.step is not None), None)


def context(view: View, language: str) -> dict[str, Any]:
    """What the templates of the parts are given."""
    translate = _translate(view.game, language)
    state = view.match.state
    seat = view.viewer if view.viewer is not None else 0
    names = [seat_name(view, each.seat, language) for each in view.seats]
    ranks, scores = _standing(view)
    return {
        "_": words(language),
        "view": view,
        "me": view.viewer,
        "seat_names": names,
        "ranks": ranks,
        "scores": scores,
        "moves": [
            (text, view.game.words.label(state, seat, action, translate))
            for text, action in view.moves.items()
        ],
        "level": lambda id: _level(id, language),
        "emoji": EMOJI,
        "turn": turn_text(view, names, language),
        "is_mine": bool(view.moves) or (view.may_roll and view.roller is not None),
        "acting": view.waiting if view.roller is None else (view.roller,),
        "standing": sorted(zip(ranks, range(len(ranks)), scores, strict=True)),
    }


def _standing(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ranks and scores, by the compiled rules where they are ready."""
    rules = rules_of(view.game)
    return rules.standing(rules.board(view.match.state.tobytes()), view.match.seats)


@cache
def _level(id: str, language: str) -> str:
    return level_label(id, language)


@cache
def _translate(game: Game, language: str) -> Translate:
    return game.translate(language)


def seat_name(view: View, seat: int, language: str) -> str:
    """A seat's name: its player's, else the game's own."""
    translate = _translate(view.game, language)
    name: str = view.game.words.seat_name(view.match.state, seat, view.names, translate)
    return name


def turn_text(view: View, names: list[str], language: str) -> str:
    """Whose turn it is, or how it ended, in one sentence."""
    _ = words(language)
    if view.phase == "open":
        return _("On attend des joueurs")
    if view.phase == "over":
        return _ending(view, names, language)
    if view.may_roll and view.roller is not None:
        return _("À vous de lancer !")
    if view.moves:
        return _("À vous de jouer !")
    expected = view.waiting if view.roller is None else (view.roller,)
    if not expected:
        return _("Les dés vont rouler…")
    return _("Au tour de {name}").format(name=", ".join(names[seat] for seat in expected))


def _ending(view: View, names: list[str], language: str) -> str:
    _ = words(language)
    ended = view.ended
    assert ended is not None
    if ended.reason == "abandoned":
        return _("La table a été abandonnée.")
    if ended.reason == "drawn":
        return _("Partie nulle, d'un commun accord.")
    winners = [seat for seat, rank in enumerate(ended.ranks) if rank == 1]
    if view.viewer in winners:
        return _("Vous avez gagné !")
    return _("{name} a gagné.").format(name=", ".join(names[seat] for seat in winners))
