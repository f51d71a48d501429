"""Checks of a ledger: each shows one thing that an authority may require, from what is on record now."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from ledger.acts.roster import Roster
from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.cases.casebook import Casebook
from ledger.entry import Entry
from ledger.events import REGISTRY
from ledger.events.base import Act
from ledger.events.decisions import AuthorityDecision, RoundSettled, RoundVoided
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.desk import SignedIn
from ledger.events.evidence import ExportMade
from ledger.events.house import EditionAdopted, HouseSettingsRecorded
from ledger.events.play import RoundClosed, RoundInterrupted, RoundOpened
from ledger.events.roster import SourceEnrolled
from ledger.events.shoe import ShoePrepared
from ledger.events.table import DealerChanged, LimitsPosted, TableClosed, TableOpened
from ledger.events.versions import topics_of
from ledger.events.wheel import BallRested, BallSpun
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.log import witnesses
from ledger.house import house_settings
from ledger.mapper import MAPPER
from ledger.recorder.rows import EVERYTHING
from ledger.values.subjects import HOUSE, table_day
from ledger.values.times import format_instant
from ledger.verify.act_check import ActCheck, check_acts
from ledger.verify.schema_check import schema_faults
from ledger.verify.verifier import TOLERANCE, VerificationReport, Verifier
from projections.answers.case_answer import ACKNOWLEDGEMENT, FINAL_POSITION, CaseAnswer
from projections.read_models.round_list import entries_behind

_PAGE: Final = 1024
_NAMED: Final = 3
"""So many places are named of what fails a check; the others are counted."""

Progress = Callable[[int], None]


class Shown(NamedTuple):
    """What a check finds: whether the requirement is met, and what shows it or is missing.

    `is_met` is None where nothing is on record yet on which it could fail.
    """

    is_met: bool | None
    what: str


@dataclass
class Inspected:
    """A ledger that is gone through, read once for all checks. `progress` hears of entries that were verified."""

    ledger: Ledger
    progress: Progress = lambda _: None

    def entries(self, *kinds: type[Any]) -> Iterator[Entry]:
        """Everything on record of these kinds, in order."""
        topics = sorted(topics_of(*kinds))
        after = 0
        while page := self.ledger.recorder.select_notifications(
            after, _PAGE, EVERYTHING, topics=topics, inclusive_of_start=False
        ):
            yield from (entry for entry in map(MAPPER.to_domain_event, page) if isinstance(entry.event, kinds))
            after = page[-1].id

    @cached_property
    def now(self) -> str:
        """The time by the ledger's clock."""
        return format_instant(self.ledger.clock())

    @cached_property
    def verified(self) -> VerificationReport:
        """What going through every entry found."""
        return Verifier(self.ledger).run(self.progress)

    @cached_property
    def roster(self) -> Roster:
        """Who may act for the house."""
        return self.ledger.roster()

    @cached_property
    def settings(self) -> HouseSettingsRecorded | None:
        """What is on record about the house."""
        return house_settings(self.ledger)

    @cached_property
    def cases(self) -> list[Case]:
        """Every case that was opened by somebody who may."""
        work = Casebook(self.ledger)
        return [case for case in work.cases() if case.opening_refusal is None]

    @cached_property
    def answered(self) -> list[Case]:
        """The cases in which an answer was given."""
        return [case for case in self.cases if case.settled]

    @cached_property
    def acts(self) -> list[Entry]:
        """Every act of a person, in order."""
        return list(self.entries(*(kind for kind in REGISTRY.values() if issubclass(kind, Act))))

    @cached_property
    def act_check(self) -> tuple[ActCheck, list[str]]:
        """The signatures under all acts, and what is wrong with them."""
        check = ActCheck(self.roster)
        return check, [f"position {entry.position}: {fault}" for entry, fault in check_acts(self.ledger, check)]

    @cached_property
    def openings(self) -> dict[str, TableOpened]:
        """The tables' days, with how each was opened."""
        return {entry.subject: entry.event for entry in self.entries(TableOpened) if isinstance(entry.event, TableOpened)}

    @cached_property
    def played(self) -> set[str]:
        """The tables' days on which a round was begun."""
        return {table_day(entry.subject) for entry in self.entries(RoundOpened)}

    def days_of(self, *kinds: type[Any]) -> set[str]:
        """The tables' days of which something of these kinds is on record."""
        return {table_day(entry.subject) for entry in self.entries(*kinds)}


