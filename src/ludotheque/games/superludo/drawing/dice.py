"""The dice and the bonus in the trays of the homes."""

from ludotheque.core.drawing import Cue, Piece, die
from ludotheque.core.drawing.symbols import SYMBOLS as SHARED
from ludotheque.core.step import Step
from ludotheque.core.turns import NOBODY
from ludotheque.games.superludo.drawing.places import HOMES
from ludotheque.games.superludo.drawing.seen import Seen
from ludotheque.games.superludo.record import ENOUGH, OUT

ONE_SCALE, TWO_SCALE, DRAWN_SCALE = 90, 66, 50  # per cent, alone, beside another, of the lot
SCALES = (ONE_SCALE, TWO_SCALE, DRAWN_SCALE)
ASIDE = 20  # of each of two from the middle of the tray
ABOVE = 42  # of the starter's throw of the lot, out of the way of the dice

STYLE = """
.sl-bonus{fill:var(--gold);stroke:var(--pip);stroke-width:2}
& .bonus{font-size:22px;font-weight:800;text-anchor:middle;fill:var(--ivory)}
.sl-seven{fill:var(--gold);stroke:var(--pip);stroke-width:1.5}
.sl-seven-text{font-size:19px;font-weight:800;text-anchor:middle;fill:var(--ivory)}
"""
SYMBOLS = {
    "bonus": '<circle class="sl-bonus" r="26"/>',
    "die-7": SHARED["die-6"]  # CA-8: a 6 that counts 7 says so
    + '<circle class="sl-seven" cx="19" cy="-19" r="13"/>'
    '<text class="sl-seven-text" x="19" y="-12.4">7</text>',
}


def shown(seen: Seen, last: Step | None) -> list[Piece]:
    """What lies in the trays: throws of the lot, what is left to play, or a roll in vain."""
    if seen.is_over:
        return []
    if seen.turn is None or _is_lot(last):
        return _lot(seen, last)
    hand = [count for count in seen.state.hand.tolist() if count]
    if hand or seen.state.bonus:
        return _row(seen, seen.turn, seen.state.bonus, hand)
    to_roll = _row(seen, seen.turn, 0, [0] * seen.state.dice)
    if last is None or last.kind != "chance":
        return to_roll
    roller = int(last.before.turn)
    spent = _row(seen, roller, 0, thrown(last), "spent", "die spent")
    return spent if roller == seen.turn else spent + to_roll


def cues(step: Step) -> list[Cue]:
    """Who begins, a six or double, and one too many (CA-9)."""
    if step.kind != "chance":
        return [Cue("bonus", "bonus")] if step.after.bonus else []
    if step.before.turn == NOBODY:
        return [] if step.after.turn == NOBODY else [Cue("begin", f"lot-{int(step.after.turn)}")]
    dice = thrown(step)
    if len({*dice}) > 1 or (len(dice) == 1 and dice != [6]):
        return []
    if step.before.streak == ENOUGH - 1:
        return [Cue("penalty", f"spent-{k}") for k in range(len(dice))]
    return [
        Cue("again", f"{'die' if step.after.playable else 'spent'}-{k}") for k in range(len(dice))
    ]


def _is_lot(last: Step | None) -> bool:
    return last is not None and last.kind == "chance" and last.before.turn == NOBODY


def _lot(seen: Seen, last: Step | None) -> list[Piece]:
    """CA-3: what each seat threw, pale where it counts no more; an empty place before its throw.

    Once it is decided the starter's dice to be thrown are there, and its throw makes room for them.
    """
    throws, thrower = [*seen.state.lot.tolist()], None
    if last is not None and _is_lot(last):  # all lie there still, also once it is decided
        throws = last.before.lot.tolist()
        thrower = throws.index(0)
        throws[thrower] = last.code + 1
    found = [
        _drawn(seen, seat, throws[seat], seat == thrower)
        for seat in range(len(seen.corners))
        if throws[seat] != OUT
    ]
    return found if seen.turn is None else found + _row(seen, seen.turn, 0, [0] * seen.state.dice)


def _drawn(seen: Seen, seat: int, value: int, is_last: bool) -> Piece:
    """A throw of the lot: a die as long as it counts, or where it has just fallen."""
    x, y = HOMES.trays[seen.corners[seat]]
    if seat == seen.turn:
        place = (x, y - ABOVE, DRAWN_SCALE)
    else:
        place = (x, y, ONE_SCALE)
    is_in = seen.turn is None and seen.state.lot[seat] != OUT
    style = "die" if is_in else "die spent" if is_last else "spent"
    return die(f"lot-{seat}", value, *place, style)


def thrown(step: Step) -> list[int]:
    """The dice of a roll."""
    code = step.code
    return [code + 1] if step.before.dice == 1 else [code // 6 + 1, code % 6 + 1]


def _row(
    seen: Seen, seat: int, bonus: int, counts: list[int], name: str = "die", style: str = "die"
) -> list[Piece]:
    """The bonus, then the dice, side by side in a tray: one or two in all."""
    x, y = HOMES.trays[seen.corners[seat]]
    is_alone = len(counts) + bool(bonus) == 1
    places = [(x, y, ONE_SCALE)] if is_alone else [(x + dx, y, TWO_SCALE) for dx in (-ASIDE, ASIDE)]
    found = []
    if bonus:
        found.append(Piece("bonus", "bonus", *places.pop(0), "bonus", f"+{bonus}"))
    pairs = enumerate(zip(counts, places, strict=True))
    return found + [die(f"{name}-{k}", count, *place, style) for k, (count, place) in pairs]
