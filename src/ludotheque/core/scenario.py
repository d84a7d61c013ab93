"""Scenario files: a position, what happens, what must be true then; each proves a rule.

The format is described in docs/scenarios.md. A case that does not hold is a result with
the difference in words; a file that cannot be run raises :class:`BadScenario`.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadScenario, IllegalMove, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.match import Match

Check = Callable[[Match, Any], Iterator[str]]


@dataclass(frozen=True)
class Result:
    """What became of one case: ``differences`` is empty where it holds."""

    file: Path
    rules: tuple[str, ...]
    title: str
    differences: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything the case states is true."""
        return not self.differences


def run_scenarios(file: Path | str) -> list[Result]:
    """Run every case of a scenario file, in order."""
    file = Path(file)
    data = _read(file)
    shelf_game, cases = _head(file, data)
    return [_run(file, number, shelf_game, case) for number, case in enumerate(cases, 1)]


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadScenario(f"{file}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadScenario(f"{file}: is not TOML: {error}") from None


def _head(file: Path, data: dict[str, Any]) -> tuple[Game, list[Any]]:
    for key in data:
        if key not in ("game", "case"):
            raise BadScenario(f"{file}: unknown key {key!r}; there are game and [[case]]")
    try:
        found = game(data.get("game", ""))
    except LudothequeError as error:
        raise BadScenario(f"{file}: game: {error}") from None
    cases = data.get("case")
    if not isinstance(cases, list) or not cases:
        raise BadScenario(f"{file}: case: at least one [[case]] is wanted")
    return found, cases


def _run(file: Path, number: int, shelf_game: Game, case: Any) -> Result:
    where = f"{file}: case {number}"
    if not isinstance(case, dict):
        raise BadScenario(f"{where}: a table of keys is wanted, not {case!r}")
    title = str(case.get("title", ""))
    if title:
        where += f" ({title})"
    for key in case:
        if key not in _KEYS and not _seat_of(key):
            raise BadScenario(
                f"{where}: {key}: unknown key; there are {', '.join(_KEYS)}, legal_2 …"
            )
    rules = tuple(_texts(where, "rule", case.get("rule", [])))
    if not rules or not title:
        raise BadScenario(f"{where}: {'title' if rules else 'rule'}: every case has one")
    try:
        match = _start(where, shelf_game, case)
    except LudothequeError as error:
        raise (
            error if isinstance(error, BadScenario) else BadScenario(f"{where}: {error}")
        ) from None
    return Result(file, rules, title, tuple(_differences(where, match, case)))


def _start(where: str, shelf_game: Game, case: dict[str, Any]) -> Match:
    options, start = case.get("options", {}), case.get("start")
    for key in ("options", "start"):
        if not isinstance(case.get(key, {}), dict):
            raise BadScenario(f"{where}: {key}: a table is wanted, not {case[key]!r}")
    try:
        shelf_game.chosen(options)
    except LudothequeError as error:
        raise BadScenario(f"{where}: options: {error}") from None
    if start is None:
        return Match(shelf_game, options)
    try:
        return Match(shelf_game, options, shelf_game.read(start, options))
    except LudothequeError as error:
        raise BadScenario(f"{where}: start: {error}") from None


def _differences(where: str, match: Match, case: dict[str, Any]) -> Iterator[str]:
    for event in _texts(where, "play", case.get("play", [])):
        try:
            match.do(event)
        except IllegalMove as error:
            yield f"play: {error}"
            return
    yield from untrue(where, match, case)


def untrue(where: str, match: Match, case: Mapping[str, Any]) -> Iterator[str]:
    """What a case states of a match as it stands and is not so; other keys are passed over."""
    for key, wanted in case.items():
        seat = _seat_of(key)
        if seat:
            yield from _legal(match, seat, _texts(where, key, wanted))
        elif key in _CHECKS:
            check, form = _CHECKS[key]
            yield from check(match, form(where, key, wanted))


def _seat_of(key: str) -> int:
    """The seat of a key "legal_2"; 0 for other keys."""
    head, _, seat = key.partition("_")
    return int(seat) if head == "legal" and seat.isdigit() else 0


def _then(match: Match, wanted: dict[str, Any]) -> Iterator[str]:
    position = match.position()
    same = getattr(match.game.notation, "same", lambda key, wanted, found: wanted == found)
    for key, value in wanted.items():
        if key not in position:
            yield f"then: the position has no {key}; it has {', '.join(position)}"
        elif not same(key, value, position[key]):
            yield f"then: {key} is {position[key]!r}, not {value!r}"


def _legal(match: Match, seat: int | None, wanted: list[str]) -> Iterator[str]:
    if seat is not None and seat > match.seats:
        yield f"legal_{seat}: there are seats 1 to {match.seats}"
        return
    found = match.legal(None if seat is None else seat - 1)
    missing = [move for move in wanted if move not in found]
    surplus = [move for move in found if move not in wanted]
    if missing:
        yield f"legal: {', '.join(missing)} should be legal and is not"
    if surplus:
        yield f"legal: {', '.join(surplus)} should not be legal and is"


def _refused(match: Match, moves: list[str]) -> Iterator[str]:
    before = match.state.tobytes()
    for move in moves:
        try:
            match.do(move)
        except IllegalMove:
            if match.state.tobytes() != before:
                yield f"refused: {move} was refused but changed the position"
        else:
            yield f"refused: {move} was accepted"
            match.undo()


def _waiting(match: Match, wanted: list[Any]) -> Iterator[str]:
    found = [seat + 1 for seat in match.waiting]
    if sorted(wanted) != found:
        yield f"waiting: {found} may act, not {wanted}"


def _chance(match: Match, wanted: dict[str, Any]) -> Iterator[str]:
    found = match.chance()
    for outcome, weight in wanted.items():
        if found.get(outcome, 0) != weight:
            yield f"chance: {outcome} has weight {found.get(outcome, 0)}, not {weight}"


def _over(match: Match, wanted: bool) -> Iterator[str]:
    if match.is_over != wanted:
        yield f"over: the game is {'over' if match.is_over else 'not over'}"


def _scores(match: Match, wanted: list[Any]) -> Iterator[str]:
    if list(match.scores) != wanted:
        yield f"scores: are {list(match.scores)}, not {wanted}"


def _ranks(match: Match, wanted: list[Any]) -> Iterator[str]:
    if list(match.ranks) != wanted:
        yield f"ranks: are {list(match.ranks)}, not {wanted}"


def _prompt(match: Match, wanted: str) -> Iterator[str]:
    found = match.prompt()
    if found is None or found.text != wanted:
        yield f"prompt: is {found and found.text!r}, not {wanted!r}"


def _texts(where: str, key: str, value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadScenario(f"{where}: {key}: a text or a list of texts is wanted, not {value!r}")
    return texts


def _typed(kind: type, name: str) -> Callable[[str, str, Any], Any]:
    def form(where: str, key: str, value: Any) -> Any:
        if not isinstance(value, kind):
            raise BadScenario(f"{where}: {key}: {name} is wanted, not {value!r}")
        return value

    return form


_text, _list, _table, _flag = (
    _typed(str, "a text"),
    _typed(list, "a list"),
    _typed(dict, "a table"),
    _typed(bool, "true or false"),
)

_CHECKS: Mapping[
    str, tuple[Callable[[Match, Any], Iterator[str]], Callable[[str, str, Any], Any]]
] = {
    "then": (_then, _table),
    "legal": (lambda match, wanted: _legal(match, None, wanted), _texts),
    "refused": (_refused, _texts),
    "waiting": (_waiting, _list),
    "chance": (_chance, _table),
    "over": (_over, _flag),
    "scores": (_scores, _list),
    "ranks": (_ranks, _list),
    "prompt": (_prompt, _text),
}
FACTS = tuple(_CHECKS)
_KEYS = ("rule", "title", "options", "start", "play", *FACTS)
