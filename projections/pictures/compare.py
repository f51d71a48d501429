"""Two boards side by side: as dealt beside as it should have been, with the cards that moved joined by lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.events.play import CardDealt, CardMoved, CorrectionBegun
from ledger.values.cards import UNKNOWN, is_known
from ledger.values.places import PUNTO, box_of, number_of
from projections.messages.catalogue import Words, pretty
from projections.pictures.drawing import CARD, LINE, PAPER, QUIET, WRONG, Drawing
from projections.pictures.scene import hand_in_words
from projections.timeline.event_text import Place, destination
from projections.timeline.timeline import Step, spelling_of, walk
from replay.games.registry import load_game
from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What joined cards are called; I and O look like figures."""

_LINES: Final = (
    ("#b3261e", ""),
    ("#1a4fb4", "8 4"),
    ("#1c6b2f", "2 4"),
    ("#8a4b08", "12 4 2 4"),
    ("#6a2c91", "4 4"),
    ("#0b6470", "14 6"),
)
"""Every line has a colour, a pattern and a letter of its own."""

_BOARD: Final = 420
_GAP: Final = 70
_ROW: Final = 86
_NAME: Final = 132
"""Room for a hand's name, left of its cards."""

_ASIDE: Final = _BOARD + _GAP + 22
_ABREAST: Final = 5
"""How many cards that belong to no hand lie beside each other."""

Hands = Mapping[str, tuple[str, ...]]
At = tuple[str, int]
"""A card by its place and its number there."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A card that lies elsewhere than it should. `to` is None for one that belongs to no hand; it goes `away`."""

    letter: str
    card: str
    origin: At
    to: At | None
    away: str = ""


@dataclass(frozen=True, slots=True)
class Boards:
    """The two boards, the cards that moved from one to the other, and what is still to be drawn."""

    dealt: Hands
    lawful: Hands
    joined: tuple[Joined, ...]
    drawn: tuple[At, ...]


def boards(ruling: Ruling, judged: Judgement, at: int | None = None) -> Boards | None:
    """The boards of a round under one reading; None where nobody can say what should have been.

    Of step `at`, where one is named, both have the cards only that had left the shoe by then.
    """
    due = judged.hands if judged.standing == "decided_again" else judged.lawful_hands  # with what left the shoe next
    if not due:
        return None
    steps = walk(ruling)
    shown = steps[: at or None]
    dealt = _as_dealt(shown)
    coming = any(isinstance(step.told.event, CardDealt) for step in steps[len(shown) :])
    missing = judged.reconstruction.draw if judged.reconstruction and not coming else ()
    out_by_then = _out_by_then(due, shown) if coming else due
    lawful = {p: (*cards, *[UNKNOWN] * missing.count(p)) for p, cards in out_by_then.items()}
    lawful |= {place: (UNKNOWN,) * missing.count(place) for place in missing if place not in lawful}
    here = {(place, n): card for place, cards in dealt.items() for n, card in enumerate(cards)}
    there = {(place, n): card for place, cards in lawful.items() for n, card in enumerate(cards)}
    for place in dealt:
        _leave(here, there, place)
    joined = tuple(_join(here, there, _gone(ruling, judged)))
    return Boards(dealt, lawful, joined, tuple(there))


def _as_dealt(steps: Sequence[Step]) -> Hands:
    """The hands before anything was put right."""
    dealt: Hands = {}
    for step in steps:
        if isinstance(step.told.event, CardMoved | CorrectionBegun):
            break
        dealt = step.hands
    return dealt


def _out_by_then(lawful: Hands, steps: Sequence[Step]) -> Hands:
    """The lawful hands without the cards that were still in the shoe."""
    out = Counter(step.told.event.card for step in steps if isinstance(step.told.event, CardDealt))
    found: dict[str, tuple[str, ...]] = {}
    for place, cards in lawful.items():
        kept = []
        for card in cards:
            if not out[card]:
                break
            out[card] -= 1
            kept.append(card)
        found[place] = tuple(kept)
    return found


def _leave(here: dict[At, str], there: dict[At, str], place: str) -> None:
    """Cards that lie at the place where they should are on neither list."""
    for at in [at for at in there if at[0] == place]:
        same = next((other for other, card in here.items() if other[0] == place and card == there[at]), None)
        if same is not None:
            del here[same], there[at]


def _join(here: Mapping[At, str], there: dict[At, str], gone: Mapping[str, str]) -> Iterator[Joined]:
    for number, (at, card) in enumerate(here.items()):
        to = next((other for other, lawful in there.items() if lawful == card), None)
        if to is not None:
            del there[to]
        yield Joined(LETTERS[number % len(LETTERS)], card, at, to, gone.get(card, ""))


def _gone(ruling: Ruling, judged: Judgement) -> dict[str, str]:
    """Where cards went, or are to go, that belong to no hand."""
    gone = {
        round_entry.event.card: round_entry.event.place
        for round_entry in ruling.round.entries
        if isinstance(round_entry.event, CardMoved)
    }
    if judged.reconstruction:
        gone |= {surplus.card: surplus.destination for surplus in judged.reconstruction.surplus}
        gone |= {move.card: move.destination for move in judged.reconstruction.moves}
    return gone


