"""The drawing shows what the state says, whatever the state."""

import random
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import pairwise

import pytest

from ludotheque.core.drawing import Choice, Cue, Piece, Scene, difference, packed, png, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.rolling_village import GAME
from ludotheque.games.rolling_village.drawing import CANVAS, SAMPLE, board_layer, choices, pieces
from ludotheque.games.rolling_village.drawing.neighbours import GAP, slot_of
from ludotheque.games.rolling_village.drawing.paper import HEIGHT, TOP, cell_box

END = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."
FOUR = "HH..../F...../F...../....../......"


def walk(seats: int, seed: int, **options: bool) -> Iterator[Match]:
    """A game played at random, seen after each step; with three seats or more, one leaves."""
    chooser = random.Random(seed)
    match = Match(GAME, {"seats": seats, **options})
    while not match.is_over:
        yield match
        if match.waiting:
            seat = chooser.choice(match.waiting)
            match.act(seat, chooser.choice(list(match.moves(seat).values())))
        elif seats > 2 and match.state.stage == 5 and not match.state.gone:
            match.do("leave 2")
        else:
            match.happen(chooser.randrange(36))
    yield match


def scene_of(match: Match, seat: int | None = 0, **more: object) -> Scene:
    moves = {} if seat is None else {a: t for t, a in match.moves(seat).items()}
    return Scene(seat, moves, **more)  # type: ignore[arg-type]


def at(position: dict, *events: str, seats: int = 1) -> Match:
    match = Match(GAME, {"seats": seats}, GAME.read(position, {"seats": seats}))
    match.do(*events)
    return match


def seen(match: Match, scene: Scene | None = None) -> dict[str, Piece]:
    return {piece.id: piece for piece in pieces(match.state, scene or scene_of(match))}


def offered(match: Match) -> list[Choice]:
    return choices(match.state, scene_of(match))


def named(found: dict[str, Piece], prefix: str) -> dict[str, Piece]:
    """The pieces called so, with a number after it."""
    return {name: each for name, each in found.items() if re.fullmatch(rf"{prefix}-\d+", name)}


def texts(found: dict[str, Piece]) -> list[str]:
    return [piece.text for piece in found.values() if piece.text]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("seats", [2, 3, 12])
def test_an_id_is_ones_own_and_the_order_of_two_never_changes(
    seats: int, viewer: int | None
) -> None:
    follows: TopologicalSorter[str] = TopologicalSorter()
    for match in walk(seats, seed=seats, park_bonus=True):
        found = [piece.id for piece in pieces(match.state, Scene(viewer))]
        assert len(found) == len(set(found))
        for one, other in pairwise(found):
            follows.add(other, one)
    follows.prepare()  # raises where no order fits all


@pytest.mark.parametrize("seats", [1, 2, 4, 7, 12])
def test_choices_are_the_moves_and_every_place_and_symbol_is_there(seats: int) -> None:
    css = stylesheet(CANVAS)
    for match in walk(seats, seed=seats, park_bonus=True):
        found, offers = list(seen(match).values()), offered(match)
        assert sorted(each.action for each in offers) == sorted(match.moves(0).values())
        shown = [piece for each in offers for piece in each.shown]
        assert [each.on for each in offers] == [(piece.id,) for piece in shown]
        assert not {piece.id for piece in found} & {piece.id for piece in shown}
        for piece in (*found, *shown):
            for name in (f"x{piece.x}", f"y{piece.y}", f"z{piece.size}"):
                assert f".{name}{{" in css
        if len(match.steps) % 9 == 0:
            svg = GAME.draw(match.state, scene_of(match))
            assert set(re.findall(r'href="#([^"]+)', svg)) <= set(re.findall(r'id="([^"]+)', svg))
            assert 'style="' not in svg
            assert svg.count("data-move") == len(offers)


def test_pieces_and_the_board_do_not_depend_on_what_may_be_done() -> None:
    boards = set()
    for match in walk(3, seed=1):
        boards.add(board_layer(match.state, scene_of(match)))
        assert pieces(match.state, scene_of(match)) == pieces(match.state, Scene(0))
    assert len(boards) == 1


