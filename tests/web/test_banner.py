"""The banner of a table: what to do for whoever is to act, whose turn it is for the others."""

import re

from joining import join, new_name
from visiting import VALUE, LivePage, hear


def sit(person, table: str, times: int = 1) -> LivePage:
    page = person.watch(table)
    page.update()
    for _ in range(times):
        page.send("sit", value=VALUE)
    page.until("yours")
    return page


def begun(*pages: LivePage) -> None:
    """Wait until somebody may roll, on every page alike."""
    while not any(page.is_mine() for page in pages):
        hear(*pages)
        catch_up(*pages)
    catch_up(*pages)


def catch_up(*pages: LivePage) -> None:
    newest = max(page.number for page in pages)
    for page in pages:
        while page.number < newest:
            page.update()


def test_who_acts_is_told_what_to_do_and_the_others_whose_turn_it_is(ann, bob):
    table = ann.open_table("ludo", **{"option.seats": "2"})
    pages = [sit(ann, table), sit(bob, table)]
    begun(*pages)
    active, idle = sorted(pages, key=LivePage.is_mine, reverse=True)
    assert active.mine["turn"].startswith("Il vous faut un 6 pour sortir")
    assert "turn" not in idle.mine
    assert re.fullmatch("Au tour d(e Bob|'Ann)", idle.turn)


def test_of_several_at_one_screen_the_banner_calls_one_by_name(ann):
    table = ann.open_table("ludo", **{"option.seats": "2"})
    page = sit(ann, table, times=2)
    begun(page)
    name, _, what = page.mine["turn"].partition("\u00a0: ")
    assert name
    assert what.startswith("il vous faut un 6 pour sortir")


def test_nobody_at_ones_screen_passes_for_a_member(ann, bob):
    member = join(bob)
    page = sit(ann, ann.open_table("ludo", **{"option.seats": "2"}))
    page.send("sit", value=VALUE, name=member.upper())
    assert page.refusal()["refused"] == "NameTaken"
    free = new_name()
    page.send("sit", value=VALUE, name=free)
    begun(page)
    assert free in page.part("seats")


def test_while_all_play_at_once_the_banner_says_who_is_awaited(ann, bob):
    table = ann.open_table("rolling-village", **{"option.seats": "2"})
    pages = [sit(ann, table), sit(bob, table)]
    begun(*pages)
    while pages[0].moves():
        before = pages[0].number
        pages[0].send("move", seat=pages[0].me, move=pages[0].moves()[0])
        while pages[0].number == before:
            pages[0].update()
    assert pages[0].turn.startswith("On attend ")
