"""A record played again: what the replay page shows, frames, pictures, films.

All of it is done in a workshop, apart from the house: this module knows no request and no table.
"""

import contextlib
import hashlib
import io
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec

from ludotheque.core.discovery import game
from ludotheque.core.drawing import Scene, png
from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.step import Step
from ludotheque.table import BadRecord, Record, former, load
from ludotheque.web.languages import typeset

LINES = 20_000  # of a log that somebody brings: forty times a long game's
FILM = 60  # steps of a film, ending where the slider stands
FILM_WIDTH, PICTURE_WIDTH = 420, 1200
FRAME_TIME, LAST_TIME = 550, 2500  # milliseconds
_KEPT = 8  # games at hand

_at_hand: OrderedDict[bytes, "Replay"] = OrderedDict()


class Shown(NamedTuple):
    """What the replay page tells of a game."""

    game: str
    options: dict[str, Any]
    steps: int
    picture: str
    standing: list[tuple[int, str, int]]  # rank, name and score of each seat, the best first
    is_sealed: bool
    edition: int | None  # of the rules, where it is not today's
    commitment: str


class Replay:
    """A record played again, ready to be looked at from any step."""

    def __init__(self, record: Record):
        self.record = record
        self.match: Match = record.match()

    def names(self, language: str) -> dict[int, str]:
        """Who played in each seat."""
        return {
            seat: each.name or former(language)
            for seat, each in enumerate(self.record.seats)
            if each.kind != "free"
        }

    @property
    def steps(self) -> list[Step]:
        """What happened on the board."""
        return self.match.steps

    def scene(self, ply: int, language: str) -> Scene:
        """What a drawing after so many steps shows beside the state."""
        last = self.steps[ply - 1] if ply else None
        return Scene(last=last, names=self.names(language), language=language)

    def state(self, ply: int) -> "object":
        """The state after so many steps."""
        return self.steps[ply - 1].after if ply else self.match.opening

    def picture(self, ply: int, language: str, styled: bool = True) -> str:
        """The board after so many steps."""
        return self.match.game.draw(self.state(ply), self.scene(ply, language), styled=styled)

    def frame(self, ply: int, language: str) -> dict[str, object]:
        """One step for the slider."""
        game = self.match.game
        layer = game.drawing.pieces_layer(self.state(ply), self.scene(ply, language))
        step = self.steps[ply - 1] if ply else None
        told = self.match.tell(step, language, self.names(language)) if step else []
        return {
            "pieces": f'<g id="pieces">{layer}</g>',
            "lines": [typeset(line, language) for line in told],
            "motions": ways(game, step),
            "cue": step.kind if step else "",
        }

    def standing(self, language: str) -> list[tuple[int, str, int]]:
        """Rank, name and score of each seat, the best first."""
        match, people = self.match, self.names(language)
        translate, name = match.game.translate(language), match.game.words.seat_name
        names = [name(match.state, seat, people, translate) for seat in range(match.seats)]
        return sorted(zip(match.ranks, names, match.scores, strict=True))


def ways(game: Game, step: Step | None) -> dict[str, Any]:
    """The ways of the pieces that a step moved, where the game draws them."""
    motions = getattr(game.drawing, "motions", None)
    return {} if step is None or motions is None else motions(step)


def _replay(data: bytes) -> Replay:
    """The game in a file, from what is at hand."""
    key = hashlib.sha256(data).digest()
    if key not in _at_hand:
        _at_hand[key] = Replay(load(data))
        if len(_at_hand) > _KEPT:
            _at_hand.popitem(last=False)
    _at_hand.move_to_end(key)
    return _at_hand[key]


def look(data: bytes, language: str) -> Shown:
    """What the replay page shows at first."""
    replay = _replay(data)
    record = replay.record
    return Shown(
        record.game,
        replay.match.options,
        len(replay.steps),
        replay.picture(0, language, styled=False),
        replay.standing(language),
        record.seed is None,
        record.edition if record.is_outdated else None,
        record.commitment,
    )


def frames(data: bytes, first: int, count: int, language: str) -> bytes:
    """Some frames for the slider, as JSON."""
    replay = _replay(data)
    first = min(first, len(replay.steps))
    last = min(first + count, len(replay.steps) + 1)
    return msgspec.json.encode([replay.frame(ply, language) for ply in range(first, last)])


def picture(data: bytes, ply: int, language: str) -> bytes:
    """One step as PNG."""
    replay = _replay(data)
    return png(replay.picture(min(ply, len(replay.steps)), language), PICTURE_WIDTH)


def film(data: bytes, ply: int, language: str, kind: str) -> bytes:
    """The steps up to one as an animated picture; 0: those that the game begins with."""
    from PIL import Image

    replay = _replay(data)
    ply = min(ply or FILM, len(replay.steps))
    pictures = [
        Image.open(io.BytesIO(png(replay.picture(each, language), FILM_WIDTH))).convert("RGB")
        for each in range(max(0, ply - FILM), ply + 1)
    ]
    times = [FRAME_TIME] * (len(pictures) - 1) + [LAST_TIME]
    out = io.BytesIO()
    pictures[0].save(out, kind, save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return out.getvalue()


def check(data: bytes) -> None:
    """Play a stranger's record through; BadRecord says what is wrong with it."""
    try:
        _refuse_files(data)
        _replay(data)
    except RecursionError:
        raise BadRecord("this is no record: it is nested too deeply") from None


def _refuse_files(data: bytes) -> None:
    """A stranger's record must not keep the house busy, nor make it read files of its machine."""
    with contextlib.suppress(msgspec.DecodeError, UnknownGame, UnicodeDecodeError):
        head = msgspec.json.decode(data, type=_Head)
        if len(head.log) > LINES:
            raise BadRecord(f"log: {LINES} lines at most, not {len(head.log)}")
        if game(head.game).names_files(head.options):
            raise BadRecord("options: they name a file of the machine where it was played")


class _Head(msgspec.Struct):
    game: str = ""
    options: dict[str, Any] = {}
    log: list[msgspec.Raw] = []
