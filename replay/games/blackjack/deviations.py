"""What is wrong with the cards and decisions of a blackjack round, in the words of the floor."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from ledger.events.play import CardDealt, DecisionMade, WagerPlaced
from ledger.values.cards import is_known
from ledger.values.message import NO_CARD, NOBODY, Message, Term
from ledger.values.offices import ROLES
from ledger.values.places import DEALER, EXPOSED, PUT_AWAY_PLACES, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.deal import OWN_WAGER_DECISIONS, BlackjackDeal, PlayStretch, is_meant_for_another
from replay.games.blackjack.offered import clause_of_offer, is_offered
from replay.games.blackjack.procedure import BY_RULE, UNASKED_DECISIONS, Play, dealer_stands, is_untouched, may_surrender
from replay.games.blackjack.table import BlackjackTable, Hand, is_bust, place_name, total
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.procedure.explanation import Deviation, explain
from replay.procedure.procedure import TableAct
from replay.rulebooks.rules import Rules

declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "empty_box": "{card} was dealt to {place}, on which there was no wager.",
        "skipped_box": "{place} was passed over when the first cards were dealt.",
        "skipped_dealer": "The dealer was passed over when the first cards were dealt.",
        "extra_card": "When the first cards were dealt, {place} was given {card}, which belonged to {due}.",
        "hit_not_given": "{place} ({has}) should have been given a card; the dealer did not give it one.",
        "split_not_filled": "{place} ({has}), a split hand, should have been given its second card; the dealer "
        "did not give it one.",
        "split_order": "{place} was given {card} before its turn among the split hands.",
        "card_not_asked_for": "{place} ({has}) was given {card}, to which it was not entitled.",
        "card_on_double": "{place} had been doubled and had received its one card, and was then given {card} as well.",
        "card_on_split_aces": "{place}, a hand of split aces, had received its one card and was then given {card} as well.",
        "dealer_too_soon": "The dealer drew {card} while {due} was still to be played.",
        "dealer_stopped": "The dealer stopped with {total} ({has}) and should have drawn a card.",
        "dealer_overdrew": "The dealer had {total} ({has}) and should have stood, but drew {card}.",
        "idle_draw": "The dealer drew {card}, although no card could change anything any more.",
        "exposed_not_next": "{card} was exposed and not used as the next card.",
        "burned_in_error": "{card} was burned in error and not used as the next card.",
    },
    {
        "empty_box": Absence((WagerPlaced,), "before"),
        "skipped_box": Absence((CardDealt,)),
        "skipped_dealer": Absence((CardDealt,)),
        "hit_not_given": Absence((CardDealt,)),
        "split_not_filled": Absence((CardDealt,)),
        "dealer_stopped": Absence((CardDealt,)),
        "card_not_asked_for": Absence((DecisionMade,), "before"),
        "dealer_too_soon": Absence((DecisionMade,), "before"),
    },
)
declare(
    __name__,
    Phase.DECISIONS,
    "players",
    {
        "illegal_double": "{place} ({has}) was doubled, which is not allowed for this hand.",
        "illegal_split": "{place} ({has}) was split, which is not allowed for this hand.",
        "illegal_hit": "{place} ({has}) asked for a card, which is not allowed for this hand.",
        "illegal_stand": "{place} ({has}) stood, which is not allowed for this hand.",
        "illegal_free_double": "{place} ({has}) was doubled free, which is not allowed for this hand.",
        "illegal_free_split": "{place} ({has}) was split free, which is not allowed for this hand.",
        "illegal_surrender": "A wager on {place} ({has}) was surrendered, which is not allowed for this hand.",
        "not_his_call": "{by} said {what} for {place} ({has}), where the decision belongs to {caller}.",
    },
)
declare(
    __name__,
    Phase.DECISIONS,
    "dealing",
    {
        "against_the_rule": "Nobody was present for {place} ({total}), and {what} is not what the rules provide "
        "for such a hand.",
        "out_of_turn": "{place} was played when it was the turn of {due}.",
    },
)


ILLEGAL_KINDS: Final = {
    "double": "illegal_double",
    "split": "illegal_split",
    "stand": "illegal_stand",
    "free_double": "illegal_free_double",
    "free_split": "illegal_free_split",
    "surrender": "illegal_surrender",
}

WITHOUT_HAND_KINDS: Final = {**dict.fromkeys(PUT_AWAY_PLACES, "burned_in_error"), EXPOSED: "exposed_not_next"}
"""What it is that a card lies where no hand is; on a box it was dealt to nobody."""


def deviation_findings(deal: BlackjackDeal, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cards and the decisions."""
    for card in deal.cards:
        if not is_known(card.name):
            yield Finding("unread_card", (), card.round_entry.position, {"place": place_name(card.place_laid)})
    if deal.is_clean:
        return
    if not deal.explanation:
        last = deal.acts[min(deal.fitting_count, len(deal.acts) - 1)] if deal.acts else None
        if last is not None:
            yield Finding(
                "unexplained",
                (),
                last.position,
                {
                    "card": last.value
                    if last.kind == "card"
                    else Message("the decision of {place}", place=place_name(last.place))
                },
            )
        return
    for part in deal.stretches:
        for fault in _reached_deviations(deal, part, rules):
            yield from _deviation_finding(deal, part, fault, rules)


