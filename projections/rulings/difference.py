"""Whether a fresh ruling is the one on record, and what it is that differs and why."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ledger.acts.adoptions import ENGINE_STREAM
from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.events.house import EngineAdopted
from ledger.events.rulings import EngineUsed, IrregularityFound, RoundRuled, RulingsBegun
from ledger.events.versions import newest_topic, topics_of
from ledger.mapper import MAPPER
from ledger.readable import readable_envelopes
from ledger.values.subjects import ruling_stream, table_day
from projections.messages.catalogue import Catalogue
from projections.read_models.rows import finding_of
from projections.reports.readings import readable_time
from projections.rulings.events import (
    document_digest,
    engine_digest,
    irregularity,
    outcomes_ruled,
    round_ruled,
    wagers_owed,
)
from projections.rulings.on_record import StandingRuling, day_rulings
from projections.table_days import TableDays
from replay.judging.finding import Finding
from replay.rulebooks.edition import Edition
from replay.ruling.finding_kinds import finding_kinds
from replay.ruling.ruling import Ruling, round_standing, rule
from replay.table_day.builder import TableDay

DifferenceCause = Literal["edition", "engine", "later", "unexplained"]
"""Why a fresh ruling is another one: another edition is in force, the engine is another one, entries have come since;
or nothing of the kind, so that the record was altered or the program is at fault.
"""

Comparison = Callable[[RoundRuled, RoundRuled], bool]
"""Whether two rulings say the same."""

_SAID: Final = (
    "verdict",
    "standing",
    "attention",
    "authority",
    "outcomes",
    "owed",
    "players",
    "staked_minor",
    "taken_back_minor",
    "document_digest",
)
"""What a ruling says, as distinct from what it rests on."""


class FreshRuling(NamedTuple):
    """A ruling, and the events that would put it on record."""

    ruling: Ruling
    event: RoundRuled
    findings: tuple[IrregularityFound, ...]


@dataclass(frozen=True, slots=True)
class RulingDifference:
    """How a fresh ruling differs from the one on record, and why."""

    on_record: StandingRuling
    causes: tuple[DifferenceCause, ...]
    withdrawn: tuple[Finding, ...]
    added: tuple[Finding, ...]

    @property
    def is_contradicted(self) -> bool:
        """Whether the entries up to the position that the ruling on record names do not give it, by the same edition and
        engine: the record was altered, or the program is at fault.
        """
        return "unexplained" in self.causes


def standing_ruling(ledger: Ledger, name: str, upto: int | None = None) -> StandingRuling | None:
    """The ruling that stands on a round, as of a position where one is given; None where there is none."""
    entries, begun = [], topics_of(RulingsBegun)
    stored = ledger.recorder.select_events(ruling_stream(table_day(name)))
    named = name.encode()
    of_round = (each for each in stored if each.topic in begun or named in each.state)
    for notification, envelope in readable_envelopes(of_round):
        if upto is not None and notification.id > upto:
            break
        topic = newest_topic(notification.topic)
        if topic == RulingsBegun.TOPIC or (
            topic in (IrregularityFound.TOPIC, RoundRuled.TOPIC) and envelope["subject"] == name
        ):
            entries.append(MAPPER.to_domain_event(notification))
    return day_rulings(entries).rounds.get(name)


def difference(ledger: Ledger, table_days: TableDays, ruling: Ruling, upto: int | None = None) -> RulingDifference | None:
    """How a fresh ruling differs from the one on record, as of a position where one is given; None where it does not, or
    where none is on record.

    Compared is what is to be done, what is due under each outcome, and what was found. Raises UnusableLedger.
    """
    standing = standing_ruling(ledger, ruling.round.name, upto)
    return None if standing is None else difference_from(ledger, table_days, ruling, standing)


def difference_from(
    ledger: Ledger, table_days: TableDays, ruling: Ruling, standing: StandingRuling
) -> RulingDifference | None:
    """How a fresh ruling differs from this one on record; None where it does not. Raises UnusableLedger."""
    if _says(ruling, standing):
        return None
    return explain(ledger, table_days, _as_events(ruling), standing, say_the_same)


def _says(ruling: Ruling, standing: StandingRuling) -> bool:
    """Whether a ruling says what the one on record says; without what it asked for, for which all games are loaded."""
    event = standing.event
    return (
        (ruling.verdict, round_standing(ruling.round), ruling.authority) == (event.verdict, event.standing, event.authority)
        and (outcomes_ruled(ruling), wagers_owed(ruling)) == (event.outcomes, event.owed)
        and document_digest(ruling) == event.document_digest
        and list(map(irregularity, ruling.findings)) == list(standing.irregularities.values())
    )


def say_the_same(ruled: RoundRuled, other: RoundRuled) -> bool:
    """Whether two rulings say the same, though one may rest on more."""
    return all(getattr(ruled, name) == getattr(other, name) for name in _SAID)


def fresh_ruling(story: TableDay, name: str) -> FreshRuling:
    """The ruling on a round of a table's day."""
    return _as_events(rule(story, name))


def explain(
    ledger: Ledger, table_days: TableDays, now: FreshRuling | None, standing: StandingRuling, alike: Comparison
) -> RulingDifference:
    """How and why a fresh ruling, on what `table_days` reads, is not the one on record; `now` is None if there is none."""
    return _difference(now, standing, tuple(_causes(ledger, table_days, now, standing, alike)))


def _difference(now: FreshRuling | None, standing: StandingRuling, causes: tuple[DifferenceCause, ...]) -> RulingDifference:
    before, found = standing.irregularities.values(), now.findings if now else ()
    return RulingDifference(
        on_record=standing,
        causes=causes,
        withdrawn=tuple(
            finding_of(event.model_dump(mode="json", exclude_none=True)) for event in before if event not in found
        ),
        added=tuple(
            finding for finding, event in zip(now.ruling.findings if now else (), found, strict=True) if event not in before
        ),
    )


