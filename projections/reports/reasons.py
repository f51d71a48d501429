"""The reasons of a decision as numbered paragraphs: what is found, by which rule, read how, and what that comes to.

The numbers are the same in every language and for every reader, so that reports and appeals can cite them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Final, Literal, get_args

from ledger.events.cases import FactFound
from ledger.events.wheel import BallRested, BallSpun, NoSpinCalled
from ledger.values.cards import is_known
from projections.answers.decisive import answer_clauses
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue, document_language, with_suit_signs
from projections.reports.case_file import CaseFile
from projections.reports.case_money import (
    PlayerAmounts,
    WagerAmounts,
    amounts_of_players,
    void_stakes,
    wager_paid_text,
)
from projections.reports.decisions import decision_sentence, person_and_office
from projections.reports.money import bet_description
from projections.reports.readings import (
    question_text,
    reading_sentences,
    resolved_reading_sentence,
    standing_sentence,
    turning_clauses,
    verdict_sentence,
)
from projections.timeline.timeline import timeline_steps
from replay.games.registry import load_game
from replay.judging.finding import RECORD_CHOICES, Finding, sorted_clauses
from replay.judging.house_acts import no_spin_calls
from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.ruling.decided_effects import DECLARED_VOID
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.resolved_readings import ResolvedReading
from replay.ruling.ruling import Ruling

Part = Literal["fact", "rule", "reading", "consequence", "amount", "ex_gratia", "ask_back"]
RUN: Final = 3
"""So many numbers in a row are cited by the first and the last of them."""
MOST_ODDS: Final = 1000
"""Odds beyond this are a rounded amount's, and are not printed."""

PARTS: Final[tuple[Part, ...]] = get_args(Part)


@dataclass(frozen=True, slots=True)
class ParagraphSource:
    """What a paragraph rests on: an entry of the record, a step of a round, evidence of the case."""

    entry: int | None = None
    round: str | None = None
    evidence: str | None = None
    at: str | None = None
    """When it happened, as the table's device gives it."""
    last_entry: int | None = None
    """The last of several entries, of which `entry` is the first."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the reasons. `players` are those whom it is about, none where it is about all."""

    part: Part
    text: str
    players: frozenset[str] = frozenset()
    source: ParagraphSource | None = None
    clauses: tuple[str, ...] = ()
    quote: str = ""
    """The document's own words."""
    quote_language: str = ""
    quote_translation: str = ""
    weight: Literal["", "finding", "decisive", "other", "followed", "resolved"] = ""
    """A finding among the facts; a rule that decides, or another that was applied; a reading that is followed, or that
    somebody resolved beforehand.
    """
    rounds: frozenset[str] = frozenset()
    """The rounds of which it draws the consequence, from the clauses it names; of a fact those that it is about."""
    number: int = 0

    def supports(self, consequence: "Paragraph") -> bool:
        """Whether a consequence follows from it: a finding of the same round, a rule or a reading by which it is drawn."""
        if self.part == "fact":
            about = self.rounds or {self.source.round if self.source else None}
            return self.weight == "finding" and not about.isdisjoint(consequence.rounds)
        held = (self.part == "rule" and self.weight != "other") or self.weight in ("followed", "resolved")
        return held and not set(consequence.clauses).isdisjoint(self.clauses)


def reasons(file: CaseFile, words: Catalogue) -> tuple[Paragraph, ...]:
    """The numbered reasons of the answers as they stand, given or proposed."""
    composed, language = Reasons(file, words), document_language(file.edition.sheet)
    numbered = [
        replace(
            paragraph,
            number=number,
            quote_language=language if paragraph.quote else "",
            quote_translation=words.quote_translation(paragraph.quote, language),
        )
        for number, paragraph in enumerate(composed.paragraphs(), 1)
    ]
    return tuple(composed.with_support(paragraph, numbered) for paragraph in numbered)


