"""Options that are documents: what is kept of them, and what is said of those that are wrong."""

import pickle
from pathlib import Path

import pytest

from ludotheque.core.discovery import games
from ludotheque.core.documents import MOST, BadDocument
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Option
from ludotheque.core.playthrough import playthrough, replayed

TAKING = [
    (game, option) for game in games().values() for option in game.options if option.documents
]
every = pytest.mark.parametrize(("game", "option"), TAKING, ids=[game.id for game, _ in TAKING])


def own_text(option: Option) -> str:
    assert option.documents
    return option.documents.text(option.default)


def test_there_are_some() -> None:
    assert len(TAKING) >= 2


@every
def test_a_document_is_kept_whole_whatever_wrote_it(
    game: Game, option: Option, tmp_path: Path
) -> None:
    text = own_text(option)
    file = tmp_path / "own.toml"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())  # as some editors do
    kept = game.chosen({option.name: str(file)})[option.name]
    assert kept == text.rstrip() + "\n"
    assert game.chosen({option.name: kept})[option.name] == kept
    assert game.new({option.name: kept}) == game.new()
    assert game.chosen()[option.name] == option.default  # ours goes by its name


@every
def test_only_a_path_names_a_file(game: Game, option: Option) -> None:
    for harmless in (option.default, own_text(option)):
        assert not game.names_files({option.name: harmless})
    for path in ("/etc/passwd", "x.toml", "", 3, None, ["a\n"], {"a": "\n"}):
        assert game.names_files({option.name: path})


@every
def test_wrong_ones_are_told_in_every_language(game: Game, option: Option) -> None:
    told = {}
    for language in ("fr", "en", "es"):
        with pytest.raises(BadDocument) as error:
            game.chosen({option.name: "fish = 3\n"})
        told[language] = error.value.tell(language)
    assert len(set(told.values())) == 3
    assert all("fish" in text or "missing" in text for text in (told["en"],))
    assert str(error.value) == told["en"]
    assert pickle.loads(pickle.dumps(error.value)).tell("es") == told["es"]


@every
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = \n", "line 1: this is not TOML: Invalid value"),
        ("a = 1" + "0" * 5000 + "\n", "this is not TOML"),
        ("a = " + "[" * 3000 + "\n", "this TOML is nested too deeply"),
        ("#" * MOST + "\n", f"{MOST} characters at most, not {MOST + 1}"),
        ("[a\n", "this is not TOML"),
    ],
)
def test_what_nobody_can_read(game: Game, option: Option, text: str, told: str) -> None:
    with pytest.raises(BadDocument, match=told):
        game.chosen({option.name: text})


@every
def test_a_long_mistake_is_quoted_in_part(game: Game, option: Option) -> None:
    keys = "\n".join(
        f"{key} = {[1] * 500}"
        for key in ("name", "map", "centre", "coast", "tiles", "points", "avenues", "legend")
        if key in own_text(option)
    )
    with pytest.raises(BadOption) as error:
        game.chosen({option.name: f"{keys}\n"})
    assert len(str(error.value)) < 200


@every
def test_a_playthrough_carries_its_document(game: Game, option: Option) -> None:
    options = game.chosen({option.name: own_text(option)})
    text = playthrough(game, options, "random", 3)
    assert replayed(text) == text
