"""What is open to a hand of blackjack: every option that a house may give, each asked of the table as it lies."""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.values.places import number_of
from replay.blackjack import values
from replay.blackjack.table import GONE, Hand, Table, is_ten, total, two_card_21
from replay.rules import Rules

Option = Callable[[Table, Hand, Rules], bool]


def may_stand(_: Table, hand: Hand, rules: Rules) -> bool:
    has, least = _counts(hand, rules), rules.value(values.MUST_DRAW)
    return rules.depends(values.MUST_DRAW_COUNTS, lambda counts: (max(has) if counts == "high" else min(has)) > least)


def may_refuse(_: Table, __: Hand, ___: Rules) -> bool:
    """Whoever is offered a card may say that he does not want it: what that is worth is another matter."""
    return True


def may_hit(_: Table, hand: Hand, rules: Rules) -> bool:
    return not _one_card_only(hand, rules)


def _one_card_only(hand: Hand, rules: Rules) -> bool:
    return hand.split_from == "A" and rules.value(values.ACES_ONE)


def _two_to_double(hand: Hand, rules: Rules) -> bool:
    if len(hand.lying) != 2 or _one_card_only(hand, rules):
        return False
    return not hand.split_from or rules.value(values.DOUBLE_SPLIT)


def may_double(_: Table, hand: Hand, rules: Rules) -> bool:
    if not _two_to_double(hand, rules):
        return False
    on = rules.value(values.DOUBLE_ON)
    if isinstance(on, str):
        return True
    has, low = _counts(hand, rules)
    return rules.depends(values.DOUBLE_SOFT, lambda counts: has in on or (counts == "either" and low in on))


def may_double_free(_: Table, hand: Hand, rules: Rules) -> bool:
    if not _two_to_double(hand, rules) or any(card[0] == "A" for card in hand.lying):
        return False
    if hand.split_from and number_of(hand.place) == 1 and not rules.depends(values.FREE_ON_FIRST, bool):
        return False
    return total(hand, rules)[0] in rules.value(values.FREE_DOUBLE)


def may_split(board: Table, hand: Hand, rules: Rules) -> bool:
    if len(hand.lying) != 2 or len(board.hands_of(hand.box)) >= rules.value(values.SPLITS):
        return False
    first, second = hand.lying
    worth = rules.value(values.POINTS)
    same = rules.depends(
        values.PAIR,
        lambda of: first[0] == second[0] if of == "rank" else worth[first[0]] == worth[second[0]],
    )
    if not same:
        return False
    return hand.split_from != "A" or rules.value(values.ACES_AGAIN)


def may_split_free(board: Table, hand: Hand, rules: Rules) -> bool:
    return may_split(board, hand, rules) and hand.lying[0][0] in rules.value(values.FREE_SPLIT)


def may_surrender(board: Table, hand: Hand, rules: Rules) -> bool:
    if rules.value(values.SURRENDER) == "none" or hand.state != "" or hand.split_from or len(hand.lying) != 2:
        return False
    return rules.depends(values.SURRENDER_UNTIL, lambda until: until == "box_decides" or untouched(board))


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
    return "hit" if total(hand, rules)[0] < rules.value(values.ABSENT_STANDS_ON) else "stand"


def _counts(hand: Hand, rules: Rules) -> tuple[int, int]:
    """What a hand comes to with an ace counted high, if that can be, and with all aces low."""
    has, soft = total(hand, rules)
    return has, has - rules.value(values.ACE_HIGH) + rules.value(values.POINTS)["A"] if soft else has


def half_a_blackjack(board: Table, rules: Rules) -> bool:
    """Whether the dealer's first card may become a blackjack."""
    return any(card[0] == "A" or is_ten(card, rules) for card in board.dealer.lying[:1])


def untouched(board: Table) -> bool:
    """Whether no hand has been played on since the first cards, but by taking even money."""
    hands = (hand for hand in board.hands if hand.state not in GONE)
    return all(hand.state == "" and not hand.split_from and len(hand.cards) <= 2 for hand in hands)


def still_insures(board: Table, rules: Rules) -> bool:
    """Whether insurance may still be laid."""
    if rules.value(values.INSURANCE_UNTIL) == "first_decision":
        return untouched(board)
    dealt = all(len(hand.lying) <= 2 and not hand.split_from for hand in board.hands)
    return dealt and len(board.dealer.lying) == 1


def insurance_open(board: Table, rules: Rules) -> bool:
    """Whether the dealer's first card is one against which the house insures."""
    return any(card[0] in rules.value(values.INSURED_AGAINST) for card in board.dealer.lying[:1])


def even_money_open(board: Table, hand: Hand, rules: Rules) -> bool:
    """Whether a blackjack may be paid even money at once."""
    against = rules.value(values.EVEN_MONEY)
    natural = two_card_21(hand, rules) and not hand.split_from
    return natural and any(card[0] in against for card in board.dealer.lying[:1])
