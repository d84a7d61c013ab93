"""The live connection: who may do what at a table, and what becomes of nonsense."""

import asyncio
import json
import math
import os
import random
import re
from html import unescape

import pytest
from visiting import VALUE, LivePage, Visitor, hear
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.core.discovery import games
from ludotheque.house.stakes.winnings import Brought
from ludotheque.table.errors import Unavailable


@pytest.fixture
def table(ann):
    """A table of Ann's, for two."""
    return ann.open_table()


@pytest.fixture
def pages(ann, bob, table):
    """Ann and Bob in a game that has just begun."""
    with ann.sit(table) as first, bob.sit(table) as second:
        first.until("playing")
        second.until("playing")
        yield first, second


def settle(*pages: LivePage) -> None:
    """Let every page know what the furthest of them knows."""
    last = max(page.number for page in pages)
    for page in pages:
        while page.number < last:
            page.update()


def turn(pages: tuple[LivePage, ...]) -> tuple[LivePage, LivePage]:
    """Whose turn it is, and the other."""
    first, second = pages
    settle(*pages)
    while not (first.is_mine() or second.is_mine()):
        hear(*pages)  # the dice say who begins
        settle(*pages)
    return (first, second) if first.is_mine() else (second, first)


def act(page: LivePage) -> str:
    """Roll, or play the first move; the command's id."""
    before = page.number
    if page.may_roll():
        id = page.send("roll")
    else:
        id = page.send("move", seat=page.me, move=page.moves()[0])
    while page.number == before:
        page.update()
    return id


def play_until(pages: tuple[LivePage, ...], done) -> LivePage:
    """Play on until the page whose turn it is looks as wanted."""
    while not done(page := turn(pages)[0]):
        act(page)
    return page


def log_of(served, table):
    return served.do(served.runner.record(table)).log


# A game


def test_two_people_play_to_the_end(served, table, pages):
    while not pages[0].is_over():
        act(turn(pages)[0])
        settle(*pages)
    assert served.do(served.runner.view(table)).ended.reason == "finished"
    assert not pages[0].refusals + pages[1].refusals


def test_a_page_that_comes_back_is_sent_the_table_as_it_stands(ann, table, pages):
    act(turn(pages)[0])
    settle(*pages)
    with ann.watch(table) as again:
        frame = again.update()
        assert frame["number"] == pages[0].number
        assert again.me == 0
        assert "shots" not in frame  # nothing moves twice
        assert again.pieces == pages[0].pieces


@pytest.mark.parametrize("error", [Unavailable(), OSError("the line is cut")])
def test_pages_are_told_of_the_end_once_the_database_answers_again(
    served, table, pages, monkeypatch, error
):
    """What a game brought is read from the database, and nothing happens at its table any more."""
    is_lost = [True]

    async def winnings(view):
        if is_lost:
            is_lost.clear()
            raise error
        return Brought()

    monkeypatch.setattr(served.house, "winnings", winnings)
    served.do(served.runner.abandon(table))
    for page in pages:
        while not page.is_over():
            page.receive()
    if isinstance(error, OSError):
        assert "could not be told" in served.faults.seen.pop()


def test_both_pages_of_one_person_are_told(ann, table, pages):
    with ann.watch(table) as other:
        other.update()
        act(turn(pages)[0])
        settle(*pages)
        while other.number < pages[0].number:
            other.update()
        assert (other.pieces, other.mine, other.lines) == (
            pages[0].pieces,
            pages[0].mine,
            pages[0].lines,
        )


def test_news_are_told_at_once_and_what_follows_close_behind_later_together(
    served, table, pages, monkeypatch
):
    page, _ = turn(pages)
    hub, number = served.house.hubs[table], page.number
    hub._told_at = -math.inf  # nothing was told of late
    monkeypatch.setattr("ludotheque.web.hub.GATHER", 3600)
    act(page)
    settle(*pages)
    assert page.number > number  # nobody waited for an hour

    async def wait() -> float:
        while hub._timer is None:
            await asyncio.sleep(0)
        return hub._timer.when() - asyncio.get_running_loop().time()

    page, _ = turn(pages)
    if page.may_roll():
        page.send("roll")
    else:
        page.send("move", seat=page.me, move=page.moves()[0])
    assert served.do(wait()) > 3000


# Cheating


