"""What the championship's roulette gives for each wager: where its chips lie, what wins, and what readings make of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Final

HALF: Final = Fraction(1, 2)
NUMBERS: Final = range(1, 37)
CLOCKWISE: Final = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
WHEEL: Final = tuple(CLOCKWISE.split())
"""ECA-R-E1: 37 compartments, zero and 1 to 36, in the order of the wheel with one zero."""

EVEN_CHANCES: Final = ("low", "high", "even", "odd", "red", "black")
THIRDS: Final = ("dozen", "column")
OUTSIDE: Final = (*EVEN_CHANCES, *THIRDS)
ODDS: Final[Mapping[str, Fraction]] = {
    "straight": Fraction(35),
    "split": Fraction(17),
    "street": Fraction(11),
    "corner": Fraction(8),
    "first_four": Fraction(8),
    "six_line": Fraction(5),
    "column": Fraction(2),
    "dozen": Fraction(2),
    "even_chance": Fraction(1),
}
"""ECA-R-S1; the first four, which the document does not list, as the trade pays it (ECA-R-W1a)."""

CALL_BETS: Final[Mapping[str, tuple[tuple[str, str, int], ...]]] = {
    "series_5_8": tuple(("split", pair, 1) for pair in ("5-8", "10-11", "13-16", "23-24", "27-30", "33-36")),
    "orphans": (("straight", "1", 1), *(("split", pair, 1) for pair in ("6-9", "14-17", "17-20", "31-34"))),
    "grand_series": (
        ("street", "0-2-3", 2),
        *(("split", pair, 1) for pair in ("4-7", "12-15", "18-21", "19-22")),
        ("corner", "25-26-28-29", 2),
        ("split", "32-35", 1),
    ),
    "zero_game": (("split", "0-3", 1), ("split", "12-15", 1), ("straight", "26", 1), ("split", "32-35", 1)),
}
"""ECA-R-W3 says of how many pieces each is, ECA-R-W3a which."""

MOST_INSIDE: Final = {"straight": 100, "split": 200, "street": 300, "corner": 400, "first_four": 400, "six_line": 600}
LEAST_INSIDE: Final = 5
LEAST_OUTSIDE, MOST_OUTSIDE, UNIT_OUTSIDE = 500, 5000, 500
"""ECA-C5 and ECA-C6, in whole units of the currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteTerms:
    """What a house pays: ECA-R-S1, S2 and W2, W3 and W3a, ECA-ROUND. `readings` has a letter for each open question."""

    odds: Mapping[str, Fraction] = field(default_factory=lambda: ODDS)
    even_chance_kept_part: Fraction = HALF
    """What is left of an even chance on zero."""
    third_kept_part: Fraction = Fraction(0)
    """What is left of a column or a dozen."""
    call_bets: Mapping[str, tuple[tuple[str, str, int], ...]] = field(default_factory=lambda: CALL_BETS)
    fraction_to: str = "player"
    readings: Mapping[str, str] = field(default_factory=dict)

    def reading_of(self, question: str) -> str:
        """The reading that holds: the first where nothing is said."""
        return self.readings.get(question, "a")


def eca(readings: Mapping[str, str]) -> RouletteTerms:
    """The European Dealer Championship under one choice of readings."""
    return RouletteTerms(readings=readings)


DEFAULT_TERMS: Final = eca({})
TERMS_BY_RULEBOOK: Final[Mapping[str, Callable[[Mapping[str, str]], RouletteTerms]]] = {"eca-roulette": eca}
"""The terms of each document, by its rulebook."""


@dataclass(frozen=True, slots=True)
class PlacedChips:
    """Chips on one place: the numbers that it covers, by what it is paid, and their share of the wager."""

    numbers: frozenset[str]
    paid_as: str
    share: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class RouletteWager:
    """A wager: as it lay at "no more bets", and as those chips lay when the ball came to rest.

    `added_minor` came on it after the call and lay there at the ball's rest; `above_minor` of it is above a limit.
    """

    pieces: tuple[PlacedChips, ...]
    stake_minor: int
    pieces_at_rest: tuple[PlacedChips, ...] | None = None
    stake_at_rest_minor: int | None = None
    added_minor: int = 0
    above_minor: int = 0


# Where chips lie


def is_red(number: int) -> bool:
    """ECA-R-E1: up to 10 and from 19 to 28 the odd numbers are red, elsewhere the even ones."""
    return (number % 2 == 1) == (number <= 10 or 19 <= number <= 28)


_COVERS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "dozen": lambda n, index: (n - 1) // 12 + 1 == index,
    "column": lambda n, index: (n - 1) % 3 + 1 == index,
    "low": lambda n, _: n <= 18,
    "high": lambda n, _: n >= 19,
    "even": lambda n, _: n % 2 == 0,
    "odd": lambda n, _: n % 2 == 1,
    "red": lambda n, _: is_red(n),
    "black": lambda n, _: not is_red(n),
}


