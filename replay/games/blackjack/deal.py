"""The cards of a blackjack round: as they were dealt, as they should have been, and where the two part."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final

from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    RoundInterrupted,
    WagerPlaced,
    WagerReturned,
)
from ledger.values.cards import is_known
from ledger.values.places import PUT_AWAY_PLACES, SET_ASIDE_PLACES, box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.dealt_line import Card, acts_before_correction, correction_start, passed_over_acts, read_cards
from replay.games.blackjack.presence import presence_changes, presence_states
from replay.games.blackjack.procedure import FEWEST_HANDS_IN_ANY_ORDER, UNASKED_DECISIONS, DecisionView, Play, is_begun
from replay.games.blackjack.table import Absences, BlackjackTable, Hand, is_bust, is_two_card_21, orders_of_split_hands
from replay.judging.game import Hands, hands_after
from replay.procedure.explanation import Deviation, Explanation, explain
from replay.procedure.procedure import TableAct, end_board, follow
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

MOST_ORDERS: Final = 64
"""So many orders of split hands are tried at the most."""

OWN_WAGER_DECISIONS: Final = frozenset({*UNASKED_DECISIONS, "surrender"})
"""What each player says of his own wager, without being asked."""

HAND_DECISIONS: Final = frozenset(
    {"hit", "stand", "double", "split", "free_double", "free_split", "refuse_card", "surrender"}
)
"""Decisions on how a hand is played on; what is said of insurance is none."""


@dataclass(frozen=True, slots=True)
class PlayStretch:
    """A part of the play: what was done, and why it was not what was due."""

    acts: tuple[TableAct, ...]
    explanation: Explanation[BlackjackTable] | None

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        return self.explanation.deviations if self.explanation else ()


@dataclass(frozen=True, slots=True)
class LaterDecision:
    """A decision made once the round was being put right, with the cards that then lay at its hand.

    `before` are those that lay there when somebody set about it: whoever is asked then may still have a wrong card before
    him, and knows it.
    """

    decision: str
    own_cards: tuple[str, ...]
    cards_before: tuple[str, ...] = ()

    def holds_for(self, hand: Hand) -> bool:
        """Whether it was made on these cards; of split hands, and cards that nobody read, the record does not tell it."""
        if hand.split_from or not all(map(is_known, self.own_cards)):
            return True
        own, lying = Counter(self.own_cards), Counter(hand.all_cards)
        return lying <= own and own - lying <= Counter(self.cards_before)


@dataclass(frozen=True, slots=True)
class BlackjackDeal:
    """What was dealt, and why it was not what was due.

    `left_over` are the cards, by their number, that came out when the round had no use for a card any more. `acts` are
    the cards and decisions up to the moment when somebody began to put the round right, `later` the decisions after it,
    `later_offers` what was then said of insurance and even money.
    """

    start_board: BlackjackTable
    play: Play
    cards: tuple[Card, ...]
    left_over_cards: tuple[int, ...]
    acts: tuple[TableAct, ...]
    later_decisions: Mapping[str, tuple["LaterDecision", ...]]
    later_offers: tuple[tuple[str, str, str], ...]
    explanation: Explanation[BlackjackTable] | None
    board: BlackjackTable
    fitting_count: int
    is_clean: bool
    is_closed: bool
    is_off_table: bool
    """Whether the next round has begun, so that the cards are off the table."""
    last_move: RoundEntry | None
    presence_states: tuple[Absences, ...] = (frozenset(),)
    """Who was absent in the course of the round: at first, and after each change."""
    is_interrupted: bool = False
    """Whether whoever may do so broke the game off, and nobody dealt or decided anything after that."""
    sequel: PlayStretch | None = None
    """The play from the cards as they should have been, once they had been put there."""

    @property
    def stretches(self) -> tuple[PlayStretch, ...]:
        """The play up to a correction, and the play after it."""
        return (PlayStretch(self.acts, self.explanation), *([] if self.sequel is None else [self.sequel]))

    @property
    def uncorrected_stretch(self) -> PlayStretch:
        """The part of the play of which nobody has put right what went wrong."""
        return self.stretches[-1]

    @property
    def memory(self) -> dict[Hashable, str]:
        """The decisions by what could be seen; of two on the same cards the first, whose card somebody else was given."""
        decisions = reversed(self.explanation.decisions) if self.explanation else ()
        return {seen: given for seen, given in decisions if given not in OWN_WAGER_DECISIONS}

    @property
    def offers(self) -> list[tuple[DecisionView, str]]:
        """What was said of insurance, even money and one's own surrender, with what could be seen then."""
        decisions = self.explanation.decisions if self.explanation else ()
        own = [
            (seen, given) for seen, given in decisions if isinstance(seen, DecisionView) and given in OWN_WAGER_DECISIONS
        ]
        return [(seen, given) for seen, given in own if self._is_counted(seen, given)]

    @property
    def surrenders(self) -> list[tuple[DecisionView, bool]]:
        """Who gave up his wager, by what he saw, and whether somebody had decided on a hand by then."""
        decisions = self.explanation.decisions if self.explanation else ()
        played = [given in HAND_DECISIONS and given != "surrender" for _, given in decisions]
        surrenders = [
            (n, seen)
            for n, (seen, given) in enumerate(decisions)
            if given == "surrender" and isinstance(seen, DecisionView)
        ]
        return [(seen, any(played[:n])) for n, seen in surrenders if self._is_counted(seen, "surrender")]

    def _is_counted(self, view: DecisionView, decision: str) -> bool:
        """Whether an offer was taken while it was open."""
        box = box_of(view.place)
        if decision == "surrender":
            return self.board.exit_of(box, view.player) == "surrendered"
        insured = any(at == box for at, _ in self.board.insurances)
        return insured or (decision == "even_money" and any(at == box and how == "paid" for at, _, how in self.board.exits))

    def decision_count(self, place: str) -> int:
        """How many decisions on a hand's play are on record."""
        own = [act.value for act in self.acts if act.kind == "choose" and act.place == place]
        decision_count = sum(given in HAND_DECISIONS and given != "refuse_card" for given in own)
        return decision_count + len(self.later_decisions.get(place, ()))


