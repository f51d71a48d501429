"""Rulings: a round judged under every reading that matters, and what each player is owed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from ledger.corrections import Correction
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.play import RoundOpened
from ledger.table_standing import RoundStanding
from ledger.values.message import Term
from replay.games.registry import load_game
from replay.judging.finding import (
    ORDER_CHOICE,
    RECORD_CHOICE,
    RECORD_CHOICES,
    Finding,
    Phase,
    declare,
    sorted_clauses,
    sorted_findings,
)
from replay.judging.house_acts import no_spin_calls
from replay.judging.judgement import Judgement, Verdict, WagerDue
from replay.judging.noted_irregularities import noted_irregularities, noted_positions
from replay.judging.payments import has_outstanding_money
from replay.judging.strangers import strangers_findings, without_players_corrections
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Branch, Consulted, Rules, judge_branches
from replay.ruling.account_differences import differences
from replay.ruling.awards import editions_in_force, favoured_award
from replay.ruling.decided_effects import apply_decisions
from replay.ruling.incomplete_record import (
    Lacking,
    by_completeness,
    lacking,
    without_false_assumption,
    without_rebuttable,
    without_unreportable,
)
from replay.ruling.outcomes import (
    RulingOutcome,
    condition_of,
    findings_by_branch,
    ruling_outcomes,
)
from replay.ruling.record_choices import by_record_choice, by_version, distinct_orders, distinct_versions
from replay.ruling.resolved_readings import ResolvedReading, resolved_readings
from replay.ruling.supposed_records import SupposedJudgement, with_supposed_acts
from replay.table_day.builder import TableDay
from replay.table_day.possible_orders import PossibleOrder, possible_orders
from replay.table_day.round import Round

declare(
    __name__,
    Phase.RECORD,
    "record",
    {
        "delivery_quarantined": "A delivery about this round was refused: {reason} ({feed}, line {line}).",
        "entry_unreadable": "A part of this round's record cannot be read: {reason}.",
        "delivery_conflicted": "Delivery {delivery} of {source} came twice with different content; the first one stands.",
        "sequence_gap": "Source {source} numbered its deliveries {last} and {next}: what lies between is not on record.",
        "opened_again": "The round was opened {times} times: two rounds may have been recorded under one name.",
        "edition_back_dated": "{by} adopted the edition on {at}, after play on this day, and back-dated it: {reason}.",
        "order_not_established": "The clocks do not establish whether {one} came before {other}.",
    },
)
declare(
    __name__,
    Phase.NOTES,
    "record",
    {
        "account_corrected": "{by} corrected what was typed on {at}, at position {position}: {reason}.",
        "corrected_after_settlement": "What was typed was corrected at position {position}, after the round was settled at "
        "position {settled}; the settlement stands until somebody decides otherwise.",
    },
)


@dataclass(frozen=True)
class Ruling:
    """What there is to say about a round: the branches, the common verdict, the money, and what it rests on."""

    round: Round
    edition: Edition
    branches: tuple[Branch[Judgement], ...]
    outcomes: tuple[RulingOutcome, ...]
    """What the branches come to, those that come to the same together."""
    findings: tuple[Finding, ...]
    awards: tuple["Award", ...]
    verdict: Verdict
    positions: tuple[int, ...]
    resolution_clauses: frozenset[str]
    """The clause that said which of the house's resolutions hold for the round, where it mattered."""
    consulted: Consulted
    """All that judging looked at of the edition, whether the ruling cites it or not."""
    incomplete: tuple[Lacking, ...] = ()
    """What the record lacks, and what that leaves open."""

    @property
    def authority(self) -> str | None:
        """Who must decide, where somebody must."""
        if self.verdict not in ("refer", "void", "reconstruct", "ask"):
            return None
        by_remedy = next((branch.outcome.decider for branch in self.branches if branch.outcome.decider), None)
        return by_remedy or self.edition.authority

    @property
    def established_findings(self) -> tuple[Finding, ...]:
        """The findings that are facts: those that hold in any case, and of those that only differ in their particulars
        from reading to reading the first, where there is one under every reading.
        """
        alike: dict[object, list[Finding]] = {}
        for finding in self.findings:
            alike.setdefault((finding.kind, finding.position, finding.wagers), []).append(finding)
        every = {branch_id(branch, number) for number, branch in enumerate(self.branches, 1)}
        sure = [
            next((finding for finding in found if not finding.branch_ids), found[0])
            for found in alike.values()
            if not all(finding.branch_ids for finding in found) or {name for f in found for name in f.branch_ids} == every
        ]
        return sorted_findings(sure)

    @property
    def clauses(self) -> tuple[str, ...]:
        """All clauses that the ruling rests on."""
        clauses = {clause for branch in self.branches for clause in branch.outcome.cited_clauses}
        clauses |= {clause for finding in self.findings for clause in finding.clauses}
        clauses |= {clause for award in self.awards for clause in award.clauses}
        chosen = {clause for branch in self.branches for clause in branch.choices} - RECORD_CHOICES
        return sorted_clauses(clauses | self.resolution_clauses | chosen)

    @property
    def resolved(self) -> tuple[ResolvedReading, ...]:
        """The readings that the ruling rests on and that were resolved beforehand."""
        rests_on = {clause for branch in self.branches for clause in branch.outcome.cited_clauses}
        rests_on |= {clause for award in self.awards for clause in award.clauses}
        chosen = {clause for branch in self.branches for clause in branch.choices}
        return tuple(resolved_readings(self.round, self.edition, (rests_on | self.resolution_clauses) - chosen))


