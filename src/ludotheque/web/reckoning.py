"""Luck and play over many games, as people read them: a person's, and the whole house's."""

import math
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.analysis import MILLION
from ludotheque.core.statistics import deviation_odds, evenness
from ludotheque.house import fortunes
from ludotheque.house.fortunes import Game, Mean, Past
from ludotheque.web.charts import Bar, Chart, Frame, smoothed
from ludotheque.web.figures import counted, number, percent, precise, signed
from ludotheque.web.house import House, house_of
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.pages import title_of

SHOWN = 200  # last games that a chart has
_CURVE = 5  # games from which a chart says something
_MANY = 30  # games, or rolls of each face, from which a test does
_OVER = 10  # games that a point of the line of accuracy is the mean of
_BLOCKS = 6  # rows of the table beside the charts
_Z = 1.96  # 19 times of 20 chance stays within so many standard errors
_FEW = 12  # bars that all have a number
_RARE = 0.01  # a test that comes out so by chance once in a hundred times says so


class Course(NamedTuple):
    """A person's luck and play."""

    sentences: list[str]
    charts: list[tuple[str, Chart]]  # each with its title
    rows: list[tuple[str, str, str]]  # games, accuracy, luck


async def course(house: House, person: str, is_own: bool, language: str) -> Course | None:
    """Somebody's luck and play; None where no game of hers was told apart yet."""
    past = await house.read(fortunes.past, person)
    games = await house.read(fortunes.last, person, SHOWN)
    return _Teller(language).course(past, games, is_own) if past else None


class _Teller:
    def __init__(self, language: str):
        self.language, self._ = language, words(language)

    def course(self, past: Sequence[Past], games: Sequence[Game], is_own: bool) -> Course:
        charts = []
        accuracies = [each.accuracy for each in games if each.accuracy is not None]
        if len(accuracies) >= _CURVE:
            charts.append((self._("La justesse, partie après partie"), self.accuracy(accuracies)))
        for each in past:
            lucks = [game.luck / MILLION for game in games if game.by_points == each.by_points]
            if len(lucks) >= _CURVE:
                charts.append((self._title(each.by_points), self.luck(each, lucks)))
        sentences = [self._play(past, is_own), *(self._luck(each, games) for each in past)]
        return Course([typeset(each, self.language) for each in sentences if each], charts,
                      self._rows(games) if charts else [])  # fmt: skip

    def _title(self, by_points: bool) -> str:
        if by_points:
            return self._("La chance, en points, ajoutée partie après partie")
        return self._("La chance, en victoires, ajoutée partie après partie")

    def _play(self, past: Sequence[Past], is_own: bool) -> str:
        known = [(each.accuracy, each.games) for each in past if each.accuracy is not None]
        if not known:
            return ""
        mean = sum(accuracy * games for accuracy, games in known) / sum(n for _, n in known)
        told = self._("Votre jeu : {accuracy} de justesse.") if is_own else self._(
            "Le jeu : {accuracy} de justesse."
        )  # fmt: skip
        return told.format(accuracy=percent(mean, self.language))

    def _luck(self, past: Past, games: Sequence[Game]) -> str:
        _ = self._
        luck = past.luck / MILLION
        told = _("La chance : {luck} en {games}.").format(
            luck=self.amount(luck, past.by_points), games=self.games(past.games)
        )
        lucks = [game.luck / MILLION for game in games if game.by_points == past.by_points]
        if past.games < 2 * _CURVE:
            return told
        reach = _Z * pstdev(lucks) * math.sqrt(past.games)
        if abs(luck) <= reach:
            why = _("Le hasard seul ne s'écarte guère plus : elle s'équilibre.")
        elif luck > 0:
            why = _("C'est plus que le hasard n'en donne 19 fois sur 20.")
        else:
            why = _("C'est moins que le hasard n'en donne 19 fois sur 20.")
        return f"{told} {why}"

    def amount(self, value: float, by_points: bool) -> str:
        """So many wins, or points."""
        _, told = self._, precise(value, 1, self.language)
        if by_points:
            return _("{points} points").format(points=told)
        one = abs(round(value, 1)) < 2  # as French counts
        return (_("{wins} victoire") if one else _("{wins} victoires")).format(wins=told)

    def games(self, count: int) -> str:
        return counted(count, self._("1 partie"), self._("{number} parties"), self.language)

    def accuracy(self, values: Sequence[float]) -> Chart:
        """Each game a dot, and the mean of the last ones as a line."""
        low = min(0.5, math.floor(10 * min(values)) / 10)
        frame, means = Frame(len(values), low, 1.0), smoothed(values, _OVER)
        told = self._("Justesse de {games} : de {first} à {last}, en moyenne sur {over} parties.")
        return Chart(
            typeset(told.format(games=self.games(len(values)), over=_OVER,
                                first=percent(means[min(_OVER, len(means)) - 1], self.language),
                                last=percent(means[-1], self.language)), self.language),
            [(frame.y(at), percent(at, self.language)) for at in (low, (1 + low) / 2, 1.0)],
            frame.line(means),
            [(frame.x(k), frame.y(value)) for k, value in enumerate(values)],
        )  # fmt: skip

    def luck(self, past: Past, lucks: Sequence[float]) -> Chart:
        """The sum of luck, and the band that chance alone seldom leaves."""
        before = past.games - len(lucks)
        total = past.luck / MILLION - sum(lucks)
        sums = [total]
        for each in lucks:
            sums.append(sums[-1] + each)
        spread = _Z * pstdev(lucks)
        halves = [spread * math.sqrt(before + k) for k in range(len(sums))]
        reach = max(0.1, *map(abs, sums), halves[-1]) * 1.05
        frame = Frame(len(sums), -reach, reach)
        told = self._("Somme de la chance : {luck} en {games}.").format(
            luck=self.amount(sums[-1], past.by_points), games=self.games(past.games)
        )
        digits = 1 if reach < 10 else 0
        levels = [(frame.y(at), precise(at, digits, self.language)) for at in (-reach, 0, reach)]
        return Chart(typeset(told, self.language), levels, frame.line(sums), (), frame.band(halves))

    def _rows(self, games: Sequence[Game]) -> list[tuple[str, str, str]]:
        """The charts as a table: a row for so many games."""
        step = math.ceil(len(games) / _BLOCKS)
        rows = []
        for first in range(0, len(games), step):
            some = games[first : first + step]
            known = [each.accuracy for each in some if each.accuracy is not None]
            accuracy = percent(fmean(known), self.language) if known else "–"
            sums: dict[bool, int] = {}
            for each in some:
                sums[each.by_points] = sums.get(each.by_points, 0) + each.luck
            lucks = [self.amount(luck / MILLION, unit) for unit, luck in sorted(sums.items())]
            span = f"{first + 1}–{first + len(some)}" if len(some) > 1 else f"{first + 1}"
            rows.append((span, accuracy, typeset(", ".join(lucks), self.language)))
        return rows


