"""The rounds of the drill for blackjack: dealt, a fault put in now and then, told as a table would tell them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from replay.blackjack.faults.bets import OTHER_FAULTS, UNWRITTEN
from replay.blackjack.faults.cards import CARD_FAULTS, LAWFUL_MISHAPS
from replay.blackjack.faults.script import CUT, NOTICES, Notice, Script
from replay.blackjack.faults.telling import story
from replay.blackjack.faults.truth import Right, of_errors, right, trace
from replay.blackjack.simulation import Floor
from replay.rulebook import Edition
from replay.story import Story

NAME: Final = "DRILL/2026-01-01/1"
SELDOM: Final = 8
"""So many of the faults of each kind seldom fit."""

CHANGES_THE_LINE: Final = frozenset({"illegal_double", "illegal_split", "illegal_hit_on_21", "off_limits"})
"""Faults of players after which the round goes on otherwise, or for other money: they come first or not at all."""


@dataclass(frozen=True, slots=True)
class Drilled:
    """A round of the drill as it is told, and what is right in it. It can be judged any number of times."""

    number: int
    script: Script
    story: Story
    positions: dict[int, int]
    right: Right

    @property
    def misdealt(self) -> bool:
        return self.right.trace == "misdealt"


def told_rounds(edition: Edition, seed: int, shoe: int, most: int) -> Iterator[Drilled]:
    """The rounds of one shoe, played and told; what the house leaves open is resolved, save what concerns errors."""
    rng = Random(seed * 1_000_003 + shoe)  # noqa: S311 - play that can be repeated, no secret
    held = edition.with_resolved(_resolved(edition, rng))
    floor = Floor(held, rng.randrange(1 << 30))
    for number in range(most):
        floor.next_round()
        script = _script(floor, rng)
        told, positions = story(script, held, floor.decks)
        yield Drilled(shoe * 1000 + number, script, told, positions, right(script, held))
        floor.out(len(script.out), [script.names.get(n, card) for n, card in enumerate(script.out)])


def _resolved(edition: Edition, rng: Random) -> dict[str, str]:
    """One reading of each ambiguity that is open and does not concern errors of the deal."""
    of_error = of_errors(edition)
    opened = [c for c in edition.sheet.readings if c not in of_error and c not in edition.resolved]
    return {clause: rng.choice(edition.readings(clause)) for clause in opened}


def _script(floor: Floor, rng: Random) -> Script:
    """A round, four of ten with a fault, and a fifth of these with another one."""
    before = Counter(card for card in floor.gone if card[1] != "?") if floor.device == "shoe" else Counter[str]()
    script = Script(
        rules=floor.rules,
        mains=floor.bets(),
        shoe=tuple(floor.cards[:78]),
        device=floor.device,
        before=before,
        out_before=len(floor.gone) if floor.device == "shoe" else 0,
        limits=floor.limits,
    )
    if rng.randrange(10) < 5:
        of_the_dealer = rng.randrange(10) < 7
        injected = _card_fault(script, rng) if of_the_dealer else _other_fault(script, floor.edition, rng)
        if injected and rng.randrange(4) == 0 and trace(script) != "undetectable":
            injected = _card_fault(script, rng) if rng.randrange(3) else _other_fault(script, floor.edition, rng)
    script.notice = _notice(script, rng)
    if script.notice == "put_right" and trace(script) == "undetectable":
        script.notice = "at_once"
    return script


def _card_fault(script: Script, rng: Random) -> bool:
    """A fault of the dealer, after those that the script has."""
    if script.wanted:
        return _other_fault(script, script.rules.edition, rng)
    chances = {**CARD_FAULTS, **LAWFUL_MISHAPS}
    for name in _in_some_order(list(chances), rng):
        if name not in script.faults and chances[name](script, rng):
            script.faults.append(name)
            return True
    return False


def _other_fault(script: Script, edition: Edition, rng: Random) -> bool:
    """A fault of a player or of the money, if the house knows it for one."""
    for name in _in_some_order(list(OTHER_FAULTS), rng):
        kind, fault = OTHER_FAULTS[name]
        known = kind in UNWRITTEN or kind in edition.sheet.conduct
        if script.faults and name in CHANGES_THE_LINE:
            continue
        if known and name not in script.faults and fault(script, rng):
            script.faults.append(name)
            script.wanted[name] = {kind}
            return True
    return False


def _in_some_order(names: list[str], rng: Random) -> list[str]:
    """Now and then those that seldom fit are tried first."""
    mixed = rng.sample(names, len(names))
    return names[:SELDOM] + mixed if rng.randrange(3) == 0 else mixed


def _notice(script: Script, rng: Random) -> Notice:
    notice = rng.choice(NOTICES)
    if script.wanted:
        return rng.choice(("after_payout", "next_round", "never"))
    if notice == "put_right" and not (script.misdealt and script.can_be_put_right):
        notice = "at_once"
    return notice if script.misdealt or notice not in CUT else "after_payout"
