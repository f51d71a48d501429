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
    PaymentTakenBack,
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
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.timeline.timeline import Step, formatter_for
from replay.games.registry import load_game
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

_PUBLIC_EVENTS: Final = (
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

_OWN_EVENTS: Final = (WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, WagerReturned, PaymentTakenBack, DecisionMade)
"""What a player knows of himself."""


@dataclass(frozen=True, slots=True)
class PersonKnowledge:
    """What one person, or everybody, knew: sentences in the order in which they came to know it."""

    who: str
    sentences: tuple[str, ...]


def knowledge(ruling: Ruling, steps: Sequence[Step], words: Catalogue) -> list[PersonKnowledge]:
    """What was known after the last of these steps: by everybody at the table first, then person by person."""
    found = [PersonKnowledge(words.say("knowing.everybody"), tuple(_public_information(ruling, steps, words)))]
    people: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for step in steps:
        if isinstance(step.round_entry.event, WagerPlaced):
            owner[step.round_entry.event.wager] = step.round_entry.event.player
        for person in _informed_persons(step.round_entry.event, owner):
            people.setdefault(person, []).append(step.text)
    return found + [PersonKnowledge(person, tuple(sentences)) for person, sentences in people.items()]


def _public_information(ruling: Ruling, steps: Sequence[Step], words: Catalogue) -> Iterator[str]:
    """The cards that lay face up, how many lay face down, and what was said aloud."""
    rules, game, place = Rules(ruling.edition), load_game(ruling.edition.game), formatter_for(ruling, words).place
    happened = [step.round_entry.event for step in steps]
    turned = {event.card for event in happened if isinstance(event, CardExposed)}
    dealt_down = {(e.place, e.card) for e in happened if isinstance(e, CardDealt) and e.face == "down"}
    down = {(at, card) for at, card in dealt_down if card not in turned}
    for at, cards in (steps[-1].hands if steps and not game.has_wheel else {}).items():
        seen = tuple(card for card in cards if (at, card) not in down and is_known(card))
        if seen:
            count = game.count(seen, rules)
            shown = " ".join(map(with_suit_signs, seen))
            yield words.say("knowing.cards", place=words.value(place(at)), cards=shown, count=count)
        if hidden := len(cards) - len(seen):
            yield words.say("knowing.hidden", place=words.value(place(at)), number=hidden)
    yield from (step.text for step in steps if isinstance(step.round_entry.event, _PUBLIC_EVENTS))


def _informed_persons(event: Event, player_by_wager: dict[str, str]) -> Iterator[str]:
    """Whom an event tells something that not everybody knows, or not as well."""
    event_: Any = event
    match event:
        case NoticeGiven():
            yield from (event_.by, event_.to)
        case IrregularityReported():
            yield event_.by
        case _ if isinstance(event, _OWN_EVENTS):
            player = getattr(event, "player", None) or player_by_wager.get(getattr(event, "wager", ""))
            actor = None if isinstance(event, WagerPlaced) else getattr(event, "by", None)
            yield from dict.fromkeys(filter(None, [player, actor]))
