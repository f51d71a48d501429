"""What a house must say so that its baccarat can be played, settled and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.values.cards import RANKS
from ledger.values.money import BasisPoints, Odds
from replay.rulebooks.common_parameters import COMMON
from replay.rulebooks.parameter import Formerly, Key

Hand = Literal["punto", "banco"]
Wager = Literal["banco", "punto", "any_tie", "ur_way", "3g8"]
Pips = Annotated[int, Field(strict=True, ge=0, le=9)]
Rank = Annotated[str, Field(pattern=r"^[A23456789TJQK]$")]

KEYS: Final[dict[str, Key[Any]]] = dict(COMMON)
"""Every key that baccarat reads: an edition gives each that has no value of its own for being left out, and no other.

Where a document was read in several ways before its ambiguity had a key, the key says under which number: editions are
frozen, and those that were adopted then are judged as they were.
"""

# The cards
POINTS: Final = Key[Mapping[str, int]](
    KEYS,
    "cards.points",
    Annotated[Mapping[Rank, Annotated[int, Field(strict=True, ge=0, le=10)]], Field(min_length=len(RANKS))],
)
MODULUS: Final = Key[int](KEYS, "cards.modulus", Annotated[int, Field(strict=True, ge=2)])

# The tableau
DEAL: Final = Key[tuple[Hand, ...]](KEYS, "deal.first_cards", tuple[Hand, ...])
THIRDS: Final = Key[tuple[Hand, ...]](KEYS, "deal.third_cards", tuple[Hand, ...])
MOST_CARDS: Final = Key[int](KEYS, "hand.most_cards", Annotated[int, Field(strict=True, ge=2, le=3)])
NATURAL: Final = Key[int](KEYS, "natural.from", Pips)
NATURAL_OF: Final = Key[str](
    KEYS,
    "natural.cards",
    Literal["two", "two_or_three"],
    absent="two",
    formerly=Formerly("11a?", {"a": "two", "b": "two_or_three"}),
)
PUNTO_DRAWS: Final = Key[frozenset[int]](KEYS, "punto.draws_on", frozenset[Pips])
BANCO_DRAWS: Final = Key[Mapping[int, frozenset[int]]](
    KEYS, "banco.draws_when_giving", Mapping[Annotated[int, Field(ge=0, le=9)], frozenset[Pips]]
)
BANCO_BELOW: Final = Key[str](
    KEYS,
    "banco.below_the_table",
    Literal["draws", "stands"],
    absent="draws",
    formerly=Formerly("12a?", {"a": "draws", "b": "stands"}),
)
"""What banco does with a total for which the table has no row."""
BANCO_GIVEN_NOTHING: Final = Key[str](
    KEYS,
    "banco.given_nothing",
    Literal["as_punto", "stands", "as_given_0"],
    absent="as_punto",
    formerly=Formerly("12b?", {"a": "as_punto", "b": "stands", "c": "as_given_0"}),
)

# The wagers
NEAREST: Final = Key[int](KEYS, "hands.nearest_to_wins", Pips)
BANCO_ODDS: Final = Key[str](KEYS, "banco.odds", Odds)
PUNTO_ODDS: Final = Key[str](KEYS, "punto.odds", Odds)
TIE_PAYS: Final = Key[str](KEYS, "tie.main_bets", Literal["agreed_share", "push", "lost"])
TIE_LEAST_BP: Final = Key[int](KEYS, "tie.least_share_bp", BasisPoints)
TIE_MOST_BP: Final = Key[int](KEYS, "tie.most_share_bp", BasisPoints)
TIE_STAKE: Final = Key[str](
    KEYS,
    "tie.stake",
    Literal["kept", "lost"],
    absent="kept",
    formerly=Formerly("17a?", {"a": "kept", "b": "lost"}),
)
"""Whether the stake comes back beside the agreed share."""
ANY_TIE_ODDS: Final = Key[str](KEYS, "any_tie.odds", Odds)
ANY_TIE_NEEDS: Final = Key[frozenset[str]](KEYS, "any_tie.needs_one_of", frozenset[Wager])
UR_WAY_ODDS: Final = Key[Mapping[int, str]](KEYS, "ur_way.odds", Mapping[Annotated[int, Field(ge=0, le=9)], Odds])
UR_WAY_TOTALS: Final = Key[frozenset[int]](KEYS, "ur_way.totals", frozenset[Pips])
UR_WAY_ELSE: Final = Key[str](KEYS, "ur_way.otherwise", Literal["lost", "returned"])
UR_WAY_NEEDS: Final = Key[frozenset[str]](KEYS, "ur_way.needs_one_of", frozenset[Wager])
G38_BANCO: Final = Key[int](KEYS, "3g8.banco_two_cards", Pips)
G38_THIRD: Final = Key[int](KEYS, "3g8.punto_third_card", Pips)
G38_ELSE: Final = Key[str](KEYS, "3g8.otherwise", Literal["lost", "returned"])
G38_ODDS: Final = Key[str](KEYS, "3g8.odds", Odds)
G38_NEEDS: Final = Key[frozenset[str]](KEYS, "3g8.needs_one_of", frozenset[Wager])

# The conduct of the players
COUPS_VALID: Final = Key[int](KEYS, "wager.coups", Annotated[int, Field(strict=True, ge=1, le=2)])
EXCLUSIVE: Final = Key[frozenset[str]](KEYS, "sides.never_both", frozenset[Wager])
LIMITED: Final = Key[frozenset[str]](KEYS, "limits.apply_to", frozenset[Wager])
PARTNER_COUPS: Final = Key[int](KEYS, "partnership.coups_running", Annotated[int, Field(strict=True, ge=1, le=20)])

# What becomes of bets against the rules
NEEDLESS: Final = Key[str](KEYS, "bet_without_main.becomes", Literal["returned", "plays"])
OFF_LIMITS: Final = Key[str](KEYS, "bet_off_limits.becomes", Literal["refer", "plays"])
BOTH_SIDES: Final = Key[str](KEYS, "bets_on_both_sides.become", Literal["refer", "play"])
NO_SHARE: Final = Key[str](KEYS, "tie_without_agreement.pays", Literal["least_and_refer", "most"])

# Misdraws
WINDOW_CLOSES: Final = Key[str](KEYS, "misdraw.window_closes_with", Literal["next_first_card", "round_closed"])
LATER_COUPS: Final = Key[str](KEYS, "misdraw.later_coups", Literal["stand", "refer"])
PUT_RIGHT: Final = Key[str](KEYS, "misdraw.is_put_right", Literal["in_shoe_order", "refer"])
ONCE_CLOSED: Final = Key[str](
    KEYS,
    "misdraw.once_closed",
    Literal["as_dealt", "decided_again", "void"],
    absent="as_dealt",
    formerly=Formerly("21a?", {"a": "as_dealt", "b": "decided_again", "c": "void"}),
)
"""How the misdrawn coup itself stands once its window has closed."""
HEARD_BY: Final = Key[str](
    KEYS,
    "misdraw.heard_by",
    Literal["authority", "table"],
    absent="authority",
    formerly=Formerly("21b?", {"a": "authority", "b": "table"}),
)
"""Who must hear of it in time: somebody with authority, or whoever is at the table."""
SURPLUS_GOES: Final = Key[str](
    KEYS,
    "misdraw.surplus_goes",
    Literal["next", "burn"],
    absent="next",
    formerly=Formerly("21c?", {"a": "next", "b": "burn"}),
)
PLAYED_ON: Final = Key[str](
    KEYS,
    "misdraw.played_on",
    Literal["refer", "stand"],
    absent="refer",
    formerly=Formerly("21d?", {"a": "refer", "b": "stand"}),
)
"""What becomes of coups that were dealt though the error had been brought to attention in time."""
LAST_OF_SHOE: Final = Key[str](
    KEYS,
    "misdraw.last_of_shoe",
    Literal["closes_with_shoe", "closes_with_next_coup"],
    absent="closes_with_shoe",
    formerly=Formerly("21e?", {"a": "closes_with_shoe", "b": "closes_with_next_coup"}),
)
MISDRAW_IS: Final = Key[str](
    KEYS,
    "misdraw.is",
    Literal["off_the_tableau", "wrong_number"],
    absent="off_the_tableau",
    formerly=Formerly("21f?", {"a": "off_the_tableau", "b": "wrong_number"}),
)
SAID_DELIBERATE: Final = Key[str](
    KEYS, "misdraw.said_to_be_deliberate", Literal["inadvertent", "deliberate"], absent="inadvertent"
)
"""What an error is of which somebody on record says that it was made on purpose: the bar is for inadvertent ones."""

# Disputes
FAVOUR: Final = Key[str](KEYS, "ambiguity.favours", Literal["player", "house"])
FAVOUR_FOR: Final = Key[str](
    KEYS,
    "ambiguity.one_reading_for",
    Literal["player", "wager"],
    absent="player",
    formerly=Formerly("2b?", {"a": "player", "b": "wager"}),
)
RESOLVED_FOR: Final = Key[str](
    KEYS,
    "ambiguity.resolution_holds",
    Literal["for_coups_after", "for_decisions_after"],
    absent="for_coups_after",
    formerly=Formerly("2a?", {"a": "for_coups_after", "b": "for_decisions_after"}),
)


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    if len(set(values[THIRDS.name])) != len(values[THIRDS.name]):
        yield f"{THIRDS.name}: a hand has one third card"
    if any(total >= values[NATURAL.name] for total in values[PUNTO_DRAWS.name]):
        yield f"{PUNTO_DRAWS.name}: a natural draws no card"
    for key, kind in ((ANY_TIE_NEEDS, "any_tie"), (UR_WAY_NEEDS, "ur_way"), (G38_NEEDS, "3g8")):
        if kind in values[key.name]:
            yield f"{key.name}: a bet cannot need itself"
