"""Playing on paper over HTTP: sheets to print, blank and of a table, and counting one."""

import io
import json
import re
from urllib.parse import quote

import pytest
from PIL import Image
from visiting import LivePage, Visitor

from ludotheque.core.discovery import boxes, game
from ludotheque.web.paper import MOST_PAGES

VILLAGE = "rolling-village"
END = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."
ON_PAPER = [id for id, (each, _) in boxes().items() if each.printing]
NOT_ON_PAPER = [id for id in boxes() if id not in ON_PAPER]


def query(**more: str) -> str:
    filled = game(VILLAGE).keeper.read(END)
    return "&".join(f"{field}={quote(value)}" for field, value in {**filled, **more}.items())


def notices(text: str) -> list[str]:
    return re.findall(r'<li><a href="#f-(\w+)">', text)


@pytest.mark.parametrize("id", ON_PAPER)
def test_a_games_page_offers_what_the_box_holds(ann, id):
    page = ann.get(f"/games/{id}").text
    assert f'action="/games/{id}/sheets.pdf"' in page
    assert f'href="/games/{id}/score"' in page


@pytest.mark.parametrize("id", NOT_ON_PAPER)
def test_what_is_not_played_on_paper_offers_none_of_it(ann, id):
    assert "on-paper" not in ann.get(f"/games/{id}").text
    for path in ("sheets.pdf", "sheets.png", "score"):
        assert ann.get(f"/games/{id}/{path}").status_code == 404


def test_blank_sheets_are_a_file_to_print(ann):
    answer = ann.get(f"/games/{VILLAGE}/sheets.pdf?pages=2")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'attachment; filename="{VILLAGE}.pdf"'
    assert answer.content.startswith(b"%PDF-")
    picture = ann.get(f"/games/{VILLAGE}/sheets.png")
    assert Image.open(io.BytesIO(picture.content)).size == (1654, 2339)


@pytest.mark.parametrize("pages", ["0", str(MOST_PAGES + 1), "-1", "²", "x", "9" * 5000])
def test_how_many_pages_are_made_has_a_bound(ann, pages):
    answer = ann.get(f"/games/{VILLAGE}/sheets.pdf", params={"pages": pages})
    assert answer.status_code == 400
    assert f"de 1 à {MOST_PAGES}" in answer.text


def test_no_other_kind_and_no_other_sheet(ann):
    assert ann.get(f"/games/{VILLAGE}/sheets.exe").status_code == 404
    for value in ("/etc/passwd", "../secret.toml", "x\ny = 3"):
        answer = ann.get(f"/games/{VILLAGE}/sheets.pdf", params={"option.sheet": value})
        assert answer.status_code == 400
        assert "plus dans la maison" in answer.text


# Counting


def test_an_empty_sheet_waits_to_be_filled_in(ann):
    page = ann.get(f"/games/{VILLAGE}/score").text
    assert page.count("<select id=") == 30
    assert page.count('data-field="') == 30
    assert "Rien n&#39;est encore dessiné" in page


def test_a_filled_sheet_is_counted_and_explained(ann):
    rounds = {f"r{n}": str(n if n < 9 else 6) for n in range(1, 10)}
    page = ann.get(f"/games/{VILLAGE}/score?{query(**rounds)}").text
    assert "Forêt 1c 2c : 2" in page.replace("\u00a0", " ")
    assert '<div class="total"><dt>Total</dt><dd>62</dd></div>' in page
    assert "Seul, on est réélu." in page
    assert page.count('<article class="card counted">') == 6
    assert page.count(" selected>") == 23
    assert not notices(page)


def test_what_is_wrong_is_named_where_it_is_and_nothing_is_lost(ann):
    answer = ann.get(f"/games/{VILLAGE}/score?{query(**{'2b': '<X>', 'r1': '4', 'r3': 'a'})}")
    assert answer.status_code == 200
    assert notices(answer.text) == ["2b", "r2", "r3"]
    assert "2b\u00a0: &lt;X&gt; n&#39;est rien de connu" in answer.text
    assert answer.text.count(" selected>") == 23  # the wrong one too
    assert (
        'name="r3" inputmode="numeric" maxlength="4" value="A" aria-invalid="true"' in answer.text
    )
    assert "<article" not in answer.text


