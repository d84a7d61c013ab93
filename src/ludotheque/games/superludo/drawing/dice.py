"""The dice and the bonus in the trays of the homes, as SVG."""

from ludotheque.core.drawing import die, place
from ludotheque.core.step import Step
from ludotheque.core.turns import NOBODY
from ludotheque.games.superludo.drawing.places import TRAYS
from ludotheque.games.superludo.drawing.seen import Seen
from ludotheque.games.superludo.record import OUT

ONE_SCALE, TWO_SCALE = 90, 66  # per cent, alone and beside another
SCALES = (ONE_SCALE, TWO_SCALE)
ASIDE = 20  # of each of two from the middle of the tray

STYLE = """
& .bonus{fill:var(--gold);stroke:var(--pip);stroke-width:2}
& .bonus-text{font-size:22px;font-weight:800;text-anchor:middle;fill:var(--ivory)}
& .seven{fill:var(--gold);stroke:var(--pip);stroke-width:1.5}
& .seven-text{font-size:19px;font-weight:800;text-anchor:middle;fill:var(--ivory)}
"""


def shown(seen: Seen, last: Step | None) -> str:
    """What lies in the trays: throws of the lot, what is left to play, or a roll in vain."""
    if seen.is_over:
        return ""
    if seen.turn is None:
        return _lot(seen)
    hand = [int(count) for count in seen.state.hand if count]
    if hand or seen.state.bonus:
        return _row(seen, seen.turn, int(seen.state.bonus), hand)
    thrown = _in_vain(last)
    if last is not None and thrown:
        return _row(seen, int(last.before.turn), 0, thrown, " spent")
    return _row(seen, seen.turn, 0, [0] * int(seen.state.dice))


def _lot(seen: Seen) -> str:
    """CA-3: what each seat threw; an empty place where it has yet to throw."""
    return "".join(
        f'<g id="lot-{seat}" class="die {place(*TRAYS[corner], ONE_SCALE)}" role="img"'
        f' aria-label="{thrown or "…"}">{die(thrown)}</g>'
        for seat, corner in enumerate(seen.corners)
        if (thrown := int(seen.state.lot[seat])) != OUT
    )


def _in_vain(last: Step | None) -> list[int]:
    """The dice just thrown, where nothing could be done with them."""
    if last is None or last.kind != "chance" or last.before.turn == NOBODY:
        return []
    code = last.code
    return [code + 1] if last.before.dice == 1 else [code // 6 + 1, code % 6 + 1]


def _row(seen: Seen, seat: int, bonus: int, counts: list[int], style: str = "") -> str:
    """The bonus, then the dice, side by side in a tray."""
    x, y = TRAYS[seen.corners[seat]]
    items = [("bonus", f"+{bonus}", _bonus(bonus))] if bonus else []
    items += [(f"die-{k}", str(count or "…"), _die(count)) for k, count in enumerate(counts)]
    places = (
        [(x, ONE_SCALE)] if len(items) == 1 else [(x - ASIDE, TWO_SCALE), (x + ASIDE, TWO_SCALE)]
    )
    return "".join(
        f'<g id="{name}" class="die{style} {place(at, y, scale)}" role="img"'
        f' aria-label="{label}">{shape}</g>'
        for (name, label, shape), (at, scale) in zip(items, places, strict=True)
    )


def _die(count: int) -> str:
    """A die; a 6 that counts 7 says so (CA-8)."""
    if count != 7:
        return die(count)
    return (
        f'{die(6)}<circle class="seven" cx="19" cy="-19" r="13"/>'
        '<text class="seven-text" x="19" y="-12.4">7</text>'
    )


def _bonus(bonus: int) -> str:
    return f'<circle class="bonus" r="26"/><text class="bonus-text" y="7.6">+{bonus}</text>'
