"""What a house must say whatever the game: its decks, when bets close, what becomes of late ones, where fractions go."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from replay.keys import Key

COMMON: Final[dict[str, Key[Any]]] = {}
"""The keys that every game's editions give."""

DECKS: Final = Key[int](COMMON, "shoe.decks", Annotated[int, Field(strict=True, ge=1, le=20)])
FRACTION: Final = Key[str](COMMON, "money.fraction_goes_to", Literal["player", "house"])
BETS_CLOSE: Final = Key[str](COMMON, "bets.close_with", Literal["first_card", "call"])
LATE_BET: Final = Key[str](COMMON, "late_bet.becomes", Literal["returned", "plays"])
LATE_RAISE: Final = Key[str](COMMON, "late_raise.becomes", Literal["returned", "plays"])
LATE_WITHDRAWAL: Final = Key[str](COMMON, "late_withdrawal.becomes", Literal["plays", "off"])
WITHHELD_PAID: Final = Key[str](COMMON, "withheld.already_paid", Literal["kept", "reversed"], "kept")
WITHHELD_STAKES: Final = Key[str](COMMON, "withheld.open_stakes", Literal["returned", "withheld"], "returned")
INVALID_HAND: Final = Key[str](COMMON, "invalid_hand.is", Literal["hand", "round"], "hand")
