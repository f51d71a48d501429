"""How the shoes and rounds of a table stand, how they may go on from there, and which shoes outlive a gaming day."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter, itemgetter
from typing import Any, Final, Literal

from ledger.acts import refusal
from ledger.acts.authority import MOVES_MONEY, Authority
from ledger.acts.refusal import act_of, scope_of, shoe_act_of, shoe_of, target_of
from ledger.acts.roster import NEXT_POSITION, Roster
from ledger.entry import Entry
from ledger.events import REGISTRY, Event
from ledger.events.base import Act
from ledger.events.cases import CASE_DECISIONS, RoundAnswered, RoundDisputed, WagerAnswered
from ledger.events.decisions import (
    AuthorityAct,
    AuthorityDecision,
    DecisionConfirmed,
    DecisionRefused,
    GameReinstated,
    PlayerEjected,
    Reach,
    RoundSettled,
    RoundVoidReversed,
)
from ledger.events.play import NoticeGiven, RoundClosed, RoundOpened
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import (
    AccountAdopted,
    AccountDecided,
    AccountDecisionReversed,
    AmbiguityResolved,
    DealerChanged,
)
from ledger.values.message import Message, Term, listed
from ledger.values.offices import ROLES, is_office
from ledger.values.refusals import Refusal, any_role
from ledger.values.subjects import HOUSE, round_of

ShoeStanding = Literal["in_play", "suspect", "void", "reversed"]
RoundStanding = Literal["open", "closed", "disputed", "stands", "corrected", "void"]

SHOE_TRANSITIONS: Final[Mapping[tuple[ShoeStanding, str], ShoeStanding]] = {
    ("in_play", "suspect_shoe"): "suspect",
    ("suspect", "suspect_shoe"): "suspect",
    ("reversed", "suspect_shoe"): "suspect",
    ("void", "suspect_shoe"): "void",
    ("in_play", "void_shoe"): "void",
    ("suspect", "void_shoe"): "void",
    ("reversed", "void_shoe"): "void",
    ("void", "reverse_void_shoe"): "reversed",
}

ROUND_TRANSITIONS: Final[Mapping[tuple[RoundStanding, str], RoundStanding]] = {
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

SHOE_NOT_VOID: Final = Refusal("shoe_not_void")
SHOE_ALREADY_VOID: Final = Refusal("shoe_already_void")
ACCOUNT_DECISIONS: Final = (AccountAdopted, AccountDecided, AccountDecisionReversed)
NO_ROUND: Final = Refusal("round_unknown")
ROUND_NOT_DISPUTED: Final = Refusal("round_not_disputed")
ROUND_VOID: Final = Refusal("round_void")
ALREADY_DECIDED: Final = Refusal("already_decided")
NOTHING_TO_REVERSE: Final = Refusal("nothing_to_reverse")


def shoe_refusal(standing: ShoeStanding, act: str) -> str | None:
    """Why an act is not open to a shoe of this standing; None if it is."""
    if (standing, act) in SHOE_TRANSITIONS:
        return None
    return SHOE_ALREADY_VOID if act == "void_shoe" else SHOE_NOT_VOID


def round_standing_after(standing: RoundStanding, act: str) -> RoundStanding:
    """The standing of a round after something happened or was settled."""
    return ROUND_TRANSITIONS.get((standing, act), standing)


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
    def is_claimed(self) -> bool:
        """Whether nobody signed it: whoever is named is only claimed."""
        return not self.entry.is_signed

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
    void_decisions: tuple[Decision, ...] = ()


@dataclass(slots=True)
class RoundState:
    """How a round stands apart from being void, and what was decided on it."""

    standing_unless_void: RoundStanding = "open"
    decisions_in_force: tuple[Decision, ...] = ()
    settled_wagers: dict[str, Decision] = field(default_factory=dict)
    """By wager, what a case settled on it last."""

    @property
    def is_void(self) -> bool:
        """Whether the whole round is void by a decision on itself."""
        return any(decision.scope == "round" for decision in self.decisions_in_force)

    @property
    def standing(self) -> RoundStanding:
        """How the round stands by itself."""
        return "void" if self.is_void else self.standing_unless_void


_MERE_PLAY: Final = frozenset(
    kind
    for kind in REGISTRY.values()
    if not issubclass(kind, Act | DecisionRefused | DealerChanged | ShoePrepared | RoundOpened | RoundClosed | NoticeGiven)
)
"""Events that change nothing of how shoes and rounds stand, but that there is the round of which they tell."""


@dataclass(slots=True)
class TableStanding:
    """All shoes and rounds of a table's day. `decisions` are those taken and attempted, in order."""

    authorities: Mapping[str, Authority]
    roster: Roster
    authorities_at: Callable[[int | None], Mapping[str, Authority]] | None = None
    """Who may decide what, by the edition that was known at a position; without it `authorities` hold throughout."""
    shoes: dict[str, ShoeState] = field(default_factory=dict)
    rounds: dict[str, RoundState] = field(default_factory=dict)
    game_decisions: tuple[Decision, ...] = ()
    decisions: list[Decision] = field(default_factory=list)
    carried_decisions: tuple[Decision, ...] = ()
    """The decisions of earlier days by which a shoe is void that was carried into this one."""
    confirmations: dict[int, Decision] = field(default_factory=dict)
    """By the position of a decision, its confirmation by another person."""
    resolutions: dict[int, AmbiguityResolved] = field(default_factory=dict)
    """By the position of the entry with which it begins to hold, what the house has said of an ambiguity."""
    ejections: dict[str, Decision] = field(default_factory=dict)
    """By player, who was asked to leave the table."""
    decided_accounts: dict[str, Decision] = field(default_factory=dict)
    """By round, whose account of it rulings go by."""
    claimed_accounts: dict[str | None, Decision] = field(default_factory=dict)
    """The same as somebody wrote it down; under None of all rounds of the day."""
    dealers: set[str] = field(default_factory=set)
    """Who has dealt that day: nobody of them says whose account counts."""
    groundless: Mapping[int, str] = field(default_factory=dict)
    """By the position of a decision that the rules give no ground for, why; judging says so."""

    def apply_all(self, entries: Iterable[Entry]) -> "TableStanding":
        """Goes along entries in the order of decisions."""
        for entry in in_decision_order(entries):
            self.apply(entry)
        if self.authorities_at is not None:
            self.authorities = self.authorities_at(None)
        return self

    def apply(self, entry: Entry) -> None:
        """Takes in one entry."""
        event, name = entry.event, round_of(entry.subject)
        if type(event) in _MERE_PLAY:
            if name is not None and name not in self.rounds:
                self.rounds[name] = RoundState()
        elif isinstance(event, DecisionRefused):
            self.decisions.append(_refused_attempt(entry, event))
        elif isinstance(event, AuthorityAct):
            if name is not None and not isinstance(event, AuthorityDecision):
                self._round_state(name)
            self._apply_decision(entry, event, name)
        elif isinstance(event, DealerChanged):
            self.dealers.add(event.dealer)
        elif isinstance(event, ShoePrepared):
            self.shoes.setdefault(event.shoe, ShoeState())
        elif name is not None:
            self._apply_play(self._round_state(name), event)

    def _round_state(self, name: str) -> RoundState:
        """How a round of the day stands, from the first time that something is told of it."""
        state = self.rounds.get(name)
        if state is None:
            state = self.rounds[name] = RoundState()
        return state

    def carry_shoe(self, shoe: str, state: ShoeState) -> None:
        """A shoe that an earlier day left in play."""
        self.shoes[shoe] = ShoeState(state.standing, state.void_decisions)
        self.carried_decisions = state.void_decisions

    def _apply_play(self, round_state: RoundState, event: Event) -> None:
        match event:
            case RoundOpened(shoe=str(shoe)):
                self.shoes.setdefault(shoe, ShoeState())
            case RoundClosed():
                round_state.standing_unless_void = round_standing_after(round_state.standing_unless_void, "close")
            case NoticeGiven() if event.by not in ROLES:
                round_state.standing_unless_void = round_standing_after(round_state.standing_unless_void, "dispute")

    # Deciding

    def refusal(self, event: AuthorityAct, name: str | None, position: int = NEXT_POSITION) -> str | None:
        """Why a decision about a round, where one is named, does not hold if taken at a position; None if it holds."""
        if isinstance(event, DecisionConfirmed):
            return self._confirmation_refusal(event, position)
        unauthorised = self._authority_refusal(event, act_of(event)) if event.NEEDS_AUTHORITY else None
        return unauthorised or self._state_refusal(event, name)

    def clause_for(self, event: AuthorityAct) -> str | None:
        """The clause that a decision rests on: the one that was named, else the authority's."""
        first = self.decision_at(event.decision) if isinstance(event, DecisionConfirmed) else None
        row = self.authorities.get(first.act if first else act_of(event))
        return getattr(event, "clause", None) or (row.clause if row else None)

    def decision_at(self, position: int) -> Decision | None:
        """The decision that was taken at a position of the ledger, attempts apart."""
        return next(
            (decision for decision in self.decisions if decision.position == position and decision.refused is None), None
        )

    def _confirmation_refusal(self, event: DecisionConfirmed, position: int) -> str | None:
        first = self.decision_at(event.decision)
        if first is None or first.act not in self.authorities:
            return refusal.NOTHING_TO_CONFIRM
        if first.position in self.confirmations:
            return refusal.ALREADY_CONFIRMED
        waits = self.awaits_confirmation(first)
        refused = self.roster.second_person_refusal(
            first.entry, first.event, event.by, Message("took the decision"), position if waits else first.position
        ) or self._authority_refusal(event, first.act)
        return refused or (self._state_refusal(first.event, first.round) if waits else None)

    def awaits_confirmation(self, decision: Decision) -> bool:
        """Whether a decision holds only once another person has confirmed it."""
        known = self.authorities if self.authorities_at is None else self.authorities_at(decision.position)
        row = known.get(decision.act)
        return row is not None and row.eyes == 2 and decision.position not in self.confirmations

    def _authority_refusal(self, event: AuthorityAct, act: str) -> str | None:
        row = self.authorities.get(act)
        if row is None:
            given = self._available_authority()
            if not given:
                return Refusal("no_authority_in_rulebook", act=Term(act))
            return Refusal("other_authority_in_rulebook", act=Term(act), given=listed(given))
        named = getattr(event, "clause", None)
        if act in MOVES_MONEY and named is not None and not self._is_ground(named):
            other = row.clause or Term("no clause")
            return Refusal("clause_without_authority", clause=named, act=Term(act), other=other)
        if row.eyes == 2 and is_office(event.by):
            return refusal.office_refusal(event.by)
        return refusal.role_refusal(event, row.roles, row.clause or Term("the rulebook"))

    def _available_authority(self) -> list[str]:
        """What may be declared void or withheld under this rulebook, by whom, on which clause."""
        return [
            Message("{act} to {roles} ({clause})", act=Term(act), roles=any_role(row.roles), clause=row.clause)
            for act, row in self.authorities.items()
            if row.money is not None and row.clause is not None
        ]

    def _is_ground(self, clause: str) -> bool:
        """Whether a decision that moves money may rest on a clause: on one of authority, or on an ambiguity."""
        return clause.endswith("?") or any(row.clause == clause for row in self.authorities.values() if row.money)

    def account_of(self, name: str) -> str | None:
        """The account that rulings on a round go by, where that was decided, or else claimed."""
        decision = self.decided_accounts.get(name) or self.claimed_accounts.get(name) or self.claimed_accounts.get(None)
        return decision.event.account if decision else None

    def _account_refusal(self, event: AuthorityAct, name: str | None) -> str | None:
        if event.by in self.dealers:
            return Refusal("dealer_of_the_day", by=event.by)
        if isinstance(event, AccountAdopted) and name is None:
            return None
        if name is None or name not in self.rounds:
            return NO_ROUND
        if isinstance(event, AccountDecisionReversed):
            return None if name in self.decided_accounts else NOTHING_TO_REVERSE
        decided = self.decided_accounts.get(name)
        return ALREADY_DECIDED if decided and decided.event.account == getattr(event, "account", None) else None

    def _state_refusal(self, event: AuthorityAct, name: str | None) -> str | None:
        if isinstance(event, ACCOUNT_DECISIONS):
            return self._account_refusal(event, name)
        match scope_of(event):
            case "table":
                again = isinstance(event, PlayerEjected) and event.player in self.ejections
                return ALREADY_DECIDED if again else None
            case "shoe":
                return self._shoe_refusal(event)
            case "game":
                return self._game_refusal(event)
            case _ if name is None or name not in self.rounds:
                return NO_ROUND
        return self._round_refusal(event, self.rounds[name])

    def _shoe_refusal(self, event: AuthorityAct) -> str | None:
        shoe = shoe_of(event)
        if shoe is None or shoe not in self.shoes:
            return Refusal("shoe_unknown")
        return shoe_refusal(self.shoes[shoe].standing, shoe_act_of(event))

    def _game_refusal(self, event: AuthorityAct) -> str | None:
        if isinstance(event, GameReinstated):
            return None if self.game_decisions else NOTHING_TO_REVERSE
        return ALREADY_DECIDED if self.game_decisions else None

    def _round_refusal(self, event: AuthorityAct, round_state: RoundState) -> str | None:
        if isinstance(event, CASE_DECISIONS):
            return None
        if isinstance(event, RoundVoidReversed):
            return None if round_state.decisions_in_force else NOTHING_TO_REVERSE
        if round_state.is_void:
            return ROUND_VOID
        if isinstance(event, RoundSettled):
            return None if round_state.standing_unless_void in ("closed", "disputed") else ROUND_NOT_DISPUTED
        return (
            ALREADY_DECIDED
            if any(target_of(held.event) == target_of(event) for held in round_state.decisions_in_force)
            else None
        )

    def _apply_decision(self, entry: Entry, event: AuthorityAct, name: str | None) -> None:
        if self.authorities_at is not None:
            self.authorities = self.authorities_at(entry.position)
        refused = (
            self._roster_refusal(entry, event)
            or self.refusal(event, name, entry.position)
            or self.groundless.get(entry.position)
        )
        decision = Decision(entry, act_of(event), scope_of(event), shoe_of(event), name, self.clause_for(event), refused)
        self.decisions.append(decision)
        if refused is not None or self.awaits_confirmation(decision):
            return
        first = self.decision_at(event.decision) if isinstance(event, DecisionConfirmed) else None
        if first is None:
            self._put_in_force(decision)
            return
        waited = self.awaits_confirmation(first)
        self.confirmations[first.position] = decision
        if waited:
            self._put_in_force(replace(first, confirmed_at=decision.position))

    def _roster_refusal(self, entry: Entry, event: AuthorityAct) -> str | None:
        if isinstance(event, CASE_DECISIONS):
            return self.roster.following_refusal(entry, event)
        return self.roster.entry_refusal(entry, event)

    def _put_in_force(self, decision: Decision) -> None:
        """A decision begins to hold, as it is taken or confirmed."""
        event = decision.event
        match decision.scope:
            case _ if isinstance(event, ACCOUNT_DECISIONS):
                self._apply_to_accounts(decision)
            case "table":
                self._apply_to_table(decision)
            case "shoe":
                state = self.shoes[decision.shoe or ""]
                state.standing = SHOE_TRANSITIONS[state.standing, shoe_act_of(event)]
                state.void_decisions = (
                    () if state.standing != "void" else state.void_decisions if state.void_decisions else (decision,)
                )
            case "game":
                self.game_decisions = () if isinstance(event, GameReinstated) else (decision,)
            case _:
                self._apply_to_round(self.rounds[decision.round or ""], decision, event)

    def _apply_to_accounts(self, decision: Decision) -> None:
        match decision.event:
            case AccountAdopted():
                self.claimed_accounts[decision.round] = decision
            case AccountDecided():
                self.decided_accounts[decision.round or ""] = decision
            case AccountDecisionReversed():
                del self.decided_accounts[decision.round or ""]

    def _apply_to_table(self, decision: Decision) -> None:
        match decision.event:
            case AmbiguityResolved() as event:
                self.resolutions[decision.holds_from] = event
            case PlayerEjected() as ejected:
                self.ejections[ejected.player] = decision

    @staticmethod
    def _apply_to_round(round_state: RoundState, decision: Decision, event: AuthorityAct) -> None:
        if isinstance(event, RoundVoidReversed):
            round_state.decisions_in_force = ()
        elif isinstance(event, RoundDisputed):
            round_state.standing_unless_void = round_standing_after(round_state.standing_unless_void, "dispute")
        elif isinstance(event, RoundSettled | RoundAnswered):
            round_state.standing_unless_void = round_standing_after(
                round_state.standing_unless_void, f"settle_as_{event.outcome}"
            )
        elif isinstance(event, WagerAnswered):
            round_state.settled_wagers[event.wager] = decision
        else:
            round_state.decisions_in_force = (*round_state.decisions_in_force, decision)

    # Asking

    def decisions_in_force(self, name: str, shoe: str | None) -> tuple[Decision, ...]:
        """The decisions in force that cover a round: the game's, its shoe's, its own."""
        of_shoe = self.shoes[shoe].void_decisions if shoe in self.shoes else ()
        return (*self.game_decisions, *of_shoe, *(self.rounds[name].decisions_in_force if name in self.rounds else ()))

    def is_in_force(self, decision: Decision) -> bool:
        """Whether a decision about the table itself or an account, or its confirmation, holds."""
        if isinstance(decision.event, ACCOUNT_DECISIONS):
            accounts = (*self.decided_accounts.values(), *self.claimed_accounts.values())
            return any(decision.position == held.position for held in accounts)
        return decision.scope == "table" and decision.refused is None and not self.awaits_confirmation(decision)

    def settled_wagers(self, name: str) -> Mapping[str, Decision]:
        """By wager, what a case settled on a round."""
        return self.rounds[name].settled_wagers if name in self.rounds else {}

    def round_standing(self, name: str, shoe: str | None) -> RoundStanding:
        """How a round stands: void if the game, its shoe or itself is void."""
        own = self.rounds.get(name, RoundState())
        void = any(decision.scope in ("game", "shoe", "round") for decision in self.decisions_in_force(name, shoe))
        return "void" if void else own.standing

    def decisions_concerning(self, name: str, shoe: str | None) -> tuple[Decision, ...]:
        """All decisions and attempts that concern a round, in force or not."""
        return tuple(
            decision for decision in (*self.carried_decisions, *self.decisions) if _concerns_round(decision, name, shoe)
        )


