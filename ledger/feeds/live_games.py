"""What each game of a live history comes to: its result, and the events of its cards, its ball and its bets in order.

A history tells what came out and no order of dealing; the events stand in the order in which the game is dealt. What a
hand's `cancelledCards` tell was scanned and taken back by the pit: it is reported, and no card of the round.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Any, ClassVar, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from ledger.errors import MalformedDelivery
from ledger.events.play import Announced, CardDealt, DecisionMade, IrregularityReported, WagerPlaced
from ledger.events.shoe import CardBurned
from ledger.events.wheel import BallRested
from ledger.values.places import BANCO, DEALER, PUNTO, hand_place
from ledger.values.refusals import Refusal
from ledger.values.wheel_layout import INDEXED_KINDS, NUMBERED_KINDS, Layout, layout_of

PIT: Final = "pit"
"""Who takes a scan back."""

LONGEST_WORD: Final = 32


class GamePart(BaseModel):
    """A part of a game, as the supplier spells it. Numbers arrive as texts; READ_PAST are names of known fields that tell
    nothing to record.
    """

    model_config = ConfigDict(frozen=True, extra="allow")
    READ_PAST: ClassVar[frozenset[str]] = frozenset()
    READ_PAST_PREFIXES: ClassVar[tuple[str, ...]] = ()

    def unknown_fields(self, path: str = "") -> Iterator[str]:
        """The fields of it and of its parts that nobody knows, each with its path."""
        for name in self.model_extra or ():
            if name not in self.READ_PAST and not name.startswith(self.READ_PAST_PREFIXES or ("\0",)):
                yield f"{path}{name}"
        for name in type(self).model_fields:
            yield from _unknown_of(getattr(self, name), f"{path}{name}.")


def _unknown_of(value: object, path: str) -> Iterator[str]:
    if isinstance(value, GamePart):
        yield from value.unknown_fields(path)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _unknown_of(part, f"{path}{name}.")
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _unknown_of(part, f"{path}{number}.")


class LiveBet(NamedTuple):
    """A bet of a game, under the name of its wager."""

    wager: str
    player: str
    code: str
    stake_minor: int
    placed_at: str | None
    transaction: str | None


class GameEvent(NamedTuple):
    """An event of a game, before it is checked; `belongs_to` is the supplier's transaction.

    `unread` says why it cannot be recorded: it is refused in its place, and the rest of the game stands.
    """

    topic: str
    data: dict[str, Any]
    time: str | None = None
    belongs_to: str | None = None
    unread: Refusal | None = None


class _Hand(GamePart):
    READ_PAST = frozenset({"score", "bonusCards"})
    cards: tuple[str, ...]
    cancelledCards: tuple[str, ...] = ()  # noqa: N815 - the supplier's spelling, here and below


def _card(text: str) -> str:
    return text[:-1] + text[-1:].lower()


def _dealt(place: str, text: str) -> GameEvent:
    return GameEvent(CardDealt.TOPIC, {"place": place, "card": _card(text)})


def _taken_back(hand: _Hand) -> Iterator[GameEvent]:
    """A report for each card of a hand that was scanned and taken back."""
    for _ in hand.cancelledCards:
        yield GameEvent(IrregularityReported.TOPIC, {"kind": "scan_taken_back", "by": PIT})


def _kind_of_code(code: str) -> str:
    """The kind of a bet whose code nobody named: the code itself, as far as a word can hold it."""
    return re.sub("[^a-z0-9]+", "_", code.lower()).strip("_")[:LONGEST_WORD] or "unnamed"


def _wager(bet: LiveBet, kind: str, **fields: Any) -> GameEvent:
    data = {"wager": bet.wager, "player": bet.player, "kind": kind, "stake_minor": bet.stake_minor, **fields}
    return GameEvent(WagerPlaced.TOPIC, data, bet.placed_at, bet.transaction)


class Placement(NamedTuple):
    """The kind of a bet and where on the layout it lies, as fields of `wager.placed`."""

    kind: str
    fields: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What the studio's mapping says of how games are told: the kinds of bets by code, codes with their places, what
    decisions mean, words that are read past, and the dealer's hole card.
    """

    kinds: Mapping[str, str]
    has_hole_card: bool = False
    codes: Mapping[str, Placement] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)
    read_past: frozenset[str] = frozenset()
    wheel: str | None = None

    def kind(self, code: str) -> str:
        """The kind of a bet that is placed on no numbers."""
        return self.kinds.get(code) or _kind_of_code(code)

    def placement(self, code: str) -> Placement:
        """The kind of a bet, and its place where the mapping gives one."""
        return self.codes.get(code) or Placement(self.kind(code))

    def meaning(self, decision: "_Decision") -> str | None:
        """What a decision means; None where nobody knows."""
        return self.decisions.get(decision.type) or _DECISIONS.get(decision.type.lower())


