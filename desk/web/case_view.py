"""A case as its page shows it: what is due, who claims what, what the rulings give, what is proposed, who did what."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from desk.service.visitor import Visitor
from desk.web.case_inbox import DueLine, due_line, is_step_of
from desk.web.case_offers import Offers, house_languages
from desk.web.ledger_view import LedgerView
from ledger.cases.case import CaseAct
from ledger.cases.casework import Casework
from ledger.cases.contradictions import Weighing
from ledger.cases.drafting import ClaimOutcome, DraftedAnswer, claim_outcomes, drafted_answer
from ledger.cases.rounds import CaseRound, Readings
from ledger.errors import RecoupError
from ledger.events.cases import (
    Answer,
    EvidenceAttached,
    FactFound,
    PositionTaken,
    Proposal,
    ReadingGround,
)
from ledger.values.money import format_minor
from ledger.values.times import format_instant
from projections.answers.case_answer import CaseAnswer
from projections.answers.round_answer import RoundAnswer
from projections.answers.status import StatusWord
from projections.certainty import finding_in_words
from projections.reports.decisions import act_words, answer_words, reason_text, refusal_words
from projections.reports.headline import headline
from projections.timeline.event_text import amount_formatter
from replay.ruling.ruling import Ruling

MOST_FINDINGS: Final = 4
"""How many findings of a round the page of a case tells; the round's own page has all."""


@dataclass(frozen=True, slots=True)
class ReadingAsked:
    """A clause that can be read in several ways, each with what is typed or on record of it."""

    clause: str
    title: str
    letters: tuple[tuple[str, str], ...]
    grounds: Mapping[str, ReadingGround]

    @property
    def followed(self) -> str | None:
        """The reading that is followed."""
        return next((letter for letter, ground in self.grounds.items() if ground.is_followed), None)


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round of the case: what was found, and what each claimant would get under each outcome."""

    name: str
    sentence: str
    """How it stands, in one sentence."""
    differs: tuple[str, ...]
    """How the ruling on record differs from this one, and why, in sentences."""
    status: StatusWord | Literal[""]
    findings: tuple[tuple[str, int], ...]
    """Sentences, and the entry that each is about."""
    players: tuple[str, ...]
    """The claimants who have a wager in it."""
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    """In words first: what each of them staked, then what each outcome gives them beyond what the table paid."""


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A wager of a claimant, with what goes back on it as it was paid, as ruled, and as it is to be."""

    round: str
    wager: str
    stake: str
    paid: str
    ruled: str
    due: str


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """Where the answer to a claimant begins."""

    player: str
    asked: str
    staked: str
    ruled: str
    outcome: str
    pay: str
    ex_gratia: str
    ask_back: str
    ground: str
    ex_gratia_ground: str
    awards: tuple[AwardLine, ...]
    note: str


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """What was asked, what the ruling gives, what is proposed, and what was proposed before."""

    player: str
    asked: str
    ruled: str
    now: Mapping[str, str]
    before: Mapping[str, str] | None
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claimant's line: what was asked, where the answer stands, what is still owed."""

    player: str
    place: int
    asked: str
    language: str
    has_words: bool
    ruled: str
    answer: str
    owed: tuple[tuple[str, str, bool], ...]
    """What is still to be paid: in words, as it is typed, and whether it is ex gratia."""
    letters: tuple[CaseAct, ...]


