"""What is no matter of the order of acts: late chips, limits, colour chips, the hand's motion, tips."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ledger.events.play import BetsClosed, TipGiven, WagerLaid
from ledger.values.message import Message, Term
from ledger.values.wheel_layout import NUMBERED_KINDS
from replay.games.roulette import parameters
from replay.games.roulette.bets import CALL_BETS, LateAct, RouletteBet
from replay.games.roulette.facts import Check, RouletteCheckContext, wager_particulars
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare
from replay.judging.payments import payments_without_wager
from replay.judging.wagers import strangers_finding
from replay.rulebooks.rules import Rules

declare(
    __name__,
    Phase.WHEEL,
    "record",
    {
        "wrong_wheel": "The wheel has {what}; it should have {due}.",
    },
    holds_anyhow=("wrong_wheel",),
)
declare(
    __name__,
    Phase.WHEEL,
    "dealing",
    {
        "no_hand_motion": 'The call "no more bets" was not accompanied by a motion of the hand over the layout.',
    },
    holds_anyhow=("no_hand_motion",),
)
declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "bet_after_call": 'Player {player} bet {amount} on {kind} ({wager}) after "no more bets", when the ball {when}.',
        "moved_after_call": 'Wager {wager} of {player} was moved from {before} to {after} after "no more bets".',
        "changed_after_call": 'Wager {wager} of {player} was changed from {before} to {after} after "no more bets".',
        "withdrawn_after_call": 'Wager {wager} of {player} on {kind} was taken back after "no more bets".',
        "no_bet": "The {amount} called by {player} on {kind} ({wager}) was not {why}: no bet.",
        "off_limits_inside": "Wager {wager} of {player}, {amount} on {kind}, brings a position {how}.",
        "off_limits_outside": "Wager {wager} of {player}, {amount} on {kind}, brings a position {how}.",
        "too_many_colour_chips": "Player {player} has {number} colour chips inside; at most {most} are allowed.",
        "colour_chips_outside": "Wager {wager} of {player} on {kind} is in colour chips, which are for inside bets only.",
        "wrong_colour_value": "Wager {wager} of {player}, {amount}, does not match the value of its chips at {value} each.",
        "not_for_the_print": "Wager {wager} of {player} on {kind} was placed on the print, which is not for such a bet.",
        "not_offered": "Wager {wager} of {player} is on {kind}, which this house does not offer.",
    },
    {
        "no_bet": Absence((WagerLaid,)),
    },
    holds_anyhow=("wrong_colour_value", "not_for_the_print", "not_offered"),
    holds_unless_reopened=("bet_after_call", "moved_after_call", "changed_after_call", "withdrawn_after_call"),
)


CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Registers a check of every round."""
    CHECKS.append(function)
    return function


