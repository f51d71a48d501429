"""What would make a case contradict itself: each is refused when it is tried, or asked about, in a sentence that says what
to do. What is on record is never judged by this again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from ledger.cases.case import Case
from ledger.cases.rounds import EVERYTHING, CaseRound, CaseWager, Readings
from ledger.events.cases import (
    Answer,
    CaseSettled,
    CaseworkAct,
    ClaimStated,
    ClaimWithdrawn,
    LetterSent,
    PlayerPaid,
    Proposal,
    ResolutionAttempted,
    RulingApproved,
    WagerAward,
)
from ledger.events.house import HouseSettingsRecorded
from ledger.values.message import Message, Term
from ledger.values.money import format_minor
from ledger.values.refusals import Refusal

HUNDREDTHS_ASKED: Final = 1
"""Of what was staked: an amount that is further from what the ruling gives is asked about."""


@dataclass(frozen=True)
class RoundsWeighed:
    """The rounds of a case, judged when they are first asked for, with their money in the table's currency."""

    find_rounds: Callable[[int], Mapping[str, CaseRound]]
    """Gives the rounds as known at a position."""
    currency: str
    minor_digits: int
    upto: int = field(default=EVERYTHING, kw_only=True)

    @cached_property
    def rounds(self) -> Mapping[str, CaseRound]:
        """The rounds, by name."""
        return self.find_rounds(self.upto)

    @property
    def differences(self) -> list[str]:
        """How the rulings on record differ from those that count here, in sentences."""
        judged = {name: round_.judged for name, round_ in self.rounds.items() if round_.judged}
        return [f"{name}: {sentence}" for name, ruling in judged.items() for sentence in ruling.differs]

    def asked_of_claim(self, claim: ClaimStated) -> Iterator[str]:
        """What is asked of a claim, because it may be a slip."""
        own = self.wagers_of(claim.player)
        if not own:
            if self._is_known():
                yield Message("{player} has no wager in the rounds of this case", player=claim.player)
            return
        gains = [self._most_gain(wager) for wager in own]
        if None in gains:
            return
        most = sum(filter(None, gains))
        if claim.amount_minor > most + self._tolerance(own):
            yield Message(
                "{player} asks for {asked}, and these rounds can give at most {most} beyond what the table paid",
                player=claim.player,
                asked=self.money(claim.amount_minor),
                most=self.money(most),
            )

    def wagers_of(self, player: str) -> list[CaseWager]:
        """A player's wagers in the rounds of the case."""
        wagers = (wager for round_ in self.rounds.values() for wager in round_.wagers.values())
        return [wager for wager in wagers if wager.player == player]

    def _is_known(self) -> bool:
        return any(round_.wagers for round_ in self.rounds.values())

    @staticmethod
    def _most_gain(wager: CaseWager) -> int | None:
        return None if wager.most_minor is None else max(wager.most_minor - (wager.paid_minor or 0), 0)

    @staticmethod
    def _tolerance(wagers: Sequence[CaseWager]) -> int:
        return sum(wager.stake_minor for wager in wagers) * HUNDREDTHS_ASKED // 100

    def money(self, minor: int) -> str:
        """An amount in the table's currency, as people write it."""
        return f"{format_minor(minor, self.minor_digits)} {self.currency}"