@pytest.mark.parametrize("viewer", [0, None])
def test_what_a_move_changes_is_small_however_many_play(viewer: int | None) -> None:
    before: list[Piece] = []
    sizes = []
    for match in walk(12, seed=5):
        after = pieces(match.state, Scene(viewer))
        changed, new, gone = difference(before, after)
        sent = [packed(piece) for piece in (*changed, *(piece for _, piece in new))]
        sizes.append(len(str(sent)) + len(str(gone)))
        before = after
    assert sorted(sizes)[len(sizes) // 2] < 200
    assert max(sizes[1:]) < 8000


def test_projects_stand_in_their_cells() -> None:
    match = at({"round": 2, "sheets": ["H...../....../.F..../....../....LP"]})
    village = named(seen(match), "c")
    assert {name: piece.symbols for name, piece in village.items()} == {
        "c-0": "rv-house", "c-7": "rv-forest", "c-24": "rv-lake", "c-29": "rv-park",
    }  # fmt: skip
    for name, piece in village.items():
        x, y, width, height = cell_box(int(name[2:]))
        assert x < piece.x < x + width
        assert y < piece.y < y + height


def test_what_was_drawn_since_the_roll_is_marked() -> None:
    match = at({"round": 2, "sheets": [FOUR]}, "roll 4 2", "house 2d")
    found = seen(match)
    assert [name for name, piece in found.items() if "rv-fresh" in piece.symbols] == ["c-8"]
    chips = {name: (piece.symbols, piece.style) for name, piece in named(found, "chip").items()}
    assert chips == {
        "chip-1": ("rv-house-chip rv-chip-2", "done"),
        "chip-2": ("rv-forest-chip rv-chip-4", ""),
    }
    assert list(named(found, "tick")) == ["tick-1"]


def test_the_avenue_that_scores_is_marked_and_then_the_points_it_brought() -> None:
    match = at({"round": 2, "sheets": [FOUR]}, "roll 4 2")
    assert seen(match)["rv-avenue"].symbols == "rv-band"
    assert not named(seen(match), "won")
    match.do("house 2d", "forest 4e")
    found = seen(match)
    assert found["rv-avenue"].symbols == "rv-band-past"
    assert texts(named(found, "won")) == ["+2"]  # sum 6: the Forests of 1b and 1c
    assert found["rv-won"].path.count("M") == 6  # their edges
    match.do("roll 1 6")
    found = seen(match)
    assert [piece.style for piece in named(found, "won").values()] == ["badge past"]
    assert "rv-won" not in found
    match.do("house 6a")
    assert not named(seen(match), "won")


def test_with_a_free_choice_each_avenue_is_a_button_with_its_points() -> None:
    match = at({"round": 2, "sheets": [FOUR]}, "roll 1 1", "house 1e", "park 6a")
    assert "rv-avenue" not in seen(match)
    shown = [piece for each in offered(match) for piece in each.shown]
    assert [piece.text for piece in shown] == ["+3", "+2", "+2", "+0", "+3"]
    assert {piece.symbols for piece in shown} == {"rv-choice"}


def test_kinds_share_a_cell_in_halves_or_quarters() -> None:
    match = Match(GAME, {"seats": 1, "park_bonus": True})
    match.do("roll 2 4")
    shown = [piece for each in offered(match) for piece in each.shown]
    assert len({(piece.x, piece.y) for piece in shown}) == 30
    assert {piece.symbols for piece in shown} == {"rv-house-4", "rv-forest-4", "rv-lake-4"}
    for cell in range(10):
        three = shown[3 * cell : 3 * cell + 3]
        assert len({piece.x for piece in three}) == len({piece.y for piece in three}) == 2
    match = at({"round": 2, "sheets": [FOUR]}, "roll 4 2")
    alone = {piece.symbols for each in offered(match) for piece in each.shown}
    assert alone == {"rv-house-1", "rv-forest-1"}


def test_rounds_subtotals_parks_and_total_are_written_down() -> None:
    scores = [4, 5, 6, 0, 1, 2, 7, 8, 9]
    found = seen(at({"round": 9, "sheets": [END], "scores": [scores]}))
    assert texts(named(found, "round")) == [str(worth) for worth in scores]
    assert texts(named(found, "subtotal")) == ["15", "18", "42"]
    assert (found["rv-parks"].text, found["rv-total"].text) == ("20", "62")
    assert found["gauge-told"].text == "Réélu !"
    early = at({"round": 3, "sheets": ["HFLHFL/....../....../....../......"], "scores": [[7, 8]]})
    assert texts(named(seen(early), "round")) == ["7", "8"]
    assert not named(seen(early), "subtotal")


def test_points_of_two_digits_have_a_wider_badge_within_their_cell() -> None:
    match = next(each for seed in range(50) for each in walk(2, seed) if "+10" in _won(each))
    wide = [each for each in named(seen(match), "won").values() if len(each.text) > 2]
    for piece in wide:
        box = cell_box(int(piece.id.removeprefix("won-")))
        assert piece.symbols == "rv-badge-wide"
        assert box.x < piece.x - 27 < piece.x + 27 < box.x + box.width


def _won(match: Match) -> list[str]:
    return texts(named(seen(match), "won"))


def test_bonus_stars_are_ticked() -> None:
    nine = "HFLHFL/HFL.../....../....../......"
    ticked = seen(at({"round": 4, "sheets": [nine], "bonus": ["L"]}))
    assert {name: piece.symbols for name, piece in named(ticked, "star").items()} == {
        "star-2": "rv-star-on rv-tick"
    }
    assert not named(seen(at({"round": 4, "sheets": [nine]})), "star")


def test_ones_own_sheet_is_large_and_the_leaders_for_an_onlooker() -> None:
    start = {"round": 2, "sheets": [FOUR] * 3, "scores": [[1], [5], [2]]}
    match, names = at(start, seats=3), {0: "Ann", 1: "Bo", 2: "Cy"}
    found = seen(match, Scene(seat=2, names=names))
    assert found["rv-name"].text == "Cy"
    assert list(named(found, "n")) == ["n-0", "n-1"]
    assert found["n-0"].text == "Ann"
    assert "gain-1" not in found
    assert seen(match, Scene(names=names))["rv-name"].text == "Bo"


def test_for_an_onlooker_sheets_stay_when_the_lead_changes() -> None:
    def places(scores: list[list[int]]) -> dict[str, tuple[int, int]]:
        match = at({"round": 2, "sheets": [FOUR] * 4, "scores": scores}, seats=4)
        return {name: (n.x, n.y) for name, n in named(seen(match, Scene()), "n").items()}

    first, then = places([[0], [9], [0], [0]]), places([[0], [0], [0], [9]])
    assert first["n-2"] == then["n-2"]
    assert first["n-3"] == then["n-0"]
    assert first["n-0"] == then["n-1"]


def test_neighbours_show_their_points_and_the_last_round() -> None:
    start = {"round": 2, "sheets": [FOUR] * 2, "scores": [[1], [5]], "scored": ["a", "a"]}
    found = seen(at(start, seats=2))
    assert [found[name].text for name in ("n-1", "points-1", "gain-1")] == ["Maire 2", "5", "+5"]
    cells = {name: piece.symbols for name, piece in named(found, "c-1").items()}
    assert cells == {
        "c-1-0": "rv-flat-house", "c-1-1": "rv-flat-forest",
        "c-1-2": "rv-flat-forest", "c-1-5": "rv-flat-house",
    }  # fmt: skip


@pytest.mark.parametrize("others", range(1, 7))
def test_neighbours_leave_no_strip_of_the_table_bare(others: int) -> None:
    sheets = [slot_of(others, number).box for number in range(others)]
    assert max(sheet.y + sheet.height for sheet in sheets) >= HEIGHT - 2 * GAP


def test_names_are_escaped_and_long_ones_cut() -> None:
    match = Match(GAME, {"seats": 2})
    scene = Scene(0, names={0: '<script>"&', 1: "Maximilienne-Joséphine"})
    assert "<script" not in GAME.draw(match.state, scene)
    assert seen(match, scene)["n-1"].text == "Maximilie…"


def test_who_won_wears_the_laurels_and_who_left_is_veiled() -> None:
    over = at({"round": 9, "sheets": [END] * 2, "scores": [[9] * 9, [1] * 9]}, seats=2)
    laurels = seen(over)["rv-laurels"]
    assert laurels.y + laurels.size / 2 < TOP, "over the village"
    assert "die-0" not in seen(over), "they lie where the dice lay"
    assert "rv-laurels" not in seen(over, scene_of(over, 1))
    assert "laurels-0" in seen(over, scene_of(over, 1))
    gone = Match(GAME, {"seats": 3})
    gone.do("leave 2")
    assert list(named(seen(gone), "veil")) == ["veil-1"]
    assert "gone" in seen(gone)["n-1"].style


@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_the_sheet_speaks_the_language_of_who_looks(language: str) -> None:
    match = Match(GAME, {"seats": 1})
    house = {"fr": "Maison", "en": "House", "es": "Casa"}[language]
    assert f">{house}<" in GAME.draw(match.state, Scene(0, language=language))


def test_the_sample_is_a_position_and_becomes_a_picture() -> None:
    assert png(GAME.draw(GAME.read(SAMPLE)), 200).startswith(b"\x89PNG")


def test_a_step_says_what_it_came_to_and_what_is_worth_a_gesture() -> None:
    match = at({"round": 2, "sheets": [FOUR] * 2, "scores": [[1], [5]]}, "roll 3 3", seats=2)
    assert GAME.cues(match.steps[-1], 0) == [Cue("again", "die-0"), Cue("again", "die-1")]
    assert GAME.caption(match.steps[-1], {}).startswith("Double : un Parc. L'avenue")
    match.do(f"1: {next(iter(match.moves(0)))}")
    own, other = (GAME.cues(match.steps[-1], seat) for seat in (0, 1))
    assert [cue.name for cue in own] == ["out"]
    assert (other, GAME.caption(match.steps[-1], {})) == ([], "")
    while match.waiting:
        seat = match.waiting[0]
        match.act(seat, next(iter(match.moves(seat).values())))
    assert GAME.caption(match.steps[-1], {0: "Ann"}).startswith("Avenues comptées : Ann\u00a0+")


@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_what_the_dice_ask_for_is_read_at_a_glance(language: str) -> None:
    """At its longest, too: it stands above the sheet on which one is to draw."""
    match, said = Match(GAME, {"seats": 1}), []
    while not match.is_over:
        if match.waiting:
            match.act(0, next(iter(match.moves(0).values())))
        else:
            match.do("roll 5 5")
            said.append(GAME.caption(match.steps[-1], {}, language))
    assert 40 < max(map(len, said)) <= 56
