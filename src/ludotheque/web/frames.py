"""What a table sends to pages when something happens, as plain data.

A frame is made once for all who see the same in one language: what happened, one shot after
another, each with its sentences and the pieces that it changed. What only one viewer gets, her
moves above all, is a small message of its own.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from ludotheque.core.contract import State
from ludotheque.core.drawing import Button, Cue, Piece, Scene, difference, packed
from ludotheque.core.game import Game
from ludotheque.core.step import Step
from ludotheque.core.texts import with_whole_names
from ludotheque.table import Own, View, Window
from ludotheque.web.coach import Tip
from ludotheque.web.fragments import turn_text
from ludotheque.web.languages import typeset
from ludotheque.web.log import Line, Log

Packed = tuple[Any, ...]  # a piece, as pieces.packed() makes it


class Shot(msgspec.Struct, omit_defaults=True):
    """One thing that happened, as a page shows it."""

    cue: str = ""  # "chance", "move", … or "end"
    lines: list[Line] = []
    set: list[Packed] = []  # pieces that look otherwise now
    new: list[tuple[str, Packed]] = []  # pieces that came, each with the id that it follows
    gone: list[str] = []
    ways: dict[str, list[tuple[int, int]]] = {}  # of the pieces that walk
    cues: list[Cue] = []  # moments worth a gesture, and the piece that each befalls
    caption: str = ""  # what it came to, to be read on the board
    hold: bool = False  # whether that is all that comes of it: to be read before anything goes on


class Frame(msgspec.Struct, omit_defaults=True):
    """What happened at a table, for all who see the same."""

    number: int  # of the last event
    turn: str  # whose turn it is, or how it ended
    acting: Sequence[int]
    scores: Sequence[int]
    clocks: dict[int, float] = {}
    shots: list[Shot] = []
    pieces: list[Packed] | None = None  # all there are, where the page has to begin anew,
    lines: list[Line] | None = None  # with the log


# A move: its notation and label, the pieces that make it, what it shows, its pick and its ring.
Offer = tuple[str, str, Sequence[str], list[Packed], str, str]


class Mine(msgspec.Struct, omit_defaults=True):
    """What one viewer may do."""

    me: int | None = None
    turn: str = ""  # in place of the frame's, where it is hers
    roll: str | None = None  # what she does for chance to decide; "" to throw dice
    moves: list[Offer] = []
    undo: str = ""  # "now", or "ask"


WATCHING = Mine()  # what an onlooker may do


class Hint(msgspec.Struct):
    """What a viewer had better play; moves by their notation."""

    move: str
    reasons: list[str]
    chances: list[tuple[str, str]]  # of the best moves, in words


class Letter(msgspec.Struct, omit_defaults=True):
    """A message to one page."""

    at: int = 0  # the number of the frame that follows, where it holds only with that one
    mine: Mine | None = None
    done: list[str] = []  # her commands that were carried out
    parts: dict[str, str] = {}
    lines: list[Line] = []  # of gestures: not everybody hears them
    emotes: list[tuple[int, str]] = []
    tips: list[Tip] = []  # of the coach
    said: list[tuple[int, str, str]] = []  # phrases: a seat, its words, the same for listeners
    chat: list[tuple[int, int, str, str]] = []  # lines: id, seat or −1, name, words
    hint: Hint | None = None
    odds: tuple[list[int], str] | None = None  # each seat's chances in thousandths, and in words
    present: list[tuple[str, str]] = []  # of each seat: "here", "away", "gone" or "", and in words
    watching: str = ""  # how many do
    refused: str = ""
    say: str = ""
    id: str | None = None  # of the command that was refused


_encoder = msgspec.json.Encoder()


def encode(message: Frame | Letter) -> bytes:
    """A message as it goes over the wire: the text of one websocket frame, header included."""
    text = _encoder.encode(message)
    size = len(text)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def shot(before: Sequence[Piece], after: Sequence[Piece], **more: Any) -> Shot:
    """What to change in a picture."""
    found = difference(before, after)
    return Shot(
        set=[packed(piece) for piece in found.changed],
        new=[(previous, packed(piece)) for previous, piece in found.new],
        gone=found.gone,
        **more,
    )


def staged(
    game: Game, step: Step, names: Mapping[int, str], language: str, eyes: int | None = None
) -> dict[str, Any]:
    """How a step is shown beside the pieces that it changes: what walks, what is to be read."""
    return {
        "cue": step.kind,
        "ways": {id: list(way) for id, way in game.ways(step, eyes).items()},
        "cues": list(game.cues(step, eyes)),
        "caption": with_whole_names(typeset(game.caption(step, names, language), language)),
        "hold": step.kind == "chance" and not game.kernels["waiting"](step.after),
    }


def filmed(
    game: Game, step: Step | None, state: State, scene: Scene, eyes: int | None = None
) -> dict[str, Any]:
    """A step for pages that are told of it alone: all pieces after it, words and gestures."""
    names, language = scene.names, scene.language
    told = game.tell(step, names, language) if step else []
    return {
        "pieces": [packed(piece) for piece in game.drawing.pieces(state, scene)],
        "lines": [typeset(line, language) for line in told],
        **(staged(game, step, names, language, eyes) if step else {}),
    }


def frame(view: View, names: list[str], language: str, **more: Any) -> Frame:
    """A frame of the table as it stands."""
    return Frame(
        number=view.number,
        turn=turn_text(view, names, language),
        acting=view.waiting if view.roller is None else (view.roller,),
        scores=view.scores,
        clocks={
            each.seat: round(each.seconds, 1) for each in view.seats if each.seconds is not None
        },
        **more,
    )


def mine(window: Window, viewer: int | None, person: str | None, log: Log | None) -> Mine:
    """What a viewer may do now, and how the game ended for her; ``log`` is in her language."""
    if viewer is None or log is None:
        return WATCHING
    if not window.concerns(viewer) and not window.is_over:
        return _idle(viewer, "")
    own = window.own(viewer, person)
    undo = "now" if own.may_undo_at_once else "ask" if own.may_undo else ""
    if not (own.moves or own.may_roll or window.is_over):
        return _idle(viewer, undo)
    view, language = window.view(viewer, person, own), log.language
    is_hers = not own.may_roll or view.roller is not None  # dice may be nobody's own
    return Mine(
        viewer,
        turn_text(view, log.names, language) if is_hers else "",
        roll_label(view, own, language),
        [offered(button, language) for button in buttons(view, log)],
        undo,
    )


@cache
def _idle(viewer: int, undo: str) -> Mine:
    """What somebody may do who waits for others: one object, so that comparing it costs nothing."""
    return Mine(viewer, undo=undo)


def roll_label(view: View, own: Own, language: str) -> str | None:
    """What somebody does for chance to decide, where it is hers to do; "" to throw the dice."""
    if not own.may_roll:
        return None
    return view.game.chance_label(view.state, language) or ""


def buttons(view: View, log: Log) -> list[Button]:
    """The viewer's moves as they are offered."""
    if not view.moves:
        return []
    moves = {action: text for text, action in view.moves.items()}
    scene = Scene(view.viewer, moves, None, log.called, log.language)
    return view.game.buttons(view.state, scene)


def offered(button: Button, language: str) -> Offer:
    """A move as a page is told of it."""
    choice = button.choice
    shown = [packed(piece) for piece in choice.shown]
    label = typeset(button.label, language)
    return button.notation, label, choice.on, shown, choice.pick, choice.ring
