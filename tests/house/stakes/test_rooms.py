import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core.discovery import games
from ludotheque.house.stakes.levels import level_of, points_for
from ludotheque.house.stakes.rooms import DEFAULTS, VARIABLE, BadRooms, load, read, seats_of


def defaults() -> dict[str, Any]:
    return tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))


def test_the_five_rooms() -> None:
    rooms = load()
    assert [room.name for room in rooms] == [
        "Passport", "Tourist", "Priority", "Business", "Luxury",
    ]  # fmt: skip
    assert [room.stake for room in rooms] == [50, 250, 1_000, 5_000, 25_000]
    assert [room.level for room in rooms] == [1, 5, 10, 20, 30]
    assert [room.points for room in rooms] == [1, 5, 20, 100, 500]
    assert rooms.arrival == 1_000
    assert rooms.shares(2, 2) == (2, 0)
    assert rooms.shares(2, 4) == (4, 0)
    assert rooms.shares(3, 3) == (2, 1, 0)
    assert rooms.shares(4, 4) == (3, 1, 0, 0)


def test_another_file_is_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rooms.toml"
    file.write_text('[[room]]\nid = "salon"\nname = "Salon"\nstake = 3\nlevel = 1\npoints = 2\n')
    monkeypatch.setenv(VARIABLE, str(file))
    (room,) = load()
    assert (room.name, room.stake, room.clock) == ("Salon", 3, 30)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data["room"][0].update(stake=0), r"stake|>= 1"),
        (lambda data: data["room"][0].update(stake="50"), "Expected `int`"),
        (lambda data: data["room"][0].update(id="Passport!"), "room"),
        (lambda data: data["room"][1].update(id="passport"), "'passport' is there twice"),
        (lambda data: data["room"][2].update(clock=7), "'priority': clock is one of 15, 30"),
        (lambda data: data["room"][0].update(level=2), "open from level 1"),
        (lambda data: data["room"][0].update(entry=2), "entry"),
        (lambda data: data["room"].clear(), r"no \[\[room\]\]"),
        (lambda data: data["split"].update(three=[2, 1, 1]), "split.three: 3 numbers"),
        (lambda data: data["split"].update(four=[4, 0, 0]), "split.four: 4 numbers"),
        (lambda data: data["split"].update(three=[1, 2, 0]), "a better place never"),
        (lambda data: data.update(arival=5), "arival"),
        (lambda data: data.update(bots_stake=-1), "bots_stake"),
        (lambda data: data.update(bots_most=29), "one game of 4 can bring, 30"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(change: Any, told: str) -> None:
    data = defaults()
    change(data)
    with pytest.raises(BadRooms, match=told):
        read(data, "rooms.toml")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(BadRooms, match="cannot be read"):
        load(tmp_path / "nowhere.toml")
    (tmp_path / "bad.toml").write_text("room = ", encoding="utf-8")
    with pytest.raises(BadRooms, match="is not TOML"):
        load(tmp_path / "bad.toml")


def test_every_game_of_two_to_four_seats_has_rooms() -> None:
    assert all(seats_of(game) == (2, 3, 4) for game in games().values())


def test_levels() -> None:
    assert level_of(0).number == 1
    for number in range(2, 40):
        assert level_of(points_for(number) - 1).number == number - 1
        assert level_of(points_for(number)).number == number
    level = level_of(100)
    assert (level.number, level.missing, level.progress) == (2, 140, 22)
