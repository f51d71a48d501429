"""What a shoe is made of: a copy too many, a card too many, a shoe of the wrong number of decks. In every game."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.events.play import CardDealt
from ledger.events.shoe import CardBurned, CardExchanged
from ledger.values.cards import SUITS, has_suit, is_known, rank
from replay.judging.finding import Finding
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told
from replay.table_day.shoe_record import Act


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
    exchanges = list(one.dealt_from.of(CardExchanged)) if one.dealt_from else []
    out: list[tuple[Told, CardDealt | CardBurned]] = [*one.of(CardDealt), *one.of(CardBurned)]
    for told, drawn in sorted(out, key=lambda drawn: drawn[0].index):
        for kind, number, cards in count.draw(drawn.card, _exchanged(exchanges, told.index)):
            about: dict[str, str | int] = {"shoe": one.shoe, "decks": one.decks, "card": drawn.card}
            clause = rules.conduct("one_copy_too_many" if kind == "too_many_of_rank" else kind)
            if clause is not None:
                yield Finding(kind, (clause,), told.position, {**about, "number": number, "cards": cards})


def _exchanged(acts: Sequence[Act], index: int) -> Mapping[str, int]:
    """The cards that had been exchanged by then: of each of these one copy more can have come."""
    if not acts:
        return {}
    return Counter(act.event.card for act in acts if isinstance(act.event, CardExchanged) and act.index < index)


def _before(one: Round, decks: int) -> "Count":
    """What had left the shoe before the round."""
    count = Count(decks)
    if one.device != "machine":
        count.cards_out, count.out = one.cards_out_before, Counter(one.out_before)
        first = one.told[0].index
        loose = one.dealt_from.without_suit if one.dealt_from else ()
        count.loose = Counter(rank(drawn.card) for drawn in loose if drawn.index < first)
    return count


@dataclass(slots=True)
class Count:
    """The cards that are out, against what so many decks hold."""

    decks: int
    cards_out: int = 0
    out: Counter[str] = field(default_factory=Counter)
    loose: Counter[str] = field(default_factory=Counter)
    """Cards by their rank of which nobody read the suit."""

    def draw(self, card: str, exchanged: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        """A card comes out: each way in which it is one too many, its number, and how many there are."""
        self.cards_out += 1
        if has_suit(card):
            self.out[card] += 1
        elif is_known(card):
            self.loose[rank(card)] += 1
        if self.out[card] > self.decks + exchanged.get(card, 0):
            yield "one_copy_too_many", self.out[card], self.decks
        elif self.loose.get(rank(card)):  # else there are as many places as cards
            yield from self._of_rank(rank(card), exchanged)
        if self.cards_out > 52 * self.decks + sum(exchanged.values()):
            yield "too_many_cards", self.cards_out, 52 * self.decks

    def _of_rank(self, one: str, exchanged: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
        """Where cards without a suit came as well: whether there are more of a rank than all suits together hold."""
        held = {one + suit: self.decks + exchanged.get(one + suit, 0) for suit in SUITS}
        of_rank = sum(min(self.out[card], most) for card, most in held.items()) + self.loose[one]
        if of_rank > sum(held.values()):
            yield "too_many_of_rank", of_rank, sum(held.values())
