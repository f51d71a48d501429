"""Two boards side by side: as dealt beside as it should have been, with the cards that moved joined by lines."""

from typing import Final

from ledger.values.cards import is_known
from ledger.values.places import PUNTO, box_of, hand_number_of
from projections.answers.boards import Boards, Hands, MisplacedCard, Slot
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.pictures.drawing import CARD_SIZE, LINE_COLOUR, MUTED_INK, PAPER, WRONG_COLOUR, Drawing
from projections.pictures.scene import hand_in_words
from projections.timeline.event_text import FormatPlace, destination
from projections.timeline.timeline import formatter_for
from replay.games.registry import load_game
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

_LINE_STYLES: Final = (
    ("#b3261e", ""),
    ("#1a4fb4", "8 4"),
    ("#1c6b2f", "2 4"),
    ("#8a4b08", "12 4 2 4"),
    ("#6a2c91", "4 4"),
    ("#0b6470", "14 6"),
)
"""Every line has a colour, a pattern and a letter of its own."""

_BOARD_WIDTH: Final = 420
_GAP: Final = 70
_ROW_HEIGHT: Final = 86
_NAME_WIDTH: Final = 132
"""Room for a hand's name, left of its cards."""

_PILES_X: Final = _BOARD_WIDTH + _GAP + 22
_PILE_COLUMNS: Final = 5
"""How many cards that belong to no hand lie beside each other."""