def test_a_sheet_can_be_typed(ann):
    typed = "m f l p h f\nc - l b l h\nF B h l _ l\nH L . F . .\n. . . . . .\n3 4"
    page = ann.get(f"/games/{VILLAGE}/score", params={"typed": typed}).text
    assert page.count(" selected>") == 19
    assert 'name="r2" inputmode="numeric" maxlength="4" value="4"' in page
    wrong = ann.get(f"/games/{VILLAGE}/score", params={"typed": "HHF\n<b>"}).text
    assert "5 lignes de 6 cases, pas HHF&lt;b&gt;" in wrong
    assert "HHF\n&lt;b&gt;</textarea>" in wrong


def test_it_is_counted_in_every_language(visitor):
    told = {
        language: visitor(language=language).get(f"/games/{VILLAGE}/score?{query(r1='x')}").text
        for language in ("fr", "en", "es")
    }
    assert "Manche 1" in told["fr"]
    assert "Round 1: a whole number" in told["en"]
    assert "Ronda 1: un número entero" in told["es"]


# Sheets of a table


def sheet_texts(visitor: Visitor, table: str, served) -> bytes:
    answer = visitor.get(f"/tables/{table}/sheets.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "no-store"
    return answer.content


def sit_two(ann: Visitor, bob: Visitor) -> tuple[str, LivePage, LivePage]:
    table = ann.open_table(VILLAGE, **{"option.seats": "2"})
    return table, ann.sit(table), bob.sit(table)


def test_a_table_prints_its_sheets_as_each_may_see_them(ann, bob, eve, served):
    """RV-1: what somebody draws in a round is nobody else's business until it is over."""
    table, hers, his = sit_two(ann, bob)
    with hers, his:
        while not hers.moves():
            hers.receive()  # the dice fall by themselves
        before = {who: sheet_texts(who, table, served) for who in (bob, eve)}
        hers.send("move", seat=0, move=hers.moves()[0])
        drawn = len(hers.pieces)
        while len(hers.pieces) == drawn:
            hers.receive()
        assert sheet_texts(ann, table, served) != before[bob]
        assert {who: sheet_texts(who, table, served) for who in (bob, eve)} == before
        assert ann.get(f"/tables/{table}/sheets.pdf").content.startswith(b"%PDF-")
        assert f'href="/tables/{table}/sheets.pdf"' in ann.get(f"/tables/{table}").text
        assert ann.get(f"/tables/{table}/sheets.png?page=2").status_code == 404


def test_who_may_not_watch_prints_nothing(ann, bob, eve):
    table = ann.open_table(VILLAGE, **{"option.seats": "2", "spectators": ""})
    with ann.sit(table), bob.sit(table):
        assert bob.get(f"/tables/{table}/sheets.pdf").status_code == 200
        assert eve.get(f"/tables/{table}/sheets.pdf").status_code == 404
    assert eve.get("/tables/none/sheets.pdf").status_code == 404


def test_a_board_has_no_sheets(ann):
    table = ann.open_table()
    assert ann.get(f"/tables/{table}/sheets.pdf").status_code == 404
    assert "sheets.pdf" not in ann.get(f"/tables/{table}").text


def test_a_game_from_a_file_prints_its_sheets(ann, served):
    table = ann.open_table(VILLAGE, **{"option.seats": "1"})
    with ann.sit(table):
        record = ann.get(f"/tables/{table}/record.json").content
    assert json.loads(record)["game"] == VILLAGE
    answer = ann.http.post("/replay", files={"record": ("game.json", record)})
    where = answer.headers["location"].removesuffix("/replay")
    assert f'href="{where}/sheets.pdf"' in ann.get(f"{where}/replay").text
    assert ann.get(f"{where}/sheets.pdf").content.startswith(b"%PDF-")
