"""A blackjack round as the drill will tell it: the truth, what was done instead, and when somebody noticed."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final, Literal

from drill.blackjack.deal import (
    CoPlayerBets,
    RoundLine,
    SimulatedAct,
    board_before_deal,
    extra_wagers,
    play_at,
    play_to_end,
    speaker_name,
)
from drill.blackjack.oracle_terms import terms_of
from drill.oracles.blackjack_terms import BlackjackTerms
from ledger.events.play import WagerPlaced
from ledger.values.places import BURN, DEALER, EXPOSED, box_of, hand_number_of, hand_place
from replay.games.blackjack.parameters import PAID_AT_ONCE
from replay.games.blackjack.procedure import UNASKED_DECISIONS, Play
from replay.games.blackjack.table import BlackjackTable, is_ten, is_two_card_21
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
STOPPING_NOTICES: Final = frozenset({"at_once", "put_right"})
"""Notices that stop the dealer at the error itself."""


@dataclass
class BlackjackScenario:
    """A round as it will be told, under one choice of the house's readings."""

    rules: Rules
    main_bets: dict[int, WagerPlaced]
    next_cards: tuple[str, ...]
    """The shoe's next cards."""
    device: str
    copies_out_before: Mapping[str, int] = field(default_factory=Counter)
    """The cards of the shoe that are out, as they were read."""
    cards_out_before: int = 0
    limits: tuple[int, int, int] = (0, 0, 0)
    co_player_bets: CoPlayerBets = field(default_factory=dict)
    """The wagers of those who play on a box besides its caller, in the order of their say."""
    side_bets: tuple[WagerPlaced, ...] = ()
    hands_played_next: frozenset[str] = frozenset()
    """The hands of further splits that are played right after the one that was split."""
    play: Play = field(init=False)
    line: RoundLine = field(init=False)
    truth: RoundLine = field(init=False)
    next_fault_index: int = 0
    """The next fault of the cards begins at this act at the earliest."""
    faults: list[str] = field(default_factory=list)
    required_findings: dict[str, set[str]] = field(default_factory=dict)
    """Per fault that is none of the deal's, the findings it must lead to."""
    cards_to_done_dealer: list[int] = field(default_factory=list)
    """The cards, by their number, that were laid to the dealer's completed hand."""
    face_up_cards: list[int] = field(default_factory=list)
    """The cards, by their number, that lay face up in the shoe."""
    is_face_up_mistreated: bool = False
    """Whether one of those was not treated as the house treats them."""
    waiting_cards: dict[int, Literal["exposed", "burn"]] = field(default_factory=dict)
    """Before which act the next card came out, and where it waited until it was given."""
    refused_views: set[Hashable] = field(default_factory=set)
    """What those saw who did not take a card that waited."""
    refusals: tuple[SimulatedAct, ...] = ()
    """Who refuses a card in error where it lies, once it has been noticed."""
    mixed_places: tuple[str, ...] = ()
    """The hands whose cards went into the discard, and cannot be told from others there."""
    card_names: dict[int, str] = field(default_factory=dict)
    """Cards, by their number, as they were misread."""
    unrecorded_acts: set[int] = field(default_factory=set)
    """The decisions, by the number of their act, that nobody told."""
    face_down_acts: set[int] = field(default_factory=set)
    signals: dict[int, Literal["hand", "voice"]] = field(default_factory=dict)
    announced_totals: list[tuple[int, str, int]] = field(default_factory=list)
    late_bets: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    accepted_late_bets: dict[str, int] = field(default_factory=dict)
    """Wagers on boxes that came too late and were dealt to, each with the act before which it was laid."""
    undue_extras: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    """Wagers that hang on another and should not be there, each with its act."""
    wrong_stakes: dict[str, int] = field(default_factory=dict)
    """Stakes of extra wagers that are not what they must be."""
    late_raises: dict[str, tuple[int, int]] = field(default_factory=dict)
    late_withdrawals: dict[str, int] = field(default_factory=dict)
    undue_even_money: list[tuple[int, str, str]] = field(default_factory=list)
    """Even money asked for where it is not open: act, place, player."""
    payment_errors: dict[str, int] = field(default_factory=dict)
    paid_late: set[str] = field(default_factory=set)
    paid_early: set[str] = field(default_factory=set)
    incidents: list[tuple[int, str]] = field(default_factory=list)
    referred_wagers: set[str] = field(default_factory=set)
    named_callers: dict[int, str] = field(default_factory=dict)
    """Whom the dealer made sure of for a box, where not its caller; nobody where he did not ask."""
    wrong_nominals: dict[str, int] = field(default_factory=dict)
    """What free bets stand for where it is not the wager that they hang on."""
    over_maximum: dict[str, int] = field(default_factory=dict)
    """What wagers have above the maximum of their boxes."""
    not_open_extras: set[tuple[str, int, int]] = field(default_factory=set)
    """The doubles and splits that were not open, by kind, box and number of the hand."""
    moved_wagers: list[tuple[int, str]] = field(default_factory=list)
    """Before which act a wager was laid behind the second hand of its box."""
    unpaid_wagers: set[str] = field(default_factory=set)
    taken_early: set[str] = field(default_factory=set)
    """Wagers that are taken from the box as soon as they are paid."""
    paid_before_dealer: set[str] = field(default_factory=set)
    """Wagers that are paid before the dealer's second card."""
    bets_beyond_table: tuple[WagerPlaced, ...] = ()
    """Wagers on boxes that the table does not have."""
    non_followers: set[str] = field(default_factory=set)
    """Players who lay nothing upon what the callers of their boxes decide."""
    absent_players: dict[str, str | None] = field(default_factory=dict)
    """Players who are not there to decide, each with whom the dealer calls."""
    wrong_correction_place: str = ""
    """Where a card in error is put at first when it is put right."""
    is_wrong_correction_left: bool = False
    interruption: tuple[int, str] | None = None
    """Before which act the game was broken off, and by whom."""
    notice: Notice = "never"
    is_line_final: bool = False
    """Whether no card may go astray any more: a player decided what was not open, or a decision was not noted."""

    def __post_init__(self) -> None:
        self.play = self._play()
        self.line = self.truth = self.finish_lawfully(self.start_board, [])

    def _play(self) -> Play:
        return play_at(self.main_bets, self.co_player_bets, self.side_bets, self.rules, self.hands_played_next)

    def finish_lawfully(self, board: BlackjackTable, acts: list[SimulatedAct]) -> RoundLine:
        """The round if everybody goes on as he should."""
        return play_to_end(self.play, self.rules, board, acts, self.next_cards, refused_views=self.refused_views)

    def remove_players(self, absent_players: dict[str, str | None]) -> None:
        """The round if these players are away, from its beginning."""
        self.absent_players = absent_players
        self.play = self._play()
        self.line = self.truth = self.finish_lawfully(self.start_board, [])

    @property
    def start_board(self) -> BlackjackTable:
        """The table before the deal."""
        return board_before_deal(self.main_bets, self.absent_players)

    def bets_on_box(self, box: int) -> tuple[WagerPlaced, ...]:
        """The wagers of a box, its caller's first."""
        return (self.main_bets[box], *self.co_player_bets.get(box, ())) if box in self.main_bets else ()

    def add_bet(self, bet: WagerPlaced) -> None:
        """The round with one more wager, on a box of its own, from its beginning."""
        self.main_bets = dict(sorted({**self.main_bets, bet.box or 0: bet}.items()))
        self.play = self._play()
        self.line = self.truth = self.finish_lawfully(self.start_board, [])

    @property
    def box_bets(self) -> list[WagerPlaced]:
        """The wagers on boxes."""
        return [bet for box in self.main_bets for bet in self.bets_on_box(box)]

    @cached_property
    def terms(self) -> BlackjackTerms:
        """What the house deals and pays by, as the oracle has it."""
        return terms_of(self.rules.edition)

    # The line

    @property
    def is_misdealt(self) -> bool:
        """Whether anything was dealt or said otherwise than it should have been."""
        return [act.recorded_key for act in self.line.acts] != [
            act.recorded_key for act in self.truth.acts
        ] or self.is_face_up_mistreated

    @property
    def deviation_index(self) -> int:
        """The first act that is not what it should have been; one beyond the last where something is missing there."""
        for at, (mine, right) in enumerate(zip(self.line.acts, self.truth.acts, strict=False)):
            if mine.recorded_key != right.recorded_key or (self.is_face_up_mistreated and mine.card_origin == "face_up"):
                return at
        return min(len(self.line.acts), len(self.truth.acts))

    @property
    def recorded_line(self) -> RoundLine:
        """The line as far as the dealer came."""
        if self.interruption is not None:
            return self.line.up_to(self.interruption[0])
        if self.notice in STOPPING_NOTICES and self.is_misdealt:
            return self.line.up_to(min(self.deviation_index + 1, len(self.line.acts)))
        return self.line

    def is_decided_after(self, bet: WagerPlaced, acts: int) -> bool:
        """Whether a main wager was decided once so many acts were recorded: given up, or a blackjack that is paid at once.

        What is done to it then is neither late nor any longer in play.
        """
        board = self.recorded_line.board_after(acts - 1)
        if board.exit_of(bet.box, bet.player) == "surrendered":
            return True
        hand, dealer = board.hand_at(hand_place(bet.box or 0)), board.dealer.all_cards[:1]
        is_natural = hand is not None and not hand.split_from and is_two_card_21(hand, self.rules)
        if not is_natural or not dealer or self.play.due_first_card(board, self.rules) is not None:
            return False
        return self.rules.value(PAID_AT_ONCE) and dealer[0][0] != "A" and not is_ten(dealer[0], self.rules)

    @property
    def cards_out(self) -> tuple[str, ...]:
        """The cards that left the shoe, those of the correction too."""
        corrected = self.is_misdealt and self.notice == "put_right"
        return self.truth.cards if corrected else self.recorded_line.cards

    def fault_indices(self, fits: Callable[[SimulatedAct], bool]) -> list[int]:
        """The acts at which a fault may begin."""
        return [at for at in range(self.next_fault_index, len(self.line.acts)) if fits(self.line.acts[at])]

    def alter_from(self, at: int) -> "AlteredRound":
        """The table before an act, to deal otherwise from there."""
        board = self.line.acts[at].board if at < len(self.line.acts) else self.line.final_board
        return AlteredRound(self, board, list(self.line.acts[:at]))

    def is_first_card(self, act: SimulatedAct) -> bool:
        """Whether an act is one of the first cards, as it was due."""
        return (
            act.kind == "card" and self.play.due_first_card(act.board, self.rules) == Due(act.place) and not act.card_origin
        )

    def is_dealer_draw(self, act: SimulatedAct) -> bool:
        """Whether it is a card that was due to the dealer after the players."""
        dealing = self.play.due_first_card(act.board, self.rules) is not None
        return act.place == DEALER and not dealing and self.play.due(act.board, self.rules) == Due(DEALER)

    # The wagers

    def extras_of(self, line: RoundLine) -> list[tuple[int, WagerPlaced]]:
        """The wagers that hang on decisions of a line, as they were staked."""
        return [
            (at, bet.model_copy(update=self._altered_amounts(bet)))
            for at, bet in extra_wagers(line, {box: self.bets_on_box(box) for box in self.main_bets}, self.rules, self.play)
            if bet.player not in self.non_followers
        ]

    def _altered_amounts(self, bet: WagerPlaced) -> dict[str, int | None]:
        stake, nominal = (
            self.wrong_stakes.get(bet.wager, bet.stake_minor),
            self.wrong_nominals.get(bet.wager, bet.nominal_minor),
        )
        return {"stake_minor": stake, "nominal_minor": nominal}

    @property
    def wagers(self) -> list[WagerPlaced]:
        """All wagers of the record, in no matter what order."""
        acts = len(self.recorded_line.acts)
        upto = [bet for at, bet in (*self.late_bets, *self.undue_extras) if at <= acts]
        extras = [bet for _, bet in self.extras_of(self.recorded_line)]
        if self.notice == "put_right" and self.is_misdealt:
            extras += [bet for at, bet in self.extras_of(self.truth) if at >= self.deviation_index]
        return [*self.box_bets, *self.side_bets, *self.bets_beyond_table, *extras, *upto]

    @property
    def is_correctable(self) -> bool:
        """Whether every card that is out has its place in the truth, so that it can go there at once."""
        line = self.line.up_to(min(self.deviation_index + 1, len(self.line.acts)))
        if self.face_up_cards or self.cards_to_done_dealer or self.card_names or line.acts[-1].kind != "card":
            return False
        return len(line.cards) <= len(self.truth.cards) and self.deviation_index < len(self.line.acts)

    def decisions_by_view(self) -> dict[object, str]:
        """The decisions on record by what could be seen; of two on the same cards the first."""
        found: dict[object, str] = {}
        for at, act in enumerate(self.recorded_line.acts):
            if act.is_play_decision and at not in self.unrecorded_acts:
                found.setdefault(self.play.visible_state(act.board, Due(act.place, "choose", act.speaker)), act.value)
        return found