@check
def wheel_construction(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    wheel, due = context.layout.wheel, rules.value(parameters.COMPARTMENTS)
    colours = [context.layout.colour(pocket) for pocket in wheel if pocket not in context.layout.zeros]
    alternate = all(colour != other for colour, other in pairwise(colours))
    if len(wheel) != due:
        found: dict[str, str | int] = {"what": Message("{number} compartments", number=len(wheel)), "due": due}
        yield from breach(rules, "wrong_wheel", context.round.basis[0], found)
    elif rules.value(parameters.ALTERNATES) and not alternate:
        found = {"what": Term("two numbers of one colour side by side"), "due": Term("red and black in turn")}
        yield from breach(rules, "wrong_wheel", context.round.basis[0], found)


@check
def late_acts(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.money.bets:
        for late in bet.late_acts:
            when = Term(
                "had come to rest" if late.is_after_rest else "was to be spun again" if late.is_before_respin else "ran"
            )
            particulars = {**wager_particulars(context, bet), "when": when}
            yield from _late_act_findings(context, rules, bet, late, particulars)


def _late_act_findings(
    context: RouletteCheckContext, rules: Rules, bet: RouletteBet, late_act: LateAct, particulars: dict[str, str | int]
) -> Iterator[Finding]:
    match late_act.kind:
        case "bet":
            yield from breach(rules, "bet_after_call", late_act.position, particulars, bet.wager)
        case "moved":
            moved = {**particulars, "before": late_act.before, "after": late_act.after}
            yield from breach(rules, "moved_after_call", late_act.position, moved, bet.wager)
        case "withdrawn":
            yield from breach(rules, "withdrawn_after_call", late_act.position, particulars, bet.wager)
        case "changed":
            stakes = {
                "before": context.format_money(int(late_act.before)),
                "after": context.format_money(int(late_act.after)),
            }
            yield from breach(rules, "changed_after_call", late_act.position, {**particulars, **stakes}, bet.wager)


@check
def acts_of_strangers(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    """A player answers for the position of a wager, and the dealer may help: nobody else handles it."""
    for bet in context.money.bets:
        for act in bet.strangers_acts:
            clause = rules.clause_of_value(parameters.SETTLED_BY)
            yield strangers_finding(act, wager_particulars(context, bet), bet.wager, clause)


@check
def spoken_bets(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.money.bets:
        if context.money.is_no_bet(bet):
            why = Term("put on the layout in time" if bet.has_chips else "accompanied by chips")
            yield from breach(rules, "no_bet", bet.position, {**wager_particulars(context, bet), "why": why}, bet.wager)


_OFF_LIMITS: Final = {
    "above": "above the maximum of {limit}",
    "below": "below the minimum of {limit}",
    "not_in_units": "to no whole number of {limit}",
}


@check
def limit_breaches(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    reported: set[tuple[str, str]] = set()
    for off in context.money.limit_breaches:
        bet = next(bet for bet in context.money.bets if bet.wager == off.wager)
        limit = context.format_money(off.limit_minor)
        how = Message(_OFF_LIMITS[off.breach], limit=limit)
        if (off.wager, off.breach) not in reported:
            kind = "off_limits_inside" if off.kind in NUMBERED_KINDS else "off_limits_outside"
            yield from breach(rules, kind, bet.position, {**wager_particulars(context, bet), "how": how}, bet.wager)
        reported.add((off.wager, off.breach))


def _is_inside(bet: RouletteBet, context: RouletteCheckContext) -> bool:
    return all(piece.kind in NUMBERED_KINDS for piece in context.money.pieces(bet.spot) or ())


@check
def colour_chips(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    colour = [bet for bet in context.money.bets if bet.is_colour and not bet.withdrawn]
    for player in dict.fromkeys(bet.player for bet in colour):
        inside = [bet for bet in colour if bet.player == player and _is_inside(bet, context)]
        number, most = sum(bet.chip_count or 0 for bet in inside), rules.value(parameters.COLOUR_CHIPS)
        if number > most:
            counted: dict[str, str | int] = {"player": player, "number": number, "most": most}
            names = (bet.wager for bet in inside)
            yield from breach(rules, "too_many_colour_chips", inside[-1].position, counted, *names)
    for bet in colour:
        if not _is_inside(bet, context) and not rules.value(parameters.COLOUR_OUTSIDE):
            yield from breach(rules, "colour_chips_outside", bet.position, wager_particulars(context, bet), bet.wager)
        yield from _colour_value_findings(context, bet, rules)


def _colour_value_findings(context: RouletteCheckContext, bet: RouletteBet, rules: Rules) -> Iterator[Finding]:
    """A player's colour chips are worth what the marker button says, and so many of them are the stake."""
    placed = next(round_entry for round_entry in context.round.entries if round_entry.position == bet.position)
    value = placed.terms.chip_values.get(bet.player, bet.chip_minor)
    if value is None or (bet.chip_minor in (None, value) and bet.chip_count is None):
        return
    if bet.chip_minor not in (None, value) or value * (bet.chip_count or 0) != bet.stake_minor:
        yield from breach(
            rules,
            "wrong_colour_value",
            bet.position,
            {**wager_particulars(context, bet), "value": context.format_money(value)},
            bet.wager,
        )


@check
def in_chips(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.money.bets:
        if bet.is_in_cash and rules.value(parameters.CHIPS_ONLY):
            yield from breach(rules, "not_in_chips", bet.position, wager_particulars(context, bet), bet.wager)
        group = "series" if bet.spot.kind in CALL_BETS else bet.spot.kind
        if bet.is_on_print and group not in rules.value(parameters.ON_PRINT):
            yield from breach(rules, "not_for_the_print", bet.position, wager_particulars(context, bet), bet.wager)


@check
def wagers_offered(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.money.bets:
        if context.money.pieces(bet.spot) is None:
            kind = "not_offered" if bet.spot.kind == "neighbours" else "unknown_wager"
            clause = rules.clause_of(kind)
            yield Finding(kind, (clause,) if clause else (), bet.position, wager_particulars(context, bet), (bet.wager,))


@check
def hand_motion(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    for round_entry, closed in context.round.entries_of(BetsClosed):
        if closed.motion is False:
            yield from breach(rules, "no_hand_motion", round_entry.position, {})


@check
def payments_and_tips(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    names = {bet.wager for bet in context.money.bets}
    yield from payments_without_wager(context.round, names, context.format_money)
    for round_entry, tip in context.round.entries_of(TipGiven):
        if not rules.value(parameters.TIPS):
            given = {"player": tip.player, "amount": context.format_money(tip.amount_minor)}
            yield from breach(rules, "tip", round_entry.position, given)
