"""How a misdrawn coup is put right: within its window, by what was done about it, and after it.

What was done is held against the tableau like all else.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from operator import attrgetter
from typing import Any, Literal, TypeVar

from ledger.events.cases import RoundDisputed
from ledger.events.decisions import says_deliberate
from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    NoticeGiven,
    RoundClosed,
    WagerPlaced,
)
from ledger.values.offices import ROLES
from replay.games.baccarat.deal import DONE, HANDS, TABLEAU, Deal, deal, departure, lying, lying_hands, misdealt, unread
from replay.games.baccarat.parameters import (
    HEARD_BY,
    LAST_OF_SHOE,
    LATER_COUPS,
    MISDRAW_IS,
    ONCE_CLOSED,
    PLAYED_ON,
    SAID_DELIBERATE,
    WINDOW_CLOSES,
)
from replay.games.baccarat.wagers_due import facts_of, heeded_at, paid_lawfully, settlings_of
from replay.judging.finding import Finding
from replay.judging.judgement import Window
from replay.judging.noted_irregularities import notes
from replay.procedure.explanation import Departure, Fault
from replay.rulebooks.parameter import Key
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told


def corrections(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    """Cards that were drawn off the tableau, a card that was due and did not come, and cards that ended elsewhere."""
    touches = [told for told in _touches(coup, one) if not coup.played_on(told)]
    if not touches or not (one.clean or one.explanation):
        return
    yield from _drawn(coup, one, rules)
    if _over(coup, touches):
        yield from _not_drawn(one, rules)
    clause, ended = rules.conduct("wrong_correction"), _ended(coup, touches)
    if clause is not None and ended is not None:
        until, position = ended
        if wrong := "; ".join(_misplaced(coup, one, until)):
            yield Finding("wrong_correction", (clause,), position, {"what": wrong})


def reopened_at(coup: Round, one: Deal) -> int | None:
    """Where in the line a coup that had been put right was dealt off the tableau again; None if it was not."""
    index = {told.position: told.index for told in coup.cards}
    astray = [index[act.position] for step, act in enumerate(one.drawn, len(one.done)) if _belongs(one, step) != act.place]
    for told, _ in coup.of(CorrectionCompleted):
        again = [at for at in astray if at > told.index]
        if again and not any(_misplaced(coup, one, told.index)):
            return again[0]
    return None


def _belongs(one: Deal, step: int) -> str | None:
    """The hand to which a card belongs, in the order of the shoe; None if it is over."""
    return one.lawful.places[step] if step < len(one.lawful.places) else None


def _touches(coup: Round, one: Deal) -> list[Told]:
    """The cards that were moved, and those drawn to put the coup right, in order."""
    drawn = {act.position for act in one.drawn}
    found = [told for told, _ in coup.of(CardMoved)]
    found += [told for told, _ in coup.of(CardDealt) if told.position in drawn]
    return sorted(found, key=lambda told: told.index)


def _ended(coup: Round, touches: Sequence[Told]) -> tuple[int, int] | None:
    """Where in the line, and at which position, the coup had been put right in the eyes of who did it; None if not yet.

    That is when it was said; else with the next word or money of the dealer's, or the next coup's first card.
    """
    said = [told for told, _ in coup.of(CorrectionCompleted) if told.index > touches[0].index]
    done = [told for kind in DONE for told, _ in coup.of(kind) if told.index > touches[-1].index]
    first = min((told for told in said or done if not coup.played_on(told)), key=lambda told: told.index, default=None)
    if first is not None:
        return first.index, first.position
    return (coup.played_on_at, touches[-1].position) if coup.played_on_at is not None else None


def _over(coup: Round, touches: Sequence[Told]) -> bool:
    """Whether no further card was to come."""
    done = any(told.index > touches[-1].index for kind in DONE for told, _ in coup.of(kind))
    return done or coup.played_on_at is not None


def _drawn(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    at = {told.position: told.index for told in coup.cards}
    for step, act in enumerate(one.drawn, len(one.done)):
        due = _belongs(one, step)
        if due == act.place:
            continue
        lay = lying(coup, one.names, at[act.position])
        board = lying_hands((place, other.given) for place, other in zip(lay, one.acts, strict=True))
        with rules.scope() as grounds:
            TABLEAU.grounds(board, due or act.place, rules)
        kind: Departure = "overdraw" if due is None else "card_astray"
        yield from departure(one, Fault(kind, step, act.place, due, frozenset(grounds), board), rules)


def _not_drawn(one: Deal, rules: Rules) -> Iterator[Finding]:
    """A card that was due once the others lay right, and that nobody had missed before."""
    faults = one.explanation.faults if one.explanation else ()
    for place in one.lawful.draw:
        if any((fault.kind, fault.place) == ("underdraw", place) for fault in faults):
            continue
        with rules.scope() as grounds:
            TABLEAU.grounds(one.lawful.board, place, rules)
        step = len(one.acts)
        yield from departure(one, Fault("underdraw", step, place, place, frozenset(grounds), one.lawful.board), rules)


def _misplaced(coup: Round, one: Deal, until: int) -> Iterator[str]:
    """The cards that lay elsewhere than they belong when the coup had been put right.

    Nothing tells two cards of one name apart: which of them is moved is all the same.
    """
    names, places = one.names, lying(coup, one.names, until)
    lie = Counter((name, place) for name, place in zip(names, places, strict=True) if place)
    belong = Counter((name, _belongs(one, at) or "nobody") for at, name in enumerate(names) if places[at])
    lacking = belong - lie
    for name, place in (lie - belong).elements():
        due = next(due for other, due in lacking.elements() if other == name)
        lacking[name, due] -= 1
        if due != "nobody" or place in HANDS:
            yield f"{name} lies at {place} and belongs to {due}"


AUTHORITY = frozenset(ROLES) - {"dealer"}
"""Who has authority at the table: an inspector counts as management."""

SETTLED = frozenset({"stands", "corrected"})
"""How a coup stands on whose dispute somebody with authority has decided."""

State = Literal["open", "noticed", "put_right", "closed", "not_told"]
Standing = Literal["put_right", "reconstruct", "as_dealt", "decided_again", "void", "as_money", "not_told"]
"""What counts: the hands put right already, the hands to be put right, the hands as dealt, the hands decided again as
money once later coups stand, nothing, the lawful hands as money, or nobody can say from the record."""

Worth = Callable[[Standing], Hashable]
"""What a standing comes to: the money, and what is to be done with the cards."""

Question = Key[Any]
Chosen = Mapping[Question, Any]
"""Per question that the document may leave open, the answer that is tried."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Choice:
    """A standing, compared by what it comes to: where that is the same, no reading matters."""

    standing: Standing = field(compare=False)
    comes_to: Hashable


