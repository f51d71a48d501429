"""Findings: what is out of order in a round. They are values, all of them are collected, in order of precedence."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from typing import Final, Literal

from ledger.events import Event
from ledger.events.play import CardDealt, WagerPlaced
from ledger.events.table import OddsPosted
from ledger.values.message import Written

_DIGIT_RUNS: Final = re.compile(r"[0-9]+|[^0-9]+")
_SPLIT_HANDS: Final = (("The hand of hand", "Hand"), ("the hand of hand", "hand"), ("hand of hand", "hand"))
"""A split hand is a place of its own: `hand 2 of box 3`, where others are the hand of a place."""


class Phase(IntEnum):
    """What a finding is about. Findings are told in this order; the first one never hides the next."""

    RECORD = 1
    CARDS = 2
    WHEEL = 3
    DECISIONS = 4
    SHOE = 5
    BETS = 6
    MONEY = 7
    NOTES = 8
    CHAMPIONSHIP = 9


Responsibility = Literal["dealing", "players", "record"]
Mark = Literal["", "certain", "conditional"]
"""How something on the table is marked: not at all, as wrong in any case, or as wrong under some readings only."""


def _always(_: Mapping[str, str | int]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Absence:
    """What a finding rests on that is not on record: that none of these events happened.

    `when` says where such an event would have come, seen from the entry that the finding is about. `where` says of which
    findings of the kind that is true, by their particulars. `is_of_order` says that it rests on the order of such events,
    and not on their absence.
    """

    events: tuple[type[Event], ...]
    when: Literal["before", "after", "anywhere"] = "anywhere"
    where: Callable[[Mapping[str, str | int]], bool] = _always
    is_of_order: bool = False


Holds = Literal["as_its_phase", "anyhow", "unless_reopened"]
"""What can speak against a finding besides what its absence names: whatever can against one of its phase; nothing, where
what is on record is enough; or, of what was done too late, that the time for bets began anew.
"""


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A kind of finding, declared beside the check that yields it.

    `whose` says whose doing it is; `text` is its English sentence, with its particulars in braces. `absence` is what it
    rests on that is not on record; None where it rests on what is. `holds` says what else of a record may speak against it.
    """

    name: str
    phase: Phase
    whose: Responsibility
    text: str
    absence: Absence | None = None
    holds: Holds = "as_its_phase"


_KINDS: Final[dict[str, FindingKind]] = {}
_RANKS: Final[dict[str, tuple[Phase, bool, str, int]]] = {}


def declare(
    module: str,
    phase: Phase,
    whose: Responsibility,
    texts: Mapping[str, str],
    absences: Mapping[str, Absence] | None = None,
    holds_anyhow: Iterable[str] = (),
    holds_unless_reopened: Iterable[str] = (),
) -> None:
    """Declare kinds of findings of a module, each by its name with its sentence; those that rest on an absence with it, and
    those that hold whatever else is missing, or unless the time for bets began anew.

    Within a phase those that several games have come first, then those of one module after the other, as they are declared.
    Raises ValueError for a name that another kind has, and KeyError for what is said of a kind that is not declared.
    """
    rest = dict(absences or {})
    holds: dict[str, Holds] = {
        **dict.fromkeys(holds_anyhow, "anyhow"),
        **dict.fromkeys(holds_unless_reopened, "unless_reopened"),
    }
    for name, text in texts.items():
        kind = FindingKind(name, phase, whose, text, rest.pop(name, None), holds.pop(name, "as_its_phase"))
        if _KINDS.setdefault(name, kind) != kind:
            raise ValueError(f"there is a kind of finding named {name}")
        _RANKS.setdefault(name, (phase, module != __name__, module, len(_RANKS)))
    if unknown := {**rest, **holds}:
        raise KeyError(f"no such kind of finding: {', '.join(unknown)}")


def kind_of(name: str) -> FindingKind:
    """The kind of a finding by its name. Raises KeyError for one that no module in use declares."""
    return _KINDS[name]


def declared_kinds() -> tuple[FindingKind, ...]:
    """The kinds of all modules in use, in the order in which findings are told."""
    return tuple(sorted(_KINDS.values(), key=lambda kind: _RANKS[kind.name]))


Alternative = tuple[tuple[str, tuple[str, ...]], ...]
"""Letters of some ambiguities that hold together: `A? (a or b) and B? (c)`."""

Condition = tuple[Alternative, ...]
"""Under which choices something holds: under any of these. Empty where it holds whatever is chosen."""

CONDITION_PREFIX: Final = "Under "
"""How the sentence of a finding begins that holds under some readings only; no other one does."""

ORDER_CHOICE: Final = "order"
"""The choice between two possible orders of events, beside the choices between readings."""

ACCOUNT_CHOICE: Final = "account"
"""The choice between accounts of a round of which nobody has decided which one counts."""

RECORD_CHOICE: Final = "record"
"""The choice between a record that is taken as `complete` and as `incomplete`, where a part of it is missing."""

RECORD_CHOICES: Final = frozenset({ORDER_CHOICE, ACCOUNT_CHOICE, RECORD_CHOICE})
"""The choices that are about the record and not about the rules."""


RECORDS: Final[Mapping[str, str]] = {
    "complete": "the assumption that nothing is missing from the record",
    "incomplete": "the assumption that something is missing from the record",
}
"""The letters of that choice in words."""


