"""What somebody sees of a table: the only way anything of it leaves the server.

A viewer is a seat, or nobody in particular (None): somebody who only watches. Everything
on the board goes through the game's ``conceal``, and what was played through the curtain.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from ludotheque.core.contract import State, States
from ludotheque.core.engine import ONLOOKER, Look
from ludotheque.core.game import Game
from ludotheque.core.records import settle
from ludotheque.core.step import Step
from ludotheque.table.errors import NoSpectators, Stranger
from ludotheque.table.events import Ended, Entry, Event
from ludotheque.table.settings import Settings
from ludotheque.table.table import Phase, Question, Seat, Table
from ludotheque.table.verbs.fold import fold
from ludotheque.table.verbs.hint import may_advise
from ludotheque.table.verbs.move import legal_moves
from ludotheque.table.verbs.offer_draw import may_draw
from ludotheque.table.verbs.rematch import wishing
from ludotheque.table.verbs.undo import is_too_soon, is_unseen, own_last_move


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody sees it."""

    seat: int
    name: str  # of its owner, or of the bot where it is a bot's own
    kind: Literal["free", "person", "bot"]
    level: str | None  # of the bot that acts here; with kind "person": it holds the seat
    is_yours: bool
    has_left: bool
    misses: int  # of the clock, in a row
    seconds: float | None  # left to act; None where no clock runs for the seat

    @property
    def is_held(self) -> bool:
        """Whether a bot acts here in the place of a person."""
        return self.kind == "person" and self.level is not None