def read_deal(round_: Round, boxes: Sequence[int], rules: Rules, play: Play, faces: Sequence[str] = ()) -> BlackjackDeal:
    """Reads a round's cards and decisions against the play that was due; unread cards as `faces` in turn."""
    begun = correction_start(round_)
    laid = read_cards(round_, faces)
    to_be_used = (
        any(card.place_laid in SET_ASIDE_PLACES for card in laid) and rules.value(parameters.EXPOSED_CARD) == "next"
    )
    done, waiting = acts_before_correction(round_, play, laid, begun, must_be_next=to_be_used)
    start = BlackjackTable.before_deal(boxes)
    late = waiting if waiting and _is_all_dealt(play, start, rules, done) else ()
    left_over = tuple(n for n, card in enumerate(laid) if card in late)
    unused = [
        card
        for card in waiting
        if card not in late and (card.place_now in SET_ASIDE_PLACES or card.place_laid in PUT_AWAY_PLACES)
    ]
    done = (*done, *passed_over_acts([card for card in unused if round_.is_over or card.place_laid in PUT_AWAY_PLACES]))
    board, fits = follow(play, start, rules, done)
    broken_off = _is_broken_off(round_)
    closed = bool(done) and begun is None and not broken_off and _is_dealer_done(round_, board, done[fits:], rules)
    end = end_board(play, board, rules) if closed else board
    clean = fits == len(done) and end is not None
    states = presence_states(presence_changes(round_))
    wanted = not clean or begun is not None or bool(late) or broken_off or len(states) > 1
    wanted = wanted or any(card.is_face_up_in_shoe for card in laid)
    explanation = _explain_play(play, start, rules, done, closed=closed) if wanted else None
    if wanted and closed and explanation is None:  # nobody told the end
        explanation = _explain_play(play, start, rules, done, closed=False)
    if explanation is not None:
        board = explanation.board
    elif clean and end is not None:
        board = end
    later, offers, gone = _later_decisions(round_, begun), _later_offers(round_, begun), round_.next_round_index is not None
    moved = round_.entries_of(CardMoved)
    touched = moved[-1][0] if moved and begun is not None else None
    play = played_in_order_of(play, board, rules)
    memo_key = done, later, offers, explanation, board, fits, clean, closed, gone, touched, states, broken_off
    return BlackjackDeal(start, play, laid, left_over, *memo_key)


