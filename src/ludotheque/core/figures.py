"""A game that is over in a few figures: its own first, then what can be counted in any game.

A game's ``words`` may have ``figures(steps, name, _)``: up to four, each a :class:`Figure`;
``name`` calls a seat by its name.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ludotheque.core.match import Match
from ludotheque.core.texts import SHARED, translator

MOST = 4
Name = Callable[[int], str]  # of a seat; empty in a game that somebody played alone


class Figure(NamedTuple):
    """Something that was counted."""

    label: str  # what, as a heading: "Captures"
    value: str
    who: str = ""  # whose it is, or who has the most of it


def figures(
    match: Match, names: Mapping[int, str], language: str, minutes: int | None = None
) -> list[Figure]:
    """The figures of a match; ``minutes`` that it lasted, where anybody knows."""
    if not match.steps:
        return []
    words, _ = match.game.words, match.game.translate(language)

    def name(seat: int) -> str:
        return words.seat_name(match.state, seat, names, _) if match.seats > 1 else ""

    own = getattr(words, "figures", None)
    found = list(own(match.steps, name, _)) if own else []
    return [*found, *_common(match, language, minutes)][:MOST]


def counted(label: str, counts: Mapping[int, int], name: Name) -> Figure:
    """How often something happened in all, and who did it most, if one did."""
    told = [(seat, count) for seat, count in Counter(counts).most_common(2) if count]
    is_somebodys = bool(told) and (len(told) == 1 or told[0][1] > told[1][1])
    total = sum(counts.values())
    if not is_somebodys:
        return Figure(label, str(total))
    seat, count = told[0]
    return Figure(label, str(total), name(seat) if count == total else f"{name(seat)} · {count}")


def greatest(label: str, values: Mapping[int, int], name: Name, form: str = "{}") -> Figure:
    """The greatest of the seats' values, and whose it is, if it is one seat's."""
    best = max(values.values(), default=0)
    whose = [seat for seat, value in values.items() if value == best]
    return Figure(label, form.format(best), name(whose[0]) if best and len(whose) == 1 else "")


def _common(match: Match, language: str, minutes: int | None) -> Iterator[Figure]:
    _ = translator(SHARED, language)
    if match.seats > 1:
        yield Figure(_("Changements de tête"), str(_lead_changes(match)))
    if minutes is not None:
        yield Figure(_("Durée"), _("{minutes} min").format(minutes=max(1, minutes)))
    kinds = Counter(step.kind for step in match.steps)
    yield Figure(_("Coups joués"), str(kinds["move"]))
    yield Figure(_("Tirages"), str(kinds["chance"]))


def _lead_changes(match: Match) -> int:
    """How often another side than before came to be alone in the lead."""
    engine, sides = match.game.engine, match.game.sides(match.options)
    leaders: list[int] = []
    for step in match.steps:
        if step.kind != "move":
            continue
        ranks = engine.standing(engine.board(step.after), match.seats)[0]
        leader = _alone(ranks, sides)
        if leader is not None and leader not in leaders[-1:]:
            leaders.append(leader)
    return max(0, len(leaders) - 1)


def _alone(ranks: Sequence[int], sides: Sequence[int]) -> int | None:
    first = {sides[seat] for seat, rank in enumerate(ranks) if rank == 1}
    return first.pop() if len(first) == 1 else None
