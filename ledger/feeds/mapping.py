"""Mapping files (TOML): what a feed does not say of itself, said once by the house."""

import tomllib
from collections.abc import Callable
from typing import TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, ValidationError

from ledger.errors import MalformedMapping
from ledger.events.table import TableOpened
from ledger.feeds.reading import describe_errors
from ledger.values.toml import parse_toml


class MappingPart(BaseModel):
    """A mapping file, or a table of one. What it does not know is a slip of the pen and refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


M = TypeVar("M", bound=MappingPart)


def parse_mapping(model: type[M], text: str) -> M:
    """A mapping of that form from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    try:
        return model.model_validate(parse_toml(text))
    except tomllib.TOMLDecodeError as error:
        raise MalformedMapping(f"the mapping file is not TOML: {error}") from error
    except ValidationError as error:
        raise MalformedMapping(f"the mapping file: {describe_errors(error)}") from error


def require_known_zone(zone: str) -> str:
    """A zone that nobody knows would refuse everything; better the mapping is refused."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(f"{zone[:40]!r} is no IANA time zone") from error
    return zone


def require_game(name: str) -> Callable[[TableOpened], TableOpened]:
    """A check of a mapping: a feed whose device tells of one game opens no table of another."""

    def check(opening: TableOpened) -> TableOpened:
        if opening.game != name:
            raise ValueError(f"is of {opening.game}; this feed reads {name}")
        return opening

    return check
