"""A table as parts of a page: what a viewer sees beside the board, in her language.

The page holds one element for each part, under the part's name as its id; a browser that
gets new parts puts them in the old ones' place.
"""

from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup

from ludotheque.bots import character, temper_at
from ludotheque.bots import label as bot_label
from ludotheque.core.drawing import Scene
from ludotheque.core.guide import guide_of
from ludotheque.core.texts import in_points, listed
from ludotheque.house.stakes.winnings import Brought
from ludotheque.table import Finished, SeatView, View, ending, mood, places
from ludotheque.web import wishes
from ludotheque.web.figures import ordinal
from ludotheque.web.languages import typeset, words
from ludotheque.web.log import Line, Log, names_of, translate

WRITTEN = ("status", "ending", "seats", "controls", "gestures", "invite")  # have a template
LOG_LINES = 60  # of a whole log; a browser keeps as many
_BETWEEN = "\0"  # two parts that are rendered together; no name holds it


def picture(view: View, log: Log) -> str:
    """The whole board, for the first page; styled by the game's own stylesheet."""
    moves = {action: text for text, action in view.moves.items()}
    scene = Scene(view.viewer, moves, log.last, names_of(view, log.language), log.language)
    return view.game.draw(view.state, scene, styled=False)


def parts(
    templates: Environment, view: View, log: Log, invitation: str, brought: Brought
) -> dict[str, str]:
    """The parts of the page as HTML, but for the log.

    ``invitation`` sits people down; ``brought`` is what came of a game that is over.
    """
    values = context(view, log) | {"invitation": invitation, **vars(brought)}
    written = _written(templates).render(values).split(_BETWEEN)
    return dict(zip(WRITTEN, written, strict=True))


@cache
def _written(templates: Environment) -> Template:
    """All templates of parts in one: rendering one costs less."""
    loader = templates.loader
    assert loader is not None
    sources = (loader.get_source(templates, f"parts/{name}.html")[0] for name in WRITTEN)
    return templates.from_string(_BETWEEN.join(sources))


def log_part(templates: Environment, lines: list[Line], language: str) -> str:
    """The last part: the log as a whole."""
    items = Markup("\n  ").join(Markup(line.html) for line in lines[-LOG_LINES:])
    return templates.get_template("parts/log.html").render(_=words(language), lines=items)


def context(view: View, log: Log) -> dict[str, Any]:
    """What the templates of the parts are given."""
    language = log.language
    label, game_words = view.game.words.label, translate(view.game, language)
    state = view.state
    seat = view.viewer if view.viewer is not None else 0
    return {
        "_": words(language),
        "view": view,
        "me": view.viewer,
        "seat_names": log.names,
        "emblems": [view.game.emblem(state, each.seat) for each in view.seats],
        "across": [view.game.is_across(state, each.seat) for each in view.seats],
        "scores": view.scores,
        "moves": [
            (text, typeset(label(state, seat, action, game_words), language))
            for text, action in view.moves.items()
        ],
        "bot_level": lambda id: _bot_level(id, language),
        "faces": [_face(each) for each in view.seats],
        "temper": lambda name: temper_at(view.game, name, language),
        "box": view.game.box(view.options).id,
        "turn": turn_text(view, log.names, language),
        "chance": view.game.chance_label(state, language) if view.may_roll else None,
        "is_mine": bool(view.moves) or (view.may_roll and view.roller is not None),
        "acting": view.waiting if view.roller is None else (view.roller,),
        "has_parted": has_parted(view),
        "asks": asks(view),
        "again": wishes.query(wishes.of_table(view.game, view.options, view.settings.room)),
        "points": lambda count: in_points(count, words(language)),
        "score_word": score_word(view, language),
        **_places(view, language),
    }


def has_parted(view: View) -> bool:
    """Whether the viewer has left a game that goes on without her."""
    own = [seat.has_left for seat in view.seats if seat.is_yours]
    return view.phase == "playing" and bool(own) and all(own)


