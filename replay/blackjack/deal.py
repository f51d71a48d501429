"""The cards of a blackjack round: as they were dealt, as they should have been, and where the two part."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.cards import is_known
from ledger.events.play import CardDealt, CardMoved, CorrectionBegun, DecisionMade, WagerPlaced, WagerReturned
from ledger.events.shoe import CardBurned
from ledger.places import BURN, DEALER, EXPOSED, NEXT, box_of, hand_place
from replay.blackjack import values
from replay.blackjack.play import Play, Seen
from replay.blackjack.table import Hand, Table, over, total, two_card_21
from replay.explanation import Explanation, Fault, explain
from replay.procedure import Done, Due, Lawful, ended, follow, reconstruct
from replay.rules import Rules
from replay.story import Round, Told

ASIDE: Final = (BURN, EXPOSED, NEXT)
"""Where a card lies that nobody has been given."""

PLAYED: Final = frozenset({"hit", "stand", "double", "split", "refuse_card", "surrender"})
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
    decisions after it. `told` are the decisions with what could be seen when they were made.
    """

    start: Table
    play: Play
    cards: tuple[Card, ...]
    acts: tuple[Done, ...]
    later: Mapping[str, tuple[str, ...]]
    explanations: tuple[Explanation[Table], ...]
    board: Table
    fits: int
    clean: bool
    closed: bool
    touched: Told | None

    @property
    def memory(self) -> dict[Hashable, str]:
        """The decisions by what could be seen; of two on the same cards the first, whose card somebody else was given."""
        return dict(reversed(self.explanations[0].told)) if self.explanations else {}

    def decided(self, place: str) -> int:
        """How many decisions on a hand's play are on record."""
        made = sum(act.act == "choose" and act.place == place and act.given in PLAYED for act in self.acts)
        return made + len(self.later.get(place, ()))


def deal(one: Round, boxes: Sequence[int], rules: Rules, faces: Sequence[str] = ()) -> Deal:
    """Reads a round's cards and decisions against the play that was due; unread cards as `faces` in turn."""
    begun = _correction(one)
    cards = _cards(one, faces)
    to_be_used = rules.value(values.EXPOSED) == "next"
    acts = tuple(_acts(one, cards, begun, to_be_used=to_be_used))
    play, start = Play(told=one.decisions_told or not one.closed), Table.of(boxes)
    board, fits = follow(play, start, rules, acts)
    closed = begun is None and _over(one, acts, rules)
    end = ended(play, board, rules) if closed else board
    clean = fits == len(acts) and end is not None
    wanted = not clean or begun is not None or any(card.wrong_way for card in cards)
    explanations = tuple(explain(play, start, rules, acts, closed=closed)) if wanted else ()
    if wanted and closed and not explanations:  # nobody told the end
        explanations = tuple(explain(play, start, rules, acts, closed=False))
    if explanations:
        board = explanations[0].board
    elif clean and end is not None:
        board = end
    later = _later(one, begun)
    touched = next((told for told in reversed(one.told) if begun is not None and isinstance(told.event, CardMoved)), None)
    return Deal(start, play, cards, acts, later, explanations, board, fits, clean, closed, touched)


def _correction(one: Round) -> int | None:
    """Where in the line somebody began to put the cards right; a card that only waited is dealt when it is moved."""
    for told in one.told:
        event = told.event
        if isinstance(event, CorrectionBegun) or (isinstance(event, CardMoved) and event.origin not in (EXPOSED, BURN)):
            return told.index
    return None


def _cards(one: Round, faces: Sequence[str]) -> tuple[Card, ...]:
    """The cards that left the shoe in the round, in their order."""
    assumed, cards = iter(faces), list[Card]()
    for told in one.told:
        event = told.event
        if isinstance(event, CardDealt) or (isinstance(event, CardBurned) and event.reason == "error"):
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
        if card is not None and card.laid in ASIDE:
            waiting += [] if card.wrong_way or not to_be_used else [card]
        elif card is not None:
            yield from _passed_over(waiting)
            yield Done(card.laid, card.face, told.position)
        elif isinstance(event, CardMoved):
            given = next((held for held in waiting if held.name == event.card), None)
            if given is not None and event.place not in ASIDE:
                waiting.remove(given)
                yield Done(event.place, given.face, told.position)
        elif isinstance(event, DecisionMade):
            yield Done(event.place, event.what, told.position, "choose")
    if one.closed:
        yield from _passed_over(waiting)


def _passed_over(waiting: list[Card]) -> Iterator[Done]:
    """Cards that had come out and were not used as the next ones."""
    for card in waiting:
        yield Done(card.laid, card.face, card.told.position)
    waiting.clear()


def _later(one: Round, begun: int | None) -> dict[str, tuple[str, ...]]:
    """The decisions made once the round was being put right, hand by hand."""
    later: dict[str, tuple[str, ...]] = {}
    for told in one.told:
        event = told.event
        if begun is not None and told.index > begun and isinstance(event, DecisionMade) and event.what in PLAYED:
            later[event.place] = (*later.get(event.place, ()), event.what)
    return later


def _over(one: Round, acts: Sequence[Done], rules: Rules) -> bool:
    """Whether the dealer was done: the round was closed, or a wager paid that the play had still to decide."""
    if one.closed:
        return True
    last = max((told.index for told in one.told if isinstance(told.event, CardDealt | DecisionMade)), default=-1)
    placed = {told.event.wager: told.event for told in one.told if isinstance(told.event, WagerPlaced)}
    for told in one.told:
        wager = placed.get(told.event.wager) if isinstance(told.event, WagerReturned) and told.index > last else None
        if wager is not None and wager.kind != "insurance":
            place = hand_place(wager.box or 0, wager.hand or 1)
            cards = tuple(act.given for act in acts if act.act == "card" and act.place == place)
            if not over(Hand(place, cards), rules) and not two_card_21(Hand(place, cards), rules):
                return True
    return False


