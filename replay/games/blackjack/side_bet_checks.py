"""What is no matter of the cards in side bets: who may make them, with how much, beside which wager, at what odds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from ledger.events.play import WagerPlaced
from ledger.events.table import SeatTaken
from ledger.values.message import Message, Term
from replay.games.blackjack import parameters
from replay.games.blackjack.box_checks import StakeOffLimits
from replay.games.blackjack.checks import BlackjackCheckContext, check
from replay.games.blackjack.settlement import MAIN, WAGER_KINDS
from replay.games.blackjack.side_bets import first_two, unsettled_reason
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.judging.wagers import Bet
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

declare(
    __name__,
    Phase.BETS,
    "record",
    {
        "unread_suit": "Wager {wager} of {player} on {kind} depends on a suit that was not read.",
    },
    holds_anyhow=("unread_suit",),
)
declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "side_bet_without_seat": "Player {player} bet {amount} on {kind} ({wager}) without a seat at the table.",
        "side_bet_without_box": "Player {player} bet {amount} on {kind} ({wager}) without a wager on the box.",
        "side_bet_stake": "Wager {wager} of {player} on {kind} is {amount}; it must be {due}.",
    },
    {
        "side_bet_without_seat": Absence((SeatTaken,), "before"),
        "side_bet_without_box": Absence((WagerPlaced,)),
    },
)


REFERRED_SIDE_FINDINGS: Final = frozenset(
    {"side_bet_without_seat", "side_bet_without_box", "side_bet_stake", "no_posted_odds", "unread_suit"}
)
"""Findings on single side bets that a person decides."""

_SEAT_PARAMETERS: Final[dict[str, Parameter[str]]] = {
    "dealer_blackjack": parameters.JACK_FOR,
    "dealer_over": parameters.OVER_BET_FOR,
}
_STAKE_PARAMETERS: Final[dict[str, Parameter[str]]] = {
    "dealer_blackjack": parameters.JACK_STAKE,
    "dealer_over": parameters.OVER_BET_STAKE,
}
SideBetParticulars = dict[str, str | int]
T = TypeVar("T")


def _playing_side_bets(context: BlackjackCheckContext, rules: Rules) -> Iterator[tuple[Bet, str]]:
    """The side bets that play, each with what it is on."""
    for bet in context.bets:
        if bet.kind in WAGER_KINDS or bet.withdrawn or not bet.playing_minor:
            continue
        kind = rules.value(parameters.SIDE_BETS).get(bet.kind)
        if kind is not None:
            yield bet, kind


def _side_bet_finding(
    rules: Rules, kind: str, clauses: Iterable[str], bet: Bet, particulars: SideBetParticulars
) -> Iterator[Finding]:
    """A finding of a kind that the house has, on the clause that speaks of this very bet where there is one."""
    clause = rules.clause_of(kind)
    if clause is not None:
        yield Finding(kind, sorted_clauses(clauses) or (clause,), bet.position, particulars, (bet.wager,))


@check
def side_bets_without_seat(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Bets that only seated players may make, as far as the record tells who sits."""
    for bet, kind in _playing_side_bets(context, rules):
        if kind not in _SEAT_PARAMETERS or not bet.terms.is_seating_recorded or bet.player in bet.terms.seats:
            continue
        with rules.scope() as grounds:
            needed = rules.evaluate(_SEAT_PARAMETERS[kind], lambda who: who == "seated")
        if needed:
            yield from _side_bet_finding(rules, "side_bet_without_seat", grounds, bet, context.particulars(bet))


