"""Learning by self-play: a game's brain, from nothing but its rules.

Many games are played at once. In each, every legal move is tried on a copy, the network values
what the mover then sees, and the best is played: no exploration is needed, the dice explore.
What it learns from are the values of later moves of the same games, and in the end who won
(TD(λ), in chunks of some decisions). All numbers of seats and all options are played side by
side, the usual ones most. In some games guests may sit, who play by the game's strongest policy:
what they do well is seen then, though the network would not come upon it by itself.

Needs PyTorch (the extra ``train``), and CuPy for a GPU.
"""

import itertools
import random as lots
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from ludotheque.bots.strength import strongest
from ludotheque.core.batch import Afterstates, Batch
from ludotheque.core.brains import POINTS, Brain, traits_of
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Options
from ludotheque.core.openings import openings

_OTHERS = 24  # sets of options beside the usual ones
_USUAL = 0.8  # how many games are played with the usual ones
_MEASURED = 2048  # games of a look at how strong it is by now, at most
_TURNS = 16  # decisions of a chunk
_KEPT = 0.999  # of what is averaged over the lessons, at each of them
_WIDE = 64  # a GPU multiplies matrices of such widths fastest


@dataclass(frozen=True)
class Plan:
    """How long, on how many games, and with how large a network."""

    seconds: float
    games: int = 65_536  # at once, for two seats and for the usual number; of others a quarter
    first: int = 512  # units of the two layers
    second: int = 256
    lesson: int = 65_536  # positions learned at once
    rate: float = 1e-3
    trace: float = 0.8  # λ: how much later values weigh
    guests: float = 0.0  # part of the games in which the strongest policy has all seats but one
    seats: tuple[int, ...] = ()  # empty: all that the game knows
    seed: int = 1
    device: str = "cpu"


@dataclass(frozen=True)
class Columns:
    """What marks have a column for: the traits that were met so far, and all terms."""

    places: Tensor  # the column of each trait; those never met share one without a meaning
    rows: Tensor  # the row of weights that belongs to each column


Lesson = tuple[Tensor, Columns, Tensor]  # marks, and what they should have been worth


