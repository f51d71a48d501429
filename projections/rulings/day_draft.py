"""A day's rulings as what is to be recorded of them: what is new, what is withdrawn, and why."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import takewhile
from typing import Final

from ledger.acts.adoptions import EngineAdoptions
from ledger.acts.roster import Roster
from ledger.entry import Delivery
from ledger.errors import RecoupError
from ledger.events import Event
from ledger.events.decisions import AuthorityAct
from ledger.events.play import CorrectionBegun, CorrectionCompleted
from ledger.events.rulings import (
    DecisionWeighed,
    IrregularityFound,
    IrregularityWithdrawn,
    RoundNotRuled,
    RoundRuled,
    ShoeRuled,
    WithdrawalReason,
)
from ledger.events.table import AccountCorrected, AmbiguityResolved
from ledger.ingest import PendingEntry
from ledger.table_standing import Decision, ShoeState
from ledger.values.refusals import refusal_fields
from ledger.values.subjects import HOUSE, ruling_stream
from projections.read_models.rows import RulingRecord
from projections.rulings.events import engine_digest, irregularity, rests_on, round_ruled, rulings_begun
from projections.rulings.on_record import DayRulings, StandingRuling
from replay import ENGINE
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

_REASONS: Final[Sequence[tuple[WithdrawalReason, type | tuple[type, ...]]]] = (
    ("correction", AccountCorrected),
    ("resolution", AmbiguityResolved),
    ("decision", AuthorityAct),
    ("correction", (CorrectionBegun, CorrectionCompleted)),
)


NOT_COMPARED: Final = ("head", "by", "irregularities", "supersedes", "reason", "asked", "asked_besides")
"""What two rulings that come to the same may differ in: when and by which engine they were made."""


class DayDraft:
    """What is to be recorded of the rulings on a table's day, given what stands already."""

    def __init__(
        self,
        story: TableDay,
        standing: DayRulings,
        head: int,
        adoptions: EngineAdoptions | None = None,
        story_as_of: Callable[[int], TableDay] | None = None,
        is_contradicted: Callable[[StandingRuling], bool] = lambda _: False,
    ):
        self.drafts: list[PendingEntry] = []
        self.editions: list[Edition] = []
        """The editions by which something is ruled on here."""
        self._story = story
        self._day = story.day
        self._head = head
        self._stream = ruling_stream(story.day)
        self._standing = standing
        self._begun = dict(standing.begun)
        self._adoptions = adoptions or EngineAdoptions(Roster())
        self._is_contradicted = is_contradicted
        self._story_as_of = cache(story_as_of or (lambda _: story))

    def add(self, ruling: Ruling) -> None:
        """The ruling on a round, if it is not what stands."""
        event = round_ruled(ruling, self._head, self._number_of(ruling))
        self._add_round(event, ruling, self._standing.rounds.get(ruling.round.name))

    def add_failure(self, name: str, error: Exception) -> None:
        """That no ruling on a round could be made, if that is not what stands."""
        event = RoundNotRuled(engine=ENGINE, engine_digest=engine_digest(), fault=type(error).__name__, head=self._head)
        before = self._standing.failures.get(name)
        if before is None or event != before.model_copy(update={"head": self._head}):
            self._draft(event, f"not_ruled:{name}:{self._head}", name)

    def is_unremarkable(self, ruling: Ruling) -> bool:
        """Whether a round that is still being dealt gives nothing to say yet."""
        round_, before = ruling.round, self._standing.rounds.get(ruling.round.name)
        if before is not None and self._is_contradicted(before):
            return False
        known = before.event.head if before else min(round_.basis)
        if round_.is_over or self._story.is_closed or any(decision.position > known for decision in round_.decisions):
            return False
        if round_.standing != (before.event.standing if before else "open"):
            return False
        findings = [irregularity(finding) for finding in ruling.findings]
        return findings == (list(before.irregularities.values()) if before else [])

    def add_shoes(self, names: Iterable[str]) -> None:
        """How the shoes of these rounds stand."""
        of_shoes = {round_.shoe: round_ for round_ in map(self._story.rounds.__getitem__, names) if round_.shoe is not None}
        for shoe, round_ in of_shoes.items():
            self._add_shoe(shoe, round_.decks, self._story.standings.shoes.get(shoe, ShoeState()))

    def add_decisions(self) -> None:
        """Which of the day's decisions hold."""
        for decision in self._story.standings.decisions:
            if decision.entry.stream == f"table/{self._day}":
                self._weigh(decision)

    def _number_of(self, ruling: Ruling) -> int:
        """The number of what a ruling goes by: one that the day has, or the next."""
        for number, begun in self._begun.items():
            if begun == rulings_begun(ruling, number):
                return number
        number = len(self._begun) + 1
        self._begun[number] = rulings_begun(ruling, number)
        return number

    def _record_begun(self, number: int, edition: Edition) -> None:
        if all(edition.digest != other.digest for other in self.editions):
            self.editions.append(edition)
        if number in self._standing.begun:
            return
        self._standing.begun[number] = self._begun[number]
        self._draft(self._begun[number], f"rulings:{self._day}:{number}", self._day)

    def _add_round(self, event: RoundRuled, ruling: Ruling, before: StandingRuling | None) -> None:
        findings = [irregularity(finding) for finding in ruling.findings]
        name = ruling.round.name
        is_failure_mended = name in self._standing.failures
        if before is not None and self._comes_to_the_same(event, findings, before) and not is_failure_mended:
            return
        reason, cause = (None, None) if before is None else self._reason(event, before)
        if before is not None and reason == "engine" and cause is None:
            return  # another engine alone rules nothing again: the house adopts it first
        self._record_begun(event.by, ruling.edition)
        left = dict(before.irregularities) if before else {}
        idents: list[str] = []
        new: dict[str, IrregularityFound] = {}
        for found in findings:
            ident = next((ident for ident, known in left.items() if known == found), None)
            if ident is None:
                ident = f"irregularity:{name}:{self._head}:{len(idents) + 1}"
                new[ident] = found
            else:
                del left[ident]
            idents.append(ident)
        for ident in left:
            assert reason is not None
            withdrawn = IrregularityWithdrawn(irregularity=ident, reason=reason, cause=cause)
            self._draft(withdrawn, f"withdrawn:{self._head}:{ident}", name)
        for ident, found in new.items():
            self._draft(found, ident, name)
        update: dict[str, object] = {"irregularities": tuple(idents) or None}
        if before is not None:
            update |= {"supersedes": before.entry.position, "reason": reason}
        self._draft(event.model_copy(update=update), f"ruling:{name}:{self._head}", name)

    def _reason(self, now: RoundRuled, before: StandingRuling) -> tuple[WithdrawalReason, int | None]:
        """Why a ruling is not what it was: what it rests on that is new, or else what came to the day since."""
        if self._is_contradicted(before):
            return "contradicted", None
        begun, head = self._begun[now.by], before.event.head
        if begun.edition_digest != before.begun.edition_digest:
            return "edition", None
        new = list(takewhile(lambda entry: entry.position > head, reversed(self._story.entries)))[::-1]
        later = [decision.entry for decision in self._story.standings.decisions if decision.position > head]
        bearing = [entry for entry in [*new, *later] if rests_on(now, entry.position)]
        if not bearing and begun.engine_digest != before.begun.engine_digest and self._is_known_since(now, before):
            return "engine", self._adoptions.cause(begun.engine_digest, self._day.partition("/")[2], head)
        bearing = bearing or [*new, *later]
        if not bearing:
            return "decision", None  # on who may decide: an office, an authority or an edition's
        for reason, kinds in _REASONS:
            cause = next((entry.position for entry in bearing if isinstance(entry.event, kinds)), None)
            if cause is not None:
                return reason, cause
        return "delivery", bearing[0].position

    def _is_known_since(self, now: RoundRuled, before: StandingRuling) -> bool:
        """Whether this engine would have ruled so when the ruling on record was made: nothing later made a difference."""
        name = before.entry.subject
        try:
            story = self._story_as_of(before.event.head)
        except RecoupError:
            return False
        if name not in story.rounds:
            return False
        then = round_ruled(rule(story, name), before.event.head, now.by)
        return comes_to_the_same(now, then)

    def _comes_to_the_same(self, now: RoundRuled, findings: Sequence[IrregularityFound], before: StandingRuling) -> bool:
        """Whether a ruling says what the one on record says, whenever and by whichever engine it was made."""
        if self._begun[now.by].edition_digest != before.begun.edition_digest:
            return False
        return comes_to_the_same(now, before.event) and findings == list(before.irregularities.values())

    def _add_shoe(self, shoe: str, decks: int | None, state: ShoeState) -> None:
        held = tuple(decision.position for decision in state.void_decisions)
        event = ShoeRuled(shoe=shoe, decks=decks, standing=state.standing, decisions=held or None, head=self._head)
        before = self._standing.shoes.get(shoe)
        if before is None or event != before.model_copy(update={"head": self._head}):
            self._draft(event, f"shoe:{self._day}/{shoe}:{self._head}", self._day)

    def _weigh(self, decision: Decision) -> None:
        event, before = _weighed(decision), self._standing.decisions.get(decision.position)
        if before is not None and before.code is None:  # an earlier version of the program gave no codes
            is_known = before == event.model_copy(update={"code": None, "particulars": None})
        else:
            is_known = before == event
        if not is_known:
            self._draft(event, f"weighed:{decision.position}:{self._head}", self._day)

    def _draft(self, event: Event, ident: str, subject: str) -> None:
        self.drafts.append(PendingEntry(Delivery(event, HOUSE, ident, None, subject), self._stream))