Check = Callable[[Inspected], Shown]
CHECKS: Final[dict[str, Check]] = {}
"""By the name that a requirement calls it by."""


def check(function: Check) -> Check:
    """Enters a check under its name."""
    CHECKS[function.__name__] = function
    return function


def _met(what: str) -> Shown:
    return Shown(is_met=True, what=what)


def _missing(what: str) -> Shown:
    return Shown(is_met=False, what=what)


def _nothing(what: str) -> Shown:
    return Shown(is_met=None, what=what)


def _each(what: str, fit: int, failing: list[str], missing: str) -> Shown:
    """Something that must hold of each of several: what holds of all, or of which it does not."""
    if failing:
        more = f" and {len(failing) - _NAMED} more" if len(failing) > _NAMED else ""
        return _missing(f"{missing}: {', '.join(sorted(failing)[:_NAMED])}{more}")
    return _met(f"{what}: {fit:,}") if fit else _nothing(f"nothing is on record yet ({what})")


# The record


@check
def record_unchanged(seen: Inspected) -> Shown:
    """Nothing was changed, removed, put in or moved since it was recorded."""
    report = seen.verified
    if report.misfits:
        return _missing(str(report.misfits[0]))
    return _met(f"all {report.size:,} entries are as they were recorded") if report.size else _NOTHING


_NOTHING: Final = _nothing("nothing is on record yet")


@check
def database_refuses_changes(seen: Inspected) -> Shown:
    """The database itself refuses to change or delete what is on record."""
    dialect = seen.ledger.recorder.dialect
    wrong = list(schema_faults(dialect.name, dialect.schema()))
    return Shown(not wrong, wrong[0] if wrong else "every guard of the tables stands: update and delete are refused")


@check
def record_sealed(seen: Inspected) -> Shown:
    """A checkpoint that the house signed covers the record, but for what came since."""
    report = seen.verified
    open_ = report.size - report.covered
    sealed = f"{report.checkpoints:,} checkpoints cover {report.covered:,} of {report.size:,} entries"
    return Shown(report.checkpoints > 0 and open_ <= TOLERANCE, sealed)


@check
def record_witnessed(seen: Inspected) -> Shown:
    """Somebody outside the house has signed a checkpoint with the time of their own clock."""
    if report := seen.verified.seen:
        name, size, at = max(report, key=lambda witness: witness[1])
        return _met(f"{name} has seen {size:,} entries at {at}")
    return _missing("no witness outside the house has signed a checkpoint; `recoup witness add` names one")


@check
def nothing_is_missing(seen: Inspected) -> Shown:
    """From the first entry on, no position is missing."""
    if any(misfit.position is not None for misfit in seen.verified.misfits):
        return _missing(str(seen.verified.misfits[0]))
    first = seen.ledger.entries(limit=1)
    return _met(f"none is missing since {first[0].recorded_at[:10]}") if first else _NOTHING


@check
def refused_input_kept(seen: Inspected) -> Shown:
    """What was not taken in is kept with its bytes and the reason."""
    positions = [entry.position for entry in seen.entries(DeliveryQuarantined, DeliveryConflicted)]
    kept = seen.ledger.recorder.refused(0, EVERYTHING)
    gone = [f"position {position}" for position in positions if position not in kept]
    if not positions:
        return _met("nothing was refused; what is gets an entry and its bytes are kept")
    return _each("deliveries that were refused, with their bytes", len(positions), gone, "the bytes are gone")


