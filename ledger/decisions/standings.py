"""The standing of a table's shoes and rounds: a fold over what happened and what was decided.

A decision by somebody without authority, or in a state that does not allow it, is an attempt: it is kept with the reason
and changes nothing. Commands are refused by the same fold as what a transcript tells is judged by.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.decisions import transitions
from ledger.decisions.authority import Authority
from ledger.decisions.transitions import RoundStanding, ShoeStanding, round_after, shoe_refusal
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.cases import OF_CASES, RoundAnswered, RoundDisputed, WagerAnswered
from ledger.events.decisions import (
    Decided,
    DecisionRefused,
    GameInvalidated,
    GameReinstated,
    GameTerminated,
    HandInvalidated,
    PaymentWithheld,
    RoundSettled,
    RoundVoided,
    RoundVoidReversed,
    Scope,
    ShoeSuspected,
    ShoeVoided,
    ShoeVoidReversed,
    StakesInvalidated,
)
from ledger.events.play import NoticeGiven, RoundClosed, RoundOpened
from ledger.events.shoe import ShoePrepared
from ledger.names import round_of
from ledger.people import ROLES

_OF_GAME: Final = (GameInvalidated, GameTerminated)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on record, or the attempt at one: `refused` says why it does not hold."""

    entry: Entry
    act: str
    scope: Scope
    shoe: str | None
    round: str | None
    clause: str | None
    refused: str | None = None

    @property
    def position(self) -> int:
        return self.entry.position

    @property
    def event(self) -> Any:
        """The event, with the fields of its kind."""
        return self.entry.event


@dataclass(slots=True)
class ShoeState:
    """How a shoe stands; `held` are the decisions by which it is void."""

    standing: ShoeStanding = "in_play"
    held: tuple[Decision, ...] = ()


@dataclass(slots=True)
class RoundState:
    """How a round stands apart from being void, and what was decided on it."""

    played: RoundStanding = "open"
    held: tuple[Decision, ...] = ()
    answered: dict[str, Decision] = field(default_factory=dict)
    """By wager, what a case settled on it last."""

    @property
    def void(self) -> bool:
        """Whether the whole round is void by a decision on itself."""
        return any(one.scope == "round" for one in self.held)

    @property
    def standing(self) -> RoundStanding:
        """How the round stands by itself."""
        return "void" if self.void else self.played


@dataclass(slots=True)
class Standings:
    """All shoes and rounds of a table's day. `taken` are the decisions and attempts, in order."""

    authorities: Mapping[str, Authority]
    shoes: dict[str, ShoeState] = field(default_factory=dict)
    rounds: dict[str, RoundState] = field(default_factory=dict)
    game: tuple[Decision, ...] = ()
    taken: list[Decision] = field(default_factory=list)
    carried: tuple[Decision, ...] = ()
    """The decisions of earlier days by which a shoe is void that was carried into this one."""

    def follow(self, entries: Iterable[Entry]) -> "Standings":
        """Goes along entries in the order of decisions."""
        for entry in in_turn(entries):
            self.hear(entry)
        return self

    def hear(self, entry: Entry) -> None:
        """Takes in one entry."""
        event, name = entry.event, round_of(entry.subject)
        if isinstance(event, DecisionRefused):
            self.taken.append(_attempt(entry, event))
        elif isinstance(event, Decided):
            self._decide(entry, event, name)
        elif isinstance(event, ShoePrepared):
            self.shoes.setdefault(event.shoe, ShoeState())
        elif name is not None:
            self._play(self.rounds.setdefault(name, RoundState()), event)

    def carry(self, shoe: str, state: ShoeState) -> None:
        """A shoe that an earlier day left in play."""
        self.shoes[shoe] = ShoeState(state.standing, state.held)
        self.carried = state.held

    def _play(self, one: RoundState, event: Event) -> None:
        match event:
            case RoundOpened(shoe=str(shoe)):
                self.shoes.setdefault(shoe, ShoeState())
            case RoundClosed():
                one.played = round_after(one.played, "close")
            case NoticeGiven() if event.by not in ROLES:
                one.played = round_after(one.played, "dispute")

    # Deciding

    def refusal(self, event: Decided, name: str | None) -> str | None:
        """Why a decision does not hold if it is taken now, about this round where one is named; None if it holds."""
        return self._without_authority(event) or self._not_open(event, name)

    def clause(self, event: Decided) -> str | None:
        """The clause that a decision rests on: the one that was named, else the authority's."""
        row = self.authorities.get(_act(event))
        return event.clause or (row.clause if row else None)

    def _without_authority(self, event: Decided) -> str | None:
        if isinstance(event, (ShoeSuspected, *OF_CASES)):
            return None
        row = self.authorities.get(_act(event))
        if row is None:
            return f"the rulebook gives nobody authority to {_act(event).replace('_', ' ')}"
        if event.office in row.roles:
            return None
        needed = " or ".join(role.replace("_", " ") for role in row.roles)
        held = event.office.replace("_", " ") if event.office else "no office"
        return f"{row.clause or 'the rulebook'} gives this to {needed}; {event.by} acted as {held}"

    def _not_open(self, event: Decided, name: str | None) -> str | None:
        match _scope(event):
            case "shoe":
                return self._on_shoe(event)
            case "game":
                return self._on_game(event)
            case _ if name is None or name not in self.rounds:
                return "it names no round that is on record"
        return self._on_round(event, self.rounds[name])

    def _on_shoe(self, event: Decided) -> str | None:
        shoe = _shoe(event)
        if shoe is None or shoe not in self.shoes:
            return "it names no shoe that is on record"
        return shoe_refusal(self.shoes[shoe].standing, _shoe_act(event))

    def _on_game(self, event: Decided) -> str | None:
        if isinstance(event, GameReinstated):
            return None if self.game else transitions.NOTHING
        return transitions.ALREADY if self.game else None

    def _on_round(self, event: Decided, one: RoundState) -> str | None:
        if isinstance(event, OF_CASES):
            return None
        if isinstance(event, RoundVoidReversed):
            return None if one.held else transitions.NOTHING
        if one.void:
            return transitions.ROUND_VOID
        if isinstance(event, RoundSettled):
            return None if one.played == "disputed" else transitions.NOT_DISPUTED
        return transitions.ALREADY if any(_target(held.event) == _target(event) for held in one.held) else None

    def _decide(self, entry: Entry, event: Decided, name: str | None) -> None:
        refused = self.refusal(event, name)
        made = Decision(entry, _act(event), _scope(event), _shoe(event), name, self.clause(event), refused)
        self.taken.append(made)
        if refused is not None:
            return
        match made.scope:
            case "shoe":
                state = self.shoes[made.shoe or ""]
                state.standing = transitions.SHOE[state.standing, _shoe_act(event)]
                state.held = () if state.standing != "void" else state.held if state.held else (made,)
            case "game":
                self.game = () if isinstance(event, GameReinstated) else (made,)
            case _:
                self._decided_on_round(self.rounds[name or ""], made, event)

    @staticmethod
    def _decided_on_round(one: RoundState, made: Decision, event: Decided) -> None:
        if isinstance(event, RoundVoidReversed):
            one.held = ()
        elif isinstance(event, RoundDisputed):
            one.played = round_after(one.played, "dispute")
        elif isinstance(event, RoundSettled | RoundAnswered):
            one.played = round_after(one.played, f"settle_as_{event.outcome}")
        elif isinstance(event, WagerAnswered):
            one.answered[event.wager] = made
        else:
            one.held = (*one.held, made)

    # Asking

    def holding(self, name: str, shoe: str | None) -> tuple[Decision, ...]:
        """The decisions in force that cover a round: the game's, its shoe's, its own."""
        of_shoe = self.shoes[shoe].held if shoe in self.shoes else ()
        return (*self.game, *of_shoe, *(self.rounds[name].held if name in self.rounds else ()))

    def answered(self, name: str) -> Mapping[str, Decision]:
        """By wager, what a case settled on a round."""
        return self.rounds[name].answered if name in self.rounds else {}

    def standing(self, name: str, shoe: str | None) -> RoundStanding:
        """How a round stands: void if the game, its shoe or itself is void."""
        own = self.rounds.get(name, RoundState())
        void = any(one.scope in ("game", "shoe", "round") for one in self.holding(name, shoe))
        return "void" if void else own.standing

    def concerning(self, name: str, shoe: str | None) -> tuple[Decision, ...]:
        """All decisions and attempts that concern a round, in force or not."""
        return tuple(one for one in (*self.carried, *self.taken) if _concerns(one, name, shoe))


