from xml.etree import ElementTree

from ludotheque.core.contract import State
from ludotheque.core.discovery import game
from ludotheque.games.rolling_village.printing import blank, filled
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
    svg = blank(empty_village(), "fr")
    for word in ("Maire", "3-4", "10-11", "Maison", "Parcs", "Total", "Rolling Village"):
        assert word in texts(svg)
    assert uses(svg) == []
    assert "Mayor" in texts(blank(empty_village(), "en"))


def test_a_house_prints_its_own_sheet() -> None:
    default = (VILLAGE.folder / "sheets" / "default.toml").read_text(encoding="utf-8")
    own = default.replace("c = [7]", "c = [2, 7]").replace("[3, 0,", "[9, 0,")
    printed = texts(blank(empty_village(own), "fr"))
    assert "2-7" in printed
    assert printed.count("9") == 3  # the ninth round, and 1a and 1e


def test_a_filled_sheet_shows_the_village_and_its_points() -> None:
    [svg, _] = filled(finished(2), {0: "Zoé"}, "fr")
    assert "Zoé" in texts(svg)
    assert uses(svg).count("#s-rv-park") == 4
    assert len(uses(svg)) == 23
    assert "data-move" not in svg


def test_the_stars_are_those_of_the_options() -> None:
    stars = [
        blank(VILLAGE.new({"park_bonus": park}), "fr").count('href="#s-rv-star"')
        for park in (False, True)
    ]
    assert stars[1] == stars[0] + 1