def played_in_order_of(play: Play, board: BlackjackTable, rules: Rules) -> Play:
    """The play in which the hands of further splits come in the order in which they were played, where that is open."""
    split_boxes = {hand.box for hand in board.hands if hand.came_from}
    if not split_boxes or rules.value_uncited(parameters.NEW_HAND) == "last":
        return play
    found: set[str] = set()
    for box in split_boxes:
        hands = board.hands_of(box)
        as_played = tuple(hand.place for hand in hands)
        found |= next(
            (played_next for played_next, order in orders_of_split_hands(hands) if order == as_played), frozenset()
        )
    if found:
        rules.value(parameters.NEW_HAND)
    return replace(play, hands_played_next=frozenset(found))


def plays_in_any_order(play: Play, board: BlackjackTable, rules: Rules) -> Iterator[Play]:
    """The play with the hands of further splits in each order that the house leaves open, beginning with its own."""
    yield play
    boxes = sorted({hand.box or 0 for hand in board.hands if hand.came_from})
    if (
        any(len(board.hands_of(box)) >= FEWEST_HANDS_IN_ANY_ORDER for box in boxes)
        and rules.value(parameters.NEW_HAND) != "last"
    ):
        of_boxes = ([played_next for played_next, _ in orders_of_split_hands(board.hands_of(box))] for box in boxes)
        orders = (frozenset().union(*chosen) for chosen in islice(product(*of_boxes), MOST_ORDERS))
        yield from (replace(play, hands_played_next=order) for order in orders if order != play.hands_played_next)


def orders_left_open(deal: BlackjackDeal, rules: Rules) -> list[frozenset[str]]:
    """The further orders in which a box's split hands can have been meant to go on after an error.

    Each as the hands that are played right after the one that was split. What was played shows the order as far as it goes.
    """
    if deal.explanation is None or deal.sequel is not None or deal.last_move is not None:
        return []
    own = deal.play.hands_played_next
    orders: list[frozenset[str]] = [frozenset()]
    for box in sorted({hand.box or 0 for hand in deal.board.hands if hand.came_from}):
        hands = deal.board.hands_of(box)
        begun = tuple(hand.place for hand in hands if is_begun(hand, rules))
        possible = [played_next for played_next, order in orders_of_split_hands(hands) if order[: len(begun)] == begun]
        orders = [order | played_next for order in orders for played_next in possible or [own & {h.place for h in hands}]]
    is_open = len(orders) > 1 and rules.value(parameters.NEW_HAND) != "last"
    return [order for order in orders[:MOST_ORDERS] if order != own] if is_open else []


def _explain_play(
    play: Play, start: BlackjackTable, rules: Rules, acts: Sequence[TableAct], *, closed: bool
) -> Explanation[BlackjackTable] | None:
    """Why the play was not what was due; where no box has a wager every card to a box went to nobody, however many."""
    if start.hands:
        return explain(play, start, rules, acts, closed=closed)
    to_nobody = [n for n, act in enumerate(acts) if act.kind == "card" and box_of(act.place) is not None]
    faults = (Deviation("overdraw", n, acts[n].place, None, frozenset(), start) for n in to_nobody)
    return Explanation(tuple(faults), start)


def _is_all_dealt(play: Play, start: BlackjackTable, rules: Rules, acts: Sequence[TableAct]) -> bool:
    """Whether the round has no use for a further card once this was done."""
    board, fits = follow(play, start, rules, acts)
    if fits < len(acts):
        explanation = explain(play, start, rules, acts, closed=False)
        if explanation is None:
            return False
        board = explanation.board
    return end_board(play, board, rules) is not None