# Baccarat

_WINNERS: Final = {"Player": PUNTO, "Banker": BANCO, "Tie": "egalite"}


class BaccaratResult(GamePart):
    """A coup: two hands and who won."""

    READ_PAST_PREFIXES = ("sideBet",)
    player: _Hand
    banker: _Hand
    outcome: str | None = None

    @property
    def identity(self) -> list[Sequence[str]]:
        """What tells it from another one of the same time."""
        return [self.player.cards, self.banker.cards]

    def events(self, bets: Sequence[LiveBet], terms: GameTerms, settled_at: str | None) -> Iterator[GameEvent]:
        """The bets, the cards dealt in turn, as the tableau deals, and the call."""
        for bet in bets:
            placement = terms.placement(bet.code)
            yield _wager(bet, placement.kind, **placement.fields)
        turns = zip_longest(((PUNTO, card) for card in self.player.cards), ((BANCO, card) for card in self.banker.cards))
        for place, card in filter(None, chain.from_iterable(turns)):
            yield _dealt(place, card)
        yield from chain(_taken_back(self.player), _taken_back(self.banker))
        if self.outcome in _WINNERS:
            yield GameEvent(Announced.TOPIC, {"result": _WINNERS[self.outcome]}, settled_at)
        elif self.outcome is not None and self.outcome not in terms.read_past:
            why = Refusal(
                "outcome_unread", topic=Announced.TOPIC, outcome=repr(self.outcome[:40]), words=", ".join(_WINNERS)
            )
            yield GameEvent(Announced.TOPIC, {}, settled_at, unread=why)


# Blackjack

_DECISIONS: Final = {
    "hit": "hit",
    "stand": "stand",
    "autostand": "stand",
    "double": "double",
    "doubledown": "double",
    "split": "split",
    "splithand": "split",
    "insurance": "insurance",
    "noinsurance": "no_insurance",
    "evenmoney": "even_money",
    "surrender": "surrender",
}
"""The supplier's words of decisions, in lower case. Another one is refused in its place."""
_BEFORE_PLAY: Final = {"insurance", "no_insurance", "even_money"}
_OF_SEAT: Final = re.compile(r"(BJ_[A-Za-z0-9+]*?Seat)([1-9])")
_LATER_BETS: Final = {
    "BJ_DoubleSeat": ("double", 1),
    "BJ_SplitSeat": ("split", 2),
    "BJ_DoubleSplitSeat": ("double", 2),
    "BJ_InsuranceSeat": ("insurance", None),
}
"""Bets that are placed in the course of play, by their code without the seat: their kind, and the hand they ride on."""


class _Decision(GamePart):
    type: str
    recordedAt: str | None = None  # noqa: N815


class _SeatHand(_Hand):
    READ_PAST = frozenset({"score", "bonusCards", "outcome", "insuranceOutcome"})
    decisions: tuple[_Decision, ...] = ()
    cancelledActions: tuple[str, ...] = ()  # noqa: N815
    splitHand: "_SeatHand | None" = None  # noqa: N815


class _DealerHand(_Hand):
    READ_PAST = frozenset({"score", "bonusCards", "isBlackjack"})


