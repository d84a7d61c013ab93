"""Whole matches with every option: to their end, left by people, stopped by agreement."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ludotheque.core.check.film import check_film
from ludotheque.core.check.pictures import check_picture
from ludotheque.core.check.promise import require
from ludotheque.core.check.sight import check_traits
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import LudothequeError
from ludotheque.core.figures import figures
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.texts import BRIEF, LANGUAGES

_STRIDE = 17  # plies between two looks at what is slow to check: drawings, positions
_STOPS = 6  # matches that somebody leaves, or that all agree to stop
_EARLY = 40  # plies within which that happens
ENDLESS = "a game played at random does not end"
_ODD_NAME = '<b>&"odd'  # what nobody should be called, and somebody will be

Chooser = np.random.Generator
Options = dict[str, Any]


def option_sets(game: Game, *, ends: bool = False) -> Iterator[Options]:
    """The defaults, then each other value of each option in turn, where they go together.

    With ``ends`` only the first and the last value of each.
    """
    yield {}
    for option in game.options:
        for value in option.values[:: max(1, len(option.values) - 1) if ends else 1]:
            try:
                if value != option.default:
                    game.chosen({option.name: value})
                    yield {option.name: value}
            except LudothequeError:
                continue  # it needs another option beside it


def check_match(game: Game, options: Options, chooser: Chooser) -> None:
    """One match to its end, looked at on the way."""
    match = Match(game, options)
    while not match.is_over:
        where = _where(match)
        is_long = len(match.steps) >= game.rules.LONGEST
        require(not is_long, ENDLESS, f"LONGEST is {game.rules.LONGEST}, {where}")
        if len(match.steps) % _STRIDE == 0:
            _check_state(match, where)
            _check_reasons(match, where)
        if match.waiting:
            _check_choice(match, where)
        else:
            _check_chance(match, where)
        _check_prompts(match, where)
        _go_on(match, chooser)
        _check_told(match)
    _check_state(match, f"{_named(options)} at the end")
    check_film(match, _named(options))
    _check_figures(match, _named(options), LANGUAGES)
    same = game.terms_of(match.opening) == game.terms_of(match.state)
    require(same, "what should never change in a game has changed", _named(options))
    _check_replay(match)


def _check_figures(match: Match, where: str, languages: Sequence[str]) -> None:
    """A game that is over has its figures, each with what it counts."""
    for language in languages:
        found = figures(match, {0: _ODD_NAME}, language)
        told = all(type(text) is str for figure in found for text in figure)
        require(told, "a figure is not told in words", where)
        named = {figure.label for figure in found if figure.label and figure.value}
        require(len(named) == len(found), "two figures count the same, or nothing", where)


def check_departures(game: Game, options: Options, chooser: Chooser) -> None:
    """Matches that people leave one after the other, from the very beginning or later."""
    for number in range(_STOPS):
        match = Match(game, options)
        _play(match, chooser, 0 if number == 0 else int(chooser.integers(_EARLY)))
        while not match.is_over:
            staying = [seat for seat in range(match.seats) if not _has_left(match, seat)]
            leaver = int(chooser.choice(staying))
            match.do(f"leave {leaver + 1}")
            _check_told(match)
            _check_departed(match, leaver, len(staying) - 1)
            _play(match, chooser, int(chooser.integers(_EARLY)))
        check_film(match, f"{_named(options)}, with departures")
        _check_figures(match, f"{_named(options)}, with departures", [_in_turn(number)])
        _check_replay(match)


def _check_departed(match: Match, leaver: int, staying: int) -> None:
    where = f"seat {leaver + 1} leaves, {_where(match)}"
    require(_has_left(match, leaver), "has_left does not know that a seat left", where)
    require(staying > 1 or match.is_over, "a game goes on with one seat or none", where)
    if staying:
        require(match.ranks[leaver] > 1, "a seat that left ranks first", where)
    _check_state(match, where, (None, leaver))


def check_agreement(game: Game, options: Options, chooser: Chooser) -> None:
    """Matches that all agree to stop: over, shared by those who stayed, and still readable."""
    for number in range(_STOPS):
        match = Match(game, options)
        _play(match, chooser, 0 if number == 0 else int(chooser.integers(_EARLY)))
        if match.is_over:
            continue
        match.do("draw")
        where, look = _where(match), game.engine.look(match.board)
        require(look.is_over and not look.waiting, "a draw does not end the game", where)
        require(set(match.ranks) == {1}, "a draw is not shared by all", where)
        _check_told(match)
        _check_state(match, where, (None, 0))


def _play(match: Match, chooser: Chooser, plies: int) -> None:
    """Go on at random for that many plies, or to the end; nothing waits for a seat that left."""
    for _ in range(plies):
        if match.is_over:
            return
        if not match.waiting:
            require(bool(match.chance()), "nobody waits and nothing can happen", _where(match))
        roller = match.game.engine.look(match.board).roller
        for seat in match.waiting or ([] if roller is None else [roller]):
            require(
                not _has_left(match, seat), "the game waits for a seat that left", _where(match)
            )
        _go_on(match, chooser)


def _go_on(match: Match, chooser: Chooser) -> None:
    """Let something happen at random."""
    if match.waiting:
        seat = int(chooser.choice(match.waiting))
        match.act(seat, int(chooser.choice(list(match.moves(seat).values()))))
        return
    chances = match.chance()
    weights = np.array(list(chances.values()), float)
    match.do(str(chooser.choice(list(chances), p=weights / weights.sum())))


def _in_turn(number: int) -> str:
    """One language after the other, where all of them each time would take long."""
    return LANGUAGES[number % len(LANGUAGES)]


def _has_left(match: Match, seat: int) -> bool:
    return match.game.engine.has_left(match.board, seat)


def _named(options: Options) -> str:
    return ", ".join(f"{name} = {value}" for name, value in options.items()) or "defaults"


def _where(match: Match) -> str:
    given = {option.name: option.default for option in match.game.options}
    changed = {name: value for name, value in match.options.items() if given[name] != value}
    return f"{_named(changed)}, after {len(match.steps)} steps"


def _check_told(match: Match) -> None:
    step = match.steps[-1]
    for language in LANGUAGES:
        told = match.tell(step, language)
        require(bool(told) and all(told), "a step is not told", f"{step.text}, {_where(match)}")
        caption = match.game.caption(step, {}, language)
        is_short = len(caption) <= BRIEF
        require(is_short, "a caption is too long for the board", f"{caption!r}, {_where(match)}")


def _check_chance(match: Match, where: str) -> None:
    """Something can happen, each outcome reads differently, and the roller has the turn."""
    weights = match.game.engine.weights(match.board)
    require(any(weights) and min(weights) >= 0, "nobody waits and nothing can happen", where)
    _check_draw(match, weights, where)
    within = len(weights) <= match.game.rules.OUTCOMES
    require(within, "chance has more outcomes than OUTCOMES", where)
    possible = sum(weight > 0 for weight in weights)
    require(len(match.chance()) == possible, "two outcomes read the same", where)
    named = match.position().get("turn", 0) - 1
    roller = match.game.engine.look(match.board).roller
    require((-1 if roller is None else roller) == named, "roller is not whose turn it is", where)


def _check_draw(match: Match, weights: Sequence[int], where: str) -> None:
    """A draw of the game's own has every outcome fall as often as its weight says."""
    kernels, state = match.game.kernels, match.state
    wanted = [outcome for outcome, weight in enumerate(weights) for _ in range(weight)]
    same = kernels["total_weight"](state) == len(wanted)
    require(same, "total_weight is not the sum of the weights", where)
    drawn = [kernels["outcome_at"](state, place) for place in range(len(wanted))]
    require(drawn == wanted, "outcome_at does not go by the weights", where)


