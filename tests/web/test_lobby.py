"""The list of open tables: nobody fills it alone, and the shelf stays light however long it is."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from joining import join
from serving import Served
from visiting import Visitor, table_of

from ludotheque.table import Listing, Person, Settings
from ludotheque.web import lobby

Come = Callable[..., Visitor]
LIGHT = 60_000  # bytes


@pytest.fixture
def crowd(served: Served, monkeypatch: pytest.MonkeyPatch) -> int:
    """Five thousand public tables."""
    host = Person("host", "Un nom assez long pour voir")
    served.do(served.runner.create("ludo", {"seats": 4}, Settings(public=True), host=host))
    entry = served.do(served.runner.lobby())[0]
    many = [replace(entry, table=f"free{number:08}") for number in range(3_000)]
    full = replace(entry, names=("x" * 24,) * 3)
    many += [replace(full, table=f"{number:012}") for number in range(2_000)]

    async def some(first: int, count: int) -> list[Listing]:
        return many[first : first + count]

    monkeypatch.setattr(served.runner, "lobby", some)
    monkeypatch.setattr(served.house, "lobby", lobby.Lobby(served.runner))
    return len(many)


def listed(page: str) -> list[str]:
    return re.findall(r'class="button" href="/tables/([^"]+)"', page)


def test_the_shelf_stays_light_with_five_thousand_tables(visitor: Come, crowd: int) -> None:
    answer = visitor().get("/")
    assert len(answer.content) < LIGHT
    assert len(listed(answer.text)) == lobby.LISTED
    assert all(table.startswith("free") for table in listed(answer.text))  # one can sit down there


def test_all_tables_are_found_page_by_page(visitor: Come, crowd: int) -> None:
    somebody, found, path = visitor(), 0, "/"
    for _ in range(crowd // lobby.LISTED + 1):
        page = somebody.get(path).text
        found += len(listed(page))
        more = re.search(r'href="(/\?first=\d+)#open"', page)
        path = more[1] if more else ""
    assert found == crowd
    assert not path


@pytest.mark.parametrize("first", ["-1", "x", "9" * 30, "", "%00"])
def test_a_list_that_is_not_there_is_no_fault(visitor: Come, first: str) -> None:
    assert visitor().get(f"/?first={first}").status_code in (200, 404)


def test_the_list_takes_little_of_the_time(
    served: Served, crowd: int, monkeypatch: pytest.MonkeyPatch, visitor: Come
) -> None:
    looks = []
    quick = served.runner.lobby

    async def slow(first: int, count: int) -> list[Listing]:
        looks.append(1)
        sum(range(400_000))  # some milliseconds
        return await quick(first, count)

    monkeypatch.setattr(served.runner, "lobby", slow)
    somebody = visitor()
    for _ in range(10):
        somebody.get("/")
    assert len(looks) < 8


# How many one may open


def open_public(somebody: Visitor) -> int:
    form = {"option.seats": "2", "option.pawns": "1", "public": "on", "spectators": "on"}
    return somebody.post("/games/ludo/tables", **form).status_code


def test_one_person_shows_a_few_tables_to_all(visitor: Come) -> None:
    eve, bob = visitor(address="198.51.100.90"), visitor(address="198.51.100.90")
    assert [open_public(eve) for _ in range(lobby.PER_PERSON)] == [303] * lobby.PER_PERSON
    assert open_public(eve) == 429
    late = eve.post("/games/ludo/tables", public="on", **{"option.seats": "2"})
    assert "invitez par un lien" in late.text
    eve.open_table()  # by a link she invites whom she likes
    assert open_public(bob) == 303


def test_a_table_that_is_over_makes_room(visitor: Come) -> None:
    eve = visitor(address="198.51.100.91")
    form = {"option.seats": "2", "option.pawns": "1", "public": "on", "fill_after": "0"}
    first = table_of(eve.post("/games/ludo/tables", **form).headers["location"])
    for _ in range(lobby.PER_PERSON - 1):
        open_public(eve)
    assert open_public(eve) == 429
    with eve.sit(first) as page:
        page.until("playing")
        page.send("leave")
        page.until('class="status over')
    assert open_public(eve) == 303


def test_one_address_shows_some_tables_to_all(visitor: Come) -> None:
    answers = []
    for _ in range(lobby.PER_ADDRESS // lobby.PER_PERSON + 2):
        somebody = visitor(address="198.51.100.92")
        answers += [open_public(somebody) for _ in range(lobby.PER_PERSON)]
    assert answers.count(303) == lobby.PER_ADDRESS
    assert set(answers) == {303, 429}
    assert open_public(visitor(address="198.51.100.93")) == 303


def test_who_waits_at_a_table_is_named_as_one_says_it(visitor: Come) -> None:
    ada = visitor(address="198.51.100.94")
    join(ada, "Ada")
    with ada.sit(ada.open_table(public="on")) as page:
        page.until("yours")
        assert "S'asseoir à la table d'Ada" in unescape(visitor().get("/").text)
