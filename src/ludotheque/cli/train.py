"""``ludotheque train``: a game's brain, learned by self-play."""

import time
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ludotheque.cli.app import GameId, app
from ludotheque.core import cuda
from ludotheque.core.brains import Brain
from ludotheque.core.discovery import box
from ludotheque.core.errors import BadOption, NoDevice
from ludotheque.core.game import BRAIN, Game
from ludotheque.research import chart
from ludotheque.research.strength import card, measure, median_time, spread

_DEVICES = ("auto", "cpu", "cuda")
_LOOKS = 10  # measurements on the way
_KEPT = "learner.pt"
_SMALL = {"games": 512, "lesson": 2048}  # where there is no GPU


@app.command()
def train(
    game_id: GameId,
    out: Annotated[Path, typer.Option(help="The folder for the brain, its card and its curve.")],
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to learn.")] = 60.0,
    device: Annotated[str, typer.Option(help="cpu, cuda, or auto: cuda where it is.")] = "auto",
    units: Annotated[
        tuple[int, int], typer.Option(help="Units of the two layers; more learn more, slower.")
    ] = (512, 256),
    games: Annotated[int | None, typer.Option(min=1, help="Games at once.")] = None,
    measured: Annotated[int, typer.Option(min=2, help="Games that measure it at the end.")] = 2000,
    guests: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            help="The part of games in which its strongest policy has all seats but one.",
        ),
    ] = 0.0,
    begin: Annotated[
        Path | None, typer.Option(help="A brain to begin with; layers may be wider.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what lies in OUT.")] = False,
) -> None:
    """Learn a game by self-play, and write a brain, a card of its strength and a learning curve.

    Stop it with Ctrl+C and what it has learned is kept: --resume goes on.
    """
    game, _ = box(game_id)
    if device not in _DEVICES:
        raise BadOption(f"device is {', '.join(_DEVICES)}, not {device!r}")
    if min(units) < 1:
        raise BadOption(f"a layer has at least one unit, not {min(units)}")
    if out.exists() and not out.is_dir():
        raise BadOption(f"{out}: is a file, and no folder for a brain")
    if resume and begin:
        raise BadOption("--resume goes on with what lies in OUT, --begin with a brain: take one")
    known = Brain.load(game, begin) if begin else None
    first, second = units
    learner = _learner(
        game, device, games,
        seconds=60 * minutes, first=first, second=second, guests=guests, seed=seed,
    )  # fmt: skip
    if known:
        learner.take(known)
    out.mkdir(parents=True, exist_ok=True)
    if resume:
        if not (out / _KEPT).is_file():
            raise BadOption(f"{out}: nothing to go on with, there is no {_KEPT}")
        learner.load(out / _KEPT)
    console = Console(highlight=False, soft_wrap=True)
    curve = _learn(learner, out, console)
    brain = learner.brain(curve)
    brain = _with(brain, spread=round(spread(brain), 5))
    brain.save(out / BRAIN)
    _report(game, out, measured, console)


def _learner(game: Game, device: str, games: int | None, **plan: Any) -> Any:
    if find_spec("torch") is None:
        raise NoDevice("learning takes PyTorch: pip install 'ludotheque[train]'")
    import torch

    from ludotheque.research.learning import Learner, Plan

    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        cuda.arrays()  # says what is missing
    sizes: dict[str, Any] = {} if device == "cuda" else dict(_SMALL)
    if games:
        sizes["games"] = games
    return Learner(game, Plan(device=device, **sizes, **plan))


def _learn(learner: Any, out: Path, console: Console) -> dict[str, Any]:
    """Play and learn; how it went."""
    every = learner.plan.seconds / _LOOKS
    due, said = learner.seconds, time.monotonic()
    curve: list[tuple[float, float]] = []
    try:
        for loss in learner.learn():
            if learner.seconds >= due:
                due = learner.seconds + every
                curve.append((learner.decisions / 1e6, learner.measured()))
                learner.save(out / _KEPT)
                console.print(f"      against its strongest policy: {curve[-1][1]:.4g}")
            if time.monotonic() - said > 1 or learner.seconds >= learner.plan.seconds:
                said = time.monotonic()
                rate = learner.decisions / max(learner.seconds, 1e-9)
                console.print(
                    f"{min(1, learner.seconds / learner.plan.seconds):4.0%}  "
                    f"{learner.decisions:,} decisions, {rate:,.0f} a second, loss {loss:.4f}"
                )
    except KeyboardInterrupt:
        console.print("Stopped: what was learned so far is kept.")
    learner.save(out / _KEPT)
    if len(curve) > 1:
        what = "share of the win, or points, against the strongest policy; millions of decisions"
        drawn = chart.curve(f"{learner.game.title}: learning by self-play", what, curve)
        (out / "curve.svg").write_text(drawn, encoding="utf-8")
    return {"curve": curve}


def _report(game: Game, out: Path, games: int, console: Console) -> None:
    """Measure the file as it was written, and tell."""
    brain = Brain.load(game, out / BRAIN)
    brain = _with(brain, decision=median_time(brain))
    rows = []
    for row in measure(brain, games):
        rows.append(row)
        console.print(row.text())
    today = datetime.now(UTC).date().isoformat()
    brain = _with(brain, date=today, strength=[row.text() for row in rows])
    brain.save(out / BRAIN)
    (out / "brain.md").write_text(card(brain, rows, today), encoding="utf-8")
    size = (out / BRAIN).stat().st_size
    console.print(f"{out / BRAIN}: {size:,} bytes; {out / 'brain.md'} tells of its strength")


def _with(brain: Brain, **more: Any) -> Brain:
    return Brain(brain.game, brain.layers, {**brain.card, **more})
