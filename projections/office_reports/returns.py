"""Returns to authorities, made from the cases on record: nothing in them is typed by hand, and nothing is guessed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Final
from zoneinfo import ZoneInfo

from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casebook import Casebook
from ledger.cases.deadlines import end_of, local_day
from ledger.corrections import opening_of
from ledger.entry import Entry
from ledger.events.cases import (
    CaseAppealed,
    CaseClosed,
    CaseReopened,
    ClaimStated,
    ClaimWithdrawn,
    LetterSent,
    PersonNamed,
    ResolutionAttempted,
)
from ledger.events.play import RoundOpened
from ledger.events.table import TableOpened
from ledger.house import house_settings
from ledger.values.subjects import play_stream
from ledger.values.times import format_instant, in_zone
from projections.answers.status import case_status
from projections.documents.returns import (
    ComplaintDocument,
    ComplaintRecordDocument,
    MgaDisputeDocument,
    MgaReturnDocument,
    columns_of,
)
from projections.read_models.settlements import CaseSettlement, case_settlements, decided_at

MGA_NOTES: Final = (
    "Made to fill in the ADR Report of the Licensee Portal. The authority's notices name the ADR entity, the player ID, "
    "the subject-matter and the conclusion; the columns and categories of its manual could not be verified.",
    "Whether the directive covers gaming premises besides remote gaming could not be verified.",
    "The conclusion of an ADR entity is not on record: those columns are empty, and are to be filled in by hand.",
    "The ledger keeps ids of players and no names, addresses or nationalities: what else the authority asks of the parties "
    "is to be filled in by hand.",
)
NL_NOTES: Final = (
    "No list of required fields of the Netherlands could be verified, neither for casinos nor for remote gaming: whether "
    "the licence or the Kansspelautoriteit asks for these columns, or for others, must be checked before use.",
    "Columns marked `form` are those of complaint records of other authorities, each named; columns marked `own` are the "
    "house's.",
    "The ledger keeps ids of players and no names, addresses, telephone numbers or nationalities: those columns are empty.",
    "The complaints are those that came in the period; what became of them is told as it stands now.",
)
NO_HOUSE: Final = "The house's settings are not on record: licensee and licence are empty, and days are those of UTC."
NOT_OVER: Final = "The month is not over: disputes may still be referred in it."
DUE_DAY: Final = 20
"""Of the following month."""


@dataclass(frozen=True)
class _CaseOnRecord:
    """A case with what its table's day says of it, in the house's zone."""

    case: Case
    entries: list[Entry]
    zone: ZoneInfo

    @cached_property
    def opening(self) -> TableOpened:
        opened = opening_of(self.entries)
        assert opened is not None  # a case is about a table that was opened
        return opened

    @cached_property
    def acts(self) -> list[CaseAct]:
        """What was done and holds."""
        return [act for act in self.case.taken if act.refused is None]

    @cached_property
    def settlements(self) -> list[CaseSettlement]:
        return case_settlements(self.case)

    def day_of(self, act: CaseAct) -> str:
        """The day on which something was done."""
        return self.local_day(decided_at(act))

    def local_day(self, at: str) -> str:
        """The day on which an instant falls in the house's zone."""
        return local_day(at, self.zone).isoformat()

    def acts_of(self, kind: type[Any], **fields: str) -> list[CaseAct]:
        """The acts of a kind, of the player, letter or so named."""
        of_kind = (act for act in self.acts if isinstance(act.event, kind))
        return [act for act in of_kind if all(getattr(act.event, name) == wanted for name, wanted in fields.items())]

    def first_day(self, kind: type[Any], **fields: str) -> str | None:
        """The day of the first act of a kind."""
        return next(map(self.day_of, self.acts_of(kind, **fields)), None)

    def last_day(self, kind: type[Any], **fields: str) -> str | None:
        """The day of the last act of a kind."""
        return next(map(self.day_of, reversed(self.acts_of(kind, **fields))), None)

    def day_after(self, act: CaseAct, kind: type[Any]) -> str | None:
        """The day of the first act of a kind after another act."""
        return next((self.day_of(later) for later in self.acts_of(kind) if later.position > act.position), None)

    @cached_property
    def incident_at(self) -> str | None:
        """When it happened: as the case was opened on it, else when the first of its rounds was opened; in local time."""
        opened = self.case.opened
        times = [
            entry.delivery.time or entry.recorded_at
            for entry in self.entries
            if entry.subject in opened.rounds and isinstance(entry.event, RoundOpened)
        ]
        at = opened.at or min(times, default=None)
        return at and in_zone(at, self.zone).isoformat(timespec="seconds")

    def subject_matter(self, claim: ClaimStated | None) -> str:
        """What a dispute is about: the game, the table and its day, the rounds, and why, as it was noted."""
        opened = self.case.opened
        table, day = opened.day.split("/")
        about = f"{self.opening.game.replace('_', ' ')}, table {table}, {day}"
        if opened.rounds:
            about += ", round " + ", ".join(name.rsplit("/", 1)[1] for name in opened.rounds)
        elif opened.shoe:
            about += f", shoe {opened.shoe}"
        return about + (f"; {claim.reason.replace('_', ' ')}" if claim and claim.reason else "")


