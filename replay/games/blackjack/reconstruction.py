"""How a blackjack round is put right: where each card belongs, what carries over, what is asked again."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.values.places import BURN, DEALER, NEXT, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.deal import Deal, meant_for_another
from replay.games.blackjack.dealt_line import DISCARD, Card
from replay.games.blackjack.procedure import Play, Seen, may_surrender, ruled, untouched
from replay.games.blackjack.table import Hand, Table, total
from replay.judging.judgement import Ask
from replay.procedure.explanation import Fault
from replay.procedure.procedure import Done, Due, Lawful, reconstruct
from replay.rulebooks.rules import Rules

NOTHING_WITHOUT_LEAVE: Final = frozenset({"stand", "surrender", "split", "free_split", "double", "free_double"})
"""Decisions that are none where they are not open: the cards that followed them lie where no hand may be."""


@dataclass(frozen=True, slots=True)
class Righted:
    """How a round is put right: where each card belongs, what is to be drawn or asked, and the lawful table."""

    lawful: Lawful[Table]
    belongs: tuple[str, ...]
    """Per card that left the shoe, where it belongs."""
    asks: tuple[Ask, ...]
    """Hands whose decision must be made, each with the reason."""

    @property
    def board(self) -> Table:
        return self.lawful.board

    def all_lie_right(self, cards: Sequence[Card]) -> bool:
        """Whether every card lies where it belongs."""
        return all(card.lies == place for card, place in zip(cards, self.belongs, strict=True))

    def lies_right(self, cards: Sequence[Card]) -> bool:
        """Whether every card lies where it belongs and nothing is missing."""
        return self.all_lie_right(cards) and not self.lawful.draw and not self.asks and self.lawful.asks is None


def put_right(one: Deal, rules: Rules, *, burned: frozenset[int], again: frozenset[str] | None, gone: bool) -> Righted:
    """Puts the cards where they belong, in the order in which they left the shoe.

    `burned` are the cards that the house burns, by their number; `gone` says that nobody has a use any more for cards
    that are left over. Decisions hold that were made on the same cards, but those on the hands `again`; where that is
    None no decision holds, nor what was said besides.
    """
    sequence = [n for n in range(len(one.cards)) if n not in burned]
    memory = {} if again is None else {seen: made for seen, made in one.memory.items() if not _of_hand(seen, again)}
    heard = _Heard(one, rules, sequence, memory, *((), ()) if again is None else (one.offers, one.given_up))
    faces = [one.cards[n].face for n in sequence]
    lawful = _with_unlawful(one, reconstruct(one.play, one.start, rules, faces, heard.answer, heard.granted))
    lawful = replace(lawful, board=heard.gone_while_dealt(lawful.board))
    left = DISCARD if gone else _left_over(lawful, rules)
    belongs = dict.fromkeys(burned, BURN)
    for n, number in enumerate(sequence):
        belongs[number] = lawful.places[n] if n < len(lawful.places) else left
    if lawful.asks is None and not gone:
        belongs |= _left_at_dealer(one, [sequence[n] for n in lawful.surplus], rules)
    asks = tuple(_asked(one, lawful, heard.memory, rules))
    return Righted(lawful, tuple(belongs[n] for n in range(len(one.cards))), asks)


def _with_unlawful(one: Deal, lawful: Lawful[Table]) -> Lawful[Table]:
    """The lawful table, on which a stake for what was not open when it was laid does not play either."""
    unlawful = one.board.unlawful - lawful.board.unlawful
    return replace(lawful, board=replace(lawful.board, unlawful=lawful.board.unlawful | unlawful)) if unlawful else lawful


def _of_hand(seen: Hashable, places: frozenset[str]) -> bool:
    return isinstance(seen, Seen) and seen.place in places


def changed_hands(dealt: Table, lawful: Table) -> frozenset[str]:
    """The hands of which cards come to be others, as far as the lawful line goes; a card more or fewer is no other one.

    They are all of them where the dealer's first card comes to be another.
    """
    if dealt.dealer.lying[:1] != lawful.dealer.lying[:1]:
        return frozenset(hand.place for hand in (*dealt.hands, *lawful.hands))
    return frozenset(hand.place for hand in lawful.hands if not _alike(dealt.at(hand.place), hand))


def _alike(dealt: Hand | None, lawful: Hand) -> bool:
    both = [] if dealt is None else list(zip(dealt.lying, lawful.lying, strict=False))
    return dealt is not None and all(one == other for one, other in both)


@dataclass
class _Heard:
    """What was said at the table, as far as it holds for the cards as they should have been."""

    one: Deal
    rules: Rules
    sequence: Sequence[int]
    memory: Mapping[Hashable, str]
    offers: Sequence[tuple[Seen, str]]
    given_up: Sequence[tuple[Seen, bool]]

    def __post_init__(self) -> None:
        self.later = {place: list(made) for place, made in self.one.later.items()}

    def answer(self, board: Table, due: Due) -> str | None:
        """The decision made on the same cards, else the next one that was made once the round was being put right.

        To stand, to split, to double or to give up where that is not open is no decision: somebody must ask again.
        """
        hand = board.at(due.place)
        if hand is not None and hand.box in self.one.play.ruled:
            return ruled(hand, self.rules)
        made, queue = self.memory.get(self.one.play.info(board, due)), self.later.get(due.place, [])
        if queue and queue[0].what == "refuse_card" and self._refusable(board):
            return queue.pop(0).what
        while made is None and queue:
            decision = queue.pop(0)
            if decision.what != "refuse_card" and (hand is None or decision.holds_for(hand)):
                made = decision.what
        void = made in NOTHING_WITHOUT_LEAVE and not self.one.play.legal(board, due, made, self.rules)
        return None if void else made

    def _refusable(self, board: Table) -> bool:
        """Whether the next card came in error and may be refused."""
        out = sum(len(hand.cards) for hand in (*board.hands, board.dealer))
        return refusable(self.one, self.sequence[out] if out < len(self.sequence) else None, self.rules)

    def granted(self, board: Table) -> Table:
        """What was said without being asked for: insurance, even money, surrender."""
        if self.one.play.dealing(board, self.rules) is not None:
            return board
        return self._surrendered(self._offers(board) if untouched(board) else board)

    def _offers(self, board: Table) -> Table:
        """Insurance and even money: before anybody gives up his wager, for then it is too late for him."""
        for place, what, by in self.one.later_offers:
            board = self._offered(board, place, what, by)
        for seen, what in self.offers:
            if what != "surrender" and self._same(board, seen, what):
                board = self._offered(board, seen.place, what, seen.by)
        return board

    def _surrendered(self, board: Table) -> Table:
        """Players who gave up their wagers on the same cards."""
        for seen, late in self.given_up:
            same = seen == self.one.play.info(board, Due(seen.place, "choose", seen.by))
            if same and not board.left(box_of(seen.place), seen.by) and self._in_time(board, late=late):
                board = self._offered(board, seen.place, "surrender", seen.by)
        return board

    def gone_while_dealt(self, board: Table) -> Table:
        """The table without players who gave up on the same two cards, where another box is still to get its own."""
        if self.one.play.dealing(board, self.rules) is None:
            return board
        for seen, late in self.given_up:
            hand = board.at(seen.place)
            same = seen == self.one.play.info(board, Due(seen.place, "choose", seen.by))
            open_to_it = hand is not None and may_surrender(board, hand, self.rules) and self._in_time(board, late=late)
            if hand is not None and same and open_to_it and not board.left(hand.box, seen.by):
                board = board.leaves(hand, seen.by, "surrendered", self.one.play.players(hand.box))
        return board

    def _in_time(self, board: Table, *, late: bool) -> bool:
        """Whether a surrender can be heard on a board: where it ends with any box's decision, as late as it was said."""
        until_own = self.rules.depends(parameters.SURRENDER_UNTIL, lambda until: until == "box_decides")
        return until_own or late != untouched(board)

    def _offered(self, board: Table, place: str, what: str, by: str) -> Table:
        after = self.one.play.allows(board, Done(place, what, 0, "choose", by), self.rules)
        return board if after is None else after

    def _same(self, board: Table, seen: Seen, what: str) -> bool:
        """Insurance holds against the same card of the dealer, even money on the same blackjack besides."""
        hand = board.at(seen.place)
        if hand is None or hand.state != "":
            return False
        if what == "even_money":
            return seen == self.one.play.info(board, Due(seen.place, "choose", seen.by))
        return seen.dealer == board.dealer.lying