@check
def side_bets_without_box(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Bets beside no wager of the same player."""
    for bet, _ in _playing_side_bets(context, rules):
        if any(main.player == bet.player and bet.box in (None, main.box) for main in context.main_bets):
            continue
        with rules.scope() as grounds:
            needed = rules.evaluate(parameters.SIDE_NEEDS_BOX, bool)
        if needed:
            yield from _side_bet_finding(rules, "side_bet_without_box", grounds, bet, context.particulars(bet))


@check
def side_bet_stakes(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Side bets off the limits posted for them, or that are not what the table's minimum makes them."""
    for bet, kind in _playing_side_bets(context, rules):
        with rules.scope() as grounds:
            due = _minimum_rule(context, bet, kind, rules, partial(_stake_due, context, bet))
        if due is None:
            off_limits = _posted_off_limits(context, bet)
            yield from () if off_limits is None else off_limits.findings(context, rules)
        elif due:
            yield from _side_bet_finding(rules, "side_bet_stake", grounds, bet, {**context.particulars(bet), "due": due})


def side_limit_excess(context: BlackjackCheckContext, rules: Rules) -> Mapping[str, int]:
    """Return the side bets outside their limits, each with what of it is too much."""
    found: dict[str, int] = {}
    for bet, kind in _playing_side_bets(context, rules):
        over = _minimum_rule(context, bet, kind, rules, partial(_excess_over_minimum, bet))
        if over is None:
            off_limits = _posted_off_limits(context, bet)
            found |= {} if off_limits is None else off_limits.excess_minor
        elif over >= 0:
            found[bet.wager] = over
    return found


def _minimum_rule(
    context: BlackjackCheckContext, bet: Bet, kind: str, rules: Rules, answer: Callable[[int, str], T]
) -> T | None:
    """Answer what the table's minimum makes of a side bet's stake; None where the limits posted for the bet decide."""
    if kind not in _STAKE_PARAMETERS:
        return None
    return rules.evaluate(
        _STAKE_PARAMETERS[kind],
        lambda rule: None if rule == "posted" else answer(_table_minimum(context, bet, rules) or bet.playing_minor, rule),
    )


def _is_as_the_minimum(bet: Bet, least: int, rule: str) -> bool:
    return bet.playing_minor == least or (rule == "up_to_least" and bet.playing_minor < least)


def _stake_due(context: BlackjackCheckContext, bet: Bet, least: int, rule: str) -> str:
    """What the stake must be, if it is not."""
    if _is_as_the_minimum(bet, least, rule):
        return ""
    amount = context.format_money(least)
    return Message("{amount} at most", amount=amount) if rule == "up_to_least" else amount


def _excess_over_minimum(bet: Bet, least: int, rule: str) -> int:
    """What of the stake is too much; below 0 where it is as it must be."""
    return -1 if _is_as_the_minimum(bet, least, rule) else max(bet.playing_minor - least, 0)


def _table_minimum(context: BlackjackCheckContext, bet: Bet, rules: Rules) -> int | None:
    posted = bet.terms.limits.get(MAIN)
    if posted is not None:
        return posted[0]
    held = rules.value(parameters.BOX_LIMITS)
    return None if isinstance(held, str) else held.least * 10**context.round.table_opening.minor_digits


def _posted_off_limits(context: BlackjackCheckContext, bet: Bet) -> StakeOffLimits | None:
    """What is outside the limits posted for a side bet."""
    least, most = bet.terms.limits.get(bet.kind, (0, bet.playing_minor))
    unit, minor = bet.terms.units.get(bet.kind, 1), bet.playing_minor
    if minor < least:
        side, limit, over = Term("below"), Message("minimum of {amount}", amount=context.format_money(least)), 0
    elif minor > most:
        side, limit, over = Term("above"), Message("maximum of {amount}", amount=context.format_money(most)), minor - most
    elif minor % unit:
        side, limit, over = Term("not in"), Message("units of {amount}", amount=context.format_money(unit)), minor % unit
    else:
        return None
    return StakeOffLimits([bet], minor, side, limit, {bet.wager: over})


@check
def unsettled_side_bets(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Bets that the cards have decided and nobody can settle. That is so whether the house has a word on it or not."""
    for bet, _ in _playing_side_bets(context, rules):
        placed = replace(bet, box=context.box_of(bet))
        with rules.scope() as grounds:
            why = unsettled_reason(context.board, placed, rules)
        if why is None:
            continue
        clause = rules.clause_of(why)
        about = context.particulars(bet)
        if why == "no_posted_odds":
            about["what"] = Message("the pair {cards}", cards=" ".join(first_two(context.board, placed.box)))
        yield Finding(why, sorted_clauses(grounds) if clause is None else (clause,), bet.position, about, (bet.wager,))
