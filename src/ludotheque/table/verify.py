"""Checking a record offline: every outcome computed again from the published seed."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.core.errors import LudothequeError
from ludotheque.core.match import Match
from ludotheque.table import dice
from ludotheque.table.events import Began, Ended, Fell, Opened, Sat, Stood
from ludotheque.table.record import Line, Record, repeat_line, start


@dataclass(frozen=True)
class Report:
    """What checking a record found."""

    outcomes: int  # chance outcomes that the log tells of
    is_sealed: bool  # the seed is not public yet: the outcomes could not be computed
    problems: tuple[str, ...]
    outdated: str = ""  # where another edition of the rules was played, how far today's agree

    @property
    def is_fair(self) -> bool:
        """Whether every outcome was computed and everything agrees."""
        return not self.problems and not self.is_sealed


def verify(record: Record) -> Report:
    """Check a record: the seal, the values, every outcome, every move, the result."""
    problems = [*_seal(record), *_frame(record)]
    match = start(record)
    seed = bytes.fromhex(record.seed) if record.seed and not problems else None
    values = dice.joined(record.values)
    outcomes, agreed = 0, ""
    for line in record.log:
        try:
            if isinstance(line.event, Fell):
                outcomes += 1
                number = line.number if record.settings.sealed_until is None else outcomes
                problems += _outcome(match, line, number, line.event, seed, values)
            repeat_line(match, line)
        except (LudothequeError, IndexError) as error:
            if record.is_outdated:
                agreed = f"they agree up to number {line.number - 1} of {len(record.log)}"
            else:
                problems.append(str(error))
            break
    else:
        if record.is_outdated:
            agreed = "every step agrees with them, points and ranks may not"
        else:
            problems += _result(record, match)
    outdated = _edition(record, agreed) if agreed else ""
    return Report(outcomes, record.seed is None, tuple(problems), outdated)


def _edition(record: Record, agreed: str) -> str:
    now = start(record).game.edition
    return f"played by edition {record.edition} of the rules, checked by edition {now}: {agreed}"


def _seal(record: Record) -> Iterator[str]:
    """The seed is the one that was sealed before the game."""
    opened = record.log[0].event
    assert isinstance(opened, Opened)
    if opened.commitment != record.commitment:
        yield "commitment: it is not the one the log begins with"
    if record.seed is None:
        return
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        yield f"seed: hexadecimal digits are wanted, not {record.seed!r}"
        return
    if dice.commitment(seed) != record.commitment:
        yield "seed: it is not the one that was sealed: its SHA-256 is not the commitment"


def _frame(record: Record) -> Iterator[str]:
    """What stands above the log says the same as the log."""
    opened = record.log[0].event
    assert isinstance(opened, Opened)
    if opened.game != record.game or opened.options != record.options:
        yield "options: they are not those the log begins with"
    values = dict.fromkeys(range(len(record.seats)), dice.NO_VALUE)
    begun = False
    for line in record.log:
        if isinstance(line.event, Sat | Stood) and not begun:
            values[line.event.seat] = getattr(line.event, "value", dice.NO_VALUE)
        begun = begun or isinstance(line.event, Began)
    if begun and tuple(values.values()) != record.values:
        yield "values: they are not those that were given when people sat down"


def _outcome(
    match: Match, line: Line, number: int, fell: Fell, seed: bytes | None, values: bytes
) -> Iterator[str]:
    weights = match.game.engine.weights(match.board)
    if line.weights and list(line.weights) != weights:
        yield f"log, number {line.number}: the weights are not those of the rules"
    if seed is None or not weights:
        return
    outcome = dice.outcome(seed, values, number, weights)
    if outcome != fell.outcome:
        text = match.game.notation.chance(match.state, outcome)
        yield f"log, number {line.number}: {fell.text!r} is told, the dice say {text!r}"


def _result(record: Record, match: Match) -> Iterator[str]:
    ended = next((e.event for e in record.log if isinstance(e.event, Ended)), None)
    if (ended is None) != (record.result is None):
        yield "result: the log does not say the same"
    if ended is None or record.result is None:
        return
    if ended.seed and ended.seed != record.seed:
        yield "seed: the log tells of another one"
    stated = (record.result.ranks, record.result.scores)
    if stated != (ended.ranks, ended.scores) or stated != (match.ranks, match.scores):
        yield f"result: the game ends with ranks {match.ranks} and scores {match.scores}"
