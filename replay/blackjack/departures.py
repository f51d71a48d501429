"""What is wrong with the cards and decisions of a blackjack round, in the words of the floor."""

from collections.abc import Iterator
from typing import Final

from ledger.cards import is_known
from ledger.places import BURN, DEALER, EXPOSED, box_of
from replay.blackjack import values
from replay.blackjack.deal import Deal, meant_for_another
from replay.blackjack.options import untouched
from replay.blackjack.play import Play
from replay.blackjack.table import Hand, Table, over, spoken, total
from replay.explanation import Fault
from replay.findings import Finding, cited
from replay.procedure import Done
from replay.rules import Rules

ILLEGAL: Final = {
    "double": "illegal_double",
    "split": "illegal_split",
    "stand": "illegal_stand",
    "free_double": "illegal_free_double",
    "free_split": "illegal_free_split",
    "surrender": "illegal_surrender",
}


def departures(one: Deal, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cards and the decisions."""
    for card in one.cards:
        if not is_known(card.name):
            yield Finding("unread_card", (), card.told.position, {"place": spoken(card.laid)})
    if one.clean:
        return
    if not one.explanation:
        last = one.acts[min(one.fits, len(one.acts) - 1)] if one.acts else None
        if last is not None:
            yield Finding(
                "unexplained",
                (),
                last.position,
                {"card": last.given if last.act == "card" else f"the decision of {spoken(last.place)}"},
            )
        return
    for fault in one.explanation.faults:
        yield from _finding(one, fault, rules)


def kinds(one: Deal, rules: Rules) -> list[str]:
    """The kinds of the departures, whether or not the house has a clause for them."""
    return [kind_of(one, fault, rules) for fault in one.explanation.faults] if one.explanation else []


def _finding(one: Deal, fault: Fault, rules: Rules) -> Iterator[Finding]:
    kind = kind_of(one, fault, rules)
    clause = rules.conduct(kind)
    if clause is None:
        return
    board = fault.board
    assert isinstance(board, Table)
    act = one.acts[min(fault.step, len(one.acts) - 1)]
    place = fault.due if kind == "split_not_filled" and fault.due else fault.place
    hand = board.at(place)
    names = {card.told.position: card.name for card in one.cards}
    about: dict[str, str | int] = {
        "place": spoken(place),
        "card": names.get(act.position, act.given),
        "due": spoken(fault.due) if fault.due else "nobody",
        "total": total(hand, rules)[0] if hand else 0,
        "has": " ".join(hand.lying) if hand and hand.lying else "no card",
        "what": act.given.replace("_", " "),
        "by": act.by,
        "caller": one.play.caller(board, box_of(place)),
    }
    yield Finding(kind, cited({clause, *fault.clauses, *_too_often(kind, board, hand, rules)}), act.position, about)


def _too_often(kind: str, board: Table, hand: Hand | None, rules: Rules) -> set[str]:
    """The clause that says how many hands a box may have, where it has them already."""
    if hand is None or kind not in ("illegal_split", "illegal_free_split"):
        return set()
    with rules.scope() as grounds:
        full = len(board.hands_of(hand.box)) >= rules.value(values.SPLITS)
    return grounds if full else set()


def kind_of(one: Deal, fault: Fault, rules: Rules) -> str:
    """A departure in the words of the floor."""
    board = fault.board
    assert isinstance(board, Table)
    with rules.scope():
        dealing = one.play.dealing(board, rules) is not None
        match fault.kind:
            case "underdraw":
                return _missed(board, fault.place, dealing=dealing)
            case "overdraw":
                return _laid(board, fault, one.play, rules, dealing=dealing)
            case "card_astray":
                return "empty_box" if board.at(fault.place) is None and fault.place.startswith("box") else "card_astray"
            case "not_open":
                return _not_open(board, one.acts[fault.step], one.play)
            case "out_of_turn" if not one.play.heeds(board, box_of(fault.place), one.acts[fault.step].by):
                return "not_his_call"
        return fault.kind


def _not_open(board: Table, act: Done, play: Play) -> str:
    box = box_of(act.place)
    if not play.heeds(board, box, act.by):
        return "not_his_call"
    return "against_the_rule" if box in play.ruled else ILLEGAL.get(act.given, "illegal_hit")


def _missed(board: Table, place: str, *, dealing: bool) -> str:
    if dealing:
        return "skipped_dealer" if place == DEALER else "skipped_box"
    if place == DEALER:
        return "dealer_stopped"
    hand = board.at(place)
    return "hit_not_given" if hand is not None and hand.state in ("hit", "doubled") else "split_not_filled"


def _laid(board: Table, fault: Fault, play: Play, rules: Rules, *, dealing: bool) -> str:
    place, hand = fault.place, board.at(fault.place)
    if hand is None:
        return {BURN: "burned_in_error", EXPOSED: "exposed_not_next"}.get(place, "empty_box")
    if dealing:
        return "extra_card"
    if hand.split_from and len(hand.cards) < 2:
        return "split_order"
    if hand.doubled:
        return "card_on_double"
    if hand.split_from == "A" and rules.value(values.ACES_ONE) and not over(hand, rules):
        return "card_on_split_aces"
    due = board.at(fault.due or "")
    if due is not None and due.split_from and len(due.cards) < 2:
        return "split_not_filled"
    if meant_for_another(board, fault, play, rules):
        return "card_astray"
    return _to_dealer(board, play, rules) if place == DEALER else "card_not_asked_for"


def _to_dealer(board: Table, play: Play, rules: Rules) -> str:
    if any(play.hand_open(board, hand, rules) for hand in board.hands):
        return "extra_card" if untouched(board) and len(board.dealer.lying) == 1 else "dealer_too_soon"
    has, soft = total(board.dealer, rules)
    stands = rules.value(values.STANDS_ON)
    enough = has > stands or (has == stands and (not soft or rules.value(values.SOFT_STANDS)))
    return "dealer_overdrew" if enough else "idle_draw"