def rule(table_day: TableDay, name: str) -> Ruling:
    """Rules on a round of a table's day. Same events, same edition, same engine: same ruling."""
    round_ = table_day.rounds[name]
    consulted = Consulted()
    holding = editions_in_force(round_, consulted)
    possible, own = _used_version(table_day, round_, consulted)
    versions = {possible[0].round: without_false_assumption(own, possible[0].round)}
    for version in map(table_day.completed, round_.rival_accounts):
        versions[version] = distinct_orders(_branches(possible_orders(table_day, version), consulted))
    found, in_question = distinct_versions(versions)
    merged = _prune_idle_choices(found, round_.edition)
    outcomes, edition = ruling_outcomes(merged), holding[0].outcome.edition
    awarded = _awards(merged, outcomes, edition, consulted)
    verdict = _verdict(outcomes, awarded)
    if _do_versions_disagree(merged, edition, consulted):
        verdict = "refer"
    if verdict in ("refer", "ask") and (settled := _settled_awards(awarded, round_)):
        awarded, verdict = settled, "stands"
    awarded, verdict = _settled_by_cases(awarded, verdict, merged, outcomes)
    differing = tuple(differences(round_, in_question))
    elsewhere = {finding.position for finding in differing}.union(*(version.basis for version in versions))
    decided_at = (decision.position for decision in round_.decisions)
    mended_at = (correction.entry.position for correction in round_.corrections)
    ruling = Ruling(
        round=round_,
        edition=edition,
        branches=tuple(merged),
        outcomes=outcomes,
        findings=sorted_findings(
            dict.fromkeys(
                (
                    *differing,
                    *_record_findings(round_, possible, merged, consulted),
                    *_conditional_findings(merged),
                )
            )
        ),
        awards=awarded,
        verdict=verdict,
        positions=tuple(
            sorted(
                {*table_day.table_positions, *round_.basis, *elsewhere, *decided_at, *mended_at, *noted_positions(round_)}
            )
        ),
        resolution_clauses=frozenset().union(*(branch.outcome.clauses for branch in holding)),
        consulted=consulted,
        incomplete=lacking(possible[0].round, own),
    )
    consulted.readings.update(edition.sheet.readings.keys() & set(ruling.clauses))  # it says how each was resolved
    return ruling


def _used_version(
    table_day: TableDay, round_: Round, consulted: Consulted
) -> tuple[list[PossibleOrder], Sequence[Branch[Judgement]]]:
    """The version of a round that is used, in its possible orders, and the branches that it comes to.

    What it lacks another one has. Where that one counts no more than this, it is believed if nothing is to be done then.
    """
    possible = possible_orders(table_day, table_day.completed(round_))
    branches = distinct_orders(_branches(possible, consulted))
    is_whole = possible[0].round is round_ or not round_.rival_accounts
    if is_whole or all((branch.outcome.verdict, branch.outcome.standing) == ("stands", None) for branch in branches):
        return possible, branches
    alone = [PossibleOrder(round_, possible[0].label)]
    return alone, _branches(alone, consulted)


def judge_with_decisions(round_: Round, rules: Rules) -> Judgement:
    """The round as it was played, then as what was decided on it leaves it."""
    judged = _judge_with_suppositions(without_players_corrections(round_), rules)
    by_strangers = tuple(strangers_findings(round_, rules))
    if by_strangers:
        judged = replace(judged, findings=sorted_findings((*judged.findings, *by_strangers)))
    judged = without_unreportable(judged, round_)
    if not round_.is_taken_as_complete:
        judged = without_rebuttable(judged, round_)
    return apply_decisions(judged, round_, rules)


