"""The misdraw window (DCB-21): opened by the misdraw, closed by the next coup's first card; what then stands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.events.play import CorrectionBegun, CorrectionCompleted, NoticeGiven
from ledger.people import ROLES
from replay.baccarat.deal import Deal, misdealt, unread
from replay.baccarat.values import LATER_COUPS, WINDOW_CLOSES
from replay.judgement import Window
from replay.rules import Rules
from replay.story import Round, Told

AUTHORITY = frozenset(ROLES) - {"dealer"}
"""Who has authority at the table: an inspector counts as management (DCB-21b?)."""

State = Literal["open", "noticed", "put_right", "closed", "not_told"]
Standing = Literal["put_right", "reconstruct", "as_dealt", "decided_again", "void", "as_money", "not_told"]
"""What counts: the hands put right already, the hands to be put right, the hands as dealt, the hands decided again as
money once later coups stand, nothing, the lawful hands as money, or nobody can say from the record."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A standing, compared by the money that follows from it: where that is the same, no reading matters."""

    standing: Standing = field(compare=False)
    money: tuple[int | None, ...]


Money = Mapping[Standing, tuple[int | None, ...]]


def standing(coup: Round, one: Deal, money: Money, rules: Rules) -> tuple[Standing, Window]:
    """What counts in a misdrawn coup, and the window by which that was decided. `money` is what each would pay."""
    rules.value(WINDOW_CLOSES)
    inside = _inside(coup, one, money, rules)
    if any(fault.kind not in ("card_astray", "out_of_order") for fault in one.explanations[0].faults):
        return inside(), window(coup, one, rules)
    if one.put_right:
        return inside(), window(coup, one, rules)
    answers: dict[str, Callable[[], Standing]] = {"a": inside, "b": lambda: "as_money"}
    return rules.read("DCB-21f?", answers), window(coup, one, rules)


def _inside(coup: Round, one: Deal, money: Money, rules: Rules) -> Callable[[], Standing]:
    def decide() -> Standing:
        if one.put_right and _in_time(_completed(coup), _ends(coup, "b")):
            return "put_right"
        state = _state(coup, rules, put_right=one.put_right)
        if state in ("noticed", "open", "put_right"):
            return "reconstruct"
        if state == "not_told":
            return "not_told"
        after: dict[str, Callable[[], _Choice]] = {
            "a": lambda: _Choice("as_dealt", money["as_dealt"]),
            "b": lambda: _Choice("decided_again", money["decided_again"]),
            "c": lambda: _Choice("void", money["void"]),
        }
        return rules.read("DCB-21a?", after).standing

    return decide


def _state(coup: Round, rules: Rules, *, put_right: bool) -> State:
    """The window's state under the readings of DCB-21e? and 21b?, each read only where it makes a difference."""
    states = {(e, b): _state_under(coup, e, b, put_right=put_right) for e in "ab" for b in "ab"}
    under_a, under_b = ((states[e, "a"], states[e, "b"]) for e in "ab")
    closing = rules.read("DCB-21e?", {"a": lambda: under_a, "b": lambda: under_b})
    return rules.read("DCB-21b?", {"a": lambda: closing[0], "b": lambda: closing[1]})


def _state_under(coup: Round, closing: str, attention: str, *, put_right: bool) -> State:
    ends = _ends(coup, closing)
    if put_right and _in_time(_completed(coup), ends):
        return "put_right"
    if any(_in_time(told, ends) and _heeded(told, attention) for told in coup.told):
        return "noticed"
    if ends is not None:
        return "closed"
    return "not_told" if coup.followed_apart else "open"


def _ends(coup: Round, reading: str) -> int | None:
    """Where in the line the window closes: with the next coup's first card, or with the shoe (DCB-21e? a)."""
    moments = [coup.played_on_at, coup.shoe_over_at if reading == "a" else None]
    return min((moment for moment in moments if moment is not None), default=None)


def _in_time(told: Told | None, ends: int | None) -> bool:
    return told is not None and (ends is None or told.index < ends)


def _completed(coup: Round) -> Told | None:
    return next((told for told in coup.told if isinstance(told.event, CorrectionCompleted)), None)


def _heeded(told: Told, reading: str) -> bool:
    """Whether an error was brought to attention: to somebody with authority (a), or by a player's word (b)."""
    match told.event:
        case NoticeGiven(by=by, to=to):
            return by in AUTHORITY or to in AUTHORITY or (reading == "b" and by not in ROLES)
        case CorrectionBegun(by=by):
            return by in AUTHORITY
    return False


def window(coup: Round, one: Deal, rules: Rules) -> Window:
    """The window as a replay shows it, under the readings that hold."""
    ends = _ends(coup, rules.chosen("DCB-21e?"))
    attention = rules.chosen("DCB-21b?")
    noticed = next((t for t in coup.told if _heeded(t, attention)), None)
    completed = _completed(coup) if one.put_right else None
    first = one.explanations[0].faults[0].step if one.explanations and one.explanations[0].faults else one.fits
    return Window(
        state=_state_under(coup, rules.chosen("DCB-21e?"), attention, put_right=one.put_right),
        opened_at=one.done[min(first, len(one.done) - 1)].position,
        noticed_at=noticed.position if noticed and _in_time(noticed, ends) else None,
        put_right_at=completed.position if completed and _in_time(completed, ends) else None,
        closed_at=_closing_position(coup, ends),
    )


def _closing_position(coup: Round, ends: int | None) -> int | None:
    if ends is None:
        return None
    if ends == coup.played_on_at and coup.following is not None:
        return coup.following.cards[0].position
    return coup.shoe_over_position


def exposed(coup: Round, rules: Rules) -> Round | None:
    """An earlier coup whose misdraw had been noticed in time but was not put right when this coup was dealt.

    Under DCB-21d? (a) this coup then is not protected, and management decides on it; None under (b).
    """
    for earlier in coup.noticed_before:
        if not (unread(earlier) or misdealt(earlier, rules)) or _state(earlier, rules, put_right=False) != "noticed":
            continue
        if rules.value(LATER_COUPS) == "refer" or rules.read("DCB-21d?", {"a": lambda: True, "b": lambda: False}):
            return earlier
    return None
