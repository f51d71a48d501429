"""The broken engines for blackjack that pass: no ruling on any round that is tried can differ. Each with the reason."""

from collections.abc import Mapping
from typing import Final

_VALUES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "the house has no finding for a decision of which only a half was given": {
        "riverboat": ("decision.needs becomes both",),
        "ccl": ("decision.needs becomes both",),
    },
    "a dealer's blackjack beats every other 21 there, and less has lost anyway": {
        "riverboat": ("double.lost_to_blackjack becomes False", "split.lost_to_blackjack becomes False"),
        "ccl": ("double.lost_to_blackjack becomes False", "split.lost_to_blackjack becomes False"),
    },
    "the house splits once, so that no split ace may be split again whatever it says of aces": {
        "riverboat": ("split.aces_again becomes True",),
    },
    "the house has no finding for an insurance that is collected late, and it is worth the same": {
        "riverboat": ("insurance.is_collected becomes with_the_second_card",),
        "ccl": ("insurance.is_collected becomes with_the_second_card",),
    },
    "the house has no finding for a blackjack that is paid late, and it is worth the same": {
        "ccl": ("blackjack.paid_at_once becomes True",),
    },
    "every total may be doubled there": {"ccl": ("double.soft_total_counts becomes high",)},
    "the house has no even money": {
        "riverboat": ("even_money.odds becomes 2:1", "even_money.odds becomes 1:2"),
    },
    "no multiple of the unit lies between the two": {"eca-blackjack": ("limits.box  most becomes 501",)},
    "the house has no finding for tips": {
        "riverboat": ("tips.allowed becomes False",),
        "ccl": ("tips.allowed becomes False",),
    },
    "nothing reads the clause: it speaks of boxes that several players share, and of who calls these": {
        "eca-blackjack": tuple(
            f"{what}"
            for c in ("ECA-C3a?", "ECA-B-W4a?")
            for what in (f"the resolution of {c} is removed", f"{c} is resolved to b")
        ),
    },
    "a card that the round has no more use for changes no hand and no money, wherever it goes": {
        "riverboat": ("error.card_to_completed_dealer becomes next", "error.left_over_card becomes next"),
        "eca-blackjack": ("error.card_to_completed_dealer  becomes next", "error.left_over_card  becomes burn"),
        "ccl": (
            "error.card_to_completed_dealer becomes burn",
            "error.left_over_card in reading a becomes burn",
            "error.left_over_card in reading b becomes next",
            "CCL-25a? is resolved to a",
            "CCL-25a? is resolved to b",
        ),
    },
}
"""By the reason: flips of a house's values."""

