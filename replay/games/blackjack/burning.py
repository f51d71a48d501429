"""The cards that a house burns instead of dealing them on."""

from collections.abc import Iterator

from ledger.values.places import DEALER, PUT_AWAY_PLACES, SET_ASIDE_PLACES
from replay.games.blackjack import parameters
from replay.games.blackjack.deal import BlackjackDeal
from replay.rulebooks.rules import Rules


def burned_cards(deal: BlackjackDeal, device: str | None, rules: Rules) -> frozenset[int]:
    """The cards, by their number: face up in the shoe or machine, or laid to a dealer's hand that was complete."""
    found = {
        n for n, card in enumerate(deal.cards) if card.is_face_up_in_shoe and _face_up_card_goes(device, rules) == "burn"
    }
    if any(card.place_laid in SET_ASIDE_PLACES for card in deal.cards) and rules.value(parameters.EXPOSED_CARD) == "burn":
        found |= {
            n for n, card in enumerate(deal.cards) if card.place_laid in SET_ASIDE_PLACES and not card.is_face_up_in_shoe
        }
    done = [*_cards_to_completed_dealer(deal)]
    if done and not mistreated_cards(deal, device, rules) and rules.value(parameters.CARD_TO_COMPLETED_DEALER) == "burn":
        found.update(done)
    return frozenset(found)


def mistreated_cards(deal: BlackjackDeal, device: str | None, rules: Rules) -> tuple[int, ...]:
    """The cards, by their number, that lay face up in the shoe and were not treated as the house treats them."""
    wrong_way = [(n, card) for n, card in enumerate(deal.cards) if card.is_face_up_in_shoe]
    return tuple(
        n for n, card in wrong_way if (card.place_laid in PUT_AWAY_PLACES) != (_face_up_card_goes(device, rules) == "burn")
    )


def _face_up_card_goes(device: str | None, rules: Rules) -> str:
    return rules.value(parameters.FACE_UP_MACHINE if device == "machine" else parameters.FACE_UP_SHOE)


def _cards_to_completed_dealer(deal: BlackjackDeal) -> Iterator[int]:
    """The cards that were laid to the dealer's hand when nothing was due to anybody any more."""
    for part in deal.stretches:
        for fault in part.deviations:
            if fault.kind != "overdraw" or fault.place != DEALER or fault.due is not None:
                break  # the hand was complete only through an error before it
            position = part.acts[fault.step].position
            yield from (n for n, card in enumerate(deal.cards) if card.round_entry.position == position)