def _judge_with_suppositions(round_: Round, rules: Rules) -> Judgement:
    """The round as far as it is the same whatever was done in it that is not on record."""
    game = load_game(rules.edition.game)
    judged, cited = game.judge(round_, rules), set(rules.cited_clauses)
    supposed = [SupposedJudgement(game.judge(other.round, rules), other.kinds) for other in game.supposed_rounds(round_)]
    rules.cited_clauses = cited if supposed else rules.cited_clauses
    return with_supposed_acts(judged, supposed, round_)


def _branches(possible: Sequence[PossibleOrder], consulted: Consulted) -> Sequence[Branch[Judgement]]:
    """The round under every reading that matters, in each possible order; and, where something of its record is missing, as
    one of which nothing is, and as one of which something is.
    """
    complete = [*_judged_branches(possible, consulted)]
    if not possible[0].round.missing_parts:
        return complete
    doubted = [replace(ordering, round=ordering.round.taken_as_incomplete()) for ordering in possible]
    return by_completeness(complete, [*_judged_branches(doubted, consulted)])


def _judged_branches(possible: Sequence[PossibleOrder], consulted: Consulted) -> Iterator[Branch[Judgement]]:
    for ordering in possible:
        order = {ORDER_CHOICE: ordering.label} if len(possible) > 1 else {}
        for held in editions_in_force(ordering.round, consulted):
            judge = partial(judge_with_decisions, ordering.round)
            for branch in judge_branches(held.outcome.edition, judge, consulted):
                yield Branch({**held.choices, **branch.choices, **order}, branch.outcome)


def _prune_idle_choices(branches: Sequence[Branch[Judgement]], edition: Edition) -> list[Branch[Judgement]]:
    """Where one reading makes another question idle, the branches that come to the same are told once."""
    kept = list(branches)
    for clause in sorted({clause for branch in branches for clause in branch.choices} - RECORD_CHOICES):
        groups: dict[tuple[tuple[str, str], ...], list[Branch[Judgement]]] = {}
        for branch in kept:
            others = tuple((c, letter) for c, letter in branch.choices.items() if c != clause)
            groups.setdefault(others, []).append(branch)
        letters = len(edition.reading_letters(clause))
        kept = [merged for others, alike in groups.items() for merged in _merge_letters(dict(others), alike, letters)]
    return kept


def _merge_letters(
    others: Mapping[str, str], alike: Sequence[Branch[Judgement]], letters: int
) -> Sequence[Branch[Judgement]]:
    """One branch instead of those of all the letters of a clause, if there are others left and they come to the same."""
    first = alike[0].outcome
    same = len(alike) == letters and all(_comparison_key(branch.outcome) == _comparison_key(first) for branch in alike)
    return [Branch(others, first)] if others and same else alike


def _comparison_key(judgement: Judgement) -> tuple[object, ...]:
    return (
        judgement.verdict,
        judgement.standing,
        judgement.wagers_due,
        judgement.findings,
        judgement.reconstruction,
        tuple(judgement.withheld_minor.items()),
        tuple(judgement.settled_minor.items()),
    )


def _conditional_findings(merged: Sequence[Branch[Judgement]]) -> Iterator[Finding]:
    """What was found in the branches, each with the branches under which it holds."""
    choices = [branch.choices for branch in merged]
    names = [branch_id(branch, number) for number, branch in enumerate(merged, 1)]
    for finding, numbers in findings_by_branch(merged):
        if not numbers:
            yield finding
        else:
            under = tuple(names[number] for number in numbers)
            yield replace(finding, branch_ids=under, condition=condition_of(numbers, choices))


def _verdict(outcomes: Sequence[RulingOutcome], awards: Sequence["Award"]) -> Verdict:
    """That of the only outcome, or of the one that a rule of the document chooses; else somebody must decide.

    What is void under every reading is void, whatever that comes to in money. Where all outcomes are worth the same, it is
    what is to be done with the cards that somebody must decide.
    """
    verdicts = {outcome.verdict for outcome in outcomes}
    if len(outcomes) == 1 or verdicts == {"void"}:
        return outcomes[0].verdict
    worth = {tuple((claim.wager, claim.due_minor) for claim in outcome.judgement.wagers_due) for outcome in outcomes}
    if len(worth) == 1 or any(award.awarded_minor is None for award in awards):
        return "refer"
    given = {award.wager_due.wager: award.awarded_minor for award in awards}
    chosen = {
        outcome.verdict
        for outcome in outcomes
        if all(claim.due_minor == given[claim.wager] for claim in outcome.judgement.wagers_due)
    }
    if len(chosen) == 1:
        return chosen.pop()
    if chosen or not verdicts <= {"stands", "correct", "void"}:
        return "refer"
    return (
        "correct"
        if has_outstanding_money(award.wager_due._replace(due_minor=award.awarded_minor) for award in awards)
        else "stands"
    )


