"""What the house does not do for a person. Sentences for people are the pages' business."""

from ludotheque.core.errors import LudothequeError


class Declined(LudothequeError):
    """Nothing was changed."""

    def __str__(self) -> str:
        """What was said when it was raised, else what it is."""
        return super().__str__() or str(self.__doc__)


class BadName(Declined):
    """A member's name needs letters or digits, and may not pass for the house."""


class NameTaken(Declined):
    """A member has that name, or one that people would take for it."""


class WeakPassword(Declined):
    """A password that others would find: too short, too plain, or the name."""


class WrongCredentials(Declined):
    """The name and the password, code or passkey do not belong together; which one is not said."""


class TooManyTries(Declined):
    """Too many wrong passwords from there: wait a little."""


class NotProved(Declined):
    """This session has to show again that it is the member's own."""


class BadPreferences(Declined):
    """Settings that cannot be read, or are more than the house remembers."""


class UnknownPerson(Declined):
    """Nobody, or more than one, is meant by that."""


class TooManyDocuments(Declined):
    """The house has as many documents as it takes: one has to go first."""


class NoTitle(Declined):
    """A document that neither names itself nor was given a title."""


class UnknownOption(Declined):
    """No option of a game by that name takes documents."""
