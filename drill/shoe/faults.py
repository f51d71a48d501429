"""Faults of custody that the drill puts into a shoe, and the findings that each must lead to."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drill.shoe.shift import Shift, ShoeScenario
from ledger.events.shoe import CardBurned, CardExchanged, CutMade, CutOffered
from replay.rulebooks.common_parameters import (
    BURN_NEW_DEALER,
    BURN_SHUFFLED,
    CUT_CARD_LEAST,
    CUT_CARD_MOST,
    CUT_FIRST,
    CUT_LEAST,
    CUT_REFUSED,
    EXCHANGED_BY,
    SHUFFLE_FIRST,
)

Fault = Callable[[Shift, ShoeScenario], bool]
"""Puts itself into a shoe that is not told yet, and says whether it could."""


def _missing_shuffle(shift: Shift, shoe: ShoeScenario) -> bool:
    if shoe.shuffles:
        shoe.shuffles.pop(shift.random.randrange(len(shoe.shuffles)))
        return True
    return False


def _shuffles_swapped(shift: Shift, shoe: ShoeScenario) -> bool:
    shoe.shuffles.reverse()
    return shoe.is_new_game and bool(shift.rules.value(SHUFFLE_FIRST)) and len(shoe.shuffles) > 1


def _missing_cut(shift: Shift, shoe: ShoeScenario) -> bool:
    shoe.cut_events = []
    return shift.rules.value(CUT_FIRST) != "not_said"


def _cut_before_shuffle(shift: Shift, shoe: ShoeScenario) -> bool:
    if shift.rules.value(CUT_FIRST) == "not_said" or not shoe.shuffles:
        return False
    shoe.shuffles_after_cut = [shoe.shuffles.pop()]
    return True


def _other_player(shift: Shift, shoe: ShoeScenario) -> str | None:
    """Somebody at the table who is not to cut; None where nobody is to."""
    others = [player for player in shift.players if player != shoe.rightful_cutter]
    return shift.random.choice(others) if shoe.rightful_cutter is not None else None


def _offered_to_another(shift: Shift, shoe: ShoeScenario) -> bool:
    other = _other_player(shift, shoe)
    if other is None:
        return False
    depth = shift.lawful_depth(shoe)
    shoe.cut_events = [CutOffered(shoe=shoe.name, to=other), CutMade(shoe=shoe.name, by=other, depth=depth)]
    return True


def _cut_by_another(shift: Shift, shoe: ShoeScenario) -> bool:
    other = _other_player(shift, shoe)
    if other is None or shoe.rightful_cutter is None:
        return False
    depth = shift.lawful_depth(shoe)
    shoe.cut_events = [CutOffered(shoe=shoe.name, to=shoe.rightful_cutter), CutMade(shoe=shoe.name, by=other, depth=depth)]
    return True


def _cutter_passed_over(shift: Shift, shoe: ShoeScenario) -> bool:
    """Who is to cut refuses, and somebody is asked whose turn it is not yet; or all refuse and an inspector cuts."""
    if shoe.rightful_cutter is None or shift.rules.value(CUT_REFUSED) == "not_said":
        return False
    if shift.random.randrange(2):
        at, depth = shift.players.index(shoe.rightful_cutter), shift.lawful_depth(shoe)
        circle = [*shift.players[at:], *shift.players[:at]]
        shoe.cut_events = [CutOffered(shoe=shoe.name, to=player, refused=True) for player in circle]
        shoe.cut_events.append(CutMade(shoe=shoe.name, by="inspector", depth=depth))
        return True
    after = (shift.players.index(shoe.rightful_cutter) + 1) % len(shift.players)
    next_one = shift.players[after]
    other = shift.random.choice([player for player in shift.players if player not in (shoe.rightful_cutter, next_one)])
    shoe.cut_events = [
        CutOffered(shoe=shoe.name, to=shoe.rightful_cutter, refused=True),
        CutOffered(shoe=shoe.name, to=other),
        CutMade(shoe=shoe.name, by=other, depth=shift.lawful_depth(shoe)),
    ]
    return True


def _short_cut(shift: Shift, shoe: ShoeScenario) -> bool:
    if not shift.rules.value(CUT_LEAST):
        return False
    by = shoe.rightful_cutter or shift.players[0]
    depth = shift.short_depth(shoe)
    shoe.cut_events = [CutOffered(shoe=shoe.name, to=by), CutMade(shoe=shoe.name, by=by, depth=depth)]
    return True


def _cut_card_misplaced(shift: Shift, shoe: ShoeScenario) -> bool:
    least, most, cards = shift.rules.value(CUT_CARD_LEAST), shift.rules.value(CUT_CARD_MOST), 52 * shoe.decks
    if not least:
        return False
    anywhere = shift.random.choice((*range(least), *range(most + 1, cards)))
    shoe.cut_card_depth = cards - shift.random.choice((least - 1, most + 1, anywhere))
    return True


def _missing_burn(shift: Shift, shoe: ShoeScenario) -> bool:
    if shoe.burns:
        del shoe.burns[: shift.random.randint(1, len(shoe.burns))]
        return True
    return False


def _burn_too_many(shift: Shift, shoe: ShoeScenario) -> bool:
    shoe.burns.append(CardBurned(card="??"))
    return bool(shift.rules.value(BURN_SHUFFLED))


def _late_burn(_: Shift, shoe: ShoeScenario) -> bool:
    if not shoe.burns or shoe.new_dealer is not None:
        return False
    shoe.late_burns = [shoe.burns.pop()]
    return True


def _burn_seen(_: Shift, shoe: ShoeScenario) -> bool:
    if shoe.burns:
        shoe.burns[-1] = CardBurned(card="??", face="up")
        return True
    return False


def _new_dealer_burns_none(shift: Shift, shoe: ShoeScenario) -> bool:
    burned, shoe.new_dealer_burns = shoe.new_dealer_burns, 0
    return bool(burned) and shoe.new_dealer is not None and bool(shift.rules.value(BURN_NEW_DEALER))


def _exchanged_by_another(shift: Shift, shoe: ShoeScenario) -> bool:
    office = shift.rules.value(EXCHANGED_BY)
    by = shift.random.choice([who for who in ("dealer", "inspector", "management", shift.players[0]) if who != office])
    shoe.exchange = CardExchanged(shoe=shoe.name, card=shift.random.choice(shoe.cards), by=by)
    return office != "not_said"


def _copy_too_many(shift: Shift, shoe: ShoeScenario) -> bool:
    """A copy more than the decks have lies among the first cards, and none of them has been exchanged.

    Once a night: so many copies of one card in a row, in two shoes, would be a run that comes again.
    """
    if any(earlier.fault == "copy_too_many" for earlier in shift.shoes):
        return False
    card = shift.random.choice(shoe.cards)
    begins = len(shoe.burns)
    places = shift.random.sample(range(begins, begins + shoe.decks + 4), shoe.decks + 1)
    shoe.cards = [other for other in shoe.cards if other != card]
    for place in sorted(places):
        shoe.cards.insert(place, card)
    shoe.exchange, shoe.new_dealer = None, None
    return True


def _lost_card(shift: Shift, shoe: ShoeScenario) -> bool:
    shoe.counted_cards = 52 * shoe.decks - shift.random.randint(1, 3)
    return True


def _card_brought_in(_: Shift, shoe: ShoeScenario) -> bool:
    shoe.counted_cards = 52 * shoe.decks + 1
    return True


def _repeated_run(shift: Shift, shoe: ShoeScenario) -> bool:
    """Cards of an earlier shoe come again as they came then: nobody shuffled them apart.

    Where it is the shoe before, and what comes before them is of that shoe too, they come as after too few riffles as well.
    """
    length = shift.random.randint(9, 11)
    runs = [
        (other, other.dealt_cards[at : at + length])
        for other in shift.shoes
        for at in range(len(other.dealt_cards) - length + 1)
    ]
    whole = [(other, run) for other, run in runs if "??" not in run and max(Counter(run).values()) <= shoe.decks]
    if not whole:
        return False
    other, run = shift.random.choice(whole)
    if other is shift.shoes[-1]:
        shoe.as_good_findings = {"repeated_run": "poor_shuffle"}
    for card in run:
        shoe.cards.remove(card)
    at = len(shoe.burns) + shift.random.randrange(4)
    shoe.cards[at:at] = run
    shoe.new_dealer = None
    return True


FAULTS: Final[dict[str, tuple[Fault, tuple[str, ...]]]] = {
    "missing_shuffle": (_missing_shuffle, ("shuffle_missing",)),
    "shuffles_swapped": (_shuffles_swapped, ("shuffle_out_of_order",)),
    "missing_cut": (_missing_cut, ("not_cut",)),
    "cut_before_shuffle": (_cut_before_shuffle, ("not_cut",)),
    "cut_offered_to_another": (_offered_to_another, ("wrong_cutter",)),
    "cut_by_another": (_cut_by_another, ("wrong_cutter",)),
    "refusal_passed_over": (_cutter_passed_over, ("wrong_cutter",)),
    "short_cut": (_short_cut, ("short_cut",)),
    "cut_card_astray": (_cut_card_misplaced, ("cut_card_astray",)),
    "missing_burn": (_missing_burn, ("wrong_burn",)),
    "burn_too_many": (_burn_too_many, ("wrong_burn",)),
    "late_burn": (_late_burn, ("wrong_burn", "idle_burn")),
    "burn_seen": (_burn_seen, ("burned_face_up",)),
    "new_dealer_burns_none": (_new_dealer_burns_none, ("new_dealer_burn",)),
    "exchanged_by_another": (_exchanged_by_another, ("wrong_exchanger",)),
    "copy_too_many": (_copy_too_many, ("one_copy_too_many",)),
    "lost_card": (_lost_card, ("wrong_count",)),
    "card_brought_in": (_card_brought_in, ("wrong_count",)),
    "repeated_run": (_repeated_run, ("repeated_run",)),
}
"""Each with the findings that it must lead to. Which of them a house can have follows from what it says."""
