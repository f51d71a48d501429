"""The report on a championship in which something was disputed, and the notice of how a dispute was decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Final, TypeAlias

from pydantic import Field

from ledger.application import Ledger
from ledger.championships.championship import ChampionshipAct
from ledger.championships.commands import PREFIX
from ledger.entry import Entry
from ledger.errors import UnknownChampionship
from ledger.events.championships import ContestantsAdvanced, DisputeOpened, DisputeSettled
from ledger.events.house import HouseSettingsRecorded
from ledger.house import house_settings
from ledger.merkle import digest, leaf_hash
from ledger.values.document import Digest, Document, Position
from ledger.values.refusals import Refusal
from projections.documents.championships import ChampionshipDocument
from projections.documents.rulings import position_ranges
from projections.messages import numbers
from projections.messages.catalogue import DEFAULT_LANGUAGE, Catalogue, document_language, labels
from projections.read_models.championships import JudgedChampionships
from projections.reports.case_letter import signatory_of
from projections.reports.decisions import person_and_office
from projections.reports.letter import Letter, LetterParagraph, LetterSection, letter_house, plain_section
from projections.reports.masking import masking
from projections.reports.person_names import PersonNames
from projections.reports.readings import question_text
from projections.reports.sections import (
    Block,
    Column,
    ColumnSort,
    Lines,
    Numbered,
    Report,
    Section,
    SectionedDocument,
    Span,
    Table,
    Text,
    act_text,
    attached_events,
    quiet,
    record_blocks,
    strong,
    table_of,
    with_quote,
)
from projections.table_days import TableDays
from replay import ENGINE
from replay.championship.judge import JudgedChampionship, judge_places, settled_readings
from replay.championship.scores import Points
from replay.rulebooks.edition import Edition

BELOW_THE_LINE: Final = 2
"""Of how many contestants below the line the scores are told."""


class ChampionshipReportDocument(Document):
    """The report on a championship as data."""

    language: str
    masked: bool
    house: dict[str, Any] | None = Field(description="The house's settings on record.")
    zone: str
    championship: ChampionshipDocument
    entries: list[tuple[Position, Position]] = Field(description="From which position to which.")
    leaves: Digest
    recorded_at: str
    events: str | None = Field(description="The stored bytes of the entries, one a line; null in a masked report.")


ChampionshipReport: TypeAlias = Report[ChampionshipReportDocument]


def compose_championship_report(ledger: Ledger, name: str, words: Catalogue, *, masked: bool) -> ChampionshipReport:
    """The report on a championship. Raises UnknownChampionship where there is none, or where nothing was disputed in it."""
    return _ChampionshipFile.gather(ledger, name, words, masked=masked).report()


def dispute_notice(ledger: Ledger, name: str, dispute: str, words: Catalogue, signed_by: str | None = None) -> Letter:
    """The notice of the decision on a dispute, to all who take part.

    Raises UnknownChampionship where there is no such dispute, or where it is not decided yet.
    """
    return _ChampionshipFile.gather(ledger, name, words, is_notice=True).notice(dispute, signed_by)


@dataclass
class _ChampionshipFile:
    """A championship with what its report rests on."""

    name: str
    judged: JudgedChampionship
    data: ChampionshipDocument
    house: HouseSettingsRecorded | None
    entries: Sequence[Entry]
    stored: Sequence[bytes]
    names: PersonNames
    words: Catalogue
    masked: bool
    is_notice: bool

    @classmethod
    def gather(
        cls, ledger: Ledger, name: str, words: Catalogue, *, masked: bool = False, is_notice: bool = False
    ) -> "_ChampionshipFile":
        championships = JudgedChampionships(ledger)
        judged = championships.get(name)
        if not judged.championship.disputes:
            raise UnknownChampionship(
                f"nothing was disputed in championship {name}; `recoup championship show {name}` shows it"
            )
        entries = ledger.entries(PREFIX + name)
        return cls(
            name=name,
            judged=judged,
            data=championships.document(name),
            house=house_settings(ledger),
            entries=entries,
            stored=TableDays(ledger).stored_bytes([entry.position for entry in entries]),
            names=masking(entries, words) if masked else PersonNames({}),
            words=words,
            masked=masked,
            is_notice=is_notice,
        )

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"championship.{key}", **values)

    @property
    def edition(self) -> Edition:
        return self.judged.edition

    @property
    def zone(self) -> str:
        return self.house.zone if self.house else "UTC"

    @property
    def disputes(self) -> Sequence[DisputeOpened]:
        return list(self.judged.championship.disputes.values())

    def settled(self, dispute: DisputeOpened) -> DisputeSettled | None:
        return self.judged.championship.settled.get(dispute.dispute)

    @cached_property
    def acts(self) -> list[tuple[ChampionshipAct, str | None]]:
        """Everything from the first dispute to what followed the last decision, with why it was refused where it was."""
        championship = self.judged.championship
        rows = [(act, None) for act in championship.acts] + [(act, act.event.why) for act in championship.attempts]
        rows.sort(key=lambda row: row[0].position)
        first = next(act.position for act, _ in rows if isinstance(act.event, DisputeOpened))
        last = max((act.position for act, _ in rows if isinstance(act.event, DisputeSettled)), default=first)
        followed = next(
            (a.position for a, why in rows if a.position > last and isinstance(a.event, ContestantsAdvanced)), last
        )
        return [row for row in rows if first <= row[0].position <= max(followed, last)]

    def at(self, act: ChampionshipAct) -> str:
        return self.words.moment(act.at, self.zone, seconds=False)

    def who(self, person: str) -> str:
        """A person, and the office that was held in the championship."""
        offices = sorted(self.judged.championship.offices(person))
        name = self.names.name_of(person)
        return person_and_office(name, offices[0] if offices else None, self.words, claimed=False)

    def quoted(self, text: str) -> str:
        return self.words.say("case.quoted", text=self.names.apply_to(text).rstrip("."))

    def refusal(self, sentence: str) -> str:
        """Why something was refused; a sentence that the record has in English alone is quoted in another language."""
        own = self.names.apply_to_refusal(sentence)
        if isinstance(own, Refusal) or self.words.language == DEFAULT_LANGUAGE:
            return self.words.value(own)
        return self.words.say("case.quoted", text=own)

    # The numbered reasons

    @cached_property
    def paragraphs(self) -> list[tuple[str, Text]]:
        """The reasons in order, each with the part of the report in which it stands."""
        rows: list[tuple[str, Text]] = []
        for dispute in self.disputes:
            rows += [("facts", text) for text in self._facts(dispute)]
        rows += [("rules", text) for text in self._rules()]
        for dispute in self.disputes:
            rows += [("reasoning", text) for text in self._reasoning(dispute)]
        return rows

    def numbered(self, part: str) -> list[Block]:
        rows = [(number, text) for number, (at, text) in enumerate(self.paragraphs, 1) if at == part]
        return [Numbered(rows)] if rows else []

    def _facts(self, dispute: DisputeOpened) -> Iterator[Text]:
        opened = next(act for act, _ in self.acts if act.event == dispute)
        fields = {"dispute": dispute.dispute, "by": self.who(dispute.by), "at": self.at(opened)}
        about = self.quoted(dispute.about)
        key = "disputed" if dispute.round is None else "disputed_round"
        yield self.say(key, **fields, about=about, round=dispute.round or "")
        for act, refused in self.acts:
            if refused and opened.position < act.position:
                what, why = self.words.say(f"act.{act.event.act}"), self.refusal(refused)
                yield self.say("was_refused", at=self.at(act), by=self.who(act.event.by), what=what, why=why)
        if scores := self._scores(dispute):
            yield scores
        if (settled := self.settled(dispute)) is not None:
            act = next(act for act, why in self.acts if act.event == settled and why is None)
            decision = self.quoted(settled.decision)
            yield self.say("decided", at=self.at(act), by=self.who(settled.by), dispute=dispute.dispute, decision=decision)

    def _scores(self, dispute: DisputeOpened) -> str:
        """The scores of the disputed round about the line; empty where no single round is disputed, or none has scores."""
        judged_round = self.judged.rounds.get(dispute.round or 0)
        if judged_round is None or not judged_round.record.points:
            return ""
        record = judged_round.record
        scored = sorted(
            ((name, record.points[name]) for name in record.contestants if name in record.points),
            key=lambda row: -row[1].sum,
        )
        shown = []
        for name, points in scored[: record.places + BELOW_THE_LINE]:
            score, so_far = self._score("score", points, contestant=self.names.name_of(name)), record.points_so_far[name]
            shown.append(score if so_far == points else self._score("score_so_far", so_far, score=score))
        rest = len(scored) - len(shown)
        fields = {"round": record.number, "scores": "; ".join(shown), "places": record.places, "rest": rest}
        return self.say("scores_and_rest" if rest else "scores", **fields)

    def _score(self, key: str, points: Points, **fields: str) -> str:
        three = {"hospitality": points.hospitality, "technical": points.technical, "control": points.control}
        return self.say(key, **three, sum=points.sum, **fields)

    def _rules(self) -> Iterator[Text]:
        """Who decides, and the clauses that the decisions are about."""
        authority = self.edition.authorities.get("settle")
        clauses = [authority.clause] if authority and authority.clause else []
        about = [settled.clause for dispute in self.disputes if (settled := self.settled(dispute)) and settled.clause]
        clauses += [_rule_of(clause) for clause in about if _rule_of(clause) in self.edition.sheet.clauses]
        for clause in dict.fromkeys(clauses):
            row = self.edition.sheet.clauses[clause]
            title, own = self.words.clause_text(row.title), self.words.clause_text(row.text)
            yield self._with_quote(self.words.say("reasons.rule", clause=clause, title=title, text=own), clause)

    def _with_quote(self, text: str, clause: str) -> Text:
        """A paragraph about a clause with the document's own words."""
        quote, language = self.edition.sheet.clauses[clause].quote or "", document_language(self.edition.sheet)
        return with_quote(
            text, quote, language, self.words.quote_translation(quote, language), labels(self.words, "report")
        )

    def _reasoning(self, dispute: DisputeOpened) -> Iterator[Text]:
        settled = self.settled(dispute)
        if settled is None:
            yield self.say("not_decided", dispute=dispute.dispute)
            return
        if settled.clause and settled.reading and settled.clause in self.edition.sheet.readings:
            readings = self.edition.sheet.readings[settled.clause].readings
            for letter in sorted(readings, key=lambda letter: letter != settled.reading):
                key = "followed" if letter == settled.reading else "not_followed"
                question = settled.clause
                if key == "followed":
                    question = question_text(self.edition.sheet, settled.clause, self.words)
                reading = self.words.clause_text(readings[letter])
                text = self.words.say(f"reasons.reading_{key}", question=question, letter=letter, reading=reading)
                if key == "not_followed":
                    decided = self.say("ground_not_followed", by=self.who(settled.by), letter=settled.reading)
                    text = " ".join([text, decided, *self._under(dispute, letter)])
                yield self._with_quote(text, settled.clause) if key == "followed" else text
        yield self.say("ground", dispute=dispute.dispute, by=self.who(settled.by), decision=self.quoted(settled.decision))
        for act, refused in self.acts:
            if isinstance(act.event, ContestantsAdvanced) and refused is None:
                yield self.say("advanced", round=act.event.round, contestants=self._names(act.event.contestants))

    def _under(self, dispute: DisputeOpened, letter: str) -> Iterator[str]:
        """Who would go on from each round for which the decision holds, under a reading that is not followed.

        A notice says it of no round that was played after it was posted.
        """
        settled = self.judged.championship.settled[dispute.dispute]
        for number, judged_round in sorted(self.judged.rounds.items()):
            if number < (dispute.round or 1) or (self.is_notice and number != dispute.round):
                continue
            held = {**settled_readings(self.judged.championship, number), settled.clause or "": letter}
            branches = judge_places(judged_round.record, self.edition.with_resolutions(held))
            rankings = [branch.outcome.ranking for branch in branches]
            would = {ranking.advance for ranking in rankings if not ranking.unscored}
            if len(would) != 1 or any(ranking.drawn for ranking in rankings):
                continue
            (names,) = would
            gone = judged_round.record.advanced
            key = "under_it" if gone is None else "under_it_same" if set(names) == set(gone) else "under_it_other"
            yield self.say(key, round=number, contestants=self._names(names), advanced=self._names(gone or ()))

    def _names(self, contestants: Sequence[str]) -> str:
        return self.words.all_of([self.names.name_of(name) for name in contestants])

    # The report

    def report(self) -> ChampionshipReport:
        """The whole report."""
        events = None if self.masked else attached_events(self.stored)
        leaves = digest(b"".join(map(leaf_hash, self.stored)))
        recorded_at = max(entry.recorded_at for entry in self.entries)
        complaints = [
            self.words.say("case.position_of", party=self.who(dispute.by), text=self.quoted(dispute.about))
            for dispute in self.disputes
        ]
        sheet = self.edition.sheet
        edition = self.words.say("case.edition_in_force", document=sheet.edition.document, edition=self.edition.name)
        document = SectionedDocument(
            language=self.words.language,
            title=self.say("title", championship=self.name),
            recorded_at=recorded_at,
            notices=[self.say(f"is_{self.data.standing}"), *[self.words.say("report.masked")] * self.masked],
            particulars=[*self._particulars()],
            sections=[
                *self._summary(),
                Section(self.words.say("case.parties"), [self._parties()]),
                Section(self.words.say("case.complaint"), complaints),
                Section(self.words.say("case.facts"), self.numbered("facts")),
                Section(self.words.say("case.rules"), [quiet(edition), *self.numbered("rules")]),
                Section(self.words.say("case.reasoning"), self.numbered("reasoning")),
                Section(self.say("course"), [Table([*self._course()])]),
                *self._evidence(leaves, recorded_at),
            ],
            events=events,
        )
        data = ChampionshipReportDocument(
            language=self.words.language,
            masked=self.masked,
            house=self.house and self.house.model_dump(mode="json", exclude_none=True),
            zone=self.zone,
            championship=self.data,
            entries=position_ranges([entry.position for entry in self.entries]),
            leaves=leaves,
            recorded_at=recorded_at,
            events=events,
        )
        if self.masked:
            masked = _masked(self.data.model_dump(by_alias=True), self.names)
            data = data.model_copy(update={"championship": ChampionshipDocument.model_validate(masked)})
        return Report(document, data)

    def _particulars(self) -> Iterator[tuple[str, str]]:
        sheet = self.edition.sheet
        if self.house is not None:
            yield self.words.say("case.house"), f"{self.house.name}, {self.house.licence}"
        yield self.say("championship"), self.name
        edition = f"{sheet.edition.document}, {self.words.say('report.edition')} {self.edition.name}"
        yield self.words.say("case.rulebook"), edition
        yield self.words.say("case.times"), self.words.zone(self.zone, self.acts[0][0].at)

    def _summary(self) -> Iterator[Section]:
        asked, decisions = [], list[Text]()
        for dispute in self.disputes:
            settled, about = self.settled(dispute), self.quoted(dispute.about)
            asked.append(self.say("asked", dispute=dispute.dispute, about=about))
            if settled is None:
                decisions.append(strong([self.say("not_decided", dispute=dispute.dispute)])[0])
            else:
                fields = {"dispute": dispute.dispute, "decision": self.quoted(settled.decision), "by": self.who(settled.by)}
                decisions.append(strong([self.say("answer", **fields)])[0])
                if settled.reading:
                    decisions.append(self.say("by_reading", clause=settled.clause, letter=settled.reading))
        yield Section(self.words.say("case.asked_short"), asked)
        yield Section(self.words.say("case.decision_short"), [Lines(decisions, "boxed")])
        final = [self.say("final_word", clause=self._final_clause())] if self._final_clause() else []
        yield Section(self.words.say("case.next_short"), [Lines([*final, self.words.say("report.right_see")], "marked")])

    def _final_clause(self) -> str:
        row = self.edition.authorities.get("settle")
        return row.clause or "" if row else ""

    def _parties(self) -> Table:
        championship = self.judged.championship
        opened = championship.opened
        people = [*([opened.by, opened.director] if opened else []), *championship.designees, *championship.judges]
        people += [dispute.by for dispute in self.disputes]
        rows = []
        for person in dict.fromkeys(people):
            offices = ", ".join(self.words.office(office) for office in sorted(championship.offices(person)))
            own = [self.names.name_of(who) for who, casino in championship.entries.items() if casino == person]
            part = self.say("casino_of", contestants=self.words.all_of(own)) if own else ""
            disputing = any(dispute.by == person for dispute in self.disputes)
            parts = [part, self.say("disputing") if disputing else ""]
            rows.append((self.names.name_of(person), offices, "; ".join(filter(None, parts))))
        heads: tuple[tuple[str, ColumnSort], ...] = (("person", "text"), ("office", "some"), ("seen_as", "wide"))
        return table_of(rows, [(self.words.say(f"case.{key}"), sort) for key, sort in heads])

    def _course(self) -> Iterator[Column]:
        acts = self.acts
        yield Column(self.words.say("report.time"), [self.words.clock(act.at, self.zone, seconds=False) for act, _ in acts])
        yield Column(self.words.say("report.decided_by"), [self.who(act.event.by) for act, _ in acts], "some")
        texts = [self._act_text(act, why and self.refusal(why)) for act, why in acts]
        yield Column(self.words.say("case.act"), texts, "wide")
        yield Column(self.words.say("case.position"), [f"{act.position}" for act, _ in acts], "count")

    def _act_text(self, act: ChampionshipAct, refused: str | None) -> Text:
        event = act.event
        what = self.words.say(f"act.{event.act if refused else event.WORD}")
        texts = [
            text and self.names.apply_to(text) for text in (getattr(event, name, None) for name in ("about", "decision"))
        ]
        details = "; ".join(filter(None, (*texts, self._names(getattr(event, "contestants", ())))))
        return act_text(self.words.say("case.tried", what=what) if refused else what, details, refused)

    def _evidence(self, leaves: str, recorded_at: str) -> Iterator[Section]:
        facts: list[tuple[str, Text]] = [
            (self.words.say("report.rulebook"), f"{self.edition.id} {self.edition.name}"),
            (self.words.say("report.edition_digest"), Span(self.edition.digest, "code")),
            (self.words.say("report.engine"), ENGINE),
        ]
        keys = "case.check_log", "report.check_leaves", "report.check_masked" if self.masked else "report.check_attached"
        checks = [self.say("check", championship=self.name), *map(self.words.say, keys)]
        ranges = position_ranges([entry.position for entry in self.entries])
        recorded = self.words.moment(recorded_at, self.zone)
        blocks = record_blocks(facts, ranges, leaves, recorded, checks, labels(self.words, "report"))
        yield Section(self.words.say("case.technical"), [quiet(self.words.say("case.technical_is")), *blocks])

    # The notice

    def notice(self, dispute: str, signed_by: str | None) -> Letter:
        """How a dispute was decided, as it is posted for all who take part."""
        opened = self.judged.championship.disputes.get(dispute)
        settled = self.judged.championship.settled.get(dispute)
        if opened is None or settled is None:
            known = self.words.all_of(sorted(self.judged.championship.settled)) or "none"
            raise UnknownChampionship(f"no dispute {dispute} of {self.name} is decided; decided are: {known}")
        act = next(act for act, why in self.acts if act.event == settled and why is None)
        rows = [(number, part, text) for number, (part, text) in enumerate(self.paragraphs, 1)]
        cited = [LetterParagraph(number=number, text=plain_text(text)) for number, part, text in rows if part != "facts"]
        found = [LetterParagraph(number=number, text=plain_text(text)) for number, part, text in rows if part == "facts"]
        final = self.say("final_word", clause=self._final_clause())
        answer = self.say("answer", dispute=dispute, decision=self.quoted(settled.decision), by=self.who(settled.by))
        house = self.house
        printed = signatory_of(house, signed_by).printed if house and signed_by else (self.names.name_of(settled.by),)
        signature = (self.words.office("championship_director"), *printed)
        return Letter(
            language=self.words.language,
            title=self.say("notice_title", dispute=dispute),
            house=house and letter_house(house),
            draft="" if house else self.words.say("case_letter.draft"),
            date=self.words.day(numbers.local_day(act.at, self.zone)),
            recipient=self.say("to_all"),
            reference=f"{self.name} · {dispute}",
            dear=self.say("dear"),
            sections=(
                plain_section("", self.say("notice_intro", dispute=dispute, championship=self.name)),
                LetterSection(
                    title=self.words.say("case_letter.heading_decision"),
                    paragraphs=(LetterParagraph(text=answer, is_strong=True), LetterParagraph(text=final, is_strong=True)),
                ),
                LetterSection(title=self.words.say("case_letter.heading_found"), paragraphs=tuple(found)),
                LetterSection(title=self.words.say("case_letter.heading_why"), paragraphs=tuple(cited)),
            ),
            closing=self.words.say("case_letter.closing"),
            signature=signature,
            recorded_at=act.at,
        )


