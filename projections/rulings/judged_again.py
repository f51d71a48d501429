"""Rulings on record judged again, all of them, a sample, or those on which answers of cases rest, and compared."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil
from random import Random

from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.events import REGISTRY
from ledger.events.cases import Proposal
from ledger.events.rulings import RoundRuled
from ledger.events.versions import topics_of
from ledger.readable import readable_envelopes
from ledger.recorder.rows import EVERYTHING
from ledger.values.subjects import ruling_stream, table_day
from projections.read_models.rows import RuledRound
from projections.rulings.day_draft import NOT_COMPARED, comes_to_the_same, records_of
from projections.rulings.difference import (
    FreshRuling,
    RulingDifference,
    difference_at_its_time,
    engines_known,
    explain,
    fresh_ruling,
    is_on_record,
)
from projections.rulings.events import engine_digest, irregularity
from projections.rulings.on_record import StandingRuling, day_rulings, ruling_records, ruling_versions
from projections.rulings.process import ruled_position
from projections.rulings.ruled_day import RuledDay
from projections.table_days import TableDays
from replay.ruling.ruling import rule
from replay.table_day.builder import TableDay

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class DifferingRuling:
    """A ruling on record that judging again does not come to; `fits` where something on record accounts for that."""

    round: str
    difference: RulingDifference
    fits: bool


class RulingsCheck:
    """Judges a share of the rulings on record again: all of them, a sample that the seed draws, or none; and in any case
    those on which answers of cases rest, whether or not another ruling has taken their place since.

    `written` is the share as it was asked for.
    """

    def __init__(self, share: Fraction, written: str, seed: int):
        self._share = share
        self.share = written
        self.seed = None if share == 1 else seed
        self.on_record = 0
        self.judged = 0
        self.rested_on = 0
        self.differing: list[DifferingRuling] = []
        self._drawn: list[str] = []
        self._rested: dict[str, set[int]] = {}

    def draw(self, ledger: Ledger) -> int:
        """Draws from all rulings that stand, at least one where there are any; how many are to be judged."""
        self._rested = _rulings_rested_on(ledger)
        self.rested_on = sum(map(len, self._rested.values()))
        names = list(_rounds_ruled(ledger)) if self._share else []
        self.on_record = len(names)
        rng = Random(self.seed)  # noqa: S311 - a sample that can be drawn again, no secret
        chosen = set(rng.sample(range(len(names)), ceil(len(names) * self._share)))
        self._drawn = [name for number, name in enumerate(names) if number in chosen]
        return len(self._drawn) + self.rested_on

    def judge(self, ledger: Ledger, progress: Progress = lambda _: None) -> None:
        """Judges what was drawn; `progress` hears of each ruling. Raises UnusableLedger, BrokenEvidence."""
        now, upto = TableDays(ledger), ruled_position(ledger)
        for day, names in groupby(self._drawn, table_day):
            standing = day_rulings(ledger.entries(ruling_stream(day))).rounds
            story = _story(now, day)
            for name in names:
                differs = _difference(ledger, now, _fresh(story, name), standing[name])
                if differs is not None:
                    self.differing.append(DifferingRuling(name, differs, _is_accounted_for(ledger, differs, upto)))
                self.judged += 1
                progress(1)
        listed = {differing.difference.on_record.entry.position for differing in self.differing}
        for day, positions in self._rested.items():
            for ruled in ruling_versions(ledger.entries(ruling_stream(day))):
                if ruled.entry.position in positions - listed:
                    differs = difference_at_its_time(ledger, ruled, comes_to_the_same, in_parts=False)
                    if differs is not None:
                        self.differing.append(DifferingRuling(ruled.entry.subject, differs, not differs.is_contradicted))
                    progress(1)


def _rounds_ruled(ledger: Ledger) -> Iterator[str]:
    for stream in ledger.streams("ruling/"):
        stored = ledger.recorder.select_events(stream)
        records = ruling_records(stored)
        yield from dict.fromkeys(record.subject for record in records if record.topic == RoundRuled.TOPIC)


def _rulings_rested_on(ledger: Ledger) -> dict[str, set[int]]:
    """By table's day, where the rulings are on record that proposed answers of cases rest on."""
    found = dict[str, set[int]]()
    proposals = tuple(topics_of(*(kind for kind in REGISTRY.values() if issubclass(kind, Proposal))))
    for _, envelope in readable_envelopes(ledger.recorder.select_notifications(0, EVERYTHING, topics=proposals)):
        for position in envelope["data"].get("rests_on") or ():
            for ruling in ledger.recorder.select_notifications(position, 1, position, tuple(topics_of(RoundRuled))):
                found.setdefault(str(ruling.originator_id).removeprefix("ruling/"), set()).add(position)
    return found


