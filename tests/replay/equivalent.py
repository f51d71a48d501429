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
            f"{what}" for c in ("ECA-C3a?", "ECA-B-W4a?") for what in (f"the resolution of {c} is removed", f"{c} is resolved to b")
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
