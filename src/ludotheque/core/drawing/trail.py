"""The last move of a pawn: the way it took, and the pawn that it sent home."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludotheque.core.drawing.cues import Cue
from ludotheque.core.drawing.pawns import SHAPES, Pawn, Track, pawn_id
from ludotheque.core.drawing.pieces import Piece
from ludotheque.core.drawing.style import Point
from ludotheque.core.step import Step

STYLE = """
.origin{fill:var(--ivory);stroke-width:3;stroke-dasharray:5 4}
.struck{fill:none;stroke-width:4;stroke-dasharray:8 6}
.burst{stroke:var(--ivory);stroke-width:2;stroke-linejoin:round}
& .trail{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
& .trail-edge{stroke:var(--ivory);stroke-width:9}
& .trail-dots{stroke-width:10}
"""

_FIXED = "fixed"  # a mark does not fly from one move's place to the next one's
_SPIKES = (
    (0, -25), (5, -17), (13, -22), (14, -13), (23, -12), (18, -4), (25, 3), (17, 7),
    (19, 17), (10, 15), (6, 24), (0, 17), (-6, 24), (-10, 15), (-19, 17), (-17, 7),
    (-25, 3), (-18, -4), (-23, -12), (-14, -13), (-13, -22), (-5, -17),
)  # fmt: skip


_BURST = "L".join(f"{x},{y}" for x, y in _SPIKES)
SYMBOLS = {
    **{f"origin-{hue}": f'<circle class="origin {hue}-dark-line" r="13"/>' for hue in SHAPES},
    **{f"burst-{hue}": f'<path class="burst {hue}" d="M{_BURST}z"/>' for hue in SHAPES},
    **{f"struck-{hue}": f'<circle class="struck {hue}-line" r="28"/>' for hue in SHAPES},
}


class _Walk(NamedTuple):
    """What a move did to a pawn."""

    pawn: Pawn
    hue: str
    is_out: bool  # it was, before it moved
    is_home: bool  # it is at the goal now
    way: tuple[Point, ...]  # every place from its start to its end


class _Done(NamedTuple):
    """What a step did to pawns."""

    walk: _Walk | None
    captive: Pawn | None  # that was sent home


_NOTHING = _Done(None, None)
_known: tuple[Track, Step, _Done] | None = None  # of the last step: all that is shown asks for it


def _done(track: Track, step: Step) -> _Done:
    global _known
    known = _known
    if known is not None and known[1] is step and known[0] is track:
        return known[2]
    done = _find_done(track, step)
    _known = (track, step, done)
    return done


def _find_done(track: Track, step: Step) -> _Done:
    if step.kind not in ("chance", "move"):
        return _NOTHING
    before, after = step.before.pawns.tolist(), step.after.pawns.tolist()
    captive = sent_home(before, after)
    if step.kind != "move" or step.seat is None:
        return _Done(None, captive)
    seat, row = step.seat, before[step.seat]
    number = step.code % len(row)  # an action may also say by which die
    corner = track.corners[int(step.before.seats)][seat]
    walk = _walked(track, seat, corner, number, row[number], after[seat][number])
    return _Done(walk, captive)


@lru_cache(1024)
def _walked(track: Track, seat: int, corner: int, number: int, start: int, end: int) -> _Walk:
    way = tuple(track.standing(corner, position, number) for position in range(start, end + 1))
    return _Walk((seat, number), track.hues[corner], start != 0, end == track.goal, way)


def ways(track: Track, step: Step) -> dict[str, list[Point]]:
    """The way of a moving pawn, place by place, from home too; one sent home flies by itself."""
    walk = _done(track, step).walk
    return {pawn_id(*walk.pawn): list(walk.way)} if walk else {}


def cues(track: Track, step: Step) -> list[Cue]:
    """A pawn that comes out, is sent home or reaches the goal."""
    walk, captive = _done(track, step)
    found = []
    if walk and not walk.is_out:
        found.append(Cue("out", pawn_id(*walk.pawn)))
    if captive:
        found.append(Cue("hit", pawn_id(*captive)))
    if walk and walk.is_home:
        found.append(Cue("arrive", pawn_id(*walk.pawn)))
    return found


def shown(track: Track, step: Step | None) -> list[Piece]:
    """The last step: where a move began, the places it passed, and what went home."""
    if step is None:
        return []
    walk, captive = _done(track, step)
    found = [*_trail(walk.way, walk.hue)] if walk else []
    if captive is None:
        return found
    corner = track.corners[int(step.before.seats)][captive[0]]
    hue, spot = track.hues[corner], track.standing(corner, 0, captive[1])
    if walk:
        found.append(Piece("burst", f"burst-{hue}", *walk.way[-1], style=_FIXED))
    return [*found, Piece("struck", f"struck-{hue}", *spot, style=_FIXED)]


def trail(way: Sequence[Point], hue: str) -> list[Piece]:
    """The way of a pawn: a ring where it began, a dot on each place it passed."""
    return [*_trail(tuple(way), hue)]


@lru_cache(1024)
def _trail(way: tuple[Point, ...], hue: str) -> tuple[Piece, ...]:
    line = "M" + "L".join(f"{x},{y}" for x, y in way)
    dots = "".join(f"M{x},{y}h0" for x, y in way[1:])
    return (
        Piece("trail-edge", style="trail trail-edge", path=line),
        Piece("trail-line", style=f"trail {hue}-dark-line", path=line),
        Piece("trail-dots", style=f"trail trail-dots {hue}-dark-line", path=dots),
        Piece("trail-origin", f"origin-{hue}", *way[0], style=_FIXED),
    )


def sent_home(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> Pawn | None:
    """The first pawn that went back to position 0, of the positions of every seat's pawns."""
    for seat, (were, are) in enumerate(zip(before, after, strict=True)):
        if were == are:
            continue
        for number, (was, now) in enumerate(zip(were, are, strict=True)):
            if was != 0 and now == 0:
                return seat, number
    return None
