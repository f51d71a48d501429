"""The misdraw window (DCB-21): opened by the misdraw, closed by the next coup's first card; what then stands."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from operator import attrgetter
from typing import Final, Generic, Literal, TypeVar

from ledger.events.play import CorrectionBegun, CorrectionCompleted, NoticeGiven, RoundClosed
from ledger.people import ROLES
from replay.baccarat.claims import facts_of, heeded_at, paid_lawfully, settlings_of
from replay.baccarat.deal import Deal, deal, misdealt, unread
from replay.baccarat.values import LATER_COUPS, WINDOW_CLOSES
from replay.judgement import Window
from replay.round import Round, Told
from replay.rules import Rules

AUTHORITY = frozenset(ROLES) - {"dealer"}
"""Who has authority at the table: an inspector counts as management (DCB-21b?)."""

State = Literal["open", "noticed", "put_right", "closed", "not_told"]
Standing = Literal["put_right", "reconstruct", "as_dealt", "decided_again", "void", "as_money", "not_told"]
"""What counts: the hands put right already, the hands to be put right, the hands as dealt, the hands decided again as
money once later coups stand, nothing, the lawful hands as money, or nobody can say from the record."""

Money = Callable[[Standing], Sequence[int | None]]
Chosen = Mapping[str, str]
"""Per ambiguity, the reading that is tried."""
T = TypeVar("T")

_LETTERS: Final = {"DCB-21a?": "abc", "DCB-21b?": "ab", "DCB-21d?": "ab", "DCB-21e?": "ab", "DCB-21f?": "ab"}
_ONCE_CLOSED: Final[Mapping[str, Standing]] = {"a": "as_dealt", "b": "decided_again", "c": "void"}


@dataclass(frozen=True, slots=True)
class _Choice:
    """A standing, compared by the money that follows from it: where that is the same, no reading matters."""

    standing: Standing = field(compare=False)
    money: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class _Way(Generic[T]):
    """A reading, compared by all that can come of it."""

    letter: str = field(compare=False)
    comes_to: tuple[T, ...]


def _in_turn(rules: Rules, clauses: Sequence[str], outcome: Callable[[Chosen], T]) -> T:
    """What comes of several ambiguities, each one read only where, with those before it, it makes a difference."""
    chosen: dict[str, str] = {}
    known: dict[tuple[str, ...], T] = {}

    def come(chosen: Chosen) -> T:
        letters = tuple(chosen.values())
        if letters not in known:
            known[letters] = outcome(chosen)
        return known[letters]

    for at, clause in enumerate(clauses):
        left = clauses[at + 1 :]
        ways: dict[str, Callable[[], _Way[T]]] = {
            letter: partial(_way, letter, left, come, {**chosen, clause: letter}) for letter in _LETTERS[clause]
        }
        chosen[clause] = rules.read(clause, ways).letter
    return come(chosen)


def _way(letter: str, left: Sequence[str], outcome: Callable[[Chosen], T], chosen: Chosen) -> _Way[T]:
    all_left = product(*(_LETTERS[clause] for clause in left))
    return _Way(letter, tuple(outcome({**chosen, **dict(zip(left, letters, strict=True))}) for letters in all_left))


@dataclass(frozen=True, slots=True)
class _Misdraw:
    """A misdrawn coup with all that its window turns on."""

    coup: Round
    right: Told | None
    """By what it was put right: a card that was moved or drawn, or the payment of its last bet by the lawful hands."""
    astray: bool
    """Whether there were as many cards as were due, only not where or when they were due."""
    with_the_round: bool
    """Whether the window closes with the round, not with the next coup's first card."""

    def state(self, chosen: Chosen) -> State:
        ends = self.ends(chosen["DCB-21e?"])
        if self.right is not None and _before(self.right, ends):
            return "put_right"
        if any(_before(told, ends) for told in _heard(self.coup, chosen["DCB-21b?"])):
            return "noticed"
        if ends is not None:
            return "closed"
        return "not_told" if self.coup.followed_apart else "open"

    def ends(self, reading: str) -> int | None:
        """Where in the line the window closes: with the next coup's first card, or with the shoe (DCB-21e? a)."""
        closed = (told.index for told, _ in self.coup.of(RoundClosed) if self.with_the_round)
        moments = [self.coup.played_on_at, self.coup.shoe_over_at if reading == "a" else None, *closed]
        return min((moment for moment in moments if moment is not None), default=None)

    def choice(self, money: Money, chosen: Chosen) -> _Choice:
        how = self._standing(chosen)
        return _Choice(how, tuple(money(how)))

    def _standing(self, chosen: Chosen) -> Standing:
        state = self.state(chosen)
        if state in ("put_right", "not_told"):
            return "put_right" if state == "put_right" else "not_told"
        if chosen["DCB-21f?"] == "b" and self.astray:
            return "as_money"
        return _ONCE_CLOSED[chosen["DCB-21a?"]] if state == "closed" else "reconstruct"

    def exposes(self, stand: bool, chosen: Chosen) -> bool:  # noqa: FBT001 - bound by name
        """Whether a coup that was dealt before this one had been put right is not protected."""
        return not stand or (chosen["DCB-21d?"] == "a" and self.state(chosen) == "noticed")


