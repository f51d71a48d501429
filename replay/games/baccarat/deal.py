"""The cards of a coup: as they were dealt, as they should have been, and where the two part."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ledger.events.play import (
    Announced,
    CardDealt,
    CardExposed,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    RoundClosed,
    WagerReturned,
)
from ledger.events.shoe import CardBurned
from ledger.values.cards import is_known
from ledger.values.message import NO_CARD, Message, Term, listed
from replay.games.baccarat.coup import CoupHands, Tableau, points, total
from replay.games.baccarat.normal_form import HANDS, place_laid
from replay.games.baccarat.parameters import FIRST_CARDS, MOST_CARDS
from replay.games.baccarat.settlement import Result, coup_result, distinct_faces, distinct_results, hand_key
from replay.judging.cards_aside import aside_text
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.procedure.explanation import Deviation, Explanation, explain
from replay.procedure.procedure import PASSED_OVER, LawfulDeal, TableAct, follow, reconstruct
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "short_hand": "{place} was left with {held}; a hand has at least two cards.",
        "fourth_card": "{place} was given {card} as card number {number}; a hand has at most {most}.",
        "wrong_deal_order": "The first cards were dealt in the order {went}; the correct order is {order}.",
    },
    {
        "short_hand": Absence((CardDealt,)),
    },
    holds_anyhow=("fourth_card",),
)


TABLEAU = Tableau()
LEAST_CARDS: Final = 2
DEALER_DONE_EVENTS: Final = (Announced, WagerReturned, RoundClosed)
"""By what a dealer shows that no card is to come."""


@dataclass(frozen=True, slots=True)
class CardMoves:
    """What became of a coup's cards, dealt and drawn, after they were laid."""

    final_places: tuple[str, ...]
    """Where each of them lies after all that was moved."""
    places_when_paid: tuple[str, ...]
    """The same when the dealer last called or paid; empty for a card that was not out yet."""
    began_index: int | None
    """Where in the line somebody first moved a card, or drew one to put the coup right."""
    last_entry: RoundEntry | None
    """By what the coup was last put right, or was said to be; None if nobody has touched it."""


