"""A ruling on a drilled round of roulette held against what is right."""

from collections.abc import Iterator
from typing import Final

from drill.roulette.expected_money import Expected, went_back
from drill.roulette.faults.catalogue import LAWFUL, OF_THE_CALL, OF_THE_MONEY, OF_THE_NUMBER, UNDETECTABLE
from drill.roulette.faults.settling import SETTLING_FAULTS
from drill.roulette.recording import NAME
from drill.roulette.rounds import Drilled
from drill.roulette.scenario import Way
from drill.tally import Tally
from ledger.events.play import WagerReturned
from replay.judging.judgement import Judgement, Verdict
from replay.ruling.ruling import Ruling

LEAST_FIRST: Final[tuple[Verdict, ...]] = ("stands", "correct", "respin", "refer")
"""Of readings that come to the same money the least is to be done."""

Wrong = tuple[str, str]
"""`missed`, `invented` or `wrong_money`, and why."""


def score(tally: Tally, one: Drilled, ruling: Ruling) -> None:
    """Counts a round's faults and what a ruling made of them."""
    wrong, counted = list(failures(one, ruling)), _counted(tally, one)
    if counted:
        tally.count("injected", counted)
        if len(counted) > 1:
            tally.count("two_faults", counted)
        if not any(what == "missed" for what, _ in wrong):
            tally.count("found", counted)
    for what, why in wrong:
        tally.count(what, counted)
        tally.example(f"round {one.number}, {what} ({', '.join(one.script.faults) or 'no fault'}): {why}")


def _counted(tally: Tally, one: Drilled) -> tuple[str, ...]:
    """The faults that count; what is no fault, what left no trace and what cannot be seen are counted apart."""
    counted = []
    for fault in one.script.faults:
        if fault in LAWFUL | one.script.lawful:
            tally.count("lawful", (fault,))
        elif fault in UNDETECTABLE:
            tally.count("undetectable", (fault,))
        elif (one.script.silent and fault in SETTLING_FAULTS) or (
            fault in OF_THE_MONEY and not (_mispaid(one) or _left_unpaid(one))
        ):
            tally.count("noop", (fault,))
        else:
            counted.append(fault)
    return tuple(counted)


def _mispaid(one: Drilled) -> bool:
    return any(right.mispaid for _, right in one.right)


def _left_unpaid(one: Drilled) -> bool:
    return any(right.unpaid for _, right in one.right)


def failures(one: Drilled, ruling: Ruling) -> Iterator[Wrong]:
    """All that is wrong with a ruling."""
    found = {finding.kind for finding in ruling.findings}
    wanted = one.script.wanted | ({"wrong_payment"} if _mispaid(one) else set())
    wanted |= {"unpaid"} if _left_unpaid(one) else set()
    wanted |= {"not_spun_again"} if _not_spun_again(one) else set()
    wanted |= {"paid_before_collected"} if any(_too_soon(one, right) for _, right in one.right) else set()
    if all(right.pocket is None for _, right in one.right):  # where no spin counts there is no number to be wrong about
        wanted -= OF_THE_NUMBER
    if missing := wanted - found:
        yield "missed", f"{', '.join(sorted(missing))} missing"
    if misplaced := _misplaced(one, ruling):
        yield "missed", f"{', '.join(sorted(misplaced))} at another place"
    if invented := found - wanted - _allowed(one):
        yield "invented", f"{', '.join(sorted(invented))} invented"
    if why := _money(one, ruling):
        yield "wrong_money", why


def _misplaced(one: Drilled, ruling: Ruling) -> set[str]:
    """What is found, and not at the entry that it is about."""
    at = {id(told.event): told.position for told in one.story.rounds[NAME].entries}
    found = {(finding.kind, finding.position) for finding in ruling.findings}
    kinds = {finding.kind for finding in ruling.findings}
    return {kind for kind, event in one.script.places if kind in kinds and (kind, at[id(event)]) not in found}


def _not_spun_again(one: Drilled) -> bool:
    """Whether the round was closed after a no spin, where no spin counts."""
    return _closed_on_no_spin(one) and any(right.pocket is None for _, right in one.right)


def _closed_on_no_spin(one: Drilled) -> bool:
    return one.script.closed and bool(one.script.spins) and one.script.spins[-1].stopped is not None


