"""What follows an error once somebody sets about it: where each card was put, and how play went on from there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events.play import CardMoved, DecisionMade, WagerPlaced
from ledger.values.places import DEALER, EXPOSED, NEXT, SET_ASIDE_PLACES, hand_place
from replay.games.blackjack.burning import burned_cards
from replay.games.blackjack.deal import BlackjackDeal, PlayStretch, played_in_order_of, plays_in_any_order
from replay.games.blackjack.dealt_line import Card, correction_start, decision_act, is_in_place
from replay.games.blackjack.presence import presence_acts, presence_changes, presence_states
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.reconstruction import is_refusable, reconstruct_round
from replay.procedure.explanation import explain
from replay.procedure.procedure import TableAct
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

DRAWING_DECISIONS: Final = frozenset({"hit", "double", "free_double", "split", "free_split"})
"""Decisions upon which a hand is given the next card."""


def with_sequel(round_: Round, deal: BlackjackDeal, rules: Rules) -> BlackjackDeal:
    """A deal with what came after its correction, held against the table as it should have been by then.

    Where cards were put to a wrong place, or left there, play went on from a table that never should have been.
    """
    begun = correction_start(round_)
    if begun is None or deal.explanation is None:
        return deal
    ways = (
        _with_sequel_of_play(round_, deal, play, begun, rules) for play in plays_in_any_order(deal.play, deal.board, rules)
    )
    return next((way for way in ways if way is not None), deal)


def _with_sequel_of_play(round_: Round, deal: BlackjackDeal, play: Play, begun: int, rules: Rules) -> BlackjackDeal | None:
    """The same where a box's split hands are played in one order; None where the cards were not put so."""
    out = tuple(card for card in deal.cards if card.round_entry.index < begun)
    changes = presence_changes(round_)
    states = presence_states([change for change in changes if change.place < begun])
    before = replace(deal, play=play, cards=out, later_decisions={}, later_offers=(), presence_states=states)
    righted = reconstruct_round(
        before, rules, burned=burned_cards(before, round_.device, rules), redecided_hands=frozenset(), is_off_table=False
    )
    course = _CorrectionCourse(before, rules, [*_places_at_start(round_, out, begun)], righted.due_places)
    by_index = {card.round_entry.index: card for card in deal.cards[len(out) :]}
    presence = presence_acts(changes)
    for round_entry in round_.entries:
        if round_entry.index >= begun:
            course.acts += presence.get(round_entry.index, ())
            course.add_entry(round_entry, by_index.get(round_entry.index))
    if course.is_untraceable or not course.is_put_right:
        return None
    acts = tuple(course.acts)
    explanation = explain(play, righted.board._replace(absences=states[-1]), rules, acts, closed=round_.is_over)
    if explanation is None:
        return None
    play, sequel = played_in_order_of(play, explanation.board, rules), PlayStretch(acts, explanation)
    return replace(deal, play=play, sequel=sequel, board=explanation.board, is_closed=round_.is_over)


def _places_at_start(round_: Round, cards: Sequence[Card], correction_index: int) -> Iterator[str]:
    """Where the cards lay when somebody began to put them right."""
    places = [card.place_laid for card in cards]
    for round_entry, moved in round_.entries_of(CardMoved):
        if round_entry.index < correction_index:
            move_card(cards, places, moved)
    yield from places


def move_card(cards: Sequence[Card], places: list[str], moved: CardMoved) -> int | None:
    """Moves a card, if it is one of these; of two alike at one place the one that came last."""
    there = [n for n, card in enumerate(cards) if (card.name, places[n]) == (moved.card, moved.origin)]
    if not there:
        return None
    places[there[-1]] = moved.place
    return there[-1]


@dataclass
class _CorrectionCourse:
    """How a correction went, and the play after it. `places` is where each card lies, `due_places` where it belonged
    then.
    """

    deal_before: BlackjackDeal
    rules: Rules
    places: list[str]
    due_places: Sequence[str]
    acts: list[TableAct] = field(default_factory=list)
    given_acts: dict[int, TableAct] = field(default_factory=dict)
    """The cards that waited and were then given, or passed over."""
    is_untraceable: bool = False
    """Whether cards were moved that nobody can follow: one that came after the correction had begun."""

    def add_entry(self, round_entry: RoundEntry, card: Card | None) -> None:
        event = round_entry.event
        if card is not None and card.place_laid not in SET_ASIDE_PLACES:
            self._pass_over(card.round_entry)
            self.acts.append(TableAct(card.place_laid, card.face, round_entry.position))
        elif isinstance(event, CardMoved):
            self._move(event, round_entry)
        elif isinstance(event, DecisionMade):
            if event.what != "refuse_card" or is_refusable(self.deal_before, self._card_on_offer(), self.rules):
                self.acts.append(decision_act(event, round_entry.position, self.deal_before.play))
                self._keep_early_card(event, round_entry)
        elif isinstance(event, WagerPlaced) and event.kind == "insurance" and event.box is not None:
            self.acts.append(TableAct(hand_place(event.box), "insurance", round_entry.position, "choose", event.player))

    def _keep_early_card(self, event: DecisionMade, round_entry: RoundEntry) -> None:
        """Whoever asks for a card may have the next one before him, which came too soon: it stays, and is his."""
        number = self._card_on_offer()
        if number is not None and event.what in DRAWING_DECISIONS and self.places[number] == event.place:
            self._give(number, event.place, round_entry)

    def _move(self, event: CardMoved, round_entry: RoundEntry) -> None:
        number = move_card(self.deal_before.cards, self.places, event)
        if number is None:
            self.is_untraceable = True
            return
        if self.due_places[number] == NEXT and event.place not in SET_ASIDE_PLACES:
            self._pass_over(round_entry, up_to=number)
            if number in self.given_acts:
                self.acts.remove(self.given_acts[number])  # it was put to a wrong place, and goes on from there
            self._give(number, event.place, round_entry)

    @property
    def _waiting_cards(self) -> list[int]:
        return [n for n, place in enumerate(self.due_places) if place == NEXT and n not in self.given_acts]

    def _card_on_offer(self) -> int | None:
        return next(iter(self._waiting_cards), None)

    def _pass_over(self, round_entry: RoundEntry, up_to: int | None = None) -> None:
        """The cards that waited and are not given now although others are."""
        for number in [n for n in self._waiting_cards if up_to is None or n < up_to]:
            lies = DEALER if self.places[number] == DEALER else EXPOSED
            self._give(number, lies, round_entry if lies == DEALER else self.deal_before.cards[number].round_entry)

    def _give(self, number: int, place: str, round_entry: RoundEntry) -> None:
        self.given_acts[number] = TableAct(place, self.deal_before.cards[number].face, round_entry.position)
        self.acts.append(self.given_acts[number])

    @property
    def is_put_right(self) -> bool:
        """Whether every card lies where it belonged, waits, or was given after it had waited."""
        pairs = enumerate(zip(self.places, self.due_places, strict=True))
        return all(
            is_in_place(lies, to) or n in self.given_acts or (to == NEXT and lies in SET_ASIDE_PLACES)
            for n, (lies, to) in pairs
        )