def mga_return(ledger: Ledger, month: str) -> MgaReturnDocument:
    """The disputes that were referred to an ADR entity in a month, `YYYY-MM`, and those whose conclusion was awaited."""
    first, after = _month(month)
    zone, head, notes = _head(ledger)
    is_over = format_instant(ledger.clock()) >= end_of(after - timedelta(days=1), zone)
    return MgaReturnDocument(
        **head,
        notes=[*MGA_NOTES, *notes, *[NOT_OVER] * (not is_over)],
        columns=columns_of(MgaDisputeDocument),
        month=month,
        is_over=is_over,
        due_on=after.replace(day=DUE_DAY).isoformat(),
        disputes=[
            dispute for case in _cases(ledger, zone) for dispute in _disputes(case, first, after - timedelta(days=1))
        ],
    )


def complaint_record(ledger: Ledger, first: date, last: date) -> ComplaintRecordDocument:
    """The complaints that came from the first to the last of these days of the house, both included."""
    zone, head, notes = _head(ledger)
    return ComplaintRecordDocument(
        **head,
        notes=[*NL_NOTES, *notes],
        columns=columns_of(ComplaintDocument),
        first_day=first.isoformat(),
        last_day=last.isoformat(),
        complaints=[
            _complaint(case, player)
            for case in _cases(ledger, zone)
            if first.isoformat() <= case.local_day(case.case.opened.received_at) <= last.isoformat()
            for player in _claimants(case)
        ],
    )


def _month(month: str) -> tuple[date, date]:
    """The first day of a month, and of the one after it."""
    first = date.fromisoformat(f"{month}-01")
    return first, (first + timedelta(days=31)).replace(day=1)


def _head(ledger: Ledger) -> tuple[ZoneInfo, dict[str, Any], list[str]]:
    """The house's zone, what a return begins with, and what is to be noted of it."""
    house = house_settings(ledger)
    if house is None:
        return ZoneInfo("UTC"), {"licensee": None, "licence": None, "zone": "UTC"}, [NO_HOUSE]
    return ZoneInfo(house.zone), {"licensee": house.name, "licence": house.licence, "zone": house.zone}, []


def _cases(ledger: Ledger, zone: ZoneInfo) -> Iterator[_CaseOnRecord]:
    work = Casebook(ledger)
    for case in work.cases():
        if case.opening_refusal is None:
            yield _CaseOnRecord(case, ledger.entries(play_stream(case.opened.day)), zone)


# Malta


def _disputes(case: _CaseOnRecord, first: date, last: date) -> Iterator[MgaDisputeDocument]:
    for act in case.acts:
        if not isinstance(act.event, CaseAppealed) or case.day_of(act) > last.isoformat():
            continue
        ended = [case.day_after(act, kind) for kind in (CaseReopened, CaseClosed)]
        is_new = case.day_of(act) >= first.isoformat()
        if is_new or not any(day is not None and day < first.isoformat() for day in ended):
            yield _dispute(case, act, "referred" if is_new else "awaited", last.isoformat())


