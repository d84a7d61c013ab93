from pathlib import Path

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadPosition
from ludotheque.games.rolling_village.keeper import report, score_file, score_sheet
from ludotheque.games.rolling_village.scoring import avenue_points, park_points

VILLAGE = game("rolling-village")
END = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."


def test_every_avenue_and_park_of_a_sheet_is_explained() -> None:
    score = score_sheet(END)
    assert [avenue.points for avenue in score.avenues] == [8, 6, 6, 1, 0]
    groups = score.avenues[2].groups
    assert [(group.cells, group.points) for group in groups] == [
        (("3c",), 1), (("1c", "2c"), 2), (("4c",), 1), (("6c",), 2),
    ]  # fmt: skip
    assert [(park.cell, park.points) for park in score.parks] == [
        ("1e", 0), ("2b", 10), ("4a", 10), ("5c", 0),
    ]  # fmt: skip
    assert score.park_points == 20


def test_it_counts_as_the_rules_do() -> None:
    score = score_sheet(END)
    state = VILLAGE.read({"round": 9, "sheets": [END]}, {"seats": 1})
    assert [a.points for a in score.avenues] == [avenue_points(state, 0, row) for row in range(5)]
    assert score.park_points == park_points(state, 0)


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
    score = score_sheet(f"{END} 1 2 3 4")
    assert (score.subtotals, score.total, score.is_finished) == ((6,), 10, False)
    score = score_sheet(f"{END} 1 2 3 4 5 6 7 8 9")
    assert (score.subtotals, score.total, score.is_finished) == ((6, 21, 45), 65, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "5 lines of 6 cells are wanted"),
        ("HHH", "5 lines of 6 cells are wanted, not 'HHH'"),
        (f"{END}H", "5 lines of 6 cells"),
        (END.replace("P", "X", 1), "4a: 'X' is none of"),
        (f"{END} many", "up to 9 points, not 'many'"),
        (f"{END} -3", "up to 9 points"),
        (f"{END} {'1 ' * 10}", "up to 9 points"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_why(text: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        score_sheet(text)


def test_a_sheet_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "village.txt"
    file.write_text(END.replace("/", "\n") + "\n3 4 5\n", encoding="utf-8")
    assert score_file(file) == score_sheet(f"{END} 3 4 5")
    file.write_text("HH", encoding="utf-8")
    with pytest.raises(BadPosition, match=r"village\.txt: 5 lines"):
        score_file(file)
    with pytest.raises(BadPosition, match=r"nowhere\.txt: cannot be read"):
        score_file(tmp_path / "nowhere.txt")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadPosition, match="is not a text file"):
        score_file(file)


def test_the_report_reads_like_a_score_sheet() -> None:
    lines = report(score_sheet(f"{END} 1 2 3 4 5 6 7 8 9"))
    assert "Avenue 7 : 6" in lines
    assert "  Forêt 1c 2c : 2" in lines
    assert "Parc en 2b, à côté de Maison, Forêt, Lac : 10" in lines
    assert lines[-5:] == [
        "Après 6 manches : 21",
        "Après 9 manches : 45",
        "Parcs : 20",
        "Total : 65",
        "Seul, on est réélu.",
    ]
    english = report(score_sheet("P" + "." * 29), "en")
    assert english[0] == "Avenue 3-4: 0"
    assert english[-1] == "Park on 1a, beside –: 0"
