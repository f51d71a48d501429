"""The cards of a blackjack round: as they were dealt, as they should have been, and where the two part."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.cards import is_known
from ledger.events.play import CardDealt, CardExposed, CardMoved, CorrectionBegun, DecisionMade, WagerPlaced, WagerReturned
from ledger.events.shoe import CardBurned
from ledger.places import BURN, DEALER, EXPOSED, NEXT, box_of, hand_place
from replay.blackjack import values
from replay.blackjack.play import OFFERS, Play, Seen
from replay.blackjack.table import Hand, Table, over, two_card_21
from replay.explanation import Explanation, Fault, explain
from replay.procedure import Done, ended, follow
from replay.round import Round, Told
from replay.rules import Rules

ASIDE: Final = (BURN, EXPOSED, NEXT)
"""Where a card lies that nobody has been given."""

OFFERED: Final = frozenset({*OFFERS, "surrender"})
"""What each player says of his own wager, without being asked."""

PLAYED: Final = frozenset({"hit", "stand", "double", "split", "free_double", "free_split", "refuse_card", "surrender"})
"""Decisions on how a hand is played on; what is said of insurance is none."""


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


@dataclass(frozen=True, slots=True)
class Deal:
    """What was dealt, and why it was not what was due.

    `acts` are the cards and decisions up to the moment when somebody began to put the round right, `later` the
    decisions after it, `later_offers` what was then said of insurance and even money. `told` are the decisions with
    what could be seen when they were made.
    """

    start: Table
    play: Play
    cards: tuple[Card, ...]
    acts: tuple[Done, ...]
    later: Mapping[str, tuple[str, ...]]
    later_offers: tuple[tuple[str, str, str], ...]
    explanation: Explanation[Table] | None
    board: Table
    fits: int
    clean: bool
    closed: bool
    gone: bool
    """Whether the next round has begun, so that the cards are off the table."""
    touched: Told | None

    @property
    def memory(self) -> dict[Hashable, str]:
        """The decisions by what could be seen; of two on the same cards the first, whose card somebody else was given."""
        told = reversed(self.explanation.told) if self.explanation else ()
        return {seen: given for seen, given in told if given not in OFFERED}

    @property
    def offers(self) -> list[tuple[Seen, str]]:
        """What was said of insurance, even money and one's own surrender, with what could be seen then."""
        told = self.explanation.told if self.explanation else ()
        said = [(seen, given) for seen, given in told if isinstance(seen, Seen) and given in OFFERED]
        return [(seen, given) for seen, given in said if self._came_to_count(seen, given)]

    @property
    def given_up(self) -> list[tuple[Seen, bool]]:
        """Who gave up his wager, by what he saw, and whether somebody had decided on a hand by then."""
        told = self.explanation.told if self.explanation else ()
        played = [given in PLAYED and given != "surrender" for _, given in told]
        surrenders = [(n, seen) for n, (seen, given) in enumerate(told) if given == "surrender" and isinstance(seen, Seen)]
        return [(seen, any(played[:n])) for n, seen in surrenders if self._came_to_count(seen, "surrender")]

    def _came_to_count(self, seen: Seen, what: str) -> bool:
        """Whether an offer was taken while it was open."""
        box = box_of(seen.place)
        if what == "surrender":
            return self.board.left(box, seen.by) == "surrendered"
        insured = any(at == box for at, _ in self.board.insured)
        return insured or (what == "even_money" and any(at == box and how == "paid" for at, _, how in self.board.out))

    def decided(self, place: str) -> int:
        """How many decisions on a hand's play are on record."""
        made = sum(act.act == "choose" and act.place == place and act.given in PLAYED for act in self.acts)
        return made + len(self.later.get(place, ()))


