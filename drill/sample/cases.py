"""The bundled dispute: about a misdealt round, with an answer that neither its writer nor an administrator approves."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework, Complaint
from ledger.events import cases as case_events
from ledger.events.cases import LetterKind
from ledger.events.table import DealerChanged
from ledger.merkle import digest
from ledger.roster.signing import ActSigner
from ledger.values.subjects import play_stream, table_day
from ledger.values.times import format_instant, parse_instant
from projections.answers.round_answer import round_answer
from projections.messages.catalogue import Catalogue
from projections.read_models.cases import ruling_taken
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import case_letter
from projections.reports.forms import render
from projections.rulings.judge import LedgerJudge
from replay.ruling.ruling import Award, Ruling

JURISDICTION: Final = "uk"
REASON: Final = "misdealt_coup"
INVESTIGATOR: Final = "I7"
MANAGER: Final = "E7"
APPROVER: Final = "A7"
ADMINISTRATOR: Final = "Z7"
MINUTE: Final = 60_000_000
"""In microseconds."""

CAMERA: Final = "C12"
CAMERA_OFFSET_MS: Final = 2_500
RECEIVED: Final = "2026-01-18T10:00:00Z"
"""When the player complains, the morning after; the acts follow a minute apart."""


class _CaseRun:
    """A case that is worked on act by act, a minute apart."""

    def __init__(self, ledger: Ledger, complaint: Complaint, signers: Mapping[str, ActSigner]):
        self._ledger, self._signers = ledger, signers
        self._casework, self._minutes = Casework(ledger, LedgerJudge(ledger)), count()
        ledger.signer = signers.get(complaint.by)
        self.number = self._casework.open(complaint, self._next_time())

    def _next_time(self) -> str:
        return format_instant(parse_instant(RECEIVED) + next(self._minutes) * MINUTE)

    def perform(self, *events: case_events.CaseworkAct) -> None:
        """Does these acts; what is refused is an attempt on record."""
        for event in events:
            self._ledger.signer = self._signers.get(event.by)
            self._casework.act(self.number, event, self._next_time())
        self._ledger.signer = None

    def send(self, letter: LetterKind, player: str, folder: Path) -> None:
        """Writes a letter of the house to the player into a folder, and records it as sent."""
        at, words = self._next_time(), Catalogue()
        file = gather_case_file(self._ledger, self.number, words, mask_names=False)
        pdf = render("pdf", case_letter(file, letter, player, words, file.house, None, at))
        (folder / letter_name(letter, player)).write_bytes(pdf)
        sent = {"player": player, "letter": letter, "language": words.language, "digest": digest(pdf)}
        self.perform(case_events.LetterSent.model_validate({"by": MANAGER, "role": "dispute_manager", **sent}))

    @property
    def proposal(self) -> str:
        """The digest of what is proposed."""
        return self._casework.case(self.number).digest or ""


def letter_name(letter: LetterKind, player: str) -> str:
    """The file of a letter that was sent."""
    return f"{letter}-{player}.pdf"


def existing_case(ledger: Ledger) -> str | None:
    """The dispute's number, where it was run in a ledger."""
    work = Casebook(ledger)
    return next((number for number in work.numbers() if work.case(number).opened.by == INVESTIGATOR), None)


