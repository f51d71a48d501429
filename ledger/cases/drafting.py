"""Answers as they follow from the rulings as judged now: where a proposal begins, and what it is compared with."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.cases.contradictions import Weighing
from ledger.cases.rounds import CaseRound, CaseWager, Readings, follows
from ledger.events.cases import Answer, WagerAward


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """What a player's wagers in a round come to under some readings: what goes back on each, in minor units."""

    round: str
    number: int
    under: tuple[Mapping[str, tuple[str, ...]], ...]
    """The readings that lead there, as alternatives; empty where there is no other outcome."""
    due_minor: Mapping[str, int | None]
    beyond_minor: int | None
    """What that is beyond what the table paid; None where one of both is not established."""


@dataclass(frozen=True, slots=True)
class DraftedAnswer:
    """The answer to a player as it follows from the rulings; `open_clauses` must be read in one way or another first."""

    player: str
    asked_minor: int
    staked_minor: int
    outcomes: tuple[ClaimOutcome, ...]
    open_clauses: tuple[str, ...] = ()
    open_rounds: tuple[str, ...] = ()
    """Rounds of which it is not established what is due, or what was paid."""
    answer: Answer | None = None


def drafted_answers(weighing: Weighing, readings: Readings) -> list[DraftedAnswer]:
    """The answer to everybody who claims something, as it follows from the rulings under these readings."""
    return [drafted_answer(weighing, player, readings) for player in weighing.case.claims]


def drafted_answer(weighing: Weighing, player: str, readings: Readings) -> DraftedAnswer:
    """The answer to a player, as it follows from the rulings under these readings."""
    claim = weighing.case.claims.get(player)
    asked_minor = claim.amount_minor if claim else 0
    outcomes, awards, open_rounds = list[ClaimOutcome](), list[WagerAward](), list[str]()
    open_clauses = dict[str, None]()
    beyond = 0
    for round_ in weighing.rounds.values():
        wagers = [wager for wager in round_.wagers.values() if wager.player == player]
        outcomes += claim_outcomes(round_, wagers)
        clauses = _unread_clauses(round_, wagers, readings)
        if clauses:
            open_clauses |= dict.fromkeys(clauses)
            continue
        for wager in wagers:
            due_minor = round_.due_minor(wager, readings)
            gain = wager.beyond(due_minor)
            if due_minor is None or gain is None:
                open_rounds.append(round_.name)
            elif gain > 0:  # what was paid too much elsewhere is not set off in silence: it is asked back, or left
                beyond += gain
                awards.append(WagerAward(round=round_.name, wager=wager.wager, due_minor=due_minor))
    staked_minor = sum(wager.stake_minor for wager in weighing.wagers_of(player))
    answer = None if open_clauses or open_rounds else _answer(player, asked_minor, beyond, awards)
    return DraftedAnswer(
        player,
        asked_minor,
        staked_minor,
        tuple(outcomes),
        tuple(open_clauses),
        tuple(dict.fromkeys(open_rounds)),
        answer,
    )


def claim_outcomes(round_: CaseRound, wagers: Sequence[CaseWager]) -> Iterator[ClaimOutcome]:
    """What these wagers of a round come to, outcome by outcome."""
    for number, outcome in enumerate(round_.ruling.outcomes if round_.ruling and wagers else (), 1):
        due_minor = {wager.wager: outcome.due_minor.get(wager.wager) for wager in wagers}
        gains = [wager.beyond(due) for wager, due in zip(wagers, due_minor.values(), strict=True)]
        beyond = None if None in gains else sum(filter(None, gains))
        yield ClaimOutcome(round_.name, number, tuple(outcome.under or ()), due_minor, beyond)


def _unread_clauses(round_: CaseRound, wagers: Sequence[CaseWager], readings: Readings) -> list[str]:
    """The clauses on whose reading it hangs what is due on these wagers, and that nobody has read yet."""
    if round_.ruling is None:
        return []
    left = [outcome for outcome in round_.ruling.outcomes if follows(outcome.under or (), readings)]
    if len(left) == len(round_.ruling.outcomes) and all(wager.ruled_minor is not None for wager in wagers):
        return []
    if len({tuple(outcome.due_minor.get(wager.wager) for wager in wagers) for outcome in left}) < 2:
        return []
    clauses = (clause for outcome in left for alternative in outcome.under or () for clause in alternative)
    return [clause for clause in dict.fromkeys(clauses) if clause not in readings]


def _answer(player: str, asked_minor: int, beyond: int, awards: Sequence[WagerAward]) -> Answer:
    if beyond <= 0:
        return Answer(player=player, outcome="rejected")
    outcome = "upheld" if beyond >= asked_minor else "partly_upheld"
    return Answer.model_validate(
        {"player": player, "outcome": outcome, "pay_minor": beyond, "awards": [award.model_dump() for award in awards]}
    )
