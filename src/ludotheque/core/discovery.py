"""Finding games: one folder each under ``ludotheque.games``, and other packages' entry points.

What people take from the shelf is a box: mostly a game, sometimes a game with options settled.

A package of its own offers a game by an entry point in the group ``ludotheque.games``
whose value is its :class:`~ludotheque.core.game.Game`.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Box, Game

GROUP = "ludotheque.games"


@cache
def games() -> dict[str, Game]:
    """Every game on the shelf, by id, in alphabetical order."""
    found = [_folder(name) for name in _folders()]
    found += [_load(entry) for entry in entry_points(group=GROUP)]
    shelf: dict[str, Game] = {}
    for game in sorted(found, key=lambda game: game.id):
        if shelf.setdefault(game.id, game) is not game:
            raise UnknownGame(f"two packages offer a game {game.id!r}; uninstall one of them")
    return shelf


def game(id: str) -> Game:
    """The game of that id; UnknownGame names the boxes there are."""
    return _game(_checked(id))


def _checked(id: str) -> str:
    if not isinstance(id, str):
        raise UnknownGame(f"a game is asked for by its id, a text, not by {id!r}")
    return id


@cache
def _game(id: str) -> Game:
    name = id.replace("-", "_")  # a game's folder; the other games need not be loaded
    if name in _folders():
        return _folder(name)
    shelf = games()
    if id not in shelf:
        raise UnknownGame(_told(id))
    return shelf[id]


def _told(id: str) -> str:
    if id in boxes():
        found, its_box = boxes()[id]
        settled = dict(its_box.options)
        return f"{id} is a box: ludotheque.game({found.id!r}) is its game, with options {settled}"
    return f"no game {id!r} on the shelf; there are: {', '.join(boxes())}"


@cache
def boxes() -> dict[str, tuple[Game, Box]]:
    """Every box on the shelf with its game, by id, in alphabetical order."""
    every = [(each, box) for each in games().values() for box in each.boxes]
    shelf: dict[str, tuple[Game, Box]] = {}
    for each, box in sorted(every, key=lambda pair: pair[1].id):
        if shelf.setdefault(box.id, (each, box))[1] is not box:
            raise UnknownGame(f"two games offer a box {box.id!r}; uninstall one of them")
    return shelf


def box(id: str) -> tuple[Game, Box]:
    """The box of that id and its game; a game's id is its own box, or the first it has."""
    return _box(_checked(id))


@cache
def _box(id: str) -> tuple[Game, Box]:
    if id.replace("-", "_") in _folders() or id in games():
        found = game(id)
        return found, next((each for each in found.boxes if each.id == id), found.boxes[0])
    shelf = boxes()
    if id not in shelf:
        raise UnknownGame(_told(id))
    return shelf[id]


def _folders() -> list[str]:
    package = import_module(GROUP)
    return [info.name for info in pkgutil.iter_modules(package.__path__) if info.ispkg]


def _folder(name: str) -> Game:
    try:
        found: Game = import_module(f"{GROUP}.{name}").GAME
    except Exception as error:
        raise UnknownGame(
            f"the folder games/{name} offers no game: {type(error).__name__}: {error}"
        ) from error
    if found.id.replace("-", "_") != name:
        raise UnknownGame(f"the folder games/{name} holds a game called {found.id!r}")
    return found


def _load(entry: EntryPoint) -> Game:
    loaded = entry.load()
    if not isinstance(loaded, Game):
        raise UnknownGame(f"the entry point {entry.name!r} = {entry.value!r} is not a Game")
    return loaded
