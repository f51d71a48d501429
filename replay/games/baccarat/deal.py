"""The cards of a coup: as they were dealt, as they should have been, and where the two part."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.events.play import (
    Announced,
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    RoundClosed,
    WagerReturned,
)
from ledger.values.cards import RANKS, is_known
from replay.games.baccarat.coup import Coup, Tableau, points, total
from replay.games.baccarat.parameters import DEAL, MOST_CARDS
from replay.games.baccarat.settlement import Result, result
from replay.judging.finding import Finding, cited
from replay.procedure.explanation import Explanation, Fault, explain
from replay.procedure.procedure import HOLE, Done, Lawful, follow, reconstruct
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

TABLEAU = Tableau()
HANDS: Final = ("punto", "banco")
LEAST_CARDS: Final = 2
DONE: Final = (Announced, WagerReturned, RoundClosed)
"""By what a dealer shows that no card is to come."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of a coup's cards, dealt and drawn, after they were laid."""

    lies: tuple[str, ...]
    """Where each of them lies after all that was moved."""
    paid_on: tuple[str, ...]
    """The same when the dealer last called or paid; empty for a card that was not out yet."""
    began_at: int | None
    """Where in the line somebody first moved a card, or drew one to put the coup right."""
    last: Told | None
    """By what the coup was last put right, or was said to be; None if nobody has touched it."""


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
    moved: "Moved"

    @property
    def acts(self) -> tuple[Done, ...]:
        """All of its cards, dealt and drawn."""
        return (*self.done, *self.drawn)

    @property
    def at_first(self) -> Coup:
        """The hands as they lay before anybody touched them."""
        return lying_hands((act.place, act.given) for act in self.done)

    @property
    def dealt(self) -> Coup:
        """The hands as they lay when the coup was called and paid; before anybody touched them if they were put right."""
        return lying_hands((place, act.given) for place, act in zip(self.lay, self.acts, strict=False))

    @property
    def lay(self) -> tuple[str, ...]:
        """Where the cards of the hands as dealt lay."""
        return tuple(act.place for act in self.done) if self.righted else self.moved.paid_on

    @property
    def complete(self) -> bool:
        """Whether the lawful hands are whole."""
        return not self.lawful.draw

    @property
    def righted(self) -> Told | None:
        """By what its hands became the lawful ones; None if they were not put right, or wrongly."""
        if self.moved.last is None or not self.complete:
            return None
        cards = [act.given for act in self.acts]
        lies = self.moved.lies
        lying = {hand: sorted(c for c, place in zip(cards, lies, strict=True) if place == hand) for hand in HANDS}
        return self.moved.last if all(lying[hand] == sorted(self.lawful.board.hand(hand)) for hand in HANDS) else None

    def hands(self, places: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
        """The lawful hands, or those with the cards at other places, each card as it was read."""
        pairs = list(zip(self.lawful.places if places is None else places, self.names, strict=False))
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
    board, fits = follow(TABLEAU, Coup(), rules, done)
    if fits == number and TABLEAU.due(board, rules) is None:  # there was nothing to draw
        done, drawn = acts, ()
    over = coup.closed or any(told.index > cards[-1].index for kind in DONE for told, _ in coup.of(kind) if cards)
    stopped = over or begun is not None
    moved = _moved(coup, done, names, cards[len(done) :])
    if fits == len(done) and not drawn and (not done or not stopped or TABLEAU.due(board, rules) is None):
        lawful = Lawful(board, tuple(act.place for act in done), () if done else ("punto",), ())
        return Deal(done, (), names, lawful, None, fits, clean=True, over=over, moved=moved)
    lawful = reconstruct(TABLEAU, Coup(), rules, [act.given for act in acts])
    stepped_in = begun is not None and fits < number and not _done_by(coup, begun)
    explanation = _explained(done, rules, closed=stopped and not stepped_in)
    return Deal(done, drawn, names, lawful, explanation, fits, clean=False, over=over, moved=moved)


def _explained(done: Sequence[Done], rules: Rules, *, closed: bool) -> Explanation[Coup] | None:
    """Where the first cards came in another order than is due, but to the hands that were due them, that is one error.

    The dealer went on by the hands that then lay there.
    """
    due = rules.value(DEAL)
    given = tuple(act.place for act in done[: len(due)])
    short = closed and len(given) < len(due)
    if short or given == due[: len(given)] or Counter(given) - Counter(due):
        return explain(TABLEAU, Coup(), rules, done, closed=closed)
    step = next(at for at, place in enumerate(given) if place != due[at])
    with rules.scope() as grounds:
        rules.value(DEAL)
    before = lying_hands((act.place, act.given) for act in done[:step])
    fault = Fault("out_of_order", step, given[step], None, frozenset(grounds), before)
    board = lying_hands((act.place, act.given) for act in done[: len(due)])
    if len(given) < len(due):
        return Explanation((fault,), board)
    rest = explain(TABLEAU, board, rules, done[len(due) :], closed=closed)
    if rest is None:
        return None
    return replace(rest, faults=(fault, *(replace(one, step=one.step + len(due)) for one in rest.faults)))


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


def lying_hands(cards: Iterable[tuple[str, str]]) -> Coup:
    """The hands that cards make where they lie."""
    laid = list(cards)
    punto, banco = (tuple(card for place, card in laid if place == hand) for hand in HANDS)
    return Coup(punto, banco)


def lying(coup: Round, names: Sequence[str], until: int | None = None) -> tuple[str, ...]:
    """Where each card lies after all that was moved, or at an earlier place of the line; empty for one not yet out."""
    cards = [(told.index, dealt.place) for told, dealt in coup.of(CardDealt) if dealt.place in HANDS]
    lies = [place if until is None or index < until else "" for index, place in cards]
    for told, moved in coup.of(CardMoved):
        there = [at for at, name in enumerate(names) if (name, lies[at]) == (moved.card, moved.origin)]
        if there and (until is None or told.index < until):
            lies[there[-1]] = moved.place
    return tuple(lies)


def _moved(coup: Round, done: Sequence[Done], names: Sequence[str], drawn: Sequence[Told]) -> Moved:
    then = lying(coup, names, _last_paid(coup))
    paid_on = (*(place or act.place for place, act in zip(then, done, strict=False)), *then[len(done) :])
    touches = sorted((*drawn, *(told for told, _ in coup.of(CardMoved))), key=lambda told: told.index)
    said = next((told for told, _ in coup.of(CorrectionCompleted)), None)
    began_at, last = (touches[0].index, touches[-1]) if touches else (None, said)
    return Moved(lying(coup, names), paid_on, began_at, last)


def _last_paid(coup: Round) -> int | None:
    """Where in the line the dealer last called or paid, if the coup was called or paid at all."""
    done = [told.index for kind in (Announced, WagerReturned) for told, _ in coup.of(kind)[-1:] if not told.elsewhere]
    return max(done, default=None)


def dealt_result(one: Deal, rules: Rules) -> Result | None:
    """The result of the cards as they lay when the coup was called and paid, right or wrong."""
    return result_of(one.dealt, rules)


def result_of(hands: Coup, rules: Rules) -> Result | None:
    """What hands come to as they lie; None while one has no two cards. A card beyond the most never counts."""
    if len(hands.punto) < LEAST_CARDS or len(hands.banco) < LEAST_CARDS:
        return None
    most = rules.value(MOST_CARDS)
    return result(Coup(hands.punto[:most], hands.banco[:most]), rules)


def completions(board: Coup, rules: Rules) -> tuple[Result, ...]:
    """All that a coup can come to whose cards are not all out, whatever the missing ones are."""
    faces = {points(rank, rules): rank + "?" for rank in RANKS}
    boards, found = [board], dict[Result, None]()
    while boards:
        following: dict[tuple[object, ...], Coup] = {}
        for one in boards:
            due = TABLEAU.due(one, rules)
            if due is None:
                found[result(one, rules)] = None
                continue
            for face in faces.values():
                dealt = TABLEAU.take(one, due, face)
                following.setdefault(_matters(dealt, rules), dealt)
        boards = list(following.values())
    return tuple(found)


def _matters(board: Coup, rules: Rules) -> tuple[object, ...]:
    """All of unfinished hands that what is due next, and what they come to, turns on."""
    hands = (board.punto, board.banco)
    return tuple((len(hand), total(hand[:2], rules), *(points(card, rules) for card in hand[2:])) for hand in hands)


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
    left_short = {hand for hand in HANDS if len(one.at_first.hand(hand)) < LEAST_CARDS}
    short = bool(left_short)
    for fault in one.explanation.faults:
        if fault.kind != "underdraw" or not short:
            yield from departure(one, fault, rules)
        elif fault.place in left_short:  # which third cards were due nobody can say then
            left_short.remove(fault.place)
            yield from departure(one, fault, rules)


def departure(one: Deal, fault: Fault, rules: Rules) -> Iterator[Finding]:
    """A departure as this house knows it; none if the house has no such breach."""
    board = fault.board
    assert isinstance(board, Coup)
    acts = one.done if fault.kind == "underdraw" else one.acts
    at = min(fault.step, len(acts) - 1)
    hand = board.hand(fault.place)
    kind = _kind(one, fault, hand, rules)
    clause = rules.conduct(kind)
    if clause is None:
        return
    third = board.punto[2] if len(board.punto) > 2 and board.punto[2] != HOLE else ""
    about: dict[str, str | int] = {
        "place": fault.place,
        "card": one.names[at],
        "due": fault.due or (rules.value(DEAL)[at] if kind == "out_of_order" else "nobody"),
        "total": total(hand, rules) if hand else 0,
        "given": f", giving {points(third, rules)}," if fault.place == "banco" and third else "",
        "held": "one card" if one.at_first.hand(fault.place) else "no card",
        "number": len(hand) + 1,
        "most": rules.value(MOST_CARDS),
    }
    if kind == "wrong_deal_order":
        order = rules.value(DEAL)
        about = {"went": ", ".join(act.place for act in one.done[: len(order)]), "order": ", ".join(order)}
    yield Finding(kind, cited({clause, *fault.clauses}), acts[at].position, about)


def _kind(one: Deal, fault: Fault, hand: Sequence[str], rules: Rules) -> str:
    if fault.kind == "out_of_order" and fault.due is None and rules.conduct("wrong_deal_order"):
        return "wrong_deal_order"
    if fault.kind in ("overdraw", "card_astray") and len(hand) >= rules.value(MOST_CARDS):
        return "fourth_card"
    if fault.kind == "underdraw" and len(one.at_first.hand(fault.place)) < LEAST_CARDS:
        return "short_hand"
    return fault.kind
