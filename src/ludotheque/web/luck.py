"""A finished game's report as people read it. Made in a workshop: it knows no request."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.analysis import MILLION, Analysis, Moment, Report, depths
from ludotheque.core.drawing import Scene
from ludotheque.core.texts import Translate
from ludotheque.web.figures import percent, signed
from ludotheque.web.frames import Offer, offered
from ludotheque.web.languages import typeset, words
from ludotheque.web.playback import Replay, replay_of

SLICE = 0.4  # seconds of a workshop's time for one job: then others have their turn
HIGH = 100  # of the picture of the curves; it is as wide as the game has steps
MOMENTS = 3  # best and worst ones told
_KEPT = 4  # analyses at hand
_WORTH = 0.01  # of a win, or hundred times that in points: moves that cost less are not spoken of
_MOST = 40  # better moves that a page is sent
_TWICE = 2  # how many times more one thing has to weigh to be what decided

_at_hand: OrderedDict[tuple[int, int], Analysis] = OrderedDict()


class Row(NamedTuple):
    """One seat's game, told apart."""

    name: str
    hue: str
    luck: str
    play: str
    others: str
    revision: str
    accuracy: str  # "" where it had no choice


class Told(NamedTuple):
    """An event that mattered."""

    ply: int  # to look at
    change: str
    is_good: bool
    is_luck: bool
    text: str
    better: str  # the better move; "" where there was none


class Better(NamedTuple):
    """A move that would have been better, as the page shows it on the board before."""

    ply: int
    text: str
    offer: Offer


class Page(NamedTuple):
    """What the replay page tells of a report."""

    by_points: bool
    rows: list[Row]
    verdict: str
    best: list[Told]
    worst: list[Told]
    whose: str
    is_own: bool  # the reader's
    lines: list[tuple[str, str]]  # of the picture: hue and points
    steps: int
    curves: list[list[int]]  # of each seat, in thousandths of the win or of the most points
    better: list[Better]
    may_deepen: bool
    line: str  # to share; two or more


def _analysis(data: bytes, depth: int) -> Analysis:
    replay = replay_of(data)
    key = (id(replay.match), depth)  # which an analysis keeps alive, so no other has its id
    if key not in _at_hand:
        _at_hand[key] = Analysis(replay.match, depth)
        if len(_at_hand) > _KEPT:
            _at_hand.popitem(last=False)
    return _at_hand[key]


def _depth(data: bytes, is_deep: bool) -> int:
    return depths(replay_of(data).match.game)[is_deep]


def begin(data: bytes, is_deep: bool) -> int:
    """How many events there are to look at; NotOver or BadBrain where it cannot be done."""
    return len(_analysis(data, _depth(data, is_deep)).match.steps)


def look_on(data: bytes, is_deep: bool, first: int) -> list[Moment]:
    """The next events of a game, as many as there is time for."""
    begun, found = time.thread_time(), []
    for moment in _analysis(data, _depth(data, is_deep)).moments(first):
        found.append(moment)
        if time.thread_time() - begun > SLICE:
            break
    return found


