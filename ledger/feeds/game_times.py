"""Local times of a live history: times without an offset, by the clock of the zone that the studio's mapping names.

A game whose beginning the clock shows twice is placed by its own other times, and by the games of its table around it.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from pydantic import AfterValidator

from ledger.errors import MalformedDelivery
from ledger.feeds.mapping import MappingPart, require_known_zone
from ledger.values.local_times import Instants, instants_of
from ledger.values.times import format_instant

BEGINNING: Final = "startedAt"
_FIELDS: Final = frozenset({BEGINNING, "settledAt", "placedOn", "recordedAt"})
"""The fields of a game that are times, wherever in it they are."""

_DEPTH: Final = 12
"""A decision of a split hand in a message of a stream is eight parts deep; unknown parts may be of any depth."""

_LOCAL: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]((?!24)[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?)[0-9]*\Z")
_WITHIN_GAME_US: Final = 30 * 60 * 1_000_000
"""No two times of a game are further apart, unless their order shows it."""


def local_time(text: object) -> datetime | None:
    """Return a time without an offset as the clock showed it; None where the text is anything else."""
    found = _LOCAL.match(text) if isinstance(text, str) else None
    try:
        return datetime.fromisoformat(f"{found[1]}T{found[2]}") if found else None
    except ValueError:
        return None


class GameClock(MappingPart):
    """The clock of a supplier that writes times without an offset."""

    zone: Annotated[str, AfterValidator(require_known_zone)]

    def beginning(self, game: Mapping[str, Any]) -> Instants | None:
        """Return the instants at which a game may have begun, as far as its own times leave them open.

        None where its beginning is not a local time. Raises MalformedDelivery for a time that the clock skips.
        """
        begun = local_time(game.get(BEGINNING))
        if begun is None:
            return None
        possible = self._instants(BEGINNING, begun)
        certain = [times[0] for times in self._other_times(game) if len(times) == 1]
        close = tuple(each for each in possible if any(abs(time - each) < _WITHIN_GAME_US for time in certain))
        return close if len(close) == 1 else possible

    def at_instants(self, document: object, begun: int | None) -> object:
        """Return a document whose local times are replaced by instants, given when its game began.

        Raises MalformedDelivery for a time that the clock skips, and for one that it shows twice and that the beginning
        does not decide.
        """

        def placed(name: str, local: datetime) -> str:
            possible = self._instants(name, local)
            close = [each for each in possible if begun is not None and abs(each - begun) < _WITHIN_GAME_US]
            if len(possible) > 1 and len(close) != 1:
                raise self.twice(name, local.isoformat())
            return format_instant((close or possible)[0])

        return _replaced(document, placed)

    def twice(self, name: str, text: str) -> MalformedDelivery:
        """Return the refusal of a time that occurs twice, and that nothing around it decides."""
        return MalformedDelivery("game_time_twice", field=name, text=repr(text[:40]), zone=self.zone)

    def _other_times(self, game: object) -> list[Instants]:
        """The instants of the local times of a game other than its beginning."""
        found = list[Instants]()

        def note(name: str, local: datetime) -> str:
            if name != BEGINNING:
                found.append(self._instants(name, local))
            return ""

        _replaced(game, note)
        return found

    def _instants(self, name: str, local: datetime) -> Instants:
        try:
            found = instants_of(local, ZoneInfo(self.zone))
        except OverflowError as error:
            raise MalformedDelivery("not_a_time", field=name, text=repr(local.isoformat())) from error
        if not found:
            raise MalformedDelivery("cell_skipped", column=name, cell=repr(local.isoformat()), zone=self.zone)
        return found


def _replaced(value: object, replace: Callable[[str, datetime], str], name: str = "", depth: int = 0) -> Any:
    """A JSON value with its local times replaced, as deep as a game has any."""
    if depth == _DEPTH:
        return value
    if isinstance(value, Mapping):
        return {key: _replaced(part, replace, key, depth + 1) for key, part in value.items()}
    if isinstance(value, list):
        return [_replaced(part, replace, name, depth + 1) for part in value]
    local = local_time(value) if name in _FIELDS else None
    return value if local is None else replace(name, local)
