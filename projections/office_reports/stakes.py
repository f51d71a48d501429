"""What a line of an office report says of a round: how it stands, what was ruled, what is at stake, who decides."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from projections.answers.recorded import RecordedAnswer
from projections.messages.catalogue import Catalogue
from projections.rulings.ruled_day import RuledRound
from replay.judging.finding import Finding


def standing_text(ruled: RuledRound, words: Catalogue) -> str:
    """How a round stands."""
    return words.say(f"round_standing.{ruled.row['standing']}")


def verdict_text(ruled: RuledRound, words: Catalogue) -> str:
    """The verdict in a few words."""
    verdict = ruled.row["verdict"]
    if verdict == "void" and ruled.row["standing"] == "void":
        return words.say("round_standing.void")
    return words.say(f"case_verdict.{verdict}")


def decider_text(ruled: RuledRound, words: Catalogue) -> str:
    """Who must decide; nobody where nothing is left to be decided."""
    authority = ruled.data.get("authority")
    return words.term(authority) if authority else ""


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


def stakes_now(answer: RecordedAnswer) -> Mapping[str, Any]:
    """What is at stake in a round by wager, as its ruling has it, with what cases have answered and paid since.

    On the wagers of a player whom a case has answered nothing is open: what is left to pay is short, what was paid too
    much is over.
    """
    at_stake = answer.ruled.at_stake
    answered = {bet.bet: bet for bet in answer.bets if bet.is_answered}
    short, over = (
        {wager: minor for wager, minor in (at_stake.get(name) or {}).items() if wager not in answered}
        for name in ("short", "over")
    )
    short |= {wager: bet.outstanding_minor for wager, bet in answered.items() if bet.outstanding_minor}
    over |= {wager: bet.overpaid_minor for wager, bet in answered.items() if bet.overpaid_minor}
    open_wagers = [wager for wager in at_stake.get("open") or () if wager not in answered]
    return {**at_stake, "short": short, "over": over, "open": open_wagers}


def money_in_round(ruled: RuledRound, stakes: Mapping[str, Any]) -> MoneyAtStake:
    """What is at stake in a round on all wagers together."""
    short, over = (sum(stakes.get(name, {}).values()) for name in ("short", "over"))
    return MoneyAtStake(ruled.row["staked_minor"], short, over, len(stakes.get("open", ())))


def money_of_wagers(stakes: Mapping[str, Any], wagers: Collection[str]) -> MoneyAtStake:
    """What is at stake on some wagers of a round together, of those that a finding names or that are not as awarded."""
    staked, short, over = (
        sum(minor for wager, minor in stakes.get(name, {}).items() if wager in wagers)
        for name in ("stake", "short", "over")
    )
    return MoneyAtStake(staked, short, over, sum(wager in wagers for wager in stakes.get("open", ())))


def money_concerned(ruled: RuledRound, stakes: Mapping[str, Any], finding: Finding) -> MoneyAtStake:
    """What is at stake on the wagers that a finding is about: those that it names, else all of the round."""
    return money_of_wagers(stakes, finding.wagers) if finding.wagers else money_in_round(ruled, stakes)
