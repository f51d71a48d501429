"""The report on a case as sections."""

from collections.abc import Iterator

from projections.messages.catalogue import Catalogue, labels
from projections.reports.case_report import CaseReport
from projections.reports.round_sections import LabelTexts, answer_box, closing_sections, refusable, round_sections
from projections.reports.sections import Column, Lines, Section, SectionedDocument, Span, Table, columns_of, quiet, strong


def case_document(report: CaseReport) -> SectionedDocument:
    """The report on a case."""
    words = Catalogue(report.language)
    texts, case = labels(words, "report"), labels(words, "case")
    by_round = (f"{part.facts.round}: {' '.join(part.answer)}" for part in report.rounds)
    answer = Lines([*strong(report.answer[:1]), *report.answer[1:], *by_round], "boxed")
    return SectionedDocument(
        language=report.language,
        title=report.title,
        recorded_at=report.evidence.recorded_at,
        notices=[report.state, *[texts["masked"]] * report.masked],
        particulars=[(line.label, line.told) for line in report.header],
        sections=[
            Section(texts["asked"], report.question),
            Section(texts["answer"], [answer]),
            Section(case["money"], [quiet(report.money_is), Table([*_money_columns(report, texts, case)])]),
            *_evidence_sections(report, case),
            *_round_sections(report, texts, case),
            *_act_sections(report, texts, case),
            *closing_sections(report, [(line.label, line.told) for line in report.evidence.lines], texts),
        ],
        events=report.events,
    )


def _money_columns(report: CaseReport, texts: LabelTexts, case: LabelTexts) -> Iterator[Column]:
    before = {"asked": case["asked"], "stake": texts["stake"], "back": texts["back"], "due": case["due_in_all"]}
    after = {"award": case["award"], "ex_gratia": case["gesture"], "paid": case["paid"], "owed": case["left"]}
    yield from columns_of(report.money, {"player": texts["player"]}, "wide")
    yield from columns_of(report.money, before, "money")
    yield from columns_of(report.money, {"answer": case["answer"]})
    yield from columns_of(report.money, after, "money")


def _evidence_sections(report: CaseReport, case: LabelTexts) -> Iterator[Section]:
    """Who was there, and what is to be seen."""
    if report.persons:
        persons = columns_of(report.persons, {"person": case["person"], "office": case["office"]})
        seen_as = columns_of(report.persons, {"seen_as": case["seen_as"]}, "wide")
        yield Section(case["persons"], [Table([*persons, *seen_as])])
    if report.footage:
        keys = ("evidence", "camera", "clock", "begins", "ends", "kept")
        footage = columns_of(report.footage, {key: case[key] for key in keys})
        digests = Column(case["digest"], [Span(row.digest, "code") for row in report.footage], "wide")
        yield Section(case["footage"], [report.held, Table([*footage, digests])])


def _round_sections(report: CaseReport, texts: LabelTexts, case: LabelTexts) -> Iterator[Section]:
    if report.no_rounds:
        yield Section("", [report.no_rounds])
    for part in report.rounds:
        facts = part.facts
        by = [facts.document, f"{texts['edition']} {facts.edition}", f"{texts['account']} {facts.account}"]
        by += [f"{texts['shoe']} {facts.shoe}"] if facts.shoe else []
        yield Section(f"{case['round']} {facts.round}", [quiet(" · ".join(by)), answer_box(part)])
        yield from round_sections(part, texts, 3)


def _act_sections(report: CaseReport, texts: LabelTexts, case: LabelTexts) -> Iterator[Section]:
    """What was done, and what is due."""
    acts = [
        Column(case["position"], [f"{act.position}" for act in report.acts], "count"),
        *columns_of(report.acts, {"at": texts["time"], "by": texts["decided_by"]}),
        Column(case["act"], strong(act.what for act in report.acts)),
        Column(case["particulars"], [refusable(act) for act in report.acts], "wide"),
        *columns_of(report.acts, {"clause": texts["clause"]}),
    ]
    yield Section(case["acts"], [Table(acts)])
    if report.deadlines:
        deadlines = columns_of(report.deadlines, {"what": case["due"], "by": case["due_by"]})
        sources = columns_of(report.deadlines, {"source": case["source"]}, "wide")
        yield Section(case["deadlines"], [Table([*deadlines, *sources])])
