"""Judges one blackjack round under one choice of readings.

What was done to put a round right, and after it, held against the lawful line like all else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Final, Literal

from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    NoticeGiven,
    RoundClosed,
)
from ledger.values.message import NO_CARD, NOBODY, Message, Term, in_turn
from ledger.values.places import BURN, DEALER, DISCARD, EXPOSED, NEXT, PUT_AWAY_PLACES, SET_ASIDE_PLACES, box_of, hand_place
from replay.games.blackjack import conduct_checks, parameters  # noqa: F401 - it registers checks
from replay.games.blackjack.after_correction import move_card, with_sequel
from replay.games.blackjack.box_control import boxes_in_play, main_bets_on_time, play_of, round_wagers_of
from replay.games.blackjack.burning import burned_cards, mistreated_cards
from replay.games.blackjack.checks import CHECKS, BlackjackCheckContext, Check
from replay.games.blackjack.conduct_checks import ChipHandling, supervision_findings
from replay.games.blackjack.deal import BlackjackDeal, orders_left_open, read_deal
from replay.games.blackjack.dealt_line import correction_start, is_in_place, read_cards, unread_count
from replay.games.blackjack.decided_wagers import free_from_by_wager
from replay.games.blackjack.deviations import ILLEGAL_KINDS, deviation_findings, open_deviation_kinds
from replay.games.blackjack.normal_form import normal_form
from replay.games.blackjack.reconstruction import RoundReconstruction, changed_hands, reconstruct_round
from replay.games.blackjack.table import BlackjackTable, is_bust, is_two_card_21, place_name, total
from replay.games.blackjack.wagers_due import BlackjackMoney
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses, sorted_findings
from replay.judging.house_acts import office_of
from replay.judging.judgement import DecisionRequest, Judgement, Move, Reconstruction, Surplus, Verdict, WagerDue
from replay.judging.payments import has_outstanding_money, is_all_settled_as_due, mark_unpaid, payment_findings
from replay.judging.unreadable_cards import judge_over_faces, judge_over_orders
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.remedies import GENERAL_ACTS, ActName, Remedy
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

NO_HAND_PLACES: Final = (BURN, NEXT, DISCARD)
"""Where a card belongs that is due to no hand."""


def correction_findings(
    round_: Round, deal: BlackjackDeal, reconstruction: RoundReconstruction, rules: Rules
) -> Iterator[Finding]:
    """Cards that were dealt to a wrong hand once the round was being put right, and cards that it left at a wrong place."""
    begun = correction_start(round_)
    if begun is None or round_.next_round_index is not None:
        return
    if deal.sequel is None:  # else the play after it is explained like the play before
        yield from _stray_card_findings(deal, reconstruction, begun, rules)
    clause = rules.clause_of("wrong_correction")
    ended = next(
        (round_entry for round_entry, _ in round_.entries_of(CorrectionCompleted) if round_entry.index > begun), None
    )
    if clause is not None and ended is not None:
        wrong = in_turn([*_misplaced_cards(round_, deal, reconstruction, ended.index, rules)])
        if wrong:
            yield Finding("wrong_correction", (clause,), ended.position, {"what": wrong})


def _stray_card_findings(
    deal: BlackjackDeal, reconstruction: RoundReconstruction, correction_index: int, rules: Rules
) -> Iterator[Finding]:
    """Cards dealt after that to a hand to which they were not due, and left there."""
    for card, due in zip(deal.cards, reconstruction.due_places, strict=True):
        late = card.round_entry.index > correction_index and isinstance(card.round_entry.event, CardDealt)
        if not late or card.place_laid in SET_ASIDE_PLACES or due in (card.place_laid, card.place_now):
            continue
        if due in NO_HAND_PLACES and reconstruction.lawful.undecided_place is not None:
            continue  # somebody has to decide first: whose card it was is not known yet
        kind = (
            "card_astray"
            if due not in NO_HAND_PLACES
            else "dealer_overdrew"
            if card.place_laid == DEALER
            else "card_not_asked_for"
        )
        clause, hand = rules.clause_of(kind), reconstruction.board.hand_at(card.place_laid)
        if clause is not None and hand is not None:
            has = " ".join(hand.all_cards) or NO_CARD
            about = {"place": place_name(card.place_laid), "card": card.name, "due": place_name(due), "has": has}
            yield Finding(
                kind, sorted_clauses({clause}), card.round_entry.position, {**about, "total": total(hand, rules)[0]}
            )


def _misplaced_cards(
    round_: Round, deal: BlackjackDeal, reconstruction: RoundReconstruction, until_index: int, rules: Rules
) -> Iterator[str]:
    """Yield the cards that lay at another place than theirs when the round was said to be put right.

    Where an exposed card is the next one, it waits with the exposed cards as it would on the shoe.
    """
    undecided = reconstruction.lawful.undecided_place is not None
    waiting_places = (NEXT, EXPOSED) if rules.value_uncited(parameters.EXPOSED_CARD) == "next" else (NEXT,)
    out = [card for card in deal.cards if card.round_entry.index <= until_index]
    places = [card.place_laid for card in out]
    for round_entry, moved in round_.entries_of(CardMoved):
        if round_entry.index < until_index:
            move_card([card for card in out if card.round_entry.index < round_entry.index], places, moved)
    for card, place, due in zip(out, places, reconstruction.due_places, strict=False):
        if place == due or (due in NO_HAND_PLACES and (undecided or place in SET_ASIDE_PLACES)):
            continue
        if place in waiting_places:
            continue  # it is dealt when its turn comes
        whom = NOBODY if due in NO_HAND_PLACES else place_name(due)
        yield Message("{card} lies at {place} and belongs to {due}", card=card.name, place=place_name(place), due=whom)


declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "late_card_used": "{card} came out too late for its round and was used as the next card; it must be burned.",
        "face_up_not_burned": "{card} lay face up and was dealt to {place} instead of being burned.",
    },
)
declare(
    __name__,
    Phase.DECISIONS,
    "dealing",
    {
        "not_asked": "{place} ({has}) was passed over: nobody asked for its decision.",
    },
    {
        "not_asked": Absence((DecisionMade, CorrectionBegun), "before"),
    },
)


REFERS_WHOLE_ROUND: Final = frozenset(
    {"one_copy_too_many", "too_many_of_rank", "too_many_cards", "wrong_decks", "unexplained"}
)
"""Findings after which nobody but the authority says what the round is worth."""

MOVES_NO_CARD: Final = frozenset(
    {
        *ILLEGAL_KINDS.values(),
        "illegal_hit",
        "not_his_call",
        "against_the_rule",
        "not_asked",
        "out_of_turn",
        "offered_early",
    }
)
"""Departures that move no card by themselves."""

DEALER_DEVIATIONS: Final = frozenset({"dealer_stopped", "dealer_overdrew", "idle_draw"})
"""Departures in the dealer's own hand: nothing once nobody waits for it any more."""

