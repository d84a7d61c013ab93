"""What is malformed is refused with a reason, whatever is wrong with it: frames, records, files.

Each begins as something right that one change makes wrong, or right in another way.
"""

import asyncio
import copy
import tomllib
from contextlib import suppress

import msgspec
import pytest
from houses import ANN, BOB, VALUE, House, in_house
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.core.discovery import games
from ludotheque.core.errors import BadOption
from ludotheque.house.stakes import rooms
from ludotheque.table import BadRecord, Person, Refused, Store, load, verify
from ludotheque.table import commands as c
from ludotheque.table.errors import Unavailable


def tries(count):
    """So many in a quick run; twenty times as many for `make slow`."""
    return pytest.mark.parametrize(
        "examples", [count, pytest.param(20 * count, marks=pytest.mark.slow)]
    )


def check(examples, strategy, test):
    """Try a test on so many examples."""
    relaxed = settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    relaxed(given(strategy)(test))()


JUNK = st.sampled_from(
    [
        None, True, False, -1, 0, 1, 2, 99, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, 1e308,
        "", " ", "x", "\0", "\0x", "\n", "é", "\u202e", "☃" * 70, "x" * 5_000, "00" * 16,
        "00" * 32, "zz" * 16, "../../etc/passwd", "{0}", "{place}", "%s", "' OR 1=1 --", "nan",
        [], {}, [[]], [None], [1, 2, 3], {"": ""}, {"event": "began"},
    ]
)  # fmt: skip


def places(data, path=()):
    """The ways to all values in plain data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inside:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


@st.composite
def changes(draw, data, most=3):
    """The same data with a few things replaced, left out, doubled or exchanged."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, most))):
        ways = list(places(data))
        if not ways:
            break
        *path, key = ways[draw(st.integers(0, len(ways) - 1))]
        where = data
        for each in path:
            where = where[each]
        how = draw(st.sampled_from(["replace", "drop", "double", "borrow"]))
        if how == "drop":
            del where[key]
        elif how == "double" and isinstance(where, list):
            where.insert(key, copy.deepcopy(where[key]))
        elif how == "borrow":
            other = data
            for each in ways[draw(st.integers(0, len(ways) - 1))]:
                other = other[each]
            where[key] = copy.deepcopy(other)
        else:
            where[key] = copy.deepcopy(draw(JUNK))
    return data


@st.composite
def scribbles(draw, text, most=3):
    """The same text with a few pieces cut out, doubled or overwritten."""
    for _ in range(draw(st.integers(1, most))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 40)))
        put = draw(
            st.sampled_from(["", "0", "-1", '"', "[", "]", "=", "\n", "\0", "é", text[at:end] * 2])
        )
        text = text[:at] + put + text[end:]
    return text


# Frames

FRAMES = [
    {"command": "sit", "seat": 0, "value": VALUE},
    {"command": "place", "seat": 0, "level": "easy"},
    {"command": "fill", "level": "easy"},
    {"command": "leave", "seat": 0},
    {"command": "roll", "seat": 0},
    {"command": "move", "seat": 0, "move": "1"},
    {"command": "offerdraw", "seat": 0},
    {"command": "answerdraw", "seat": 0, "agrees": False},
    {"command": "askundo", "seat": 0},
    {"command": "answerundo", "seat": 0, "agrees": True},
    {"command": "takeover", "seat": 0},
    {"command": "rematch", "values": [VALUE, VALUE]},
    {"command": "withdrawrematch"},
    {"command": "emote", "seat": 0, "emote": "hello"},
    {"command": "hint", "seat": 0},
]


def test_every_command_has_a_frame():
    tags = {each.__struct_config__.tag for each in c.Command.__args__}
    assert {frame["command"] for frame in FRAMES} == tags


@tries(60)
def test_a_malformed_frame_is_refused_and_harms_nobody(any_url, examples):
    """The other table, written in the same moment, goes on: on both databases."""
    decode = msgspec.json.Decoder(c.Command).decode
    frames = st.sampled_from(FRAMES).flatmap(lambda frame: changes({**frame, "id": "x", "seen": 3}))
    loop = asyncio.new_event_loop()

    async def give(data):
        table = await home.open(options={"seats": 3}, people=(ANN, BOB))
        other = await home.open(people=(BOB,))
        command = decode(msgspec.json.encode(data))
        given, sat = await asyncio.gather(
            home.runner.command(table, Person("eve", "E\0ve"), command),
            home.do(other, ANN, c.Sit, value=VALUE),
            return_exceptions=True,
        )
        assert not isinstance(sat, BaseException), sat
        return given

    def one(data):
        try:
            answer = loop.run_until_complete(give(data))
        except (msgspec.MsgspecError, UnicodeError):
            return  # the page is told so
        if isinstance(answer, BaseException):
            assert isinstance(answer, Refused), answer
            assert not isinstance(answer, Unavailable), answer
            assert all(answer.tell(language) for language in ("fr", "en", "es"))

    with Store(any_url) as store:
        home = House(store)
        check(examples, frames, one)
        loop.run_until_complete(home.runner.close())
    loop.close()