class BoardComparison:
    """Both boards in one drawing; every hand has a row of its own, the same on either side."""

    def __init__(self, ruling: Ruling, boards: Boards, words: Catalogue, *, four_colours: bool = False):
        self._boards, self._words = boards, words
        self._game = load_game(ruling.edition.game)
        self._rules = Rules(ruling.edition)
        self._places = sorted({*boards.lawful, *boards.dealt}, key=_place_order)
        self._pile_corners: dict[Slot, tuple[int, int]] = {}
        self._pile_labels: list[tuple[str, int]] = []
        height = self._lay_out_piles(self._row_top(len(self._places)) + 10)
        self.title = words.say("picture.compare", round=ruling.round.name)
        self.description = self._compose_description(formatter_for(ruling, words).place)
        self._drawing = Drawing(2 * _BOARD_WIDTH + _GAP, height, self.title, self.description, four_colours=four_colours)

    def draw(self) -> str:
        """The two boards as SVG."""
        return self.drawing().text()

    def drawing(self) -> Drawing:
        """The two boards as they are drawn."""
        left, right = 0, _BOARD_WIDTH + _GAP
        self._draw_board(self._boards.dealt, left, "picture.as_dealt")
        self._draw_board(self._boards.lawful, right, "picture.lawful")
        for label, y in self._pile_labels:
            self._drawing.write(_PILES_X, y, label, 14, fill=MUTED_INK)
        for misplaced in self._boards.misplaced_cards:
            if misplaced.origin in self._pile_corners:
                self._drawing.card(misplaced.card, *self._pile_corners[misplaced.origin])
        for number, misplaced in enumerate(self._boards.misplaced_cards):
            self._draw_connection(misplaced, _LINE_STYLES[number % len(_LINE_STYLES)])
        for place, index in self._boards.undrawn_slots:
            x, y = self._card_corner((place, index), self._boards.lawful, right)
            self._drawing.frame(x, y, dashed=True)
            if not is_known(self._boards.lawful[place][index]):
                self._drawing.write(x, y - 6, self._words.say("picture.drawn"), 12, fill=WRONG_COLOUR, font_weight="bold")
        return self._drawing

    def _draw_board(self, hands: Hands, x: int, title: str) -> None:
        height = 40 + _ROW_HEIGHT * len(self._places)
        self._drawing.shape(
            "rect", x=x + 6, y=8, width=_BOARD_WIDTH - 12, height=height, rx=8, fill=PAPER, stroke=LINE_COLOUR
        )
        self._drawing.write(x + 18, 32, self._words.say(title), 17, font_weight="bold")
        for row, place in enumerate(self._places):
            top = self._row_top(row)
            cards = hands.get(place, ())
            side, anchor = (x + _BOARD_WIDTH - 18, "end") if x else (18, "start")
            self._drawing.write(side, top + 34, self._words.value(self._game.place_name(place)), 15, anchor)
            self._drawing.write(side, top + 60, self._count(cards), 20, anchor, font_weight="bold")
            for index, card in enumerate(cards):
                self._drawing.card(card, *self._card_corner((place, index), hands, x))

    def _count(self, cards: tuple[str, ...]) -> str:
        if not cards:
            return ""
        return self._game.count(cards, self._rules) if all(map(is_known, cards)) else "?"

    def _row_top(self, row: int) -> int:
        return 48 + row * _ROW_HEIGHT

    def _card_corner(self, slot: Slot, hands: Hands, x: int) -> tuple[int, int]:
        place, index = slot
        room = _BOARD_WIDTH - _NAME_WIDTH - CARD_SIZE[0] - 30
        step = min(58, room // max(len(hands[place]) - 1, 1))
        return x + (22 if x else _NAME_WIDTH + 10) + index * step, self._row_top(self._places.index(place))

    def _lay_out_piles(self, y: int) -> int:
        """Lays the cards that belong to no hand below the boards, by where they go; gives back how far down they reach."""
        away: dict[str, list[MisplacedCard]] = {}
        for misplaced in self._boards.misplaced_cards:
            if misplaced.target is None:
                away.setdefault(self._destination_text(misplaced), []).append(misplaced)
        for label, cards in away.items():
            self._pile_labels.append((label, y + 14))
            for number, misplaced in enumerate(sorted(cards, key=lambda card: card.turn)):
                row, column = divmod(number, _PILE_COLUMNS)
                self._pile_corners[misplaced.origin] = (
                    _PILES_X + column * (CARD_SIZE[0] + 26),
                    y + 32 + row * (CARD_SIZE[1] + 22),
                )
            y += 32 + (len(cards) - 1) // _PILE_COLUMNS * (CARD_SIZE[1] + 22) + CARD_SIZE[1] + 16
        return y

    def _draw_connection(self, misplaced: MisplacedCard, style: tuple[str, str]) -> None:
        colour, dash = style
        x, y = self._card_corner(misplaced.origin, self._boards.dealt, 0)
        if misplaced.target is not None:
            to_x, to_y = self._card_corner(misplaced.target, self._boards.lawful, _BOARD_WIDTH + _GAP)
        else:
            to_x, to_y = self._pile_corners[misplaced.origin]
        self._drawing.frame(x, y, colour=colour)
        self._drawing.frame(to_x, to_y, colour=colour)
        start, end = (x + CARD_SIZE[0] + 3, y + CARD_SIZE[1] // 2), (to_x + CARD_SIZE[0] // 2, to_y - 3)
        self._drawing.path([start, (start[0] + 90, start[1]), (end[0] - 90, end[1] - 16), end], colour, dash)
        self._drawing.badge(*start, misplaced.letter, colour)
        self._drawing.badge(*end, misplaced.letter, colour)

    def _destination_text(self, misplaced: MisplacedCard) -> str:
        if not misplaced.pile:
            return self._words.say("picture.away")
        together = sum(other.target is None and other.pile == misplaced.pile for other in self._boards.misplaced_cards)
        return destination(misplaced.pile, self._words, self._game.place_name, cards=together)

    def _compose_description(self, format_place: FormatPlace) -> str:
        sentences = []
        for title, hands in (("picture.as_dealt", self._boards.dealt), ("picture.lawful", self._boards.lawful)):
            sentences.append(f"{self._words.say(title)}: ")
            for at in self._places:
                cards = hands.get(at, ())
                sentences.append(hand_in_words(self._words.value(format_place(at)), cards, self._count(cards), self._words))
        for misplaced in self._boards.misplaced_cards:
            to = (
                self._words.value(format_place(misplaced.target[0]))
                if misplaced.target
                else self._destination_text(misplaced)
            )
            origin = self._words.value(format_place(misplaced.origin[0]))
            sentences.append(
                self._words.say(
                    "picture.moved", letter=misplaced.letter, card=with_suit_signs(misplaced.card), origin=origin, to=to
                )
            )
        if not self._boards.misplaced_cards:
            sentences.append(self._words.say("picture.same"))
        sentences += [
            self._words.say("picture.missing", place=self._words.value(format_place(at)))
            for at, _ in self._boards.undrawn_slots
        ]
        return "".join(sentences).strip()


def _place_order(place: str) -> tuple[int, int, str]:
    """Boxes from the dealer's left with their hands in order, the dealer last; banco after punto."""
    box = box_of(place)
    return (1, 0, "" if place == PUNTO else place) if box is None else (0, 100 * box + hand_number_of(place), "")