def _check_counted(match: Match, seat: int, actions: Sequence[int], where: str) -> None:
    """A game that counts its legal actions finds as many as it lists, and the same."""
    rules: Any = match.game.rules
    masks, state = np.zeros(rules.MASKS, np.uint64), match.state
    with np.errstate(over="ignore"):  # the words of sets of cells wrap
        same = rules.count_legal(state, seat, masks) == len(actions)
        require(same, "count_legal is not how many legal lists", where)
        found = [rules.nth_legal(state, masks, number) for number in range(len(actions))]
    require(found == [*actions], "nth_legal is not what legal lists", where)


def _check_choice(match: Match, where: str) -> None:
    game, engine = match.game, match.game.engine
    for seat in match.waiting:
        actions = engine.moves(match.board, seat)
        require(bool(actions), "a seat waits and has no move", where)
        require(actions == sorted(set(actions)), "legal actions do not rise", where)
        require(actions[-1] < game.rules.ACTIONS, "an action lies beyond ACTIONS", where)
        require(len(match.moves(seat)) == len(actions), "two moves read the same", where)
        if game.counts_legal:
            _check_counted(match, seat, actions, where)
    if len(match.waiting) > 1:
        require(game.is_simultaneous, "several seats wait, and AT_ONCE does not say so", where)
        _check_concealed(match, where)
    is_open = all(engine.open_to(match.board, match.seats)[1:])
    require(is_open or game.has_secrets, "something is hidden, and HIDDEN does not say so", where)


