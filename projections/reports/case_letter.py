"""The letters of a case to one player: acknowledgement, holding letter, deadlock, final decision."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Final

from ledger.cases.clocks import zone_of
from ledger.cases.deadlines import local_day
from ledger.errors import UnknownCase
from ledger.events.cases import CaseAppealed, EvidenceAttached, LetterKind, ResolutionAttempted
from ledger.events.house import HouseSettingsRecorded, Signatory
from projections.answers.case_answer import ACKNOWLEDGEMENT, ADR, ANSWERING_LETTERS, FINAL_POSITION, CaseAnswer
from projections.messages import numbers
from projections.messages.catalogue import Catalogue
from projections.reports.case_file import CaseFile
from projections.reports.case_money import PlayerAmounts
from projections.reports.decisions import reason_text
from projections.reports.letter import (
    Letter,
    LetterParagraph,
    LetterSection,
    letter_foot,
    letter_house,
    plain_section,
    without_others,
)
from projections.reports.letter_reasons import LetterReasons

MAX_FACTS: Final = 2
MAX_BETS: Final = 8
"""More than this does not go on two pages; the report has all of it."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """To whom a letter goes: the name on record, and the address, line by line, where it is known."""

    name: str
    address: tuple[str, ...] = ()


def case_letter(
    file: CaseFile,
    kind: LetterKind,
    player: str,
    words: Catalogue,
    house: HouseSettingsRecorded | None,
    signed_by: str | None,
    at: str,
    addressee: Addressee | None = None,
) -> Letter:
    """A letter to a player, dated `at`. It is a draft where there is no house to write it, and a final one where no answer
    is given yet.

    Raises UnknownCase where the player has neither a claim nor an answer nor a bet in the case, and where nobody signs by
    that name.
    """
    if player not in (names := file.players):
        others = ", ".join(names) or "nobody"
        raise UnknownCase(f"player {player} has no part in case {file.case.number}; {others} has")
    return _CaseLetter(file, kind, player, words, house, signed_by, at, addressee).letter()


def final_letter(file: CaseFile, player: str, words: Catalogue, signed_by: str | None = None) -> Letter:
    """The final decision as the house would write it now, dated when the last entry of the case was recorded."""
    return case_letter(file, "final", player, words, file.house, signed_by, file.recorded_at)


def signatory_of(house: HouseSettingsRecorded, signed_by: str | None) -> Signatory:
    """Who signs for the house, the first of its signatories where nobody is named. Raises UnknownCase for another one."""
    if signed_by is None:
        return house.signatories[0]
    for signatory in house.signatories:
        if signatory.signatory == signed_by:
            return signatory
    named = ", ".join(signatory.signatory for signatory in house.signatories)
    raise UnknownCase(f"nobody signs for the house as {signed_by}; its settings name {named}")


@dataclass
class _CaseLetter:
    """A letter that is being written."""

    file: CaseFile
    kind: LetterKind
    player: str
    words: Catalogue
    house: HouseSettingsRecorded | None
    signed_by: str | None
    at: str
    addressee: Addressee | None

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"case_letter.{key}", **values)

    @cached_property
    def zone(self) -> str:
        return self.house.zone if self.house else self.file.zone

    @cached_property
    def reasons(self) -> LetterReasons:
        """The reasons as far as they concern the player."""
        return LetterReasons(self.file, self.words, self.player)

    @property
    def amounts(self) -> PlayerAmounts:
        """The money of the player."""
        return self.reasons.amounts

    def _own(self, text: str, *, is_quoted: bool = False) -> str:
        """A text as the letter may have it: it names no other player."""
        others = [player for player in self.file.players if player != self.player]
        return without_others(text, others, self.words, is_quoted=is_quoted)

    def letter(self) -> Letter:
        house, number = self.house, self.file.case.number
        sections = {
            "acknowledgement": self._acknowledgement,
            "holding": self._holding,
            "deadlock": self._deadlock,
            "final": self._final,
        }[self.kind]()
        written = [*_numbered(sections), plain_section("", self._contact())] if self._is_answer else [*sections]
        unnamed = self.player if self.file.person_names.are_given else self.say("recipient", player=self.player)
        letter = Letter(
            language=self.words.language,
            title=self.say(f"title_{self.kind}"),
            house=house and letter_house(house),
            draft="" if self._is_sendable else self.say("draft"),
            date=self.words.day(numbers.local_day(self.at, self.zone)),
            recipient=self.addressee.name if self.addressee else unnamed,
            address=self.addressee.address if self.addressee else (),
            reference=number,
            dear=self.say("dear_name", name=self.addressee.name) if self.addressee else self.words.say("letter.dear"),
            sections=tuple(written),
            closing=self.say("closing"),
            signature=(self.say("for_house", house=house.name), *signatory_of(house, self.signed_by).printed)
            if house
            else (),
            foot=letter_foot(self.file.edition, self.file.leaves_digest, self.words),
            recorded_at=self.at,
        )
        return letter.model_copy(update={"sections": tuple(map(self._without_others, letter.sections))})

    @property
    def _is_answer(self) -> bool:
        return self.kind in ANSWERING_LETTERS

    @property
    def _is_sendable(self) -> bool:
        return self.house is not None and (self.kind != "final" or self.file.is_decided)

    def _without_others(self, section: LetterSection) -> LetterSection:
        own = self._own
        paragraphs = tuple(row.model_copy(update={"text": own(row.text)}) for row in section.paragraphs)
        bets = tuple(bet.model_copy(update={"on": own(bet.on)}) for bet in section.bets)
        return LetterSection(title=own(section.title), paragraphs=paragraphs, bets=bets)

    # What all letters have

    def _subject(self) -> str:
        """What was complained of, and when: of the rounds of the case those in which the player bet, of one its time."""
        opened = self.file.case.opened
        table, day = opened.day.split("/")
        answers = self.reasons.answers
        began_at = answers[0].ruling.round.entries[0].entry.delivery.time if len(answers) == 1 else None
        when = self.words.moment(began_at, self.file.zone, seconds=False) if began_at else self.words.day(day)
        key = "about_round" if len(answers) == 1 else "about_rounds" if answers else "about_table"
        return self.say(
            "subject",
            received=self.words.day(numbers.local_day(opened.received_at, self.zone)),
            about=self.say(key, rounds=self.reasons.round_numbers, table=table, day=when),
        )

    def _own_words(self) -> Iterator[str]:
        """The player's own words, as they are on record."""
        for position in self.file.case.positions:
            if self.file.person_names.name_of(position.party) == self.player:
                own = self._own(self.file.person_names.apply_to(position.text), is_quoted=True)
                yield self.words.say("case.quoted", text=own)

    def _reason_given(self) -> Iterator[str]:
        claim = self.file.case.claims.get(self.amounts.player)
        if claim is not None and claim.reason:
            yield self.say("reason_given", reason=reason_text(claim.reason, self.words))

    def _asked(self) -> str:
        """What the player asks for, in an amount."""
        claimed = self.amounts.claimed_minor
        return self.say("claimed", amount=self.file.money(self.words)(claimed)) if claimed else self.say("no_claim")

    @cached_property
    def answer(self) -> CaseAnswer:
        """The case on the day of the letter, as it is for the player once the letter is sent."""
        sent = self.kind if self._is_sendable else None
        return CaseAnswer(self.file.case, self.at).for_player(self.amounts.player, sent)

    def _due_day(self, what: str) -> str | None:
        """The last day of a clock of the case, as a letter dates it; None where none is set."""
        clock = self.answer.clock(what)
        return self.words.day(clock.standing.due_on.isoformat()) if clock and clock.standing.due_on else None

    def _when(self) -> LetterSection:
        """Until when the player has the final answer, never a day that is past, and where to go without one."""
        clock, due = self.answer.clock(FINAL_POSITION), self._due_day(FINAL_POSITION)
        if self.file.is_decided and clock and clock.standing.met_on:
            given = self.say("until_given", day=self.words.day(clock.standing.met_on.isoformat()))
            return plain_section(self.say("heading_until"), given)
        if clock is None or due is None:
            until = self.say("until_open")
        else:
            until = self.say("until_past" if clock.is_over_at(self.at) else "until", day=due)
        return plain_section(self.say("heading_until"), until, self._where_next(is_final=self.answer.is_late))

    def _late_acknowledgement(self) -> list[str]:
        """That the first letter is late, and that the house regrets it; empty where it is in time, or not the first."""
        clock = self.answer.clock(ACKNOWLEDGEMENT)
        today = local_day(self.at, zone_of(self.file.case.opened))
        if clock is None or not clock.days_late or clock.standing.met_on not in (None, today):
            return []
        key = "late_acknowledgement_one" if clock.days_late == 1 else "late_acknowledgement_many"
        return [self.say(key, day=self._due_day(ACKNOWLEDGEMENT), days=clock.days_late)]

    def _late_answer(self) -> list[str]:
        """That the decision came late, or the letter alone, and that the house regrets it."""
        clock, notified_on = self.answer.clock(FINAL_POSITION), self.answer.notified_on(self.amounts.player)
        if clock is None or clock.standing.due_on is None or notified_on <= clock.standing.due_on:
            return []
        decided_on = clock.standing.met_on or notified_on
        key = (
            "late_final_position" if decided_on == notified_on else "late_letter" if clock.days_late else "only_letter_late"
        )
        number = "" if not clock.days_late else "_one" if clock.days_late == 1 else "_many"
        fields = {"day": self._due_day(FINAL_POSITION), "decided": self.words.day(decided_on.isoformat())}
        return [self.say(key + number, days=clock.days_late, **fields)]

    def _where_next(self, *, is_final: bool) -> str:
        """The body outside the house, and until when a player may go to it."""
        body = self.house.dispute_body if self.house else None
        if body is None:
            sentences = [self.say("adr_none_final" if is_final else "adr_none")]
        else:
            at = ", ".join(filter(None, (body.name, *body.address, body.web)))
            free = "free" if body.is_free else "fee"
            sentences = [self.say(f"adr_{free}" if is_final else f"adr_later_{free}", body=at)]
            if is_final:
                until = self._due_day(ADR)
                sentences += (
                    [self.say("adr_until", day=until)] if until else [self.say("adr_ask_until"), self._kept_until()]
                )
        return " ".join(filter(None, [*sentences, self.say("court") if is_final else ""]))

    def _kept_until(self) -> str:
        """Until when the footage of the case can still be seen; empty where nothing is known of it."""
        days = [row.expires_on for row in self.file.case.evidence if row.expires_on]
        if not days:
            return ""
        return self.say("footage_held") if self.file.case.held else self.say("footage_until", day=self.words.day(min(days)))

    def _contact(self) -> str:
        """How to reach the house; where something is to be paid, to say how."""
        contact = self.house.contact if self.house else self.say("contact_missing")
        key = "contact_pay" if self._is_answer and self.amounts.outstanding_minor > 0 else "contact"
        return self.say(key, contact=contact, case=self.file.case.number)

    # Acknowledgement and holding letter

    def _acknowledgement(self) -> Iterator[LetterSection]:
        received = self.say("is_received", case=self.file.case.number)
        quoted = [self.say("position_told", text=text) for text in self._own_words()]
        opening = " ".join([self._subject(), *quoted, *self._reason_given(), self._asked()])
        yield plain_section("", opening, received, *self._late_acknowledgement())
        held = "kept_held" if self.file.case.held else "kept"
        steps = [self.say(key) for key in ("next_record", held, "next_second")]
        if not self.file.is_decided:
            yield plain_section(self.say("heading_next"), " ".join(steps))
        yield self._when()
        wanted = [] if self.file.is_decided else [self.say("send_papers")]
        yield plain_section(self.say("heading_contact"), *wanted, self._contact())

    def _holding(self) -> Iterator[LetterSection]:
        state = self.file.case.state
        yield plain_section("", self._subject(), self.say("not_finished"))
        yield plain_section(self.say("heading_where"), *self._done_so_far())
        why = "why_proposed" if state == "proposed" else "why_approved" if state == "approved" else "why_open"
        yield plain_section(self.say("heading_why_longer"), self.say(why))
        yield self._when()
        yield plain_section(self.say("heading_contact"), self._contact())

    def _done_so_far(self) -> Iterator[str]:
        case = self.file.case
        done = []
        if case.evidence:
            done.append(self.say("done_evidence"))
        if case.rulings:
            done.append(self.say("done_rulings"))
        if case.state in ("proposed", "approved"):
            done.append(self.say("done_proposed"))
        yield " ".join(done) if done else self.say("done_nothing")

    # Deadlock and final decision

    def _final(self) -> Iterator[LetterSection]:
        yield plain_section("", f"{self._subject()} {self._asked()}", *self._late_answer())
        decided = tuple(self._decision_paragraphs(proposed=not self.file.is_decided))
        yield LetterSection(title=self.say("heading_decision"), paragraphs=decided)
        yield from self._why_and_how()
        ended = self.say("end_of_procedure") if self.file.is_decided else self.say("not_decided_yet")
        yield plain_section(self.say("heading_disagree"), ended, self._where_next(is_final=True), *self._appealed())

    def _deadlock(self) -> Iterator[LetterSection]:
        yield plain_section("", f"{self._subject()} {self._asked()} {self.say('is_deadlock')}", *self._late_answer())
        position = tuple(self._decision_paragraphs(proposed=not self.file.is_decided)) if self.file.decision else ()
        of_house = (row.text for row in self.file.case.positions if row.party == "house")
        called = map(self.file.person_names.apply_to, of_house)
        ours = tuple(LetterParagraph(text=self.say("position_ours", text=text)) for text in called)
        if position or ours:
            yield LetterSection(title=self.say("heading_position"), paragraphs=(*position, *ours))
        yield from self._why_and_how()
        yield plain_section(self.say("heading_attempts"), *self._attempts())
        yield plain_section(self.say("heading_disagree"), self.say("end_of_procedure"), self._where_next(is_final=True))

    def _why_and_how(self) -> Iterator[LetterSection]:
        """The reasons, how the amount is made up, what was looked at, and what the player said."""
        if self.file.decision is not None:
            yield LetterSection(title=self.say("heading_why"), paragraphs=tuple(self.reasons.paragraphs()))
            bets, sums = tuple(self.reasons.bets(MAX_BETS)), tuple(self.reasons.sums())
            if bets or sums:
                key = "heading_money" if self.amounts.pay_minor else "heading_bets"
                yield LetterSection(title=self.say(key), bets=bets, paragraphs=sums)
        yield plain_section(self.say("heading_looked_at"), *self._looked_at())
        yield plain_section(self.say("heading_said"), self._said())

    def _looked_at(self) -> Iterator[str]:
        """What the answer rests on: the record, the footage or that there is none, other evidence, and who decided."""
        edition = self.file.edition.sheet.edition.document
        if self.reasons.answers:
            key = "looked_at_round" if len(self.reasons.answers) == 1 else "looked_at_rounds"
            yield self.say(key, rounds=self.reasons.round_numbers, rules=edition)
        yield self._footage()
        deciders = self.answer.deciders
        if self.file.is_decided and deciders and deciders.approved:  # the report has their names and offices
            yield self.say("decided_by")

    def _footage(self) -> str:
        """Which camera and times, or that there is no footage; what else is on file, and what the evidence shows."""
        filmed = [row for row in self.file.case.evidence if row.camera is not None]
        others = len(self.file.case.evidence) - len(filmed)
        sentences = [self._filmed(row) for row in filmed] or [self.say("no_footage")]
        if others:
            sentences.append(self.say("papers_one") if others == 1 else self.say("papers_many", number=others))
        facts = (self.file.decision.facts or ()) if self.file.decision else ()
        shown = [self.file.person_names.apply_to(fact.text).rstrip(".") for fact in facts if fact.evidence is not None]
        if shown:
            quoted = self.words.say("case.quoted", text=". ".join(shown[:MAX_FACTS]))
            sentences.append(self.say("shown", text=quoted))
        if filmed and self.file.case.held:
            sentences.append(self.say("footage_held"))
        return " ".join(sentences)

    def _filmed(self, row: EvidenceAttached) -> str:
        camera, zone = row.camera, self.file.zone
        if row.begins_at is None or row.ends_at is None:
            return self.say("filmed", camera=camera)
        begins = self.words.moment(row.begins_at, zone, seconds=False)
        same_day = numbers.local_day(row.begins_at, zone) == numbers.local_day(row.ends_at, zone)
        key, write = ("filmed_from_to", self.words.clock) if same_day else ("filmed_days", self.words.moment)
        return self.say(key, camera=camera, begins=begins, ends=write(row.ends_at, zone, seconds=False))

    def _said(self) -> str:
        """What the player wrote or said, and the reason given; that nothing is on record where nothing is."""
        claim = self.file.case.claims.get(self.amounts.player)
        sentences = [*self._own_words(), *self._reason_given()]
        if not sentences:
            sentences = [self.say("words_on_file" if claim is not None and claim.words else "nothing_said")]
        return " ".join(sentences)

    def _attempts(self) -> Iterator[str]:
        events = [act.event for act in self.file.case.taken if act.refused is None]
        attempts = [event for event in events if isinstance(event, ResolutionAttempted)]
        own = [event for event in attempts if self.file.person_names.name_of(event.player) == self.player]
        for event in own:
            yield self.say(f"attempt_{event.outcome}", amount=self.file.money(self.words)(event.offered_minor))
        if not own:
            yield self.say("attempt_none")

    def _appealed(self) -> Iterator[str]:
        for act in self.file.case.taken:
            event = act.event if act.refused is None else None
            if isinstance(event, CaseAppealed) and self.file.person_names.name_of(event.player) == self.player:
                yield self.say("appealed", body=event.body)

    def _decision_paragraphs(self, *, proposed: bool) -> Iterator[LetterParagraph]:
        """What is decided, what is paid and when: the amounts are those of the settlement."""
        amounts, money = self.amounts, self.file.money(self.words)
        if amounts.answer is None:
            key = "no_answer" if amounts.claimed_minor is not None else "no_claim_no_answer"
            yield LetterParagraph(text=self.say(key), is_strong=True)
            return
        outcome = amounts.answer.outcome if amounts.claimed_minor is not None else "without_claim"
        key = outcome if amounts.pay_minor else f"{outcome}_nothing"
        sentence = self.say(key, amount=money(amounts.pay_minor))
        yield LetterParagraph(text=self.say("proposed", sentence=sentence) if proposed else sentence, is_strong=True)
        if amounts.ex_gratia_minor:
            text = self.say("ex_gratia", amount=money(amounts.ex_gratia_minor))
            yield LetterParagraph(text=text, is_strong=True)
        if amounts.pay_minor or amounts.ex_gratia_minor:
            yield LetterParagraph(text=self._payment(amounts), is_strong=True)
        if amounts.ask_back_minor:
            yield LetterParagraph(text=self.say("ask_back", amount=money(amounts.ask_back_minor)), is_strong=True)
        elif amounts.overpaid_minor:
            key = "not_asked_back" if amounts.is_reclaim_decided else "ask_back_open"
            yield LetterParagraph(text=self.say(key, amount=money(amounts.overpaid_minor)), is_strong=True)

    def _payment(self, amounts: PlayerAmounts) -> str:
        """When it is paid, or that it was."""
        money, left = self.file.money(self.words), amounts.outstanding_minor
        if left <= 0:
            return self.say("paid")
        day = self._pay_by()
        fields = {"total": money(amounts.pay_minor + amounts.ex_gratia_minor), "left": money(left), "day": day or ""}
        paid = "part_" if amounts.paid_minor > 0 else ""
        return self.say(f"{paid}to_pay_by" if day else f"{paid}to_pay", **fields, paid=money(amounts.paid_minor))

    def _pay_by(self) -> str | None:
        """The last day on which the house pays, counted from the settlement; None where it is past, so none is promised."""
        deciders = self.answer.deciders
        if self.house is None or deciders is None or deciders.settled is None:
            return None
        entry = deciders.settled.entry
        decided = numbers.local_day(entry.delivery.time or entry.recorded_at, self.zone)
        due = date.fromisoformat(decided) + timedelta(days=self.house.pays_within_days)
        is_past = due < date.fromisoformat(numbers.local_day(self.at, self.zone))
        return None if is_past else self.words.day(due.isoformat())


def _numbered(sections: Iterable[LetterSection]) -> Iterator[LetterSection]:
    """The sections with their paragraphs numbered from 1, but for those that come before the decision and the decision."""
    number, is_reasoned = 0, False
    for section in sections:
        paragraphs = []
        is_reasoned = is_reasoned or any(paragraph.is_strong for paragraph in section.paragraphs)
        for paragraph in section.paragraphs:
            if is_reasoned and not paragraph.is_strong:
                number += 1
                paragraphs.append(paragraph.model_copy(update={"number": number}))
            else:
                paragraphs.append(paragraph)
        yield section.model_copy(update={"paragraphs": tuple(paragraphs)})
