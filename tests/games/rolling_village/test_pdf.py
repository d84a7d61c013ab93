import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque.core.contract import State
from ludotheque.core.discovery import game
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import BadOption
from ludotheque.games.rolling_village.drawing.pdf import blank_sheet, filled_sheet, printable
from ludotheque.games.rolling_village.tables import empty_village

VILLAGE = game("rolling-village")
END = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."


def finished(seats: int) -> State:
    return VILLAGE.read({"round": 9, "sheets": [END] * seats}, {"seats": seats})


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.text]


def uses(svg: str) -> list[str]:
    pieces = ElementTree.fromstring(svg).find(".//*[@id='pieces']")
    assert pieces is not None
    return [e.attrib["href"] for e in pieces.iter() if "href" in e.attrib]


def test_a_blank_sheet_has_all_that_is_printed_and_nothing_drawn() -> None:
    svg = blank_sheet(empty_village())
    for word in ("Maire", "3-4", "10-11", "Maison", "Parcs", "Total", "Rolling Village"):
        assert word in texts(svg)
    assert uses(svg) == []
    assert "Mayor" in texts(blank_sheet(empty_village(), "en"))


def test_a_house_prints_its_own_sheet(tmp_path: Path) -> None:
    default = (VILLAGE.folder / "sheets" / "default.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(default.replace("c = [7]", "c = [2, 7]").replace("[3, 0,", "[9, 0,"), "utf-8")
    printed = texts(blank_sheet(empty_village(str(own))))
    assert "2-7" in printed
    assert printed.count("9") == 3  # the ninth round, and 1a and 1e


def test_a_filled_sheet_shows_the_village_and_its_points() -> None:
    svg = filled_sheet(finished(1), 0, Scene(names={0: "Zoé"}))
    assert "Zoé" in texts(svg)
    assert uses(svg).count("#rv-park") == 4
    assert len(uses(svg)) == 23
    assert "data-move" not in svg


def test_pages_are_a_sensible_number() -> None:
    for pages in (0, 101, True):
        with pytest.raises(BadOption, match="pages: a whole number from 1 to 100"):
            printable(pages=pages)


def test_without_typst_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BadOption, match=r"pip install \"ludotheque\[print\]\""):
        printable()


def page_count(pdf: bytes) -> int:
    return pdf.count(b"/Type/Page/") + pdf.count(b"/Type/Page\n") + pdf.count(b"/Type /Page\n")


def test_two_sheets_stand_on_a_page() -> None:
    pytest.importorskip("typst")
    assert printable().startswith(b"%PDF-")
    assert page_count(printable()) == 1
    assert page_count(printable(pages=3)) == 3
    assert page_count(printable(finished(3))) == 2
    assert printable() == printable()  # the same bytes on every day
