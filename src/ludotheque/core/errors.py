"""What can go wrong, as exceptions that say what was wrong and what would be right."""


class LudothequeError(Exception):
    """Any mistake of the caller that this package explains in one sentence."""


class UnknownGame(LudothequeError):
    """No game of that id is on the shelf."""


class UnknownPolicy(LudothequeError):
    """The game has no policy of that name."""


class BadPolicy(LudothequeError):
    """Something that cannot choose for a seat, or not as fast as it is asked to."""


class BadOption(LudothequeError):
    """An option the game does not have, or a value it does not take."""


class NoDevice(LudothequeError):
    """A GPU that is asked for and not there, or what is needed to use it."""


class ChoicesDisagree(BadOption):
    """Options that do not go together; ``told`` is a French sentence of the game's for people."""

    def __init__(self, message: str, told: str):
        super().__init__(message)
        self.told = told


class BadPosition(LudothequeError):
    """A position that cannot be read, or that no game can reach."""


class IllegalMove(LudothequeError):
    """A move or chance outcome that is not possible in this state."""


class BadScenario(LudothequeError):
    """A scenario file that cannot be run: names the file, the case and the key."""


class BadCard(LudothequeError):
    """A box's card that cannot be read, or that does not fit on its sheet."""


class BrokenPromise(LudothequeError):
    """A game that does not keep the contract: says which promise, and where."""


class UnreadCatalogue(LudothequeError):
    """Translations that are not compiled, and nothing at hand that could read them."""


class BadBrain(LudothequeError):
    """A file that is no brain, or one that learned another game than it is to play."""
