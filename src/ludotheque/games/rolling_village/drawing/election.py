"""What lies below a lone mayor's sheet: how far the election is (RV-15)."""

from ludotheque.core.drawing import Piece, Scene
from ludotheque.core.texts import translator
from ludotheque.games.rolling_village.drawing.paper import BELOW, LOCALE, Box, rounded
from ludotheque.games.rolling_village.drawing.seen import Seen
from ludotheque.games.rolling_village.scoring import ELECTION

GAUGE = Box(BELOW.x + 40, BELOW.y + 110, BELOW.width - 190, 40)  # a mayor's points
FULL_GAUGE = 2 * ELECTION
MARK = GAUGE.x + GAUGE.width * ELECTION // FULL_GAUGE
TOLD, TOTAL = (GAUGE.x, GAUGE.y - 55), (GAUGE.x, GAUGE.y + GAUGE.height + 25)
LAURELS = (652, GAUGE.middle[1])
PLACES = (TOLD, TOTAL, LAURELS)

STYLE = """
& .gauge{fill:var(--house);stroke:var(--ink);stroke-width:2}
& .gauge-on{fill:var(--green)}
& .gauge-mark{stroke:var(--red);stroke-width:4}
& .election{font-size:24px;font-weight:700;fill:var(--ink)}
& .election-small{font-size:17px;fill:var(--ink)}
"""


def board() -> str:
    """The empty gauge."""
    sheet = Box(*BELOW[:3], BELOW.height - 30)
    return (
        f'<path class="small-paper" d="{rounded(sheet, 5)}"/>'
        f'<path class="gauge" d="{rounded(GAUGE, 8)}"/>'
        f'<text class="election-small" x="{MARK - 9}" y="{GAUGE.y - 14}">{ELECTION}</text>'
    )


def gauge(seen: Seen, scene: Scene) -> list[Piece]:
    """How far the mayor has come, and what became of it."""
    _, total, found = translator(LOCALE, scene.language), seen.points[0], []
    is_elected = seen.is_finished and total >= ELECTION
    told = _("Objectif : la réélection")
    if seen.is_finished:
        told = _("Réélu !") if is_elected else _("Pas réélu")
    if filled := GAUGE.width * min(total, FULL_GAUGE) // FULL_GAUGE:
        path = rounded(Box(GAUGE.x, GAUGE.y, filled, GAUGE.height), 8)
        found.append(Piece("gauge-on", style="gauge-on", path=path))
    mark = f"M{MARK},{GAUGE.y - 8}v{GAUGE.height + 16}"
    found += [
        Piece("gauge-mark", style="gauge-mark", path=mark),
        Piece("gauge-told", "", *TOLD, style="election", text=told),
        Piece("gauge-total", "", *TOTAL, style="election", text=str(total)),
    ]
    if is_elected:
        found.append(Piece("gauge-laurels", "laurels", *LAURELS))
    return found
