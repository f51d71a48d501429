"""What the record of a blackjack round tells of its cards and decisions, before anybody judges it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.events.play import CardDealt, CardExposed, CardMoved, CorrectionBegun, DecisionMade, WagerPlaced
from ledger.events.shoe import CardBurned
from ledger.values.cards import is_known
from ledger.values.places import BURN, EXPOSED, NEXT, PUT_AWAY_PLACES, SET_ASIDE_PLACES, hand_place
from replay.games.blackjack.presence import presence_acts, presence_changes
from replay.games.blackjack.procedure import BY_RULE, Play
from replay.procedure.procedure import TableAct
from replay.table_day.round import Round, RoundEntry

CARD_EVENTS: Final = frozenset({CardDealt, CardExposed, CardBurned, CardMoved})
"""Events by which a card leaves the shoe, or comes to lie elsewhere."""

ACT_EVENTS: Final = frozenset({CardMoved, CardDealt, DecisionMade, WagerPlaced})
"""Events besides cards that can be something done."""


class Card(NamedTuple):
    """A card that left the shoe in the round: what it is taken for, as it was read, where it was laid and lies now."""

    face: str
    name: str
    place_laid: str
    place_now: str
    round_entry: RoundEntry
    is_face_up_in_shoe: bool = False
    """Whether it lay face up in the shoe or the device."""


def is_in_place(place: str, due_place: str) -> bool:
    """Whether a card at a place is where it belongs: to put it with the discards is to burn it."""
    return place == due_place or (due_place == BURN and place in PUT_AWAY_PLACES)


def correction_start(round_: Round) -> int | None:
    """Where in the line somebody began to put the cards right; a card that only waited is dealt when it is moved."""
    begun = [round_entry.index for round_entry, _ in round_.entries_of(CorrectionBegun)[:1]]
    moved = [
        round_entry.index for round_entry, event in round_.entries_of(CardMoved) if event.origin not in SET_ASIDE_PLACES
    ]
    return min((*begun, *moved), default=None)


def read_cards(round_: Round, faces: Sequence[str] = ()) -> tuple[Card, ...]:
    """The cards that left the shoe in the round, in their order; unread ones as `faces` in turn."""
    assumed, found, shown = iter(faces), list[Card](), bool(round_.entries_of(CardExposed))
    for round_entry in round_.entries:
        event = round_entry.event
        if type(event) not in CARD_EVENTS or (shown and isinstance(event, CardDealt) and _is_given_late(found, event)):
            continue
        if isinstance(event, CardExposed):
            found.append(Card(event.card, event.card, EXPOSED, EXPOSED, round_entry))
        elif isinstance(event, CardDealt) or (isinstance(event, CardBurned) and event.reason == "error"):
            laid = event.place if isinstance(event, CardDealt) else BURN
            face = event.card if is_known(event.card) else next(assumed, event.card)
            wrong = isinstance(event, CardDealt) and event.found is not None
            found.append(Card(face, event.card, laid, laid, round_entry, wrong))
        elif isinstance(event, CardMoved):
            _move_card(found, event, round_entry, assumed)
    return tuple(found)


def _is_given_late(cards: list[Card], dealt: CardDealt) -> bool:
    """Whether a card that had shown its face on the shoe is now given though others came after it.

    One that is given at once has only been dealt.
    """
    shown = [n for n, card in enumerate(cards) if _is_exposed(card, dealt)]
    if shown[-1:] == [len(cards) - 1]:
        cards.pop()
        return False
    if shown:
        cards[shown[-1]] = cards[shown[-1]]._replace(place_now=dealt.place)
    return bool(shown)


def _move_card(cards: list[Card], moved: CardMoved, round_entry: RoundEntry, assumed: Iterator[str]) -> None:
    """A card is put elsewhere; one that is not of this round has waited from the round before."""
    there = [at for at, card in enumerate(cards) if (card.name, card.place_now) == (moved.card, moved.origin)]
    if there:
        cards[there[-1]] = cards[there[-1]]._replace(place_now=moved.place)
    elif moved.origin in (EXPOSED, NEXT) and moved.place not in SET_ASIDE_PLACES:
        face = moved.card if is_known(moved.card) else next(assumed, moved.card)
        cards.append(Card(face, moved.card, moved.place, moved.place, round_entry))


def _is_exposed(card: Card, dealt: CardDealt) -> bool:
    return isinstance(card.round_entry.event, CardExposed) and card.place_now == EXPOSED and card.name == dealt.card


def acts_before_correction(
    round_: Round, play: Play, cards: Sequence[Card], correction_index: int | None, *, must_be_next: bool
) -> tuple[tuple[TableAct, ...], tuple[Card, ...]]:
    """What was done until somebody began to put it right, and the cards that still waited then.

    A card that waited and was then given counts as dealt then. `must_be_next` says that such a card must be the next one.
    """
    line, presence = _ActLine(), presence_acts(presence_changes(round_))
    by_index = {card.round_entry.index: card for card in cards}
    for round_entry in round_.entries:
        event = round_entry.event
        if correction_index is not None and round_entry.index >= correction_index:
            break
        line.acts += presence.get(round_entry.index, ())
        card = by_index.get(round_entry.index)
        if card is None and type(event) not in ACT_EVENTS:
            continue
        if card is not None and card.place_laid in SET_ASIDE_PLACES:
            line.waiting += [] if card.is_face_up_in_shoe or not must_be_next else [card]
        elif card is not None:
            line.deal_card(card.place_laid, card, round_entry)
        elif isinstance(event, CardMoved | CardDealt):
            line.give_card(event, round_entry)
        elif isinstance(event, DecisionMade):
            line.acts.append(decision_act(event, round_entry.position, play))
        elif isinstance(event, WagerPlaced) and event.kind == "insurance" and event.box is not None:
            line.acts.append(TableAct(hand_place(event.box), "insurance", round_entry.position, "choose", event.player))
    return tuple(line.acts), tuple(line.waiting)


def decision_act(decision: DecisionMade, position: int, play: Play) -> TableAct:
    """What somebody said of a hand; where the house's rule was played and nobody is named, the rule said it.

    In a house without such a rule it is for nobody else to say: the decision counts as that of whoever calls the box.
    """
    by = decision.by or (BY_RULE if decision.how == "rule" and play.has_absence_rule else "")
    return TableAct(decision.place, decision.what, position, "choose", by)


@dataclass
class _ActLine:
    """What was done, and the cards that came out and have not been given to anybody: they wait, or were passed over."""

    acts: list[TableAct] = field(default_factory=list)
    waiting: list[Card] = field(default_factory=list)
    passed: list[Card] = field(default_factory=list)

    def deal_card(self, place: str, card: Card, round_entry: RoundEntry) -> None:
        """A card comes to a place; those that waited for longer were passed over."""
        self.acts += (*passed_over_acts(self.waiting), TableAct(place, card.face, round_entry.position))
        self.passed += self.waiting
        self.waiting = []

    def give_card(self, event: CardMoved | CardDealt, round_entry: RoundEntry) -> None:
        """A card that had come out is given to somebody, in its turn or later."""
        if event.place in SET_ASIDE_PLACES:
            return
        at = max((n for n, card in enumerate(self.waiting) if card.name == event.card), default=None)
        passed = max((n for n, card in enumerate(self.passed) if card.name == event.card), default=None)
        if at is not None:
            card, later = self.waiting[at], self.waiting[at + 1 :]
            self.waiting = self.waiting[:at]
            self.deal_card(event.place, card, round_entry)
            self.waiting = later
        elif passed is not None:
            self.deal_card(event.place, self.passed.pop(passed), round_entry)


def passed_over_acts(cards: Iterable[Card]) -> Iterator[TableAct]:
    """Cards that had come out and were not used as the next ones."""
    return (TableAct(card.place_laid, card.face, card.round_entry.position) for card in cards)


def unread_count(round_: Round) -> int:
    """How many of the round's cards nobody read."""
    return sum(not is_known(card.name) for card in read_cards(round_, ()))
