"""How the shoes and rounds of a table stand, how they may go on from there, and which shoes outlive a gaming day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from ledger.acts import refusal
from ledger.acts.authority import MOVES_MONEY, Authority
from ledger.acts.refusal import act_of, scope_of, shoe_act_of, shoe_of, target_of
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.cases import OF_CASES, RoundAnswered, RoundDisputed, WagerAnswered
from ledger.events.decisions import (
    DecisionConfirmed,
    DecisionOnClause,
    DecisionRefused,
    GameReinstated,
    PlayerEjected,
    Reach,
    RoundSettled,
    RoundVoidReversed,
    ShoeSuspected,
    TakenDecision,
)
from ledger.events.play import NoticeGiven, RoundClosed, RoundOpened
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import AmbiguityResolved
from ledger.values.offices import ROLES
from ledger.values.subjects import round_of

ShoeStanding = Literal["in_play", "suspect", "void", "reversed"]
RoundStanding = Literal["open", "closed", "disputed", "stands", "corrected", "void"]

SHOE: Final[Mapping[tuple[ShoeStanding, str], ShoeStanding]] = {
    ("in_play", "suspect_shoe"): "suspect",
    ("suspect", "suspect_shoe"): "suspect",
    ("reversed", "suspect_shoe"): "suspect",
    ("void", "suspect_shoe"): "void",
    ("in_play", "void_shoe"): "void",
    ("suspect", "void_shoe"): "void",
    ("reversed", "void_shoe"): "void",
    ("void", "reverse_void_shoe"): "reversed",
}

ROUND: Final[Mapping[tuple[RoundStanding, str], RoundStanding]] = {
    ("open", "close"): "closed",
    ("open", "dispute"): "disputed",
    ("closed", "dispute"): "disputed",
    ("stands", "dispute"): "disputed",
    ("corrected", "dispute"): "disputed",
    ("closed", "settle_as_stands"): "stands",
    ("closed", "settle_as_corrected"): "corrected",
    ("disputed", "settle_as_stands"): "stands",
    ("disputed", "settle_as_corrected"): "corrected",
}
"""How a round stands apart from being void; what happened on the floor (`close`, `dispute`) is never refused."""

NOT_VOID: Final = "the shoe is not void"
VOID: Final = "the shoe is void already"
NOT_DISPUTED: Final = "the round is not under dispute, nor closed and undecided"
ROUND_VOID: Final = "the round is void"
ALREADY: Final = "that is decided already"
NOTHING: Final = "nothing was decided that could be taken back"


def shoe_refusal(standing: ShoeStanding, act: str) -> str | None:
    """Why an act is not open to a shoe of this standing; None if it is."""
    if (standing, act) in SHOE:
        return None
    return VOID if act == "void_shoe" else NOT_VOID


def round_after(standing: RoundStanding, act: str) -> RoundStanding:
    """The standing of a round after something happened or was settled."""
    return ROUND.get((standing, act), standing)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision on record, or the attempt at one: `refused` says why it does not hold."""

    entry: Entry
    act: str
    scope: Reach
    shoe: str | None
    round: str | None
    clause: str | None
    refused: str | None = None
    confirmed_at: int | None = None
    """The position of the confirmation without which it did not hold."""

    @property
    def position(self) -> int:
        return self.entry.position

    @property
    def holds_from(self) -> int:
        """The position of the entry with which it began to hold."""
        return self.confirmed_at or self.position

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
    confirmed: dict[int, Decision] = field(default_factory=dict)
    """By the position of a decision, its confirmation by another person."""
    resolutions: dict[int, AmbiguityResolved] = field(default_factory=dict)
    """By the position of the entry with which it begins to hold, what the house has said of an ambiguity."""
    ejected: dict[str, Decision] = field(default_factory=dict)
    """By player, who was asked to leave the table."""
    groundless: Mapping[int, str] = field(default_factory=dict)
    """By the position of a decision that the rules give no ground for, why; judging says so."""

    def apply_all(self, entries: Iterable[Entry]) -> "Standings":
        """Goes along entries in the order of decisions."""
        for entry in in_order_of_time(entries):
            self.apply(entry)
        return self

    def apply(self, entry: Entry) -> None:
        """Takes in one entry."""
        event, name = entry.event, round_of(entry.subject)
        if isinstance(event, DecisionRefused):
            self.taken.append(_attempt(entry, event))
        elif isinstance(event, TakenDecision):
            if name is not None and not isinstance(event, DecisionOnClause):
                self.rounds.setdefault(name, RoundState())
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

    def refusal(self, event: TakenDecision, name: str | None) -> str | None:
        """Why a decision does not hold if it is taken now, about this round where one is named; None if it holds."""
        if isinstance(event, DecisionConfirmed):
            return self._not_confirmable(event)
        return self._without_authority(event, act_of(event)) or self._not_open(event, name)

    def clause(self, event: TakenDecision) -> str | None:
        """The clause that a decision rests on: the one that was named, else the authority's."""
        first = self.decision(event.decision) if isinstance(event, DecisionConfirmed) else None
        row = self.authorities.get(first.act if first else act_of(event))
        return getattr(event, "clause", None) or (row.clause if row else None)

    def decision(self, position: int) -> Decision | None:
        """The decision that was taken at a position of the ledger, attempts apart."""
        return next((one for one in self.taken if one.position == position and one.refused is None), None)

    def _not_confirmable(self, event: DecisionConfirmed) -> str | None:
        first = self.decision(event.decision)
        if first is None or first.act not in self.authorities:
            return refusal.NO_DECISION
        if first.position in self.confirmed:
            return refusal.CONFIRMED
        refused = refusal.second_person_needed(first.event, event) or self._without_authority(event, first.act)
        return refused or (self._not_open(first.event, first.round) if self.awaits_confirmation(first) else None)

    def awaits_confirmation(self, made: Decision) -> bool:
        """Whether a decision holds only once another person has confirmed it."""
        row = self.authorities.get(made.act)
        return row is not None and row.eyes == 2 and made.position not in self.confirmed

    def _without_authority(self, event: TakenDecision, act: str) -> str | None:
        if isinstance(event, (ShoeSuspected, *OF_CASES)):
            return None
        row = self.authorities.get(act)
        if row is None:
            return f"the rulebook gives nobody authority to {act.replace('_', ' ')}{self._authority_instead()}"
        named = getattr(event, "clause", None)
        if act in MOVES_MONEY and named is not None and not self._a_ground(named):
            return f"{named} gives nobody authority to {act.replace('_', ' ')}; {row.clause or 'no clause'} does"
        if row.eyes == 2 and event.by in ROLES:
            return refusal.an_office(event.by)
        if event.office in row.roles:
            return None
        needed = " or ".join(role.replace("_", " ") for role in row.roles)
        held = event.office.replace("_", " ") if event.office else "no office"
        return f"{row.clause or 'the rulebook'} gives this to {needed}; {event.by} acted as {held}"

    def _authority_instead(self) -> str:
        """What may be declared void or withheld under this rulebook, by whom, on which clause."""
        given = (
            f"{act.replace('_', ' ')} to {' or '.join(role.replace('_', ' ') for role in row.roles)} ({row.clause})"
            for act, row in self.authorities.items()
            if row.money is not None and row.clause is not None
        )
        told = ", ".join(given)
        return f"; it gives {told}" if told else ""

    def _a_ground(self, clause: str) -> bool:
        """Whether a decision that moves money may rest on a clause: on one of authority, or on an ambiguity."""
        return clause.endswith("?") or any(row.clause == clause for row in self.authorities.values() if row.money)

    def _not_open(self, event: TakenDecision, name: str | None) -> str | None:
        match scope_of(event):
            case "table":
                again = isinstance(event, PlayerEjected) and event.player in self.ejected
                return ALREADY if again else None
            case "shoe":
                return self._on_shoe(event)
            case "game":
                return self._on_game(event)
            case _ if name is None or name not in self.rounds:
                return "it names no round that is on record"
        return self._on_round(event, self.rounds[name])

    def _on_shoe(self, event: TakenDecision) -> str | None:
        shoe = shoe_of(event)
        if shoe is None or shoe not in self.shoes:
            return "it names no shoe that is on record"
        return shoe_refusal(self.shoes[shoe].standing, shoe_act_of(event))

    def _on_game(self, event: TakenDecision) -> str | None:
        if isinstance(event, GameReinstated):
            return None if self.game else NOTHING
        return ALREADY if self.game else None

    def _on_round(self, event: TakenDecision, one: RoundState) -> str | None:
        if isinstance(event, OF_CASES):
            return None
        if isinstance(event, RoundVoidReversed):
            return None if one.held else NOTHING
        if one.void:
            return ROUND_VOID
        if isinstance(event, RoundSettled):
            return None if one.played in ("closed", "disputed") else NOT_DISPUTED
        return ALREADY if any(target_of(held.event) == target_of(event) for held in one.held) else None

    def _decide(self, entry: Entry, event: TakenDecision, name: str | None) -> None:
        refused = self.refusal(event, name) or self.groundless.get(entry.position)
        made = Decision(entry, act_of(event), scope_of(event), shoe_of(event), name, self.clause(event), refused)
        self.taken.append(made)
        if refused is not None or self.awaits_confirmation(made):
            return
        first = self.decision(event.decision) if isinstance(event, DecisionConfirmed) else None
        if first is None:
            self._take_effect(made)
            return
        waited = self.awaits_confirmation(first)
        self.confirmed[first.position] = made
        if waited:
            self._take_effect(replace(first, confirmed_at=made.position))

    def _take_effect(self, made: Decision) -> None:
        """A decision begins to hold, as it is taken or confirmed."""
        event = made.event
        match made.scope:
            case "table":
                self._applies_to_table(made)
            case "shoe":
                state = self.shoes[made.shoe or ""]
                state.standing = SHOE[state.standing, shoe_act_of(event)]
                state.held = () if state.standing != "void" else state.held if state.held else (made,)
            case "game":
                self.game = () if isinstance(event, GameReinstated) else (made,)
            case _:
                self._applies_to_round(self.rounds[made.round or ""], made, event)

    def _applies_to_table(self, made: Decision) -> None:
        match made.event:
            case AmbiguityResolved() as event:
                self.resolutions[made.holds_from] = event
            case PlayerEjected() as ejected:
                self.ejected[ejected.player] = made

    @staticmethod
    def _applies_to_round(one: RoundState, made: Decision, event: TakenDecision) -> None:
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

    def in_force(self, made: Decision) -> bool:
        """Whether a decision about the table itself, or its confirmation, holds."""
        return made.scope == "table" and made.refused is None and not self.awaits_confirmation(made)

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