def in_decision_order(entries: Iterable[Entry]) -> list[Entry]:
    """Entries by when they happened, as far as that is told, else by when they were recorded: the order of decisions.

    What the ledger itself entered comes in the order of its positions and behind what was on record by then, whatever the
    clock did meanwhile: it counts from the latest time that the ledger had given.
    """
    latest, keyed = "", list[tuple[str, int, Entry]]()
    for entry in sorted(entries, key=attrgetter("position")):
        time = entry.delivery.time or entry.recorded_at
        latest = max(latest, entry.recorded_at)
        if entry.source == HOUSE:
            time = latest = max(latest, time)
        keyed.append((time, entry.position, entry))
    return [entry for _, _, entry in sorted(keyed, key=itemgetter(0, 1))]


def _concerns_round(decision: Decision, name: str, shoe: str | None) -> bool:
    if isinstance(decision.event, ACCOUNT_DECISIONS):
        return decision.round in (None, name)
    if decision.scope in ("game", "shoe"):
        return decision.scope == "game" or decision.shoe == shoe is not None
    return decision.round == name


def _refused_attempt(entry: Entry, event: DecisionRefused) -> Decision:
    return Decision(entry, event.act, event.scope or "game", event.shoe, round_of(entry.subject), event.clause, event.why)


CARRY_DAYS: Final = 3
"""For how many days a table's shoe is looked for before and after a day."""


def shoe_left_in_play(entries: Iterable[Entry]) -> str | None:
    """The shoe that a day leaves in play."""
    shoe: str | None = None
    for entry in entries:
        if isinstance(entry.event, ShoePrepared | ShoeClosed):
            shoe = entry.event.shoe if isinstance(entry.event, ShoePrepared) else None
    return shoe


def later_shoe_decisions(shoe: str, later_days: Iterable[Sequence[Entry]]) -> list[Entry]:
    """What the following days decide on a shoe, until another one of its name is made."""
    found: list[Entry] = []
    for entries in later_days:
        if any(isinstance(entry.event, ShoePrepared) and entry.event.shoe == shoe for entry in entries):
            break
        found += [e for e in entries if isinstance(e.event, AuthorityDecision) and getattr(e.event, "shoe", None) == shoe]
    return found
