"""The cards of a coup: as they were dealt, as they should have been, and where the two part."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.cards import is_known
from ledger.events.play import (
    Announced,
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    RoundClosed,
    WagerReturned,
)
from replay.baccarat.coup import Coup, Tableau, points, total
from replay.baccarat.settlement import Result, result
from replay.baccarat.values import DEAL, MOST_CARDS
from replay.explanation import Explanation, Fault, explain
from replay.findings import Finding, cited
from replay.procedure import HOLE, Done, Lawful, follow, reconstruct
from replay.round import Round, Told
from replay.rules import Rules

TABLEAU = Tableau()
HANDS: Final = ("punto", "banco")
DONE: Final = (Announced, WagerReturned, RoundClosed)
"""By what a dealer shows that no card is to come."""


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
    explanation: Explanation[Coup] | None
    fits: int
    clean: bool
    over: bool
    """Whether the dealer was done: the coup was called, paid or closed, or the next one dealt."""
    lies: tuple[str, ...]
    """Where each card, dealt or drawn, lies after all that was moved."""
    touched: Told | None
    """By what the coup was last put right, or was said to be; None if nobody has touched it."""

    @property
    def dealt(self) -> Coup:
        """The hands as they lay before anybody touched them."""
        return _lying(self.done)

    @property
    def complete(self) -> bool:
        """Whether the lawful hands are whole."""
        return not self.lawful.draw

    @property
    def righted(self) -> Told | None:
        """By what its hands became the lawful ones; None if they were not put right, or wrongly."""
        if self.touched is None or not self.complete:
            return None
        cards = [act.given for act in (*self.done, *self.drawn)]
        lying = {hand: sorted(c for c, place in zip(cards, self.lies, strict=True) if place == hand) for hand in HANDS}
        return self.touched if all(lying[hand] == sorted(self.lawful.board.hand(hand)) for hand in HANDS) else None

    def hands(self) -> dict[str, tuple[str, ...]]:
        """The lawful hands, each card as it was read."""
        pairs = list(zip(self.lawful.places, self.names, strict=False))
        return {hand: tuple(name for place, name in pairs if place == hand) for hand in HANDS}


def unread(coup: Round) -> int:
    """How many of the coup's cards nobody read."""
    return sum(not is_known(dealt.card) for _, dealt in coup.of(CardDealt) if dealt.place in HANDS)


def deal(coup: Round, rules: Rules, faces: Sequence[str] = ()) -> Deal:
    """Reads a coup's cards against the tableau, unread ones as `faces` in turn. Explains only what departs from it."""
    cards, assumed = _cards(coup), iter(faces)
    acts = tuple(_done(told, assumed) for told in cards)
    begun = _correction_begins(coup, cards, acts, rules)
    number = sum(begun is None or told.index < begun for told in cards)
    done, drawn = acts[:number], acts[number:]
    names = tuple(told.event.card for told in cards if isinstance(told.event, CardDealt))
    lies, touched = _moved(coup, acts, names), _touched(coup, cards[number:])
    board, fits = follow(TABLEAU, Coup(), rules, done)
    if fits == number and TABLEAU.due(board, rules) is None:  # there was nothing to draw
        done, drawn = acts, ()
    over = coup.closed or any(told.index > cards[-1].index for kind in DONE for told, _ in coup.of(kind) if cards)
    stopped = over or begun is not None
    if fits == len(done) and not drawn and (not done or not stopped or TABLEAU.due(board, rules) is None):
        lawful = Lawful(board, tuple(act.place for act in done), () if done else ("punto",), ())
        return Deal(done, (), names, lawful, None, fits, clean=True, over=over, lies=lies, touched=touched)
    lawful = reconstruct(TABLEAU, Coup(), rules, [act.given for act in acts])
    stepped_in = begun is not None and fits < number and not _done_by(coup, begun)
    explanation = explain(TABLEAU, Coup(), rules, done, closed=stopped and not stepped_in)
    return Deal(done, drawn, names, lawful, explanation, fits, clean=False, over=over, lies=lies, touched=touched)


