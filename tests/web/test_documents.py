"""The host's editions and sheets over HTTP: written, chosen, played with, taken away."""

import json
import re

import pytest
from joining import join
from visiting import Visitor, table_of

from ludotheque.core.discovery import games
from ludotheque.house.library import option_of

TAKING = [(each.id, o.name) for each in games().values() for o in each.options if o.documents]
every = pytest.mark.parametrize(("id", "option"), TAKING, ids=[each for each, _ in TAKING])
TOWN = "ludoville"


def text_of(id: str, option: str, name: str) -> str:
    taken, documents = option_of(id, option)
    return re.sub(r'name = ".*"', f'name = "{name}"', documents.text(taken.default))


@pytest.fixture
def host(visitor, served) -> Visitor:
    somebody = visitor()
    name = join(somebody)
    served.house.people.make_host(name)
    return somebody


@pytest.fixture(autouse=True)
def an_empty_library(served):
    yield
    for each in served.house.library.all():
        served.house.library.remove(each.id)


def write(host: Visitor, of: str, text: str, deed: str = "add", **more: str):
    return host.post("/host/documents", of=of, text=text, deed=deed, **more)


def put(host: Visitor, id: str, option: str, name: str) -> str:
    answer = write(host, f"{id}.{option}", text_of(id, option, name))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].partition("#d-")[2]


def options_of(visitor: Visitor, table: str) -> dict:
    return json.loads(visitor.get(f"/tables/{table}/record.json").content)["options"]


@every
def test_one_that_the_host_wrote_is_chosen_with_a_picture(ann, host, id, option):
    assert f'name="option.{option}"' not in ann.get(f"/games/{id}/new").text  # no choice yet
    document = put(host, id, option, "Port & couchant")
    page = ann.get(f"/games/{id}/new").text
    assert f'name="option.{option}" value="{document}"' in page
    assert "Port &amp; couchant" in page
    pictures = re.findall(rf'src="(/games/{id}/{option}/[^"]+)"', page)
    assert len(pictures) == 2
    for each in pictures:
        answer = ann.get(each)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
    table = ann.open_table(id, **{f"option.{option}": document, "public": "on"})
    assert options_of(ann, table)[option].startswith(("#", "name"))
    assert "Port &amp; couchant" in ann.get(f"/tables/{table}").text
    assert "· Port &amp; couchant" in ann.get("/").text


@every
def test_taking_it_away_changes_no_game(ann, host, served, id, option):
    document = put(host, id, option, "Port")
    table = ann.open_table(id, **{f"option.{option}": document})
    chosen = options_of(ann, table)[option]
    host.post("/host/documents/remove", id=document)
    assert served.house.library.all() == []
    assert options_of(ann, table)[option] == chosen == text_of(id, option, "Port").rstrip() + "\n"
    assert ann.get(f"/tables/{table}").status_code == 200
    assert ann.get(f"/tables/{table}/replay").status_code == 200
    late = ann.post(f"/games/{id}/tables", **{f"option.{option}": document})
    assert late.status_code == 400
    assert "plus dans la maison" in late.text
    assert ann.get(f"/games/{id}/{option}/{document}.fr.svg").status_code == 404


@every
def test_quick_play_keeps_to_what_comes_with_the_game(ann, host, id, option):
    put(host, id, option, "Port")
    table = table_of(ann.post(f"/games/{id}/play").headers["location"])
    assert options_of(ann, table)[option] == option_of(id, option)[0].default


@every
def test_nobody_brings_her_own(ann, id, option):
    for value in (text_of(id, option, "Mine"), "/etc/passwd", "x.toml", "../x", ""):
        answer = ann.post(f"/games/{id}/tables", **{f"option.{option}": value})
        assert answer.status_code == 400


def test_a_document_of_one_game_is_none_of_another(ann, host):
    (id, option), (other, others) = TAKING[:2]
    document = put(host, id, option, "Port")
    assert ann.post(f"/games/{other}/tables", **{f"option.{others}": document}).status_code == 400


def test_a_record_with_a_document_is_replayed_anywhere(ann, host):
    document = put(host, TOWN, "edition", "Port")
    table = ann.open_table(TOWN, **{"option.edition": document, "option.seats": "2"})
    record = ann.get(f"/tables/{table}/record.json").content
    host.post("/host/documents/remove", id=document)
    answer = ann.http.post("/replay", files={"record": ("game.json", record)})
    assert answer.status_code == 303, answer.text
    assert "Port" in ann.get(answer.headers["location"]).text


# The page


