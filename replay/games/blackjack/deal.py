"""The cards of a blackjack round: as they were dealt, as they should have been, and where the two part."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    RoundInterrupted,
    WagerPlaced,
    WagerReturned,
)
from ledger.values.cards import is_known
from ledger.values.places import BURN, box_of, hand_place, number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.dealt_line import ASIDE, Card, acts, cards, correction, passed_over
from replay.games.blackjack.procedure import OFFERS, Play, Seen
from replay.games.blackjack.table import Hand, Table, over, two_card_21
from replay.judging.frame import Hands, laid
from replay.procedure.explanation import MOST, Explanation, Fault, explain
from replay.procedure.procedure import Done, ended, follow
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

OFFERED: Final = frozenset({*OFFERS, "surrender"})
"""What each player says of his own wager, without being asked."""

PLAYED: Final = frozenset({"hit", "stand", "double", "split", "free_double", "free_split", "refuse_card", "surrender"})
"""Decisions on how a hand is played on; what is said of insurance is none."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the play: what was done, and why it was not what was due."""

    acts: tuple[Done, ...]
    explanation: Explanation[Table] | None

    @property
    def faults(self) -> tuple[Fault, ...]:
        return self.explanation.faults if self.explanation else ()


@dataclass(frozen=True, slots=True)
class LaterDecision:
    """A decision made once the round was being put right, with the cards that then lay at its hand.

    `before` are those that lay there when somebody set about it: whoever is asked then may still have a wrong card before
    him, and knows it.
    """

    what: str
    own: tuple[str, ...]
    before: tuple[str, ...] = ()

    def holds_for(self, hand: Hand) -> bool:
        """Whether it was made on these cards; of split hands, and cards that nobody read, the record does not tell it."""
        if hand.split_from or not all(map(is_known, self.own)):
            return True
        own, lying = Counter(self.own), Counter(hand.lying)
        return lying <= own and own - lying <= Counter(self.before)


@dataclass(frozen=True, slots=True)
class Deal:
    """What was dealt, and why it was not what was due.

    `left_over` are the cards, by their number, that came out when the round had no use for a card any more. `acts` are
    the cards and decisions up to the moment when somebody began to put the round right, `later` the decisions after it,
    `later_offers` what was then said of insurance and even money.
    """

    start: Table
    play: Play
    cards: tuple[Card, ...]
    left_over: tuple[int, ...]
    acts: tuple[Done, ...]
    later: Mapping[str, tuple["LaterDecision", ...]]
    later_offers: tuple[tuple[str, str, str], ...]
    explanation: Explanation[Table] | None
    board: Table
    fits: int
    clean: bool
    closed: bool
    gone: bool
    """Whether the next round has begun, so that the cards are off the table."""
    touched: Told | None
    interrupted: bool = False
    """Whether whoever may do so broke the game off, and nobody dealt or decided anything after that."""
    sequel: Stretch | None = None
    """The play from the cards as they should have been, once they had been put there."""

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The play up to a correction, and the play after it."""
        return (Stretch(self.acts, self.explanation), *([] if self.sequel is None else [self.sequel]))

    @property
    def amiss(self) -> Stretch:
        """The part of the play of which nobody has put right what went wrong."""
        return self.stretches[-1]

    @property
    def memory(self) -> dict[Hashable, str]:
        """The decisions by what could be seen; of two on the same cards the first, whose card somebody else was given."""
        told = reversed(self.explanation.told) if self.explanation else ()
        return {seen: given for seen, given in told if given not in OFFERED}

    @property
    def offers(self) -> list[tuple[Seen, str]]:
        """What was said of insurance, even money and one's own surrender, with what could be seen then."""
        told = self.explanation.told if self.explanation else ()
        said = [(seen, given) for seen, given in told if isinstance(seen, Seen) and given in OFFERED]
        return [(seen, given) for seen, given in said if self._came_to_count(seen, given)]

    @property
    def given_up(self) -> list[tuple[Seen, bool]]:
        """Who gave up his wager, by what he saw, and whether somebody had decided on a hand by then."""
        told = self.explanation.told if self.explanation else ()
        played = [given in PLAYED and given != "surrender" for _, given in told]
        surrenders = [(n, seen) for n, (seen, given) in enumerate(told) if given == "surrender" and isinstance(seen, Seen)]
        return [(seen, any(played[:n])) for n, seen in surrenders if self._came_to_count(seen, "surrender")]

    def _came_to_count(self, seen: Seen, what: str) -> bool:
        """Whether an offer was taken while it was open."""
        box = box_of(seen.place)
        if what == "surrender":
            return self.board.left(box, seen.by) == "surrendered"
        insured = any(at == box for at, _ in self.board.insured)
        return insured or (what == "even_money" and any(at == box and how == "paid" for at, _, how in self.board.out))

    def decided(self, place: str) -> int:
        """How many decisions on a hand's play are on record."""
        own = [act.given for act in self.acts if act.act == "choose" and act.place == place]
        made = sum(given in PLAYED and given != "refuse_card" for given in own)
        return made + len(self.later.get(place, ()))