def _rule_of(clause: str) -> str:
    """The rule that an ambiguity is about: its id is the rule's, with a letter and a question mark."""
    return clause.rstrip("?").rstrip(ascii_lowercase) if clause.endswith("?") else clause


def plain_text(text: Text) -> str:
    """A text without what sets pieces of it apart."""
    if isinstance(text, str):
        return text
    return text.text if isinstance(text, Span) else "".join(map(plain_text, text))


_PERSONS: Final = frozenset(
    {
        *("by", "director", "organiser", "designees", "judges", "contestant", "contestants", "casino"),
        *("advance", "drawn", "unscored", "level", "advanced", "informed", "settled_by", "awarded_to"),
    }
)
"""The fields of a championship's document that name persons."""
_TEXTS: Final = frozenset({"about", "decision", "what", "text"})


def _masked(data: Any, names: PersonNames, field: str = "") -> Any:
    """A championship as JSON with persons as they are called."""
    if isinstance(data, dict):
        return {name: _masked(value, names, name) for name, value in data.items()}
    if isinstance(data, list):
        return [_masked(value, names, field) for value in data]
    if not isinstance(data, str):
        return data
    if field == "refused":
        return names.apply_to_refusal(data)
    return names.name_of(data) if field in _PERSONS else names.apply_to(data) if field in _TEXTS else data
