"""A blackjack round as the drill will tell it: the truth, what was done instead, and when somebody noticed."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final, Literal

from drill.blackjack.deal import Act, CoPlayerBets, Line, extra_wagers, named, play_at, play_on, start
from drill.blackjack.oracle_terms import terms_of
from drill.oracles.blackjack_terms import Terms
from ledger.events.play import WagerPlaced
from ledger.values.places import BURN, DEALER, EXPOSED, box_of, number_of
from replay.games.blackjack.procedure import UNASKED_DECISIONS, Play
from replay.games.blackjack.table import BlackjackTable
from replay.procedure.procedure import Due, TableAct
from replay.rulebooks.rules import Rules

Notice = Literal["at_once", "put_right", "after_the_round", "after_payout", "next_round", "never"]
NOTICES: Final[tuple[Notice, ...]] = (
    "at_once",
    "put_right",
    "after_the_round",
    "after_payout",
    "next_round",
    "never",
)
CUT: Final = frozenset({"at_once", "put_right"})
"""Notices that stop the dealer at the error itself."""


@dataclass
class Script:
    """A round as it will be told, under one choice of the house's readings."""

    rules: Rules
    mains: dict[int, WagerPlaced]
    shoe: tuple[str, ...]
    """The shoe's next cards."""
    device: str
    before: Mapping[str, int] = field(default_factory=Counter)
    """The cards of the shoe that are out, as they were read."""
    out_before: int = 0
    limits: tuple[int, int, int] = (0, 0, 0)
    others: CoPlayerBets = field(default_factory=dict)
    """The wagers of those who play on a box besides its caller, in the order of their say."""
    sides: tuple[WagerPlaced, ...] = ()
    play: Play = field(init=False)
    line: Line = field(init=False)
    truth: Line = field(init=False)
    since: int = 0
    """The next fault of the cards begins at this act at the earliest."""
    faults: list[str] = field(default_factory=list)
    wanted: dict[str, set[str]] = field(default_factory=dict)
    """Per fault that is none of the deal's, the findings it must lead to."""
    in_error: list[int] = field(default_factory=list)
    """The cards, by their number, that were laid to the dealer's completed hand."""
    wrong_way: list[int] = field(default_factory=list)
    """The cards, by their number, that lay face up in the shoe."""
    ill_treated: bool = False
    """Whether one of those was not treated as the house treats them."""
    laid_out: dict[int, Literal["exposed", "burn"]] = field(default_factory=dict)
    """Before which act the next card came out, and where it waited until it was given."""
    refused: set[Hashable] = field(default_factory=set)
    """What those saw who did not take a card that waited."""
    refusing: tuple[Act, ...] = ()
    """Who refuses a card in error where it lies, once it has been noticed."""
    mixed: tuple[str, ...] = ()
    """The hands whose cards went into the discard, and cannot be told from others there."""
    names: dict[int, str] = field(default_factory=dict)
    """Cards, by their number, as they were misread."""
    untold: set[int] = field(default_factory=set)
    """The decisions, by the number of their act, that nobody told."""
    face_down: set[int] = field(default_factory=set)
    signals: dict[int, Literal["hand", "voice"]] = field(default_factory=dict)
    totals: list[tuple[int, str, int]] = field(default_factory=list)
    late: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    accepted: dict[str, int] = field(default_factory=dict)
    """Wagers on boxes that came too late and were dealt to, each with the act before which it was laid."""
    more: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    """Wagers that hang on another and should not be there, each with its act."""
    stakes: dict[str, int] = field(default_factory=dict)
    """Stakes of extra wagers that are not what they must be."""
    raises: dict[str, tuple[int, int]] = field(default_factory=dict)
    withdrawals: dict[str, int] = field(default_factory=dict)
    misstatements: list[tuple[int, str, str]] = field(default_factory=list)
    """Even money asked for where it is not open: act, place, player."""
    payouts: dict[str, int] = field(default_factory=dict)
    paid_late: set[str] = field(default_factory=set)
    paid_soon: set[str] = field(default_factory=set)
    manners: list[tuple[int, str]] = field(default_factory=list)
    referred: set[str] = field(default_factory=set)
    named: dict[int, str] = field(default_factory=dict)
    """Whom the dealer made sure of for a box, where not its caller; nobody where he did not ask."""
    nominals: dict[str, int] = field(default_factory=dict)
    """What free bets stand for where it is not the wager that they hang on."""
    over: dict[str, int] = field(default_factory=dict)
    """What wagers have above the maximum of their boxes."""
    not_open: set[tuple[str, int, int]] = field(default_factory=set)
    """The doubles and splits that were not open, by kind, box and number of the hand."""
    shifted: list[tuple[int, str]] = field(default_factory=list)
    """Before which act a wager was laid behind the second hand of its box."""
    never_paid: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    """Wagers that are taken from the box as soon as they are paid."""
    paid_first: set[str] = field(default_factory=set)
    """Wagers that are paid before the dealer's second card."""
    beyond: tuple[WagerPlaced, ...] = ()
    """Wagers on boxes that the table does not have."""
    unfollowing: set[str] = field(default_factory=set)
    """Players who lay nothing upon what the callers of their boxes decide."""
    absent: dict[str, str | None] = field(default_factory=dict)
    """Players who are not there to decide, each with whom the dealer calls."""
    misput: str = ""
    """Where a card in error is put at first when it is put right."""
    misput_stays: bool = False
    broken_off: tuple[int, str] | None = None
    """Before which act the game was broken off, and by whom."""
    notice: Notice = "never"
    fixed: bool = False
    """Whether no card may go astray any more: a player decided what was not open, or a decision was not noted."""

    def __post_init__(self) -> None:
        self.play = play_at(self.mains, self.others, self.sides, self.rules)
        self.line = self.truth = self.lawful(start(self.mains), [])

    def lawful(self, board: BlackjackTable, acts: list[Act]) -> Line:
        """The round if everybody goes on as he should."""
        return play_on(self.play, self.rules, board, acts, self.shoe, refused=self.refused)

    def without(self, absent: dict[str, str | None]) -> None:
        """The round if these players are away, from its beginning."""
        self.absent = absent
        self.play = play_at(self.mains, self.others, self.sides, self.rules, absent)
        self.line = self.truth = self.lawful(start(self.mains), [])

    def on_box(self, box: int) -> tuple[WagerPlaced, ...]:
        """The wagers of a box, its caller's first."""
        return (self.mains[box], *self.others.get(box, ())) if box in self.mains else ()

    def joined_by(self, bet: WagerPlaced) -> None:
        """The round with one more wager, on a box of its own, from its beginning."""
        self.mains = dict(sorted({**self.mains, bet.box or 0: bet}.items()))
        self.play = play_at(self.mains, self.others, self.sides, self.rules)
        self.line = self.truth = self.lawful(start(self.mains), [])

    @property
    def laid(self) -> list[WagerPlaced]:
        """The wagers on boxes."""
        return [bet for box in self.mains for bet in self.on_box(box)]

    @cached_property
    def terms(self) -> Terms:
        """What the house deals and pays by, as the oracle has it."""
        return terms_of(self.rules.edition)

    # The line

    @property
    def misdealt(self) -> bool:
        """Whether anything was dealt or said otherwise than it should have been."""
        return [act.told for act in self.line.acts] != [act.told for act in self.truth.acts] or self.ill_treated

    @property
    def departs_at(self) -> int:
        """The first act that is not what it should have been; one beyond the last where something is missing there."""
        for at, (mine, right) in enumerate(zip(self.line.acts, self.truth.acts, strict=False)):
            if mine.told != right.told or (self.ill_treated and mine.by_way_of == "face_up"):
                return at
        return min(len(self.line.acts), len(self.truth.acts))

    @property
    def told_line(self) -> Line:
        """The line as far as the dealer came."""
        if self.broken_off is not None:
            return self.line.upto(self.broken_off[0])
        if self.notice in CUT and self.misdealt:
            return self.line.upto(min(self.departs_at + 1, len(self.line.acts)))
        return self.line

    @property
    def out(self) -> tuple[str, ...]:
        """The cards that left the shoe, those of the correction too."""
        corrected = self.misdealt and self.notice == "put_right"
        return self.truth.cards if corrected else self.told_line.cards

    def begins(self, fits: Callable[[Act], bool]) -> list[int]:
        """The acts at which a fault may begin."""
        return [at for at in range(self.since, len(self.line.acts)) if fits(self.line.acts[at])]

    def back_to(self, at: int) -> "Dealing":
        """The table before an act, to deal otherwise from there."""
        board = self.line.acts[at].board if at < len(self.line.acts) else self.line.end
        return Dealing(self, board, list(self.line.acts[:at]))

    def deals(self, act: Act) -> bool:
        """Whether an act is one of the first cards, as it was due."""
        return (
            act.kind == "card" and self.play.due_first_card(act.board, self.rules) == Due(act.place) and not act.by_way_of
        )

    def dealer_left(self, act: Act) -> bool:
        """Whether it is a card that was due to the dealer after the players."""
        dealing = self.play.due_first_card(act.board, self.rules) is not None
        return act.place == DEALER and not dealing and self.play.due(act.board, self.rules) == Due(DEALER)

    # The wagers

    def extras(self, line: Line) -> list[tuple[int, WagerPlaced]]:
        """The wagers that hang on decisions of a line, as they were staked."""
        return [
            (at, bet.model_copy(update=self._changed(bet)))
            for at, bet in extra_wagers(line, {box: self.on_box(box) for box in self.mains}, self.rules, self.play)
            if bet.player not in self.unfollowing and bet.player not in self.absent
        ]

    def _changed(self, bet: WagerPlaced) -> dict[str, int | None]:
        stake, nominal = self.stakes.get(bet.wager, bet.stake_minor), self.nominals.get(bet.wager, bet.nominal_minor)
        return {"stake_minor": stake, "nominal_minor": nominal}

    @property
    def wagers(self) -> list[WagerPlaced]:
        """All wagers of the record, in no matter what order."""
        acts = len(self.told_line.acts)
        upto = [bet for at, bet in (*self.late, *self.more) if at <= acts]
        extras = [bet for _, bet in self.extras(self.told_line)]
        if self.notice == "put_right" and self.misdealt:
            extras += [bet for at, bet in self.extras(self.truth) if at >= self.departs_at]
        return [*self.laid, *self.sides, *self.beyond, *extras, *upto]

    @property
    def can_be_put_right(self) -> bool:
        """Whether every card that is out has its place in the truth, so that it can go there at once."""
        line = self.line.upto(min(self.departs_at + 1, len(self.line.acts)))
        if self.wrong_way or self.in_error or self.names or line.acts[-1].kind != "card":
            return False
        return len(line.cards) <= len(self.truth.cards) and self.departs_at < len(self.line.acts)

    def seen(self) -> dict[object, str]:
        """The decisions on record by what could be seen; of two on the same cards the first."""
        found: dict[object, str] = {}
        for at, act in enumerate(self.told_line.acts):
            if act.played and at not in self.untold:
                found.setdefault(self.play.visible_state(act.board, Due(act.place, "choose", act.by)), act.given)
        return found


