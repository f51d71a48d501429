"""The money of a round, bet by bet and player by player: staked, paid, due, awarded, outstanding. In minor units."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeVar

from ledger.cases.case import Case
from ledger.events.cases import Answer, Proposal
from replay.ruling.ruling import Award, Ruling

NameOf = Callable[[str], str]
"""The name by which a player is called in a ruling, which may hide it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidBet:
    """What was staked, paid and awarded on one bet, stake included.

    None: the record does not say, or somebody must decide.
    """

    bet: str
    player: str
    kind: str
    stake_minor: int
    """The player's own money."""
    paid_minor: int | None
    """What the table paid."""
    taken_back_minor: int
    """What the table took back of it."""
    awarded_minor: int | None
    if_claimed_minor: int | None
    """What would be awarded on a claim; None where no claim is needed."""
    is_settled: bool
    """Whether a case has settled it."""
    is_unpaid: bool
    """Whether its winnings were left unpaid in a round that is over."""
    kept_minor: int | None
    """What its player has from the table, to be compared with the award."""
    given_by_case_minor: int = 0
    """What settled cases give on it, beyond what the table paid."""
    paid_by_case_minor: int = 0
    set_off_minor: int = 0
    """What of it is covered by too much paid on other bets that a case answers; below 0 what this bet covers of others."""
    is_answered: bool = False
    """Whether a settled case has answered its player."""
    dues_minor: tuple[int, ...] = ()
    """What outcomes give on it, stake included, where that is known."""

    @property
    def at_most_minor(self) -> int:
        """What is still to be paid to the player at most, where somebody must decide what is due or what was paid."""
        if self.outstanding_minor is not None:
            return self.outstanding_minor
        if self.further_if_claimed_minor is not None:
            return self.further_if_claimed_minor
        dues = self.dues_minor or (0, self.stake_minor)
        had = min(dues) if self.kept_minor is None else self.kept_minor
        return max(max(dues) - had - self.paid_by_case_minor, 0)

    @property
    def over_at_most_minor(self) -> int:
        """What the player was paid too much at most, where somebody must decide what is due."""
        if self.overpaid_minor is not None or self.kept_minor is None or not self.dues_minor:
            return self.overpaid_minor or 0
        return max(self.kept_minor + self.paid_by_case_minor - min(self.dues_minor), 0)

    @property
    def outstanding_minor(self) -> int | None:
        """What is still to be paid to the player, never negative; None where that is not known."""
        if self.is_answered:
            return max(self.given_by_case_minor - self.paid_by_case_minor, 0)
        difference = self.difference_minor(self.awarded_minor)
        return None if difference is None else max(difference, 0)

    @property
    def overpaid_minor(self) -> int | None:
        """What the player has beyond the award, never negative; None where that is not known."""
        difference = self.difference_minor(self.awarded_minor)
        if difference is None:  # a case may have paid more than it now gives all the same
            return max(self.paid_by_case_minor - self.given_by_case_minor, 0) or None
        return max(-difference, 0)

    @property
    def is_payment_unknown(self) -> bool:
        """Whether the record does not say what the table paid of what is awarded, and no case has answered that."""
        return self.kept_minor is None and bool(self.awarded_minor) and not (self.is_settled or self.is_answered)

    @property
    def further_if_claimed_minor(self) -> int | None:
        """What a claim would bring beyond what the table paid; None where no claim is needed."""
        if self.if_claimed_minor is None:
            return None
        return max(self.if_claimed_minor - (self.kept_minor or 0), 0)

    def difference_minor(self, due_minor: int | None) -> int | None:
        """What is due beyond what was paid in all, negative where too much was paid; None where that is not known."""
        had = self.kept_minor
        if had is None and (self.is_settled or self.is_unpaid or self.is_answered):
            had = (self.paid_minor or 0) - self.taken_back_minor
        if due_minor is None or had is None:
            return None
        return due_minor - had - self.paid_by_case_minor - self.set_off_minor