def tell(
    data: bytes, is_deep: bool, moments: Sequence[Moment], language: str, seat: int | None
) -> Page:
    """All that the page shows; ``seat`` is the reader's own."""
    replay, report = replay_of(data), _analysis(data, _depth(data, is_deep)).report(moments)
    teller = _Teller(replay, report, language)
    subject = _first(report) if seat is None else seat
    best, worst = report.turning_points(subject, MOMENTS)
    top = _top(report)
    return Page(
        report.by_points,
        [teller.row(each) for each in range(report.seats)],
        teller.verdict(subject, is_own=seat is not None),
        [teller.moment(each, subject) for each in best],
        [teller.moment(each, subject) for each in worst],
        teller.names[subject],
        seat is not None,
        [(teller.hue(each), _points(report.curve(each), top)) for each in range(report.seats)],
        len(report.moments),
        [[1000 * value // top for value in report.curve(each)] for each in range(report.seats)],
        teller.better_moves(),
        not is_deep and depths(replay.match.game)[0] < depths(replay.match.game)[1],
        teller.line(seat),
    )


def _first(report: Report) -> int:
    return max(range(report.seats), key=lambda seat: report.result[seat])


def _top(report: Report) -> int:
    """The value at the upper edge of the picture."""
    if not report.by_points:
        return MILLION
    return max(1, *(max(report.curve(seat)) for seat in range(report.seats)))


def _points(curve: list[int], top: int) -> str:
    return " ".join(f"{k},{HIGH - HIGH * value / top:.1f}" for k, value in enumerate(curve))


class _Teller:
    """Puts a report into words."""

    def __init__(self, replay: Replay, report: Report, language: str):
        self.match, self.report, self.language = replay.match, report, language
        self.people = replay.names(language)
        self.names = replay.seat_names(language)
        self._: Translate = words(language)

    def value(self, millionths: int) -> str:
        """Hundredths of the win, or points."""
        if self.report.by_points:
            return signed(round(millionths / MILLION, 1), self.language)
        return signed(round(100 * millionths / MILLION), self.language)

    def hue(self, seat: int) -> str:
        """The colour of a seat's line."""
        return self.match.game.hue(self.match.opening, seat)

    def row(self, seat: int) -> Row:
        account, kept = self.report.account(seat), self.report.accuracy(seat)
        parts = (account.luck, account.play, account.others, account.revision)
        luck, play, others, revision = (self.value(each) for each in parts)
        accuracy = "" if kept is None else percent(kept, self.language)
        return Row(self.names[seat], self.hue(seat), luck, play, others, revision, accuracy)

    def verdict(self, seat: int, is_own: bool) -> str:
        """What decided, in a sentence."""
        account, _ = self.report.account(seat), self._
        skill = account.play + account.others
        told = _("Chance {luck}, jeu {play}.").format(
            luck=self.value(account.luck), play=self.value(skill)
        )
        if abs(account.luck) > _TWICE * abs(skill):
            why = _("Les dés ont fait l'essentiel.")
        elif abs(skill) > _TWICE * abs(account.luck):
            why = _("Le jeu a fait l'essentiel.")
        else:
            why = _("Les dés et le jeu ont compté tous deux.")
        said = f"{told} {why}"
        if not is_own:
            lowered = said[0].lower() + said[1:]
            said = _("{name} : {words}").format(name=self.names[seat], words=lowered)
        return typeset(said, self.language)

    def line(self, seat: int | None) -> str:
        """What to pass on: her own part, or everybody's; who won is not said."""
        match, _ = self.match, self._
        title = match.game.translate(self.language)(match.game.box(match.options).title)
        if seat is not None:
            told = [_("{game} : {words}").format(game=title, words=self._summed(seat))]
        else:
            parts = enumerate(self.names)
            told = [title, *(_("{name} : {words}").format(name=name, words=self._summed(each))
                             for each, name in parts)]  # fmt: skip
        return "\n".join(typeset(each, self.language) for each in told)

    def _summed(self, seat: int) -> str:
        row, _ = self.row(seat), self._
        told = _("chance {luck}, coups {play}").format(luck=row.luck, play=row.play)
        kept = _("justesse {accuracy}").format(accuracy=row.accuracy)
        return f"{told}, {kept}" if row.accuracy else told

    def moment(self, each: Moment, seat: int) -> Told:
        step = self.match.steps[each.number - 1]
        lines = self.match.tell(step, self.language, self.people)
        has_better = each.cost > 0 and each.seat == seat
        return Told(
            each.number - 1 if has_better else each.number,
            self.value(each.change[seat]),
            each.change[seat] > 0,
            each.kind == "luck",
            typeset(" ".join(lines[:2]), self.language),
            self._offer(each)[1] if has_better else "",
        )

    def better_moves(self) -> list[Better]:
        """The moves that cost most, each with the one that would have been better."""
        worth = _WORTH * MILLION * (100 if self.report.by_points else 1)
        dear = sorted((each for each in self.report.moments if each.best and each.cost >= worth),
                      key=lambda each: -each.cost)  # fmt: skip
        return [self._better(each) for each in dear[:_MOST]]

    def _better(self, each: Moment) -> Better:
        offer = self._offer(each)
        text = self._("Mieux : {move} ({gain})").format(move=offer[1], gain=self.value(each.cost))
        return Better(each.number - 1, typeset(text, self.language), offer)

    def _offer(self, each: Moment) -> Offer:
        """The better move as a table would offer it."""
        assert each.seat is not None
        step, game = self.match.steps[each.number - 1], self.match.game
        action = next(
            code
            for code in game.engine.moves(game.engine.board(step.before), each.seat)
            if game.notation.move(step.before, each.seat, code) == each.best
        )
        scene = Scene(each.seat, {action: each.best}, None, self.people, self.language)
        return offered(game.buttons(step.before, scene)[0], self.language)