@dataclass(slots=True)
class Dealing:
    """What the dealer does instead, from some act of the script on."""

    script: Script
    board: BlackjackTable
    acts: list[Act]

    @property
    def play(self) -> Play:
        return self.script.play

    @property
    def next_card(self) -> str:
        """The shoe's next card."""
        return self.script.shoe[sum(act.kind == "card" for act in self.acts)]

    def due(self) -> Due | None:
        return self.play.due(self.board, self.script.rules)

    def do(self, place: str, given: str, board: BlackjackTable, kind: Literal["card", "choose"] = "card") -> None:
        """Does something, after which the table looks to the dealer as `board`."""
        by = named(self.play, place, self.play.caller(self.board, box_of(place))) if kind == "choose" else ""
        self.acts.append(Act(self.board, place, given, kind, by=by))
        self.board = board

    def skip(self) -> None:
        """Passes over the card that is due."""
        due = self.due()
        assert due is not None
        self.board = self.play.after_due(self.board, due, "--")

    def lawful(self) -> None:
        """Does what is due with the shoe's next card."""
        due = self.due()
        assert due is not None
        assert due.kind == "card"
        card = self.next_card
        self.do(due.place, card, self.play.after_due(self.board, due, card))

    def lay(self, place: str, rng: Random) -> None:
        """Lays the shoe's next card where it is not due; the dealer goes on one way or the other."""
        card = self.next_card
        self.do(place, card, rng.choice(self.play.after_undue_card(self.board, place, card, self.script.rules)))

    def aside(self, place: Literal["burn", "exposed"]) -> None:
        """Lays the shoe's next card where no hand is."""
        assert place in (BURN, EXPOSED)
        self.do(place, self.next_card, self.board)

    def say(self, place: str, what: str) -> None:
        """A player decides what is not open to him; the dealer follows."""
        act = TableAct(place, what, 0, "choose")
        self.do(place, what, self.play.after_undue_decision(self.board, act, self.script.rules)[0], "choose")

    def stake(self, place: str, what: str) -> None:
        """A hand is doubled or split that cannot be; the dealer follows."""
        box = box_of(place) or 0
        hand = number_of(place) if what.endswith("double") else len(self.board.hands_of(box)) + 1
        self.script.not_open.add((what, box, hand))
        self.script.fixed = True
        self.say(place, what)

    def said_by(self, player: str, place: str, what: str) -> None:
        """Somebody else than the caller of a box decides, and the dealer follows."""
        self.acts.append(Act(self.board, place, what, "choose", by=player))
        self.board = self.play.after_due(self.board, Due(place, "choose"), what)

    def go_on(self) -> bool:
        """From here on everything is done as the dealer takes it to be due."""
        self.script.since = len(self.acts)
        self.script.line = self.script.lawful(self.board, self.acts)
        return True


Fault = Callable[[Script, Random], bool]
"""Injects itself and says whether it could."""


def offers_of(acts: Iterable[Act]) -> list[Act]:
    """What was said of insurance and even money."""
    return [act for act in acts if act.kind == "choose" and act.given in UNASKED_DECISIONS]