AnyBet = TypeVar("AnyBet", bound=PaidBet)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetAnswer(PaidBet):
    """The money of one bet under a ruling, with what each outcome gives.

    `nominal_minor` is the size of the bet; it differs from the player's own money for a free bet.
    """

    parent: str | None
    nominal_minor: int
    is_paid_by_outcome: bool
    """Whether what was paid depends on the outcome; `paid_minor` is then None and `paid_by_outcome` has it."""
    paid_by_outcome: Mapping[str, int | None]
    due_by_outcome: Mapping[str, int | None]
    as_dealt_by_outcome: Mapping[str, tuple[int | None, ...]]
    """By outcome, what the cards as dealt give under its readings."""
    clauses: frozenset[str]
    """The clauses by which it is awarded."""
    kept_by_outcome: Mapping[str, int | None]
    """What its player has from the table, to be compared with what is due in an outcome."""

    def difference_in_outcome_minor(self, outcome: str) -> int | None:
        """What an outcome gives beyond what the table paid in it, negative where too much was paid; None where unknown."""
        due, kept = self.due_by_outcome[outcome], self.kept_by_outcome[outcome]
        return None if due is None or kept is None else due - kept


@dataclass(frozen=True, slots=True)
class PlayerAnswer:
    """The money of one player in a round."""

    player: str
    bets: tuple[BetAnswer, ...]
    ex_gratia_minor: int = 0
    """What a case gives without its being owed."""
    paid_ex_gratia_minor: int = 0
    reclaim_minor: int | None = None
    """What the house asks to be given back; None where the house has not decided."""
    is_answered: bool = False
    """Whether a settled case has answered the player."""

    @property
    def is_open(self) -> bool:
        """Whether somebody must decide what the player gets."""
        return any(bet.awarded_minor is None and bet.if_claimed_minor is None for bet in self.bets)

    @property
    def if_claimed_minor(self) -> int | None:
        """What a claim would bring beyond what was paid; None where no claim is needed."""
        further = [bet.further_if_claimed_minor for bet in self.bets if bet.further_if_claimed_minor is not None]
        return sum(further) if further else None

    @property
    def unpaid_minor(self) -> int:
        """What is awarded on the bets of which the record does not say what the table paid."""
        return sum(bet.awarded_minor or 0 for bet in self.bets if bet.is_payment_unknown)

    @property
    def difference_minor(self) -> int:
        """What is still to be paid, negative where too much was paid: on the bets whose award and payment are known."""
        known = [bet for bet in self.bets if not bet.is_payment_unknown]
        return sum((bet.outstanding_minor or 0) - (bet.overpaid_minor or 0) for bet in known)

    @property
    def outstanding_minor(self) -> int:
        """What is still to be paid to the player over these bets, never negative.

        A case says itself what it sets off; before one has answered, too much on one bet counts against another.
        """
        if self.is_answered:
            return sum(bet.outstanding_minor or 0 for bet in self.bets)
        return max(self.difference_minor, 0)

    @property
    def overpaid_minor(self) -> int:
        """What the player was paid too much over these bets, never negative."""
        if self.is_answered:
            return sum(bet.overpaid_minor or 0 for bet in self.bets)
        return max(-self.difference_minor, 0)

    @property
    def is_even(self) -> bool:
        """Whether nothing is owed in either direction, or open, and no claim or case is there."""
        return not (
            self.is_open
            or self.is_answered
            or self.if_claimed_minor is not None
            or self.unpaid_minor
            or self.difference_minor
        )

    @property
    def has_been_paid(self) -> bool:
        """Whether the record says of a bet what the table paid."""
        return any(bet.kept_minor is not None for bet in self.bets)

    @property
    def paid_by_case_minor(self) -> int:
        """What cases have paid of what is owed."""
        return sum(bet.paid_by_case_minor for bet in self.bets)


def bets_of(ruling: Ruling) -> tuple[BetAnswer, ...]:
    """The money of a ruling bet by bet, before any case has paid."""
    settled = settled_bets(ruling)
    return tuple(_bet(ruling, award, is_settled=award.wager_due.wager in settled) for award in ruling.awards)