def deal(one: Round, boxes: Sequence[int], rules: Rules, play: Play, faces: Sequence[str] = ()) -> Deal:
    """Reads a round's cards and decisions against the play that was due; unread cards as `faces` in turn.

    Where the house leaves it to the table when a new split hand is played, that order counts which explains more.
    """
    read = _read(one, boxes, rules, play, faces)
    again = frozenset(box for act in read.acts if (box := box_of(act.place)) is not None and number_of(act.place) > 2)
    if read.clean or not again or rules.value(parameters.NEW_HAND) == "last":
        return read
    return min(read, _read(one, boxes, rules, replace(play, beside=again), faces), key=_faults)


def _faults(one: Deal) -> int:
    """How many departures a reading of the round needs; one that explains nothing comes last."""
    return 0 if one.clean else len(one.explanation.faults) if one.explanation else MOST + 1


def _read(one: Round, boxes: Sequence[int], rules: Rules, play: Play, faces: Sequence[str]) -> Deal:
    """Reads a round against one way to play the hands of a box."""
    begun = correction(one)
    laid = cards(one, faces)
    to_be_used = any(card.laid in ASIDE for card in laid) and rules.value(parameters.EXPOSED) == "next"
    done, waiting = acts(one, laid, begun, to_be_used=to_be_used)
    start = Table.of(boxes)
    late = waiting if waiting and _all_dealt(play, start, rules, done) else ()
    left_over = tuple(n for n, card in enumerate(laid) if card in late)
    unused = [card for card in waiting if card not in late and (card.lies in ASIDE or card.laid == BURN)]
    done = (*done, *passed_over([card for card in unused if one.closed or card.laid == BURN]))
    board, fits = follow(play, start, rules, done)
    broken_off = _broken_off(one)
    closed = begun is None and not broken_off and _over(one, board, done[fits:], rules)
    end = ended(play, board, rules) if closed else board
    clean = fits == len(done) and end is not None
    wanted = not clean or begun is not None or bool(late) or broken_off or any(card.wrong_way for card in laid)
    explanation = _explained(play, start, rules, done, closed=closed) if wanted else None
    if wanted and closed and explanation is None:  # nobody told the end
        explanation = _explained(play, start, rules, done, closed=False)
    if explanation is not None:
        board = explanation.board
    elif clean and end is not None:
        board = end
    later, offers, gone = _later(one, begun), _later_offers(one, begun), one.played_on_at is not None
    moved = one.of(CardMoved)
    touched = moved[-1][0] if moved and begun is not None else None
    told = done, later, offers, explanation, board, fits, clean, closed, gone, touched, broken_off
    return Deal(start, play, laid, left_over, *told)