# Records


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The record of a short game with offers, a move taken back and gestures, as plain data."""

    async def scene(home):
        table = await home.open(people=(ANN, ANN))
        await home.until(table, (ANN,), lambda view: view.waiting)
        seat = (await home.runner.view(table)).waiting[0]
        await home.turn(table, (ANN,))
        await home.do(table, ANN, c.AskUndo, seat=seat)
        await home.do(table, ANN, c.Emote, seat=0, emote="oops")
        await home.finish(table, (ANN,))
        await home.do(table, ANN, c.Rematch, values=(VALUE,))
        return msgspec.json.decode((await home.runner.record(table)).json())

    return in_house(f"sqlite:///{tmp_path_factory.mktemp('played') / 'house.db'}", scene)


def read_again(text):
    """Everything that is done with a record that somebody brings."""
    try:
        record = load(text)
        report = verify(record)
        record.match()
    except BadRecord as error:
        reasons = [str(error)]
    else:
        reasons = report.problems
    assert all(reasons)


@tries(100)
def test_a_malformed_record_is_refused(played, examples):
    # Most of a log is moves: those of the lines before the first ones are changed as often.
    short = {**played, "log": played["log"][:25]}
    data = st.one_of(changes(played), changes(short))
    check(examples, data, lambda found: read_again(msgspec.json.encode(found)))


@tries(100)
def test_a_scribbled_record_is_refused(played, examples):
    text = msgspec.json.encode({**played, "log": played["log"][:12]}).decode()
    check(examples, scribbles(text), lambda found: read_again(found.encode()))


# Files: rooms and editions

ROOMS = rooms.DEFAULTS.read_text(encoding="utf-8")
DOCUMENTS = [(game, o) for game in games().values() for o in game.options if o.documents]


@tries(200)
def test_a_malformed_file_of_rooms_is_refused(examples):
    def one(data):
        try:
            found = rooms.read(data, "rooms.toml")
        except rooms.BadRooms as error:
            reason = str(error)
        else:
            reason = "rooms.toml: fine"
            assert all(room.stake > 0 for room in found)
            assert [sum(found.shares(seats, seats)) for seats in (2, 3, 4)] == [2, 3, 4]
        assert reason.startswith("rooms.toml: ")

    check(examples, changes(tomllib.loads(ROOMS)), one)


@tries(100)
def test_a_scribbled_file_of_rooms_is_refused(tmp_path, examples):
    file = tmp_path / "rooms.toml"

    def one(text):
        file.write_text(text, encoding="utf-8")
        with suppress(rooms.BadRooms):
            rooms.load(file)

    check(examples, scribbles(ROOMS), one)


@pytest.mark.parametrize("id", [game.id for game, _ in DOCUMENTS])
@tries(100)
def test_a_scribbled_document_is_refused(tmp_path, examples, id):
    game, option = next(each for each in DOCUMENTS if each[0].id == id)
    file = tmp_path / "own.toml"

    def one(text):
        file.write_text(text, encoding="utf-8")
        try:
            game.new({option.name: str(file)})
            reason = str(file)
        except BadOption as error:
            reason = str(error)
        assert str(file) in reason

    check(examples, scribbles(option.documents.text(option.default)), one)


NO_TEXT = [
    b"\xff\xfe", b"\x00" * 20, b"[" * 5_000, b"a=" + b"[" * 5_000, b'{"format":' + b"[" * 5_000,
    b'{"a":' * 5_000,
]  # fmt: skip


@pytest.mark.parametrize("bytes_", NO_TEXT)
def test_what_is_no_text_is_no_file(tmp_path, bytes_):
    file = tmp_path / "bad.toml"
    file.write_bytes(bytes_)
    with pytest.raises(rooms.BadRooms):
        rooms.load(file)
    for game, option in DOCUMENTS:
        with pytest.raises(BadOption):
            game.new({option.name: str(file)})
    with pytest.raises(BadRecord):
        load(bytes_)