def open_deviation_kinds(deal: BlackjackDeal, rules: Rules) -> list[str]:
    """The kinds of the departures that nobody has put right, whether or not the house has a clause for them."""
    return [deviation_kind(deal, deal.uncorrected_stretch, fault, rules) for fault in deal.uncorrected_stretch.deviations]


def first_deviation_kinds(deal: BlackjackDeal, rules: Rules) -> list[str]:
    """The kinds of the departures up to a correction."""
    return [deviation_kind(deal, deal.stretches[0], fault, rules) for fault in deal.stretches[0].deviations]


class _Stage(IntEnum):
    """The stages of a round, each of which begins when the one before it is over."""

    DEAL = 1
    BOXES = 2
    DEALER = 3


def _reached_deviations(deal: BlackjackDeal, stretch: PlayStretch, rules: Rules) -> list[Deviation]:
    """The departures of a stretch, but for what was left out of stages that had not begun when the record ended, and of
    boxes whose turn had not come.

    What was left out early, while play went on, is over; only at the end of the record is a stage open.
    """
    with rules.scope():
        left_out = [fault for fault in stretch.deviations if fault.step >= len(stretch.acts)]
        stages = {id(fault): _stage(deal.play, fault.board, fault.place, rules) for fault in left_out}
        if not left_out:
            return list(stretch.deviations)
        open_stage = min([*stages.values(), *_stage_shown(deal, stretch, rules)])
    in_turn = next((box_of(fault.place) for fault in left_out if stages[id(fault)] is _Stage.BOXES), None)
    return [
        fault
        for fault in stretch.deviations
        if stages.get(id(fault), open_stage) <= open_stage
        and (stages.get(id(fault)) is not _Stage.BOXES or box_of(fault.place) == in_turn)
    ]


def _stage_shown(deal: BlackjackDeal, stretch: PlayStretch, rules: Rules) -> list[_Stage]:
    """The stage that had begun by the last act, where nobody recorded decisions: the end of a record makes none."""
    if deal.play.records_decisions or stretch is deal.sequel:
        return []
    shown = explain(deal.play, deal.start_board, rules, stretch.acts, closed=False)
    due = deal.play.due(shown.board, rules) if shown is not None else None
    return [_stage(deal.play, shown.board, due.place, rules)] if shown is not None and due is not None else []


def _stage(play: Play, board: object, place: str, rules: Rules) -> _Stage:
    """The stage to which a card or a decision belongs that is due on a table."""
    assert isinstance(board, BlackjackTable)
    if play.due_first_card(board, rules) is not None:
        return _Stage.DEAL
    return _Stage.DEALER if place == DEALER else _Stage.BOXES


