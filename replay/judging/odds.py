"""Odds as a game reports them: tables of wagers with exact figures, what they rest on, and the same for programs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from ledger.values.document import Decimal, Digits, Document
from replay.rulebooks.edition import Edition


@dataclass(frozen=True, slots=True)
class OddsTable:
    """Figures in columns; `right` are the columns that stand flush right, `dim` those that only explain."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()
    dim: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class OddsReport:
    """The odds of a house's game: what was counted, then tables and sentences in order; `document` is the JSON of it."""

    title: str
    parts: tuple[OddsTable | str, ...]
    document: Document


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


def _no_misprints(_: Edition) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, slots=True)
class GameOdds:
    """How a game's odds are worked out.

    `report` takes the wager that was asked for, None for all, and gives None where the house has no such wager.
    `advice` is what a player is told in writing who has agreed a share of the stake on a tie, in basis points: a game
    without it has no single wagers to ask for either.
    """

    doing: str
    """What is being counted, while it takes its time."""
    report: Callable[[Edition, str | None], OddsReport | None]
    advice: Callable[[Edition, int], str] | None = None
    misprints: Callable[[Edition], Iterator[str]] = _no_misprints
    """Odds of an edition that look misprinted, a sentence each."""
    document: type[Document] = OddsDocument
    """What its reports are for programs."""


def decimal_text(edge: Fraction, places: int = 10) -> str:
    """An exact fraction as decimal text, correctly rounded (half up), without passing through a float."""
    scaled = abs(edge) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = f"{whole:0{places + 1}d}"
    return f"{'-' if edge < 0 and whole else ''}{digits[:-places]}.{digits[-places:]}"


def percent_text(share: Fraction, places: int = 4) -> str:
    """A share of one as a percentage."""
    return f"{decimal_text(share * 100, places)}%"
