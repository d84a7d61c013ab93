"""``ludotheque play``: a game in the terminal, against bots or together at one keyboard."""

import json
import os
import secrets
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.panel import Panel
from rich.prompt import Prompt

from ludotheque.cli.app import GameId, Settings, app, taken
from ludotheque.core import chance
from ludotheque.core.errors import BadOption
from ludotheque.core.match import Match
from ludotheque.core.texts import LANGUAGES, in_points, translator

QUIT = "q"


@app.command()
def play(
    game_id: GameId,
    people: Annotated[
        int, typer.Option(min=0, help="Seats played at this keyboard; bots take the others.")
    ] = 1,
    bots: Annotated[
        str | None, typer.Option(help="The bots' policy; left out: the game's strongest.")
    ] = None,
    seats: Annotated[int | None, typer.Option(min=1, help="How many seats.")] = None,
    language: Annotated[
        str | None, typer.Option(help="fr, en or es; left out: the terminal's.")
    ] = None,
    option: Settings = None,
) -> None:
    """Play in the terminal: you against bots, or several people at one keyboard."""
    shelf_game, options = taken(game_id, option, seats=seats)
    match = Match(shelf_game, options)
    if people > match.seats:
        raise BadOption(f"--people: the game has {match.seats} seats, not {people}")
    policy = bots or list(shelf_game.all_policies)[-1]
    shelf_game.policy(policy)  # a wrong name is an error before the game begins
    Sitting(match, people, policy, _language(language)).run()


def _language(wanted: str | None) -> str:
    if wanted is None:
        wanted = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
        return wanted[:2] if wanted[:2] in LANGUAGES else LANGUAGES[0]
    if wanted not in LANGUAGES:
        raise BadOption(f"--language: {', '.join(LANGUAGES)} are possible, not {wanted!r}")
    return wanted


class Sitting:
    """One game at this terminal: the first seats are people, bots hold the others."""

    def __init__(self, match: Match, people: int, policy: str, language: str):
        self.match = match
        self.people = people
        self.policy = policy
        self.language = language
        self._ = translator(Path(__file__).parent / "locale", language)
        self.console = Console(highlight=False)
        self.random = chance.new()
        with np.errstate(over="ignore"):
            chance.start(self.random, secrets.randbits(62), 0, chance.CHOICES)

    def run(self) -> None:
        """Play to the end, or until somebody stops."""
        _ = self._
        try:
            while not self.match.is_over:
                self._step()
        except (EOFError, KeyboardInterrupt, _Stopped):
            self.console.print("\n" + _("Partie arrêtée."))
            return
        self._show()
        for seat, (rank, score) in enumerate(zip(self.match.ranks, self.match.scores, strict=True)):
            line = _("{rank}. {name} : {points}")
            self.console.print(
                line.format(rank=rank, name=self._name(seat), points=in_points(score, _))
            )

    def _step(self) -> None:
        match = self.match
        if not match.waiting:
            self._chance()
        elif match.waiting[0] < self.people:
            self._person(match.waiting[0])
        else:
            self._bot(match.waiting[0])
        for sentence in match.tell(match.steps[-1], self.language, self._names()):
            self.console.print(f"  {sentence}", markup=False)

    def _chance(self) -> None:
        outcomes = self.match.chance()
        drawn = secrets.randbelow(sum(outcomes.values()))
        for text, weight in outcomes.items():
            if drawn < weight:
                self.match.do(text)
                return
            drawn -= weight

    def _bot(self, seat: int) -> None:
        moves = np.array(list(self.match.moves(seat).values()), np.uint16)
        choose = self.match.game.policy(self.policy)
        with np.errstate(over="ignore"):
            action = choose(self.match.state, seat, moves, len(moves), self.random)
        self.match.act(seat, int(action))

    def _person(self, seat: int) -> None:
        _ = self._
        self._show()
        moves = list(self.match.moves(seat).items())
        translate = self.match.game.translate(self.language)
        for number, (text, action) in enumerate(moves, 1):
            label = self.match.game.words.label(self.match.state, seat, action, translate)
            self.console.print(f"  {number}. {label}  ({text})", markup=False)
        question = _("{name}, à vous ({quit} pour arrêter)")
        answers = {str(number): action for number, (_text, action) in enumerate(moves, 1)}
        answers |= dict(moves)
        answer = Prompt.ask(
            question.format(name=self._name(seat), quit=QUIT),
            choices=[*answers, QUIT],
            default="1",
            show_choices=False,
            console=self.console,
        )
        if answer == QUIT:
            raise _Stopped
        self.match.act(seat, answers[answer])

    def _show(self) -> None:
        board = getattr(self.match.game.notation, "board", None)
        state = self.match.state
        text = board(state) if board else json.dumps(self.match.position(), ensure_ascii=False)
        self.console.print(Panel.fit(text, title=self.match.game.box(self.match.options).title))

    def _names(self) -> dict[int, str]:
        return {seat: self._name(seat) for seat in range(self.match.seats)}

    def _name(self, seat: int) -> str:
        """The game's own name for a seat (a colour, a number), with a mark for bots."""
        translate = self.match.game.translate(self.language)
        name: str = self.match.game.words.seat_name(self.match.state, seat, {}, translate)
        return name if seat < self.people else self._("{name} (robot)").format(name=name)


class _Stopped(Exception):
    """Somebody asked to stop."""
