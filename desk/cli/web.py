"""`recoup desk`: the desk in a browser, on this machine only."""

import socket
from typing import Annotated

import typer

from desk.opening import open_existing
from desk.service.sessions import ENTER_PATH, DeskSession, is_loopback
from desk.terminal.console import DEFAULT, FILES, FilesFolder, LedgerUrl
from ledger.values.terminal import say
from projections.following.read_models import open_read_models


def desk(
    ledger: LedgerUrl = DEFAULT,
    port: Annotated[int, typer.Option("--port", help="0 takes any that is free.", min=0, max=65535)] = 8321,
    host: Annotated[str, typer.Option("--host", help="An address of this machine alone.")] = "127.0.0.1",
    files: FilesFolder = FILES,
) -> None:
    """Open the desk in a browser: prints a link that works once."""
    from desk.service.app import application, server

    if not is_loopback(host):
        raise typer.BadParameter(f"the desk is for one person at this machine: {host} can be reached from others")
    with open_existing(ledger) as opened, open_read_models(opened) as engine, listening(host, port) as bound:
        address = f"{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}"
        keys = DeskSession()
        say(f"open this link in a browser; it works once:\nhttp://{address}{ENTER_PATH}{keys.link}\nCtrl-C ends the desk")
        server(application(opened, engine, keys, [address], files)).run(sockets=[bound])


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound. Raises BadParameter where the port is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise typer.BadParameter(f"port {port} of {host} cannot be used ({error.strerror}); name another") from error
    return listener
