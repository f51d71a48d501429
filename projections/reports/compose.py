"""A ruling made into a report: the one place where it is decided what a report says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ledger.events.play import NoticeGiven
from ledger.values.cards import is_known
from ledger.values.offices import ROLES
from projections.answers.boards import build_boards
from projections.answers.round_answer import RoundAnswer
from projections.certainty import finding_in_words as found_in
from projections.certainty import mark
from projections.documents.rulings import BasisDocument, RulingDocument
from projections.messages.catalogue import Catalogue, document_language, with_suit_signs
from projections.pictures import compare
from projections.pictures.scene import build_scene, decisive_step, describe_scene
from projections.pictures.table import draw_table, table_title
from projections.reports.decisions import report_decisions, withheld_sentences
from projections.reports.headline import headline
from projections.reports.money import (
    balances,
    balances_in_outcome,
    money_formatter,
    money_note,
    money_table,
)
from projections.reports.readings import (
    incomplete_lines,
    last_recorded_at,
    outcome_sentence,
    readings_leading_to,
    reconstruction_sentences,
    resolved_reading_sentence,
)
from projections.reports.report import (
    Picture,
    ReportBranch,
    ReportClause,
    ReportFinding,
    ReportStep,
    RoundEvidence,
    RoundFacts,
    RoundReport,
    RoundReportDocument,
    RoundSection,
)
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from replay import ENGINE
from replay.games.registry import load_game
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

FootageLookup = Callable[[str | None], str]
"""Where an instant of the round is to be seen; empty where it is on no footage."""


@dataclass(frozen=True, slots=True)
class CaseContext:
    """What a case adds to the account of its rounds: the footage, the time zone, and whether the case is decided."""

    footage: FootageLookup = lambda _: ""
    zone: str | None = None
    """The time zone of its times; without one the table's."""
    is_decided: bool = False


def compose_report(
    answer: RoundAnswer,
    document: RulingDocument,
    events: Sequence[bytes] | None,
    words: Catalogue,
    on_record: Sequence[str] = (),
) -> RoundReport:
    """The report on a round, whose ruling `document` has as data. `events` are the stored bytes of its entries, None where
    names are masked; `on_record` says how the ruling on record differs, where it does.
    """
    ruling = answer.ruling
    round_, stored = ruling.round, None if events is None else attached_events(events)
    disputing = dict.fromkeys(
        t.event.by for t in round_.entries if isinstance(t.event, NoticeGiven) and t.event.by not in ROLES
    )
    section = round_section(answer, words)
    return RoundReport(
        **dict(section) | {"answer": (*section.answer, *on_record)},
        language=words.language,
        masked=events is None,
        title=words.say("report.title", round=round_.name),
        question=words.say("report.question", round=round_.name, document=ruling.edition.sheet.edition.document),
        disputed=words.say("report.disputed", players=", ".join(disputing)) if disputing else None,
        rights=_rights(answer, words),
        evidence=_evidence(ruling, document.basis, words, masked=events is None),
        events=stored,
        data=_report_data(ruling, document, words, on_record, stored),
    )


def _report_data(
    ruling: Ruling, document: RulingDocument, words: Catalogue, on_record: Sequence[str], events: str | None
) -> RoundReportDocument:
    """The report as data."""
    return RoundReportDocument.from_object(
        ruling.round.table_opening,
        language=words.language,
        masked=events is None,
        ruling=document,
        recorded_at=last_recorded_at(ruling),
        on_record=list(on_record),
        events=events,
    )


def attached_events(events: Sequence[bytes]) -> str:
    """Stored entries as they are attached to a report: one a line."""
    return "".join(line.decode() + "\n" for line in events)


