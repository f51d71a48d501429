"""The flips of a house's values that pass: no ruling on any round that is tried can differ. Each with the reason."""

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
    "any other card that is left over is the next one too": {
        "eca-blackjack": ("error.left_over_at_dealer b becomes as_left_over",),
    },
    "in no round here do two players share a box below its minimum; rows of CCL-2 do": {
        "ccl": ("limits.least_is_of becomes box",),
    },
    "no round here splits three times and errs on the third hand; rows of the clauses on split hands do": {
        "ccl": ("split.new_hand_is_played becomes last",),
    },
    "no round here is followed by one that begins with a card of its own; rows of CCL-25a? do": {
        "ccl": ("conduct.late_card_used is removed",),
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

EQUIVALENT: Final[Mapping[str, str]] = {
    f"{name}: {flip}": why for why, houses in _VALUES.items() for name, found in houses.items() for flip in found
}