def _too_soon(one: Drilled, right: Expected) -> bool:
    """Whether a winner was paid before a loser was collected: by the compartment, whatever the dealer took for it."""
    paid = False
    for event in one.script.money:
        if isinstance(event, WagerReturned) and event.wager in right.dues:
            laid, due = one.script.wager(event.wager), right.dues[event.wager]
            if event.wager in right.playing and due is not None:
                if paid and not event.amount_minor and not due:
                    return True
                paid = paid or (event.amount_minor > 0 and due > laid.all_minor)
    return False


def _allowed(one: Drilled) -> set[str]:
    """What may be found besides: whoever pays by another number adds other pieces from the print."""
    numbers = {right.pocket for _, right in one.right} - {None}
    return {"print_not_added"} if one.script.paid_by or len(numbers) > 1 else set()


def _money(one: Drilled, ruling: Ruling) -> str:
    """Empty if the compartment, the money and the verdict are right under every reading, else why not."""
    for way, right in one.right:
        fits = [branch for branch in ruling.branches if _fits(branch.choices, way)]
        if not fits:
            return f"no branch for {dict(way)}"
        for branch in fits:
            if why := _of_branch(right, branch.outcome) or _found_under(one, right, branch.outcome):
                return f"{why} under {dict(way)}"
    return _common(one, ruling)


def _found_under(one: Drilled, right: Expected, judgement: Judgement) -> str:
    """Empty if what hangs on the reading is found where it holds and nowhere else, else what is not."""
    late = {name for finding in judgement.findings if finding.kind in OF_THE_CALL for name in finding.wagers}
    if late != right.late:
        return f"{sorted(late)} are late, not {sorted(right.late)}"
    kinds = {finding.kind for finding in judgement.findings}
    if ("not_spun_again" in kinds) != (_closed_on_no_spin(one) and right.pocket is None):
        return "it is found wrongly whether the ball was to be spun again"
    if right.pocket is None and kinds & OF_THE_NUMBER:
        return f"{', '.join(sorted(kinds & OF_THE_NUMBER))} of a spin that does not count"
    return ""


def _fits(choices: object, way: Way) -> bool:
    assert isinstance(choices, dict)
    return all(way.get(clause, letter) == letter for clause, letter in choices.items())


def _of_branch(right: Expected, judgement: Judgement) -> str:
    dues = {claim.wager: claim.due_minor for claim in judgement.wagers_due}
    if judgement.lawful_result != right.pocket:
        return f"{judgement.lawful_result} counts, not {right.pocket}"
    if dues != right.dues:
        return f"due is {dues}, not {right.dues}"
    mispaid = {name for one in judgement.findings if one.kind == "wrong_payment" for name in one.wagers}
    if mispaid != right.mispaid:
        return f"{sorted(mispaid)} are paid wrongly, not {sorted(right.mispaid)}"
    unpaid = {name for one in judgement.findings if one.kind == "unpaid" for name in one.wagers}
    if unpaid != right.unpaid:
        return f"{sorted(unpaid)} are unpaid, not {sorted(right.unpaid)}"
    return "" if judgement.verdict == right.verdict else f"the verdict is {judgement.verdict}, not {right.verdict}"


def _common(one: Drilled, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, who decides and what each player gets are right, else why not."""
    come_to = {
        (frozenset(due for due in right.dues.items() if due[1] != 0), right.verdict == "respin") for _, right in one.right
    }
    verdicts = [right.verdict for _, right in one.right]
    verdict = "refer" if len(come_to) > 1 else min(verdicts, key=LEAST_FIRST.index)
    if ruling.verdict != verdict:
        return f"the common verdict is {ruling.verdict}, not {verdict}"
    if len(ruling.outcomes) != len(come_to):
        return f"the readings come to {len(ruling.outcomes)} outcomes, not {len(come_to)}"
    decides = one.edition.authority if verdict == "refer" else None
    if ruling.authority != decides:
        return f"{ruling.authority} decides, not {decides}"
    back = went_back(one.script)
    for award in ruling.awards:
        name = award.wager_due.wager
        dues = {right.dues[name] for _, right in one.right}
        settled = dues.pop() if len(dues) == 1 and not one.script.two_pockets else None
        if award.awarded_minor != settled:
            return f"{name} is awarded {award.awarded_minor}, not {settled}"
        whole = one.script.wager(name).all_minor
        if (award.wager_due.stake_minor, award.wager_due.nominal_minor) != (whole, whole):
            return f"{name} is told with {award.wager_due.stake_minor}, not {whole}"
        if award.wager_due.paid_minor != back[name]:
            return f"{name} went back with {award.wager_due.paid_minor}, not {back[name]}"
    return ""
