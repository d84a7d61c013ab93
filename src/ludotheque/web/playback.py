"""A record played again: what the replay page shows, frames, pictures, films.

All of it is done in a workshop, apart from the house: this module knows no request and no table.
"""

import contextlib
import hashlib
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec

from ludotheque.core.contract import State
from ludotheque.core.discovery import game, games
from ludotheque.core.drawing import Scene, png
from ludotheque.core.errors import UnknownGame
from ludotheque.core.figures import Figure, figures
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.pages import filled_sheets
from ludotheque.core.step import Step
from ludotheque.core.texts import in_points
from ludotheque.table import BadRecord, Finished, Record, called, ending, load, places, verify
from ludotheque.table.events import Began, Ended
from ludotheque.web import films
from ludotheque.web import souvenir as souvenirs
from ludotheque.web.figures import ordinal
from ludotheque.web.frames import filmed
from ludotheque.web.languages import typeset, words
from ludotheque.web.souvenir import Souvenir, Standing

LINES = 20_000  # of a log that somebody brings: forty times a long game's
FILM = 60  # steps of a film, ending where the slider stands
PICTURE_WIDTH = 1200
_KEPT = 8  # games at hand

_at_hand: OrderedDict[bytes, "Replay"] = OrderedDict()


class Shown(NamedTuple):
    """What the replay page tells of a game."""

    game: str
    options: dict[str, Any]
    steps: int
    picture: str
    standing: list[tuple[int, str, int]]  # rank, name and score of each seat, the best first
    ending: str  # empty while the game goes on
    is_sealed: bool
    edition: int | None  # of the rules, where it is not today's
    commitment: str
    is_public: bool  # whether it was played before everybody's eyes, and is over
    across: list[bool]  # of each seat: whether its side is the upper one


class Summary(NamedTuple):
    """A game that is over in figures, and what became of its dice."""

    figures: list[Figure]
    outcomes: int  # that chance brought
    is_sealed: bool  # nobody may know yet whether the dice were fair
    is_fair: bool
    is_analysed: bool  # whether luck can be told apart from play


class Replay:
    """A record played again, ready to be looked at from any step."""

    def __init__(self, record: Record):
        self.record = record
        self.match: Match = record.match()

    def names(self, language: str) -> dict[int, str]:
        """Who played in each seat."""
        seats = enumerate(self.record.seats)
        return called({seat: each.name for seat, each in seats if each.kind != "free"}, language)

    @property
    def steps(self) -> list[Step]:
        """What happened on the board."""
        return self.match.steps

    def scene(self, ply: int, language: str) -> Scene:
        """What a drawing after so many steps shows beside the state."""
        last = self.steps[ply - 1] if ply else None
        return Scene(last=last, names=self.names(language), language=language)

    def state(self, ply: int) -> State:
        """The state after so many steps."""
        return self.steps[ply - 1].after if ply else self.match.opening

    def picture(self, ply: int, language: str, styled: bool = True) -> str:
        """The board after so many steps."""
        return self.match.game.draw(self.state(ply), self.scene(ply, language), styled=styled)

    def frame(self, ply: int, language: str) -> dict[str, object]:
        """One step for the slider."""
        step = self.steps[ply - 1] if ply else None
        return filmed(self.match.game, step, self.state(ply), self.scene(ply, language))

    def standing(self, language: str) -> list[tuple[int, str, int]]:
        """Rank, name and score of each seat, the best first."""
        match, names = self.match, self.seat_names(language)
        return sorted(zip(match.ranks, names, match.scores, strict=True))

    def seat_names(self, language: str) -> list[str]:
        """The seats' names: their players', else the game's own."""
        match, people = self.match, self.names(language)
        translate, name = match.game.translate(language), match.game.words.seat_name
        return [name(match.state, seat, people, translate) for seat in range(match.seats)]

    @property
    def across(self) -> list[bool]:
        """Which seats are at home on the upper side of a board that may be turned for them."""
        match = self.match
        return [match.game.is_across(match.opening, seat) for seat in range(match.seats)]

    @property
    def finished(self) -> Finished | None:
        """How it ended, for somebody who only watches; None where it goes on."""
        match, result = self.match, self.record.result
        if result is None:
            return None
        return Finished(match.game, match.options, match.state, result.reason, result.ranks)

    def ending(self, language: str) -> str:
        """How it ended, in one sentence; empty where it goes on."""
        if self.finished is None:
            return ""
        return typeset(ending(self.finished, self.seat_names(language), language), language)

    @property
    def minutes(self) -> int | None:
        """How long it was played; None where nobody knows."""
        times = {type(line.event): line.at for line in self.record.log}
        if Began not in times or Ended not in times:
            return None
        return round((times[Ended] - times[Began]) / 60_000)

    def figures(self, language: str) -> list[Figure]:
        """The game in figures."""
        return figures(self.match, self.names(language), language, self.minutes)