NOTICING_EVENTS: Final = (NoticeGiven, CorrectionBegun)
"""Events that show that somebody had seen an error."""

Standing = Literal["reconstruct", "put_right", "as_dealt", "void", "not_told", "to_finish", "called_off"]
"""The last two are those of a game that was broken off: it is played to its end, or it is void."""

ORDER_LEFT_OPEN: Final = Term("it is left open which of the split hands comes next, and what was played does not show it")

NOT_MISDEALT: Final = (None, "to_finish", "called_off")


def judge(round_: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a round."""
    round_ = normal_form(round_)

    def hopeless(judged: Judgement) -> Judgement:
        if judged.standing is None or rules.value(parameters.BEYOND_REPAIR) == "refer":
            return replace(judged, verdict="refer", cited_clauses=frozenset(rules.cited_clauses))
        claims = tuple(claim._replace(due_minor=claim.stake_minor) for claim in judged.wagers_due)
        cites = frozenset(rules.cited_clauses)
        return replace(judged, verdict="void", wagers_due=claims, standing="void", is_held_up=True, cited_clauses=cites)

    return judge_over_faces(
        round_, unread_count(round_), rules, lambda faces: _judge_in_any_order(round_, rules, faces), hopeless
    )


def _judge_in_any_order(round_: Round, rules: Rules, faces: Sequence[str]) -> Judgement:
    """The judgement of a round, with what holds whichever of a box's split hands the dealer would have played next."""
    judge = BlackjackJudge(round_, rules, faces)
    judgement = judge.judgement()
    orders = orders_left_open(judge.deal, rules) if judgement.standing not in (None, "called_off") else ()
    others = [BlackjackJudge(round_, rules, faces, order).judgement() for order in orders]
    return judge_over_orders([judgement, *others], ORDER_LEFT_OPEN) if others else judgement


@dataclass(frozen=True, slots=True)
class _MoneyUnder:
    """How the round stands, and the money of it; two are alike if the money is."""

    standing: Standing = field(compare=False)
    dues: tuple[int | None, ...]


@dataclass
class BlackjackJudge:
    """The steps of judging one round: wagers, cards, findings, standing, money, verdict."""

    round: Round
    rules: Rules
    faces: Sequence[str] = ()
    hands_played_next: frozenset[str] = frozenset()
    """The hands of further splits that are taken to be played right after the one that was split."""
    remedy: Remedy | None = field(init=False, default=None)
    """What the house does about these very errors, where it says so and the round stands by it."""

    def __post_init__(self) -> None:
        round_, rules = self.round, self.rules
        self._read_round({})
        free_from = free_from_by_wager(BlackjackMoney(self.context, self.bets, self.deal, rules))
        if free_from:
            self._read_round(free_from)
        self.findings = [
            *deviation_findings(self.deal, rules),
            *supervision_findings(round_, self.deal, rules),
            *self._face_up_findings(),
            *self._late_card_findings(),
            *(finding for check in CHECKS for finding in self._check_findings(check)),
        ]
        self.money = BlackjackMoney(self.context, self.bets, self.deal, rules)
        self.as_dealt = self.money.dues_on(self.deal.board)

    def _read_round(self, free_from: Mapping[str, int | None]) -> None:
        """Read the wagers and the cards. `free_from` says from when a wager is its player's again, by the cards."""
        round_, rules = self.round, self.rules
        what_is_free = tuple(sorted(free_from.items()))
        self.round_wagers = rules.memoize(("layout", what_is_free), lambda: round_wagers_of(round_, rules, free_from))
        bets = tuple(self.round_wagers.bets.values())
        mains = main_bets_on_time(bets)
        boxes = boxes_in_play(round_, mains, rules)
        faces = tuple(self.faces)
        play = replace(play_of(round_, bets, rules), hands_played_next=self.hands_played_next)
        self.deal = rules.memoize(
            ("deal", boxes, play, faces), lambda: with_sequel(round_, read_deal(round_, boxes, rules, play, faces), rules)
        )
        is_as_dealt = self.deal.last_move is None and not self.deal.later_offers
        board = self.deal.board if is_as_dealt else self._carrying_all.board
        what = "facts", id(self.round_wagers), id(self.deal), id(board)  # these are made once and kept, as the facts are
        self.context = rules.memoize(what, lambda: BlackjackCheckContext(round_, self.round_wagers, self.deal, board))
        self.bets = [bet for bet in self.round_wagers.bets.values() if not bet.withdrawn]

    def _check_findings(self, check: Check) -> tuple[Finding, ...]:
        """What a check finds; the same for all readings that it does not ask for."""
        return self.rules.memoize((check, id(self.context)), lambda: tuple(check(self.context, self.rules)))

    def judgement(self) -> Judgement:
        with self.rules.scope() as of_the_standing:
            how = self._standing()
        if how in ("reconstruct", "put_right"):
            self.findings += correction_findings(self.round, self.deal, self._carrying_all, self.rules)
        dues = self._dues(how)
        claims = mark_unpaid(
            [self.money.wager_due(n, due, self.as_dealt[n], self.findings) for n, due in enumerate(dues)],
            self.round,
            is_misdealt=how not in NOT_MISDEALT,
        )
        counts = self.deal.board if how == "as_dealt" else self._lawful_board(how)
        then = [() if how in (None, "put_right") else (dealt,) for dealt in self.as_dealt]
        payments = self.money.payments(claims, then, counts)
        if how == "void":
            payments = [payment._replace(clauses=of_the_standing, as_dealt_clauses=()) for payment in payments]
        self.findings += payment_findings(payments, self.context.format_money)
        self.findings += ChipHandling(self.context, {claim.wager: claim for claim in claims}, self.rules).findings()
        held_up = how != "called_off" and (
            how == "not_told" or any(finding.kind in REFERS_WHOLE_ROUND for finding in self.findings)
        )
        return Judgement(
            findings=sorted_findings(self.findings),
            verdict="refer" if held_up or any(c.referred for c in claims) else self._verdict(how, claims),
            declared_result=None,
            dealt_result=self._dealer_result(self.deal.board),
            lawful_result=self._dealer_result(self._lawful_board(how)),
            hands=self._hands(self.deal.board if how == "as_dealt" else self._lawful_board(how)),
            lawful_hands=self._hands(self._lawful_board(how)),
            reconstruction=self._reconstruction(how),
            wagers_due=tuple(claims),
            cited_clauses=frozenset(self.rules.cited_clauses),
            is_held_up=held_up,
            standing=how,
            disputing_players=frozenset(self._disputing_players()),
            decider=self.remedy.decider if self.remedy is not None else None,
        )

    # How the round stands

    def _standing(self) -> Standing | None:
        """How the round stands once a game that was broken off is finished, or called off."""
        interrupted = self.money.is_interrupted
        if interrupted and self.rules.evaluate(parameters.INTERRUPTED, lambda then: then == "void"):
            return "called_off"
        how = self._standing_as_played()
        unfinished = (
            interrupted
            and self.deal.is_interrupted
            and how is None
            and not self.round_reconstruction.is_put_right(self.deal.cards)
        )
        return "to_finish" if unfinished else how

    def _standing_as_played(self) -> Standing | None:
        """None for a round that was dealt by the rules, or whose departures moved no card."""
        deal = self.deal
        if deal.is_clean and deal.last_move is None and not self._mistreated_cards:
            return "reconstruct" if self._is_late_card_left_lying else None
        if not deal.explanation:
            return "not_told"
        if self._was_put_right and self.round_reconstruction.is_put_right(deal.cards):
            return "put_right"
        if (
            set(self.deviation_kinds) <= MOVES_NO_CARD
            and not self._mistreated_cards
            and self._is_untouched
            and self._are_cards_in_place()
        ):
            if not self._carrying_all.requests or deal.is_interrupted:
                return None
            if not deal.is_closed:
                return "reconstruct"  # no card is in error: a decision that was not open is asked for again
        if self._is_dealer_error_harmless:
            return None
        if set(self.deviation_kinds) == {"dealer_stopped"} and not self._mistreated_cards and self._changes_no_money():
            return "reconstruct"
        self.remedy = None if self._mistreated_cards else self.rules.remedy_for(self.deviation_kinds)
        if self.remedy is not None:
            return self._standing_by(self.remedy.act_names)
        return self.rules.evaluate(self._remedy_parameter(), self._remedy_under).standing

    @property
    def _remedy_acts(self) -> frozenset[ActName]:
        """The acts of the remedy by which the round stands; none where it stands by the rules on errors in general."""
        return self.remedy.act_names if self.remedy is not None else frozenset()

    def _standing_by(self, acts: frozenset[ActName]) -> Standing:
        """How a round stands to which these acts are done."""
        if "decide_by" in acts:
            return "not_told"
        if "stakes_returned" in acts:
            return "void"
        is_open = "may_withdraw" in acts or bool(self._cards_to_draw())
        return "as_dealt" if "cards_stay" in acts and not is_open else "reconstruct"

    def _cards_to_draw(self) -> tuple[str, ...]:
        """Who draws where the cards stay: a dealer who has none."""
        return (DEALER,) if "draw_for" in self._remedy_acts and not self.deal.board.dealer.all_cards else ()

    @property
    def _is_late_card_left_lying(self) -> bool:
        """Whether a card that came out too late for the round does not lie where it goes, and can still be put there."""
        if not self.deal.left_over_cards or self.deal.is_off_table:
            return False
        belongs = self.round_reconstruction.due_places
        return any(not is_in_place(self.deal.cards[n].place_now, belongs[n]) for n in self.deal.left_over_cards)

    @property
    def _was_put_right(self) -> bool:
        """Whether somebody put the round right: where every card lay as it should, none was moved for it."""
        return bool(self.round.entries_of(CorrectionCompleted)) or self.deal.last_move is not None

    @cached_property
    def _is_dealer_error_harmless(self) -> bool:
        """Whether all that went wrong is in the dealer's hand of a closed round, and nobody waited for it any more."""
        if not self.round.is_over or self._mistreated_cards or not self._is_untouched or not self.deviation_kinds:
            return False
        boards = [
            fault.board for fault in self.deal.uncorrected_stretch.deviations if isinstance(fault.board, BlackjackTable)
        ]
        waited = any(self.deal.play.is_dealer_waited_for(board, self.rules) for board in boards)
        return set(self.deviation_kinds) <= DEALER_DEVIATIONS and not waited

    @property
    def _is_untouched(self) -> bool:
        """Whether no card was moved for an error, or the play has gone on from where it should have been."""
        return self.deal.last_move is None or self.deal.sequel is not None

    def _changes_no_money(self) -> bool:
        """Whether all money is decided as it should be without the cards that the dealer did not draw."""
        due = self.money.dues_on(self.round_reconstruction.board)
        return None not in due and due == self.as_dealt

    def _are_cards_in_place(self) -> bool:
        """Whether nothing has to be moved as long as the decisions hold."""
        return self._carrying_all.are_cards_in_place(self.deal.cards)

    def _remedy_under(self, remedy: str) -> _MoneyUnder:
        if remedy == "not_said":  # by this reading the clause leaves it to the house's other rules
            return self.rules.evaluate(self._other_remedy_parameter(), self._remedy_under)
        how = self._standing_by(GENERAL_ACTS[remedy])
        return _MoneyUnder(how, tuple(self._dues(how)))

    def _remedy_parameter(self) -> Parameter[str]:
        """Which of the house's rules on errors speaks of this one."""
        if (
            self._is_named_error
            and self._is_noticed_late
            and self.rules.value_uncited(parameters.NAMED_ONCE_CLOSED) != "not_said"
        ):
            return parameters.NAMED_ONCE_CLOSED
        return self._other_remedy_parameter()

    def _other_remedy_parameter(self) -> Parameter[str]:
        """The same, where the house has no rule for a named error that comes to light once the round is closed."""
        if self.round.next_round_index is not None:
            return parameters.PLAYED_ON
        if self._is_noticed_at_once:
            return parameters.NOTICED_AT_ONCE
        if self._is_only_exposed:
            self.rules.value(parameters.EXPOSED_CARD)
            return parameters.EXPOSED_NOT_USED
        return parameters.EMPTY_BOX if self._is_named_error else parameters.OTHER_ERROR

    @property
    def _is_named_error(self) -> bool:
        """Whether it is a card to an empty box, or one exposed and not used."""
        return self._is_only_exposed or "empty_box" in self.deviation_kinds

    @property
    def _is_noticed_late(self) -> bool:
        """Whether nobody spoke up before the round was closed."""
        if not self.round.is_over:
            return False
        ends = [round_entry.index for round_entry, _ in self.round.entries_of(RoundClosed)]
        end = min((*ends, *([] if self.round.next_round_index is None else [self.round.next_round_index])), default=None)
        notice_indexes = (round_entry.index for kind in NOTICING_EVENTS for round_entry, _ in self.round.entries_of(kind))
        return end is None or not any(index < end for index in notice_indexes)

    @cached_property
    def _is_noticed_at_once(self) -> bool:
        """Whether no card came after the one in error: it was merely out of turn, or something is merely unfinished."""
        cards = [n for n, act in enumerate(self.deal.uncorrected_stretch.acts) if act.kind == "card"]
        last = cards[-1] if cards else -1
        in_error = [next((n for n in cards if n >= fault.step), last) for fault in self.deal.uncorrected_stretch.deviations]
        return all(n >= last for n in in_error) and not self._mistreated_cards

    @property
    def _is_only_exposed(self) -> bool:
        """Whether all that went wrong is that a card was not used as the next one."""
        found = set(self.deviation_kinds)
        if any(self.deal.cards[n].place_laid not in PUT_AWAY_PLACES for n in self._mistreated_cards):
            return False
        return bool(found or self._mistreated_cards) and found <= {"exposed_not_next", "burned_in_error"}

    @cached_property
    def deviation_kinds(self) -> list[str]:
        return open_deviation_kinds(self.deal, self.rules)

    @cached_property
    def round_reconstruction(self) -> RoundReconstruction:
        """The round put right, with the decisions that carry over as the house says."""
        again = self.deal.explanation and not self._is_noticed_at_once and not self._is_only_exposed
        if not again or self._are_cards_in_place():
            return self._carrying_all
        return self.rules.evaluate(parameters.DECISIONS_CARRY_OVER, self._keeping)

    def _keeping(self, rule: str) -> RoundReconstruction:
        """The round put right with those decisions."""
        if rule == "on_the_same_cards":
            return self._carrying_all
        if rule == "none":
            return self._reconstruct(redecided_hands=None)
        return self._reconstruct(redecided_hands=changed_hands(self.deal.board, self._carrying_all.board))

    @cached_property
    def _carrying_all(self) -> RoundReconstruction:
        return self._reconstruct(redecided_hands=frozenset())

    def _reconstruct(self, *, redecided_hands: frozenset[str] | None) -> RoundReconstruction:
        out = burned_cards(self.deal, self.round.device, self.rules)
        what = "righted", id(self.deal), out, redecided_hands  # deals are made once and kept, so that each is its own
        gone = self.deal.is_off_table or self._is_dealer_error_harmless
        return self.rules.memoize(
            what,
            lambda: reconstruct_round(
                self.deal, self.rules, burned=out, redecided_hands=redecided_hands, is_off_table=gone
            ),
        )

    @cached_property
    def _mistreated_cards(self) -> tuple[int, ...]:
        return mistreated_cards(self.deal, self.round.device, self.rules)

    def _face_up_findings(self) -> Iterator[Finding]:
        for n in self._mistreated_cards:
            card = self.deal.cards[n]
            kind = "burned_in_error" if card.place_laid in PUT_AWAY_PLACES else "face_up_not_burned"
            yield from breach(
                self.rules, kind, card.round_entry.position, {"card": card.name, "place": place_name(card.place_laid)}
            )

    def _late_card_findings(self) -> Iterator[Finding]:
        """Cards that came out too late for the round, and did not go where the house sends such a card."""
        opening = self.round.following and [card.name for card in read_cards(self.round.following)]
        for number, n in enumerate(self.deal.left_over_cards):
            card, used = self.deal.cards[n], opening and opening[number : number + 1]
            unburned = None if used is None else NEXT if used == [card.name] else EXPOSED
            went = BURN if card.place_now in PUT_AWAY_PLACES else unburned
            kind = self.rules.evaluate(parameters.LEFT_OVER_CARD, partial(_late_card_kind, card.place_laid, went))
            if kind is not None:
                yield from breach(self.rules, kind, card.round_entry.position, {"card": card.name})

    # The money

    def _lawful_board(self, standing: Standing | None) -> BlackjackTable:
        if standing is None and self.deal.is_clean:
            return self.deal.board  # dealt by the rules as far as it went
        is_explained = self.deal.explanation and standing != "not_told" and "cards_stay" not in self._remedy_acts
        return self.round_reconstruction.board if is_explained else self.deal.board

    def _dues(self, standing: Standing | None) -> list[int | None]:
        """What goes back on each wager if the round stands so."""
        dues = self._dues_on_the_cards(standing)
        if self.remedy is None or standing in ("not_told", "called_off"):
            return dues
        return [self._due_by(self.remedy, n, due) for n, due in enumerate(dues)]

    def _due_by(self, remedy: Remedy, number: int, due: int | None) -> int | None:
        """What goes back on a wager where a remedy is meant for these very errors."""
        bet = self.bets[number]
        if bet.kind in remedy.kinds_apart():
            return self.as_dealt[number]
        if "hand_void" in remedy.act_names and bet.box in self._boxes_in_error():
            return bet.staked_minor
        return None if "may_withdraw" in remedy.act_names and not self.round.is_over else due

    def _boxes_in_error(self) -> frozenset[int | None]:
        """The boxes to which a card came, or did not come, in error."""
        deviations = self.deal.uncorrected_stretch.deviations
        return frozenset(box_of(deviation.place) for deviation in deviations if deviation.place != DEALER)

    def _dues_on_the_cards(self, standing: Standing | None) -> list[int | None]:
        """The same, whatever a remedy gives back besides."""
        if standing == "as_dealt":
            return self.as_dealt
        if standing == "void":
            return [bet.staked_minor for bet in self.bets]
        if standing == "not_told":
            return [None for _ in self.bets]
        return self.money.dues_on(self._lawful_board(standing))

    # What is said of it

    def _dealer_result(self, board: BlackjackTable) -> str | None:
        """What the dealer's hand came to."""
        if len(board.dealer.all_cards) < 2:
            return None
        if is_two_card_21(board.dealer, self.rules):
            return Message("dealer {total}", total=Term("blackjack"))
        has = total(board.dealer, self.rules)[0]
        over = is_bust(board.dealer, self.rules)
        return Message("dealer over with {total}", total=has) if over else Message("dealer {total}", total=has)

    def _hands(self, board: BlackjackTable) -> dict[str, tuple[str, ...]]:
        seen = {hand.place: hand.all_cards for hand in (*board.hands, board.dealer)}
        return {place: tuple("??" if card in self.faces else card for card in cards) for place, cards in seen.items()}

    def _reconstruction(self, standing: Standing | None) -> Reconstruction | None:
        """Every card that must move, what is to be drawn, asked again and left over."""
        if (
            standing not in ("reconstruct", "not_told", "to_finish") and not self._is_dealer_error_harmless
        ) or not self.deal.explanation:
            return None
        if "cards_stay" in self._remedy_acts:
            return self._completion()
        righted, cards = self.round_reconstruction, self.deal.cards
        collected = self.round.next_round_index is not None
        pairs = list(zip(cards, righted.due_places, strict=True))
        moved = (
            [] if collected else [(card, to) for card, to in pairs if to != DISCARD and not is_in_place(card.place_now, to)]
        )
        moves = tuple(Move(card.name, card.place_now, to) for card, to in moved)
        surplus = tuple(Surplus(card.name, self._place_of_surplus(to)) for card, to in pairs if to in (NEXT, BURN))
        in_view = [card.name for card, to in pairs if to == NEXT]
        asks = tuple(
            replace(a, reason=_with_cards_in_view(a.reason, in_view), decider=self._caller(a.place))
            for a in righted.requests
        )
        outcome: Literal["exact", "draw", "ask"] = "ask" if asks else "draw" if righted.lawful.draw else "exact"
        carried, finishing = tuple(righted.lawful.carried_decisions), standing == "to_finish"
        return Reconstruction(outcome, moves, righted.lawful.draw, surplus, None, asks, carried, is_finishing=finishing)

    def _place_of_surplus(self, place: str) -> str:
        """Where a card too many goes: as a remedy for these very errors says, else as the house says in general."""
        return BURN if "burn" in self._remedy_acts else NEXT if "next_card" in self._remedy_acts else place

    def _completion(self) -> Reconstruction:
        """What is still to be done where the cards stay: who draws, and who is asked whether he withdraws."""
        draw, requests = self._cards_to_draw(), tuple[DecisionRequest, ...]()
        if "may_withdraw" in self._remedy_acts and not self.round.is_over:
            reason = Message("each player may withdraw the wager")
            boxes = sorted({bet.box for bet in self.bets if bet.box is not None})
            requests = tuple(
                DecisionRequest(hand_place(box), reason, self._caller(hand_place(box)), is_first=True) for box in boxes
            )
        outcome: Literal["exact", "draw", "ask"] = "ask" if requests else "draw" if draw else "exact"
        return Reconstruction(outcome, (), draw, requests=requests)

    def _caller(self, place: str) -> str | None:
        return self.deal.play.caller(self._carrying_all.board, box_of(place)) or None

    def _verdict(self, standing: Standing | None, wagers_due: Sequence[WagerDue]) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if standing == "called_off":
            return "void"
        settled = bool(wagers_due) and is_all_settled_as_due(wagers_due) and self.round.is_over
        if standing == "void" and not settled:
            return "void"
        if standing in ("reconstruct", "to_finish") and not settled:
            if "cards_stay" in self._remedy_acts:
                return "ask" if self._completion().requests else "reconstruct"
            return "ask" if self.round_reconstruction.requests else "reconstruct"
        return "correct" if has_outstanding_money(wagers_due) else "stands"

    def _disputing_players(self) -> Iterator[str]:
        """A player who gives notice of an error disputes the round."""
        return (notice.by for _, notice in self.round.entries_of(NoticeGiven) if office_of(notice.by, self.round) is None)


def _late_card_kind(place_laid: str, place_now: str | None, due_place: str) -> str | None:
    """What is wrong with where a card went that came out too late, `went` being None while that is not known."""
    if due_place == BURN:
        return "late_card_used" if place_now == NEXT else None
    unused = "burned_in_error" if place_laid in PUT_AWAY_PLACES else "exposed_not_next"
    return unused if place_now in (BURN, EXPOSED) else None


def _with_cards_in_view(reason: str, cards: Sequence[str]) -> str:
    """The reason, with what lies in view that should not."""
    return Message("{now}; {cards} can be seen and should not be", now=reason, cards=" ".join(cards)) if cards else reason