def misdealt(coup: Round, rules: Rules) -> bool:
    """Whether a coup, all of whose cards were read, was dealt otherwise than was due."""
    done = [_done(told, iter(())) for told in _cards(coup)]
    board, fits = follow(TABLEAU, Coup(), rules, done)
    return fits < len(done) or (coup.closed and TABLEAU.due(board, rules) is not None)


def _cards(coup: Round) -> list[Told]:
    """The cards dealt to the hands, in order."""
    return [told for told, dealt in coup.of(CardDealt) if dealt.place in HANDS]


def _done(told: Told, assumed: Iterator[str]) -> Done:
    assert isinstance(told.event, CardDealt)
    card = told.event.card if is_known(told.event.card) else next(assumed, told.event.card)
    return Done(told.event.place, card, told.position)


def _done_by(coup: Round, moment: int) -> bool:
    """Whether the dealer was done by then: what was still due had been passed over."""
    return any(told.index < moment for kind in DONE for told, _ in coup.of(kind))


def _correction_begins(coup: Round, cards: Sequence[Told], acts: Sequence[Done], rules: Rules) -> int | None:
    """Where in the line somebody began to put the cards right: those after that are no part of the deal.

    None also where it was something else that was put right: the cards lay, and went on, as they should.
    """
    told = [told.index for kind in (CorrectionBegun, CorrectionCompleted, CardMoved) for told, _ in coup.of(kind)[:1]]
    if not told:
        return None
    begun = min(told)
    completed = next((told.index for told, _ in coup.of(CorrectionCompleted)), cards[-1].index + 1 if cards else begun)
    before = sum(card.index < begun for card in cards)
    within = any(begun < card.index < completed for card in cards)
    elsewhere = before < len(rules.value(DEAL)) or (before < len(cards) and not within)
    return None if elsewhere and follow(TABLEAU, Coup(), rules, acts)[1] == len(acts) else begun


def _lying(acts: Sequence[Done]) -> Coup:
    punto, banco = (tuple(act.given for act in acts if act.place == place) for place in HANDS)
    return Coup(punto, banco)


def _moved(coup: Round, acts: Sequence[Done], names: Sequence[str]) -> tuple[str, ...]:
    """Where each card lies after all that was moved."""
    lies = [act.place for act in acts]
    for _, moved in coup.of(CardMoved):
        there = [at for at, name in enumerate(names) if (name, lies[at]) == (moved.card, moved.origin)]
        if there:
            lies[there[-1]] = moved.place
    return tuple(lies)


def _touched(coup: Round, drawn: Sequence[Told]) -> Told | None:
    """The last card that was moved, or drawn afterwards; where there was none, the word that the coup was put right."""
    moved = [*drawn, *(told for told, _ in coup.of(CardMoved))]
    said = (told for told, _ in coup.of(CorrectionCompleted))
    return max(moved, key=lambda told: told.index) if moved else next(said, None)


def dealt_result(one: Deal, rules: Rules) -> Result | None:
    """The result of the cards as they lie, right or wrong; None while a hand has no two cards."""
    if len(one.dealt.punto) < 2 or len(one.dealt.banco) < 2:
        return None
    return result(one.dealt, rules)


def departures(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cards."""
    for told, dealt in coup.of(CardDealt):
        if dealt.place in HANDS and not is_known(dealt.card):
            yield Finding("unread_card", (), told.position, {"place": dealt.place})
    if one.clean:
        return
    if not one.explanation:
        last = one.done[min(one.fits, len(one.done) - 1)]
        yield Finding("unexplained", (), last.position, {"card": last.given})
        return
    for fault in one.explanation.faults:
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
    third = board.punto[2] if len(board.punto) > 2 and board.punto[2] != HOLE else ""
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
