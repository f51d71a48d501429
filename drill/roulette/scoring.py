"""A ruling on a drilled round of roulette held against what is right."""

from collections.abc import Iterator
from typing import Final

from drill.roulette.expected_money import ExpectedRouletteOutcome, returned_by_wager
from drill.roulette.faults.catalogue import CALL_FINDINGS, LAWFUL_FAULTS, MONEY_FAULTS, NUMBER_FINDINGS, UNDETECTABLE_FAULTS
from drill.roulette.faults.settling import SETTLING_FAULTS
from drill.roulette.recording import ROUND_NAME
from drill.roulette.rounds import DrilledRouletteRound
from drill.roulette.scenario import ReadingChoice
from drill.tally import Tally
from ledger.events.play import WagerReturned
from ledger.events.wheel import PrintAdded
from replay.judging.judgement import Judgement, Verdict, WagerDue
from replay.ruling.ruling import Ruling

LEAST_VERDICT_FIRST: Final[tuple[Verdict, ...]] = ("stands", "correct", "respin", "refer")
"""Of readings that come to the same money the least is to be done."""

Failure = tuple[str, str]
"""`missed`, `invented` or `wrong_money`, and why."""


def score(tally: Tally, drilled: DrilledRouletteRound, ruling: Ruling) -> None:
    """Counts a round's faults and what a ruling made of them."""
    wrong, counted = list(failures(drilled, ruling)), _counted_faults(tally, drilled)
    if counted:
        tally.count("injected", counted)
        if len(counted) > 1:
            tally.count("two_faults", counted)
        if not any(what == "missed" for what, _ in wrong):
            tally.count("found", counted)
    for what, why in wrong:
        tally.count(what, counted)
        tally.add_example(f"round {drilled.number}, {what} ({', '.join(drilled.scenario.faults) or 'no fault'}): {why}")


def _counted_faults(tally: Tally, drilled: DrilledRouletteRound) -> tuple[str, ...]:
    """The faults that count; what is no fault, what left no trace and what cannot be seen are counted apart."""
    counted = []
    for fault in drilled.scenario.faults:
        if fault in LAWFUL_FAULTS | drilled.scenario.lawful_faults:
            tally.count("lawful", (fault,))
        elif fault in UNDETECTABLE_FAULTS:
            tally.count("undetectable", (fault,))
        elif (drilled.scenario.is_money_unrecorded and fault in SETTLING_FAULTS) or (
            fault in MONEY_FAULTS and not (_has_mispaid(drilled) or _has_unpaid(drilled))
        ):
            tally.count("noop", (fault,))
        else:
            counted.append(fault)
    return tuple(counted)


def _has_mispaid(drilled: DrilledRouletteRound) -> bool:
    return any(right.mispaid_wagers for _, right in drilled.expected)


def _has_unpaid(drilled: DrilledRouletteRound) -> bool:
    return any(right.unpaid_wagers for _, right in drilled.expected)


def failures(drilled: DrilledRouletteRound, ruling: Ruling) -> Iterator[Failure]:
    """All that is wrong with a ruling."""
    found = {finding.kind for finding in ruling.findings}
    wanted = drilled.scenario.required_findings | ({"wrong_payment"} if _has_mispaid(drilled) else set())
    wanted |= {"unpaid"} if _has_unpaid(drilled) else set()
    wanted |= {"not_spun_again"} if _is_respin_missing(drilled) else set()
    outcomes = [right for _, right in drilled.expected]
    with_number = [right for right in outcomes if right.pocket is not None] or outcomes
    if any(_is_paid_before_collected(drilled, right) for right in with_number):
        wanted.add("paid_before_collected")
    if any(_is_print_added_late(drilled, right) for right in with_number):
        wanted.add("print_added_late")
    if all(
        right.pocket is None for _, right in drilled.expected
    ):  # where no spin counts there is no number to be wrong about
        wanted -= NUMBER_FINDINGS
    if missing := wanted - found:
        yield "missed", f"{', '.join(sorted(missing))} missing"
    if misplaced := _misplaced_findings(drilled, ruling):
        yield "missed", f"{', '.join(sorted(misplaced))} at another place"
    if invented := found - wanted - _allowed_findings(drilled):
        yield "invented", f"{', '.join(sorted(invented))} invented"
    if why := _money_error(drilled, ruling):
        yield "wrong_money", why