# Who acts


@check
def persons_enrolled(seen: Inspected) -> Shown:
    """At least two people are on the roster, each with offices."""
    people = seen.roster.members
    return Shown(len(people) >= 2, f"{len(people)} people are on the roster, with their offices and keys")


@check
def acts_signed(seen: Inspected) -> Shown:
    """Every act is signed by the key of whoever took it."""
    signatures, faults = seen.act_check
    if faults:
        return _missing(faults[0])
    if not signatures.signed + signatures.claimed:
        return _nothing("nobody has acted yet")
    what = f"{signatures.signed:,} acts are signed, {signatures.claimed:,} are only claimed"
    return Shown(signatures.claimed == 0, what)


@check
def signature_required(seen: Inspected) -> Shown:
    """An act that nobody on the roster signed does not hold any more."""
    required = seen.roster.is_required()
    return Shown(
        required, "acts hold only if signed" if required else "unsigned acts hold; `recoup roster require` ends it"
    )


@check
def two_persons_decide(seen: Inspected) -> Shown:
    """No answer was given that the person who proposed it approved."""
    proposers = {case.number: case.writings[-1].event.by if case.writings else None for case in seen.answered}
    approvers = {case.number: case.approval.event.by for case in seen.answered if case.approval is not None}
    own = [number for number, by in proposers.items() if number not in approvers or approvers[number] == by]
    return _each("answers that a second person approved", len(seen.answered), own, "nobody else approved the answer")


@check
def sign_ins_recorded(seen: Inspected) -> Shown:
    """Whoever used the desk is on the roster, and each sign-in is on record."""
    people = [entry.event.person for entry in seen.entries(SignedIn) if isinstance(entry.event, SignedIn)]
    unknown = sorted({person for person in people if person not in seen.roster.members})
    return _each("sign-ins of people on the roster", len(people), unknown, "not on the roster")


@check
def sources_enrolled(seen: Inspected) -> Shown:
    """Every device and system that delivered is enrolled."""
    enrolled = {entry.event.source for entry in seen.entries(SourceEnrolled) if isinstance(entry.event, SourceEnrolled)}
    delivered = {source for source, *_ in seen.ledger.recorder.sources() if source != HOUSE}
    return _each("sources that are enrolled", len(delivered), sorted(delivered - enrolled), "not enrolled")


# Play


@check
def rounds_complete(seen: Inspected) -> Shown:
    """Each round of a table's day that is over has its end, or was broken off or declared void."""
    begun = {entry.subject for entry in seen.entries(RoundOpened)}
    ended = {entry.subject for entry in seen.entries(RoundClosed, RoundInterrupted, RoundVoided, RoundSettled)}
    open_days = seen.played - seen.days_of(TableClosed)
    without = [name for name in begun - ended if table_day(name) not in open_days]
    return _each("rounds with their course", len(begun), without, "has no end on record")


@check
def rounds_ruled(seen: Inspected) -> Shown:
    """Every round is reconstructed and ruled on, and what was found is on record."""
    behind = entries_behind(seen.ledger.url)
    if behind:
        return _missing(f"{behind:,} entries are not ruled on; `recoup follow --once` does it")
    return _met(f"the rounds of {len(seen.played):,} tables' days are ruled on") if seen.played else _NOTHING


@check
def dealers_named(seen: Inspected) -> Shown:
    """Of each table's day with play it is on record who dealt."""
    without = seen.played - seen.days_of(DealerChanged)
    return _each("tables' days whose dealers are named", len(seen.played), sorted(without), "no dealer is named")


@check
def limits_posted(seen: Inspected) -> Shown:
    """Of each table's day with play the limits are on record."""
    without = seen.played - seen.days_of(LimitsPosted)
    return _each("tables' days whose limits are on record", len(seen.played), sorted(without), "no limits are on record")