def _in_turn(rules: Rules, questions: Sequence[Question], outcome: Callable[[Chosen], T]) -> T:
    """What comes of several questions, each one asked only where, with those before it, it makes a difference.

    One that makes none here is answered as it is elsewhere in this branch.
    """
    chosen: dict[Question, str] = {}
    known: dict[tuple[str, ...], T] = {}

    def come(chosen: Chosen) -> T:
        answers = tuple(chosen.values())
        if answers not in known:
            known[answers] = outcome(chosen)
        return known[answers]

    def way(question: Question, left: Sequence[Question], answer: str) -> tuple[T, ...]:
        """All that can come of an answer."""
        tried = {**chosen, question: answer}
        all_left = product(*(rules.possible(other) for other in left))
        return tuple(come({**tried, **dict(zip(left, answers, strict=True))}) for answers in all_left)

    for at, question in enumerate(questions):
        rules.depends(question, partial(way, question, questions[at + 1 :]))
        chosen[question] = rules.held(question)
    return come(chosen)


@dataclass(frozen=True, slots=True)
class _Misdraw:
    """A misdrawn coup with all that its window turns on."""

    coup: Round
    opened_at: int
    """Where in the line it was misdrawn: what was said before was not about that."""
    right: Told | None
    """By what it was put right: a card that was moved or drawn, or the payment of its last bet by the lawful hands."""
    astray: bool
    """Whether as many cards were dealt as were due in the order of the shoe, only not where or when they were due."""
    with_the_round: bool
    """Whether the window closes with the round, not with the next coup's first card."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """What decides how it stands; that it was deliberate is a question only where somebody on record says so."""
        deliberate = (SAID_DELIBERATE,) if said_deliberate(self.coup) else ()
        return (MISDRAW_IS, *deliberate, LAST_OF_SHOE, HEARD_BY, ONCE_CLOSED)

    def state(self, chosen: Chosen) -> State:
        ends = self.ends(chosen[LAST_OF_SHOE])
        if self.right is not None and _before(self.right, ends):
            return "put_right"
        if any(_before(told, ends) for told in self.heard(chosen[HEARD_BY])):
            return "noticed"
        if ends is not None:
            return "closed"
        return "not_told" if self.coup.followed_apart else "open"

    def ends(self, last_of_shoe: str) -> int | None:
        """Where in the line the window closes: with the next coup's first card, or with the shoe."""
        closed = (told.index for told, _ in self.coup.of(RoundClosed) if self.with_the_round)
        moments = [self.coup.played_on_at, self.coup.shoe_over_at if last_of_shoe == "closes_with_shoe" else None, *closed]
        return min((moment for moment in moments if moment is not None), default=None)

    def heard(self, by: str) -> list[Told]:
        """By what the error was brought to attention, in time or not."""
        return [told for told in _heard(self.coup, by) if told.index > self.opened_at]

    def choice(self, worth: Worth, chosen: Chosen) -> _Choice:
        how = self._standing(chosen)
        return _Choice(how, worth(how))

    def _standing(self, chosen: Chosen) -> Standing:
        state = self.state(chosen)
        if state in ("put_right", "not_told"):
            return "put_right" if state == "put_right" else "not_told"
        if state != "closed":
            return "reconstruct"
        if chosen[MISDRAW_IS] == "wrong_number" and self.astray:
            return "as_money"
        once_closed: Standing = chosen[ONCE_CLOSED]
        return "as_money" if chosen.get(SAID_DELIBERATE) == "deliberate" else once_closed

    def exposes(self, stand: bool, played_on: Round, chosen: Chosen) -> bool:  # noqa: FBT001 - bound by name
        """Whether a coup that was dealt before this one had been put right is not protected.

        What only the dealer heard was no matter for anybody else to act on: it is the next coup alone that was dealt
        over it.
        """
        if not stand:
            return True
        if chosen[PLAYED_ON] != "refer" or self.state(chosen) != "noticed":
            return False
        if chosen[MISDRAW_IS] == "wrong_number" and self.astray:
            return False
        ends = self.ends(chosen[LAST_OF_SHOE])
        by_authority = any(_before(told, ends) for told in self.heard("authority"))
        return by_authority or self.coup.following is played_on


