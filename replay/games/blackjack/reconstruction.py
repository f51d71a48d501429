"""How a blackjack round is put right: where each card belongs, what carries over, what is asked again."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.values.message import NO_CARD, Message
from ledger.values.places import BURN, DEALER, DISCARD, NEXT, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.deal import BlackjackDeal, is_meant_for_another
from replay.games.blackjack.dealt_line import Card, is_in_place
from replay.games.blackjack.procedure import BY_RULE, DecisionView, Play, decision_by_rule, is_untouched, may_surrender
from replay.games.blackjack.table import BlackjackTable, Hand, total
from replay.judging.judgement import DecisionRequest
from replay.procedure.explanation import Deviation
from replay.procedure.procedure import Due, LawfulDeal, TableAct, reconstruct
from replay.rulebooks.rules import Rules

VOID_IF_NOT_OPEN: Final = frozenset({"stand", "surrender", "split", "free_split", "double", "free_double"})
"""Decisions that are none where they are not open: the cards that followed them lie where no hand may be."""


@dataclass(frozen=True, slots=True)
class RoundReconstruction:
    """How a round is put right: where each card belongs, what is to be drawn or asked, and the lawful table."""

    lawful: LawfulDeal[BlackjackTable]
    due_places: tuple[str, ...]
    """Per card that left the shoe, where it belongs."""
    requests: tuple[DecisionRequest, ...]
    """Hands whose decision must be made, each with the reason."""

    @property
    def board(self) -> BlackjackTable:
        return self.lawful.board

    def are_cards_in_place(self, cards: Sequence[Card]) -> bool:
        """Whether every card lies where it belongs."""
        return all(is_in_place(card.place_now, due) for card, due in zip(cards, self.due_places, strict=True))

    def is_put_right(self, cards: Sequence[Card]) -> bool:
        """Whether every card lies where it belongs and nothing is missing."""
        return (
            self.are_cards_in_place(cards)
            and not self.lawful.draw
            and not self.requests
            and self.lawful.undecided_place is None
        )


def reconstruct_round(
    deal: BlackjackDeal, rules: Rules, *, burned: frozenset[int], redecided_hands: frozenset[str] | None, is_off_table: bool
) -> RoundReconstruction:
    """Puts the cards where they belong, in the order in which they left the shoe.

    `burned` are the cards that the house burns, by their number; `gone` says that nobody has a use any more for cards
    that are left over. Decisions hold that were made on the same cards, but those on the hands `again`; where that is
    None no decision holds, nor what was said besides.
    """
    sequence = [n for n in range(len(deal.cards)) if n not in burned]
    memory = (
        {}
        if redecided_hands is None
        else {seen: decision for seen, decision in deal.memory.items() if not _is_about_hands(seen, redecided_hands)}
    )
    heard = _CarriedDecisions(
        deal, rules, sequence, memory, *((), ()) if redecided_hands is None else (deal.offers, deal.surrenders)
    )
    faces = [deal.cards[n].face for n in sequence]
    lawful = _with_unlawful(deal, reconstruct(deal.play, deal.start_board, rules, faces, heard.answer, heard.apply_unasked))
    lawful = replace(lawful, board=heard.apply_surrenders_while_dealt(lawful.board))
    left = DISCARD if is_off_table else _left_over_place(lawful, rules)
    belongs = dict.fromkeys(burned, BURN)
    for n, number in enumerate(sequence):
        belongs[number] = lawful.places[n] if n < len(lawful.places) else left
    if lawful.undecided_place is None and not is_off_table:
        belongs |= _places_of_left_at_dealer(deal, [sequence[n] for n in lawful.surplus], rules)
    asks = tuple(_decision_requests(deal, lawful, heard.memory, rules))
    return RoundReconstruction(lawful, tuple(belongs[n] for n in range(len(deal.cards))), asks)


def _with_unlawful(deal: BlackjackDeal, lawful: LawfulDeal[BlackjackTable]) -> LawfulDeal[BlackjackTable]:
    """The lawful table, on which a stake for what was not open when it was laid does not play either."""
    unlawful = deal.board.unlawful_decisions - lawful.board.unlawful_decisions
    return (
        replace(lawful, board=lawful.board._replace(unlawful_decisions=lawful.board.unlawful_decisions | unlawful))
        if unlawful
        else lawful
    )


def _is_about_hands(view: Hashable, places: frozenset[str]) -> bool:
    return isinstance(view, DecisionView) and view.place in places


def changed_hands(dealt: BlackjackTable, lawful: BlackjackTable) -> frozenset[str]:
    """The hands of which cards come to be others, as far as the lawful line goes; a card more or fewer is no other one.

    They are all of them where the dealer's first card comes to be another.
    """
    if dealt.dealer.all_cards[:1] != lawful.dealer.all_cards[:1]:
        return frozenset(hand.place for hand in (*dealt.hands, *lawful.hands))
    return frozenset(hand.place for hand in lawful.hands if not _has_same_cards(dealt.hand_at(hand.place), hand))


def _has_same_cards(dealt: Hand | None, lawful: Hand) -> bool:
    both = [] if dealt is None else list(zip(dealt.all_cards, lawful.all_cards, strict=False))
    return dealt is not None and all(card == other for card, other in both)


@dataclass
class _CarriedDecisions:
    """What was said at the table, as far as it holds for the cards as they should have been."""

    deal: BlackjackDeal
    rules: Rules
    sequence: Sequence[int]
    memory: Mapping[Hashable, str]
    offers: Sequence[tuple[DecisionView, str]]
    surrenders: Sequence[tuple[DecisionView, bool]]

    def __post_init__(self) -> None:
        self.later_decisions = {
            place: list(later_decisions) for place, later_decisions in self.deal.later_decisions.items()
        }

    def answer(self, board: BlackjackTable, due: Due) -> str | None:
        """The decision made on the same cards, else the next one that was made once the round was being put right.

        To stand, to split, to double or to give up where that is not open is no decision: somebody must ask again.
        """
        hand = board.hand_at(due.place)
        if hand is not None and self.deal.play.is_by_rule(board, hand.box, self.rules):
            return decision_by_rule(hand, self.rules)
        known, queue = (
            self.memory.get(self.deal.play.visible_state(board, due)),
            self.later_decisions.get(due.place, []),
        )
        if queue and queue[0].decision == "refuse_card" and self._is_next_refusable(board):
            return queue.pop(0).decision
        while known is None and queue:
            decision = queue.pop(0)
            if decision.decision != "refuse_card" and (hand is None or decision.holds_for(hand)):
                known = decision.decision
        void = known in VOID_IF_NOT_OPEN and not self.deal.play.is_legal(board, due, known, self.rules)
        return None if void else known

    def _is_next_refusable(self, board: BlackjackTable) -> bool:
        """Whether the next card came in error and may be refused."""
        out = sum(len(hand.due_cards) for hand in (*board.hands, board.dealer))
        return is_refusable(self.deal, self.sequence[out] if out < len(self.sequence) else None, self.rules)

    def apply_unasked(self, board: BlackjackTable) -> BlackjackTable:
        """What was said without being asked for: insurance, even money, surrender."""
        if self.deal.play.due_first_card(board, self.rules) is not None:
            return board
        return self._with_presence(self._apply_surrenders(self._apply_offers(board)))

    def _with_presence(self, board: BlackjackTable) -> BlackjackTable:
        """The table with those absent who were when it was decided what is due now; else with those who are absent now."""
        states = self.deal.presence_states
        due = self.deal.play.due(board, self.rules) if len(states) > 1 else None
        if due is None or due.kind != "choose":
            return board._replace(absences=states[-1])
        then = (board._replace(absences=state) for state in states)
        decided = (table for table in then if is_decided(self.deal.play, table, due, self.memory, self.rules))
        return next(decided, board._replace(absences=states[-1]))

    def _apply_offers(self, board: BlackjackTable) -> BlackjackTable:
        """Insurance and even money: before anybody gives up his wager, for then it is too late for him."""
        for place, what, by in self.deal.later_offers:
            board = self._apply_offer(board, place, what, by)
        for seen, what in self.offers:
            if what != "surrender" and self._is_same_view(board, seen, what):
                board = self._apply_offer(board, seen.place, what, seen.player)
        return board

    def _apply_surrenders(self, board: BlackjackTable) -> BlackjackTable:
        """Players who gave up their wagers on the same cards."""
        for seen, late in self.surrenders:
            same = seen.is_like(self.deal.play.visible_state(board, Due(seen.place, "choose", seen.player)))
            if same and not board.exit_of(box_of(seen.place), seen.player) and self._is_in_time(board, late=late):
                board = self._apply_offer(board, seen.place, "surrender", seen.player)
        return board

    def apply_surrenders_while_dealt(self, board: BlackjackTable) -> BlackjackTable:
        """The table without players who gave up on the same two cards, where another box is still to get its own."""
        if self.deal.play.due_first_card(board, self.rules) is None:
            return board
        for seen, late in self.surrenders:
            hand = board.hand_at(seen.place)
            same = seen.is_like(self.deal.play.visible_state(board, Due(seen.place, "choose", seen.player)))
            open_to_it = hand is not None and may_surrender(board, hand, self.rules) and self._is_in_time(board, late=late)
            if hand is not None and same and open_to_it and not board.exit_of(hand.box, seen.player):
                board = board.after_exit(hand, seen.player, "surrendered", self.deal.play.players(hand.box))
        return board

    def _is_in_time(self, board: BlackjackTable, *, late: bool) -> bool:
        """Whether a surrender can be heard on a board: where it ends with any box's decision, as late as it was said."""
        until_own = self.rules.evaluate(parameters.SURRENDER_UNTIL, lambda until: until == "box_decides")
        return until_own or late != is_untouched(board)

    def _apply_offer(self, board: BlackjackTable, place: str, decision: str, player: str) -> BlackjackTable:
        after = self.deal.play.after_optional(board, TableAct(place, decision, 0, "choose", player), self.rules)
        return board if after is None else after

    def _is_same_view(self, board: BlackjackTable, view: DecisionView, decision: str) -> bool:
        """Insurance holds against the same card of the dealer, even money on the same blackjack besides."""
        hand = board.hand_at(view.place)
        if hand is None or hand.state != "":
            return False
        if decision == "even_money":
            return view.is_like(self.deal.play.visible_state(board, Due(view.place, "choose", view.player)))
        return view.dealer_cards == board.dealer.all_cards


