"""Drilled rounds on another record: told by two sources, or with an entry that was lost or refused.

What is right in a round does not depend on who recorded it. So a round that is recorded twice, word for word, is scored as
it was. Where the second version differs in one event, that must be found at this event, and nothing else changes. Where an
entry is missing, nothing may be stated that the whole record does not bear out: no finding in any case, and no money owed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from random import Random
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from drill.tally import FAILURES, Judge, RoundScorer, Tally
from ledger.entry import Delivery, Entry
from ledger.events import REGISTRY, Event
from ledger.events.base import topic_stem
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.play import (
    BetsClosed,
    CardDealt,
    CardExposed,
    CardMoved,
    DecisionMade,
    RoundClosed,
    RoundOpened,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.shoe import CardBurned, ShoeClosed, ShoePrepared
from ledger.events.table import AccountAdopted, SourceTopicsDeclared, TableOpened
from ledger.events.wheel import BallRested, BallSpun, RevolutionsCounted, SpinDisturbed, WheelReported
from ledger.values.cards import RANKS, is_known
from ledger.values.subjects import HOUSE, round_of
from replay.judging.finding import Finding
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Award, Ruling
from replay.table_day.builder import TableDay

ONE_IN: Final = 8
"""Of so many rounds one is judged on another record, too."""
FIRST_TYPED: Final = "transcript/first"
SECOND_SOURCE: Final = "transcript/second"
DIFFERENCES: Final = frozenset({"accounts_differ"})
RECORD_FINDINGS: Final = frozenset({"sequence_gap", "delivery_quarantined"})
ALTERABLE: Final = (CardDealt, WagerPlaced, WagerReturned, BallRested)
"""Events in which a second version may differ."""
SHOE_EVENTS: Final = (ShoePrepared, CardBurned, ShoeClosed)
"""Events of the table that belong to what was dealt."""
ESTABLISHING: Final = (
    *(RoundOpened, CardDealt, CardMoved, WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, WagerLaid, BallRested),
    *(DecisionMade, CardBurned, CardExposed),
)
"""Events that say what there is to judge: without one of them it is another round, or none. So a decision is, which may
be to surrender, and a card that came out and was given to nobody.
"""
HAPPENINGS: Final = (SpinDisturbed, RevolutionsCounted, WheelReported)
"""Events that say what befell a spin, and nothing of what the dealer did about it: without one of them, nothing did."""
KEPT: Final = (TableOpened, RoundOpened)
"""Events without which there is no round."""


class Variation(NamedTuple):
    """A record of a round, and the positions at which two versions of it differ, or an entry is missing."""

    kind: str
    table_day: TableDay
    positions: frozenset[int] = frozenset()
    first_positions: Mapping[int, int] = MappingProxyType({})
    """By the position of an entry of the second version that of the same entry of the first."""
    bet: str = ""
    """The bet that it is about."""
    is_seen: bool = True
    """Whether the record shows that something is missing of this round, and not only of another one."""
    is_traceless: bool = False
    """Whether what is missing befell a spin, of which the rest of the record shows nothing."""


Vary = Callable[[str, TableDay, str, Random], Variation | None]
"""Records a round otherwise; None where it cannot be recorded so."""
Failure = tuple[str, str]
"""`missed`, `invented` or `wrong_money`, and why."""


class RecordKind(NamedTuple):
    """A way to record a round otherwise, and what is wrong with a ruling on that.

    `find_errors` takes who scores the round, its other record, the ruling on the first one, and the judge.
    """

    vary: Vary
    find_errors: Callable[[RoundScorer, Variation, Ruling, Judge], Iterator[Failure]]
    fits: Callable[[Ruling], bool] = lambda _: True
    """Whether a round on which there is this ruling can be told so."""


def with_record_variations(
    scored_rounds: Iterable[RoundScorer], seed: int, number: int, further: Mapping[str, RecordKind] = MappingProxyType({})
) -> Iterator[RoundScorer]:
    """The rounds, each to be scored; and some of them once more, on another record. `further` are kinds of one game."""
    kinds = {**RECORD_KINDS, **further}
    rng = Random(seed * 1_000_003 + number)  # noqa: S311 - play that can be repeated, no secret
    for scored in scored_rounds:
        yield scored
        if not rng.randrange(ONE_IN):
            kind = rng.choice(sorted(kinds))
            yield partial(score_variation, scored, kind, kinds[kind], rng.randrange(1 << 30))


def score_variation(scored: RoundScorer, kind: str, how: RecordKind, seed: int, tally: Tally, judge: Judge) -> None:
    """Score a round on another record; nothing is counted where it cannot be told so, or is judged wrongly anyhow."""
    plain = Tally(tally.seed)
    seen: list[tuple[TableDay, str, Ruling]] = []

    def note(table_day: TableDay, name: str) -> Ruling:
        seen.append((table_day, name, judge(table_day, name)))
        return seen[-1][2]

    scored(plain, note)
    table_day, name, ruling = seen[0]
    varied = how.vary(kind, table_day, name, Random(seed))  # noqa: S311 - play that can be repeated, no secret
    if varied is None or plain.has_failed or not how.fits(ruling):
        return
    tally.count("injected", (kind,))
    found = dict(how.find_errors(scored, varied, ruling, judge))
    if "missed" not in found:
        tally.count("found", (kind,))
    for what, why in found.items():
        tally.count(what, (kind,))
        tally.add_example(f"{name} on another record, {what} ({kind}): {why}")


# Second versions


def _second_version(kind: str, table_day: TableDay, name: str, rng: Random) -> Variation | None:
    """The shoe and its rounds recorded once more, by somebody who typed them and records nothing of the table itself."""
    how = SECOND_VERSIONS[kind]
    entries = [_timed(entry) for entry in table_day.entries] if how.first_has_times else list(table_day.entries)
    if how.counts == "as_much":
        entries = [replace(entry, delivery=entry.delivery._replace(source=FIRST_TYPED)) for entry in entries]
    own = [entry for entry in entries if round_of(entry.subject) is not None or isinstance(entry.event, SHOE_EVENTS)]
    positions: frozenset[int] = frozenset()
    events = [entry.event for entry in own]
    if how.differs:
        alterable = [
            at
            for at, entry in enumerate(own)
            if entry.subject == name and not _is_superseded(own, at) and _altered(events[at], rng) is not None
        ]
        if not alterable:
            return None
        at = rng.choice(alterable)
        events[at] = _altered(events[at], rng) or events[at]
        positions = frozenset({own[at].position, len(entries) + at + 1})
    for number, (entry, event) in enumerate(zip(own, events, strict=True), 1):
        time = entry.delivery.time if how.second_has_times else None
        delivery = Delivery(event, SECOND_SOURCE, str(number), number, entry.subject, time)
        entries.append(Entry(len(entries) + 1, entry.stream, len(entries) + 1, "", delivery))
    if how.counts == "alone":
        adopted = AccountAdopted(account=SECOND_SOURCE.replace("/", "."), by="management")
        day = table_day.day
        entries.append(Entry(len(entries) + 1, own[0].stream, len(entries) + 1, "", Delivery(adopted, "desk", "1", 1, day)))
    mapped = {len(table_day.entries) + number: entry.position for number, entry in enumerate(own, 1)}
    return Variation(kind, retold(table_day, entries), positions, mapped)


def _timed(entry: Entry) -> Entry:
    """The entry with the time of a clock that ticks once an event."""
    minute, second = divmod(entry.position, 60)
    hour, minute = divmod(minute, 60)
    return replace(
        entry, delivery=entry.delivery._replace(time=f"2026-01-01T{12 + hour:02}:{minute:02}:{second:02}.000000Z")
    )


def _is_superseded(own: list[Entry], at: int) -> bool:
    """Whether a wager was changed or taken back before bets closed: as what it was laid first makes no difference."""
    placed = own[at].event
    following = (entry.event for entry in own[at + 1 :] if entry.subject == own[at].subject)
    before_close = takewhile(lambda event: not isinstance(event, BetsClosed | CardDealt | BallRested), following)
    return isinstance(placed, WagerPlaced) and any(
        isinstance(event, WagerChanged | WagerWithdrawn) and event.wager == placed.wager for event in before_close
    )


def _altered(event: Event, rng: Random) -> Event | None:
    """The event as another would have it; None where there is nothing to be taken for something else."""
    match event:
        case CardDealt() if is_known(event.card):
            rank = rng.choice([rank for rank in RANKS if rank != event.card[0]])
            return event.model_copy(update={"card": rank + event.card[1:]})
        case WagerPlaced() if event.stake_minor:
            return event.model_copy(update={"stake_minor": event.stake_minor * 2})
        case WagerReturned():
            return event.model_copy(update={"amount_minor": event.amount_minor + 100})
        case BallRested():
            return event.model_copy(update={"pocket": "17" if event.pocket != "17" else "20"})
    return None


def _version_errors(scored: RoundScorer, varied: Variation, _: Ruling, judge: Judge) -> Iterator[Failure]:
    """What the second version changes, and should not; and whether it is found where it differs."""
    differing: list[Finding] = []

    def without_differences(_: TableDay, name: str) -> Ruling:
        ruled = judge(varied.table_day, name)
        differing.extend(finding for finding in ruled.findings if finding.kind in DIFFERENCES)
        held = (finding for finding in ruled.findings if finding.kind not in DIFFERENCES)
        return replace(ruled, findings=tuple(_as_of_first(finding, varied) for finding in held))

    yield from scored_errors(scored, without_differences)
    found = {finding.position for finding in differing}
    if varied.positions and not found & varied.positions:
        yield "missed", f"the versions differ at {sorted(varied.positions)}, found at {sorted(found)}"
    if len(found) > bool(varied.positions):
        yield "invented", f"{len(differing)} differences of the versions"


def _as_of_first(finding: Finding, varied: Variation) -> Finding:
    """A finding at the entry of the first version, where it is at that of the second."""
    return replace(finding, position=varied.first_positions.get(finding.position, finding.position))


def with_events(entries: list[Entry], at: int, events: list[Event]) -> list[Entry]:
    """The entries with others instead of one; the ledger has those that are added last, the source in their place."""
    changed, added = entries[at], list[Entry]()
    for number, event in enumerate(events):
        position = changed.position if not number else len(entries) + number
        added.append(replace(changed, position=position, delivery=changed.delivery._replace(event=event)))
    line = [*entries[:at], *added, *entries[at + 1 :]]
    own = [entry for entry in line if entry.source == changed.source]
    numbered = {
        id(entry): replace(entry, delivery=entry.delivery._replace(id=str(number), sequence=number))
        for number, entry in enumerate(own, 1)
    }
    return sorted((numbered.get(id(entry), entry) for entry in line), key=lambda entry: entry.position)


def scored_errors(scored: RoundScorer, judge: Judge) -> Iterator[Failure]:
    """What the drill of the game counts in a ruling."""
    tally = Tally(0)
    scored(tally, judge)
    for what in FAILURES:
        if getattr(tally, what):
            yield what, tally.examples[0]


# Gaps


def _entry_missing(kind: str, table_day: TableDay, name: str, rng: Random) -> Variation | None:
    """An entry of the round was lost on its way, or refused."""
    entries = list(table_day.entries)
    own = [at for at, entry in enumerate(entries) if entry.subject == name and not isinstance(entry.event, KEPT)]
    if not own:
        return None
    at = rng.choice(own)
    lost, is_seen = entries[at], True
    if kind == "entry_lost":
        if at == len(entries) - 1:
            return None
        is_seen = _is_missed_in(name, entries[:at], entries[at + 1 :])
        del entries[at]
    else:
        refusal = DeliveryQuarantined(
            digest="sha256:" + "0" * 64,
            length=1,
            reason="it could not be read",
            feed="drill",
            line=lost.position,
            source=lost.source,
            delivery=lost.delivery.id,
            sequence=lost.delivery.sequence,
            about=name,
        )
        entries[at] = replace(lost, delivery=Delivery(refusal, HOUSE, f"refused-{lost.position}", None, name))
    is_traceless = isinstance(lost.event, HAPPENINGS)
    return Variation(
        kind, retold(table_day, entries), frozenset({lost.position}), is_seen=is_seen, is_traceless=is_traceless
    )


def _is_missed_in(name: str, before: Sequence[Entry], behind: Sequence[Entry]) -> bool:
    """Whether an entry that was lost between others was of this round by all appearance: the next one is of it, or it was
    in progress.
    """
    closed = any(isinstance(entry.event, RoundClosed) and entry.subject == name for entry in before)
    return _nearest_round(behind) == name or (not closed and _nearest_round(before[::-1]) == name)


def _nearest_round(entries: Iterable[Entry]) -> str | None:
    """The round that the first of the entries is about, of those that are about one."""
    return next(filter(None, (round_of(entry.subject) for entry in entries)), None)


def _gap_errors(_: RoundScorer, varied: Variation, whole: Ruling, judge: Judge) -> Iterator[Failure]:
    """What is stated without condition on a record with a gap, and is not so on the whole record.

    A notice or a payment that came after the round was closed, and was lost before the entries of a later one, is missing
    there by all appearance: it need not be listed where nothing follows from it. What was paid on record may be right
    although it is not known that a part of the stake was taken up.
    """
    ruling = judge(varied.table_day, whole.round.name)
    if varied.is_seen and not getattr(ruling, "incomplete", ()):
        yield "missed", "what is missing is not listed"
    yield from _stated_beyond(ruling, whole, lambda award: varied.is_traceless or _is_as_paid(award))


def _is_as_paid(award: Award) -> bool:
    return award.wager_due.on_record and award.wager_due.kept_minor == award.awarded_minor


def _stated_beyond(
    ruling: Ruling, whole: Ruling, may_be_given: Callable[[Award], bool] = lambda _: False
) -> Iterator[Failure]:
    """What a ruling on less of a record states without condition, and the whole record does not bear out.

    A payment that is wrong under some reading was wrong as the table lay too where that is all that is known to be due.
    """
    borne_out = {finding.kind for finding in whole.findings} | RECORD_FINDINGS
    if "wrong_payment" in borne_out:
        borne_out |= {"mispaid_as_dealt"}
    stated = {finding.kind for finding in ruling.findings if not finding.branch_ids}
    if invented := stated - borne_out:
        yield "invented", f"{', '.join(sorted(invented))} in any case"
    right = {award.wager_due.wager: award for award in whole.awards}
    for award in ruling.awards:
        of_whole = right.get(award.wager_due.wager)
        if award.awarded_minor is None or of_whole is None:
            continue
        if award.awarded_minor not in _possible_dues(whole, award.wager_due.wager) and not may_be_given(award):
            yield "wrong_money", f"{award.wager_due.wager} is awarded {award.awarded_minor}"
        if award.wager_due.unpaid and not of_whole.wager_due.unpaid:
            yield "wrong_money", f"{award.wager_due.wager} is owed because of what is missing"
    if ruling.verdict == "correct" and whole.verdict == "stands":
        yield "wrong_money", "a payment is to be corrected because of what is missing"


def _possible_dues(ruling: Ruling, wager: str) -> set[int | None]:
    """What is due on a bet under some reading."""
    return {claim.due_minor for branch in ruling.branches for claim in branch.outcome.wagers_due if claim.wager == wager}


# Sources that cannot report


def _source_without_topic(kind: str, table_day: TableDay, name: str, rng: Random) -> Variation | None:
    """The sources declare that they cannot report one kind of event of the round, and report none of it."""
    own = [entry.event for entry in table_day.entries if entry.subject == name]
    establishing = {type(event) for event in own if _is_establishing(event)}
    if not _is_followed(table_day, name):
        establishing.add(RoundClosed)
    silent_on = sorted(topic_stem(kind.TOPIC) for kind in {type(event) for event in own} - establishing)
    if not silent_on:
        return None
    stem = rng.choice(silent_on)
    entries = _renumbered(entry for entry in table_day.entries if topic_stem(type(entry.event).TOPIC) != stem)
    others = ",".join(sorted({topic_stem(kind.TOPIC) for kind in REGISTRY.values() if kind.FROM_FEEDS} - {stem}))
    for source in sorted({entry.source for entry in entries} - {HOUSE}):
        position = table_day.entries[-1].position + len(entries)
        declared = Delivery(SourceTopicsDeclared(about=source, topics=others), HOUSE, source, None, table_day.day)
        entries.append(replace(entries[0], position=position, delivery=declared))
    return Variation(kind, retold(table_day, entries), bet=stem)


def _is_followed(table_day: TableDay, name: str) -> bool:
    """Whether another round was dealt after it: else it is its close alone that tells it from one in play."""
    drawn = [entry.subject for entry in table_day.entries if isinstance(entry.event, CardDealt | BallSpun | BallRested)]
    return bool(drawn) and drawn[-1] != name


def _is_establishing(event: Event) -> bool:
    """Whether it would be another round if this had not happened, or had happened without a word of it."""
    runs_with_the_wheel = isinstance(event, BallSpun) and event.ball is not None and event.ball == event.wheel
    return runs_with_the_wheel or isinstance(event, (*ESTABLISHING, *HAPPENINGS))


def _renumbered(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, numbered anew by each source."""
    numbers: dict[str, int] = {}
    found = []
    for entry in entries:
        numbers[entry.source] = numbers.get(entry.source, 0) + 1
        number = numbers[entry.source]
        found.append(replace(entry, delivery=entry.delivery._replace(id=str(number), sequence=number)))
    return found