def _deviation_finding(deal: BlackjackDeal, stretch: PlayStretch, deviation: Deviation, rules: Rules) -> Iterator[Finding]:
    kind = deviation_kind(deal, stretch, deviation, rules)
    board = deviation.board
    assert isinstance(board, BlackjackTable)
    act = stretch.acts[min(deviation.step, len(stretch.acts) - 1)] if stretch.acts else deal.acts[-1]
    clause = _clause(deal, kind, board, act, rules)
    if clause is None:
        return
    place = deviation.due if kind == "split_not_filled" and deviation.due else deviation.place
    hand = board.hand_at(place)
    names = {card.round_entry.position: card.name for card in deal.cards}
    about: dict[str, str | int] = {
        "place": place_name(place),
        "card": names.get(act.position, act.value),
        "due": place_name(deviation.due) if deviation.due else NOBODY,
        "total": total(hand, rules)[0] if hand else 0,
        "has": " ".join(hand.all_cards) if hand and hand.all_cards else NO_CARD,
        "what": act.value if act.kind == "card" else Term(act.value),
        "by": _person_text(act.player),
        "caller": deal.play.caller(board, box_of(place)),
    }
    besides = {
        *deviation.clauses,
        *_split_limit_clauses(kind, board, hand, rules),
        *_split_double_clauses(kind, hand, rules),
    }
    if kind == "not_his_call":
        besides |= _next_caller_clauses(deal.play, board, place, rules)
    yield Finding(kind, sorted_clauses({clause, *besides}), act.position, about)


def _person_text(person: str) -> str:
    if person == BY_RULE:
        return Term(person)
    return Term(f"the {person}") if person in ROLES else Message("player {player}", player=person)


def _clause(deal: BlackjackDeal, kind: str, board: BlackjackTable, act: TableAct, rules: Rules) -> str | None:
    """What a departure breaks; a card at another box, until all have their first ones, breaks the order of these."""
    with rules.scope():
        dealing = deal.play.due_first_card(board, rules) is not None
        is_listed = kind == ILLEGAL_KINDS.get(act.value) and not is_offered(act.value, rules)
    of_the_deal = rules.clause_of("out_of_order") if kind == "card_astray" and dealing else None
    if is_listed:
        return clause_of_offer(act.value, rules)
    return of_the_deal or rules.clause_of(kind)


def _split_limit_clauses(kind: str, board: BlackjackTable, hand: Hand | None, rules: Rules) -> set[str]:
    """The clause that says how many hands a box may have, where it has them already."""
    if hand is None or kind not in ("illegal_split", "illegal_free_split"):
        return set()
    with rules.scope() as grounds:
        full = len(board.hands_of(hand.box)) >= rules.value(parameters.MOST_SPLIT_HANDS)
    return grounds if full else set()


def _split_double_clauses(kind: str, hand: Hand | None, rules: Rules) -> set[str]:
    """The clause that says whether a split hand may be doubled, where one was that may not."""
    if hand is None or not hand.split_from or kind != "illegal_double":
        return set()
    with rules.scope() as grounds:
        rules.value(parameters.DOUBLE_SPLIT)
    return grounds


def _next_caller_clauses(play: Play, board: BlackjackTable, place: str, rules: Rules) -> set[str]:
    """The clause by which another than the first of its players calls a box: that one is not there, or has left it."""
    box = box_of(place)
    first = next(iter(play.players(box)), "")
    with rules.scope() as grounds:
        if play.is_caller_stood_in_for(board, box):
            rules.value(parameters.ABSENT_NEXT)
        if board.exit_of(box, first):
            rules.value(parameters.NEXT_CALLER)
    return grounds


