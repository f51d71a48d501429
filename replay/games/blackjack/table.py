"""The blackjack table as it lies: hands in the order of play, the dealer's hand, and what a hand comes to."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple

from ledger.values.message import Message, Term
from ledger.values.places import DEALER, box_of, hand_number_of, hand_place
from replay.games.blackjack import parameters
from replay.judging.cards_aside import aside_text
from replay.procedure.procedure import PASSED_OVER, TableAct
from replay.rulebooks.rules import Rules

HandState = Literal["", "hit", "doubled", "passed", "stood", "refused", "paid", "surrendered"]
"""A hand's: open; asked for a card; doubled and waiting for its card; passed over; done; having refused a card that came
in error; taken at even money, or given up for a part of its stake, by all who play on it."""

OUT_OF_PLAY: Final = ("paid", "surrendered")
"""States of a hand on which no wager lies any more."""


class Hand(NamedTuple):
    """A hand: the cards that lie there in the order in which they came, and `cards`, those of them that were due.

    PASSED_OVER stands in `cards` where one was. `split_from` is the rank of the pair that it was split from,
    `came_from` the place of the hand whose second card it was made of, `doubled` whether it was doubled.
    """

    place: str
    all_cards: tuple[str, ...] = ()
    due_cards: tuple[str, ...] = ()
    state: HandState = ""
    split_from: str = ""
    doubled: bool = False
    came_from: str = ""

    def with_due_card(self, card: str) -> "Hand":
        """The hand after a card that was due to it; PASSED_OVER where that was."""
        return self._replace(
            due_cards=(*self.due_cards, card),
            all_cards=self.all_cards if card == PASSED_OVER else (*self.all_cards, card),
        )

    def with_extra_card(self, card: str) -> "Hand":
        """The hand after a card that was not due to it."""
        return self._replace(all_cards=(*self.all_cards, card))

    @property
    def box(self) -> int | None:
        return box_of(self.place)


ABSENT: Final = "absent"
PRESENT: Final = "present"
"""What becomes of a player's place at the table."""

Absences = frozenset[tuple[str, int]]
"""Who is not at the table, each with the position of the entry that says so."""


class BlackjackTable(NamedTuple):
    """The hands in the order in which they are played, and the dealer's.

    `insurances` are the boxes with an insurance and whose it is, `exits` whose wager on a box has left it and how, a
    state of GONE; nobody's name is that of whoever calls the box. `non_followers` is who did not follow a draw: place,
    player, and how many cards lay there. `cards_aside` are the cards that lie where no hand is, `unlawful_decisions`
    the hands that were doubled, and those that a split made, though it was not open: place and decision. `absences` is
    who is not there now.
    """

    hands: tuple[Hand, ...]
    dealer: Hand = Hand(DEALER)
    insurances: frozenset[tuple[int, str]] = frozenset()
    exits: frozenset[tuple[int, str, str]] = frozenset()
    non_followers: frozenset[tuple[str, str, int]] = frozenset()
    cards_aside: tuple[tuple[str, str], ...] = ()
    unlawful_decisions: frozenset[tuple[str, str]] = frozenset()
    absences: Absences = frozenset()

    @classmethod
    def before_deal(cls, boxes: Iterable[int]) -> "BlackjackTable":
        """The table before the deal, with these boxes in play, from the dealer's left."""
        return cls(tuple(Hand(hand_place(box)) for box in sorted(set(boxes))))

    def hand_at(self, place: str) -> Hand | None:
        """The hand at a place."""
        if place == DEALER:
            return self.dealer
        for hand in self.hands:
            if hand.place == place:
                return hand
        return None

    def with_hand(self, hand: Hand) -> "BlackjackTable":
        """The table with this hand instead of the one at its place."""
        if hand.place == DEALER:
            return self._replace(dealer=hand)
        return self._replace(
            hands=tuple(hand if other_hand.place == hand.place else other_hand for other_hand in self.hands)
        )

    def after_split(self, hand: Hand, played_next: Collection[str] = ()) -> "BlackjackTable":
        """The table with a hand's second card made a hand of its own: the box's next number, played after the others, or
        right after the one that was split where its place is among these.
        """
        first, second = hand.all_cards[:2]
        pair = first[0]
        of_box = [hand_of_box for hand_of_box in self.hands if hand_of_box.box == hand.box]
        number = max(hand_number_of(hand_of_box.place) for hand_of_box in of_box) + 1
        place = hand_place(hand.box or 0, number)
        new = Hand(place, (second,), (second,), split_from=pair, came_from=hand.place)
        kept = hand._replace(all_cards=(first, *hand.all_cards[2:]), due_cards=(first,), split_from=pair, state="")
        at = self.hands.index(hand if place in played_next else of_box[-1]) + 1
        hands = (*self.hands[:at], new, *self.hands[at:])
        return self._replace(hands=tuple(kept if other_hand is hand else other_hand for other_hand in hands))

    def after_exit(self, hand: Hand, player: str, state: HandState, players: Sequence[str]) -> "BlackjackTable":
        """The table once a player's wager is off a hand; with the last one of the box the hand is gone."""
        box = hand.box or 0
        out = self.exits | {(box, player, state)}
        left = {player for player in players if not any(at == box and who == player for at, who, _ in out)}
        table = self._replace(
            exits=out, insurances=self.insurances - {(box, player)} if state == "paid" else self.insurances
        )
        return table if left else table.with_hand(hand._replace(state=state))

    def exit_of(self, box: int | None, player: str) -> str:
        """How a player's wager left a box; empty if it did not."""
        return next((how for at, who, how in self.exits if at == box and who in (player, "")), "")

    def absent_players(self, players: Iterable[str]) -> frozenset[str]:
        """Those of some players who are not there."""
        return frozenset(players) & {player for player, _ in self.absences} if self.absences else frozenset()

    def after_presence(self, act: TableAct) -> "BlackjackTable":
        """The table after a player was found absent, or showed that he is there."""
        others = frozenset(absence for absence in self.absences if absence[0] != act.player)
        return self._replace(absences=others | {(act.player, act.position)} if act.value == ABSENT else others)

    def cards_when_stayed(self, place: str, player: str) -> int | None:
        """How many cards a hand had when a player followed it no further; None if he did not say so."""
        return min((cards for at, who, cards in self.non_followers if (at, who) == (place, player)), default=None)

    def is_insured(self, box: int | None, player: str) -> bool:
        """Whether a player's wager on a box is insured."""
        return any(at == box and who in (player, "") for at, who in self.insurances)

    def with_hand_before(self, hand: Hand, place: str) -> "BlackjackTable":
        """The table with a hand played before the one at another place."""
        others = [other_hand for other_hand in self.hands if other_hand.place != hand.place]
        at = next((n for n, other_hand in enumerate(others) if other_hand.place == place), len(others))
        return self._replace(hands=(*others[:at], hand, *others[at:]))

    def hands_of(self, box: int | None) -> tuple[Hand, ...]:
        """The hands of a box."""
        return tuple(hand for hand in self.hands if hand.box == box)

    def with_order(self, places: Sequence[str]) -> "BlackjackTable":
        """The table with the hands of a box played in this order."""
        own = iter(places)
        ordered = [next(own) if hand.place in places else hand.place for hand in self.hands]
        by_place = {hand.place: hand for hand in self.hands}
        return self._replace(hands=tuple(by_place[place] for place in ordered))


