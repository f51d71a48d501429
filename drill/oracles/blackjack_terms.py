"""What each house of blackjack deals and pays by, worked out from its document: CCL, SCB, FBJ and ECA."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from ledger.values.cards import RANKS

HALF: Final = Fraction(1, 2)
EVEN: Final = Fraction(1)
THREE_TO_TWO: Final = Fraction(3, 2)
TENS: Final = frozenset("TJQK")
PIPS: Final[Mapping[str, int]] = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys(TENS, 10)}
NO_LIMIT: Final = 99

ReadingLetters = Mapping[str, str]
"""A letter for each question that a document leaves open; the first reading where nothing is said."""


@dataclass(frozen=True, slots=True)
class JackOddsLine:
    """Dealer's blackjacks that a bet on them is paid alike: the colours of the two cards, the ten's ranks, the odds."""

    odds: Fraction
    ace_colour: str = "any"
    ten_colour: str = "any"
    ten_ranks: frozenset[str] = TENS


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackTerms:
    """A house under one choice of readings. The figures that stand here are those on which all four documents agree."""

    # what cards count
    pips: Mapping[str, int] = field(default_factory=lambda: PIPS)
    ace_also: int = 11
    most: int = 21
    no_draw_at: int = 21

    # what players may decide
    double_on: frozenset[int] | None = None
    """Totals that may be doubled; None for any two cards."""
    double_low: bool = True
    """Whether a soft hand may be doubled by its lower total too."""
    double_split: bool = True
    double_blackjack: bool = False
    pair_by: str = "rank"
    most_hands: int = 4
    aces_one_card: bool = True
    aces_again: bool = True
    must_draw_to: int = 0
    must_draw_low: bool = False
    """Whether a soft hand must draw by its lower total."""
    free_pairs: frozenset[str] = frozenset()
    free_doubles: frozenset[int] = frozenset()
    free_on_first: bool = True
    free_for_each: bool = True
    surrender: Fraction | None = None
    surrender_until_any: bool = False
    """Whether nobody may surrender any more once any box has decided."""
    insurance_against: frozenset[str] = frozenset("A")
    insurance_until: str = "decision"
    even_against: frozenset[str] = frozenset("A")
    even_until: str = "decision"
    """Until when even money may be asked for: the first `decision` of any box, or the end of the box's own `turn`."""

    # the dealer
    stands_on: int = 17
    stands_on_soft: bool = True
    draws_for: str = "hands"
    """What the dealer draws for: `hands` that are left, cards that can have an `effect`, or `always`."""
    draws_for_sides: bool = False
    pushes: frozenset[int] = frozenset()

    # what is paid, winnings to a stake of one
    win: Fraction = EVEN
    dealer_over: Fraction = EVEN
    lower_keeps: bool = False
    equal_keeps: bool = True
    blackjack: Fraction = THREE_TO_TWO
    even_money: Fraction = EVEN
    insurance: Fraction = Fraction(2)
    insured_part: Fraction = HALF
    insured_exactly: bool = False
    above_part: str = "counts"
    """An insurance above its part `counts` up to it, or is `void`."""
    insured_extras: bool = False
    split_aces_blackjack: bool = False
    split_tens_blackjack: bool = False
    beats_21: bool = True
    takes_doubled: bool = True
    takes_split: bool = True
    """Whether a dealer's blackjack takes all of a doubled or split hand."""
    others_stay: bool = True
    """Whether the stake of a co-player who does not follow a split stays on the first hand; else it goes back."""
    draws_ride: bool = True
    """Whether a co-player's bet rides on the cards as drawn though he said that he does not follow."""
    unlawful: str = "returned"
    """What becomes of the stake of a double or split that was not open: it is `returned`, or `plays`."""
    off_limits: str = "whole"
    """What becomes of a stake outside the limits: it is settled `whole` or `up_to` them, or it is `returned`."""
    extra_equal: bool = True
    """Whether a double or a split is staked as much as the wager; else it may be less."""
    unequal_extra: str = "up_to"
    """What becomes of one that is not: it plays `up_to` the wager, or it is `returned`."""
    insurance_step: Fraction | None = None
    """The part of the table's minimum that an insurance is a multiple of."""
    off_step: str = "counts"
    """What becomes of an insurance that is not: it `counts` as laid, or it is `returned`."""
    free_double: Fraction = EVEN
    free_split: Fraction = EVEN
    sevens: Fraction | None = None
    sevens_on_split: bool = False
    sevens_play_on: bool = True
    reduces: str = "last"
    """Who takes back what a box has above its maximum: the `last` to bet, or the others in `proportion`."""
    fraction_to: str = "player"

    # side bets
    sides: Mapping[str, str] = field(default_factory=dict)
    """By name: on a `pair`, a dealer's `blackjack`, a dealer who is `over`, a dealer's `total`."""
    side_stakes: Mapping[str, str] = field(default_factory=dict)
    """By name, of those that the table's minimum bounds: just the `least`, or `up_to_least`."""
    sides_after_surrender: bool = True
    pair_bet_by: str = "rank"
    jack: tuple[JackOddsLine, ...] = ()
    over_bet: Fraction = EVEN
    total_bet_on: int = 22
    total_bet: Fraction = EVEN