def _misdraw(coup: Round, one: Deal | None, rules: Rules) -> _Misdraw:
    """Without a deal, as of a coup that was not wholly read, only what was said about it is looked at."""
    with_the_round = rules.value(WINDOW_CLOSES) == "round_closed"
    if one is None or not one.explanation:
        return _Misdraw(coup, -1, None, astray=False, with_the_round=with_the_round)
    aside = Rules(rules.edition)
    heeded = heeded_at(coup) is not None
    moments = [one.righted, paid_lawfully(settlings_of(facts_of(coup, one, aside), aside)) if heeded else None]
    right = min((told for told in moments if told is not None), key=lambda told: told.index, default=None)
    astray = len(one.done) == len(one.lawful.places) and not one.lawful.draw
    return _Misdraw(coup, _opened_at(coup, one), right, astray, with_the_round)


def _opened_at(coup: Round, one: Deal) -> int:
    """Where in the line the coup was misdrawn: with the card, or after the one after which a card was missing."""
    again = reopened_at(coup, one)
    if again is not None or not one.explanation:
        return -1 if again is None else again
    first = one.explanation.faults[0]
    last_right = first.step - (first.kind == "underdraw")
    positions = [act.position for act in one.acts[: last_right + 1]]
    return max((told.index for told in coup.cards if told.position in positions), default=-1)


