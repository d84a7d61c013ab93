import subprocess
import sys

import pytest


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
