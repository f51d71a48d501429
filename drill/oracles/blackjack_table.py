"""A round of blackjack as it lies after what was done, card by card and word by word: hands, and who has left them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from drill.oracles.blackjack_terms import BlackjackTerms
from ledger.values.cards import rank
from ledger.values.places import DEALER, box_of, hand_number_of

OFFER_ANSWERS: Final = frozenset({"insurance", "no_insurance", "even_money"})
OWN_WAGER_DECISIONS: Final = OFFER_ANSWERS | {"surrender"}


@dataclass(frozen=True, slots=True)
class OracleAct:
    """A card that was laid at a place, or what was decided for the hand there; `player` where several play on its box."""

    place: str
    value: str
    is_card: bool = True
    player: str = ""


@dataclass(slots=True)
class OracleHand:
    """A hand with its cards in the order in which they came. `split_rank` is the rank of what it was split from."""

    box: int
    number: int
    cards: list[str] = field(default_factory=list)
    split_rank: str = ""
    is_doubled: bool = False
    is_awaiting_card: bool = False
    """Whether a card was asked for that has not come."""
    is_closed: bool = False
    is_lawfully_split: bool = True
    """Whether the split was open that it came of."""
    is_lawfully_doubled: bool = False


def total(cards: Sequence[str], terms: BlackjackTerms) -> tuple[int, bool]:
    """What cards come to, and whether an ace among them counts high: ECA-B-E2, CCL-11, SCB-12, FBJ-13."""
    pips = sum(terms.pips[rank(card)] for card in cards)
    high = pips + terms.ace_also - terms.pips["A"]
    soft = any(rank(card) == "A" for card in cards) and high <= terms.most
    return (high, True) if soft else (pips, False)


def is_ten(card: str, terms: BlackjackTerms) -> bool:
    """Whether a card counts ten."""
    return terms.pips[rank(card)] == 10


def natural(cards: Sequence[str], terms: BlackjackTerms) -> bool:
    """21 with two cards: ECA-B-SP5, CCL-16, SCB-1, FBJ-21."""
    return len(cards) == 2 and total(cards, terms)[0] == terms.most


@dataclass(slots=True)
class OracleTable:
    """The hands of a round in the order of play, and what players have said of their own wagers.

    `players` are those of each box in the order in which they have the say there. `over` says that the round counts as it
    lies, whatever more should have come.
    """

    terms: BlackjackTerms
    players: Mapping[int, Sequence[str]]
    is_over: bool = False
    side_bet_outcomes: frozenset[str] = frozenset()
    """What the side bets are on that lie there."""
    hands: dict[tuple[int, int], OracleHand] = field(default_factory=dict)
    dealer_cards: list[str] = field(default_factory=list)
    first_two: dict[int, list[str]] = field(default_factory=dict)
    insurances: set[tuple[int, str]] = field(default_factory=set)
    exits: dict[tuple[int, str], str] = field(default_factory=dict)
    """Whose wager has left a box, and how: `surrendered`, or `paid` even money."""
    cards_when_stayed: dict[tuple[int, int, str], int] = field(default_factory=dict)
    """How many cards a hand had when a player followed it no further."""
    decided_boxes: set[int] = field(default_factory=set)
    """The boxes that have decided anything."""

    def __post_init__(self) -> None:
        self.hands = {(box, 1): OracleHand(box, 1) for box in self.players}

    # What is done

    def follow_acts(self, acts: Iterable[OracleAct]) -> "OracleTable":
        """The table after these, in their order."""
        for act in acts:
            if act.is_card:
                self._lay_card(act.place, act.value)
            else:
                self._decide(act)
        return self

    def _lay_card(self, place: str, card: str) -> None:
        if place == DEALER:
            self.dealer_cards.append(card)
        box = box_of(place)
        hand = None if box is None else self.hands.get((box, hand_number_of(place)))
        if hand is None:  # a burned or exposed card, or one to a box without a wager
            return
        hand.cards.append(card)
        if hand.number == 1 and len(self.first_two.setdefault(hand.box, [])) < 2:
            self.first_two[hand.box].append(card)
        if hand.is_awaiting_card:
            hand.is_awaiting_card, hand.is_closed = False, hand.is_doubled

    def _decide(self, act: OracleAct) -> None:
        box = box_of(act.place) or 0
        hand = self.hands.get((box, hand_number_of(act.place)))
        if hand is None:
            return
        who = act.player or self.caller(box)
        if act.value in OWN_WAGER_DECISIONS:
            self._decide_own_wager(hand, act.value, who)
        elif act.value == "stand" and hand.is_awaiting_card and who != self.caller(box):
            key = box, hand.number, who
            self.cards_when_stayed[key] = min(len(hand.cards), self.cards_when_stayed.get(key, len(hand.cards)))
        else:
            self._decide_hand(hand, act.value)
        if act.value not in OFFER_ANSWERS:
            self.decided_boxes.add(box)

    def _decide_own_wager(self, hand: OracleHand, decision: str, player: str) -> None:
        """What a player says of no wager but his own."""
        whose = hand.box, player
        if decision == "insurance" and self.is_insurance_open:
            self.insurances.add(whose)
        elif decision == "even_money" and self._may_take_even_money(hand):
            self.exits[whose] = "paid"
            self.insurances.discard(whose)
        elif decision == "surrender" and (
            self.is_over or self._may_surrender(hand)
        ):  # as it lies, the dealer went along with it
            self.exits[whose] = "surrendered"

    def _decide_hand(self, hand: OracleHand, decision: str) -> None:
        match decision:
            case "stand" if self._must_draw(hand):
                pass
            case "stand" | "refuse_card":
                hand.is_closed = True
            case "hit":
                hand.is_awaiting_card = True
            case "double" | "free_double":
                hand.is_lawfully_doubled = self._may_double(hand, decision)
                hand.is_doubled = hand.is_awaiting_card = True
            case "split" | "free_split" if len(hand.cards) > 1:
                self._split(hand, decision)

    def _split(self, hand: OracleHand, decision: str) -> None:
        of_box = [oracle_hand for oracle_hand in self.hands.values() if oracle_hand.box == hand.box]
        lawful = self._may_split(hand, decision)
        hand.split_rank, second = rank(hand.cards[0]), hand.cards.pop(1)
        number = max(oracle_hand.number for oracle_hand in of_box) + 1
        self.hands[hand.box, number] = OracleHand(hand.box, number, [second], hand.split_rank, is_lawfully_split=lawful)

    # What was open

    def caller(self, box: int) -> str:
        """The first of a box's players whose wager is still on it."""
        return next((who for who in self.players.get(box, ()) if (box, who) not in self.exits), "")

    @property
    def is_insurance_open(self) -> bool:
        """CCL-33, ECA-B-N1, SCB-8 and 8a, FBJ-38 and 39: against the dealer's ace, until the play after the deal."""
        if rank((self.dealer_cards or ["??"])[0]) not in self.terms.insurance_against:
            return False
        if self.terms.insurance_until == "decision":
            return not self.decided_boxes
        two = all(len(hand.cards) <= 2 and not hand.split_rank for hand in self.hands.values())
        return two and len(self.dealer_cards) == 1

    def _may_take_even_money(self, hand: OracleHand) -> bool:
        """CCL-34 and 34a?, ECA-B-S2, FBJ-23: a blackjack against a card with which the dealer may have one too, in time."""
        against = rank((self.dealer_cards or ["??"])[0]) in self.terms.even_against
        late = {box for box in self.decided_boxes if self.terms.even_until == "decision" or box > hand.box}
        return against and natural(hand.cards, self.terms) and not hand.split_rank and not late

    def _may_surrender(self, hand: OracleHand) -> bool:
        """SCB-14, 14a?: on the first two cards, before this box, or any, has decided."""
        fresh = (
            not hand.split_rank
            and len(hand.cards) == 2
            and not (hand.is_awaiting_card or hand.is_closed or hand.is_doubled)
        )
        return self.terms.surrender is not None and fresh and not (self.terms.surrender_until_any and self.decided_boxes)

    def _must_draw(self, hand: OracleHand) -> bool:
        """FBJ-18, 18a?: no stand at 11 or less."""
        has, soft = total(hand.cards, self.terms)
        return (has - 10 if soft and self.terms.must_draw_low else has) <= self.terms.must_draw_to

    def _may_double(self, hand: OracleHand, decision: str) -> bool:
        """ECA-B-DB1, CCL-29 and 31, SCB-2 and 6, FBJ-28 and 36; FBJ-34 for a free one."""
        terms, (has, soft) = self.terms, total(hand.cards, self.terms)
        if (
            len(hand.cards) != 2
            or (hand.split_rank == "A" and terms.aces_one_card)
            or (hand.split_rank and not terms.double_split)
        ):
            return False
        if decision == "free_double":
            aces = any(rank(card) == "A" for card in hand.cards)
            on_first = bool(hand.split_rank) and hand.number == 1
            return has in terms.free_doubles and not aces and (terms.free_on_first or not on_first)
        if has == terms.most:
            return terms.double_blackjack and not hand.split_rank
        if terms.double_on is None:
            return True
        return has in terms.double_on or (soft and terms.double_low and has - 10 in terms.double_on)

    def _may_split(self, hand: OracleHand, decision: str) -> bool:
        """ECA-B-SP1, SP4 and SP6, CCL-30 and 30a?, SCB-3 and 4a?, FBJ-25, 25a? and 29; FBJ-32 for a free one."""
        terms, first, other = self.terms, *map(rank, hand.cards[:2])
        alike = first == other if terms.pair_by == "rank" else terms.pips[first] == terms.pips[other]
        room = sum(each.box == hand.box for each in self.hands.values()) < terms.most_hands
        again = hand.split_rank != "A" or terms.aces_again
        free = decision == "split" or first in terms.free_pairs
        return len(hand.cards) == 2 and alike and room and again and free

    # How far it is

    def is_abandoned(self, hand: OracleHand) -> bool:
        """Whether no wager lies on a hand any more."""
        players = self.players.get(hand.box, ())
        return bool(players) and all((hand.box, who) in self.exits for who in players)

    def is_done(self, hand: OracleHand) -> bool:
        """Whether a hand has all its cards."""
        if self.is_over or self.is_abandoned(hand):
            return True
        if len(hand.cards) < 2 or hand.is_awaiting_card:
            return False
        if hand.is_closed or total(hand.cards, self.terms)[0] >= self.terms.no_draw_at:
            return True
        return hand.split_rank == "A" and self.terms.aces_one_card and not self._may_split(hand, "split")

    @property
    def is_dealer_done(self) -> bool:
        """Whether the dealer's hand has all its cards: ECA-B-DL1, CCL-13, SCB-20 and 20b?, FBJ-14 and 19."""
        return len(self.dealer_cards) > 1 and (self._is_dealer_standing or (self.is_over and self._is_dealer_card_needed))

    @property
    def is_dealer_drawing(self) -> bool:
        """Whether a card of the dealer's is still to come."""
        return not self._is_dealer_standing and self._is_dealer_card_needed

    @property
    def _is_dealer_standing(self) -> bool:
        has, soft = total(self.dealer_cards, self.terms)
        return has > self.terms.stands_on or (has == self.terms.stands_on and (not soft or self.terms.stands_on_soft))

    @property
    def _is_dealer_card_needed(self) -> bool:
        """Whether the dealer draws for anybody: ECA-B-DL3, CCL-13a?, FBJ-19a? and 37a?, SCB-20a?."""
        waiting = (
            {"blackjack", "over", "total"}
            if len(self.dealer_cards) == 1 and self._may_be_dealer_blackjack
            else {"over", "total"}
        )
        if self.terms.draws_for == "always" or (len(self.dealer_cards) == 1 and self.insurances):
            return True
        if self.terms.draws_for_sides and waiting & self.side_bet_outcomes:
            return True
        left = [hand for hand in self.hands.values() if not self.is_abandoned(hand)]
        alive = [hand for hand in left if total(hand.cards, self.terms)[0] <= self.terms.most]
        if self.terms.draws_for == "effect":
            return any(not self._is_decided(hand) for hand in alive)
        return bool(alive)

    def _is_decided(self, hand: OracleHand) -> bool:
        """Whether a hand is a blackjack that no further card of the dealer's can equal."""
        counts = {"": True, "A": self.terms.split_aces_blackjack}.get(hand.split_rank, self.terms.split_tens_blackjack)
        return (
            natural(hand.cards, self.terms)
            and counts
            and not (len(self.dealer_cards) == 1 and self._may_be_dealer_blackjack)
        )

    @property
    def _may_be_dealer_blackjack(self) -> bool:
        """Whether the dealer's first card may become a blackjack."""
        return any(rank(card) == "A" or is_ten(card, self.terms) for card in self.dealer_cards[:1])

    @property
    def is_complete(self) -> bool:
        """Whether every hand is done and nothing more comes to the dealer, or the round counts as it lies."""
        return self.is_over or (all(self.is_done(hand) for hand in self.hands.values()) and not self.is_dealer_drawing)
