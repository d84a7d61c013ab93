"""A game: its kernels and what stands beside them, gathered under one name.

Everything a caller needs of a game goes through :class:`Game`; a game's folder builds
one and exports it as ``GAME``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core import chance, compile, contract
from ludotheque.core.contract import State
from ludotheque.core.documents import Documents
from ludotheque.core.errors import BadOption, BadPosition, UnknownGame, UnknownPolicy
from ludotheque.core.progress import Progress
from ludotheque.core.prompt import Prompt
from ludotheque.core.seams import (
    Drawing,
    Keeper,
    Notation,
    Printing,
    Rules,
    Solution,
    Solver,
    Tempers,
    Words,
)
from ludotheque.core.tempers import indifferent
from ludotheque.core.texts import SHARED, Translate, brief, translator
from ludotheque.core.traits import Traits, sense
from ludotheque.core.turns import AGREED, DEFAULTS

if TYPE_CHECKING:
    from ludotheque.core.drawing import Button, Cue, Point, Scene
    from ludotheque.core.engine import Engine
    from ludotheque.core.match import Match
    from ludotheque.core.step import Step

Options = Mapping[str, Any]

BRAIN = "brain.npz"  # the file in a game's folder that has what a player learned
_SHOWN = 3  # terms that an error tells of


@dataclass(frozen=True)
class Option:
    """One thing people may agree on before a game: its default and the values it takes."""

    name: str
    default: Any
    values: tuple[Any, ...]  # every value it takes; empty: the game's write() judges it
    label: str  # French, as people read it on screen
    field: str | None = None  # the record's field it is written to; None: the option's name
    modality: str = ""  # where people know it by name: what it is, in one French sentence
    documents: Documents | None = None  # where each value is a whole document

    def read(self, value: Any) -> Any:
        """The value in the option's own type, from what a file or a command line gave."""
        if isinstance(value, np.generic):
            value = value.item()
        if self.documents is not None:
            return self.documents.value(self.name, value)
        if isinstance(value, str) and not isinstance(self.default, str):
            value = _LITERALS.get(value.lower(), value)
            if isinstance(value, str) and value.lstrip("-").isdigit():
                value = int(value)
        if not self.values:
            return value
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        raise BadOption(f"option {self.name} takes {self.takes}, not {value!r}")

    @property
    def takes(self) -> str:
        """The values it takes, in words: "2, 3 or 4"."""
        if self.documents is not None:
            return self.documents.takes
        *most, last = [
            str(value).lower() if isinstance(value, bool) else str(value) for value in self.values
        ] or ["any"]
        return f"{', '.join(most)} or {last}" if most else last


@dataclass(frozen=True, eq=False)
class Box:
    """A game as it lies on the shelf: under a title of its own, some options settled in it."""

    id: str
    title: str  # French, as the summary
    summary: str  # one sentence
    options: Options = field(default_factory=dict)
    sample: Mapping[str, Any] | None = None  # the position on its lid; None: the drawing's SAMPLE


