"""``ludotheque check``: run scenario files."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import app
from ludotheque.core.scenario import Result, run_scenarios


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenario files (TOML).")],
) -> None:
    """Run scenario files: a line a case, and exit code 1 if any case failed."""
    passed = failed = 0
    for file in files:
        for result in run_scenarios(file):
            _print(result)
            passed += result.passed
            failed += not result.passed
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)


def _print(result: Result) -> None:
    verdict = "passed" if result.passed else "FAILED"
    typer.echo(f"{verdict}  {', '.join(result.rules)}  {result.title}")
    for difference in result.differences:
        typer.echo(f"        {difference}")