def _do_versions_disagree(branches: Sequence[Branch[Judgement]], edition: Edition, consulted: Consulted) -> bool:
    """Whether the versions of a round that are branches have different verdicts, each by itself."""
    found: set[Verdict] = set()
    versions = by_version(branches)
    for own in versions if len(versions) > 1 else ():
        outcomes = ruling_outcomes(own)
        found.add(_verdict(outcomes, _awards(own, outcomes, edition, consulted)))
    return len(found) > 1


def _record_findings(
    round_: Round, orders: Sequence[PossibleOrder], merged: Sequence[Branch[Judgement]], consulted: Consulted
) -> Iterator[Finding]:
    """What is doubtful about the record itself."""
    dated_back = round_.edition.back_dating
    if dated_back is not None and round_.name.split("/")[1] <= dated_back.at[:10]:
        whose = {"by": dated_back.by, "at": dated_back.at[:10], "reason": Term(dated_back.reason)}
        yield Finding("edition_back_dated", (), dated_back.position, whose)
    told_at = {finding.position for branch in merged for finding in branch.outcome.findings}
    yield from noted_irregularities(round_, told_at, Rules(round_.edition, consulted=consulted))
    for correction in round_.corrections:
        yield from _correction_findings(round_, correction)
    openings = round_.entries_of(RoundOpened)
    if len(openings) > 1 and not any(no_spin_calls(round_)):
        yield Finding("opened_again", (), openings[1][0].position, {"times": len(openings)})
    for source, last, following, at in round_.sequence_gaps:
        yield Finding("sequence_gap", (), at, {"source": source, "last": last, "next": following})
    for entry in round_.refused_entries:
        fields = entry.event.model_dump(exclude={"code", "particulars"})
        about = {name: value for name, value in fields.items() if isinstance(value, str | int)}
        if isinstance(entry.event, DeliveryQuarantined):
            about["reason"] = entry.event.why
        yield Finding(entry.topic.split(".")[0] + "_" + entry.topic.split(".")[1], (), entry.position, about)
    in_doubt = {branch.choices.get(ORDER_CHOICE) for branch in merged}
    for first, second in (order.doubtful_pair for order in orders if order.doubtful_pair and order.label in in_doubt):
        about = {"one": first.ref, "other": second.ref}
        yield Finding("order_not_established", (), second.position, about)


def _correction_findings(round_: Round, correction: Correction) -> Iterator[Finding]:
    """That what was typed of a round was mended, and whether somebody had settled it before."""
    position, event = correction.entry.position, correction.event
    when = (correction.entry.delivery.time or correction.entry.recorded_at)[:10]
    about: dict[str, str | int] = {"by": event.by, "at": when, "position": position, "reason": event.reason.rstrip(".")}
    yield Finding("account_corrected", (), position, about)
    settlements = [*filter(None, [round_.dispute_settlement]), *round_.case_settlements.values()]
    settled = min((decision.position for decision in settlements if decision.position < position), default=None)
    if settled is not None:
        yield Finding("corrected_after_settlement", (), position, {"position": position, "settled": settled})


class Award(NamedTuple):
    """What a wager's player gets: `awarded_minor` if that is settled, else what would be given on a claim."""

    wager_due: WagerDue
    awarded_minor: int | None = None
    if_claimed_minor: int | None = None
    clauses: frozenset[str] = frozenset()


def _awards(
    branches: Sequence[Branch[Judgement]], outcomes: Sequence[RulingOutcome], edition: Edition, consulted: Consulted
) -> tuple[Award, ...]:
    """The money of a ruling, wager by wager.

    Where only readings differ and the house's rules favour the player, a player who disputes gets the
    reading that is best for him; the others are shown theirs as if they claimed. Null where somebody must decide.
    """
    columns = _align_columns([branch.outcome.wagers_due for branch in branches])
    return tuple(_award(branches, outcomes, edition, columns, at, consulted) for at in range(len(columns[0])))


def _settled_awards(awards: Sequence[Award], round_: Round) -> tuple[Award, ...]:
    """The money of a round on which whoever has the last word has decided what the rules leave open; empty if nobody has.

    What went back stands. Where no payment is told the round stands as it was dealt, if that was decided.
    """
    decision = round_.dispute_settlement
    if decision is None:
        return ()
    stands = round_.standing == "stands"
    given = [
        max(claim.kept_minor or 0, 0) if claim.on_record else claim.as_dealt_minor if stands else None
        for claim in (award.wager_due for award in awards)
    ]
    if None in given:
        return ()
    clauses = frozenset({decision.clause} if decision.clause else ())
    return tuple(Award(award.wager_due, minor, clauses=clauses) for award, minor in zip(awards, given, strict=True))