def asks(view: View) -> str:
    """What a small screen makes room for beside the banner: a "question", or what comes of one."""
    questions = [each for each in (view.draw_offer, view.undo_request) if each is not None]
    if has_parted(view):
        return "parted"
    if any(each.is_yours_to_answer for each in questions):
        return "question"
    return "waits" if any(view.seats[each.seat].is_yours for each in questions) else ""


def _places(view: View, language: str) -> dict[str, Any]:
    """What the ceremony of a game that is over shows beside names and points."""
    if view.ended is None:
        return {}
    finished = finished_of(view)
    podium = [(ordinal(place.number, language), place.seats) for place in places(finished)]
    return {"mood": mood(finished), "podium": podium, "meaning": meaning(view, podium, language)}


def meaning(view: View, podium: list[tuple[str, tuple[int, ...]]], language: str) -> str:
    """What points are, where whoever won has fewer than another: nobody wonders otherwise."""
    (_, first), *_others = podium
    if view.scores[first[0]] >= max(view.scores):
        return ""
    return score_word(view, language)


def score_word(view: View, language: str) -> str:
    """What the number beside a name means; empty: it needs no words."""
    guide = guide_of(view.game, view.game.box(view.options))
    return typeset(translate(view.game, language)(guide.score), language) if guide.score else ""


def _face(seat: SeatView) -> str:
    """The symbol of a bot's face; empty where none sits."""
    who = character(seat.name) if seat.kind == "bot" else None
    return who.face if who else ""


@cache
def _bot_level(id: str, language: str) -> str:
    return bot_label(id, language)


def turn_text(view: View, names: list[str], language: str) -> str:
    """Whose turn it is, or how it ended, in one sentence."""
    _ = words(language)
    if view.phase == "open":
        return _("On attend des joueurs")
    if view.phase == "over":
        return _ending(view, names, language)
    if view.moves or (view.may_roll and view.roller is not None):
        return _called_up(view, names, language)
    expected = view.waiting if view.roller is None else (view.roller,)
    if not expected:
        return _asked(view, None, language) or _("Les dés vont rouler…")
    awaited = tuple([names[seat] for seat in expected])
    return _turn_of(awaited, view.game.is_simultaneous, language)


@lru_cache(4096)  # the same few at a table, again and again
def _turn_of(awaited: tuple[str, ...], is_simultaneous: bool, language: str) -> str:
    _ = words(language)
    sentence = _("On attend {name}") if is_simultaneous else _("Au tour de {name}")
    return typeset(sentence.format(name=listed(awaited, _)), language)


def _called_up(view: View, names: list[str], language: str) -> str:
    """What the viewer is to do; of several at one screen, who of them."""
    _, asked = words(language), _asked(view, view.viewer, language)
    rolls = not view.moves and view.game.chance_label(view.state, language) is None
    if view.viewer is None or sum([seat.is_yours for seat in view.seats]) < 2:
        return asked or (_("À vous de lancer !") if rolls else _("À vous de jouer !"))
    if asked:
        told = asked[0].lower() + asked[1:]
        return typeset(_("{name} : {what}").format(name=names[view.viewer], what=told), language)
    sentence = _("À {name} de lancer !") if rolls else _("À {name} de jouer !")
    return sentence.format(name=names[view.viewer])


def _asked(view: View, seat: int | None, language: str) -> str:
    """What the game asks of a seat that is to act, or what all wait for; empty: it does not say."""
    asked = view.game.prompt(view.state, seat, list(view.moves.values()), language)
    return typeset(asked.text, language) if asked else ""


def finished_of(view: View) -> Finished:
    """How a table ended, through the eyes of its viewer."""
    ended = view.ended
    assert ended is not None
    return Finished(view.game, view.options, view.state, ended.reason, ended.ranks, view.viewer)


def _ending(view: View, names: list[str], language: str) -> str:
    return typeset(ending(finished_of(view), names, language), language)