def _explained(play: Play, start: Table, rules: Rules, done: Sequence[Done], *, closed: bool) -> Explanation[Table] | None:
    """Why the play was not what was due; where no box has a wager every card to a box went to nobody, however many."""
    if start.hands:
        return explain(play, start, rules, done, closed=closed)
    to_nobody = [n for n, act in enumerate(done) if act.act == "card" and box_of(act.place) is not None]
    faults = (Fault("overdraw", n, done[n].place, None, frozenset(), start) for n in to_nobody)
    return Explanation(tuple(faults), start)


def _all_dealt(play: Play, start: Table, rules: Rules, done: Sequence[Done]) -> bool:
    """Whether the round has no use for a further card once this was done."""
    board, fits = follow(play, start, rules, done)
    if fits < len(done):
        explanation = explain(play, start, rules, done, closed=False)
        if explanation is None:
            return False
        board = explanation.board
    return ended(play, board, rules) is not None


def interruption(one: Round) -> int | None:
    """Where in the line whoever may do so interrupted the game, for the last time; None where nobody did."""
    return max((told.index for told, _ in one.of(RoundInterrupted) if told.position in one.lasting), default=None)


def _broken_off(one: Round) -> bool:
    """Whether nothing was dealt or decided any more when the game had been interrupted."""
    at = interruption(one)
    played = (*one.of(CardDealt), *one.of(DecisionMade))
    return at is not None and all(told.index < at for told, _ in played)


def _later(one: Round, begun: int | None) -> dict[str, tuple[LaterDecision, ...]]:
    """The decisions made once the round was being put right, hand by hand, and what was refused at any time."""
    later: dict[str, tuple[LaterDecision, ...]] = {}
    hands: Hands = {}
    before: Hands = {}
    for told in one.told:
        if told.index == begun or isinstance(told.event, CorrectionBegun):
            before = hands
        elif isinstance(told.event, CorrectionCompleted):
            before = {}
        hands, _ = laid(hands, told)
        if not isinstance(event := told.event, DecisionMade):
            continue
        afterwards = begun is not None and told.index > begun and event.what in PLAYED
        if afterwards or event.what == "refuse_card":
            made = LaterDecision(event.what, hands.get(event.place, ()), before.get(event.place, ()))
            later[event.place] = (*later.get(event.place, ()), made)
    return later


def _later_offers(one: Round, begun: int | None) -> tuple[tuple[str, str, str], ...]:
    """What was said of insurance and even money once the round was being put right."""
    if begun is None:
        return ()
    made = [event for told, event in one.of(DecisionMade) if told.index > begun and event.what not in PLAYED]
    insured = [event for told, event in one.of(WagerPlaced) if told.index > begun and event.kind == "insurance"]
    return (
        *((event.place, event.what, event.by or "") for event in made),
        *((hand_place(event.box), "insurance", event.player) for event in insured if event.box is not None),
    )


def _over(one: Round, board: Table, besides: Sequence[Done], rules: Rules) -> bool:
    """Whether the dealer was done: the round was closed, or a wager paid that the play had still to decide.

    `board` is the table up to the first departure, `besides` what was done then: its cards lie there too.
    """
    if one.closed:
        return True
    last = max((told.index for told, _ in (*one.of(CardDealt), *one.of(DecisionMade))), default=-1)
    placed = {event.wager: event for _, event in one.of(WagerPlaced)}
    for told, returned in one.of(WagerReturned):
        wager = placed.get(returned.wager) if told.index > last else None
        if wager is not None and wager.kind != "insurance":
            place = hand_place(wager.box or 0, wager.hand or 1)
            hand = board.at(place) or Hand(place)
            for act in besides:
                hand = hand.laid(act.given) if act.act == "card" and act.place == place else hand
            if not over(hand, rules) and not two_card_21(hand, rules):
                return True
    return False


def meant_for_another(board: Table, fault: Fault, play: Play, rules: Rules) -> bool:
    """Whether a card that a hand had asked for was laid to another one."""
    due = play.due(board, rules)
    hand = board.at(due.place) if due is not None and due.place != fault.place else None
    return hand is not None and hand.state in ("hit", "doubled") and fault.place not in ASIDE
