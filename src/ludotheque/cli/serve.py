"""``ludotheque serve``: open the house."""

import socket
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from ludotheque.cli.app import app
from ludotheque.cli.garbage import collect_quietly
from ludotheque.cli.logs import Format, settings
from ludotheque.core.errors import BadOption
from ludotheque.house.migrate import bring_up_to_date
from ludotheque.table.keeping.database import database_url

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
    import uvicorn

    from ludotheque.web.metrics import host_and_port
    from ludotheque.web.open import open_house
    from ludotheque.web.server import config

    _require_free(host, port, f"--port {port + 1}")
    if metrics is not None:
        _require_free(*host_and_port(metrics), "another address for --metrics")
    for sentence in bring_up_to_date(database_url(database)):
        typer.echo(sentence)
    # What is wrong with the settings is said before anybody comes.
    application = open_house(database, rooms=rooms, metrics=metrics, privacy=privacy)
    behind = behind_proxy or ()
    server = config(application, host, port, behind=behind, log_config=settings(log_format))
    for line in _addresses(host, port):
        typer.echo(line)
    if browser:
        threading.Timer(1.5, webbrowser.open, [f"http://localhost:{port}"]).start()
    collect_quietly()
    sys.setswitchinterval(_OFTEN)
    uvicorn.Server(server).run()


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
    if host == "0.0.0.0" and (own := _own_address()):
        lines.append(f"Sur le réseau : http://{own}:{port}")
    return lines


def _own_address() -> str | None:
    """This machine's address on its network, where it has one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return None