def test_a_roll_falls_once(served, table, pages):
    page, _ = turn(pages)
    before = len(log_of(served, table))
    first, second = page.send("roll"), page.send("roll")
    assert first != second
    assert page.refusal()["refused"] in ("Stale", "NothingToRoll")
    fallen = [line.event for line in log_of(served, table)[before:] if line.weights]
    assert len(fallen) == 1


def test_a_command_sent_again_acts_once(served, table, pages):
    page, _ = turn(pages)
    seen, before = page.number, len(log_of(served, table))
    for _ in range(5):
        page.send("roll", id="the-same", seen=seen)
    page.write("?")  # answered after all of them
    assert page.refusal()["refused"] == "BadCommand"
    assert len([line for line in log_of(served, table)[before:] if line.weights]) == 1


def test_a_page_that_comes_back_is_told_that_its_command_was_carried_out(ann, served, table):
    """Nothing else has to happen for that: it would ask for ever at a table that stands still."""
    with ann.watch(table) as page:
        page.update()
        id = page.send("sit", value=VALUE)
        page.until("yours")
    before = log_of(served, table)
    with ann.watch(table) as again:
        again.update()
        again.send("sit", value=VALUE, id=id)
        again.update()
        assert again.done == [id]
    assert log_of(served, table) == before


def test_commands_sent_at_once_are_answered_in_their_order(served, table, pages):
    """Of several in one breath the first may go the short way: none overtakes it."""
    mine, _ = turn(pages)
    while not mine.may_roll():
        act(mine)
        mine, _ = turn(pages)
    known = len(mine.done)
    ids = [mine.send("roll") for _ in range(6)]
    while len(mine.done) - known + len(mine.refusals) < len(ids):
        mine.receive()
    assert mine.done[known:] == ids[:1]
    assert [each["id"] for each in mine.refusals] == ids[1:]


def test_an_old_command_is_not_carried_out_again(served, table, pages):
    """Word for word as it was, long after."""
    page, _ = turn(pages)
    seen = page.number
    id = act(page)
    for _ in range(6):
        act(turn(pages)[0])
    settle(*pages)
    before = log_of(served, table)
    page.send("roll", id=id, seen=seen)
    page.write("?")
    page.refusal()
    assert log_of(served, table) == before


def test_an_old_command_under_a_new_id_is_stale_and_costs_no_whole_page(served, table, pages):
    page, _ = turn(pages)
    seen = page.number
    act(page)
    before = log_of(served, table)
    page.send("roll", seen=seen)
    assert page.refusal()["refused"] == "Stale"
    assert set(page.update()) == {"mine"}  # what can be done now, told once more
    assert log_of(served, table) == before


def test_a_command_id_of_somebody_else_is_not_a_repeat(served, table, pages):
    """Ids are each person's own: Bob's command is his, even under an id of Ann's."""
    page, other = turn(pages)
    id = act(page)
    play_until(pages, lambda each: each is other and each.may_roll())
    before = log_of(served, table)
    other.send("roll", id=id)
    assert other.update()["number"] == len(before) + 1


def test_a_command_from_the_future_is_refused(pages):
    page, _ = turn(pages)
    page.send("roll", seen=10**6)
    assert page.refusal()["refused"] == "Stale"


def test_nobody_rolls_or_moves_out_of_turn(served, table, pages):
    page, other = turn(pages)
    before = log_of(served, table)
    other.send("roll")
    assert other.refusal()["refused"] == "NotYourTurn"
    page = play_until(pages, lambda page: page.moves())
    other = turn(pages)[1]
    settle(*pages)
    before = log_of(served, table)
    other.send("move", seat=other.me, move=page.moves()[0])
    assert other.refusal()["refused"] == "NotYourTurn"
    other.send("roll")
    assert other.refusal()["refused"] == "NothingToRoll"
    assert log_of(served, table) == before


def test_nobody_moves_for_another_seat(served, table, pages):
    page = play_until(pages, lambda page: page.moves())
    other = turn(pages)[1]
    settle(*pages)
    before = log_of(served, table)
    seat, move = page.me, page.moves()[0]
    other.send("move", seat=seat, move=move)
    assert other.refusal()["refused"] == "NotYourSeat"
    for command in ("leave", "askundo", "offerdraw", "takeover"):
        other.send(command, seat=seat)
        assert other.refusal()["refused"] == "NotYourSeat"
    other.send("emote", seat=seat, emote="mock")
    assert other.refusal()["refused"] == "NotYourSeat"
    other.send("roll", seat=seat)
    assert other.refusal()["refused"] == "NotYourSeat"
    assert log_of(served, table) == before