def _misdraw(coup: Round, one: Deal | None, rules: Rules) -> _Misdraw:
    """Without a deal, as of a coup that was not wholly read, only what was said about it is looked at."""
    with_the_round = rules.value(WINDOW_CLOSES) == "round_closed"
    if one is None or not one.explanation:
        return _Misdraw(coup, None, astray=False, with_the_round=with_the_round)
    aside = Rules(rules.edition)
    heeded = heeded_at(coup) is not None
    moments = [one.righted, paid_lawfully(settlings_of(facts_of(coup, one, aside), aside)) if heeded else None]
    right = min((told for told in moments if told is not None), key=lambda told: told.index, default=None)
    astray = all(fault.kind in ("card_astray", "out_of_order") for fault in one.explanation.faults)
    return _Misdraw(coup, right, astray, with_the_round)


def standing(coup: Round, one: Deal, money: Money, rules: Rules) -> tuple[Standing, Window]:
    """What counts in a misdrawn coup, and the window by which that was decided. `money` is what each would pay."""
    misdraw = _misdraw(coup, one, rules)
    clauses = ("DCB-21f?", "DCB-21e?", "DCB-21b?", "DCB-21a?")
    choice = _in_turn(rules, clauses, partial(misdraw.choice, cache(money)))
    return choice.standing, _window(misdraw, one, rules)


def _before(told: Told, ends: int | None) -> bool:
    return ends is None or told.index < ends


def _heard(coup: Round, reading: str) -> list[Told]:
    """By what an error was brought to attention: to somebody with authority (a), or by a player's word (b)."""
    begun, completed = coup.of(CorrectionBegun), coup.of(CorrectionCompleted)
    found = [told for told, correction in begun if correction.by in AUTHORITY]
    found += [told for told, correction in completed if correction.by in AUTHORITY]
    for told, notice in coup.of(NoticeGiven):
        if notice.by in AUTHORITY or notice.to in AUTHORITY or (reading == "b" and notice.by not in ROLES):
            found.append(told)
    return sorted(found, key=attrgetter("index"))


def _window(misdraw: _Misdraw, one: Deal, rules: Rules) -> Window:
    """The window as a replay shows it, under the readings that hold."""
    right = misdraw.right
    chosen = {clause: rules.chosen(clause) for clause in ("DCB-21e?", "DCB-21b?")}
    ends = misdraw.ends(chosen["DCB-21e?"])
    heard = _heard(misdraw.coup, chosen["DCB-21b?"])
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
    """An earlier coup whose misdraw had been noticed in time but was not put right when this coup was dealt.

    Under DCB-21d? (a) this coup then is not protected, and management decides on it; None under (b). In a house whose
    later coups do not stand it is enough that the misdraw had been noticed at all.
    """
    for earlier in coup.noticed_before:
        if not (unread(earlier) or misdealt(earlier, rules)):
            continue
        misdraw = _misdraw(earlier, None if unread(earlier) else deal(earlier, rules), rules)
        if misdraw.right is not None and _before(misdraw.right, coup.cards[0].index):
            continue
        stand = rules.value(LATER_COUPS) == "stand"
        if _in_turn(rules, ("DCB-21d?", "DCB-21e?", "DCB-21b?"), partial(misdraw.exposes, stand)):
            return earlier
    return None