def round_section(answer: RoundAnswer, words: Catalogue, case: CaseContext | None = None) -> RoundSection:
    """What there is to say of a round, on its own or within a case."""
    within, ruling = case or CaseContext(), answer.ruling
    zone = within.zone or ruling.round.table_opening.zone
    steps = timeline_steps(ruling, formatter_for(ruling, words))
    moment = decisive_step(ruling, steps)
    found = [_report_finding(number, finding, ruling, steps, words) for number, finding in enumerate(answer.findings, 1)]
    boards, boards_are = _compared_boards(answer, words)
    heads, money = money_table(answer, words)
    top = headline(answer, words)
    decides = words.say("report.case_decided") if within.is_decided else top.decides
    return RoundSection(
        facts=_facts(ruling, words, zone),
        has_wheel=load_game(ruling.edition.game).has_wheel,
        answer=top.errors,
        consequences=top.consequences,
        steps=tuple(_report_step(step, answer, words, within.footage, zone) for step in steps),
        moment=_moment_picture(ruling, moment, words),
        moment_is=words.say("report.moment_is", step=moment, sentence=steps[moment - 1].text) if steps else "",
        boards=boards,
        boards_are=boards_are,
        findings=tuple(found),
        incomplete=tuple(incomplete_lines(ruling, words)),
        decisive=tuple(_report_clause(answer, clause, words) for clause in answer.decisive_clauses),
        clauses=tuple(_report_clause(answer, clause, words) for clause in _other_clauses(answer)),
        branches=tuple(_report_branches(answer, words)),
        money_is=money_note(answer, words),
        due_heads=heads,
        money=money,
        balances=balances(answer, words),
        decisions=report_decisions(answer, words),
        decides=decides,
    )


def _facts(ruling: Ruling, words: Catalogue, zone: str) -> RoundFacts:
    round_, edition = ruling.round, ruling.edition
    table, day, _ = round_.name.split("/")
    return RoundFacts(
        round=round_.name,
        table=table,
        day=words.day(day),
        times=words.say("report.times", zone=words.zone(zone, f"{day}T12:00:00+00:00")),
        game=words.term(edition.game),
        shoe=round_.shoe,
        account=round_.account,
        document=edition.sheet.edition.document,
        rulebook=edition.id,
        edition=edition.name,
        edition_digest=edition.digest,
        engine=ENGINE,
    )


def _report_step(step: Step, answer: RoundAnswer, words: Catalogue, footage: FootageLookup, zone: str) -> ReportStep:
    hand, ruling = "", answer.ruling
    if step.changed_place is not None:
        cards = step.hands.get(step.changed_place, ())
        place = words.value(load_game(ruling.edition.game).place_name(step.changed_place))
        count = load_game(ruling.edition.game).count(cards, Rules(ruling.edition)) if all(map(is_known, cards)) else ""
        total = f" = {count}" if cards and count else ""
        hand = f"{place}: {' '.join(map(with_suit_signs, cards)) or '-'}{total}"
    at = step.round_entry.entry.delivery.time
    due = words.value(step.due) if step.due else words.say("report.left_rules")
    return ReportStep(
        number=step.number,
        time=at and words.clock(at, zone),
        text=step.text_with_condition,
        hand=hand,
        due=due if step.changed_place is not None else "",
        findings=tuple(answer.findings.index(finding) + 1 for finding in step.findings),
        footage=footage(at),
        mark=step.mark,
    )


def _report_finding(
    number: int, finding: Finding, ruling: Ruling, steps: Sequence[Step], words: Catalogue
) -> ReportFinding:
    at = next((step.number for step in steps if step.round_entry.position == finding.position), None)
    where = words.say("report.where", step=at) if at else words.say("report.on_record", position=finding.position)
    return ReportFinding(
        number=number,
        kind=finding.kind,
        text=found_in(ruling, finding, words),
        where=where,
        clauses=finding.clauses,
        mark=mark(ruling, [finding]),
    )


def _moment_picture(ruling: Ruling, step_number: int, words: Catalogue) -> Picture:
    shown = build_scene(ruling, words, step_number)
    return Picture(title=table_title(shown, words), desc=describe_scene(shown, words), svg=draw_table(shown, words))


def _compared_boards(answer: RoundAnswer, words: Catalogue) -> tuple[Picture | None, str]:
    """The two boards in the outcome that holds, if any card is misplaced or missing in it; where none holds, in the first
    in which one is. Then what the boards are, with the outcome where there are several.
    """
    ruling = answer.ruling
    if load_game(ruling.edition.game).has_wheel:
        return None, ""
    for outcome in ruling.outcomes if answer.outcome is None else (answer.outcome,):
        for number in outcome.branches:
            both = build_boards(ruling, ruling.branches[number].outcome)
            if both is not None and (both.misplaced_cards or both.undrawn_slots):
                drawn = compare.BoardComparison(ruling, both, words)
                sentences = [words.say("report.compared_is" if both.misplaced_cards else "report.compared_drawn")]
                if len(ruling.outcomes) > 1:
                    sentences.append(words.say("report.compared_in", number=outcome.id))
                return Picture(title=drawn.title, desc=drawn.description, svg=drawn.draw()), " ".join(sentences)
    return None, ""