def deal(one: Round, boxes: Sequence[int], rules: Rules, play: Play, faces: Sequence[str] = ()) -> Deal:
    """Reads a round's cards and decisions against the play that was due; unread cards as `faces` in turn."""
    begun = _correction(one)
    cards = _cards(one, faces)
    to_be_used = rules.value(values.EXPOSED) == "next"
    acts = tuple(_acts(one, cards, begun, to_be_used=to_be_used))
    start = Table.of(boxes)
    board, fits = follow(play, start, rules, acts)
    closed = begun is None and _over(one, board if fits == len(acts) else None, acts, rules)
    end = ended(play, board, rules) if closed else board
    clean = fits == len(acts) and end is not None
    wanted = not clean or begun is not None or any(card.wrong_way for card in cards)
    explanation = explain(play, start, rules, acts, closed=closed) if wanted else None
    if wanted and closed and explanation is None:  # nobody told the end
        explanation = explain(play, start, rules, acts, closed=False)
    if explanation is not None:
        board = explanation.board
    elif clean and end is not None:
        board = end
    later, offers, gone = _later(one, begun), _later_offers(one, begun), one.played_on_at is not None
    moved = one.of(CardMoved)
    touched = moved[-1][0] if moved and begun is not None else None
    return Deal(start, play, cards, acts, later, offers, explanation, board, fits, clean, closed, gone, touched)


OF_CARDS: Final = frozenset({CardDealt, CardExposed, CardBurned, CardMoved})
"""Events by which a card leaves the shoe, or comes to lie elsewhere."""

OF_ACTS: Final = frozenset({CardMoved, DecisionMade, WagerPlaced})
"""Events besides cards that can be something done."""


def _correction(one: Round) -> int | None:
    """Where in the line somebody began to put the cards right; a card that only waited is dealt when it is moved."""
    begun = [told.index for told, _ in one.of(CorrectionBegun)[:1]]
    moved = [told.index for told, event in one.of(CardMoved) if event.origin not in (EXPOSED, BURN)]
    return min((*begun, *moved), default=None)


def _cards(one: Round, faces: Sequence[str]) -> tuple[Card, ...]:
    """The cards that left the shoe in the round, in their order."""
    assumed, cards, shown = iter(faces), list[Card](), bool(one.of(CardExposed))
    for told in one.told:
        event = told.event
        if type(event) not in OF_CARDS:
            continue
        if shown and isinstance(event, CardDealt):  # a card that had shown its face on the shoe is now given
            cards = [
                card
                for card in cards
                if not (isinstance(card.told.event, CardExposed) and card.lies == EXPOSED and card.name == event.card)
            ]
        if isinstance(event, CardExposed):
            cards.append(Card(event.card, event.card, EXPOSED, EXPOSED, told))
        elif isinstance(event, CardDealt) or (isinstance(event, CardBurned) and event.reason == "error"):
            laid = event.place if isinstance(event, CardDealt) else BURN
            face = event.card if is_known(event.card) else next(assumed, event.card)
            wrong = isinstance(event, CardDealt) and event.found is not None
            cards.append(Card(face, event.card, laid, laid, told, wrong))
        elif isinstance(event, CardMoved):
            there = [at for at, card in enumerate(cards) if (card.name, card.lies) == (event.card, event.origin)]
            if there:
                card = cards[there[-1]]
                cards[there[-1]] = Card(card.face, card.name, card.laid, event.place, card.told, card.wrong_way)
    return tuple(cards)


