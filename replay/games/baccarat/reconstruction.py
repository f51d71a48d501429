"""How a misdrawn coup is put right: within its window, by what was done about it, and after it.

What was done is held against the tableau like all else.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from operator import attrgetter
from typing import Any, Final, Literal, TypeVar

from ledger.events.cases import RoundDisputed
from ledger.events.decisions import says_deliberate
from ledger.events.play import (
    CorrectionBegun,
    CorrectionCompleted,
    NoticeGiven,
    RoundClosed,
    WagerPlaced,
)
from ledger.values.message import Message, Term, in_turn
from ledger.values.offices import ROLES
from replay.games.baccarat.deal import (
    DEALER_DONE_EVENTS,
    TABLEAU,
    BaccaratDeal,
    card_places,
    coup_cards,
    deviation_finding,
    hands_of,
    is_misdealt,
    moves_after_first_card,
    place_name,
    read_deal,
    unread_count,
)
from replay.games.baccarat.normal_form import HANDS, normal_form
from replay.games.baccarat.parameters import (
    HEARD_BY,
    LAST_OF_SHOE,
    LATER_COUPS,
    MISDRAW_IS,
    ONCE_CLOSED,
    PLAYED_ON,
    SAID_DELIBERATE,
    WINDOW_CLOSES,
)
from replay.games.baccarat.wagers_due import bet_settlements, check_context_of, last_lawful_payment, noticed_index
from replay.judging.finding import Finding
from replay.judging.house_acts import office_of
from replay.judging.judgement import MisdrawWindow
from replay.judging.noted_irregularities import irregularity_notes
from replay.procedure.explanation import Deviation, DeviationKind
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules
from replay.table_day.missing import NOTICES
from replay.table_day.round import Round, RoundEntry


def correction_findings(coup: Round, deal: BaccaratDeal, rules: Rules) -> Iterator[Finding]:
    """Cards that were drawn off the tableau, a card that was due and did not come, and cards that ended elsewhere."""
    touches = [round_entry for round_entry in _touching_entries(coup, deal) if not coup.is_after_next_card(round_entry)]
    if not touches or not (deal.is_clean or deal.explanation):
        return
    yield from _drawn_card_findings(coup, deal, rules)
    if _is_complete(coup, touches):
        yield from _missing_card_findings(deal, rules)
    clause, ended = rules.clause_of("wrong_correction"), _correction_end(coup, touches)
    if clause is not None and ended is not None:
        until, position = ended
        if wrong := in_turn([*_misplaced_cards(coup, deal, until)]):
            yield Finding("wrong_correction", (clause,), position, {"what": wrong})


def reopened_index(coup: Round, deal: BaccaratDeal) -> int | None:
    """Where in the line a coup that had been put right was dealt off the tableau again; None if it was not."""
    index = {round_entry.position: round_entry.index for round_entry in coup_cards(coup)}
    astray = [
        index[act.position]
        for step, act in enumerate(deal.corrective_acts, len(deal.dealt_acts))
        if _due_hand(deal, step) != act.place
    ]
    for round_entry, _ in coup.entries_of(CorrectionCompleted):
        again = [at for at in astray if at > round_entry.index]
        if again and not any(_misplaced_cards(coup, deal, round_entry.index)):
            return again[0]
    return None


def _due_hand(deal: BaccaratDeal, step: int) -> str | None:
    """The hand to which a card belongs, in the order of the shoe; None if it is over."""
    return deal.lawful.places[step] if step < len(deal.lawful.places) else None


def _touching_entries(coup: Round, deal: BaccaratDeal) -> list[RoundEntry]:
    """The cards that were moved, and those drawn to put the coup right, in order."""
    drawn = {act.position for act in deal.corrective_acts}
    found = moves_after_first_card(coup)
    found += [round_entry for round_entry in coup_cards(coup) if round_entry.position in drawn]
    return sorted(found, key=lambda round_entry: round_entry.index)


def _correction_end(coup: Round, touching_entries: Sequence[RoundEntry]) -> tuple[int, int] | None:
    """Where in the line, and at which position, the coup had been put right in the eyes of who did it; None if not yet.

    That is when it was said; else with the next word or money of the dealer's, or the next coup's first card.
    """
    round_entries = [
        round_entry
        for round_entry, _ in coup.entries_of(CorrectionCompleted)
        if round_entry.index > touching_entries[0].index
    ]
    done = [
        round_entry
        for kind in DEALER_DONE_EVENTS
        for round_entry, _ in coup.entries_of(kind)
        if round_entry.index > touching_entries[-1].index
    ]
    first = min(
        (round_entry for round_entry in round_entries or done if not coup.is_after_next_card(round_entry)),
        key=lambda round_entry: round_entry.index,
        default=None,
    )
    if first is not None:
        return first.index, first.position
    return (coup.next_round_index, touching_entries[-1].position) if coup.next_round_index is not None else None


def _is_complete(coup: Round, touching_entries: Sequence[RoundEntry]) -> bool:
    """Whether no further card was to come."""
    done = any(
        round_entry.index > touching_entries[-1].index
        for kind in DEALER_DONE_EVENTS
        for round_entry, _ in coup.entries_of(kind)
    )
    return done or coup.next_round_index is not None


def _drawn_card_findings(coup: Round, deal: BaccaratDeal, rules: Rules) -> Iterator[Finding]:
    at = {round_entry.position: round_entry.index for round_entry in coup_cards(coup)}
    for step, act in enumerate(deal.corrective_acts, len(deal.dealt_acts)):
        due = _due_hand(deal, step)
        if due == act.place:
            continue
        lay = card_places(coup, deal.card_names, at[act.position])
        board = hands_of((place, other.value) for place, other in zip(lay, deal.acts, strict=True))
        with rules.scope() as grounds:
            TABLEAU.cite_grounds(board, due or act.place, rules)
        kind: DeviationKind = "overdraw" if due is None else "card_astray"
        yield from deviation_finding(deal, Deviation(kind, step, act.place, due, frozenset(grounds), board), rules)


def _missing_card_findings(deal: BaccaratDeal, rules: Rules) -> Iterator[Finding]:
    """A card that was due once the others lay right, and that nobody had missed before."""
    faults = deal.explanation.deviations if deal.explanation else ()
    for place in deal.lawful.draw:
        if any((fault.kind, fault.place) == ("underdraw", place) for fault in faults):
            continue
        with rules.scope() as grounds:
            TABLEAU.cite_grounds(deal.lawful.board, place, rules)
        step = len(deal.acts)
        yield from deviation_finding(
            deal, Deviation("underdraw", step, place, place, frozenset(grounds), deal.lawful.board), rules
        )


def _misplaced_cards(coup: Round, deal: BaccaratDeal, until_index: int) -> Iterator[str]:
    """The cards that lay elsewhere than they belong when the coup had been put right.

    Nothing tells two cards of one name apart: which of them is moved is all the same.
    """
    names, places = deal.card_names, card_places(coup, deal.card_names, until_index)
    lie = Counter((name, place) for name, place in zip(names, places, strict=True) if place)
    belong = Counter((name, _due_hand(deal, at) or "nobody") for at, name in enumerate(names) if places[at])
    lacking = belong - lie
    for name, place in (lie - belong).elements():
        due = next(due for other, due in lacking.elements() if other == name)
        lacking[name, due] -= 1
        if due != "nobody" or place in HANDS:
            yield Message("{card} lies at {place} and belongs to {due}", card=name, place=place_name(place), due=Term(due))


OFFICES_WITH_AUTHORITY: Final[frozenset[str | None]] = frozenset(ROLES) - {"dealer"}
"""Who has authority at the table: an inspector counts as management."""

SETTLED_STANDINGS = frozenset({"stands", "corrected"})
"""How a coup stands on whose dispute somebody with authority has decided."""

WindowState = Literal["open", "noticed", "put_right", "closed", "not_told"]
Standing = Literal["put_right", "reconstruct", "as_dealt", "decided_again", "void", "as_money", "not_told"]
"""What counts: the hands put right already, the hands to be put right, the hands as dealt, the hands decided again as
money once later coups stand, nothing, the lawful hands as money, or nobody can say from the record."""

StandingValue = Callable[[Standing], Hashable]
"""What a standing comes to: the money, and what is to be done with the cards."""

OpenParameter = Parameter[Any]
ChosenAnswers = Mapping[OpenParameter, Any]
"""Per question that the document may leave open, the answer that is tried."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _StandingChoice:
    """A standing, compared by what it comes to: where that is the same, no reading matters."""

    standing: Standing = field(compare=False)
    value: Hashable


