"""What would make a case contradict itself: each is refused when it is tried, or asked about, in a sentence that says what
to do. What is on record is never judged by this again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.cases.case import Case
from ledger.cases.rounds import Readings, RoundOnRecord, WagerOnRecord
from ledger.events.cases import (
    Answer,
    CaseSettled,
    CaseworkAct,
    ClaimStated,
    ClaimWithdrawn,
    LetterSent,
    Proposal,
    ResolutionAttempted,
    RulingApproved,
)
from ledger.events.house import HouseSettingsRecorded
from ledger.values.money import format_minor

HUNDREDTHS_ASKED: Final = 1
"""Of what was staked: an amount that is further from what the ruling gives is asked about."""


@dataclass(frozen=True, slots=True)
class RoundsWeighed:
    """The rounds of a case as they are on record, with their money in the table's currency."""

    rounds: Mapping[str, RoundOnRecord]
    currency: str
    minor_digits: int

    def asked_of_claim(self, claim: ClaimStated) -> Iterator[str]:
        """What is asked of a claim, because it may be a slip."""
        own = self.wagers_of(claim.player)
        if not own:
            if self._is_known():
                yield f"{claim.player} has no wager in the rounds of this case"
            return
        gains = [self._most_gain(wager) for wager in own]
        if None in gains:
            return
        most = sum(filter(None, gains))
        if claim.amount_minor > most + self._tolerance(own):
            yield (
                f"{claim.player} asks for {self.money(claim.amount_minor)}, and these rounds can give at most "
                f"{self.money(most)} beyond what the table paid"
            )

    def wagers_of(self, player: str) -> list[WagerOnRecord]:
        """A player's wagers in the rounds of the case."""
        wagers = (wager for round_ in self.rounds.values() for wager in round_.wagers.values())
        return [wager for wager in wagers if wager.player == player]

    def _is_known(self) -> bool:
        return any(round_.wagers for round_ in self.rounds.values())

    @staticmethod
    def _most_gain(wager: WagerOnRecord) -> int | None:
        return None if wager.most_minor is None else max(wager.most_minor - (wager.paid_minor or 0), 0)

    @staticmethod
    def _tolerance(wagers: Sequence[WagerOnRecord]) -> int:
        return sum(wager.stake_minor for wager in wagers) * HUNDREDTHS_ASKED // 100

    def money(self, minor: int) -> str:
        """An amount in the table's currency, as people write it."""
        return f"{format_minor(minor, self.minor_digits)} {self.currency}"