def _story(table_days: TableDays, day: str) -> TableDay | None:
    try:
        return table_days.get(day)
    except RecoupError:
        return None


def _fresh(story: TableDay | None, name: str) -> FreshRuling | None:
    return fresh_ruling(story, name) if story is not None and name in story.rounds else None


def _difference(
    ledger: Ledger, table_days: TableDays, now: FreshRuling | None, standing: StandingRuling
) -> RulingDifference | None:
    if now is not None and is_on_record(now, standing, comes_to_the_same):
        return None
    return explain(ledger, table_days, now, standing, comes_to_the_same)


def _is_accounted_for(ledger: Ledger, differs: RulingDifference, upto: int) -> bool:
    """Whether another engine, or what came behind the position up to which all is ruled on, makes the difference."""
    if "unexplained" in differs.causes:
        return False
    standing = differs.on_record
    if "engine" in differs.causes or standing.event.is_open or upto <= standing.event.head:
        return True
    name = standing.entry.subject
    then = _fresh(_story(TableDays(ledger, upto), table_day(name)), name)
    return then is not None and is_on_record(then, standing, comes_to_the_same)


def differences_from_record(ledger: Ledger, ruled: RuledDay) -> Iterator[str]:
    """Judges a table's day again, and says in a sentence each which ruling on record is not the one that comes out.

    What came to be known after a ruling and was not ruled on since is no difference: it is held against the day as it was
    known then. What an engine of another meaning ruled is not compared. Raises UnknownRulebook.
    """
    own = [round_ for round_ in ruled.rounds if is_of_this_engine(round_)]
    differing = _not_as_judged(TableDays(ledger), ruled.day, own)
    for head in dict.fromkeys(round_.data["head"] for round_ in differing):
        then = [round_ for round_ in differing if round_.data["head"] == head]
        for round_ in _not_as_judged(TableDays(ledger, head), ruled.day, then):
            yield f"the ruling on {round_.name} is not the one that the entries give"
    yield from _contradicted_versions(ledger, ruled)


def _contradicted_versions(ledger: Ledger, ruled: RuledDay) -> Iterator[str]:
    """The rulings whose place another one took, judged as of their own time; and those of engines unknown to the ledger."""
    rulings = [record for record in ruled.records if record.topic == RoundRuled.TOPIC]
    if len(rulings) == len(ruled.rounds) and all(map(is_of_this_engine, ruled.rounds)):
        return
    standing = {round_.record.position for round_ in ruled.rounds}
    for version in ruling_versions(ledger.entries(ruling_stream(ruled.day))):
        name, position = version.entry.subject, version.entry.position
        if version.begun.engine_digest != engine_digest():
            if version.begun.engine_digest not in engines_known(ledger, position):
                yield f"the ruling on {name} at position {position:,} is by an engine that was never used here"
        elif position not in standing and difference_at_its_time(ledger, version, comes_to_the_same) is not None:
            yield f"the ruling on {name} at position {position:,} is not the one that the entries gave"


def is_of_this_engine(ruled: RuledRound) -> bool:
    """Whether this engine made a ruling, or one that means the same; an engine of another meaning cannot make it again."""
    return bool(ruled.begun["engine_digest"] == engine_digest())


def _not_as_judged(table_days: TableDays, day: str, rounds: Sequence[RuledRound]) -> list[RuledRound]:
    """Those rulings that do not come out when the day is judged again."""
    if not rounds:
        return []
    story = table_days.get(day)
    rulings = (rule(story, round_.name) for round_ in rounds if round_.name in story.rounds)
    fresh = {round_.name: _compared(round_) for round_ in RuledDay(day, records_of(story, rulings)).rounds}
    return [round_ for round_ in rounds if fresh.get(round_.name) != _compared(round_)]


def _compared(round_: RuledRound) -> tuple[object, ...]:
    """What a ruling says, without when it was made and what it takes the place of."""
    compared = {name: value for name, value in round_.data.items() if name not in NOT_COMPARED}
    return compared, round_.begun["edition_digest"], list(map(irregularity, round_.findings))
