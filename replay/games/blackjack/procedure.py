"""The play of a blackjack round: what is due next, card by card and decision by decision, in any house."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.values.places import DEALER, box_of, number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.table import GONE, Hand, Table, blackjack, is_ten, over, total, two_card_21
from replay.procedure.procedure import HOLE, Done, Due, Procedure
from replay.rulebooks.rules import Rules

Option = Callable[[Table, Hand, Rules], bool]


def may_stand(_: Table, hand: Hand, rules: Rules) -> bool:
    has, least = _counts(hand, rules), rules.value(parameters.MUST_DRAW)
    return rules.depends(parameters.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == "high" else min(has)) > least)


def may_refuse(_: Table, __: Hand, ___: Rules) -> bool:
    """Whoever is offered a card may say that he does not want it: what that is worth is another matter."""
    return True


def may_hit(_: Table, hand: Hand, rules: Rules) -> bool:
    return not _one_card_only(hand, rules)


def _one_card_only(hand: Hand, rules: Rules) -> bool:
    return hand.split_from == "A" and rules.value(parameters.ACES_ONE)


def _two_to_double(hand: Hand, rules: Rules) -> bool:
    if len(hand.lying) != 2 or _one_card_only(hand, rules):
        return False
    return not hand.split_from or rules.value(parameters.DOUBLE_SPLIT)


def may_double(_: Table, hand: Hand, rules: Rules) -> bool:
    if not _two_to_double(hand, rules):
        return False
    on = rules.value(parameters.DOUBLE_ON)
    if isinstance(on, str):
        return True
    has, low = _counts(hand, rules)
    return rules.depends(parameters.DOUBLE_SOFT, lambda counts: has in on or (counts == "either" and low in on))


def may_double_free(_: Table, hand: Hand, rules: Rules) -> bool:
    if not _two_to_double(hand, rules) or any(card[0] == "A" for card in hand.lying):
        return False
    if hand.split_from and number_of(hand.place) == 1 and not rules.depends(parameters.FREE_ON_FIRST, bool):
        return False
    return total(hand, rules)[0] in rules.value(parameters.FREE_DOUBLE)


def may_split(board: Table, hand: Hand, rules: Rules) -> bool:
    if len(hand.lying) != 2 or len(board.hands_of(hand.box)) >= rules.value(parameters.SPLITS):
        return False
    first, second = hand.lying
    worth = rules.value(parameters.POINTS)
    same = rules.depends(
        parameters.PAIR,
        lambda of: first[0] == second[0] if of == "rank" else worth[first[0]] == worth[second[0]],
    )
    if not same:
        return False
    return hand.split_from != "A" or rules.value(parameters.ACES_AGAIN)


def may_split_free(board: Table, hand: Hand, rules: Rules) -> bool:
    return may_split(board, hand, rules) and hand.lying[0][0] in rules.value(parameters.FREE_SPLIT)


def may_surrender(board: Table, hand: Hand, rules: Rules) -> bool:
    if rules.value(parameters.SURRENDER) == "none" or hand.state != "" or hand.split_from or len(hand.lying) != 2:
        return False
    return rules.depends(parameters.SURRENDER_UNTIL, lambda until: until == "box_decides" or untouched(board))


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


def ruled(hand: Hand, rules: Rules) -> str:
    """What the house's rule decides for a hand that nobody is there to call."""
    return "hit" if total(hand, rules)[0] < rules.value(parameters.ABSENT_STANDS_ON) else "stand"


def _counts(hand: Hand, rules: Rules) -> tuple[int, int]:
    """What a hand comes to with an ace counted high, if that can be, and with all aces low."""
    has, soft = total(hand, rules)
    return has, has - rules.value(parameters.ACE_HIGH) + rules.value(parameters.POINTS)["A"] if soft else has


def half_a_blackjack(board: Table, rules: Rules) -> bool:
    """Whether the dealer's first card may become a blackjack."""
    return any(card[0] == "A" or is_ten(card, rules) for card in board.dealer.lying[:1])


def untouched(board: Table) -> bool:
    """Whether no hand has been played on since the first cards, but by taking even money."""
    hands = (hand for hand in board.hands if hand.state not in GONE)
    return all(hand.state == "" and not hand.split_from and len(hand.cards) <= 2 for hand in hands)


