"""Golden playthroughs: one whole game as readable text, to be compared word for word."""

import json
from urllib.parse import quote, unquote

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Options
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate


def playthrough(shelf_game: Game, options: Options, policy: str, seed: int) -> str:
    """One game played by a policy: every step with the position, the choice and the score."""
    given = " ".join(f"{name}={quote(str(value))}" for name, value in options.items())
    lines = [f"# {shelf_game.id} {given} policy={policy} seed={seed}", ""]
    played = simulate(shelf_game, 1, options=options, policies=policy, seed=seed).replay(0)
    match = Match(shelf_game, options)
    for number, step in enumerate(played.steps, 1):
        lines.append(f"{number:4}  {json.dumps(match.position())}")
        if step.kind == "move":
            assert step.seat is not None
            lines.append(
                f"      {step.seat + 1}: {', '.join(match.legal(step.seat))} → {step.text}"
            )
            match.act(step.seat, step.code)
        else:
            lines.append(f"      → {step.text}")
            match.happen(step.code)
        lines.append(f"      {' '.join(match.tell(step))} {list(match.scores)}")
    lines += ["", f"end   {json.dumps(match.position())}", f"      ranks {list(match.ranks)}"]
    return "\n".join(lines) + "\n"


def replayed(text: str) -> str:
    """The playthrough that a golden file's first line asks for, played anew."""
    mark, name, *settings = text.splitlines()[0].split()
    if mark != "#":
        raise BadOption("a playthrough begins with a line `# game option=value … policy=… seed=…`")
    values = dict(unquote(setting).split("=", 1) for setting in settings)
    policy, seed = values.pop("policy"), int(values.pop("seed"))
    shelf_game = game(name)
    known = {option.name: option for option in shelf_game.options}
    options = {key: known[key].read(value) for key, value in values.items()}
    return playthrough(shelf_game, options, policy, seed)