# The dice of the house


class Die(NamedTuple):
    """What fell of all dice with so many sides."""

    title: str
    told: list[str]
    bars: list[Bar]
    even: float  # how high all would be


class Balance(NamedTuple):
    """The luck of one box: told, and where it lies on a scale of standard errors."""

    title: str
    told: str
    z: float


async def dice(request: Request) -> Response:
    """About the verifiable dice, and how lucky those of this house were."""
    house, language = house_of(request), language_of(request)
    fallen = await house.read(fortunes.dice)
    means = await house.read(fortunes.means)
    return house.page(
        request,
        "dice.html",
        fallen=[die(counts, language) for counts in fallen.values() if min(counts) >= _MANY],
        balances=[balance(each, language) for each in means if each.games >= _MANY],
    )


def die(counts: Sequence[int], language: str) -> Die:
    """Whether all faces fell alike."""
    _, rolls, sides = words(language), sum(counts), len(counts)
    chi, odds = evenness(counts)
    shares = [count / rolls for count in counts]
    most, least = shares.index(max(shares)), shares.index(min(shares))
    fell = _(
        "{rolls} lancers. Le plus fréquent, le {most} : {share} ; le plus rare, le {least} : "
        "{other} ; l'égalité parfaite : {even}."
    ).format(
        rolls=number(rolls, language), most=most + 1, share=_share(shares[most], language),
        least=least + 1, other=_share(shares[least], language), even=_share(1 / sides, language),
    )  # fmt: skip
    tested = _("(χ² = {chi}, {freedom} degrés de liberté, p = {odds})").format(
        chi=number(round(chi, 2), language), freedom=sides - 1,
        odds=number(round(odds, 3), language),
    )  # fmt: skip
    told = [fell, f"{_verdict(odds, language)} {tested}"]
    frame = Frame(sides, 0.0, 1.25 * max(shares))
    title = _("Dés à {sides} faces").format(sides=sides)
    faces = [_named(face, sides) for face in range(1, sides + 1)]
    bars = frame.bars(shares, faces)
    return Die(title, [typeset(each, language) for each in told], bars, frame.y(1 / sides))


def _named(face: int, sides: int) -> str:
    """What stands under a bar; of many, the first and each fifth have a number."""
    return str(face) if sides <= _FEW or face == 1 or face % 5 == 0 else ""


def _share(share: float, language: str) -> str:
    sign = "%" if language == "en" else "\N{NO-BREAK SPACE}%"
    return f"{number(round(100 * share, 2), language)}{sign}"


def _verdict(odds: float, language: str) -> str:
    """What a test says, in a sentence."""
    _ = words(language)
    if odds < _RARE:
        return _("Des dés parfaits s'écartent aussi loin moins d'une fois sur cent : à surveiller.")
    told = _("Des dés parfaits s'écartent au moins autant {times} fois sur cent : rien à redire.")
    return told.format(times=number(round(100 * odds), language))


def balance(mean: Mean, language: str) -> Balance:
    """Whether luck came to nothing in a box."""
    _ = words(language)
    middle = mean.luck / mean.games
    error = math.sqrt(max(mean.squares / mean.games - middle**2, 1e-12) / (mean.games - 1))
    z = middle / error
    unit = 1 if mean.by_points else 100
    told = (
        _("{mean} point par partie, à ± {half} près, en {games} parties.")
        if mean.by_points
        else _("{mean} centième de victoire par partie, à ± {half} près, en {games} parties.")
    ).format(
        mean=signed(round(unit * middle, 2), language),
        half=number(round(unit * _Z * error, 2), language),
        games=number(mean.games, language),
    )
    odds = deviation_odds(z)
    verdict = _("(z = {z}, p = {odds})").format(
        z=precise(z, 2, language), odds=number(round(odds, 3), language)
    )
    told = f"{told} {_verdict(odds, language)} {verdict}"
    return Balance(title_of(mean.box, language), typeset(told, language), z)
