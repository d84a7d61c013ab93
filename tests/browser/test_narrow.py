"""A phone of 360 by 640: nothing scrolls sideways, and what one came for is in sight."""

from datetime import timedelta

from sqlalchemy import Connection, insert

from ludotheque.core.discovery import boxes, games
from ludotheque.house.clock import date_of, now
from ludotheque.house.schema import matches, persons, ratings, sittings, tries
from ludotheque.house.stakes import ledger, standings

from .playing import wait_for_offer
from .shelf import LUDO, Person
from .tables import begin, open_table, sit_down
from .test_fingers import IN_SIGHT, PHONES, SMALL, none_narrow
from .test_rooms import SOLO, join

NARROW = {"viewport": PHONES[360], **SMALL}
LONG = "Avec Églantine, Fenouil, Garance"
NAMES = ("Wolfeschlegelsteinhausen", "Marguerite-Anastasie du Lac", "Bob")
# The page, and each box of it that could be pushed to the side, by what it is.
WIDE = """
() => [document.documentElement, ...document.querySelectorAll("main *")]
  .filter(each => each === document.documentElement || getComputedStyle(each).overflowX === "auto")
  .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth)
  .map(each => `${each.tagName}.${each.className}: ${each.scrollWidth} > ${each.clientWidth}`)
"""


