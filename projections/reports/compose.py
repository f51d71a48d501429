"""A ruling made into a report: the one place where it is decided what a report says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.events.play import NoticeGiven
from ledger.values.cards import is_known
from ledger.values.offices import ROLES
from projections.certainty import found as found_in
from projections.certainty import mark
from projections.messages.catalogue import Words, pretty
from projections.pictures import baccarat, blackjack, compare, roulette
from projections.pictures.scene import decisive, described, scene
from projections.reports.decisions import decisions_told, withheld
from projections.reports.money import balances, columns, money_is, money_of, money_told, still_due
from projections.reports.readings import (
    comes_to,
    deciding_clause,
    leads_there,
    recorded_at,
    resolved,
    righted,
    verdict,
    when,
)
from projections.reports.report import (
    BranchTold,
    ClauseTold,
    Evidence,
    Facts,
    FindingTold,
    Picture,
    Report,
    RoundTold,
    StepTold,
)
from projections.timeline.timeline import Step, spelling_of, walk
from replay import ENGINE
from replay.games.registry import load_game
from replay.judging.finding import Finding, sorted_clauses
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

Basis = Mapping[str, Any]
"""What a ruling rests on, as its JSON has it: `ranges` of positions and the `leaves_digest`."""

Footage = Callable[[str | None], str]
"""Where an instant of the round is to be seen; empty where it is on no footage."""

DRAWN: Final = {"baccarat": baccarat.draw, "blackjack": blackjack.draw, "roulette": roulette.draw}
"""By game, what draws its table."""


@dataclass(frozen=True, slots=True)
class Within:
    """What a case adds to its rounds: by wager what it settled, in minor units, and the footage."""

    settled: Mapping[str, int] = field(default_factory=dict)
    footage: Footage = lambda _: ""


def compose(ruling: Ruling, basis: Basis, events: Sequence[bytes] | None, words: Words) -> Report:
    """The report on a ruling. `events` are the stored bytes of its entries, None where names are masked."""
    round_ = ruling.round
    disputing = dict.fromkeys(
        t.event.by for t in round_.entries if isinstance(t.event, NoticeGiven) and t.event.by not in ROLES
    )
    return Report(
        **dict(round_told(ruling, words)),
        language=words.language,
        masked=events is None,
        title=words.say("report.title", round=round_.name),
        question=words.say("report.question", round=round_.name, document=ruling.edition.sheet.edition.document),
        disputed=words.say("report.disputed", players=", ".join(disputing)) if disputing else None,
        rights=_rights(ruling, words),
        evidence=_evidence(ruling, basis, words, masked=events is None),
        events=None if events is None else attached(events),
    )


def attached(events: Sequence[bytes]) -> str:
    """Stored entries as they are attached to a report: one a line."""
    return "".join(line.decode() + "\n" for line in events)


def round_told(ruling: Ruling, words: Words, case: Within | None = None) -> RoundTold:
    """What there is to say of a round, on its own or within a case."""
    within = case or Within()
    steps = walk(ruling, spelling_of(ruling, words))
    moment = decisive(ruling, steps)
    found = [_finding(number, finding, ruling, steps, words) for number, finding in enumerate(ruling.findings, 1)]
    boards, boards_are = _boards(ruling, words)
    heads, money = money_told(ruling, words, within.settled)
    return RoundTold(
        facts=_facts(ruling, words),
        answer=_answer(ruling, found, words, within.settled),
        steps=tuple(_step(step, ruling, words, within.footage) for step in steps),
        moment=_moment(ruling, moment, words),
        moment_is=words.say("report.moment_is", step=moment, told=steps[moment - 1].text) if steps else "",
        boards=boards,
        boards_are=boards_are,
        findings=tuple(found),
        clauses=_clauses(ruling, words),
        branches=tuple(_branches(ruling, words, within.settled)),
        money_is=money_is(ruling, words),
        due_heads=heads,
        money=money,
        balances=() if within.settled else balances(ruling, words),
        decisions=decisions_told(ruling, words),
        decides=words.say("report.case_decided") if within.settled else _decides(ruling, words),
    )


def given(ruling: Ruling, settled: Mapping[str, int], words: Words) -> Iterator[str]:
    """What a case gave on a round, wager by wager, beside what had gone back."""
    money = money_of(ruling)
    for claim in ruling.branches[0].outcome.wagers_due:
        if claim.wager in settled:
            said = {"wager": claim.wager, "player": claim.player, "amount": money(settled[claim.wager])}
            paid = words.say("report.not_known") if claim.paid_minor is None else money(claim.paid_minor)
            yield words.say("report.case_gives", **said, paid=paid)


def _facts(ruling: Ruling, words: Words) -> Facts:
    round_, edition = ruling.round, ruling.edition
    table, day, _ = round_.name.split("/")
    return Facts(
        round=round_.name,
        table=table,
        day=day,
        game=words.value(edition.game),
        shoe=round_.shoe,
        account=round_.account,
        document=edition.sheet.edition.document,
        rulebook=edition.id,
        edition=edition.name,
        edition_digest=edition.digest,
        engine=ENGINE,
    )


def _answer(ruling: Ruling, found: Sequence[FindingTold], words: Words, settled: Mapping[str, int]) -> tuple[str, ...]:
    sure = [one.text for one, finding in zip(found, ruling.findings, strict=True) if finding in ruling.established_findings]
    told = [*given(ruling, settled, words)] or [verdict(ruling, words)]
    if sure or not found:
        key = "found_none" if not found else "found_one" if len(sure) == 1 else "found_some"
        told.append(words.say(f"report.{key}", number=len(sure), first=sure[0] if sure else ""))
    if conditional := sum(one.mark == "conditional" for one in found):
        key = f"{'further' if sure else 'only'}_{'one' if conditional == 1 else 'some'}"
        told.append(words.say(f"report.{key}", number=conditional))
    if len(ruling.outcomes) == 1 and any(branch.outcome.standing for branch in ruling.branches):
        told.append(comes_to(ruling, ruling.outcomes[0], words))
    return tuple(told)


def _step(step: Step, ruling: Ruling, words: Words, footage: Footage) -> StepTold:
    hand = ""
    if step.touched is not None:
        cards = step.hands.get(step.touched, ())
        place = words.value(load_game(ruling.edition.game).place_name(step.touched))
        count = load_game(ruling.edition.game).count(cards, Rules(ruling.edition)) if all(map(is_known, cards)) else ""
        total = f" = {count}" if cards and count else ""
        hand = f"{place}: {' '.join(map(pretty, cards)) or '-'}{total}"
    due = words.value(step.due) if step.due else words.say("report.left_rules")
    return StepTold(
        number=step.number,
        time=step.told.entry.delivery.time and when(step.told.entry.delivery.time),
        text=step.flagged,
        hand=hand,
        due=due if step.touched is not None else "",
        findings=tuple(ruling.findings.index(finding) + 1 for finding in step.findings),
        footage=footage(step.told.entry.delivery.time),
        mark=step.mark,
    )


def _finding(number: int, finding: Finding, ruling: Ruling, steps: Sequence[Step], words: Words) -> FindingTold:
    at = next((step.number for step in steps if step.told.position == finding.position), None)
    where = words.say("report.where", step=at) if at else words.say("report.on_record", position=finding.position)
    return FindingTold(
        number=number,
        kind=finding.kind,
        text=found_in(ruling, finding, words),
        where=where,
        clauses=finding.clauses,
        mark=mark(ruling, [finding]),
    )


def _moment(ruling: Ruling, at: int, words: Words) -> Picture:
    shown = scene(ruling, words, at)
    title = words.say(f"picture.{shown.game}", round=shown.round)
    told = roulette.described if shown.game == "roulette" else described
    return Picture(title=title, desc=told(shown, words), svg=DRAWN[shown.game](shown, words))


def _boards(ruling: Ruling, words: Words) -> tuple[Picture | None, str]:
    """The two boards under the first reading that lets the cards be put right, if any card lies elsewhere; and what they
    are, with the outcome where there are several.
    """
    for number, branch in enumerate(ruling.branches if ruling.edition.game != "roulette" else ()):
        both = compare.boards(ruling, branch.outcome)
        if both is not None and (both.joined or both.drawn):
            drawn = compare.Pair(ruling, both, words)
            told = [words.say("report.compared_is")]
            if len(ruling.outcomes) > 1:
                outcome = next(one.id for one in ruling.outcomes if number in one.branches)
                told.append(words.say("report.compared_in", number=outcome))
            return Picture(title=drawn.title, desc=drawn.desc, svg=drawn.draw()), " ".join(told)
    return None, ""


def _clauses(ruling: Ruling, words: Words) -> tuple[ClauseTold, ...]:
    """The clauses that a ruling rests on: those of the findings, then those that choose or award, then the others."""
    turned_on = {clause for branch in ruling.branches for clause in branch.choices}
    turned_on |= {clause for award in ruling.awards for clause in award.clauses}
    told = [_clause(ruling, clause, words) for clause in ruling.clauses if clause in ruling.edition.sheet.clauses]
    return tuple(sorted(told, key=lambda one: 0 if one.findings else 1 if one.id in turned_on else 2))


def _clause(ruling: Ruling, clause: str, words: Words) -> ClauseTold:
    told = ruling.edition.sheet.clauses[clause]
    found = tuple(number for number, finding in enumerate(ruling.findings, 1) if clause in finding.clauses)
    held = next(
        (resolved(resolved_reading, words) for resolved_reading in ruling.resolved if resolved_reading.clause == clause), ""
    )
    title, text = words.rule(told.title), words.rule(told.text)
    key, numbers = "rests_one" if len(found) == 1 else "rests", ", ".join(map(str, found))
    rests = words.say(f"report.{key}", numbers=numbers) if found else ""
    return ClauseTold(id=clause, title=title, text=text, quote=told.quote, findings=found, rests=rests, resolved=held)


def _branches(ruling: Ruling, words: Words, settled: Mapping[str, int]) -> list[BranchTold]:
    rows, money = ruling.awards, money_of(ruling)
    by = frozenset[str]().union(*(row.clauses for row in rows))
    dues = {number: due for head, due in _by_head(ruling) for number in head}
    told = []
    for number, outcome in enumerate(ruling.outcomes, 1):
        judged = outcome.judgement
        given = {row.wager_due.wager: settled.get(row.wager_due.wager, row.awarded_minor) for row in rows}
        follows = [
            row.wager_due.wager for row, due in zip(rows, dues[number], strict=True) if given[row.wager_due.wager] == due
        ]
        decided = None not in given.values()
        status = "open" if not decided else "chosen" if len(follows) == len(rows) else "not_chosen"
        result = {"dealt": judged.dealt_result, "lawful": judged.lawful_result, "declared": judged.declared_result}
        open_ = words.say("report.open")
        said = {name: words.value(value or open_) for name, value in result.items()}
        told.append(
            BranchTold(
                number=number,
                under=words.condition(outcome.condition),
                readings=tuple(leads_there(ruling, outcome.condition, words)),
                holds=comes_to(ruling, outcome, words),
                owed=tuple(still_due(ruling, outcome, words)) if len(ruling.outcomes) > 1 else (),
                cards=words.say("report.cards_say", **said) if len({*result.values()} - {None}) > 1 else "",
                righting=" ".join(righted(ruling, outcome, words)),
                status=status,
                chosen_for=tuple(follows) if decided and status == "not_chosen" else (),
                chosen_by=sorted_clauses(by) if status == "chosen" and len(ruling.outcomes) > 1 else (),
                withheld=tuple(withheld(judged, words, money)),
            )
        )
    return told


def _by_head(ruling: Ruling) -> list[tuple[tuple[int, ...], tuple[int | None, ...]]]:
    shown = columns(ruling, ruling.awards)
    return list(zip(shown.heads, shown.due_minor, strict=True))


def _decides(ruling: Ruling, words: Words) -> str:
    if ruling.authority is None:
        return words.say("report.nobody")
    clause, document = deciding_clause(ruling), ruling.edition.sheet.edition.document
    on = f", {clause}" if clause else ""
    return words.say("report.authority", authority=words.value(ruling.authority), document=document, on=on)


def _rights(ruling: Ruling, words: Words) -> tuple[str, ...]:
    told = [words.say("report.right_confirm", authority=words.value(ruling.authority))] if ruling.authority else []
    if any(award.if_claimed_minor is not None for award in ruling.awards):
        told.append(words.say("report.right_reading"))
    return (*told, words.say("report.right_see"), words.say("report.right_complain"))


def _evidence(ruling: Ruling, basis: Basis, words: Words, *, masked: bool) -> Evidence:
    keys = ("check_masked",) if masked else ("check_attached",)
    checks = tuple(words.say(f"report.{key}", round=ruling.round.name) for key in ("check_again", "check_leaves", *keys))
    ranges = tuple((first, upto) for first, upto in basis["ranges"])
    return Evidence(ranges=ranges, leaves_digest=basis["leaves_digest"], recorded_at=recorded_at(ruling), checks=checks)
