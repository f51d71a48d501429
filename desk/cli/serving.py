"""`recoup serve`: the desk for the people of the roster."""

import resource
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from desk.cli.web import listening
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, LedgerUrl
from ledger.errors import UnusableSettings
from projections.following.read_models import open_read_models

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
) -> None:
    """Serve the desk to the people of the roster, who sign in by passkey or the house's account."""
    from desk.service.app import served_application, server
    from desk.service.settings import read_settings

    chosen = read_settings(
        settings, origin=origin, host=host, port=port, certificate=certificate, certificate_key=certificate_key
    )
    _allow_connections()
    with open_existing(ledger) as opened, open_read_models(opened) as engine, listening(chosen.host, chosen.port) as bound:
        if not opened.roster().members:
            raise UnusableSettings("this ledger has no roster, so nobody could sign in; `recoup roster enrol` begins one")
        options: dict[str, Any] = {"log_level": "info", "access_log": False}
        if chosen.proxies:
            options |= {"proxy_headers": True, "forwarded_allow_ips": list(chosen.proxies)}
        if chosen.certificate is not None:
            options |= {"ssl_certfile": _readable(chosen.certificate), "ssl_keyfile": _readable(chosen.certificate_key)}
        app = served_application(opened, engine, chosen)
        typer.echo(
            f"the desk is at {chosen.origin}\nit listens on {chosen.host} port {bound.getsockname()[1]}; Ctrl-C ends it"
        )
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it ends
            server(app, **options).run(sockets=[bound])


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
