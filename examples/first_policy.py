"""A policy of one's own for Ludo, and how good it is: ``python examples/first_policy.py``."""

import ludotheque
from ludotheque import research
from ludotheque.games.ludo.rules import NO_PAWN, captured, destination


def hunter(state, seat, moves, count, random):
    """Capture if you can; else bring the hindmost pawn on."""
    best = moves[0]
    for k in range(count):
        pawn = moves[k]
        if captured(state, seat, destination(state, seat, pawn)) != NO_PAWN:
            return pawn
        if state.pawns[seat, pawn] < state.pawns[seat, best]:
            best = pawn
    return best


def main(games=20_000):
    """Let it meet the policies that come with the game."""
    ludo = ludotheque.game("ludo")
    players = [hunter, "random", "fast", "mixed"]
    cup = research.tournament(ludo, players, games, options={"seats": 2})
    print(cup)
    return cup


if __name__ == "__main__":
    main()
