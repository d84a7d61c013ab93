"""What the house says once a game is over: who won, who is level, one's own record."""

import io
import re
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from queueing import chips, eventually, matched, member, person_id, seated
from serving import Served
from staging import ANN, play_out, played
from visiting import Visitor

from ludotheque.core.discovery import game
from ludotheque.house.stakes import ledger, rankings
from ludotheque.table import Person, Settings, load
from ludotheque.table import commands as c
from ludotheque.table.events import Fell
from ludotheque.web.fragments import meaning

People = Callable[..., Visitor]
VILLAGE = "rolling-village"


def test_a_tied_game_in_a_room_is_a_draw_everywhere(served: Served, visitor: People) -> None:
    """MA-6, MA-7, MA-17: played to its end, both draw the same village and share first place."""
    eventually(lambda: not served.house.matchmaker.queue.tickets)
    pair = [member(visitor, f"192.0.2.{number}") for number in (80, 81)]
    table = matched(*pair, game=VILLAGE)
    pages = seated(table, *pair)
    people = [Person(person_id(each), "") for each in pair]
    served.do(play_out(served.runner, table, people))
    own = [page.until('class="status over') for page in pages]
    names = [each.get("/me/profile", follow_redirects=True).text for each in pair]
    first, second = (re.search(r"<h1>(.+?)</h1>", page)[1] for page in names)  # type: ignore[index]
    for page, other in zip(own, (second, first), strict=True):
        assert f"Égalité\u00a0: vous partagez la première place avec {other}." in page
        assert page.count("jetons\u00a0: 0, points\u00a0: 40") == 2
        assert re.findall(r'class="rank">(.+?)<', page) == ["Égalité"]  # one step for both
    onlooker = visitor()
    both = f"Égalité\u00a0: {first} et {second} se partagent la première place."
    assert both in onlooker.get(f"/tables/{table}").text
    assert both in onlooker.get(f"/tables/{table}/replay").text
    assert re.search(rf"Égalité\u00a0: {first} et {second}, \d+ points\.", own[0])  # its log
    for somebody in pair:
        assert chips(served, somebody) == 1_000  # the stake, and a half of the pot
        statement = somebody.get("/me/statement").text
        amounts = re.findall(r'<td [^>]*class="amount(?: gain)?"[^>]*>([^<]+)<', statement)
        assert amounts[:4] == ["+50", "1\u202f000", "−50", "950"]
        (record,) = served.do(served.house.read(rankings.records, person_id(somebody)))
        assert (record.games, record.won, record.drawn, record.points) == (1, 0, 1, 40)
        profile = onlooker.get(f"/people/{person_id(somebody)}").text
        row = re.search(r'rowheader">Rolling Village</th>(.*?)</tr>', profile)
        assert row
        figures = re.findall(r'data-name="([^"]+)">([^<]*?) ?<', row[1])
        assert figures[:3] == [("Parties", "1"), ("Gagnées", "0"), ("Égalités", "1")]
        assert figures[3] == ("Part gagnée", "—")  # one game says nothing yet
        assert ">égalité</td>" in profile
        assert "victoire" not in profile
        told = somebody.get("/me/export.json").json()["sittings"]
        assert [each["result"] for each in told] == ["drawn"]
    assert served.do(served.house.read(ledger.audit)).is_sound
    for page in pages:
        page.__exit__()


def alone(served: Served, somebody: Visitor, seed: int = 1) -> tuple[str, int]:
    """A game that a visitor played alone to its end, by sealed dice: the table, and her points."""
    person = Person(person_id(somebody), "Somebody")

    async def play() -> tuple[str, int]:
        table = await served.runner.create(
            VILLAGE, {"seats": 1}, Settings(), host=person, seed=bytes([seed] * 32)
        )
        await served.runner.command(table, person, c.Sit(id="sit", seen=1, value="0" * 32))
        await play_out(served.runner, table, [person])
        ended = (await served.runner.view(table)).ended
        assert ended is not None
        return table, ended.scores[0]

    return served.do(play())


TOLD = {
    "fr": ("Le maire n'est pas réélu", "Le maire est réélu", "Votre premier record\u00a0: 50",
           "Nouveau record\u00a0: 69\u00a0!", "Votre record\u00a0: 69"),
    "en": ("The mayor is not re-elected", "The mayor is re-elected", "Your first score to beat: 50",
           "A new best: 69!", "Your best: 69"),
    "es": ("El alcalde no es reelegido", "El alcalde es reelegido", "Tu primer récord: 50",
           "¡Nuevo récord: 69!", "Tu récord: 69"),
}  # fmt: skip


@pytest.mark.parametrize("language", TOLD)
def test_a_game_alone_ends_with_its_verdict_and_ones_record(
    served: Served, visitor: People, language: str
) -> None:
    """RV-15: below 60, above it, and above it without a new record; by dice known beforehand."""
    lost, won, first, new, old = TOLD[language]
    guest = visitor(name="Ida", language=language)
    for seed, score, verdict, record in (
        (4, 50, lost, first),
        (27, 69, won, new),
        (20, 63, won, old),
    ):
        table, points = alone(served, guest, seed)
        assert points == score
        page = unescape(guest.get(f"/tables/{table}").text)
        assert verdict in page
        assert record in page
        watched = unescape(visitor(language=language).get(f"/tables/{table}").text)
        assert verdict in watched
        assert record not in watched  # it is told to whose it is
        replay = unescape(guest.get(f"/tables/{table}/replay").text)
        assert verdict in replay
        assert 'class="rank"' not in replay  # nobody is first of one
    profile = visitor(language=language).get(f"/people/{person_id(guest)}").text
    row = re.search(r'<section[^>]*aria-labelledby="alone">.*?</section>', profile, re.DOTALL)
    assert row
    mean = "60.7" if language == "en" else "60,7"
    assert re.findall(r'<td[^>]* data-name="[^"]+">([^<]*)<', row[0]) == ["3", "69", mean]


