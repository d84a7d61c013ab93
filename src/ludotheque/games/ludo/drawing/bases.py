"""What lies at the bases beside pawns: whose turn it is, the names, the die, the laurels."""

from ludotheque.core.drawing import Cue, Piece, Scene, boards, die
from ludotheque.core.step import Step
from ludotheque.core.texts import translator
from ludotheque.core.turns import NOBODY
from ludotheque.games.ludo import words
from ludotheque.games.ludo.drawing.places import BASES
from ludotheque.games.ludo.drawing.seen import LOCALE, Seen

LONGEST_NAME = 16
SYMBOLS = boards.symbols(reach=114, radius=28)


def turn(seen: Seen) -> list[Piece]:
    """A frame around the base of the player to roll or move; in the end, of the winner."""
    seat = seen.winner if seen.is_over else seen.turn
    return [] if seat is None else boards.turns(BASES, [seen.corners[seat]])


def names(seen: Seen, scene: Scene) -> list[Piece]:
    """The names on the bases; a base whose player left is veiled."""
    given = scene.names
    named = [given.get(seat) or _hue(seen, seat, scene) for seat in range(len(seen.corners))]
    return boards.name_plates(BASES, seen.corners, named, seen.gone, LONGEST_NAME)


def _hue(seen: Seen, seat: int, scene: Scene) -> str:
    return words.seat_name(seen.state, seat, {}, translator(LOCALE, scene.language))


def laurels(seen: Seen) -> list[Piece]:
    """Laurels in the tray of the winner."""
    return [] if seen.winner is None else boards.laurels(BASES, [seen.corners[seen.winner]])


def thrown(seen: Seen, last: Step | None) -> list[Piece]:
    """The die in the tray of the player to roll; a roll that moved nothing stays where it fell."""
    if seen.turn is None or seen.is_over:
        return []
    found = [die("die", seen.die, *BASES.trays[seen.corners[seen.turn]])]
    if last is not None and last.kind == "chance" and not seen.die and last.before.turn != NOBODY:
        tray = BASES.trays[seen.corners[int(last.before.turn)]]
        found.insert(0, die("spent", last.code + 1, *tray, style="die spent"))
    return found


def cues(step: Step) -> list[Cue]:
    """Who begins, a six, and one too many (LC-7)."""
    if step.kind != "chance":
        return []
    if step.before.turn == NOBODY:
        return [Cue("begin", "die")]
    if step.code + 1 != 6:
        return []
    return [Cue("again", "die") if step.after.die else Cue("penalty", "spent")]