def _acts(one: Round, cards: Sequence[Card], begun: int | None, *, to_be_used: bool) -> Iterator[Done]:
    """What was done until somebody began to put it right. A card that waited and was then given counts as dealt then.

    `to_be_used` says that such a card must be the next one.
    """
    by_index = {card.told.index: card for card in cards}
    waiting: list[Card] = []
    for told in one.told:
        event = told.event
        if begun is not None and told.index >= begun:
            break
        card = by_index.get(told.index)
        if card is None and type(event) not in OF_ACTS:
            continue
        if card is not None and card.laid in ASIDE:
            waiting += [] if card.wrong_way or not to_be_used else [card]
        elif card is not None:
            yield from _passed_over(waiting)
            yield Done(card.laid, card.face, told.position)
        elif isinstance(event, CardMoved):
            given = max((n for n, held in enumerate(waiting) if held.name == event.card), default=None)
            if given is not None and event.place not in ASIDE:
                card = waiting.pop(given)
                yield from _passed_over(waiting[:given])
                del waiting[:given]
                yield Done(event.place, card.face, told.position)
        elif isinstance(event, DecisionMade):
            yield Done(event.place, event.what, told.position, "choose", event.by or "")
        elif isinstance(event, WagerPlaced) and event.kind == "insurance" and event.box is not None:
            yield Done(hand_place(event.box), "insurance", told.position, "choose", event.player)
    yield from _passed_over([card for card in waiting if one.closed or card.laid == BURN])


def _passed_over(waiting: list[Card]) -> Iterator[Done]:
    """Cards that had come out and were not used as the next ones."""
    for card in waiting:
        yield Done(card.laid, card.face, card.told.position)
    waiting.clear()


def _later(one: Round, begun: int | None) -> dict[str, tuple[str, ...]]:
    """The decisions made once the round was being put right, hand by hand."""
    later: dict[str, tuple[str, ...]] = {}
    for told, event in one.of(DecisionMade):
        if begun is not None and told.index > begun and event.what in PLAYED:
            later[event.place] = (*later.get(event.place, ()), event.what)
    return later


def _later_offers(one: Round, begun: int | None) -> tuple[tuple[str, str, str], ...]:
    """What was said of insurance and even money once the round was being put right."""
    if begun is None:
        return ()
    made = [event for told, event in one.of(DecisionMade) if told.index > begun and event.what not in PLAYED]
    insured = [event for told, event in one.of(WagerPlaced) if told.index > begun and event.kind == "insurance"]
    return (
        *((event.place, event.what, event.by or "") for event in made),
        *((hand_place(event.box), "insurance", event.player) for event in insured if event.box is not None),
    )


def _over(one: Round, board: Table | None, acts: Sequence[Done], rules: Rules) -> bool:
    """Whether the dealer was done: the round was closed, or a wager paid that the play had still to decide."""
    if one.closed:
        return True
    last = max((told.index for told, _ in (*one.of(CardDealt), *one.of(DecisionMade))), default=-1)
    placed = {event.wager: event for _, event in one.of(WagerPlaced)}
    for told, returned in one.of(WagerReturned):
        wager = placed.get(returned.wager) if told.index > last else None
        if wager is not None and wager.kind != "insurance":
            place = hand_place(wager.box or 0, wager.hand or 1)
            cards = tuple(act.given for act in acts if act.act == "card" and act.place == place)
            hand = (board.at(place) if board is not None else None) or Hand(place, cards)
            if not over(hand, rules) and not two_card_21(hand, rules):
                return True
    return False


def unread(one: Round) -> int:
    """How many of the round's cards nobody read."""
    return sum(not is_known(card.name) for card in _cards(one, ()))


def completed_dealer(one: Deal) -> Iterator[int]:
    """The cards, by their number, that were laid to the dealer's hand when nothing was due to anybody any more."""
    for fault in one.explanation.faults if one.explanation else ():
        if fault.kind != "overdraw" or fault.place != DEALER or fault.due is not None:
            return  # the hand was complete only through an error before it
        position = one.acts[fault.step].position
        yield from (n for n, card in enumerate(one.cards) if card.told.position == position)


def meant_for_another(board: Table, fault: Fault, play: Play, rules: Rules) -> bool:
    """Whether a card that a hand had asked for was laid to another one."""
    due = play.due(board, rules)
    hand = board.at(due.place) if due is not None and due.place != fault.place else None
    return hand is not None and hand.state in ("hit", "doubled") and fault.place not in ASIDE
