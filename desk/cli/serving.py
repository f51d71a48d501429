"""`recoup serve`: the desk for the people of the roster."""

import os
import resource
import socket
import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from desk.opening import open_existing
from desk.service.settings import ENTER_PATH, DeskSession, is_loopback
from desk.terminal.console import DEFAULT, FILES, FilesFolder, LedgerUrl
from ledger.errors import UnusableSettings
from ledger.values.terminal import say
from projections.following.read_models import open_read_models

if TYPE_CHECKING:
    from desk.service.settings import ServiceSettings

OPEN_FILES: Final = 65_536
"""How many connections and files the desk may have open, where the system lets it."""


def serve(
    ledger: LedgerUrl = DEFAULT,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", metavar="FILE", help="Settings in TOML; RECOUP_SERVE_… goes before them.", exists=False),
    ] = None,
    origin: Annotated[
        str | None, typer.Option("--origin", metavar="URL", help="What people type: https://desk.house.example.")
    ] = None,
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="0 takes any that is free.", min=0, max=65535)] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="The certificate and those above it, in PEM.")
    ] = None,
    certificate_key: Annotated[
        Path | None, typer.Option("--certificate-key", metavar="FILE", help="Its private key, in PEM.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Serve nothing: say whether settings, ledger and folders can be used.")
    ] = False,
) -> None:
    """Serve the desk to the people of the roster, who sign in by passkey or the house's account."""
    from desk.service.app import served_application, server
    from desk.service.observing import log_as_json
    from desk.service.settings import read_settings

    chosen = read_settings(
        settings, origin=origin, host=host, port=port, certificate=certificate, certificate_key=certificate_key
    )
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        if not opened.roster().members:
            raise UnusableSettings("this ledger has no roster, so nobody could sign in; `recoup roster enrol` begins one")
        options = _server_options(chosen)
        _require_writable(chosen.files, chosen.vault)
        app = served_application(opened, engine, chosen)
        if check:
            say(f"the desk can be served at {chosen.origin}, with {opened.size():,} entries on record")
            return
        _allow_connections()
        log_as_json()
        with listening(chosen.host, chosen.port) as bound:
            port_bound = bound.getsockname()[1]
            say(f"the desk is at {chosen.origin}\nit listens on {chosen.host} port {port_bound}; Ctrl-C ends it")
            with suppress(KeyboardInterrupt):  # Ctrl-C is how it ends
                server(app, **options).run(sockets=[bound])


def _server_options(chosen: "ServiceSettings") -> dict[str, Any]:
    """What the server is told besides. Raises UnusableSettings where the certificate cannot be used."""
    options: dict[str, Any] = {"log_level": "info", "log_config": None, "access_log": False}
    if chosen.proxies:
        options |= {"proxy_headers": True, "forwarded_allow_ips": list(chosen.proxies)}
    if chosen.certificate is not None:
        certificate, key = _readable(chosen.certificate), _readable(chosen.certificate_key)
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
        except ssl.SSLError as error:
            raise UnusableSettings(f"{certificate} and {key} are no certificate and its key ({error.reason})") from error
        options |= {"ssl_certfile": certificate, "ssl_keyfile": key}
    return options


def _require_writable(*folders: Path) -> None:
    """Raises UnusableSettings where a folder can neither be written to nor made."""
    for folder in folders:
        nearest = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
        if not (nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)):
            raise UnusableSettings(f"{folder} cannot be written to; give this user the right, or name another folder")


def _readable(path: Path | None) -> str:
    """The name of a file that can be read. Raises UnusableSettings."""
    try:
        assert path is not None
        with path.open("rb"):
            return str(path)
    except OSError as error:
        raise UnusableSettings(f"{path} cannot be read ({error.strerror})") from error


def _allow_connections() -> None:
    """As many open connections as the system lets a program have that asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


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