def orders_of_split_hands(hands: Iterable[Hand]) -> list[tuple[frozenset[str], tuple[str, ...]]]:
    """The orders in which a box's hands can be played where the hand of a further split is played last or next.

    Each with the hands that are played next in it; the orders with the fewest of these come first.
    """
    orders: list[tuple[frozenset[str], tuple[str, ...]]] = [(frozenset(), ())]
    for hand in sorted(hands, key=lambda hand: hand_number_of(hand.place)):
        last = [(played_next, (*order, hand.place)) for played_next, order in orders]
        beside = [
            (played_next | {hand.place}, (*order[:at], hand.place, *order[at:]))
            for played_next, order in orders
            if hand.came_from in order and (at := order.index(hand.came_from) + 1) < len(order)
        ]
        orders = [*last, *beside]
    return sorted(orders, key=lambda order: len(order[0]))


def total(hand: Hand, rules: Rules) -> tuple[int, bool]:
    """What a hand comes to, and whether an ace in it counts high: a soft total."""
    worth, high, most = (
        rules.value(parameters.POINTS),
        rules.value(parameters.ACE_HIGH),
        rules.value(parameters.MOST_POINTS),
    )
    cards = hand.all_cards
    pips = sum(worth[card[0]] for card in cards)
    raised = pips + high - worth["A"]
    soft = raised <= most and any(card[0] == "A" for card in cards)
    return (raised, True) if soft else (pips, False)


def is_bust(hand: Hand, rules: Rules) -> bool:
    """Whether a hand has more than is allowed, and so has lost."""
    return total(hand, rules)[0] > rules.value(parameters.MOST_POINTS)


def is_two_card_21(hand: Hand, rules: Rules) -> bool:
    """Whether a hand is an ace and a ten, be it split or not."""
    return len(hand.all_cards) == 2 and total(hand, rules)[0] == rules.value(parameters.MOST_POINTS)


def is_ten(card: str, rules: Rules) -> bool:
    """Whether a card counts ten."""
    return bool(rules.value(parameters.POINTS)[card[0]] == parameters.TEN)


def is_blackjack(hand: Hand, rules: Rules) -> bool:
    """Whether a hand is a blackjack; one of a split pair as the house has it."""
    if not is_two_card_21(hand, rules):
        return False
    if not hand.split_from:
        return True
    return rules.value(parameters.SPLIT_ACES_BJ if hand.split_from == "A" else parameters.SPLIT_TENS_BJ)


def place_name(place: str) -> str:
    """A place as it is said: `box 3`, `the second hand of box 3`, `the dealer`."""
    box = box_of(place)
    if box is None:
        return Term("the dealer") if place == DEALER else aside_text(place)
    number = hand_number_of(place)
    return Message("box {box}", box=box) if number == 1 else Message("hand {number} of box {box}", number=number, box=box)
