"""What a re-ruling is about, kept beside its units so that it goes on after a kill with the very same question."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from ledger.application import Ledger
from ledger.errors import UnknownRound
from ledger.evidence.key_chain import reigns
from projections.reruling.unit import OpenLedger, Source, Unit


class RerunQuestion(BaseModel):
    """What is asked: which edition, of which sources, for which tables and days, by which engine.

    Without an edition it is what this engine rules beside what is on record. The sources are named as others may see
    them, without a password.
    """

    model_config = ConfigDict(frozen=True)

    rulebook: str | None = None
    edition: str | None = None
    digest: str | None = None
    sources: tuple[str, ...]
    table: str | None = None
    since: date | None = None
    until: date | None = None
    engine: str
    engine_digest: str | None = None
    """Of what its rulings mean, where it is held against the record."""


class SourceDay(NamedTuple):
    """A day and the number of its source."""

    source: int
    day: str


class RerunPlan(BaseModel):
    """A question with its sources as they were when it was first asked, and the days that come of it."""

    model_config = ConfigDict(frozen=True)

    question: RerunQuestion
    sources: tuple[Source, ...]
    places: tuple[SourceDay, ...]
    twice: int
    """How many days are left out because a larger log of the same house tells them too."""

    def units(self, addresses: Sequence[str]) -> Iterator[Unit]:
        """The days, source by source; `addresses` are those of the sources, as they are opened."""
        for number, place in enumerate(self.places):
            yield Unit(number, self.sources[place.source]._replace(address=addresses[place.source]), place.day)


def make_plan(question: RerunQuestion, addresses: Sequence[str], open_ledger: OpenLedger) -> RerunPlan:
    """The days that a question is about. Raises UnknownRound where there are none."""
    sources: list[Source] = []
    source_days: dict[tuple[str, str], SourceDay] = {}
    twice = 0
    for number, (name, address) in enumerate(zip(question.sources, addresses, strict=True)):
        with open_ledger(address) as ledger:
            sources.append(Source(name, _house_name(ledger, name), ledger.size()))
            for day in _days_in_question(ledger, question):
                known = source_days.get((sources[-1].house, day))
                twice += known is not None
                if known is None or sources[known.source].size < sources[-1].size:
                    source_days[sources[-1].house, day] = SourceDay(number, day)
    if not source_days:
        raise UnknownRound("nothing is on record for this; `recoup rounds` lists what is")
    places = sorted(source_days.values(), key=lambda place: (place.source, place.day.split("/")[::-1]))
    return RerunPlan(question=question, sources=tuple(sources), places=tuple(places), twice=twice)


def _days_in_question(ledger: Ledger, question: RerunQuestion) -> Iterable[str]:
    since, until = str(question.since or ""), str(question.until or "9999")
    named = ledger.table_days(question.table)
    return (day for day in named if since <= day.split("/")[1] <= until and ledger.is_complete(day))


def _house_name(ledger: Ledger, name: str) -> str:
    """The name in the key by which a log goes first; the source's own, where it names none."""
    keys = reigns(ledger)
    return keys[0].key.name if keys else name
