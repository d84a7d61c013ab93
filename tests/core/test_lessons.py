"""Lessons: every way through each of them, and what the check makes of bad ones."""

from pathlib import Path
from typing import Any

import pytest

from ludotheque.core.check.learning import check_lessons, ways_through
from ludotheque.core.discovery import boxes, games
from ludotheque.core.errors import BadScenario, BrokenPromise, IllegalMove
from ludotheque.core.guide import guides
from ludotheque.core.lessons import FILE, OTHERWISE, ROLL, WELL, lessons, lessons_of

LUDO = games()["ludo"]
HIT = {each.id: each for each in lessons_of(LUDO, LUDO.boxes[0])}["hit"]
LESSON = """
[[ludo.lesson]]
id = "{id}"
rule = "{rule}"
says = "…"
start = {{ pawns = [[5, 20, 0, 0], [45, 0, 0, 0], [30, 0, 0, 0], [0, 0, 0, 0]], turn = 1 }}
play = ["roll 1"]
do = ["5>6"]
well = "!"
cues = ["{cue}"]

[[ludo.lesson.otherwise]]
do = "{other}"
says = "…"
then = {{ turn = {turn} }}
"""
USUAL = {"rule": "LC-9", "cue": "hit", "other": "20>21", "turn": 2}


class Elsewhere:
    """Ludo in another folder."""

    def __init__(self, folder: Path):
        self.folder = folder

    def __getattr__(self, name: str) -> Any:
        return getattr(LUDO, name)


def of(folder: Path, text: str) -> Any:
    """Ludo with lessons of its own elsewhere."""
    (folder / FILE).write_text(text, encoding="utf-8")
    (folder / "RULES.md").write_text("LC-9", encoding="utf-8")
    return Elsewhere(folder)


@pytest.mark.parametrize("id", boxes())
def test_what_every_lesson_of_ours_says_is_so(id: str) -> None:
    game, box = boxes()[id]
    own = lessons_of(game, box)
    assert own
    assert sum(bool(each.otherwise) for each in own) > len(own) / 2
    check_lessons(game)


def test_a_lesson_goes_on_by_what_is_done() -> None:
    begun = HIT.follow([])
    assert (begun.verdict, begun.steps, begun.rolls) == ("", [], False)
    right = HIT.follow(["5>6"])
    assert right.verdict == WELL
    assert right.answer is HIT.well
    assert [step.text for step in right.steps] == ["5>6"]
    wrong = HIT.follow(["20>21"])
    assert wrong.verdict == OTHERWISE
    assert [step.text for step in wrong.steps] == ["20>21", "roll 3", "45>48"]
    assert HIT.follow([]).match.position() == begun.match.position()  # nothing is kept


def test_chance_falls_as_it_is_written_once_she_lets_it() -> None:
    out = lessons_of(LUDO, LUDO.boxes[0])[0]
    assert out.follow([]).rolls
    rolled = out.follow([ROLL])
    assert [step.text for step in rolled.steps] == ["roll 6"]
    assert not rolled.rolls
    assert out.follow([ROLL, "0>1"]).verdict == WELL


@pytest.mark.parametrize(
    "did", [["5>7"], ["leave 2"], ["draw"], ["2: 45>46"], [ROLL], ["5>6", "6>7"], ["20>21", ROLL]]
)
def test_what_is_not_possible_is_refused(did: list[str]) -> None:
    with pytest.raises(IllegalMove):
        HIT.follow(did)


def test_all_ways_are_gone() -> None:
    assert [did for did, _ in ways_through(HIT)] == [["5>6"], ["20>21"]]


@pytest.mark.parametrize("other", ["20>21", "*>21", "0>1|20>*"])
def test_eight_good_ones_pass(tmp_path: Path, other: str) -> None:
    flawless = USUAL | {"other": other}
    check_lessons(of(tmp_path, "".join(LESSON.format(id=id, **flawless) for id in "abcdefgh")))


@pytest.mark.parametrize(
    ("ids", "flaw", "words"),
    [
        ("abcdefg", {}, "8 to 12 lessons"),
        ("abcdefga", {}, "one id"),
        ("abcdefgh", {"rule": "LC-99"}, "a rule that there is not"),
        ("abcdefgh", {"cue": "arrive"}, "no 'arrive' came"),
        ("abcdefgh", {"turn": 1}, "turn is 2, not 1"),
        ("abcdefgh", {"other": "0>1"}, "nothing is said to '20>21'"),
    ],
)
def test_a_game_is_checked_for_them(tmp_path: Path, ids: str, flaw: Any, words: str) -> None:
    game = of(tmp_path, "".join(LESSON.format(id=id, **USUAL | flaw) for id in ids))
    with pytest.raises((BrokenPromise, BadScenario), match=words):
        check_lessons(game)


def test_words_that_nobody_hears_are_found(tmp_path: Path) -> None:
    never = '[[ludo.lesson.otherwise]]\ndo = "0>1"\nsays = "never"\nthen = { turn = 1 }\n'
    text = "".join(LESSON.format(id=id, **USUAL) + never for id in "abcdefgh")
    with pytest.raises(BrokenPromise, match="never"):
        check_lessons(of(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[goose.lesson]]\nid = "a"\n', "no box 'goose'; there are ludo"),
        ('[[ludo.lesson]]\nid = "a"\n', "lesson 1: there is no do, rule, says, well"),
        ('[[ludo.lesson]]\nwhen = "a"\n', "lesson 1: unknown keys when"),
        (LESSON.format(id="a", **USUAL).replace("[45,", "[99,"), "lesson 1: pawns"),
        (LESSON.format(id="a", **USUAL).replace('cues = ["hit"]', ""), "it states nothing"),
        (LESSON.format(id="a", **USUAL) + "unless = 1\n", "otherwise 1: unknown keys unless"),
        ("[ludo", "lessons.toml"),
    ],
)
def test_a_mistake_in_the_file_is_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadScenario, match=words):
        lessons.__wrapped__(of(tmp_path, text))


def test_a_game_need_not_have_any(tmp_path: Path) -> None:
    assert lessons_of(Elsewhere(tmp_path), LUDO.boxes[0]) == ()  # type: ignore[arg-type]


def test_panels_of_a_guide_are_taken_from_lessons() -> None:
    panel = next(each for each in guides(LUDO)["ludo"].panels if each.caption.startswith("Finir"))
    assert panel.match.position() == HIT.picture.match.position()
