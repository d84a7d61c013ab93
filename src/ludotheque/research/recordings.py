"""Many games as arrays to learn from, and as files."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.core.discovery import game as game_of
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.request import checked_file

# What is kept of games: the name of each array, as its field and in a file.
DECISIONS = ("game_of", "seat", "action", "traits", "traits_at", "moves", "moves_at")
GAMES = ("shares", "ranks", "scores")


@dataclass(frozen=True, eq=False)
class Trajectories:
    """Every decision of many games, in the order in which they were made, game after game.

    What seat ``seat[k]`` saw before decision ``k`` are the traits
    ``traits[traits_at[k]:traits_at[k + 1]]``, what it could choose from
    ``moves[moves_at[k]:moves_at[k + 1]]``, and it chose ``action[k]``.
    """

    game: Game
    options: dict[str, Any]
    policies: tuple[str, ...]  # a name a seat
    seed: int
    game_of: NDArray[np.int32]  # the game of each decision, from 0: its number in ``simulate``
    seat: NDArray[np.uint8]
    action: NDArray[np.uint16]
    traits: NDArray[np.uint16]  # of all decisions, one after the other
    traits_at: NDArray[np.int64]  # where each decision's begin; one more says where the last end
    moves: NDArray[np.uint16]  # legal actions, likewise
    moves_at: NDArray[np.int64]
    shares: NDArray[np.float32]  # [game, seat]: the side's share of the win
    ranks: NDArray[np.int32]  # [game, seat]
    scores: NDArray[np.int32]  # [game, seat]

    def __len__(self) -> int:
        return len(self.action)

    def __repr__(self) -> str:
        title, games = self.game.box(self.options).title, len(self.ranks)
        played = ", ".join(self.policies)
        return f"{title}: {len(self):,} decisions of {games:,} games, {played}, seed {self.seed}"

    @property
    def returns(self) -> NDArray[np.float32]:
        """The share of the win that each decision's seat had in the end."""
        return self.shares[self.game_of, self.seat]

    def dense(self, rows: ArrayLike | slice | None = None) -> NDArray[np.float32]:
        """What was seen as rows of 0 and 1, a column a trait; of all decisions, or of some."""
        width = len(self.game.traits)
        return self._rows(self.traits, self.traits_at, width, rows).astype(np.float32)

    def masks(self, rows: ArrayLike | slice | None = None) -> NDArray[np.bool_]:
        """What was legal as rows of truth values, a column an action; of all, or of some."""
        return self._rows(self.moves, self.moves_at, int(self.game.rules.ACTIONS), rows)

    def _rows(
        self,
        listed: NDArray[np.uint16],
        at: NDArray[np.int64],
        width: int,
        rows: ArrayLike | slice | None,
    ) -> NDArray[np.bool_]:
        wanted = self._numbers(rows)
        sizes = at[wanted + 1] - at[wanted]
        row = np.repeat(np.arange(len(wanted)), sizes)
        within = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        dense = np.zeros((len(wanted), width), np.bool_)
        dense[row, listed[np.repeat(at[wanted], sizes) + within]] = True
        return dense

    def _numbers(self, rows: ArrayLike | slice | None) -> NDArray[np.int64]:
        """The numbers of the decisions that are asked for, as NumPy counts; BadOption."""
        count = len(self)
        if rows is None or isinstance(rows, slice):
            return np.arange(*(rows or slice(None)).indices(count))
        asked = np.atleast_1d(np.asarray(rows))
        if asked.dtype == np.bool_ and asked.shape == (count,):
            return np.flatnonzero(asked)
        is_right = asked.ndim == 1 and asked.dtype.kind in "iu"
        if asked.size and not (is_right and asked.min() >= -count and asked.max() < count):
            raise BadOption(f"rows are numbers of decisions, 0 to {count - 1}, not {rows!r}")
        return asked.astype(np.int64) % max(1, count)

    def save(self, file: str | Path) -> None:
        """Write a file: .npz with every array, or .parquet with a row a decision.

        The latter needs the extra ``parquet``; it has the columns game, seat, action, traits,
        moves and share, and what was played in its metadata.
        """
        file = checked_file(file)
        if file.suffix == ".npz":
            arrays = {name: getattr(self, name) for name in (*DECISIONS, *GAMES)}
            np.savez_compressed(file, about=np.array(self._about()), **arrays)
        elif file.suffix == ".parquet":
            self._save_parquet(file)
        else:
            raise BadOption(f"{file}: trajectories are kept in .npz or .parquet")

    def _about(self) -> str:
        about = {"game": self.game.id, "options": self.options, "policies": self.policies}
        return json.dumps({**about, "seed": self.seed}, default=str)

    def _save_parquet(self, file: Path) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise BadOption("Parquet needs pyarrow: pip install 'ludotheque[parquet]'") from None

        def lists(at: NDArray[np.int64], values: NDArray[np.uint16]) -> Any:
            return pyarrow.LargeListArray.from_arrays(at, values)

        columns = {
            "game": self.game_of,
            "seat": self.seat,
            "action": self.action,
            "traits": lists(self.traits_at, self.traits),
            "moves": lists(self.moves_at, self.moves),
            "share": self.returns,
        }
        table = pyarrow.table(columns, metadata={"ludotheque": self._about()})
        parquet.write_table(table, file)


def load(file: str | Path) -> Trajectories:
    """What :meth:`Trajectories.save` wrote to a file .npz."""
    try:
        with np.load(file) as arrays:
            about = json.loads(str(arrays["about"]))
            kept = {name: arrays[name] for name in (*DECISIONS, *GAMES)}
    except FileNotFoundError:
        raise BadOption(f"there is no file {file}") from None
    except (ValueError, KeyError, AttributeError, TypeError):
        raise BadOption(f"{file} is no file .npz that trajectories were saved to") from None
    played = game_of(about["game"])
    return Trajectories(
        played, about["options"], tuple(about["policies"]), about["seed"], **kept
    )  # fmt: skip