@dataclass(frozen=True, slots=True)
class BaccaratDeal:
    """What was dealt, where the cards belong (`lawful`), and the departures between the two.

    `done` are the cards as dealt, `drawn` those drawn afterwards to put the coup right. `faces` replaces unread ranks
    by assumed ones; `names` are the cards as they were read.
    """

    dealt_acts: tuple[TableAct, ...]
    corrective_acts: tuple[TableAct, ...]
    card_names: tuple[str, ...]
    lawful: LawfulDeal[CoupHands]
    explanation: Explanation[CoupHands] | None
    fitting_count: int
    is_clean: bool
    is_over: bool
    """Whether the dealer was done: the coup was called, paid or closed, or the next one dealt."""
    card_moves: "CardMoves"

    @property
    def acts(self) -> tuple[TableAct, ...]:
        """All of its cards, dealt and drawn."""
        return (*self.dealt_acts, *self.corrective_acts)

    @property
    def untouched_hands(self) -> CoupHands:
        """The hands as they lay before anybody touched them."""
        return hands_of((act.place, act.value) for act in self.dealt_acts)

    @property
    def dealt_hands(self) -> CoupHands:
        """The hands as they lay when the coup was called and paid; before anybody touched them if they were put right."""
        return hands_of((place, act.value) for place, act in zip(self.dealt_places, self.acts, strict=False))

    @property
    def dealt_places(self) -> tuple[str, ...]:
        """Where the cards of the hands as dealt lay."""
        return tuple(act.place for act in self.dealt_acts) if self.correction_entry else self.card_moves.places_when_paid

    @property
    def is_complete(self) -> bool:
        """Whether the lawful hands are whole."""
        return not self.lawful.draw

    @property
    def correction_entry(self) -> RoundEntry | None:
        """By what its hands became the lawful ones; None if they were not put right, or wrongly."""
        if self.card_moves.last_entry is None or not self.is_complete:
            return None
        cards = [act.value for act in self.acts]
        lies = self.card_moves.final_places
        lying = {hand: sorted(c for c, place in zip(cards, lies, strict=True) if place == hand) for hand in HANDS}
        return (
            self.card_moves.last_entry
            if all(lying[hand] == sorted(self.lawful.board.hand(hand)) for hand in HANDS)
            else None
        )

    def hands_at(self, places: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
        """The lawful hands, or those with the cards at other places, each card as it was read."""
        pairs = list(zip(self.lawful.places if places is None else places, self.card_names, strict=False))
        return {hand: tuple(name for place, name in pairs if place == hand) for hand in HANDS}


def unread_count(coup: Round) -> int:
    """How many of the coup's cards nobody read."""
    return sum(not is_known(card_name(round_entry)) for round_entry in coup_cards(coup))


def read_deal(coup: Round, rules: Rules, faces: Sequence[str] = ()) -> BaccaratDeal:
    """Reads a coup's cards against the tableau, unread ones as `faces` in turn. Explains only what departs from it."""
    out, assumed = coup_cards(coup), iter(faces)
    acts = _of_the_coup([_card_act(round_entry, assumed) for round_entry in out], rules)
    cards = out[: len(acts)]
    begun = _correction_start(coup, cards, acts, rules)
    number = sum(begun is None or round_entry.index < begun for round_entry in cards)
    done, drawn = acts[:number], acts[number:]
    names = tuple(map(card_name, cards))
    board, fits = follow(TABLEAU, CoupHands(), rules, done)
    if fits == number and TABLEAU.due(board, rules) is None:  # there was nothing to draw
        done, drawn = acts, ()
    over = coup.is_over or any(
        round_entry.index > cards[-1].index
        for kind in DEALER_DONE_EVENTS
        for round_entry, _ in coup.entries_of(kind)
        if cards
    )
    stopped = over or begun is not None
    moved = _card_moves(coup, done, names, cards[len(done) :])
    if fits == len(done) and not drawn and (not done or not stopped or TABLEAU.due(board, rules) is None):
        lawful = LawfulDeal(board, tuple(act.place for act in done), () if done else ("punto",), ())
        return BaccaratDeal(done, (), names, lawful, None, fits, is_clean=True, is_over=over, card_moves=moved)
    lawful = reconstruct(TABLEAU, CoupHands(), rules, [act.value for act in acts])
    stepped_in = begun is not None and fits < number and not _is_dealer_done_by(coup, begun)
    explanation = _explain_deal(done, rules, closed=stopped and not stepped_in)
    return BaccaratDeal(done, drawn, names, lawful, explanation, fits, is_clean=False, is_over=over, card_moves=moved)


def _explain_deal(acts: Sequence[TableAct], rules: Rules, *, closed: bool) -> Explanation[CoupHands] | None:
    """Where the first cards came in another order than is due, but to the hands that were due them, that is one error.

    The dealer went on by the hands that then lay there.
    """
    due = rules.value(FIRST_CARDS)
    given = tuple(act.place for act in acts[: len(due)])
    short = closed and len(given) < len(due)
    if short or given == due[: len(given)] or Counter(given) - Counter(due):
        return explain(TABLEAU, CoupHands(), rules, acts, closed=closed)
    step = next(at for at, place in enumerate(given) if place != due[at])
    with rules.scope() as grounds:
        rules.value(FIRST_CARDS)
    before = hands_of((act.place, act.value) for act in acts[:step])
    fault = Deviation("out_of_order", step, given[step], None, frozenset(grounds), before)
    board = hands_of((act.place, act.value) for act in acts[: len(due)])
    if len(given) < len(due):
        return Explanation((fault,), board)
    rest = explain(TABLEAU, board, rules, acts[len(due) :], closed=closed)
    if rest is None:
        return None
    return replace(
        rest, deviations=(fault, *(replace(deviation, step=deviation.step + len(due)) for deviation in rest.deviations))
    )


def is_misdealt(coup: Round, rules: Rules) -> bool:
    """Whether a coup, all of whose cards were read, was dealt otherwise than was due."""
    done = _of_the_coup([_card_act(round_entry, iter(())) for round_entry in coup_cards(coup)], rules)
    board, fits = follow(TABLEAU, CoupHands(), rules, done)
    return fits < len(done) or (coup.is_over and TABLEAU.due(board, rules) is not None)


def coup_cards(coup: Round) -> list[RoundEntry]:
    """The cards that left the shoe in the coup, in order, from the first that was dealt to a hand."""
    out = [round_entry for round_entry in coup.entries if place_laid(round_entry) is not None]
    first = next((number for number, round_entry in enumerate(out) if place_laid(round_entry) in HANDS), len(out))
    return out[first:]


def _of_the_coup(acts: Sequence[TableAct], rules: Rules) -> tuple[TableAct, ...]:
    """Leave out the last cards where nobody was given them and the coup had no use for them: they are the next one's."""
    used = len(acts)
    if acts and acts[-1].place not in HANDS:
        needed = len(reconstruct(TABLEAU, CoupHands(), rules, [act.value for act in acts]).places)
        while used > needed and acts[used - 1].place not in HANDS:
            used -= 1
    return tuple(acts[:used])


def moves_after_first_card(coup: Round) -> list[RoundEntry]:
    """The cards that were moved once one lay: before that nothing of the coup can be put right."""
    first = next((round_entry.index for round_entry in coup_cards(coup)), None)
    moved = (round_entry for round_entry, _ in coup.entries_of(CardMoved))
    return [round_entry for round_entry in moved if first is not None and round_entry.index > first]


def card_name(round_entry: RoundEntry) -> str:
    assert isinstance(round_entry.event, CardDealt | CardExposed | CardBurned)
    return round_entry.event.card


def _card_act(round_entry: RoundEntry, assumed: Iterator[str]) -> TableAct:
    name = card_name(round_entry)
    return TableAct(place_laid(round_entry) or "", name if is_known(name) else next(assumed, name), round_entry.position)


def _is_dealer_done_by(coup: Round, index: int) -> bool:
    """Whether the dealer was done by then: what was still due had been passed over."""
    return any(round_entry.index < index for kind in DEALER_DONE_EVENTS for round_entry, _ in coup.entries_of(kind))


def _correction_start(
    coup: Round, card_entries: Sequence[RoundEntry], acts: Sequence[TableAct], rules: Rules
) -> int | None:
    """Where in the line somebody began to put the cards right: those after that are no part of the deal.

    None also where it was something else that was put right: no card lay yet, or they lay, and went on, as they should.
    """
    deviations_told = [
        round_entry.index
        for kind in (CorrectionBegun, CorrectionCompleted, CardMoved)
        for round_entry, _ in coup.entries_of(kind)
        if card_entries and round_entry.index > card_entries[0].index
    ]
    if not deviations_told:
        return None
    begun = min(deviations_told)
    completed = next(
        (round_entry.index for round_entry, _ in coup.entries_of(CorrectionCompleted) if round_entry.index >= begun),
        card_entries[-1].index + 1,
    )
    before = sum(card.index < begun for card in card_entries)
    within = any(begun < card.index < completed for card in card_entries)
    elsewhere = before < len(rules.value(FIRST_CARDS)) or (before < len(card_entries) and not within)
    return None if elsewhere and follow(TABLEAU, CoupHands(), rules, acts)[1] == len(acts) else begun


def hands_of(cards: Iterable[tuple[str, str]]) -> CoupHands:
    """The hands that cards make where they lie."""
    laid = list(cards)
    punto, banco = (tuple(card for place, card in laid if place == hand) for hand in HANDS)
    return CoupHands(punto, banco)


def card_places(coup: Round, card_names: Sequence[str], until_index: int | None = None) -> tuple[str, ...]:
    """Where each card lies after all that was moved, or at an earlier place of the line; empty for one not yet out."""
    cards = coup_cards(coup)[: len(card_names)]
    lies = [place_laid(card) or "" if until_index is None or card.index < until_index else "" for card in cards]
    for round_entry, moved in coup.entries_of(CardMoved):
        there = [at for at, name in enumerate(card_names) if (name, lies[at]) == (moved.card, moved.origin)]
        if there and (until_index is None or round_entry.index < until_index):
            lies[there[-1]] = moved.place
    return tuple(lies)


def _card_moves(
    coup: Round, dealt_acts: Sequence[TableAct], card_names: Sequence[str], corrective_entries: Sequence[RoundEntry]
) -> CardMoves:
    then = card_places(coup, card_names, _last_paid_index(coup))
    paid_on = (*(place or act.place for place, act in zip(then, dealt_acts, strict=False)), *then[len(dealt_acts) :])
    touches = sorted(
        (*corrective_entries, *moves_after_first_card(coup)),
        key=lambda round_entry: round_entry.index,
    )
    round_entry = next((round_entry for round_entry, _ in coup.entries_of(CorrectionCompleted)), None)
    began_at, last = (touches[0].index, touches[-1]) if touches else (None, round_entry)
    return CardMoves(card_places(coup, card_names), paid_on, began_at, last)


def _last_paid_index(coup: Round) -> int | None:
    """Where in the line the dealer last called or paid, if the coup was called or paid at all."""
    done = [
        round_entry.index
        for kind in (Announced, WagerReturned)
        for round_entry, _ in coup.entries_of(kind)[-1:]
        if not round_entry.belongs_to_earlier
    ]
    return max(done, default=None)


def dealt_result(deal: BaccaratDeal, rules: Rules) -> Result | None:
    """The result of the cards as they lay when the coup was called and paid, right or wrong."""
    return result_of(deal.dealt_hands, rules)


def result_of(hands: CoupHands, rules: Rules) -> Result | None:
    """What hands come to as they lie; None while one has no two cards. A card beyond the most never counts."""
    if len(hands.punto) < LEAST_CARDS or len(hands.banco) < LEAST_CARDS:
        return None
    most = rules.value(MOST_CARDS)
    return coup_result(CoupHands(hands.punto[:most], hands.banco[:most]), rules)


def possible_results(board: CoupHands, rules: Rules) -> tuple[Result, ...]:
    """All that a coup can come to, whatever the cards are that are missing."""
    if TABLEAU.due(board, rules) is None:
        return (coup_result(board, rules),)
    return rules.recall(("possible results", _board_key(board, rules)), partial(_possible_results, board))


def _possible_results(board: CoupHands, rules: Rules) -> tuple[Result, ...]:
    due, found = TABLEAU.due(board, rules), dict[Result, None]()
    assert due is not None
    for face in distinct_faces(rules):
        found |= dict.fromkeys(possible_results(TABLEAU.after_due(board, due, face), rules))
    return tuple(found)


def distinct_possible_results(board: CoupHands, kind: str, rules: Rules) -> Collection[Result]:
    """One of all possible results on which a kind of wager is owed the same."""

    def distinct(rules: Rules) -> Collection[Result]:
        return tuple(distinct_results(possible_results(board, rules), kind, rules))

    return rules.recall(("distinct results", kind, _board_key(board, rules)), distinct)


def _board_key(board: CoupHands, rules: Rules) -> tuple[Hashable, ...]:
    return hand_key(board.punto, rules), hand_key(board.banco, rules), board.stray_cards


def deviation_findings(deal: BaccaratDeal, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cards."""
    for name, act in zip(deal.card_names, deal.acts, strict=True):
        if not is_known(name):
            yield Finding("unread_card", (), act.position, {"place": place_name(act.place)})
    if deal.is_clean:
        return
    if not deal.explanation:
        last = deal.dealt_acts[min(deal.fitting_count, len(deal.dealt_acts) - 1)]
        yield Finding("unexplained", (), last.position, {"card": last.value})
        return
    left_short = {hand for hand in HANDS if len(deal.untouched_hands.hand(hand)) < LEAST_CARDS}
    short = bool(left_short)
    for fault in deal.explanation.deviations:
        if fault.kind != "underdraw" or not short:
            yield from deviation_finding(deal, fault, rules)
        elif fault.place in left_short:  # which third cards were due nobody can say then
            left_short.remove(fault.place)
            yield from deviation_finding(deal, fault, rules)


def deviation_finding(deal: BaccaratDeal, deviation: Deviation, rules: Rules) -> Iterator[Finding]:
    """A departure as this house knows it; none if the house has no such breach."""
    board, is_aside = deviation.board, deviation.place not in HANDS
    assert isinstance(board, CoupHands)
    if is_aside and deviation.due is None:
        return  # no hand has it, and none was to have it
    acts = deal.dealt_acts if deviation.kind == "underdraw" else deal.acts
    at = min(deviation.step, len(acts) - 1)
    hand = () if is_aside else board.hand(deviation.place)
    kind = _finding_kind(deal, deviation, hand, rules)
    clause = rules.clause_of(kind)
    if clause is None:
        return
    third = board.punto[2] if len(board.punto) > 2 and board.punto[2] != PASSED_OVER else ""
    about: dict[str, str | int] = {
        "place": place_name(deviation.place),
        "card": deal.card_names[at],
        "due": Term(deviation.due or (rules.value(FIRST_CARDS)[at] if kind == "out_of_order" else "nobody")),
        "total": total(hand, rules) if hand else 0,
        "given": Message(", giving {points},", points=points(third, rules)) if deviation.place == "banco" and third else "",
        "held": Term("one card") if deal.untouched_hands.hand(deviation.place) else NO_CARD,
        "number": len(hand) + 1,
        "most": rules.value(MOST_CARDS),
    }
    if kind == "wrong_deal_order":
        order = rules.value(FIRST_CARDS)
        about = {
            "went": listed([Term(act.place) for act in deal.dealt_acts[: len(order)]]),
            "order": listed([Term(place) for place in order]),
        }
    grounds = _due_clauses(board, deviation.due or "", rules) if is_aside else deviation.clauses
    yield Finding(kind, sorted_clauses({clause, *grounds}), acts[at].position, about)


def _due_clauses(board: CoupHands, place: str, rules: Rules) -> set[str]:
    """The clauses that say that a hand was due a card."""
    with rules.scope() as grounds:
        TABLEAU.cite_grounds(board, place, rules)
    return grounds


def place_name(place: str) -> Term:
    """A place as findings name it: `punto`, `the burn cards`."""
    return Term(place) if place in HANDS else aside_text(place)


def _finding_kind(deal: BaccaratDeal, deviation: Deviation, hand: Sequence[str], rules: Rules) -> str:
    if deviation.place not in HANDS:
        return "card_astray"
    if deviation.kind == "out_of_order" and deviation.due is None and rules.clause_of("wrong_deal_order"):
        return "wrong_deal_order"
    if deviation.kind in ("overdraw", "card_astray") and len(hand) >= rules.value(MOST_CARDS):
        return "fourth_card"
    if deviation.kind == "underdraw" and len(deal.untouched_hands.hand(deviation.place)) < LEAST_CARDS:
        return "short_hand"
    return deviation.kind
