"""What a house must say so that its Casino War can be played, settled and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.values.cards import RANKS
from ledger.values.money import BasisPoints, Odds
from replay.rulebooks.common_parameters import COMMON_PARAMETERS
from replay.rulebooks.parameter import Parameter

PARAMETERS: Final[dict[str, Parameter[Any]]] = dict(COMMON_PARAMETERS)
"""Every key that the game reads: an edition gives each, and no other."""

Rank = Annotated[str, Field(pattern=r"^[A23456789TJQK]$")]

RANK_ORDER: Final = Parameter[tuple[str, ...]](PARAMETERS, "cards.order", tuple[Rank, ...])
"""The ranks, the lowest first."""
MAIN_ODDS: Final = Parameter[str](PARAMETERS, "main.odds", Odds)
TIE_ODDS: Final = Parameter[str](PARAMETERS, "tie.odds", Odds)
SURRENDER_BP: Final = Parameter[int](PARAMETERS, "surrender.returns_bp", BasisPoints)
WAR_ODDS: Final = Parameter[str](PARAMETERS, "war.odds", Odds)
"""On the raise; the first stake neither wins nor loses where the war is won."""
WAR_TIE: Final = Parameter[str](PARAMETERS, "war.tie", Literal["player", "dealer"])
"""Who wins a war in which the cards are alike again."""
WAR_BURN: Final = Parameter[int](PARAMETERS, "war.burn", Annotated[int, Field(strict=True, ge=0, le=10)])
WITHOUT_BURN: Final = Parameter[str](PARAMETERS, "war.without_burn", Literal["void", "stands"])
NOT_DEALT: Final = Parameter[str](PARAMETERS, "war.not_dealt", Literal["void", "refer"])
EXPOSED: Final = Parameter[str](PARAMETERS, "war.card_exposed", Literal["refer", "stands"])
"""What becomes of the wars that nobody had decided on when a card was shown too soon."""


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    if sorted(values[RANK_ORDER.name]) != sorted(RANKS):
        yield f"{RANK_ORDER.name}: every rank stands there once"