def _answer_in_turn(rules: Rules, questions: Sequence[OpenParameter], outcome: Callable[[ChosenAnswers], T]) -> T:
    """What comes of several questions, each one asked only where, with those before it, it makes a difference.

    One that makes none here is answered as it is elsewhere in this branch.
    """
    chosen: dict[OpenParameter, str] = {}
    known: dict[tuple[str, ...], T] = {}

    def come(chosen: ChosenAnswers) -> T:
        answers = tuple(chosen.values())
        if answers not in known:
            known[answers] = outcome(chosen)
        return known[answers]

    def way(question: OpenParameter, left: Sequence[OpenParameter], answer: str) -> tuple[T, ...]:
        """All that can come of an answer."""
        tried = {**chosen, question: answer}
        all_left = product(*(rules.possible_values(other) for other in left))
        return tuple(come({**tried, **dict(zip(left, answers, strict=True))}) for answers in all_left)

    for at, question in enumerate(questions):
        rules.evaluate(question, partial(way, question, questions[at + 1 :]))
        chosen[question] = rules.value_uncited(question)
    return come(chosen)


@dataclass(frozen=True, slots=True)
class _Misdraw:
    """A misdrawn coup with all that its window turns on."""

    coup: Round
    opened_index: int
    """Where in the line it was misdrawn: what was said before was not about that."""
    correction_entry: RoundEntry | None
    """By what it was put right: a card that was moved or drawn, or the payment of its last bet by the lawful hands."""
    is_only_misplaced: bool
    """Whether as many cards were dealt as were due in the order of the shoe, only not where or when they were due."""
    closes_with_round: bool
    """Whether the window closes with the round, not with the next coup's first card."""

    @property
    def questions(self) -> tuple[OpenParameter, ...]:
        """What decides how it stands; that it was deliberate is a question only where somebody on record says so."""
        deliberate = (SAID_DELIBERATE,) if is_called_deliberate(self.coup) else ()
        return (MISDRAW_IS, *deliberate, LAST_OF_SHOE, HEARD_BY, ONCE_CLOSED)

    def state(self, chosen: ChosenAnswers) -> WindowState:
        ends = self.end_index(chosen[LAST_OF_SHOE])
        if self.correction_entry is not None and _is_before(self.correction_entry, ends):
            return "put_right"
        if any(_is_before(round_entry, ends) for round_entry in self.notice_entries(chosen[HEARD_BY])):
            return "noticed"
        if ends is not None:
            return "closed"
        return "not_told" if self.coup.has_gap_after else "open"

    def end_index(self, last_of_shoe: str) -> int | None:
        """Where in the line the window closes: with the next coup's first card, or with the shoe."""
        closed = (round_entry.index for round_entry, _ in self.coup.entries_of(RoundClosed) if self.closes_with_round)
        moments = [
            self.coup.next_round_index,
            self.coup.shoe_end_index if last_of_shoe == "closes_with_shoe" else None,
            *closed,
        ]
        return min((moment for moment in moments if moment is not None), default=None)

    def notice_entries(self, audience: str) -> list[RoundEntry]:
        """By what the error was brought to attention, in time or not."""
        return [
            round_entry for round_entry in _notice_entries(self.coup, audience) if round_entry.index > self.opened_index
        ]

    def standing_choice(self, value_of: StandingValue, chosen: ChosenAnswers) -> _StandingChoice:
        how = self._standing(chosen)
        if self.may_lack_notice(chosen) and value_of(how) != value_of("reconstruct"):
            how = "not_told"
        return _StandingChoice(how, value_of(how))

    def may_lack_notice(self, chosen: ChosenAnswers) -> bool:
        """Whether the error may have been brought to attention in time although that is not on record."""
        if self.state(chosen) != "closed":
            return False
        ends = self.end_index(chosen[LAST_OF_SHOE])
        return not self.coup.can_report(NoticeGiven) or self.coup.may_lack(*NOTICES, after=self.opened_index, before=ends)

    def _standing(self, chosen: ChosenAnswers) -> Standing:
        state = self.state(chosen)
        if state in ("put_right", "not_told"):
            return "put_right" if state == "put_right" else "not_told"
        if state != "closed":
            return "reconstruct"
        if chosen[MISDRAW_IS] == "wrong_number" and self.is_only_misplaced:
            return "as_money"
        once_closed: Standing = chosen[ONCE_CLOSED]
        return "as_money" if chosen.get(SAID_DELIBERATE) == "deliberate" else once_closed

    def unprotects(self, later_coups_stand: bool, later_coup: Round, chosen: ChosenAnswers) -> bool:  # noqa: FBT001 - bound by name
        """Whether a coup that was dealt before this one had been put right is not protected.

        What only the dealer heard was no matter for anybody else to act on: it is the next coup alone that was dealt
        over it.
        """
        if not later_coups_stand:
            return True
        if chosen[PLAYED_ON] != "refer" or self.state(chosen) != "noticed":
            return False
        if chosen[MISDRAW_IS] == "wrong_number" and self.is_only_misplaced:
            return False
        ends = self.end_index(chosen[LAST_OF_SHOE])
        by_authority = any(_is_before(round_entry, ends) for round_entry in self.notice_entries("authority"))
        following = self.coup.following
        return by_authority or (following is not None and following.name == later_coup.name)


