"""Spanish calls everybody tú: in the catalogues of every part, and on the rules pages."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import ludotheque
from ludotheque.core.texts import SHARED, listed, translator

HERE = Path(ludotheque.__file__).parent
SPOKEN = sorted([*HERE.rglob("locale/es.po"), *HERE.rglob("RULES.es.md")])

# Words by which somebody would be called usted, and only so: "vuelva" may be a subjunctive, and
# "su" somebody else's.
_USTED = re.compile(
    r"\b(usted(es)?|(?<!que )(?<!se )(elija|espere|juegue|invite|abra|descargue|escriba|pida"
    r"|tome|cree|envíe|anote|añada|confirme|encuentre|pruebe|lance|coloque|dibuje|mire|lea|inténtelo"
    r"|hágase|déselo|anótelos|confírmelo|recupérelo))\b",
    re.IGNORECASE,
)


def texts(file: Path) -> list[str]:
    if file.suffix == ".md":
        return file.read_text(encoding="utf-8").splitlines()
    with file.open("rb") as lines:
        return [str(each.string) for each in read_po(lines, locale="es") if each.id]


@pytest.mark.parametrize("file", SPOKEN, ids=lambda file: str(file.relative_to(HERE)))
def test_everybody_is_called_tu(file: Path) -> None:
    assert [text for text in texts(file) if _USTED.search(text)] == []


def test_the_sign_is_found_where_it_is() -> None:
    for formal in ("Esta mesa no es para usted.", "Elija otro.", "Es pronto: espere un poco."):
        assert _USTED.search(formal)
    assert not _USTED.search("Es pronto: espera un poco.")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ana", "Inés"], "Ana e Inés"),
        (["Ana", "Hilario"], "Ana e Hilario"),
        (["Ana", "Bea", "Íñigo"], "Ana, Bea e Íñigo"),
        (["Inés", "Ana"], "Inés y Ana"),
        (["Ana", "Hielo"], "Ana y Hielo"),
        (["Ana", "Yago"], "Ana y Yago"),
    ],
)
def test_names_in_a_row(names: list[str], told: str) -> None:
    assert listed(names, translator(SHARED, "es")) == told
    assert listed(["Ana", "Inés"], translator(SHARED, "en")) == "Ana and Inés"
