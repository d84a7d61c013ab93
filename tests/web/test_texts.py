"""What people read: every sentence in every language, and pages that say what the code does."""

import re
from html import unescape
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

import ludotheque.web
from ludotheque.core.texts import LANGUAGES
from ludotheque.table import EMOTES, dice
from ludotheque.web.tables import emote_names

WEB = Path(ludotheque.web.__file__).parent
TEMPLATES = WEB / "templates"
SOURCES = [
    ("client/**", "ignore"),
    ("**.py", "python"),
    ("**/templates/**.html", "jinja2"),
]
NAMES = {"Ludothèque", "PNG"}  # what stands in a template and reads the same everywhere
OTHERS = LANGUAGES[1:]


def sentences() -> set[str]:
    found = extract_from_dir(str(WEB), SOURCES, {})
    return {message for _, _, message, _, _ in found if isinstance(message, str)}


def catalogue(language: str) -> dict[str, str]:
    with (WEB / "locale" / f"{language}.po").open("rb") as file:
        return {
            str(each.id): str(each.string) for each in read_po(file, locale=language) if each.id
        }


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def pages() -> list[str]:
    return [str(file.relative_to(TEMPLATES)) for file in sorted(TEMPLATES.rglob("*.html"))]


def printed(page: str) -> str:
    """What a template prints by itself, whatever it is given; the block ``page`` is a class."""
    text = (TEMPLATES / page).read_text(encoding="utf-8")
    tree = Environment().parse(re.sub(r"{% block page %}.*?{% endblock %}", "", text))
    return "".join(data.data for data in tree.find_all(nodes.TemplateData))


def test_the_pages_speak() -> None:
    assert {"Jouer", "S'asseoir", "Il n'y a rien à cette adresse."} <= sentences()


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    assert set(catalogue(language)) == sentences()


@pytest.mark.parametrize("language", OTHERS)
def test_translations_say_something_about_the_same_things(language: str) -> None:
    for sentence, told in catalogue(language).items():
        assert told.strip(), sentence
        assert placeholders(told) == placeholders(sentence), sentence


@pytest.mark.parametrize("page", pages())
def test_a_template_prints_no_words_of_its_own(page: str) -> None:
    html = re.sub(r"<pre\b.*?</pre>|<!--.*?-->", " ", printed(page), flags=re.DOTALL)
    told = re.findall(r'\b(?:alt|title|placeholder|aria-label)="([^"]*)"', html)
    text = unescape(" ".join([re.sub(r"<[^>]*>", " ", html), *told]))
    assert set(re.findall(r"[^\W\d_]{2,}", text)) <= NAMES


def test_the_recipe_on_the_dice_page_is_that_of_the_tables() -> None:
    recipe = re.search(r"<code>(import hmac.*?)</code>", printed("dice.html"), re.DOTALL)
    assert recipe
    scope: dict[str, object] = {}
    exec(unescape(recipe[1]), scope)
    random = Random(3)
    for number in range(1, 200):
        seed, values = random.randbytes(dice.SEED_BYTES), random.randbytes(3 * dice.VALUE_BYTES)
        weights = [random.randrange(1, 2**29) for _ in range(random.randrange(1, 7))]
        expected = dice.outcome(seed, values, number, weights)
        assert scope["outcome"](seed, values, number, weights) == expected  # type: ignore[operator]


def test_every_gesture_has_its_name_and_its_picture() -> None:
    names = emote_names(lambda text: text)
    signs = (WEB / "static" / "signs.svg").read_text(encoding="utf-8")
    assert tuple(names) == EMOTES
    assert all(f'<symbol id="{name}"' in signs for name in (*names, "die"))


WITH_NAME = re.compile(r"\b(?:de|que) \{(?:name|host)\}.*?\.format\([^)]*\)(?!\|typeset)")


def test_a_name_that_begins_with_a_vowel_is_elided() -> None:
    """The page's own words are set before the name is known: the whole is set once more."""
    assert {page: WITH_NAME.findall((TEMPLATES / page).read_text("utf-8")) for page in pages()} == {
        page: [] for page in pages()
    }
