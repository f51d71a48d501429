"""What follows an error once somebody sets about it: where each card was put, and how play went on from there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events.play import CardMoved, DecisionMade, WagerPlaced
from ledger.values.places import DEALER, EXPOSED, NEXT, hand_place
from replay.games.blackjack.burning import burned
from replay.games.blackjack.deal import Deal, Stretch
from replay.games.blackjack.dealt_line import ASIDE, Card, correction
from replay.games.blackjack.reconstruction import put_right, refusable
from replay.procedure.explanation import explain
from replay.procedure.procedure import Done
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

TAKES: Final = frozenset({"hit", "double", "free_double", "split", "free_split"})
"""Decisions upon which a hand is given the next card."""


def with_sequel(one: Round, dealt: Deal, rules: Rules) -> Deal:
    """A deal with what came after its correction, held against the table as it should have been by then.

    Where cards were put to a wrong place, or left there, play went on from a table that never should have been.
    """
    begun = correction(one)
    if begun is None or dealt.explanation is None:
        return dealt
    out = tuple(card for card in dealt.cards if card.told.index < begun)
    before = replace(dealt, cards=out, later={}, later_offers=())
    righted = put_right(before, rules, burned=burned(before, one.device, rules), again=frozenset(), gone=False)
    course = _Course(before, rules, [*_lying(one, out, begun)], righted.belongs)
    by_index = {card.told.index: card for card in dealt.cards[len(out) :]}
    for told in one.told:
        if told.index >= begun:
            course.take(told, by_index.get(told.index))
    if course.lost or not course.lies_right:
        return dealt
    acts = tuple(course.acts)
    explanation = explain(dealt.play, righted.board, rules, acts, closed=one.closed)
    if explanation is None:
        return dealt
    return replace(dealt, sequel=Stretch(acts, explanation), board=explanation.board, closed=one.closed)


def _lying(one: Round, out: Sequence[Card], begun: int) -> Iterator[str]:
    """Where the cards lay when somebody began to put them right."""
    places = [card.laid for card in out]
    for told, moved in one.of(CardMoved):
        if told.index < begun:
            put(out, places, moved)
    yield from places


def put(out: Sequence[Card], places: list[str], moved: CardMoved) -> int | None:
    """Moves a card, if it is one of these; of two alike at one place the one that came last."""
    there = [n for n, card in enumerate(out) if (card.name, places[n]) == (moved.card, moved.origin)]
    if not there:
        return None
    places[there[-1]] = moved.place
    return there[-1]


@dataclass
class _Course:
    """How a correction went, and the play after it. `places` is where each card lies, `belongs` where it belonged then."""

    before: Deal
    rules: Rules
    places: list[str]
    belongs: Sequence[str]
    acts: list[Done] = field(default_factory=list)
    given: dict[int, Done] = field(default_factory=dict)
    """The cards that waited and were then given, or passed over."""
    lost: bool = False
    """Whether cards were moved that nobody can follow: one that came after the correction had begun."""

    def take(self, told: Told, card: Card | None) -> None:
        event = told.event
        if card is not None and card.laid not in ASIDE:
            self._pass_over(card.told)
            self.acts.append(Done(card.laid, card.face, told.position))
        elif isinstance(event, CardMoved):
            self._move(event, told)
        elif isinstance(event, DecisionMade):
            if event.what != "refuse_card" or refusable(self.before, self._offered(), self.rules):
                self.acts.append(Done(event.place, event.what, told.position, "choose", event.by or ""))
                self._lies_there_already(event, told)
        elif isinstance(event, WagerPlaced) and event.kind == "insurance" and event.box is not None:
            self.acts.append(Done(hand_place(event.box), "insurance", told.position, "choose", event.player))

    def _lies_there_already(self, event: DecisionMade, told: Told) -> None:
        """Whoever asks for a card may have the next one before him, which came too soon: it stays, and is his."""
        number = self._offered()
        if number is not None and event.what in TAKES and self.places[number] == event.place:
            self._give(number, event.place, told)

    def _move(self, event: CardMoved, told: Told) -> None:
        number = put(self.before.cards, self.places, event)
        if number is None:
            self.lost = True
            return
        if self.belongs[number] == NEXT and event.place not in ASIDE:
            self._pass_over(told, upto=number)
            if number in self.given:
                self.acts.remove(self.given[number])  # it was put to a wrong place, and goes on from there
            self._give(number, event.place, told)

    @property
    def _waiting(self) -> list[int]:
        return [n for n, place in enumerate(self.belongs) if place == NEXT and n not in self.given]

    def _offered(self) -> int | None:
        return next(iter(self._waiting), None)

    def _pass_over(self, told: Told, upto: int | None = None) -> None:
        """The cards that waited and are not given now although others are."""
        for number in [n for n in self._waiting if upto is None or n < upto]:
            lies = DEALER if self.places[number] == DEALER else EXPOSED
            self._give(number, lies, told if lies == DEALER else self.before.cards[number].told)

    def _give(self, number: int, place: str, told: Told) -> None:
        self.given[number] = Done(place, self.before.cards[number].face, told.position)
        self.acts.append(self.given[number])

    @property
    def lies_right(self) -> bool:
        """Whether every card lies where it belonged, waits, or was given after it had waited."""
        pairs = enumerate(zip(self.places, self.belongs, strict=True))
        return all(lies == to or n in self.given or (to == NEXT and lies in ASIDE) for n, (lies, to) in pairs)