@check
def shoes_prepared(seen: Inspected) -> Shown:
    """Of each table's day with cards the preparation of a shoe is on record."""
    cards = seen.played - seen.days_of(BallSpun, BallRested)
    without = cards - seen.days_of(ShoePrepared)
    return _each("tables' days whose shoes are on record", len(cards), sorted(without), "no shoe was prepared on record")


@check
def rules_adopted(seen: Inspected) -> Shown:
    """Each table played by an edition of the rules that the house adopted, word for word on record."""
    adopted = {entry.event.rulebook for entry in seen.ledger.rulebooks() if hasattr(entry.event, "rulebook")}
    without = [day for day in seen.played if day in seen.openings and seen.openings[day].rulebook not in adopted]
    return _each("tables' days by an adopted edition", len(seen.played), without, "the rulebook was never adopted")


@check
def rule_changes_by_two(seen: Inspected) -> Shown:
    """An edition of the house's own holds once a second person has confirmed it."""
    adoptions = [adoption for adoption in seen.ledger.adoptions().rows if isinstance(adoption.event, EditionAdopted)]
    holding = [adoption for adoption in adoptions if adoption.position is not None and adoption.by is not None]
    single = [adoption.event.edition for adoption in holding if adoption.confirmed_by in (None, adoption.by)]
    if not holding:
        return _met("the editions that come with the program hold; another needs a second person")
    return _each("editions that two people adopted", len(holding), single, "one person adopted")


@check
def tables_closed(seen: Inspected) -> Shown:
    """Each table's day but the last of a table was closed."""
    last = {day.split("/")[0]: day for day in sorted(seen.openings)}
    ended = {day for day in seen.openings if last[day.split("/")[0]] != day}
    return _each(
        "tables' days that were closed", len(seen.openings), sorted(ended - seen.days_of(TableClosed)), "never closed"
    )


@check
def voids_by_authority(seen: Inspected) -> Shown:
    """Whatever was declared void or invalid was declared by somebody in an office, and attempts without it do not hold."""
    taken = [entry for entry in seen.acts if isinstance(entry.event, AuthorityDecision)]
    decisions = [entry for entry in taken if entry.delivery.causation is None]  # what follows from a case rests on its acts
    without = [f"position {entry.position}" for entry in decisions if not getattr(entry.event, "office", None)]
    return _each("decisions at tables, each with its office", len(decisions), without, "no office is named")


# Disputes


@check
def house_named(seen: Inspected) -> Shown:
    """The house's name, licence, address and signatories are on record."""
    found = seen.settings
    return Shown(found is not None, found.licence if found else "not on record; `recoup house set FILE` records it")


@check
def dispute_body_named(seen: Inspected) -> Shown:
    """The body outside the house to which a player may go is named, and letters say so."""
    body = seen.settings.dispute_body if seen.settings else None
    return Shown(body is not None, body.name if body else "no body is named; `recoup house set FILE` names one")


@check
def complaints_recorded(seen: Inspected) -> Shown:
    """Each complaint has its number, the day of receipt, the round, the player's claim, and every step with its time."""
    without = [case.number for case in seen.cases if not case.claims]
    return _each("cases with claims and their course", len(seen.cases), without, "no claim is stated")


@check
def complaints_in_time(seen: Inspected) -> Shown:
    """Each complaint came to the house's final position within its term, or the term still runs."""
    late = _late(seen, FINAL_POSITION)
    return _each("cases answered within their terms", len(seen.cases), late, "the final position is late")


@check
def acknowledged_in_time(seen: Inspected) -> Shown:
    """Each complaint was acknowledged within its term, or the term still runs."""
    late = _late(seen, ACKNOWLEDGEMENT)
    return _each("cases acknowledged within their terms", len(seen.cases), late, "the acknowledgement is late")