@dataclass(slots=True)
class AlteredRound:
    """What the dealer does instead, from some act of the script on."""

    scenario: BlackjackScenario
    board: BlackjackTable
    acts: list[SimulatedAct]

    @property
    def play(self) -> Play:
        return self.scenario.play

    @property
    def next_card(self) -> str:
        """The shoe's next card."""
        return self.scenario.next_cards[sum(act.kind == "card" for act in self.acts)]

    def due_act(self) -> Due | None:
        return self.play.due(self.board, self.scenario.rules)

    def add_act(self, place: str, value: str, board: BlackjackTable, kind: Literal["card", "choose"] = "card") -> None:
        """Does something, after which the table looks to the dealer as `board`."""
        caller, rules = self.play.caller(self.board, box_of(place)), self.scenario.rules
        by = speaker_name(self.play, self.board, place, caller, rules) if kind == "choose" else ""
        self.acts.append(SimulatedAct(self.board, place, value, kind, speaker=by))
        self.board = board

    def skip_due_card(self) -> None:
        """Passes over the card that is due."""
        due = self.due_act()
        assert due is not None
        self.board = self.play.after_due(self.board, due, "--")

    def deal_due_card(self) -> None:
        """Does what is due with the shoe's next card."""
        due = self.due_act()
        assert due is not None
        assert due.kind == "card"
        card = self.next_card
        self.add_act(due.place, card, self.play.after_due(self.board, due, card))

    def lay_undue_card(self, place: str, rng: Random) -> None:
        """Lays the shoe's next card where it is not due; the dealer goes on one way or the other."""
        card = self.next_card
        self.add_act(place, card, rng.choice(self.play.after_undue_card(self.board, place, card, self.scenario.rules)))

    def lay_aside(self, place: Literal["burn", "exposed"]) -> None:
        """Lays the shoe's next card where no hand is."""
        assert place in (BURN, EXPOSED)
        self.add_act(place, self.next_card, self.board)

    def follow_decision(self, place: str, decision: str) -> None:
        """A player decides what is not open to him; the dealer follows."""
        act = TableAct(place, decision, 0, "choose")
        self.add_act(place, decision, self.play.after_undue_decision(self.board, act, self.scenario.rules)[0], "choose")

    def follow_unlawful_stake(self, place: str, decision: str) -> None:
        """A hand is doubled or split that cannot be; the dealer follows."""
        box = box_of(place) or 0
        hand = hand_number_of(place) if decision.endswith("double") else len(self.board.hands_of(box)) + 1
        self.scenario.not_open_extras.add((decision, box, hand))
        self.scenario.is_line_final = True
        self.follow_decision(place, decision)

    def follow_speaker(self, player: str, place: str, decision: str) -> None:
        """Somebody else than the caller of a box decides, and the dealer follows."""
        self.acts.append(SimulatedAct(self.board, place, decision, "choose", speaker=player))
        self.board = self.play.after_due(self.board, Due(place, "choose"), decision)

    def finish_round(self) -> bool:
        """From here on everything is done as the dealer takes it to be due."""
        self.scenario.next_fault_index = len(self.acts)
        self.scenario.line = self.scenario.finish_lawfully(self.board, self.acts)
        return True


Fault = Callable[[BlackjackScenario, Random], bool]
"""Injects itself and says whether it could."""


def offer_acts(acts: Iterable[SimulatedAct]) -> list[SimulatedAct]:
    """What was said of insurance and even money."""
    return [act for act in acts if act.kind == "choose" and act.value in UNASKED_DECISIONS]
