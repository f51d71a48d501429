"""What was done to put a round right, and after it, held against the lawful line like all else."""

from collections.abc import Iterator
from typing import Final

from ledger.events.play import CardDealt, CardMoved, CorrectionCompleted
from ledger.values.message import NO_CARD, NOBODY, Message, in_turn
from ledger.values.places import BURN, DEALER, DISCARD, EXPOSED, NEXT, SET_ASIDE_PLACES
from replay.games.blackjack import parameters
from replay.games.blackjack.after_correction import move_card
from replay.games.blackjack.deal import BlackjackDeal
from replay.games.blackjack.dealt_line import correction_start
from replay.games.blackjack.reconstruction import RoundReconstruction
from replay.games.blackjack.table import place_name, total
from replay.judging.finding import Finding, sorted_clauses
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

NO_HAND_PLACES: Final = (BURN, NEXT, DISCARD)
"""Where a card belongs that is due to no hand."""


def correction_findings(
    round_: Round, deal: BlackjackDeal, reconstruction: RoundReconstruction, rules: Rules
) -> Iterator[Finding]:
    """Cards that were dealt to a wrong hand once the round was being put right, and cards that it left at a wrong place."""
    begun = correction_start(round_)
    if begun is None or round_.next_round_index is not None:
        return
    if deal.sequel is None:  # else the play after it is explained like the play before
        yield from _stray_card_findings(deal, reconstruction, begun, rules)
    clause = rules.clause_of("wrong_correction")
    ended = next(
        (round_entry for round_entry, _ in round_.entries_of(CorrectionCompleted) if round_entry.index > begun), None
    )
    if clause is not None and ended is not None:
        wrong = in_turn([*_misplaced_cards(round_, deal, reconstruction, ended.index, rules)])
        if wrong:
            yield Finding("wrong_correction", (clause,), ended.position, {"what": wrong})


def _stray_card_findings(
    deal: BlackjackDeal, reconstruction: RoundReconstruction, correction_index: int, rules: Rules
) -> Iterator[Finding]:
    """Cards dealt after that to a hand to which they were not due, and left there."""
    for card, due in zip(deal.cards, reconstruction.due_places, strict=True):
        late = card.round_entry.index > correction_index and isinstance(card.round_entry.event, CardDealt)
        if not late or card.place_laid in SET_ASIDE_PLACES or due in (card.place_laid, card.place_now):
            continue
        if due in NO_HAND_PLACES and reconstruction.lawful.undecided_place is not None:
            continue  # somebody has to decide first: whose card it was is not known yet
        kind = (
            "card_astray"
            if due not in NO_HAND_PLACES
            else "dealer_overdrew"
            if card.place_laid == DEALER
            else "card_not_asked_for"
        )
        clause, hand = rules.clause_of(kind), reconstruction.board.hand_at(card.place_laid)
        if clause is not None and hand is not None:
            has = " ".join(hand.all_cards) or NO_CARD
            about = {"place": place_name(card.place_laid), "card": card.name, "due": place_name(due), "has": has}
            yield Finding(
                kind, sorted_clauses({clause}), card.round_entry.position, {**about, "total": total(hand, rules)[0]}
            )


def _misplaced_cards(
    round_: Round, deal: BlackjackDeal, reconstruction: RoundReconstruction, until_index: int, rules: Rules
) -> Iterator[str]:
    """Yield the cards that lay at another place than theirs when the round was said to be put right.

    Where an exposed card is the next one, it waits with the exposed cards as it would on the shoe.
    """
    undecided = reconstruction.lawful.undecided_place is not None
    waiting_places = (NEXT, EXPOSED) if rules.value_uncited(parameters.EXPOSED_CARD) == "next" else (NEXT,)
    out = [card for card in deal.cards if card.round_entry.index <= until_index]
    places = [card.place_laid for card in out]
    for round_entry, moved in round_.entries_of(CardMoved):
        if round_entry.index < until_index:
            move_card([card for card in out if card.round_entry.index < round_entry.index], places, moved)
    for card, place, due in zip(out, places, reconstruction.due_places, strict=False):
        if place == due or (due in NO_HAND_PLACES and (undecided or place in SET_ASIDE_PLACES)):
            continue
        if place in waiting_places:
            continue  # it is dealt when its turn comes
        whom = NOBODY if due in NO_HAND_PLACES else place_name(due)
        yield Message("{card} lies at {place} and belongs to {due}", card=card.name, place=place_name(place), due=whom)
