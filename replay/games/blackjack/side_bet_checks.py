"""What is no matter of the cards in side bets: who may make them, with how much, beside which wager, at what odds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from replay.games.blackjack import parameters
from replay.games.blackjack.checks import Facts, check
from replay.games.blackjack.settlement import KINDS, MAIN
from replay.games.blackjack.side_bets import doubt, first_two
from replay.judging.composition import breach
from replay.judging.finding import Finding, cited
from replay.judging.wagers import Bet
from replay.rulebooks.parameter import Key
from replay.rulebooks.rules import Rules

SIDE_MATTERS: Final = frozenset(
    {"side_bet_without_seat", "side_bet_without_box", "side_bet_stake", "no_posted_odds", "unread_suit"}
)
"""Findings on single side bets that a person decides."""

_FOR: Final[dict[str, Key[str]]] = {"dealer_blackjack": parameters.JACK_FOR, "dealer_over": parameters.OVER_BET_FOR}
_STAKE: Final[dict[str, Key[str]]] = {"dealer_blackjack": parameters.JACK_STAKE, "dealer_over": parameters.OVER_BET_STAKE}
About = dict[str, str | int]


def _side_bets(facts: Facts, rules: Rules) -> Iterator[tuple[Bet, str]]:
    """The side bets that play, each with what it is on."""
    for bet in facts.bets:
        if bet.kind in KINDS or bet.withdrawn or not bet.playing_minor:
            continue
        kind = rules.value(parameters.SIDE_BETS).get(bet.kind)
        if kind is not None:
            yield bet, kind


def _found(rules: Rules, kind: str, grounds: Iterable[str], bet: Bet, about: About) -> Iterator[Finding]:
    """A finding of a kind that the house has, on the clause that speaks of this very bet where there is one."""
    clause = rules.conduct(kind)
    if clause is not None:
        yield Finding(kind, cited(grounds) or (clause,), bet.at, about, (bet.wager,))


@check
def seats(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Bets that only seated players may make, as far as the record tells who sits."""
    for bet, kind in _side_bets(facts, rules):
        if kind not in _FOR or not bet.under.seating_told or bet.player in bet.under.seats:
            continue
        with rules.scope() as grounds:
            needed = rules.depends(_FOR[kind], lambda who: who == "seated")
        if needed:
            yield from _found(rules, "side_bet_without_seat", grounds, bet, facts.about(bet))


@check
def boxes(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Bets beside no wager of the same player."""
    for bet, _ in _side_bets(facts, rules):
        if any(main.player == bet.player and bet.box in (None, main.box) for main in facts.mains):
            continue
        with rules.scope() as grounds:
            needed = rules.depends(parameters.SIDE_NEEDS_BOX, bool)
        if needed:
            yield from _found(rules, "side_bet_without_box", grounds, bet, facts.about(bet))


@check
def stakes(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Side bets off the limits posted for them, or that are not what the table's minimum makes them."""
    for bet, kind in _side_bets(facts, rules):
        with rules.scope() as grounds:
            due = rules.depends(_STAKE[kind], partial(_due, facts, rules, bet)) if kind in _STAKE else None
        if due is None:
            yield from _off_limits(facts, rules, bet)
        elif due:
            yield from _found(rules, "side_bet_stake", grounds, bet, {**facts.about(bet), "due": due})


def _due(facts: Facts, rules: Rules, bet: Bet, how: str) -> str | None:
    """What the stake must be, if it is not; None where the limits posted for the bet decide."""
    if how == "posted":
        return None
    least = _table_minimum(facts, bet, rules)
    if least is None or bet.playing_minor == least or (how == "up_to_least" and bet.playing_minor < least):
        return ""
    return facts.money(least) + (" at most" if how == "up_to_least" else "")


def _table_minimum(facts: Facts, bet: Bet, rules: Rules) -> int | None:
    posted = bet.under.limits.get(MAIN)
    if posted is not None:
        return posted[0]
    held = rules.value(parameters.BOX_LIMITS)
    return None if isinstance(held, str) else held.least * 10**facts.one.opening.minor_digits


def _off_limits(facts: Facts, rules: Rules, bet: Bet) -> Iterator[Finding]:
    least, most = bet.under.limits.get(bet.kind, (0, bet.playing_minor))
    unit = bet.under.units.get(bet.kind, 1)
    if bet.playing_minor < least:
        side, limit = "below", f"minimum of {facts.money(least)}"
    elif bet.playing_minor > most:
        side, limit = "above", f"maximum of {facts.money(most)}"
    elif bet.playing_minor % unit:
        side, limit = "not in", f"units of {facts.money(unit)}"
    else:
        return
    about = {**facts.about(bet), "amount": facts.money(bet.playing_minor), "side": side, "limit": limit}
    yield from breach(rules, "off_limits", bet.at, about, bet.wager)


@check
def doubts(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Bets that the cards have decided and nobody can settle. That is so whether the house has a word on it or not."""
    for bet, _ in _side_bets(facts, rules):
        placed = replace(bet, box=facts.box_of(bet))
        with rules.scope() as grounds:
            why = doubt(facts.board, placed, rules)
        if why is None:
            continue
        clause = rules.conduct(why)
        about = facts.about(bet)
        if why == "no_posted_odds":
            about["what"] = "the pair " + " ".join(first_two(facts.board, placed.box))
        yield Finding(why, cited(grounds) if clause is None else (clause,), bet.at, about, (bet.wager,))