_CODE: Final[Mapping[str, tuple[str, ...]]] = {
    "the search for a hand or a dealer without a card is made once more and finds none": (
        "Play.dealing: undealt = any((len(hand.cards) < 2 and (not hand.split_from) for hand in board.hands)) -> "
        "undealt = any((len(hand.cards) < 2 or not hand.split_from for hand in board.hands))",
        "Play.dealing: undealt = any((len(hand.cards) < 2 and (not hand.split_from) for hand in board.hands)) -> "
        "undealt = any((len(hand.cards) < 3 and (not hand.split_from) for hand in board.hands))",
        "Play.dealing: undealt = any((len(hand.cards) < 2 and (not hand.split_from) for hand in board.hands)) -> "
        "undealt = any((len(hand.cards) <= 2 and (not hand.split_from) for hand in board.hands))",
    ),
    "without hands nobody is dealt to, and the dealer has no fewer cards than that": (
        "Play.dealing: dealers = sum((row.count('dealer') for row in rows)) if board.hands else 0 -> dealers = "
        "sum((row.count('dealer') for row in rows)) if board.hands else -1",
    ),
    "a card laid where it was not due is put right alike, however the dealer goes on": (
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place != DEALER or len(hand.cards) < 2",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER or len(hand.cards) < 3",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER or len(hand.cards) <= 2",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER or len(hand.cards) < 1",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER and len(hand.cards) < 2",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER or len(hand.cards) >= 2",
        "Play.lay: return (aside, board.put(hand.given(card))) if dealing else (aside,) -> return (aside, "
        "board.put(hand.given(card))) if not dealing else (aside,)",
    ),
    "nobody asks to split a single card": ("Play._decided: match what: 2 -> match what: 1",),
    "a decision made late is as well explained by a hand that was played out of turn": (
        "Play.allows: return self.take(reopened, due, act.given) if self.legal(reopened, due, act.given, rules) "
        "else None -> return self.take(reopened, due, act.given) if not self.legal(reopened, due, act.given, "
        "rules) else None",
    ),
    "nobody decides before the cards are dealt, and nobody but the boxes": (
        "Play.ahead: if hand is None or act.place == DEALER or self.dealing(board, rules) is not None -> if hand "
        "is None and act.place == DEALER and (self.dealing(board, rules) is not None)",
    ),
    "boxes played out of turn are put right by the lawful line, which does not depend on what the dealer took for it": (
        "Play.ahead: return (heeded, before) if self.done_with(before, act.place, rules) else (heeded,) -> return "
        "(heeded, before) if not self.done_with(before, act.place, rules) else (heeded,)",
        "Play.ahead: if open_to_it is not None and open_to_it.act == 'card' -> if open_to_it is not None and "
        "open_to_it.act != 'card'",
        "Play.ahead: if open_to_it is not None and self.legal(board, open_to_it, act.given, rules) -> if not "
        "(open_to_it is not None and self.legal(board, open_to_it, act.given, rules))",
        "Play.ahead: if due is not None and due.place != act.place and (box_of(due.place) is not None) -> if due "
        "is not None and due.place != act.place and (box_of(due.place) is None)",
        "Table.in_turn: at = next((n for n, one in enumerate(others) if one.place == before), len(others)) -> at = "
        "next((n for n, one in enumerate(others) if one.place != before), len(others))",
    ),
    "a first card that comes belatedly belongs where it lies, and some finding of the deal tells of it": (
        "_belated: if HOLE not in hand.cards[:2] or hand.state != '' -> if HOLE not in hand.cards[:1] or hand.state != ''",
        "_belated: if HOLE not in hand.cards[:2] or hand.state != '' -> if HOLE not in hand.cards[:2] or hand.state == ''",
        "_belated: if HOLE not in hand.cards[:2] or hand.state != '' -> if HOLE not in hand.cards[:3] or hand.state != ''",
        "_belated: return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at + "
        "1:]))) -> return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at + "
        "0:])))",
        "_belated: return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at + "
        "1:]))) -> return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at + "
        "2:])))",
        "_belated: return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at + "
        "1:]))) -> return board.put(replace(hand.laid(card), cards=(*hand.cards[:at], card, *hand.cards[at - "
        "1:])))",
    ),
    "it is asked only while the dealer has one card": (
        "_half_a_blackjack: return any((card[0] == 'A' or is_ten(card, rules) for card in board.dealer.lying[:1])) "
        "-> return any((card[0] == 'A' or is_ten(card, rules) for card in board.dealer.lying[:2]))",
    ),
    "which clause is cited is no matter of the drill": (
        "settle: rules.value(LATE_BET if bet.late else LATE_RAISE) -> rules.value(LATE_BET if not bet.late else "
        "LATE_RAISE)",
    ),
    "every wager comes to be settled with its box, which is that of the wager it hangs on": (
        "_extra: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box and (parent.box if parent and parent.box else 0), bet.hand))",
        "_extra: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if not (parent and parent.box) else 0), bet.hand))",
        "_extra: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else -1), bet.hand))",
        "_extra: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 1), bet.hand))",
        "_extra: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if parent or parent.box else 0), bet.hand))",
    ),
    "a second card makes no blackjack of one that is neither an ace nor a ten: what is paid is the same": (
        "_natural: first = board.dealer.lying[:1] -> first = board.dealer.lying[:2]",
    ),
    "no round stops where a wager waits in a box of which another hand, or in another box, was doubled or split": (
        "_may_come: hands = (own,) if bet.kind == 'double' and own is not None else board.hands_of(parent.box) -> "
        "hands = (own,) if bet.kind != 'double' and own is not None else board.hands_of(parent.box)",
        "_may_come: if any((what == bet.kind and box_of(place) == parent.box for place, what in board.unlawful)) "
        "-> if any((what == bet.kind or box_of(place) == parent.box for place, what in board.unlawful))",
        "_may_come: own = board.at(hand_place(parent.box or 0, bet.hand)) -> own = board.at(hand_place(parent.box "
        "and 0, bet.hand))",
    ),
    "a hand that is open makes something due, and the comparison waits for that as well": (
        "times: if len(hand.lying) < 2 or _PLAY.hand_open(board, hand, rules) -> if len(hand.lying) < 2 and "
        "_PLAY.hand_open(board, hand, rules)",
    ),
    "no hand ends with a single card": (
        "times: if len(hand.lying) < 2 or _PLAY.hand_open(board, hand, rules) -> if len(hand.lying) < 1 or "
        "_PLAY.hand_open(board, hand, rules)",
    ),
}
"""By the reason: changes of the code."""

