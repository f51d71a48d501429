"""The table as SVG: one renderer for every game, which lays down what the game's felt says.

Chips by denomination: what an amount looks like as a stack, in the colours that are usual at a table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final
from xml.etree import ElementTree as ET

from ledger.values.message import Message
from projections.messages.catalogue import Catalogue
from projections.pictures.drawing import (
    INK,
    LINE_COLOUR,
    MARK_BADGES,
    MARK_COLOURS,
    MUTED_INK,
    PAPER,
    WRONG_COLOUR,
    Drawing,
    fitted,
    text_width,
)
from projections.pictures.scene import describe_scene
from replay.games.registry import load_lay_out
from replay.judging.felt import (
    WAGER_CHIPS,
    WAGER_HEIGHT,
    WAGER_TEXT,
    CardSpot,
    Chips,
    ChipSpot,
    Colour,
    Curve,
    Disc,
    HandSpot,
    Label,
    MarkerSpot,
    Phrase,
    Point,
    Polygon,
    Rectangle,
    Scene,
    WagerSpot,
)
from replay.judging.finding import Mark

LARGE: Final = 13
SMALL: Final = 11
"""The radius of a chip: beside what is said of it, and on a crowded layout."""

MOST_DISCS: Final = 5
MOST_SMALL_DISCS: Final = 3
"""So many are shown of a stack; how much it is stands beside it."""

WHITE: Final = "#f4f1e8"
"""Ivory rather, so that it is told from the cloth."""

DENOMINATIONS: Final = (
    (5000, "#c2590a"),
    (1000, "#e8b400"),
    (500, "#6a2c91"),
    (100, INK),
    (25, "#1c6b2f"),
    (5, "#b3261e"),
    (1, WHITE),
)
"""Orange, yellow, purple, black, green, red and white, by what they are worth in the currency's major unit."""

SMALLER: Final = "#5b8fd6"
"""Blue is worth less than a major unit."""

WITHOUT_STAKE: Final = (PAPER,)
"""What marks a bet that the house gives: one without a colour."""


def stack_of(amount_minor: int, digits: int, most: int = MOST_DISCS) -> tuple[str, ...]:
    """The colours of a stack from the bottom up, the highest denominations first."""
    whole, rest = divmod(amount_minor, 10**digits)
    colours: list[str] = []
    for worth, colour in DENOMINATIONS:
        count, whole = divmod(whole, worth)
        colours += [colour] * min(count, most)
    colours += [SMALLER] if rest else []
    return tuple(colours[:most])


