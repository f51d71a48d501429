"""The report on a round as sections, with those of a round that the report on a case has as well."""

from collections.abc import Iterator, Mapping, Sequence

from projections.messages.catalogue import Catalogue, labels
from projections.reports.report import ReportBranch, ReportDecision, ReportStep, RoundReport, RoundSection
from projections.reports.sections import (
    Block,
    Column,
    Facts,
    Lines,
    Quotations,
    Section,
    SectionedDocument,
    Span,
    Table,
    Text,
    columns_of,
    quiet,
    strong,
)
from replay.judging.finding import Mark

LabelTexts = Mapping[str, str]


def round_document(report: RoundReport) -> SectionedDocument:
    """The report on a round."""
    words = Catalogue(report.language)
    texts, facts = labels(words, "report"), report.facts
    record: list[tuple[str, Text]] = [
        *((texts[name], getattr(facts, name) or texts["not_known"]) for name in ("table", "game", "shoe", "account")),
        (texts["rulebook"], f"{facts.rulebook} {facts.edition}"),
        (texts["edition_digest"], Span(facts.edition_digest, "code")),
        (texts["engine"], facts.engine),
    ]
    return SectionedDocument(
        language=report.language,
        title=report.title,
        recorded_at=report.evidence.recorded_at,
        notices=[facts.document, f"{texts['edition']} {facts.edition}", facts.day, *[texts["masked"]] * report.masked],
        sections=[
            Section(
                texts["answer"], [quiet(" ".join(filter(None, (report.question, report.disputed)))), answer_box(report)]
            ),
            *_reason_sections(report, words),
            *_money_sections(report, texts),
            *_decision_sections(report, texts),
            Section(texts["rights"], [Lines(report.rights, "marked")]),
            Section(texts["findings"], [*_finding_blocks(report, texts)]),
            *incomplete_sections(report, words, 2),
            *picture_sections(report, words, 2),
            Section(texts["happened"], [quiet(facts.times), Table([*step_columns(report, words)])]),
            *_appendix_sections(report, record, words),
        ],
        events=report.events,
    )


def _asked(report: RoundReport) -> Span:
    return quiet(" ".join(filter(None, (report.question, report.disputed))))


def incomplete_sections(part: RoundSection, words: Catalogue, level: int, of: str = "") -> Iterator[Section]:
    """What the record of a round lacks; `of` says of which round, where there are several."""
    if part.incomplete:
        title = labels(words, "report")["incomplete"]
        yield Section(f"{of}: {title}" if of else title, [Lines(part.incomplete, "marked")], level)


def _decision_sections(report: RoundReport, texts: LabelTexts) -> Iterator[Section]:
    if report.decisions:
        yield Section(texts["decisions"], [Table([*_decision_columns(report.decisions, texts)])])


def _reason_sections(report: RoundReport, words: Catalogue) -> Iterator[Section]:
    """The rules that decide, then the outcomes that the rules allow."""
    texts = labels(words, "report")
    if report.decisive:
        yield Section(texts["decisive"], [quiet(texts["decisive_are"]), Quotations(report.decisive)])
    yield from branch_sections(report, words, 2, texts["branches"])


def _money_sections(report: RoundReport, texts: LabelTexts) -> Iterator[Section]:
    """The money bet by bet, then what the answer does not say of the players."""
    others = [balance.told for balance in report.balances if balance.told not in report.consequences]
    blocks: list[Block] = [quiet(report.money_is), Table([*_money_columns(report, texts)])]
    yield Section(texts["money"], [*blocks, Lines(others, "marked")] if others else blocks)


def _appendix_sections(report: RoundReport, record: Sequence[tuple[str, Text]], words: Catalogue) -> Iterator[Section]:
    """The other clauses, and how the report is checked; `record` is what else is to be known of the record."""
    texts = labels(words, "report")
    cited = [clause for clause in report.clauses if clause.findings or clause.quote]
    others = [f"{clause.id}, {clause.title}" for clause in report.clauses if clause not in cited]
    if cited or others:
        clauses: list[Block] = [quiet(texts["clauses_are"]), Quotations(cited)] if cited else []
        yield Section(texts["clauses"], [*clauses, quiet("; ".join(others))])
    ranges = ("\N{EN DASH}".join(map(str, sorted({*ends}))) for ends in report.evidence.ranges)
    facts = [
        *record,
        (texts["positions"], ", ".join(ranges)),
        (texts["leaves"], Span(report.evidence.leaves_digest, "code")),
        (texts["recorded"], words.moment(report.evidence.recorded_at, report.data.zone)),
    ]
    yield Section(texts["evidence"], [Facts(facts), Lines([*map(with_code, report.evidence.checks)], "marked")])


def with_code(line: str) -> Text:
    """A line in which what stands between backticks is code."""
    return tuple(Span(part, "code") if place % 2 else part for place, part in enumerate(line.split("`")))


def answer_box(part: RoundSection) -> Lines:
    """The error and the status, then the money of each player and who must act."""
    return Lines([*strong(part.answer), *part.consequences], "boxed")


def picture_sections(part: RoundSection, words: Catalogue, level: int, of: str = "") -> Iterator[Section]:
    """The table at the decisive step, and the two boards where a card lies elsewhere; `level` is that of the headings, `of`
    says of which round they are.
    """
    texts = labels(words, "report")

    def title(key: str) -> str:
        return f"{of}: {texts[key]}" if of else texts[key]

    yield Section(title("moment" if part.findings else "moment_end"), [part.moment_is, part.moment], level)
    if part.boards is not None:
        yield Section(title("compared"), [part.boards_are, part.boards], level)


