"""The page that says what the house keeps of people and for how long, and the clearing away."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.texts import Translate
from ludotheque.house.retention import KEPT, Periods, enforce
from ludotheque.table.keeping.database import reason
from ludotheque.web.house import House, house_of
from ludotheque.web.languages import language_of, words

log = logging.getLogger("ludotheque.house")

_PAUSE = 6 * 3600.0  # seconds between two rounds


class Told(NamedTuple):
    """One matter as the page tells it: what is kept, why, until when, and where exactly."""

    what: str
    why: str
    until: str
    where: str


async def page(request: Request) -> Response:
    """What is kept, and the periods that this house's host has set."""
    periods: Periods = getattr(request.app.state, "periods", Periods())
    matters = told(periods, words(language_of(request)))
    return house_of(request).page(request, "privacy.html", matters=matters, periods=periods)


def told(periods: Periods, _: Translate) -> list[Told]:
    """All that the house keeps, in words."""
    days = {
        name: value
        for name, value in msgspec.structs.asdict(periods).items()
        if isinstance(value, int)
    }
    until = _until(_, is_forgetting=bool(periods.guests), has_chat=bool(periods.talk))
    what = _what(_)
    return [
        Told(*what[matter.id], until[matter.id].format(**days), ", ".join(matter.columns))
        for matter in KEPT
    ]


def _what(_: Translate) -> dict[str, tuple[str, str]]:
    return {
        "name": (
            _("Votre nom, et le jour de votre venue"),
            _("Pour que l'on sache avec qui l'on joue."),
        ),
        "account": (
            _(
                "Votre compte de membre : une empreinte de votre mot de passe, vos clés "
                "d'accès, des empreintes de vos codes de secours"
            ),
            _("Pour vous reconnaître. Ni le mot de passe ni les codes ne sont gardés eux-mêmes."),
        ),
        "preferences": (
            _("Vos réglages de membre, les leçons apprises et les conseils que vous avez déjà lus"),
            _("Pour qu'ils vous suivent d'un appareil à l'autre."),
        ),
        "puzzles": (
            _("Les problèmes que vous avez essayés, et votre cote"),
            _("Pour votre cote et votre série ; sans votre nom, pour celle de chaque problème."),
        ),
        "fortunes": (
            _("Ce que la chance et le jeu ont fait de vos parties, et la justesse de vos coups"),
            _("Pour votre profil ; sans votre nom, pour que l'on juge les dés de la maison."),
        ),
        "challenge": (
            _("Le défi que votre clé d'accès signe quand vous vous connectez"),
            _("Pour qu'une signature ne serve qu'une fois."),
        ),
        "session": (
            _(
                "Vos sessions : une empreinte du secret que garde votre navigateur, le "
                "nom qu'il se donne, la date de votre dernière visite"
            ),
            _(
                "Pour que vous restiez la même personne d'une page à l'autre, et que vous "
                "retrouviez vos appareils."
            ),
        ),
        "device": (
            _("Les navigateurs qui se sont déjà connectés à votre compte"),
            _("Pour que les essais d'un inconnu ne vous ferment pas la porte."),
        ),
        "push": (
            _(
                "Les navigateurs où vous voulez être appelé quand votre tour vient ou qu'on vous "
                "invite : leur adresse auprès du service de messages du navigateur, leurs clés, "
                "votre langue"
            ),
            _(
                "Pour vous appeler, si vous l'avez demandé. Le message passe par ce service, "
                "chiffré : il n'en apprend que l'heure."
            ),
        ),
        "keys": (
            _("La clé dont la maison signe ces messages"),
            _("Pour que le navigateur sache qu'ils viennent d'elle. Elle ne dit rien de personne."),
        ),
        "company": (
            _("Qui vous bloquez, et de qui vous masquez les petits mots"),
            _("Pour que cela tienne."),
        ),
        "report": (
            _("Les signalements : qui, à quelle table, pour quel motif, avec quels mots"),
            _("Pour que l'hôte veille à la bonne tenue de la maison."),
        ),
        "asks": (
            _("Qui vous invitez à une table, et qui vous y invite"),
            _("Pour que l'invitation arrive."),
        ),
        "talk": (
            _("Ce que vous écrivez à une table privée où l'on peut discuter"),
            _(
                "Pour que les autres le lisent, et l'hôte de la maison si l'on vous signale. "
                "Le déroulement de la partie n'en dit rien."
            ),
        ),
        "standing": (
            _("Si vous êtes hôte, suspendu et pourquoi, ou si vous avez effacé votre compte"),
            _("Pour que la maison s'y tienne."),
        ),
        "games": (
            _(
                "Vos parties : où vous vous êtes assis, ce que vous avez joué et quand, "
                "les tables où vous étiez attendu"
            ),
            _("Pour les reprendre, les revoir et vérifier les dés."),
        ),
        "chips": (
            _("Vos jetons, vos résultats et votre classement"),
            _("Pour que les comptes soient justes : rien n'en est jamais retranché."),
        ),
        "documents": (
            _("Les éditions et les feuilles que l'hôte a mises dans la maison"),
            _("Pour que l'on joue avec. Elles ne disent rien de personne."),
        ),
        "uploads": (
            _("Les parties que vous apportez en fichier pour les revoir"),
            _("Pour que le lien vers elles mène quelque part."),
        ),
        "waiting": (
            _("Votre place dans la file d'une partie rapide, et le réseau d'où vous venez"),
            _("Pour vous asseoir avec d'autres, et pas avec vous-même."),
        ),
        "running": (
            _("Quels programmes servent la maison, et lequel s'occupe de quelle table"),
            _("Pour qu'ils se partagent le travail. Cela ne dit rien de personne."),
        ),
    }


