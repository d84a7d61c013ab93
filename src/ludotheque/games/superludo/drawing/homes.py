"""What lies at the homes beside pawns and dice: whose turn it is, the names, the laurels."""

from ludotheque.core.drawing import Piece, Scene, boards
from ludotheque.core.texts import translator
from ludotheque.games.superludo import words
from ludotheque.games.superludo.drawing.places import COUPLES, HOMES
from ludotheque.games.superludo.drawing.seen import LOCALE, Seen

LONGEST_NAME, LONGEST_MATE = 16, 11  # characters; beside the badge of a couple fewer fit
SYMBOLS = boards.symbols(reach=110, radius=25)


def turns(seen: Seen) -> list[Piece]:
    """A frame around the home of the player to roll or move; in the end, of the winners."""
    seats = seen.winners if seen.is_over else [seen.turn] if seen.turn is not None else []
    return boards.turns(HOMES, [seen.corners[seat] for seat in seats])


def names(seen: Seen, scene: Scene) -> list[Piece]:
    """The names on the homes; a home whose player left is veiled."""
    _ = translator(LOCALE, scene.language)
    homes, longest = (COUPLES, LONGEST_MATE) if seen.state.couples else (HOMES, LONGEST_NAME)
    named = [words.seat_name(seen.state, seat, scene.names, _) for seat in range(len(seen.corners))]
    return boards.name_plates(homes, seen.corners, named, seen.gone, longest)


def laurels(seen: Seen) -> list[Piece]:
    """Laurels in the trays of the winners."""
    return boards.laurels(HOMES, [seen.corners[seat] for seat in seen.winners])
