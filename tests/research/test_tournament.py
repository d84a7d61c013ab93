import json
import math
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

import ludotheque
from ludotheque.core.compile import interpreted
from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.errors import BadOption, BadPosition, IllegalMove, UnknownPolicy
from ludotheque.research import tournament
from ludotheque.research.lineups import lineups
from ludotheque.research.ratings import ratings
from ludotheque.research.results import shares_of

LUDO = ludotheque.game("ludo")
TWO = {"seats": 2}


def last_move(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return moves[count - 1]  # type: ignore[return-value]


def seventh(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return 7


class First:
    """A thinker that plays the first legal action."""

    def think(self, board, seat, seats, seed=None):
        return LUDO.engine.moves(board, seat)[0]


class Wrong:
    def think(self, board, seat, seats, seed=None):
        return 9


def play(*players, games=300, **more):
    more = {"options": TWO, "seed": 3, "progress": False} | more
    return tournament(LUDO, players, games, **more)


def test_results_do_not_depend_on_threads():
    one, five = play("mixed", "random", threads=1), play("mixed", "random", threads=5)
    assert (
        one.ranks.tobytes() + one.scores.tobytes() == five.ranks.tobytes() + five.scores.tobytes()
    )


def test_one_player_needs_no_list():
    more = {"options": TWO, "seed": 3, "progress": False, "field": "random"}
    one, listed = (tournament(LUDO, players, 100, **more) for players in ("mixed", ["mixed"]))
    assert one.players == ("mixed", "random")
    assert repr(one) == str(listed)
    with pytest.raises(BadOption, match="needs two players, or one and a field"):
        tournament(LUDO, "mixed")


def test_interpreted_and_compiled_agree():
    with interpreted(False):
        fast = play("mixed", "random", games=4)
    with interpreted():
        assert (play("mixed", "random", games=4).scores == fast.scores).all()


def test_games_are_those_of_simulate_with_the_same_dice():
    result = play("mixed", "random")
    for seating in ([0, 1], [1, 0]):
        rows = (result.lineups == seating).all(axis=1)
        policies = [result.players[player] for player in seating]
        alone = ludotheque.simulate(LUDO, result.deals, options=TWO, policies=policies, seed=3)
        assert (result.scores[rows] == alone.scores).all()


def test_equals_are_exactly_equal_when_paired():
    """Both lineups are the same game move by move: the win goes once to each."""
    small = {"games": 20, "options": {"seats": 2, "pawns": 1}}
    with interpreted():
        result = play("mixed", "mixed", **small)
        apart = play("mixed", "mixed", paired=False, **small)
    assert result.players == ("mixed", "mixed (2)")
    assert [row.share for row in result.standings] == [0.5, 0.5]
    assert result.leads[0].interval == (0, 0)
    assert len(np.unique(apart.numbers)) == len(apart)
    assert apart.leads[0].interval[1] > 0


def test_the_better_player_stands_first_and_the_table_adds_up():
    result = play("random", "fast", "mixed", games=600)
    assert result.standings[0].player == "mixed"
    assert [lead.player for lead in result.leads][:2] == ["mixed", "mixed"]
    assert result.leads[0].interval[0] > 0
    assert np.allclose(sum(row.share for row in result.standings), 1.5)
    assert abs(sum(row.elo for row in result.standings)) < 1e-6
    assert result.shares.sum() == pytest.approx(len(result))
    assert "mixed" in str(result).splitlines()[1]
    json.dumps(result.data(), allow_nan=False)


@pytest.mark.parametrize(
    ("players", "sides"), [(2, 2), (3, 2), (2, 4), (3, 4), (4, 4), (2, 3), (6, 6), (8, 5), (3, 12)]
)
def test_every_player_has_every_side_equally_often(players, sides):
    for deal in (0, 5):
        taken = Counter(
            pair for each in lineups(players, sides, None, deal) for pair in enumerate(each)
        )
        assert len(taken) == players * sides
        assert len(set(taken.values())) == 1


def test_a_field_is_met_alone_from_every_side():
    assert sorted(lineups(1, 3, 1, 0)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    result = play("mixed", field="random", games=400, options={"seats": 4})  # the same kernel
    assert result.fair == 0.25
    assert result.standings[0].player == "mixed"
    assert result.standings[0].share_interval[0] > 0.5


def test_shared_places_are_shares_of_the_win():
    ranks = np.array([[1, 1, 3], [2, 1, 2]], np.int32)
    assert shares_of(ranks, (0, 1, 2)).tolist() == [[0.5, 0.5, 0], [0, 1, 0]]
    couples = np.array([[1, 3, 1, 3], [1, 1, 1, 1]], np.int32)
    assert shares_of(couples, (0, 1, 0, 1)).tolist() == [[1, 0, 1, 0], [0.5] * 4]


def test_a_couple_is_one_player():
    game = ludotheque.game("superludo")
    with interpreted():
        result = tournament(game, ["random", "random"], 2, options={"seats": 4, game.couples: True})
    assert {tuple(row) for row in result.lineups.tolist()} == {(0, 1, 0, 1), (1, 0, 1, 0)}


def duels(deals: int, wins: int) -> tuple[np.ndarray, np.ndarray]:
    lineup = np.tile(np.array([0, 1], np.int32), (deals, 1))
    won = (np.arange(deals) < wins).astype(float)
    return lineup, np.stack([won, 1 - won], axis=1)


def test_elo_is_what_the_odds_say():
    elo, error = ratings(*duels(40_000, 30_000), 40_000, 2)
    assert elo[0] - elo[1] == pytest.approx(400 * math.log10(3), abs=0.2)
    # One side's interval is half of the difference's, whose variance follows from p(1 − p).
    slope = 400 / math.log(10) / (0.75 * 0.25)
    assert error[0] == pytest.approx(1.96 * slope * math.sqrt(0.75 * 0.25 / 40_000) / 2, rel=0.01)


def test_nobody_is_infinitely_strong():
    elo, error = ratings(*duels(50, 50), 50, 2)
    assert 300 < elo[0] - elo[1] < 2000
    assert np.isfinite(error).all()


def test_elo_of_three_at_a_table_follows_their_shares():
    """Plackett and Luce: in games of the same three, strengths are as the shares."""
    lineup = np.tile(np.array([0, 1, 2], np.int32), (6000, 1))
    winner = np.repeat([0, 1, 2], [3000, 2000, 1000])
    elo, _ = ratings(lineup, np.eye(3)[winner], 6000, 3)
    assert elo[0] - elo[2] == pytest.approx(400 * math.log10(3), abs=1)
    assert elo[1] - elo[2] == pytest.approx(400 * math.log10(2), abs=1)


def test_functions_bots_and_thinkers_play():
    small = {"games": 12, "options": {"seats": 2, "pawns": 1}}
    with interpreted():
        assert play(last_move, "random", **small).players[0].endswith("last_move")
        slow = play("easy", First(), last_move, **small)
        again = play("easy", First(), last_move, threads=3, **small)
    assert [name.rpartition(".")[2] for name in slow.players] == ["easy", "First", "last_move"]
    assert (slow.scores == again.scores).all()


def test_what_is_not_legal_is_told():
    with interpreted():
        with pytest.raises(IllegalMove, match=r"seventh chose action 7 for seat . in game"):
            play(seventh, "random", games=10)
        with pytest.raises(IllegalMove, match=r"Wrong chose action 9 in game 0 of ludo"):
            play(Wrong(), "random", games=2)


@pytest.mark.parametrize(
    ("players", "more", "error", "words"),
    [
        (["mixed"], {}, BadOption, "two players, or one and a field"),
        (["mixed", "best"], {}, UnknownPolicy, "bots: beginner, easy, medium, hard, master"),
        (["mixed", "fast"], {"games": 0}, BadOption, "games is a whole number"),
        (["mixed", "fast"], {"threads": 0}, BadOption, "threads is a whole number"),
        (["mixed", "fast"], {"start": {"pawns": 3}}, BadPosition, "pawns"),
        (["mixed", "fast"], {"start": "ludo"}, BadPosition, "a position or a state of ludo"),
        (["mixed", "fast"], {"start": []}, BadPosition, "no position"),
        (["mixed", "fast"], {"start": LUDO.new()}, BadPosition, "4 seats, not 2"),
    ],
)
def test_mistakes_are_told(players, more, error, words):
    with pytest.raises(error, match=words):
        play(*players, **more)


def test_deals_begin_at_positions_of_ones_own():
    """Seat 1 wins with any roll but a 6 in its way: who sits there has won."""
    near = {"pawns": [[56, 56], [0, 0]], "turn": 1}
    far = {"pawns": [[0, 0], [56, 56]], "turn": 2}
    options = {"seats": 2, "pawns": 2}
    result = play("mixed", "random", games=80, options=options, start=[near, far])
    first = result.ranks[:, 0] == 1
    deal = np.repeat(np.arange(result.deals), 2)
    assert first[deal % 2 == 0].mean() > 0.8
    assert first[deal % 2 == 1].mean() < 0.2


def test_simulations_begin_at_positions_too_and_can_be_replayed():
    state = LUDO.read({"pawns": [[56], [0]], "turn": 1}, {"seats": 2, "pawns": 1})
    run = ludotheque.simulate(LUDO, 50, options={"seats": 2, "pawns": 1}, start=state, records=True)
    assert run.ranks[:, 0].mean() < 1.5
    assert run.replay(7).state.tobytes() == run.records[7].tobytes()
    assert len(run.replay(7).steps) == run.plies[7] + run.rolls[7]


def test_alone_points_are_compared():
    game = ludotheque.game("rolling-village")
    best = list(game.all_policies)[1]
    with interpreted():
        result = tournament(game, ["random", best], 4, options={"seats": 1}, progress=False)
    assert result.is_solo
    assert result.standings[0].player == best
    assert result.standings[0].elo is None
    assert result.leads[0].difference == result.standings[0].score - result.standings[1].score
    assert "points" in result.svg()


def test_the_picture_is_well_formed(tmp_path):
    result = play("mixed", "random", games=20)
    for name, begin in (("a.svg", b"<svg"), ("a.png", b"\x89PNG")):
        result.plot(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
    texts = [node.text for node in ElementTree.fromstring(result.svg()).iter() if node.text]
    assert "mixed" in texts
    with pytest.raises(BadOption, match=r"\.svg or \.png"):
        result.plot(tmp_path / "a.gif")


def test_long_work_tells_how_far_it_is():
    told = []
    play("mixed", "random", games=40, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40)


def test_a_field_of_a_players_name_has_one_of_its_own(tmp_path):
    cup = play("mixed", "random", field="mixed", games=4)
    assert cup.players == ("mixed", "random", "mixed (field)")
    assert play("mixed", field="random", games=2).players == ("mixed", "random")
    with pytest.raises(BadOption, match=r"cup\.svg cannot be written: there is no folder .*gone"):
        cup.plot(tmp_path / "gone" / "cup.svg")