def comes_to_the_same(ruled: RoundRuled, other: RoundRuled) -> bool:
    """Whether two rulings say the same, whenever and by whichever engine they were made."""
    return ruled.model_copy(update={name: getattr(other, name) for name in NOT_COMPARED}) == other


def _weighed(decision: Decision) -> DecisionWeighed:
    event = decision.event
    return DecisionWeighed(
        decision=decision.position,
        act=decision.act,
        scope=decision.scope,
        by=event.by,
        office=event.office,
        reason=event.reason,
        clause=decision.clause,
        basis=event.basis,
        shoe=decision.shoe,
        round=decision.round,
        decided_at=decision.entry.delivery.time or decision.entry.recorded_at,
        refused=decision.refused,
        **refusal_fields(decision.refused),
    )


def records_of(story: TableDay, rulings: Iterable[Ruling]) -> list[RulingRecord]:
    """What would be on record of a day, were these the first rulings on it."""
    draft = DayDraft(story, DayRulings(), max(entry.position for entry in story.entries))
    for ruling in rulings:
        draft.add(ruling)
    draft.add_shoes(story.rounds)
    draft.add_decisions()
    return [
        RulingRecord(d.event.TOPIC, d.subject, d.id, d.event.model_dump(mode="json", exclude_none=True))
        for d in (pending.delivery for pending in draft.drafts)
    ]