class CaseView:
    """Everything that the page of a case says, for whoever looks."""

    def __init__(self, view: LedgerView, number: str, visitor: Visitor | None):
        work = Casework(view.ledger, view.judge())
        self.view, self.words, self.visitor, self.case = view, view.words, visitor, work.case(number)
        self.opening = work.table_opening(self.case)
        self.weighing: Weighing = self._as_answered(work.weighing(self.case))
        self.money = amount_formatter(self.weighing.minor_digits, self.weighing.currency, view.words)
        self.now = format_instant(view.ledger.clock())
        self.answer = CaseAnswer(self.case, self.now)

    def _as_answered(self, weighing: Weighing) -> Weighing:
        """Once the case is settled, the rounds are shown as they were known when the answers were written."""
        settled = self.case.settled
        if settled is None or not settled.rests_on or self.case.state not in ("settled", "appealed", "closed"):
            return weighing
        return replace(weighing, upto=max(settled.rests_on))

    @property
    def number(self) -> str:
        return self.case.number

    def local(self, instant: str | None) -> str:
        """A time by the table's clock, to the minute; the page names its zone."""
        if instant is None:
            return ""
        return self.words.moment(instant, self.opening.zone, seconds=False)

    @cached_property
    def clocks(self) -> list[DueLine]:
        """The clocks of the case and the days on which footage expires, the soonest first."""
        return [due_line(clock, self.words) for clock in self.answer.clocks_and_footage]

    @property
    def due(self) -> DueLine | None:
        """What is due next."""
        return due_line(self.answer.pending, self.words) if self.answer.pending else None

    @property
    def deciders(self) -> str:
        """Who proposed, approved and settled the answers; empty where they are not settled."""
        deciders = self.answer.deciders
        if deciders is None or deciders.approved is None or deciders.settled is None:
            return ""
        acts = {"proposed": deciders.proposed, "approved": deciders.approved, "settled": deciders.settled}
        return self.words.say("case.settled_by", **{name: act.event.by for name, act in acts.items()})

    @property
    def is_mine(self) -> bool:
        """Whether it is the turn of whoever looks."""
        return is_step_of(self.case, self.answer.next_step, self.visitor)

    def plain(self, minor: int) -> str:
        """An amount as it is typed."""
        return format_minor(minor, self.weighing.minor_digits).replace(",", "")

    # Claims

    @cached_property
    def drafts(self) -> dict[str, DraftedAnswer]:
        """The answers as they follow from the rulings, under the readings that the proposal follows."""
        return {player: drafted_answer(self.weighing, player, self.followed) for player in self._answered}

    @cached_property
    def _answered(self) -> list[str]:
        """Whoever claims something, and whoever is answered."""
        proposed = [answer.player for answer in self.case.proposal.answers] if self.case.proposal else []
        return list(dict.fromkeys((*self.case.claims, *proposed)))

    @property
    def followed(self) -> Readings:
        """The readings that the proposal as it stands follows."""
        grounds = (self.case.proposal.readings if self.case.proposal else None) or ()
        return {ground.clause: ground.reading for ground in grounds if ground.is_followed}

    @cached_property
    def parties(self) -> list[str]:
        """The players whom the case is about: who claims something, and who was answered."""
        return list(dict.fromkeys((*self.case.claims, *self.case.answers())))

    @cached_property
    def claims(self) -> list[ClaimLine]:
        """The claims, each with where its answer stands."""
        return [self._claim_line(place, player) for place, player in enumerate(self.parties, 1)]

    def _claim_line(self, place: int, player: str) -> ClaimLine:
        case, claim = self.case, self.case.claims.get(player)
        answer = case.answers().get(player)
        owed = tuple(
            (self.money(left), self.plain(left), kindly)
            for kindly in (False, True)
            if (left := case.owed(player, ex_gratia=kindly)) > 0
        )
        return ClaimLine(
            player,
            place,
            self.money(claim.amount_minor) if claim else self.words.page("withdrawn"),
            (claim.language if claim else None) or "",
            bool(claim and claim.words),
            self.ruled(player),
            self.answer_text(player, answer) if answer else "",
            owed,
            tuple(act for act in case.letters() if act.event.player == player),
        )

    def answer_text(self, player: str, answer: Answer) -> str:
        """What a player is answered, in words."""
        return answer_words(answer, self.words, self.money, self._left_minor(player))

    def _left_minor(self, player: str) -> int:
        """How much of what the settled case gives a player is still to be paid."""
        return next((row.owed_minor for row in self.answer.outstanding if row.player == player), 0)

    def ruled(self, player: str) -> str:
        """What the rulings give a player beyond what the table paid, in words."""
        draft = drafted_answer(self.weighing, player, self.followed)
        if draft.open_clauses:
            amounts = sorted({outcome.beyond_minor for outcome in draft.outcomes if outcome.beyond_minor is not None})
            either = self.words.any_of(list(map(self.money, amounts)))
            return self.words.page(
                "{amounts}, by the reading of {clauses}", amounts=either, clauses=", ".join(draft.open_clauses)
            )
        if draft.open_rounds:
            return self.words.page("not established: {rounds}", rounds=", ".join(draft.open_rounds))
        return self.money(draft.answer.pay_minor) if draft.answer else ""

    # Rounds

    @cached_property
    def round_answers(self) -> dict[str, RoundAnswer]:
        """The answers on the rounds as they are judged now, by name; those that cannot be judged are left out."""
        found, answers = {}, self.view.answers()
        for name in self.case.opened.rounds:
            try:
                found[name] = answers.of(self.view.ruling(name))
            except RecoupError:
                continue
        return found

    @cached_property
    def rounds(self) -> list[RoundCard]:
        """The rounds that the case names."""
        return [
            self._round_card(self.weighing.rounds[name], self.round_answers.get(name)) for name in self.case.opened.rounds
        ]

    def _round_card(self, record: CaseRound, answer: RoundAnswer | None) -> RoundCard:
        words, by_player = self.view.words, dict[str, list[ClaimOutcome]]()
        ruling = answer.ruling if answer else None
        staked = []
        for player in self._answered:
            wagers = [wager for wager in record.wagers.values() if wager.player == player]
            if wagers:
                by_player[player] = list(claim_outcomes(record, wagers))
                staked.append(self.money(sum(wager.stake_minor for wager in wagers)))
        lines = [(words.page("staked"), tuple(staked))]
        for each in zip(*by_player.values(), strict=True):
            lines.append(
                (self._outcome_words(each[0], ruling), tuple(self._gain(outcome.beyond_minor) for outcome in each))
            )
        findings = ruling.findings[:MOST_FINDINGS] if ruling else ()
        return RoundCard(
            record.name,
            headline(answer, words).holds if answer else words.page("Not ruled on yet."),
            record.judged.differs if record.judged else (),
            answer.status.word if answer else "",
            tuple((finding_in_words(ruling, finding, words), finding.position) for finding in findings) if ruling else (),
            tuple(by_player),
            tuple(lines) if by_player else (),
        )

    def _outcome_words(self, outcome: ClaimOutcome, ruling: Ruling | None) -> str:
        """An outcome by the readings that lead there, in their words."""
        if not outcome.under:
            return self.words.page("by the ruling")
        ways = []
        for alternative in outcome.under:
            parts = []
            for clause, letters in alternative.items():
                known = ruling.edition.sheet.readings.get(clause) if ruling else None
                texts = [self.view.words.clause_text(known.readings[letter]) for letter in letters] if known else []
                named = f"{clause} ({self.words.any_of(letters)})"
                parts.append(f"{named} {self.words.any_of(texts)}" if texts else named)
            ways.append(self.words.all_of(parts))
        return self.words.any_of(ways)

    def _gain(self, minor: int | None) -> str:
        return self.words.page("open") if minor is None else f"{'+' if minor > 0 else ''}{self.money(minor)}"

    # The record's words

    @cached_property
    def positions(self) -> list[PositionTaken]:
        """What the parties say of the matter as a whole."""
        return [position for position in self.case.positions if position.fact is None]

    @cached_property
    def contested(self) -> dict[str, list[PositionTaken]]:
        """By contested fact, what each party says of it."""
        facts = defaultdict[str, list[PositionTaken]](list)
        for position in self.case.positions:
            if position.fact is not None:
                facts[position.fact].append(position)
        return dict(facts)

    @cached_property
    def evidence(self) -> list[EvidenceAttached]:
        """What is attached, the last word on each name."""
        return list({event.evidence: event for event in self.case.evidence}.values())

    @property
    def sources(self) -> list[tuple[str, str]]:
        """What a finding of fact may rest on: the name or the entry, and what it is."""
        found = [
            (event.evidence, self.words.page("evidence {evidence}", evidence=event.evidence)) for event in self.evidence
        ]
        for card in self.rounds:
            found += [(str(position), sentence) for sentence, position in card.findings]
        return found

    # The proposal

    @cached_property
    def standing(self) -> Proposal | None:
        """The proposal from which the form begins: the one that stands, else the last that was written."""
        if self.case.proposal is not None:
            return self.case.proposal
        return self.case.writings[-1].event if self.case.writings else None

    @cached_property
    def readings(self) -> list[ReadingAsked]:
        """The clauses on whose reading an answer hangs."""
        grounds: dict[str, dict[str, ReadingGround]] = defaultdict(dict)
        for ground in (self.standing.readings if self.standing else None) or ():
            grounds[ground.clause][ground.reading] = ground
        clauses = dict.fromkeys(
            clause
            for player in self._answered
            for outcome in drafted_answer(self.weighing, player, {}).outcomes
            for alternative in outcome.under
            for clause in alternative
        )
        sheets = [answer.ruling.edition.sheet for answer in self.round_answers.values()]
        return [
            ReadingAsked(
                clause,
                self.view.words.clause_text(sheet.clauses[clause].title),
                tuple(
                    (letter, self.view.words.clause_text(text)) for letter, text in sheet.readings[clause].readings.items()
                ),
                grounds[clause],
            )
            for clause in clauses
            for sheet in sheets[:1]
            if clause in sheet.readings
        ]

    @cached_property
    def answer_forms(self) -> list[AnswerForm]:
        """Where the answers begin: with what stands, else with what the rulings give."""
        stands = {answer.player: answer for answer in self.case.proposal.answers} if self.case.proposal else {}
        return [self.answer_form(draft, stands.get(player)) for player, draft in self.drafts.items()]

    def answer_form(self, draft: DraftedAnswer, stands: Answer | None = None) -> AnswerForm:
        """Where the answer to a player begins."""
        answer = stands or draft.answer
        due = {(award.round, award.wager): award.due_minor for award in (answer.awards if answer else ())}
        awards = tuple(
            AwardLine(
                wager.round,
                wager.wager,
                self.money(wager.stake_minor),
                self.words.page("not on record") if wager.paid_minor is None else self.money(wager.paid_minor),
                self.words.page("open") if wager.ruled_minor is None else self.money(wager.ruled_minor),
                self.plain(due[wager.round, wager.wager]) if (wager.round, wager.wager) in due else "",
            )
            for wager in self.weighing.wagers_of(draft.player)
        )
        return AnswerForm(
            draft.player,
            self.money(draft.asked_minor),
            self.money(draft.staked_minor),
            self.ruled(draft.player),
            answer.outcome if answer else "",
            self.plain(answer.pay_minor) if answer else "",
            self.plain(answer.ex_gratia_minor) if answer and answer.ex_gratia_minor else "",
            "" if answer is None or answer.ask_back_minor is None else self.plain(answer.ask_back_minor),
            (answer.ground if answer else None) or "",
            (answer.ex_gratia_ground if answer else None) or "",
            awards,
            self._draft_note(draft),
        )

    @cached_property
    def facts(self) -> list[FactFound]:
        """The findings of fact that the form begins with: those that stand, else what was found in the rounds."""
        if self.standing is not None:
            return list(self.standing.facts or ())
        return [
            FactFound(text=sentence[:500], round=card.name, entry=position)
            for card in self.rounds
            for sentence, position in card.findings
        ]

    @property
    def is_repeated(self) -> bool:
        """Whether answers were proposed before those that stand."""
        return len(self.case.writings) > 1

    @cached_property
    def compared(self) -> list[ComparedAnswer]:
        """What stands beside what was asked, what the ruling gives, and what was proposed before."""
        if self.case.proposal is None:
            return []
        before: Proposal | None = self.case.writings[-2].event if self.is_repeated else None
        earlier = {answer.player: answer for answer in before.answers} if before else {}
        return [self._compared(answer, earlier.get(answer.player)) for answer in self.case.proposal.answers]

    def _compared(self, answer: Answer, earlier: Answer | None) -> ComparedAnswer:
        claim = self.case.claims.get(answer.player)
        now, before = self._answer_parts(answer), self._answer_parts(earlier) if earlier else None
        changed = tuple(name for name, text in now.items() if before is not None and before[name] != text)
        asked = self.money(claim.amount_minor) if claim else self.words.page("nothing")
        return ComparedAnswer(answer.player, asked, self.ruled(answer.player), now, before, changed)

    def _answer_parts(self, answer: Answer) -> dict[str, str]:
        page, nothing = self.words.page, self.words.page("nothing")
        on_wagers = [
            page(
                "{wager} in round {round}: {amount}",
                wager=award.wager,
                round=award.round.rsplit("/", 1)[1],
                amount=self.money(award.due_minor),
            )
            for award in answer.awards
        ]
        return {
            "outcome": self.words.term(answer.outcome),
            "to_pay": self.money(answer.pay_minor),
            "ex_gratia": self.money(answer.ex_gratia_minor) if answer.ex_gratia_minor else nothing,
            "asked_back": self.money(answer.ask_back_minor) if answer.ask_back_minor else nothing,
            "on_wagers": ", ".join(on_wagers) or nothing,
            "why": answer.ground or page("no reason given"),
            "why_ex_gratia": answer.ex_gratia_ground or "",
        }

    @cached_property
    def reasons_changed(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The reasons that the proposal has and the one before had not, and the other way round."""
        if self.case.proposal is None or not self.is_repeated:
            return (), ()
        now, before = self._reason_lines(self.case.proposal), self._reason_lines(self.case.writings[-2].event)
        return tuple(line for line in now if line not in before), tuple(line for line in before if line not in now)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons of the proposal as it stands."""
        return self._reason_lines(self.case.proposal) if self.case.proposal else ()

    # What may be done

    @cached_property
    def offers(self) -> Offers:
        """What whoever looks may do now."""
        return Offers(self.case, self.weighing, self.visitor, self.now, [line.clock for line in self.clocks])

    @property
    def languages(self) -> list[str]:
        """The languages in which the house writes and there are texts."""
        return house_languages(self.weighing)

    # The course

    @property
    def course(self) -> Iterator[tuple[CaseAct, str, str]]:
        """Acts and attempts, the latest first, each with its time and what it says."""
        for act in reversed(self.case.taken):
            yield act, self.local(act.entry.delivery.time or act.entry.recorded_at), self._act_particulars(act)

    def act_words(self, act: CaseAct) -> str:
        """What an act is called; an attempt with the reason why it was refused."""
        what = act_words(act.act, self.words, refused=act.refused is not None)
        return f"{what}: {refusal_words(act.refused, self.words)}" if act.refused else what

    def _act_particulars(self, act: CaseAct) -> str:
        event = act.event
        parts = [getattr(event, "player", None), getattr(event, "person", None), getattr(event, "evidence", None)]
        parts += [getattr(event, "letter", None), getattr(event, "body", None)]
        minor = getattr(event, "amount_minor", None)
        parts.append(None if minor is None else self.money(minor))
        reason = getattr(event, "reason", None)
        parts.append(reason and reason_text(reason, self.words))
        parts.append(getattr(event, "text", None))
        return ", ".join(part for part in parts if part)

    def _reason_lines(self, proposal: Proposal) -> tuple[str, ...]:
        """The reasons of a proposal, a line each."""
        page = self.words.page
        facts = [
            f"{fact.text} ({fact.evidence or page('entry {position}', position=fact.entry)})"
            for fact in proposal.facts or ()
        ]
        readings = [
            page("{clause} ({reading}) is followed: {ground}", **dict(ground))
            if ground.is_followed
            else page("{clause} ({reading}) is not followed: {ground}", **dict(ground))
            for ground in proposal.readings or ()
        ]
        return (*facts, *readings)

    def _draft_note(self, draft: DraftedAnswer) -> str:
        """What is to be decided before the answer follows from the rulings."""
        if draft.open_clauses:
            clauses = ", ".join(draft.open_clauses)
            return self.words.page("Choose below how {clauses} is read; the amounts follow.", clauses=clauses)
        if draft.open_rounds:
            rounds = ", ".join(draft.open_rounds)
            return self.words.page(
                "What is due, or was paid, in {rounds} is not established: say what is paid.", rounds=rounds
            )
        return ""
