"""The commands as people type them, wrong inputs included: one sentence, exit code 2."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from services import free_port
from typer.testing import CliRunner

from ludotheque.cli import app, main
from ludotheque.core.discovery import boxes, game

SCENARIOS = game("ludo").folder / "scenarios" / "rules.toml"
runner = CliRunner()


def run(*arguments: str, input: str | None = None) -> str:
    result = runner.invoke(app, arguments, input=input, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["ludotheque", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0), capsys.readouterr().err


def test_games_lists_ids_options_and_policies() -> None:
    text = run("games")
    assert "ludo" in text
    assert "seats: 2, 3 or 4 (4)" in text
    assert "mixed" in text


def test_games_lists_boxes_with_what_is_settled_in_them() -> None:
    rows = [line.split("  ") for line in run("games").splitlines()]
    assert [row[0] for row in rows[1:] if row[0].strip()] == list(boxes())
    assert "dice: 1 or 2 (1)" in run("games")
    assert "dice: 1 or 2 (2)" in run("games")


def test_games_shows_the_card_of_one_in_a_language() -> None:
    french = " ".join(run("games", "rolling-village").split())
    assert french.startswith("Rolling Village Dessinez le plus beau village")
    assert "Joueurs 1 à 12" in french
    assert "Josh Huf" in french
    spanish = run("games", "ludo-classique", "--language", "es")
    assert "Jugadores" in spanish
    assert spanish.count("●") == 5


def test_games_are_data_with_json() -> None:
    shelf = json.loads(run("games", "--json"))
    assert [each["id"] for each in shelf] == list(boxes())
    one = json.loads(run("games", "ludoville", "--json", "--language", "en"))
    assert one["players"] == [2, 6]
    assert one["options"]["reach"] == 1
    assert one["card"]["similar"] == ["rolling-village"]
    assert one["card"]["measured"]["on"] == "2026-11-15"
    assert next(each for each in shelf if each["id"] == "ludoville")["card"]["age"] == 8


def test_a_card_is_printed_on_a6(tmp_path: Path) -> None:
    for kind, start in (("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")):
        file = tmp_path / f"card.{kind}"
        run("games", "superludo", "-o", str(file))
        assert file.read_bytes().startswith(start)


def test_measure_prints_the_figures_of_a_card() -> None:
    lines = run("measure", "ludo", "-n", "20").splitlines()
    assert lines[0] == "[ludo.measured]"
    assert "games = 20" in lines
    assert lines[-1].startswith("over_random = ")


def test_a_box_is_taken_where_a_game_is() -> None:
    alike = [
        run("simulate", id, *more, "-n", "20", "--seats", "2", "--seed", "3")
        for id, more in (("ludo-classique", ()), ("superludo", ("--set", "dice=1")))
    ]
    assert alike[0] == alike[1]
    assert alike[0].startswith("Ludo classique, 20 games")
    assert run("simulate", "superludo", "-n", "20").startswith("Superludo, 20 games")
    assert "roll 6 (weight 1)" in run("moves", "ludo-classique", '{"turn": 1}')
    assert run("position", "ludo-classique", "--set", "seats=3") == run(
        "position", "superludo", "--set", "dice=1", "--set", "seats=3"
    )


def test_check_prints_a_line_a_case_and_a_count() -> None:
    lines = run("check", str(SCENARIOS)).splitlines()
    assert lines[0].startswith("passed  LC-1  ")
    assert lines[-1] == f"{len(lines) - 1} passed, 0 failed"


def test_check_exits_with_1_and_tells_the_difference(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        'game = "ludo"\n[[case]]\nrule = "LC-5"\ntitle = "Wrong"\nthen = { turn = 4 }\n'
    )
    result = runner.invoke(app, ["check", str(file)])
    assert result.exit_code == 1
    assert (
        "FAILED  LC-5  Wrong\n        then: turn is 0, not 4\n0 passed, 1 failed" in result.output
    )


def test_position_prints_json_that_moves_and_draw_read(tmp_path: Path) -> None:
    text = run("position", "ludo", "first 1", "roll 6")
    assert json.loads(text)["die"] == 6
    assert ["1", "0>1", "0"] in [
        line.split()[:3] for line in run("moves", "ludo", text).split("\n")
    ]
    assert "0>1" in run("moves", "ludo", "-", input=text)
    file = tmp_path / "position.json"
    file.write_text(text)
    assert "0>1" in run("moves", "ludo", str(file))
    picture = tmp_path / "board.svg"
    run("draw", "ludo", text, "-o", str(picture))
    assert picture.read_text().startswith("<svg")


def test_observe_prints_what_a_seat_sees_and_what_never_changes() -> None:
    told = run("observe", "ludo", "first 1", "roll 6", "--set", "seats=2")
    assert "    0  my pawn 1 at base\n" in told
    assert "turn: mine\n" in told
    told = run("observe", "ludo", "first 1", "roll 6", "--set", "seats=2", "--seat", "2")
    assert "turn: 2 corners on\n" in told
    assert "seats: 2\n" in run("observe", "ludo", "--set", "seats=2", "--terms")


def test_draw_writes_png(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    run("draw", "ludo", "-o", str(picture), "--width", "128")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_moves_of_chance_and_of_a_finished_game() -> None:
    assert "roll 6 (weight 1)" in run("moves", "ludo", "{}")
    assert "over" in run(
        "moves", "ludo", '{"pawns": [[57],[3]]}', "--set", "seats=2", "--set", "pawns=1"
    )


def test_simulate_prints_intervals_and_is_repeatable(tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    arguments = ("simulate", "ludo", "-n", "200", "--seats", "mixed,random", "--seed", "4")
    first = run(*arguments)
    assert run(*arguments) == first
    assert "mixed" in first
    assert "%, " in first
    run(*arguments, "--plot", str(plot))
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_simulate_counts_draws_apart_from_wins() -> None:
    """Where scores may be level nobody wins such a game; alone nobody wins at all."""
    _, heads, *lines = run(
        "simulate", "rolling-village", "-n", "300", "--seats", "2", "--seed", "1"
    ).splitlines()
    assert heads.split() == ["seat", "policy", "wins", "draws", "mean", "rank", "mean", "score"]
    (won, *_, drawn), (lost, *_, level) = (re.findall(r"([\d.]+)%", line) for line in lines[:2])
    assert float(drawn) == float(level) > 0
    assert float(won) + float(lost) + float(drawn) == pytest.approx(100, abs=0.02)
    assert "wins" not in run("simulate", "rolling-village", "-n", "5", "--seats", "1")
    assert "draws" not in run("simulate", "ludo", "-n", "5", "--seats", "2")


def test_playthrough_is_the_golden_text() -> None:
    assert run("playthrough", "ludo", "--set", "seats=2").startswith(
        "# ludo seats=2 pawns=4 policy=random"
    )


def test_play_takes_numbers_and_moves_and_ends() -> None:
    text = run(
        "play", "ludo", "--seats", "2", "--set", "pawns=1", "--language", "en", input="1\n" * 400
    )
    assert "wins the game" in text
    assert "1. " in text


def test_play_asks_again_and_can_be_stopped() -> None:
    text = run("play", "ludo", "--language", "fr", input="9\nq\n")
    assert "Partie arrêtée." in text


def test_play_of_bots_alone_runs_to_the_end() -> None:
    assert "gana la partida" in run(
        "play", "ludo", "--people", "0", "--seats", "2", "--language", "es"
    )


def test_bench_measures() -> None:
    text = run("bench", "ludo", "--seconds", "0.1")
    assert "compiled, one core" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["moves", "chess"], "no game 'chess' on the shelf; there are: "),
        (["games", "chess"], "no game 'chess' on the shelf; there are: "),
        (["games", "ludo", "--language", "de"], "language: one of fr, en, es, not 'de'"),
        (["games", "ludo", "-o", "card.doc"], "card.doc: a card ends in .pdf, .svg, .png"),
        (["games", "-o", "card.pdf"], "a card is one game's"),
        (["simulate", "ludo", "--seats", "9"], "option seats takes 2, 3 or 4, not 9"),
        (["simulate", "ludo", "--seats", "clever,random"], "ludo has no policy 'clever'"),
        (["simulate", "ludo", "--set", "seats"], "--set takes name=value"),
        (["simulate", "ludo", "--set", "chairs=3"], "ludo has no option chairs"),
        (["simulate", "ludo", "-n", "10", "--plot", "x.txt"], "a plot ends in .png, .svg or .pdf"),
        (["position", "ludo", "roll 6"], "'roll 6' is not possible here"),
        (["observe", "ludo", "--seat", "5"], "there are seats 1 to 4"),
        (["moves", "ludo", "{"], "is not JSON"),
        (["moves", "ludo", "nowhere.json"], "neither JSON"),
        (["moves", "ludo", '{"die": 9}'], "die: a whole number from 0 to 6"),
        (["draw", "ludo", "-o", "board.gif"], "a picture ends in .svg, .png or .pdf"),
        (["draw", "ludo", "-o", "no/such/folder/board.svg"], "cannot be written"),
        (["check", "nowhere.toml"], "cannot be read"),
        (["play", "ludo", "--people", "5"], "the game has 4 seats, not 5"),
        (["play", "ludo", "--bots", "clever"], "has no policy"),
        (["play", "ludo", "--language", "de"], "fr, en, es are possible"),
        (["bench", "go"], "no game 'go'"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    code, error = fails(capsys, monkeypatch, *arguments)
    assert code == 2
    assert words in error
    assert error.startswith("ludotheque: ")
    assert len(error.strip().splitlines()) == 1


def test_the_installed_command_says_what_is_possible() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "fly"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "No such command 'fly'" in done.stderr
    assert "Traceback" not in done.stderr


RECORD = Path(__file__).parent / "record.json"  # a game that was played in the house


def test_verify_computes_the_dice_of_a_record_again() -> None:
    assert "42 outcomes, all as the sealed dice say" in run("verify", str(RECORD))


def test_verify_finds_a_changed_roll(tmp_path: Path) -> None:
    data = json.loads(RECORD.read_text(encoding="utf-8"))
    first = next(line for line in data["log"] if line["event"]["event"] == "fell")
    first["event"] |= {"outcome": 1 - first["event"]["outcome"], "text": "first 1"}
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data), encoding="utf-8")
    result = runner.invoke(app, ["verify", str(forged)])
    assert result.exit_code == 1
    assert "number" in result.output


def test_a_file_that_is_no_record_is_a_mistake(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "no.json").write_text("{}")
    assert fails(capsys, monkeypatch, "verify", str(tmp_path / "no.json"))[0] == 2
    assert fails(capsys, monkeypatch, "verify", str(tmp_path / "none.json"))[0] == 2


def test_serve_says_when_its_port_is_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, error = fails(capsys, monkeypatch, "serve", "--host", "127.0.0.1", "--port", port)
    assert code == 2
    assert "cannot listen" in error


def test_serve_says_when_its_database_cannot_be_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for database, words in (
        ("nonsense", "is no database URL"),
        ("postgresql://somewhere/house", "pip install 'ludotheque[postgres]'"),
        (f"sqlite:///{__file__}", "file is not a database"),
    ):
        code, error = fails(
            capsys, monkeypatch, "serve", "--port", str(free_port()), "--database", database
        )
        assert code == 2
        assert words in error


def test_serve_believes_no_proxy_that_is_everybody(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    arguments = ("--port", str(free_port()), "--database", database, "--behind-proxy", "*")
    code, error = fails(capsys, monkeypatch, "serve", *arguments)
    assert code == 2
    assert "the address of your proxy is wanted" in error


def test_sheets_are_printed_and_scored(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    run("sheet", "rolling-village", "-o", str(pdf))
    assert pdf.read_bytes().startswith(b"%PDF")
    png = tmp_path / "sheet.png"
    run("sheet", "rolling-village", "-o", str(png), "--language", "en")
    assert png.read_bytes().startswith(b"\x89PNG")
    typed = "HH.... F..... F..... ...... ......"
    assert "Avenue 3-4 : 3" in run("score", "rolling-village", typed)
    assert "Avenue 3-4 : 3" in run("score", "rolling-village", "-", input=typed.replace(" ", "\n"))


def test_a_png_is_one_page_and_no_other_kind_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    where = str(tmp_path / "sheet.png")
    command = ("sheet", "rolling-village", "-o")
    code, error = fails(capsys, monkeypatch, *command, where, "--pages", "2")
    assert (code, "a PNG is one page" in error) == (2, True)
    code, error = fails(capsys, monkeypatch, *command, str(tmp_path / "sheet.doc"))
    assert (code, "a .pdf or a .png" in error) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_can_be_a_pdf(tmp_path: Path) -> None:
    run("draw", "ludo", "-o", str(tmp_path / "board.pdf"))
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("command", ["sheet", "score"])
def test_a_game_that_is_not_played_on_paper_has_no_sheet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    code, error = fails(capsys, monkeypatch, command, "ludo")
    assert code == 2
    assert "not played on paper" in error
