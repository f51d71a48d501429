"""What a house must say whatever the game: its decks, when bets close, what becomes of late ones, where fractions go."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictBool

from ledger.values.offices import Role
from ledger.values.subjects import Word
from replay.rulebooks.parameter import Key

COMMON: Final[dict[str, Key[Any]]] = {}
"""The keys that every game's editions give."""

DECKS: Final = Key[int](COMMON, "shoe.decks", Annotated[int, Field(strict=True, ge=1, le=20)])
FRACTION: Final = Key[str](COMMON, "money.fraction_goes_to", Literal["player", "house"])
BETS_CLOSE: Final = Key[str](COMMON, "bets.close_with", Literal["first_card", "call"])
LATE_BET: Final = Key[str](COMMON, "late_bet.becomes", Literal["returned", "plays"])
LATE_RAISE: Final = Key[str](COMMON, "late_raise.becomes", Literal["returned", "plays"])
LATE_WITHDRAWAL: Final = Key[str](COMMON, "late_withdrawal.becomes", Literal["plays", "off"])

# The custody of the shoe: a house that does not speak of it leaves these out.

Steps = tuple[Word, ...]
Number = Annotated[int, Field(strict=True, ge=0, le=1000)]
ANY_STEP: Final = "any"
"""A shuffle of whichever kind."""

SHUFFLE_FIRST: Final = Key[Steps](COMMON, "shuffle.before_gaming", Steps, absent=())
SHUFFLE_ALWAYS: Final = Key[Steps](COMMON, "shuffle.every_shoe", Steps, absent=())
CUT_FIRST: Final = Key[str](COMMON, "cut.first", Literal["first_player", "leftmost_seat", "not_said"], absent="not_said")
CUT_LATER: Final = Key[str](COMMON, "cut.later", Literal["at_cut_card", "not_said"], absent="not_said")
CUT_REFUSED: Final = Key[str](COMMON, "cut.refused", Literal["next_to_the_right", "not_said"], absent="not_said")
CUT_BY_NOBODY: Final = Key[str](COMMON, "cut.nobody_will", Role | Literal["not_said"], absent="not_said")
CUT_LEAST: Final = Key[int](COMMON, "cut.least_cards", Number, absent=0)
CUT_MEASURED: Final = Key[str](COMMON, "cut.measured_from", Literal["either_end", "front"], absent="either_end")
CUT_BY_DEALER: Final = Key[bool](COMMON, "cut.dealer_follows", StrictBool, absent=False)
CUT_CARD_LEAST: Final = Key[int](COMMON, "cut_card.least_cards", Number, absent=0)
CUT_CARD_MOST: Final = Key[int](COMMON, "cut_card.most_cards", Number, absent=1000)
CUT_CARD_MEASURED: Final = Key[str](COMMON, "cut_card.measured_from", Literal["front", "back"], absent="back")
BURN_SHUFFLED: Final = Key[int](COMMON, "burn.after_shuffle", Number, absent=0)
BURN_NEW_DEALER: Final = Key[int](COMMON, "burn.new_dealer", Number, absent=0)
EXCHANGED_BY: Final = Key[str](COMMON, "card.exchanged_by", Role | Literal["not_said"], absent="not_said")

CUSTODY: Final = tuple(name for name in COMMON if name.split(".")[0] in ("shuffle", "cut", "cut_card", "burn", "card"))
"""The keys about the custody of the shoe."""
WITHHELD_PAID: Final = Key[str](COMMON, "withheld.already_paid", Literal["kept", "reversed"], "kept")
WITHHELD_STAKES: Final = Key[str](COMMON, "withheld.open_stakes", Literal["returned", "withheld"], "returned")
INVALID_HAND: Final = Key[str](COMMON, "invalid_hand.is", Literal["hand", "round"], "hand")
