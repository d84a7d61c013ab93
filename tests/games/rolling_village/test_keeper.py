import pickle
import re
from xml.etree import ElementTree

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.keeping import BadSheet, report
from ludotheque.games.rolling_village.keeper import Score, account, form, read, score
from ludotheque.games.rolling_village.scoring import avenue_points, park_points

VILLAGE = game("rolling-village")
END = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."
NINE = "1 2 3 4 5 6 7 8 6"


def score_sheet(text: str) -> Score:
    return score(VILLAGE.new(), read(text))


def test_every_avenue_and_park_of_a_sheet_is_explained() -> None:
    found = score_sheet(END)
    assert [avenue.points for avenue in found.avenues] == [8, 6, 6, 1, 0]
    groups = found.avenues[2].groups
    assert [(group.cells, group.points) for group in groups] == [
        (("3c",), 1), (("1c", "2c"), 2), (("4c",), 1), (("6c",), 2),
    ]  # fmt: skip
    assert [(park.cell, park.points) for park in found.parks] == [
        ("1e", 0), ("2b", 10), ("4a", 10), ("5c", 0),
    ]  # fmt: skip
    assert found.park_points == 20


def test_it_counts_as_the_rules_do() -> None:
    found = score_sheet(END)
    state = VILLAGE.read({"round": 9, "sheets": [END]}, {"seats": 1})
    assert [a.points for a in found.avenues] == [avenue_points(state, 0, row) for row in range(5)]
    assert found.park_points == park_points(state, 0)


def test_a_sheet_may_be_typed_in_lines_and_in_any_of_the_languages() -> None:
    typed = """
        m f l p h f
        c - l b l h
        F B h l _ l
        H L . F . .
        . . . . . .
    """
    other = "HFLPHF/H.LFLH/FFHL.L/HL.F../......"
    assert score_sheet(typed) == score_sheet(other)


def test_points_written_down_make_subtotals_and_a_total() -> None:
    found = score_sheet(f"{END} 1 2 3 4")
    assert (found.subtotals, found.total, found.is_finished) == ((6,), 10, False)
    found = score_sheet(f"{END} 1 2 3 4 5 6 7 8 9")
    assert (found.subtotals, found.total, found.is_finished) == ((6, 21, 45), 65, True)


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("", "", "5 lines of 6 squares are wanted, not –"),
        ("HHH", "", "5 lines of 6 squares are wanted, not HHH"),
        (f"{END}H", "", "5 lines of 6 squares"),
        (END.replace("P", "X", 1), "4a", "4a: X is nothing we know"),
        (f"{END} many", "r1", "Round 1: a whole number from 0 to 270, not many"),
        (f"{END} 3 -3", "r2", "Round 2: a whole number"),
        (f"{END} 3 ²", "r2", "Round 2: a whole number"),
        (f"{END} 99999999999", "r1", "Round 1: a whole number"),
        (f"{END} {'1 ' * 10}", "", "9 rounds at most, not 10"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_where_and_why(text: str, field: str, words: str) -> None:
    with pytest.raises(BadSheet, match=words) as error:
        score_sheet(text)
    assert list(error.value.tell("fr")) == [field]
    assert pickle.loads(pickle.dumps(error.value)).tell("es") == error.value.tell("es")


def test_every_wrong_field_is_named_at_once() -> None:
    with pytest.raises(BadSheet) as error:
        score(VILLAGE.new(), {"1a": "Z", "6e": "?", "r1": "3", "r4": "x"})
    told = error.value.tell("fr")
    assert list(told) == ["1a", "6e", "r2", "r3", "r4"]
    assert told["r2"] == "Manche 2 : il manque ses points, alors que la manche 4 a les siens."


def test_the_report_reads_like_a_score_sheet() -> None:
    lines = list(report(account(VILLAGE.new(), read(f"{END} {NINE}"), "fr"), "fr"))
    assert "Avenue 7 : 6" in lines
    assert "  Forêt 1c 2c : 2" in lines
    assert "  Parc en 2b, à côté de Maison, Forêt, Lac : 10" in lines
    assert lines[-5:] == [
        "Après 6 manches : 21",
        "Après 9 manches : 42",
        "Parcs : 20",
        "Total : 62",
        "Seul, on est réélu.",
    ]
    english = list(report(account(VILLAGE.new(), read("P" + "." * 29), "en"), "en"))
    assert english[0] == "Avenue 3-4: 0"
    assert english[-1] == "  Park on 1a, beside –: 0"


@pytest.mark.parametrize(
    ("rounds", "doubts"),
    [
        ("", []),
        (NINE, []),
        ("1 2 3 4 5 6 7 8 5", ["Round 9: no avenue brings 5 points."]),
        ("9 2 3 4 5 6 7 8 6", ["Round 1: 9 points, but no avenue brings more than 8."]),
        ("1 2", ["After 2 rounds there are 6 drawings; this sheet has 23."]),
    ],
)
def test_what_cannot_have_been_played_is_doubted(rounds: str, doubts: list[str]) -> None:
    found = account(VILLAGE.new(), read(f"{END} {rounds}"), "en")
    assert list(found.doubts) == doubts


def test_the_form_shows_what_is_drawn_and_asks_for_the_rest() -> None:
    shown = form(VILLAGE.new(), {**read(END), "6e": "X", "r1": "12", "r2": "<b>"}, "en")
    picture = ElementTree.fromstring(shown.picture)
    drawn = {
        cell.attrib["data-field"]: value.attrib["data-value"]
        for cell in picture.iter()
        if "data-field" in cell.attrib
        for value in cell
        if value.attrib.get("class") == "on"
    }
    assert drawn == read(END)
    assert len(re.findall("data-field", shown.picture)) == 30
    fields = [cell.field for row in shown.rows for cell in row.cells]
    assert fields[:7] == ["1a", "2a", "3a", "4a", "5a", "6a", "1b"]
    assert [mark.label for mark in shown.marks] == ["House", "Forest", "Lake", "Park"]
    assert shown.numbers[8] == ("r9", "Round 9")


def test_every_point_is_drawn() -> None:
    found = account(VILLAGE.new(), read(END), "fr")
    for item in found.items:
        ElementTree.fromstring(item.picture)
        badges = re.findall(r"<text[^>]*>\+(\d+)<", item.picture)
        assert sum(map(int, badges)) == item.points
        assert len(badges) == sum(not line.endswith(" 0") for line in item.lines)
