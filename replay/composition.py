"""What a shoe is made of: a copy too many, a card too many, a shoe of the wrong number of decks. In every game."""

from collections.abc import Iterator, Mapping

from ledger.cards import has_suit
from ledger.events.play import CardDealt
from ledger.events.shoe import CardBurned
from replay.customs import DECKS
from replay.findings import Finding
from replay.rules import Rules
from replay.story import Round


def breach(rules: Rules, kind: str, at: int, about: Mapping[str, str | int], *wagers: str) -> Iterator[Finding]:
    """A finding of this kind, if the house has such a breach."""
    clause = rules.conduct(kind)
    if clause is not None:
        yield Finding(kind, (clause,), at, about, wagers)


def composition(one: Round, rules: Rules) -> Iterator[Finding]:
    """Cards that cannot have come out of the shoe. A machine takes cards back, so only one round's can be counted."""
    decks = rules.value(DECKS)
    if one.shoe is None or one.decks is None:
        return
    machine = one.device == "machine"
    about: dict[str, str | int] = {"shoe": one.shoe, "decks": one.decks}
    if one.decks != decks and not one.cards_out_before:
        found: dict[str, str | int] = {"shoe": one.shoe, "found": one.decks, "decks": decks}
        yield from breach(rules, "wrong_decks", one.basis[0], found)
    out, cards_out = ({}, 0) if machine else (dict(one.out_before), one.cards_out_before)
    for told in one.told:
        if not isinstance(told.event, CardDealt | CardBurned):
            continue
        card = told.event.card
        cards_out += 1
        if has_suit(card):
            out[card] = out.get(card, 0) + 1
            if out[card] > one.decks:
                copy: dict[str, str | int] = {**about, "card": card, "number": out[card]}
                yield from breach(rules, "one_copy_too_many", told.position, copy)
        if cards_out > 52 * one.decks:
            number: dict[str, str | int] = {**about, "number": cards_out, "cards": 52 * one.decks}
            yield from breach(rules, "too_many_cards", told.position, number)
