"""What reports say of a round, on its own or within a case: the answer on it made into sections."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ledger.values.cards import is_known
from projections.answers.boards import build_boards
from projections.answers.money import BetAnswer
from projections.answers.round_answer import RoundAnswer
from projections.certainty import finding_in_words, mark
from projections.messages.catalogue import Catalogue, document_language, labels, with_suit_signs
from projections.pictures import compare
from projections.pictures.scene import build_scene, decisive_step, describe_scene
from projections.pictures.table import draw_table, table_title
from projections.reports.decisions import decision_sentence, person_and_office, withheld_sentences
from projections.reports.headline import Headline, headline
from projections.reports.money import (
    all_paid_text,
    as_dealt_text,
    award_text,
    balances,
    balances_in_outcome,
    bet_description,
    difference_text,
    due_columns,
    money_formatter,
    plain_formatter,
    stake_text,
)
from projections.reports.readings import (
    entry_time,
    incomplete_lines,
    outcome_sentence,
    readings_leading_to,
    reconstruction_sentences,
    resolved_reading_sentence,
)
from projections.reports.sections import (
    Block,
    Column,
    Lines,
    Picture,
    Quotations,
    QuotedClause,
    Section,
    Span,
    Table,
    Text,
    quiet,
    strong,
)
from projections.timeline.event_text import FormatMoney
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from replay.games.registry import load_game
from replay.judging.finding import Finding, Mark
from replay.judging.game import Game
from replay.rulebooks.rules import Rules
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Ruling

FootageLookup = Callable[[str | None], str]
"""Where an instant of the round is to be seen; empty where it is on no footage."""


def flagged(found: Mark, text: str = "") -> Span:
    """A text after the sign of a fault, or of what is one under some readings only."""
    return Span(f"? {text}", "open") if found == "conditional" else Span(f"✗ {text}", "wrong")


@dataclass(frozen=True)
class RoundPart:
    """What there is to say of a round. `level` is that of its headings; `prefix` says in them which round it is, where
    there are several.
    """

    answer: RoundAnswer
    words: Catalogue
    level: int = 2
    prefix: str = ""
    footage: FootageLookup = lambda _: ""
    case_zone: str | None = None
    """The time zone of the case's times; without one the table's."""

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"report.{key}", **values)

    @property
    def ruling(self) -> Ruling:
        """The ruling that the answer was made from."""
        return self.answer.ruling

    @property
    def zone(self) -> str:
        """The time zone of the times."""
        return self.case_zone or self.ruling.round.table_opening.zone

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The report's texts that have no particulars."""
        return labels(self.words, "report")

    @cached_property
    def top(self) -> Headline:
        """The headline of the round."""
        return headline(self.answer, self.words)

    @cached_property
    def _game(self) -> Game:
        return load_game(self.ruling.edition.game)

    @cached_property
    def _steps(self) -> list[Step]:
        return timeline_steps(self.ruling, formatter_for(self.ruling, self.words))

    def answer_box(self, *others: str) -> Lines:
        """The error, the status and what else there is to say, then the money of each player and who must act."""
        return Lines([*strong((*self.top.errors, *others)), *self.top.consequences], "boxed")

    def _titled(self, key: str) -> str:
        return f"{self.prefix}: {self.texts[key]}" if self.prefix else self.texts[key]

    # What happened

    def incomplete_sections(self) -> Iterator[Section]:
        """What the record of the round lacks."""
        if lines := incomplete_lines(self.ruling, self.words):
            yield Section(self._titled("incomplete"), [Lines(lines, "marked")], self.level)

    def picture_sections(self) -> Iterator[Section]:
        """The table at the decisive step, and the two boards where a card lies elsewhere."""
        number = decisive_step(self.ruling, self._steps)
        scene = build_scene(self.ruling, self.words, number)
        drawn = Picture(table_title(scene, self.words), describe_scene(scene, self.words), draw_table(scene, self.words))
        caption = self.say("moment_is", step=number, sentence=self._steps[number - 1].text) if self._steps else ""
        title = self._titled("moment" if self.answer.findings else "moment_end")
        yield Section(title, [caption, drawn], self.level)
        if boards := self.compared_boards():
            yield Section(self._titled("compared"), boards, self.level)

    def compared_boards(self) -> tuple[str, Picture] | None:
        """The two boards in the outcome that holds, if any card is misplaced or missing in it; where none holds, in the
        first in which one is. Before them what they are, with the outcome where there are several.
        """
        answer, ruling = self.answer, self.ruling
        if self._game.has_wheel:
            return None
        for outcome in ruling.outcomes if answer.outcome is None else (answer.outcome,):
            for number in outcome.branches:
                both = build_boards(ruling, ruling.branches[number].outcome)
                if both is not None and (both.misplaced_cards or both.undrawn_slots):
                    drawn = compare.BoardComparison(ruling, both, self.words)
                    caption = self.texts["compared_is" if both.misplaced_cards else "compared_drawn"]
                    if len(ruling.outcomes) > 1:
                        caption = f"{caption} {self.say('compared_in', number=outcome.id)}"
                    return caption, Picture(drawn.title, drawn.description, drawn.draw())
        return None

    def step_table(self, paragraphs: Mapping[int, int] = {}) -> Table:
        """What happened, step by step. `paragraphs` are those in which findings are told, by their numbers."""
        steps, times = self._steps, [step.round_entry.entry.delivery.time for step in self._steps]
        footage, hands = [self.footage(at) for at in times], [*map(self._hand, steps)]
        dues = [self.words.value(step.due) if step.due else self.texts["left_rules"] for step in steps]
        columns = [
            Column(self.texts["step"], [f"{step.number}" for step in steps], "count"),
            Column(self.texts["time"], [self.words.clock(at, self.zone) if at else self.texts["no_time"] for at in times]),
            *([Column(self.texts["footage"], footage)] if any(footage) else []),
            Column(self.texts["event"], [self._event(step, paragraphs) for step in steps], "wide"),
            *([Column(self.texts["pocket" if self._game.has_wheel else "cards"], hands)] if any(hands) else []),
        ]
        due_on_screen = [due if step.changed_place is not None else "" for step, due in zip(steps, dues, strict=True)]
        return Table([*columns, Column(self.texts["due"], due_on_screen, screen_only=True)])

    def _event(self, step: Step, paragraphs: Mapping[int, int]) -> Text:
        if not step.mark:
            return step.text_with_condition
        numbers = [self.answer.findings.index(finding) + 1 for finding in step.findings]
        cited = [
            self.say("see_paragraph", number=paragraphs[number])
            if number in paragraphs
            else self.say("see_finding", number=number)
            for number in numbers
        ]
        return (step.text_with_condition, " ", flagged(step.mark, ", ".join(cited)))

    def _hand(self, step: Step) -> str:
        """The hand that a step changed, and its points where they are known."""
        if step.changed_place is None:
            return ""
        cards = step.hands.get(step.changed_place, ())
        count = self._game.count(cards, Rules(self.ruling.edition)) if all(map(is_known, cards)) else ""
        total = f" = {count}" if cards and count else ""
        place = self.words.value(self._game.place_name(step.changed_place))
        return f"{place}: {' '.join(map(with_suit_signs, cards)) or '-'}{total}"

    # Findings and clauses

    @property
    def has_conditional_findings(self) -> bool:
        """Whether some findings hold under some readings only."""
        return any(mark(self.ruling, [finding]) == "conditional" for finding in self.answer.findings)

    def finding_blocks(self) -> Iterator[Block]:
        """The findings by number, where each happened, and the clauses it rests on."""
        if not self.answer.findings:
            yield self.texts["found_none"]
            return
        if self.has_conditional_findings:
            yield quiet(self.texts["signs"])
        yield Lines([*map(self._finding, self.answer.findings)], "numbered")

    def _finding(self, finding: Finding) -> Text:
        at = next((step.number for step in self._steps if step.round_entry.position == finding.position), None)
        where = self.say("where", step=at) if at else self.say("on_record", position=finding.position)
        rests_on = " · ".join(filter(None, (where, ", ".join(finding.clauses))))
        text = finding_in_words(self.ruling, finding, self.words)
        return (flagged(mark(self.ruling, [finding])), text, " ", quiet(rests_on))

    def decisive(self) -> list[QuotedClause]:
        """The clauses that decide, in the order in which they apply."""
        return [*map(self._clause, self.answer.decisive_clauses)]

    def clause_blocks(self) -> list[Block]:
        """The clauses that were consulted and do not decide, those of the findings first; those that are neither found on
        nor quoted by their titles alone.
        """
        of_findings = [clause for finding in self.answer.findings for clause in finding.clauses]
        known, decisive = self.ruling.edition.sheet.clauses, self.answer.decisive_clauses
        names = dict.fromkeys((*of_findings, *self.ruling.clauses))
        clauses = [self._clause(name) for name in names if name in known and name not in decisive]
        cited = [clause for clause in clauses if clause.rests or clause.quote]
        others = "; ".join(f"{clause.id}, {clause.title}" for clause in clauses if clause not in cited)
        blocks: list[Block] = [quiet(self.texts["clauses_are"]), Quotations(cited)] if cited else []
        return [*blocks, quiet(others)] if clauses else []

    def _clause(self, clause: str) -> QuotedClause:
        words, sheet = self.words, self.ruling.edition.sheet
        row, language = sheet.clauses[clause], document_language(sheet)
        numbers = [str(number) for number, finding in enumerate(self.answer.findings, 1) if clause in finding.clauses]
        resolved = (resolved_reading_sentence(row, words) for row in self.ruling.resolved if row.clause == clause)
        return QuotedClause(
            id=clause,
            title=words.clause_text(row.title),
            text=words.clause_text(row.text),
            quote=row.quote,
            quote_language=language,
            quote_translation=words.quote_translation(row.quote or "", language),
            rests=self.say("rests_one" if len(numbers) == 1 else "rests", numbers=", ".join(numbers)) if numbers else "",
            resolved=next(resolved, ""),
        )

    # Outcomes

    def outcome_sections(self, title: str) -> Iterator[Section]:
        """Each outcome, with the readings that lead there and what holds then."""
        outcomes = self.ruling.outcomes
        if len(outcomes) == 1:
            yield Section(title, [self.texts["one_branch"], *self._outcome_lines(outcomes[0])], self.level)
            return
        yield Section(title, [], self.level)
        for number, outcome in enumerate(outcomes, 1):
            yield Section(self._outcome_title(number, outcome), [*self._outcome_lines(outcome)], self.level + 1)

    def _outcome_title(self, number: int, outcome: RulingOutcome) -> str:
        """An outcome of several, its readings, and whether the award follows it: by which clauses, or for which bets."""
        answer, bets = self.answer, self.answer.bets
        is_decided = answer.status.decider is None and all(bet.awarded_minor is not None for bet in bets)
        follows = [bet.bet for bet in bets if bet.awarded_minor == bet.due_by_outcome[outcome.id]]
        has_its_money = is_decided and len(follows) == len(bets)
        why: Sequence[str] = ()
        if outcome is answer.outcome if answer.outcome is not None else has_its_money:
            status, why = "chosen", answer.award_clauses
        elif is_decided or answer.is_settled:
            status, why = "not_chosen", () if answer.is_settled else follows
        else:
            status = "open"
        condition = self.words.condition(outcome.condition)
        parts = f"{self.texts['reading_number']} {number}", condition, self.texts[f"branch_{status}"]
        return " · ".join(filter(None, parts)) + (f" ({', '.join(why)})" if why else "")

    def _outcome_lines(self, outcome: RulingOutcome) -> Iterator[Text]:
        ruling, words, judged = self.ruling, self.words, outcome.judgement
        yield from map(quiet, readings_leading_to(ruling, outcome.condition, words))
        yield outcome_sentence(ruling, outcome, words)
        if len(ruling.outcomes) > 1:
            yield from balances_in_outcome(self.answer, outcome, words)
        result = {"dealt": judged.dealt_result, "lawful": judged.lawful_result, "declared": judged.declared_result}
        if len({*result.values()} - {None}) > 1:
            values = {name: words.value(value) if value else self.texts["undetermined"] for name, value in result.items()}
            yield quiet(self.say("ball_says" if self._game.has_wheel else "cards_say", **values))
        yield from filter(None, [" ".join(reconstruction_sentences(ruling, outcome, words))])
        yield from withheld_sentences(judged, words, money_formatter(ruling, words))

    # Money and decisions

    def money_section(self) -> Section:
        """The money bet by bet, then what the headline does not say of the players."""
        texts = (balance.text for balance in balances(self.answer, self.words))
        others = [text for text in texts if text not in self.top.consequences]
        blocks: list[Block] = [quiet(self.money_note()), self.money_table()]
        return Section(self.texts["money"], [*blocks, Lines(others, "marked")] if others else blocks)

    def money_note(self) -> str:
        """The currency of the amounts, and what their columns mean."""
        answer, plain = self.answer, plain_formatter(self.ruling, self.words)
        sentences = [self.say("money_is", currency=self.ruling.round.table_opening.currency)]
        has_dealt = any(as_dealt_text(answer, bet, plain) for bet in answer.bets)
        if has_dealt:
            sentences.append(self.texts["dealt_is"])
        if (has_dealt and len(self.ruling.outcomes) > 1) or any(bet.is_paid_by_outcome for bet in answer.bets):
            sentences.append(self.texts["dealt_by_outcome"])
        return " ".join(sentences)

    def money_table(self) -> Table:
        """The money bet by bet; None where the record does not say, or somebody must decide, is left empty."""
        answer, bets, words, plain = self.answer, self.answer.bets, self.words, plain_formatter(self.ruling, self.words)
        due, dealt = due_columns(answer), [as_dealt_text(answer, bet, plain) or "" for bet in bets]
        on = [bet_description(self.ruling, bet, words) for bet in bets]
        columns = [
            Column(self.texts["player"], [bet.player for bet in bets]),
            Column(self.texts["wager"], [bet.bet for bet in bets]),
            Column(self.texts["on"], on, "text" if len(due.heads) > 1 else "wide"),
            Column(self.texts["stake"], [stake_text(bet, words, plain) for bet in bets], "money"),
            Column(self.texts["back"], [all_paid_text(bet, words, plain) or "" for bet in bets], "money"),
            *([Column(self.texts["dealt"], dealt, "money")] if any(dealt) else []),
        ]
        for numbers, minors in zip(due.heads, due.due_minor, strict=True):
            several = self.say("under_reading", number=", ".join(map(str, numbers))) if len(due.heads) > 1 else ""
            head = (several or self.texts["owed"]).replace(" ", "\n")  # an amount is narrower than the head in a line
            columns.append(Column(head, ["" if minor is None else plain(minor) for minor in minors], "money"))
        return Table([*columns, Column(self.texts["awarded"], [self._award(bet, plain) for bet in bets], "money")])

    def _award(self, bet: BetAnswer, money: FormatMoney) -> Text:
        """What is awarded; where that is not what was paid, the difference below it."""
        awarded = award_text(bet, self.words, money)
        difference = difference_text(bet, bet.awarded_minor, self.words, money)
        return (Span(awarded, "strong"), "\n", Span(difference, "small")) if difference else awarded

    def decision_sections(self) -> Iterator[Section]:
        """Every decision and attempt that concerns the round, in the order in which they were taken."""
        round_, words, texts = self.ruling.round, self.words, self.texts
        if not round_.decisions:
            return
        decided: list[Text] = []
        for decision in round_.decisions:
            sentence = decision_sentence(decision, round_.table_opening, words)
            if decision.refused:
                decided.append((sentence, " ", flagged("certain", words.value(decision.refused))))
            else:
                holds = (" ", Span(texts["in_force"], "strong")) if decision.position in round_.positions_in_force else ()
                decided.append((sentence, *holds))
        by = [person_and_office(d.event.by, d.event.office, words, claimed=d.is_claimed) for d in round_.decisions]
        columns = [
            Column(texts["time"], [entry_time(decision.entry) for decision in round_.decisions]),
            Column(texts["decided_by"], by),
            Column(texts["decision"], decided, "wide"),
            Column(texts["clause"], [decision.clause or "" for decision in round_.decisions]),
        ]
        yield Section(texts["decisions"], [Table(columns)])
