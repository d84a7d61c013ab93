"""Pages over HTTP: what is there, in which language, how long it may be kept, how large it is."""

import gzip
import re
from pathlib import Path

import httpx
import pytest
from visiting import table_of

from ludotheque import web
from ludotheque.core.discovery import boxes, games
from ludotheque.core.drawing import stylesheet
from ludotheque.core.texts import LANGUAGES
from ludotheque.house.people import visitors

SHELF = list(boxes())
PAGES = ["/", "/dice", *(f"/games/{id}{page}" for id in SHELF for page in ("", "/new"))]
KILOBYTE = 1000


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_there(ann, page):
    answer = ann.get(page)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "<h1" in answer.text


@pytest.mark.parametrize("id", SHELF)
def test_a_box_shows_its_board(ann, id):
    answer = ann.get(f"/games/{id}/board.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/games/chess", "/games/chess/new", "/games/chess/board.svg", "/tables/none",
     "/tables/none/replay", "/tables/none/record.json", "/tables/none/frames.json",
     "/tables/none/picture.png", "/tables/none/film.gif", "/static/none.js"],
)  # fmt: skip
def test_what_is_not_there_is_a_page_that_helps(ann, path):
    answer = ann.get(path)
    assert answer.status_code == 404
    assert 'href="/"' in answer.text
    assert '<html lang="fr">' in answer.text


def test_an_unknown_table_is_named_as_such_in_each_language(visitor):
    told = {
        language: re.search("<h1>(.+)</h1>", visitor(language=language).get("/tables/none").text)[1]
        for language in ("fr", "en", "es")
    }
    assert told["fr"] == "Cette table n&#39;existe pas."
    assert len(set(told.values())) == 3


def test_a_qr_code_leads_to_the_table_and_nowhere_else(ann):
    table = ann.open_table()
    answer = ann.get(f"/tables/{table}/invitation.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg")
    assert f"{ann.url}/tables/{table}#sit=1" in ann.get(f"/tables/{table}").text


def test_wrong_methods_are_refused(ann):
    assert ann.get("/name").status_code == 405
    assert ann.post("/").status_code == 405


# Languages


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("fr", "fr"), ("en", "en"), ("es", "es"), ("en-GB,en;q=0.9", "en"), ("ES-mx", "es"),
        ("de,es;q=0.8,en;q=0.9", "en"), ("de", "fr"), ("", "fr"), ("*", "fr"), (";;q=,,", "fr"),
        ("en;q=0,es;q=0.1", "es"), ("en;q=nan,es", "es"), ("en; q=0.2, es; q=0.7", "es"),
        ("en;q=" + "9" * 400, "fr"), ("en;q=0", "fr"),
    ],
)  # fmt: skip
def test_the_language_is_the_browsers(visitor, wanted, given):
    assert f'<html lang="{given}">' in visitor(language=wanted).get("/").text


def test_the_switch_outlasts_the_browsers_wish(visitor):
    guest = visitor(language="es")
    answer = guest.post("/language", language="en", back="/dice")
    assert (answer.status_code, answer.headers["location"]) == (303, "/dice")
    assert '<html lang="en">' in guest.get("/").text


def test_a_language_that_is_not_spoken_changes_nothing(visitor):
    guest = visitor(language="es")
    answer = guest.post("/language", language="<script>")
    assert "set-cookie" not in answer.headers
    assert '<html lang="es">' in guest.get("/").text


def test_the_manifest_speaks_the_visitors_language(visitor):
    manifests = [visitor(language=each).get("/manifest.webmanifest") for each in ("fr", "en", "es")]
    assert [manifest.json()["lang"] for manifest in manifests] == ["fr", "en", "es"]
    assert manifests[0].headers["content-type"].startswith("application/manifest+json")
    for icon in manifests[0].json()["icons"]:
        picture = visitor().get(icon["src"])
        assert picture.content.startswith(b"\x89PNG")


# Files


def links(text: str) -> list[str]:
    """Everything that a page makes its visitor's browser load."""
    return re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="([^"]+)"', text)


