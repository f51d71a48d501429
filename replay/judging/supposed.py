"""A round as it would be with acts that may have been done in it, although they are not on record."""

from typing import NamedTuple

from ledger.events import Event
from replay.table_day.round import Round


class SupposedRound(NamedTuple):
    """A round with acts that are supposed in it, and the kinds of these."""

    round: Round
    kinds: frozenset[type[Event]] = frozenset()