def run(ledger: Ledger, ruling: Ruling, signers: Mapping[str, ActSigner] | None = None, letters: Path | None = None) -> str:
    """Opens a case on a misdealt round, takes it to the settled answer, and says its number.

    `signers` are the keys of those who act; acts of others are only claimed. Acknowledgement and final letter are written
    to the folder `letters`, for which the house's settings must be on record; without a folder neither is sent.

    The wagers of the player who is owed most are put where the ruling, or the best of its readings, puts them.
    """
    answer, name = _answer(ruling), ruling.round.name
    complaint = Complaint(INVESTIGATOR, "investigator", table_day(name), (name,), jurisdiction=JURISDICTION)
    held = _CaseRun(ledger, complaint, signers or {})
    taken = ruling_taken(ledger, name, INVESTIGATOR, "investigator")
    held.perform(
        case_events.ClaimStated(
            by=INVESTIGATOR, role="investigator", player=answer.player, amount_minor=answer.pay_minor, reason=REASON
        )
    )
    if letters is not None:
        held.send("acknowledgement", answer.player, letters)
    held.perform(
        *_evidence_acts(ledger, ruling),
        taken,
        case_events.RulingProposed(by=MANAGER, role="dispute_manager", answers=(answer,), rulings=(taken.digest,)),
    )
    proposal = held.proposal
    held.perform(
        case_events.RulingApproved(by=MANAGER, role="approver", proposal=proposal),
        case_events.RulingApproved(by=ADMINISTRATOR, role="administrator", proposal=proposal),
        case_events.RulingApproved(by=APPROVER, role="approver", proposal=proposal),
        case_events.CaseSettled(by=MANAGER, role="dispute_manager", proposal=proposal),
    )
    if letters is not None:
        held.send("final", answer.player, letters)
    held.perform(
        case_events.PlayerPaid(by=MANAGER, role="dispute_manager", player=answer.player, amount_minor=answer.pay_minor)
    )
    return held.number


def _evidence_acts(ledger: Ledger, ruling: Ruling) -> Iterator[case_events.CaseworkAct]:
    """Who dealt, what was filmed from a minute before to a minute after, and the hold on it."""
    who: dict[str, Any] = {"by": INVESTIGATOR, "role": "investigator"}
    device_times = (round_entry.entry.delivery.time for round_entry in ruling.round.entries)
    times = sorted(parse_instant(at) for at in device_times if at is not None)
    entries = ledger.entries(play_stream(ruling.round.name))
    before = (entry for entry in entries if entry.position < ruling.round.entries[0].position)
    *_, dealer = (entry.event.dealer for entry in before if isinstance(entry.event, DealerChanged))
    yield case_events.PersonNamed(**who, person=dealer, seen_as="on_the_floor", office_held="dealer")
    yield case_events.EvidenceAttached(
        **who,
        evidence="overhead",
        camera=CAMERA,
        offset_ms=CAMERA_OFFSET_MS,
        begins_at=format_instant(times[0] - MINUTE),
        ends_at=format_instant(times[-1] + MINUTE),
        expires_on=format_instant(times[-1] + 28 * 24 * 60 * MINUTE)[:10],
    )
    yield case_events.HoldPlaced(**who, reason="dispute")


def most_owed(rulings: Iterable[Ruling]) -> Ruling:
    """The misdealt round, of those that were paid, in which a player is owed most."""
    misdealt = [ruling for ruling in rulings if ruling.branches[0].outcome.standing and _is_paid(ruling)]
    return max(misdealt, key=lambda ruling: max(_owed_by_player(ruling).values(), default=0))


def _is_paid(ruling: Ruling) -> bool:
    return all(row.wager_due.paid_minor is not None for row in ruling.awards)


def _owed_by_player(ruling: Ruling) -> dict[str, int]:
    """What each player is owed beyond what was paid, in minor units; negative where too much was paid."""
    sums: dict[str, int] = {}
    for row in ruling.awards:
        player = row.wager_due.player
        sums[player] = sums.get(player, 0) + _due_minor(row) - (row.wager_due.paid_minor or 0)
    return sums


def _due_minor(award: Award) -> int:
    """What goes back on a wager: as awarded, as if claimed, else what was paid."""
    amounts = (award.awarded_minor, award.if_claimed_minor, award.wager_due.paid_minor)
    return next((minor for minor in amounts if minor is not None), 0)


def _answer(ruling: Ruling) -> case_events.Answer:
    """The answer to the player who is owed most."""
    owed = _owed_by_player(ruling)
    player = max(owed, key=lambda player_id: owed[player_id])
    given = tuple(
        case_events.WagerAward(round=ruling.round.name, wager=row.wager_due.wager, due_minor=_due_minor(row))
        for row in ruling.awards
        if row.wager_due.player == player
    )
    return case_events.Answer(
        player=player,
        outcome="upheld",
        pay_minor=owed[player],
        awards=given,
        clauses=round_answer(ruling).decisive_clauses,
        reason=REASON,
    )
