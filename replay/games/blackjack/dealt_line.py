"""What the record of a blackjack round tells of its cards and decisions, before anybody judges it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events.play import CardDealt, CardExposed, CardMoved, CorrectionBegun, DecisionMade, WagerPlaced
from ledger.events.shoe import CardBurned
from ledger.values.cards import is_known
from ledger.values.places import BURN, EXPOSED, NEXT, hand_place
from replay.procedure.procedure import Done
from replay.table_day.round import Round, Told

ASIDE: Final = (BURN, EXPOSED, NEXT)
"""Where a card lies that nobody has been given."""

DISCARD: Final = "discard"
"""Where cards go of which nobody has a use any more, with all others of the round."""

OF_CARDS: Final = frozenset({CardDealt, CardExposed, CardBurned, CardMoved})
"""Events by which a card leaves the shoe, or comes to lie elsewhere."""

OF_ACTS: Final = frozenset({CardMoved, CardDealt, DecisionMade, WagerPlaced})
"""Events besides cards that can be something done."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that left the shoe in the round: what it is taken for, as it was read, where it was laid and lies now."""

    face: str
    name: str
    laid: str
    lies: str
    told: Told
    wrong_way: bool = False
    """Whether it lay face up in the shoe or the device."""


def correction(one: Round) -> int | None:
    """Where in the line somebody began to put the cards right; a card that only waited is dealt when it is moved."""
    begun = [told.index for told, _ in one.of(CorrectionBegun)[:1]]
    moved = [told.index for told, event in one.of(CardMoved) if event.origin not in ASIDE]
    return min((*begun, *moved), default=None)


def cards(one: Round, faces: Sequence[str] = ()) -> tuple[Card, ...]:
    """The cards that left the shoe in the round, in their order; unread ones as `faces` in turn."""
    assumed, found, shown = iter(faces), list[Card](), bool(one.of(CardExposed))
    for told in one.told:
        event = told.event
        if type(event) not in OF_CARDS or (shown and isinstance(event, CardDealt) and _given_late(found, event)):
            continue
        if isinstance(event, CardExposed):
            found.append(Card(event.card, event.card, EXPOSED, EXPOSED, told))
        elif isinstance(event, CardDealt) or (isinstance(event, CardBurned) and event.reason == "error"):
            laid = event.place if isinstance(event, CardDealt) else BURN
            face = event.card if is_known(event.card) else next(assumed, event.card)
            wrong = isinstance(event, CardDealt) and event.found is not None
            found.append(Card(face, event.card, laid, laid, told, wrong))
        elif isinstance(event, CardMoved):
            _move(found, event, told)
    return tuple(found)


def _given_late(found: list[Card], dealt: CardDealt) -> bool:
    """Whether a card that had shown its face on the shoe is now given though others came after it.

    One that is given at once has only been dealt.
    """
    shown = [n for n, card in enumerate(found) if _shows(card, dealt)]
    if shown[-1:] == [len(found) - 1]:
        found.pop()
        return False
    if shown:
        found[shown[-1]] = replace(found[shown[-1]], lies=dealt.place)
    return bool(shown)


def _move(found: list[Card], moved: CardMoved, told: Told) -> None:
    """A card is put elsewhere; one that is not of this round has waited from the round before."""
    there = [at for at, card in enumerate(found) if (card.name, card.lies) == (moved.card, moved.origin)]
    if there:
        found[there[-1]] = replace(found[there[-1]], lies=moved.place)
    elif moved.origin in (EXPOSED, NEXT) and moved.place not in ASIDE:
        found.append(Card(moved.card, moved.card, moved.place, moved.place, told))


def _shows(card: Card, dealt: CardDealt) -> bool:
    return isinstance(card.told.event, CardExposed) and card.lies == EXPOSED and card.name == dealt.card


def acts(
    one: Round, laid: Sequence[Card], begun: int | None, *, to_be_used: bool
) -> tuple[tuple[Done, ...], tuple[Card, ...]]:
    """What was done until somebody began to put it right, and the cards that still waited then.

    A card that waited and was then given counts as dealt then. `to_be_used` says that such a card must be the next one.
    """
    line = _Line()
    by_index = {card.told.index: card for card in laid}
    for told in one.told:
        event = told.event
        if begun is not None and told.index >= begun:
            break
        card = by_index.get(told.index)
        if card is None and type(event) not in OF_ACTS:
            continue
        if card is not None and card.laid in ASIDE:
            line.waiting += [] if card.wrong_way or not to_be_used else [card]
        elif card is not None:
            line.deal(card.laid, card, told)
        elif isinstance(event, CardMoved | CardDealt):
            line.give(event, told)
        elif isinstance(event, DecisionMade):
            line.acts.append(Done(event.place, event.what, told.position, "choose", event.by or ""))
        elif isinstance(event, WagerPlaced) and event.kind == "insurance" and event.box is not None:
            line.acts.append(Done(hand_place(event.box), "insurance", told.position, "choose", event.player))
    return tuple(line.acts), tuple(line.waiting)


@dataclass
class _Line:
    """What was done, and the cards that came out and have not been given to anybody: they wait, or were passed over."""

    acts: list[Done] = field(default_factory=list)
    waiting: list[Card] = field(default_factory=list)
    passed: list[Card] = field(default_factory=list)

    def deal(self, place: str, card: Card, told: Told) -> None:
        """A card comes to a place; those that waited for longer were passed over."""
        self.acts += (*passed_over(self.waiting), Done(place, card.face, told.position))
        self.passed += self.waiting
        self.waiting = []

    def give(self, event: CardMoved | CardDealt, told: Told) -> None:
        """A card that had come out is given to somebody, in its turn or later."""
        if event.place in ASIDE:
            return
        at = max((n for n, card in enumerate(self.waiting) if card.name == event.card), default=None)
        passed = max((n for n, card in enumerate(self.passed) if card.name == event.card), default=None)
        if at is not None:
            card, later = self.waiting[at], self.waiting[at + 1 :]
            self.waiting = self.waiting[:at]
            self.deal(event.place, card, told)
            self.waiting = later
        elif passed is not None:
            self.deal(event.place, self.passed.pop(passed), told)


def passed_over(cards: Iterable[Card]) -> Iterator[Done]:
    """Cards that had come out and were not used as the next ones."""
    return (Done(card.laid, card.face, card.told.position) for card in cards)


def unread(one: Round) -> int:
    """How many of the round's cards nobody read."""
    return sum(not is_known(card.name) for card in cards(one, ()))