def flagged(mark: Mark, text: str = "") -> Span:
    """A text after the sign of a fault, or of what is one under some readings only."""
    return Span(f"? {text}", "open") if mark == "conditional" else Span(f"✗ {text}", "wrong")


def _finding_blocks(part: RoundSection, texts: LabelTexts) -> Iterator[Block]:
    if not part.findings:
        yield texts["found_none"]
        return
    if any(finding.mark == "conditional" for finding in part.findings):
        yield quiet(texts["signs"])
    where = (" · ".join(filter(None, (row.where, ", ".join(row.clauses)))) for row in part.findings)
    items = [(flagged(row.mark), row.text, " ", quiet(at)) for row, at in zip(part.findings, where, strict=True)]
    yield Lines(items, "numbered")


def conditional_findings(part: RoundSection, words: Catalogue) -> Iterator[Block]:
    """All findings of a round of which some hold under some readings only."""
    if any(finding.mark == "conditional" for finding in part.findings):
        yield from _finding_blocks(part, labels(words, "report"))


def _money_columns(part: RoundSection, texts: LabelTexts) -> Iterator[Column]:
    rows = part.money
    yield from columns_of(rows, {"player": texts["player"], "wager": texts["wager"]})
    yield from columns_of(rows, {"on": texts["on"]}, "text" if len(part.due_heads) > 1 else "wide")
    yield from columns_of(rows, {"stake": texts["stake"], "back": texts["back"]}, "money")
    if any(row.as_dealt for row in rows):
        yield from columns_of(rows, {"as_dealt": texts["dealt"]}, "money")
    for at, head in enumerate(part.due_heads):
        lines = head.replace(" ", "\n")  # an amount is narrower than the head in a line
        yield Column(lines, [row.dues[at] or "" for row in rows], "money")
    awards = (
        (Span(row.awarded, "strong"), "\n", Span(row.difference, "small")) if row.differs else row.awarded for row in rows
    )
    yield Column(texts["awarded"], [*awards], "money")


def branch_sections(part: RoundSection, words: Catalogue, level: int, title: str) -> Iterator[Section]:
    """Each outcome of a round, with the readings that lead there and what holds then."""
    texts = labels(words, "report")
    if len(part.branches) == 1:
        yield Section(title, [texts["one_branch"], *_branch_lines(part.branches[0])], level)
        return
    yield Section(title, [], level)
    for branch in part.branches:
        parts = f"{texts['reading_number']} {branch.number}", branch.under, texts[f"branch_{branch.status}"]
        why = "".join(f" ({', '.join(names)})" for names in (branch.chosen_by, branch.chosen_for) if names)
        yield Section(" · ".join(filter(None, parts)) + why, [*_branch_lines(branch)], level + 1)


def _branch_lines(branch: ReportBranch) -> Iterator[Text]:
    yield from map(quiet, branch.readings)
    yield from (branch.holds, *branch.owed)
    if branch.cards:
        yield quiet(branch.cards)
    yield from filter(None, (branch.righting, *branch.withheld))


def _decision_columns(rows: Sequence[ReportDecision], texts: LabelTexts) -> Iterator[Column]:
    yield from columns_of(rows, {"at": texts["time"], "by": texts["decided_by"]})
    in_force = " ", Span(texts["in_force"], "strong")
    decided = [refusable(row.told, row.refused, in_force if row.in_force else ()) for row in rows]
    yield Column(texts["decision"], decided, "wide")
    yield from columns_of(rows, {"clause": texts["clause"]})


def refusable(text: str, refused: str | None, where_it_holds: tuple[str | Span, ...] = ()) -> Text:
    """What was decided or done, and why it does not hold, where it was refused."""
    return (text, *((" ", flagged("certain", refused)) if refused else where_it_holds))


def act_text(name: str, details: str, refused: str | None) -> Text:
    """An act of a case or a championship: its name, its particulars, and why it was refused."""
    why = (" ", flagged("certain", refused)) if refused else ()
    return (Span(name, "strong"), f": {details}" if details else "", *why)


def step_columns(part: RoundSection, words: Catalogue, paragraphs: Mapping[int, int] | None = None) -> Iterator[Column]:
    """What happened in a round, step by step. `paragraphs` are those in which the findings are told, by their numbers."""
    steps, texts = part.steps, labels(words, "report")

    def cited(number: int) -> str:
        if paragraphs and number in paragraphs:
            return words.say("report.see_paragraph", number=paragraphs[number])
        return words.say("report.see_finding", number=number)

    def event(step: ReportStep) -> Text:
        flag = flagged(step.mark, ", ".join(map(cited, step.findings))) if step.mark else ""
        return (step.text, " ", flag) if flag else step.text

    events = [*map(event, steps)]
    yield Column(texts["step"], [f"{step.number}" for step in steps], "count")
    yield Column(texts["time"], [step.time or texts["no_time"] for step in steps])
    if any(step.footage for step in steps):
        yield from columns_of(steps, {"footage": texts["footage"]})
    yield Column(texts["event"], events, "wide")
    if any(step.hand for step in steps):
        yield from columns_of(steps, {"hand": texts["pocket" if part.has_wheel else "cards"]})
    yield Column(texts["due"], [step.due for step in steps], screen_only=True)
