"""The contract, checked: one public function for every game, ours and other people's."""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ludotheque.core import gpu
from ludotheque.core.compile import bind, interpreted
from ludotheque.core.contract import NAMES, State
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import BrokenPromise, LudothequeError
from ludotheque.core.game import Box, Game
from ludotheque.core.illustrations import illustrations
from ludotheque.core.match import Match
from ludotheque.core.simulate import Simulation, play_many, simulate
from ludotheque.core.texts import LANGUAGES, missing

_STRIDE = 17  # plies between two looks at what is slow to check: drawings, positions
_COMPILED_GAMES = 3


def check_game(game: Game, *, seed: int = 0) -> None:
    """Play a game in all its options and raise :class:`BrokenPromise` where it breaks its word.

    Checked: every kernel is there; a seat that waits has a move and chance has weights;
    moves and outcomes are told apart in writing; a replay and a position read back give
    the same bytes; what a seat may not see is concealed; ranks and scores make sense; each
    drawing is well-formed; every sentence exists in every language; interpreted, compiled
    and batch runs agree to the byte, for every policy; all of it compiles for CUDA, where
    numba-cuda is installed.
    """
    _check_parts(game)
    for number, options in enumerate(option_sets(game)):
        _check_match(game, options, np.random.default_rng([seed, number]))
    _check_illustrations(game)
    for policy in game.all_policies:
        _check_policy(game, policy, seed)
        if gpu.is_available():
            _check_cuda(game, policy)


def option_sets(game: Game) -> Iterator[dict[str, Any]]:
    """The defaults, then each other value of each option in turn, where they go together."""
    yield {}
    for option in game.options:
        for value in option.values:
            try:
                if value != option.default:
                    game.chosen({option.name: value})
                    yield {option.name: value}
            except LudothequeError:
                continue  # it needs another option beside it


def _require(kept: bool, promise: str, where: object) -> None:
    if not kept:
        raise BrokenPromise(f"{promise}: {where}")


def _check_parts(game: Game) -> None:
    for name in NAMES:
        _require(callable(getattr(game.rules, name, None)), "rules lack a kernel", name)
    for name in ("position", "read_position", "move", "chance"):
        _require(callable(getattr(game.notation, name, None)), "notation lacks", name)
    for name in ("tell", "label", "seat_name"):
        _require(callable(getattr(game.words, name, None)), "words lack", name)
    _require((game.folder / "RULES.md").is_file(), "there is no rules page", game.folder)
    spoken = [game.summary, *(option.label for option in game.options)]
    spoken += [text for box in game.boxed for text in (box.title, box.summary)]
    lacking = missing(game.folder, *spoken)
    _require(not lacking, "sentences are missing", "; ".join(lacking))
    for box in game.boxes:
        _check_box(game, box)


def _check_box(game: Game, box: Box) -> None:
    """Its options are the game's, games with them are known as this box's, its lid is drawn."""
    _require(game.box(box.options) is box, "another box settles the same options", box.id)
    _check_drawing(game.draw(game.lid(box)), f"the lid of {box.id}")


def _check_illustrations(game: Game) -> None:
    """They can be reached, are drawn, and have their captions in every language."""
    pictures = illustrations(game)
    lacking = missing(game.folder, *(each.caption for each in pictures))
    _require(not lacking, "sentences are missing", "; ".join(lacking))
    for each in pictures:
        _check_drawing(each.draw(LANGUAGES[-1]), each.caption)


def _check_match(game: Game, options: dict[str, Any], chooser: np.random.Generator) -> None:
    match = Match(game, options)
    while not match.is_over:
        where = f"{options or 'defaults'} after {len(match.steps)} steps"
        if len(match.steps) % _STRIDE == 0:
            _check_state(game, match, where)
        if match.waiting:
            _check_choice(match, where)
            seat = int(chooser.choice(match.waiting))
            step = match.act(seat, int(chooser.choice(list(match.moves(seat).values()))))
        else:
            chances = match.chance()
            _require(bool(chances), "nobody waits and nothing can happen", where)
            _check_roller(match, where)
            weights = np.array(list(chances.values()), float)
            match.do(str(chooser.choice(list(chances), p=weights / weights.sum())))
            step = match.steps[-1]
        for language in LANGUAGES:
            _require(bool(match.tell(step, language)), "a step is not told", f"{step.text} {where}")
    _check_state(game, match, f"{options or 'defaults'} at the end")
    _check_replay(match)