def settled_bets(ruling: Ruling) -> frozenset[str]:
    """The bets that a case has settled, under every reading."""
    return frozenset.intersection(*(frozenset(branch.outcome.settled_minor) for branch in ruling.branches))


def _bet(ruling: Ruling, award: Award, *, is_settled: bool) -> BetAnswer:
    due = award.wager_due
    branches = [[row for row in branch.outcome.wagers_due if row.wager == due.wager] for branch in ruling.branches]
    under = {outcome.id: [row for n in outcome.branches for row in branches[n]] for outcome in ruling.outcomes}
    own = {
        outcome.id: next((row for row in outcome.judgement.wagers_due if row.wager == due.wager), None)
        for outcome in ruling.outcomes
    }
    return BetAnswer(
        bet=due.wager,
        parent=due.parent,
        player=due.player,
        kind=due.kind,
        stake_minor=due.stake_minor,
        nominal_minor=due.nominal_minor,
        paid_minor=due.paid_minor,
        taken_back_minor=due.taken_back_minor,
        is_paid_by_outcome=due.is_paid_by_reading,
        paid_by_outcome={id_: None if row is None else row.paid_minor for id_, row in own.items()},
        due_by_outcome={id_: 0 if row is None else row.due_minor for id_, row in own.items()},
        as_dealt_by_outcome={id_: tuple(dict.fromkeys(row.as_dealt_minor for row in rows)) for id_, rows in under.items()},
        awarded_minor=award.awarded_minor,
        if_claimed_minor=award.if_claimed_minor,
        is_settled=is_settled,
        is_unpaid=due.unpaid,
        clauses=award.clauses,
        kept_minor=due.returned_minor(award.awarded_minor),
        kept_by_outcome={
            id_: due.returned_minor(0) if row is None else row.returned_minor(row.due_minor) for id_, row in own.items()
        },
    )


@dataclass(frozen=True, slots=True)
class CaseDecision:
    """The answers of a case that count, given or proposed, and what was paid by it. In minor units."""

    case: Case
    proposal: Proposal | None

    @property
    def answers(self) -> Mapping[str, Answer]:
        """The answers by player."""
        return {answer.player: answer for answer in self.proposal.answers} if self.proposal else {}

    def paid_minor(self, player: str, *, ex_gratia: bool = False) -> int:
        """What the case has paid a player."""
        return self.case.paid.get((player, ex_gratia), 0)


def decisions_of(cases: Iterable[Case]) -> list[CaseDecision]:
    """The answers that these cases gave last."""
    return [CaseDecision(case, case.settled) for case in cases]


def round_bets(
    name: str,
    own: tuple[AnyBet, ...],
    others: Callable[[Set[str]], Mapping[str, tuple[AnyBet, ...]]],
    decisions: Sequence[CaseDecision],
    name_of: NameOf,
) -> tuple[AnyBet, ...]:
    """The bets of a round with what cases award, give and have paid on them.

    `others` gives the bets of the other rounds that these cases answer, over which what they paid is spread.
    """
    answered = {award.round for decision in decisions for answer in decision.answers.values() for award in answer.awards}
    answered |= {round_ for decision in decisions if decision.answers for round_ in decision.case.opened.rounds}
    bets = {name: own, **others(answered - {name})}
    return with_cases(dict(sorted(bets.items())), decisions, name_of)[name]  # in one order, whichever round is asked for


def with_cases(
    bets_by_round: Mapping[str, tuple[AnyBet, ...]], decisions: Sequence[CaseDecision], name_of: NameOf
) -> Mapping[str, tuple[AnyBet, ...]]:
    """The bets of several rounds with what cases award, give and have paid on them.

    A claim in a case makes a reading count that needs one. What a case gives a player goes to the bets that its answer
    names, in that order, then to the player's other bets on which more is awarded than was paid. Where it gives less than
    these bets lack, overpaid bets of the player are set off against them.
    """
    claimants = {name_of(player) for decision in decisions for player in decision.case.claims}
    bets = {(name, bet.bet): bet for name, row in bets_by_round.items() for bet in row}
    for key, bet in bets.items():
        if bet.player in claimants and bet.if_claimed_minor is not None:
            bets[key] = replace(bet, awarded_minor=bet.if_claimed_minor, if_claimed_minor=None)
    for decision in decisions:
        for player, answer in decision.answers.items():
            for award in answer.awards:
                key = (award.round, award.wager)
                if key in bets:
                    bets[key] = replace(bets[key], awarded_minor=award.due_minor, if_claimed_minor=None, is_settled=True)
            _give(bets, answer, decision.paid_minor(player), name_of(player))
    return {name: tuple(bets[name, bet.bet] for bet in row) for name, row in bets_by_round.items()}


