"""The coach at a table: tips come to whom they are meant for, on their occasion."""

import json
import random

from visiting import VALUE, LivePage, hear

COACHED = "?coach=1"


def tips(page: LivePage) -> list[str]:
    """The ids of all tips that a page was sent, in order."""
    return [tip[0] for text in page.texts for tip in json.loads(text).get("tips", [])]


def sit(person, table: str, query: str) -> LivePage:
    page = person.watch(table, query)
    page.update()
    page.send("sit", value=VALUE)
    page.until("yours")
    return page


def play(pages: list[LivePage], times: int) -> None:
    """Let whoever's turn it is roll, or make some move."""
    chooser = random.Random(times)
    for _ in range(times):
        for page in pages:
            while page.number < max(each.number for each in pages):
                page.update()
        page = next((each for each in pages if each.is_mine()), None)
        if page is None:
            hear(*pages)
            continue
        before = page.number
        if page.may_roll():
            page.send("roll")
        else:
            page.send("move", seat=page.me, move=chooser.choice(page.moves()))
        while page.number == before:
            page.update()


def test_tips_come_to_players_who_want_them(ann, bob, eve):
    table = ann.open_table("ludo", **{"option.seats": "2"})
    pages = [sit(ann, table, COACHED), sit(bob, table, "")]
    with eve.watch(table, COACHED) as watching:
        watching.update()
        for _ in range(10):  # until a six has let somebody out, as it does sooner or later
            play(pages, 30)
            if {"leave", "move"} & set(tips(pages[0])):
                break
        while watching.number < pages[0].number:
            watching.update()
        assert "out" in tips(pages[0])
        assert {"leave", "move"} & set(tips(pages[0]))
        assert tips(pages[1]) == []  # she does not want any
        assert tips(watching) == []  # nor does anybody who only watches get some


def test_a_tip_speaks_the_readers_language_and_says_of_what(visitor):
    carl = visitor(language="es")
    table = carl.open_table("ludo", **{"option.seats": "2"})
    page = sit(carl, table, COACHED)
    page.send("fill")
    while not tips(page):
        page.update()
    [tip] = [each for text in page.texts for each in json.loads(text).get("tips", [])]
    assert tip[0] == "out"
    assert tip[1].startswith("Tira el dado.")
    assert tip[2] == "roll"


def test_the_page_names_the_tips_that_there_are(ann):
    page = ann.get(ann.post("/games/ludo/play").headers["location"].partition("#")[0]).text
    assert 'data-box="ludo" data-tips="out leave move again hit risk"' in page
