"""Moving: by a person, by a bot, or by the clock for somebody absent."""

from ludotheque.table import playing
from ludotheque.table.commands import Move, Person
from ludotheque.table.errors import Illegal, NotYourTurn
from ludotheque.table.events import Entry, Event, Hand, Moved
from ludotheque.table.table import Table

_QUOTED = 40  # letters of a refused move that are told back


def legal_moves(table: Table, seat: int) -> dict[str, int]:
    """The legal moves of a seat: notation to action; none where the game does not wait for it."""
    if table.phase != "playing" or seat not in table.look.waiting:
        return {}
    if seat not in table.legal:
        state, write = table.state, table.game.notation.move
        actions = table.engine.moves(table.board, seat)
        table.legal[seat] = {write(state, seat, each): each for each in actions}
    return table.legal[seat]


def move(table: Table, person: Person, command: Move) -> list[Event]:
    """Play a legal move in one's turn."""
    table.acting_seat(person.id, command.seat)
    table.require_fresh(command.seat, command.seen)
    if command.seat not in table.look.waiting:
        raise NotYourTurn()
    moves = legal_moves(table, command.seat)
    if command.move not in moves:
        raise Illegal(move=command.move[:_QUOTED])
    return _moved(table, Moved(command.seat, moves[command.move], command.move))


def made_for(table: Table, seat: int, action: int, by: Hand) -> list[Event]:
    """The move that a bot or the clock makes in a seat that the game waits for."""
    assert seat in table.look.waiting
    text = table.game.notation.move(table.state, seat, action)
    return _moved(table, Moved(seat, action, text, by))


def _moved(table: Table, moved: Moved) -> list[Event]:
    return playing.followed(table, [moved], "finished")


def on_moved(table: Table, entry: Entry, event: Moved) -> None:
    """Fold: the move is on the board; a person who moves herself is not absent."""
    if event.by == "person":
        table.is_back(event.seat)
    playing.advance(table, entry.number, event.step)
