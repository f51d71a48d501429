"""The reasons of a letter to one player: what happened, which rule decides, what follows, and how the amount is made up.

They are few, in plain words, and about this player's bets alone; the report has all of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final

from ledger.values.cards import is_known
from projections.answers.decisive import answer_clauses, open_questions, parent_clause, player_clauses
from projections.answers.money import BetAnswer
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue, document_language, with_suit_signs
from projections.reports.case_file import CaseFile
from projections.reports.case_money import PlayerAmounts, WagerAmounts, amounts_of_players, void_stakes, wager_paid_text
from projections.reports.letter import LetterBet, LetterParagraph, finding_to_player, table_decisions
from projections.reports.money import bet_description, hand_of_bet, table_paid_text
from projections.reports.readings import reading_sentences, standing_sentence
from projections.reports.reasons import MOST_ODDS, Reasons, dealt_hands
from replay.games.registry import load_game
from replay.judging.finding import RECORD_CHOICES, Phase, kind_of, sorted_clauses
from replay.rulebooks.rules import Rules
from replay.ruling.decided_effects import DECLARED_VOID

MAX_ROUNDS: Final = 3
MAX_FINDINGS: Final = 2
MAX_RULES: Final = 2
MAX_READINGS: Final = 2
MAX_SUMS: Final = 4
"""More than this a letter does not have; the report has all of it."""


@dataclass(frozen=True)
class LetterReasons:
    """The reasons of the answers of a case, given or proposed, for one player."""

    file: CaseFile
    words: Catalogue
    player: str
    """The name by which the player is called."""

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"letter_reason.{key}", **values)

    @cached_property
    def amounts(self) -> PlayerAmounts:
        """The money of the player."""
        return amounts_of_players(self.file)[self.player]

    @cached_property
    def answers(self) -> list[RoundAnswer]:
        """The rounds in which the player has a bet; without one all of the case."""
        own = [answer for answer in self.file.round_answers if answer.player(self.player) is not None]
        return own or list(self.file.round_answers)

    @property
    def round_numbers(self) -> str:
        """The numbers of these rounds: `1, 2 and 3`."""
        return self.words.all_of([answer.number for answer in self.answers])

    @cached_property
    def _file_reasons(self) -> Reasons:
        return Reasons(self.file, self.words)

    @property
    def _is_rejected(self) -> bool:
        return self.amounts.answer is not None and self.amounts.answer.outcome == "rejected"

    def paragraphs(self) -> Iterator[LetterParagraph]:
        """What happened, the rule that decides, and what follows for the player."""
        yield from _joined(self._happened())
        yield from self._rules()
        yield from _joined(islice(self._readings.values(), MAX_READINGS))
        yield from _joined(self._follows())

    # What happened

    def _happened(self) -> Iterator[str]:
        for answer in self.answers[:MAX_ROUNDS]:
            yield from (paragraph.text for paragraph in self._file_reasons.no_spins(answer.ruling))
            yield from self._course(answer)
            yield from self._found(answer)
        yield from table_decisions(self.answers, self.words, self.file.zone)

    def _course(self, answer: RoundAnswer) -> Iterator[str]:
        """What was dealt or spun, as far as it concerns the player, and what was announced."""
        ruling, judged = answer.ruling, answer.shown_judgement
        game, rules = load_game(ruling.edition.game), Rules(ruling.edition)
        fields = {"round": answer.number, "result": self.words.value(judged.declared_result or "")}
        if game.has_wheel:
            if judged.dealt_result and judged.declared_result:
                yield self.say("spun", ball=self.words.value(judged.dealt_result), **fields)
            return
        others = self._places_of_others(answer)
        hands = [
            self.say(
                "hand" if all(map(is_known, cards)) else "hand_unknown",
                place=self.words.value(game.place_name(place)),
                cards=with_suit_signs(" ".join(cards)),
                total=self.words.any_of(str(game.count(cards, rules)).split("/")) if all(map(is_known, cards)) else "",
            )
            for place, cards in dealt_hands(ruling, judged).items()
            if cards and place not in others
        ]
        if hands:
            yield self.say("dealt_and_called" if judged.declared_result else "dealt", hands="; ".join(hands), **fields)

    def _places_of_others(self, answer: RoundAnswer) -> set[str | None]:
        """The hands on which others have bets and the player has none."""
        own, others = set[str | None](), set[str | None]()
        for bet in answer.bets:
            (own if bet.player == self.player else others).add(hand_of_bet(answer.ruling, bet))
        return others - own

    def _found(self, answer: RoundAnswer) -> Iterator[str]:
        """What went wrong, as far as money depends on it; else that nothing did."""
        own = {bet.bet for bet in answer.bets if bet.player == self.player}
        held = self._file_reasons.held_findings(answer)
        grave = [
            finding
            for finding in answer.findings
            if finding in held and answer.consequence(finding) == 0 and (not finding.wagers or own & {*finding.wagers})
        ]
        causes = [finding for finding in grave if kind_of(finding.kind).phase is not Phase.MONEY]
        yield from (finding_to_player(answer, finding, self.player, self.words) for finding in causes[:MAX_FINDINGS])
        wrong = [wager for wager in self.amounts.wagers if wager.answer is answer and wager.difference_minor]
        if not causes:
            yield from map(self._wrongly_paid, wrong)
        if not held and not wrong and answer.status.word != "void" and self._is_clear(answer):
            yield self.say("fine")

    @staticmethod
    def _is_clear(answer: RoundAnswer) -> bool:
        """Whether the round was played to its end, with no outcome left open and nothing decided about its cards."""
        standing = answer.shown_judgement.standing
        return answer.outcome is not None and standing is None and answer.ruling.round.is_over

    def _wrongly_paid(self, wager: WagerAmounts) -> str:
        money = self.file.money(self.words)
        fields = {
            "on": bet_description(wager.ruling, wager.bet, self.words),
            "paid": table_paid_text(wager.bet, self.words, money),
        }
        return self.say("wrongly_paid", **fields, due=money(wager.due_minor or 0))

    # Which rule decides

    def _rules(self) -> Iterator[LetterParagraph]:
        sheet = self.file.edition.sheet
        language = document_language(sheet)
        for at, clause in enumerate(self._deciding_clauses()):
            row = sheet.clauses[clause]
            quote = row.quote or ""
            ending = f" {self.say('wording')}" if quote else ""
            fields = {"title": self.words.clause_text(row.title), "text": self.words.clause_text(row.text)}
            key = f"rule{'_too' * bool(at)}{'_unnumbered' * clause.endswith('?')}"
            yield LetterParagraph(
                text=self.say(key, clause=clause, **fields) + ending,
                quote=quote,
                quote_language=language if quote else "",
                quote_translation=self.words.quote_translation(quote, language),
            )

    def _deciding_clauses(self) -> list[str]:
        """The clauses on which the answer to the player depends, at most two; of a rejection one alone.

        A question that the rules leave open is explained with the reading that is followed, and so is the clause by which
        that reading is chosen.
        """
        deciding = answer_clauses(self.amounts.answer, self.answers)
        left_open = open_questions(self.answers)
        if self._is_rejected:
            barring = [clause for clause in deciding if clause in left_open]
            about_player = [clause for clause in deciding if clause in self._clauses_of_player]
            return self._known(barring or about_player or deciding or self._clauses_of_player)[:1]
        explained = {*left_open, *(self._favouring if self._readings else ())}
        applied = [clause for clause in deciding if parent_clause(clause) not in explained]
        known = self._known(sorted(applied, key=lambda clause: clause.endswith("?")))
        if not known and not self._readings:
            known = self._known(self._clauses_of_player)
        return known[: 1 if self._readings else MAX_RULES]

    @cached_property
    def _favouring(self) -> tuple[str, ...]:
        """The clauses by which the reading that is best for the player counts."""
        clauses = frozenset[str]().union(*(bet.clauses for answer in self.answers for bet in self._own(answer)))
        return tuple(clause for clause in sorted_clauses(clauses) if not clause.endswith("?"))

    @cached_property
    def _clauses_of_player(self) -> list[str]:
        """The clauses on which the money of the player's bets depends."""
        return [clause for answer in self.answers for clause in player_clauses(answer, self.player)]

    def _known(self, clauses: Iterable[str]) -> list[str]:
        """The clauses of the edition among these, once each; the open question of a clause stands for that clause."""
        sheet = self.file.edition.sheet.clauses
        named = (parent if (parent := parent_clause(clause)) in sheet else clause for clause in clauses)
        return [clause for clause in dict.fromkeys(named) if clause in sheet]

    # What follows

    def _follows(self) -> Iterator[str]:
        for answer in self.answers[:MAX_ROUNDS]:
            yield from self._consequence(answer)
        ground = self.amounts.answer.ground if self.amounts.answer else None
        if ground:
            yield self.say("ground", ground=self.file.person_names.apply_to(ground).rstrip("."))

    @cached_property
    def _readings(self) -> Mapping[str, str]:
        """By clause, the readings that are followed where another one would give the player something else."""
        return {clause: text for answer in self.answers for clause, text in self._readings_of(answer)}

    def _readings_of(self, answer: RoundAnswer) -> Iterator[tuple[str, str]]:
        if answer.outcome is None or self.amounts.answer is None:
            return
        branches = answer.ruling.branches
        held = {pair for number in answer.outcome.branches for pair in branches[number].choices.items()}
        for outcome in answer.ruling.outcomes:
            if all(bet.due_by_outcome[outcome.id] == bet.due_by_outcome[answer.outcome.id] for bet in self._own(answer)):
                continue
            ways = [set(branches[number].choices.items()) for number in outcome.branches]
            for clause, letter in sorted(held):
                if any((clause, letter) not in way and clause in dict(way) for way in ways):
                    yield clause, self._reading(answer, clause, letter)

    def _own(self, answer: RoundAnswer) -> list[BetAnswer]:
        return [bet for bet in answer.bets if bet.player == self.player]

    def _reading(self, answer: RoundAnswer, clause: str, letter: str) -> str:
        if clause in RECORD_CHOICES:
            (reading,) = reading_sentences(answer.ruling, {clause: letter}, self.words)
            return self.words.say("reasons.record_followed", reading=reading)
        sheet = answer.ruling.edition.sheet
        question = self.words.clause_text(sheet.clauses[clause].text)
        text = self.say(
            "reading", question=question, reading=self.words.clause_text(sheet.readings[clause].readings[letter])
        )
        return " ".join([text, *self._reading_grounds(clause, letter)])

    def _reading_grounds(self, clause: str, letter: str) -> Iterator[str]:
        """Why a reading is followed: as its proposer wrote, and by the clause that favours the player."""
        if ground := self.file.ground_of(clause, letter):
            yield self.words.say("reasons.ground", ground=self.file.person_names.apply_to(ground).rstrip("."))
        if self._favouring and not self._is_rejected:
            yield self.say("favour", clauses=self.words.all_of(self._favouring))

    def _consequence(self, answer: RoundAnswer) -> Iterator[str]:
        """What becomes of a round that was misdealt, or declared void."""
        if answer.outcome is None:
            return
        judged = answer.shown_judgement
        if judged.standing == DECLARED_VOID:
            if key := void_stakes([wager for wager in self.amounts.wagers if wager.answer is answer]):
                yield self.say(key, round=answer.number)
        elif judged.standing is not None:
            yield standing_sentence(answer.ruling, judged, self.words, to_player=True)

    # How the amount is made up

    def bets(self, most: int) -> Iterator[LetterBet]:
        """The player's bets, those first on which something is to be corrected, and the sum of several."""
        money = self.file.money(self.words)
        wagers = sorted(self.amounts.wagers, key=lambda wager: not wager.difference_minor)[:most]
        for wager in wagers:
            paid = wager_paid_text(wager, self.words, money) or self.say("no_payment")
            yield LetterBet(
                on=self._on(wager),
                stake=money(wager.bet.stake_minor),
                back=paid,
                owed=self.words.say("report.open") if wager.due_minor is None else money(wager.due_minor),
                given=money(wager.bet.given_by_case_minor) if self.amounts.answer else "",
            )
        if self.amounts.answer is None or len(wagers) < len(self.amounts.wagers):
            return
        gratia_minor = self.amounts.ex_gratia_minor
        if gratia_minor:
            yield LetterBet(on=self.say("goodwill"), stake="", back="", owed="", given=money(gratia_minor))
        if len(wagers) > 1 or gratia_minor:
            total = money(sum(wager.bet.given_by_case_minor for wager in wagers) + gratia_minor)
            yield LetterBet(on=self.say("total"), stake="", back="", owed="", given=total)

    def sums(self) -> Iterator[LetterParagraph]:
        """How the amounts come about, in words."""
        sentences = [sentence for wager in self.amounts.wagers for sentence in self._made_up_of(wager)]
        yield from _joined([*sentences[:MAX_SUMS], *self._rest()])
        if self.amounts.ex_gratia_minor and self.amounts.answer and self.amounts.answer.ex_gratia_ground:
            ground = self.file.person_names.apply_to(self.amounts.answer.ex_gratia_ground).rstrip(".")
            yield LetterParagraph(text=self.say("ex_gratia_ground", ground=ground))

    def _on(self, wager: WagerAmounts) -> str:
        on = bet_description(wager.ruling, wager.bet, self.words)
        return on if len(self.file.rulings) == 1 else self.say("in_round", round=wager.answer.number, on=on)

    def _made_up_of(self, wager: WagerAmounts) -> Iterator[str]:
        """The stake, and the winnings with their odds; that a bet lost."""
        money, stake, due = self.file.money(self.words), wager.bet.stake_minor, wager.due_minor
        if due is None or not stake or self._is_cut(wager):
            return
        fields: dict[str, object] = {"on": self._on(wager), "stake": money(stake), "due": money(due)}
        if due == stake:
            yield self.say("stake_alone", **fields)
        elif due == 2 * stake:
            yield self.say("stake_and_as_much", **fields)
        elif due > stake and wager.bet.nominal_minor:
            odds = Fraction(due - stake, wager.bet.nominal_minor)
            fields |= {"won": money(due - stake), "winnings": odds.numerator, "to": odds.denominator}
            yield self.say("stake_and_winnings" if odds.denominator <= MOST_ODDS else "stake_and_amount", **fields)
        elif not due:
            yield self.say("lost", **fields)

    def _is_cut(self, wager: WagerAmounts) -> bool:
        """Whether the amount is not what the rules give: the answer gives another one, or a decision withholds some."""
        is_withheld = wager.bet.bet in wager.answer.withheld_minor
        is_void = wager.answer.shown_judgement.standing == DECLARED_VOID and wager.due_minor != wager.bet.stake_minor
        return is_withheld or is_void or wager.due_by_rules_minor not in (None, wager.due_minor)

    def _rest(self) -> Iterator[str]:
        """That the rest of a claim is not due."""
        claimed, answer = self.amounts.claimed_minor, self.amounts.answer
        if answer is not None and claimed and answer.outcome == "partly_upheld" and claimed > answer.pay_minor:
            money = self.file.money(self.words)
            fields = {"claimed": money(claimed), "amount": money(answer.pay_minor)}
            yield self.say("rest", **fields, rest=money(claimed - answer.pay_minor))


def _joined(sentences: Iterable[str]) -> Iterator[LetterParagraph]:
    """One paragraph of these sentences, each once; none of no sentences."""
    if text := " ".join(dict.fromkeys(sentences)):
        yield LetterParagraph(text=text)
