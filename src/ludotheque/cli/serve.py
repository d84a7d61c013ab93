"""``ludotheque serve``: open the house."""

import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from typing import Annotated

import typer
from starlette.applications import Starlette

from ludotheque.cli.app import app
from ludotheque.cli.garbage import collect_quietly
from ludotheque.cli.logs import Format, settings
from ludotheque.cli.workers import Place, Workers, listener
from ludotheque.core.drawing import has_fonts
from ludotheque.core.errors import BadOption
from ludotheque.house.addresses import reach
from ludotheque.house.migrate import bring_up_to_date
from ludotheque.house.together import redis_url, strangers
from ludotheque.table.keeping.database import database_url

_LONELY = (
    "several workers need PostgreSQL and Redis to hear of each other: set"
    " LUDOTHEQUE_DATABASE=postgresql://… and LUDOTHEQUE_REDIS=redis://…, or leave --workers out"
)
_WORDLESS = (
    "No font was found on this machine, so pictures and films will lack their words."
    " On Debian: apt-get install fonts-dejavu-core"
)
_OFTEN = 0.0003  # seconds: the thread that writes asks for its turn at every row


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets the network in.")
    ] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            help="A database URL; left out: LUDOTHEQUE_DATABASE, else a file in your data folder."
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where several processes on one PostgreSQL hear of each other, such as"
            " redis://127.0.0.1; left out: LUDOTHEQUE_REDIS, else this is the only one.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            min=1, max=64, help="Processes that serve this port; more than one need Redis."
        ),
    ] = 1,
    rooms: Annotated[
        str | None,
        typer.Option(help="A file of rooms; left out: LUDOTHEQUE_ROOMS, else the usual five."),
    ] = None,
    privacy: Annotated[
        str | None,
        typer.Option(
            help="A file that says how long what is kept; left out: LUDOTHEQUE_PRIVACY, "
            "else as `ludotheque house privacy` prints it."
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS:PORT",
            help="Where Prometheus reads /metrics, such as 127.0.0.1:9100; left out: nowhere.",
        ),
    ] = None,
    log_format: Annotated[
        Format,
        typer.Option(help="The log on stderr: warnings as text, or in JSON with every request."),
    ] = Format.text,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or network of a proxy in front of the house, once for each: only"
            " these are believed when they forward a visitor's address. Left out: nobody.",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option(help="Open the house in this machine's browser as well.")
    ] = False,
) -> None:
    """Open the house: people play in their browsers until you press Ctrl+C."""
    from ludotheque.web.metrics import host_and_port

    _require_free(host, port, f"--port {port + 1}")
    for number in range(workers if metrics is not None else 0):
        address, base = host_and_port(metrics or "")
        _require_free(address, base + number, "another address for --metrics")
    url = database_url(database)
    beside = redis_url(redis, url)
    if workers > 1 and beside is None:
        raise BadOption(_LONELY)
    for sentence in (*bring_up_to_date(url), *strangers(url, is_together=beside is not None)):
        typer.echo(sentence)
    if not has_fonts():
        typer.echo(_WORDLESS)
    serving = Serving(
        host, port, database, beside, workers, rooms, privacy, metrics, log_format, behind_proxy
    )
    application = serving.open()  # what is wrong with the settings is said before anybody comes
    for line in _addresses(host, port):
        typer.echo(line)
    several = Workers(workers, _work, serving, listener(host, port)) if workers > 1 else None
    if browser:
        threading.Timer(1.5, webbrowser.open, [f"http://localhost:{port}"]).start()
    if several is None:
        serving.run(application)
    else:
        several.watch()


@dataclass(frozen=True)
class Serving:
    """How a house is served; each worker is given the same."""

    host: str
    port: int
    database: str | None
    redis: str | None
    workers: int
    rooms: str | None
    privacy: str | None
    metrics: str | None
    log_format: Format
    behind: list[str] | None

    def open(self, number: int = 0) -> Starlette:
        """The house, in the worker of that number."""
        from ludotheque.web.metrics import host_and_port
        from ludotheque.web.open import open_house

        metrics = None
        if self.metrics is not None:  # each tells its own
            address, port = host_and_port(self.metrics)
            metrics = f"{address}:{port + number}"
        return open_house(
            self.database,
            rooms=self.rooms,
            metrics=metrics,
            privacy=self.privacy,
            redis=self.redis,
            workers=self.workers,
            listens_on="" if self.behind else self.host,
        )

    def run(
        self,
        application: Starlette,
        *sockets: socket.socket,
        place: Place | None = None,
    ) -> None:
        """Serve until somebody asks us to stop, in one process or in one's place among several."""
        from ludotheque.web.meeting import Meeting
        from ludotheque.web.server import Server, config

        async def leave() -> None:
            if place is not None:
                place.note_opened(False)  # others hand it nobody any more
            await application.state.house.runner.hand_on()

        def opened() -> None:
            if place is not None and meeting is not None:
                application.state.house.runner.meets_here = meeting.is_here
                place.note_opened()

        behind, log_config = self.behind or (), settings(self.log_format)
        meeting = None if place is None else Meeting(place.number, [*place.all])
        server = config(
            application,
            self.host,
            self.port,
            behind=behind,
            log_config=log_config,
            meeting=meeting,
        )
        collect_quietly()
        sys.setswitchinterval(_OFTEN)
        Server(server, opened, leave).run(list(sockets) or None)


def _work(place: Place, serving: Serving, sock: socket.socket) -> None:
    serving.run(serving.open(place.number), sock, place=place)


def _require_free(host: str, port: int, instead: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise BadOption(
                f"cannot listen on {host}:{port} ({error.strerror}); try {instead}"
            ) from None


def _addresses(host: str, port: int) -> list[str]:
    lines = [f"Ludothèque : http://localhost:{port}"]
    if own := reach(host):
        lines.append(f"Sur le réseau : http://{own}:{port}")
    return lines