def _until(_: Translate, *, is_forgetting: bool, has_chat: bool) -> dict[str, str]:
    account = _("Jusqu'à ce que vous effaciez votre compte.")
    nameless = _("Tant que la maison existe ; si vous effacez votre compte, sans votre nom.")
    guests = _(
        "Jusqu'à ce que vous effaciez votre compte. Un invité dont la dernière "
        "session est finie est oublié, au plus tôt {guests} jours après sa venue."
    )
    return {
        "name": guests if is_forgetting else account,
        "account": account,
        "preferences": account,
        "puzzles": account,
        "fortunes": account,
        "challenge": _("Cinq minutes."),
        "session": _(
            "{guest_sessions} jours sans visite pour un invité, {member_sessions} "
            "pour un membre ; ou jusqu'à ce que vous la fermiez."
        ),
        "device": _("{devices} jours, ou jusqu'à ce que vous effaciez votre compte."),
        "push": _("Jusqu'à ce que vous y renonciez, ou que votre session finisse."),
        "keys": _("Tant que la maison existe."),
        "company": _("Jusqu'à ce que vous y renonciez, ou que l'un de vous efface son compte."),
        "report": _("{reports} jours après que l'hôte l'a réglé."),
        "asks": _("Un jour, ou jusqu'à ce que l'un de vous y renonce."),
        "talk": _("Dans cette maison, on ne discute pas.")
        if not has_chat
        else _(
            "{talk} jours après la partie ; plus longtemps si l'hôte a encore un signalement "
            "à régler sur cette table."
        ),
        "standing": _(
            "Tant que la maison existe, sous un numéro ; le motif, tant que le compte existe."
        ),
        "games": nameless,
        "chips": nameless,
        "documents": _("Jusqu'à ce que l'hôte les retire ; une partie garde la sienne."),
        "uploads": _("Un jour."),
        "waiting": _("Le temps que vous attendez."),
        "running": _("Le temps qu'ils tournent."),
    }


@asynccontextmanager
async def clearing(house: House, periods: Periods) -> AsyncIterator[None]:
    """Clear away now and then what was kept for long enough, while the house is open."""

    async def work() -> None:
        while True:
            try:
                await clear_away(house, periods)
            except SQLAlchemyError as error:
                log.error("what is to be forgotten could not be: %s", reason(error))
            await asyncio.sleep(_PAUSE)

    task = asyncio.create_task(work())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def clear_away(house: House, periods: Periods) -> None:
    """Do so once; also in memory."""
    forgotten = await asyncio.to_thread(enforce, house.visitors.engine, periods)
    await asyncio.to_thread(house.asking.load)
    for person in forgotten:
        house.visitors.sessions.read_again(person)
        await house.runner.read_again(person)