def _dispute(case: _CaseOnRecord, act: CaseAct, reported_as: str, until: str) -> MgaDisputeDocument:
    player, opening = act.event.player, case.opening
    claim = _claim(case, player, act)
    given = [settlement for settlement in case.settlements if settlement.act.position < act.position]
    settlement = given[-1] if given else None
    answer = settlement.answer_to(player) if settlement else None
    return MgaDisputeDocument.model_validate(
        {
            "reported_as": reported_as,
            "adr_entity": act.event.body,
            "player_id": player,
            "subject_matter": case.subject_matter(claim),
            "referred_on": case.day_of(act),
            "case": case.case.number,
            "received_on": case.local_day(case.case.opened.received_at),
            "claimed_minor": claim and claim.amount_minor,
            "house_outcome": answer and answer.outcome,
            "house_pays_minor": answer and answer.pay_minor,
            "house_ex_gratia_minor": answer and answer.ex_gratia_minor,
            "answered_on": case.day_of(settlement.act) if settlement and answer else None,
            "currency": opening.currency,
            "minor_digits": opening.minor_digits,
            "reopened_on": _until(until, case.day_after(act, CaseReopened)),
            "closed_on": _until(until, case.day_after(act, CaseClosed)),
        }
    )


def _until(last: str, day: str | None) -> str | None:
    """A day, where it is not after the last one that a return tells of."""
    return day if day is not None and day <= last else None


def _claim(case: _CaseOnRecord, player: str, before: CaseAct | None = None) -> ClaimStated | None:
    """What a player asked for last, before an act where one is named."""
    events = [act.event for act in case.acts if before is None or act.position < before.position]
    return next((e for e in reversed(events) if isinstance(e, ClaimStated) and e.player == player), None)


# The record of complaints


def _claimants(case: _CaseOnRecord) -> list[str]:
    """Everybody who has asked for something, in the order in which they first did."""
    return list(dict.fromkeys(act.event.player for act in case.acts if isinstance(act.event, ClaimStated)))


def _complaint(case: _CaseOnRecord, player: str) -> ComplaintDocument:
    opened, opening, claim = case.case.opened, case.opening, _claim(case, player)
    table, day = opened.day.split("/")
    referral = next((a for a in case.acts if isinstance(a.event, CaseAppealed) and a.event.player == player), None)
    is_withdrawn = player not in case.case.claims
    return ComplaintDocument.model_validate(
        {
            **_answer_given(case, player),
            "case": case.case.number,
            "player_id": player,
            "received_on": case.local_day(opened.received_at),
            "acknowledged_on": case.first_day(LetterSent, player=player),
            "incident_at": case.incident_at,
            "table": table,
            "gaming_day": day,
            "rounds": list(opened.rounds),
            "complaint_type": claim and claim.reason,
            "subject_matter": case.subject_matter(claim),
            "words_digest": claim and claim.words,
            "claimed_minor": claim and claim.amount_minor,
            "currency": opening.currency,
            "minor_digits": opening.minor_digits,
            "persons_involved": _persons(case, "on_the_floor"),
            "witnesses": _persons(case, "witness"),
            "attempts": list(_attempts(case, player)),
            "withdrawn_on": case.last_day(ClaimWithdrawn, player=player) if is_withdrawn else None,
            "referred_to": referral and referral.event.body,
            "referred_on": referral and case.day_of(referral),
            "status": case_status(case.case).word,
            "state": case.case.state,
            "closed_on": case.last_day(CaseClosed) if case.case.state == "closed" else None,
        }
    )


def _answer_given(case: _CaseOnRecord, player: str) -> dict[str, Any]:
    """How the house answered a player last, and what was paid until now."""
    settlement = case.settlements[-1] if case.settlements else None
    answer = settlement.answer_to(player) if settlement else None
    paid = sum(minor for (who, _), minor in case.case.paid.items() if who == player)
    if settlement is None or answer is None:
        empty = ("outcome", "answered_on", "pay_minor", "ex_gratia_minor", "ask_back_minor", "reason", "approved_by")
        return {**dict.fromkeys(empty), "paid_minor": paid}
    return {
        "outcome": answer.outcome,
        "answered_on": case.day_of(settlement.act),
        "pay_minor": answer.pay_minor,
        "ex_gratia_minor": answer.ex_gratia_minor,
        "ask_back_minor": answer.ask_back_minor or 0,
        "paid_minor": paid,
        "reason": answer.ground or answer.reason,
        "approved_by": settlement.approval.event.by,
    }


def _persons(case: _CaseOnRecord, seen_as: str) -> list[str]:
    events = (act.event for act in case.acts if isinstance(act.event, PersonNamed))
    return list(dict.fromkeys(event.person for event in events if event.seen_as == seen_as))


def _attempts(case: _CaseOnRecord, player: str) -> Iterator[str]:
    for act in case.acts:
        if isinstance(act.event, ResolutionAttempted) and act.event.player == player:
            yield f"{case.day_of(act)} {act.event.outcome} {act.event.offered_minor}"
