"""Why the house declines something, in a sentence for people."""

from ludotheque.core.texts import Translate
from ludotheque.house import errors as e
from ludotheque.house.people.passwords import LEAST


def sentence(declined: e.Declined, _: Translate) -> str:
    """What to tell; the same for a wrong name and a wrong password."""
    told = {
        e.BadName: _(
            "Ce nom ne convient pas : il faut au moins deux lettres ou chiffres, d'un même"
            " alphabet, et ne pas parler au nom de la maison."
        ),
        e.NameTaken: _("Ce nom est celui d'un membre : choisissez-en un autre."),
        e.WeakPassword: _(
            "Ce mot de passe se devine : prenez-en un d'au moins {least} caractères, différent de"
            " votre nom et des mots de passe courants."
        ).format(least=LEAST),
        e.WrongCredentials: _("Ce n'est pas cela : le nom ou le secret donné ne va pas."),
        e.TooManyTries: _("Trop d'essais : patientez une minute avant de recommencer."),
        e.NotProved: _("Confirmez d'abord que c'est bien vous."),
        e.TooManyDocuments: _("La maison n'en prend pas davantage : retirez-en d'abord."),
        e.NoTitle: _("Il lui faut un nom : dans le texte, ou comme titre."),
    }
    return told.get(type(declined)) or _("Ce n'est pas possible.")
