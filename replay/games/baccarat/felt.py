"""The baccarat cloth: punto and banco beside each other with cards and main wagers, the other wagers below."""

from collections.abc import Iterator
from typing import Final

from ledger.values.places import BANCO, PUNTO
from replay.judging.felt import (
    WAGER_HEIGHT,
    CardSpot,
    Felt,
    FeltItem,
    HandSpot,
    Label,
    Phrase,
    Point,
    Rectangle,
    Scene,
    SceneHand,
    WagerSpot,
)

WIDTH: Final = 780
SIDES: Final[tuple[tuple[str, Point], ...]] = ((PUNTO, (20, 20)), (BANCO, (400, 20)))
"""Where each side begins."""

SIDE_WIDTH: Final = 360
WAGERS_TOP: Final = 162
"""From here on down the main wagers, below the cards."""

CARDS_TOP: Final = 60
FIRST_CARD: Final = 125
"""How far from its side's edge the first card lies; left of it the name and the total."""

THIRD_CARD: Final = 124
"""How far from the first card the third one lies."""

THIRD_STEP: Final = 82
ACROSS_WIDTH: Final = 70
CARDS_END: Final = SIDE_WIDTH - FIRST_CARD - 12
"""How far from the first card the side ends."""

REMARK_WIDTH: Final = 124
"""How much room the words below a card may need, before its side ends."""

OTHERS_PER_ROW: Final = 3
OTHERS_WIDTH: Final = 250


def lay_out(scene: Scene) -> Felt:
    """Where things lie."""
    mains = {place: [chips for chips in scene.chips if chips.kind == place] for place, _ in SIDES}
    others = [chips for chips in scene.chips if chips.kind not in mains]
    bottom = WAGERS_TOP + 18 + max(map(len, mains.values())) * WAGER_HEIGHT
    rows = (len(others) + OTHERS_PER_ROW - 1) // OTHERS_PER_ROW
    items: list[FeltItem] = []
    for place, (x, y) in SIDES:
        items.append(Rectangle((x, y), SIDE_WIDTH, bottom - 30, line_width=2, radius=8))
        items += _hand_items(scene.hand_at(place), x)
        items += (
            WagerSpot(chips.wager, (x + 15, WAGERS_TOP + row * WAGER_HEIGHT), SIDE_WIDTH - 30)
            for row, chips in enumerate(mains[place])
        )
    for number, chips in enumerate(others):
        row, column = divmod(number, OTHERS_PER_ROW)
        items.append(
            WagerSpot(chips.wager, (20 + column * OTHERS_WIDTH, bottom + 10 + row * WAGER_HEIGHT), OTHERS_WIDTH - 10)
        )
    if scene.announced:
        call = Phrase("picture.call", {"result": scene.announced})
        items.append(Rectangle((WIDTH // 2 - 75, 6), 150, 28, line="muted", radius=14))
        items.append(Label((WIDTH // 2, 25), call, 14, "middle", is_bold=True))
    return Felt(WIDTH, bottom + rows * WAGER_HEIGHT + (30 if others else 0), tuple(items))


def _hand_items(hand: SceneHand | None, x: int) -> Iterator[FeltItem]:
    if hand is None:
        return
    yield Label((x + 18, CARDS_TOP + 2), hand.name.upper(), 20, is_bold=True, spacing=2)
    yield Label((x + 18, CARDS_TOP + 48), hand.count, 34)
    cards = len(hand.cards)
    step = _step(cards + (hand.missing_card_mark != ""))
    spots = (
        _card_spot(x + FIRST_CARD, number, step, is_across=number >= 2 or card.is_sideways)
        for number, card in enumerate(hand.cards)
    )
    missing = _card_spot(x + FIRST_CARD, cards, step, is_across=cards > 1)
    yield HandSpot(hand.place, tuple(spots), missing)


def _step(slots: int) -> int:
    """By how much a card lies to the right of the one before it from the third on, so that all of them lie on the cloth."""
    beyond = slots - 3
    return THIRD_STEP if beyond < 1 else min(THIRD_STEP, (CARDS_END - THIRD_CARD - ACROSS_WIDTH) // beyond)


def _card_spot(left: int, number: int, step: int, *, is_across: bool) -> CardSpot:
    """The third card lies across, and so would a fourth."""
    x = left + (number * 58 if number < 2 else THIRD_CARD + (number - 2) * step)
    badge = (x + 70, CARDS_TOP + 20) if is_across else (x + 50, CARDS_TOP)
    remark = min(x, left + SIDE_WIDTH - FIRST_CARD - REMARK_WIDTH)
    return CardSpot((x, CARDS_TOP), badge, (remark, CARDS_TOP + 90), is_across)
