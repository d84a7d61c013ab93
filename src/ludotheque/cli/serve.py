"""``ludotheque serve``: open the house."""

import gc
import socket
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from ludotheque.cli.app import app
from ludotheque.core.errors import BadOption

_OFTEN = 0.0003  # seconds: the thread that writes asks for its turn at every row
_RARELY = (50_000, 20, 100)  # looking for garbage holds everybody up


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

    from ludotheque.web.open import open_house
    from ludotheque.web.server import config

    _require_free(host, port)
    application = open_house(database, rooms=rooms)  # says what is wrong with its settings
    settings = config(application, host, port, behind=behind_proxy or ())
    for line in _addresses(host, port):
        typer.echo(line)
    if browser:
        threading.Timer(1.5, webbrowser.open, [f"http://localhost:{port}"]).start()
    gc.set_threshold(*_RARELY)
    sys.setswitchinterval(_OFTEN)
    uvicorn.Server(settings).run()


def _require_free(host: str, port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise BadOption(
                f"cannot listen on {host}:{port} ({error.strerror}); try --port {port + 1}"
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