def _late(seen: Inspected, what: str) -> list[str]:
    """The cases in which the house was late, or is, with one of its duties."""
    clocks = {case.number: CaseAnswer(case, seen.now).clock(what) for case in seen.cases}
    return [number for number, clock in clocks.items() if clock is not None and clock.is_late]


@check
def terms_set(seen: Inspected) -> Shown:
    """The terms of the house's jurisdiction are set for each case when it is opened."""
    without = [case.number for case in seen.cases if not case.opened.jurisdiction]
    return _each("cases under a jurisdiction's terms", len(seen.cases), without, "no jurisdiction's terms are set")


@check
def answers_with_reasons(seen: Inspected) -> Shown:
    """Each answer names the rules that it rests on, and rests on a ruling."""
    without = [case.number for case in seen.answered if not case.rulings]
    return _each("answers that rest on rulings", len(seen.answered), without, "no ruling is taken into the case")


@check
def answers_written(seen: Inspected) -> Shown:
    """Each claimant who was answered was written to, and the letter is on record."""
    written_to = {case.number: {letter.event.player for letter in case.letters()} for case in seen.answered}
    without = [case.number for case in seen.answered if not set(case.answers()) <= written_to[case.number]]
    return _each("answered cases whose letters are on record", len(seen.answered), without, "no letter is on record")


@check
def awards_paid(seen: Inspected) -> Shown:
    """What was awarded was paid, and each payment is on record."""
    answers = (CaseAnswer(case, seen.now) for case in seen.answered)
    owing = [answer.case.number for answer in answers if any(row.owed_minor for row in answer.outstanding)]
    return _each("answered cases in which all is paid", len(seen.answered), owing, "still to be paid")


@check
def footage_named(seen: Inspected) -> Shown:
    """Each case has its footage or files, by digest or by camera and time."""
    without = [case.number for case in seen.cases if not case.evidence]
    return _each("cases with evidence", len(seen.cases), without, "no evidence is attached")


@check
def footage_held(seen: Inspected) -> Shown:
    """Footage of an open case is kept: a hold is placed, or it does not expire yet."""
    today = seen.now[:10]
    waiting = [case for case in seen.cases if case.state != "closed"]
    lost = [
        case.number
        for case in waiting
        if not case.held and any(each.expires_on is not None and each.expires_on < today for each in case.evidence)
    ]
    return _each("open cases whose evidence is kept", len(waiting), lost, "the footage has expired and no hold is placed")


@check
def decisions_registered(seen: Inspected) -> Shown:
    """Every decision in a case is on record with who took it, in which office, when."""
    decided = [act for case in seen.cases for act in case.taken if act.event.DECIDES]
    without = [f"position {act.position}" for act in decided if not act.event.by]
    return _each("decisions in cases", len(decided), without, "nobody is named")


# What leaves the house, and persons


@check
def exports_recorded(seen: Inspected) -> Shown:
    """What was handed out is on record with its scope and digest, so it can be shown and proven."""
    count = sum(1 for _ in seen.entries(ExportMade))
    return Shown(count > 0, f"{count:,} packages are on record" if count else "none was made; `recoup export` makes one")


@check
def witnesses_named(seen: Inspected) -> Shown:
    """Who outside the house keeps checkpoints is on record."""
    named = [witness.name for witness in witnesses(seen.ledger)]
    return Shown(bool(named), ", ".join(named) or "no witness is named; `recoup witness add` names one")


@check
def checkpoints_kept(seen: Inspected) -> Shown:
    """The checkpoints are counted without a gap, each with the reason for which it was made."""
    with closing(CheckpointStore(seen.ledger.url)) as store:
        numbers = [checkpoint.number for checkpoint in store.checkpoints()]
    dense = numbers == list(range(1, len(numbers) + 1))
    return Shown(
        bool(numbers) and dense, f"{len(numbers):,} checkpoints, counted without a gap" if numbers else "none is made"
    )