def test_an_illegal_move_is_refused_and_told_back_as_text(pages):
    page = play_until(pages, lambda page: page.moves())
    for move in ("", "<b>", "99", "1" * 1000, "\u0000", page.moves()[0] + " "):
        page.send("move", seat=page.me, move=move)
        assert page.refusal()["refused"] == "Illegal"
    assert page.is_alive()


@pytest.mark.parametrize("seat", [-1, 2, 99, 2**31, 2**63 - 1, -(2**63)])
def test_a_seat_that_is_not_there_is_refused(pages, seat):
    page, _ = turn(pages)
    page.send("move", seat=seat, move="1")
    assert page.refusal()["refused"] == "NoSuchSeat"
    page.send("roll", seat=seat)
    assert page.refusal()["refused"] == "NoSuchSeat"


COMMANDS = [
    {"command": "sit"}, {"command": "sit", "seat": 0}, {"command": "fill"},
    {"command": "place", "seat": 0, "level": "easy"}, {"command": "leave"},
    {"command": "leave", "seat": 0}, {"command": "roll"}, {"command": "roll", "seat": 0},
    {"command": "move", "seat": 0, "move": "1"},
    {"command": "offerdraw", "seat": 0}, {"command": "answerdraw", "seat": 0, "agrees": True},
    {"command": "askundo", "seat": 0}, {"command": "answerundo", "seat": 0, "agrees": True},
    {"command": "takeover", "seat": 0}, {"command": "rematch"},
    {"command": "withdrawrematch"},
    {"command": "rematch", "values": [VALUE]}, {"command": "emote", "seat": 0, "emote": "mock"},
]  # fmt: skip


@pytest.mark.parametrize("has_session", [True, False])
def test_who_watches_can_do_nothing_but_watch(served, visitor, table, pages, has_session):
    eve = visitor(name="Eve" if has_session else "")
    turn(pages)
    before = log_of(served, table)
    with eve.watch(table) as page:
        page.update()
        assert page.me is None
        assert not page.may_roll()
        assert not page.moves()
        assert "data-command" not in page.part("controls")
        for command in COMMANDS:
            page.send(command["command"], **{k: v for k, v in command.items() if k != "command"})
            assert page.refusal()["say"]
        act(turn(pages)[0])
        page.until(f'data-line="{len(before)}"')  # and sees what others do
    after = log_of(served, table)
    assert after[: len(before)] == before
    assert all(line.event.__class__.__name__ in ("Fell", "Moved") for line in after[len(before) :])


def test_who_has_left_is_told_so_and_offered_nothing(ann, bob, eve):
    """The game goes on without her; a page opened later says the same."""
    table = ann.open_table("ludo", **{"option.seats": "3"})
    with ann.sit(table) as page, bob.sit(table) as other, eve.sit(table):
        page.until("playing")
        assert "Quitter la partie" in page.part("gestures")
        page.send("leave", seat=page.me)
        page.until("Vous avez quitté la partie.")
        other.until("parti<")
        for shown in (
            page.part("controls") + page.part("gestures"),
            ann.get(f"/tables/{table}").text,
        ):
            assert "Vous avez quitté la partie." in unescape(shown)
            assert "Quitter la partie" not in shown
            assert not re.search(
                r"data-command=.{1,3}command.{1,7}(leave|offerdraw|askundo)", shown
            )
        assert "Quitter la partie" in other.part("gestures")
        assert "Vous avez quitté" not in other.part("controls")


def test_who_gave_up_one_of_two_seats_plays_on_with_the_other(ann, bob):
    table = ann.open_table("ludo", **{"option.seats": "3"})
    with ann.sit(table) as page:
        page.send("sit", value=VALUE, name="Zoé")
        with bob.sit(table):
            page.until("playing")
            first, page_of = page.me, f"/tables/{table}"
            page.send("leave", seat=first)
            page.until("quitte la partie")
            assert page.me not in (None, first)
            assert f'data-me="{page.me}"' in ann.get(page_of).text
            assert "Quitter la partie" in page.part("gestures")


