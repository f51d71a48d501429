"""What `recoup serve` is told: by a file in TOML, by the environment, by options."""

import asyncio
import secrets
import time
from fnmatch import fnmatchcase
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, IPvAnyNetwork, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from starlette.types import Receive

from ledger.errors import UnusableSettings
from ledger.values.offices import AuthorityRole, Person

TablePattern = Annotated[str, Field(max_length=64, description="a table, or several by `*`: `BJ-*`")]


class _SettingsPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Provider(_SettingsPart):
    """The house's identity provider, by OpenID Connect."""

    name: Annotated[str, Field(max_length=60)] = "the house's account"
    issuer: Annotated[str, Field(pattern=r"^https?://[!-~]+$", max_length=300)]
    client_id: Annotated[str, Field(min_length=1, max_length=200)]
    client_secret_file: Path


class OfficeLimit(_SettingsPart):
    """What an office sees at the desk: the tables, and whether names are masked."""

    tables: tuple[TablePattern, ...] | None = None
    masked: bool = False


BY_DEFAULT: Final = {"regulator": OfficeLimit(masked=True)}
"""What an office sees of which the settings say nothing; any other sees everything."""


class ServiceSettings(BaseSettings):
    """How the desk of several people is served."""

    model_config = SettingsConfigDict(env_prefix="RECOUP_SERVE_", env_nested_delimiter="__", extra="forbid", frozen=True)
    file: ClassVar[Path | None] = None

    origin: Annotated[str, Field(pattern=r"^https?://[a-z0-9.-]+(:[0-9]{1,5})?$")]
    """What people type: `https://desk.house.example`. Passkeys are bound to it."""
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8443
    certificate: Path | None = None
    certificate_key: Path | None = None
    proxies: tuple[str, ...] = ()
    """Addresses from which `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    monitors: tuple[IPvAnyNetwork, ...] = (ip_network("127.0.0.1"), ip_network("::1"))
    """Addresses and networks that may read `/metrics`."""
    provider: Provider | None = None
    files: Path = Path("recoup.files")
    """The folder with evidence and letters of cases."""
    vault: Path = Path("recoup.vault")
    """The folder with the keys of persons' words."""
    idle_minutes: Annotated[int, Field(ge=1, le=24 * 60)] = 30
    longest_hours: Annotated[int, Field(ge=1, le=24)] = 12
    offices: dict[AuthorityRole, OfficeLimit] = {}
    persons: dict[Person, OfficeLimit] = {}
    """What one person sees, in place of what their offices would show."""

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        if (self.certificate is None) != (self.certificate_key is None):
            raise ValueError("a certificate and its key go together: name both or neither")
        local = is_loopback(self.relying_party)
        if self.is_plain and not local:
            raise ValueError("passkeys work over https only, or at localhost; write an origin that begins with https://")
        if self.is_plain and self.certificate is not None:
            raise ValueError("with a certificate the origin begins with https://")
        if not self.is_plain and self.certificate is None and not self.proxies and not is_loopback(self.host):
            raise ValueError("https needs certificate and certificate_key here, or proxies that have them")
        return self

    @property
    def is_plain(self) -> bool:
        """Whether people reach the desk without TLS, which only works on one machine."""
        return self.origin.startswith("http://")

    @property
    def relying_party(self) -> str:
        """The domain to which passkeys are bound."""
        return urlsplit(self.origin).hostname or ""

    def limit_of(self, person: str, offices: list[str]) -> OfficeLimit:
        """What somebody who holds these offices sees: of several offices what any of them shows."""
        if person in self.persons:
            return self.persons[person]
        limits = [self.offices.get(office, BY_DEFAULT.get(office, OfficeLimit())) for office in offices]  # type: ignore[call-overload]
        patterns = [limit.tables for limit in limits]
        tables = None if None in patterns else tuple(pattern for tables in patterns for pattern in tables or ())
        return OfficeLimit(tables=tables, masked=all(limit.masked for limit in limits))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library names it
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, cls.file)


def sees_table(limit: OfficeLimit, table: str) -> bool:
    """Whether a table is among those that somebody sees."""
    return limit.tables is None or any(fnmatchcase(table, pattern) for pattern in limit.tables)


def read_settings(path: Path | None, **options: Any) -> ServiceSettings:
    """The settings; an option goes before the environment, the environment before the file. Raises UnusableSettings."""
    if path is not None and not path.is_file():
        raise UnusableSettings(f"the settings {path} cannot be read; name a file in TOML")

    class FromFile(ServiceSettings):
        file: ClassVar[Path | None] = path

    try:
        return FromFile(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the settings"
        raise UnusableSettings(f"{where}: {first['msg'].removeprefix('Value error, ')}") from error
    except ValueError as error:
        raise UnusableSettings(f"the settings {path} are not TOML: {error}") from error


ENTER_PATH: Final = "/enter/"
"""What the path of the link begins with."""


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class DeskSession:
    """The one-time link and the session that it opens."""

    def __init__(self) -> None:
        self.link: str | None = secrets.token_urlsafe(32)
        self._token = secrets.token_urlsafe(32)

    def redeem_link(self, link: str) -> str | None:
        """The session for the link, once; None for any other and ever after."""
        if self.link is None or not secrets.compare_digest(link.encode(), self.link.encode()):
            return None
        self.link = None
        return self._token

    def is_open(self, session: str | None) -> bool:
        """Whether this is the session that the link opened."""
        return session is not None and self.link is None and secrets.compare_digest(session.encode(), self._token.encode())


async def whole_body(receive: Receive, most_bytes: int, seconds: int) -> bytes | None:
    """A request's body; None where it is too long or does not end in time."""
    body, ends_at = bytearray(), time.monotonic() + seconds
    while True:
        try:
            message = await asyncio.wait_for(receive(), max(0, ends_at - time.monotonic()))
        except TimeoutError:
            return None
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most_bytes:
            return None
        if not message.get("more_body"):
            return bytes(body)