def _misdraw_of(coup: Round, deal: BaccaratDeal | None, rules: Rules) -> _Misdraw:
    """Without a deal, as of a coup that was not wholly read, only what was said about it is looked at."""
    with_the_round = rules.value(WINDOW_CLOSES) == "round_closed"
    if deal is None or not deal.explanation:
        return _Misdraw(coup, -1, None, is_only_misplaced=False, closes_with_round=with_the_round)
    aside = Rules(rules.edition, consulted=rules.consulted)
    heeded = noticed_index(coup) is not None
    moments = [
        deal.correction_entry,
        last_lawful_payment(bet_settlements(check_context_of(coup, deal, aside), aside)) if heeded else None,
    ]
    right = min(
        (round_entry for round_entry in moments if round_entry is not None),
        key=lambda round_entry: round_entry.index,
        default=None,
    )
    given = sum(act.place in HANDS for act in deal.dealt_acts)
    astray = given == len(deal.lawful.places) and not deal.lawful.draw
    return _Misdraw(coup, _opened_index(coup, deal), right, astray, with_the_round)


def _opened_index(coup: Round, deal: BaccaratDeal) -> int:
    """Where in the line the coup was misdrawn: with the card, or after the one after which a card was missing."""
    again = reopened_index(coup, deal)
    if again is not None or not deal.explanation:
        return -1 if again is None else again
    first = deal.explanation.deviations[0]
    last_right = first.step - (first.kind == "underdraw")
    positions = [act.position for act in deal.acts[: last_right + 1]]
    return max((round_entry.index for round_entry in coup_cards(coup) if round_entry.position in positions), default=-1)