def refusable(one: Deal, number: int | None, rules: Rules) -> bool:
    """Whether the card on offer, by its number, may be refused: it came in error, and as the house has it."""
    faults = one.explanation.faults if one.explanation else ()
    positions = {one.acts[fault.step].position: fault for fault in faults if fault.step < len(one.acts)}
    fault = None if number is None else positions.get(one.cards[number].told.position)
    out_of_turn = fault is not None and fault.kind == "overdraw" and not _to_wrong_place(fault, one.play, rules)
    return rules.depends(
        parameters.REFUSAL, lambda which: out_of_turn if which == "out_of_turn" else which == "always" and fault is not None
    )


def _to_wrong_place(fault: Fault, play: Play, rules: Rules) -> bool:
    assert isinstance(fault.board, Table)
    no_wager = fault.board.at(fault.place) is None and box_of(fault.place) is not None
    return no_wager or meant_for_another(fault.board, fault, play, rules)


def _left_over(lawful: Lawful[Table], rules: Rules) -> str:
    """Where a card goes that nothing is due for: while play goes on it is the next one."""
    if lawful.asks is not None or not lawful.surplus:
        return NEXT
    return rules.value(parameters.TOO_LATE)


def _left_at_dealer(one: Deal, surplus: Sequence[int], rules: Rules) -> Mapping[int, str]:
    """Where the left-over cards belong, by their number, that lie at the dealer's hand, if the house says it of them."""
    there = [number for number in surplus if one.cards[number].lies == DEALER]
    goes = rules.value(parameters.LEFT_AT_DEALER) if there else "as_left_over"
    return {} if goes == "as_left_over" else dict.fromkeys(there, BURN if goes == "burn" else NEXT)