@pytest.mark.parametrize("page", ["/", f"/games/{SHELF[0]}/new", "/dice"])
def test_files_are_kept_for_ever_under_a_name_with_their_hash(ann, page):
    files = [link for link in links(ann.get(page).text) if link.startswith("/static/")]
    assert files
    for file in files:
        assert re.search(r"\.[0-9a-f]{10}\.\w+$", file)
        answer = ann.get(file)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_file_is_not_served_under_another_hash(ann):
    file = next(link for link in links(ann.get("/").text) if link.endswith(".css"))
    assert ann.get(re.sub(r"\.[0-9a-f]{10}\.", ".0123456789.", file)).status_code == 404
    assert ann.get(re.sub(r"\.[0-9a-f]{10}\.", ".", file)).status_code == 404


def weight(client: httpx.Client, path: str) -> int:
    """How many bytes come over the wire for an address."""
    with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
        return sum(len(part) for part in answer.iter_raw())


@pytest.mark.parametrize("name", ["house", "table", "ending", "guide"])
def test_no_style_asks_at_every_move_what_the_table_is_about(name):
    """A :has() of the table or its dock is answered anew whenever a piece in it changes."""
    style = (Path(web.__file__).parent / "static" / f"{name}.css").read_text("utf-8")
    assert not re.search(r"(table|dock|playground)(:not\()?:has\(", style)


@pytest.mark.parametrize("name", ["house", "table", "ending", "guide"])
def test_no_style_asks_what_stands_beside_anything(name):
    """After ``* + *`` all that a board or a log holds is styled anew whenever a thing is added."""
    style = (Path(web.__file__).parent / "static" / f"{name}.css").read_text("utf-8")
    assert not re.search(
        r"(\*|\bg) ?[+~] ?[*g]", re.sub(r"/\*.*?\*/|\(.*?\)", "", style, flags=re.S)
    )


@pytest.mark.parametrize("id", sorted(games()))
def test_no_board_asks_at_every_move_what_lies_on_it(id):
    assert ":has(" not in stylesheet(games()[id].drawing.CANVAS)


def test_the_first_page_weighs_less_than_60_kilobytes(ann):
    page = ann.get("/").text
    weights = {link: weight(ann.http, link) for link in {"/", *links(page)}}
    fonts = [link for link in weights if link.endswith(".woff2")]
    assert sum(weights.values()) - sum(weights[font] for font in fonts) < 60 * KILOBYTE, weights


def test_the_tables_script_weighs_less_than_18_kilobytes(ann):
    page = ann.get(f"/tables/{ann.open_table()}").text
    script = next(link for link in links(page) if "/table." in link and link.endswith(".js"))
    assert weight(ann.http, script) < 18 * KILOBYTE


