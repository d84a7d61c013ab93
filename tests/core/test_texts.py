from pathlib import Path

import ludotheque.cli
from ludotheque.core.texts import missing, translator


def catalogue(folder: Path, language: str, *pairs: tuple[str, str]) -> None:
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=utf-8\\n"', ""]
    for source, target in pairs:
        lines += [f'msgid "{source}"', f'msgstr "{target}"', ""]
    (folder / "locale").mkdir(exist_ok=True)
    (folder / "locale" / f"{language}.po").write_text("\n".join(lines), encoding="utf-8")


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


def test_the_command_line_speaks_every_language() -> None:
    assert missing(Path(ludotheque.cli.__file__).parent) == []