def in_turn(entries: Iterable[Entry]) -> list[Entry]:
    """Entries by when they happened, as far as that is told, else by when they were recorded: the order of decisions."""
    return sorted(entries, key=lambda entry: (entry.delivery.time or entry.recorded_at, entry.position))


def _concerns(one: Decision, name: str, shoe: str | None) -> bool:
    if one.scope in ("game", "shoe"):
        return one.scope == "game" or one.shoe == shoe is not None
    return one.round == name


def _act(event: Decided) -> str:
    return event.WORD if isinstance(event, Event) else ""


def _scope(event: Decided) -> Scope:
    if isinstance(event, ShoeSuspected | ShoeVoided | ShoeVoidReversed):
        return "shoe"
    if isinstance(event, _OF_GAME):
        return event.scope
    if isinstance(event, GameReinstated):
        return "game"
    if isinstance(event, HandInvalidated):
        return event.scope or "hand"
    return "hand" if isinstance(event, StakesInvalidated | PaymentWithheld | WagerAnswered) else "round"


def _shoe(event: Decided) -> str | None:
    return getattr(event, "shoe", None)


def _shoe_act(event: Decided) -> str:
    """A game that is declared invalid for a shoe makes the shoe void."""
    return "void_shoe" if isinstance(event, _OF_GAME) else _act(event)


def _target(event: Decided) -> tuple[str, object]:
    """What exactly is declared invalid of a round: the same cannot be declared twice."""
    match event:
        case PaymentWithheld():
            return "wager", event.wager
        case StakesInvalidated():
            return "player", event.player
        case HandInvalidated() | GameInvalidated(scope="hand") | GameTerminated(scope="hand"):
            return "box", event.box
        case RoundVoided() | GameInvalidated() | GameTerminated():
            return "round", None
    return _act(event), None


def attempt(event: Decided, clause: str | None, refused: str) -> DecisionRefused:
    """The record of a command that was refused."""
    said = event.model_dump(exclude_none=True)
    kept = {name: said[name] for name in said if name in DecisionRefused.model_fields}
    return DecisionRefused(
        **{**kept, "act": _act(event), "clause": clause, "refused": refused[:500], "scope": _scope(event)}
    )


def _attempt(entry: Entry, event: DecisionRefused) -> Decision:
    return Decision(
        entry, event.act, event.scope or "game", event.shoe, round_of(entry.subject), event.clause, event.refused
    )
