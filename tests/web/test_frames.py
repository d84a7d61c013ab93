"""What a table sends: the same bytes to all who see the same, and nothing of what is hidden."""

import json
import random

import pytest
from visiting import VALUE, LivePage

from ludotheque.core.discovery import games
from ludotheque.core.drawing import Scene, packed
from ludotheque.web import live

GAMES = sorted(games())
HIDING = [id for id, game in games().items() if game.engine.hides]
LARGEST = 8 * 1024  # bytes of a frame that tells of what happened
SEED = bytes(range(32))


def seated(table: str, *people) -> list[LivePage]:
    """These people at a table, in the order of its seats."""
    pages = []
    for person in people:
        page = person.watch(table)
        page.update()
        page.send("sit", value=VALUE)
        page.until("yours")
        pages.append(page)
    for page in pages:
        page.until("playing")
    return pages


def act(page: LivePage, chooser: random.Random) -> None:
    """Roll, or play some move, and wait for what comes of it."""
    before = page.number
    if page.may_roll():
        page.send("roll")
    else:
        page.send("move", seat=page.me, move=chooser.choice(page.moves()))
    while page.number == before:
        page.update()


def settle(pages: list[LivePage]) -> None:
    """Let every page know what the furthest of them knows."""
    for page in pages:
        while page.number < max(each.number for each in pages):
            page.update()


def play(pages: list[LivePage], times: int) -> None:
    """Play on, whoever's turn it is."""
    chooser = random.Random(times)
    for _ in range(times):
        settle(pages)
        if pages[0].is_over():
            return
        page = next((each for each in pages if each.is_mine()), None)
        if page is None:
            pages[0].update()  # dice that are nobody's fall by themselves
        else:
            act(page, chooser)
    settle(pages)
    while not (pages[0].is_over() or any(each.is_mine() for each in pages)):
        pages[0].update()  # until then something may happen while one looks
        settle(pages)


def drawn(served, table: str, page: LivePage) -> list[list[object]]:
    """The pieces that the game draws for a page as it stands."""
    view = served.do(served.runner.view(table, page.me))
    told = [each for each in served.do(served.runner.told(table, page.me)) if each.step]
    last = told[-1].step if told else None
    scene = Scene(page.me if view.game.is_personal else None, {}, last, dict(view.names), "fr")
    return [packed(piece) for piece in view.game.drawing.pieces(view.state, scene)]


@pytest.mark.parametrize("id", GAMES)
def test_what_frames_tell_adds_up_to_what_the_game_draws(served, ann, bob, eve, id):
    table = ann.open_table(id, **{"option.seats": "2"})
    pages = seated(table, ann, bob)
    with eve.watch(table) as watching:
        watching.update()
        play(pages, 30)
        settle([*pages, watching])
        for page in (*pages, watching):
            found = [[*map(_plain, piece)] for piece in page.pieces.values()]
            assert found == [[*map(_plain, piece)] for piece in drawn(served, table, page)]
    shown = [text for page in pages for text in page.texts if '"shots"' in text]
    assert max(map(len, shown)) <= LARGEST
    for page in pages:
        page.__exit__()


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("id", HIDING)
def test_what_is_hidden_changes_no_byte(served, ann, bob, id):
    """Whatever Ann does unseen, Bob is sent the same."""
    received = []
    for choice in (0, -1):
        table = served.do(served.runner.create(id, {"seats": 2}, id=f"{id}{choice}", seed=SEED))
        mine, theirs = seated(table, ann, bob)
        with mine, theirs:
            while not mine.moves() or not theirs.moves():
                mine.update() if not mine.moves() else theirs.update()
            theirs.texts.clear()
            mine.send("move", seat=0, move=mine.moves()[choice])
            own = theirs.send("move", seat=1, move=theirs.moves()[0])
            while own not in theirs.done:
                theirs.update()
            received.append(_told(theirs.texts))
    assert received[0] == received[1]
    assert received[0][0]


def _told(texts: list[str]) -> tuple[list[object], object]:
    """All that was shown, and how it stands: how it was gathered into frames is chance."""
    frames = [json.loads(text) for text in texts if '"number"' in text]
    shots = [shot for frame in frames for shot in frame.pop("shots", [])]
    return shots, frames[-1]


def test_all_who_see_the_same_are_sent_the_same_bytes(ann, bob, eve, visitor):
    table = ann.open_table()
    pages = seated(table, ann, bob)
    with eve.watch(table) as one, visitor(name="Zoé").watch(table) as other, pages[0], pages[1]:
        one.update()
        other.update()
        everybody = [*pages, one, other]
        play(pages, 3)
        settle(everybody)
        for page in everybody:
            page.texts.clear()
        play(pages, 12)
        settle(everybody)
        frames = [{text for text in page.texts if '"number"' in text} for page in everybody]
        assert frames[0] == frames[1] == frames[2] == frames[3]
        assert not any("mine" in text for text in one.texts)  # nothing is hers to do


def test_a_page_that_does_not_take_what_it_is_sent_is_left_out_and_begins_anew(
    served, ann, bob, eve, monkeypatch
):
    table = ann.open_table()
    pages = seated(table, ann, bob)
    with eve.watch(table) as slow, pages[0], pages[1]:
        slow.update()
        seats = served.do(served.runner.persons(table))
        held = next(each for each in served.house.hubs[table].pages if each.person not in seats)
        monkeypatch.setattr(held, "has_room", lambda: False)
        play(pages, 12)
        monkeypatch.setattr(held, "has_room", live.Page.has_room.__get__(held))
        frame = slow.update()
        assert frame["number"] == pages[0].number
        assert "shots" not in frame
        assert slow.pieces == pages[0].pieces
