"""The parts every game's drawing is made of."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from ludotheque.core import drawing
from ludotheque.core.drawing import (
    HUES,
    SHAPES,
    SHARED,
    Canvas,
    compose,
    count,
    die,
    fields,
    ghost,
    movable,
    pawn,
    pawn_definitions,
    place,
    placed_css,
    png,
    pointing,
    scoped,
    shortened,
    standalone,
    stylesheet,
)
from ludotheque.core.drawing.boards import home, name_plate, spots_of, tray_of
from ludotheque.core.drawing.trail import sent_home, trail

CANVAS = Canvas("toy", "Jeu <à> deux", 100, 80, ".toy .a{fill:var(--gold)}", range(100), range(80))
BOARD = f'<defs>{pawn_definitions()}</defs><rect class="a" width="100" height="80"/>'
PIECES = f'<g id="p" class="pawn {place(30, 40)}">{pawn("red")}</g>'


def picture(pieces: str = PIECES) -> str:
    return compose(CANVAS, BOARD, pieces)


def test_place_names_classes_that_the_stylesheet_has() -> None:
    assert place(30, 40) == "at x30 y40"
    assert place(30, 40, 70) == "at x30 y40 z70"
    assert placed_css([30, 30], [40], [70]) == ".x30{--x:30px}.y40{--y:40px}.z70{--scale:0.7}"


def test_a_picture_is_one_well_formed_svg_of_two_layers() -> None:
    root = ElementTree.fromstring(picture())
    assert root.tag.endswith("}svg")
    assert root.attrib["viewBox"] == "0 0 100 80"
    assert [layer.attrib["id"] for layer in root if layer.tag.endswith("}g")] == ["board", "pieces"]
    assert root[0].text == "Jeu <à> deux"


def test_a_picture_carries_the_places_it_needs_and_no_others() -> None:
    svg = picture()
    assert ".x30{" in svg
    assert ".y40{" in svg
    assert ".x31{" not in svg


def test_a_picture_for_a_page_carries_no_style() -> None:
    assert "<style" not in compose(CANVAS, BOARD, PIECES, styled=False)


def test_no_style_or_transform_attribute_moves_a_piece() -> None:
    assert "style=" not in PIECES
    assert "transform=" not in PIECES


def test_the_stylesheet_has_every_place() -> None:
    css = stylesheet(CANVAS)
    assert all(f".x{x}{{" in css for x in range(100))
    assert all(f".y{y}{{" in css for y in range(80))
    assert CANVAS.style in css


def test_every_colour_that_a_rule_asks_for_is_known() -> None:
    asked = set(re.findall(r"var\(--([\w-]+)", SHARED)) - {"x", "y", "scale"}
    assert asked <= set(drawing.LIGHT)
    assert set(drawing.DARK) <= set(drawing.LIGHT)


def test_a_style_is_scoped() -> None:
    assert scoped("toy", "& .a{x:1}\n& .b{y:2}\n") == ".toy .a{x:1}.toy .b{y:2}"


def test_standalone_needs_no_custom_property_and_no_class_to_place() -> None:
    plain = standalone(picture(PIECES + f'<g class="{place(5, 6, 50)}"/>'))
    ElementTree.fromstring(plain)
    assert "var(" not in plain
    assert "@media" not in plain
    assert "--" not in plain
    assert 'transform="translate(30 40)"' in plain
    assert 'transform="translate(5 6) scale(0.5)"' in plain


def test_standalone_knows_the_colours_of_a_game_by_day() -> None:
    style = ".toy{--sea:#123456}.toy .a{fill:var(--sea)}[data-theme=dark] .toy{--sea:#000}"
    toy = Canvas("toy", "Jeu", 100, 80, style, (), ())
    assert ".toy .a{fill:#123456}" in standalone(compose(toy, BOARD, PIECES))


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
def test_a_pawn_refers_to_a_definition(hue: str) -> None:
    assert f'id="pawn-{hue}"' in pawn_definitions()
    assert pawn(hue) == f'<use href="#pawn-{hue}"/>'
    assert ">12<" in count(12, hue)


@pytest.mark.parametrize("value", range(7))
def test_a_die_has_as_many_pips_as_it_shows(value: int) -> None:
    assert die(value).count('class="pip"') == value


def test_fields_are_plain_values() -> None:
    state = np.zeros(1, np.dtype((np.record, [("turn", "u1"), ("pawns", "u1", (2,))])))[0]
    read = fields(state)
    assert type(read.turn) is int
    assert read.pawns.tolist() == [0, 0]


def test_a_movable_pawn_takes_a_click_and_with_a_label_the_keyboard() -> None:
    style, attributes, ring = movable(3, "5>8", "<8>")
    assert style == " movable m3"
    assert attributes == ' data-move="5>8" role="button" tabindex="0" aria-label="&lt;8&gt;"'
    assert 'class="hit"' in ring
    assert movable(3, "5>8")[1] == ' data-move="5>8"'


def test_a_ghost_waits_for_its_own_move_to_be_pointed_at() -> None:
    assert 'class="ghost m1 at x2 y4 z58" data-for="5>8"' in ghost(1, "5>8", "red", (2, 4, 58))
    assert "& .m1:hover~.ghost.m1{opacity:.85}" in pointing(2)
    assert ".m2:" not in pointing(2)


def test_a_long_name_is_cut() -> None:
    assert shortened("Joséphine", 9) == "Joséphine"
    assert shortened("Joséphine", 8) == "Joséphi…"


def test_a_home_has_the_spots_it_is_given_and_an_empty_one_none() -> None:
    tray = tray_of((100, 100), 1)
    assert tray == (100, 122)
    assert home("red", (100, 100), tray, spots_of(tray)).count("<circle") == 2 * 4
    assert "<circle" not in home("grey", (100, 100), tray, spots_of(tray))
    assert "&lt;Zo…" in name_plate(0, "<Zoé & Lou>", 4, "red-on", (100, 100), 1)


def test_a_trail_has_a_dot_for_each_place_but_the_first() -> None:
    drawn = trail([(0, 0), (2, 4), (6, 8)], "blue", 5)
    assert drawn.count('class="blue-dark"') == 2
    assert drawn.count('d="M0,0L2,4L6,8"') == 2
    assert '<circle class="origin blue-dark-line" cx="0" cy="0" r="13"/>' in drawn


def test_the_pawn_sent_home_is_the_one_that_was_elsewhere() -> None:
    assert sent_home([[0, 7], [5, 0]], [[0, 9], [0, 0]]) == (1, 0)
    assert sent_home([[0, 7], [5, 0]], [[3, 7], [5, 0]]) is None
