import os
import runpy
import sys
from pathlib import Path

import pytest

import ludotheque.cli
from ludotheque.core.errors import UnreadCatalogue
from ludotheque.core.texts import listed, missing, translator

HOOK = runpy.run_path(str(Path(__file__).parents[2] / "hatch_build.py"))
compile_catalogues = HOOK["compile_catalogues"]


def catalogue(folder: Path, language: str, *pairs: tuple[str, str]) -> None:
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=utf-8\\n"', ""]
    for source, target in pairs:
        lines += [f'msgid "{source}"', f'msgstr "{target}"', ""]
    (folder / "locale").mkdir(exist_ok=True)
    (folder / "locale" / f"{language}.po").write_text("\n".join(lines), encoding="utf-8")


def grow_older(file: Path) -> None:
    os.utime(file, (0, 0))


def spoken(folder: Path, sentence: str) -> str:
    return translator.__wrapped__(folder / "locale", "en")(sentence)


def test_sentences_without_translation_or_with_other_placeholders_are_named(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text('_("Bonjour {name}"); _("Merci"); _("Ludo")')
    catalogue(
        tmp_path, "en", ("Bonjour {name}", "Hello {nom}"), ("Merci", "Thanks"), ("Ludo", "Ludo")
    )
    catalogue(tmp_path, "es", ("Bonjour {name}", "Hola {name}"), ("Ludo", "Ludo"))
    assert missing(tmp_path) == [
        "en: 'Bonjour {name}' and 'Hello {nom}' name other placeholders",
        "es: 'Merci' is not translated",
    ]


def test_french_needs_no_catalogue(tmp_path: Path) -> None:
    assert translator(tmp_path, "fr")("Bonjour") == "Bonjour"


def test_a_compiled_catalogue_is_read_without_babel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue(tmp_path, "en", ("Bonjour", "Hello"))
    compile_catalogues(tmp_path)
    monkeypatch.setitem(sys.modules, "babel.messages.mofile", None)
    assert spoken(tmp_path, "Bonjour") == "Hello"


def test_a_catalogue_that_changed_since_it_was_compiled_is_compiled_anew(tmp_path: Path) -> None:
    catalogue(tmp_path, "en", ("Bonjour", "Hello"))
    compile_catalogues(tmp_path)
    catalogue(tmp_path, "en", ("Bonjour", "Good morning"))
    grow_older(tmp_path / "locale" / "en.mo")
    assert spoken(tmp_path, "Bonjour") == "Good morning"


def test_without_babel_the_last_compiled_catalogue_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue(tmp_path, "en", ("Bonjour", "Hello"))
    compile_catalogues(tmp_path)
    catalogue(tmp_path, "en", ("Bonjour", "Good morning"), ("Merci", "Thanks"))
    grow_older(tmp_path / "locale" / "en.mo")
    monkeypatch.setitem(sys.modules, "babel.messages.mofile", None)
    assert [spoken(tmp_path, each) for each in ("Bonjour", "Merci")] == ["Hello", "Merci"]


def test_a_catalogue_that_nothing_can_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue(tmp_path, "en", ("Bonjour", "Hello"))
    monkeypatch.setitem(sys.modules, "babel.messages.mofile", None)
    with pytest.raises(UnreadCatalogue, match=r"en\.po is not compiled: pip install babel"):
        spoken(tmp_path, "Bonjour")


def test_a_folder_without_catalogues_speaks_french(tmp_path: Path) -> None:
    assert spoken(tmp_path, "Bonjour") == "Bonjour"


def test_the_command_line_speaks_every_language() -> None:
    assert missing(Path(ludotheque.cli.__file__).parent) == []


def test_what_is_said_alike_everywhere_is_told_by_any_translator(tmp_path: Path) -> None:
    catalogue(tmp_path, "en", ("Bonjour", "Hello"))
    own = translator.__wrapped__(tmp_path / "locale", "en")
    assert own("Bonjour") == "Hello"
    assert listed(["Ada", "Bob", "Eve"], own) == "Ada, Bob and Eve"
    assert [listed(names, str) for names in ([], ["Ada"], ["Ada", "Bob"])] == [
        "",
        "Ada",
        "Ada et Bob",
    ]


@pytest.mark.parametrize("folder", ["bots", "cli", "core", "house/stakes", "table", "web"])
def test_every_sentence_is_there_in_every_language(folder: str) -> None:
    assert missing(Path(ludotheque.__file__).parent / folder) == []