def still_insures(board: Table, rules: Rules) -> bool:
    """Whether insurance may still be laid."""
    if rules.value(parameters.INSURANCE_UNTIL) == "first_decision":
        return untouched(board)
    dealt = all(len(hand.lying) <= 2 and not hand.split_from for hand in board.hands)
    return dealt and len(board.dealer.lying) == 1


def insurance_open(board: Table, rules: Rules) -> bool:
    """Whether the dealer's first card is one against which the house insures."""
    return any(card[0] in rules.value(parameters.INSURED_AGAINST) for card in board.dealer.lying[:1])


def even_money_open(board: Table, hand: Hand, rules: Rules) -> bool:
    """Whether a blackjack may be paid even money at once."""
    against = rules.value(parameters.EVEN_MONEY)
    natural = two_card_21(hand, rules) and not hand.split_from
    return natural and any(card[0] in against for card in board.dealer.lying[:1])


OPEN: Final = ("", "hit", "doubled")
_LATE_SIDES: Final = frozenset[parameters.SideBet]({"dealer_over", "dealer_total"})
"""What side bets are on that only the dealer's last card decides."""

OFFERS: Final = frozenset({"insurance", "no_insurance", "even_money"})
"""What a player may say without being asked for a decision."""

FOLLOWS: Final[Mapping[str, tuple[str, ...]]] = {
    "hit": ("hit",),
    "stand": ("stood",),
    "double": ("doubled",),
    "free_double": ("doubled",),
}
"""In which states of the hand another player of the box only says what whoever calls it has decided."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What whoever decides can see: the cards of the hand, in no order, and the dealer's; how often the box was split.

    `by` is who decides, where it is known who plays on the box.
    """

    place: str
    own: tuple[str, ...]
    dealer: tuple[str, ...]
    hands: int = 1
    by: str = ""


