"""A box's rules: the page that tells them, and the drawer that a table has for them.

Both begin with the game in a minute (:mod:`ludotheque.core.guide`); then come all its rules, as its
RULES.md has them. The number of a rule stands behind it, where whoever looks for it finds it.
"""

import hashlib
import re
from functools import cache
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.analysis.puzzles import puzzles_of
from ludotheque.analysis.shares import Share, shares_of
from ludotheque.core.drawing import standalone
from ludotheque.core.game import Box, Game
from ludotheque.core.guide import guide_of
from ludotheque.core.illustrations import Illustration, illustrations
from ludotheque.core.lessons import lessons_of
from ludotheque.core.texts import LANGUAGES
from ludotheque.web import choosing
from ludotheque.web.assets import FOREVER, Asset
from ludotheque.web.cards import shown
from ludotheque.web.house import house_of
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.pages import lid, picked

_NUMBERED = re.compile(r"<li><strong>([A-Z]{2}-\d+)</strong>(?: —)? (.*?)</li>", re.DOTALL)
_BEHIND = r'<li id="\1">\2 <a class="rule" href="#\1">\1</a></li>'


class Section(NamedTuple):
    """A part of the rules, with the pictures beside it."""

    heading: str
    html: str
    pictures: list[tuple[str, str]]  # address and caption


async def page(request: Request) -> Response:
    """A game's rules, in our own words."""
    (game, box), language = picked(request), language_of(request)
    return house_of(request).page(
        request,
        "rules.html",
        card=shown(game, box, language),
        paper=await choosing.on_paper(house_of(request), game, box, language),
        **_told(game, box, language),
    )


def _share(share: Share, language: str) -> str:
    """How much of the game is luck, with so many players."""
    _ = words(language)
    told = (
        _("Seul : chance {luck} %, jeu {play} %")
        if share.seats == 1
        else _("À {seats} : chance {luck} %, jeu {play} %")
    )
    luck = round(100 * share.luck)
    return typeset(told.format(seats=share.seats, luck=luck, play=100 - luck), language)


async def drawer(request: Request) -> Response:
    """The same for the drawer of a table: without the frame of a page."""
    (game, box), language = picked(request), language_of(request)
    return house_of(request).page(request, "drawer.html", **_told(game, box, language))


def _told(game: Game, box: Box, language: str) -> dict[str, Any]:
    """What both templates are given."""
    guide, translate = guide_of(game, box), game.translate(language)
    opening, sections = rules_parts(game, language)
    return {
        "game": lid(game, box, language),
        "has_lessons": bool(lessons_of(game, box)),
        "has_puzzles": bool(puzzles_of(game, box)),
        "shares": [_share(each, language) for each in shares_of(game, box)],
        "goal": typeset(translate(guide.goal), language),
        "score": typeset(translate(guide.score), language) if guide.score else "",
        "panels": [
            (_url(game, box, "guide", number, language), typeset(translate(each.caption), language))
            for number, each in enumerate(guide.panels, 1)
        ],
        "opening": opening,
        "sections": sections,
    }


@cache
def rules_parts(game: Game, language: str) -> tuple[str, list[Section]]:
    """The rules as HTML: what stands before the first heading, and section by section."""
    opening, *parts = rules_html(game, language).split("<h2>")
    translate = game.translate(language)
    pictures: dict[int, list[tuple[str, str]]] = {}
    for number, each in enumerate(illustrations(game), 1):
        url = _url(game, game.boxes[0], "rules", number, language)
        told = typeset(translate(each.caption), language)
        pictures.setdefault(each.section, []).append((url, told))
    sections = [
        Section(heading, html, pictures.get(number, []))
        for number, (heading, _, html) in enumerate((each.partition("</h2>") for each in parts), 1)
    ]
    return opening.rpartition("</h1>")[2], sections


@cache
def rules_html(game: Game, language: str) -> str:
    """The rules page's text as HTML, with an anchor for each rule number."""
    from markdown_it import MarkdownIt

    name = "RULES.md" if language == LANGUAGES[0] else f"RULES.{language}.md"
    file = game.folder / name
    if not file.exists():
        file = game.folder / "RULES.md"
    html = str(MarkdownIt("commonmark").enable("table").render(file.read_text(encoding="utf-8")))
    for written, wanted in _FOR_EVERYBODY:
        html = html.replace(written, wanted)
    return _NUMBERED.sub(_BEHIND, typeset(html, language))


# A wide table scrolls by keyboard too, and a column without a heading has none.
_FOR_EVERYBODY = (
    ("<table>", '<div class="scroll" tabindex="0"><table>'),
    ("</table>", "</table></div>"),
    ("<th></th>", "<td></td>"),
)


async def picture(request: Request) -> Response:
    """A drawing beside the rules."""
    return _served(request, "rules")


async def panel(request: Request) -> Response:
    """A panel of the guide."""
    return _served(request, "guide")


def _served(request: Request, book: str) -> Response:
    game, box = picked(request)
    number, language = (request.path_params[key] for key in ("number", "language"))
    if language not in LANGUAGES or not 1 <= number <= len(_pictures(game, box, book)):
        raise HTTPException(404)
    is_current = _url(game, box, book, number, language).endswith(f"?{request.url.query}")
    drawn = _drawn(game, box, book, number, language)
    return drawn.response(request, FOREVER if is_current else "public, max-age=3600")


def _pictures(game: Game, box: Box, book: str) -> tuple[Illustration, ...]:
    """Those of the rules, or of the guide."""
    return guide_of(game, box).panels if book == "guide" else illustrations(game)


@cache
def _url(game: Game, box: Box, book: str, number: int, language: str) -> str:
    """Where a drawing lies, counted from 1; the address changes with it."""
    digest = hashlib.sha256(_drawn(game, box, book, number, language).data).hexdigest()[:10]
    return f"/games/{box.id}/{book}/{number}.{language}.svg?{digest}"


@cache
def _drawn(game: Game, box: Box, book: str, number: int, language: str) -> Asset:
    drawing = _pictures(game, box, book)[number - 1].draw(language)
    return Asset(f"{box.id}-{book}-{number}.{language}.svg", standalone(drawing).encode())
