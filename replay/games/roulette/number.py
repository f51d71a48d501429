"""The number of a spin, as the dealer announced, marked and showed it, and as the wheel's own device told it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from ledger.events.play import Announced, WagerReturned
from ledger.events.wheel import DisplayShown, DollyPlaced, WheelReported
from replay.games.roulette.facts import Check, Facts
from replay.games.roulette.no_spin import Attempt
from replay.games.roulette.spin import called
from replay.judging.composition import breach
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules
from replay.table_day.round import Told

CONTRADICTS: Final = "winning_line_contradicts"
Sign = Literal["call", "dolly"]


@dataclass(frozen=True, slots=True)
class Stated:
    """A number that the dealer announced or put the dolly on, and when."""

    number: str
    told: Told


def stated(facts: Facts, spin: Attempt, by: Sign) -> list[Stated]:
    """The numbers that the dealer gave for a spin, in order: the last one holds."""
    if by == "dolly":
        return [Stated(dolly.pocket, told) for told, dolly in facts.during(spin, DollyPlaced)]
    said = [Stated(called(word), told) for told, word in facts.during(spin, Announced)]
    return [one for one in said if one.number.isdigit()]


def shown(facts: Facts, by: Sign) -> str | None:
    """The number that the dealer announced or marked last for the spin by which the round is settled."""
    given = stated(facts, facts.spin, by) if facts.spin is not None else []
    return given[-1].number if given else None


CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Registers a check of every round."""
    CHECKS.append(function)
    return function


_TOO_SOON: Final = {"call": "announced_too_soon", "dolly": "dolly_too_soon"}
_CORRECTED: Final = {"call": "call_corrected", "dolly": "dolly_corrected"}
_WRONG: Final = {"call": "wrong_number_called", "dolly": "wrong_dolly"}
_MISSING: Final = {"call": "not_announced", "dolly": "not_marked"}
_SIGNS: Final[tuple[Sign, ...]] = ("call", "dolly")


@check
def before_the_rest(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """The result is announced, and the dolly placed, upon the ball's coming to rest."""
    for spin in facts.spins:
        ended = spin.rest or spin.stopped
        for by in _SIGNS if ended is not None else ():
            for one in stated(facts, spin, by):
                if ended is not None and one.told.index < ended.index:
                    yield from breach(rules, _TOO_SOON[by], one.told.position, {"said": one.number})


@check
def the_dealer_s(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """The pocket decides; the dealer's word and the dolly are held against it, and what was put right stays on record."""
    if facts.spin is None:
        return
    pocket = facts.spin.pocket
    for by in _SIGNS:
        given = stated(facts, facts.spin, by)
        for one, following in pairwise(given):
            if one.number not in (pocket, following.number):
                then = {"said": one.number, "then": following.number, "pocket": pocket}
                yield from breach(rules, _CORRECTED[by], one.told.position, then)
        if given and given[-1].number != pocket:
            said = {"said": given[-1].number, "pocket": pocket}
            yield from breach(rules, _WRONG[by], given[-1].told.position, said)


@check
def left_out(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """A number that was settled without a word or without the dolly, by a record that would tell of it."""
    spin = facts.spin
    if spin is None or spin.rest is None or spin.stopped is not None:
        return
    settled = any(told.index > spin.rest.index for told, _ in facts.during(spin, WagerReturned))
    if not (settled or facts.one.closed):
        return
    for by in _SIGNS:
        if by in facts.one.signs_told and not _given(facts, spin, by):
            yield from breach(rules, _MISSING[by], spin.rest.position, {"pocket": spin.pocket})


def _given(facts: Facts, spin: Attempt, by: Sign) -> Sequence[object]:
    return facts.during(spin, Announced if by == "call" else DollyPlaced)


@check
def the_display(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """The display is held against the dolly, or without one against the pocket."""
    spin = facts.spin
    if spin is None or spin.rest is None:
        return
    shown_after = [(t, e.pocket) for t, e in facts.during(spin, DisplayShown) if t.index > spin.rest.index]
    dolly = shown(facts, "dolly")
    marked = dolly or spin.pocket
    if shown_after and shown_after[-1][1] != marked:
        where = "the dolly stood on" if dolly else "the ball lay in"
        said = {"said": shown_after[-1][1], "pocket": f"{where} {marked}"}
        yield from breach(rules, "wrong_display", shown_after[-1][0].position, said)


@check
def of_the_device(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """What the wheel's own device doubts; that it names two numbers for one spin is a breach by itself."""
    for spin in facts.spins:
        reports = facts.during(spin, WheelReported)
        contradicted = {one.pocket for _, one in reports if one.warning == CONTRADICTS}
        for told, reported in reports:
            other = reported.pocket not in (None, spin.pocket) and reported.pocket not in contradicted
            if rules.conduct("wheel_contradicts") and (reported.warning == CONTRADICTS or (other and spin.rest)):
                lay = f"where the ball lay in {spin.pocket}" if spin.rest is not None else "and no result"
                said = {"said": reported.pocket or "another number", "besides": lay}
                yield from breach(rules, "wheel_contradicts", told.position, said)
            else:
                on = "" if reported.pocket is None else f" ({reported.pocket})"
                yield Finding("wheel_warned", (), told.position, {"what": reported.warning.replace("_", " ") + on})
