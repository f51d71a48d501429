"""The cards of a coup: as they were dealt, as they should have been, and where the two part."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.cards import is_known
from ledger.events.play import CardDealt, CardMoved, CorrectionBegun, CorrectionCompleted
from replay.baccarat.coup import Coup, Tableau, points, total
from replay.baccarat.settlement import Result, result
from replay.baccarat.values import MOST_CARDS
from replay.explanation import Explanation, Fault, explain
from replay.findings import Finding, cited
from replay.procedure import Done, Lawful, follow, reconstruct
from replay.rules import Rules
from replay.story import Round, Told

TABLEAU = Tableau()


@dataclass(frozen=True, slots=True)
class Deal:
    """What was dealt, where the cards belong (`lawful`), and the departures between the two.

    `done` are the cards as dealt, `drawn` those drawn afterwards to put the coup right. `faces` replaces unread ranks
    by assumed ones; `names` are the cards as they were read.
    """

    done: tuple[Done, ...]
    drawn: tuple[Done, ...]
    names: tuple[str, ...]
    lawful: Lawful[Coup]
    explanations: tuple[Explanation[Coup], ...]
    fits: int
    clean: bool
    corrected: Coup | None
    """The hands once somebody had put the coup right, with all that was moved and drawn; None if nobody has."""

    @property
    def dealt(self) -> Coup:
        """The hands as they lay before anybody touched them."""
        return _lying(self.done)

    @property
    def complete(self) -> bool:
        """Whether the lawful hands are whole."""
        return not self.lawful.draw

    @property
    def put_right(self) -> bool:
        """Whether what was done to put the coup right has made its hands the lawful ones."""
        if self.corrected is None or not self.complete:
            return False
        mine, right = self.corrected, self.lawful.board
        return all(sorted(mine.hand(place)) == sorted(right.hand(place)) for place in ("punto", "banco"))

    def hands(self) -> dict[str, tuple[str, ...]]:
        """The lawful hands, each card as it was read."""
        pairs = list(zip(self.lawful.places, self.names, strict=False))
        return {hand: tuple(name for place, name in pairs if place == hand) for hand in ("punto", "banco")}


def unread(coup: Round) -> int:
    """How many of the coup's cards nobody read."""
    return sum(not is_known(told.event.card) for told in _cards(coup) if isinstance(told.event, CardDealt))


def deal(coup: Round, rules: Rules, faces: Sequence[str] = ()) -> Deal:
    """Reads a coup's cards against the tableau, unread ones as `faces` in turn. Explains only what departs from it."""
    assumed = iter(faces)
    begun = _correction_begins(coup)
    acts = [_done(told, assumed) for told in _cards(coup)]
    done = tuple(act for act, told in zip(acts, _cards(coup), strict=True) if begun is None or told.index < begun)
    drawn = tuple(acts[len(done) :])
    names = tuple(told.event.card for told in _cards(coup) if isinstance(told.event, CardDealt))
    board, fits = follow(TABLEAU, Coup(), rules, done)
    over = coup.closed or begun is not None
    if fits == len(done) and not drawn and (not done or not over or TABLEAU.due(board, rules) is None):
        missing = ("punto",) if not done else ()
        return Deal(
            done,
            (),
            names,
            Lawful(board, tuple(act.place for act in done), missing, ()),
            (),
            fits,
            clean=True,
            corrected=None,
        )
    lawful = reconstruct(TABLEAU, Coup(), rules, [act.card for act in acts])
    explanations = tuple(explain(TABLEAU, Coup(), rules, done, closed=over))
    return Deal(done, drawn, names, lawful, explanations, fits, clean=False, corrected=_corrected(coup, acts, begun))


def misdealt(coup: Round, rules: Rules) -> bool:
    """Whether a coup, all of whose cards were read, was dealt otherwise than was due."""
    done = [_done(told, iter(())) for told in _cards(coup)]
    board, fits = follow(TABLEAU, Coup(), rules, done)
    return fits < len(done) or (coup.closed and TABLEAU.due(board, rules) is not None)


def _cards(coup: Round) -> list[Told]:
    """The cards dealt to the hands, in order."""
    return [told for told in coup.told if isinstance(told.event, CardDealt) and told.event.place in ("punto", "banco")]


def _done(told: Told, assumed: Iterator[str]) -> Done:
    assert isinstance(told.event, CardDealt)
    card = told.event.card if is_known(told.event.card) else next(assumed, told.event.card)
    return Done(told.event.place, card, told.position)


def _correction_begins(coup: Round) -> int | None:
    """Where in the line somebody began to put the coup right: cards after that are no part of the deal."""
    return next(
        (t.index for t in coup.told if isinstance(t.event, CorrectionBegun | CorrectionCompleted | CardMoved)), None
    )


def _lying(acts: Sequence[Done]) -> Coup:
    punto, banco = (tuple(act.card for act in acts if act.place == place) for place in ("punto", "banco"))
    return Coup(punto, banco)


def _corrected(coup: Round, acts: Sequence[Done], begun: int | None) -> Coup | None:
    """The hands after all that was moved and drawn, once somebody has said that it is done."""
    completed = [told for told in coup.told if isinstance(told.event, CorrectionCompleted | CardMoved)]
    if begun is None or not completed:
        return None
    hands = {place: [act.card for act in acts if act.place == place] for place in ("punto", "banco")}
    for told in coup.told:
        if isinstance(told.event, CardMoved):
            if told.event.card in hands.get(told.event.origin, []):
                hands[told.event.origin].remove(told.event.card)
            if told.event.place in hands:
                hands[told.event.place].append(told.event.card)
    return Coup(tuple(hands["punto"]), tuple(hands["banco"]))


def dealt_result(one: Deal, rules: Rules) -> Result | None:
    """The result of the cards as they lie, right or wrong; None while a hand has no two cards."""
    if len(one.dealt.punto) < 2 or len(one.dealt.banco) < 2:
        return None
    return result(one.dealt, rules)


def departures(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cards."""
    for told in _cards(coup):
        if isinstance(told.event, CardDealt) and not is_known(told.event.card):
            yield Finding("unread_card", (), told.position, {"place": told.event.place})
    if one.clean:
        return
    if not one.explanations:
        last = one.done[min(one.fits, len(one.done) - 1)]
        yield Finding("unexplained", (), last.position, {"card": last.card})
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
        "card": one.names[min(fault.step, len(one.done) - 1)],
        "due": fault.due or "nobody",
        "total": total(held, rules) if held else 0,
        "given": f", giving {points(third, rules)}," if fault.place == "banco" and third else "",
        "held": "one card" if held else "no card",
        "number": len(held) + 1,
        "most": rules.value(MOST_CARDS),
    }
    yield Finding(kind, cited({clause, *fault.clauses}), act.position, about)