def _asked(one: Deal, lawful: Lawful[Table], memory: Mapping[Hashable, str], rules: Rules) -> Iterator[Ask]:
    """The hands that are to decide: that decided on other cards, or that nobody asked, or goes on to ask.

    Where play goes on the rest is asked in its turn.
    """
    if lawful.asks is None:
        return
    gone = [seen.place for seen, _ in one.given_up if lawful.board.left(box_of(seen.place), seen.by)]
    carried = [*(place for place, _ in lawful.carried), *gone]
    passed_over = {fault.place for fault in one.amiss.faults if fault.kind == "not_asked"}
    for hand in _called(one, lawful.board):
        due = one.play.hand_due(lawful.board, hand, rules)
        seen = one.play.info(lawful.board, Due(hand.place, "choose"))
        if due is None or (hand.place != lawful.asks and seen in memory and not one.interrupted):
            continue
        again = one.decided(hand.place) > carried.count(hand.place)
        left = due.act == "choose" and (one.closed or one.interrupted or hand.place in passed_over)
        if left or (again and not one.interrupted):
            yield Ask(hand.place, _why(one, hand, lawful.board, rules, again=again), first=not again)


def _called(one: Deal, board: Table) -> list[Hand]:
    """The hands that somebody is there to call."""
    return [hand for hand in board.hands if hand.box not in one.play.ruled]


def _why(one: Deal, hand: Hand, board: Table, rules: Rules, *, again: bool) -> str:
    """What whoever decides sees now, and what a decision that is made again was made on."""
    now = f"now {' '.join(hand.lying)} ({total(hand, rules)[0]}) against {' '.join(board.dealer.lying) or 'no card'}"
    seen = [info for info in one.memory if again and isinstance(info, Seen) and info.place == hand.place]
    before = next((f"{' '.join(info.own)} against {' '.join(info.dealer)}" for info in reversed(seen)), "")
    return f"{now}; it was decided on {before}" if before else now