def _other_clauses(answer: RoundAnswer) -> list[str]:
    """The clauses that were consulted and do not decide, those of its findings first."""
    of_findings = [clause for finding in answer.findings for clause in finding.clauses]
    clauses = dict.fromkeys((*of_findings, *answer.ruling.clauses))
    known = answer.ruling.edition.sheet.clauses
    return [clause for clause in clauses if clause in known and clause not in answer.decisive_clauses]


def _report_clause(answer: RoundAnswer, clause: str, words: Catalogue) -> ReportClause:
    ruling = answer.ruling
    clause_row = ruling.edition.sheet.clauses[clause]
    found = tuple(number for number, finding in enumerate(answer.findings, 1) if clause in finding.clauses)
    held = next(
        (
            resolved_reading_sentence(resolved_reading, words)
            for resolved_reading in ruling.resolved
            if resolved_reading.clause == clause
        ),
        "",
    )
    title, text = words.clause_text(clause_row.title), words.clause_text(clause_row.text)
    key, numbers = "rests_one" if len(found) == 1 else "rests", ", ".join(map(str, found))
    rests = words.say(f"report.{key}", numbers=numbers) if found else ""
    quote, language = clause_row.quote, document_language(ruling.edition.sheet)
    return ReportClause(
        id=clause,
        title=title,
        text=text,
        quote=quote,
        quote_language=language,
        quote_translation=words.quote_translation(quote, language) if quote else "",
        findings=found,
        rests=rests,
        resolved=held,
    )


def _report_branches(answer: RoundAnswer, words: Catalogue) -> list[ReportBranch]:
    ruling, bets, money = answer.ruling, answer.bets, money_formatter(answer.ruling, words)
    is_decided = answer.status.decider is None and all(bet.awarded_minor is not None for bet in bets)
    report_branches = []
    for number, outcome in enumerate(ruling.outcomes, 1):
        judged = outcome.judgement
        follows = tuple(bet.bet for bet in bets if bet.awarded_minor == bet.due_by_outcome[outcome.id])
        has_its_money = is_decided and len(follows) == len(bets)
        is_chosen = outcome is answer.outcome if answer.outcome is not None else has_its_money
        status = "chosen" if is_chosen else "not_chosen" if is_decided or answer.is_settled else "open"
        result = {"dealt": judged.dealt_result, "lawful": judged.lawful_result, "declared": judged.declared_result}
        say = "report.ball_says" if load_game(ruling.edition.game).has_wheel else "report.cards_say"
        undetermined = words.say("report.undetermined")
        values = {name: words.value(value) if value else undetermined for name, value in result.items()}
        report_branches.append(
            ReportBranch(
                number=number,
                under=words.condition(outcome.condition),
                readings=tuple(readings_leading_to(ruling, outcome.condition, words)),
                holds=outcome_sentence(ruling, outcome, words),
                owed=tuple(balances_in_outcome(answer, outcome, words)) if len(ruling.outcomes) > 1 else (),
                cards=words.say(say, **values) if len({*result.values()} - {None}) > 1 else "",
                righting=" ".join(reconstruction_sentences(ruling, outcome, words)),
                status=status,
                chosen_for=follows if is_decided and not answer.is_settled and status == "not_chosen" else (),
                chosen_by=answer.award_clauses if status == "chosen" and len(ruling.outcomes) > 1 else (),
                withheld=tuple(withheld_sentences(judged, words, money)),
            )
        )
    return report_branches


def _rights(answer: RoundAnswer, words: Catalogue) -> tuple[str, ...]:
    sentences = (
        [words.say("report.right_confirm", authority=words.term(answer.status.decider))] if answer.status.decider else []
    )
    if any(bet.if_claimed_minor is not None for bet in answer.bets):
        sentences.append(words.say("report.right_reading"))
    return (*sentences, words.say("report.right_see"), words.say("report.right_complain"))


def _evidence(ruling: Ruling, basis: BasisDocument, words: Catalogue, *, masked: bool) -> RoundEvidence:
    keys = ("check_masked",) if masked else ("check_attached",)
    checks = tuple(words.say(f"report.{key}", round=ruling.round.name) for key in ("check_again", "check_leaves", *keys))
    return RoundEvidence(
        ranges=tuple(basis.ranges),
        leaves_digest=basis.leaves_digest,
        recorded_at=last_recorded_at(ruling),
        checks=checks,
    )
