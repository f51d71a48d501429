"""The answer on a round from its ruling on record, and from the cases as they are now. Nothing is judged here."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.events.cases import CASE_DECISIONS, WagerAnswered
from ledger.events.play import WagerReturned
from ledger.mapper import topics_of
from projections.answers.cases import CaseLookup, decisions_of
from projections.answers.money import NameOf, PaidBet, is_money_wrong, round_bets
from projections.answers.status import AnswerStatus, StatusGrounds, is_corrected_at_table, status_of
from projections.rulings.ruled_day import RuledDay, RuledRound
from replay.judging.judgement import WagerDue

Envelope = Mapping[str, Any]
"""A stored entry as JSON."""


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


class RecordedAnswers:
    """Makes the answers on the rounds of a table's day.

    `play` has the stored entries of the day by position; `name_of` is how persons are called in the rulings.
    """

    def __init__(self, ledger: Ledger, ruled: RuledDay, play: Mapping[int, Envelope], name_of: NameOf = str):
        self._ruled, self._play, self._name_of = ruled, play, name_of
        self._lookup = CaseLookup(ledger)

    @cached_property
    def by_round(self) -> Mapping[str, RecordedAnswer]:
        """The answers by the names of the rounds."""
        return {ruled.name: self._answer(ruled) for ruled in self._ruled.rounds}

    def _answer(self, ruled: RuledRound) -> RecordedAnswer:
        entries = (entry for entry in self._case_entries if entry["subject"] == ruled.name)
        cases = self._lookup.cases(entry["data"]["case"] for entry in entries)
        decisions = decisions_of(cases)
        bets = round_bets(ruled.name, self._bets[ruled.name], self._other_bets, decisions, self._name_of)
        answered = {self._name_of(player) for decision in decisions for player in decision.answers}
        state = _state(ruled, is_money_wrong=is_money_wrong(bets, answered))
        return RecordedAnswer(ruled, tuple(cases), bets, status_of(state, cases))

    def _other_bets(self, names: Set[str]) -> Mapping[str, tuple[PaidBet, ...]]:
        return {name: self._bets[name] for name in sorted(names) if name in self._bets}

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


def _state(ruled: RuledRound, *, is_money_wrong: bool) -> StatusGrounds:
    data = ruled.data
    return StatusGrounds(
        standing=data["standing"],
        is_over=not data.get("is_open"),
        verdict=data["verdict"],
        authority=data.get("authority"),
        is_money_wrong=is_money_wrong,
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
        )