def _give(bets: dict[tuple[str, str], AnyBet], answer: Answer, paid_minor: int, name: str) -> None:
    named = [(award.round, award.wager) for award in answer.awards]
    own = [key for key, bet in bets.items() if bet.player == name]
    keys = list(dict.fromkeys((*(key for key in named if key in bets), *own)))
    bets |= {key: replace(bets[key], is_answered=True) for key in keys}
    differences = {key: bets[key].difference_minor(bets[key].awarded_minor) or 0 for key in keys}
    lacking, excess = (sum(max(sign * minor, 0) for minor in differences.values()) for sign in (1, -1))
    to_give, to_pay = answer.pay_minor, paid_minor
    to_cover = to_use = min(max(lacking - to_give, 0), excess)
    for key, difference in differences.items():
        given = min(max(difference, 0), to_give)
        paid, covered, used = (
            min(given, to_pay),
            min(max(difference, 0) - given, to_cover),
            min(max(-difference, 0), to_use),
        )
        to_give, to_pay, to_cover, to_use = to_give - given, to_pay - paid, to_cover - covered, to_use - used
        bet = bets[key]
        bets[key] = replace(
            bet,
            given_by_case_minor=bet.given_by_case_minor + given,
            paid_by_case_minor=bet.paid_by_case_minor + paid,
            set_off_minor=bet.set_off_minor + covered - used,
        )
    undecided = [key for key in keys if bets[key].awarded_minor is None]
    if to_give and undecided:  # the answer names no bets
        bet, paid = bets[undecided[0]], min(to_give, to_pay)
        bets[undecided[0]] = replace(
            bet,
            given_by_case_minor=bet.given_by_case_minor + to_give,
            paid_by_case_minor=bet.paid_by_case_minor + paid,
        )
        to_pay -= paid
    if to_pay and keys:  # an earlier answer gave more
        bets[keys[0]] = replace(bets[keys[0]], paid_by_case_minor=bets[keys[0]].paid_by_case_minor + to_pay)


def is_money_wrong(bets: Iterable[PaidBet], answered: Container[str]) -> bool:
    """Return whether a bet is still to be paid, or was paid too much to a player whom no case has answered."""
    return any(bet.outstanding_minor or (bet.overpaid_minor and bet.player not in answered) for bet in bets)


def has_open_bets(bets: Iterable[PaidBet]) -> bool:
    """Return whether it is open what a bet is due that no case has answered."""
    return any(bet.awarded_minor is None and bet.if_claimed_minor is None and not bet.is_answered for bet in bets)


def players_of(bets: Sequence[BetAnswer], decisions: Sequence[CaseDecision], name_of: NameOf) -> Iterator[PlayerAnswer]:
    """The money of a round by player, with what cases give beyond bets."""
    for name in dict.fromkeys(bet.player for bet in bets):
        answers = [
            (decision, player, answer)
            for decision in decisions
            for player, answer in decision.answers.items()
            if name_of(player) == name
        ]
        reclaimed = [answer.ask_back_minor for _, _, answer in answers if answer.ask_back_minor is not None]
        yield PlayerAnswer(
            name,
            tuple(bet for bet in bets if bet.player == name),
            ex_gratia_minor=sum(answer.ex_gratia_minor for _, _, answer in answers),
            paid_ex_gratia_minor=sum(decision.paid_minor(player, ex_gratia=True) for decision, player, _ in answers),
            reclaim_minor=sum(reclaimed) if reclaimed else None,
            is_answered=bool(answers),
        )
