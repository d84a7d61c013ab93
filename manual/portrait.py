"""The page of a box: what its game declares, and what was measured of it.

Measurements are the newest that ``benchmarks/results`` keeps of the box; declarations come from
the game as it is now.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.portraits import latest
from benchmarks.report import markdown_table
from ludotheque.core import turns
from ludotheque.core.brains import NAME as BRAIN
from ludotheque.core.discovery import box, boxes
from ludotheque.core.drawing import Scene, standalone
from ludotheque.core.game import Box, Game
from ludotheque.core.traits import Group
from manual import tables

Found = Mapping[str, Any]
_SHOWN = 3  # values of a trait's gap that are named before "…"


def measured() -> dict[str, Found]:
    """What was measured of each box, where anything was."""
    files = {each: latest(each) for each in boxes()}
    return {each: json.loads(file.read_text("utf-8")) for each, file in files.items() if file}


def page(found: Found) -> str:
    """The page of a box as Markdown."""
    game, its_box = box(found["box"])
    english = game.translate("en")
    parts = [
        f"# {english(its_box.title)}",
        english(its_box.summary),
        f"![A game under way]({its_box.id}.svg){{ .lid }}",
        _origin(found),
        "## At a glance",
        tables.glance(game, found),
        "## What a program is given",
        _declared(game, its_box, found),
        "### Options",
        _options(game, its_box),
        "### State",
        _record(game),
        "### Actions and chance",
        _notation(game, found),
        "### Traits",
        _traits(game),
        _example(game, its_box),
        "## Lengths",
        tables.lengths(found),
        "## Branching",
        tables.branching(found),
        "## The first seat",
        tables.first(game, found),
        "## How strong which policy is",
        tables.strength(found),
        _brain(game, found),
        _again(found),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def lid(box_id: str) -> str:
    """The picture on the lid of a box, for programs that know no custom properties."""
    game, its_box = box(box_id)
    return standalone(game.draw(game.lid(its_box), Scene(language="en")))


def index(every: Mapping[str, Found]) -> str:
    """The page that sets the boxes side by side, two seats each, all by their best policy."""
    lines = []
    for box_id, found in every.items():
        game, its_box = box(box_id)
        shown = tables.setting(found, 2)["played"]
        best, random = shown[found["best"]], shown["random"]
        lines.append([
            f"[{game.translate('en')(its_box.title)}]({box_id}.md)", str(game.rules.ACTIONS),
            str(len(game.traits)), str(game.rules.OUTCOMES), f"{best['moves']['mean']:.0f}",
            f"{best['choices']['mean']:.0f}", f"{best['rolls']['mean']:.0f}",
            f"{random['branching']['mean']:.2f}", tables.share(best["first"]),
        ])  # fmt: skip
    headings = ["box", "actions", "traits", "outcomes", "decisions", "choices", "rolls",
                "branching", "first seat"]  # fmt: skip
    return (
        "# The games, measured\n\n"
        "Five boxes, four sets of rules, one contract. Every figure on these pages is generated "
        "from measurements that are kept, dated, in the repository; none is written by hand.\n\n"
        + markdown_table(headings, lines)
        + "\n\nWith two seats. Decisions, those among them that offer a choice, and chance "
        "outcomes are means of a game in which everybody plays by the game's strongest policy, as "
        "is the first seat's share of the win (95 % interval); branching is the mean number of "
        "legal actions at a decision of random play.\n"
    )


def _origin(found: Found) -> str:
    return (
        f"Measured on {found['day']} by edition {found['edition']} of the rules, "
        f"{found['games']:,} games a figure unless another number is given; the first seat begins "
        "each game, and options not named are at their defaults."
    )


def _declared(game: Game, its_box: Box, found: Found) -> str:
    seats = [each["options"]["seats"] for each in found["settings"]]
    settled = "".join(f', "{name}": {value!r}' for name, value in its_box.options.items())
    lines = [
        ["action codes", f"{game.rules.ACTIONS:,}"],
        ["traits of an observation", f"{len(game.traits):,}, of which at most "
         f"{game.traits.most(min(seats))} hold with {min(seats)} seat{'s' * (min(seats) > 1)} and "
         f"{game.traits.most(max(seats))} with {max(seats)}"],
        ["chance outcomes at once, at most", f"{game.rules.OUTCOMES}"],
        ["steps of a game, at most", f"{game.rules.LONGEST:,}"],
        ["a state", f"{game.dtype.itemsize} bytes"],
        ["seats act at once", "yes" if game.is_simultaneous else "no"],
        ["something is hidden", "yes" if game.has_secrets else "no"],
        ["policies", ", ".join(map(_policy, game.policy_names))],
    ]  # fmt: skip
    table = "\n".join(["| | |", "|---|---|", *(f"| {a} | {b} |" for a, b in lines)])
    example = (
        "```python\nimport ludotheque\n\n"
        f'game = ludotheque.game("{game.id}")\n'
        f'batch = ludotheque.Batch(game, 1000, options={{"seats": {min(2, max(seats))}{settled}}})'
        "\n```"
    )
    return f"{table}\n\n{example}"


def _policy(name: str) -> str:
    return "[`brain`](../brains.md)" if name == BRAIN else f"`{name}`"


def _brain(game: Game, found: Found) -> str:
    """Where the strength of a brain is told that was not measured here."""
    measured = {row["player"] for each in found["settings"] for row in each["cup"]}
    if not game.has_brain or BRAIN in measured:
        return ""
    return (
        "The policy [`brain`](../brains.md), a player that learned, was not in these tournaments: "
        "[how strong it is](../strength.md), beside bots of every level."
    )


def _options(game: Game, its_box: Box) -> str:
    english = game.translate("en")
    lines = []
    for option in game.options:
        settled = option.name in its_box.options
        value = its_box.options.get(option.name, option.default)
        takes = f"settled: {_code(value)}" if settled else option.takes
        lines.append(f"| `{option.name}` | {english(option.label)} | {takes} | {_code(value)} |")
    return "\n".join(["| option | | takes | default |", "|---|---|---|---|", *lines])


def _code(value: Any) -> str:
    return f"`{value!r}`"


def _record(game: Game) -> str:
    """The fields of a state and what actions stand for, as the rules write them down."""
    folder = Path(game.folder)
    file = next(each for each in (folder / "record.py", folder / "rules.py") if each.exists())
    found = _cut(r"^(_FIELDS|STATE) = .*?^ACTIONS = .*?$", file)
    if "*FIELDS" in found:
        found = f"{_cut(r'^FIELDS: .*?^]$', Path(turns.__file__))}\n\n{found}"
    return (
        "A state is one record, and this is all of it. A policy reads `state.seats` and the other "
        "fields; what actions stand for is said where they are counted.\n\n"
        f"```python\n{found}\n```"
    )


def _cut(pattern: str, file: Path) -> str:
    found = re.search(pattern, file.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    if found is None:
        raise LookupError(f"{file.name}: the record and its actions are looked for here")
    return found[0]


def _notation(game: Game, found: Found) -> str:
    moves, outcomes = (
        ", ".join(f"`{each}`" for each in found["notation"][kind]) for kind in ("moves", "outcomes")
    )
    return (
        f"Actions are numbers from 0 to {game.rules.ACTIONS - 1:,}; people read and write them in "
        f"the game's notation. Some moves: {moves}. Some of what chance brings: {outcomes}. "
        f"`ludotheque moves {found['box']}` lists the legal ones of any position, with their codes."
    )


def _traits(game: Game) -> str:
    first, lines = 0, []
    for group in game.traits.groups:
        numbers = f"{first}" if group.size == 1 else f"{first}–{first + group.size - 1}"
        lines.append(f"| {numbers} | {group.size} | {group.text} | {_gaps(group)} |")
        first += group.size
    told = (
        "What a seat sees is a list of the numbers of the traits that hold "
        "([why](../decisions/0011-traits.md)). They are laid out in these groups; "
        "`game.traits.name(number)` puts one in words."
    )
    return "\n".join([told, "", "| numbers | traits | text | gaps |", "|---|---|---|---|", *lines])


def _gaps(group: Group) -> str:
    return " × ".join(
        ", ".join(map(str, axis))
        if len(axis) <= _SHOWN + 1
        else f"{', '.join(map(str, axis[:_SHOWN]))} … {axis[-1]}"
        for axis in group.axes
    )


def _example(game: Game, its_box: Box) -> str:
    """What the first seat sees of the position on the lid, in words."""
    state = game.lid(its_box)
    seen = np.zeros(len(game.traits) + 1, np.uint16)
    count = game.kernels["observe"](state, 0, seen)
    names = "\n".join(game.traits.names(sorted(seen[:count])))
    return '??? example "What the first seat sees of the position above"\n\n' + _indented(
        f"```text\n{names}\n```"
    )


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def _again(found: Found) -> str:
    here = found["machine"]
    return (
        f"---\n\n*Measured with Python {here['python']}. To measure again:* "
        f"`python -m benchmarks.portraits {found['box']}`"
    )


def write(folder: Path) -> list[str]:
    """Write the pages of all boxes that were measured; their names."""
    every = measured()
    folder.mkdir(parents=True, exist_ok=True)
    for box_id, found in every.items():
        (folder / f"{box_id}.md").write_text(page(found), "utf-8")
        (folder / f"{box_id}.svg").write_text(lid(box_id), "utf-8")
    (folder / "index.md").write_text(index(every), "utf-8")
    return [f"{each}.md" for each in every]