@dataclass(frozen=True, slots=True)
class Play(Procedure[Table]):
    """The procedure of blackjack.

    `told` says whether the record has the players' decisions at all; `to_the_end` draws the dealer's hand for its own
    sake, whatever the players have. `say` are the players of each box in the order in which they have the say there,
    `stood_in` the boxes where somebody calls for a player who is not there, `ruled` those that are played by the house's
    rule, `sides` what the side bets are on that lie on the table. `closed` says that the round is over: what the dealer
    then drew for nobody, or did not draw, is nothing where the house leaves it open. `noticed` says that somebody spoke
    of an error, `beside` are the boxes where a hand that is split again is followed by the new one, and not by the others.
    """

    told: bool = True
    to_the_end: bool = False
    say: tuple[tuple[int, tuple[str, ...]], ...] = ()
    ruled: frozenset[int] = frozenset()
    sides: frozenset[parameters.SideBet] = frozenset()
    closed: bool = False
    stood_in: frozenset[int] = frozenset()
    noticed: bool = False
    beside: frozenset[int] = frozenset()

    def players(self, box: int | None) -> tuple[str, ...]:
        """The players of a box, the one who calls its cards first; empty where nobody said who plays there."""
        return next((players for at, players in self.say if at == box), ())

    def caller(self, board: Table, box: int | None) -> str:
        """Who calls the cards of a box now: the first of its players who is still in the round."""
        return next((one for one in self.players(box) if not board.left(box, one)), "")

    def heeds(self, board: Table, box: int | None, by: str) -> bool:
        """Whether it is for this person to call the cards of a box; a word that nobody's name goes with is the caller's."""
        return not by or not self.players(box) or by == self.caller(board, box)

    def due(self, board: Table, rules: Rules) -> Due | None:
        return self.dealing(board, rules) or self._hands(board, rules) or self._dealer(board, rules)

    # The first cards

    def dealing(self, board: Table, rules: Rules) -> Due | None:
        """What is due of the first cards; None when they are dealt."""
        rows: tuple[tuple[parameters.Row, ...], ...] = rules.value(parameters.DEAL)
        dealers = sum(row.count("dealer") for row in rows) if board.hands else 0
        undealt = any(len(hand.cards) < 2 and not hand.split_from for hand in board.hands)
        if not undealt and len(board.dealer.cards) >= dealers:
            return None
        own = 0
        for number, row in enumerate(rows, 1):
            for who in row:
                if who == "dealer":
                    own += 1
                    if len(board.dealer.cards) < own:
                        return Due(DEALER)
                    continue
                for hand in board.hands:
                    if not hand.split_from and len(hand.cards) < number:
                        return Due(hand.place)
        return None

    # The players' hands

    def _hands(self, board: Table, rules: Rules) -> Due | None:
        if any(hand.split_from for hand in board.hands) and rules.value(parameters.FILLS) == "together":
            for hand in board.hands:
                if hand.split_from and len(hand.cards) < 2:
                    return Due(hand.place)
        for hand in board.hands:
            due = self.hand_due(board, hand, rules)
            if due is not None:
                return due
        return None

    def hand_due(self, board: Table, hand: Hand, rules: Rules) -> Due | None:
        """What is due to one hand, if it is not done."""
        if hand.state not in OPEN:
            return None
        if hand.state in ("hit", "doubled") or (hand.split_from and len(hand.cards) < 2):
            return Due(hand.place)
        if total(hand, rules)[0] >= rules.value(parameters.NO_DRAW_AT):
            return None
        if hand.split_from == "A" and rules.value(parameters.ACES_ONE) and not may_split(board, hand, rules):
            return None
        return Due(hand.place, "choose")

    def hand_open(self, board: Table, hand: Hand, rules: Rules) -> bool:
        """Whether something is still due to a hand."""
        return self.hand_due(board, hand, rules) is not None

    # The dealer's hand

    def _dealer(self, board: Table, rules: Rules) -> Due | None:
        if board.dealer.state == "passed" or enough(board.dealer, rules) or self._left_open(board, rules):
            return None
        return Due(DEALER) if rules.depends(parameters.DRAWS_FOR, lambda what: self._draws(board, what, rules)) else None

    def _draws(self, board: Table, draws_for: str, rules: Rules) -> bool:
        """Whether the dealer needs a card, for the sake of what the house says."""
        if draws_for == "always" or self.to_the_end:
            return True
        one_card = len(board.dealer.lying) == 1
        if one_card and any(board.insured):
            return True
        if draws_for == "any_hand_left":
            drawn = any(hand.state not in GONE and not over(hand, rules) for hand in board.hands)
        else:
            drawn = any(self._can_change(board, hand, rules) for hand in board.hands)
        drawn = drawn or self._somebody_stayed(board, rules)
        return drawn or (self._sides_open(board, rules) and rules.depends(parameters.SIDE_DRAWS, bool))

    def waited_for(self, board: Table, rules: Rules) -> bool:
        """Whether anybody's money hangs on the dealer's next card."""
        one_card = len(board.dealer.lying) == 1
        changes = any(self._can_change(board, hand, rules) for hand in board.hands)
        insured = one_card and any(board.insured)
        return changes or insured or self._sides_open(board, rules) or self._somebody_stayed(board, rules)

    def _somebody_stayed(self, board: Table, rules: Rules) -> bool:
        """Whether a wager stands on fewer cards than its hand, because its player did not follow a draw."""
        return bool(board.behind) and rules.depends(parameters.DRAW_OTHERS, lambda others: others == "stay")

    def _left_open(self, board: Table, rules: Rules) -> bool:
        """Whether a closed round has no use for the dealer's next card, and the house leaves open if it is drawn."""
        if not self.closed or self.waited_for(board, rules):
            return False
        return len({self._draws(board, what, rules) for what in rules.possible(parameters.DRAWS_FOR)}) > 1

    def _idle(self, board: Table, rules: Rules) -> bool:
        """Whether a card to the dealer is one for nobody, of which the house makes nothing."""
        if not self.closed or self.due(board, rules) is not None or enough(board.dealer, rules):
            return False
        nothing = rules.value(parameters.IDLE_CARDS) == "nothing" and not self.waited_for(board, rules)
        return nothing or self._left_open(board, rules)

    def _sides_open(self, board: Table, rules: Rules) -> bool:
        """Whether a side bet waits for the dealer's next card; one on a blackjack only while that can come."""
        jack = "dealer_blackjack" in self.sides and len(board.dealer.lying) == 1 and half_a_blackjack(board, rules)
        return jack or bool(self.sides & _LATE_SIDES)

    def _can_change(self, board: Table, hand: Hand, rules: Rules) -> bool:
        """Whether a further card of the dealer's can change what this hand is worth."""
        if hand.state in GONE or over(hand, rules):
            return False
        if not blackjack(hand, rules):
            return True
        return len(board.dealer.lying) == 1 and half_a_blackjack(board, rules)

    # What is done with it

    def take(self, board: Table, due: Due, given: str) -> Table:
        hand = board.at(due.place)
        assert hand is not None
        if due.act == "card":
            state = hand.state
            if state in ("hit", "doubled"):
                state = "passed" if given == HOLE else "stood" if state == "doubled" else ""
            elif given == HOLE and due.place == DEALER and all(len(one.cards) > 1 or one.split_from for one in board.hands):
                state = "passed"
            return board.put(replace(hand.given(given), state=state))
        return self._decided(board, hand, given, due.by)

    def _decided(self, board: Table, hand: Hand, what: str, by: str = "") -> Table:
        match what:
            case "hit":
                return board.put(replace(hand, state="hit"))
            case "double" | "free_double":
                return board.put(replace(hand, state="doubled", doubled=True))
            case "split" | "free_split" if len(hand.lying) >= 2:
                return board.split(hand, beside=hand.box in self.beside)
            case "surrender":
                player = by or self.caller(board, hand.box)
                return board.leaves(hand, player, "surrendered", self.players(hand.box))
            case "refuse_card":
                return board.put(replace(hand, state="refused"))
            case _ if what == HOLE:
                return board.put(replace(hand, state="passed"))
        return board.put(replace(hand, state="stood"))

    def lay(self, board: Table, place: str, card: str, rules: Rules) -> Sequence[Table]:  # noqa: ARG002 - the protocol's
        """Nobody heeds the card, or the dealer goes on as if it had been due."""
        hand = board.at(place)
        if hand is None:
            return (replace(board, aside=(*board.aside, (place, card))),)
        aside = board.put(hand.laid(card))
        dealing = place == DEALER or len(hand.cards) < 2
        return (aside, board.put(hand.given(card))) if dealing else (aside,)

    # Decisions

    def legal(self, board: Table, due: Due, given: str, rules: Rules) -> bool:
        hand = board.at(due.place)
        assert hand is not None
        if not self.heeds(board, hand.box, due.by):
            return False
        if hand.box in self.ruled:
            return given == ruled(hand, rules)
        option = OPTIONS.get(given)
        return option is not None and option(board, hand, rules)

    def implied(self, board: Table, due: Due, act: Done | None, rules: Rules) -> str | None:
        """A card to the hand in turn shows that it was asked for, if it could be; without told decisions, going on shows
        a stand.
        """
        if act is not None and act.act == "card" and act.place == due.place:
            return "hit" if self.legal(board, due, "hit", rules) else None
        return None if self.told else "stand"

    def allows(self, board: Table, act: Done, rules: Rules) -> Table | None:
        hand = board.at(act.place)
        if act.act == "card" and hand is not None:
            if act.place == DEALER and self._idle(board, rules):
                return board.put(hand.given(act.given))
            return _belated(board, hand, act.given)
        if hand is None and box_of(act.place) is not None and act.act == "choose":
            return board  # somebody speaks for a box without a wager: nobody heeds it
        if hand is None or self.dealing(board, rules) is not None or self._gone_on(board, hand, act, rules):
            return None
        if act.given in OFFERS:
            return self._offered(board, hand, act, rules)
        if not self.heeds(board, hand.box, act.by):
            return self._of_another(board, hand, act, rules)
        if act.given == "surrender":
            return self._decided(board, hand, act.given, act.by) if may_surrender(board, hand, rules) else None
        if act.given == "double" and hand.state == "" and blackjack(hand, rules):
            return rules.depends(
                parameters.DOUBLE_BLACKJACK, lambda may: self._decided(board, hand, "double") if may else None
            )
        if hand.state == "passed":
            reopened = board.put(replace(hand, state=""))
            due = Due(act.place, "choose")
            return self.take(reopened, due, act.given) if self.legal(reopened, due, act.given, rules) else None
        needless = act.given == "refuse_card" or (act.given == "stand" and self.hand_due(board, hand, rules) is None)
        return board if needless else None

    def _gone_on(self, board: Table, hand: Hand, act: Done, rules: Rules) -> bool:
        """Whether a wager was given up while another box waited for a card, in a round in which there was an error."""
        due = self.due(board, rules) if self.noticed and act.given == "surrender" else None
        return due is not None and due.act == "card" and box_of(due.place) not in (None, hand.box)

    def _of_another(self, board: Table, hand: Hand, act: Done, rules: Rules) -> Table | None:
        """What a player of the box says who does not call it: only his own wager is his to give up."""
        if act.given == "surrender" and act.by in self.players(hand.box) and not board.left(hand.box, act.by):
            return self._decided(board, hand, act.given, act.by) if may_surrender(board, hand, rules) else None
        if act.given in ("split", "free_split"):
            return board if hand.split_from else None
        drawing = act.given == "stand" and hand.state in ("hit", "doubled")
        if drawing and rules.depends(parameters.DRAW_OTHERS, lambda to: to != "no_say"):
            return replace(board, behind=board.behind | {(hand.place, act.by, len(hand.lying))})
        done = act.given == "stand" and self.hand_due(board, hand, rules) is None
        return board if done or hand.state in FOLLOWS.get(act.given, ()) else None

    def _offered(self, board: Table, hand: Hand, act: Done, rules: Rules) -> Table:
        """An insurance, or even money for a blackjack: whether it was open is a matter of the checks."""
        player = act.by or self.caller(board, hand.box)
        if hand.box is None:
            return board
        if act.given == "insurance" and insurance_open(board, rules) and still_insures(board, rules):
            return replace(board, insured=board.insured | {(hand.box, player)})
        if act.given == "even_money" and even_money_open(board, hand, rules) and untouched(board):
            return board.leaves(hand, player, "paid", self.players(hand.box))
        return board

    def ahead(self, board: Table, act: Done, rules: Rules) -> Sequence[Table]:
        """The dealer follows a decision that was not open, or not yet, or does not heed it."""
        hand = board.at(act.place)
        if hand is not None and act.given in OFFERS:
            return (self._offered(board, hand, act, rules),)  # before all boxes have their cards
        if hand is None or act.place == DEALER or self.dealing(board, rules) is not None:
            return (board,)  # nobody heeds it
        due, before = self.due(board, rules), board
        if due is not None and due.place != act.place and box_of(due.place) is not None:
            open_to_it = self.hand_due(board, hand, rules)
            board = board.in_turn(hand, due.place)
            if open_to_it is not None and open_to_it.act == "card":
                return ()
            if open_to_it is not None and self.legal(board, replace(open_to_it, by=act.by), act.given, rules):
                return (self._decided(board, hand, act.given, act.by),)
        after = self._decided(board, hand, act.given, act.by)
        new = {one.place for one in after.hands} - {one.place for one in board.hands}
        unlawful = {(act.place, act.given)} if act.given.endswith("double") else {(place, act.given) for place in new}
        heeded = replace(after, unlawful=after.unlawful | unlawful)
        return heeded, before

    def done_with(self, board: Table, place: str, rules: Rules) -> bool:
        hand = board.at(place)
        return hand is not None and hand.state != "passed" and not self.hand_open(board, hand, rules)

    def info(self, board: Table, due: Due) -> Hashable:
        """Who decides sees the hand and the dealer's cards."""
        hand = board.at(due.place) or Hand(due.place)
        by = due.by or self.caller(board, hand.box) if self.players(hand.box) else ""
        return Seen(due.place, tuple(sorted(hand.lying)), board.dealer.lying, len(board.hands_of(hand.box)), by)

    def grounds(self, board: Table, place: str, rules: Rules) -> None:
        hand = board.at(place)
        with rules.scope() as of_the_deal:
            dealt = self.dealing(board, rules) is None
            if dealt:
                of_the_deal.clear()  # the first cards are all there: what was due is no matter of their order
        if not dealt or hand is None:
            return
        if place == DEALER:
            self._dealer(board, rules)
        elif hand.state == "refused":
            rules.value(parameters.EXPOSED)
        elif hand.split_from == "A":
            rules.value(parameters.ACES_ONE)
        elif hand.doubled:
            rules.value(parameters.DOUBLE_ON)
        else:
            rules.value(parameters.NO_DRAW_AT)


def enough(dealer: Hand, rules: Rules) -> bool:
    """Whether the dealer's hand has the total at which it stands, or more."""
    has, soft = total(dealer, rules)
    stands = rules.value(parameters.STANDS_ON)
    return has > stands or (has == stands and (not soft or rules.value(parameters.SOFT_STANDS)))


def _belated(board: Table, hand: Hand, card: str) -> Table | None:
    """A first card that had been passed over is given after all: no second fault."""
    if HOLE not in hand.cards[:2] or hand.state != "":
        return None
    at = hand.cards.index(HOLE)
    return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at + 1 :])))
