"""Mapping files (TOML): what a feed does not say of itself, said once by the house."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from ledger.errors import MalformedMapping, did_you_mean
from ledger.events import REGISTRY
from ledger.events.base import topic_stem
from ledger.events.table import TableOpened
from ledger.feeds.reading import describe_errors
from ledger.values.toml import parse_toml


class MappingPart(BaseModel):
    """A mapping file, or a table of one. What it does not know is a slip of the pen and refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _require_known_topic(topic: str) -> str:
    """A topic that no event has would narrow nothing."""
    if topic not in REPORTABLE:
        raise ValueError(f"{topic[:40]!r} is not a topic without its version; {did_you_mean(topic, REPORTABLE).strip()}")
    return topic


REPORTABLE: Final = frozenset(topic_stem(topic) for topic, kind in REGISTRY.items() if kind.FROM_FEEDS)
"""The topics, without their versions, that a feed can report at all."""

_Topic = Annotated[str, AfterValidator(_require_known_topic)]


class ReportsTable(MappingPart):
    """The table `[reports]` of a mapping: the topics that its source can report besides those of the format, and those of
    the format that it cannot.
    """

    also: tuple[_Topic, ...] = ()
    never: tuple[_Topic, ...] = ()


class FeedMapping(MappingPart):
    """The mapping file of a feed."""

    reports: ReportsTable = ReportsTable()


M = TypeVar("M", bound=MappingPart)

UNANSWERED: Final = "???"
"""The value of a row that a person has yet to answer. No field of a mapping takes it."""


def parse_mapping(model: type[M], text: str) -> M:
    """A mapping of that form from its TOML text. Raises MalformedMapping naming the row that is wrong or unanswered."""
    try:
        tables = parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedMapping(f"the mapping file is not TOML: {error}") from error
    if unanswered := list(_unanswered(tables)):
        raise MalformedMapping(f"the mapping file: write an answer in place of {UNANSWERED} for {', '.join(unanswered)}")
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        raise MalformedMapping(f"the mapping file: {describe_errors(error)}") from error


def _unanswered(value: object, key: str = "") -> Iterator[str]:
    """The keys whose values are yet to be answered, each with its path."""
    if value == UNANSWERED:
        yield key
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _unanswered(part, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _unanswered(part, f"{key}.{number}")


def reports_table(text: str) -> ReportsTable:
    """The table `[reports]` of a mapping's TOML text; empty where it has none. Raises MalformedMapping."""
    try:
        table = parse_toml(text).get("reports", {})
    except tomllib.TOMLDecodeError as error:
        raise MalformedMapping(f"the mapping file is not TOML: {error}") from error
    try:
        return ReportsTable.model_validate(table)
    except ValidationError as error:
        raise MalformedMapping(f"the mapping file, [reports]: {describe_errors(error)}") from error


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
