"""The drill of custody: nights of lawful rounds whose shoes were made ready wrongly, judged and counted."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Final

from drill.shoe.faults import FAULTS
from drill.shoe.shift import DAY, RoundSource, Shift, ShoeScenario
from drill.tally import Judge, Tally
from ledger.events.play import WagerReturned
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay

SHOES_PER_SHIFT: Final = 3
"""So many shoes are dealt in a night."""

REFERRED_FINDINGS: Final = frozenset({"one_copy_too_many"})
"""Findings with which a person must decide on the money of the round; each further copy is one more of them."""


def drill_shift(round_source: RoundSource, seed: int, players: tuple[str, ...], judge: Judge) -> Tally:
    """What there is to count in a night. Its rounds are all lawful, and are no rounds of the drill's own."""
    night = deal_shift(round_source, seed, players)
    return judge_shift(night, build_table_day(night.entries(), lambda _, __: round_source.edition), seed, judge)


def judge_shift(shift: Shift, table_day: TableDay, seed: int, judge: Judge) -> Tally:
    """What a judge makes of a night that was told."""
    tally = Tally(seed)
    rulings = [judge(table_day, f"{DAY}/{number}") for number in range(1, shift.round_count + 1)]
    found = [finding for ruling in rulings for finding in ruling.findings]
    for shoe in shift.shoes:
        kinds = Counter(finding.kind for finding in found if finding.particulars.get("shoe") == shoe.name)
        _score_shoe(
            tally, shoe, Counter({kind: 1 if kind in REFERRED_FINDINGS else times for kind, times in kinds.items()})
        )
    known = {shoe.name for shoe in shift.shoes}
    for finding in found:
        if finding.particulars.get("shoe") not in known:
            _count_failure(tally, "invented", "", f"{finding.kind}: {finding.text}")
    for ruling in rulings:
        for why in _money_errors(ruling):
            _count_failure(tally, "wrong_money", "", why)
    return tally


def deal_shift(round_source: RoundSource, seed: int, players: tuple[str, ...]) -> Shift:
    """A night in which two of three shoes or so have a fault. Same seed, same night."""
    rng = Random(seed)  # noqa: S311 - play that can be repeated, no secret
    night = Shift(round_source, rng, players)
    for _ in range(SHOES_PER_SHIFT):
        shoe = night.next_shoe()
        night.deal(_with_fault(night, shoe) if rng.randrange(3) else shoe)
    return night


def _with_fault(shift: Shift, shoe: ShoeScenario) -> ShoeScenario:
    """The shoe with the first fault that it can have, of all in a random order."""
    for name in shift.random.sample(sorted(FAULTS), len(FAULTS)):
        fault, wanted = FAULTS[name]
        tried = deepcopy(shoe)
        if fault(shift, tried):
            tried.fault, tried.required_findings = name, wanted
            return tried
    return shoe


def _score_shoe(tally: Tally, shoe: ShoeScenario, findings: Counter[str]) -> None:
    faults, wanted = (shoe.fault,) if shoe.fault else (), Counter(shoe.required_findings)
    for kind, instead in shoe.as_good_findings.items():
        if not findings[kind]:
            findings[kind] = findings.pop(instead, 0)
    if faults:
        tally.count("injected", faults)
        if not wanted - findings:
            tally.count("found", faults)
    for what, differing in (("missed", wanted - findings), ("invented", findings - wanted)):
        for kind in differing:
            _count_failure(tally, what, shoe.fault, f"{kind} on shoe {shoe.name}")


def _count_failure(tally: Tally, counter: str, fault: str, reason: str) -> None:
    tally.count(counter, (fault,) if fault else ())
    tally.add_example(f"night, {counter} ({fault or 'no fault'}): {reason}")


def _money_errors(ruling: Ruling) -> Iterator[str]:
    """A shoe's custody shifts no card: what went back for each wager is what is due."""
    back: Counter[str] = Counter()
    for round_entry in ruling.round.entries:
        if isinstance(round_entry.event, WagerReturned):
            back[round_entry.event.wager] += round_entry.event.amount_minor
    for branch in ruling.branches:
        dues = {claim.wager: claim.due_minor for claim in branch.outcome.wagers_due}
        if dues != dict(back):
            yield f"{ruling.round.name}: due is {dues}, not {dict(back)}"
    grave = any(finding.kind in REFERRED_FINDINGS for finding in ruling.findings)
    if ruling.verdict != ("refer" if grave else "stands"):
        yield f"{ruling.round.name}: the verdict is {ruling.verdict}"