@pytest.mark.parametrize("page", ["/", f"/games/{SHELF[0]}", f"/games/{SHELF[0]}/board.svg"])
def test_pages_are_compressed_for_who_can_read_that(ann, page):
    with ann.http.stream("GET", page, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        packed = b"".join(answer.iter_raw())
    plain = ann.get(page, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed) == plain.content


# Opening a table


def test_two_clicks_lead_to_a_table(ann):
    answer = ann.post("/games/ludo/play")
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("#play")
    page = ann.get(answer.headers["location"])
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"


def test_the_form_opens_a_table_as_it_says(ann, served):
    table = ann.open_table(clock="30", fill_after="15", bots="hard", public="on", hotseat="2")
    settings = served.do(served.runner.view(table)).settings
    assert (settings.clock, settings.fill_after, settings.bots) == (30, 15, "hard")
    assert settings.public
    assert settings.spectators
    assert table in ann.get("/").text  # among the open tables


def test_a_table_by_link_is_not_listed(ann, bob):
    table = ann.open_table()
    assert table not in bob.get("/").text
    with ann.sit(table):
        assert table in ann.get("/").text  # among her own
        assert table not in bob.get("/").text


def test_people_in_front_of_one_screen_sit_down_together(ann):
    answer = ann.post("/games/ludo/tables", hotseat="2")
    assert answer.headers["location"].endswith("#sit=2")


def test_two_who_bear_one_name_are_told_apart_by_their_places(visitor):
    ann, namesake = visitor(name="Ann"), visitor(name="Ann")
    table = ann.open_table(**{"option.seats": "2"})
    with ann.sit(table), namesake.sit(table):
        page = ann.get(f"/tables/{table}").text
    assert '<span class="who">Ann (1)</span>' in page
    assert '<span class="who">Ann (2)</span>' in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"option.seats": "99"}, {"option.seats": "two"}, {"option.seats": ""},
        {"option.stakes": "1"}, {"clock": "7"}, {"clock": "soon"}, {"clock": "1e3"},
        {"fill_after": "-1"}, {"bots": "unbeatable"}, {"hotseat": "many"},
        {"hotseat": "9" * 5000}, {"clock": "9" * 5000}, {"bots": "<b>easy</b>"},
    ],
)  # fmt: skip
def test_a_wrong_field_is_answered_with_a_sentence_in_the_form(ann, wrong):
    answer = ann.post("/games/ludo/tables", **wrong)
    assert answer.status_code == 400
    assert 'action="/games/ludo/tables"' in answer.text
    sentence = re.search('role="alert">(.+?)</p>', answer.text, re.DOTALL)[1]
    assert sentence.startswith("Un de ces choix ne va pas à ce jeu")  # no exception's words


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "En couples, on joue à quatre"),
        ("en", "Couples are for four players"),
        ("es", "En parejas juegan cuatro"),
    ],
)
def test_choices_that_do_not_agree_are_told_and_kept(visitor, language, sentence):
    """The game itself says why; what else was chosen is not lost."""
    somebody = visitor(language=language)
    form = {"option.seats": "2", "option.couples": "true", "clock": "60", "public": "on"}
    answer = somebody.post("/games/superludo/tables", **form)
    assert answer.status_code == 400
    assert sentence in answer.text
    for name, value in form.items():
        kept = f'name="{name}"' + ("" if value == "on" else f' value="{value}"') + " checked"
        assert re.search(kept, answer.text), name
    assert 'name="spectators" checked' not in answer.text


def test_a_form_without_fields_opens_a_table_with_the_defaults(ann):
    answer = ann.post("/games/ludo/tables")
    assert answer.status_code == 303
    assert ann.get(f"/tables/{table_of(answer.headers['location'])}").status_code == 200


@pytest.mark.parametrize("id", SHELF)
def test_the_rules_are_told_in_each_language(visitor, id):
    pages = {}
    for language in ("fr", "en", "es"):
        pages[language] = visitor(language=language).get(f"/games/{id}").text
    numbers = [
        re.findall(r'<li id="([A-Z]{2}-\d+)">.+? <a class="rule" href="#\1">\1</a></li>', page)
        for page in pages.values()
    ]
    assert numbers[0]
    assert numbers[0] == numbers[1] == numbers[2]
    rulings = {"fr": "Nos arbitrages", "en": "Our rulings", "es": "Nuestras decisiones"}
    for language, words in rulings.items():
        assert re.search(f"<h2>{words}", pages[language])


@pytest.mark.parametrize("id", list(games()))
def test_the_rules_are_illustrated_in_each_language(visitor, id):
    drawn = set()
    for language in ("fr", "en", "es"):
        guest = visitor(language=language)
        page = guest.get(f"/games/{id}").text
        found = re.findall(r'<figure><img src="([^"]+)".*?<figcaption>(.+?)</figcaption>', page)
        assert len(found) >= 3
        for url, caption in found:
            answer = guest.get(url)
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "immutable" in answer.headers["cache-control"]
            drawn.add(caption)
    assert len(drawn) == 3 * len(found)


@pytest.mark.parametrize("name", ["0.fr", "99.fr", "1.de", "1.", "x.fr", "-1.fr"])
def test_a_drawing_that_is_not_there_is_not_found(ann, name):
    assert ann.get(f"/games/ludo/rules/{name}.svg").status_code == 404


@pytest.mark.parametrize("id", SHELF)
def test_a_drawer_tells_the_goal_the_numbers_and_all_the_rules(visitor, id):
    told = set()
    for language in ("fr", "en", "es"):
        guest = visitor(language=language)
        drawer = guest.get(f"/games/{id}/guide").text
        assert "<html" not in drawer
        panels = re.findall(r'<img src="([^"]+)"', drawer)
        assert 4 <= len(panels) <= 6
        for url in panels:
            assert guest.get(url).headers["content-type"] == "image/svg+xml"
        told.add(tuple(re.findall(r'<p class="(?:goal|score-word)">(.+?)</p>', drawer)))
        page = guest.get(f"/games/{id}").text
        assert set(re.findall(r'<li id="[A-Z]{2}-\d+"', drawer)) == set(
            re.findall(r'<li id="[A-Z]{2}-\d+"', page)
        )
    assert len(told) == 3
    assert all(len(each) == 2 for each in told)