def test_one_does_not_agree_to_a_draw_with_oneself(served: Served, ann: Visitor) -> None:
    table = ann.open_table(VILLAGE, **{"option.seats": "1"})
    with ann.sit(table) as page:
        assert "offerdraw" not in page.until('class="status playing')
        page.send("leave")
        assert "La partie est finie." in page.until('class="status over')


def test_a_couple_that_wins_are_several_winners(served: Served, visitor: People) -> None:
    """CA-27: two of four have won together, and nobody drew."""
    options = {"seats": 4, "couples": True}
    table = served.do(played(served.runner, "superludo", options, steps=3))
    served.do(served.runner.command(table, ANN, c.Leave(id="leave-it", seen=0)))
    page = visitor().get(f"/tables/{table}").text
    assert re.search(r'<p class="turn">[^<]+ et [^<]+ ont gagné\.</p>', page)


def test_the_number_beside_a_name_says_what_it_counts(served: Served, visitor: People) -> None:
    table = served.do(played(served.runner, "superludo", {"seats": 2}, steps=2))
    for language, sentence in (("fr", "les pions arrivés"), ("en", "pawns that are home")):
        page = unescape(visitor(language=language).get(f"/tables/{table}").text)
        tally = re.search(r'class="tally" title="([^"]*)"', page)
        assert tally
        assert sentence in tally[1]


def test_the_figures_and_the_dice_of_a_game_that_is_over(served: Served, visitor: People) -> None:
    table = served.do(played(served.runner, "ludo", {"seats": 2, "pawns": 1}))
    page = visitor().get(f"/tables/{table}").text
    assert f'data-figures="/tables/{table}/figures"' in page
    part = visitor().get(f"/tables/{table}/figures")
    assert part.status_code == 200
    assert len(re.findall(r"<dt>", part.text)) == 4
    record = load(visitor().get(f"/tables/{table}/record.json").content)
    rolls = sum(isinstance(line.event, Fell) for line in record.log)
    assert "Dés vérifiés" in part.text
    assert f"Vérifier soi-même les {rolls} tirages" in part.text
    english = visitor(language="en").get(f"/tables/{table}/figures").text
    assert "Dice verified" in english
    assert "Sixes rolled" in english


def test_a_game_that_goes_on_has_neither_figures_nor_a_souvenir(
    served: Served, visitor: People
) -> None:
    table = served.do(played(served.runner, "ludo", {"seats": 2, "pawns": 1}, steps=3))
    for name in ("figures", "souvenir.png"):
        assert visitor().get(f"/tables/{table}/{name}").status_code == 404


@pytest.mark.parametrize(
    ("game", "options"), [("ludo", {"seats": 2, "pawns": 1}), (VILLAGE, {"seats": 1})]
)
def test_the_picture_to_share(
    served: Served, visitor: People, game: str, options: dict[str, int]
) -> None:
    table = served.do(played(served.runner, game, options))
    answer = visitor().get(f"/tables/{table}/souvenir.png")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)


@pytest.mark.parametrize(
    ("settings", "has_preview"),
    [
        ({"public": True}, True),
        ({}, False),  # who has the link may look; a preview would tell the others
    ],
)
def test_a_link_to_a_public_game_comes_with_its_picture(
    served: Served, visitor: People, settings: dict[str, bool], has_preview: bool
) -> None:
    options = {"seats": 2, "pawns": 1}
    table = served.do(played(served.runner, "ludo", options, **settings))
    page = visitor().get(f"/tables/{table}/replay").text
    preview = f'property="og:image" content="{served.url}/tables/{table}/souvenir.png"'
    assert (preview in page) == has_preview


def test_a_private_end_is_shown_to_who_played_alone(served: Served, visitor: People) -> None:
    table = served.do(played(served.runner, "ludo", {"seats": 2, "pawns": 1}, spectators=False))
    for name in ("figures", "souvenir.png", "screen"):
        assert visitor().get(f"/tables/{table}/{name}").status_code == 404


ORDINALS = {"fr": ["1ᵉʳ", "2ᵉ"], "en": ["1st", "2nd"], "es": ["1.º", "2.º"]}


@pytest.mark.parametrize("language", ORDINALS)
def test_places_are_told_as_people_say_them(served: Served, visitor: People, language: str) -> None:
    table = served.do(played(served.runner, "ludo", {"seats": 2, "pawns": 1}))
    for page in ("", "/replay"):
        text = visitor(language=language).get(f"/tables/{table}{page}").text
        assert re.findall(r'class="rank">(.+?)<', text) == ORDINALS[language]


def test_fewer_points_that_win_are_explained() -> None:
    view: Any = SimpleNamespace(game=game("ludoville"), options={"seats": 2}, scores=[69, 21])
    assert "le plus petit total gagne" in meaning(view, [("1", (1,)), ("2", (0,))], "fr")
    view.scores = [20, 21]
    assert not meaning(view, [("1", (1,)), ("2", (0,))], "fr")