def decide_standing(
    coup: Round, deal: BaccaratDeal, value_of: StandingValue, rules: Rules
) -> tuple[Standing, MisdrawWindow]:
    """What counts in a misdrawn coup, and the window by which that was decided. `value_of` says what each comes to."""
    misdraw = _misdraw_of(coup, deal, rules)
    choice = _answer_in_turn(rules, misdraw.questions, partial(misdraw.standing_choice, cache(value_of)))
    return choice.standing, _window(misdraw, deal, rules)


def is_called_deliberate(coup: Round) -> bool:
    """Whether somebody on record says that the dealer erred on purpose: a note from the floor, or a word in a case."""
    players = {bet.player for _, bet in coup.entries_of(WagerPlaced)}
    reasons = [noted.kind for _, noted in irregularity_notes(coup) if noted.about not in players]
    reasons += [decision.event.reason for decision in coup.decisions if decision.event.reason]
    return any(map(says_deliberate, reasons))


def _is_before(round_entry: RoundEntry, end_index: int | None) -> bool:
    return end_index is None or round_entry.index < end_index


def _notice_entries(coup: Round, audience: str) -> list[RoundEntry]:
    """By what an error was brought to attention: of somebody with authority, or of the table by a player's word."""
    begun = [(round_entry, event.by) for round_entry, event in coup.entries_of(CorrectionBegun)]
    completed = [(round_entry, event.by) for round_entry, event in coup.entries_of(CorrectionCompleted)]
    found = [round_entry for round_entry, by in (*begun, *completed) if office_of(by, coup) in OFFICES_WITH_AUTHORITY]
    for round_entry, notice in coup.entries_of(NoticeGiven):
        if {office_of(notice.by, coup), office_of(notice.to, coup)} & OFFICES_WITH_AUTHORITY or (
            audience == "table" and office_of(notice.by, coup) is None
        ):
            found.append(round_entry)
    return sorted(found, key=attrgetter("index"))


