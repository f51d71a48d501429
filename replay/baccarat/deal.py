"""The cards of a coup: as they were dealt, as they should have been, and where the two part."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.cards import is_known
from ledger.events.play import CardDealt
from replay.baccarat.coup import Coup, Tableau, points, total
from replay.baccarat.settlement import Result, result
from replay.baccarat.values import MOST_CARDS
from replay.explanation import Explanation, Fault, explain
from replay.findings import Finding, cited
from replay.procedure import Done, Lawful, follow, reconstruct
from replay.rules import Rules
from replay.story import Round

TABLEAU = Tableau()


@dataclass(frozen=True, slots=True)
class Deal:
    """What lies on the table (`dealt`), where the cards belong (`lawful`), and the departures between the two.

    `explanations` is empty for a coup that was dealt by the tableau; `fits` counts the acts that were due.
    """

    done: tuple[Done, ...]
    dealt: Coup
    lawful: Lawful[Coup]
    explanations: tuple[Explanation[Coup], ...]
    fits: int
    clean: bool
    readable: bool

    @property
    def complete(self) -> bool:
        """Whether the lawful hands are whole and every face is known."""
        return self.readable and not self.lawful.draw


def deal(coup: Round, rules: Rules) -> Deal:
    """Reads a coup's cards against the tableau. Explains only where they depart from it."""
    done = tuple(
        Done(told.event.place, told.event.card, told.position)
        for told in coup.told
        if isinstance(told.event, CardDealt) and told.event.place in ("punto", "banco")
    )
    dealt = Coup(
        tuple(act.card for act in done if act.place == "punto"), tuple(act.card for act in done if act.place == "banco")
    )
    if not done:
        return Deal(done, dealt, Lawful(dealt, (), ("punto",), ()), (), 0, clean=True, readable=True)
    readable = all(is_known(act.card) for act in done)
    if not readable:
        return Deal(done, dealt, Lawful(dealt, (), (), ()), (), 0, clean=False, readable=False)
    board, fits = follow(TABLEAU, Coup(), rules, done)
    ended = TABLEAU.due(board, rules) is None
    if fits == len(done) and (ended or not coup.closed):
        lawful = Lawful(board, tuple(act.place for act in done), (), ())
        return Deal(done, dealt, lawful, (), fits, clean=True, readable=True)
    lawful = reconstruct(TABLEAU, Coup(), rules, [act.card for act in done])
    explanations = explain(TABLEAU, Coup(), rules, done, closed=coup.closed)
    return Deal(done, dealt, lawful, tuple(explanations), fits, clean=False, readable=True)


def dealt_result(one: Deal, rules: Rules) -> Result | None:
    """The result of the cards as they lie, right or wrong; None while a hand has no two cards or a face is unread."""
    if not one.readable or len(one.dealt.punto) < 2 or len(one.dealt.banco) < 2:
        return None
    return result(one.dealt, rules)


def departures(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cards."""
    if not one.readable:
        for act in one.done:
            if not is_known(act.card):
                yield Finding("unread_card", (), act.position, {"place": act.place})
        return
    if one.clean:
        return
    if not one.explanations:
        card, at = "the start", coup.basis[-1]
        if one.done:
            last = one.done[min(one.fits, len(one.done) - 1)]
            card, at = last.card, last.position
        yield Finding("unexplained", (), at, {"card": card})
        return
    for fault in one.explanations[0].faults:
        yield from _finding(one, fault, rules)


def _finding(one: Deal, fault: Fault, rules: Rules) -> Iterator[Finding]:
    """A departure as this house knows it; none if the house has no such breach."""
    board = fault.board
    assert isinstance(board, Coup)
    act = one.done[min(fault.step, len(one.done) - 1)]
    held = board.hand(fault.place)
    kind: str = fault.kind
    if kind == "overdraw" and len(held) >= rules.value(MOST_CARDS):
        kind = "fourth_card"
    elif kind == "underdraw" and len(held) < 2:
        kind = "short_hand"
    clause = rules.conduct(kind)
    if clause is None:
        return
    third = board.punto[2] if len(board.punto) > 2 else ""
    about: dict[str, str | int] = {
        "place": fault.place,
        "card": act.card,
        "due": fault.due or "nobody",
        "total": total(held, rules) if held else 0,
        "given": f", giving {points(third, rules)}," if fault.place == "banco" and third else "",
        "held": "one card" if held else "no card",
        "number": len(held) + 1,
        "most": rules.value(MOST_CARDS),
    }
    yield Finding(kind, cited({clause, *fault.clauses}), act.position, about)