def _causes(
    ledger: Ledger, table_days: TableDays, now: FreshRuling | None, standing: StandingRuling, alike: Comparison
) -> Iterator[DifferenceCause]:
    """The steps from the record to the fresh ruling at which something changes.

    From what is on record to this engine, on what was known then; to what is known now, by the edition of then; to the
    edition that is in force now.
    """
    name = standing.entry.subject
    then = _ruling_of(TableDays(ledger, standing.event.head), name)
    if not _is_as_judged(then, standing, alike):
        yield _cause_at_its_time(ledger, standing)
    if then is None:
        return
    if now is None:
        yield "later"
        return
    is_same_edition = then.ruling.edition.digest == now.ruling.edition.digest
    held = now if is_same_edition else _ruling_of(table_days, name, then.ruling.edition)
    if held is None or not _are_alike(then, held, alike):
        yield "later"
    if not is_same_edition and (held is None or not _are_alike(held, now, alike)):
        yield "edition"


def is_contradicted(ledger: Ledger, standing: StandingRuling) -> bool:
    """Whether the entries up to the position that a ruling names do not give it, by the same edition and engine."""
    differs = difference_at_its_time(ledger, standing, say_the_same)
    return differs is not None and differs.is_contradicted


def difference_at_its_time(
    ledger: Ledger, standing: StandingRuling, alike: Comparison, *, in_parts: bool = True
) -> RulingDifference | None:
    """How a ruling on record differs from what the entries up to the position that it names give; None where it does not.

    Whether another one has taken its place since makes no difference. Without `in_parts` its whole day is read.
    """
    then = _ruling_of(TableDays(ledger, standing.event.head, in_parts=in_parts), standing.entry.subject)
    if _is_as_judged(then, standing, alike):
        return None
    return _difference(then, standing, (_cause_at_its_time(ledger, standing),))


def _is_as_judged(then: FreshRuling | None, standing: StandingRuling, alike: Comparison) -> bool:
    if then is None or then.ruling.edition.digest != standing.begun.edition_digest:
        return False
    return is_on_record(then, standing, alike)


def _cause_at_its_time(ledger: Ledger, standing: StandingRuling) -> DifferenceCause:
    """Why a ruling is not what the entries gave when it was made: another engine made it, which had been used or adopted on
    this ledger before; nothing explains it otherwise.
    """
    digest = standing.begun.engine_digest
    is_known = digest != engine_digest() and digest in engines_known(ledger, standing.entry.position)
    return "engine" if is_known else "unexplained"


def engines_known(ledger: Ledger, position: int) -> set[str]:
    """The digests of the engines that had been used or adopted on this ledger before a position."""
    known = (entry for entry in ledger.entries(ENGINE_STREAM) if entry.position < position)
    return {entry.event.engine_digest for entry in known if isinstance(entry.event, EngineUsed | EngineAdopted)}


def _ruling_of(table_days: TableDays, name: str, edition: Edition | None = None) -> FreshRuling | None:
    """The ruling on a round out of a ledger, by an edition where one is given; None where there is none."""
    try:
        story = table_days.around(table_day(name), {name}, None if edition is None else lambda _, __: edition)
    except RecoupError:
        return None
    return fresh_ruling(story, name) if name in story.rounds else None


def _as_events(ruling: Ruling) -> FreshRuling:
    head = max(ruling.positions)
    return FreshRuling(ruling, round_ruled(ruling, head, 1), tuple(map(irregularity, ruling.findings)))


def is_on_record(fresh: FreshRuling, standing: StandingRuling, alike: Comparison) -> bool:
    """Whether a fresh ruling is the one on record, and finds what that one found."""
    return alike(fresh.event, standing.event) and list(fresh.findings) == list(standing.irregularities.values())


def _are_alike(fresh: FreshRuling, other: FreshRuling, alike: Comparison) -> bool:
    return alike(fresh.event, other.event) and fresh.findings == other.findings


def difference_sentences(differs: RulingDifference, words: Catalogue) -> list[str]:
    """That another ruling is on record, why, and what of it was found then and what now."""
    standing = differs.on_record
    event, begun = standing.event, standing.begun
    reasons = {
        "unexplained": words.say("on_record.unexplained"),
        "edition": words.say("on_record.by_edition", edition=begun.edition),
        "engine": words.say("on_record.by_engine", engine=begun.engine),
        "later": words.say("on_record.since", head=f"{event.head:,}"),
    }
    why = ", ".join(reason for cause, reason in reasons.items() if cause in differs.causes)
    at = readable_time(standing.entry.recorded_at)
    verdict, standing_word = words.say(f"verdict_word.{event.verdict}"), words.say(f"round_standing.{event.standing}")
    return [
        words.say("on_record.differs", at=at, why=why, verdict=verdict, standing=standing_word),
        *([words.say("on_record.at_fault", head=f"{event.head:,}")] if "unexplained" in differs.causes else []),
        *(words.say("on_record.not_any_more", what=_sentence(finding, words)) for finding in differs.withdrawn),
        *(words.say("on_record.since_then", what=_sentence(finding, words)) for finding in differs.added),
    ]


def _sentence(finding: Finding, words: Catalogue) -> str:
    return words.finding(finding) if is_known_here(finding) else finding.kind


def is_known_here(finding: Finding) -> bool:
    """Whether this version of the program has the kind of a finding on record; another engine may have had others."""
    return any(kind.name == finding.kind for kind in finding_kinds())