class Network(nn.Module):
    """The network of :mod:`ludotheque.core.brains`; its first layer has a row for each trait."""

    def __init__(self, game: Game, plan: Plan, outputs: int):
        super().__init__()
        self.traits, self.terms = len(game.senses), len(game.terms)
        active = game.traits.most(2)
        width = -(-(self.traits + 1 + self.terms) // _WIDE) * _WIDE
        rows = torch.randn(width, plan.first) / active**0.5
        rows[self.traits :] = 0
        self.rows = nn.Parameter(rows)
        self.bias = nn.Parameter(torch.zeros(plan.first))
        self.middle = nn.Linear(plan.first, plan.second)
        self.last = nn.Linear(plan.second, outputs)
        self.register_buffer("seen", torch.zeros(len(rows), dtype=torch.bool))

    def forward(self, marks: Tensor, columns: Columns) -> Tensor:
        """What each seat can expect, of rows of marks: a 1 for each trait and term that holds."""
        rows = self.rows.index_select(0, columns.rows)
        first = torch.relu(torch.addmm(self.bias, marks, rows))
        return self.last(torch.relu(self.middle(first)))

    def meet(self, traits: Tensor) -> None:
        """Have columns for these traits and terms from now on."""
        self.seen[traits.flatten().long()] = True
        self.seen[self.traits] = False  # it fills up the rows of lists

    def columns(self) -> Columns:
        """The columns as they are now."""
        met = self.seen[: self.traits].nonzero()[:, 0]
        places = met.new_full((self.traits + 1,), len(met))
        places[met] = torch.arange(len(met), device=met.device)
        count = len(met) + 1 + self.terms
        rows = met.new_full((-(-count // _WIDE) * _WIDE,), self.traits)
        rows[: len(met)] = met
        rows[len(met) + 1 : count] = torch.arange(self.terms, device=met.device) + self.traits + 1
        return Columns(places, rows)

    @torch.no_grad()
    def take(self, layers: Mapping[str, Any]) -> None:
        """Know what a brain knows; units that it lacks say nothing at first."""
        held = {name: torch.as_tensor(each) for name, each in layers.items()}
        first, second = len(held["bias"]), len(held["middle_bias"])
        if first > len(self.bias) or second > len(self.middle.bias):
            raise BadOption(f"a brain with {first} and {second} units takes at least as many")
        known = (*range(self.traits), *range(self.traits + 1, self.traits + 1 + self.terms))
        self.rows[list(known), :first] = held["rows"].to(self.rows)
        self.seen[list(known)] |= (held["rows"] != 0).any(1).to(self.seen)
        self.bias[:first] = held["bias"]
        self.middle.weight[:second] = 0
        self.middle.weight[:second, :first] = held["middle"].T.to(self.rows)
        self.middle.bias[:second] = held["middle_bias"]
        self.last.weight[:] = 0
        self.last.weight[:, :second] = held["last"].T.to(self.rows)
        self.last.bias[:] = held["last_bias"]

    def layers(self) -> dict[str, Any]:
        """The weights as a brain has them; what was never seen says nothing."""
        rows = self.rows.detach() * self.seen[:, None]
        terms = rows[self.traits + 1 : self.traits + 1 + self.terms]
        kept = torch.cat((rows[: self.traits], terms))
        found = {
            "rows": kept, "bias": self.bias,
            "middle": self.middle.weight.T, "middle_bias": self.middle.bias,
            "last": self.last.weight.T, "last_bias": self.last.bias,
        }  # fmt: skip
        return {name: _array(each) for name, each in found.items()}


class Quick:
    """A network as it is now, for playing: in half precision on a GPU."""

    def __init__(self, network: Network):
        kind = torch.float16 if network.rows.is_cuda else torch.float32
        self.columns = network.columns()
        with torch.no_grad():
            self.rows = network.rows[self.columns.rows].to(kind)
            self.bias = network.bias.to(kind)
            self.middle = network.middle.weight.T.contiguous().to(kind)
            self.middle_bias = network.middle.bias.to(kind)
            self.last, self.last_bias = network.last.weight.T, network.last.bias
        self.kind = kind

    def __call__(self, marks: Tensor) -> Tensor:
        """What each seat can expect."""
        first = torch.addmm(self.bias, marks, self.rows).relu_()
        second = torch.addmm(self.middle_bias, first, self.middle).relu_()
        return torch.addmm(self.last_bias, second.float(), self.last)


@dataclass
class Decision:
    """What is played in each game, and how it is valued."""

    actions: Any  # as the batch takes them
    traits: Tensor  # what the mover then sees
    seat: Tensor
    value: Tensor  # what each seat can expect; seats in their own order
    by_guest: Tensor  # whether a guest played it: it is worth less than the network thinks


class Seats:
    """Games for one number of seats, with all options, that go on chunk after chunk."""

    def __init__(self, game: Game, seats: int, plan: Plan, sets: Sequence[Options] = ()):
        self.game, self.seats = game, seats
        self.by_points = by_points(game)
        sets = sets or mixture(game, seats, lots.Random(plan.seed))
        options = game.chosen({"seats": seats})
        self.batch = Batch(
            game, plan.games, options=options, seed=plan.seed, traits=False, reckoned=True,
            device=plan.device,
        )  # fmt: skip
        starts = openings(game, options, [game.new(each) for each in sets])
        self.batch.reset(starts)
        hot = np.zeros((len(starts), len(game.terms)), np.float32)
        for k, each in enumerate(starts):
            hot[k, game.terms_of(each)] = 1
        self.terms = torch.as_tensor(hot, device=plan.device)
        rows = torch.arange(self.batch.n, device=plan.device)
        self.own = rows % seats  # the seat without a guest, where there are any
        self.with_guests = round(plan.guests * self.batch.n)  # the first games, so many
        self.has_guests = rows < self.with_guests
        self.ready: Decision | None = None

    def marks(self, traits: Tensor, opening: Tensor, columns: Columns, kind: torch.dtype) -> Tensor:
        """Lists of traits as rows of marks, the terms of each game's opening beside them."""
        size = (len(traits), len(columns.rows))
        marks = torch.zeros(size, dtype=kind, device=traits.device)
        marks.scatter_(1, columns.places[traits.long()], 1)
        own, terms = columns.places[-1], self.terms.shape[1]
        marks[:, own] = 0
        marks[:, own + 1 : own + 1 + terms] = self.terms.to(kind)[opening]
        return marks

    def opening(self) -> Tensor:
        """Which opening each game began at."""
        return tensor(self.batch.numbers) % len(self.terms)

    def decide(self, value: Quick) -> Decision:
        """Value every move of every game, and choose the best of each."""
        tried = self.batch.afterstates()
        games, seat = tensor(tried.games), tensor(self.batch.seat).long()
        every = tensor(tried.traits)
        listed = every[:, : int(tried.seen.max())]
        marks = self.marks(listed, self.opening()[games], value.columns, value.kind)
        shares = self.shared(value(marks))
        over = tensor(tried.is_over)
        if not self.by_points:
            order = seat[games][:, None] + torch.arange(self.seats, device=over.device)
            own = (tensor(tried.ranks).gather(1, order % self.seats) == 1).float()
            ended = own / own.sum(1, keepdim=True).clamp(min=1)
            shares = torch.where(over[:, None], ended, shares)
        top = self.best(shares[:, 0], games, tensor(tried.rows))
        by_guest = self.has_guests & (seat != self.own)
        if self.with_guests:
            top = torch.where(by_guest, self.chosen_by_guests(tried), top)
        chosen = shares[top]
        back = (torch.arange(self.seats, device=over.device) - seat[:, None]) % self.seats
        if not self.by_points:
            chosen = chosen.gather(1, back)
        return Decision(given(tried.actions, top), every[top], seat, chosen, by_guest)

    def best(self, values: Tensor, games: Tensor, rows: Tensor) -> Tensor:
        """The best row of each game."""
        tops = torch.full((self.batch.n,), -torch.inf, device=values.device)
        tops.scatter_reduce_(0, games, values, "amax")
        places = torch.arange(len(values), device=values.device)
        places = torch.where(values == tops[games], places, len(values))
        first = torch.full((self.batch.n,), len(values), device=values.device)
        first.scatter_reduce_(0, games, places, "amin")
        return torch.minimum(first, rows[1:] - 1)

    def chosen_by_guests(self, tried: Afterstates) -> Tensor:
        """The row of each game that its strongest policy would play."""
        chosen = tensor(self.batch.choose(strongest(self.game)))
        games = tensor(tried.games)
        is_chosen = tensor(tried.actions) == chosen[games]
        return self.best(is_chosen.float(), games, tensor(tried.rows))

    def shared(self, out: Tensor) -> Tensor:
        """What each seat can expect, the mover first."""
        return out[:, :1] if self.by_points else torch.softmax(out[:, : self.seats], 1)

    def results(self) -> Tensor:
        """What came of the games that were over last."""
        if self.by_points:
            return tensor(self.batch.scores).float() / POINTS
        won = (tensor(self.batch.ranks) == 1).float()
        return won / won.sum(1, keepdim=True).clamp(min=1)

    @torch.no_grad()
    def chunk(self, network: Network, plan: Plan) -> Iterator[Lesson]:
        """Play on for some decisions; lessons of what they should have been worth."""
        value = Quick(network)
        played, opening, ended, results = [self.ready or self.decide(value)], [], [], []
        for k in range(_TURNS):
            opening.append(self.opening())
            self.batch.step(played[k].actions)
            ended.append(tensor(self.batch.ended))
            results.append(self.results())
            played.append(self.decide(value))
        self.ready = played[_TURNS]
        target, is_sound = self.ready.value, torch.zeros_like(self.has_guests)
        kept, targets = [], []
        for k in reversed(range(_TURNS)):
            later = self.traced(played[k + 1], target, is_sound, plan.trace)
            target = torch.where(ended[k][:, None], results[k], later)
            is_sound = is_sound | ~played[k + 1].by_guest | ended[k]
            targets.append(target)
            kept.append(is_sound & ~played[k].by_guest)
        kept.reverse()
        targets.reverse()
        rows = torch.cat(kept).nonzero()[:, 0]
        traits = torch.cat([each.traits for each in played[:_TURNS]])[rows]
        network.meet(traits)
        yield from self.lessons(
            traits,
            torch.cat([each.seat for each in played[:_TURNS]])[rows],
            torch.cat(opening)[rows],
            torch.cat(targets)[rows],
            network.columns(),
            plan.lesson,
        )

    def traced(self, coming: Decision, target: Tensor, is_sound: Tensor, trace: float) -> Tensor:
        """What a decision is worth by the one that comes next, and by those after that.

        What a guest plays is left out; ``is_sound`` where ``target`` is more than a guess at that.
        """
        mixed = torch.where(
            is_sound[:, None], trace * target + (1 - trace) * coming.value, coming.value
        )
        return torch.where(coming.by_guest[:, None], target, mixed)

    def lessons(
        self, traits: Tensor, seat: Tensor, opening: Tensor, targets: Tensor, columns: Columns,
        size: int,
    ) -> Iterator[Lesson]:  # fmt: skip
        """What was played, shuffled and cut into lessons."""
        if not self.by_points:  # the mover first
            order = seat[:, None] + torch.arange(self.seats, device=seat.device)
            targets = targets.gather(1, order % self.seats)
        most = int((traits < self.batch.empty).sum(1).max())
        for part in torch.randperm(len(traits), device=seat.device).split(size):
            marks = self.marks(traits[part][:, :most], opening[part], columns, torch.float32)
            yield marks, columns, targets[part]


class Learner:
    """Teaches a network; what it has learned can be saved and taken up again."""

    def __init__(self, game: Game, plan: Plan):
        torch.manual_seed(plan.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.game, self.plan = game, plan
        outputs = 1 if by_points(game) else max(game.seat_counts)
        self.network = Network(game, plan, outputs).to(plan.device)
        self.average = averaged(self.network)
        self.tables = [
            Seats(game, seats, replace(plan, games=plan.games // _rarity(game, seats)))
            for seats in plan.seats or played(game)
        ]
        for table in self.tables:
            self.network.meet(table.terms.any(0).nonzero() + self.network.traits + 1)
        self.steps = torch.optim.Adam(
            self.network.parameters(), lr=plan.rate, fused=plan.device == "cuda"
        )
        self.seconds = 0.0
        self.decisions = 0
        self.before = (0, 0)  # seconds and decisions of the brain that it began with

    def take(self, brain: Brain) -> None:
        """Begin with what a brain knows already."""
        self.network.take(brain.layers)
        self.average = averaged(self.network)
        self.before = (brain.card["seconds"], brain.card["decisions"])

    def learn(self) -> Iterator[float]:
        """Play and learn until the time is over; yields the mean loss of each round."""
        while self.seconds < self.plan.seconds:
            begun = time.monotonic()
            part = self.seconds / self.plan.seconds
            for group in self.steps.param_groups:
                group["lr"] = self.plan.rate * max(0.01, 1 - part)
            losses = [
                self.lesson(table, *each)
                for table in self.tables
                for each in table.chunk(self.network, self.plan)
            ]
            loss = float(torch.stack(losses).mean())
            self.seconds += time.monotonic() - begun
            self.decisions += sum(_TURNS * table.batch.n for table in self.tables)
            yield loss

    def lesson(self, table: Seats, marks: Tensor, columns: Columns, targets: Tensor) -> Tensor:
        """One step of the network towards what its values should have been."""
        out = self.network(marks, columns)
        if table.by_points:
            loss = torch.nn.functional.smooth_l1_loss(out, targets, beta=0.05)
        else:
            told = torch.log_softmax(out[:, : table.seats], 1)
            loss = -(targets * told).sum(1).mean()
        self.steps.zero_grad(set_to_none=True)
        loss.backward()
        self.steps.step()
        self.average.update_parameters(self.network)
        return loss.detach()

    @torch.no_grad()
    def measured(self, seats: int | None = None) -> float:
        """How it does by now among the strongest policy: its share of the win, or its points.

        With as few seats as can be, if none are named. It sits in each in turn; of each row the
        first game counts.
        """
        fewest = min(self.plan.seats or played(self.game))
        table, value = self._yardstick(seats or fewest), Quick(self.average.module)
        batch = table.batch
        policy = strongest(self.game)
        own = torch.arange(batch.n, device=self.plan.device) % table.seats
        total = torch.zeros(batch.n, device=self.plan.device)
        running = torch.ones(batch.n, dtype=torch.bool, device=self.plan.device)
        batch.reset(batch.opening)
        while bool(running.any()):
            decision, actions = table.decide(value), batch.choose(policy)
            mine = array_of(decision.seat == own)
            actions[mine] = decision.actions[mine]
            batch.step(actions)
            ended = tensor(batch.ended) & running
            won = table.results().gather(1, own[:, None])[:, 0]
            total = torch.where(ended, won, total)
            running &= ~ended
        return float(total.mean()) * (POINTS if table.by_points else 1)

    @cache  # noqa: B019 (a learner lasts as long as its program)
    def _yardstick(self, seats: int) -> Seats:
        usual = {**self.game.boxes[0].options, "seats": seats}
        games, seed = min(self.plan.games, _MEASURED), self.plan.seed + 1
        plan = replace(self.plan, games=games, seed=seed, guests=0.0)
        return Seats(self.game, seats, plan, [usual])

    def brain(self, card: dict[str, Any] | None = None) -> Brain:
        """What it has learned so far."""
        own = {
            "game": self.game.id,
            "edition": self.game.edition,
            "traits": traits_of(self.game),
            "by_points": by_points(self.game),
            "seconds": self.before[0] + round(self.seconds),
            "decisions": self.before[1] + self.decisions,
            "plan": asdict(self.plan),
        }
        return Brain(self.game, self.average.module.layers(), {**own, **(card or {})})

    def save(self, file: Path) -> None:
        """Keep everything that it takes to go on."""
        held = {
            "network": self.network.state_dict(), "average": self.average.state_dict(),
            "steps": self.steps.state_dict(),
            "seconds": self.seconds, "decisions": self.decisions, "before": self.before,
        }  # fmt: skip
        torch.save(held, file)

    def load(self, file: Path) -> None:
        """Go on from what was kept; games begin anew."""
        held = torch.load(file, map_location=self.plan.device, weights_only=True)
        if held["network"]["rows"].shape != self.network.rows.shape:
            raise BadOption(f"{file}: was begun with another game, or other units")
        self.network.load_state_dict(held["network"])
        self.average = averaged(self.network)
        if "average" in held:  # files of earlier versions have none
            self.average.load_state_dict(held["average"])
        self.steps.load_state_dict(held["steps"])
        self.seconds, self.decisions = held["seconds"], held["decisions"]
        self.before = held["before"]


def averaged(network: Network) -> AveragedModel:
    """What a network was on average of late: it plays better than what it is at any moment."""
    return AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(_KEPT))


def by_points(game: Game) -> bool:
    """Whether points are what counts: where one can play alone, nobody else is to be beaten."""
    return 1 in game.seat_counts


def played(game: Game) -> tuple[int, ...]:
    """The numbers of seats that are learned: for points alone it is enough to play alone."""
    return (1,) if by_points(game) else game.seat_counts


def _rarity(game: Game, seats: int) -> int:
    """How many times as often two play, or as many as usual."""
    return 1 if seats in (1, 2, game.chosen()["seats"]) else 4


def mixture(game: Game, seats: int, lot: lots.Random) -> list[Options]:
    """The options that games begin with, in turn: the usual ones most."""
    usual = [{**box.options, "seats": seats} for box in game.boxes]
    choices = [
        (each.name, each.values) for each in game.options if each.values and each.name != "seats"
    ]
    every = [
        {"seats": seats, **dict(zip((name for name, _ in choices), values, strict=True))}
        for values in itertools.product(*(values for _, values in choices))
    ]
    lot.shuffle(every)
    others = [each for each in every if _agrees(game, each)][:_OTHERS]
    count = round(_USUAL / (1 - _USUAL) * len(others) / len(usual)) if others else 1
    return [*others, *(each for each in usual for _ in range(max(1, count)))]


def _agrees(game: Game, options: Options) -> bool:
    try:
        game.chosen(options)
    except BadOption:
        return False
    return True


def tensor(array: Any) -> Tensor:
    """An array of a batch as PyTorch's, the same memory; traits as whole numbers with a sign."""
    if array.dtype == np.uint16:
        array = array.view(np.int16)
    return torch.as_tensor(array)


def given(actions: Any, rows: Tensor) -> Any:
    """Some of the actions, as a batch takes them."""
    return actions[array_of(rows)].astype(np.int32)


def array_of(each: Tensor) -> Any:
    """A tensor as a batch's arrays are: NumPy's, or CuPy's on a GPU."""
    if not each.is_cuda:
        return each.numpy()
    import cupy

    return cupy.asarray(each)


def _array(each: Tensor) -> Any:
    return each.detach().float().cpu().contiguous().numpy()
