"""What was measured of a box, as tables and histograms."""

from collections.abc import Mapping
from typing import Any

from benchmarks.report import markdown_table
from ludotheque.core.discovery import box
from ludotheque.core.game import Game
from manual.figures import histogram

Found = Mapping[str, Any]


def setting(found: Found, seats: int) -> Found:
    """What was measured with so many seats."""
    return next(each for each in found["settings"] if each["options"]["seats"] == seats)


def name(game: Game, options: Mapping[str, Any]) -> str:
    """How many sit at the table, and whether in couples."""
    return f"{options['seats']}{', couples' if game.couples and options.get(game.couples) else ''}"


def glance(game: Game, found: Found) -> str:
    """The figures that people ask for first, a line for each number of seats."""
    lines = []
    for each in found["settings"]:
        best, random = each["played"][found["best"]], each["played"]["random"]
        lines.append([
            name(game, each["options"]),
            *(f"{best[what]['mean']:.0f}" for what in ("moves", "choices", "rolls")),
            f"{random['branching']['mean']:.2f}", share(best["first"]),
        ])  # fmt: skip
    headings = ["seats", "decisions", "with a choice", "chance", "branching", "first seat wins"]
    told = (
        "\n\nDecisions and chance outcomes a game, and the first seat's share, by "
        f"`{found['best']}` on every seat; branching is that of random play."
    )
    return markdown_table(headings, lines) + told


def lengths(found: Found) -> str:
    """How long games are: two histograms and a table."""
    game, _ = box(found["box"])
    parts = ["Decisions a game: the mean is marked, each bar says its share."]
    shown = setting(found, 2)
    for policy in ("random", found["best"]):
        moves = shown["played"][policy]["moves"]
        parts.append(f"**`{policy}`, {name(game, shown['options'])} seats**")
        parts.append(histogram(moves, f"Decisions a game, {policy}"))
    lines = [
        [name(game, each["options"]), f"`{policy}`", f"{played['moves']['mean']:.1f}",
         *map(str, played["moves"]["quantiles"]), f"{played['rolls']['mean']:.1f}"]
        for each in found["settings"]
        for policy, played in each["played"].items()
    ]  # fmt: skip
    headings = ["seats", "policy", "mean", "least", "5 %", "25 %", "median", "75 %", "95 %",
                "most", "chance"]  # fmt: skip
    return "\n\n".join([*parts, markdown_table(headings, lines)])


def branching(found: Found) -> str:
    """How much there is to choose from."""
    game, _ = box(found["box"])
    lines = []
    for each in found["settings"]:
        for policy, played in each["played"].items():
            of = played["branching"]
            lines.append([
                name(game, each["options"]), f"`{policy}`", f"{of['mean']:.2f}",
                f"{of['mean_of_choices']:.2f}", str(of["median"]), str(of["most"]),
                f"{of['forced']:.1%}",
            ])  # fmt: skip
    headings = ["seats", "policy", "mean", "where there is a choice", "median", "most", "forced"]
    return (
        "Legal actions at a decision. Passes are carried out by the rules and are no decisions.\n\n"
        + markdown_table(headings, lines)
    )


def first(game: Game, found: Found) -> str:
    """What it is worth to begin."""
    if game.is_simultaneous:
        return "Nobody moves first: all seats act at once, on the same dice."
    lines = [
        [name(game, each["options"]), *(share(each["played"][policy]["first"])
         for policy in ("random", found["best"])),
         f"{each['played']['random']['first']['fair']:.1%}"]
        for each in found["settings"]
        if each["played"]["random"]["first"]
    ]  # fmt: skip
    told = (
        "The share of the win of the seat that begins (in couples: of its side), all seats playing "
        "by the same policy, with 95 % intervals.\n\n"
    )
    return told + markdown_table(["seats", "`random`", f"`{found['best']}`", "even"], lines)


def share(first: Found | None) -> str:
    """A share of the win, and half its interval."""
    if first is None:
        return "–"
    low, high = first["interval"]
    return f"{first['share']:.1%} ± {(high - low) / 2:.1%}"


def strength(found: Found) -> str:
    """How the policies did against each other."""
    game, _ = box(found["box"])
    lines = [
        [name(game, each["options"]), f"`{row['player']}`", *_standing(row)]
        for each in found["settings"]
        for row in each["cup"]
    ]
    told = (
        f"A tournament for each number of seats, {found['cup_games']:,} games or a few more, every "
        "policy from every side with the same dice ([how](../experiments.md#tournaments)): share "
        "of the win, and Elo with 0 as the mean of these players; where one plays alone, points."
        "\n\n"
    )
    points = "points (few win)" if found["few_points_win"] else "points"
    return told + markdown_table(["seats", "policy", "share", "Elo", points], lines)


def _standing(row: Found) -> list[str]:
    def half(interval: list[float]) -> float:
        return (interval[1] - interval[0]) / 2

    points = f"{row['score']:.2f} ± {half(row['score_interval']):.2f}"
    if row["share"] is None:
        return ["–", "–", points]
    return [
        f"{row['share']:.1%} ± {half(row['share_interval']):.1%}",
        f"{row['elo']:+.0f} ± {half(row['elo_interval']):.0f}",
        points,
    ]
