"""One answer out of many readings: what a ruling must come to where a document leaves something open.

Two readings that come to the same money, the same cards to move and draw and the same decisions to ask are one outcome, and
nobody is asked. Several outcomes go to whomever the document names (ECA-G3, SCB-24, CCL-40, FBJ-46, DCB-2), unless a rule
of the document chooses among them: DCB-2 gives a player who disputes the reading that is best for that player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

SETTLED: Final = frozenset({"stands", "correct", "void"})
"""Verdicts after which no card is to be touched."""

TO_BE_DECIDED: Final = frozenset({"refer", "void", "reconstruct", "ask"})
"""Verdicts that somebody with authority must carry out or replace."""


REFERRED: Final = frozenset({"refer"})


@dataclass(frozen=True, slots=True)
class Way:
    """What a round comes to under one choice of readings. `to_do` is what is to be done with cards and decisions."""

    verdict: str
    dues: Mapping[str, int | None]
    to_do: frozenset[object] = frozenset()
    held_up: bool = False

    @property
    def comes_to(self) -> tuple[object, ...]:
        """What must be alike for two ways to be one outcome."""
        open_cards = frozenset[object]() if self.verdict in SETTLED else self.to_do
        return frozenset(self.dues.items()), self.held_up, self.verdict == "respin", open_cards


def outcomes(ways: Sequence[Way]) -> list[list[Way]]:
    """The ways that come to the same, together."""
    found: dict[object, list[Way]] = {}
    for way in ways:
        found.setdefault(way.comes_to, []).append(way)
    return list(found.values())


def different_outcomes(ways: Sequence[Way]) -> range:
    """How many outcomes there may be: ways of one outcome that go by several verdicts may be told apart or together.

    What is referred waits for somebody whatever it stands as, which a way does not say.
    """
    referred = any(way.held_up or way.verdict == "refer" for way in ways)
    most = len(ways) if referred else len({(way.comes_to, way.verdict) for way in ways})
    return range(len(outcomes(ways)), most + 1)


def verdicts(ways: Sequence[Way], awarded: Mapping[str, int | None], went_back: Mapping[str, int]) -> frozenset[str]:
    """What the verdict for all readings may be: that of the only outcome, or of what a rule awards everybody; else `refer`.

    Ways of one outcome may name it differently: what is put right once the cards are collected is merely corrected.
    `went_back` is what the record says that players have of their wagers.
    """
    different = outcomes(ways)
    if len(different) == 1 or {way.verdict for way in ways} == {"void"}:
        return frozenset(way.verdict for way in different[0])
    if None in awarded.values() or len({way.comes_to[0] for way in ways}) == 1:
        return REFERRED  # somebody must say what is awarded, or, where all money is the same, what is done with the cards
    chosen = [one for one in different if dict(one[0].dues) == dict(awarded)]
    if chosen:
        return frozenset(way.verdict for one in chosen for way in one)
    if not {way.verdict for way in ways} <= SETTLED:
        return REFERRED
    return frozenset({"stands" if all(awarded[wager] == minor for wager, minor in went_back.items()) else "correct"})


def award(ways: Sequence[Way], wager: str) -> int | None:
    """What is awarded where no rule chooses: what is due under every reading, nothing while somebody must decide."""
    dues = {way.dues[wager] for way in ways}
    return None if len(dues) > 1 or any(way.held_up for way in ways) else dues.pop()


def decides(verdict: str, authority: str) -> str | None:
    """Who has something to decide."""
    return authority if verdict in TO_BE_DECIDED else None