_LITERALS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game and what stands beside them.

    Its parts are modules of its folder: :mod:`ludotheque.core.seams` says what is in each.
    """

    id: str
    title: str
    summary: str  # one French sentence
    rules: Rules
    notation: Notation
    drawing: Drawing
    words: Words
    options: tuple[Option, ...]
    policies: Mapping[str, compile.Kernel] = field(default_factory=dict)
    edition: int = 1  # of its rules: one more whenever a change makes other games of old moves
    boxed: tuple[Box, ...] = ()  # where one game is several on the shelf
    printing: Printing | None = None  # for games that are played on paper too
    keeper: Keeper | None = None
    tempers: Tempers | None = None  # where players may be bold, careful or patient
    solver: Solver | None = None  # where the game, or a small one of its kind, is solved exactly
    couples: str | None = None  # the option that makes partners of those who sit face to face
    agree_options: Callable[[Options], None] = lambda options: None  # raises BadOption
    write_options: Callable[[State, Options], None] | None = None  # for tables in the record

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Pickled, a game is its id: it is taken from the shelf again."""
        from ludotheque.core.discovery import game

        if game(self.id) is not self:
            raise UnknownGame(f"the shelf has another game {self.id!r}: this one cannot be pickled")
        return game, (self.id,)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self  # nothing of it ever changes

    @cached_property
    def folder(self) -> Path:
        """Where the game's rules page, scenarios, playthroughs and translations lie."""
        return Path(self.rules.__file__ or "").parent

    @cached_property
    def locale(self) -> Path:
        """Where its translations lie."""
        return self.folder / "locale"

    @property
    def dtype(self) -> "np.dtype[np.void]":
        """The record that is a state of this game."""
        return self.rules.STATE

    @cached_property
    def kernels(self) -> dict[str, compile.Kernel]:
        """The contract's kernels of this game, by name, as plain functions."""
        found = {name: getattr(self.rules, name, DEFAULTS.get(name)) for name in contract.NAMES}
        own = {name: kernel for name, kernel in found.items() if kernel is not None}
        derived = {
            name: getattr(self.rules, name, None) or compile.bind(kernel, own, self.id)
            for name, kernel in chance.DERIVED.items()
        }
        return own | derived

    @property
    def counts_legal(self) -> bool:
        """Whether it counts legal actions without listing them, for random play on a GPU."""
        return hasattr(self.rules, "count_legal")

    @property
    def is_in_step(self) -> bool:
        """Whether its games go through the same phases side by side."""
        return bool(getattr(self.rules, "IN_STEP", False))

    @property
    def lean(self) -> compile.Kernel:
        """The contract's kernel of that name."""
        return self.tempers.lean if self.tempers else indifferent

    @property
    def has_tempers(self) -> bool:
        """Whether a player's temper makes a difference: there is a brain for it to sway."""
        return self.tempers is not None and self.has_brain

    @property
    def traits(self) -> Traits:
        """What a seat may see: the traits that ``observe`` lists, with their names."""
        return self.rules.TRAITS

    @cached_property
    def senses(self) -> Traits:
        """What a brain goes by: the traits that a seat may see, and what is reckoned from them."""
        senses = Traits()
        reckoned = getattr(self.rules, "RECKONED", None)
        senses.groups += self.traits.groups + (reckoned.groups if reckoned else [])
        return senses

    @cached_property
    def sense(self) -> compile.Kernel:
        """The kernel that lists these: in the place of the contract's ``observe``."""
        reckon = getattr(self.rules, "reckon", None)
        if reckon is None:
            return self.kernels["observe"]
        return compile.bind(sense, {**self.kernels, "reckon": reckon}, self.id)

    @cached_property
    def terms(self) -> Traits:
        """What never changes in a game: its options, and what is printed on its board."""
        terms = Traits()
        for option in self.options:
            if option.values:
                terms.group(f"{option.name}: {{}}", option.values)
        printed = getattr(self.rules, "PRINTED", None)
        terms.groups += printed.groups if printed else []
        return terms

    def terms_of(self, state: State) -> list[int]:
        """The terms that hold in a game, by their numbers; the same from its first state on."""
        listed, first = [], 0
        for option in self.options:
            if option.values:
                listed.append(first + option.values.index(state[option.field or option.name]))
                first += len(option.values)
        printed = getattr(self.rules, "printed", None)
        return listed + [first + trait for trait in (printed(state) if printed else ())]

    def told_apart(self, terms: Sequence[int], others: Sequence[int]) -> tuple[str, str] | None:
        """What terms say where they differ from others, and what these say; None: they do not."""
        if list(terms) == list(others):
            return None
        one, other = (
            ", ".join(self.terms.names(sorted(set(mine) - set(theirs))[:_SHOWN])) or "less printed"
            for mine, theirs in ((terms, others), (others, terms))
        )
        return one, other

    @cached_property
    def is_simultaneous(self) -> bool:
        """Whether several seats may wait together."""
        return bool(getattr(self.rules, "AT_ONCE", False))

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from a seat at any time."""
        return bool(getattr(self.rules, "HIDDEN", False))

    @cached_property
    def engine(self) -> "Engine":
        """What lets things happen on boards of this game; one for the whole process."""
        from ludotheque.core.engine import Engine

        return Engine(self)

    def chosen(self, options: Options | None = None) -> dict[str, Any]:
        """All options with their values: the given ones checked, the others at their default."""
        given = named(options)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(f"{self.id} has no option {name}; it has {', '.join(known)}")
        values = {
            name: option.read(given[name]) if name in given else option.default
            for name, option in known.items()
        }
        self.agree_options(values)
        return values

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """What lies on the shelf: the game's own boxes, else one that is the game."""
        return self.boxed or (Box(self.id, self.title, self.summary),)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """With how many seats it can be played."""
        return next((each.values for each in self.options if each.name == "seats"), ())

    @property
    def modalities(self) -> tuple[Option, ...]:
        """The options that are modalities: chosen or not, by name, also in a quick match."""
        return tuple(option for option in self.options if option.modality)

    def has_own_documents(self, options: Options) -> bool:
        """Whether these options name other documents than those that the game comes with."""
        written = {each.name: each.default for each in self.options if each.documents}
        return any(options.get(name, default) != default for name, default in written.items())

    def box(self, options: Options) -> Box:
        """The box that a game with these options was taken from."""
        values = {option.name: option.default for option in self.options} | dict(options)
        fits = (box for box in self.boxes if box.options.items() <= values.items())
        return next(fits, self.boxes[0])

    def lid(self, box: Box) -> State:
        """The position on the lid of a box: a game under way, or the opening."""
        return self.read(box.sample or getattr(self.drawing, "SAMPLE", {}), box.options)

    def sides(self, options: Options) -> tuple[int, ...]:
        """The side that each seat plays for: its own, or one with its partner."""
        seats = int(options["seats"])
        in_couples = self.couples is not None and bool(options[self.couples])
        return tuple(seat % (seats // 2) if in_couples else seat for seat in range(seats))

    def names_files(self, options: Options) -> bool:
        """Whether options name files of this machine: nothing for strangers to choose."""
        given = ((option, options.get(option.name, option.default)) for option in self.options)
        return any(
            option.documents.is_file(value) if option.documents else value != option.default
            for option, value in given
            if not option.values
        )

    def new(self, options: Options | None = None) -> State:
        """An opening state with these options."""
        values = self.chosen(options)
        state = np.zeros(1, self.dtype)[0]
        for option in self.options:
            if option.values:
                state[option.field or option.name] = values[option.name]
        if self.write_options:
            self.write_options(state, values)
        self.rules.setup(state)
        return state

    def start(self, options: Options | None = None, **more: Any) -> "Match":
        """A match at its opening: ``game.start(seats=2)``."""
        from ludotheque.core.match import Match

        return Match(self, {**named(options), **more})

    def position(self, state: State) -> dict[str, Any]:
        """The state as plain data, in the form its rules page describes.

        ``agreed`` stands in it where all agreed to a draw, whatever the game.
        """
        agreed = {"agreed": True} if state.ended == AGREED else {}
        return self.notation.position(state) | agreed

    def read(self, position: Mapping[str, Any], options: Options | None = None) -> State:
        """The state of a position; keys left out are as in the opening, past the lot."""
        if not isinstance(position, Mapping):
            raise BadPosition(f"a position is names with values, not {position!r}")
        state, data = self.new(options), dict(position)
        agreed = data.pop("agreed", False)
        if not isinstance(agreed, bool):
            raise BadPosition(f"agreed: true or false, not {agreed!r}")
        if agreed:
            state.ended = AGREED
        self.notation.read_position(state, data)
        return state

    def policy(self, name: str) -> compile.Kernel:
        """One of the game's policies by name; every game has ``random``."""
        if name not in self.all_policies:
            known = ", ".join(self.policy_names)
            raise UnknownPolicy(
                f"{self.id} has no policy {name!r}; it has {known}; bots, by their level, play in "
                "tournament and regret"
            )
        return self.all_policies[name]

    @cached_property
    def all_policies(self) -> dict[str, compile.Kernel]:
        """Every policy by name, ``random`` first."""
        return {"random": chance.any_move, **self.policies}

    @cached_property
    def has_brain(self) -> bool:
        """Whether a player that learned lies in the game's folder: the policy ``brain``."""
        return (self.folder / BRAIN).is_file()

    @property
    def policy_names(self) -> list[str]:
        """What policies can be called by: the game's own and, where it has one, its brain."""
        return [*self.all_policies, *(["brain"] if self.has_brain else [])]

    @property
    def solved(self) -> list[dict[str, Any]]:
        """The options for which there is an exact solution, all of their values written out."""
        return [self.chosen(each) for each in self.solver.SOLVED] if self.solver else []

    def solution(
        self, options: Options | None = None, progress: Progress | bool | None = None
    ) -> Solution:
        """What every position is worth; by default with the options most worth solving.

        BadOption names the options that are solved.
        """
        solved = self.solved
        if self.solver is None:
            raise BadOption(f"{self.id} has no exact solution")
        values = self.chosen(options) if options else solved[0]
        if values not in solved:
            known = " or ".join(_written(each) for each in self.solver.SOLVED)
            raise BadOption(f"{self.id} is solved with {known}, not with {_written(values)}")
        return self.solver.solution(values, progress)

    def draw(self, state: State, scene: "Scene | None" = None, *, styled: bool = True) -> str:
        """The state as an SVG picture; without its style where a page links to the stylesheet."""
        from ludotheque.core.drawing import Scene, compose

        scene, drawing = scene or Scene(), self.drawing
        board, pieces = drawing.board_layer(state, scene), drawing.pieces(state, scene)
        return compose(drawing.CANVAS, board, pieces, self.buttons(state, scene), styled)

    def buttons(self, state: State, scene: "Scene") -> list["Button"]:
        """The scene's moves as they are offered, in the order in which the game shows them."""
        from ludotheque.core.drawing import Button, Choice

        if not scene.moves:
            return []
        seat, translate = scene.seat or 0, self.translate(scene.language)
        choices = getattr(self.drawing, "choices", None)
        shown = choices(state, scene) if choices else [Choice(each, ()) for each in scene.moves]
        label, moves = self.words.label, scene.moves
        return [
            Button(each, moves[each.action], label(state, seat, each.action, translate))
            for each in shown
        ]

    def ways(self, step: "Step", seat: int | None = None) -> "Mapping[str, Sequence[Point]]":
        """The ways of the pieces that a step moved, as a seat sees them, where the game has any."""
        ways = getattr(self.drawing, "ways", None)
        if ways is None:
            return {}
        found: Mapping[str, Sequence[Point]] = ways(step, seat) if self.is_personal else ways(step)
        return found

    def emblem(self, state: State, seat: int) -> str:
        """The symbol that stands for a seat on the board; "" where the game has none."""
        emblem = getattr(self.drawing, "emblem", None)
        return emblem(state, seat) if emblem else ""

    def hue(self, state: State, seat: int) -> str:
        """The colour of a seat in a chart, one of SEAT_HUES: that of what stands for it."""
        from ludotheque.core.drawing.palette import SEAT_HUES

        hue = getattr(self.drawing, "hue", None)
        if hue is not None:
            return str(hue(state, seat))
        named = self.emblem(state, seat).rpartition("-")[2]
        return named if named in SEAT_HUES else SEAT_HUES[seat % len(SEAT_HUES)]

    @property
    def has_sides(self) -> bool:
        """Whether the board may be turned for whoever sits on its upper side."""
        return hasattr(self.drawing, "is_across")

    def is_across(self, state: State, seat: int) -> bool:
        """Whether a seat is at home on the upper side of a board that may be turned for it."""
        is_across = getattr(self.drawing, "is_across", None)
        return is_across(state, seat) if is_across else False

    def cues(self, step: "Step", seat: int | None = None) -> "Sequence[Cue]":
        """The moments of a step that are worth a gesture, as a seat sees them."""
        cues = getattr(self.drawing, "cues", None)
        if cues is None:
            return ()
        found: Sequence[Cue] = cues(step, seat) if self.is_personal else cues(step)
        return found

    @cached_property
    def is_personal(self) -> bool:
        """Whether a seat's picture is arranged for it."""
        return getattr(self.drawing, "IS_PERSONAL", False)

    def chance_label(self, state: State, language: str) -> str | None:
        """What somebody does for chance to decide now, in a word; None: throws the dice."""
        label = getattr(self.words, "chance_label", None)
        return label(state, self.translate(language)) if label else None

    def prompt(
        self, state: State, seat: int | None, actions: Sequence[int], language: str
    ) -> Prompt | None:
        """What a seat is asked to do now; of nobody in particular, what everybody waits for.

        None: the game leaves it to the house to say whose turn it is.
        """
        prompt = getattr(self.words, "prompt", None)
        return prompt(state, seat, actions, self.translate(language)) if prompt else None

    def reasons(self, state: State, seat: int, action: int, language: str) -> list[str]:
        """What speaks for a seat's legal move, and what it risks, where the game says so."""
        reasons = getattr(self.words, "reasons", None)
        return reasons(state, seat, action, self.translate(language)) if reasons else []

    def verdict(self, state: State, language: str) -> str | None:
        """What a game that somebody played alone came to; None: the game judges nobody."""
        verdict = getattr(self.words, "verdict", None)
        return verdict(state, self.translate(language)) if verdict else None

    def has_succeeded(self, state: State) -> bool | None:
        """Whether a game that somebody played alone is a success; None: the game does not say."""
        judge = getattr(self.words, "has_succeeded", None)
        return judge(state) if judge else None

    def tell(self, step: "Step", names: Mapping[int, str], language: str = "fr") -> list[str]:
        """A step in sentences: the game's own, and what is told alike in every game."""
        if step.kind == "draw":
            return [translator(SHARED, language)("Égalité, d'un commun accord.")]
        own = self.translate(language)
        told = list(self.words.tell(step, names, own))
        if step.kind == "leave" and step.seat is not None:
            shared = translator(SHARED, language)
            name = self.words.seat_name(step.before, step.seat, names, own)
            told.insert(0, shared("{name} quitte la partie.").format(name=name))
        return told

    def caption(self, step: "Step", names: Mapping[int, str], language: str = "fr") -> str:
        """What a step came to, in the few words that the board has room for; "": nothing to say."""
        if step.kind not in ("chance", "move") or step.after.ended:
            return ""
        own, caption = self.translate(language), getattr(self.words, "caption", None)
        if caption is not None:
            return str(caption(step, names, own))
        return brief(self.words.tell(step, names, own)[1:])

    def translate(self, language: str) -> Translate:
        """The function that puts this game's French sentences into a language."""
        found = self._translators.get(language)
        if found is None:  # a path takes its time to be looked up by
            found = self._translators[language] = translator(self.locale, language)
        return found

    @cached_property
    def _translators(self) -> dict[str, Translate]:
        return {}


def named(options: Any) -> dict[str, Any]:
    """Options as they were given; BadOption where these are none."""
    if not isinstance(options, Mapping | None):
        raise BadOption(f"options are names with values, as {{'seats': 2}}, not {options!r}")
    return dict(options or {})


def _written(options: Options) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())