def test_a_forged_person_is_nobody(served, visitor, table, pages):
    """Neither a person's id nor a made-up session opens a seat."""
    person = served.do(served.runner.memory.find(table)).table.seats[0].person
    settle(*pages)
    for cookie in (f"session={person}", "session=x", f"person={person}", ""):
        with visitor().watch(table, Cookie=cookie) as page:
            page.update()
            assert page.me is None
            page.send("roll", person=person)
            assert page.refusal()["refused"] == "Stranger"


def test_nobody_is_told_who_a_person_is(served, table, pages):
    """Ids of persons and of commands stay in the house."""
    live = served.do(served.runner.memory.find(table))
    act(turn(pages)[0])
    settle(*pages)
    persons = {seat.person for seat in live.table.seats}
    assert len(persons) == 2
    record = served.do(served.runner.record(table)).json().decode()
    for person in persons:
        assert person not in json.dumps([page.last for page in pages])
        assert person not in record


def test_the_seed_is_not_told_before_the_end(ann, served, table, pages):
    seed = served.do(served.runner.memory.find(table)).table.seed.hex()
    act(turn(pages)[0])
    settle(*pages)
    told = [json.dumps(page.last) for page in pages]
    for address in ("", "/record.json", "/replay", "/frames.json"):
        told.append(ann.get(f"/tables/{table}{address}").text)
    assert all(seed not in text for text in told)


OWN_UNDO = [id for id, each in games().items() if hasattr(each.rules, "undo")]


@pytest.mark.parametrize("id", OWN_UNDO)
def test_what_nobody_has_seen_is_taken_back_by_a_button_in_plain_sight(ann, bob, id):
    table = ann.open_table(id, **{"option.seats": "2"})
    with ann.sit(table) as mine, bob.sit(table) as theirs:
        while not mine.moves():
            mine.receive()  # dice that are nobody's fall by themselves
        before, board = mine.moves(), dict(mine.pieces)
        assert "undo" not in mine.mine
        act(mine)
        assert mine.mine["undo"] == "now"
        mine.send("askundo", seat=mine.me)
        while mine.moves() != before:
            mine.update()
        assert mine.pieces == board
        assert "undo" not in mine.mine
        theirs.until("playing")
        assert "undo" not in theirs.mine


def test_only_the_host_calls_bots(bob, table):
    with bob.sit(table) as page:
        for command in ({"command": "fill"}, {"command": "place", "seat": 1, "level": "easy"}):
            page.send(**command)
            assert page.refusal()["refused"] == "NotHost"


@pytest.mark.parametrize("value", ["xyz", "00", "g" * 32, "0" * 33, "é" * 32])
def test_a_value_for_the_dice_is_sixteen_bytes(ann, table, value):
    with ann.watch(table) as page:
        page.update()
        page.send("sit", value=value)
        assert page.refusal()["refused"] == "BadValue"


# Who may connect


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "http://[",
     "http://127.0.0.1:{port}.evil.example"],
)  # fmt: skip
def test_a_page_of_another_site_cannot_connect(ann, served, table, origin):
    with pytest.raises(InvalidStatus) as refused:
        ann.watch(table, Origin=origin.format(port=served.port))
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("table", ["none", "%00", "x" * 3000, "<b>", "é"])
def test_a_table_that_is_not_there_is_said_so(ann, table):
    with ann.watch(table) as page, pytest.raises(ConnectionClosed) as closed:
        page.receive()
    assert closed.value.rcvd.code == 4404


def test_a_table_without_spectators_shows_itself_to_its_players_alone(ann, bob, eve, served):
    table = ann.open_table(spectators="")
    with ann.sit(table) as first, bob.sit(table) as second:
        first.until("playing")
        second.until("playing")
        with eve.watch(table) as page:
            refusal = page.receive()
            assert refusal["refused"] == "NoSpectators"
            assert "pieces" not in json.dumps(refusal)
            with pytest.raises(ConnectionClosed) as closed:
                page.receive()
        assert closed.value.rcvd.code == 4403
        for page in ("", "/record.json", "/replay", "/frames.json", "/picture.png", "/film.gif"):
            answer = eve.get(f"/tables/{table}{page}")
            assert answer.status_code == 404
            assert "pieces" not in answer.text
        assert ann.get(f"/tables/{table}").status_code == 200
        act(turn((first, second))[0])


