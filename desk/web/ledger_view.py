"""What the pages ask: the ledger as of now, told and judged once as long as nothing is added to it."""

from collections.abc import Callable
from functools import lru_cache

from sqlalchemy import Connection, Engine

from ledger.application import Ledger
from ledger.errors import UnknownRound, did_you_mean
from ledger.values.subjects import is_subject, table_day, unknown_day
from projections.following.read_models import position
from projections.messages.catalogue import Words
from projections.reports.masking import MaskedArchive
from projections.table_days import Archive
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

_STORIES = 8
_RULINGS = 64


class House:
    """A ledger and its read models, as the desk looks at them. It keeps what it told last, per state of the ledger."""

    def __init__(self, ledger: Ledger, models: Engine):
        self.ledger, self.words = ledger, Words()
        self._models = models
        self._archives: Callable[[int, bool], Archive] = lru_cache(4)(self._archive)
        self._stories: Callable[[int, str, bool], TableDay] = lru_cache(_STORIES)(self._story)
        self._rulings: Callable[[int, str, bool], Ruling] = lru_cache(_RULINGS)(self._ruling)

    def models(self) -> Connection:
        """A connection to the read models."""
        return self._models.connect()

    def behind(self) -> int:
        """How many entries the read models do not tell yet."""
        return self.ledger.size() - position(self._models)

    def archive(self, *, masked: bool = False) -> Archive:
        """The archive as of now."""
        return self._archives(self.ledger.size(), masked)

    def story(self, day: str, *, masked: bool = False) -> TableDay:
        """A table's day as of now. Raises UnknownRound where nothing is on record."""
        return self._stories(self.ledger.size(), day, masked)

    def ruling(self, name: str, *, masked: bool = False) -> Ruling:
        """The ruling on a round as of now. Raises UnknownRound."""
        return self._rulings(self.ledger.size(), name, masked)

    def _archive(self, size: int, masked: bool) -> Archive:  # noqa: FBT001, ARG002 - keys of what is kept
        return MaskedArchive(self.ledger, self.words) if masked else Archive(self.ledger)

    def _story(self, size: int, day: str, masked: bool) -> TableDay:  # noqa: FBT001 - as above
        return self._archives(size, masked).story(day)

    def _ruling(self, size: int, name: str, masked: bool) -> Ruling:  # noqa: FBT001 - as above
        if not is_subject(name):
            raise UnknownRound(unknown_day(name) or f"{name} is no round; a round is named TABLE/DAY/ROUND")
        story = self._stories(size, table_day(name), masked)
        if name not in story.rounds:
            raise UnknownRound(
                f"round {name} is not on record; {did_you_mean(name, story.rounds)}the day's page lists those that are"
            )
        return rule(story, name)
