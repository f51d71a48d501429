"""The report on a case: what a judge or an ombudsman expects, in the order in which it is read."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ledger.cases.case import CaseAct
from ledger.events.cases import (
    Answer,
    CaseActRefused,
    CaseAppealed,
    ClaimStated,
    EvidenceAttached,
    PersonNamed,
    Proposal,
    RulingTaken,
)
from ledger.values.times import format_instant, parse_instant
from projections.answers.case_answer import FINAL_POSITION, CaseAnswer
from projections.answers.round_answer import RoundAnswer
from projections.documents.cases import clock_document
from projections.documents.rulings import position_ranges
from projections.messages.catalogue import Catalogue, labels
from projections.reports.case_file import CaseFile
from projections.reports.case_money import PlayerAmounts, amounts_of_players, wager_paid_text
from projections.reports.clocks import clock_words
from projections.reports.decisions import act_words, person_and_office, reason_text, refusal_words
from projections.reports.masking import mask_event
from projections.reports.money import bet_description
from projections.reports.reasons import Paragraph, ParagraphSource, Part, reasons
from projections.reports.report_data import CaseReportDocument, case_report_document
from projections.reports.round_sections import FootageLookup, RoundPart
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
from projections.timeline.event_text import FormatMoney
from replay import ENGINE

MAX_REASONS: Final = 8
"""More than this does not go on the first page; all of them stand further on, under their numbers."""


CaseReport: TypeAlias = Report[CaseReportDocument]


def compose_case_report(file: CaseFile, words: Catalogue, *, masked: bool) -> CaseReport:
    """The report on a case. Without the stored bytes where names are masked."""
    events = None if masked else attached_events(file.stored_entries)
    return Report(_CaseReport(file, words, masked=masked).document(events), case_report_document(file, words, events))


@dataclass(frozen=True, slots=True)
class _CaseReport:
    """The report while it is written."""

    file: CaseFile
    words: Catalogue
    masked: bool

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"case.{key}", **values)

    def name_of(self, person: str) -> str:
        return self.file.person_names.name_of(person)

    def money(self, minor: int) -> str:
        return self.file.money(self.words)(minor)

    def moment(self, instant: str, *, seconds: bool = False) -> str:
        """A time of the case, in the time of the table."""
        return self.words.moment(instant, self.file.zone, seconds=seconds)

    def document(self, events: str | None) -> SectionedDocument:
        """The whole report."""
        file = self.file
        paragraphs = reasons(file, self.words)
        amounts = list(amounts_of_players(file).values())
        footage = _footage_lookup(file, self.words)
        rounds = [
            RoundPart(answer, self.words, 3, self.say("round_number", round=answer.number), footage, file.zone)
            for answer in file.round_answers
        ]
        sections = [
            *self._summary(amounts, paragraphs),
            *self._complaint(),
            *self._parties(),
            *self._facts(paragraphs, rounds),
            *self._rules(paragraphs),
            *self._arithmetic(amounts, paragraphs),
            *self._course(),
            *self._evidence(),
            *self._lateness(),
            *self._appendices(rounds, paragraphs),
            self._record(),
        ]
        return SectionedDocument(
            language=self.words.language,
            title=self.say("title", case=file.case.number),
            recorded_at=file.recorded_at,
            notices=[*self._notices()],
            particulars=[*self._particulars()],
            sections=sections,
            events=events,
        )

    # The first page

    def _notices(self) -> Iterator[str]:
        yield self.words.say(f"status_word.{self._answer.status.word}")
        if not self.file.is_decided and self.file.decision is not None:
            yield self.say("as_proposed")
        if self.masked:
            yield self.words.say("report.masked")

    def _particulars(self) -> Iterator[tuple[str, str]]:
        opened, house, sheet = self.file.case.opened, self.file.house, self.file.edition.sheet
        table, day = opened.day.split("/")
        named = labels(self.words, "jurisdiction")
        texts = {
            "house": house and f"{house.name}, {house.licence}",
            "about": self.say("table_and_day", table=table, day=self.words.day(day)),
            "rounds": ", ".join(name.rsplit("/", 1)[1] for name in opened.rounds),
            "shoe": opened.shoe,
            "at": opened.at and self.moment(opened.at),
            "received": self.moment(opened.received_at),
            "rulebook": f"{sheet.edition.document}, {self.words.say('report.edition')} {self.file.edition.name}",
            "jurisdiction": opened.jurisdiction and named.get(opened.jurisdiction, opened.jurisdiction),
            "times": self.words.zone(self.file.zone, f"{day}T12:00:00+00:00"),
        }
        yield from ((self.say(key), text) for key, text in texts.items() if text)

    def _summary(self, amounts: Sequence[PlayerAmounts], paragraphs: Sequence[Paragraph]) -> Iterator[Section]:
        """The decision, its reasons, the money, and what can be done next."""
        yield Section(self.say("decision_short"), [Lines([*self._decision_lines(amounts)], "boxed")])
        why = [row for row in paragraphs if row.part == "fact" and row.weight == "finding"]
        rules = (row for row in paragraphs if row.weight in ("decisive", "resolved", "followed"))
        why += sorted(rules, key=self._place_of_rule)
        why += [row for row in paragraphs if row.part == "consequence"]
        why += [row for row in paragraphs if row.part == "ex_gratia"]
        if why:
            cited = [self.say("cited", text=row.text, number=row.number) for row in why[:MAX_REASONS]]
            yield Section(self.say("why_short"), [Lines(cited, "marked")])
        note = quiet(self.say("money_is", currency=self.file.opening.currency))
        yield Section(self.say("money"), [note, Table([*self._money_columns(amounts)])])
        yield Section(self.say("next_short"), [Lines([*self._rights()], "marked")])

    def _place_of_rule(self, paragraph: Paragraph) -> int:
        """The place of a rule or a reading among those that decide, in the order in which they apply."""
        decisive = [clause for answer in self.file.round_answers for clause in answer.decisive_clauses]
        return min((decisive.index(clause) for clause in paragraph.clauses if clause in decisive), default=len(decisive))

    def _claim_sentence(self, claim: ClaimStated) -> str:
        sentence = self.say("claims", player=self.name_of(claim.player), amount=self.money(claim.amount_minor))
        if claim.reason:
            why = reason_text(self.file.person_names.apply_to_label(claim.reason), self.words)
            sentence = self.words.say("decision.why", sentence=sentence, reason=why)
        return f"{sentence}."

    def _decision_lines(self, amounts: Sequence[PlayerAmounts]) -> Iterator[Text]:
        """The answers, each with what is still to be paid, and who stands behind them."""
        money = self.file.money(self.words)
        for player in amounts:
            if player.answer is not None:
                left = player.outstanding_minor
                if self.file.is_decided:
                    sentence = answer_sentences(player.answer, player.name, left, self.words, money)
                else:
                    proposed = answer_line(player.answer, player.name, self.words, money)
                    sentence = self.say("proposes", answers=proposed)
                yield strong([sentence])[0]
                if player.ask_back_minor:
                    yield self.say("asks_back", player=player.name, amount=money(player.ask_back_minor))
            elif player.claimed_minor is not None:
                yield strong([self.say("not_answered", player=player.name)])[0]
        yield from self._state_sentences()

    def _state_sentences(self) -> Iterator[str]:
        """How the case stands, and who brought it there."""
        case, deciders = self.file.case, self._answer.deciders
        if self.file.is_decided and deciders and deciders.approved and deciders.settled:
            yield self.say(
                "settled_by",
                proposed=self._person_and_time(deciders.proposed),
                approved=self._person_and_time(deciders.approved),
                settled=self._person_and_time(deciders.settled),
            )
        if case.state != "settled" or not self.file.is_decided:
            yield self.say(f"stands_{case.state}")
        elif self._answer.status.word == "paid":
            yield self.say("stands_paid")

    @property
    def _answer(self) -> CaseAnswer:
        """The case when its last entry was recorded."""
        return CaseAnswer(self.file.case, self.file.recorded_at)

    def _person_and_time(self, act: CaseAct) -> str:
        who = person_and_office(self.name_of(act.event.by), act.event.office, self.words, claimed=False)
        return self.say("by_on", by=who, at=self._time_of(act))

    def _who(self, act: CaseAct) -> str:
        """Who did it, and in which office; with a dagger where nobody signed it."""
        who = person_and_office(self.name_of(act.event.by), act.event.office, self.words, claimed=False)
        return f"{who} †" if act.is_claimed else who

    def _rights(self) -> Iterator[str]:
        """What a player may still do about the case, and until when."""
        case = self.file.case
        for act in case.taken:
            if act.refused is None and isinstance(act.entry.event, CaseAppealed):
                event = act.entry.event
                against = ", ".join(map(str, event.paragraphs or ()))
                body, player = event.body, self.name_of(event.player)
                key = "appealed_against" if against else "appealed_to"
                yield self.say(key, player=player, body=body, paragraphs=against)
        adr = self.file.house.dispute_body if self.file.house else None
        named = self.say("licence_body") if adr is None else ", ".join(filter(None, (adr.name, *adr.address, adr.web)))
        answer = self._answer
        final = clock.standing.due_on if (clock := answer.clock(FINAL_POSITION)) else None
        if case.settled is not None and self.file.is_decided:
            yield self.say("right_adr" if adr is None or adr.is_free else "right_adr_fee", body=named)
            until = answer.adr_until()
            for day in sorted(set(until.values())):
                players = [self.name_of(player) for player, last in until.items() if last == day]
                key = "right_adr_until" if len(players) == len(until) else "right_adr_until_of"
                yield self.say(key, player=self.words.all_of(players), day=self.words.day(day.isoformat()))
        elif final is not None:
            yield self.say("right_adr_by", day=self.words.day(final.isoformat()), body=named)
        else:
            yield self.say("right_adr_open", body=named)
        if case.state in ("settled", "closed", "appealed"):
            yield self.say("right_reopen")
        yield self.words.say("report.right_see")

    # Parties and complaint

    def _parties(self) -> Iterator[Section]:
        heads: tuple[tuple[str, ColumnSort], ...] = (("person", "text"), ("office", "text"), ("seen_as", "wide"))
        table = table_of([*self._party_rows()], [(self.say(key), sort) for key, sort in heads])
        yield Section(self.say("parties"), [table])

    def _party_rows(self) -> Iterator[tuple[str, str, str]]:
        case = self.file.case
        if self.file.house is not None:
            yield self.file.house.name, self.say("the_house"), self.file.house.contact
        for name in self.file.players:
            claims = name in {self.name_of(player) for player in case.claims}
            yield name, self.say("player"), self.say("claimant" if claims else "no_claimant")
        if self.file.is_decided and (deciders := self._answer.deciders):
            for key in ("proposed", "approved", "settled"):
                if (act := getattr(deciders, key)) is not None:
                    yield self.name_of(act.event.by), self.words.office(act.event.office or ""), self.say(f"{key}_it")
        for act in case.taken:
            if act.refused is None and isinstance(act.entry.event, PersonNamed):
                named = act.entry.event
                seen = self.words.term(named.seen_as)
                if named.statement:
                    seen = self.say("with_statement", seen=seen, digest=named.statement)
                yield self.name_of(named.person), self.words.office(named.office_held or ""), seen

    def _complaint(self) -> Iterator[Section]:
        case, blocks = self.file.case, list[Block]()
        for claim in case.claims.values():
            player = self.name_of(claim.player)
            blocks.append(self._claim_sentence(claim))
            if claim.words:
                blocks.append((self.say("words_sealed", player=player), " ", Span(claim.words, "code")))
            blocks += [self._position_text(row.text, row.relies_on) for row in case.positions if row.party == claim.player]
        others = [row for row in case.positions if row.party not in case.claims]
        blocks += [
            self.say("position_of", party=self._party(row.party), text=self._position_text(row.text, row.relies_on))
            for row in others
        ]
        yield Section(self.say("complaint"), blocks or [self.say("nobody_claims")])

    def _party(self, party: str) -> str:
        return self.say("the_house") if party == "house" else self.name_of(party)

    def _position_text(self, text: str, relies_on: tuple[str, ...] | None) -> str:
        own = self.file.person_names.apply_to(text)
        quoted = self.say("quoted", text=own)
        return self.say("relying_on", text=quoted, evidence=self.words.all_of(list(relies_on))) if relies_on else quoted

    # Facts, rules, reasoning

    def _facts(self, paragraphs: Sequence[Paragraph], rounds: Sequence[RoundPart]) -> Iterator[Section]:
        no_rounds = self.say("no_rounds", about=self.file.case.opened.shoe or self.file.case.opened.day)
        yield Section(self.say("facts"), self._numbered(paragraphs, "fact") or [no_rounds])
        for part in rounds:
            round_, cited = part.ruling.round, self._paragraphs_of_findings(part.answer, paragraphs)
            by = [f"{self.words.say('report.account')} {round_.account}"]
            by += [f"{self.words.say('report.shoe')} {round_.shoe}"] if round_.shoe else []
            yield from part.picture_sections()
            yield from part.incomplete_sections()
            course: list[Block] = [quiet(" · ".join(by)), part.step_table(cited)]
            yield Section(self.say("round_course", round=part.answer.number), course, 3)

    def _paragraphs_of_findings(self, answer: RoundAnswer, paragraphs: Sequence[Paragraph]) -> dict[int, int]:
        """In which paragraph each finding of a round is told, by its number in the answer."""
        numbers = {(row.source.entry, row.text): row.number for row in paragraphs if row.weight == "finding" and row.source}
        keys = ((finding.position, self.words.plain_finding(finding)) for finding in answer.findings)
        return {number: numbers[key] for number, key in enumerate(keys, 1) if key in numbers}

    def _numbered(self, paragraphs: Sequence[Paragraph], *parts: Part) -> list[Block]:
        rows = [row for row in paragraphs if row.part in parts]
        return [Numbered([(row.number, self._paragraph(row)) for row in rows])] if rows else []

    def _paragraph(self, paragraph: Paragraph) -> Text:
        marks = labels(self.words, "report")
        quotation = paragraph.quote, paragraph.quote_language, paragraph.quote_translation
        pieces: list[str | Span] = [*with_quote(paragraph.text, *quotation, marks)]
        if source := self._source(paragraph.source):
            pieces += [" ", quiet(source)]
        return tuple(pieces)

    def _source(self, source: ParagraphSource | None) -> str:
        """Where a paragraph is to be found again."""
        if source is None:
            return ""
        parts = [self.say("source_round", round=source.round.rsplit("/", 1)[1])] if source.round else []
        parts += [self.words.clock(source.at, self.file.zone)] if source.at else []
        if source.evidence:
            parts.append(self.say("source_evidence", evidence=self.file.person_names.apply_to_label(source.evidence)))
        if source.entry:
            key = "source_entries" if source.last_entry else "source_entry"
            parts.append(self.say(key, entry=source.entry, first=source.entry, last=source.last_entry))
        return f"[{', '.join(parts)}]" if source.entry or source.evidence else ""

    def _rules(self, paragraphs: Sequence[Paragraph]) -> Iterator[Section]:
        sheet, opened = self.file.edition.sheet, self.file.case.opened
        edition = self.say("edition_in_force", document=sheet.edition.document, edition=opened.edition)
        resolved = [row for row in paragraphs if row.part == "reading" and row.weight == "resolved"]
        rules: list[Block] = [quiet(edition), *self._numbered([row for row in paragraphs if row.weight != "other"], "rule")]
        yield Section(self.say("rules"), rules)
        if resolved:
            yield Section(self.say("resolved"), self._numbered(resolved, "reading"), 3)
        if reasoning := self._numbered([row for row in paragraphs if row not in resolved], "reading", "consequence"):
            yield Section(self.say("reasoning"), reasoning)

    # Money

    def _arithmetic(self, amounts: Sequence[PlayerAmounts], paragraphs: Sequence[Paragraph]) -> Iterator[Section]:
        """How the amounts are worked out: in words, then bet by bet."""
        numbered = self._numbered(paragraphs, "amount", "ex_gratia", "ask_back")
        wagers = [*self._wager_rows(amounts)]
        if numbered or wagers:
            yield Section(self.say("arithmetic"), numbered)
        if wagers:
            heads = ("player", "round", "wager", "on", "stake", "back", "due_in_all", "difference")
            sorts: tuple[ColumnSort, ...] = ("text", "count", "text", "wide", "money", "money", "money", "money")
            table = table_of(wagers, zip(map(self._head, heads), sorts, strict=True))
            yield Section(self.say("wagers"), [table], 3)

    def _head(self, key: str) -> str:
        in_report = ("player", "wager", "on", "stake", "back")
        return self.words.say(f"report.{key}") if key in in_report else self.say(key)

    def _money_columns(self, amounts: Sequence[PlayerAmounts]) -> Iterator[Column]:
        plain = self.file.plain_money(self.words)
        given = (player.answer.outcome if player.answer else "unanswered" for player in amounts)
        outcomes = ["no_claim" if p.claimed_minor is None else outcome for p, outcome in zip(amounts, given, strict=True)]

        def column(head: str, minors: Sequence[int | None]) -> Column:
            return Column(self._head(head), ["" if minor is None else plain(minor) for minor in minors], "money")

        yield Column(self._head("player"), [player.name for player in amounts], "wide")
        yield column("asked", [player.claimed_minor for player in amounts])
        yield column("stake", [sum(wager.bet.stake_minor for wager in player.wagers) for player in amounts])
        yield column("back", [_known_sum(wager.paid_minor for wager in player.wagers) for player in amounts])
        yield column("due_in_all", [_known_sum(wager.due_minor for wager in player.wagers) for player in amounts])
        yield Column(self._head("answer"), [self.say(outcome) for outcome in outcomes])
        yield column("award", [player.pay_minor if player.answer else None for player in amounts])
        yield column("gesture", [player.ex_gratia_minor if player.answer else None for player in amounts])
        if any(player.ask_back_minor for player in amounts):
            yield column("ask_back", [player.ask_back_minor or None for player in amounts])
        yield column("paid", [player.paid_minor if player.answer else None for player in amounts])
        yield column("left", [player.outstanding_minor if player.answer else None for player in amounts])

    def _wager_rows(self, amounts: Sequence[PlayerAmounts]) -> Iterator[tuple[str, ...]]:
        plain = self.file.plain_money(self.words)
        for player in amounts:
            for wager in player.wagers:
                row, difference = wager.bet, wager.difference_minor
                signed = "" if difference is None else f"{'+' if difference > 0 else ''}{plain(difference)}"
                yield (
                    player.name,
                    wager.answer.number,
                    row.bet,
                    bet_description(wager.ruling, row, self.words),
                    plain(row.stake_minor),
                    wager_paid_text(wager, self.words, plain),
                    "" if wager.due_minor is None else plain(wager.due_minor),
                    signed,
                )

    # The course of the case

    def _course(self) -> Iterator[Section]:
        acts = self.file.case.taken
        columns = [
            Column(self.words.say("report.time"), [self._time_of(act) for act in acts]),
            Column(self.words.say("report.decided_by"), [self._who(act) for act in acts]),
            Column(self.say("act"), [self._act_text(act) for act in acts], "wide"),
        ]
        if any(act.clause for act in acts):
            columns.append(Column(self.words.say("report.clause"), [act.clause or "" for act in acts]))
        columns.append(Column(self.say("position"), [f"{act.entry.position}" for act in acts], "count"))
        note = [quiet(self.say("not_signed"))] if any(act.is_claimed for act in acts) else []
        yield Section(self.say("acts"), [*note, Table(columns)])

    def _time_of(self, act: CaseAct) -> str:
        return self.moment(act.entry.delivery.time or act.entry.recorded_at)

    def _act_text(self, act: CaseAct) -> Text:
        """What was done, with its particulars, and why it was refused where it was."""
        name = act_words(act.act, self.words, refused=act.refused is not None)
        details = "; ".join(filter(None, self._act_details(act)))
        why = act.refused and refusal_words(self.file.person_names.apply_to_refusal(act.refused), self.words)
        return act_text(name, details, why)

    def _act_details(self, act: CaseAct) -> Iterator[str]:
        """The particulars of an act, each as a short text."""
        event, names = act.event, self.file.person_names
        masked = mask_event(event, names)
        if isinstance(event, Proposal):
            money = self.file.money(self.words)
            yield from (answer_line(row, self.name_of(row.player), self.words, money) for row in event.answers)
        yield from (self._party(who) for who in _said(event, "player", "person", "party"))
        yield from self._act_amounts(event)
        yield from _said(masked, "round", "evidence", "camera", "body")
        yield from (self.say("quoted", text=text) for text in _said(masked, "text"))
        yield from map(self.words.term, _said(event, "outcome", "seen_as", "office_held"))
        named = labels(self.words, "deadline")
        yield from (named.get(clock, clock.replace("_", " ")) for clock in _said(event, "clock"))
        yield from (self.say(f"letter_{letter}") for letter in _said(event, "letter"))
        if isinstance(event, RulingTaken):
            yield self.words.say(f"case_verdict.{event.verdict}")
        yield from (reason_text(why, self.words) for why in _said(masked, "reason"))

    def _act_amounts(self, event: Any) -> Iterator[str]:
        if isinstance(event, CaseActRefused):
            return
        for field in ("amount_minor", "offered_minor"):
            if (minor := getattr(event, field, None)) is not None:
                yield self.money(minor)
        if getattr(event, "ex_gratia", False):
            yield self.say("ex_gratia")

    # Evidence and how to check it

    def _evidence(self) -> Iterator[Section]:
        footage = self.file.case.evidence
        held = self.say("held" if self.file.case.held else "not_held")
        if footage:
            yield Section(self.say("evidence_title"), [held, self._footage_table(footage)])

    def _record(self) -> Section:
        """The record, for whoever checks the report against it."""
        keys = ["case.check_case", "case.check_rounds", "case.check_log", "report.check_leaves"]
        keys.append("report.check_masked" if self.masked else "report.check_attached")
        first = self.file.rulings[0].round.name if self.file.rulings else "ROUND"
        checks = [self.words.say(key, case=self.file.case.number, round=first) for key in keys]
        ranges, recorded = position_ranges(self.file.positions), self.moment(self.file.recorded_at, seconds=True)
        texts, lines = labels(self.words, "report"), self._record_lines()
        blocks = record_blocks(lines, ranges, self.file.leaves_digest, recorded, checks, texts)
        return Section(self.say("technical"), [quiet(self.say("technical_is")), *blocks])

    def _footage_table(self, footage: Sequence[EvidenceAttached]) -> Table:
        rows: list[tuple[Text, ...]] = [
            (
                self.file.person_names.apply_to_label(row.evidence),
                row.camera or "",
                self._clock(row),
                self.moment(row.begins_at) if row.begins_at else "",
                self.moment(row.ends_at) if row.ends_at else "",
                self.words.day(row.expires_on) if row.expires_on else "",
                Span(row.digest or "", "code"),
            )
            for row in footage
        ]
        heads: list[tuple[str, ColumnSort]] = [("evidence", "text"), ("camera", "text"), ("clock", "text")]
        heads += [("begins", "some"), ("ends", "some"), ("kept", "some")]
        heads += [("digest", "wide")] if any(row.digest for row in footage) else []
        return table_of(rows, [(self.say(key), sort) for key, sort in heads])

    def _clock(self, event: EvidenceAttached) -> str:
        if not event.camera:
            return ""
        key = "on_time" if not event.offset_ms else "ahead" if event.offset_ms > 0 else "behind"
        return self.say(key, seconds=self.words.money(abs(event.offset_ms), 3))

    def _record_lines(self) -> Iterator[tuple[str, Text]]:
        case, opened = self.file.case, self.file.case.opened
        yield self.say("version"), self.say("entries", number=len(case.taken), case=case.number)
        yield self.words.say("report.rulebook"), f"{opened.rulebook} {opened.edition}"
        yield self.words.say("report.edition_digest"), Span(opened.digest, "code")
        yield self.words.say("report.engine"), ENGINE
        for taken in self.file.case_rulings:
            key = "again" if taken.is_reproduced else "not_again"
            sentence = self.say(key, position=taken.position, engine=taken.event.engine)
            yield self.say("ruling"), (f"{taken.event.round}: ", Span(taken.event.digest, "code"), f" {sentence}")
        if case.settled is not None and (mark := case.digest):
            yield self.say("answers_digest"), Span(mark, "code")
        if self.file.first_checkpoint is None:
            yield self.say("checkpoint"), self.say("no_checkpoint")
            return
        sealed, log = self.file.first_checkpoint
        fields = {
            "at": self.moment(sealed.made_at),
            "origin": log.origin,
            "size": log.size,
            "root": b64encode(log.root).decode(),
        }
        yield self.say("checkpoint"), self.say("sealed", number=sealed.number, **fields)

    # What was due, and the appendices

    def _lateness(self) -> Iterator[Section]:
        """Each clock of the case, and by how many days it was late or is."""
        answers = self._answer.clocks
        clocks = [clock_document(answer.standing) for answer in answers]
        if not clocks:
            return
        named = labels(self.words, "deadline")
        late = [
            Span(clock_words(row, self.words), "wrong") if answer.is_late else clock_words(row, self.words)
            for answer, row in zip(answers, clocks, strict=True)
        ]
        columns = [
            Column(self.say("due"), [named.get(row.what, row.what.replace("_", " ")) for row in clocks], "some"),
            Column(self.say("due_by"), [self.words.day(row.due_on) if row.due_on else "" for row in clocks]),
            Column(self.say("stands_so"), late, "some"),
            Column(self.say("source"), [self.words.clause_text(row.source) for row in clocks], "wide"),
        ]
        note = quiet(self.say("clocks_at", day=self.moment(self.file.recorded_at)))
        yield Section(self.say("deadlines"), [note, Table(columns)])

    def _appendices(self, rounds: Sequence[RoundPart], paragraphs: Sequence[Paragraph]) -> Iterator[Section]:
        """What the decision does not turn on: other rules, findings under some readings only, every outcome of a round."""
        others = self._numbered([row for row in paragraphs if row.weight == "other"], "rule")
        if others:
            yield Section(self.say("other_rules"), others)
        several = [part for part in rounds if len(part.ruling.outcomes) > 1 or part.has_conditional_findings]
        if several:
            yield Section(self.say("appendix"), [quiet(self.say("appendix_is"))])
        for part in several:
            number = part.answer.number
            if part.has_conditional_findings:
                yield Section(self.say("round_findings", round=number), [*part.finding_blocks()], 3)
            if len(part.ruling.outcomes) > 1:
                yield from part.outcome_sections(self.say("round_outcomes", round=number))


def _known_sum(amounts: Iterable[int | None]) -> int | None:
    """The sum of amounts; None where one is not known."""
    found = list(amounts)
    return None if None in found else sum(filter(None, found))


def answer_line(answer: Answer, name: str, words: Catalogue, money: FormatMoney) -> str:
    """An answer in a line without a full stop; `name` is what the player is called by."""
    key = {(False, False): "none", (True, False): "pay", (False, True): "gratia", (True, True): "both"}
    return words.say(
        f"case.answer_{key[bool(answer.pay_minor), bool(answer.ex_gratia_minor)]}",
        player=name,
        outcome=words.say(f"case.{answer.outcome}"),
        amount=money(answer.pay_minor),
        gratia=money(answer.ex_gratia_minor),
    )


def answer_sentences(answer: Answer, name: str, left_minor: int, words: Catalogue, money: FormatMoney) -> str:
    """An answer, and what of it is outstanding; `left_minor` is that in minor units."""
    total = answer.pay_minor + answer.ex_gratia_minor
    key = (
        "no_payment"
        if not total
        else "paid_in_full"
        if left_minor <= 0
        else "outstanding_all"
        if left_minor == total
        else "outstanding"
    )
    status = words.say(f"case.{key}", amount=money(left_minor), total=money(total))
    return f"{answer_line(answer, name, words, money)}. {status}"


def _said(event: Any, *fields: str) -> Iterator[str]:
    """What an act says in those of these fields that its kind has."""
    for field in fields:
        if value := getattr(event, field, None):
            yield str(value)


def _footage_lookup(file: CaseFile, words: Catalogue) -> FootageLookup:
    """Says which cameras show an instant, and what their clocks show then. A camera's span is in true time."""
    filmed = [event for event in file.case.evidence if event.camera and event.begins_at and event.ends_at]

    def seen(at: str | None) -> str:
        if at is None:
            return ""
        showing = [event for event in filmed if (event.begins_at or "") <= at <= (event.ends_at or "")]
        shifted = {event: format_instant(parse_instant(at) + event.offset_ms * 1000) for event in showing}
        return ", ".join(f"{event.camera} {words.clock(shown, file.zone)}" for event, shown in shifted.items())

    return seen
