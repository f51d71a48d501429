"""What is wrong with the cards and decisions of a blackjack round, in the words of the floor."""

from collections.abc import Iterator
from typing import Final

from ledger.values.cards import is_known
from ledger.values.places import BURN, DEALER, EXPOSED, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.deal import OFFERED, Deal, Stretch, meant_for_another
from replay.games.blackjack.procedure import OFFERS, Play, enough, may_surrender, untouched
from replay.games.blackjack.table import Hand, Table, over, spoken, total
from replay.judging.finding import Finding, cited
from replay.procedure.explanation import Fault
from replay.procedure.procedure import Done
from replay.rulebooks.rules import Rules

ILLEGAL: Final = {
    "double": "illegal_double",
    "split": "illegal_split",
    "stand": "illegal_stand",
    "free_double": "illegal_free_double",
    "free_split": "illegal_free_split",
    "surrender": "illegal_surrender",
}

WITHOUT_HAND: Final = {BURN: "burned_in_error", EXPOSED: "exposed_not_next"}
"""What it is that a card lies where no hand is; on a box it was dealt to nobody."""


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
    for part in one.stretches:
        for fault in part.faults:
            yield from _finding(one, part, fault, rules)


def kinds(one: Deal, rules: Rules) -> list[str]:
    """The kinds of the departures that nobody has put right, whether or not the house has a clause for them."""
    return [kind_of(one, one.amiss, fault, rules) for fault in one.amiss.faults]


def first_kinds(one: Deal, rules: Rules) -> list[str]:
    """The kinds of the departures up to a correction."""
    return [kind_of(one, one.stretches[0], fault, rules) for fault in one.stretches[0].faults]


def _finding(one: Deal, part: Stretch, fault: Fault, rules: Rules) -> Iterator[Finding]:
    kind = kind_of(one, part, fault, rules)
    board = fault.board
    assert isinstance(board, Table)
    clause = _clause(one, kind, board, rules)
    if clause is None:
        return
    act = part.acts[min(fault.step, len(part.acts) - 1)] if part.acts else one.acts[-1]
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
    besides = {*fault.clauses, *_too_often(kind, board, hand, rules), *_of_split(kind, hand, rules)}
    if kind == "not_his_call":
        besides |= _passed_on(one.play, board, place, rules)
    yield Finding(kind, cited({clause, *besides}), act.position, about)


def _clause(one: Deal, kind: str, board: Table, rules: Rules) -> str | None:
    """What a departure breaks; a card at another box, until all have their first ones, breaks the order of these."""
    with rules.scope():
        dealing = one.play.dealing(board, rules) is not None
    of_the_deal = rules.conduct("out_of_order") if kind == "card_astray" and dealing else None
    return of_the_deal or rules.conduct(kind)


def _too_often(kind: str, board: Table, hand: Hand | None, rules: Rules) -> set[str]:
    """The clause that says how many hands a box may have, where it has them already."""
    if hand is None or kind not in ("illegal_split", "illegal_free_split"):
        return set()
    with rules.scope() as grounds:
        full = len(board.hands_of(hand.box)) >= rules.value(parameters.SPLITS)
    return grounds if full else set()


def _of_split(kind: str, hand: Hand | None, rules: Rules) -> set[str]:
    """The clause that says whether a split hand may be doubled, where one was that may not."""
    if hand is None or not hand.split_from or kind != "illegal_double":
        return set()
    with rules.scope() as grounds:
        rules.value(parameters.DOUBLE_SPLIT)
    return grounds


def _passed_on(play: Play, board: Table, place: str, rules: Rules) -> set[str]:
    """The clause by which another than the first of its players calls a box: that one is not there, or has left it."""
    box = box_of(place)
    first = next(iter(play.players(box)), "")
    with rules.scope() as grounds:
        if box in play.stood_in:
            rules.value(parameters.ABSENT_NEXT)
        if board.left(box, first):
            rules.value(parameters.NEXT_CALLER)
    return grounds


def kind_of(one: Deal, part: Stretch, fault: Fault, rules: Rules) -> str:
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
                return WITHOUT_HAND.get(fault.place, "empty_box") if board.at(fault.place) is None else "card_astray"
            case "not_open":
                return _not_open(board, part.acts[fault.step], one.play)
            case "out_of_turn" if not _his_to_say(board, part.acts[fault.step], one.play):
                return "not_his_call"
            case "out_of_turn" if _given_up_in_between(board, part.acts[fault.step], rules):
                return "offered_early"
        return fault.kind


def _given_up_in_between(board: Table, act: Done, rules: Rules) -> bool:
    """Whether somebody gave up a wager, as was open to him, while another box waited for its card and then got it."""
    hand = board.at(act.place)
    return act.given == "surrender" and hand is not None and may_surrender(board, hand, rules)


def _not_open(board: Table, act: Done, play: Play) -> str:
    if not _his_to_say(board, act, play):
        return "not_his_call"
    if act.given in OFFERS:
        return "offered_early"
    ruled = box_of(act.place) in play.ruled and act.given not in OFFERED
    return "against_the_rule" if ruled else ILLEGAL.get(act.given, "illegal_hit")


def _his_to_say(board: Table, act: Done, play: Play) -> bool:
    """Whether a decision is for this person to make: on the box's cards its caller's, on a wager its player's own."""
    box = box_of(act.place)
    own = act.given in OFFERED and act.by in play.players(box)
    return own or play.heeds(board, box, act.by)


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
        return WITHOUT_HAND.get(place, "empty_box")
    if dealing:
        return "extra_card"
    if hand.split_from and len(hand.cards) < 2:
        return "split_order"
    if hand.doubled:
        return "card_on_double"
    if hand.split_from == "A" and rules.value(parameters.ACES_ONE) and not over(hand, rules):
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
    return "dealer_overdrew" if enough(board.dealer, rules) else "idle_draw"
