"""The rounds of a case: who staked what, what the table paid, what the ruling gives, judged now from the round's entries.

A ruling on record only says what the program found. Acts of a case never rest on its amounts.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from ledger.application import Ledger
from ledger.events.cases import WagerAnswered
from ledger.events.play import WagerPlaced
from ledger.events.rulings import IrregularityFound, RoundRuled, kept_on_record

Readings = Mapping[str, str]
"""The readings that somebody follows: by clause, the letter."""

EVERYTHING: Final = 2**62
"""Behind every position."""


class JudgedRuling(NamedTuple):
    """The ruling on a round as it is judged now from its entries, and the irregularities found.

    `position` is where the same ruling is on record, None where another one or none is; `differs` says in sentences how the
    one on record differs, and why.
    """

    ruling: RoundRuled
    found: tuple[IrregularityFound, ...]
    position: int | None = None
    differs: tuple[str, ...] = ()


class Judge(Protocol):
    """Judges rounds again from their entries."""

    def judge(self, day: str, rounds: Sequence[str], shoe: str | None, upto: int) -> Mapping[str, JudgedRuling | None]:
        """Judge rounds of a table's day as known at a position: the rounds named, else all of a shoe, else all.

        None stands for a round on which the engine fails. Rounds that are not on record, and those of a day for which no
        edition was in force, are left out.
        """


@dataclass(frozen=True, slots=True)
class CaseWager:
    """A wager of a case's round. Amounts are in minor units, stake included.

    `paid_minor` is what its player has from the table: what was paid, less what was taken back. `possible_minor` is what
    goes back under each outcome of the ruling, `awarded_minor` what the ruling gives and `if_claimed_minor` what it gives
    on a claim; None is what is not established.
    """

    round: str
    wager: str
    player: str
    stake_minor: int
    paid_minor: int | None
    awarded_minor: int | None
    if_claimed_minor: int | None
    possible_minor: tuple[int | None, ...]

    @property
    def most_minor(self) -> int | None:
        """The most that goes back under any outcome; None where an outcome is open."""
        known = [minor for minor in self.possible_minor if minor is not None]
        return max(known) if len(known) == len(self.possible_minor) and known else None

    @property
    def beyond_minor(self) -> int | None:
        """What the ruling gives beyond what the table paid; None where one of both is not established."""
        return self.beyond(self.ruled_minor)

    def beyond(self, due_minor: int | None) -> int | None:
        """What an amount is beyond what the table paid. Where nothing is due, nothing need be known of a payment."""
        if due_minor is None or (self.paid_minor is None and due_minor):
            return None
        return due_minor - (self.paid_minor or 0)

    @property
    def ruled_minor(self) -> int | None:
        """What the ruling gives to a player who claims it."""
        return self.if_claimed_minor if self.awarded_minor is None else self.awarded_minor


@dataclass(frozen=True, slots=True)
class CaseRound:
    """A round of a case: its wagers, and the ruling on it, None where it cannot be judged."""

    name: str
    wagers: Mapping[str, CaseWager] = field(default_factory=dict)
    judged: JudgedRuling | None = None
    answered: Mapping[str, str] = field(default_factory=dict)
    """By wager, the number of the case that says what goes back on it."""
    is_beyond_engine: bool = False
    """Whether the engine fails on it: no act may rest on such a round."""

    @property
    def ruling(self) -> RoundRuled | None:
        """The ruling as it would go on record."""
        return self.judged.ruling if self.judged else None

    @property
    def position(self) -> int | None:
        """Where this ruling is on record."""
        return self.judged.position if self.judged else None

    @property
    def is_open(self) -> bool:
        """Whether more may still be dealt in it."""
        return bool(self.ruling and self.ruling.is_open)

    def due_minor(self, wager: CaseWager, readings: Readings) -> int | None:
        """What is due on a wager: by the readings that are followed where it depends on them, else as the ruling has it."""
        if self.ruling is None:
            return None
        left = [outcome for outcome in self.ruling.outcomes if follows(outcome.under or (), readings)]
        dues = {outcome.due_minor.get(wager.wager) for outcome in left}
        if len(dues) == 1 and (wager.ruled_minor is None or len(left) < len(self.ruling.outcomes)):
            return dues.pop()
        return wager.ruled_minor

    def says_the_same(self, other: "CaseRound") -> bool:
        """Whether the round's outcomes and irregularities are those of the same round as known at another time."""
        if self.judged is None or other.judged is None:
            return self.judged is other.judged
        return (self.judged.ruling.outcomes, self.judged.found) == (other.judged.ruling.outcomes, other.judged.found)


def follows(under: Sequence[Mapping[str, tuple[str, ...]]], readings: Readings) -> bool:
    """Whether an outcome that holds under these alternatives is one that the readings lead to, or leave open."""
    return not under or any(
        all(readings.get(clause, letters[0]) in letters for clause, letters in alternative.items()) for alternative in under
    )


def case_rounds(
    ledger: Ledger, judge: Judge, day: str, rounds: Sequence[str], shoe: str | None, upto: int = EVERYTHING
) -> dict[str, CaseRound]:
    """The rounds on which a case may give something, by name: those that it names, else all of its shoe or its day.

    They are judged as known at a position.
    """
    bets, answered = defaultdict[str, list[WagerPlaced]](list), defaultdict[str, dict[str, str]](dict)
    kinds = () if rounds else (WagerPlaced, WagerAnswered)
    for entry in ledger.counting_entries(day, rounds, kinds):
        if isinstance(entry.event, WagerPlaced):
            bets[entry.subject].append(entry.event)
        elif isinstance(entry.event, WagerAnswered):
            answered[entry.subject][entry.event.wager] = entry.event.case
    judged = judge.judge(day, rounds, shoe, upto)
    names = rounds or (judged if shoe else dict.fromkeys((*bets, *judged)))
    return {
        name: CaseRound(
            name,
            {wager.wager: wager for wager in _wagers(name, bets[name], ruling.ruling if ruling else None)},
            ruling,
            answered[name],
            is_beyond_engine=name in judged and ruling is None,
        )
        for name, ruling in ((name, judged.get(name)) for name in names)
    }


def _wagers(name: str, placed: Sequence[WagerPlaced], ruling: RoundRuled | None) -> Iterator[CaseWager]:
    owed = {row.wager: row for row in ruling.owed or ()} if ruling else {}
    unknown = (ruling.at_stake.open if ruling and ruling.at_stake else None) or ()
    for bet in placed:
        possible = tuple(outcome.due_minor.get(bet.wager) for outcome in ruling.outcomes) if ruling else ()
        row = owed.get(bet.wager)
        as_paid = possible[0] if len(set(possible)) == 1 and bet.wager not in unknown else None
        yield CaseWager(
            name,
            bet.wager,
            bet.player,
            bet.stake_minor,
            paid_minor=kept_on_record(ruling, row) if ruling and row else as_paid,
            awarded_minor=row.awarded_minor if row else as_paid,
            if_claimed_minor=row.if_claimed_minor if row else None,
            possible_minor=possible,
        )