def test_a_spectator_is_shown_the_door_once_the_game_begins(ann, bob, eve):
    """Before the game anybody may look for a seat; a page left open sees nothing afterwards."""
    table = ann.open_table(spectators="")
    with eve.watch(table) as page:
        page.update()
        with ann.sit(table), bob.sit(table) as second:
            second.until("playing")
            with pytest.raises(ConnectionClosed):
                page.until("status playing")
        assert page.refusals[-1]["refused"] == "NoSpectators"


# Nonsense

NONSENSE = [
    "", " ", "null", "[]", "{}", "1", '"roll"', "roll", "{", '{"command":1}', '{"command":null}',
    '{"command":"roll"}', '{"command":"roll","id":1}', '{"command":"roll","id":null}',
    '{"command":"hack","id":"x"}', '{"command":"ROLL","id":"x"}', '{"command":"move","id":"x"}',
    '{"command":"move","id":"x","seat":"0","move":"1"}', '{"command":"move","id":"x","seat":0}',
    '{"command":"move","id":"x","seat":0.5,"move":"1"}', '{"command":"roll","id":"x","seen":"1"}',
    '{"command":"move","id":"x","seat":true,"move":"1"}', '{"command":"roll","id":"x","seat":[]}',
    '{"command":"move","id":"x","seat":1e400,"move":"1"}',
    '{"command":"roll","id":"\\ud800"}',
    '{"command":"place","id":"x","seat":0,"level":["easy"]}',
    '{"command":"rematch","id":"x","values":"00"}',
    '{"id":"x","command":"roll"', "\x00", "\ufeff{}", "é" * 1000, "[" * 2000, '{"a":' * 400,
    '{"command":"roll","more":' + "[" * 1000 + "]" * 1000 + "}", "NaN", "-", "1e999",
]  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_answered_and_the_connection_survives(ann, served, table, text):
    with ann.sit(table) as page:
        before = log_of(served, table)
        page.write(text)
        refusal = page.refusal()
        assert refusal["refused"] == "BadCommand"
        assert refusal["say"]
        assert page.is_alive()
        assert log_of(served, table) == before


@pytest.mark.parametrize("id", ["", "x" * 65, "x" * 1500, "\0x", "x\n", "\u202e", "é"])
def test_a_commands_id_has_a_measure(ann, table, id):
    with ann.sit(table) as page:
        page.send("leave", id=id)
        assert page.refusal()["refused"] == "BadCommand"
        assert page.is_alive()


def test_bytes_are_answered_too(ann, table):
    with ann.sit(table) as page:
        for data in (b"", b"\x00\xff", b'{"command":"leave","id":"x"}', os.urandom(3000)):
            page.write(data)
            assert page.refusal()["refused"] == "BadCommand"
        assert page.is_alive()
        assert "yours" in page.parts


def test_random_noise_is_survived(ann, table):
    noise = random.Random(1)
    with ann.sit(table) as page:
        for _ in range(20):
            letters = noise.choices('{}[]",:\\u0 1e-+.truefalsnl\n\té☃', k=noise.randrange(200))
            page.write("".join(letters))
            assert page.refusal()["refused"] == "BadCommand"


def test_a_frame_that_is_too_long_is_answered(ann, table):
    with ann.sit(table) as page:
        for size in (2049, 30_000):
            page.write(json.dumps({"command": "leave", "id": "x", "more": "x" * size}))
            assert page.refusal()["refused"] == "BadCommand"
        assert page.is_alive()
        assert "yours" in page.parts


def test_a_frame_that_is_absurdly_long_ends_the_connection_and_nothing_else(ann, table):
    with ann.sit(table) as page:
        page.write("x" * 1_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            page.receive()
        assert closed.value.rcvd.code == 1009
    with ann.watch(table) as again:
        again.update()
        assert again.me == 0


def test_the_refusal_speaks_the_visitors_language(visitor, table):
    told = set()
    for language in ("fr", "en", "es"):
        with visitor(language=language).watch(table) as page:
            page.write("?")
            told.add(page.refusal()["say"])
    assert len(told) == 3


def test_a_sign_of_life_is_no_command(ann, table):
    with ann.sit(table) as page:
        page.write('{"command":"ping"}')
        assert page.is_alive()
        assert not [each for each in page.refusals if each["refused"] != "BadCommand"]


def test_a_page_that_goes_away_leaves_nothing_behind(ann: Visitor, served, table):
    with ann.sit(table):
        assert served.runner.memory.subscribers[table]
    with ann.watch(table) as page:
        page.update()
        assert len(served.runner.memory.subscribers[table]) == 1
