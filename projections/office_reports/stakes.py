"""What a line of an office report says of a round: how it stands, what was ruled, what is at stake, who decides."""

from collections.abc import Iterable
from dataclasses import dataclass

from projections.messages.catalogue import Catalogue
from replay.judging.finding import Finding
from replay.ruling.ruling import Award, Ruling, round_standing


def standing_text(ruling: Ruling, words: Catalogue) -> str:
    """How a round stands."""
    return words.say(f"round_standing.{round_standing(ruling.round)}")


def verdict_text(ruling: Ruling, words: Catalogue) -> str:
    """The verdict in a few words."""
    if ruling.verdict == "void" and ruling.round.decisions_in_force:
        return words.say("round_standing.void")
    return words.say(f"case_verdict.{ruling.verdict}")


def decider_text(ruling: Ruling, words: Catalogue) -> str:
    """Who must decide; nobody where nothing is left to be decided."""
    return words.term(ruling.authority) if ruling.authority else ""


@dataclass(frozen=True, slots=True)
class MoneyAtStake:
    """The money of some wagers, in minor units.

    What a player got is what went back by the record, and where no payment is on record what the cards or the ball
    as they lay give. `open` are the wagers of which that cannot be said, or of which somebody must decide what is due.
    """

    staked_minor: int = 0
    short_minor: int = 0
    """What players got less than is awarded: towards the house."""
    over_minor: int = 0
    """What players got more than is awarded: towards the players."""
    open: int = 0

    def __add__(self, other: "MoneyAtStake") -> "MoneyAtStake":
        return MoneyAtStake(
            self.staked_minor + other.staked_minor,
            self.short_minor + other.short_minor,
            self.over_minor + other.over_minor,
            self.open + other.open,
        )


def money_at_stake(awards: Iterable[Award]) -> MoneyAtStake:
    """What is at stake on wagers together."""
    return sum(map(_money_of_award, awards), MoneyAtStake())


def _money_of_award(award: Award) -> MoneyAtStake:
    claim, due = award.wager_due, award.awarded_minor
    back = claim.returned_minor(due)
    got = claim.as_dealt_minor if back is None else back
    if due is None or got is None:
        return MoneyAtStake(claim.stake_minor, open=1)
    return MoneyAtStake(claim.stake_minor, short_minor=max(due - got, 0), over_minor=max(got - due, 0))


def awards_concerned(finding: Finding, awards: Iterable[Award]) -> list[Award]:
    """The wagers that a finding is about: those that it names, else all of the round."""
    return [award for award in awards if not finding.wagers or award.wager_due.wager in finding.wagers]
