"""What a table refuses, and why: a class for programs, a sentence for people."""

from pathlib import Path
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.texts import Translate, translator
from ludotheque.core.texts import mark as _

LOCALE = Path(__file__).parent / "locale"


class Refused(LudothequeError):
    """A command that a table does not carry out; nothing has changed.

    ``code`` is the class's name, for programs; :meth:`tell` the sentence, for people.
    """

    sentence = _("Ce n'est pas possible.")
    locale = LOCALE  # where the sentence is translated

    def __init__(self, **details: Any):
        self.details = details
        super().__init__(self.sentence.format(**details))

    @property
    def code(self) -> str:
        """The kind of refusal, for programs."""
        return type(self).__name__

    def tell(self, language: str = "fr") -> str:
        """The reason in a sentence of that language."""
        translate: Translate = translator(self.locale, language)
        return translate(self.sentence).format(**self.details)


class UnknownTable(Refused):
    """No table has that id."""

    sentence = _("Cette table n'existe pas.")


class Stranger(Refused):
    """Somebody without a seat asked for what only players may do."""

    sentence = _("Vous n'êtes pas assis à cette table.")


class NotYourSeat(Refused):
    """A command for a seat that somebody else holds."""

    sentence = _("La place {place} n'est pas la vôtre.")


class NotYourTurn(Refused):
    """The seat has nothing to do now."""

    sentence = _("Ce n'est pas à vous de jouer.")


class Illegal(Refused):
    """The rules do not allow the move."""

    sentence = _("Ce coup n'est pas permis : {move}")


class NothingToRoll(Refused):
    """No chance outcome is awaited."""

    sentence = _("Il n'y a rien à lancer pour l'instant.")


class Stale(Refused):
    """The command was given in sight of a position that is no longer there.

    ``number`` is that of the table's last event: whoever has seen less catches up with the rest.
    """

    sentence = _("La partie a avancé entre-temps.")

    def __init__(self, number: int):
        self.number = number
        super().__init__(number=number)


class NotBegun(Refused):
    """The game has not begun."""

    sentence = _("La partie n'a pas encore commencé.")


class AlreadyBegun(Refused):
    """The game has begun: seats are no longer given."""

    sentence = _("La partie a déjà commencé.")


class NotOver(Refused):
    """Only possible once the game is over."""

    sentence = _("La partie n'est pas finie.")


class IsOver(Refused):
    """The game is over."""

    sentence = _("La partie est finie.")


class NoSuchSeat(Refused):
    """The table has no seat of that number."""

    sentence = _("Il n'y a pas de place {place} à cette table.")


class SeatTaken(Refused):
    """Somebody sits there."""

    sentence = _("La place {place} est déjà prise.")


class NoSeatFree(Refused):
    """Every seat is taken."""

    sentence = _("Toutes les places sont prises.")


class HasLeft(Refused):
    """The seat has left the game for good."""

    sentence = _("La place {place} a quitté la partie.")


class NotHost(Refused):
    """Only the person who opened the table may do that."""

    sentence = _("Seul l'hôte de la table peut faire cela.")


class PeopleOnly(Refused):
    """A bot, or somebody twice, at a table where every seat is another person's."""

    sentence = _("À cette table, chaque place est pour une autre personne.")


class BotsPlayOn(Refused):
    """A draw offered to bots who play for something."""

    sentence = _("Pour des jetons, les robots jouent jusqu'au bout.")


class BadValue(Refused):
    """A value for the dice that is not 16 bytes in hexadecimal."""

    sentence = _("La valeur donnée pour les dés n'est pas valable.")


class BadCommand(Refused):
    """A command that cannot be understood: an id too long, a level unknown, …"""

    sentence = _("Cette commande est incompréhensible : {what}")


class NothingAsked(Refused):
    """An answer to a question that nobody asked."""

    sentence = _("Il n'y a pas de question à laquelle répondre.")


class TooSoon(Refused):
    """Asked again too early."""

    sentence = _("C'est trop tôt : patientez un peu.")


class NothingToUndo(Refused):
    """No move of the seat can be taken back: the dice have fallen since, or others played."""

    sentence = _("Il n'y a pas de coup à reprendre.")


class NotHeld(Refused):
    """No bot holds the seat for its owner."""

    sentence = _("Aucun robot ne tient la place {place}.")


class HeldByBot(Refused):
    """A bot holds the seat: its owner takes it back first."""

    sentence = _("Un robot tient la place {place} : reprenez-la d'abord.")


class NoHints(Refused):
    """Advice where something is at stake, or where nobody knows any."""

    sentence = _("À cette table, pas de conseils.")


class NoChoice(Refused):
    """Advice where there is only one move."""

    sentence = _("Il n'y a qu'un coup possible.")


class NoSpectators(Refused):
    """The table does not let itself be watched."""

    sentence = _("Cette table n'accepte pas de spectateurs.")


class NotWelcome(Refused):
    """The person who opened the table would rather not play with this one."""

    sentence = _("Cette table n'est pas pour vous.")


class Suspended(Refused):
    """The house does not let this person play."""

    sentence = _("La maison a suspendu votre compte : vous ne pouvez pas jouer.")


class Unavailable(Refused):
    """The log could not be written; the command may or may not have been carried out.

    Sent again with the same id it does no harm.
    """

    sentence = _("La maison n'a pas pu noter ce coup : réessayez.")


class Restored(Unavailable):
    """The database was put back to an earlier state: what this follows on has not happened."""


class BadRecord(LudothequeError):
    """A record that cannot be read, or whose log no game can have: says where and why."""
