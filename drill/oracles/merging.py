"""One answer out of many readings: what a ruling must come to where a document leaves something open.

Two readings that come to the same money, the same cards to move and draw and the same decisions to ask are one outcome, and
nobody is asked. Several outcomes go to whomever the document names (ECA-G3, SCB-24, CCL-40, FBJ-46, DCB-2), unless a rule
of the document chooses among them: DCB-2 gives a player who disputes the reading that is best for that player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

VERDICTS_WITHOUT_CARD_ACTIONS: Final = frozenset({"stands", "correct", "void"})
"""Verdicts after which no card is to be touched."""

DECIDABLE_VERDICTS: Final = frozenset({"refer", "void", "reconstruct", "ask"})
"""Verdicts that somebody with authority must carry out or replace."""


REFERRED_ONLY: Final = frozenset({"refer"})


@dataclass(frozen=True, slots=True)
class ReadingOutcome:
    """What a round comes to under one choice of readings. `card_actions` is what is to be done with cards and decisions."""

    verdict: str
    dues: Mapping[str, int | None]
    card_actions: frozenset[object] = frozenset()
    is_held_up: bool = False

    @property
    def outcome_key(self) -> tuple[object, ...]:
        """What must be alike for two ways to be one outcome. While a round is held up, nobody touches its cards."""
        settled = self.is_held_up or self.verdict in VERDICTS_WITHOUT_CARD_ACTIONS
        open_cards = frozenset[object]() if settled else self.card_actions
        return frozenset(self.dues.items()), self.is_held_up, self.verdict == "respin", open_cards


def group_outcomes(reading_outcomes: Sequence[ReadingOutcome]) -> list[list[ReadingOutcome]]:
    """The ways that come to the same, together."""
    found: dict[object, list[ReadingOutcome]] = {}
    for way in reading_outcomes:
        found.setdefault(way.outcome_key, []).append(way)
    return list(found.values())


def outcome_count_range(reading_outcomes: Sequence[ReadingOutcome]) -> range:
    """How many outcomes there may be: ways of one outcome that go by several verdicts may be told apart or together.

    What is referred waits for somebody whatever it stands as, which a way does not say.
    """
    referred = any(way.is_held_up or way.verdict == "refer" for way in reading_outcomes)
    most = len(reading_outcomes) if referred else len({(way.outcome_key, way.verdict) for way in reading_outcomes})
    return range(len(group_outcomes(reading_outcomes)), most + 1)


def possible_verdicts(
    reading_outcomes: Sequence[ReadingOutcome], awarded: Mapping[str, int | None], returned_by_wager: Mapping[str, int]
) -> frozenset[str]:
    """What the verdict for all readings may be: that of the only outcome, or of what a rule awards everybody; else `refer`.

    Ways of one outcome may name it differently: what is put right once the cards are collected is merely corrected.
    `returned_by_wager` is what the record says that players have of their wagers.
    """
    different = group_outcomes(reading_outcomes)
    if len(different) == 1 or {way.verdict for way in reading_outcomes} == {"void"}:
        return frozenset(way.verdict for way in different[0])
    if None in awarded.values() or len({way.outcome_key[0] for way in reading_outcomes}) == 1:
        return (
            REFERRED_ONLY  # somebody must say what is awarded, or, where all money is the same, what is done with the cards
        )
    chosen = [alternative for alternative in different if dict(alternative[0].dues) == dict(awarded)]
    if chosen:
        verdicts = frozenset(way.verdict for alternative in chosen for way in alternative)
        # of several with this money, somebody must say what is done with the cards
        return verdicts if len(chosen) == 1 else verdicts | REFERRED_ONLY
    if not {way.verdict for way in reading_outcomes} <= VERDICTS_WITHOUT_CARD_ACTIONS:
        return REFERRED_ONLY
    return frozenset(
        {"stands" if all(awarded[wager] == minor for wager, minor in returned_by_wager.items()) else "correct"}
    )


def expected_award(reading_outcomes: Sequence[ReadingOutcome], wager: str) -> int | None:
    """What is awarded where no rule chooses: what is due under every reading, nothing while somebody must decide."""
    dues = {way.dues[wager] for way in reading_outcomes}
    return None if len(dues) > 1 or any(way.is_held_up for way in reading_outcomes) else dues.pop()


def deciding_authority(verdict: str, authority: str) -> str | None:
    """Who has something to decide."""
    return authority if verdict in DECIDABLE_VERDICTS else None