def _misplaced_findings(drilled: DrilledRouletteRound, ruling: Ruling) -> set[str]:
    """What is found, and not at the entry that it is about."""
    at = {id(round_entry.event): round_entry.position for round_entry in drilled.table_day.rounds[ROUND_NAME].entries}
    found = {(finding.kind, finding.position) for finding in ruling.findings}
    kinds = {finding.kind for finding in ruling.findings}
    return {kind for kind, event in drilled.scenario.finding_events if kind in kinds and (kind, at[id(event)]) not in found}


def _is_respin_missing(drilled: DrilledRouletteRound) -> bool:
    """Whether the round was closed after a no spin, where no spin counts."""
    return _is_closed_on_no_spin(drilled) and any(right.pocket is None for _, right in drilled.expected)


def _is_closed_on_no_spin(drilled: DrilledRouletteRound) -> bool:
    return (
        drilled.scenario.is_closed and bool(drilled.scenario.spins) and drilled.scenario.spins[-1].no_spin_call is not None
    )


def _is_paid_before_collected(drilled: DrilledRouletteRound, expected: ExpectedRouletteOutcome) -> bool:
    """Whether a winner was paid before a loser was collected: by the compartment, whatever the dealer took for it."""
    paid = False
    for event in drilled.scenario.money_events:
        if isinstance(event, WagerReturned) and event.wager in expected.dues:
            laid, due = drilled.scenario.wager(event.wager), expected.dues[event.wager]
            if event.wager in expected.playing_wagers and due is not None:
                if paid and not event.amount_minor and not due:
                    return True
                paid = paid or (event.amount_minor > 0 and due > laid.total_minor)
    return False


def _is_print_added_late(drilled: DrilledRouletteRound, expected: ExpectedRouletteOutcome) -> bool:
    """Whether a loser was collected or a winner paid before a winner's pieces were added from the print."""
    is_settled = False
    for event in drilled.scenario.money_events:
        if not isinstance(event, WagerReturned | PrintAdded) or event.wager not in expected.playing_wagers:
            continue
        laid, due = drilled.scenario.wager(event.wager), expected.dues[event.wager] or 0
        is_won = due > laid.total_minor
        if isinstance(event, PrintAdded):
            if is_settled and is_won and laid.event.on == "print":
                return True
        elif expected.dues[event.wager] is not None:
            is_settled |= is_won if event.amount_minor else not due
    return False


def _allowed_findings(drilled: DrilledRouletteRound) -> set[str]:
    """What may be found besides: whoever pays by another number adds other pieces from the print."""
    numbers = {right.pocket for _, right in drilled.expected} - {None}
    return {"print_not_added"} if drilled.scenario.paid_by_number or len(numbers) > 1 else set()


def _money_error(drilled: DrilledRouletteRound, ruling: Ruling) -> str:
    """Empty if the compartment, the money and the verdict are right under every reading, else why not."""
    for way, right in drilled.expected:
        fits = [branch for branch in ruling.branches if _is_compatible(branch.choices, way)]
        if not fits:
            return f"no branch for {dict(way)}"
        for branch in fits:
            if why := _branch_error(drilled, right, branch.outcome) or _finding_error(drilled, right, branch.outcome):
                return f"{why} under {dict(way)}"
    return _common_error(drilled, ruling)


def _finding_error(drilled: DrilledRouletteRound, expected: ExpectedRouletteOutcome, judgement: Judgement) -> str:
    """Empty if what hangs on the reading is found where it holds and nowhere else, else what is not."""
    late = {name for finding in judgement.findings if finding.kind in CALL_FINDINGS for name in finding.wagers}
    if late != expected.late_wagers:
        return f"{sorted(late)} are late, not {sorted(expected.late_wagers)}"
    kinds = {finding.kind for finding in judgement.findings}
    if ("not_spun_again" in kinds) != (_is_closed_on_no_spin(drilled) and expected.pocket is None):
        return "it is found wrongly whether the ball was to be spun again"
    if expected.pocket is None and kinds & NUMBER_FINDINGS:
        return f"{', '.join(sorted(kinds & NUMBER_FINDINGS))} of a spin that does not count"
    return ""