def _window(misdraw: _Misdraw, deal: BaccaratDeal, rules: Rules) -> MisdrawWindow:
    """The window as a replay shows it, under the readings that hold."""
    right = misdraw.correction_entry
    chosen = {question: rules.value_uncited(question) for question in (LAST_OF_SHOE, HEARD_BY)}
    ends = misdraw.end_index(chosen[LAST_OF_SHOE])
    heard = misdraw.notice_entries(chosen[HEARD_BY])
    noticed = next((round_entry.position for round_entry in heard if _is_before(round_entry, ends)), None)
    assert deal.explanation is not None
    first = deal.explanation.deviations[0].step
    return MisdrawWindow(
        state="not_told" if misdraw.may_lack_notice(chosen) else misdraw.state(chosen),
        opened_at=deal.dealt_acts[min(first, len(deal.dealt_acts) - 1)].position,
        noticed_at=noticed,
        put_right_at=right.position if right is not None and _is_before(right, ends) else None,
        closed_at=_closing_position(misdraw.coup, ends),
    )


def _closing_position(coup: Round, end_index: int | None) -> int | None:
    if end_index is None:
        return None
    if end_index == coup.next_round_index and coup.following is not None and coup.following.first_draw is not None:
        return coup.following.first_draw.position
    if end_index == coup.shoe_end_index:
        return coup.shoe_end_position
    return next(round_entry.position for round_entry in coup.entries if round_entry.index == end_index)


def unprotecting_coup(coup: Round, rules: Rules) -> Round | None:
    """An earlier coup of the shoe whose misdraw had been noticed in time, and on which nobody had acted when this one was
    dealt.

    Where the house refers such a coup, this one is not protected and management decides on it; None where it stands, where
    management has settled it, and of a coup of which no card was dealt. In a house whose later coups do not stand it is
    enough that the misdraw had been noticed at all.
    """
    first_draw = coup.first_draw
    if coup.standing in SETTLED_STANDINGS or first_draw is None:
        return None
    for earlier in map(normal_form, coup.uncorrected_before):
        if earlier.shoe != coup.shoe or _is_decided_before(earlier, first_draw.position):
            continue
        if not (unread_count(earlier) or is_misdealt(earlier, rules)):
            continue
        misdraw = _misdraw_of(earlier, None if unread_count(earlier) else read_deal(earlier, rules), rules)
        if misdraw.correction_entry is not None and _is_before(misdraw.correction_entry, first_draw.index):
            continue
        stand = rules.value(LATER_COUPS) == "stand"
        questions = (PLAYED_ON, MISDRAW_IS, LAST_OF_SHOE, HEARD_BY)
        if _answer_in_turn(rules, questions, partial(misdraw.unprotects, stand, coup)):
            return earlier
    return None


def _is_decided_before(coup: Round, position: int) -> bool:
    """Whether somebody with authority had decided on a coup by then; that it is disputed is no decision."""
    decisions = (
        decision
        for decision in coup.decisions
        if decision.refused is None and not isinstance(decision.event, RoundDisputed)
    )
    return any(decision.holds_from < position for decision in decisions)
