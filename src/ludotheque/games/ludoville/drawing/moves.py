"""What may be done, on the map: a tile to pick and its cells, what to destroy, the pass."""

from ludotheque.core.drawing import Choice, Piece, Scene
from ludotheque.games.ludoville.board import CELL_NAMES, CELLS, KINDS
from ludotheque.games.ludoville.drawing.landscape import centre
from ludotheque.games.ludoville.drawing.seen import Seen
from ludotheque.games.ludoville.drawing.trays import EAST, HEIGHT, TOP, tile_id
from ludotheque.games.ludoville.record import DRAW, FIRST_DESTROY, PASS

_HIT = '<path class="hit" d="M-32,-32H32V32H-32z"/>'
_SQUARE = "M-29,-29H29V29H-29z"
RINGS = {
    "spot": f'{_HIT}<path class="lv-ring" d="{_SQUARE}"/>',
    "aim": f'{_HIT}<path class="ring-edge" d="{_SQUARE}"/><path class="lv-ring" d="{_SQUARE}"/>',
}
BUTTON = {"button": '<rect class="lv-button" x="-50" y="-23" width="100" height="46" rx="9"/>'}


def choices(seen: Seen, scene: Scene) -> list[Choice]:
    """Each move; placements of one kind follow one another, those to show unasked first."""
    kinds: dict[int, list[int]] = {}
    others = []
    for action in scene.moves:
        if action < FIRST_DESTROY:
            kinds.setdefault(action // CELLS, []).append(action)
        else:
            others.append(_passing(seen) if action == PASS else _strike(action))
    if not kinds:
        return others
    first = _first(seen, scene, kinds)
    ordered = [first, *(kind for kind in kinds if kind != first)]
    return [_placement(seen, kind, each) for kind in ordered for each in kinds[kind]] + others


def _first(seen: Seen, scene: Scene, kinds: dict[int, list[int]]) -> int:
    """The kind whose cells show unasked: the one just taken from the pile, else the dearest."""
    last = scene.last
    if last is not None and last.kind == "chance" and last.before.stage == DRAW:
        if last.code in kinds and last.before.turn == seen.state.turn:
            return last.code
    return max(kinds, key=lambda kind: (int(seen.state.points[kind]), -kind))


def _placement(seen: Seen, kind: int, action: int) -> Choice:
    """A tile of the hand, and a ghost of it where it may stand."""
    name = f"g-{action}"
    ghost = Piece(name, f"lv-{KINDS[kind]}", *centre(action % CELLS), style="spot")
    return Choice(action, (name,), (ghost,), tile_id(seen.state.turn, kind), "lv-spot")


def _strike(action: int) -> Choice:
    """Where a disaster may strike."""
    cell = action - FIRST_DESTROY
    name = f"d-{CELL_NAMES[cell]}"
    flames = Piece(name, "lv-flames", *centre(cell), style="target")
    return Choice(action, (name,), (flames,), ring="lv-aim")


def _passing(seen: Seen) -> Choice:
    _ = seen.translate
    where = EAST - 62, TOP + HEIGHT // 2
    button = Piece("lv-pass", "lv-button", *where, style="pass", text=_("Passer"))
    return Choice(PASS, ("lv-pass",), (button,), ring="")
