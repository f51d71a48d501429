"""What a house must say so that its baccarat can be played, settled and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.values.cards import RANKS
from ledger.values.money import BasisPoints, Odds
from replay.rulebooks.common_parameters import COMMON_PARAMETERS, DISPUTE_PARAMETERS
from replay.rulebooks.parameter import FormerAmbiguity, Parameter

Hand = Literal["punto", "banco"]
Wager = Literal["banco", "punto", "any_tie", "ur_way", "3g8"]
Pips = Annotated[int, Field(strict=True, ge=0, le=9)]
Rank = Annotated[str, Field(pattern=r"^[A23456789TJQK]$")]

PARAMETERS: Final[dict[str, Parameter[Any]]] = {**COMMON_PARAMETERS, **DISPUTE_PARAMETERS}
"""Every key that baccarat reads: an edition gives each that has no value of its own for being left out, and no other.

Where a document was read in several ways before its ambiguity had a key, the key says under which number: editions are
frozen, and those that were adopted then are judged as they were.
"""

# The cards
POINTS: Final = Parameter[Mapping[str, int]](
    PARAMETERS,
    "cards.points",
    Annotated[Mapping[Rank, Annotated[int, Field(strict=True, ge=0, le=10)]], Field(min_length=len(RANKS))],
)
MODULUS: Final = Parameter[int](PARAMETERS, "cards.modulus", Annotated[int, Field(strict=True, ge=2)])

# The tableau
FIRST_CARDS: Final = Parameter[tuple[Hand, ...]](PARAMETERS, "deal.first_cards", tuple[Hand, ...])
THIRD_CARDS: Final = Parameter[tuple[Hand, ...]](PARAMETERS, "deal.third_cards", tuple[Hand, ...])
MOST_CARDS: Final = Parameter[int](PARAMETERS, "hand.most_cards", Annotated[int, Field(strict=True, ge=2, le=3)])
NATURAL: Final = Parameter[int](PARAMETERS, "natural.from", Pips)
NATURAL_OF: Final = Parameter[str](
    PARAMETERS,
    "natural.cards",
    Literal["two", "two_or_three"],
    default="two",
    former_ambiguity=FormerAmbiguity("11a?", {"a": "two", "b": "two_or_three"}),
)
PUNTO_DRAWS: Final = Parameter[frozenset[int]](PARAMETERS, "punto.draws_on", frozenset[Pips])
BANCO_DRAWS: Final = Parameter[Mapping[int, frozenset[int]]](
    PARAMETERS, "banco.draws_when_giving", Mapping[Annotated[int, Field(ge=0, le=9)], frozenset[Pips]]
)
BANCO_BELOW: Final = Parameter[str](
    PARAMETERS,
    "banco.below_the_table",
    Literal["draws", "stands"],
    default="draws",
    former_ambiguity=FormerAmbiguity("12a?", {"a": "draws", "b": "stands"}),
)
"""What banco does with a total for which the table has no row."""
BANCO_GIVEN_NOTHING: Final = Parameter[str](
    PARAMETERS,
    "banco.given_nothing",
    Literal["as_punto", "stands", "as_given_0"],
    default="as_punto",
    former_ambiguity=FormerAmbiguity("12b?", {"a": "as_punto", "b": "stands", "c": "as_given_0"}),
)

# The wagers
NEAREST_TO: Final = Parameter[int](PARAMETERS, "hands.nearest_to_wins", Pips)
BANCO_ODDS: Final = Parameter[str](PARAMETERS, "banco.odds", Odds)
PUNTO_ODDS: Final = Parameter[str](PARAMETERS, "punto.odds", Odds)
AGREED_SHARE: Final = "agreed_share"
"""What is paid on a tie in a house that agrees on it with each player."""
TIE_PAYS: Final = Parameter[str](PARAMETERS, "tie.main_bets", Literal["agreed_share", "push", "lost"])
TIE_LEAST_BP: Final = Parameter[int](PARAMETERS, "tie.least_share_bp", BasisPoints, part=AGREED_SHARE)
TIE_MOST_BP: Final = Parameter[int](PARAMETERS, "tie.most_share_bp", BasisPoints, part=AGREED_SHARE)
TIE_STAKE: Final = Parameter[str](
    PARAMETERS,
    "tie.stake",
    Literal["kept", "lost"],
    default="kept",
    former_ambiguity=FormerAmbiguity("17a?", {"a": "kept", "b": "lost"}),
)
"""Whether the stake comes back beside the agreed share."""
ANY_TIE_ODDS: Final = Parameter[str](PARAMETERS, "any_tie.odds", Odds, part="any_tie")
ANY_TIE_NEEDS: Final = Parameter[frozenset[str]](PARAMETERS, "any_tie.needs_one_of", frozenset[Wager], part="any_tie")
UR_WAY_ODDS: Final = Parameter[Mapping[int, str]](
    PARAMETERS, "ur_way.odds", Mapping[Annotated[int, Field(ge=0, le=9)], Odds], part="ur_way"
)
UR_WAY_TOTALS: Final = Parameter[frozenset[int]](PARAMETERS, "ur_way.totals", frozenset[Pips], part="ur_way")
UR_WAY_ELSE: Final = Parameter[str](PARAMETERS, "ur_way.otherwise", Literal["lost", "returned"], part="ur_way")
UR_WAY_NEEDS: Final = Parameter[frozenset[str]](PARAMETERS, "ur_way.needs_one_of", frozenset[Wager], part="ur_way")
G38_BANCO: Final = Parameter[int](PARAMETERS, "3g8.banco_two_cards", Pips, part="3g8")
G38_THIRD: Final = Parameter[int](PARAMETERS, "3g8.punto_third_card", Pips, part="3g8")
G38_ELSE: Final = Parameter[str](PARAMETERS, "3g8.otherwise", Literal["lost", "returned"], part="3g8")
G38_ODDS: Final = Parameter[str](PARAMETERS, "3g8.odds", Odds, part="3g8")
G38_NEEDS: Final = Parameter[frozenset[str]](PARAMETERS, "3g8.needs_one_of", frozenset[Wager], part="3g8")

# The conduct of the players
COUPS_VALID: Final = Parameter[int](PARAMETERS, "wager.coups", Annotated[int, Field(strict=True, ge=1, le=2)])
NEVER_BOTH_SIDES: Final = Parameter[frozenset[str]](PARAMETERS, "sides.never_both", frozenset[Wager])
LIMITED_WAGERS: Final = Parameter[frozenset[str]](PARAMETERS, "limits.apply_to", frozenset[Wager])
PARTNER_COUPS: Final = Parameter[int](
    PARAMETERS, "partnership.coups_running", Annotated[int, Field(strict=True, ge=1, le=20)]
)

# What becomes of bets against the rules
BET_WITHOUT_MAIN: Final = Parameter[str](PARAMETERS, "bet_without_main.becomes", Literal["returned", "plays"])
OFF_LIMITS: Final = Parameter[str](PARAMETERS, "bet_off_limits.becomes", Literal["refer", "plays"])
BOTH_SIDES: Final = Parameter[str](PARAMETERS, "bets_on_both_sides.become", Literal["refer", "play"])
TIE_WITHOUT_AGREEMENT: Final = Parameter[str](
    PARAMETERS, "tie_without_agreement.pays", Literal["least_and_refer", "most"], part=AGREED_SHARE
)

# Misdraws
WINDOW_CLOSES: Final = Parameter[str](PARAMETERS, "misdraw.window_closes_with", Literal["next_first_card", "round_closed"])
LATER_COUPS: Final = Parameter[str](PARAMETERS, "misdraw.later_coups", Literal["stand", "refer"])
IS_PUT_RIGHT: Final = Parameter[str](PARAMETERS, "misdraw.is_put_right", Literal["in_shoe_order", "refer"])
ONCE_CLOSED: Final = Parameter[str](
    PARAMETERS,
    "misdraw.once_closed",
    Literal["as_dealt", "decided_again", "void"],
    default="as_dealt",
    former_ambiguity=FormerAmbiguity("21a?", {"a": "as_dealt", "b": "decided_again", "c": "void"}),
)
"""How the misdrawn coup itself stands once its window has closed."""
HEARD_BY: Final = Parameter[str](
    PARAMETERS,
    "misdraw.heard_by",
    Literal["authority", "table"],
    default="authority",
    former_ambiguity=FormerAmbiguity("21b?", {"a": "authority", "b": "table"}),
)
"""Who must hear of it in time: somebody with authority, or whoever is at the table."""
SURPLUS_GOES: Final = Parameter[str](
    PARAMETERS,
    "misdraw.surplus_goes",
    Literal["next", "burn"],
    default="next",
    former_ambiguity=FormerAmbiguity("21c?", {"a": "next", "b": "burn"}),
)
PLAYED_ON: Final = Parameter[str](
    PARAMETERS,
    "misdraw.played_on",
    Literal["refer", "stand"],
    default="refer",
    former_ambiguity=FormerAmbiguity("21d?", {"a": "refer", "b": "stand"}),
)
"""What becomes of coups that were dealt though the error had been brought to attention in time."""
LAST_OF_SHOE: Final = Parameter[str](
    PARAMETERS,
    "misdraw.last_of_shoe",
    Literal["closes_with_shoe", "closes_with_next_coup"],
    default="closes_with_shoe",
    former_ambiguity=FormerAmbiguity("21e?", {"a": "closes_with_shoe", "b": "closes_with_next_coup"}),
)
MISDRAW_IS: Final = Parameter[str](
    PARAMETERS,
    "misdraw.is",
    Literal["off_the_tableau", "wrong_number"],
    default="off_the_tableau",
    former_ambiguity=FormerAmbiguity("21f?", {"a": "off_the_tableau", "b": "wrong_number"}),
)
SAID_DELIBERATE: Final = Parameter[str](
    PARAMETERS, "misdraw.said_to_be_deliberate", Literal["inadvertent", "deliberate"], default="inadvertent"
)
"""What an error is of which somebody on record says that it was made on purpose: the bar is for inadvertent ones."""


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    if len(set(values[THIRD_CARDS.name])) != len(values[THIRD_CARDS.name]):
        yield f"{THIRD_CARDS.name}: a hand has one third card"
    if any(total >= values[NATURAL.name] for total in values[PUNTO_DRAWS.name]):
        yield f"{PUNTO_DRAWS.name}: a natural draws no card"
    if values[TIE_PAYS.name] == AGREED_SHARE and TIE_LEAST_BP.name not in values:
        yield f"{TIE_PAYS.name}: a share is agreed, and {TIE_LEAST_BP.name} does not say how much at least"
    for key in PARAMETERS.values():
        if key.name.endswith(".needs_one_of") and key.part in values.get(key.name, ()):
            yield f"{key.name}: a bet cannot need itself"
