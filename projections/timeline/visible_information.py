"""What each person at a table knew at a moment of a round: what lay open, and what had been said to whom. No hindsight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ledger.events import Event
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    CardExposed,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    IrregularityReported,
    NoticeGiven,
    RoundInterrupted,
    TotalAnnounced,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.wheel import BallRested, BallSpun, DisplayShown, DollyPlaced, NoSpinCalled
from ledger.values.cards import is_known
from projections.messages.catalogue import Words, pretty
from projections.timeline.timeline import Step, spelling_of
from replay.games.registry import load_game
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

_SAID_ALOUD: Final = (
    Announced,
    BetsClosed,
    TotalAnnounced,
    NoSpinCalled,
    DisplayShown,
    DollyPlaced,
    BallRested,
    BallSpun,
    RoundInterrupted,
    CorrectionBegun,
    CorrectionCompleted,
)
"""What everybody at the table hears or sees, besides the cards."""

_OWN: Final = (WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, WagerReturned, DecisionMade)
"""What a player knows of himself."""


@dataclass(frozen=True, slots=True)
class Known:
    """What one person, or everybody, knew: sentences in the order in which they came to know it."""

    who: str
    told: tuple[str, ...]


def knowledge(ruling: Ruling, steps: Sequence[Step], words: Words) -> list[Known]:
    """What was known after the last of these steps: by everybody at the table first, then person by person."""
    found = [Known(words.say("knowing.everybody"), tuple(_open_to_all(ruling, steps, words)))]
    people: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for step in steps:
        if isinstance(step.told.event, WagerPlaced):
            owner[step.told.event.wager] = step.told.event.player
        for person in _concerned(step.told.event, owner):
            people.setdefault(person, []).append(step.text)
    return found + [Known(person, tuple(told)) for person, told in people.items()]


def _open_to_all(ruling: Ruling, steps: Sequence[Step], words: Words) -> Iterator[str]:
    """The cards that lay face up, how many lay face down, and what was said aloud."""
    rules, game, place = Rules(ruling.edition), load_game(ruling.edition.game), spelling_of(ruling, words).place
    happened = [step.told.event for step in steps]
    turned = {event.card for event in happened if isinstance(event, CardExposed)}
    dealt_down = {(e.place, e.card) for e in happened if isinstance(e, CardDealt) and e.face == "down"}
    down = {(at, card) for at, card in dealt_down if card not in turned}
    for at, cards in (steps[-1].hands if steps and ruling.edition.game != "roulette" else {}).items():
        seen = tuple(card for card in cards if (at, card) not in down and is_known(card))
        if seen:
            count = game.count(seen, rules)
            shown = " ".join(map(pretty, seen))
            yield words.say("knowing.cards", place=words.value(place(at)), cards=shown, count=count)
        if hidden := len(cards) - len(seen):
            yield words.say("knowing.hidden", place=words.value(place(at)), number=hidden)
    yield from (step.text for step in steps if isinstance(step.told.event, _SAID_ALOUD))


def _concerned(event: Event, owner: dict[str, str]) -> Iterator[str]:
    """Whom an event tells something that not everybody knows, or not as well."""
    told: Any = event
    match event:
        case NoticeGiven():
            yield from (told.by, told.to)
        case IrregularityReported():
            yield told.by
        case _ if isinstance(event, _OWN):
            person = getattr(event, "player", None) or getattr(event, "by", None) or owner.get(getattr(event, "wager", ""))
            yield from filter(None, [person])