class Pair:
    """Both boards in one drawing; every hand has a row of its own, the same on either side."""

    def __init__(self, ruling: Ruling, both: Boards, words: Words, *, four_colours: bool = False):
        self._both, self._words = both, words
        self._game = load_game(ruling.edition.game)
        self._rules = Rules(ruling.edition)
        self._places = sorted({*both.lawful, *both.dealt}, key=_rank)
        self._aside: dict[At, tuple[int, int]] = {}
        self._labels: list[tuple[str, int]] = []
        height = self._lay_aside(self._top(len(self._places)) + 10)
        self.title = words.say("picture.compare", round=ruling.round.name)
        self.desc = self._described(spelling_of(ruling, words).place)
        self._drawing = Drawing(2 * _BOARD + _GAP, height, self.title, self.desc, four_colours=four_colours)

    def draw(self) -> str:
        """The two boards as SVG."""
        left, right = 0, _BOARD + _GAP
        self._board(self._both.dealt, left, "picture.as_dealt")
        self._board(self._both.lawful, right, "picture.lawful")
        for told, y in self._labels:
            self._drawing.write(_ASIDE, y, told, 14, fill=QUIET)
        for one in self._both.joined:
            if one.origin in self._aside:
                self._drawing.card(one.card, *self._aside[one.origin])
        for number, one in enumerate(self._both.joined):
            self._line(one, _LINES[number % len(_LINES)])
        for place, index in self._both.drawn:
            x, y = self._at((place, index), self._both.lawful, right)
            self._drawing.frame(x, y, dashed=True)
            if not is_known(self._both.lawful[place][index]):
                self._drawing.write(x, y - 6, self._words.say("picture.drawn"), 12, fill=WRONG, font_weight="bold")
        return self._drawing.text()

    def _board(self, hands: Hands, x: int, title: str) -> None:
        height = 40 + _ROW * len(self._places)
        self._drawing.shape("rect", x=x + 6, y=8, width=_BOARD - 12, height=height, rx=8, fill=PAPER, stroke=LINE)
        self._drawing.write(x + 18, 32, self._words.say(title), 17, font_weight="bold")
        for row, place in enumerate(self._places):
            top = self._top(row)
            cards = hands.get(place, ())
            side, anchor = (x + _BOARD - 18, "end") if x else (18, "start")
            self._drawing.write(side, top + 34, self._words.value(self._game.place_name(place)), 15, anchor)
            self._drawing.write(side, top + 60, self._count(cards), 20, anchor, font_weight="bold")
            for index, card in enumerate(cards):
                self._drawing.card(card, *self._at((place, index), hands, x))

    def _count(self, cards: tuple[str, ...]) -> str:
        if not cards:
            return ""
        return self._game.count(cards, self._rules) if all(map(is_known, cards)) else "?"

    def _top(self, row: int) -> int:
        return 48 + row * _ROW

    def _at(self, at: At, hands: Hands, x: int) -> tuple[int, int]:
        place, index = at
        room = _BOARD - _NAME - CARD[0] - 30
        step = min(58, room // max(len(hands[place]) - 1, 1))
        return x + (22 if x else _NAME + 10) + index * step, self._top(self._places.index(place))

    def _lay_aside(self, y: int) -> int:
        """Lays the cards that belong to no hand below the boards, by where they go; gives back how far down they reach."""
        away: dict[str, list[Joined]] = {}
        for one in self._both.joined:
            if one.to is None:
                away.setdefault(self._destination(one), []).append(one)
        for told, cards in away.items():
            self._labels.append((told, y + 14))
            for number, one in enumerate(cards):
                row, column = divmod(number, _ABREAST)
                self._aside[one.origin] = (_ASIDE + column * (CARD[0] + 26), y + 32 + row * (CARD[1] + 22))
            y += 32 + (len(cards) - 1) // _ABREAST * (CARD[1] + 22) + CARD[1] + 16
        return y

    def _line(self, one: Joined, style: tuple[str, str]) -> None:
        colour, dash = style
        x, y = self._at(one.origin, self._both.dealt, 0)
        if one.to is not None:
            to_x, to_y = self._at(one.to, self._both.lawful, _BOARD + _GAP)
        else:
            to_x, to_y = self._aside[one.origin]
        self._drawing.frame(x, y, colour=colour)
        self._drawing.frame(to_x, to_y, colour=colour)
        start, end = (x + CARD[0] + 3, y + CARD[1] // 2), (to_x + CARD[0] // 2, to_y - 3)
        self._drawing.path([start, (start[0] + 90, start[1]), (end[0] - 90, end[1] - 16), end], colour, dash)
        self._drawing.badge(*start, one.letter, colour)
        self._drawing.badge(*end, one.letter, colour)

    def _destination(self, one: Joined) -> str:
        if not one.away:
            return self._words.say("picture.away")
        return destination(one.away, self._words, self._game.place_name)

    def _described(self, place: Place) -> str:
        told = []
        for title, hands in (("picture.as_dealt", self._both.dealt), ("picture.lawful", self._both.lawful)):
            told.append(f"{self._words.say(title)}: ")
            for at in self._places:
                cards = hands.get(at, ())
                told.append(hand_in_words(self._words.value(place(at)), cards, self._count(cards), self._words))
        for one in self._both.joined:
            to = self._words.value(place(one.to[0])) if one.to else self._destination(one)
            origin = self._words.value(place(one.origin[0]))
            told.append(self._words.say("picture.moved", letter=one.letter, card=pretty(one.card), origin=origin, to=to))
        if not self._both.joined:
            told.append(self._words.say("picture.same"))
        told += [self._words.say("picture.missing", place=self._words.value(place(at))) for at, _ in self._both.drawn]
        return "".join(told).strip()


def _rank(place: str) -> tuple[int, int, str]:
    """Boxes from the dealer's left with their hands in order, the dealer last; banco after punto."""
    box = box_of(place)
    return (1, 0, "" if place == PUNTO else place) if box is None else (0, 100 * box + number_of(place), "")