def fill_books(connection: Connection, me: str) -> None:
    """A past for these pages to tell of: long names, large figures, days."""
    at, rich = now(), 1_150_000
    people = [me, *(f"narrow-{k}" for k in range(len(NAMES)))]
    connection.execute(
        insert(persons),
        [
            {"id": id, "name": name, "folded": id, "created": at, "joined": at}
            for id, name in zip(people[1:], NAMES, strict=True)
        ],
    )
    for number, (game, room) in enumerate([("superludo", "passport"), (SOLO.id, "")] * 4):
        table, alone = f"narrow-{number}", not room
        seats = [people[number // 2]] if alone else people
        match = {"table_id": table, "game": game, "room": room, "ended": at - number, "opened": at}
        sides = " ".join(map(str, range(len(seats))))
        connection.execute(
            insert(matches), match | {"sides": sides, "is_contest": not alone, "is_shown": True}
        )
        sat = {"table_id": table, "result": "alone" if alone else "lost", "score": 104}
        sat |= {"points": 0 if alone else rich}
        for seat, person in enumerate(seats):
            row = {"seat": seat, "person": person, "rank": len(seats) - seat, "ended": at - number}
            connection.execute(insert(sittings), sat | row)
        standings.note(connection, table, at - number)
        if alone:
            day = date_of(at) - timedelta(days=number // 4)
            row = {"day": day.isoformat(), "game": game, "person": seats[0], "table_id": table}
            connection.execute(insert(tries), row)
    for person in people:
        row = {"game": "superludo", "person": person, "mu": 27.34, "sigma": 4.1, "games": 1_234}
        connection.execute(insert(ratings), row)
    legs = {ledger.of_person(me): rich, ledger.HOUSE: -rich}
    ledger.transfer(connection, f"test:{me}", legs, "gift")


def test_nothing_scrolls_sideways(person: Person, served) -> None:
    """Tables of figures are cards, still tables for those who listen."""
    page = person(**NARROW)
    join(page)
    page.goto("/me/profile")
    served.do(served.house.write(fill_books, page.url.rsplit("/", 1)[1]))
    for path in (
        "/rooms", "/me/statement", "/me/profile", "/ledger", f"/day/{SOLO.id}", "/rankings",
        "/rankings?kind=rating&game=superludo", "/rankings?kind=solo",
    ):  # fmt: skip
        page.goto(path)
        page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = 1)")
        assert page.evaluate(WIDE) == [], path
    row = page.get_by_role("table").get_by_role("row").nth(1)
    assert row.get_by_role("rowheader").count() == 1
    assert page.get_by_role("columnheader").all_inner_texts() == ["Place", "Nom", "Score", "Partie"]


def test_play_is_in_sight(person: Person) -> None:
    """At home, for whoever comes for the first time or has a table, and on the page of each box."""
    page = person(**NARROW)
    play = "form[action$='/play'] button"
    for path in ("/", *(f"/games/{id}" for id in boxes())):
        page.goto(path)
        assert page.evaluate(IN_SIGHT, play), path
    page.locator(play).first.click()
    page.wait_for_selector("#status.playing")
    page.goto("/")
    page.wait_for_selector("#mine .card")
    page.evaluate("text => { document.querySelector('#mine .help').textContent = text }", LONG)
    assert page.evaluate(IN_SIGHT, play)


def test_while_one_waits_one_can_begin_or_invite(person: Person) -> None:
    """Without a look for it; and once all have sat down it is the board that one sees."""
    page, other = person(**NARROW), person()
    path = open_table(page, LUDO, seats=2)
    sit_down(page, path)
    for part in (".playground svg", "#seat-1", "#controls .primary"):
        assert page.evaluate(IN_SIGHT, part), part
    page.locator("#invite .qr").scroll_into_view_if_needed()
    assert page.evaluate(FIRST_OF_ALL)
    sit_down(other, path)
    page.wait_for_selector("#status.playing")
    assert page.evaluate(IN_SIGHT, ".playground svg")


# Whether the invitation stands before all else that lies beside the game.
FIRST_OF_ALL = """
() => [...document.querySelectorAll(".side > *")].filter(each => each.checkVisibility())
  .findIndex(each => each.id === "invite") === 0
"""


def test_a_lesson_and_a_puzzle_show_all_of_the_board(person: Person) -> None:
    """Above what there is to do; and the title of a puzzle stands in one line beside its day."""
    page = person(**NARROW)
    for path in (*(f"/games/{id}/learn/1" for id in boxes()), "/games/superludo/puzzle"):
        page.goto(path)
        page.wait_for_selector("#status.mine")
        assert page.evaluate(OVERLAP) <= 0, path
    assert page.evaluate("() => document.querySelector('h1').offsetHeight") < 32


# How far what there is to do reaches over the board.
OVERLAP = """
() => document.querySelector(".playground > svg").getBoundingClientRect().bottom
  - document.querySelector(".dock").getBoundingClientRect().top
"""


def test_who_is_there_hides_no_colour(person: Person) -> None:
    """The sign beside a name leaves the emblem of the seat alone."""
    page, other = person(**NARROW), person()
    path = open_table(page, LUDO, seats=2)
    for each in (page, other):
        sit_down(each, path)
    page.wait_for_selector("#status.playing")
    page.wait_for_selector("#seat-1 .presence.here")
    sign, emblem = (page.locator(f"#seat-1 .{part}").bounding_box() for part in SIGNS)
    assert sign is not None
    assert emblem is not None
    assert sign["x"] >= emblem["x"] + emblem["width"] or sign["y"] + sign["height"] <= emblem["y"]
    assert page.evaluate(HANGS) <= 0, "over the name"


# How far the sign reaches below the top of the capitals of a name, some fifth of its line.
HANGS = """
() => {
  const [name, sign] = [".who", ".presence"].map(
    part => document.querySelector(`#seat-1 ${part}`).getBoundingClientRect());
  return sign.bottom - name.top - name.height / 5;
}
"""
SIGNS = ("presence", "emblem")


def test_settings_and_drawer_are_made_for_fingers(person: Person) -> None:
    page = person(**NARROW)
    sit_down(page, open_table(page, LUDO, seats=2))
    page.locator(".settings summary").click()
    none_narrow(page)
    page.locator("#status .ask").click()
    page.wait_for_selector("#guide .whole")
    none_narrow(page)


def test_a_question_moves_no_seat_and_cuts_nothing(person: Person) -> None:
    """A sign at the corner of whoever asks; the sentence is where it is answered, or waited for."""
    ann, bob = person(**TALLER), person(**TALLER)
    path = open_table(ann, LUDO, seats=4)
    for page in (ann, bob):
        sit_down(page, path)
    begin(ann)
    bob.wait_for_selector("#status.playing")
    before = ann.evaluate(SEATS)
    ann.locator("#gestures summary").click()
    ann.get_by_role("button", name="Proposer l'égalité").click()
    bob.wait_for_selector(".question")
    assert "on attend les autres" in ann.locator(".waits").inner_text()
    assert bob.locator("#seat-0 .asks").get_attribute("title") == "propose l'égalité"
    for page in (ann, bob):
        page.evaluate("() => scrollTo(0, 0)")
        assert page.evaluate(SEATS) == before
        assert page.evaluate(HALF_CUT) == []


def test_the_panel_leaves_the_tools_whole(person: Person) -> None:
    """Also below the tallest of all boards."""
    page = person(**TALLER)
    sit_down(page, open_table(page, games()["rolling-village"], seats=2))
    begin(page)
    wait_for_offer(page)
    assert page.evaluate(HALF_CUT) == []


def test_the_name_of_who_has_left_has_room(person: Person) -> None:
    ann, bob = person(**TALLER), person(**TALLER)
    path = open_table(ann, LUDO, seats=3)
    for page in (ann, bob):
        sit_down(page, path)
    begin(ann)
    ann.on("dialog", lambda dialog: dialog.accept())
    ann.locator("#gestures summary").click()
    ann.get_by_role("button", name="Quitter la partie").click()
    ann.get_by_role("link", name="Revenir à l'étagère").wait_for()
    assert ann.get_by_role("button", name="Quitter la partie").count() == 0
    assert not ann.locator(".small-talk").is_visible()
    bob.wait_for_selector("#seat-0.gone")
    assert bob.evaluate(WIDTHS) == [True, True]
    assert ann.evaluate(HALF_CUT) == []


TALLER = {"viewport": {"width": 360, "height": 740}, **SMALL}
SEATS = "() => [...document.querySelectorAll('.seat')].map(each => each.offsetHeight)"
# Whether the names of people are all there.
WIDTHS = """
() => [...document.querySelectorAll(".seat.person .who")]
  .map(who => who.scrollWidth <= who.clientWidth && who.scrollHeight <= who.clientHeight)
"""
# What the panel lies above, in part.
HALF_CUT = """
() => {
  const top = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll(".playground > svg, .seat, .tool")]
    .filter(each => each.checkVisibility())
    .map(each => [each.id || each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.top < top && box.bottom > top + 1)
    .map(([name]) => name);
}
"""