def test_only_a_host_finds_the_page(ann, host):
    join(ann)
    document = put(host, TOWN, "edition", "Port")
    for path in ("/host/documents", f"/host/documents/{document}.toml"):
        assert ann.get(path).status_code == 404
        assert host.get(path).status_code == 200
    for path in ("/host/documents", "/host/documents/remove"):
        answer = ann.post(path, id=document, of=f"{TOWN}.edition", text="x", deed="add")
        assert answer.status_code == 404
    assert 'href="/host/documents"' in host.get("/host").text


@every
def test_the_editor_begins_with_the_games_own(host, id, option):
    page = host.get(f"/host/documents?of={id}.{option}").text
    assert "name = &#34;" in page
    assert host.get(f"/host/documents?of={id}.seats").status_code == 404
    assert host.get("/host/documents?of=chess.edition").status_code == 404


def test_one_is_looked_at_before_it_is_kept(host, served):
    answer = write(host, f"{TOWN}.edition", text_of(TOWN, "edition", "Port"), "preview")
    assert answer.status_code == 200
    assert 'src="data:image/svg+xml;base64,' in answer.text
    assert served.house.library.all() == []


def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_lost(host, visitor, served):
    text = text_of(TOWN, "edition", "Port").replace("...~~~~~~...#", "...~~x~~~...#")
    answer = write(host, f"{TOWN}.edition", text)
    assert answer.status_code == 400
    told = re.search(r'id="problem">(.*?)</p>', answer.text)[1].replace("\u00a0", " ")
    assert told == "Ligne 12 : map : f5 est &#39;x&#39; ; il y a . terre, ~ rivière, # mer."
    assert "...~~x~~~...#" in answer.text
    assert served.house.library.all() == []
    host.post("/language", language="es")
    assert "Línea 12: map" in write(host, f"{TOWN}.edition", text).text


def test_a_file_can_be_brought(host, served):
    text = text_of("rolling-village", "sheet", "x").replace('name = "x"\n', "")
    form = {"of": "rolling-village.sheet", "text": "whatever", "deed": "add"}
    file = {"file": ("Ma colline.toml", text.replace("\n", "\r\n").encode("utf-8-sig"))}
    answer = host.http.post("/host/documents", data=form, files=file)
    assert answer.status_code == 303, answer.text
    [kept] = served.house.library.all()
    assert (kept.title, kept.text) == ("Ma colline", text.rstrip() + "\n")
    download = host.get(f"/host/documents/{kept.id}.toml")
    assert download.text == kept.text
    assert "attachment" in download.headers["content-disposition"]
    again = host.get(f"/host/documents?from={kept.id}").text
    assert "points = [" in again


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x89PNG\xff\xfe", "pas un texte"),
        (b"#" * 3_000_000, "16000 signes au plus"),
        (b"a = [", "pas du TOML"),
    ],
)
def test_files_that_are_none(host, served, data, told):
    form = {"of": f"{TOWN}.edition", "text": "mine", "deed": "add"}
    answer = host.http.post("/host/documents", data=form, files={"file": ("x.toml", data)})
    assert answer.status_code == 400
    assert told in answer.text
    assert served.house.library.all() == []


def test_a_house_takes_so_many(host, monkeypatch):
    from ludotheque.house import library

    monkeypatch.setattr(library, "MOST", 1)
    put(host, TOWN, "edition", "Port")
    answer = write(host, f"{TOWN}.edition", text_of(TOWN, "edition", "Autre"))
    assert answer.status_code == 400
    assert "retirez-en d&#39;abord" in answer.text


def test_sheets_of_the_house_are_printed_and_counted(ann, host):
    document = put(host, "rolling-village", "sheet", "Colline")
    for path in ("/games/rolling-village", "/games/rolling-village/score"):
        assert f'value="{document}"' in ann.get(path).text
    usual, own = (
        ann.get("/games/rolling-village/sheets.png", params=chosen).content
        for chosen in ({}, {"option.sheet": document})
    )
    assert usual == own  # but for its name it is the same
    answer = write(
        host,
        "rolling-village.sheet",
        text_of("rolling-village", "sheet", "9").replace("3, 0", "9, 0"),
    )
    richer = answer.headers["location"].partition("#d-")[2]
    page = ann.get(f"/games/rolling-village/score?option.sheet={richer}&1a=H").text
    assert "Maison 1a : 9" in page.replace("\u00a0", " ")
    assert f'value="{richer}" checked' in page


def test_a_game_is_played_by_its_document(ann, host, served):
    text = text_of(TOWN, "edition", "Quatre").replace(
        "castle = { count = 2", "castle = { count = 4"
    )
    document = write(host, f"{TOWN}.edition", text).headers["location"].partition("#d-")[2]
    table = ann.open_table(TOWN, **{"option.edition": document, "option.seats": "2"})
    assert served.do(served.runner.view(table)).state.counts[0] == 4
