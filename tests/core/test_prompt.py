"""What the banner asks: every sentence there is, in a position where it is right."""

import inspect
import tomllib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from babel.messages.extract import extract_from_file

from ludotheque.core.discovery import games
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.scenario import run_scenarios

GAMES = [each for each in games().values() if hasattr(each.words, "prompt")]


def positions(game: Game) -> list[Match]:
    """Those of the scenarios that say what is asked."""
    found = []
    for file in sorted((game.folder / "scenarios").glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            if "prompt" in case:
                options = case.get("options", {})
                start = game.read(case["start"], options) if "start" in case else None
                match = Match(game, options, start)
                match.do(*case.get("play", []))
                found.append(match)
    return found


def asked(match: Match, translate: Callable[[str], str] = str) -> Any:
    """What a match asks, through a translator of one's own."""
    seat = next(iter(match.waiting), match.game.engine.look(match.board).roller)
    actions = list(match.moves(seat).values())
    return match.game.words.prompt(match.state, seat, actions, translate)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_sentence_is_proved_by_a_scenario(game: Game) -> None:
    said: set[str] = set()
    for match in positions(game):
        asked(match, lambda text: said.add(text) or text)  # type: ignore[func-returns-value]
    source = inspect.getsourcefile(game.words.prompt)
    written = {text for _, text, _, _ in extract_from_file("python", source)}
    assert written - said == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_sentences_fit_the_banner(game: Game) -> None:
    for match in positions(game):
        for language in ("fr", "en", "es"):
            prompt = match.prompt(language=language)
            assert prompt is not None
            assert len(prompt.text) <= 90


def test_a_game_need_not_ask() -> None:
    ludo = games()["ludo"]
    silent = SimpleNamespace(words=SimpleNamespace(), translate=ludo.translate)
    assert Game.prompt(silent, ludo.new(), None, (), "fr") is None  # type: ignore[arg-type]


def test_a_scenario_tells_what_differs(tmp_path: Any) -> None:
    file = tmp_path / "wrong.toml"
    case = 'game = "ludo"\n[[case]]\nrule = "LC-4"\ntitle = "…"\nstart = { turn = 1 }\n'
    file.write_text(f'{case}prompt = "Lancez."\n', encoding="utf-8")
    [result] = run_scenarios(file)
    [difference] = result.differences
    assert difference == (
        "prompt: is 'Il vous faut un 6 pour sortir : lancez le dé.', not 'Lancez.'"
    )