@dataclass(frozen=True, slots=True)
class Reasons:
    """Composes the numbered reasons of a case."""

    file: CaseFile
    words: Catalogue

    def paragraphs(self) -> Iterator[Paragraph]:
        amounts = amounts_of_players(self.file)
        yield from self._facts()
        yield from self._rules()
        yield from self._readings()
        yield from self._consequences()
        if self.file.round_answers and not self._choices() and not any(self._resolved()):
            yield Paragraph("consequence", self.say("no_other_reading"))
        for player in amounts.values():
            if player.answer is not None and player.answer.ground:
                yield self._answer_ground(player, player.answer.ground)
        for player in amounts.values():
            yield from self._amounts(player)
        for player in amounts.values():
            if player.ex_gratia_minor:
                yield self._ex_gratia(player)
        for player in amounts.values():
            if player.overpaid_minor or player.ask_back_minor:
                yield self._ask_back(player)
        yield from self._other_rules()

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"reasons.{key}", **values)

    def with_support(self, paragraph: Paragraph, numbered: Sequence[Paragraph]) -> Paragraph:
        """A consequence with the numbers of the paragraphs from which it follows."""
        if paragraph.part != "consequence":
            return paragraph
        numbers = [row.number for row in numbered if row.supports(paragraph)]
        if not numbers:
            return paragraph
        key = "follows" if len(numbers) == 1 else "follows_all"
        return replace(paragraph, text=self.say(key, text=paragraph.text, numbers=self.words.all_of(self._runs(numbers))))

    def _runs(self, numbers: Sequence[int]) -> list[str]:
        """Numbers as they are cited: three or more in a row by the first and the last of them."""
        runs: list[list[int]] = []
        for number in numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        cited: list[str] = []
        for run in runs:
            cited += [self.say("run", first=run[0], last=run[-1])] if len(run) >= RUN else map(str, run)
        return cited

    def _ground(self, sentence: str, ground: str | None) -> str:
        return f"{sentence} {self.say('ground', ground=ground.rstrip('.'))}" if ground else sentence

    def _quoted(self, text: str) -> str:
        """What somebody typed, in the words in which it was typed."""
        return self.words.say("case.quoted", text=self.file.person_names.apply_to(text).rstrip("."))

    # What is found

    def _facts(self) -> Iterator[Paragraph]:
        held = {answer.name: self.held_findings(answer) for answer in self.file.round_answers}
        for answer in self.file.round_answers:
            yield from self.no_spins(answer.ruling)
            yield from self._course(answer)
            yield from (self._finding(answer, finding) for finding in held[answer.name])
        yield from self._without_breach([answer for answer in self.file.round_answers if not held[answer.name]])
        yield from self._decisions()
        established = {(finding.position, finding.text) for findings in held.values() for finding in findings}
        for fact in (self.file.decision.facts or ()) if self.file.decision else ():
            if (fact.entry, fact.text) not in established:
                yield self._fact(fact)

    def _course(self, answer: RoundAnswer) -> Iterator[Paragraph]:
        """What was dealt or spun, and what was announced."""
        ruling, judged = answer.ruling, _first_outcome(answer).judgement
        game, rules = load_game(ruling.edition.game), Rules(ruling.edition)
        hands = [
            self.say(
                "hand",
                place=self.words.value(game.place_name(place)),
                cards=with_suit_signs(" ".join(cards)),
                total=game.count(cards, rules) if all(map(is_known, cards)) else "?",
            )
            for place, cards in dealt_hands(ruling, judged).items()
            if cards
        ]
        fields = {"round": answer.number, "result": self.words.value(judged.declared_result or "")}
        if game.has_wheel:
            fields["ball"] = self.words.value(judged.dealt_result or "")
            key = "spun" if judged.dealt_result and judged.declared_result else "spun_open"
        else:
            if not hands:
                return
            fields["hands"] = "; ".join(hands)
            key = "dealt_and_called" if judged.declared_result else "dealt"
        positions = [row.position for row in ruling.round.entries]
        source = ParagraphSource(min(positions), answer.name, last_entry=max(positions))
        yield Paragraph("fact", self.say(key, **fields), source=source)

    def no_spins(self, ruling: Ruling) -> Iterator[Paragraph]:
        """Spins that were called off, where the ball came to rest all the same, and what came after each."""
        rows, calls = ruling.round.entries, {row.position for row, _ in no_spin_calls(ruling.round)}
        for at, row in enumerate(rows):
            if row.position in calls and isinstance(row.event, NoSpinCalled):
                later = [other.event for other in rows[at:]]
                again = next((n for n, event in enumerate(later) if isinstance(event, BallSpun)), None)
                rested = next((event.pocket for event in later[:again] if isinstance(event, BallRested)), "")
                key = f"no_spin{'_rest' * bool(rested)}{'_again' * (again is not None)}"
                text = self.say(key, ground=self.words.term(row.event.ground), ball=self.words.value(rested))
                yield Paragraph("fact", text, source=_source(ruling, row.position), weight="finding")

    def _without_breach(self, answers: Sequence[RoundAnswer]) -> Iterator[Paragraph]:
        """The rounds in which nothing was found: in one paragraph those whose outcome holds, in another those left open."""
        for key in ("fine", "fine_so_far"):
            found = [answer for answer in answers if (key == "fine") == (answer.outcome is not None)]
            if found:
                text = self.say(key if len(found) == 1 else f"{key}_rounds", rounds=self._numbers(found))
                yield Paragraph("fact", text, source=ParagraphSource(round=found[0].name), weight="finding")

    @staticmethod
    def held_findings(answer: RoundAnswer) -> list[Finding]:
        """What is found whichever reading holds, and what is found under those that the decision follows."""
        ruling, held = answer.ruling, list(answer.ruling.established_findings)
        known = {(finding.kind, finding.position) for finding in held}
        branches = [ruling.branches[number].outcome for number in answer.outcome.branches] if answer.outcome else []
        for finding in branches[0].findings if branches else ():
            if all(finding in branch.findings for branch in branches) and (finding.kind, finding.position) not in known:
                held.append(finding)
        return held

    def _finding(self, answer: RoundAnswer, finding: Finding) -> Paragraph:
        source = _source(answer.ruling, finding.position)
        players = frozenset(bet.player for bet in answer.bets if bet.bet in finding.wagers)
        text = self.words.plain_finding(finding)
        return Paragraph("fact", text, players, source, finding.clauses, weight="finding")

    def _decisions(self) -> Iterator[Paragraph]:
        """What somebody with authority decided at the table, as it holds."""
        known = {decision.position: (decision, r) for r in self.file.rulings for decision in r.round.decisions_in_force}
        for _, (decision, ruling) in sorted(known.items()):
            who = person_and_office(decision.event.by, decision.event.office, self.words, claimed=False)
            what = decision_sentence(decision, ruling.round.table_opening, self.words)
            clauses = (decision.clause,) if decision.clause else ()
            source = ParagraphSource(decision.position, ruling.round.name, at=decision.entry.delivery.time)
            text = self.say("decided", by=who, what=what)
            about = frozenset(r.round.name for r in self.file.rulings if decision in r.round.decisions_in_force)
            yield Paragraph("fact", text, source=source, clauses=clauses, weight="finding", rounds=about)

    def _fact(self, fact: FactFound) -> Paragraph:
        text = self.say("found", text=self._quoted(fact.text))
        return Paragraph("fact", text, source=ParagraphSource(fact.entry, fact.round, fact.evidence), weight="finding")

    # By which rule, read how

    def _rules(self) -> Iterator[Paragraph]:
        """The clauses that decide, in the edition's words and the document's own; where none does, those applied."""
        decisive = [clause for clause in self._shown() if clause in self._decisive()]
        for clause in decisive:
            yield self._rule(clause, "rule_decisive", "decisive")
        if not decisive:
            yield from map(self._rule, self._shown())

    def _other_rules(self) -> Iterator[Paragraph]:
        """The clauses that were applied and do not decide, where others do."""
        decisive = self._decisive()
        others = [clause for clause in self._shown() if clause not in decisive]
        if len(others) < len(self._shown()):
            yield from (self._rule(clause, "rule", "other") for clause in others)

    def _rule(self, clause: str, key: str = "rule", weight: Literal["", "decisive", "other"] = "") -> Paragraph:
        row = self.file.edition.sheet.clauses[clause]
        fields = {"clause": clause, "title": self.words.clause_text(row.title)}
        text = self.say(key, **fields, text=self.words.clause_text(row.text))
        return Paragraph("rule", text, clauses=(clause,), quote=row.quote or "", weight=weight)

    def _shown(self) -> list[str]:
        """The clauses that were applied, the decisive ones first; those with readings are shown with these."""
        chosen = {clause for clause, _ in self._choices()} | {row.clause for row in self._resolved()}
        clauses = [*self._decisive(), *self._turns_on()]
        known = self.file.edition.sheet.clauses
        return [clause for clause in dict.fromkeys(clauses) if clause in known and clause not in chosen]

    def _decisive(self) -> list[str]:
        """The clauses that decide the answers to the players."""
        deciding = (answer_clauses(answer, self.file.round_answers) for answer in self.file.answers or (None,))
        return list(dict.fromkeys(chain.from_iterable(deciding)))

    def _turns_on(self) -> list[str]:
        clauses: list[str] = []
        for answer in self.file.round_answers:
            clauses += turning_clauses(answer, answer.ruling.established_findings)
        clauses += [clause for answer in self.file.answers for clause in answer.clauses]
        clauses += [] if clauses else [clause for ruling in self.file.rulings for clause in ruling.clauses]
        return clauses

    def _readings(self) -> Iterator[Paragraph]:
        """The readings that hold because somebody resolved them, then those between which the decision chooses."""
        for row in self._resolved():
            sentence = resolved_reading_sentence(row, self.words)
            text = self.say("resolved", question=self._ambiguity(row.clause), sentence=sentence)
            yield Paragraph(
                "reading",
                text,
                source=ParagraphSource(row.position),
                clauses=(row.clause,),
                quote=self._quote(row.clause),
                weight="resolved",
            )
        for (clause, letter), answers in self._choices().items():
            yield self._reading(clause, letter, answers)

    def _resolved(self) -> Iterator[ResolvedReading]:
        rows = (row for a in self.file.round_answers for row in a.ruling.resolved if row.clause in a.decisive_clauses)
        yield from {(row.clause, row.reading, row.by): row for row in rows}.values()

    def _ambiguity(self, clause: str) -> str:
        return question_text(self.file.edition.sheet, clause, self.words)

    def _quote(self, clause: str) -> str:
        return self.file.edition.sheet.clauses[clause].quote or ""

    def _choices(self) -> dict[tuple[str, str], list[RoundAnswer]]:
        """Each reading between which the decision chooses, with the rounds that depend on it; the followed one first."""
        choices: dict[tuple[str, str], list[RoundAnswer]] = {}
        for answer in self.file.round_answers:
            held = _held_letters(answer)
            pairs = dict.fromkeys(pair for branch in answer.ruling.branches for pair in branch.choices.items())
            for clause in dict.fromkeys(clause for clause, _ in pairs):
                own = [pair for pair in pairs if pair[0] == clause]
                if held and all(pair in held for pair in own):
                    continue  # the answer is the same under each of its readings
                for pair in sorted(own, key=lambda pair: pair not in held):
                    choices.setdefault(pair, []).append(answer)
        return choices

    def _reading(self, clause: str, letter: str, answers: Sequence[RoundAnswer]) -> Paragraph:
        first, decided = answers[0].ruling, [answer for answer in answers if answer.outcome is not None]
        is_followed = any((clause, letter) in _held_letters(answer) for answer in decided)
        key = "open" if not decided else "followed" if is_followed else "not_followed"
        if clause in RECORD_CHOICES:
            of_record = "; ".join(reading_sentences(first, {clause: letter}, self.words))
            text = self.say(f"record_{key}", reading=of_record)
        else:
            reading = self.words.clause_text(first.edition.sheet.readings[clause].readings[letter])
            question = self._ambiguity(clause) if key == "followed" else clause
            text = self.say(f"reading_{key}", question=question, letter=letter, reading=reading)
        if key == "not_followed" and (comes_to := self._comes_to(clause, letter, decided)):
            text = f"{text} {comes_to}"
        if decided:
            text = self._ground(text, self._reading_ground(decided, clause, letter, is_followed=is_followed))
        weight: Literal["", "followed"] = "followed" if key == "followed" else ""
        if clause in RECORD_CHOICES:
            return Paragraph("reading", text, weight=weight)
        return Paragraph("reading", text, clauses=(clause,), quote=self._quote(clause) if weight else "", weight=weight)

    def _comes_to(self, clause: str, letter: str, answers: Sequence[RoundAnswer]) -> str:
        """What each player would have under a reading that is not followed, over all rounds."""
        dues: dict[str, list[int | None]] = {}
        decided = Counter[str]()
        rounds = []
        for answer in answers:
            ruling, followed = answer.ruling, _first_outcome(answer)
            outcome = next(
                outcome
                for outcome in ruling.outcomes
                if any(ruling.branches[number].choices.get(clause) == letter for number in outcome.branches)
            )
            if outcome is followed:
                continue
            rounds.append(answer)
            for bet in answer.bets:
                dues.setdefault(bet.player, []).append(bet.due_by_outcome[outcome.id])
                decided[bet.player] += bet.due_by_outcome[followed.id] or 0
        money = self.file.money(self.words)
        amounts = [
            self.say("comes_to", player=player, amount=money(sum(filter(None, minors))), instead=money(decided[player]))
            for player, minors in dues.items()
            if None not in minors
        ]
        if not amounts:
            return ""
        fields = {"rounds": self._numbers(rounds), "amounts": self.words.all_of(amounts)}
        return self.say("under_it" if len(rounds) == 1 else "under_it_rounds", **fields)

    def _numbers(self, answers: Iterable[RoundAnswer]) -> str:
        return self.words.all_of([answer.number for answer in answers])

    def _reading_ground(self, answers: Sequence[RoundAnswer], clause: str, letter: str, *, is_followed: bool) -> str:
        if ground := self.file.ground_of(clause, letter):
            return self._quoted(ground)
        by = sorted_clauses({clause for answer in answers for clause in answer.award_clauses})
        if by:
            return self.say("favour" if is_followed else "not_favour", clauses=self.words.all_of(by))
        return self.say("no_ground")

    def _consequences(self) -> Iterator[Paragraph]:
        """What follows for each round; for rounds of which the same follows together."""
        by_sentence: dict[str, list[RoundAnswer]] = {}
        for answer in self.file.round_answers:
            by_sentence.setdefault(self._consequence(answer), []).append(answer)
        for sentence, answers in by_sentence.items():
            key = "consequence" if len(answers) == 1 else "consequence_rounds"
            text = self.say(key, rounds=self._numbers(answers), sentence=sentence)
            clauses = [
                clause
                for answer in answers
                for clause in (*turning_clauses(answer, answer.ruling.established_findings), *answer.decisive_clauses)
            ]
            names = frozenset(answer.name for answer in answers)
            yield Paragraph("consequence", text, clauses=tuple(dict.fromkeys(clauses)), rounds=names)

    def _consequence(self, answer: RoundAnswer) -> str:
        ruling, judged = answer.ruling, _first_outcome(answer).judgement
        if answer.outcome is None:
            return (self.file.is_decided and self._paid_wrongly(answer)) or verdict_sentence(ruling, self.words)
        if judged.standing == DECLARED_VOID:
            key = void_stakes(self._claimed_wagers(answer))
            void = f"{standing_sentence(ruling, judged, self.words)} {self.say(key) if key else ''}"
            return void.rstrip()
        if judged.standing is None and ruling.verdict == "stands" and ruling.established_findings and ruling.round.is_over:
            return f"{verdict_sentence(ruling, self.words)} {self.say('changes_nothing')}"
        if judged.standing is None:
            wrong = self._paid_wrongly(answer) if ruling.verdict == "correct" else ""
            return wrong or verdict_sentence(ruling, self.words)
        return standing_sentence(ruling, judged, self.words)

    def _paid_wrongly(self, answer: RoundAnswer) -> str:
        """By how much the table paid each player too little or too much; empty where it did not."""
        differences = Counter[str]()
        for wager in self._claimed_wagers(answer):
            differences[wager.bet.player] += wager.difference_minor or 0
        money = self.file.money(self.words)
        return " ".join(
            self.say("paid_short" if minor > 0 else "paid_over", player=player, amount=money(abs(minor)))
            for player, minor in differences.items()
            if minor
        )

    def _claimed_wagers(self, answer: RoundAnswer) -> list[WagerAmounts]:
        """The bets of a round but for those that are left open, as their players ask for nothing."""
        wagers = (wager for player in amounts_of_players(self.file).values() for wager in player.wagers)
        return [wager for wager in wagers if wager.answer is answer and not wager.is_unclaimed]

    # What it comes to

    def _amounts(self, player: PlayerAmounts) -> Iterator[Paragraph]:
        players = frozenset({player.name})
        for wager in player.wagers:
            yield Paragraph("amount", self._wager(player, wager), players)
        if player.answer is not None:
            yield Paragraph("amount", self._answer(player), players, clauses=player.answer.clauses)

    def _wager(self, player: PlayerAmounts, wager: WagerAmounts) -> str:
        money = self.file.money(self.words)
        fields: dict[str, object] = {
            "player": player.name,
            "round": wager.answer.number,
            "on": bet_description(wager.ruling, wager.bet, self.words),
            "stake": money(wager.bet.stake_minor),
        }
        paid, due, difference = wager.paid_minor, wager.due_minor, wager.difference_minor
        if wager.is_unclaimed and paid is not None:
            return self.say("wager_unclaimed", **fields, paid=wager_paid_text(wager, self.words, money))
        if due is None:
            return self.say("wager_open", **fields)
        if due == paid == 0 and not wager.bet.taken_back_minor and self._has_lost(wager):
            return self.say("wager_lost", **fields)
        fields |= {
            "due": money(due) + self._made_up_of(wager, due),
            "paid": wager_paid_text(wager, self.words, money),
        }
        if paid is None or difference is None:
            return self.say("wager_no_payment", **fields)
        key = "even" if not difference else "short" if difference > 0 else "over"
        return self.say(f"wager_{key}", **fields, difference=money(abs(difference)))

    @staticmethod
    def _has_lost(wager: WagerAmounts) -> bool:
        """Whether a wager lost by the rules: not one that is void, or from which a decision withholds."""
        is_void = wager.ruling.verdict == "void" or wager.bet.bet in wager.answer.withheld_minor
        return bool(wager.bet.stake_minor) and not is_void and wager.due_by_rules_minor == 0

    def _made_up_of(self, wager: WagerAmounts, due: int) -> str:
        """What an amount that is due is made up of: the stake, and what was won at which odds."""
        money, stake, nominal = self.file.money(self.words), wager.bet.stake_minor, wager.bet.nominal_minor
        if not due and self._has_lost(wager):
            return self.say("lost")
        if wager.due_by_rules_minor not in (None, due):
            return ""
        if stake and due == stake:
            return self.say("stake_alone")
        won = due - stake
        if won <= 0 or not nominal or not stake:
            return ""
        odds = Fraction(won, nominal)
        fields = {"stake": money(stake), "won": money(won), "winnings": odds.numerator, "to": odds.denominator}
        return self.say("stake_and_winnings" if odds.denominator <= MOST_ODDS else "stake_and_amount", **fields)

    def _answer(self, player: PlayerAmounts) -> str:
        """What is given, with how the sum comes about where it is of several wagers."""
        assert player.answer is not None
        money = self.file.money(self.words)
        outcome = player.answer.outcome
        claimed = player.claimed_minor
        key = "none" if claimed is None else outcome
        fields = {"player": player.name, "claimed": money(claimed or 0), "amount": money(player.pay_minor)}
        sentence = self.say(f"answer_{key}", **fields)
        parts = [wager.difference_minor for wager in player.wagers if wager.difference_minor]
        if len(parts) > 1 and sum(filter(None, parts)) == player.pay_minor:
            terms = " ".join(
                f"{'- ' if minor < 0 else '+ ' if at else ''}{self.file.plain_money(self.words)(abs(minor))}"
                for at, minor in enumerate(filter(None, parts))
            )
            sentence = f"{sentence} ({terms} = {money(player.pay_minor)})"
        return sentence

    def _answer_ground(self, player: PlayerAmounts, ground: str) -> Paragraph:
        """Why a player is answered so."""
        text = self.say("answer_ground", player=player.name, ground=self._quoted(ground))
        clauses = player.answer.clauses if player.answer else ()
        return Paragraph("consequence", text, frozenset({player.name}), clauses=clauses, weight="finding")

    def _ex_gratia(self, player: PlayerAmounts) -> Paragraph:
        text = self.say("ex_gratia", player=player.name, amount=self.file.money(self.words)(player.ex_gratia_minor))
        ground = player.answer.ex_gratia_ground if player.answer else None
        text = self._ground(text, ground and self._quoted(ground))
        return Paragraph("ex_gratia", text, frozenset({player.name}))

    def _ask_back(self, player: PlayerAmounts) -> Paragraph:
        """What went back too much: that it is asked back, or that it is not."""
        money = self.file.money(self.words)
        asked, over = player.ask_back_minor, player.overpaid_minor
        key = "ask_back" if asked else "not_asked_back" if player.is_reclaim_decided else "ask_back_open"
        text = self.say(key, player=player.name, amount=money(asked), over=money(over))
        return Paragraph("ask_back", text, frozenset({player.name}))


def dealt_hands(ruling: Ruling, judgement: Judgement) -> Mapping[str, tuple[str, ...]]:
    """The cards of each hand as they lay on the table at the end of the round."""
    steps = timeline_steps(ruling)
    return steps[-1].hands if steps else judgement.hands


def _source(ruling: Ruling, position: int) -> ParagraphSource:
    times = (row.entry.delivery.time for row in ruling.round.entries if row.position == position)
    return ParagraphSource(position, ruling.round.name, at=next(times, None))


def _first_outcome(answer: RoundAnswer) -> RulingOutcome:
    """The outcome that the answers follow on every wager; where that is open the first."""
    return answer.outcome or answer.ruling.outcomes[0]


def _held_letters(answer: RoundAnswer) -> set[tuple[str, str]]:
    """The readings of the outcome that holds."""
    numbers = answer.outcome.branches if answer.outcome else ()
    return {pair for number in numbers for pair in answer.ruling.branches[number].choices.items()}
