"""What becomes of the money of a shoe that is announced void: CCL-7, and what its sentence leaves open.

"If the management suspect that there has been any breach of CCL's shuffle procedure the company reserve the right to
announce the shoe as a void shoe and withhold any payments to player(s)." Only management may announce it, and no other
document knows a void shoe. The announcement covers the shoe from its first card, also rounds that are dealt from it later.
Two questions stay open:

- CCL-7a?: what was paid or collected before (a) stays so, as only payments not yet made are withheld, (b) is reversed.
- CCL-7b?: stakes that were neither paid nor collected by then (a) go back, (b) are withheld with the payment.

A payment made after the announcement was to be withheld; it changes nothing of what is due. Nor does a player's dispute:
how the round stands by itself comes back with the shoe.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

VoidAct = Literal["void", "reverse"]
MANAGEMENT: Final = "management"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidShoeTerms:
    """Who may announce a shoe void, and the questions that this leaves open; nobody where `office` is None."""

    office: str | None = None
    settling_office: str | None = None
    """Who settles a dispute about a round."""
    paid_question: str = ""
    stakes_question: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)

    def reading_of(self, question: str) -> str:
        """The reading that holds: the first where nothing is said."""
        return self.readings.get(question, "a")

    @property
    def keeps_paid(self) -> bool:
        """Whether what was paid and collected stays so."""
        return self.reading_of(self.paid_question) == "a"

    @property
    def returns_stakes(self) -> bool:
        """Whether open stakes go back."""
        return self.reading_of(self.stakes_question) == "a"


def ccl(readings: Mapping[str, str]) -> VoidShoeTerms:
    """Czech Casinos Limited under one choice of readings."""
    return VoidShoeTerms(
        office=MANAGEMENT,
        settling_office=MANAGEMENT,
        paid_question="CCL-7a?",
        stakes_question="CCL-7b?",
        readings=readings,
    )


SETTLING_OFFICES: Final = {
    "eca-blackjack": "championship_director",  # ECA-G3
    "fbj": "supervisor",  # FBJ-46
    "scb": "direction",  # SCB-24
}
"""Who has the last word in a house whose document knows no void shoe."""


def void_shoe_terms(rulebook: str, readings: Mapping[str, str]) -> VoidShoeTerms:
    """The terms of a house under one choice of readings."""
    if rulebook == "ccl":
        return ccl(readings)
    return VoidShoeTerms(settling_office=SETTLING_OFFICES.get(rulebook), readings=readings)


@dataclass(frozen=True, slots=True)
class ShoeAnnouncement:
    """Somebody announces the shoe void or takes that back; `at` is its place among all that happened."""

    at: int
    act: VoidAct
    office: str | None


@dataclass(frozen=True, slots=True)
class ShoeBet:
    """A bet of one of the shoe's rounds. `won_minor` is what the cards give, stake included; None while undecided."""

    bet: str
    player: str
    stake_minor: int
    won_minor: int | None
    payments: tuple[tuple[int, int], ...] = ()
    """When something was paid on it, and how much; 0 for what was collected."""

    def paid_before(self, at: int) -> int | None:
        """What was paid by then, None where nothing was paid or collected."""
        amounts = [amount for when, amount in self.payments if when < at]
        return sum(amounts) if amounts else None

    @property
    def paid_minor(self) -> int:
        """All that was paid on it."""
        return sum(amount for _, amount in self.payments)


@dataclass(frozen=True, slots=True)
class BetMoney:
    """A bet's money: what is due on it, stake included, and the winnings that are kept back. None while undecided: some of
    a round's bets may have been decided already.
    """

    due_minor: int | None
    withheld_minor: int | None = 0


def void_since(acts: Sequence[ShoeAnnouncement], terms: VoidShoeTerms) -> int | None:
    """Since when the shoe is void, None where it is not. Only who may do so voids it, or takes it back."""
    since: int | None = None
    for act in sorted(acts, key=lambda act: act.at):
        if terms.office is None or act.office != terms.office:
            continue
        if act.act == "reverse":
            since = None
        elif since is None:
            since = act.at
    return since


def is_effective(acts: Sequence[ShoeAnnouncement], act: ShoeAnnouncement, terms: VoidShoeTerms) -> bool:
    """Whether an act changes something: an announcement of what is void already does not, nor its reversal of nothing."""
    before = void_since([other for other in acts if other.at < act.at], terms)
    allowed = terms.office is not None and act.office == terms.office
    return allowed and (before is None) == (act.act == "void")


def bet_money(bet: ShoeBet, since: int | None, terms: VoidShoeTerms) -> BetMoney:
    """What is due on a bet of a shoe that is void since then, or is not void."""
    if since is None:
        return BetMoney(bet.won_minor)
    paid = bet.paid_before(since)
    if paid is not None:
        due = paid if terms.keeps_paid else bet.stake_minor
    else:
        due = bet.stake_minor if terms.returns_stakes else 0
    if bet.won_minor is None:
        return BetMoney(due, None)
    return BetMoney(due, max(bet.won_minor - max(bet.stake_minor, paid or 0), 0))


@dataclass(frozen=True, slots=True)
class PlayerMoney:
    """A player's money in several rounds. `balance_minor`: what the house still has to give; negative: to have back."""

    stake_minor: int = 0
    paid_minor: int = 0
    due_minor: int | None = 0
    withheld_minor: int | None = 0

    @property
    def balance_minor(self) -> int | None:
        """What is due and was not paid."""
        return None if self.due_minor is None else self.due_minor - self.paid_minor


def player_totals(bets: Iterable[ShoeBet], since: int | None, terms: VoidShoeTerms) -> dict[str, PlayerMoney]:
    """The money of a shoe, player by player, under one choice of readings."""
    totals: dict[str, PlayerMoney] = {}
    for bet in bets:
        had, money = totals.get(bet.player, PlayerMoney()), bet_money(bet, since, terms)
        totals[bet.player] = PlayerMoney(
            had.stake_minor + bet.stake_minor,
            had.paid_minor + bet.paid_minor,
            _add(had.due_minor, money.due_minor),
            _add(had.withheld_minor, money.withheld_minor),
        )
    return totals


def _add(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second