def condition_text(
    condition: Condition,
    either: str = " or ",
    both: str = " and ",
    order: str = "the order {order}",
    account: str = "the account {account}",
    records: Mapping[str, str] = RECORDS,
) -> str:
    """A condition in words: `MIN-4a? (a or b) and MIN-4b? (b), or MIN-4a? (c)`."""

    def choice_text(clause: str, letters: Sequence[str]) -> str:
        if clause == ORDER_CHOICE:
            return order.format(order=either.join(letters))
        if clause == ACCOUNT_CHOICE:
            return account.format(account=either.join(letters))
        if clause == RECORD_CHOICE:
            return either.join(records[letter] for letter in letters)
        return f"{clause} ({either.join(letters)})"

    return f",{either}".join(
        both.join(choice_text(clause, letters) for clause, letters in alternative) for alternative in condition
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach or a doubt: its kind, the clauses it rests on, the position where it happened, and its particulars."""

    kind: str
    clauses: tuple[str, ...]
    position: int
    particulars: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    wagers: tuple[str, ...] = ()
    branch_ids: tuple[str, ...] = ()
    """The branches of the ruling under which it holds; empty where it holds under every one."""
    condition: Condition = ()
    """Under which choices that is. With one, nobody may take the finding for a fact."""
    phase: Phase | None = None
    """Among which findings it comes, if not among those of its kind: one from which nothing follows comes last."""

    @property
    def text(self) -> str:
        """The finding in one sentence, beginning with the condition under which it holds."""
        sentence = self.sentence
        return f"{CONDITION_PREFIX}{condition_text(self.condition)}: {sentence}" if self.condition else sentence

    @property
    def absence(self) -> Absence | None:
        """What it rests on that is not on record; None where it rests on what is."""
        absence = kind_of(self.kind).absence
        return absence if absence is not None and absence.where(self.particulars) else None

    @property
    def sentence(self) -> str:
        """The finding in one sentence, without its condition."""
        return finding_sentence(kind_of(self.kind).text, self.particulars)

    def with_clauses(self, clauses: Iterable[str]) -> "Finding":
        """The finding resting on other clauses."""
        return replace(self, clauses=sorted_clauses(clauses))


def finding_sentence(text: str, particulars: Mapping[str, str | int]) -> str:
    """An English sentence with its particulars."""
    sentence = text.format_map({name: Written(value) for name, value in particulars.items()})
    for twice, once in _SPLIT_HANDS:
        sentence = sentence.replace(twice, once)
    return sentence[:1].upper() + sentence[1:]


def sorted_clauses(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses in the order of their numbers: the third before the tenth."""
    return tuple(sorted(set(clauses), key=_clause_sort_key))


@cache
def _clause_sort_key(clause: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part) if part.isdigit() else 0, part) for part in _DIGIT_RUNS.findall(clause))


def sorted_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """All findings by precedence, then by where they happened."""
    found = list(findings)
    apart = len(set(map(_finding_sort_key, found))) == len(found)  # else their sentences decide
    return tuple(
        sorted(found, key=_finding_sort_key if apart else lambda finding: (_finding_sort_key(finding), finding.text))
    )


def _finding_sort_key(finding: Finding) -> tuple[tuple[Phase, bool, str, int], int, tuple[str, ...]]:
    rank = _RANKS[finding.kind]
    return rank if finding.phase is None else (finding.phase, *rank[1:]), finding.position, finding.wagers


# What several games have

declare(
    __name__,
    Phase.CARDS,
    "record",
    {
        "unexplained": "From {card} on, the deal cannot be explained by a few errors; a person must examine it.",
        "unread_card": "A card dealt to {place} was not read.",
    },
    holds_anyhow=("unread_card",),
)
declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "underdraw": "{place} had {total} {total:point|points}{given} and should have drawn a third card; "
        "the dealer did not give it one.",
        "overdraw": "{place} had {total} {total:point|points}{given} and should have stood; the dealer gave it {card}.",
        "out_of_order": "{place} was given {card} before {due} had received its card.",
        "card_astray": "{card} was dealt to {place}; it belonged to {due}.",
        "wrong_correction": "The error was corrected wrongly: {what}.",
    },
    {
        "underdraw": Absence((CardDealt,)),
    },
)
declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "late_bet": "Player {player} bet {amount} on {kind} ({wager}) after {closing}.",
        "changed_late": "Wager {wager} of {player} was changed from {before} to {after} after {closing}.",
        "withdrawn_late": "Wager {wager} of {player} was taken back after {closing}.",
        "handled_by_another": "Wager {wager} of {player} on {kind} was {what} by {by}, whose wager it is not: that has no "
        "effect.",
        "payment_taken_by_another": "What was paid on wager {wager} of {player} was taken by {by}, whose it is not: that "
        "has no effect.",
        "off_limits": "Wager {wager} of {player}, {amount} on {kind}, is {side} the posted {limit}.",
        "no_posted_odds": "Wager {wager} of {player} won on {what}, for which the house has not posted any odds.",
        "unknown_wager": "Wager {wager} of {player} is on {kind}, which this house does not offer.",
        "partnership": "Players {players} bet {how}, together above the maximum of {most}.",
        "not_in_chips": "Wager {wager} of {player}, {amount}, was not placed in chips.",
    },
    {
        "no_posted_odds": Absence((OddsPosted,), "before"),
    },
    holds_anyhow=("handled_by_another", "payment_taken_by_another", "unknown_wager"),
    holds_unless_reopened=("late_bet", "changed_late", "withdrawn_late"),
)
declare(
    __name__,
    Phase.BETS,
    "dealing",
    {
        "payment_without_wager": "{amount} was paid for {wager}, but no such wager is on record.",
        "taken_back_without_wager": "{amount} was taken back from {wager}, but no such wager is on record.",
    },
    {
        "payment_without_wager": Absence((WagerPlaced,), "before"),
        "taken_back_without_wager": Absence((WagerPlaced,), "before"),
    },
)
declare(
    __name__,
    Phase.MONEY,
    "players",
    {
        "tip": "Player {player} gave a tip of {amount}; tips are not allowed.",
    },
    holds_anyhow=("tip",),
)
