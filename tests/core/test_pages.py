"""Sheets on pages, in vectors and as pictures."""

import io
import sys

import pytest
from PIL import Image

from ludotheque.core.discovery import game, games
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.pages import as_pdf, as_pngs, blank_sheets, filled_sheets

PRINTED = next(each for each in games().values() if each.printing)


def blanks(pages: int = 1) -> list[str]:
    return blank_sheets(PRINTED, {}, pages, "fr")


def played(seats: int) -> list[str]:
    return filled_sheets(PRINTED, PRINTED.new({"seats": seats}), {}, "fr")


def page_count(pdf: bytes) -> int:
    return sum(pdf.count(mark) for mark in (b"/Type/Page/", b"/Type/Page\n", b"/Type /Page\n"))


def test_pages_are_a_sensible_number() -> None:
    for pages in (0, 101, True):
        with pytest.raises(BadOption, match="pages: a whole number from 1 to 100"):
            blanks(pages)


def test_two_sheets_stand_on_a_page() -> None:
    pytest.importorskip("typst")
    for pages in (1, 3):
        pdf = as_pdf(blanks(pages), "Title")
        assert pdf.startswith(b"%PDF-")
        assert page_count(pdf) == pages
    assert page_count(as_pdf(played(3), "Title")) == 2
    assert as_pdf(blanks(), "Title") == as_pdf(blanks(), "Title")  # the same bytes on every day


def test_many_blank_sheets_are_one_drawing() -> None:
    pytest.importorskip("typst")
    assert len(as_pdf(blanks(20), "Title")) < 6 * len(as_pdf(blanks(), "Title"))


def test_a_png_is_an_a4_page() -> None:
    pages = [Image.open(io.BytesIO(page)) for page in as_pngs(played(3))]
    assert [page.size for page in pages] == [(1654, 2339), (1654, 2339)]
    assert {round(dots) for page in pages for dots in page.info["dpi"]} == {200}
    upper, lower = (pages[1].crop((0, top, 1654, top + 1169)) for top in (0, 1170))
    assert len(upper.getcolors(1 << 24)) > 10
    assert lower.getcolors() == [(1654 * 1169, (255, 255, 255))]  # the third sheet is alone


def test_without_typst_a_pdf_is_made_of_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    pdf = as_pdf(played(3), "Title")
    assert pdf.startswith(b"%PDF-")
    assert b"/Count 2" in pdf
    assert b"595.44 842.04" in pdf  # A4, in points


def test_a_game_that_is_not_played_on_paper_says_so() -> None:
    ludo: Game = game("ludo")
    with pytest.raises(BadOption, match="ludo is not played on paper"):
        blank_sheets(ludo, {}, 1, "fr")
