"""The drill of custody: nights of lawful rounds whose shoes were made ready wrongly, judged and counted."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Final

from drill.shoe.faults import FAULTS
from drill.shoe.shift import DAY, Dealing, Held, Night
from drill.tally import Judge, Tally
from ledger.events.play import WagerReturned
from replay.ruling.grounds import tell
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay

SHOES: Final = 3
"""So many shoes are dealt in a night."""

GRAVE: Final = frozenset({"one_copy_too_many"})
"""Findings with which a person must decide on the money of the round; each further copy is one more of them."""


def drill_night(dealing: Dealing, seed: int, players: tuple[str, ...], judged_by: Judge) -> Tally:
    """What there is to count in a night. Its rounds are all lawful, and are no rounds of the drill's own."""
    night = dealt_night(dealing, seed, players)
    return judged_night(night, tell(night.entries(), lambda _, __: dealing.edition), seed, judged_by)


def judged_night(night: Night, story: TableDay, seed: int, judged_by: Judge) -> Tally:
    """What a judge makes of a night that was told."""
    tally = Tally(seed)
    rulings = [judged_by(story, f"{DAY}/{number}") for number in range(1, night.rounds + 1)]
    found = [finding for ruling in rulings for finding in ruling.findings]
    for shoe in night.shoes:
        kinds = Counter(finding.kind for finding in found if finding.particulars.get("shoe") == shoe.name)
        _score(tally, shoe, Counter({kind: 1 if kind in GRAVE else times for kind, times in kinds.items()}))
    known = {shoe.name for shoe in night.shoes}
    for finding in found:
        if finding.particulars.get("shoe") not in known:
            _wrong(tally, "invented", "", f"{finding.kind}: {finding.text}")
    for ruling in rulings:
        for why in _money(ruling):
            _wrong(tally, "wrong_money", "", why)
    return tally


def dealt_night(dealing: Dealing, seed: int, players: tuple[str, ...]) -> Night:
    """A night in which two of three shoes or so have a fault. Same seed, same night."""
    rng = Random(seed)  # noqa: S311 - play that can be repeated, no secret
    night = Night(dealing, rng, players)
    for _ in range(SHOES):
        shoe = night.next_shoe()
        night.deal(_faulted(night, shoe) if rng.randrange(3) else shoe)
    return night


def _faulted(night: Night, shoe: Held) -> Held:
    """The shoe with the first fault that it can have, of all in a random order."""
    for name in night.random.sample(sorted(FAULTS), len(FAULTS)):
        fault, wanted = FAULTS[name]
        tried = deepcopy(shoe)
        if fault(night, tried):
            tried.fault, tried.wanted = name, wanted
            return tried
    return shoe


def _score(tally: Tally, shoe: Held, found: Counter[str]) -> None:
    faults, wanted = (shoe.fault,) if shoe.fault else (), Counter(shoe.wanted)
    if faults:
        tally.count("injected", faults)
        if not wanted - found:
            tally.count("found", faults)
    for what, differing in (("missed", wanted - found), ("invented", found - wanted)):
        for kind in differing:
            _wrong(tally, what, shoe.fault, f"{kind} on shoe {shoe.name}")


def _wrong(tally: Tally, what: str, fault: str, why: str) -> None:
    tally.count(what, (fault,) if fault else ())
    tally.example(f"night, {what} ({fault or 'no fault'}): {why}")


def _money(ruling: Ruling) -> Iterator[str]:
    """A shoe's custody shifts no card: what went back for each wager is what is due."""
    back: Counter[str] = Counter()
    for told in ruling.round.entries:
        if isinstance(told.event, WagerReturned):
            back[told.event.wager] += told.event.amount_minor
    for branch in ruling.branches:
        dues = {claim.wager: claim.due_minor for claim in branch.outcome.wagers_due}
        if dues != dict(back):
            yield f"{ruling.round.name}: due is {dues}, not {dict(back)}"
    grave = any(finding.kind in GRAVE for finding in ruling.findings)
    if ruling.verdict != ("refer" if grave else "stands"):
        yield f"{ruling.round.name}: the verdict is {ruling.verdict}"