def placed_chips(
    kind: str,
    numbers: str | None = None,
    index: int | None = None,
    centre: str | None = None,
    piece_count: int = 1,
    wheel: Sequence[str] = WHEEL,
    terms: RouletteTerms = DEFAULT_TERMS,
) -> tuple[PlacedChips, ...]:
    """ECA-R-W1 and W3: the places on which a wager lies. Neighbours lie straight up on either side of `of` on the wheel."""
    if kind == "neighbours":
        at, side = wheel.index(centre or ""), piece_count // 2
        around = (wheel[(at + step) % len(wheel)] for step in range(-side, side + 1))
        return tuple(PlacedChips(frozenset({pocket}), "straight", Fraction(1, piece_count)) for pocket in around)
    if kind in terms.call_bets:
        listed = terms.call_bets[kind]
        whole = sum(count for _, _, count in listed)
        return tuple(
            PlacedChips(frozenset(on.split("-")), paid_as, Fraction(count, whole)) for paid_as, on, count in listed
        )
    if numbers is not None:
        return (PlacedChips(frozenset(numbers.split("-")), kind),)
    covers = _COVERS[kind]
    return (PlacedChips(frozenset(str(n) for n in NUMBERS if covers(n, index or 0)), kind),)


# What goes back


def exact_return(
    pieces: Sequence[PlacedChips], stake_minor: int | Fraction, pocket: str, terms: RouletteTerms = DEFAULT_TERMS
) -> Fraction:
    """What goes back for chips when the ball lies there, stake included, exactly."""
    return sum((_piece_return(piece, piece.share * stake_minor, pocket, terms) for piece in pieces), Fraction(0))


def _piece_return(piece: PlacedChips, stake: Fraction, pocket: str, terms: RouletteTerms) -> Fraction:
    """ECA-R-S1; ECA-R-S2 and W2: zero takes half of even chances, and all of column and dozen."""
    even = piece.paid_as in EVEN_CHANCES
    if pocket in piece.numbers:
        return stake * (1 + terms.odds["even_chance" if even else piece.paid_as])
    if pocket != "0":
        return Fraction(0)
    return stake * (terms.even_chance_kept_part if even else terms.third_kept_part if piece.paid_as in THIRDS else 0)


def rounded(amount: Fraction, terms: RouletteTerms = DEFAULT_TERMS) -> int:
    """ECA-ROUND: in whole minor units, a fraction to the player."""
    return ceil(amount) if terms.fraction_to == "player" else floor(amount)


def owed_minor(wager: RouletteWager, pocket: str | None, terms: RouletteTerms = DEFAULT_TERMS) -> int | None:
    """What a player has of a wager in the end, what was taken up included; None where no spin counts.

    ECA-R-W8a?: what was moved or taken after the call counts (a) by the position at the call, (b) by that at rest.
    ECA-R-W8b?: what was added after the call (a) is no wager and goes back, (b) plays by its position at rest.
    ECA-C6a?: what is above a limit (a) goes back, (b) takes the whole wager with it, (c) plays.
    """
    if pocket is None:
        return None
    on, plays, taken = wager.pieces, wager.stake_minor, 0
    if terms.reading_of("ECA-R-W8a?") == "b":
        on = wager.pieces if wager.pieces_at_rest is None else wager.pieces_at_rest
        plays = wager.stake_minor if wager.stake_at_rest_minor is None else wager.stake_at_rest_minor
        taken = wager.stake_minor - plays
    added = wager.added_minor if terms.reading_of("ECA-R-W8b?") == "b" else 0
    aside = wager.added_minor - added + taken
    above = {"a": wager.above_minor, "b": plays + added if wager.above_minor else 0, "c": 0}[terms.reading_of("ECA-C6a?")]
    return rounded(exact_return(on, plays + added - above, pocket, terms) + above + aside, terms)


def above_limit_minor(kind: str, stake_minor: int) -> int | None:
    """ECA-C5, ECA-C6: what of a wager on one place is above its limits, 0 where it is off them otherwise; else None."""
    if kind in OUTSIDE:
        least, most, unit = (units * 100 for units in (LEAST_OUTSIDE, MOST_OUTSIDE, UNIT_OUTSIDE))
        if stake_minor > most:
            return stake_minor - most
        if stake_minor < least:
            return 0
        return stake_minor % unit or None
    most = MOST_INSIDE[kind] * 100
    if stake_minor > most:
        return stake_minor - most
    return 0 if stake_minor < LEAST_INSIDE * 100 else None
