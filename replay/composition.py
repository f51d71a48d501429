"""What a shoe is made of: a copy too many, a card too many, a shoe of the wrong number of decks. In every game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ledger.cards import SUITS, has_suit, is_known, rank
from ledger.events.play import CardDealt
from ledger.events.shoe import CardBurned, CardExchanged
from replay.custody.record import ShoeRecord
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
    if one.decks != decks and not one.cards_out_before:
        found: dict[str, str | int] = {"shoe": one.shoe, "found": one.decks, "decks": decks}
        yield from breach(rules, "wrong_decks", one.basis[0], found)
    count = _before(one, one.decks)
    for told in one.told:
        if isinstance(told.event, CardDealt | CardBurned):
            exchanged = _exchanged(one.dealt_from, told.index)
            for kind, number, cards in count.draw(told.event.card, exchanged):
                about: dict[str, str | int] = {"shoe": one.shoe, "decks": one.decks, "card": told.event.card}
                clause = rules.conduct("one_copy_too_many" if kind == "too_many_of_rank" else kind)
                if clause is not None:
                    yield Finding(kind, (clause,), told.position, {**about, "number": number, "cards": cards})


def _exchanged(shoe: ShoeRecord | None, index: int) -> Counter[str]:
    """The cards that had been exchanged by then: of each of these one copy more can have come."""
    acts = shoe.of(CardExchanged) if shoe else ()
    return Counter(act.event.card for act in acts if isinstance(act.event, CardExchanged) and act.index < index)


def _before(one: Round, decks: int) -> "_Count":
    """What had left the shoe before the round."""
    count = _Count(decks)
    if one.device != "machine":
        count.cards_out, count.out = one.cards_out_before, Counter(one.out_before)
        first = one.told[0].index
        drawn = [card.card for card in one.dealt_from.drawn if card.index < first] if one.dealt_from else []
        count.loose = Counter(rank(card) for card in drawn if is_known(card) and not has_suit(card))
    return count


@dataclass(slots=True)
class _Count:
    """The cards that are out, against what so many decks hold."""

    decks: int
    cards_out: int = 0
    out: Counter[str] = field(default_factory=Counter)
    loose: Counter[str] = field(default_factory=Counter)
    """Cards by their rank of which nobody read the suit."""

    def draw(self, card: str, exchanged: Counter[str]) -> Iterator[tuple[str, int, int]]:
        """A card comes out: each way in which it is one too many, its number, and how many there are."""
        self.cards_out += 1
        most = 52 * self.decks + exchanged.total()
        self.out[card] += has_suit(card)
        self.loose[rank(card)] += is_known(card) and not has_suit(card)
        held = {one: self.decks + exchanged[one] for one in (rank(card) + suit for suit in SUITS)}
        of_rank = sum(min(self.out[one], most_of) for one, most_of in held.items()) + self.loose[rank(card)]
        if self.out[card] > self.decks + exchanged[card]:
            yield "one_copy_too_many", self.out[card], self.decks
        elif is_known(card) and of_rank > sum(held.values()):
            yield "too_many_of_rank", of_rank, sum(held.values())
        if self.cards_out > most:
            yield "too_many_cards", self.cards_out, 52 * self.decks
