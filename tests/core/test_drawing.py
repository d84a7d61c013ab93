"""The parts every game's drawing is made of."""

import re
import xml.etree.ElementTree as ElementTree
from functools import partial

import numpy as np
import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core import drawing
from ludotheque.core.drawing import (
    HUES,
    SHAPES,
    SHARED,
    Button,
    Canvas,
    Choice,
    Difference,
    Piece,
    Track,
    compose,
    count,
    definitions,
    die,
    difference,
    fields,
    gathered,
    has_fonts,
    packed,
    pawn_choice,
    pawn_row,
    pawn_rows,
    pawns,
    piece_svg,
    place,
    placed_css,
    png,
    scoped,
    shortened,
    standalone,
    stylesheet,
    symbols,
    together,
)
from ludotheque.core.drawing.boards import (
    homes_at,
    laurels,
    name_plates,
    printed,
    taken,
    turns,
)
from ludotheque.core.drawing.trail import sent_home, trail

CANVAS = Canvas("toy", "Jeu <à> deux", 100, 80, ".toy .a{fill:var(--gold)}", range(100), range(80))
BOARD = definitions(pawns.SYMBOLS) + '<rect class="a" width="100" height="80"/>'
PAWN = Piece("p", "pawn-red", 30, 40, style="pawn")


def picture(*more: Piece, buttons: tuple[Button, ...] = ()) -> str:
    return compose(CANVAS, BOARD, [PAWN, *more], buttons)


def drawn(svg: str, name: str) -> ElementTree.Element:
    found = ElementTree.fromstring(svg).find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def test_place_names_classes_that_the_stylesheet_has() -> None:
    assert place(30, 40) == "at x30 y40"
    assert place(30, 40, 70) == "at x30 y40 z70"
    assert placed_css([30, 30], [40], [70]) == ".x30{--x:30px}.y40{--y:40px}.z70{--scale:0.7}"


def test_a_picture_is_one_well_formed_svg_of_a_board_pieces_and_choices() -> None:
    root = ElementTree.fromstring(picture())
    assert root.tag.endswith("}svg")
    assert root.attrib["viewBox"] == "0 0 100 80"
    assert [layer.attrib["id"] for layer in root if layer.tag.endswith("}g")] == [
        "board", "pieces", "choices",
    ]  # fmt: skip
    assert root[0].text == "Jeu <à> deux"


def test_a_picture_carries_the_places_it_needs_and_no_others() -> None:
    svg = picture()
    assert ".x30{" in svg
    assert ".y40{" in svg
    assert ".x31{" not in svg


def test_a_picture_for_a_page_carries_no_style() -> None:
    assert "<style" not in compose(CANVAS, BOARD, [PAWN], styled=False)


def test_a_piece_is_placed_by_classes_and_lies_behind_its_text() -> None:
    piece = Piece("a", "die-1 laurels", 3, 4, 50, "big", "<&>", path="M0,0h1")
    assert piece_svg(piece) == (
        '<g id="a" class="big at x3 y4 z50"><path d="M0,0h1"/><use href="#s-die-1"/>'
        '<use href="#s-laurels"/><text dy=".36em">&lt;&amp;&gt;</text></g>'
    )


def test_a_label_is_told_where_a_piece_is_no_button() -> None:
    assert ' role="img" aria-label="&lt;6&gt;"' in piece_svg(Piece("a", label="<6>"))
    assert "img" not in piece_svg(Piece("a", label="<6>"), attributes=' role="button"')


def test_what_is_sent_of_a_piece_leaves_out_what_it_has_by_default() -> None:
    assert packed(Piece("a")) == ("a",)
    assert packed(Piece("a", x=3, style="b")) == ("a", "", 3, 0, 100, "b")


