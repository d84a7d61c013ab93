"""Cards: read, told, drawn and measured; and what is said where one is not as it should be."""

import dataclasses
import re
import sys
import tomllib
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludotheque.core import cards
from ludotheque.core.cards import drawing, likeness, lines
from ludotheque.core.cards.card import cards as cards_of
from ludotheque.core.check import findings, papers
from ludotheque.core.discovery import boxes, game
from ludotheque.core.errors import BadCard, BadOption, BrokenPromise
from ludotheque.core.game import Box, Game
from ludotheque.core.texts import LANGUAGES

LUDO = game("ludo")
[BOX] = LUDO.boxes
SHELF = [pytest.param(*each, id=id) for id, each in boxes().items()]
CARD = """
[ludo]
kinds = ["course"]
age = 5
contents = ["dés"]
feel = "course"
history = "course"
[ludo.measured]
on = 2026-11-15
games = 100
seats = [2, 4]
rolls = [60.0, 120.0]
choices = [60.0, 120.0]
forced = [20.0, 40.0]
over_absent = 0.75
over_random = 0.9
"""


def with_cards(folder: Path, text: str, **changed: object) -> Game:
    """Ludo with a file of cards of its own, and nothing else in its folder but its catalogues."""
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    if not (folder / "locale").exists():
        (folder / "locale").symlink_to(LUDO.folder / "locale", target_is_directory=True)
    rules = SimpleNamespace(**{**vars(LUDO.rules), "__file__": str(folder / "rules.py")})
    return dataclasses.replace(LUDO, rules=rules, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(("shelf_game", "box"), SHELF)
def test_every_box_of_ours_has_a_card(shelf_game: Game, box: Box) -> None:
    card = cards.card_of(shelf_game, box)
    assert card is not None
    assert 2 <= len(re.findall(r"[.!?](?:\s|$)", card.feel)) <= 3
    assert sum(card.measured.dots) == cards.DOTS
    assert 5 <= min(card.minutes) <= max(card.minutes) <= 120


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("shelf_game", "box"), SHELF)
def test_it_is_told_whole_in_every_language(shelf_game: Game, box: Box, language: str) -> None:
    told = cards.told(shelf_game, box, language)
    assert told is not None
    assert [fact.key for fact in told.facts] == ["players", "age", "minutes"]
    keys = {line.key for line in told.lines}
    assert {"contents", "feel", "history", "measured", "kinds", "similar"} <= keys
    assert keys & {"author", "origin"}
    french = cards.told(shelf_game, box)
    if language != "fr":
        same = {"illustrator"}  # a name alone
        for line, original in zip(told.lines, french.lines if french else [], strict=True):
            assert line.key in same or line.text != original.text or line.key == "similar"


def test_rolling_village_keeps_those_who_made_it() -> None:
    credits = cards.data(*boxes()["rolling-village"])["card"]["credits"]
    assert credits["illustrator"] == "Josh Huf"
    assert credits["translator"] == "François Haffner"
    assert "Escale à jeux" in credits["publisher"]


def test_the_race_games_stand_together_and_the_towns() -> None:
    alike = {id: {near.box.id for near in cards.similar(*each)} for id, each in boxes().items()}
    assert alike["ludo"] == {"superludo", "ludo-classique"}
    assert alike["ludoville"] == {"rolling-village"}
    assert cards.similar(*boxes()["superludo"])[0].box.id == "ludo-classique"  # they share most


def test_an_added_box_joins_its_like_by_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = CARD.replace('kinds = ["course"]', 'kinds = ["course", "dés", "oies"]')
    goose = dataclasses.replace(BOX, id="goose")
    added = with_cards(tmp_path, text.replace("[ludo", "[goose"), boxed=(goose,))
    monkeypatch.setattr(likeness, "boxes", lambda: {**boxes(), "goose": (added, goose)})
    assert goose in [each.box for each in cards.similar(LUDO, BOX)]
    assert cards.similar(added, goose)[0].kinds == ("course", "dés")
    unknown = dataclasses.replace(BOX, id="unknown")
    assert cards.similar(LUDO, unknown) == []  # a box without a card is like nothing


def test_another_games_broken_card_breaks_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = with_cards(tmp_path, "[ludo]\nage = 5\n")
    shelf = {**boxes(), "goose": (broken, dataclasses.replace(BOX, id="ludo"))}
    monkeypatch.setattr(likeness, "boxes", lambda: shelf)
    assert cards.told(*boxes()["superludo"]) is not None


def test_minutes_come_from_counts_and_pace(tmp_path: Path) -> None:
    card = cards_of(with_cards(tmp_path, CARD))["ludo"]
    # 60 rolls of 4 s, 60 choices of 6 s, 20 forced moves of 3 s: 11 minutes; 22 with most seats.
    assert card.minutes == (10, 20)
    slow = dataclasses.replace(card, pace={"choice": 30})
    assert slow.minutes == (35, 70)


def test_luck_is_what_the_absent_minded_keep() -> None:
    assert measured(0.5).luck == 1
    assert measured(0.5).dots == (5, 0)
    assert measured(1.0).dots == (0, 5)
    assert measured(0.75).luck == 0.5
    assert measured(0.4).luck == 1  # chance had its way with the measurement


