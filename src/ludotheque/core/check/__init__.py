"""The contract, checked: one public function for every game, ours and other people's.

Whatever a test of this package demands of a game is demanded here too, in one sentence a
finding, so that nobody has to run our tests to know whether a game is whole.
"""

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from ludotheque.core import gpu
from ludotheque.core.check import learning, machine, papers, parts, play, sight
from ludotheque.core.errors import BrokenPromise, LudothequeError
from ludotheque.core.game import Game

__all__ = ["check_game", "findings"]

Check = Callable[[], None]


def check_game(game: Game, *, seed: int = 0) -> None:
    """Play a game in all its options and raise :class:`BrokenPromise` where it breaks its word.

    The error names every promise that was found broken, a line each. Checked are the parts:
    kernels, record, options, notation, words, drawing, policies, rules pages in every
    language, rule numbers that are proved and cited, golden playthroughs, boxes, lids and
    cards, guides, coaches, lessons, illustrations; in whole matches with every option: a
    seat that waits has a move and is told what to do, chance has weights, moves and
    outcomes are told apart in writing, a replay and a position read back give the same
    bytes, what a seat may not see is concealed, no game is longer than its rules say, ranks
    and scores make sense, pictures are well-formed and stay on their canvas, pieces keep
    their ids and their order, choices are the moves, sentences exist in every language;
    matches that people leave or agree to stop; that states which look alike to a seat go on
    alike; and that interpreted, compiled and batch runs agree to the byte for every policy,
    stay within their arrays and, where numba-cuda is installed, compile for CUDA.
    """
    found = list(findings(game, seed=seed))
    if found:
        raise BrokenPromise("\n".join(found))


def findings(game: Game, *, seed: int = 0) -> Iterator[str]:
    """What a game does not keep of the contract, one sentence each; nothing where all is well."""
    basic = list(_broken(_basics(game)))
    yield from basic
    if basic:
        return  # without its parts a game cannot be played
    is_endless = False
    for finding in _broken(_play(game, seed)):
        is_endless |= finding.startswith(play.ENDLESS)
        yield finding
    if not is_endless:
        yield from _broken(_machine(game, seed))


def _basics(game: Game) -> Iterator[Check]:
    yield partial(parts.check_identity, game)
    yield partial(parts.check_kernels, game)
    yield partial(parts.check_record, game)
    yield partial(parts.check_modules, game)
    yield partial(parts.check_options, game)
    yield partial(sight.check_names, game)


def _play(game: Game, seed: int) -> Iterator[Check]:
    yield partial(papers.check_rules_pages, game)
    yield partial(papers.check_sentences, game)
    yield partial(papers.check_boxes, game)
    yield partial(papers.check_cards, game)
    yield partial(papers.check_illustrations, game)
    yield partial(papers.check_guides, game)
    yield partial(papers.check_coaches, game)
    yield partial(learning.check_lessons, game)
    for number, options in enumerate(play.option_sets(game)):
        for check in (play.check_match, play.check_departures, play.check_agreement):
            yield partial(check, game, options, np.random.default_rng([seed, number]))
    yield partial(papers.check_scenarios, game)


def _machine(game: Game, seed: int) -> Iterator[Check]:
    yield partial(papers.check_playthroughs, game)
    for number, options in enumerate(play.option_sets(game, ends=True)):
        chooser = np.random.default_rng([seed, number])
        yield partial(sight.check_alike, game, options, chooser)
    for policy in game.all_policies:
        yield partial(machine.check_policy, game, policy, seed)
        if gpu.is_available():
            yield partial(machine.check_cuda, game, policy)
    yield partial(machine.check_bounds, game)


def _broken(checks: Iterator[Check]) -> Iterator[str]:
    """A sentence for each promise that is broken, a mistake in the game's code included."""
    told: set[str] = set()  # the same with every option is one finding
    for check in checks:
        finding = _finding(check)
        if finding and finding.partition(":")[0] not in told:
            told.add(finding.partition(":")[0])
            yield finding


def _finding(check: Check) -> str:
    """The sentence of a check that fails; empty where it does not."""
    try:
        check()
    except LudothequeError as error:
        return str(error)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(at.filename).name}, line {at.lineno}"
        return f"{type(error).__name__} in {where} ({at.name}): {error}"
    return ""