@dataclass(frozen=True, slots=True)
class Righted:
    """How a round is put right: where each card belongs, what is to be drawn or asked, and the lawful table."""

    lawful: Lawful[Table]
    belongs: tuple[str, ...]
    """Per card that left the shoe, where it belongs."""
    asks: tuple[tuple[str, str], ...]
    """Hands whose decision must be made again, each with the reason."""

    @property
    def board(self) -> Table:
        return self.lawful.board

    def all_lie_right(self, cards: Sequence[Card]) -> bool:
        """Whether every card lies where it belongs."""
        return all(card.lies == place for card, place in zip(cards, self.belongs, strict=True))

    def lies_right(self, cards: Sequence[Card]) -> bool:
        """Whether every card lies where it belongs and nothing is missing."""
        return self.all_lie_right(cards) and not self.lawful.draw and not self.asks and self.lawful.asks is None


def put_right(one: Deal, rules: Rules, *, burned: frozenset[int], carry: bool) -> Righted:
    """Puts the cards where they belong, in the order in which they left the shoe.

    `burned` are the cards that the house burns, by their number; `carry` whether decisions made on the same cards hold.
    """
    sequence = [n for n in range(len(one.cards)) if n not in burned]
    memory = one.memory if carry else {}
    later = {place: list(made) for place, made in one.later.items()}

    def answer(board: Table, due: Due) -> str | None:
        made, queue = memory.get(one.play.info(board, due)), later.get(due.place, [])
        if queue[:1] == ["refuse_card"]:
            queue.pop(0)
            out = sum(len(hand.cards) for hand in (*board.hands, board.dealer))
            if _refusable(one, sequence[out] if out < len(sequence) else None, rules):
                return "refuse_card"
        return made if made is not None else queue.pop(0) if queue else None

    lawful = reconstruct(one.play, one.start, rules, [one.cards[n].face for n in sequence], answer)
    left = _left_over(lawful, rules)
    belongs = dict.fromkeys(burned, BURN)
    for n, number in enumerate(sequence):
        belongs[number] = lawful.places[n] if n < len(lawful.places) else left
    asks = tuple(_asked_again(one, lawful, memory, rules))
    return Righted(lawful, tuple(belongs[n] for n in range(len(one.cards))), asks)


def _refusable(one: Deal, number: int | None, rules: Rules) -> bool:
    """Whether the card on offer, by its number, may be refused: it came in error, and as the house has it."""
    faults = one.explanations[0].faults if one.explanations else ()
    positions = {one.acts[fault.step].position: fault for fault in faults if fault.step < len(one.acts)}
    fault = None if number is None else positions.get(one.cards[number].told.position)
    out_of_turn = fault is not None and fault.kind == "overdraw" and not _on_empty_box(fault)
    return rules.depends(
        values.REFUSAL, lambda which: out_of_turn if which == "out_of_turn" else which == "always" and fault is not None
    )


def _on_empty_box(fault: Fault) -> bool:
    assert isinstance(fault.board, Table)
    return fault.board.at(fault.place) is None and box_of(fault.place) is not None


def _left_over(lawful: Lawful[Table], rules: Rules) -> str:
    """Where a card goes that nothing is due for: while play goes on it is the next one."""
    if lawful.asks is not None or not lawful.surplus:
        return NEXT
    return rules.value(values.TOO_LATE)


def _asked_again(
    one: Deal, lawful: Lawful[Table], memory: Mapping[Hashable, str], rules: Rules
) -> Iterator[tuple[str, str]]:
    """The hands on which somebody decided, and that must be asked again because they see other cards now."""
    if lawful.asks is None:
        return
    carried = [place for place, _ in lawful.carried]
    for hand in lawful.board.hands:
        if not one.play.hand_open(lawful.board, hand, rules) or one.decided(hand.place) <= carried.count(hand.place):
            continue
        seen = one.play.info(lawful.board, Due(hand.place, "choose"))
        if hand.place == lawful.asks or seen not in memory:
            yield hand.place, _why(one, hand, lawful.board, rules)


def _why(one: Deal, hand: Hand, board: Table, rules: Rules) -> str:
    """What whoever decides sees now, and what the decision was made on."""
    now = f"now {' '.join(hand.lying)} ({total(hand, rules)[0]}) against {' '.join(board.dealer.lying) or 'no card'}"
    seen = [info for info in one.memory if isinstance(info, Seen) and info.place == hand.place]
    before = next((f"{' '.join(info.own)} against {' '.join(info.dealer)}" for info in reversed(seen)), "")
    return f"{now}; it was decided on {before}" if before else now


def unread(one: Round) -> int:
    """How many of the round's cards nobody read."""
    return sum(not is_known(card.name) for card in _cards(one, ()))


def completed_dealer(one: Deal) -> Iterator[int]:
    """The cards, by their number, that were laid to the dealer's hand when nothing was due to anybody any more."""
    for fault in one.explanations[0].faults if one.explanations else ():
        if fault.kind == "overdraw" and fault.place == DEALER and fault.due is None:
            position = one.acts[fault.step].position
            yield from (n for n, card in enumerate(one.cards) if card.told.position == position)