class BlackjackResult(GamePart):
    """A round of blackjack: the dealer's hand and that of each seat."""

    dealer: _DealerHand
    seats: Mapping[str, _SeatHand] = {}
    burnedCards: tuple[str, ...] = ()  # noqa: N815

    @property
    def identity(self) -> list[Sequence[str]]:
        """What tells it from another one of the same time."""
        return [self.dealer.cards, *(hand.cards for hand in self.seats.values())]

    def events(self, bets: Sequence[LiveBet], terms: GameTerms, settled_at: str | None) -> Iterator[GameEvent]:  # noqa: ARG002
        """The bets, two cards to each seat, one or two to the dealer, each seat's play and then the dealer's."""
        table = _BlackjackTable(self, terms, bets)
        yield from table.first_bets()
        for card in self.burnedCards:
            yield GameEvent(CardBurned.TOPIC, {"card": _card(card), "reason": "other"})
        first = [table.first_cards(number) for number in (0, 1)]
        dealers = [[_dealt(DEALER, card)] for card in self.dealer.cards]
        rest = dealers[2 if terms.has_hole_card else 1 :]
        yield from chain(first[0], *dealers[:1], first[1], *(dealers[1:2] if terms.has_hole_card else ()))
        for box in table.hands:
            yield from table.insure(box)
        for box in table.hands:
            yield from table.play(box)
        yield from chain(table.bets_left(), *rest)
        for hand in (self.dealer, *table.hands.values()):
            yield from _taken_back(hand)
        for hand in table.hands.values():
            for _ in hand.cancelledActions:
                yield GameEvent(IrregularityReported.TOPIC, {"kind": "decision_taken_back", "by": PIT})