def deviation_kind(deal: BlackjackDeal, stretch: PlayStretch, deviation: Deviation, rules: Rules) -> str:
    """A departure in the words of the floor."""
    board = deviation.board
    assert isinstance(board, BlackjackTable)
    act = stretch.acts[min(deviation.step, len(stretch.acts) - 1)] if stretch.acts else deal.acts[-1]
    with rules.scope():
        dealing = deal.play.due_first_card(board, rules) is not None
        match deviation.kind:
            case "underdraw":
                return _missed_kind(board, deviation.place, dealing=dealing)
            case "overdraw":
                return _undue_card_kind(board, deviation, deal.play, rules, dealing=dealing)
            case "card_astray":
                return (
                    WITHOUT_HAND_KINDS.get(deviation.place, "empty_box")
                    if board.hand_at(deviation.place) is None
                    else "card_astray"
                )
            case "not_open" | "out_of_turn" if not is_offered(act.value, rules):
                return ILLEGAL_KINDS[act.value]
            case "not_open":
                return _not_open_kind(board, act, deal.play, rules)
            case "out_of_turn" if not _may_decide(board, act, deal.play, rules):
                return "not_his_call"
            case "out_of_turn" if _is_surrender_in_between(board, act, rules):
                return "offered_early"
        return deviation.kind


def _is_surrender_in_between(board: BlackjackTable, act: TableAct, rules: Rules) -> bool:
    """Whether somebody gave up a wager, as was open to him, while another box waited for its card and then got it."""
    hand = board.hand_at(act.place)
    return act.value == "surrender" and hand is not None and may_surrender(board, hand, rules)


def _not_open_kind(board: BlackjackTable, act: TableAct, play: Play, rules: Rules) -> str:
    if not _may_decide(board, act, play, rules):
        return "not_his_call"
    if act.value in UNASKED_DECISIONS:
        return "offered_early"
    ruled = act.value not in OWN_WAGER_DECISIONS and play.is_by_rule(board, box_of(act.place), rules)
    return "against_the_rule" if ruled else ILLEGAL_KINDS.get(act.value, "illegal_hit")


def _may_decide(board: BlackjackTable, act: TableAct, play: Play, rules: Rules) -> bool:
    """Whether a decision is for this person to make: on the box's cards its caller's, on a wager its player's own."""
    box = box_of(act.place)
    own = act.value in OWN_WAGER_DECISIONS and act.player in play.players(box)
    return own or play.may_call(board, box, act.player, rules)


def _missed_kind(board: BlackjackTable, place: str, *, dealing: bool) -> str:
    if dealing:
        return "skipped_dealer" if place == DEALER else "skipped_box"
    if place == DEALER:
        return "dealer_stopped"
    hand = board.hand_at(place)
    return "hit_not_given" if hand is not None and hand.state in ("hit", "doubled") else "split_not_filled"


def _undue_card_kind(board: BlackjackTable, deviation: Deviation, play: Play, rules: Rules, *, dealing: bool) -> str:
    place, hand = deviation.place, board.hand_at(deviation.place)
    if hand is None:
        return WITHOUT_HAND_KINDS.get(place, "empty_box")
    if dealing:
        return "extra_card"
    if hand.split_from and len(hand.due_cards) < 2:
        return "split_order"
    if hand.doubled:
        return "card_on_double"
    if hand.split_from == "A" and rules.value(parameters.ACES_ONE) and not is_bust(hand, rules):
        return "card_on_split_aces"
    due = board.hand_at(deviation.due or "")
    if due is not None and due.split_from and len(due.due_cards) < 2:
        return "split_not_filled"
    if is_meant_for_another(board, deviation, play, rules):
        return "card_astray"
    return _dealer_card_kind(board, play, rules) if place == DEALER else "card_not_asked_for"


def _dealer_card_kind(board: BlackjackTable, play: Play, rules: Rules) -> str:
    if any(play.is_hand_open(board, hand, rules) for hand in board.hands):
        return "extra_card" if is_untouched(board) and len(board.dealer.all_cards) == 1 else "dealer_too_soon"
    return "dealer_overdrew" if dealer_stands(board.dealer, rules) else "idle_draw"