def test_every_table_has_the_drawer(ann):
    page = ann.get(ann.post("/games/ludo/play").headers["location"].partition("#")[0]).text
    assert 'href="/games/ludo" data-guide="/games/ludo/guide"' in page
    assert '<dialog id="guide"' in page


# Boxes: one game may be several on the shelf


SETTLED = [(id, game, box) for id, (game, box) in boxes().items() if box.options]


def test_the_shelf_shows_every_box_with_a_lid_of_its_own(ann):
    page = ann.get("/").text
    lids = re.findall(r'<img src="(/games/[^"]+/board.fr.svg[^"]+)"', page)
    assert [lid.split("/")[2] for lid in lids] == SHELF
    assert len({ann.get(lid).content for lid in lids}) == len(SHELF) >= 5


def test_lids_speak_the_readers_language(visitor):
    """A sample picture has words in it: in the language of the page that shows it."""
    told = set()
    for language in LANGUAGES:
        page = visitor(language=language).get("/").text
        lids = re.findall(rf'<img src="(/games/[^"]+/board.{language}.svg[^"]+)"', page)
        assert len(lids) == len(SHELF)
        told.add("".join(visitor().get(lid).text for lid in lids))
    assert len(told) == len(LANGUAGES)
    assert visitor().get("/games/ludo/board.xx.svg").status_code == 404


@pytest.mark.parametrize(
    ("language", "named"), [("fr", "Belette"), ("en", "Weasel"), ("es", "Comadreja")]
)
def test_guests_are_named_in_their_own_language(visitor, monkeypatch, language, named):
    monkeypatch.setattr(visitors.secrets, "choice", lambda names: max(names, key=named.__eq__))
    page = visitor(language=language)
    page.post("/games/ludo/play")
    assert re.search(rf'value="{named} \d+"', page.get("/").text)


@pytest.mark.parametrize(("id", "game", "box"), SETTLED, ids=lambda value: str(value)[:20])
def test_a_table_keeps_to_its_box_and_is_called_by_it(ann, served, id, game, box):
    form = ann.get(f"/games/{id}/new").text
    for name in box.options:
        assert f'name="option.{name}"' not in form  # settled: nothing to choose
    clicked = table_of(ann.post(f"/games/{id}/play").headers["location"])
    filled = ann.open_table(game=id, public="on", **{"option.seats": "2"})
    for table in (clicked, filled):
        view = served.do(served.runner.view(table))
        assert view.game is game
        assert box.options.items() <= view.options.items()
        assert f'<h1 class="visually-hidden">{box.title}</h1>' in ann.get(f"/tables/{table}").text
    listed = re.findall(r'<h3>([^<]+)</h3>\s*<a class="button" href="([^"]+)"', ann.get("/").text)
    assert (box.title, f"/tables/{filled}") in listed


def test_a_box_is_called_by_its_name_in_each_language(visitor):
    for id, game, box in SETTLED:
        for language in ("fr", "en", "es"):
            told = game.translate(language)(box.title)
            assert f"<h1>{told}</h1>" in visitor(language=language).get(f"/games/{id}").text


# Names


def test_a_visitor_has_a_name_and_can_take_another(visitor):
    guest = visitor()
    guest.post("/games/ludo/play")
    assert re.search(r'value="\w+ \d\d"', guest.get("/").text)
    answer = guest.post("/name", name="  Zoé   Ω ", back="/dice")
    assert answer.headers["location"] == "/dice"
    assert 'value="Zoé Ω"' in guest.get("/").text


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "\x00\x01"])
def test_a_name_of_nothing_changes_nothing(ann, name):
    ann.post("/name", name=name)
    assert 'value="Ann"' in ann.get("/").text


def test_a_name_cannot_turn_or_stretch_the_page(ann):
    ann.post("/name", name="\u202eevil\n\r\t" + "x" * 500)
    assert 'value="evil ' + "x" * 19 + '"' in ann.get("/").text