OFF_LIMITS: Final[Mapping[str, str]] = {"a": "up_to", "b": "returned", "c": "whole"}
"""CCL-1a?, SCB-9a?, FBJ-2a?, ECA-C3b?."""

UNEQUAL: Final[Mapping[str, str]] = {"a": "up_to", "b": "returned"}
"""CCL-EXTRA?, SCB-EXTRA?, FBJ-EXTRA?, ECA-B-EXTRA?."""


def _letter_lookup(readings: ReadingLetters) -> Callable[[str], str]:
    return lambda question: readings.get(question, "a")


def ccl(readings: ReadingLetters) -> BlackjackTerms:
    """Czech Casinos Limited.

    CCL-11 totals, CCL-12 and CCL-35 no draw at 21, CCL-13 the dealer, CCL-14 to CCL-17 what is paid, CCL-29 any two cards
    but a blackjack double, CCL-30 four hands, CCL-32 one card on split aces and no blackjack there, CCL-33 insurance up to
    half, CCL-34 even money, CCL-37 whose stake stays where, CCL-38 who reduces, CCL-LATE an unlawful stake goes back.
    """
    reads = _letter_lookup(readings)
    return BlackjackTerms(
        pair_by="value" if reads("CCL-30a?") == "b" else "rank",
        aces_again=reads("CCL-32a?") == "a",
        draws_for="always" if reads("CCL-13a?") == "b" else "hands",
        split_tens_blackjack=reads("CCL-32b?") == "b",
        above_part="void" if reads("CCL-33a?") == "b" else "counts",
        even_until="turn" if reads("CCL-34a?") == "b" else "decision",
        reduces="proportion" if reads("CCL-38a?") == "b" else "last",
        off_limits=OFF_LIMITS[reads("CCL-1a?")],
        unequal_extra=UNEQUAL[reads("CCL-EXTRA?")],
    )


def scb(readings: ReadingLetters) -> BlackjackTerms:
    """Swiss Casinos, Schaffhausen.

    SCB-1 blackjack beats all else, SCB-2 and SCB-6 doubling, SCB-3 splitting by value without limit, SCB-4 and SCB-5 split
    aces, SCB-8 insurance (and no even money), SCB-14 surrender for half, SCB-19 to SCB-22 totals, dealer and what is paid,
    SCB-23 three sevens, SCB-13 to SCB-16 side bets, SCB-LATE a stake that is not what it must be goes back.
    """
    reads = _letter_lookup(readings)
    return BlackjackTerms(
        double_blackjack=reads("SCB-2a?") == "b",
        pair_by="value",
        most_hands=NO_LIMIT,
        aces_again=reads("SCB-4a?") == "a",
        surrender=HALF,
        surrender_until_any=reads("SCB-14a?") == "b",
        insurance_until="card",
        even_against=frozenset(),
        stands_on_soft=reads("SCB-20b?") == "a",
        draws_for_sides=reads("SCB-20a?") == "a",
        insured_exactly=reads("SCB-8b?") == "a",
        above_part="void",
        split_tens_blackjack=reads("SCB-5a?") == "b",
        others_stay=reads("SCB-2b?") == "a",
        sevens=EVEN,
        sevens_on_split=reads("SCB-23a?") == "b",
        sevens_play_on=reads("SCB-23b?") == "a",
        off_limits=OFF_LIMITS[reads("SCB-9a?")],
        unequal_extra=UNEQUAL[reads("SCB-EXTRA?")],
        sides={"perfect_pairs": "pair", "swiss_jack": "blackjack", "bust": "over"},
        side_stakes={"swiss_jack": "least", "bust": "up_to_least"},
        sides_after_surrender=reads("SCB-14b?") == "a",
        pair_bet_by="value" if reads("SCB-13b?") == "b" else "rank",
        jack=(
            JackOddsLine(Fraction(50), ten_colour="black", ten_ranks=frozenset("J")),
            JackOddsLine(Fraction(25), ace_colour="red", ten_colour="red"),
            JackOddsLine(Fraction(10)),
        ),
        over_bet=Fraction(5, 2) if reads("SCB-16a?") == "a" else THREE_TO_TWO,
    )


