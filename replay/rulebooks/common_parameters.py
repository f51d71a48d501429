"""What a house must say whatever the game: its decks, when bets close, what becomes of late ones, where fractions go."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictBool

from ledger.values.offices import Role
from ledger.values.subjects import Word
from replay.rulebooks.parameter import FormerAmbiguity, Parameter

COMMON_PARAMETERS: Final[dict[str, Parameter[Any]]] = {}
"""The keys that every game's editions give."""

DECKS: Final = Parameter[int](COMMON_PARAMETERS, "shoe.decks", Annotated[int, Field(strict=True, ge=1, le=20)])
FRACTION_GOES_TO: Final = Parameter[str](COMMON_PARAMETERS, "money.fraction_goes_to", Literal["player", "house"])
BETS_CLOSE: Final = Parameter[str](COMMON_PARAMETERS, "bets.close_with", Literal["first_card", "call"])
LATE_BET: Final = Parameter[str](COMMON_PARAMETERS, "late_bet.becomes", Literal["returned", "plays"])
LATE_RAISE: Final = Parameter[str](COMMON_PARAMETERS, "late_raise.becomes", Literal["returned", "plays"])
LATE_WITHDRAWAL: Final = Parameter[str](COMMON_PARAMETERS, "late_withdrawal.becomes", Literal["plays", "off"])

# The custody of the shoe: a house that does not speak of it leaves these out.

Steps = tuple[Word, ...]
Number = Annotated[int, Field(strict=True, ge=0, le=1000)]
ANY_STEP: Final = "any"
"""A shuffle of whichever kind."""

SHUFFLE_FIRST: Final = Parameter[Steps](COMMON_PARAMETERS, "shuffle.before_gaming", Steps, default=())
SHUFFLE_ALWAYS: Final = Parameter[Steps](COMMON_PARAMETERS, "shuffle.every_shoe", Steps, default=())
CUT_FIRST: Final = Parameter[str](
    COMMON_PARAMETERS, "cut.first", Literal["first_player", "leftmost_seat", "not_said"], default="not_said"
)
CUT_LATER: Final = Parameter[str](COMMON_PARAMETERS, "cut.later", Literal["at_cut_card", "not_said"], default="not_said")
CUT_REFUSED: Final = Parameter[str](
    COMMON_PARAMETERS, "cut.refused", Literal["next_to_the_right", "not_said"], default="not_said"
)
CUT_BY_NOBODY: Final = Parameter[str](COMMON_PARAMETERS, "cut.nobody_will", Role | Literal["not_said"], default="not_said")
CUT_LEAST: Final = Parameter[int](COMMON_PARAMETERS, "cut.least_cards", Number, default=0)
CUT_MEASURED: Final = Parameter[str](
    COMMON_PARAMETERS, "cut.measured_from", Literal["either_end", "front"], default="either_end"
)
CUT_BY_DEALER: Final = Parameter[bool](COMMON_PARAMETERS, "cut.dealer_follows", StrictBool, default=False)
CUT_CARD_LEAST: Final = Parameter[int](COMMON_PARAMETERS, "cut_card.least_cards", Number, default=0)
CUT_CARD_MOST: Final = Parameter[int](COMMON_PARAMETERS, "cut_card.most_cards", Number, default=1000)
CUT_CARD_MEASURED: Final = Parameter[str](
    COMMON_PARAMETERS, "cut_card.measured_from", Literal["front", "back"], default="back"
)
BURN_SHUFFLED: Final = Parameter[int](COMMON_PARAMETERS, "burn.after_shuffle", Number, default=0)
BURN_NEW_DEALER: Final = Parameter[int](COMMON_PARAMETERS, "burn.new_dealer", Number, default=0)
EXCHANGED_BY: Final = Parameter[str](COMMON_PARAMETERS, "card.exchanged_by", Role | Literal["not_said"], default="not_said")

CUSTODY_PARAMETERS: Final = tuple(
    name for name in COMMON_PARAMETERS if name.split(".")[0] in ("shuffle", "cut", "cut_card", "burn", "card")
)
"""The keys about the custody of the shoe."""
WITHHELD_PAID: Final = Parameter[str](COMMON_PARAMETERS, "withheld.already_paid", Literal["kept", "reversed"], "kept")
WITHHELD_STAKES: Final = Parameter[str](
    COMMON_PARAMETERS, "withheld.open_stakes", Literal["returned", "withheld"], "returned"
)
INVALID_HAND: Final = Parameter[str](COMMON_PARAMETERS, "invalid_hand.is", Literal["hand", "round"], "hand")

# What becomes of a dispute that an ambiguity leaves open: a game whose houses speak of it takes these besides.

DISPUTE_PARAMETERS: Final[dict[str, Parameter[Any]]] = {}

AMBIGUITY_FAVOURS: Final = Parameter[str](DISPUTE_PARAMETERS, "ambiguity.favours", Literal["player", "house"])
FAVOURED_READING_FOR: Final = Parameter[str](
    DISPUTE_PARAMETERS,
    "ambiguity.one_reading_for",
    Literal["player", "wager"],
    default="player",
    former_ambiguity=FormerAmbiguity("2b?", {"a": "player", "b": "wager"}),
)
RESOLUTION_HOLDS: Final = Parameter[str](
    DISPUTE_PARAMETERS,
    "ambiguity.resolution_holds",
    Literal["for_coups_after", "for_decisions_after"],
    default="for_coups_after",
    former_ambiguity=FormerAmbiguity("2a?", {"a": "for_coups_after", "b": "for_decisions_after"}),
)
