"""What was done to put a round right, and after it, held against the lawful line like all else."""

from collections.abc import Iterator
from typing import Final

from ledger.events.play import CardDealt, CardMoved, CorrectionCompleted
from ledger.values.places import BURN, DEALER, NEXT
from replay.games.blackjack.after_correction import put
from replay.games.blackjack.deal import Deal
from replay.games.blackjack.dealt_line import ASIDE, DISCARD, correction
from replay.games.blackjack.reconstruction import Righted
from replay.games.blackjack.table import spoken, total
from replay.judging.finding import Finding, cited
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

NOBODYS: Final = (BURN, NEXT, DISCARD)
"""Where a card belongs that is due to no hand."""


def corrections(one: Round, dealt: Deal, righted: Righted, rules: Rules) -> Iterator[Finding]:
    """Cards that were dealt to a wrong hand once the round was being put right, and cards that it left at a wrong place."""
    begun = correction(one)
    if begun is None or one.played_on_at is not None:
        return
    if dealt.sequel is None:  # else the play after it is explained like the play before
        yield from _dealt_astray(dealt, righted, begun, rules)
    clause = rules.conduct("wrong_correction")
    ended = next((told for told, _ in one.of(CorrectionCompleted) if told.index > begun), None)
    if clause is not None and ended is not None:
        wrong = "; ".join(_misplaced(one, dealt, righted, ended.index))
        if wrong:
            yield Finding("wrong_correction", (clause,), ended.position, {"what": wrong})


def _dealt_astray(dealt: Deal, righted: Righted, begun: int, rules: Rules) -> Iterator[Finding]:
    """Cards dealt after that to a hand to which they were not due, and left there."""
    for card, due in zip(dealt.cards, righted.belongs, strict=True):
        late = card.told.index > begun and isinstance(card.told.event, CardDealt)
        if not late or card.laid in ASIDE or due in (card.laid, card.lies):
            continue
        if due in NOBODYS and righted.lawful.asks is not None:
            continue  # somebody has to decide first: whose card it was is not known yet
        kind = "card_astray" if due not in NOBODYS else "dealer_overdrew" if card.laid == DEALER else "card_not_asked_for"
        clause, hand = rules.conduct(kind), righted.board.at(card.laid)
        if clause is not None and hand is not None:
            has = " ".join(hand.lying) or "no card"
            about = {"place": spoken(card.laid), "card": card.name, "due": spoken(due), "has": has}
            yield Finding(kind, cited({clause}), card.told.position, {**about, "total": total(hand, rules)[0]})


def _misplaced(one: Round, dealt: Deal, righted: Righted, until: int) -> Iterator[str]:
    """The cards that lay at another place than theirs when the round was said to be put right."""
    undecided = righted.lawful.asks is not None
    out = [card for card in dealt.cards if card.told.index <= until]
    places = [card.laid for card in out]
    for told, moved in one.of(CardMoved):
        if told.index < until:
            put([card for card in out if card.told.index < told.index], places, moved)
    for card, place, due in zip(out, places, righted.belongs, strict=False):
        if place == due or (due in NOBODYS and (undecided or place in ASIDE)):
            continue
        if place == NEXT:
            continue  # it is dealt when its turn comes
        whom = "nobody" if due in NOBODYS else spoken(due)
        yield f"{card.name} lies at {spoken(place)} and belongs to {whom}"
