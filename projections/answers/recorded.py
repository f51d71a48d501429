"""The answer on a round from its ruling on record, and from the cases as they are now. Nothing is judged here."""

from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.events.cases import CASE_DECISIONS, WagerAnswered
from ledger.events.play import WagerReturned
from ledger.events.versions import topics_of
from projections.answers.case_answer import CaseLookup
from projections.answers.money import NameOf, PaidBet, decisions_of, has_open_bets, is_money_wrong, round_bets
from projections.answers.status import AnswerStatus, StatusGrounds, is_corrected_at_table, status_of
from projections.answers.urgency import Need, Urgency, duty_deadline, need_of
from projections.read_models.rows import RuledRound
from projections.rulings.ruled_day import RuledDay
from replay.judging.judgement import WagerDue

Envelope = Mapping[str, Any]
"""A stored entry as JSON."""


NO_CASE: Final = frozenset({"open", "closed"})
"""How a round stands by its ruling where no act of a case about it is on record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is at stake in a round, bet by bet, in minor units.

    `open` are the bets of which somebody must decide what is due, or of which it is not on record what was paid.
    """

    stake_minor: Mapping[str, int]
    short_minor: Mapping[str, int]
    over_minor: Mapping[str, int]
    open: tuple[str, ...]


def stakes_ruled(ruled: RuledRound) -> Stakes:
    """Return what is at stake by a ruling, whatever cases have answered and paid since."""
    at_stake = ruled.at_stake
    return Stakes(
        stake_minor=at_stake.get("stake") or {},
        short_minor=at_stake.get("short") or {},
        over_minor=at_stake.get("over") or {},
        open=tuple(at_stake.get("open") or ()),
    )


@dataclass(frozen=True)
class RecordedAnswer:
    """What there is to answer on a round by its ruling on record."""

    ruled: RuledRound
    cases: tuple[Case, ...]
    """The cases about it, oldest first."""
    bets: tuple[PaidBet, ...]
    """The money of those bets on which the table did not pay what is awarded."""
    status: AnswerStatus
    """As far as the record of the ruling tells: without the act of the floor or the house that it rests on."""

    def bet(self, name: str) -> PaidBet | None:
        """The money of a bet; None where the table paid what is awarded."""
        return next((bet for bet in self.bets if bet.bet == name), None)

    @cached_property
    def stakes(self) -> Stakes:
        """What is at stake, as the ruling has it, with what cases have answered and paid since.

        On the bets of a player whom a case has answered nothing is open: what is left to pay is short, what was paid too
        much is over.
        """
        ruled = stakes_ruled(self.ruled)
        short, over = dict(ruled.short_minor), dict(ruled.over_minor)
        for bet in self.bets:
            if bet.is_answered or bet.outstanding_minor:
                short[bet.bet], over[bet.bet] = bet.outstanding_minor or 0, bet.overpaid_minor or 0
        answered = {bet.bet for bet in self.bets if bet.is_answered}
        undecided = (bet.bet for bet in self.bets if bet.awarded_minor is None)
        is_open = dict.fromkeys((*ruled.open, *undecided))
        return Stakes(
            stake_minor={**{bet.bet: bet.stake_minor for bet in self.bets if bet.bet in is_open}, **ruled.stake_minor},
            short_minor={bet: minor for bet, minor in short.items() if minor},
            over_minor={bet: minor for bet, minor in over.items() if minor},
            open=tuple(bet for bet in is_open if bet not in answered and not short.get(bet)),
        )

    @property
    def owed_minor(self) -> int:
        """What players are owed, where nobody must decide on it."""
        return sum(self.stakes.short_minor.values())

    @property
    def in_question_minor(self) -> int:
        """What players are owed, or would be at most where a role must decide; 0 where the round needs no action.

        Of a bet of which the rules give no amount yet, it is the stake.
        """
        if self.need == "nothing":
            return 0
        at_most = {bet.bet: bet.at_most_minor for bet in self.bets}
        return self.owed_minor + sum(at_most.get(name, self.stakes.stake_minor.get(name, 0)) for name in self.stakes.open)

    @property
    def overpaid_minor(self) -> int:
        """What players were paid too much, where nobody must decide on it."""
        return sum(self.stakes.over_minor.values())

    @property
    def over_at_most_minor(self) -> int:
        """What players were paid too much, or would have been at most where a role must decide."""
        at_most = {bet.bet: bet.over_at_most_minor for bet in self.bets}
        is_open = self.stakes.open if self.need != "nothing" else ()
        return self.overpaid_minor + sum(at_most.get(name, 0) for name in is_open)

    @property
    def need(self) -> Need:
        """What the round needs."""
        return need_of(self.status, self.owed_minor)

    @property
    def urgency(self) -> Urgency:
        """How urgent it is."""
        return Urgency(
            needs_action=self.need != "nothing",
            currency=self.ruled.begun["currency"],
            in_question_minor=self.in_question_minor,
            deadline=duty_deadline(self.cases),
            since=self.ruled.row["opened_at"],
        )