def _unreported_errors(_: RoundScorer, varied: Variation, whole: Ruling, judge: Judge) -> Iterator[Failure]:
    """What is held against somebody because a source is silent on what it cannot report."""
    for what, why in _stated_beyond(judge(varied.table_day, whole.round.name), whole):
        yield what, f"without {varied.bet}: {why}"


def retold(table_day: TableDay, entries: list[Entry]) -> TableDay:
    return build_table_day(entries, table_day.editions, table_day.carried_shoe)


class SecondVersion(NamedTuple):
    """Whether the first and the second version of a round have times, and whether they differ."""

    first_has_times: bool
    second_has_times: bool
    differs: bool
    counts: Literal["less", "as_much", "alone"] = "less"


SECOND_VERSIONS: Final = {
    "second_version_untimed": SecondVersion(first_has_times=False, second_has_times=False, differs=False),
    "second_version_timed": SecondVersion(first_has_times=True, second_has_times=True, differs=False),
    "second_version_untimed_beside_times": SecondVersion(first_has_times=True, second_has_times=False, differs=False),
    "second_version_timed_beside_none": SecondVersion(first_has_times=False, second_has_times=True, differs=False),
    "second_version_adopted": SecondVersion(first_has_times=True, second_has_times=False, differs=False, counts="alone"),
    "second_version_counts_as_much": SecondVersion(
        first_has_times=False, second_has_times=False, differs=False, counts="as_much"
    ),
    "second_version_differs_untimed": SecondVersion(first_has_times=False, second_has_times=False, differs=True),
    "second_version_differs_timed": SecondVersion(first_has_times=True, second_has_times=True, differs=True),
}
GAPS: Final = frozenset({"entry_lost", "entry_refused"})
RECORD_KINDS: Final[dict[str, RecordKind]] = {
    **dict.fromkeys(SECOND_VERSIONS, RecordKind(_second_version, _version_errors)),
    **dict.fromkeys(GAPS, RecordKind(_entry_missing, _gap_errors)),
    "source_cannot_report": RecordKind(_source_without_topic, _unreported_errors),
}
"""How the record of a round is changed, in every game."""
