import subprocess
import sys

import pytest

from ludotheque.core.discovery import box, boxes, game
from ludotheque.core.errors import UnknownGame


@pytest.mark.parametrize(
    "first",
    [
        "ludotheque.game('ludo')",
        "ludotheque.games()",
        "import ludotheque.games",
        "import ludotheque.games.ludo",
        "from ludotheque import games; games()",
    ],
)
def test_the_shelf_can_be_asked_for_at_any_time(first: str) -> None:
    code = (
        f"import ludotheque; {first}; shelf = ludotheque.games(); "
        "assert ludotheque.games() is shelf and ludotheque.game('ludo') is shelf['ludo']; "
        "from ludotheque import games; assert games() is shelf; "
        "from ludotheque.games import ludo; assert ludo.GAME is shelf['ludo']; "
        "import ludotheque.games.ludo; assert ludotheque.games.ludo is ludo"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_what_is_not_there_is_told_with_every_box() -> None:
    for ask in (game, box):
        with pytest.raises(UnknownGame, match=f"no game 'lud' .* there are: {', '.join(boxes())}"):
            ask("lud")
    with pytest.raises(UnknownGame, match=r"is a box: ludotheque\.game\('superludo'\)"):
        game("ludo-classique")
