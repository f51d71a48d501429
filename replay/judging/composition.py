"""What a shoe is made of: a copy too many, a card too many, a shoe of the wrong number of decks. In every game."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.events.play import CardDealt
from ledger.events.shoe import CardBurned, CardExchanged
from ledger.values.cards import SUITS, has_suit, is_known, rank
from replay.judging.finding import Finding, Phase, declare
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry
from replay.table_day.shoe_record import ShoeAct

declare(
    __name__,
    Phase.SHOE,
    "record",
    {
        "one_copy_too_many": "Card {card} came out of shoe {shoe} as copy number {number}; {decks} decks hold {decks}.",
        "too_many_cards": "Card number {number} came out of shoe {shoe}; {decks} decks have {cards}.",
        "too_many_of_rank": "Card {card} came out of shoe {shoe} as number {number} of its rank; {decks} decks "
        "hold {cards}.",
        "wrong_decks": "Shoe {shoe} was made of {found} decks; the house plays with {decks}.",
    },
)


def breach(rules: Rules, kind: str, position: int, particulars: Mapping[str, str | int], *wagers: str) -> Iterator[Finding]:
    """A finding of this kind, if the house has such a breach."""
    clause = rules.clause_of(kind)
    if clause is not None:
        yield Finding(kind, (clause,), position, particulars, wagers)


def composition(round_: Round, rules: Rules) -> Iterator[Finding]:
    """Cards that cannot have come out of the shoe. A machine takes cards back, so only one round's can be counted."""
    decks = rules.value(DECKS)
    if round_.shoe is None or round_.decks is None:
        return
    if round_.decks != decks and not round_.cards_out_before:
        found: dict[str, str | int] = {"shoe": round_.shoe, "found": round_.decks, "decks": decks}
        yield from breach(rules, "wrong_decks", round_.basis[0], found)
    count = _count_before(round_, round_.decks)
    exchanges = list(round_.shoe_record.acts_of(CardExchanged)) if round_.shoe_record else []
    out: list[tuple[RoundEntry, CardDealt | CardBurned]] = [*round_.entries_of(CardDealt), *round_.entries_of(CardBurned)]
    for round_entry, drawn in sorted(out, key=lambda drawn: drawn[0].index):
        for kind, number, cards in count.draw(drawn.card, _exchanged_cards(exchanges, round_entry.index)):
            about: dict[str, str | int] = {"shoe": round_.shoe, "decks": round_.decks, "card": drawn.card}
            clause = rules.clause_of("one_copy_too_many" if kind == "too_many_of_rank" else kind)
            if clause is not None:
                yield Finding(kind, (clause,), round_entry.position, {**about, "number": number, "cards": cards})


def _exchanged_cards(acts: Sequence[ShoeAct], index: int) -> Mapping[str, int]:
    """The cards that had been exchanged by then: of each of these one copy more can have come."""
    if not acts:
        return {}
    return Counter(act.event.card for act in acts if isinstance(act.event, CardExchanged) and act.index < index)


def _count_before(round_: Round, decks: int) -> "CardCount":
    """What had left the shoe before the round."""
    count = CardCount(decks)
    if round_.device != "machine":
        count.cards_out, count.copies_out = round_.cards_out_before, Counter(round_.copies_out_before)
        first = round_.entries[0].index
        loose = round_.shoe_record.cards_without_suit if round_.shoe_record else ()
        count.without_suit = Counter(rank(drawn.card) for drawn in loose if drawn.index < first)
    return count


@dataclass(slots=True)
class CardCount:
    """The cards that are out, against what so many decks hold."""

    decks: int
    cards_out: int = 0
    copies_out: Counter[str] = field(default_factory=Counter)
    without_suit: Counter[str] = field(default_factory=Counter)
    """Cards by their rank of which nobody read the suit."""

    def draw(self, card: str, exchanged: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        """A card comes out: each way in which it is one too many, its number, and how many there are."""
        self.cards_out += 1
        if has_suit(card):
            self.copies_out[card] += 1
        elif is_known(card):
            self.without_suit[rank(card)] += 1
        if self.copies_out[card] > self.decks + exchanged.get(card, 0):
            yield "one_copy_too_many", self.copies_out[card], self.decks
        elif self.without_suit.get(rank(card)):  # else there are as many places as cards
            yield from self._draw_of_rank(rank(card), exchanged)
        if self.cards_out > 52 * self.decks + sum(exchanged.values()):
            yield "too_many_cards", self.cards_out, 52 * self.decks

    def _draw_of_rank(self, card_rank: str, exchanged: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        """Where cards without a suit came as well: whether there are more of a rank than all suits together hold."""
        held = {card_rank + suit: self.decks + exchanged.get(card_rank + suit, 0) for suit in SUITS}
        of_rank = sum(min(self.copies_out[card], most) for card, most in held.items()) + self.without_suit[card_rank]
        if of_rank > sum(held.values()):
            yield "too_many_of_rank", of_rank, sum(held.values())