def begin() -> None:
    """Have every game at hand, and what draws it, before anybody waits for a replay."""
    games()


def replay_of(data: bytes) -> Replay:
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
    replay = replay_of(data)
    record = replay.record
    return Shown(
        record.game,
        replay.match.options,
        len(replay.steps),
        replay.picture(0, language, styled=False),
        replay.standing(language),
        replay.ending(language),
        record.seed is None,
        record.edition if record.is_outdated else None,
        record.commitment,
        _is_for_all(record),
        replay.across,
    )


def _is_for_all(record: Record) -> bool:
    """Whether it was played before everybody's eyes, and there is nothing left to keep secret."""
    settings, is_over = record.settings, record.result is not None
    return is_over and settings.public and settings.spectators and record.seed is not None


def frames(data: bytes, first: int, count: int, language: str) -> bytes:
    """Some frames for the slider, as JSON."""
    replay = replay_of(data)
    first = min(first, len(replay.steps))
    last = min(first + count, len(replay.steps) + 1)
    return msgspec.json.encode([replay.frame(ply, language) for ply in range(first, last)])


def summary(data: bytes, language: str) -> Summary:
    """A game that is over in figures; its dice are computed again."""
    replay = replay_of(data)
    report = verify(replay.record)
    return Summary(
        replay.figures(language), report.outcomes, report.is_sealed, report.is_fair,
        replay.match.game.has_brain and replay.match.is_over,
    )  # fmt: skip


def picture(data: bytes, ply: int, language: str) -> bytes:
    """One step as PNG."""
    replay = replay_of(data)
    return png(replay.picture(min(ply, len(replay.steps)), language), PICTURE_WIDTH)


def souvenir(data: bytes, language: str) -> bytes:
    """A game that is over as a picture to send to friends, PNG."""
    replay = replay_of(data)
    match, told = replay.match, summary(data, language)
    finished, names = replay.finished, replay.seat_names(language)
    assert finished is not None
    _ = words(language)
    standing = [
        Standing(
            ordinal(place.number, language),
            names[seat],
            in_points(match.scores[seat], _),
            place.number == 1 and finished.reason != "abandoned",
        )
        for place in places(finished)
        for seat in place.seats
    ]
    box = match.game.box(match.options)
    title = match.game.translate(language)(box.title)
    verified = _("Dés vérifiés") if told.is_fair else ""
    kept = Souvenir(title, replay.ending(language), standing, told.figures, verified)
    canvas = match.game.drawing.CANVAS
    board = replay.picture(len(replay.steps), language)
    return png(souvenirs.picture(board, (canvas.width, canvas.height), kept), souvenirs.WIDTH)


def film(data: bytes, ply: int, language: str, kind: str) -> bytes:
    """The steps up to one as an animated picture; 0: those that the game begins with."""
    replay = replay_of(data)
    ply = min(ply or FILM, len(replay.steps))
    plies = range(max(0, ply - FILM), ply + 1)
    steps = [(replay.state(each), replay.scene(each, language)) for each in plies]
    return films.film(replay.match.game, steps, kind)


def sheets(data: bytes, language: str) -> tuple[Game, list[str]]:
    """The sheets that a game ended on, where it is played on paper too."""
    replay = replay_of(data)
    match = replay.match
    if match.game.printing is None:
        return match.game, []
    return match.game, filled_sheets(match.game, match.state, replay.names(language), language)


def check(data: bytes) -> None:
    """Play a stranger's record through; BadRecord says what is wrong with it."""
    try:
        _refuse_files(data)
        replay_of(data)
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