def is_decided(play: Play, board: BlackjackTable, due: Due, memory: Mapping[Hashable, str], rules: Rules) -> bool:
    """Whether a decision is on record that was made on what is to be seen now, by a player or by the house's rule."""
    if play.visible_state(board, due) in memory:
        return True
    by_rule = due._replace(player=BY_RULE)
    return play.visible_state(board, by_rule) in memory and play.is_by_rule(board, box_of(due.place), rules)


def is_refusable(deal: BlackjackDeal, number: int | None, rules: Rules) -> bool:
    """Whether the card on offer, by its number, may be refused: it came in error, and as the house has it."""
    faults = deal.explanation.deviations if deal.explanation else ()
    positions = {deal.acts[fault.step].position: fault for fault in faults if fault.step < len(deal.acts)}
    fault = None if number is None else positions.get(deal.cards[number].round_entry.position)
    out_of_turn = fault is not None and fault.kind == "overdraw" and not _is_to_wrong_place(fault, deal.play, rules)
    return rules.evaluate(
        parameters.CARD_MAY_BE_REFUSED,
        lambda which: out_of_turn if which == "out_of_turn" else which == "always" and fault is not None,
    )


def _is_to_wrong_place(deviation: Deviation, play: Play, rules: Rules) -> bool:
    assert isinstance(deviation.board, BlackjackTable)
    no_wager = deviation.board.hand_at(deviation.place) is None and box_of(deviation.place) is not None
    return no_wager or is_meant_for_another(deviation.board, deviation, play, rules)


