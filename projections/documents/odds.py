"""The shapes of what `recoup odds --json` prints."""

from typing import Annotated

from pydantic import Field

from projections.documents.document import Decimal, Digits, Document


class WagerOddsDocument(Document):
    """The exact odds of a wager: `win` of `of` draws pay more than the stake; the edge is the expected loss per stake."""

    wager: str
    odds: str | None
    tie_share_bp: int | None
    win: Digits
    of: Digits
    edge: Decimal | None
    published: str | None
    convention: str | None


class OddsDocument(Document):
    """The exact odds of a house's game."""

    rulebook: str
    edition: str
    counts: dict[str, Digits]
    wagers: list[WagerOddsDocument]


class DealerOutcomeDocument(Document):
    """How likely it is that the dealer's hand comes to something."""

    outcome: str
    probability: Decimal


class SideBetLineDocument(Document):
    """What a side bet can be paid on; `ways` counts pairs of cards, where two cards decide."""

    on: str
    odds: str | None
    probability: Decimal
    ways: Digits | None


class SideBetOddsDocument(Document):
    """A side bet's exact odds under a choice of readings; no edge where the house must post the odds.

    `published` and `convention` belong to odds that the printed ones are compared with; `remark` is a warning.
    """

    wager: str
    readings: dict[str, str]
    lines: list[SideBetLineDocument]
    of: Digits | None
    edge: Decimal | None
    published: str | None
    convention: str | None
    remark: str | None


class DealerOddsDocument(Document):
    """The exact odds of a blackjack dealer's hand, what an insurance costs per stake, and the side bets."""

    rulebook: str
    edition: str
    dealer: list[DealerOutcomeDocument]
    insurance_edge: Decimal
    side_bets: list[SideBetOddsDocument]


class LayoutWagerOddsDocument(Document):
    """A kind of wager at roulette: `nets` are what a piece on each of its places wins or loses together, by pocket."""

    wager: str
    placements: int
    pieces: int
    nets: dict[str, Annotated[str, Field(pattern=r"^-?[0-9]+(?:/[0-9]+)?$")]]
    edge: Decimal


class WheelOddsDocument(Document):
    """The exact odds of every wager on the layout; `of` are the compartments of the wheel."""

    rulebook: str
    edition: str
    of: int
    wagers: list[LayoutWagerOddsDocument]