def in_order_of_time(entries: Iterable[Entry]) -> list[Entry]:
    """Entries by when they happened, as far as that is told, else by when they were recorded: the order of decisions."""
    return sorted(entries, key=lambda entry: (entry.delivery.time or entry.recorded_at, entry.position))


def _concerns(one: Decision, name: str, shoe: str | None) -> bool:
    if one.scope in ("game", "shoe"):
        return one.scope == "game" or one.shoe == shoe is not None
    return one.round == name


def _attempt(entry: Entry, event: DecisionRefused) -> Decision:
    return Decision(
        entry, event.act, event.scope or "game", event.shoe, round_of(entry.subject), event.clause, event.refused
    )


CARRY_DAYS: Final = 3
"""For how many days a table's shoe is looked for before and after a day."""


def left_in_play(entries: Iterable[Entry]) -> str | None:
    """The shoe that a day leaves in play."""
    shoe: str | None = None
    for entry in entries:
        if isinstance(entry.event, ShoePrepared | ShoeClosed):
            shoe = entry.event.shoe if isinstance(entry.event, ShoePrepared) else None
    return shoe


def decided_later(shoe: str, later: Iterable[Sequence[Entry]]) -> list[Entry]:
    """What the following days decide on a shoe, until another one of its name is made."""
    found: list[Entry] = []
    for entries in later:
        if any(isinstance(entry.event, ShoePrepared) and entry.event.shoe == shoe for entry in entries):
            break
        found += [e for e in entries if isinstance(e.event, DecisionOnClause) and getattr(e.event, "shoe", None) == shoe]
    return found
