"""The number of a spin, as the dealer announced, marked and showed it, and as the wheel's own device told it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from ledger.events.play import Announced, WagerReturned
from ledger.events.wheel import DisplayShown, DollyPlaced, WheelReported
from ledger.values.message import Message, Term
from replay.games.roulette.facts import Check, RouletteCheckContext
from replay.games.roulette.no_spin import SpinAttempt
from replay.games.roulette.spin import announced_number
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare
from replay.rulebooks.rules import Rules
from replay.table_day.round import RoundEntry

declare(
    __name__,
    Phase.WHEEL,
    "record",
    {
        "wheel_contradicts": "The wheel's own device reported {said} {besides}.",
        "wheel_warned": "The wheel's own device reported: {what}.",
    },
    holds_anyhow=("wheel_warned",),
)
declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "announced_too_soon": "The dealer announced {said} before the ball had come to rest.",
        "dolly_too_soon": "The dolly was put on {said} before the ball had come to rest.",
        "call_corrected": "The dealer announced {said} and then {then}; the ball lay in {pocket}.",
        "dolly_corrected": "The dolly was put on {said} and then on {then}; the ball lay in {pocket}.",
        "wrong_number_called": "The dealer announced {said}; the ball lay in {pocket}.",
        "wrong_dolly": "The dolly was put on {said}; the ball lay in {pocket}.",
        "not_announced": "The ball came to rest in {pocket}, and the dealer did not announce it.",
        "not_marked": "The ball came to rest in {pocket}, and the dolly was not placed.",
    },
    {
        "not_announced": Absence((Announced,), "after"),
        "not_marked": Absence((DollyPlaced,), "after"),
    },
)
declare(
    __name__,
    Phase.MONEY,
    "record",
    {
        "wrong_display": "The display showed {said}; {pocket}.",
    },
)


CONTRADICTION_WARNING: Final = "winning_line_contradicts"
Sign = Literal["call", "dolly"]


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number that the dealer announced or put the dolly on, and when."""

    number: str
    round_entry: RoundEntry


def stated_numbers(context: RouletteCheckContext, spin: SpinAttempt, sign: Sign) -> list[StatedNumber]:
    """The numbers that the dealer gave for a spin, in order: the last one holds."""
    if sign == "dolly":
        return [StatedNumber(dolly.pocket, round_entry) for round_entry, dolly in context.entries_during(spin, DollyPlaced)]
    stated_numbers_ = [
        StatedNumber(announced_number(word), round_entry) for round_entry, word in context.entries_during(spin, Announced)
    ]
    return [stated_number for stated_number in stated_numbers_ if stated_number.number.isdigit()]


def last_stated_number(context: RouletteCheckContext, sign: Sign) -> str | None:
    """The number that the dealer announced or marked last for the spin by which the round is settled."""
    given = stated_numbers(context, context.counted_spin, sign) if context.counted_spin is not None else []
    return given[-1].number if given else None


CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Registers a check of every round."""
    CHECKS.append(function)
    return function


_TOO_SOON_KINDS: Final = {"call": "announced_too_soon", "dolly": "dolly_too_soon"}
_CORRECTED_KINDS: Final = {"call": "call_corrected", "dolly": "dolly_corrected"}
_WRONG_KINDS: Final = {"call": "wrong_number_called", "dolly": "wrong_dolly"}
_MISSING_KINDS: Final = {"call": "not_announced", "dolly": "not_marked"}
_SIGNS: Final[tuple[Sign, ...]] = ("call", "dolly")


@check
def stated_before_rest(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    """The result is announced, and the dolly placed, upon the ball's coming to rest."""
    for spin in context.spins:
        ended = spin.rest or spin.no_spin_call
        for by in _SIGNS if ended is not None else ():
            for stated_number in stated_numbers(context, spin, by):
                if ended is not None and stated_number.round_entry.index < ended.index:
                    yield from breach(
                        rules, _TOO_SOON_KINDS[by], stated_number.round_entry.position, {"said": stated_number.number}
                    )


@check
def wrongly_stated(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    """The pocket decides; the dealer's word and the dolly are held against it, and what was put right stays on record."""
    if context.counted_spin is None:
        return
    pocket = context.counted_spin.pocket
    for by in _SIGNS:
        given = stated_numbers(context, context.counted_spin, by)
        for stated_number, following in pairwise(given):
            if stated_number.number not in (pocket, following.number):
                then = {"said": stated_number.number, "then": following.number, "pocket": pocket}
                yield from breach(rules, _CORRECTED_KINDS[by], stated_number.round_entry.position, then)
        if given and given[-1].number != pocket:
            particulars = {"said": given[-1].number, "pocket": pocket}
            yield from breach(rules, _WRONG_KINDS[by], given[-1].round_entry.position, particulars)


@check
def not_stated(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    """A number that was settled without a word or without the dolly, by a record that would tell of it."""
    spin = context.counted_spin
    if spin is None or spin.rest is None or spin.no_spin_call is not None:
        return
    settled = any(round_entry.index > spin.rest.index for round_entry, _ in context.entries_during(spin, WagerReturned))
    if not (settled or context.round.is_over):
        return
    for by in _SIGNS:
        if by in context.round.recorded_signs and not _sign_entries(context, spin, by):
            yield from breach(rules, _MISSING_KINDS[by], spin.rest.position, {"pocket": spin.pocket})


def _sign_entries(context: RouletteCheckContext, spin: SpinAttempt, sign: Sign) -> Sequence[object]:
    return context.entries_during(spin, Announced if sign == "call" else DollyPlaced)


@check
def wrong_display(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    """The display is held against the dolly, or without one against the pocket."""
    spin = context.counted_spin
    if spin is None or spin.rest is None:
        return
    shown_after = [(t, e.pocket) for t, e in context.entries_during(spin, DisplayShown) if t.index > spin.rest.index]
    dolly = last_stated_number(context, "dolly")
    marked = dolly or spin.pocket
    if shown_after and shown_after[-1][1] != marked:
        where = Message("the dolly stood on {pocket}" if dolly else "the ball lay in {pocket}", pocket=marked or "")
        particulars = {"said": shown_after[-1][1], "pocket": where}
        yield from breach(rules, "wrong_display", shown_after[-1][0].position, particulars)


@check
def device_warnings(context: RouletteCheckContext, rules: Rules) -> Iterator[Finding]:
    """What the wheel's own device doubts; that it names two numbers for one spin is a breach by itself."""
    for spin in context.spins:
        reports = context.entries_during(spin, WheelReported)
        contradicted = {event.pocket for _, event in reports if event.warning == CONTRADICTION_WARNING}
        for round_entry, reported in reports:
            other = reported.pocket not in (None, spin.pocket) and reported.pocket not in contradicted
            if rules.clause_of("wheel_contradicts") and (
                reported.warning == CONTRADICTION_WARNING or (other and spin.rest)
            ):
                lay = (
                    Message("where the ball lay in {pocket}", pocket=spin.pocket or "")
                    if spin.rest is not None
                    else Term("and no result")
                )
                particulars = {"said": reported.pocket or Term("another number"), "besides": lay}
                yield from breach(rules, "wheel_contradicts", round_entry.position, particulars)
            else:
                what: Message = Term(reported.warning)
                if reported.pocket is not None:
                    what = Message("{what} ({pocket})", what=what, pocket=reported.pocket)
                yield Finding("wheel_warned", (), round_entry.position, {"what": what})