def standing(coup: Round, one: Deal, worth: Worth, rules: Rules) -> tuple[Standing, Window]:
    """What counts in a misdrawn coup, and the window by which that was decided. `worth` is what each comes to."""
    misdraw = _misdraw(coup, one, rules)
    choice = _in_turn(rules, misdraw.questions, partial(misdraw.choice, cache(worth)))
    return choice.standing, _window(misdraw, one, rules)


def said_deliberate(coup: Round) -> bool:
    """Whether somebody on record says that the dealer erred on purpose: a note from the floor, or a word in a case."""
    players = {bet.player for _, bet in coup.of(WagerPlaced)}
    said = [noted.kind for _, noted in notes(coup) if noted.about not in players]
    said += [decision.event.reason for decision in coup.decisions if decision.event.reason]
    return any(map(says_deliberate, said))


def _before(told: Told, ends: int | None) -> bool:
    return ends is None or told.index < ends


def _heard(coup: Round, by: str) -> list[Told]:
    """By what an error was brought to attention: of somebody with authority, or of the table by a player's word."""
    begun, completed = coup.of(CorrectionBegun), coup.of(CorrectionCompleted)
    found = [told for told, correction in begun if correction.by in AUTHORITY]
    found += [told for told, correction in completed if correction.by in AUTHORITY]
    for told, notice in coup.of(NoticeGiven):
        if notice.by in AUTHORITY or notice.to in AUTHORITY or (by == "table" and notice.by not in ROLES):
            found.append(told)
    return sorted(found, key=attrgetter("index"))


def _window(misdraw: _Misdraw, one: Deal, rules: Rules) -> Window:
    """The window as a replay shows it, under the readings that hold."""
    right = misdraw.right
    chosen = {question: rules.held(question) for question in (LAST_OF_SHOE, HEARD_BY)}
    ends = misdraw.ends(chosen[LAST_OF_SHOE])
    heard = misdraw.heard(chosen[HEARD_BY])
    noticed = next((told.position for told in heard if _before(told, ends)), None)
    assert one.explanation is not None
    first = one.explanation.faults[0].step
    return Window(
        state=misdraw.state(chosen),
        opened_at=one.done[min(first, len(one.done) - 1)].position,
        noticed_at=noticed,
        put_right_at=right.position if right is not None and _before(right, ends) else None,
        closed_at=_closing_position(misdraw.coup, ends),
    )


def _closing_position(coup: Round, ends: int | None) -> int | None:
    if ends is None:
        return None
    if ends == coup.played_on_at and coup.following is not None:
        return coup.following.cards[0].position
    if ends == coup.shoe_over_at:
        return coup.shoe_over_position
    return next(told.position for told in coup.told if told.index == ends)


def exposed(coup: Round, rules: Rules) -> Round | None:
    """An earlier coup of the shoe whose misdraw had been noticed in time, and on which nobody had acted when this one was
    dealt.

    Where the house refers such a coup, this one is not protected and management decides on it; None where it stands, or
    where management has settled it. In a house whose later coups do not stand it is enough that the misdraw had been
    noticed at all.
    """
    if coup.stands_as in SETTLED:
        return None
    for earlier in coup.noticed_before:
        if earlier.shoe != coup.shoe or _acted_on(earlier, coup.cards[0].position):
            continue
        if not (unread(earlier) or misdealt(earlier, rules)):
            continue
        misdraw = _misdraw(earlier, None if unread(earlier) else deal(earlier, rules), rules)
        if misdraw.right is not None and _before(misdraw.right, coup.cards[0].index):
            continue
        stand = rules.value(LATER_COUPS) == "stand"
        questions = (PLAYED_ON, MISDRAW_IS, LAST_OF_SHOE, HEARD_BY)
        if _in_turn(rules, questions, partial(misdraw.exposes, stand, coup)):
            return earlier
    return None


def _acted_on(coup: Round, position: int) -> bool:
    """Whether somebody with authority had decided on a coup by then; that it is disputed is no decision."""
    made = (one for one in coup.decisions if one.refused is None and not isinstance(one.event, RoundDisputed))
    return any(one.holds_from < position for one in made)