def _settled_by_cases(
    awards: tuple[Award, ...],
    verdict: Verdict,
    branches: Sequence[Branch[Judgement]],
    outcomes: Sequence[RulingOutcome],
) -> tuple[tuple[Award, ...], Verdict]:
    """The money and the verdict of a round of which cases settled wagers: these get what the settlement gives them."""
    settled = dict(branches[0].outcome.settled_minor)
    for branch in branches[1:]:
        settled = {wager: minor for wager, minor in branch.outcome.settled_minor.items() if wager in settled}
    given = tuple(
        Award(award.wager_due, settled[wager], clauses=award.clauses)
        if (wager := award.wager_due.wager) in settled
        else award
        for award in awards
    )
    if given == awards:
        return awards, verdict
    if any(award.wager_due.wager not in settled for award in given):
        return given, _verdict(outcomes, given)
    is_as_paid = all((row.wager_due.returned_minor(row.awarded_minor) or 0) == row.awarded_minor for row in given)
    return given, "stands" if is_as_paid else "correct"


def _align_columns(columns: Sequence[Sequence[WagerDue]]) -> list[list[WagerDue]]:
    """The claims of every branch, wager beside wager; one that is off under a reading goes back with nothing there."""
    first = {claim.wager: claim for claims in columns for claim in reversed(claims)}
    order = list(dict.fromkeys(claim.wager for claims in columns for claim in claims))
    kept = [{claim.wager: claim for claim in claims} for claims in columns]
    return [[held.get(wager) or first[wager]._replace(due_minor=0, referred=False) for wager in order] for held in kept]


def _award(
    branches: Sequence[Branch[Judgement]],
    outcomes: Sequence[RulingOutcome],
    edition: Edition,
    columns: Sequence[Sequence[WagerDue]],
    wager_index: int,
    consulted: Consulted,
) -> Award:
    shown, dues = _common_claim(columns, wager_index), {claims[wager_index].due_minor for claims in columns}
    if any(RECORD_CHOICE in branch.choices for branch in branches):
        shown = shown._replace(
            unpaid=all(claims[wager_index].unpaid for claims in columns),
            is_payment_in_doubt=any(claims[wager_index].is_payment_in_doubt for claims in columns),
        )
    referred = any(claims[wager_index].referred for claims in columns)
    if referred or None in dues or any(outcome.judgement.is_held_up for outcome in outcomes):
        return Award(shown)
    by_record = by_record_choice(branches)
    if len(dues) == 1:
        by_reading = shown.is_paid_by_reading and any(
            _common_claim([columns[at] for at in group], wager_index).is_paid_by_reading for group in by_record
        )
        return Award(shown) if by_reading else Award(shown, awarded_minor=shown.due_minor)
    favours = [favoured_award(edition, [columns[at] for at in group], wager_index, consulted) for group in by_record]
    favoured = favours[0]
    if favoured is None or any(other is None or other.amount_minor != favoured.amount_minor for other in favours):
        return Award(shown)
    if any(shown.player in branches[at].outcome.disputing_players for at in by_record[0]):
        return Award(shown, awarded_minor=favoured.amount_minor, clauses=favoured.clauses)
    return Award(shown, if_claimed_minor=favoured.amount_minor, clauses=favoured.clauses)


def _common_claim(columns: Sequence[Sequence[WagerDue]], wager_index: int) -> WagerDue:
    """Return a wager as it is under every branch; what was paid on it is None where that depends on the reading."""
    first, *others = (claims[wager_index] for claims in columns)
    if all(claim.paid_minor == first.paid_minor for claim in others):
        return first
    return first._replace(paid_minor=None, is_paid_by_reading=True)


def is_incomplete(ruling: Ruling) -> bool:
    """Return whether the record lacks something that could change a ruling."""
    return any(part.findings or part.open_wagers for part in ruling.incomplete)


def round_standing(round_: Round) -> RoundStanding:
    """How a round stands by what happened on the floor and what was decided; `closed` also if another one followed."""
    return "closed" if round_.standing == "open" and round_.is_over else round_.standing


def branch_id(branch: Branch[Judgement], number: int) -> str:
    """What a branch is called: its choices, or its number where there was nothing to choose."""
    return ",".join(f"{clause}:{letter}" for clause, letter in branch.choices.items()) or str(number)
