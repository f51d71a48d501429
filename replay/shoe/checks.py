"""What is out of order with a shoe's custody. It stands with the first round after it, and shifts no card."""

from collections.abc import Iterator

from ledger.events.shoe import CardExchanged, CardSetAside, ShoeClosed
from ledger.values.message import Term
from ledger.values.offices import ROLES
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.rulebooks.common_parameters import DECKS, EXCHANGED_BY
from replay.rulebooks.rules import Rules
from replay.shoe.cutting import cut_card_findings, cut_findings
from replay.shoe.preparation import (
    Particulars,
    burn_findings,
    idle_burn_findings,
    new_dealer_findings,
    new_dealers,
    preparations,
    shuffle_findings,
)
from replay.shoe.suspicions import suspicion_findings
from replay.table_day.round import Round
from replay.table_day.shoe_record import ShoeAct, ShoeRecord

declare(
    __name__,
    Phase.SHOE,
    "record",
    {
        "card_set_aside": "Card {card} was taken out of shoe {shoe}, and cards were dealt before it came back or another "
        "took its place: it is missing.",
        "wrong_replacement": "Card {card} of shoe {shoe} was replaced by {other}: {card} is missing from it, and "
        "{other} is one too many.",
        "wrong_count": "Shoe {shoe} was counted at its end and had {number} cards; {decks} decks have {cards}.",
    },
    {
        "card_set_aside": Absence((CardExchanged,)),
    },
)
declare(
    __name__,
    Phase.SHOE,
    "players",
    {
        "wrong_exchanger": "Card {card} of shoe {shoe} was exchanged by {who}; this is for {due} to do.",
    },
)


def custody_findings(round_: Round, rules: Rules) -> Iterator[Finding]:
    """The findings about the custody of a round's shoe, or of the one before it, that stand with this round."""
    shoe = round_.shoe_record
    for record in (shoe.previous_shoe, shoe) if shoe else ():
        if record is not None:
            yield from shoe_findings(record, round_.name, rules)


def shoe_findings(shoe: ShoeRecord, name: str | None, rules: Rules) -> Iterator[Finding]:
    """The findings about a shoe that stand with the round of this name; None for those that stand with none."""
    for preparation in (preparation for preparation in preparations(shoe) if preparation.first_card.round == name):
        for check in (shuffle_findings, cut_findings, cut_card_findings, burn_findings):
            yield from check(preparation, rules)
    for came, first in new_dealers(shoe):
        if first.round == name:
            yield from new_dealer_findings(shoe, came, first, rules)
    for act in shoe.acts:
        if shoe.round_for_findings(act.index) == name:
            for look in (idle_burn_findings, _set_aside_findings, _exchange_findings, _count_findings):
                yield from look(shoe, act, rules)
    yield from suspicion_findings(shoe, name, rules)


def _set_aside_findings(shoe: ShoeRecord, act: ShoeAct, rules: Rules) -> Iterator[Finding]:
    """A card that is out of the shoe while it is dealt from, and another one in the place of a card."""
    match act.event:
        case CardSetAside(card=card):
            dealt = shoe.next_dealt(act.index)
            back = (other for other in shoe.acts_of(CardExchanged) if other.index > act.index and _of_face(other, card))
            if dealt is not None and all(other.index > dealt.index for other in back):
                yield _composition_finding("card_set_aside", act, rules, {"shoe": shoe.name, "card": card})
        case CardExchanged(card=card, replacement=str(other)) if other != card:
            yield _composition_finding("wrong_replacement", act, rules, {"shoe": shoe.name, "card": card, "other": other})


def _of_face(act: ShoeAct, card: str) -> bool:
    return isinstance(act.event, CardExchanged) and act.event.card == card


def _composition_finding(kind: str, act: ShoeAct, rules: Rules, particulars: Particulars) -> Finding:
    """A finding that the decks are not complete: it rests on the clause on it, else on how many decks there are."""
    with rules.scope() as grounds:
        rules.value(DECKS)
    clause = rules.clause_of(kind)
    return Finding(kind, (clause,) if clause else sorted_clauses(grounds), act.position, particulars)


def _exchange_findings(shoe: ShoeRecord, act: ShoeAct, rules: Rules) -> Iterator[Finding]:
    """A card exchanged by somebody who may not. Nothing is said of a person whose office is not known."""
    if not isinstance(act.event, CardExchanged):
        return
    with rules.scope() as grounds:
        due = rules.value(EXCHANGED_BY)
    office = _office(shoe, act, act.event)
    if due != "not_said" and office not in (None, due):
        about: Particulars = {"shoe": shoe.name, "card": act.event.card, "who": act.event.by, "due": Term(due)}
        yield Finding("wrong_exchanger", sorted_clauses(grounds), act.position, about)


def _office(shoe: ShoeRecord, act: ShoeAct, exchanged: CardExchanged) -> str | None:
    """In which office somebody exchanged a card, as far as the record tells."""
    by = exchanged.by
    if exchanged.role is not None or by in ROLES:
        return exchanged.role or by
    if by == act.dealer:
        return "dealer"
    return "player" if by in shoe.players or by in act.terms.seats or (by, None) in act.terms.arrivals else None


def _count_findings(shoe: ShoeRecord, act: ShoeAct, rules: Rules) -> Iterator[Finding]:
    """A shoe that was counted at its end, and has not the cards that its decks have."""
    counted, cards = act.event.counted if isinstance(act.event, ShoeClosed) else None, 52 * shoe.decks
    if counted is not None and counted != cards:
        with rules.scope() as grounds:
            rules.value(DECKS)
        about: Particulars = {"shoe": shoe.name, "number": counted, "decks": shoe.decks, "cards": cards}
        yield Finding("wrong_count", sorted_clauses(grounds), act.position, about)
