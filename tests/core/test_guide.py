"""A box in a minute: read from its file, or made from its lid and its rules page."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core.check.papers import check_guides
from ludotheque.core.discovery import boxes, games
from ludotheque.core.errors import BadScenario, BrokenPromise
from ludotheque.core.guide import FILE, Guide, guide_of, guides

LUDO = games()["ludo"]
NEEDED = (
    "read",
    "chosen",
    "new",
    "engine",
    "rules",
    "notation",
    "options",
    "boxes",
    "drawing",
    "emblem",
    "hue",
    "is_across",
)
PANEL = '[[ludo.panel]]\nsays = "…"\nstart = { turn = 1 }\n'


class Elsewhere(SimpleNamespace):
    """A game in another folder."""

    __hash__ = object.__hash__


def of(folder: Path, text: str) -> Any:
    """Ludo with a guide of its own elsewhere."""
    (folder / FILE).write_text(text, encoding="utf-8")
    parts = {name: getattr(LUDO, name) for name in NEEDED}
    return Elsewhere(id="ludo", folder=folder, **parts)


@pytest.mark.parametrize("id", boxes())
def test_every_box_of_ours_has_one(id: str) -> None:
    game, box = boxes()[id]
    guide = guides(game)[id]
    assert guide.goal
    assert guide.score
    assert all(each.match.options.items() >= box.options.items() for each in guide.panels)


def test_a_panel_shows_a_square_of_the_board() -> None:
    panel = guides(LUDO)["ludo"].panels[0]
    left, top, side = panel.crop or ()
    assert f'viewBox="{left} {top} {side} {side}"' in panel.draw("fr")
    assert panel.draw("fr").count("viewBox") == LUDO.draw(panel.match.state).count("viewBox")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[goose]\n", "no box 'goose'; there are ludo"),
        ("[ludo]\n", r"\[ludo\]: there is no goal, panel, score"),
        ('[ludo]\ngoal = "…"\nscore = "…"\naim = 1\npanel = []\n', "unknown keys aim"),
        ('[ludo]\ngoal = "…"\nscore = "…"\n[[ludo.panel]]\n', "panel 1: there is no says"),
        (f'[ludo]\ngoal = "…"\nscore = "…"\n{PANEL}die = 3\n', "panel 1: unknown keys die"),
        ("[ludo", "guide.toml"),
    ],
)
def test_a_mistake_in_the_file_is_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadScenario, match=words):
        guides.__wrapped__(of(tmp_path, text))


def test_without_the_file_the_lid_and_the_rules_page_do(tmp_path: Path) -> None:
    bare = Elsewhere(id="bare", folder=tmp_path, boxes=())
    guide: Guide = guide_of(bare, LUDO.boxes[0])  # type: ignore[arg-type]
    assert guide.goal == LUDO.summary
    assert guide.panels == ()


@pytest.mark.parametrize(
    ("panels", "words"),
    [(PANEL, "4 to 6 panels for a box: ludo: 1"), (4 * f"{PANEL}crop = [400, 0, 300]\n", "beyond")],
)
def test_a_game_is_checked_for_it(tmp_path: Path, panels: str, words: str) -> None:
    game = of(tmp_path, f'[ludo]\ngoal = "…"\nscore = "…"\n{panels}')
    for name in ("draw", "buttons", "words", "translate", "is_personal"):
        setattr(game, name, getattr(LUDO, name))
    with pytest.raises(BrokenPromise, match=words):
        check_guides(game)