def measured(share: float) -> cards.Measured:
    pair = (1.0, 1.0)
    return cards.Measured(date(2026, 11, 15), 9, (2, 4), pair, pair, pair, share, 0.9)


def test_a_game_without_cards_lacks_nothing_else(tmp_path: Path) -> None:
    bare = with_cards(tmp_path, "")
    (tmp_path / "cards.toml").unlink()
    assert cards.card_of(bare, BOX) is None
    assert cards.told(bare, BOX) is None
    assert cards.data(bare, BOX)["card"] is None
    papers.check_cards(bare)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CARD.replace("age", "ages"), "card has no ages; it has kinds, age"),
        (CARD.replace("age = 5\n", ""), "missing 1 required positional argument: 'age'"),
        (CARD.replace("[ludo", "[chess"), "no box 'chess'; there are ludo"),
        (CARD.replace("age = 5", 'age = 5\ncredits = { painter = "x" }'), "credits has no painter"),
        (CARD.replace("age = 5", "age = 5\npace = { think = 9 }"), "pace has no think"),
        (CARD.replace("over_random", "over_all"), "measured has no over_all"),
        ("[ludo", "cards.toml: "),
    ],
)
def test_a_wrong_card_is_told_with_what_would_be_right(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(BadCard, match=re.escape(words)):
        cards_of(with_cards(tmp_path, text))


def test_the_contract_covers_cards(tmp_path: Path) -> None:
    strange = CARD.replace('feel = "course"', 'feel = "Une phrase que personne n\'a traduite."')
    found = findings(with_cards(tmp_path, strange))  # one after the other, as they are found
    assert any("Une phrase que personne" in each and "not translated" in each for each in found)
    second = Box("ludo-court", "Joueurs", "Joueurs", {"pawns": 1})
    two = with_cards(tmp_path, CARD, boxed=(BOX, second))
    with pytest.raises(BrokenPromise, match="no card for a box: ludo-court"):
        papers.check_cards(two)
    long = with_cards(tmp_path, CARD.replace('"course"\nhistory', f'"{"mot " * 900}"\nhistory'))
    with pytest.raises(BadCard, match="does not fit on A6: ludo, fr"):
        papers.check_cards(long)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("shelf_game", "box"), SHELF)
def test_nothing_runs_over_the_sheet(shelf_game: Game, box: Box, language: str) -> None:
    svg = drawing.card_picture(shelf_game, box, language)
    for x, length in re.findall(r'<text class="[^"]*" x="([\d.]+)"[^>]*textLength="([\d.]+)"', svg):
        assert float(x) + float(length) <= 981
    assert max(float(y) for y in re.findall(r'translate\(0 ([\d.]+)\)"><path', svg)) < 1400


def test_lines_break_where_the_room_ends() -> None:
    assert list(lines.broken("aaaa bbbb cccc", 10, 43)) == ["aaaa bbbb", "cccc"]
    assert list(lines.broken("aaaa bbbb cccc", 10, 43, first=20)) == ["aaaa", "bbbb cccc"]
    assert lines.width("é", 10) == lines.width("e", 10)
    assert list(lines.broken("oui\u00a0!", 10, 1)) == ["oui\u00a0!"]  # French keeps them together


def test_a_card_is_a_file_of_three_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cards.card_file("ludo", "es", "svg").startswith(b'<svg width="105mm" height="148mm"')
    assert cards.card_file("ludo", "es", "png").startswith(b"\x89PNG")
    sheet = cards.card_file("ludo", "es", "pdf")
    assert sheet.startswith(b"%PDF")
    assert sheet == cards.card_file("ludo", "es", "pdf")
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BadOption, match="a PDF needs typst"):
        cards.card_file("ludo", "es", "pdf")


def test_figures_are_measured_again() -> None:
    card = cards.card_of(LUDO, BOX)
    assert card is not None
    again = cards.measure(LUDO, BOX, date(2026, 11, 15), 2000)
    assert again.over_absent == pytest.approx(card.measured.over_absent, abs=0.05)
    assert again.over_random == pytest.approx(card.measured.over_random, abs=0.05)
    assert again.rolls == pytest.approx(card.measured.rolls, rel=0.05)
    assert cards_of_text(cards.toml("ludo", again)) == again


def cards_of_text(text: str) -> cards.Measured:
    table = tomllib.loads(text)["ludo"]["measured"]
    return cards.Measured(
        **{name: tuple(each) if isinstance(each, list) else each for name, each in table.items()}
    )


@pytest.mark.slow
@pytest.mark.parametrize(("shelf_game", "box"), SHELF)
def test_every_cards_figures_still_hold(shelf_game: Game, box: Box) -> None:
    card = cards.card_of(shelf_game, box)
    assert card is not None
    again = cards.measure(shelf_game, box, date(2026, 11, 15), 2000)
    assert again.over_absent == pytest.approx(card.measured.over_absent, abs=0.05)
    assert dataclasses.replace(card, measured=again).minutes == pytest.approx(card.minutes, abs=5)