@dataclass(frozen=True, slots=True)
class Weighing(RoundsWeighed):
    """What an act of a case is weighed against: the case, its rounds as they are on record, and the house's settings."""

    case: Case
    house: HouseSettingsRecorded | None = None

    def contradiction(self, event: CaseworkAct) -> str | None:
        """Why an act would make the case contradict itself; None where it would not."""
        match event:
            case Proposal():
                return next(self._of_proposal(event, max(event.rests_on or (), default=None)), None)
            case RulingApproved() | CaseSettled() if self.case.proposal is not None:
                known_at = max(self.case.proposal.rests_on or (self.case.writings[-1].position,))
                return next(self._of_proposal(self.case.proposal, known_at), None)
            case LetterSent():
                return next(self._of_letter(event), None)
            case ClaimStated() | ClaimWithdrawn() if event.player in self.case.answers() and self.case.state != "open":
                return f"the claim of {event.player} is answered; reopen the case, then it may be another one"
        return None

    def questions(self, event: CaseworkAct) -> list[str]:
        """What whoever acts is asked first, because it may be a slip: each in a sentence."""
        match event:
            case ClaimStated():
                return list(self.asked_of_claim(event))
            case Proposal():
                return [question for answer in event.answers for question in self._asked_of_answer(answer)]
        return []

    # Proposals

    def _of_proposal(self, proposal: Proposal, known_at: int | None) -> Iterator[str]:
        awarded = [award.round for answer in proposal.answers for award in answer.awards]
        named = [self.rounds[name] for name in dict.fromkeys((*self.case.opened.rounds, *awarded)) if name in self.rounds]
        yield from self._open_rounds(named)
        if known_at is not None:
            yield from self._changed_rulings(named, known_at)
        for answer in proposal.answers:
            yield from self._of_answer(answer)
        yield from self.unsaid_overpayments(proposal)
        yield from self._of_facts(proposal)

    def _open_rounds(self, rounds: Sequence[RoundOnRecord]) -> Iterator[str]:
        for round_ in rounds:
            if round_.is_open:
                yield f"round {round_.name} is still being played; answer once it is over, and propose again"

    def _changed_rulings(self, rounds: Sequence[RoundOnRecord], known_at: int) -> Iterator[str]:
        for round_ in rounds:
            if round_.changed_after(known_at):
                yield (
                    f"the ruling on {round_.name} has changed since these answers were written; look at it again, and "
                    "alter the answers or write them anew"
                )

    def _of_answer(self, answer: Answer) -> Iterator[str]:
        player, claim = answer.player, self.case.claims.get(answer.player)
        asked = claim.amount_minor if claim else 0
        if answer.outcome != "rejected" and not answer.pay_minor and asked:
            yield (
                f"the claim of {player} is upheld and nothing is to be paid on it; say what is paid, or reject it, and "
                "give what is not owed ex gratia"
            )
        if answer.outcome == "partly_upheld" and asked and answer.pay_minor >= asked:
            yield (
                f"{player} asks for {self.money(asked)} and is to have {self.money(answer.pay_minor)}; that is upheld, "
                "not partly upheld"
            )
        if answer.outcome == "upheld" and answer.pay_minor < asked:
            yield (
                f"{player} asks for {self.money(asked)} and is to have {self.money(answer.pay_minor)}; that is partly "
                "upheld"
            )
        had = self.case.paid.get((player, False), 0)
        if answer.pay_minor + (answer.ask_back_minor or 0) < had:
            yield (
                f"{player} has had {self.money(had)} from this case, and the answer gives {self.money(answer.pay_minor)}; "
                "ask the rest back, or give no less"
            )
        if answer.outcome != "rejected" and player not in self.case.claims and player in self._withdrawn():
            yield f"{player} has withdrawn the claim, so nothing is upheld; what is given is ex gratia"
        if answer.pay_minor and answer.ask_back_minor and not had:
            yield f"{player} is to be paid and to pay back; set one against the other, and say which remains"
        wagers = self.wagers_of(player)
        if not wagers and player not in self.case.claims and self._is_known():
            yield f"{player} has no wager in the rounds of this case and claims nothing; leave that answer out"
        if answer.pay_minor and not wagers and self._is_known():
            yield f"{player} has no wager in the rounds of this case, so nothing is owed; what is given is ex gratia"
        yield from self._of_awards(answer, {(wager.round, wager.wager): wager for wager in wagers})

    def _of_awards(self, answer: Answer, wagers: Mapping[tuple[str, str], WagerOnRecord]) -> Iterator[str]:
        """What the awards come to is what is paid, and no more than a round can give."""
        player, beyond = answer.player, 0
        for award in answer.awards:
            wager = wagers.get((award.round, award.wager))
            other = self.rounds[award.round].answered.get(award.wager) if award.round in self.rounds else None
            if other not in (None, self.case.number):
                yield f"{award.wager} of {player} in {award.round} is answered by case {other}; reopen that one instead"
            if wager is None or wager.paid_minor is None:
                return
            most = wager.most_minor
            if most is not None and award.due_minor > most:
                yield (
                    f"{award.wager} of {player} in {award.round} gives {self.money(most)} at most, under any reading, and "
                    f"is awarded {self.money(award.due_minor)}; give what is beyond that ex gratia"
                )
            beyond += award.due_minor - wager.paid_minor
        if (
            answer.awards
            and beyond != answer.pay_minor - (answer.ask_back_minor or 0)
            and (beyond >= 0 or answer.pay_minor)
        ):
            yield (
                f"the awards give {player} {self.money(beyond)} beyond what the table paid, and the answer "
                f"{self.money(answer.pay_minor)}; make them the same"
            )
        if answer.pay_minor and not answer.awards and wagers:
            yield (
                f"{player} is to be paid {self.money(answer.pay_minor)}, and no wager is awarded it; say on which wager "
                "it is owed, or give it ex gratia"
            )

    def unsaid_overpayments(self, proposal: Proposal) -> Iterator[str]:
        """The players whom the answers leave with money paid too much without saying whether it is asked back."""
        readings = {row.clause: row.reading for row in proposal.readings or () if row.is_followed}
        for answer in proposal.answers:
            over = self._overpaid_minor(answer, readings)
            if over > 0 and answer.ask_back_minor is None:
                yield (
                    f"{answer.player} was paid {self.money(over)} too much; say how much is asked back, or 0 where nothing "
                    f"is: --ask-back {answer.player}=0"
                )

    def _overpaid_minor(self, answer: Answer, readings: Readings) -> int:
        """What a player keeps of what the table paid too much, after the answer; 0 where that is not established."""
        awarded = {(award.round, award.wager): award.due_minor for award in answer.awards}
        gains = [
            wager.beyond(awarded.get((wager.round, wager.wager), self.rounds[wager.round].due_minor(wager, readings)))
            for wager in self.wagers_of(answer.player)
        ]
        if None in gains:
            return 0
        by_table = -sum(gain for gain in gains if gain is not None and gain < 0)
        return min(by_table, answer.pay_minor - sum(filter(None, gains)))

    def _of_facts(self, proposal: Proposal) -> Iterator[str]:
        on_file = {evidence.evidence for evidence in self.case.evidence}
        for fact in proposal.facts or ():
            if fact.evidence is not None and fact.evidence not in on_file:
                yield f"a finding of fact rests on {fact.evidence}, which is not on file; attach it first"

    # Letters

    def _of_letter(self, event: LetterSent) -> Iterator[str]:
        house, case = self.house, self.case
        if house is None:
            yield "no letter leaves without the house's name and licence; set them with `recoup house set FILE`"
            return
        if event.language is not None and event.language not in house.languages:
            yield f"the house writes in {', '.join(house.languages)}; set more with `recoup house set FILE`"
        if event.signed_by is not None and event.signed_by not in {held.signatory for held in house.signatories}:
            yield f"{event.signed_by} does not sign for the house; {', '.join(h.signatory for h in house.signatories)} do"
        if event.letter == "final" and case.settled is not None and case.state not in ("settled", "appealed", "closed"):
            yield f"the case is {case.state} again; settle it first, or send a holding letter"
        if event.letter == "deadlock" and not (case.positions or self._was_attempted()):
            yield "there is no deadlock before the parties have said something; record a position, or an attempt to settle"
        if event.letter == "final" and event.player not in case.answers():
            yield f"nothing is settled for {event.player}; settle the case first, or send a holding letter"
        if event.letter in ("holding", "deadlock") and case.settled is not None and case.state != "open":
            yield f"the case is {case.state}; what goes to {event.player} now is the final letter"
        if event.letter == "deadlock" and house.dispute_body is None:
            yield "a deadlock letter says to whom the player may go; set the dispute body with `recoup house set FILE`"

    def _was_attempted(self) -> bool:
        return any(act.refused is None and isinstance(act.entry.event, ResolutionAttempted) for act in self.case.taken)

    def _withdrawn(self) -> set[str]:
        held = (act.event for act in self.case.taken if act.refused is None)
        return {event.player for event in held if isinstance(event, ClaimWithdrawn)}

    # Questions

    def _asked_of_answer(self, answer: Answer) -> Iterator[str]:
        own = self.wagers_of(answer.player)
        given = self._given_by_ruling(own)
        if given is None or (answer.outcome != "rejected" and not answer.pay_minor):
            return
        amount = answer.pay_minor or -(answer.ask_back_minor or 0)
        if abs(amount - given) > self._tolerance(own):
            yield (
                f"{answer.player} is to have {self.money(amount)}, and the ruling gives {self.money(given)} beyond what "
                f"the table paid; {self.money(sum(wager.stake_minor for wager in own))} was staked"
            )
        if answer.ex_gratia_minor > max(sum(wager.stake_minor for wager in own), 1):
            yield f"{answer.player} is given {self.money(answer.ex_gratia_minor)} ex gratia, more than was staked"

    def _given_by_ruling(self, wagers: Sequence[WagerOnRecord]) -> int | None:
        """What the rulings give beyond what the table paid, on the wagers on which it paid too little; None where that is
        not established.
        """
        gains = [wager.beyond_minor for wager in wagers]
        return None if None in gains else sum(max(gain or 0, 0) for gain in gains)