def interruption_index(round_: Round) -> int | None:
    """Where in the line whoever may do so interrupted the game, for the last time; None where nobody did."""
    return max(
        (
            round_entry.index
            for round_entry, _ in round_.entries_of(RoundInterrupted)
            if round_entry.position in round_.table_decision_positions
        ),
        default=None,
    )


def _is_broken_off(round_: Round) -> bool:
    """Whether nothing was dealt or decided any more when the game had been interrupted."""
    at = interruption_index(round_)
    played = (*round_.entries_of(CardDealt), *round_.entries_of(DecisionMade))
    return at is not None and all(round_entry.index < at for round_entry, _ in played)


def _later_decisions(round_: Round, correction_index: int | None) -> dict[str, tuple[LaterDecision, ...]]:
    """The decisions made once the round was being put right, hand by hand, and what was refused at any time."""
    later: dict[str, tuple[LaterDecision, ...]] = {}
    hands: Hands = {}
    before: Hands = {}
    for round_entry in round_.entries:
        if round_entry.index == correction_index or isinstance(round_entry.event, CorrectionBegun):
            before = hands
        elif isinstance(round_entry.event, CorrectionCompleted):
            before = {}
        hands, _ = hands_after(hands, round_entry)
        if not isinstance(event := round_entry.event, DecisionMade):
            continue
        afterwards = correction_index is not None and round_entry.index > correction_index and event.what in HAND_DECISIONS
        if afterwards or event.what == "refuse_card":
            later_decision = LaterDecision(event.what, hands.get(event.place, ()), before.get(event.place, ()))
            later[event.place] = (*later.get(event.place, ()), later_decision)
    return later


def _later_offers(round_: Round, correction_index: int | None) -> tuple[tuple[str, str, str], ...]:
    """What was said of insurance and even money once the round was being put right."""
    if correction_index is None:
        return ()
    events = [
        event
        for round_entry, event in round_.entries_of(DecisionMade)
        if round_entry.index > correction_index and event.what not in HAND_DECISIONS
    ]
    insured = [
        event
        for round_entry, event in round_.entries_of(WagerPlaced)
        if round_entry.index > correction_index and event.kind == "insurance"
    ]
    return (
        *((event.place, event.what, event.by or "") for event in events),
        *((hand_place(event.box), "insurance", event.player) for event in insured if event.box is not None),
    )


def _is_dealer_done(round_: Round, board: BlackjackTable, later_acts: Sequence[TableAct], rules: Rules) -> bool:
    """Whether the dealer was done: the round was closed, or a wager paid that the play had still to decide.

    `board` is the table up to the first departure, `later_acts` what was done then: its cards lie there too.
    """
    if round_.is_over:
        return True
    last = max(
        (round_entry.index for round_entry, _ in (*round_.entries_of(CardDealt), *round_.entries_of(DecisionMade))),
        default=-1,
    )
    placed = {event.wager: event for _, event in round_.entries_of(WagerPlaced)}
    for round_entry, returned in round_.entries_of(WagerReturned):
        wager = placed.get(returned.wager) if round_entry.index > last else None
        if wager is not None and wager.kind != "insurance":
            place = hand_place(wager.box or 0, wager.hand or 1)
            hand = board.hand_at(place) or Hand(place)
            for act in later_acts:
                hand = hand.with_extra_card(act.value) if act.kind == "card" and act.place == place else hand
            if not is_bust(hand, rules) and not is_two_card_21(hand, rules):
                return True
    return False


def is_meant_for_another(board: BlackjackTable, deviation: Deviation, play: Play, rules: Rules) -> bool:
    """Whether a card that a hand had asked for was laid to another one."""
    due = play.due(board, rules)
    hand = board.hand_at(due.place) if due is not None and due.place != deviation.place else None
    return hand is not None and hand.state in ("hit", "doubled") and deviation.place not in SET_ASIDE_PLACES
