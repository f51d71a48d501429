"""The play of a blackjack round: what is due next, card by card and decision by decision, in any house."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from ledger.values.places import DEALER, box_of, hand_number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.table import (
    OUT_OF_PLAY,
    Absences,
    BlackjackTable,
    Hand,
    is_blackjack,
    is_bust,
    is_ten,
    is_two_card_21,
    orders_of_split_hands,
    total,
)
from replay.procedure.procedure import PASSED_OVER, Due, Procedure, TableAct
from replay.rulebooks.rules import Rules

T = TypeVar("T")
BY_RULE: Final = "the house's rule"
"""Who decides on a hand that was played by the house's rule."""

Option = Callable[[BlackjackTable, Hand, Rules], bool]


def may_stand(_: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    has, least = _high_and_low(hand, rules), rules.value(parameters.MUST_DRAW)
    return rules.evaluate(parameters.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == "high" else min(has)) > least)


def may_refuse(_: BlackjackTable, __: Hand, ___: Rules) -> bool:
    """Whoever is offered a card may say that he does not want it: what that is worth is another matter."""
    return True


def may_hit(_: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    return not _gets_one_card_only(hand, rules)


def _gets_one_card_only(hand: Hand, rules: Rules) -> bool:
    return hand.split_from == "A" and rules.value(parameters.ACES_ONE)


def _has_two_to_double(hand: Hand, rules: Rules) -> bool:
    if len(hand.all_cards) != 2 or _gets_one_card_only(hand, rules):
        return False
    return not hand.split_from or rules.value(parameters.DOUBLE_SPLIT)


def may_double(_: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    if not _has_two_to_double(hand, rules):
        return False
    on = rules.value(parameters.DOUBLE_ON)
    if isinstance(on, str):
        return True
    has, low = _high_and_low(hand, rules)
    return rules.evaluate(parameters.DOUBLE_SOFT, lambda counts: has in on or (counts == "either" and low in on))


def may_double_free(_: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    if not _has_two_to_double(hand, rules) or any(card[0] == "A" for card in hand.all_cards):
        return False
    if hand.split_from and hand_number_of(hand.place) == 1 and not rules.evaluate(parameters.FREE_ON_FIRST, bool):
        return False
    return total(hand, rules)[0] in rules.value(parameters.FREE_DOUBLE)


def may_split(board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    if len(hand.all_cards) != 2 or len(board.hands_of(hand.box)) >= rules.value(parameters.MOST_SPLIT_HANDS):
        return False
    first, second = hand.all_cards
    worth = rules.value(parameters.POINTS)
    same = rules.evaluate(
        parameters.PAIR_IS_OF,
        lambda of: first[0] == second[0] if of == "rank" else worth[first[0]] == worth[second[0]],
    )
    if not same:
        return False
    return hand.split_from != "A" or rules.value(parameters.ACES_AGAIN)


def may_split_free(board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    return may_split(board, hand, rules) and hand.all_cards[0][0] in rules.value(parameters.FREE_SPLIT)


def may_surrender(board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    if rules.value(parameters.SURRENDER) == "none" or hand.state != "" or hand.split_from or len(hand.all_cards) != 2:
        return False
    return rules.evaluate(parameters.SURRENDER_UNTIL, lambda until: until == "box_decides" or is_untouched(board))


OPTIONS: Final[Mapping[str, Option]] = {
    "stand": may_stand,
    "refuse_card": may_refuse,
    "hit": may_hit,
    "double": may_double,
    "free_double": may_double_free,
    "split": may_split,
    "free_split": may_split_free,
    "surrender": may_surrender,
}


def decision_by_rule(hand: Hand, rules: Rules) -> str:
    """What the house's rule decides for a hand that nobody is there to call."""
    return "hit" if total(hand, rules)[0] < rules.value(parameters.ABSENT_STANDS_ON) else "stand"


def _high_and_low(hand: Hand, rules: Rules) -> tuple[int, int]:
    """What a hand comes to with an ace counted high, if that can be, and with all aces low."""
    has, soft = total(hand, rules)
    return has, has - rules.value(parameters.ACE_HIGH) + rules.value(parameters.POINTS)["A"] if soft else has


def may_be_dealer_blackjack(board: BlackjackTable, rules: Rules) -> bool:
    """Whether the dealer's first card may become a blackjack."""
    return any(card[0] == "A" or is_ten(card, rules) for card in board.dealer.all_cards[:1])


def is_untouched(board: BlackjackTable) -> bool:
    """Whether no hand has been played on since the first cards, but by taking even money."""
    return all(map(_is_hand_untouched, board.hands))


def _is_hand_untouched(hand: Hand) -> bool:
    return hand.state in OUT_OF_PLAY or (hand.state == "" and not hand.split_from and len(hand.due_cards) <= 2)


def may_still_insure(board: BlackjackTable, rules: Rules) -> bool:
    """Whether insurance may still be laid."""
    if rules.value(parameters.INSURANCE_UNTIL) == "first_decision":
        return is_untouched(board)
    dealt = all(len(hand.all_cards) <= 2 and not hand.split_from for hand in board.hands)
    return dealt and len(board.dealer.all_cards) == 1


def is_insurance_open(board: BlackjackTable, rules: Rules) -> bool:
    """Whether the dealer's first card is one against which the house insures."""
    return any(card[0] in rules.value(parameters.INSURED_AGAINST) for card in board.dealer.all_cards[:1])


def is_even_money_open(board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    """Whether a blackjack may be paid even money at once."""
    against = rules.value(parameters.EVEN_MONEY)
    natural = is_two_card_21(hand, rules) and not hand.split_from
    return natural and any(card[0] in against for card in board.dealer.all_cards[:1])


def may_take_even_money(board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
    """Whether a blackjack may be paid even money now: against such a card, and as long as the house has it open."""
    dealt = sum(card != PASSED_OVER for card in board.dealer.due_cards)
    if not is_even_money_open(board, hand, rules) or dealt > _first_dealer_cards(rules):
        return False
    return rules.evaluate(
        parameters.EVEN_UNTIL,
        lambda until: is_untouched(board) if until == "first_decision" else _is_turn_open(board, hand),
    )


def _first_dealer_cards(rules: Rules) -> int:
    """How many of the first cards are the dealer's."""
    rows: tuple[tuple[parameters.Row, ...], ...] = rules.value(parameters.DEAL_ROUNDS)
    return sum(row.count("dealer") for row in rows)


def _is_turn_open(board: BlackjackTable, hand: Hand) -> bool:
    """Whether the turn of a hand's box is not over: none of the boxes after it has been played on."""
    return all(map(_is_hand_untouched, board.hands[board.hands.index(hand) + 1 :]))


OPEN_STATES: Final = ("", "hit", "doubled")
FEWEST_HANDS_IN_ANY_ORDER: Final = 3
"""Of two split hands only one can be the next."""

_LAST_CARD_SIDE_BETS: Final = frozenset[parameters.SideBet]({"dealer_over", "dealer_total"})
"""What side bets are on that only the dealer's last card decides."""

UNASKED_DECISIONS: Final = frozenset({"insurance", "no_insurance", "even_money"})
"""What a player may say without being asked for a decision."""

FOLLOWED_STATES: Final[Mapping[str, tuple[str, ...]]] = {
    "hit": ("hit",),
    "stand": ("stood",),
    "double": ("doubled",),
    "free_double": ("doubled",),
}
"""In which states of the hand another player of the box only says what whoever calls it has decided."""


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What whoever decides can see: the cards of the hand, in no order, and the dealer's; how often the box was split.

    `by` is who decides, where it is known who plays on the box, `absences` which of its players are not there.
    """

    place: str
    own_cards: tuple[str, ...]
    dealer_cards: tuple[str, ...]
    hand_count: int = 1
    player: str = ""
    absences: Absences = frozenset()

    def is_like(self, other: Hashable) -> bool:
        """Whether the same can be seen, whoever else is there."""
        return isinstance(other, DecisionView) and replace(self, absences=other.absences) == other


@dataclass(frozen=True, slots=True)
class Play(Procedure[BlackjackTable]):
    """The procedure of blackjack.

    `records_decisions` says whether the record has the players' decisions at all; `to_the_end` draws the dealer's hand
    for its own sake, whatever the players have. `calling_order` are the players of each box in the order in which they
    have the say there, `has_absence_rule` says that the house has a rule for hands that nobody is there to call,
    `rule_callers` are those who play it, `side_bet_kinds` what the side bets are on that lie on the table. `is_closed`
    says that the round is over: what the dealer then drew for nobody, or did not draw, is nothing where the house
    leaves it open. `is_error_noticed` says that somebody spoke of an error, `hands_played_next` are the hands of
    further splits that are played right after the one that was split.
    """

    records_decisions: bool = True
    to_the_end: bool = False
    calling_order: tuple[tuple[int, tuple[str, ...]], ...] = ()
    has_absence_rule: bool = False
    rule_callers: frozenset[str] = frozenset({BY_RULE})
    side_bet_kinds: frozenset[parameters.SideBet] = frozenset()
    is_closed: bool = False
    is_error_noticed: bool = False
    hands_played_next: frozenset[str] = frozenset()

    def players(self, box: int | None) -> tuple[str, ...]:
        """The players of a box, the one who calls its cards first; empty where nobody said who plays there."""
        return next((players for at, players in self.calling_order if at == box), ())

    def caller(self, board: BlackjackTable, box: int | None) -> str:
        """Who calls the cards of a box now: the first of its players who is there and still in the round."""
        left = self._players_left(board, box)
        absent = board.absent_players(left)
        return next((player for player in left if player not in absent), next(iter(left), ""))

    def _players_left(self, board: BlackjackTable, box: int | None) -> list[str]:
        return [player for player in self.players(box) if not board.exit_of(box, player)]

    def is_caller_stood_in_for(self, board: BlackjackTable, box: int | None) -> bool:
        """Whether another player calls a box because the one who has the say is not there."""
        left = self._players_left(board, box)
        absent = board.absent_players(left)
        return bool(left) and left[0] in absent and len(absent) < len(left)

    def is_by_rule(self, board: BlackjackTable, box: int | None, rules: Rules) -> bool:
        """Whether the house's rule plays a box now."""
        return self.with_say(board, box, rules, lambda by_rule: by_rule)

    def with_say(self, board: BlackjackTable, box: int | None, rules: Rules, answer: Callable[[bool], T]) -> T:
        """The answer to a question that turns on whether the house's rule plays a box now, or a player calls it."""
        left = self._players_left(board, box)
        absent = board.absent_players(left)
        if not self.has_absence_rule or not left or left[0] not in absent:
            return answer(False)  # noqa: FBT003 - the answer says what it is
        rules.value(parameters.ABSENT_STANDS_ON)
        if len(absent) == len(left) or rules.value(parameters.ABSENT_NEXT) == "nobody":
            return answer(True)  # noqa: FBT003
        return rules.evaluate(parameters.ABSENT_CALLER, lambda who: answer(who == "rule"))

    def is_player_of(self, box: int | None, player: str) -> bool:
        """Whether this person has a wager on a box; a word that nobody's name goes with is from somebody who has."""
        return not player or not self.players(box) or player in self.players(box)

    def may_call(self, board: BlackjackTable, box: int | None, player: str, rules: Rules) -> bool:
        """Whether it is for this person to call the cards of a box; a word that nobody's name goes with is the caller's."""
        return self.with_say(
            board, box, rules, lambda by_rule: self._may_call_under(board, box, player, is_by_rule=by_rule)
        )

    def _may_call_under(self, board: BlackjackTable, box: int | None, player: str, *, is_by_rule: bool) -> bool:
        if not player or not self.players(box):
            return True
        return is_by_rule if player in self.rule_callers else player == self.caller(board, box)

    def due(self, board: BlackjackTable, rules: Rules) -> Due | None:
        return self.due_first_card(board, rules) or self._due_to_hands(board, rules) or self._due_to_dealer(board, rules)

    # The first cards

    def due_first_card(self, board: BlackjackTable, rules: Rules) -> Due | None:
        """What is due of the first cards; None when they are dealt."""
        rows: tuple[tuple[parameters.Row, ...], ...] = rules.value(parameters.DEAL_ROUNDS)
        dealers = _first_dealer_cards(rules) if board.hands else 0
        undealt = any(len(hand.due_cards) < 2 and not hand.split_from for hand in board.hands)
        if not undealt and len(board.dealer.due_cards) >= dealers:
            return None
        own = 0
        for number, row in enumerate(rows, 1):
            for who in row:
                if who == "dealer":
                    own += 1
                    if len(board.dealer.due_cards) < own:
                        return Due(DEALER)
                    continue
                for hand in board.hands:
                    if not hand.split_from and len(hand.due_cards) < number:
                        return Due(hand.place)
        return None

    # The players' hands

    def _due_to_hands(self, board: BlackjackTable, rules: Rules) -> Due | None:
        if any(hand.split_from for hand in board.hands) and rules.value(parameters.SPLIT_HANDS_FILLED) == "together":
            for hand in board.hands:
                if hand.split_from and len(hand.due_cards) < 2:
                    return Due(hand.place)
        for hand in board.hands:
            due = self.due_to_hand(board, hand, rules)
            if due is not None:
                return due
        return None

    def due_to_hand(self, board: BlackjackTable, hand: Hand, rules: Rules) -> Due | None:
        """What is due to one hand, if it is not done."""
        if hand.state not in OPEN_STATES:
            return None
        if hand.state in ("hit", "doubled") or (hand.split_from and len(hand.due_cards) < 2):
            return Due(hand.place)
        if total(hand, rules)[0] >= rules.value(parameters.NO_DRAW_AT):
            return None
        if hand.split_from == "A" and rules.value(parameters.ACES_ONE) and not may_split(board, hand, rules):
            return None
        return Due(hand.place, "choose")

    def board_in_turn(self, board: BlackjackTable, act: TableAct, rules: Rules) -> BlackjackTable:
        """The table on which the act's hand comes next, where the house leaves open which of a box's split hands does."""
        box = box_of(act.place)
        hands = board.hands_of(box)
        if len(hands) < FEWEST_HANDS_IN_ANY_ORDER or (due := self.due(board, rules)) is None or due.place == act.place:
            return board
        places = [hand.place for hand in hands]
        if due.place not in places or act.place not in places:
            return board
        begun = tuple(places[: places.index(due.place)])
        if any(is_begun(hand, rules) for hand in hands[len(begun) :]):
            return board
        so_far = (*begun, act.place)
        orders = (order for _, order in orders_of_split_hands(hands) if order[: len(so_far)] == so_far)
        order = next(orders, None)
        return board if order is None or rules.value(parameters.NEW_HAND) == "last" else board.with_order(order)

    def is_hand_open(self, board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
        """Whether something is still due to a hand."""
        return self.due_to_hand(board, hand, rules) is not None

    # The dealer's hand

    def _due_to_dealer(self, board: BlackjackTable, rules: Rules) -> Due | None:
        if board.dealer.state == "passed" or dealer_stands(board.dealer, rules) or self._is_draw_left_open(board, rules):
            return None
        return (
            Due(DEALER)
            if rules.evaluate(parameters.DRAWS_FOR, lambda what: self._dealer_draws(board, what, rules))
            else None
        )

    def _dealer_draws(self, board: BlackjackTable, draws_for: str, rules: Rules) -> bool:
        """Whether the dealer needs a card, for the sake of what the house says."""
        if draws_for == "always" or self.to_the_end:
            return True
        one_card = len(board.dealer.all_cards) == 1
        if one_card and any(board.insurances):
            return True
        if draws_for == "any_hand_left":
            drawn = any(hand.state not in OUT_OF_PLAY and not is_bust(hand, rules) for hand in board.hands)
        else:
            drawn = any(self._can_change(board, hand, rules) for hand in board.hands)
        drawn = drawn or self._has_non_followers(board, rules)
        return drawn or (self._is_side_bet_open(board, rules) and rules.evaluate(parameters.SIDE_DRAWS, bool))

    def is_dealer_waited_for(self, board: BlackjackTable, rules: Rules) -> bool:
        """Whether anybody's money hangs on the dealer's next card."""
        one_card = len(board.dealer.all_cards) == 1
        changes = any(self._can_change(board, hand, rules) for hand in board.hands)
        insured = one_card and any(board.insurances)
        return changes or insured or self._is_side_bet_open(board, rules) or self._has_non_followers(board, rules)

    def _has_non_followers(self, board: BlackjackTable, rules: Rules) -> bool:
        """Whether a wager stands on fewer cards than its hand, because its player did not follow a draw."""
        return bool(board.non_followers) and rules.evaluate(parameters.DRAW_OTHERS, lambda others: others == "stay")

    def _is_draw_left_open(self, board: BlackjackTable, rules: Rules) -> bool:
        """Whether a closed round has no use for the dealer's next card, and the house leaves open if it is drawn."""
        if not self.is_closed or self.is_dealer_waited_for(board, rules):
            return False
        return len({self._dealer_draws(board, what, rules) for what in rules.possible_values(parameters.DRAWS_FOR)}) > 1

    def _is_idle_card(self, board: BlackjackTable, rules: Rules) -> bool:
        """Whether a card to the dealer is one for nobody, of which the house makes nothing."""
        if not self.is_closed or self.due(board, rules) is not None or dealer_stands(board.dealer, rules):
            return False
        nothing = rules.value(parameters.IDLE_CARDS) == "nothing" and not self.is_dealer_waited_for(board, rules)
        return nothing or self._is_draw_left_open(board, rules)

    def _is_side_bet_open(self, board: BlackjackTable, rules: Rules) -> bool:
        """Whether a side bet waits for the dealer's next card; one on a blackjack only while that can come."""
        jack = (
            "dealer_blackjack" in self.side_bet_kinds
            and len(board.dealer.all_cards) == 1
            and may_be_dealer_blackjack(board, rules)
        )
        return jack or bool(self.side_bet_kinds & _LAST_CARD_SIDE_BETS)

    def _can_change(self, board: BlackjackTable, hand: Hand, rules: Rules) -> bool:
        """Whether a further card of the dealer's can change what this hand is worth."""
        if hand.state in OUT_OF_PLAY or is_bust(hand, rules):
            return False
        if not is_blackjack(hand, rules):
            return True
        return len(board.dealer.all_cards) == 1 and may_be_dealer_blackjack(board, rules)

    # What is done with it

    def after_due(self, board: BlackjackTable, due: Due, value: str) -> BlackjackTable:
        hand = board.hand_at(due.place)
        assert hand is not None
        if due.kind == "card":
            state = hand.state
            if state in ("hit", "doubled"):
                state = "passed" if value == PASSED_OVER else "stood" if state == "doubled" else ""
            elif (
                value == PASSED_OVER
                and due.place == DEALER
                and all(len(hand.due_cards) > 1 or hand.split_from for hand in board.hands)
            ):
                state = "passed"
            return board.with_hand(hand.with_due_card(value)._replace(state=state))
        return self._after_decision(board, hand, value, due.player)

    def _after_decision(self, board: BlackjackTable, hand: Hand, decision: str, by: str = "") -> BlackjackTable:
        match decision:
            case "hit":
                return board.with_hand(hand._replace(state="hit"))
            case "double" | "free_double":
                return board.with_hand(hand._replace(state="doubled", doubled=True))
            case "split" | "free_split" if len(hand.all_cards) >= 2:
                return board.after_split(hand, self.hands_played_next)
            case "surrender":
                player = by or self.caller(board, hand.box)
                return board.after_exit(hand, player, "surrendered", self.players(hand.box))
            case "refuse_card":
                return board.with_hand(hand._replace(state="refused"))
            case _ if decision == PASSED_OVER:
                return board.with_hand(hand._replace(state="passed"))
        return board.with_hand(hand._replace(state="stood"))

    def after_undue_card(self, board: BlackjackTable, place: str, card: str, rules: Rules) -> Sequence[BlackjackTable]:  # noqa: ARG002 - the protocol's
        """Nobody heeds the card, or the dealer goes on as if it had been due."""
        hand = board.hand_at(place)
        if hand is None:
            return (board._replace(cards_aside=(*board.cards_aside, (place, card))),)
        aside = board.with_hand(hand.with_extra_card(card))
        dealing = place == DEALER or len(hand.due_cards) < 2
        return (aside, board.with_hand(hand.with_due_card(card))) if dealing else (aside,)

    # Decisions

    def is_legal(self, board: BlackjackTable, due: Due, value: str, rules: Rules) -> bool:
        hand = board.hand_at(due.place)
        assert hand is not None
        return self.with_say(
            board, hand.box, rules, lambda by_rule: self._is_legal_under(board, due, value, rules, is_by_rule=by_rule)
        )

    def _is_legal_under(self, board: BlackjackTable, due: Due, value: str, rules: Rules, *, is_by_rule: bool) -> bool:
        hand = board.hand_at(due.place)
        assert hand is not None
        if not self._may_call_under(board, hand.box, due.player, is_by_rule=is_by_rule):
            return False
        if is_by_rule:
            return value == decision_by_rule(hand, rules)
        option = OPTIONS.get(value)
        return option is not None and option(board, hand, rules)

    def implied_decision(self, board: BlackjackTable, due: Due, act: TableAct | None, rules: Rules) -> str | None:
        """A card to the hand in turn shows that it was asked for, if it could be; without told decisions, going on shows
        a stand.
        """
        if act is not None and act.kind == "card" and act.place == due.place:
            return "hit" if self.is_legal(board, due, "hit", rules) else None
        return None if self.records_decisions else "stand"

    def after_optional(self, board: BlackjackTable, act: TableAct, rules: Rules) -> BlackjackTable | None:
        if act.kind == "act":
            return board.after_presence(act)
        hand = board.hand_at(act.place)
        if act.kind == "card":
            return None if hand is None else self._after_late_card(board, hand, act.value, rules)
        if hand is None and box_of(act.place) is not None:
            return board  # somebody speaks for a box without a wager: nobody heeds it
        if (
            hand is None
            or self.due_first_card(board, rules) is not None
            or self._is_surrender_in_between(board, hand, act, rules)
        ):
            return None
        if act.value in UNASKED_DECISIONS:
            return self._after_offer(board, hand, act, rules) if self.is_player_of(hand.box, act.player) else None
        if not self.may_call(board, hand.box, act.player, rules):
            return self._after_other_player(board, hand, act, rules)
        if act.value == "surrender":
            return self._after_decision(board, hand, act.value, act.player) if may_surrender(board, hand, rules) else None
        if act.value == "double" and hand.state == "" and is_blackjack(hand, rules):
            return rules.evaluate(
                parameters.DOUBLE_BLACKJACK, lambda may: self._after_decision(board, hand, "double") if may else None
            )
        if hand.state == "passed":
            reopened = board.with_hand(hand._replace(state=""))
            due = Due(act.place, "choose")
            return self.after_due(reopened, due, act.value) if self.is_legal(reopened, due, act.value, rules) else None
        return board if self._is_needless(board, hand, act.value, rules) else None

    def _after_late_card(self, board: BlackjackTable, hand: Hand, card: str, rules: Rules) -> BlackjackTable | None:
        """The table after a card of which the house makes nothing, or one that had been passed over."""
        if hand.place == DEALER and self._is_idle_card(board, rules):
            return board.with_hand(hand.with_due_card(card))
        return _fill_passed_card(board, hand, card)

    def _is_surrender_in_between(self, board: BlackjackTable, hand: Hand, act: TableAct, rules: Rules) -> bool:
        """Whether a wager was given up while another box waited for a card, in a round in which there was an error."""
        due = self.due(board, rules) if self.is_error_noticed and act.value == "surrender" else None
        return due is not None and due.kind == "card" and box_of(due.place) not in (None, hand.box)

    def _after_other_player(self, board: BlackjackTable, hand: Hand, act: TableAct, rules: Rules) -> BlackjackTable | None:
        """What a player of the box says who does not call it: only his own wager is his to give up."""
        if act.value == "surrender" and act.player in self.players(hand.box) and not board.exit_of(hand.box, act.player):
            return self._after_decision(board, hand, act.value, act.player) if may_surrender(board, hand, rules) else None
        if act.value in ("split", "free_split"):
            return board if hand.split_from else None
        drawing = act.value == "stand" and hand.state in ("hit", "doubled")
        if drawing and rules.evaluate(parameters.DRAW_OTHERS, lambda to: to != "no_say"):
            return board._replace(non_followers=board.non_followers | {(hand.place, act.player, len(hand.all_cards))})
        done = act.value == "stand" and self.due_to_hand(board, hand, rules) is None
        return board if done or hand.state in FOLLOWED_STATES.get(act.value, ()) else None

    def _after_offer(self, board: BlackjackTable, hand: Hand, act: TableAct, rules: Rules) -> BlackjackTable:
        """An insurance, or even money for a blackjack: whether it was open is a matter of the checks."""
        player = act.player or self.caller(board, hand.box)
        if hand.box is None or not self.is_player_of(hand.box, act.player):
            return board
        if act.value == "insurance" and is_insurance_open(board, rules) and may_still_insure(board, rules):
            return board._replace(insurances=board.insurances | {(hand.box, player)})
        if act.value == "even_money" and may_take_even_money(board, hand, rules):
            return board.after_exit(hand, player, "paid", self.players(hand.box))
        return board

    def _is_needless(self, board: BlackjackTable, hand: Hand, decision: str, rules: Rules) -> bool:
        """Whether a decision changes nothing of what comes next: a split hand gets its second card anyhow."""
        match decision:
            case "stand":
                return self.due_to_hand(board, hand, rules) is None
            case "hit":
                is_unfilled = bool(hand.split_from) and len(hand.due_cards) == 1
                return is_unfilled and self.due(board, rules) == Due(hand.place)
        return decision == "refuse_card"

    def after_undue_decision(self, board: BlackjackTable, act: TableAct, rules: Rules) -> Sequence[BlackjackTable]:
        """The dealer follows a decision that was not open, or not yet, or does not heed it."""
        hand = board.hand_at(act.place)
        if hand is not None and act.value in UNASKED_DECISIONS:
            return (self._after_offer(board, hand, act, rules),)  # before all boxes have their cards
        if hand is None or act.place == DEALER or self.due_first_card(board, rules) is not None:
            return (board,)  # nobody heeds it
        due, before = self.due(board, rules), board
        if due is not None and due.place != act.place and box_of(due.place) is not None:
            open_to_it = self.due_to_hand(board, hand, rules)
            board = board.with_hand_before(hand, due.place)
            if open_to_it is not None and open_to_it.kind == "card":
                return ()
            if open_to_it is not None and self.is_legal(board, open_to_it._replace(player=act.player), act.value, rules):
                return (self._after_decision(board, hand, act.value, act.player),)
        after = self._after_decision(board, hand, act.value, act.player)
        new = {hand.place for hand in after.hands} - {hand.place for hand in board.hands}
        unlawful = {(act.place, act.value)} if act.value.endswith("double") else {(place, act.value) for place in new}
        heeded = after._replace(unlawful_decisions=after.unlawful_decisions | unlawful)
        return heeded, before

    def is_finished(self, board: BlackjackTable, place: str, rules: Rules) -> bool:
        hand = board.hand_at(place)
        return hand is not None and hand.state != "passed" and not self.is_hand_open(board, hand, rules)

    def visible_state(self, board: BlackjackTable, due: Due) -> Hashable:
        """Who decides sees the hand and the dealer's cards."""
        hand = board.hand_at(due.place) or Hand(due.place)
        players = self.players(hand.box)
        named = BY_RULE if due.player in self.rule_callers else due.player
        by = named or self.caller(board, hand.box) if players else ""
        absent = frozenset(absence for absence in board.absences if absence[0] in players)
        return DecisionView(
            due.place, tuple(sorted(hand.all_cards)), board.dealer.all_cards, len(board.hands_of(hand.box)), by, absent
        )

    def cite_grounds(self, board: BlackjackTable, place: str, rules: Rules) -> None:
        hand = board.hand_at(place)
        with rules.scope() as of_the_deal:
            dealt = self.due_first_card(board, rules) is None
            if dealt:
                of_the_deal.clear()  # the first cards are all there: what was due is no matter of their order
        if not dealt or hand is None:
            return
        if place == DEALER:
            self._due_to_dealer(board, rules)
        elif hand.state == "refused":
            rules.value(parameters.EXPOSED_CARD)
        elif hand.split_from == "A":
            rules.value(parameters.ACES_ONE)
        elif hand.doubled:
            rules.value(parameters.DOUBLE_ON)
        else:
            rules.value(parameters.NO_DRAW_AT)


def is_begun(hand: Hand, rules: Rules) -> bool:
    """Whether a split hand has been played on, or got its second card where the hands get it one after the other."""
    waiting = 2 if rules.value(parameters.SPLIT_HANDS_FILLED) == "together" else 1
    return hand.state != "" or len(hand.due_cards) > waiting


def dealer_stands(dealer: Hand, rules: Rules) -> bool:
    """Whether the dealer's hand has the total at which it stands, or more."""
    has, soft = total(dealer, rules)
    stands = rules.value(parameters.STANDS_ON)
    return has > stands or (has == stands and (not soft or rules.value(parameters.SOFT_STANDS)))


def _fill_passed_card(board: BlackjackTable, hand: Hand, card: str) -> BlackjackTable | None:
    """A first card that had been passed over is given after all: no second fault."""
    if PASSED_OVER not in hand.due_cards[:2] or hand.state != "":
        return None
    at = hand.due_cards.index(PASSED_OVER)
    return board.with_hand(
        hand.with_extra_card(card)._replace(due_cards=(*hand.due_cards[:at], card, *hand.due_cards[at + 1 :]))
    )