def _whole(drilled: DrilledRouletteRound, wager_due: WagerDue, minor: int | None) -> int | None:
    """An amount with the chips that its player took up, where these count as no part of the wager any more."""
    aside = drilled.scenario.wager(wager_due.wager).total_minor - wager_due.stake_minor
    return (minor or 0) + aside if aside else minor


def _is_compatible(choices: object, reading_choice: ReadingChoice) -> bool:
    assert isinstance(choices, dict)
    return all(reading_choice.get(clause, letter) == letter for clause, letter in choices.items())


def _branch_error(drilled: DrilledRouletteRound, expected: ExpectedRouletteOutcome, judgement: Judgement) -> str:
    dues = {claim.wager: _whole(drilled, claim, claim.due_minor) for claim in judgement.wagers_due}
    if judgement.lawful_result != expected.pocket:
        return f"{judgement.lawful_result} counts, not {expected.pocket}"
    if dues != expected.dues:
        return f"due is {dues}, not {expected.dues}"
    paid = {claim.wager: _whole(drilled, claim, claim.paid_minor) for claim in judgement.wagers_due}
    if paid != (had := returned_by_wager(drilled.scenario)):
        return f"{paid} went back, not {had}"
    mispaid = {name for finding in judgement.findings if finding.kind == "wrong_payment" for name in finding.wagers}
    if mispaid != expected.mispaid_wagers:
        return f"{sorted(mispaid)} are paid wrongly, not {sorted(expected.mispaid_wagers)}"
    unpaid = {name for finding in judgement.findings if finding.kind == "unpaid" for name in finding.wagers}
    if unpaid != expected.unpaid_wagers:
        return f"{sorted(unpaid)} are unpaid, not {sorted(expected.unpaid_wagers)}"
    return "" if judgement.verdict == expected.verdict else f"the verdict is {judgement.verdict}, not {expected.verdict}"


def _common_error(drilled: DrilledRouletteRound, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, who decides and what each player gets are right, else why not."""
    come_to = {
        (frozenset(due for due in right.dues.items() if due[1] != 0), right.verdict == "respin")
        for _, right in drilled.expected
    }
    verdicts = [right.verdict for _, right in drilled.expected]
    verdict = "refer" if len(come_to) > 1 else min(verdicts, key=LEAST_VERDICT_FIRST.index)
    if ruling.verdict != verdict:
        return f"the common verdict is {ruling.verdict}, not {verdict}"
    if len(ruling.outcomes) != len(come_to):
        return f"the readings come to {len(ruling.outcomes)} outcomes, not {len(come_to)}"
    decides = drilled.edition.authority if verdict == "refer" else None
    if ruling.authority != decides:
        return f"{ruling.authority} decides, not {decides}"
    back = returned_by_wager(drilled.scenario)
    for award in ruling.awards:
        name = award.wager_due.wager
        dues = {claim.due_minor for branch in ruling.branches for claim in branch.outcome.wagers_due if claim.wager == name}
        settled = dues.pop() if len(dues) == 1 and not drilled.scenario.has_two_pockets else None
        if award.awarded_minor != settled:
            return f"{name} is awarded {award.awarded_minor}, not {settled}"
        whole, taken = drilled.scenario.wager(name).total_minor, drilled.scenario.wager(name).taken_up_minor
        stake = award.wager_due.stake_minor
        if award.wager_due.nominal_minor != stake or not whole - taken <= stake <= whole:
            return f"{name} is told with {stake}, not {whole}"
        if (paid := _whole(drilled, award.wager_due, award.wager_due.paid_minor)) != back[name]:
            return f"{name} went back with {paid}, not {back[name]}"
    return ""
