"""What is due in a round, card by card, and where a deal leaves that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from replay.games.casino_war import parameters

from ledger.events.play import CardDealt, CardExposed, DecisionMade, WagerPlaced
from ledger.events.shoe import CardBurned
from ledger.values.cards import is_known
from ledger.values.places import BURN, DEALER, box_of, hand_place
from replay.judging.composition import breach
from replay.judging.finding import Finding, Phase, declare
from replay.judging.wagers import Bet
from replay.procedure.procedure import Due, Procedure, TableAct, lawful_step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "exposed_too_soon": "Card {card} was shown before {waiting} had decided.",
        "war_without_burn": "The war was dealt with {burned} cards burned before it; {due} are to be burned.",
        "war_not_dealt": "{place} went to war and was not dealt to.",
    },
)

WAR: Final = "war"
SURRENDER: Final = "surrender"


def place_name(place: str) -> str:
    """A place as it is said at the table."""
    box = box_of(place)
    return place if box is None else f"box {box}"


@dataclass(frozen=True, slots=True)
class WarTable:
    """The cards at each place in the order in which they came, what was decided, and how many cards were burned."""

    boxes: tuple[int, ...]
    cards: tuple[tuple[str, str], ...] = ()
    decisions: tuple[tuple[int, str], ...] = ()
    burned: int = 0
    is_burn_omitted: bool = False

    def hand(self, place: str) -> tuple[str, ...]:
        """The cards at a place."""
        return tuple(card for where, card in self.cards if where == place)

    @property
    def places(self) -> tuple[str, ...]:
        """The boxes from the dealer's left, the dealer last."""
        return (*map(hand_place, self.boxes), DEALER)

    @property
    def boxes_at_war(self) -> tuple[int, ...]:
        return tuple(box for box, decision in self.decisions if decision == WAR)


def compare(card: str, other: str, rules: Rules) -> int:
    """Above 0 where a card beats the other, 0 where they are alike."""
    order = rules.value(parameters.RANK_ORDER)
    return order.index(card[0]) - order.index(other[0])


def open_decisions(table: WarTable, rules: Rules) -> list[int]:
    """The boxes with a tie that have neither surrendered nor gone to war."""
    if not all(map(table.hand, table.places)):
        return []
    dealer, decided = table.hand(DEALER)[0], dict(table.decisions)
    tied = (box for box in table.boxes if compare(table.hand(hand_place(box))[0], dealer, rules) == 0)
    return [box for box in tied if box not in decided]


class WarProcedure(Procedure[WarTable]):
    """A card to every box and to the dealer; for boxes with a tie a decision; for those at war the burn and a card more."""

    def due(self, board: WarTable, rules: Rules) -> Due | None:
        for place in board.places:
            if not board.hand(place):
                return Due(place)
        if undecided := open_decisions(board, rules):
            return Due(hand_place(undecided[0]), "choose")
        if not board.boxes_at_war:
            return None
        if board.burned < rules.value(parameters.WAR_BURN) and not board.is_burn_omitted:
            return Due(BURN)
        places = (*map(hand_place, board.boxes_at_war), DEALER)
        return next((Due(place) for place in places if len(board.hand(place)) < 2), None)

    def after_due(self, board: WarTable, due: Due, value: str) -> WarTable:
        if due.kind == "choose":
            return replace(board, decisions=(*board.decisions, (box_of(due.place) or 0, value)))
        if due.place == BURN:
            return replace(board, burned=board.burned + 1)
        return replace(board, cards=(*board.cards, (due.place, value)))

    def after_undue_card(self, board: WarTable, place: str, card: str, rules: Rules) -> Sequence[WarTable]:
        """The card stays where it was laid; where the burn was due, it was passed over."""
        due = self.due(board, rules)
        omitted = board.is_burn_omitted or (due is not None and due.place == BURN)
        return (replace(self.after_due(board, Due(place), card), is_burn_omitted=omitted),)

    def cite_grounds(self, board: WarTable, place: str, rules: Rules) -> None:
        if board.hand(place):
            rules.value(parameters.WAR_BURN)

    def is_legal(self, board: WarTable, due: Due, value: str, rules: Rules) -> bool:  # noqa: ARG002 - the protocol's
        return value in (WAR, SURRENDER)

    def after_optional(self, board: WarTable, act: TableAct, rules: Rules) -> WarTable | None:
        """Boxes with a tie decide in whatever order they like."""
        if act.value not in (WAR, SURRENDER) or box_of(act.place) not in open_decisions(board, rules):
            return None
        return self.after_due(board, Due(act.place, "choose"), act.value)


