"""The cards that a house burns instead of dealing them on."""

from collections.abc import Iterator

from ledger.values.places import BURN, DEALER
from replay.games.blackjack import parameters
from replay.games.blackjack.deal import Deal
from replay.games.blackjack.dealt_line import ASIDE
from replay.rulebooks.rules import Rules


def burned(one: Deal, device: str | None, rules: Rules) -> frozenset[int]:
    """The cards, by their number: face up in the shoe or machine, or laid to a dealer's hand that was complete."""
    found = {n for n, card in enumerate(one.cards) if card.wrong_way and _way_goes(device, rules) == "burn"}
    if any(card.laid in ASIDE for card in one.cards) and rules.value(parameters.EXPOSED) == "burn":
        found |= {n for n, card in enumerate(one.cards) if card.laid in ASIDE and not card.wrong_way}
    done = [*_to_completed_dealer(one)]
    if done and not astray(one, device, rules) and rules.value(parameters.DONE_DEALER) == "burn":
        found.update(done)
    return frozenset(found)


def astray(one: Deal, device: str | None, rules: Rules) -> tuple[int, ...]:
    """The cards, by their number, that lay face up in the shoe and were not treated as the house treats them."""
    wrong_way = [(n, card) for n, card in enumerate(one.cards) if card.wrong_way]
    return tuple(n for n, card in wrong_way if (card.laid == BURN) != (_way_goes(device, rules) == "burn"))


def _way_goes(device: str | None, rules: Rules) -> str:
    return rules.value(parameters.FACE_UP_MACHINE if device == "machine" else parameters.FACE_UP_SHOE)


def _to_completed_dealer(one: Deal) -> Iterator[int]:
    """The cards that were laid to the dealer's hand when nothing was due to anybody any more."""
    for part in one.stretches:
        for fault in part.faults:
            if fault.kind != "overdraw" or fault.place != DEALER or fault.due is not None:
                break  # the hand was complete only through an error before it
            position = part.acts[fault.step].position
            yield from (n for n, card in enumerate(one.cards) if card.told.position == position)
