"""The broken engines for blackjack that pass: no ruling on any round that is tried can differ. Each with the reason."""

from collections.abc import Mapping
from typing import Final

UNMET: Final[Mapping[str, str]] = {}
"""By the function: code that no round runs, since none of these houses has what it is for."""

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
    "no multiple of the unit lies between the two": {"eca-blackjack": ("limits.box most becomes 501",)},
    "the house has no finding for tips": {
        "riverboat": ("tips.allowed becomes False",),
        "ccl": ("tips.allowed becomes False",),
    },
    "in no round of the drill does anybody decide on the shoe or the hand": {
        "ccl": (
            "withheld.already_paid a becomes reversed",
            "withheld.already_paid b becomes kept",
            "withheld.open_stakes a becomes withheld",
            "withheld.open_stakes b becomes returned",
            "invalid_hand.is a becomes round",
            "invalid_hand.is b becomes hand",
            "CCL-7a? is resolved to a",
            "CCL-7a? is resolved to b",
            "CCL-7b? is resolved to a",
            "CCL-7b? is resolved to b",
            "CCL-18a? is resolved to a",
            "CCL-18a? is resolved to b",
        ),
    },
    "the house has settled the clause by its other reading, so that nobody asks what this one says": {
        "eca-blackjack": (
            "limits.most_is_of b becomes box",
            "box.caller b loses what is at 0",
            "box.caller b loses what is at 1",
            "box.caller b loses what is at 2",
            "box.caller b has seated after sole_highest_wager",
            "box.caller b has sole_highest_wager after nearest_dealer",
        ),
        "ccl": ("box.caller b loses what is at 0",),
    },
    "the house limits the players of a box, and has no finding for how many wagers they lay": {
        "eca-blackjack": (
            "box.most_wagers becomes 1",
            "box.most_wagers becomes 2",
            "box.most_wagers becomes 4",
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
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER and len(hand.cards) < 2",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER or len(hand.cards) >= 2",
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER or len(hand.cards) < 1",
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
        "half_a_blackjack: return any((card[0] == 'A' or is_ten(card, rules) for card in board.dealer.lying[:1])) "
        "-> return any((card[0] == 'A' or is_ten(card, rules) for card in board.dealer.lying[:2]))",
    ),
    "which clause is cited is no matter of the drill": (
        "in_time: rules.value(LATE_BET if bet.late else LATE_RAISE) -> rules.value(LATE_BET if not bet.late else "
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
        "_free: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box and (parent.box if parent and parent.box else 0), bet.hand))",
        "_free: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if not (parent and parent.box) else 0), bet.hand))",
        "_free: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else -1), bet.hand))",
        "_free: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 1), bet.hand))",
        "_free: hand = board.at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand)) -> "
        "hand = board.at(hand_place(bet.box or (parent.box if parent or parent.box else 0), bet.hand))",
    ),
    "free doubles and free splits are paid alike there, and one that was not open is worth nothing": (
        "_free: odds = ratio(rules.value(values.FREE_DOUBLE_ODDS if bet.kind == 'free_double' else "
        "values.FREE_SPLIT_ODDS)) -> odds = ratio(rules.value(values.FREE_DOUBLE_ODDS if not bet.kind == "
        "'free_double' else values.FREE_SPLIT_ODDS))",
        "_free: odds = ratio(rules.value(values.FREE_DOUBLE_ODDS if bet.kind == 'free_double' else "
        "values.FREE_SPLIT_ODDS)) -> odds = ratio(rules.value(values.FREE_DOUBLE_ODDS if bet.kind != "
        "'free_double' else values.FREE_SPLIT_ODDS))",
        "_free: if hand is None or rules.value(values.UNLAWFUL_EXTRA) != 'plays' -> if hand is not None or "
        "rules.value(values.UNLAWFUL_EXTRA) != 'plays'",
    ),
    "a hand with an ace comes to twelve or more by its higher count, and none of these is doubled free": (
        "may_double_free: if not _two_to_double(hand, rules) or any((card[0] == 'A' for card in hand.lying)) -> if not "
        "_two_to_double(hand, rules) or any((card[1] == 'A' for card in hand.lying))",
        "may_double_free: if not _two_to_double(hand, rules) or any((card[0] == 'A' for card in hand.lying)) -> if not "
        "_two_to_double(hand, rules) or any((card[-1] == 'A' for card in hand.lying))",
    ),
    "a pair of two ranks is one of tens, of which neither is split free": (
        "may_split_free: return may_split(board, hand, rules) and hand.lying[0][0] in rules.value(values.FREE_SPLIT) -> "
        "return may_split(board, hand, rules) and hand.lying[1][0] in rules.value(values.FREE_SPLIT)",
        "may_split_free: return may_split(board, hand, rules) and hand.lying[0][0] in rules.value(values.FREE_SPLIT) -> "
        "return may_split(board, hand, rules) and hand.lying[-1][0] in rules.value(values.FREE_SPLIT)",
    ),
    "a second card makes no blackjack of one that is neither an ace nor a ten: what is paid is the same": (
        "_natural: first = board.dealer.lying[:1] -> first = board.dealer.lying[:2]",
    ),
    "no round stops where a wager waits in a box of which another hand, or in another box, was doubled or split": (
        "_may_come: own_place = hand_place(parent.box or 0, bet.hand) -> own_place = hand_place(parent.box and 0, "
        "bet.hand)",
    ),
}
"""By the reason: changes of the code."""

EQUIVALENT: Final[Mapping[str, str]] = {
    f"{name}: {flip}": why for why, houses in _VALUES.items() for name, found in houses.items() for flip in found
} | {name: why for why, found in _CODE.items() for name in found}
