"""All that the drill injects, and what of it a house knows for a fault."""

from collections.abc import Callable, Mapping
from typing import Final

from replay.blackjack import values
from replay.blackjack.faults.absence import somebody_away
from replay.blackjack.faults.bets import BET_FAULTS, LAWFUL_STAKES
from replay.blackjack.faults.cards import CARD_FAULTS, LAWFUL_MISHAPS
from replay.blackjack.faults.interruption import interrupted, may_be_interrupted
from replay.blackjack.faults.late import late_and_dealt_to
from replay.blackjack.faults.people import PEOPLE_FAULTS
from replay.blackjack.faults.script import Fault
from replay.blackjack.faults.shared import SHARED_FAULTS, SPOKEN_FAULTS
from replay.customs import LATE_WITHDRAWAL
from replay.rules import Rules

LAWFUL: Final[Mapping[str, Fault]] = {
    **LAWFUL_MISHAPS,
    **LAWFUL_STAKES,
    "player_away": somebody_away,
    "interrupted": interrupted,
}
"""What is dealt with as it should be, and what looks as if it were: nothing is to be found."""

OTHER_FAULTS: Final[Mapping[str, tuple[str, Fault]]] = {
    **BET_FAULTS,
    **SHARED_FAULTS,
    **PEOPLE_FAULTS,
    "late_and_dealt_to": ("late_bet", late_and_dealt_to),
}
"""Faults that are none of the deal's, each with the finding that it must lead to."""

FAULTS: Final[Mapping[str, Fault]] = {
    **CARD_FAULTS,
    **{name: fault for name, (_, fault) in {**OTHER_FAULTS, **SPOKEN_FAULTS}.items()},
    **LAWFUL,
}

UNWRITTEN: Final = frozenset({"wrong_payment", "unread_card", "unpaid"})
"""Findings that need no clause of the house's."""


def _next(rules: Rules) -> bool:
    return bool(rules.value(values.EXPOSED) == "next")


def _refused(rules: Rules) -> bool:
    return _next(rules) and rules.value(values.REFUSAL) != "never"


def _free(rules: Rules) -> bool:
    return bool(rules.value(values.FREE_SPLIT) or rules.value(values.FREE_DOUBLE))


NEEDS: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "exposed_and_not_used": _next,
    "burned_in_error": _next,
    "exposed_and_used": _next,
    "burned_and_used": _next,
    "refused_by_one": _refused,
    "refused_by_all": _refused,
    "refused_where_it_lies": _refused,
    "drawn_on_soft_17": lambda rules: rules.value(values.SOFT_STANDS),
    "drawn_when_nothing_is_open": lambda rules: rules.value(values.DRAWS_FOR) != "always",
    "second_card_on_split_aces": lambda rules: rules.value(values.ACES_ONE),
    "insurance_too_low": lambda rules: rules.value(values.INSURANCE_AMOUNT) == "exactly",
    "insurance_off_step": lambda rules: rules.value(values.INSURANCE_STEP) != "none",
    "insurance_below_the_share": lambda rules: rules.value(values.INSURANCE_AMOUNT) == "up_to",
    "insurance_collected_late": lambda rules: rules.value(values.INSURANCE_LOST) == "with_the_second_card",
    "blackjack_paid_late": lambda rules: rules.value(values.PAID_AT_ONCE),
    "late_withdrawal": lambda rules: rules.value(LATE_WITHDRAWAL) == "plays",
    "late_and_dealt_to": lambda rules: rules.value(values.LATE_DEALT_TO) == "accepted",
    "missing_signal": lambda rules: rules.value(values.SIGNALS) == "both",
    "free_bet_paid_as_stake": _free,
    "wrong_side_payment": lambda rules: bool(rules.value(values.SIDE_BETS)),
    "illegal_free_double": _free,
    "illegal_free_split": _free,
    "box_beyond_the_table": lambda rules: rules.value(values.BOXES) < values.MOST_BOXES,
    "split_not_followed": lambda rules: rules.value(values.SPLIT_OTHERS) == "must_follow",
    "paid_before_the_dealer": lambda rules: bool(rules.value(values.DEALER_FIRST)),
    "given_up_too_late": lambda rules: rules.value(values.SURRENDER) != "none",
    "told_by_who_left": lambda rules: rules.value(values.SURRENDER) != "none",
    "interrupted": may_be_interrupted,
    "player_away": lambda rules: bool(rules.value(values.ABSENT_STANDS_ON)),
    "tip": lambda rules: not rules.value(values.TIPS),
    "face_down": lambda rules: rules.value(values.FACE_UP),
}
"""What the house must say for a fault to be one."""


def known(rules: Rules) -> list[str]:
    """What can be injected where these rules hold."""
    conduct = rules.edition.sheet.conduct
    named = {**OTHER_FAULTS, **SPOKEN_FAULTS}
    unheard = {name for name, (kind, _) in named.items() if kind not in conduct and kind not in UNWRITTEN}
    return [name for name in FAULTS if name not in unheard and (name not in NEEDS or NEEDS[name](rules))]