def applied(pieces: list[Piece], change: Difference) -> list[Piece]:
    """What a browser does with a difference: remove, replace, then put each after another."""
    now = [piece for piece in pieces if piece.id not in change.gone]
    replaced = {piece.id: piece for piece in change.changed}
    now = [replaced.get(piece.id, piece) for piece in now]
    for previous, piece in change.new:
        ids = [each.id for each in now]
        now.insert(ids.index(previous) + 1 if previous else 0, piece)
    return now


LISTS = st.lists(st.integers(0, 9), unique=True).map(sorted)  # ids keep their order for ever


@given(LISTS, LISTS, st.sets(st.integers(0, 9)))
def test_a_difference_turns_one_list_into_the_other(
    before: list[int], after: list[int], moved: set[int]
) -> None:
    old = [Piece(f"p-{k}") for k in before]
    new = [Piece(f"p-{k}", x=4 * (k in moved)) for k in after]
    change = difference(old, new)
    assert applied(old, change) == new
    assert {piece.id for piece in change.changed} == {
        f"p-{k}" for k in moved.intersection(before, after)
    }
    assert change.gone == [f"p-{k}" for k in before if k not in after]


def test_what_makes_a_move_takes_the_click_and_the_first_of_it_the_keyboard() -> None:
    ghost = Piece("g", "ghost", 50, 60)
    button = Button(Choice(0, ("p", "q"), (ghost,)), "5>8", "<8>")
    svg = picture(Piece("q", "pawn-red", 10, 10), buttons=(button,))
    first, second, shown = (drawn(svg, name) for name in ("p", "q", "g"))
    assert first.attrib["class"] == "pawn movable at x30 y40"
    assert (first.attrib["data-move"], first.attrib["aria-label"]) == ("5>8", "<8>")
    assert [use.attrib["href"] for use in first] == ["#s-ring", "#s-pawn-red"]
    assert second.attrib["data-move"] == "5>8"
    assert "tabindex" not in second.attrib
    assert "waits" in shown.attrib["class"]
    assert "data-move" not in shown.attrib


def test_a_choice_with_a_piece_of_its_own_is_shown_at_once() -> None:
    chip = Piece("c", "die-2", 50, 60)
    svg = picture(buttons=(Button(Choice(0, ("c",), (chip,), ring=""), "5>8", "8"),))
    shown = drawn(svg, "c")
    assert shown.attrib["class"] == "movable at x50 y60"
    assert [use.attrib["href"] for use in shown] == ["#s-die-2"]


def test_what_comes_after_a_pick_waits_unless_it_is_picked_unasked() -> None:
    buttons = tuple(
        Button(Choice(k, (f"s-{k}",), (Piece(f"s-{k}", x=k),), pick=f"hand-{k}"), str(k), str(k))
        for k in range(2)
    )
    svg = picture(Piece("hand-0"), Piece("hand-1"), buttons=buttons)
    names = ("hand-0", "hand-1", "s-0", "s-1")
    assert [drawn(svg, name).attrib["class"].partition(" at")[0] for name in names] == [
        "movable picked", "movable", "movable", "movable unpicked",
    ]  # fmt: skip


def test_the_stylesheet_has_every_place() -> None:
    css = stylesheet(CANVAS)
    assert all(f".x{x}{{" in css for x in range(100))
    assert all(f".y{y}{{" in css for y in range(80))
    assert CANVAS.style in css


def test_every_colour_that_a_rule_asks_for_is_known() -> None:
    asked = set(re.findall(r"var\(--([\w-]+)", SHARED)) - {"x", "y", "scale", "ring"}
    assert asked <= set(drawing.LIGHT)
    assert set(drawing.DARK) <= set(drawing.LIGHT)