_SOON_VALUES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "insurances in the drill are of the share or above it, none below": {
        "riverboat": ("insurance.amount becomes exactly",),
        "eca-blackjack": ("insurance.amount a becomes up_to", "insurance.amount b becomes exactly"),
        "ccl": ("insurance.amount becomes exactly",),
    },
    "the drill compares what is due and not whether it is referred to somebody": {
        "riverboat": ("bet_off_limits.becomes becomes plays", "unlawful_extra_stake.becomes becomes refer"),
        "eca-blackjack": ("bet_off_limits.becomes  becomes plays", "unlawful_extra_stake.becomes  becomes returned"),
        "ccl": ("bet_off_limits.becomes becomes plays", "unlawful_extra_stake.becomes becomes refer"),
    },
    "nobody in the drill refuses a card": {
        "riverboat": ("error.card_may_be_refused becomes out_of_turn", "error.card_may_be_refused becomes always"),
        "eca-blackjack": (
            "error.card_may_be_refused a becomes never",
            "error.card_may_be_refused a becomes always",
            "error.card_may_be_refused b becomes never",
            "error.card_may_be_refused b becomes out_of_turn",
        ),
        "ccl": ("error.card_may_be_refused becomes out_of_turn", "error.card_may_be_refused becomes always"),
    },
    "no round of the drill is beyond repair": {
        "riverboat": ("error.beyond_repair becomes refer",),
        "eca-blackjack": ("error.beyond_repair  becomes refer",),
        "ccl": ("error.beyond_repair becomes void",),
    },
}
_SOON_CODE: Final[Mapping[str, tuple[str, ...]]] = {
    "nobody in the drill refuses a card": (
        "Play.allows: return board.put(replace(hand, state='refused')) if due_now and due_now.place == act.place "
        "else None -> return board.put(replace(hand, state='refused')) if due_now and due_now.place != act.place "
        "else None",
        "Play.allows: return board.put(replace(hand, state='refused')) if due_now and due_now.place == act.place "
        "else None -> return board.put(replace(hand, state='refused')) if due_now or due_now.place == act.place "
        "else None",
        "Play.allows: return board.put(replace(hand, state='refused')) if due_now and due_now.place == act.place "
        "else None -> return board.put(replace(hand, state='refused')) if not (due_now and due_now.place == "
        "act.place) else None",
    ),
    "insurances in the drill are of the share or above it, none below": (
        "_insurance: return rules.depends(values.INSURANCE_AMOUNT, lambda how: stake if how == 'exactly' else "
        "_paid(board, stake, rules)) -> return rules.depends(values.INSURANCE_AMOUNT, lambda how: stake if how != "
        "'exactly' else _paid(board, stake, rules))",
        "_insurance: return rules.depends(values.INSURANCE_AMOUNT, lambda how: stake if how == 'exactly' else "
        "_paid(board, stake, rules)) -> return rules.depends(values.INSURANCE_AMOUNT, lambda how: stake if not how "
        "== 'exactly' else _paid(board, stake, rules))",
    ),
}

EQUIVALENT: Final[Mapping[str, str]] = {
    f"{name}: {flip}": why
    for values in (_VALUES, _SOON_VALUES)
    for why, houses in values.items()
    for name, found in houses.items()
    for flip in found
} | {name: why for code in (_CODE, _SOON_CODE) for why, found in code.items() for name in found}