class QuestionView(msgspec.Struct, frozen=True, gc=False):
    """A draw offered, or a move that somebody would take back."""

    seat: int  # who asked
    is_yours_to_answer: bool


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that one viewer sees of a table now; shared with others, so nothing of it is changed."""

    table: str
    number: int  # of the last event: what commands carry as ``seen``
    viewer: int | None  # the seat through whose eyes; None: somebody who only watches
    game: Game
    options: dict[str, Any]
    settings: Settings
    phase: Phase
    seats: tuple[SeatView, ...]
    state: State  # of the board, as the viewer may see it
    sees_all: bool  # whether nothing of it is hidden from her
    ranks: tuple[int, ...]  # as it stands in her eyes
    scores: tuple[int, ...]
    moves: dict[str, int]  # the viewer's legal moves now: notation to action
    waiting: tuple[int, ...]  # seats that have a move to make
    roller: int | None  # whose roll is awaited; None: nobody's, or everybody's
    may_roll: bool  # whether the viewer may ask for the chance outcome now
    may_undo: bool
    may_undo_at_once: bool  # in one's own turn, and nobody has to be asked
    may_offer_draw: bool
    has_hints: bool  # whether one may ask for advice at this table
    is_host: bool
    draw_offer: QuestionView | None
    undo_request: QuestionView | None
    commitment: str  # of the dice
    ended: Ended | None  # with the seed
    rematch: str | None  # the table where play goes on
    rematch_asked: tuple[int, ...]  # seats that would play again

    @property
    def names(self) -> dict[int, str]:
        """The names to show at the seats."""
        return {seat.seat: seat.name for seat in self.seats if seat.kind != "free"}


class Own(NamedTuple):
    """What one viewer may do now."""

    moves: dict[str, int]  # notation to action
    may_roll: bool
    may_undo: bool
    may_undo_at_once: bool


NOTHING = Own({}, False, False, False)


class Told(msgspec.Struct, frozen=True):
    """An event as a viewer is told of it."""

    number: int
    told_at: int  # the number of the event with which she was told: later, where it was hidden
    at: int  # milliseconds since 1970
    event: Event
    step: Step | None  # what it did on the board, as the viewer may see it; for sentences


def viewer_of(
    table: Table, person: str | None, seat: int | None = None, now: int = 0
) -> int | None:
    """Through whose eyes a person sees the table: a seat of hers, by default the first still there.

    Somebody without a seat watches (None), which a table may refuse once the game has begun,
    and does refuse while others are still to play with its dice.
    """
    seats = enumerate(table.seats) if person else ()
    own = [number for number, each in seats if each.person == person]
    if seat is not None:
        if seat not in own:
            raise Stranger()
        return seat
    is_sealed = now < (table.settings.sealed_until or 0)
    if not own and table.has_begun and (is_sealed or not table.settings.spectators):
        raise NoSpectators()
    return min(own, key=lambda each: table.seats[each].has_left, default=None)


def view(
    table: Table,
    viewer: int | None,
    *,
    person: str | None = None,
    seconds: dict[int, float] | None = None,
    now: int = 0,
    own: Own | None = None,
) -> View:
    """The table through a viewer's eyes; ``seconds`` are left on the clocks that run.

    ``own`` is what she may do, where that is known already.
    """
    eyes = ONLOOKER if viewer is None else viewer
    person = person or (None if viewer is None else table.seats[viewer].person)
    own = own or own_of(table, viewer, person)
    sees_all = table.curtain.is_open_to(eyes)
    board, look = _seen_board(table, eyes, sees_all)
    is_present = viewer is not None and table.seats[viewer].is_present
    return View(
        table=table.id,
        number=table.number,
        viewer=viewer,
        game=table.game,
        options=table.options,
        settings=table.settings,
        phase=table.phase,
        seats=_seats(table, person, seconds or {}),
        state=settle(table.state if sees_all else board[0]),
        sees_all=sees_all,
        ranks=look.ranks,
        scores=look.scores,
        moves=own.moves,
        waiting=table.look.waiting if table.phase == "playing" else (),
        roller=table.roller if table.awaits_chance else None,
        may_roll=own.may_roll,
        may_undo=own.may_undo,
        may_undo_at_once=own.may_undo_at_once,
        may_offer_draw=is_present and _may_offer_draw(table),
        has_hints=may_advise(table),
        is_host=person is not None and person == table.host,
        draw_offer=_question(table, table.draw_offer, person),
        undo_request=_question(table, table.undo_request, person),
        commitment=table.commitment,
        ended=table.ended,
        rematch=table.rematch,
        rematch_asked=_asking(table, now),
    )


def own_of(table: Table, viewer: int | None, person: str | None) -> Own:
    """What a viewer may do."""
    if viewer is None or not table.seats[viewer].is_present:
        return NOTHING
    may_roll = table.awaits_chance and table.roller in (viewer, None)
    is_undoable = may_undo(table, viewer)
    at_once = is_undoable and may_undo_at_once(table, viewer, person, may_roll)
    return Own(legal_moves(table, viewer), may_roll, is_undoable, at_once)


def _seen_board(table: Table, eyes: int, sees_all: bool) -> tuple[States, Look]:
    """The board as somebody sees it, and how it stands in her eyes."""
    board = table.board if sees_all else table.engine.seen(table.board, eyes)
    if sees_all and table.has_begun:
        return board, table.look
    return board, table.engine.look(board, len(table.seats))


def _asking(table: Table, now: int) -> tuple[int, ...]:
    if not table.again:
        return ()
    asking = wishing(table, now)
    return tuple(number for number, seat in enumerate(table.seats) if seat.person in asking)


def _seats(table: Table, person: str | None, seconds: dict[int, float]) -> tuple[SeatView, ...]:
    """The seats as a person sees them: as before, where nothing happened to them."""
    if person not in table.shown and all(seat.person != person for seat in table.seats):
        person = None  # all who have no seat see the same
    shown: tuple[SeatView, ...] | None = None if seconds else table.shown.get(person)
    if shown is None:
        numbered = enumerate(table.seats)
        shown = tuple(_seat(number, seat, person, seconds.get(number)) for number, seat in numbered)
        if not seconds:
            table.shown[person] = shown
    return shown


def _seat(number: int, seat: Seat, person: str | None, seconds: float | None) -> SeatView:
    kind: Literal["free", "person", "bot"] = "free" if seat.is_free else "bot"
    if seat.person is not None:
        kind = "person"
    return SeatView(
        seat=number,
        name=seat.bot if kind == "bot" else seat.name,
        kind=kind,
        level=seat.level,
        is_yours=person is not None and seat.person == person,
        has_left=seat.has_left,
        misses=seat.misses,
        seconds=seconds,
    )


def _may_offer_draw(table: Table) -> bool:
    return table.phase == "playing" and table.draw_offer is None and may_draw(table)


def may_undo(table: Table, seat: int) -> bool:
    """Whether a seat may take its last move back, or ask to."""
    if table.phase != "playing" or table.undo_request is not None:
        return False
    if table.engine.can_undo(table.board, seat):
        return True
    last = own_last_move(table, seat)
    if last is None:
        return False
    return not is_too_soon(table, seat) or is_unseen(table, last, table.seats[seat].person or "")


def may_undo_at_once(table: Table, seat: int, person: str | None, may_roll: bool) -> bool:
    """Whether a seat that may take a move back may do so here and now."""
    if table.engine.can_undo(table.board, seat):
        return True
    last, is_on = own_last_move(table, seat), may_roll or seat in table.look.waiting
    return last is not None and is_on and is_unseen(table, last, person or "")


def _question(table: Table, question: Question | None, person: str | None) -> QuestionView | None:
    if question is None:
        return None
    is_yours = person in table.present() and person not in question.agreed
    return QuestionView(question.seat, is_yours)


class Past(NamedTuple):
    """Entries and steps by the number of the event: what a table no longer remembers."""

    entries: Mapping[int, Entry]
    steps: Mapping[int, Step]


def told(table: Table, viewer: int | None, since: int = 0, past: Past | None = None) -> list[Told]:
    """What a viewer was told after the event of number ``since``, in the order it happened.

    ``past`` is needed where the table does not remember it all, as :func:`is_remembered` says.
    """
    eyes = ONLOOKER if viewer is None else viewer
    last, entries, steps = table.number, table.entries, table.steps
    if past is not None:  # which may be older or newer than the table
        last = min(last, len(past.entries))
        entries, steps = {**past.entries, **entries}, {**past.steps, **steps}
    wanted = table.curtain.told_after(eyes, since, last)
    return [
        Told(number, at, entry.at, entry.event, _seen(table, eyes, steps.get(number), at > number))
        for number, at in wanted.items()
        for entry in (entries[number],)
    ]


def is_remembered(table: Table, viewer: int | None, since: int) -> bool:
    """Whether the table still has every entry that :func:`told` needs, and so every step."""
    wanted = table.curtain.told_after(ONLOOKER if viewer is None else viewer, since, table.number)
    return all(number in table.entries for number in wanted)


def replayed(game: Game, seed: bytes, entries: Sequence[Entry]) -> Past:
    """Every entry and step of a log, from the beginning."""
    table = Table("", game, seed, entries[0])
    steps = {}
    for entry in entries[1:]:
        fold(table, entry)
        if entry.number in table.steps:
            steps[entry.number] = table.steps[entry.number]
    return Past({entry.number: entry for entry in entries}, steps)


def _seen(table: Table, eyes: int, step: Step | None, was_hidden: bool) -> Step | None:
    """A step as the viewer saw it; as it really was, where she is told after all was revealed."""
    if step is None or step.kind == "undo":
        return None
    if was_hidden or not table.engine.hides:
        return step
    engine = table.engine
    before, after = engine.board(step.before), engine.board(step.after)
    return step._replace(before=engine.seen(before, eyes)[0], after=engine.seen(after, eyes)[0])
