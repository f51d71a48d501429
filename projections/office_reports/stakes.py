"""What a line of an office report says of a round: its status, what is at stake, who decides."""

from collections.abc import Collection
from dataclasses import dataclass

from projections.answers.recorded import RecordedAnswer, Stakes
from projections.messages.catalogue import Catalogue
from replay.judging.finding import Finding


def status_text(answer: RecordedAnswer, words: Catalogue) -> str:
    """The status of a round, with its cases."""
    return ", ".join((words.say(f"status_word.{answer.status.word}"), *answer.status.cases))


def decider_text(answer: RecordedAnswer, words: Catalogue) -> str:
    """Who must decide; empty where nothing is left to be decided."""
    return words.term(answer.status.decider) if answer.status.decider else ""


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


def money_in_round(answer: RecordedAnswer) -> MoneyAtStake:
    """What is at stake in a round on all wagers together."""
    return MoneyAtStake(answer.ruled.row["staked_minor"], answer.owed_minor, answer.overpaid_minor, len(answer.stakes.open))


def money_of_wagers(stakes: Stakes, wagers: Collection[str]) -> MoneyAtStake:
    """What is at stake on some wagers of a round together, of those that a finding names or that are not as awarded."""
    staked, short, over = (
        sum(minor for wager, minor in amounts.items() if wager in wagers)
        for amounts in (stakes.stake_minor, stakes.short_minor, stakes.over_minor)
    )
    return MoneyAtStake(staked, short, over, sum(wager in wagers for wager in stakes.open))


def money_concerned(answer: RecordedAnswer, finding: Finding) -> MoneyAtStake:
    """What is at stake on the wagers that a finding is about: those that it names, else all of the round."""
    return money_of_wagers(answer.stakes, finding.wagers) if finding.wagers else money_in_round(answer)
