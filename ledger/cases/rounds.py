"""What is on record of a case's rounds: who staked what, what the table paid, what the ruling on record gives."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ledger.application import Ledger
from ledger.corrections import as_mended
from ledger.events.cases import WagerAnswered
from ledger.events.play import WagerPlaced
from ledger.events.rulings import RoundRuled, kept_on_record
from ledger.values.subjects import play_stream, ruling_stream

Readings = Mapping[str, str]
"""The readings that somebody follows: by clause, the letter."""

EVERYTHING: Final = 2**62
"""Behind every position."""


@dataclass(frozen=True, slots=True)
class WagerOnRecord:
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
class RoundOnRecord:
    """A round of a case: its wagers, and the rulings on it, oldest first."""

    name: str
    wagers: Mapping[str, WagerOnRecord] = field(default_factory=dict)
    rulings: tuple[tuple[int, RoundRuled], ...] = ()
    answered: Mapping[str, str] = field(default_factory=dict)
    """By wager, the number of the case that says what goes back on it."""

    @property
    def ruling(self) -> RoundRuled | None:
        """The ruling that stands; None where the program has made none."""
        return self.rulings[-1][1] if self.rulings else None

    @property
    def is_open(self) -> bool:
        """Whether more may still be dealt in it."""
        return bool(self.ruling and self.ruling.is_open)

    def due_minor(self, wager: WagerOnRecord, readings: Readings) -> int | None:
        """What is due on a wager: by the readings that are followed where it depends on them, else as the ruling has it."""
        if self.ruling is None:
            return None
        left = [outcome for outcome in self.ruling.outcomes if follows(outcome.under or (), readings)]
        dues = {outcome.due_minor.get(wager.wager) for outcome in left}
        if len(dues) == 1 and (wager.ruled_minor is None or len(left) < len(self.ruling.outcomes)):
            return dues.pop()
        return wager.ruled_minor

    def changed_after(self, position: int) -> bool:
        """Whether what the round comes to, or what is irregular in it, is another thing now than it was at a position."""
        before = [ruling for at, ruling in self.rulings if at <= position]
        if not before or self.ruling is None:
            return bool(self.rulings)
        return (before[-1].outcomes, before[-1].irregularities) != (self.ruling.outcomes, self.ruling.irregularities)


def follows(under: Sequence[Mapping[str, tuple[str, ...]]], readings: Readings) -> bool:
    """Whether an outcome that holds under these alternatives is one that the readings lead to, or leave open."""
    return not under or any(
        all(readings.get(clause, letters[0]) in letters for clause, letters in alternative.items()) for alternative in under
    )


def rounds_on_record(
    ledger: Ledger, day: str, rounds: Sequence[str], shoe: str | None, upto: int = EVERYTHING
) -> dict[str, RoundOnRecord]:
    """The rounds that a case may give anything on, by name: those it names, else all of the shoe or the day it is about.

    Of their rulings those up to a position are told of.
    """
    bets, rulings = defaultdict[str, list[WagerPlaced]](list), defaultdict[str, list[tuple[int, RoundRuled]]](list)
    answered = defaultdict[str, dict[str, str]](dict)
    for entry in as_mended(ledger.entries(play_stream(day))):
        if isinstance(entry.event, WagerPlaced):
            bets[entry.subject].append(entry.event)
        elif isinstance(entry.event, WagerAnswered):
            answered[entry.subject][entry.event.wager] = entry.event.case
    for entry in ledger.entries(ruling_stream(day)):
        if isinstance(entry.event, RoundRuled) and entry.position <= upto:
            rulings[entry.subject].append((entry.position, entry.event))
    names = rounds or dict.fromkeys((*bets, *rulings))
    named = {name: _round(name, bets[name], rulings[name], answered[name]) for name in names}
    if rounds or not shoe:
        return named
    return {name: round_ for name, round_ in named.items() if round_.ruling and round_.ruling.shoe == shoe}


def _round(
    name: str, bets: Sequence[WagerPlaced], rulings: Sequence[tuple[int, RoundRuled]], answered: Mapping[str, str]
) -> RoundOnRecord:
    wagers = {wager.wager: wager for wager in _wagers(name, bets, rulings[-1][1] if rulings else None)}
    return RoundOnRecord(name, wagers, tuple(rulings), answered)


def _wagers(name: str, placed: Sequence[WagerPlaced], ruling: RoundRuled | None) -> Iterator[WagerOnRecord]:
    owed = {row.wager: row for row in ruling.owed or ()} if ruling else {}
    unknown = (ruling.at_stake.open if ruling and ruling.at_stake else None) or ()
    for bet in placed:
        possible = tuple(outcome.due_minor.get(bet.wager) for outcome in ruling.outcomes) if ruling else ()
        row = owed.get(bet.wager)
        as_paid = possible[0] if len(set(possible)) == 1 and bet.wager not in unknown else None
        yield WagerOnRecord(
            name,
            bet.wager,
            bet.player,
            bet.stake_minor,
            paid_minor=kept_on_record(ruling, row) if ruling and row else as_paid,
            awarded_minor=row.awarded_minor if row else as_paid,
            if_claimed_minor=row.if_claimed_minor if row else None,
            possible_minor=possible,
        )
