"""Faults of custody that the drill puts into a shoe, and the findings that each must lead to."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drill.shoe.shift import Held, Night
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

Fault = Callable[[Night, Held], bool]
"""Puts itself into a shoe that is not told yet, and says whether it could."""


def _missing_shuffle(night: Night, shoe: Held) -> bool:
    if shoe.shuffles:
        shoe.shuffles.pop(night.random.randrange(len(shoe.shuffles)))
        return True
    return False


def _shuffles_swapped(night: Night, shoe: Held) -> bool:
    shoe.shuffles.reverse()
    return shoe.new_game and bool(night.rules.value(SHUFFLE_FIRST)) and len(shoe.shuffles) > 1


def _missing_cut(night: Night, shoe: Held) -> bool:
    shoe.cut = []
    return night.rules.value(CUT_FIRST) != "not_said"


def _cut_before_shuffle(night: Night, shoe: Held) -> bool:
    if night.rules.value(CUT_FIRST) == "not_said" or not shoe.shuffles:
        return False
    shoe.shuffled_after_the_cut = [shoe.shuffles.pop()]
    return True


def _another(night: Night, shoe: Held) -> str | None:
    """Somebody at the table who is not to cut; None where nobody is to."""
    others = [player for player in night.players if player != shoe.right]
    return night.random.choice(others) if shoe.right is not None else None


def _offered_to_another(night: Night, shoe: Held) -> bool:
    other = _another(night, shoe)
    if other is None:
        return False
    depth = night.deep_enough(shoe)
    shoe.cut = [CutOffered(shoe=shoe.name, to=other), CutMade(shoe=shoe.name, by=other, depth=depth)]
    return True


def _cut_by_another(night: Night, shoe: Held) -> bool:
    other = _another(night, shoe)
    if other is None or shoe.right is None:
        return False
    depth = night.deep_enough(shoe)
    shoe.cut = [CutOffered(shoe=shoe.name, to=shoe.right), CutMade(shoe=shoe.name, by=other, depth=depth)]
    return True


def _passed_over(night: Night, shoe: Held) -> bool:
    """Who is to cut refuses, and somebody is asked whose turn it is not yet; or all refuse and an inspector cuts."""
    if shoe.right is None or night.rules.value(CUT_REFUSED) == "not_said":
        return False
    if night.random.randrange(2):
        at, depth = night.players.index(shoe.right), night.deep_enough(shoe)
        circle = [*night.players[at:], *night.players[:at]]
        shoe.cut = [CutOffered(shoe=shoe.name, to=player, refused=True) for player in circle]
        shoe.cut.append(CutMade(shoe=shoe.name, by="inspector", depth=depth))
        return True
    after = (night.players.index(shoe.right) + 1) % len(night.players)
    next_one = night.players[after]
    other = night.random.choice([player for player in night.players if player not in (shoe.right, next_one)])
    shoe.cut = [
        CutOffered(shoe=shoe.name, to=shoe.right, refused=True),
        CutOffered(shoe=shoe.name, to=other),
        CutMade(shoe=shoe.name, by=other, depth=night.deep_enough(shoe)),
    ]
    return True


def _short_cut(night: Night, shoe: Held) -> bool:
    if not night.rules.value(CUT_LEAST):
        return False
    by = shoe.right or night.players[0]
    depth = night.too_short(shoe)
    shoe.cut = [CutOffered(shoe=shoe.name, to=by), CutMade(shoe=shoe.name, by=by, depth=depth)]
    return True


def _cut_card_astray(night: Night, shoe: Held) -> bool:
    least, most, cards = night.rules.value(CUT_CARD_LEAST), night.rules.value(CUT_CARD_MOST), 52 * shoe.decks
    if not least:
        return False
    anywhere = night.random.choice((*range(least), *range(most + 1, cards)))
    shoe.cut_card = cards - night.random.choice((least - 1, most + 1, anywhere))
    return True


def _missing_burn(night: Night, shoe: Held) -> bool:
    if shoe.burned:
        del shoe.burned[: night.random.randint(1, len(shoe.burned))]
        return True
    return False


def _burn_too_many(night: Night, shoe: Held) -> bool:
    shoe.burned.append(CardBurned(card="??"))
    return bool(night.rules.value(BURN_SHUFFLED))


def _late_burn(_: Night, shoe: Held) -> bool:
    if not shoe.burned or shoe.new_dealer is not None:
        return False
    shoe.burned_late = [shoe.burned.pop()]
    return True


def _burn_seen(_: Night, shoe: Held) -> bool:
    if shoe.burned:
        shoe.burned[-1] = CardBurned(card="??", face="up")
        return True
    return False


def _new_dealer_burns_none(night: Night, shoe: Held) -> bool:
    burned, shoe.burned_by_him = shoe.burned_by_him, 0
    return bool(burned) and shoe.new_dealer is not None and bool(night.rules.value(BURN_NEW_DEALER))


def _exchanged_by_another(night: Night, shoe: Held) -> bool:
    office = night.rules.value(EXCHANGED_BY)
    by = night.random.choice([who for who in ("dealer", "inspector", "management", night.players[0]) if who != office])
    shoe.exchanged = CardExchanged(shoe=shoe.name, card=night.random.choice(shoe.cards), by=by)
    return office != "not_said"


def _seventh_copy(night: Night, shoe: Held) -> bool:
    """A copy more than the decks have lies among the first cards, and none of them has been exchanged."""
    card = night.random.choice(shoe.cards)
    begins = len(shoe.burned)
    places = night.random.sample(range(begins, begins + shoe.decks + 4), shoe.decks + 1)
    shoe.cards = [other for other in shoe.cards if other != card]
    for place in sorted(places):
        shoe.cards.insert(place, card)
    shoe.exchanged, shoe.new_dealer = None, None
    return True


def _lost_card(night: Night, shoe: Held) -> bool:
    shoe.counted = 52 * shoe.decks - night.random.randint(1, 3)
    return True


def _card_brought_in(_: Night, shoe: Held) -> bool:
    shoe.counted = 52 * shoe.decks + 1
    return True


def _repeated_run(night: Night, shoe: Held) -> bool:
    """Cards of an earlier shoe come again as they came then: nobody shuffled them apart."""
    length = night.random.randint(9, 11)
    dealt = [other.dealt for other in night.shoes]
    runs = [was[at : at + length] for was in dealt for at in range(len(was) - length + 1)]
    whole = [run for run in runs if "??" not in run and max(Counter(run).values()) <= shoe.decks]
    if not whole:
        return False
    run = night.random.choice(whole)
    for card in run:
        shoe.cards.remove(card)
    at = len(shoe.burned) + night.random.randrange(4)
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
    "refusal_passed_over": (_passed_over, ("wrong_cutter",)),
    "short_cut": (_short_cut, ("short_cut",)),
    "cut_card_astray": (_cut_card_astray, ("cut_card_astray",)),
    "missing_burn": (_missing_burn, ("wrong_burn",)),
    "burn_too_many": (_burn_too_many, ("wrong_burn",)),
    "late_burn": (_late_burn, ("wrong_burn", "idle_burn")),
    "burn_seen": (_burn_seen, ("burned_face_up",)),
    "new_dealer_burns_none": (_new_dealer_burns_none, ("new_dealer_burn",)),
    "exchanged_by_another": (_exchanged_by_another, ("wrong_exchanger",)),
    "copy_too_many": (_seventh_copy, ("one_copy_too_many",)),
    "lost_card": (_lost_card, ("wrong_count",)),
    "card_brought_in": (_card_brought_in, ("wrong_count",)),
    "repeated_run": (_repeated_run, ("repeated_run",)),
}
"""Each with the findings that it must lead to. Which of them a house can have follows from what it says."""
