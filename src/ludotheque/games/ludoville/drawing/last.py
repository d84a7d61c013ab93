"""The last move: the tile that it placed and its way there, or what a disaster destroyed."""

from ludotheque.core.drawing import Cue, Piece, Point
from ludotheque.core.step import Step
from ludotheque.games.ludoville.board import CELL_NAMES, CELLS, NOWHERE, cells_of
from ludotheque.games.ludoville.drawing.landscape import centre
from ludotheque.games.ludoville.drawing.status import PILE
from ludotheque.games.ludoville.drawing.trays import tile_id, trays
from ludotheque.games.ludoville.record import DESTROY, DRAW, FIRST_DESTROY, LOT, PASS
from ludotheque.games.ludoville.town import complete_suburbs

FRAME = {"last": '<path class="lv-last" d="M-31,-31H31V31H-31z"/>'}


def shown(step: Step | None) -> list[Piece]:
    """A frame around the tile placed last; smoke where a disaster struck."""
    if step is None or step.kind != "move" or step.code == PASS:
        return []
    if step.code < FIRST_DESTROY:
        return [Piece("lv-last", "lv-last", *centre(step.code % CELLS), style="fixed")]
    gone = cells_of(step.before.covered & ~step.after.covered)
    return [Piece(f"smoke-{CELL_NAMES[cell]}", "lv-smoke", *centre(cell)) for cell in gone]


def cues(step: Step, seat: int | None = None) -> list[Cue]:  # noqa: ARG001 (personal games have it)
    """Who begins; what a tile brings about; a disaster, and what it destroys."""
    before, after = step.before, step.after
    if step.kind == "chance":
        if before.stage == LOT:
            return [Cue("begin", f"e-{step.code}")]
        return [Cue("alarm", "lv-die")] if after.stage == DESTROY else []
    if step.kind != "move" or step.code == PASS:
        return []
    if step.code >= FIRST_DESTROY:
        return [Cue("destroy", piece.id) for piece in shown(step)]
    tile, found = f"t-{CELL_NAMES[step.code % CELLS]}", []
    if before.start == NOWHERE:
        found.append(Cue("begin", tile))
    if after.closed and not before.closed:
        found.append(Cue("close", tile))
    if complete_suburbs(after) > complete_suburbs(before):
        found.append(Cue("build", tile))
    return found


def ways(step: Step, seat: int | None = None) -> dict[str, list[Point]]:
    """A placed tile comes from its hand, where ``seat`` sees it; onlookers, in the large tray."""
    if step.kind == "chance" and step.before.stage == DRAW:
        return _drawn(step, seat)
    if step.kind != "move" or step.seat is None or step.code >= FIRST_DESTROY:
        return {}
    kind, cell = divmod(step.code, CELLS)
    tray = trays(int(step.before.seats), step.seat if seat is None else seat)[step.seat]
    held = [k for k, count in enumerate(step.before.hands[step.seat].tolist()) if count]
    return {f"t-{CELL_NAMES[cell]}": [tray.place(held.index(kind), len(held)), centre(cell)]}


def _drawn(step: Step, seat: int | None) -> dict[str, list[Point]]:
    """A tile that is the first of its kind in a hand comes from the pile."""
    owner, kind, after = int(step.before.turn), step.code, step.after
    if step.before.hands[owner, kind] or not after.hands[owner, kind]:
        return {}
    if seat is None and after.turn != owner:  # in vain: the trays of onlookers change with the turn
        return {}
    shown = owner if seat is None else seat
    held = [k for k, count in enumerate(after.hands[owner].tolist()) if count]
    tray = trays(int(after.seats), shown)[owner]
    return {tile_id(owner, kind): [PILE, tray.place(held.index(kind), len(held))]}