def _left_over_place(lawful: LawfulDeal[BlackjackTable], rules: Rules) -> str:
    """Where a card goes that nothing is due for: while play goes on it is the next one."""
    if lawful.undecided_place is not None or not lawful.surplus:
        return NEXT
    return rules.value(parameters.LEFT_OVER_CARD)


def _places_of_left_at_dealer(deal: BlackjackDeal, surplus: Sequence[int], rules: Rules) -> Mapping[int, str]:
    """Where the left-over cards belong, by their number, that lie at the dealer's hand, if the house says it of them."""
    there = [number for number in surplus if deal.cards[number].place_now == DEALER]
    goes = rules.value(parameters.LEFT_OVER_AT_DEALER) if there else "as_left_over"
    return {} if goes == "as_left_over" else dict.fromkeys(there, BURN if goes == "burn" else NEXT)


def _decision_requests(
    deal: BlackjackDeal, lawful: LawfulDeal[BlackjackTable], memory: Mapping[Hashable, str], rules: Rules
) -> Iterator[DecisionRequest]:
    """The hands that are to decide: that decided on other cards, or that nobody asked, or goes on to ask.

    Where play goes on the rest is asked in its turn.
    """
    if lawful.undecided_place is None:
        return
    gone = [seen.place for seen, _ in deal.surrenders if lawful.board.exit_of(box_of(seen.place), seen.player)]
    carried = [*(place for place, _ in lawful.carried_decisions), *gone]
    passed_over = {fault.place for fault in deal.uncorrected_stretch.deviations if fault.kind == "not_asked"}
    for hand in _hands_with_caller(deal, lawful.board, rules):
        due = deal.play.due_to_hand(lawful.board, hand, rules)
        then = (lawful.board._replace(absences=state) for state in deal.presence_states)
        known = any(is_decided(deal.play, board, Due(hand.place, "choose"), memory, rules) for board in then)
        if due is None or (hand.place != lawful.undecided_place and known and not deal.is_interrupted):
            continue
        again = deal.decision_count(hand.place) > carried.count(hand.place)
        left = due.kind == "choose" and (deal.is_closed or deal.is_interrupted or hand.place in passed_over)
        if left or (again and not deal.is_interrupted):
            yield DecisionRequest(
                hand.place, _request_reason(deal, hand, lawful.board, rules, is_repeated=again), is_first=not again
            )


def _hands_with_caller(deal: BlackjackDeal, board: BlackjackTable, rules: Rules) -> list[Hand]:
    """The hands that somebody is there to call."""
    now = board._replace(absences=deal.presence_states[-1])
    return [hand for hand in board.hands if not deal.play.is_by_rule(now, hand.box, rules)]


def _request_reason(deal: BlackjackDeal, hand: Hand, board: BlackjackTable, rules: Rules, *, is_repeated: bool) -> str:
    """What whoever decides sees now, and what a decision that is made again was made on."""
    now = Message(
        "now {cards} ({total}) against {against}",
        cards=" ".join(hand.all_cards),
        total=total(hand, rules)[0],
        against=" ".join(board.dealer.all_cards) or NO_CARD,
    )
    seen = [info for info in deal.memory if is_repeated and isinstance(info, DecisionView) and info.place == hand.place]
    if not seen:
        return now
    cards, against = " ".join(seen[-1].own_cards), " ".join(seen[-1].dealer_cards) or NO_CARD
    return Message("{now}; it was decided on {cards} against {against}", now=now, cards=cards, against=against)
