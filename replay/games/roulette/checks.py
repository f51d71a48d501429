"""What is no matter of the order of acts: late chips, limits, colour chips, the hand's motion, tips."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ledger.events.play import BetsClosed, TipGiven, WagerReturned
from ledger.values.wheel_layout import BY_NUMBERS
from replay.games.roulette import parameters
from replay.games.roulette.bets import CALL_BETS, Bet, Late
from replay.games.roulette.facts import Check, Facts, about
from replay.judging.composition import breach
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules

CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Registers a check of every round."""
    CHECKS.append(function)
    return function


@check
def the_wheel(facts: Facts, rules: Rules) -> Iterator[Finding]:
    wheel, due = facts.layout.wheel, rules.value(parameters.COMPARTMENTS)
    colours = [facts.layout.colour(pocket) for pocket in wheel if pocket not in facts.layout.zeros]
    alternate = all(one != other for one, other in pairwise(colours))
    if len(wheel) != due:
        found = {"what": f"{len(wheel)} compartments", "due": f"{due}"}
        yield from breach(rules, "wrong_wheel", facts.one.basis[0], found)
    elif rules.value(parameters.ALTERNATES) and not alternate:
        found = {"what": "two numbers of one colour side by side", "due": "red and black in turn"}
        yield from breach(rules, "wrong_wheel", facts.one.basis[0], found)


@check
def after_the_call(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.money.bets:
        for late in bet.afterwards:
            when = "had come to rest" if late.rested else "was to be spun again" if late.waiting else "ran"
            told = {**about(facts, bet), "when": when}
            yield from _late(facts, rules, bet, late, told)


def _late(facts: Facts, rules: Rules, bet: Bet, late: Late, told: dict[str, str | int]) -> Iterator[Finding]:
    match late.what:
        case "bet":
            yield from breach(rules, "bet_after_call", late.at, told, bet.wager)
        case "moved":
            moved = {**told, "before": late.before, "after": late.after}
            yield from breach(rules, "moved_after_call", late.at, moved, bet.wager)
        case "withdrawn":
            yield from breach(rules, "withdrawn_after_call", late.at, told, bet.wager)
        case "changed":
            stakes = {"before": facts.amount(int(late.before)), "after": facts.amount(int(late.after))}
            yield from breach(rules, "changed_after_call", late.at, {**told, **stakes}, bet.wager)


@check
def spoken(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.money.bets:
        if facts.money.no_bet(bet):
            why = "put on the layout in time" if bet.with_chips else "accompanied by chips"
            yield from breach(rules, "no_bet", bet.at, {**about(facts, bet), "why": why}, bet.wager)


@check
def limits(facts: Facts, rules: Rules) -> Iterator[Finding]:
    told: set[tuple[str, str]] = set()
    for off in facts.money.offs:
        bet = next(bet for bet in facts.money.bets if bet.wager == off.wager)
        limit = facts.amount(off.limit_minor)
        how = {"above": "above the maximum", "below": "below the minimum", "not_in_units": "to no whole number"}[off.how]
        if (off.wager, off.how) not in told:
            kind = "off_limits_inside" if off.kind in BY_NUMBERS else "off_limits_outside"
            yield from breach(rules, kind, bet.at, {**about(facts, bet), "how": f"{how} of {limit}"}, bet.wager)
        told.add((off.wager, off.how))


def _inside(bet: Bet, facts: Facts) -> bool:
    return all(piece.kind in BY_NUMBERS for piece in facts.money.pieces(bet.spot) or ())


@check
def colour_chips(facts: Facts, rules: Rules) -> Iterator[Finding]:
    colour = [bet for bet in facts.money.bets if bet.colour and not bet.withdrawn]
    for player in dict.fromkeys(bet.player for bet in colour):
        inside = [bet for bet in colour if bet.player == player and _inside(bet, facts)]
        number, most = sum(bet.chip_count or 0 for bet in inside), rules.value(parameters.COLOUR_CHIPS)
        if number > most:
            counted: dict[str, str | int] = {"player": player, "number": number, "most": most}
            names = (bet.wager for bet in inside)
            yield from breach(rules, "too_many_colour_chips", inside[-1].at, counted, *names)
    for bet in colour:
        if not _inside(bet, facts) and not rules.value(parameters.COLOUR_OUTSIDE):
            yield from breach(rules, "colour_chips_outside", bet.at, about(facts, bet), bet.wager)
        yield from _colour_value(facts, bet, rules)


def _colour_value(facts: Facts, bet: Bet, rules: Rules) -> Iterator[Finding]:
    """A player's colour chips are worth what the marker button says, and so many of them are the stake."""
    placed = next(told for told in facts.one.told if told.position == bet.at)
    value = placed.under.chip_values.get(bet.player, bet.chip_minor)
    if value is None or (bet.chip_minor in (None, value) and bet.chip_count is None):
        return
    if bet.chip_minor not in (None, value) or value * (bet.chip_count or 0) != bet.stake_minor:
        yield from breach(
            rules, "wrong_colour_value", bet.at, {**about(facts, bet), "value": facts.amount(value)}, bet.wager
        )


@check
def in_chips(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.money.bets:
        if bet.in_cash and rules.value(parameters.CHIPS_ONLY):
            yield from breach(rules, "not_in_chips", bet.at, about(facts, bet), bet.wager)
        group = "series" if bet.spot.kind in CALL_BETS else bet.spot.kind
        if bet.on_print and group not in rules.value(parameters.ON_PRINT):
            yield from breach(rules, "not_for_the_print", bet.at, about(facts, bet), bet.wager)


@check
def offered(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.money.bets:
        if facts.money.pieces(bet.spot) is None:
            kind = "not_offered" if bet.spot.kind == "neighbours" else "unknown_wager"
            clause = rules.conduct(kind)
            yield Finding(kind, (clause,) if clause else (), bet.at, about(facts, bet), (bet.wager,))


@check
def the_call(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for told, closed in facts.one.of(BetsClosed):
        if closed.motion is False:
            yield from breach(rules, "no_hand_motion", told.position, {})


@check
def payments_and_tips(facts: Facts, rules: Rules) -> Iterator[Finding]:
    names = {bet.wager for bet in facts.money.bets}
    for told, returned in facts.one.of(WagerReturned):
        if returned.wager not in names and not told.elsewhere:
            paid = {"amount": facts.amount(returned.amount_minor), "wager": returned.wager}
            yield Finding("payment_without_wager", (), told.position, paid)
    for told, tip in facts.one.of(TipGiven):
        if not rules.value(parameters.TIPS):
            given = {"player": tip.player, "amount": facts.amount(tip.amount_minor)}
            yield from breach(rules, "tip", told.position, given)