PROCEDURE: Final = WarProcedure()


@dataclass(frozen=True, slots=True)
class WarDeal:
    """A round's cards and decisions as they came: the table in the end, what was found, and whose wars are in doubt."""

    table: WarTable
    findings: tuple[Finding, ...]
    boxes_in_doubt: frozenset[int]
    """Boxes that still had to decide when a card was shown."""
    is_unexplained: bool
    """Whether a card lies where it cannot have been meant to lie."""


def boxes_in_play(bets: Sequence[Bet]) -> tuple[int, ...]:
    """The boxes with a main wager, from the dealer's left."""
    return tuple(sorted({bet.box for bet in bets if bet.kind == "main" and bet.box and bet.playing_minor}))


def unread_count(round_: Round) -> int:
    """How many of the cards that decide nobody read."""
    return sum(not is_known(dealt.card) for _, dealt in round_.entries_of(CardDealt))


def acts_of(round_: Round, boxes: Sequence[int], faces: Sequence[str] = ()) -> Iterator[tuple[RoundEntry, TableAct]]:
    """What was done at the table, unread cards as `faces` in turn. A raise says that its box goes to war."""
    assumed = iter(faces)
    for round_entry in round_.entries:
        match round_entry.event:
            case CardDealt() as dealt:
                card = dealt.card if is_known(dealt.card) else next(assumed, dealt.card)
                yield round_entry, TableAct(dealt.place, card, round_entry.position)
            case CardBurned() as burned:
                yield round_entry, TableAct(BURN, burned.card, round_entry.position)
            case CardExposed() as exposed:
                yield round_entry, TableAct("exposed", exposed.card, round_entry.position)
            case DecisionMade() as decision:
                yield round_entry, TableAct(decision.place, decision.what, round_entry.position, "choose")
            case WagerPlaced(kind="war", box=int(box)) as raised if box in boxes:
                yield round_entry, TableAct(hand_place(box), WAR, round_entry.position, "choose", raised.player)


def read_deal(round_: Round, boxes: tuple[int, ...], rules: Rules, faces: Sequence[str] = ()) -> WarDeal:
    """Follows a round along its procedure, and goes on from where a card was laid that was not due."""
    table, findings, in_doubt, is_unexplained = WarTable(boxes), list[Finding](), set[int](), False
    for _, act in acts_of(round_, boxes, faces):
        due, waiting = PROCEDURE.due(table, rules), open_decisions(table, rules)
        if act.kind == "card" and waiting and act.place != BURN:
            about = {"card": act.value, "waiting": " and ".join(f"box {box}" for box in waiting)}
            findings += breach(rules, "exposed_too_soon", act.position, about)
            in_doubt.update(waiting)
        if act.place == "exposed":
            continue
        went = lawful_step(PROCEDURE, table, rules, act)
        if went is not None:
            table = went[0]
            continue
        if act.kind == "choose":
            continue  # a raise without a tie is a matter of the wagers
        findings += _deviation_findings(table, act, due, rules)
        is_unexplained = is_unexplained or act.place not in table.places or len(table.hand(act.place)) > 1
        table = PROCEDURE.after_undue_card(table, act.place, act.value, rules)[0]
    findings += _undealt_findings(round_, table, rules)
    return WarDeal(table, tuple(findings), frozenset(in_doubt), is_unexplained)


def _deviation_findings(table: WarTable, act: TableAct, due: Due | None, rules: Rules) -> Iterator[Finding]:
    if due is None or act.place not in table.places or len(table.hand(act.place)) > 1:
        yield Finding("unexplained", (), act.position, {"card": act.value})
    elif due.place == BURN:
        about = {"burned": table.burned, "due": rules.value(parameters.WAR_BURN)}
        yield from breach(rules, "war_without_burn", act.position, about)
    elif due.kind == "card":
        laid = {"place": place_name(act.place), "card": act.value, "due": place_name(due.place)}
        yield from breach(rules, "out_of_order", act.position, laid)


def _undealt_findings(round_: Round, table: WarTable, rules: Rules) -> Iterator[Finding]:
    """Boxes at war without a second card in a round that is over."""
    if not round_.is_over:
        return
    for box in table.boxes_at_war:
        if len(table.hand(hand_place(box))) < 2 or len(table.hand(DEALER)) < 2:
            about = {"place": f"Box {box}"}
            yield from breach(rules, "war_not_dealt", round_.entries[-1].position, about)
