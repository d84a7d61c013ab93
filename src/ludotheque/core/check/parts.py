"""What a game consists of: its name, kernels, record, modules and options."""

import re
from pathlib import Path

from ludotheque.core.chance import DERIVED
from ludotheque.core.check.promise import require
from ludotheque.core.contract import NAMES
from ludotheque.core.documents import BadDocument, Documents
from ludotheque.core.game import Game
from ludotheque.core.traits import Traits

_OURS = Path(__file__).parents[2] / "games"
_FIELDS = ("seats", "gone", "ended")
_MODULES = {
    "notation": ("position", "read_position", "move", "chance"),
    "words": ("tell", "label", "seat_name"),
    "drawing": ("CANVAS", "board_layer", "pieces"),
}


def check_identity(game: Game) -> None:
    """The id is its folder's name, so that one of ours is found without loading the others."""
    require(
        re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game.id) is not None,
        "an id is lower-case words with hyphens between them",
        game.id,
    )
    if game.folder.parent == _OURS:
        folder = game.folder.name
        is_same = game.id.replace("-", "_") == folder
        require(is_same, "the id is not its folder's name", f"{game.id}, {folder}")
    require(bool(game.policies), "there is no policy beside random", "policies.py")


def check_kernels(game: Game) -> None:
    """Every kernel of the contract is there."""
    lacking = [name for name in NAMES if not callable(game.kernels.get(name))]
    require(not lacking, "rules lack kernels", ", ".join(lacking))
    for name in ("ACTIONS", "OUTCOMES", "LONGEST"):
        require(isinstance(getattr(game.rules, name, None), int), "rules lack a size", name)
    if game.counts_legal:
        lacking = [name for name in ("nth_legal", "MASKS") if not hasattr(game.rules, name)]
        require(not lacking, "rules count legal actions, and lack", ", ".join(lacking))
    own = [name for name in DERIVED if hasattr(game.rules, name)]
    require(len(own) != 1, "rules draw by one of two kernels", ", ".join(DERIVED))
    has_traits = isinstance(getattr(game.rules, "TRAITS", None), Traits)
    require(has_traits, "rules do not lay out what a seat sees", "TRAITS")


def check_record(game: Game) -> None:
    """The record has the fields that the engine reads."""
    require(hasattr(game.rules, "STATE"), "rules lack the record", "STATE")
    for name in _FIELDS:
        require(name in (game.dtype.names or ()), "the record lacks a field", name)


def check_modules(game: Game) -> None:
    """Notation, words and drawing have their functions."""
    lacking = [
        f"{module}.{name}"
        for module, names in _MODULES.items()
        for name in names
        if getattr(getattr(game, module), name, None) is None
    ]
    require(not lacking, "modules lack", ", ".join(lacking))


def check_options(game: Game) -> None:
    """``seats`` is among the options, defaults are among the values, and fields take them."""
    names = [option.name for option in game.options]
    require("seats" in names, "an option is missing", "seats")
    require(len(set(names)) == len(names), "two options have one name", names)
    for option in game.modalities:
        is_either = option.values == (False, True) and option.default is False
        require(is_either, "a modality is False or True, and False by default", option.name)
    for option in game.options:
        if option.values:
            require(
                option.default in option.values, "a default is not among the values", option.name
            )
            field = option.field or option.name
            require(field in (game.dtype.names or ()), "the record lacks an option's field", field)
        else:
            require(
                game.write_options is not None,
                "an option without values needs write_options",
                option.name,
            )
        if option.documents:
            _check_documents(option.name, option.default, option.documents)


def _check_documents(name: str, default: str, documents: Documents) -> None:
    """The default comes with the game, and whatever comes with it can be read."""
    require(default in documents.own, "a default is not among the documents", name)
    for each, text in documents.own.items():
        try:
            documents.checked(text)
        except BadDocument as error:
            require(False, f"a document cannot be read: {each}", error)