def _check_prompts(match: Match, where: str) -> None:
    """Whoever is to act is told what to do, where the game does so at all."""
    if not hasattr(match.game.words, "prompt"):
        return
    for seat in match.waiting or (None,):
        asked = match.prompt(seat, _in_turn(len(match.steps)))
        told = asked is not None and asked.kind and asked.text
        require(bool(told), "a seat is not told what to do", where)


def _check_reasons(match: Match, where: str) -> None:
    """What speaks for a move is told in every language, and nothing of the board changes by it."""
    for seat in match.waiting[:1]:
        before, action = match.state.tobytes(), next(iter(match.moves(seat).values()))
        told = [match.game.reasons(match.state, seat, action, each) for each in LANGUAGES]
        same = len({len(each) for each in told}) == 1 and all(all(each) for each in told)
        require(same, "a reason is not told in every language", where)
        require(match.state.tobytes() == before, "telling reasons changes the state", where)


def _check_concealed(match: Match, where: str) -> None:
    """A seat that waits does not see what another waiting seat does meanwhile."""
    engine = match.game.engine
    one, other = match.waiting[:2]
    before = engine.seen(match.board, one)
    trial = Match(match.game, match.options, match.state)
    trial.act(other, next(iter(trial.moves(other).values())))
    if one in trial.waiting:
        after = engine.seen(trial.board, one)
        require(before.tobytes() == after.tobytes(), "a seat sees another's hidden move", where)


def _check_state(match: Match, where: str, viewers: tuple[int | None, ...] = ()) -> None:
    """Ranks, position, observations; the picture as these viewers see it, or all of them."""
    game = match.game
    ranks = match.ranks
    require(min(ranks) == 1 and max(ranks) <= match.seats, "ranks do not run from 1", where)
    again = game.read(match.position(), match.options)
    require(again.tobytes() == match.state.tobytes(), "a position read back differs", where)
    check_traits(game, match.state, match.seats, where)
    for viewer in viewers or (None, *range(match.seats)):
        _check_view(match, viewer, where)


def _check_view(match: Match, seat: int | None, where: str) -> None:
    """What one viewer is shown and may do: a picture, and moves told apart by their labels."""
    game, moves = match.game, {} if seat is None else match.moves(seat)
    last = match.steps[-1] if match.steps else None
    names = dict.fromkeys(range(match.seats), _ODD_NAME)
    scene = Scene(seat, {action: text for text, action in moves.items()}, last, names)
    check_picture(game, match.state, scene, where)
    for language in LANGUAGES:
        labels = [
            game.words.label(match.state, seat or 0, action, game.translate(language))
            for action in moves.values()
        ]
        require(all(labels), "a move has no label", where)
        require(len(set(labels)) == len(labels), "two moves have one label", f"{labels} {where}")


def _check_replay(match: Match) -> None:
    again = Match(match.game, match.options)
    for step in match.steps:
        again.repeat(step)
    same = again.state.tobytes() == match.state.tobytes()
    require(same, "a replay in writing gives other bytes", _where(match))