def answer_without_play(ruled: RuledRound) -> RecordedAnswer | None:
    """Return the answer on a round that no case is about; None where what happened at the table must be looked up."""
    bets = tuple(_bets(ruled, frozenset(), frozenset()))
    part_paid = (bet for bet in bets if bet.paid_minor is not None and bet.paid_minor < bet.stake_minor)
    depends_on_payment = any(not bet.is_unpaid for bet in part_paid)  # what its player kept does
    if ruled.data["standing"] not in NO_CASE or depends_on_payment:
        return None
    return RecordedAnswer(ruled, (), bets, status_of(_state(ruled, bets, ()), ()))


class RecordedAnswers:
    """Makes the answers on the rounds of a table's day.

    `play` has the stored entries of the day by position; `name_of` is how persons are called in the rulings. Cases are
    taken as they are now, or were at the position `upto`.
    """

    def __init__(
        self,
        ledger: Ledger,
        ruled: RuledDay,
        play: Mapping[int, Envelope],
        name_of: NameOf = str,
        *,
        upto: int | None = None,
    ):
        self._ruled, self._play, self._name_of = ruled, play, name_of
        self._lookup = CaseLookup(ledger, upto)

    @cached_property
    def by_round(self) -> Mapping[str, RecordedAnswer]:
        """The answers by the names of the rounds."""
        return {ruled.name: self._answer(ruled) for ruled in self._ruled.rounds}

    def of(self, name: str) -> RecordedAnswer:
        """The answer on a round."""
        return self._answer(next(ruled for ruled in self._ruled.rounds if ruled.name == name))

    def _answer(self, ruled: RuledRound) -> RecordedAnswer:
        entries = () if ruled.data["standing"] in NO_CASE else self._case_entries
        cases = self._lookup.cases(entry["data"]["case"] for entry in entries if entry["subject"] == ruled.name)
        decisions = decisions_of(cases)
        bets = round_bets(
            ruled.name,
            self._bets[ruled.name],
            lambda names: {name: self._bets[name] for name in sorted(names) if name in self._bets},
            decisions,
            self._name_of,
        )
        answered = {self._name_of(player) for decision in decisions for player in decision.answers}
        state = _state(ruled, bets, answered)
        return RecordedAnswer(ruled, tuple(cases), bets, status_of(state, cases))

    @cached_property
    def _case_entries(self) -> list[Envelope]:
        """What cases entered at the table, as far as it holds, in the order of the record."""
        refused = {row["position"] for row in self._ruled.rows.decisions if row["refused"] is not None}
        topics = topics_of(*CASE_DECISIONS)
        return [
            entry for position, entry in sorted(self._play.items()) if entry["topic"] in topics and position not in refused
        ]

    @cached_property
    def _bets(self) -> Mapping[str, tuple[PaidBet, ...]]:
        """The bets on which the table did not pay what is awarded, by round, before any case has paid."""
        settled = self._wagers(self._case_entries, topics_of(WagerAnswered))
        paid = self._wagers(self._play.values(), topics_of(WagerReturned))
        return {ruled.name: tuple(_bets(ruled, settled, paid)) for ruled in self._ruled.rounds}

    @staticmethod
    def _wagers(entries: Any, topics: Set[str]) -> set[tuple[str, str]]:
        """The wagers, with their rounds, that entries of some topics are about."""
        return {(entry["subject"], entry["data"]["wager"]) for entry in entries if entry["topic"] in topics}


def _state(ruled: RuledRound, bets: Sequence[PaidBet], answered: Container[str]) -> StatusGrounds:
    data = ruled.data
    return StatusGrounds(
        standing=data["standing"],
        is_over=not data.get("is_open"),
        verdict=data["verdict"],
        authority=data.get("authority"),
        is_money_wrong=is_money_wrong(bets, answered),
        has_open_bets=has_open_bets(bets),
        is_incomplete=bool(data.get("incomplete")),
        is_corrected_at_table=is_corrected_at_table(
            (outcome.get("standing") for outcome in data["outcomes"]), ruled.established_findings
        ),
        is_decided=data["standing"] in ("stands", "corrected"),
    )


def _bets(ruled: RuledRound, settled: Set[tuple[str, str]], paid: Set[tuple[str, str]]) -> Iterator[PaidBet]:
    unpaid = {wager for finding in ruled.established_findings if finding.kind == "unpaid" for wager in finding.wagers}
    for row in ruled.data.get("owed") or ():
        wager, awarded = row["wager"], row.get("awarded_minor")
        due = WagerDue(
            wager,
            row["player"],
            row["kind"],
            row["stake_minor"],
            row["stake_minor"],
            row.get("paid_minor"),
            awarded,
            None,
            on_record=(ruled.name, wager) in paid,
            unpaid=wager in unpaid,
            taken_back_minor=(ruled.data.get("taken_back_minor") or {}).get(wager, 0),
        )
        yield PaidBet(
            bet=wager,
            player=due.player,
            kind=due.kind,
            stake_minor=due.stake_minor,
            paid_minor=due.paid_minor,
            taken_back_minor=due.taken_back_minor,
            awarded_minor=awarded,
            if_claimed_minor=row.get("if_claimed_minor"),
            is_settled=(ruled.name, wager) in settled,
            is_unpaid=due.unpaid,
            kept_minor=due.returned_minor(awarded),
            dues_minor=tuple(
                due_minor
                for outcome in ruled.data["outcomes"]
                if (due_minor := outcome["due_minor"].get(wager)) is not None
            ),
        )