@pytest.mark.parametrize("night", [{}, drawing.DARK], ids=["day", "night"])
@pytest.mark.parametrize("words", ["ink", "green-ink"])
def test_what_is_written_on_a_house_can_be_read_by_day_and_by_night(
    words: str, night: dict[str, str]
) -> None:
    palette = drawing.LIGHT | night
    dim, bright = sorted(_luminance(palette[name]) for name in (words, "house"))
    assert (bright + 0.05) / (dim + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    """As WCAG 2 counts it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_a_style_is_scoped() -> None:
    assert scoped("toy", "& .a{x:1}\n& .b{y:2}\n") == ".toy .a{x:1}.toy .b{y:2}"


def test_standalone_needs_no_custom_property_and_no_class_to_place() -> None:
    plain = standalone(picture(Piece("q", "", 5, 6, 50)))
    ElementTree.fromstring(plain)
    assert "var(" not in plain
    assert "@media" not in plain
    assert "--" not in plain
    assert 'transform="translate(30 40)"' in plain
    assert 'transform="translate(5 6) scale(0.5)"' in plain


def test_standalone_knows_the_colours_of_a_game_by_day() -> None:
    style = ".toy{--sea:#123456}.toy .a{fill:var(--sea)}[data-theme=dark] .toy{--sea:#000}"
    toy = Canvas("toy", "Jeu", 100, 80, style, (), ())
    assert ".toy .a{fill:#123456}" in standalone(compose(toy, BOARD, [PAWN]))


def test_standalone_leaves_a_picture_without_style_or_places() -> None:
    assert standalone("<svg><g/></svg>") == "<svg><g/></svg>"


def test_png_puts_a_pawn_where_it_stands() -> None:
    pixels = _pixels(png(picture(), 100))
    assert pixels.shape == (80, 100, 4)
    red = tuple(int(drawing.LIGHT["red"][k : k + 2], 16) for k in (1, 3, 5))
    gold = tuple(int(drawing.LIGHT["gold"][k : k + 2], 16) for k in (1, 3, 5))
    assert tuple(pixels[40, 40, :3]) == red
    assert tuple(pixels[2, 2, :3]) == gold


def _pixels(data: bytes) -> "np.ndarray":
    from io import BytesIO

    image = pytest.importorskip("PIL.Image")
    return np.asarray(image.open(BytesIO(data)).convert("RGBA"))


def test_four_shapes_differ_and_have_their_colours() -> None:
    assert len({outline for outline, _ in SHAPES.values()}) == 4
    assert len({mark for _, mark in SHAPES.values()}) == 4
    assert set(SHAPES) < set(HUES)


@pytest.mark.parametrize("hue", SHAPES)
def test_a_pawn_is_made_of_symbols_that_are_defined(hue: str) -> None:
    pile, (pawn,) = count("pile", 12, hue, (2, 4, 64)), pawn_row(0, hue, False, [(2, 4, 64)])
    assert (pile.text, *pile[2:5]) == ("12", 2, 4, 64)
    assert {pile.symbols, pawn.symbols} <= set(pawns.SYMBOLS)
    assert f'id="s-{pawn.symbols}"' in definitions(pawns.SYMBOLS)


@pytest.mark.parametrize("value", range(7))
def test_a_die_has_as_many_pips_as_it_shows(value: int) -> None:
    thrown = die("die", value, 10, 20)
    assert symbols.SYMBOLS[thrown.symbols].count('class="pip"') == value
    assert thrown.label == str(value or "…")


def test_no_rule_for_the_inside_of_a_symbol_names_an_ancestor() -> None:
    inside = set(re.findall(r'class="([^"]+)"', definitions(symbols.SYMBOLS | pawns.SYMBOLS)))
    for name in {word for words in inside for word in words.split()}:
        assert f".{name}{{" in SHARED
        assert f".ludotheque .{name}{{" not in SHARED


def test_fields_are_plain_values() -> None:
    state = np.zeros(1, np.dtype((np.record, [("turn", "u1"), ("pawns", "u1", (2,))])))[0]
    read = fields(state)
    assert type(read.turn) is int
    assert read.pawns.tolist() == [0, 0]


def test_a_pawn_and_those_beside_it_make_its_move_and_a_ghost_shows_the_end() -> None:
    assert together([5, 0, 5, 5], 2) == [2, 0, 3]
    choice = pawn_choice(6, 1, [2, 0, 3], "red", (2, 4, 58))
    assert choice.on == ("p-1-2", "p-1-0", "p-1-3")
    assert [(ghost.id, ghost.symbols, *ghost[2:5]) for ghost in choice.shown] == [
        ("g-6", "ghost pawn-red", 2, 4, 58)
    ]


TRACK = Track(
    corners={2: (0, 2)},
    hues=("red", "green", "yellow", "blue"),
    goal=9,
    sizes=(120, 100, 60),
    standing=lambda corner, position, number: (
        (10 * position, 0) if 0 < position < 9 else (10 * number, 50 + corner)
    ),
)


def test_pawns_stand_alone_or_are_gathered_by_the_place_they_share() -> None:
    placed, shared = gathered(TRACK, (0, 2), [[0, 4, 9], [4, 3, 3]])
    assert placed[0, 0] == (0, 50, 120)
    assert placed[0, 1] == (40, 0, 100)
    assert placed[0, 2] == (20, 50, 60)
    assert list(shared.items()) == [((30, 0), [(1, 1), (1, 2)]), ((40, 0), [(0, 1), (1, 0)])]
    found = pawn_rows(TRACK, (0, 2), 0b10, placed)
    assert [piece.id for piece in found] == [f"p-{s}-{k}" for s in range(2) for k in range(3)]
    assert [(piece.symbols, piece.style) for piece in found[2:4]] == [
        ("pawn-red", "pawn"), ("pawn-yellow", "pawn gone"),
    ]  # fmt: skip


def test_a_long_name_is_cut() -> None:
    assert shortened("Joséphine", 9) == "Joséphine"
    assert shortened("Joséphine", 8) == "Joséphi…"


HOMES = homes_at(("red", "blue"), ((100, 100), (400, 100)), sides=(1, -1), inward=30)


def test_a_home_has_its_name_outside_its_tray_inside_and_the_spots_it_is_given() -> None:
    assert HOMES.trays == [(100, 122), (400, 78)]
    assert HOMES.plates == [(130, 12), (370, 188)]
    assert taken(HOMES, [1]) == ["grey", "blue"]
    assert printed(HOMES, ("red", "blue"), each=3).count("<circle") == 2 * 2 * 3
    assert printed(HOMES, ("grey", "blue")).count("<circle") == 2 * 4


def test_who_left_is_veiled_under_the_name_and_a_couple_has_two_frames() -> None:
    found = name_plates(HOMES, (1, 0), ("<Zoé & Lou>", "Ann"), 0b10, 4)
    assert [(piece.id, piece.text, piece.style) for piece in found] == [
        ("n-0", "<Zo…", "name blue-on"), ("veil-1", "", ""), ("n-1", "Ann", "name left"),
    ]  # fmt: skip
    assert turns(HOMES, [1]) == [Piece("turn", "turn", 400, 100, style="fixed")]
    assert laurels(HOMES, [1, 0]) == [
        Piece("laurels", "laurels", 400, 78, style="fixed"),
        Piece("laurels-2", "laurels", 100, 122, style="fixed"),
    ]  # fmt: skip


def test_a_trail_has_a_dot_for_each_place_but_the_first() -> None:
    edge, line, dots, origin = trail([(0, 0), (2, 4), (6, 8)], "blue")
    assert edge.path == line.path == "M0,0L2,4L6,8"
    assert dots.path == "M2,4h0M6,8h0"
    assert (origin.symbols, origin.x, origin.y) == ("origin-blue", 0, 0)


def test_the_pawn_sent_home_is_the_one_that_was_elsewhere() -> None:
    assert sent_home([[0, 7], [5, 0]], [[0, 9], [0, 0]]) == (1, 0)
    assert sent_home([[0, 7], [5, 0]], [[3, 7], [5, 0]]) is None


def test_a_machine_without_a_font_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", bare)
    assert not has_fonts()
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda svg_string, width: svg_string.encode())
    assert has_fonts()