def fbj(readings: ReadingLetters) -> BlackjackTerms:
    """Free Bet Black Jack.

    FBJ-13 to FBJ-17 totals, ties and the dealer's 22, FBJ-18 no stand at 11 or less, FBJ-20 to FBJ-23 what is paid and even
    money, FBJ-25 to FBJ-31 splitting, FBJ-32 to FBJ-36 free bets, FBJ-37 Push 22, FBJ-38 to FBJ-40 insurance, FBJ-45.
    """
    reads = _letter_lookup(readings)
    return BlackjackTerms(
        double_blackjack=reads("FBJ-36a?") == "b",
        pair_by="value" if reads("FBJ-25a?") == "b" else "rank",
        must_draw_to=11,
        must_draw_low=reads("FBJ-18a?") == "b",
        free_pairs=frozenset(RANKS) - TENS,
        free_doubles=frozenset({9, 10, 11}),
        free_on_first=reads("FBJ-34a?") == "a",
        free_for_each=reads("FBJ-32a?") == "a",
        insurance_until="card",
        insured_extras=reads("FBJ-39b?") == "b",
        even_against=TENS | {"A"},
        even_until="turn",
        draws_for="always" if reads("FBJ-19a?") == "b" else "hands",
        draws_for_sides=reads("FBJ-37a?") == "a",
        pushes=frozenset({22}),
        draws_ride=reads("FBJ-9a?") == "a",
        off_limits=OFF_LIMITS[reads("FBJ-2a?")],
        unequal_extra=UNEQUAL[reads("FBJ-EXTRA?")],
        insurance_step=HALF,
        off_step="returned" if reads("FBJ-40a?") == "b" else "counts",
        sides={"push22": "total"},
    )


def eca(readings: ReadingLetters) -> BlackjackTerms:
    """The European Dealer Championship.

    ECA-B-E2 totals, P2 no draw at 21, DB1 doubles on 9 to 11, SP1 to SP6 splits by value without limit, N1 insurance of
    half, S1 to S3 interim settlement, DL1 and DL3 the dealer, F1 to F5 what is paid, DB3 and SP8 what a dealer's blackjack
    takes, SP7 whose stake stays where, DB1b an unlawful stake goes back.
    """
    reads = _letter_lookup(readings)
    return BlackjackTerms(
        double_on=frozenset({9, 10, 11}),
        double_low=reads("ECA-B-DB1a?") == "b",
        pair_by="value",
        most_hands=NO_LIMIT,
        draws_for="effect",
        insured_exactly=reads("ECA-B-N1a?") == "a",
        above_part="void",
        beats_21=reads("ECA-B-F5a?") == "a",
        off_limits=OFF_LIMITS[reads("ECA-C3b?")],
        unequal_extra=UNEQUAL[reads("ECA-B-EXTRA?")],
    )


TERMS_BY_RULEBOOK: Final[Mapping[str, Callable[[ReadingLetters], BlackjackTerms]]] = {
    "ccl": ccl,
    "scb": scb,
    "fbj": fbj,
    "eca-blackjack": eca,
}
"""The terms of each document, by its rulebook."""