@dataclass(frozen=True)
class Weighing(RoundsWeighed):
    """What an act of a case is weighed against: the case, its rounds as they are judged, and the house's settings."""

    case: Case
    house: HouseSettingsRecorded | None = None

    def contradiction(self, event: CaseworkAct) -> str | None:
        """Why an act would make the case contradict itself, or rest on a round that is not judged; None where neither."""
        if (why := next(self._of_engine(event), None)) is not None:
            return why
        match event:
            case Proposal():
                return next(self._of_proposal(event, max(event.rests_on or (), default=None)), None)
            case RulingApproved() | CaseSettled() if self.case.proposal is not None:
                known_at = max(self.case.proposal.rests_on or (self.case.writings[-1].position,))
                return next(self._of_proposal(self.case.proposal, known_at), None)
            case LetterSent():
                return next(self._of_letter(event), None)
            case PlayerPaid() if not event.ex_gratia:
                return next(self._of_settled_awards(event.player), None)
            case ClaimStated() | ClaimWithdrawn() if event.player in self.case.answers() and self.case.state != "open":
                return Refusal("claim_already_answered", player=event.player)
        return None

    def _of_engine(self, event: CaseworkAct) -> Iterator[str]:
        """The rounds on which an act rests and the engine fails: its amounts can be compared with nothing."""
        match event:
            case ClaimStated(player=player):
                players, awarded = {player}, set[str]()
            case PlayerPaid(player=player) if not event.ex_gratia:
                players, awarded = {player}, set[str]()
            case Proposal() | RulingApproved() | CaseSettled():
                proposal = event if isinstance(event, Proposal) else self.case.proposal
                answers = proposal.answers if proposal is not None else ()
                players = {answer.player for answer in answers}
                awarded = {award.round for answer in answers for award in answer.awards}
            case _:
                return
        played = {wager.round for player in players for wager in self.wagers_of(player)}
        for name in sorted({*self.case.opened.rounds, *awarded, *played} & self.rounds.keys()):
            if self.rounds[name].is_beyond_engine:
                yield Refusal("round_beyond_engine", round=name)

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

    def _open_rounds(self, rounds: Sequence[CaseRound]) -> Iterator[str]:
        for round_ in rounds:
            if round_.is_open:
                yield Refusal("round_in_play", round=round_.name)

    def _changed_rulings(self, rounds: Sequence[CaseRound], known_at: int) -> Iterator[str]:
        later = [round_ for round_ in rounds if round_.position is None or round_.position > known_at]
        before = self.find_rounds(known_at) if later else {}
        for round_ in later:
            if round_.name not in before or not round_.says_the_same(before[round_.name]):
                yield Refusal("ruling_changed", round=round_.name)

    def _of_answer(self, answer: Answer) -> Iterator[str]:
        player, claim = answer.player, self.case.claims.get(answer.player)
        asked = claim.amount_minor if claim else 0
        if answer.outcome != "rejected" and not answer.pay_minor and asked:
            yield Refusal("upheld_without_payment", player=player)
        if answer.outcome == "partly_upheld" and asked and answer.pay_minor >= asked:
            yield Refusal("upheld_in_full", player=player, asked=self.money(asked), given=self.money(answer.pay_minor))
        if answer.outcome == "upheld" and answer.pay_minor < asked:
            yield Refusal("upheld_in_part", player=player, asked=self.money(asked), given=self.money(answer.pay_minor))
        had = self.case.paid.get((player, False), 0)
        if answer.pay_minor + (answer.ask_back_minor or 0) < had:
            yield Refusal("less_than_paid", player=player, had=self.money(had), given=self.money(answer.pay_minor))
        if answer.outcome != "rejected" and player not in self.case.claims and player in self._withdrawn():
            yield Refusal("claim_withdrawn", player=player)
        if answer.pay_minor and answer.ask_back_minor and not had:
            yield Refusal("paid_and_reclaimed", player=player)
        wagers = self.wagers_of(player)
        if not wagers and player not in self.case.claims and self._is_known():
            yield Refusal("answer_without_bet", player=player)
        if answer.pay_minor and not wagers and self._is_known():
            yield Refusal("payment_without_bet", player=player)
        yield from self._of_awards(answer, {(wager.round, wager.wager): wager for wager in wagers})

    def _of_awards(self, answer: Answer, wagers: Mapping[tuple[str, str], CaseWager]) -> Iterator[str]:
        """What the awards come to is what is paid, and no more than a round can give."""
        player, beyond = answer.player, 0
        for award in answer.awards:
            wager = wagers.get((award.round, award.wager))
            other = self.rounds[award.round].answered.get(award.wager) if award.round in self.rounds else None
            if other not in (None, self.case.number):
                yield Refusal("bet_of_another_case", bet=award.wager, player=player, round=award.round, case=str(other))
            if wager is None:
                return
            yield from self._beyond_any_reading(award, wager)
            if wager.paid_minor is None:
                return
            beyond += award.due_minor - wager.paid_minor
        if (
            answer.awards
            and beyond != answer.pay_minor - (answer.ask_back_minor or 0)
            and (beyond >= 0 or answer.pay_minor)
        ):
            yield Refusal("awards_differ", player=player, beyond=self.money(beyond), given=self.money(answer.pay_minor))
        if answer.pay_minor and not answer.awards and wagers:
            yield Refusal("no_award", player=player, given=self.money(answer.pay_minor))

    def _beyond_any_reading(self, award: WagerAward, wager: CaseWager) -> Iterator[str]:
        most = wager.most_minor
        if most is not None and award.due_minor > most:
            yield Refusal(
                "more_than_any_reading",
                bet=award.wager,
                player=wager.player,
                round=award.round,
                most=self.money(most),
                given=self.money(award.due_minor),
            )

    def _of_settled_awards(self, player: str) -> Iterator[str]:
        """Awards of the settlement that no reading gave on the entries from which its answers were written."""
        answer = self.case.answers().get(player)
        if answer is None or not self.case.writings:
            return
        then = replace(self, upto=self.case.writings[-1].position)
        wagers = {(wager.round, wager.wager): wager for wager in then.wagers_of(player)}
        for award in answer.awards:
            if (wager := wagers.get((award.round, award.wager))) is not None:
                yield from self._beyond_any_reading(award, wager)

    def unsaid_overpayments(self, proposal: Proposal) -> Iterator[str]:
        """The players whom the answers leave with money paid too much without saying whether it is asked back."""
        readings = {row.clause: row.reading for row in proposal.readings or () if row.is_followed}
        for answer in proposal.answers:
            over = self._overpaid_minor(answer, readings)
            if over > 0 and answer.ask_back_minor is None:
                yield Refusal("overpayment_unsaid", player=answer.player, amount=self.money(over))

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
                yield Refusal("fact_without_evidence", evidence=fact.evidence)

    # Letters

    def _of_letter(self, event: LetterSent) -> Iterator[str]:
        house, case = self.house, self.case
        if house is None:
            yield Refusal("house_not_set")
            return
        if event.language is not None and event.language not in house.languages:
            yield Refusal("language_not_written", languages=", ".join(house.languages))
        if event.signed_by is not None and event.signed_by not in {held.signatory for held in house.signatories}:
            signatories = ", ".join(held.signatory for held in house.signatories)
            yield Refusal("not_a_signatory", signatory=event.signed_by, signatories=signatories)
        if event.letter == "final" and case.settled is not None and case.state not in ("settled", "appealed", "closed"):
            yield Refusal("case_not_settled_again", state=Term(case.state))
        if event.letter == "deadlock" and not (case.positions or self._was_attempted()):
            yield Refusal("no_deadlock_yet")
        if event.letter == "final" and event.player not in case.answers():
            yield Refusal("nothing_settled", player=event.player)
        if event.letter == "final":
            yield from self._of_settled_awards(event.player)
        if event.letter in ("holding", "deadlock") and case.settled is not None and case.state != "open":
            yield Refusal("final_letter_due", state=Term(case.state), player=event.player)
        if event.letter == "deadlock" and house.dispute_body is None:
            yield Refusal("no_dispute_body")

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
        staked = sum(wager.stake_minor for wager in own)
        if abs(amount - given) > self._tolerance(own):
            yield Message(
                "{player} is to have {amount}, and the ruling gives {given} beyond what the table paid; {staked} was "
                "staked",
                player=answer.player,
                amount=self.money(amount),
                given=self.money(given),
                staked=self.money(staked),
            )
        if answer.ex_gratia_minor > max(staked, 1):
            kindly = self.money(answer.ex_gratia_minor)
            yield Message("{player} is given {amount} ex gratia, more than was staked", player=answer.player, amount=kindly)

    def _given_by_ruling(self, wagers: Sequence[CaseWager]) -> int | None:
        """What the rulings give beyond what the table paid, on the wagers on which it paid too little; None where that is
        not established.
        """
        gains = [wager.beyond_minor for wager in wagers]
        return None if None in gains else sum(max(gain or 0, 0) for gain in gains)