def draw_stack(
    drawing: Drawing, at: Point, colours: Sequence[str], label: str, *, radius: int = LARGE, edge: str = INK
) -> None:
    """A stack around a point, seen from above; the uppermost chip has a notched edge, and may bear a label."""
    x, y = at
    rise = radius // 4
    y += rise * (len(colours) - 1) // 2
    stack = drawing.shape("g")
    for number, colour in enumerate(colours):
        _circle(stack, (x, y - number * rise), radius, fill=colour, stroke=edge)
    y -= rise * (len(colours) - 1)
    notch = MUTED_INK if colours[-1] in (WHITE, PAPER) else PAPER
    dash = f"{radius // 3 + 1} {radius // 3 + 2}"
    _circle(stack, (x, y), radius - 2, fill="none", stroke=notch, stroke_width="3", stroke_dasharray=dash)
    if label:
        _circle(stack, (x, y), 2 * radius // 3, fill=PAPER)
        _write_label(stack, (x, y), label, radius)


def draw_trace(drawing: Drawing, at: Point, label: str, *, radius: int = LARGE) -> None:
    """Where chips lay that were collected."""
    trace = drawing.shape("g")
    _circle(trace, at, radius, fill=PAPER, stroke=MUTED_INK, stroke_dasharray="3 3")
    _write_label(trace, at, label, radius)


def _circle(group: ET.Element, centre: Point, radius: int, **look: str) -> None:
    place = {"cx": str(centre[0]), "cy": str(centre[1]), "r": str(radius)}
    ET.SubElement(group, "circle", place | {name.replace("_", "-"): value for name, value in look.items()})


def _write_label(group: ET.Element, centre: Point, label: str, radius: int) -> None:
    place = {"x": str(centre[0]), "y": str(centre[1] + radius // 3), "font-size": str(8 + radius // 4)}
    look = {"text-anchor": "middle", "fill": INK, "font-weight": "bold"}
    ET.SubElement(group, "text", place | look).text = label


_COLOURS: Final[Mapping[Colour, str]] = {
    "none": "none",
    "paper": PAPER,
    "ink": INK,
    "muted": MUTED_INK,
    "line": LINE_COLOUR,
    "wrong": WRONG_COLOUR,
    "red": "#b3261e",
    "black": "#1b1f1d",
    "green": "#1c6b2f",
    "wood": "#6d4a26",
    "ivory": "#efe4d2",
    "gold": "#e8b400",
    "white": WHITE,
}
"""Gold stands out from red, black and green."""


def table_title(scene: Scene, words: Catalogue) -> str:
    """What a picture is of: the game and the round."""
    game = words.term(scene.game)
    return words.say("picture.table", game=game[:1].upper() + game[1:], round=scene.round)


def draw_table(scene: Scene, words: Catalogue, *, four_colours: bool = False) -> str:
    """The table as SVG."""
    return table_drawing(scene, words, four_colours=four_colours).text()


def table_drawing(scene: Scene, words: Catalogue, *, four_colours: bool = False) -> Drawing:
    """The table as it is drawn."""
    return _TablePicture(scene, words, four_colours=four_colours).drawing


class _TablePicture:
    def __init__(self, scene: Scene, words: Catalogue, *, four_colours: bool):
        self._words = words
        self._hands = {hand.place: hand for hand in scene.hands}
        self._chips = {chips.wager: chips for chips in scene.chips}
        felt = load_lay_out(scene.game)(scene)
        title, description = table_title(scene, words), describe_scene(scene, words)
        self.drawing = Drawing(felt.width, felt.height, title, description, four_colours=four_colours)
        for item in felt.items:
            _LAY_DOWN[type(item)](self, item)

    def rectangle(self, item: Rectangle) -> None:
        (x, y), rounded = item.at, {"rx": item.radius} if item.radius else {}
        area = {"x": x, "y": y, "width": item.width, "height": item.height}
        self.drawing.shape("rect", **area, **rounded, **_look(item.fill, item.line, item.line_width))

    def disc(self, item: Disc) -> None:
        x, y = item.centre
        self.drawing.shape("circle", cx=x, cy=y, r=item.radius, **_look(item.fill, item.line, item.line_width))

    def polygon(self, item: Polygon) -> None:
        points = " ".join(f"{x},{y}" for x, y in item.corners)
        self.drawing.shape("polygon", points=points, **_look(item.fill, item.line, item.line_width))

    def curve(self, item: Curve) -> None:
        points = " ".join(f"{x},{y}" for x, y in item.points)
        self.drawing.shape("polyline", points=points, **_look("none", item.line, item.line_width))

    def label(self, item: Label) -> None:
        x, y = item.at
        look: dict[str, str | int] = {"fill": _COLOURS[item.ink]}
        look |= {"font_weight": "bold"} if item.is_bold else {}
        look |= {"letter_spacing": item.spacing} if item.spacing else {}
        look |= {} if item.turn is None else {"transform": f"rotate({item.turn} {x} {y - item.size // 2 + 2})"}
        text = self._spell(item.text)
        shown = text if item.width is None else fitted(text, item.size, item.width)
        self.drawing.write(x, y, shown, item.size, item.anchor, **look)

    def _spell(self, text: str | Phrase) -> str:
        if isinstance(text, str):
            return self._words.value(text) if isinstance(text, Message) else text
        phrase = self._words.say(text.key, **{name: self._words.value(value) for name, value in text.values.items()})
        cased = {"": phrase, "upper": phrase.upper(), "initial": phrase[:1].upper()}[text.case]
        return cased + text.after

    def hand(self, item: HandSpot) -> None:
        hand = self._hands[item.place]
        for card, spot in zip(hand.cards, item.cards, strict=True):
            self.drawing.card(card.card, *spot.corner, sideways=spot.is_across, down=card.is_face_down)
            if card.mark:
                self.drawing.flag(*spot.corner, card.mark, sideways=spot.is_across)
                self.drawing.badge(*spot.badge, MARK_BADGES[card.mark], MARK_COLOURS[card.mark])
                self._remark(spot, card.mark, "wrong")
        if mark := hand.missing_card_mark:
            self.drawing.flag(*item.next_card.corner, mark, sideways=item.next_card.is_across, missing=True)
            self._remark(item.next_card, mark, "not_given")

    def _remark(self, spot: CardSpot, mark: Mark, what: str) -> None:
        """Writes what is amiss, or that it is amiss only if the rules are read so."""
        remark = self._words.say("picture.if_read_so" if mark == "conditional" else f"picture.{what}")
        self.drawing.write(*spot.remark, remark, 13, fill=MARK_COLOURS[mark], font_weight="bold")

    def wager(self, item: WagerSpot) -> None:
        """The chips, and beside them whose they are, the amount, what they lie on, and what came of them."""
        chips, (x, y) = self._chips[item.wager], item.at
        needs_none = chips.kind == "main" or item.is_in_named_field
        sign = item.sign or ("" if needs_none else chips.placed_on[:1].upper())
        self._stack(chips, (x + WAGER_CHIPS, y + WAGER_HEIGHT // 2), sign, LARGE)
        lines, width = [*self._wager_lines(chips, item)], item.width - WAGER_TEXT
        base = y + 13 + (4 - len(lines)) * 7
        for text, size, look in lines:
            fitting = next((s for s in range(size, 8, -1) if text_width(text, s) <= width), 9)
            self.drawing.write(x + WAGER_TEXT, base, fitted(text, fitting, width), fitting, **look)
            base += 14
        if chips.mark:
            self.drawing.badge(x + 9, y + 17, MARK_BADGES[chips.mark], MARK_COLOURS[chips.mark])

    def _stack(self, chips: Chips, at: Point, label: str, radius: int, share: Fraction | int = 1) -> None:
        """Chips of a wager; where they were collected, a trace of them."""
        if chips.returned_amount == "":
            draw_trace(self.drawing, at, label, radius=radius)
            return
        most = MOST_DISCS if radius == LARGE else MOST_SMALL_DISCS
        colours = WITHOUT_STAKE if chips.is_free else stack_of(int(chips.amount_minor * share), chips.digits, most)
        edge = MARK_COLOURS[chips.mark] if chips.mark else INK
        draw_stack(self.drawing, at, colours or WITHOUT_STAKE, label, radius=radius, edge=edge)

    def _wager_lines(self, chips: Chips, item: WagerSpot) -> Iterator[tuple[str, int, dict[str, Any]]]:
        yield chips.player, 13, {"font_weight": "bold"}
        yield chips.amount, 13, {}
        if chips.is_free and chips.kind == "main":
            yield self._words.say("picture.free"), 11, {"fill": MUTED_INK}
        elif chips.kind != "main" and not item.is_in_named_field:
            yield chips.placed_on, 11, {"fill": MUTED_INK}
        if chips.returned_amount is not None:
            became = self._words.say("picture.collected")
            if chips.returned_amount:
                became = self._words.say("picture.paid", amount=chips.returned_amount)
            yield became, 12, {"fill": MARK_COLOURS[chips.mark], "font_style": "italic"}

    def chip(self, item: ChipSpot) -> None:
        self._stack(self._chips[item.wager], item.at, item.label, SMALL, item.share)

    def marker(self, item: MarkerSpot) -> None:
        """A dolly seen from the side, and its name apart from it, where nothing is covered."""
        (x, y), paper = item.at, _look("paper", "ink", None)
        self.drawing.shape("path", d=f"M{x - 7} {y}L{x + 7} {y}L{x + 3} {y - 11}L{x - 3} {y - 11}Z", **paper)
        self.drawing.shape("circle", cx=x, cy=y - 14, r=5, **paper)
        text, (x, y) = self._spell(item.text), item.text_at
        width = max(68, text_width(text, 11) + 12)
        self.drawing.shape("rect", x=x - width // 2, y=y - 8, width=width, height=16, rx=8, **paper)
        self.drawing.write(x, y + 4, text, 11, "middle")


_LAY_DOWN: Final[Mapping[type, Callable[[_TablePicture, Any], None]]] = {
    Rectangle: _TablePicture.rectangle,
    Disc: _TablePicture.disc,
    Polygon: _TablePicture.polygon,
    Curve: _TablePicture.curve,
    Label: _TablePicture.label,
    HandSpot: _TablePicture.hand,
    WagerSpot: _TablePicture.wager,
    ChipSpot: _TablePicture.chip,
    MarkerSpot: _TablePicture.marker,
}


def _look(fill: Colour, line: Colour, line_width: int | None) -> dict[str, str | int]:
    width: dict[str, str | int] = {} if line_width is None else {"stroke_width": line_width}
    return {"fill": _COLOURS[fill], "stroke": _COLOURS[line], **width}
