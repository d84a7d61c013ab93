"""What the host has put in the house to play with."""

import pytest
from sqlalchemy import Engine

from ludotheque.core.discovery import games
from ludotheque.core.documents import BadDocument
from ludotheque.house import library
from ludotheque.house.errors import NoTitle, TooManyDocuments, UnknownOption
from ludotheque.house.library import Document, Library

VILLAGE, TOWN = "rolling-village", "ludoville"


def text_of(game: str, option: str) -> str:
    documents = library.option_of(game, option)[1]
    return documents.text(library.option_of(game, option)[0].default)


SHEET, EDITION = text_of(VILLAGE, "sheet"), text_of(TOWN, "edition")


def named(text: str, name: str) -> str:
    lines = (f'name = "{name}"' if line.startswith("name =") else line for line in text.split("\n"))
    return "\n".join(lines)


@pytest.fixture
def shelf(engine: Engine) -> Library:
    return Library(engine)


def test_documents_are_kept_until_they_are_removed(shelf: Library) -> None:
    town = shelf.add(TOWN, "edition", named(EDITION, "Port-Royal"))
    sheet = shelf.add(VILLAGE, "sheet", named(SHEET, "Grand village").replace("\n", "\r\n"))
    assert (town.title, sheet.title) == ("Port-Royal", "Grand village")
    assert shelf.all() == [town, sheet]
    assert shelf.all(VILLAGE) == [sheet]
    assert shelf.find(sheet.id) == sheet
    assert games()[VILLAGE].chosen({"sheet": sheet.text})["sheet"] == sheet.text
    assert shelf.remove(town.id)
    assert not shelf.remove(town.id)
    assert shelf.all() == [sheet]
    assert shelf.find(town.id) is None


def test_the_same_twice_is_one(shelf: Library) -> None:
    first = shelf.add(TOWN, "edition", named(EDITION, "Port-Royal"))
    assert shelf.add(TOWN, "edition", named(EDITION, "Port-Royal") + "\n\n") == first
    assert len(shelf.all()) == 1


def test_one_without_a_name_goes_by_the_title_given(shelf: Library) -> None:
    nameless = "\n".join(line for line in SHEET.split("\n") if not line.startswith("name"))
    with pytest.raises(NoTitle):
        shelf.add(VILLAGE, "sheet", nameless, "  ")
    assert shelf.add(VILLAGE, "sheet", nameless, " Colline ").title == "Colline"
    assert shelf.add(VILLAGE, "sheet", nameless + "# x", "x" * 500).title == "x" * library.TITLE


def test_only_what_a_game_can_read_is_taken(shelf: Library) -> None:
    with pytest.raises(BadDocument, match="no such key"):
        shelf.add(TOWN, "edition", SHEET)
    for game, option in ((TOWN, "seats"), ("ludo", "sheet"), ("chess", "sheet")):
        with pytest.raises(UnknownOption):
            shelf.add(game, option, SHEET)
    assert shelf.all() == []


def test_a_house_has_room_for_so_many(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST", 2)
    made: list[Document] = [shelf.add(VILLAGE, "sheet", named(SHEET, name)) for name in "ab"]
    with pytest.raises(TooManyDocuments):
        shelf.add(VILLAGE, "sheet", named(SHEET, "c"))
    shelf.remove(made[0].id)
    assert shelf.add(VILLAGE, "sheet", named(SHEET, "c")).title == "c"
