"""The letters of a case to one player: acknowledgement, holding letter, deadlock, final decision."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Final

from ledger.errors import UnknownCase
from ledger.events.cases import CaseAppealed, LetterKind, ResolutionAttempted
from ledger.events.house import HouseSettingsRecorded, Signatory
from projections.answers.case_answer import ACKNOWLEDGEMENT, FINAL_POSITION, CaseAnswer
from projections.messages import numbers
from projections.messages.catalogue import Catalogue
from projections.reports.case_file import CaseFile
from projections.reports.case_money import PlayerAmounts, WagerAmounts, amounts_of_players, wager_paid_text
from projections.reports.decisions import reason_text
from projections.reports.letter import (
    Letter,
    LetterBet,
    LetterParagraph,
    LetterSection,
    letter_house,
    plain_section,
)
from projections.reports.money import bet_description
from projections.reports.person_names import PersonNames
from projections.reports.reasons import Paragraph, Part, reasons

ADR: Final = "adr"
MAX_FACTS: Final = 6
MAX_RULES: Final = 6
MAX_READINGS: Final = 6
MAX_BETS: Final = 8
"""More than this does not go on two pages; the report has all of it, under the same numbers."""


def case_letter(
    file: CaseFile,
    kind: LetterKind,
    player: str,
    words: Catalogue,
    house: HouseSettingsRecorded | None,
    signed_by: str | None,
    at: str,
) -> Letter:
    """A letter to a player, dated `at`. It is a draft where there is no house to write it, and a final one where no answer
    is given yet.

    Raises UnknownCase where the player has neither a claim nor an answer nor a bet in the case, and where nobody signs by
    that name.
    """
    if player not in (names := file.players):
        others = ", ".join(names) or "nobody"
        raise UnknownCase(f"player {player} has no part in case {file.case.number}; {others} has")
    return _CaseLetter(file, kind, player, words, house, signed_by, at).letter()


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

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"case_letter.{key}", **values)

    @cached_property
    def zone(self) -> str:
        return self.house.zone if self.house else self.file.zone

    @cached_property
    def amounts(self) -> PlayerAmounts:
        return amounts_of_players(self.file)[self.player]

    @cached_property
    def paragraphs(self) -> list[Paragraph]:
        """The reasons as far as they concern the player, with the numbers that they have for everybody."""
        return [row for row in reasons(self.file, self.words, self.player) if row.concerns(self.player)]

    @cached_property
    def others(self) -> PersonNames:
        """What everybody else is called: a letter names no other player."""
        others = [player for player in self.file.players if player != self.player]
        return PersonNames(dict.fromkeys(others, self.say("another_player")), words=self.words)

    def letter(self) -> Letter:
        house, number = self.house, self.file.case.number
        sections = {
            "acknowledgement": self._acknowledgement,
            "holding": self._holding,
            "deadlock": self._deadlock,
            "final": self._final,
        }[self.kind]
        letter = Letter(
            language=self.words.language,
            title=self.say(f"title_{self.kind}"),
            house=house and letter_house(house),
            draft="" if self._is_sendable else self.say("draft"),
            date=self.words.day(numbers.local_day(self.at, self.zone)),
            recipient=self.say("recipient", player=self.player),
            reference=number,
            dear=self.words.say("letter.dear", player=self.player),
            sections=tuple(sections()),
            closing=self.say("closing"),
            signature=(self.say("for_house", house=house.name), *signatory_of(house, self.signed_by).printed)
            if house
            else (),
            foot=self._foot(),
            recorded_at=self.at,
        )
        return letter.model_copy(update={"sections": tuple(map(self._without_others, letter.sections))})

    @property
    def _is_sendable(self) -> bool:
        return self.house is not None and (self.kind != "final" or self.file.is_decided)

    def _without_others(self, section: LetterSection) -> LetterSection:
        own = self.others.apply_to
        paragraphs = tuple(row.model_copy(update={"text": own(row.text)}) for row in section.paragraphs)
        bets = tuple(bet.model_copy(update={"on": own(bet.on)}) for bet in section.bets)
        return LetterSection(title=own(section.title), paragraphs=paragraphs, bets=bets)

    def _foot(self) -> str:
        opened = self.file.case.opened
        edition = f"{self.file.edition.sheet.edition.document}, {opened.edition}"
        return self.say("foot", case=self.file.case.number, edition=edition, digest=self.file.leaves_digest[:23])

    # What all letters have

    def _subject(self) -> str:
        """What was complained of, and when."""
        opened = self.file.case.opened
        table, day = opened.day.split("/")
        rounds = [ruling.round.name.rsplit("/", 1)[1] for ruling in self.file.rulings]
        about = self.words.all_of(rounds)
        key = "about_round" if len(rounds) == 1 else "about_rounds" if rounds else "about_table"
        return self.say(
            "subject",
            received=self.words.day(numbers.local_day(opened.received_at, self.zone)),
            about=self.say(key, rounds=about, table=table, day=self.words.day(day)),
        )

    def _opening(self) -> str:
        """What was complained of, and what is asked."""
        return " ".join([self._subject(), *self._own_words(), *self._claim()])

    def _own_words(self) -> Iterator[str]:
        """What the player wrote or said of it, as it stands on record."""
        for position in self.file.case.positions:
            if self.file.person_names.name_of(position.party) == self.player:
                own = self.words.say("case.quoted", text=self.file.person_names.apply_to(position.text))
                yield self.say("position_told", text=own)

    def _claim(self) -> list[str]:
        """What the player asks for, in an amount."""
        claimed = self.amounts.claimed_minor
        if claimed is None:
            return [self.say("no_claim")]
        claim = self.file.case.claims.get(self.player)
        reason = self.say("reason_given", reason=reason_text(claim.reason, self.words)) if claim and claim.reason else ""
        asked = self.say("claimed", amount=self.file.money(self.words)(claimed)) if claimed else ""
        return [sentence for sentence in (reason, asked) if sentence]

    @cached_property
    def answer(self) -> CaseAnswer:
        """The case on the day of the letter."""
        return CaseAnswer(self.file.case, self.at)

    def _due_day(self, what: str) -> str | None:
        """The last day of a clock of the case, as a letter dates it; None where none is set."""
        clock = self.answer.clock(what)
        return self.words.day(clock.standing.due_on.isoformat()) if clock and clock.standing.due_on else None

    def _until(self) -> str:
        """Until when the player has the final answer: never a promise of a day that is past."""
        clock, due = self.answer.clock(FINAL_POSITION), self._due_day(FINAL_POSITION)
        if clock is None or due is None:
            return self.say("until_open")
        if not clock.is_over_at(self.at):
            return self.say("until", day=due)
        if clock.standing.met_on is None:
            return self.say("until_past", day=due)
        return self.say("until_given", day=self.words.day(clock.standing.met_on.isoformat()))

    def _lateness(self, what: str, days: int) -> list[str]:
        """That a letter is late, by how many days, and that the house regrets it; empty where it is in time."""
        if not days:
            return []
        key = f"late_{what}_one" if days == 1 else f"late_{what}_many"
        return [self.say(key, day=self._due_day(what), days=days)]

    def _late_answer(self) -> list[str]:
        """That the final position comes late, where it does."""
        names = [name for name in self.file.case.answers() if self.file.person_names.name_of(name) == self.player]
        return self._lateness(FINAL_POSITION, self.answer.final_letter_days_late(names[0] if names else self.player))

    def _numbered(self, *parts: Part, most: int = 99) -> list[LetterParagraph]:
        rows = [row for row in self.paragraphs if row.part in parts]
        return [_letter_paragraph(row) for row in rows[:most]]

    def _why(self) -> list[LetterParagraph]:
        """The rules, the readings, and what follows from them."""
        readings = self._numbered("reading", most=MAX_READINGS)
        return [*self._rules(), *readings, *self._numbered("consequence", most=MAX_FACTS)]

    def _rules(self) -> Iterator[LetterParagraph]:
        """The rules that decide; of the others only where they stand, unless none is known to decide."""
        rules = [row for row in self.paragraphs if row.part == "rule"]
        decisive = [row for row in rules if row.is_decisive] or rules
        yield from map(_letter_paragraph, decisive[:MAX_RULES])
        if len(decisive) < len(rules):
            yield LetterParagraph(text=self.say("other_rules"))

    def _where_next(self, *, is_final: bool) -> Iterator[str]:
        """The body outside the house, and until when a player may go to it."""
        body = self.house.dispute_body if self.house else None
        if body is None:
            yield self.say("adr_none_final" if is_final else "adr_none")
        else:
            at = ", ".join(filter(None, (body.name, *body.address, body.web)))
            free = "free" if body.is_free else "fee"
            until = self._due_day(ADR) if is_final else None
            key = f"adr_{free}" if is_final else f"adr_later_{free}"
            way = self.say(key, body=at)
            if is_final:
                term = self.say("adr_until", day=until) if until else self.say("adr_ask_until")
                way = f"{way} {term}"
                if not until and (kept := self._kept_until()):
                    way = f"{way} {kept}"
            yield way
        if is_final:
            yield self.say("court")

    def _kept_until(self) -> str:
        """Until when the footage of the case can still be seen; empty where nothing is known of it."""
        days = [row.expires_on for row in self.file.case.evidence if row.expires_on]
        if not days:
            return ""
        return self.say("footage_held") if self.file.case.held else self.say("footage_until", day=self.words.day(min(days)))

    def _contact(self) -> str:
        contact = self.house.contact if self.house else self.say("contact_missing")
        return self.say("contact", contact=contact, case=self.file.case.number)

    # Acknowledgement and holding letter

    def _acknowledgement(self) -> Iterator[LetterSection]:
        clock = self.answer.clock(ACKNOWLEDGEMENT)
        late = self._lateness(ACKNOWLEDGEMENT, clock.days_late if clock else 0)
        yield plain_section("", self._opening(), self.say("is_received", case=self.file.case.number), *late)
        held = "kept_held" if self.file.case.held else "kept"
        steps = [self.say(key) for key in ("next_record", held, "next_second")]
        yield plain_section(self.say("heading_next"), " ".join(steps))
        yield plain_section(self.say("heading_until"), self._until(), *self._where_next(is_final=self.answer.is_late))
        yield plain_section(self.say("heading_contact"), self.say("send_papers"), self._contact())

    def _holding(self) -> Iterator[LetterSection]:
        state = self.file.case.state
        yield plain_section("", self._subject(), self.say("not_finished"))
        yield plain_section(self.say("heading_where"), *self._done_so_far())
        why = "why_proposed" if state == "proposed" else "why_approved" if state == "approved" else "why_open"
        yield plain_section(self.say("heading_why_longer"), self.say(why))
        yield plain_section(self.say("heading_until"), self._until(), *self._where_next(is_final=self.answer.is_late))
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

    def _deadlock(self) -> Iterator[LetterSection]:
        yield plain_section("", self._opening(), self.say("is_deadlock"), *self._late_answer())
        yield plain_section(self.say("heading_positions"), *self._positions())
        if self.file.decision is not None:
            yield self._section("heading_found", self._numbered("fact", most=MAX_FACTS))
            yield self._section("heading_why", self._why())
        yield plain_section(self.say("heading_attempts"), *self._attempts())
        yield plain_section(self.say("heading_disagree"), self.say("end_of_procedure"), *self._where_next(is_final=True))
        yield plain_section("", self._contact())

    def _positions(self) -> Iterator[str]:
        """What each side says, and what the house would give."""
        own = (self.file.case.positions, {self.player: "position_yours", "house": "position_ours"})
        for position in own[0]:
            party = self.file.person_names.name_of(position.party)
            if party in own[1]:
                yield self.say(own[1][party], text=position.text)
        if self.file.decision is not None:
            yield from (row.text for row in self._decision_paragraphs(proposed=not self.file.is_decided))

    def _attempts(self) -> Iterator[str]:
        events = [act.event for act in self.file.case.taken if act.refused is None]
        attempts = [event for event in events if isinstance(event, ResolutionAttempted)]
        own = [event for event in attempts if self.file.person_names.name_of(event.player) == self.player]
        for event in own:
            yield self.say(f"attempt_{event.outcome}", amount=self.file.money(self.words)(event.offered_minor))
        if not own:
            yield self.say("attempt_none")

    def _final(self) -> Iterator[LetterSection]:
        yield plain_section("", self._opening(), self.say("is_final"), *self._late_answer())
        decided = tuple(self._decision_paragraphs(proposed=not self.file.is_decided))
        by = tuple(LetterParagraph(text=text) for text in self._decided_by())
        yield LetterSection(title=self.say("heading_decision"), paragraphs=(*decided, *by))
        yield self._section("heading_found", self._numbered("fact", most=MAX_FACTS))
        yield self._section("heading_why", self._why())
        amounts = self._numbered("amount", "ex_gratia", "ask_back", most=MAX_BETS + 3)
        yield LetterSection(title=self.say("heading_money"), bets=tuple(self._bets()), paragraphs=tuple(amounts))
        ended = self.say("end_of_procedure") if self.file.is_decided else self.say("not_decided_yet")
        yield plain_section(self.say("heading_disagree"), ended, *self._where_next(is_final=True), *self._appealed())
        yield plain_section("", self._contact())

    def _decided_by(self) -> Iterator[str]:
        """In which offices two people decided; the report has their names."""
        held = {act.act: act.event for act in self.file.case.taken if act.refused is None}
        proposed = held.get("alter_ruling", held.get("propose_ruling"))
        approved = held.get("approve_ruling")
        if self.file.is_decided and proposed and approved and proposed.office and approved.office:
            offices = {"proposed": self.words.office(proposed.office), "approved": self.words.office(approved.office)}
            yield self.say("decided_by", **offices)

    def _section(self, heading: str, paragraphs: Sequence[LetterParagraph]) -> LetterSection:
        return LetterSection(title=self.say(heading), paragraphs=tuple(paragraphs))

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
            yield LetterParagraph(text=self.say("not_asked_back", amount=money(amounts.overpaid_minor)), is_strong=True)

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
        """The last day on which the house pays, counted from the settlement."""
        settled = [act for act in self.file.case.taken if act.refused is None and act.act == "settle_case"]
        if self.house is None or not settled or not self.file.is_decided:
            return None
        entry = settled[-1].entry
        decided = numbers.local_day(entry.delivery.time or entry.recorded_at, self.zone)
        due = date.fromisoformat(decided) + timedelta(days=self.house.pays_within_days)
        return self.words.day(due.isoformat())

    def _bets(self) -> Iterator[LetterBet]:
        """The player's bets, those first on which something is to be put right."""
        wagers = sorted(self.amounts.wagers, key=lambda wager: not wager.difference_minor)
        yield from map(self._bet, wagers[:MAX_BETS])

    def _bet(self, wager: WagerAmounts) -> LetterBet:
        money, row = self.file.money(self.words), wager.bet
        on = bet_description(wager.ruling, row, self.words)
        number = wager.ruling.round.name.rsplit("/", 1)[1]
        return LetterBet(
            on=on if len(self.file.rulings) == 1 else self.say("in_round", round=number, on=on),
            stake=money(row.stake_minor),
            back=wager_paid_text(wager, self.words, money),
            owed=self.words.say("report.open") if wager.due_minor is None else money(wager.due_minor),
        )


def _letter_paragraph(paragraph: Paragraph) -> LetterParagraph:
    return LetterParagraph(
        number=paragraph.number,
        text=paragraph.text,
        quote=paragraph.quote,
        quote_language=paragraph.quote_language,
        quote_translation=paragraph.quote_translation,
    )