@dataclass(slots=True)
class _BlackjackTable:
    """A round as it is dealt: the hands by their boxes, and the bets that are placed in the course of it."""

    result: BlackjackResult
    terms: GameTerms
    bets: Sequence[LiveBet]
    hands: dict[int, _SeatHand] = field(init=False)
    _later: dict[tuple[int, str, int | None], list[LiveBet]] = field(default_factory=dict)
    _mains: dict[int, list[LiveBet]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = {name: re.fullmatch("Seat([1-9])", name) for name in self.result.seats}
        if wrong := next((name for name, found in seats.items() if found is None), None):
            raise MalformedDelivery("not_a_seat", name=wrong[:40])
        boxes = {int(found[1]): self.result.seats[name] for name, found in seats.items() if found}
        self.hands = dict(sorted(boxes.items()))

    def first_bets(self) -> Iterator[GameEvent]:
        """The bets before the cards; those of one box are told by their spots where there are several."""
        for bet in self.bets:
            seat = _OF_SEAT.fullmatch(bet.code)
            if seat is None:
                placement = self.terms.placement(bet.code)
                yield _wager(bet, placement.kind, **placement.fields)
                continue
            code, box = seat[1], int(seat[2])
            if code in _LATER_BETS:
                kind, hand = _LATER_BETS[code]
                self._later.setdefault((box, kind, hand), []).append(bet)
            elif code in ("BJ_PlaySeat", "BJ_BetBehindSeat"):
                mains = self._mains.setdefault(box, [])
                mains.append(bet)
                spot = {} if len(mains) == 1 else {"spot": len(mains)}
                yield _wager(bet, "main", box=box, **spot)
            else:
                yield _wager(bet, self.terms.kind(code), box=box)

    def first_cards(self, number: int) -> list[GameEvent]:
        """The first or the second card of each box. A split hand took its box's second card with it."""
        found = []
        for box, hand in self.hands.items():
            cards = hand.cards if hand.splitHand is None else (*hand.cards[:1], *hand.splitHand.cards[:1])
            found += [_dealt(hand_place(box), card) for card in cards[number : number + 1]]
        return found

    def insure(self, box: int) -> Iterator[GameEvent]:
        """What was said to the dealer's offer before anybody played."""
        yield from self._later_bets(box, "insurance", None)
        for decision in self.hands[box].decisions:
            if self.terms.meaning(decision) in _BEFORE_PLAY:
                yield from self._said(hand_place(box), decision)

    def play(self, box: int) -> Iterator[GameEvent]:
        """What was decided on a box, and the cards that came by it."""
        hand = self.hands[box]
        decisions = [decision for decision in hand.decisions if self.terms.meaning(decision) not in _BEFORE_PLAY]
        yield from self._play_hand(box, 1, decisions, hand.cards[1 if hand.splitHand else 2 :], hand.splitHand)
        if hand.splitHand is not None:
            second = hand.splitHand
            yield from self._play_hand(box, 2, second.decisions, second.cards[1:], None)
        yield from self.bets_left(box)

    def bets_left(self, box: int | None = None) -> Iterator[GameEvent]:
        """The bets of a box, or of all, for which no decision that is known asked."""
        for place in [place for place in self._later if box in (None, place[0])]:
            yield from self._later_bets(*place)

    def _play_hand(
        self,
        box: int,
        number: int,
        decisions: Sequence[_Decision],
        cards: Sequence[str],
        split_hand: _SeatHand | None,
    ) -> Iterator[GameEvent]:
        place, left = hand_place(box, number), iter(cards)
        if number == 2:
            yield from (_dealt(place, card) for card in _next_of(left))
        for decision in decisions:
            what = self.terms.meaning(decision)
            yield from self._said(place, decision)
            if what == "split" and split_hand is not None:
                yield from self._later_bets(box, "split", 2)
            if what in ("double", None):
                yield from self._later_bets(box, "double", number)
            if what in ("hit", "double", "split"):
                yield from (_dealt(place, card) for card in _next_of(left))
        yield from (_dealt(place, card) for card in left)

    def _said(self, place: str, decision: _Decision) -> Iterator[GameEvent]:
        """A decision, or that its word is not known: without it the hand cannot be judged, so it is never read past."""
        what = self.terms.meaning(decision)
        how = {"how": "rule"} if decision.type.lower().startswith("auto") else {}
        data = {"place": place, "what": what, **how}
        why = None
        if what is None:
            why = Refusal("decision_unread", topic=DecisionMade.TOPIC, decision=repr(decision.type[:40]), place=place)
        yield GameEvent(DecisionMade.TOPIC, data, decision.recordedAt, unread=why)

    def _later_bets(self, box: int, kind: str, hand: int | None) -> Iterator[GameEvent]:
        """The bets that were placed in the course of play, each on the main wager of whoever placed it."""
        for bet in self._later.pop((box, kind, hand), ()):
            parent = next((main.wager for main in self._mains.get(box, ()) if main.player == bet.player), None)
            fields = {"box": box, "hand": hand if hand and hand > 1 else None, "parent": parent}
            yield _wager(bet, kind, **{name: value for name, value in fields.items() if value is not None})


def _next_of(cards: Iterator[str]) -> Iterator[str]:
    yield from (card for card in [next(cards, None)] if card is not None)


# Roulette

_STEM: Final = re.compile(r"(?:[A-Z]{2,4}_)?(.+)")
_ON_NUMBERS: Final = re.compile(r"([A-Za-z_]+?)(?:Bet)?s?_?([0-9]+(?:[_-][0-9]+)*)(?:Etc)?")
_OF_OTHER_KIND: Final = re.compile(r"([A-Za-z_]+?)_?([1-9][0-9]?(?:[_-][1-9][0-9]?)*)")
_STRAIGHT: Final = re.compile(r"([0-9]{1,2})_?(?:Red|Black|Green)?", re.IGNORECASE)
_SPELLINGS: Final = {
    "straight": "straight",
    "straightup": "straight",
    "split": "split",
    "street": "street",
    "trio": "street",
    "corner": "corner",
    "square": "corner",
    "firstfour": "first_four",
    "sixline": "six_line",
    "line": "six_line",
    "doublestreet": "six_line",
    "dozen": "dozen",
    "column": "column",
    "red": "red",
    "black": "black",
    "even": "even",
    "odd": "odd",
    "low": "low",
    "high": "high",
}
"""The kinds of bets by the words that suppliers spell them with, in small letters and without signs between."""
_MOST_DIGITS: Final = 12
"""The digits of a six line in the last rows."""
_HALVES: Final = {"118": "low", "1936": "high"}
_THIRDS: Final[Mapping[str, Mapping[str, int]]] = {
    "dozen": {"1": 1, "2": 2, "3": 3, "112": 1, "1324": 2, "2536": 3},
    "column": {"1": 1, "2": 2, "3": 3, "14": 1, "25": 2, "36": 3},
}
"""Which dozen or column is meant: counted, or by the numbers it runs through, or begins with (`ColumnBet25Etc`)."""


class _Outcome(GamePart):
    READ_PAST = frozenset({"type", "color"})
    number: str


class RouletteResult(GamePart):
    """A spin: the number. Some aggregators write `outcome` for a list of one."""

    READ_PAST = frozenset({"luckyNumbers", "luckyNumbersList"})
    outcomes: tuple[_Outcome, ...] = ()
    outcome: _Outcome | None = None

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers that came; one, unless something is wrong."""
        return tuple(outcome.number for outcome in (*self.outcomes, *filter(None, [self.outcome])))

    @property
    def identity(self) -> list[Sequence[str]]:
        """What tells it from another one of the same time."""
        return [self.numbers]

    def events(self, bets: Sequence[LiveBet], terms: GameTerms, settled_at: str | None) -> Iterator[GameEvent]:
        """The bets, and where the ball came to rest."""
        for bet in bets:
            placement = _placement_on_layout(bet.code, terms)
            yield _wager(bet, placement.kind, **placement.fields)
        if not self.numbers:
            raise MalformedDelivery("game_without_number")
        for number in self.numbers:
            yield GameEvent(BallRested.TOPIC, {"pocket": number}, settled_at)
        if len(self.numbers) == 1:
            yield GameEvent(Announced.TOPIC, {"result": self.numbers[0]}, settled_at)


def _placement_on_layout(code: str, terms: GameTerms) -> Placement:
    """The kind of a bet and where it lies, as the mapping says or as suppliers spell it: ROU_7Red, ROU_1936,
    ROU_DozenBet112, ROU_Split_17_20. A code that cannot be read so is a kind of its own.
    """
    if code in terms.codes or code in terms.kinds:
        return terms.placement(code)
    layout = layout_of(terms.wheel)
    stem = _STEM.sub(r"\1", code)
    if (straight := _STRAIGHT.fullmatch(stem)) and straight[1] in layout.wheel:
        return Placement("straight", {"numbers": straight[1]})
    if (half := re.sub("[_-]|to", "", stem)) in _HALVES:
        return Placement(_HALVES[half])
    found = _ON_NUMBERS.fullmatch(code)
    kind = _kind_of_stem(found[1] if found else code, terms)
    digits = re.sub("[^0-9]", "", found[2]) if found else ""
    if kind in INDEXED_KINDS and digits in _THIRDS[kind]:
        return Placement(kind, {"index": _THIRDS[kind][digits]})
    if kind in NUMBERED_KINDS and found and (numbers := _numbers(kind, found[2], layout)):
        return Placement(kind, {"numbers": numbers})
    if kind is not None and not found and kind not in (*INDEXED_KINDS, *NUMBERED_KINDS):
        return Placement(kind)
    other = _OF_OTHER_KIND.fullmatch(code)
    if other and kind is None:
        return Placement(_kind_of_code(other[1]), {"numbers": re.sub("_", "-", other[2])})
    return Placement(_kind_of_code(code))


def _kind_of_stem(letters: str, terms: GameTerms) -> str | None:
    """The kind of bet that the letters of a code spell; the mapping's word first."""
    letters = letters.rstrip("_")
    return terms.kinds.get(letters) or _SPELLINGS.get(re.sub("[^a-z]", "", _STEM.sub(r"\1", letters).lower()))


def _numbers(kind: str, written: str, layout: Layout) -> str | None:
    """The numbers of a bet, apart or in one row of digits; None where they are no place for it, or could be several."""
    apart = re.split("[_-]", written)
    ways = [apart] if len(apart) > 1 else list(_cut(written, layout))
    fitting = [way for way in ways if len(set(way)) == len(way) and frozenset(way) in layout.placements[kind]]
    return "-".join(fitting[0]) if len({frozenset(way) for way in fitting}) == 1 else None


def _cut(digits: str, layout: Layout) -> Iterator[list[str]]:
    """Every way to cut a row of digits into compartments of the wheel; a row that is too long for any bet has none."""
    if not digits:
        yield []
    if len(digits) > _MOST_DIGITS:
        return
    for size in (1, 2):
        if digits[:size] in layout.wheel and len(digits) >= size:
            yield from ([digits[:size], *rest] for rest in _cut(digits[size:], layout))
