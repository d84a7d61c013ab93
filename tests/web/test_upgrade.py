"""A newer version takes the place of an older one, process by process, while people play.

The older one is the commit before this one; the newer one is this tree with one more migration,
which only adds. docs/decisions/0020-rolling-upgrades.md says how releases keep to that.
"""

import shutil
import subprocess
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from evening import CALM, Evening, Process, seeded
from services import Postgres, redis_server
from sqlalchemy import Engine, text

from ludotheque.house.migrate import MIGRATIONS
from ludotheque.table.keeping.database import reach

ROOT = Path(__file__).parents[2]
BUILT = (".js", ".mo")  # what is made from the sources, and in no commit

MIGRATION = '''
"""What a version to come adds: a table, and columns that the version before leaves alone."""

import sqlalchemy as sa
from alembic import op

revision = "tomorrow"
down_revision = "{head}"
oldest = "{oldest}"


def upgrade() -> None:
    op.create_table("tomorrow", sa.Column("id", sa.Integer, primary_key=True))
    op.add_column("persons", sa.Column("tomorrow", sa.Text))
    op.add_column("sittings", sa.Column("tomorrow", sa.Integer, nullable=False, server_default="7"))
'''

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc"),
]


def git(*command: str) -> bytes:
    return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True).stdout


def before(folder: Path) -> Path:
    """The version before this one, as it was committed."""
    try:
        packed = git("archive", "HEAD~1", "src")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("the commit before this one is not here: clone with its history")
    subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
    for file in (ROOT / "src").rglob("*"):
        there = folder / file.relative_to(ROOT)
        if file.suffix in BUILT and there.parent.exists() and not there.exists():
            shutil.copy(file, there)
    return folder / "src"


def after(folder: Path) -> Path:
    """This version with a step more; it names the same oldest program as the step before it."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("node_modules"))
    house = folder / "src" / "ludotheque" / "house"
    oldest = MIGRATIONS.scripts().get_revision(MIGRATIONS.head).module.oldest
    step = MIGRATION.format(head=MIGRATIONS.head, oldest=oldest).lstrip()
    (house / "migrations" / "versions" / "tomorrow.py").write_text(step)
    code = (house / "migrate.py").read_text()
    named = f'head="{MIGRATIONS.head}"'
    assert code.count(named) == 1
    (house / "migrate.py").write_text(code.replace(named, 'head="tomorrow"'))
    return folder / "src"


def require_neighbours(old: Path) -> None:
    """Some steps part two versions on purpose; then no upgrade can roll over them."""
    oldest = MIGRATIONS.scripts().get_revision(MIGRATIONS.head).module.oldest
    steps = old / "ludotheque" / "house" / "migrations" / "versions"
    if not any(f'revision = "{oldest}"' in file.read_text() for file in steps.glob("*.py")):
        pytest.skip(f"{oldest} parts this version from the one before")


def version(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.execute(text("SELECT version_num FROM house_version")).scalar_one())


def test_an_upgrade_rolls_over_a_migration(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    old, new = before(tmp_path / "old"), after(tmp_path / "new")
    require_neighbours(old)
    with ExitStack() as life:
        postgres = life.enter_context(closing(Postgres()))
        redis, _ = life.enter_context(redis_server(tmp_path))
        doors: list[str] = []

        def open_one(name: str, source: Path) -> Process:
            made = Process(postgres.url, redis, tmp_path / name, source=source)
            life.enter_context(closing(made))
            made.wait_until_open()
            doors.append(made.url)
            return made

        first, second = open_one("first", old), open_one("second", old)
        engine = reach(postgres.url)
        life.callback(engine.dispose)
        known = version(engine)
        evening = Evening(doors, seeded())
        life.callback(evening.stop)
        for each, name in ((first, "third"), (second, "fourth")):
            time.sleep(CALM)
            done = sum(evening.progress())
            open_one(name, new)
            assert version(engine) == "tomorrow" != known
            took = each.stop()
            doors.remove(each.url)
            fault = f"one of two is replaced by a newer version (and closed in {took:.1f} s)"
            evening.recover(postgres.url, fault, done)
        assert 1012 in set().union(*(game.ends for game in evening.games))