def _check_roller(match: Match, where: str) -> None:
    """The kernel, where there is one, names whose turn the position says it is."""
    roller = getattr(match.game.rules, "roller", None)
    if roller is not None:
        named = match.position().get("turn", 0) - 1
        _require(int(roller(match.state)) == named, "roller is not whose turn it is", where)


def _check_choice(match: Match, where: str) -> None:
    game, state = match.game, match.state
    moves = np.zeros(game.rules.ACTIONS, np.uint16)
    for seat in match.waiting:
        count = int(game.plain.legal(state, seat, moves))
        actions = moves[:count].tolist()
        _require(count > 0, "a seat waits and has no move", where)
        _require(actions == sorted(set(actions)), "legal actions do not rise", where)
        _require(actions[-1] < game.rules.ACTIONS, "an action lies beyond ACTIONS", where)
        _require(len(match.moves(seat)) == count, "two moves read the same", where)
    if len(match.waiting) > 1:
        _check_concealed(match, where)


def _check_concealed(match: Match, where: str) -> None:
    """A seat that waits does not see what another waiting seat does meanwhile."""
    one, other = match.waiting[:2]
    before = seen(match.game, match.state, one)
    trial = Match(match.game, match.options, match.state)
    trial.act(other, next(iter(trial.moves(other).values())))
    if one in trial.waiting:
        after = seen(match.game, trial.state, one)
        _require(before.tobytes() == after.tobytes(), "a seat sees another's hidden move", where)


def seen(game: Game, state: State, seat: int) -> State:
    """A copy of the state with only what the seat may see (−1: an onlooker)."""
    view = state.copy()
    game.plain.conceal(view, seat)
    return view


def _check_state(game: Game, match: Match, where: str) -> None:
    ranks = match.ranks
    _require(min(ranks) == 1 and max(ranks) <= match.seats, "ranks do not run from 1", where)
    out = np.full(game.rules.OBSERVED, -(2**31), np.int32)
    game.plain.observe(match.state, 0, out)
    _require(bool((out > -(2**31)).all()), "observe leaves numbers unwritten", where)
    again = game.read(match.position(), match.options)
    _require(again.tobytes() == match.state.tobytes(), "a position read back differs", where)
    for seat in (None, *range(match.seats)):
        moves = {} if seat is None else match.moves(seat)
        scene = Scene(seat, {action: text for text, action in moves.items()})
        _check_drawing(game.draw(match.state, scene), where)
        for action in moves.values():
            for language in LANGUAGES:
                label = game.words.label(match.state, seat, action, game.translate(language))
                _require(bool(label), "a move has no label", where)


def _check_drawing(svg: str, where: str) -> None:
    try:
        ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise BrokenPromise(f"a drawing is not well-formed: {where}: {error}") from None


def _check_replay(match: Match) -> None:
    again = Match(match.game, match.options)
    for step in match.steps:
        seat = "" if step.kind != "move" or step.seat is None else f"{step.seat + 1}: "
        again.do(seat + step.text)
    same = again.state.tobytes() == match.state.tobytes()
    _require(same, "a replay in writing gives other bytes", match.options)


def _check_policy(game: Game, policy: str, seed: int) -> None:
    with interpreted():
        plain = simulate(game, _COMPILED_GAMES, policies=policy, seed=seed, records=True)
    with interpreted(False):
        fast = simulate(game, _COMPILED_GAMES, policies=policy, seed=seed, records=True, threads=1)
        batch = simulate(game, _COMPILED_GAMES, policies=policy, seed=seed, records=True, chunk=1)
    same = _bytes(plain) == _bytes(fast) == _bytes(batch)
    _require(same, "interpreted, compiled and batch runs differ", policy)
    replayed = _bytes(plain).startswith(plain.replay(0).state.tobytes())
    _require(replayed, "a simulated game replays to other bytes", policy)


def _bytes(run: Simulation) -> bytes:
    assert run.records is not None
    return run.records.tobytes()


def _check_cuda(game: Game, policy: str) -> None:
    from numba import from_dtype, types

    run = bind(play_many, {**game.kernels, "choose": game.policy(policy)}, game.id)
    words, table = types.Array(types.uint64, 1, "C"), types.Array(types.int32, 2, "C")
    states, moves = types.Array(from_dtype(game.dtype), 1, "C"), types.Array(types.uint16, 1, "C")
    whole = types.int64
    try:
        gpu.ptx(run, states, whole, whole, words, words, moves, table, table, table)
    except Exception as error:
        raise BrokenPromise(f"a kernel does not compile for CUDA: {policy}: {error}") from None
