"""The table for a wall: an onlooker's view whoever opens it, with nothing to do on it."""

import re
from collections.abc import Callable

from serving import Served
from visiting import Visitor

People = Callable[..., Visitor]


def test_a_screen_shows_the_table_and_how_to_sit_down(ann: Visitor, visitor: People) -> None:
    table = ann.open_table()
    assert f"/tables/{table}/screen" in ann.get(f"/tables/{table}").text
    page = visitor().get(f"/tables/{table}/screen").text
    assert f"/tables/{table}/invitation.svg" in page
    assert "Asseyez-vous" in page
    assert 'id="controls"' not in page


def test_a_screen_has_room_for_chances_where_the_host_lets_them_be_seen(ann: Visitor) -> None:
    for form, is_there in (({"odds": "on"}, True), ({}, False)):
        page = ann.get(f"/tables/{ann.open_table(**form)}/screen").text
        assert ('id="odds"' in page) == is_there


def test_a_screen_is_nobodys_own(ann: Visitor) -> None:
    """In a browser of somebody who plays it shows what everybody may see, and takes no command."""
    table = ann.open_table("rolling-village", **{"option.seats": "1"})
    with ann.sit(table) as own, ann.watch(table, "?watch=1") as screen:
        own.until('class="status playing')
        screen.until('class="status playing')
        assert own.me == 0
        assert screen.me is None
        assert not screen.moves()
        assert not re.search(r'class="seat[^"]* yours', screen.markup)
        screen.send("leave", seat=0)
        assert screen.refusal()["refused"] == "Stranger"
        assert not own.is_over()


def test_a_screen_of_a_table_without_onlookers_ends_with_its_opening(
    served: Served, ann: Visitor
) -> None:
    table = ann.open_table(spectators="")
    assert ann.get(f"/tables/{table}/screen").status_code == 200  # nothing is played yet
    with ann.sit(table) as page:
        page.send("fill")
        page.until('class="status playing')
        assert ann.get(f"/tables/{table}/screen").status_code == 404
        assert "/screen" not in ann.get(f"/tables/{table}").text
