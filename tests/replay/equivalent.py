"""The broken engines for blackjack that pass: no ruling on any round that is tried can differ. Each with the reason.

What is named in `not_settled.txt` passes some rounds or all of them, and it is not settled whether a round could show it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

_FREE: Final = "none of these houses lays a double or a split for a player"
_GIVEN_UP: Final = "none of these houses lets a player give up a part of his stake"
_SEVERAL: Final = "nobody but whoever calls a box decides anything there in these rounds"
_SEVENS: Final = "none of these houses pays three sevens"
_ABSENT: Final = "in none of these houses is a box played by the house's rule"

UNMET: Final[Mapping[str, str]] = {
    "may_double_free": _FREE,
    "may_split_free": _FREE,
    "_free": _FREE,
    "may_surrender": _GIVEN_UP,
    "Play._of_another": _SEVERAL,
    "_three_sevens": _SEVENS,
    "ruled": _ABSENT,
    "_of_extra": "every insurance of the drill hangs on a main wager",
}
"""By the function: code that no round runs, since none of these houses has what it is for."""

NOT_SETTLED: Final = frozenset(Path(__file__).with_name("not_settled.txt").read_text(encoding="utf-8").splitlines())
"""Engines of which it is open whether they are caught, by a round that is yet to be dealt, or by none there can be."""

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
    "a card that the round has no more use for changes no hand and no money, wherever it goes": {
        "riverboat": ("error.card_to_completed_dealer becomes next", "error.left_over_card becomes next"),
        "eca-blackjack": ("error.card_to_completed_dealer becomes next", "error.left_over_card becomes burn"),
        "ccl": (
            "error.card_to_completed_dealer becomes burn",
            "error.left_over_card a becomes burn",
            "error.left_over_card b becomes next",
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
        "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place == DEALER and len(hand.cards) < 2",
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
    "every one of these houses insures until the first decision": (
        "still_insures: dealt = all((len(hand.lying) <= 2 and (not hand.split_from) for hand in board.han"
        "ds)) -> dealt = all((len(hand.lying) < 2 and (not hand.split_from) for hand in board.hands))",
        "still_insures: dealt = all((len(hand.lying) <= 2 and (not hand.split_from) for hand in board.han"
        "ds)) -> dealt = all((len(hand.lying) <= 1 and (not hand.split_from) for hand in board.hands))",
        "still_insures: dealt = all((len(hand.lying) <= 2 and (not hand.split_from) for hand in board.han"
        "ds)) -> dealt = all((len(hand.lying) <= 2 and hand.split_from for hand in board.hands))",
        "still_insures: dealt = all((len(hand.lying) <= 2 and (not hand.split_from) for hand in board.han"
        "ds)) -> dealt = all((len(hand.lying) <= 2 or not hand.split_from for hand in board.hands))",
        "still_insures: dealt = all((len(hand.lying) <= 2 and (not hand.split_from) for hand in board.han"
        "ds)) -> dealt = all((len(hand.lying) <= 3 and (not hand.split_from) for hand in board.hands))",
        "still_insures: dealt = all((len(hand.lying) <= 2 and (not hand.split_from) for hand in board.han"
        "ds)) -> dealt = all((len(hand.lying) > 2 and (not hand.split_from) for hand in board.hands))",
        "still_insures: return dealt and len(board.dealer.lying) == 1 -> return dealt and len(board.dealer.lying) != 1",
        "still_insures: return dealt and len(board.dealer.lying) == 1 -> return dealt and len(board.dealer.lying) == 0",
        "still_insures: return dealt and len(board.dealer.lying) == 1 -> return dealt and len(board.dealer.lying) == 2",
        "still_insures: return dealt and len(board.dealer.lying) == 1 -> return dealt or len(board.dealer.lying) == 1",
    ),
    "none of these houses pays three sevens, however a hand comes to them": (
        "_sevens: if ''.join((card[0] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) =="
        " 'none' -> if ''.join((card[-1] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS)"
        " == 'none'",
        "_sevens: if ''.join((card[0] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) =="
        " 'none' -> if ''.join((card[0] for card in hand.lying)) != SEVENS and rules.value(values.SEVENS)"
        " == 'none'",
        "_sevens: if ''.join((card[0] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) =="
        " 'none' -> if ''.join((card[0] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) "
        "!= 'none'",
        "_sevens: if ''.join((card[0] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) =="
        " 'none' -> if ''.join((card[0] for card in hand.lying)) == SEVENS or rules.value(values.SEVENS) "
        "== 'none'",
        "_sevens: if ''.join((card[0] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) =="
        " 'none' -> if ''.join((card[1] for card in hand.lying)) != SEVENS or rules.value(values.SEVENS) "
        "== 'none'",
        "_sevens: return not hand.split_from or rules.depends(values.SEVENS_SPLIT, bool) -> return hand.s"
        "plit_from or rules.depends(values.SEVENS_SPLIT, bool)",
        "_sevens: return not hand.split_from or rules.depends(values.SEVENS_SPLIT, bool) -> return not ha"
        "nd.split_from and rules.depends(values.SEVENS_SPLIT, bool)",
    ),
    "in none of these houses must a hand draw: whatever it comes to is more than nothing": (
        "may_stand: return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == '"
        "high' else min(has)) > least) -> return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (m"
        "ax(has) if counts != 'high' else min(has)) > least)",
        "may_stand: return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == '"
        "high' else min(has)) > least) -> return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (m"
        "ax(has) if counts == 'high' else min(has)) >= least)",
        "may_stand: return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == '"
        "high' else min(has)) > least) -> return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (m"
        "ax(has) if not counts == 'high' else min(has)) > least)",
        "may_stand: return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == '"
        "high' else min(has)) > least) -> return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (m"
        "in(has) if counts == 'high' else min(has)) > least)",
    ),
}
"""By the reason: changes of the code."""

EQUIVALENT: Final[Mapping[str, str]] = {
    f"{name}: {flip}": why for why, houses in _VALUES.items() for name, found in houses.items() for flip in found
} | {name: why for why, found in _CODE.items() for name in found}
