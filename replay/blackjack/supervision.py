"""Who was there when cards that a box without a wager had been dealt were put where they belong."""

from collections.abc import Iterator

from ledger.events.play import CorrectionBegun, CorrectionCompleted, NoticeGiven
from ledger.values.offices import ROLES
from replay.blackjack import values
from replay.blackjack.deal import Deal
from replay.blackjack.departures import first_kinds
from replay.blackjack.table import spoken
from replay.findings import Finding, cited
from replay.round import Round, Told
from replay.rules import Rules


def supervision(one: Round, dealt: Deal, rules: Rules) -> Iterator[Finding]:
    """Such a correction that nobody supervised whom the house wants there."""
    clause = rules.conduct("not_supervised")
    if clause is None or dealt.explanation is None or "empty_box" not in first_kinds(dealt, rules):
        return
    done = _done(one, dealt)
    with rules.scope() as grounds:
        due = rules.value(values.SUPERVISED_BY)
    if due == "nobody" or not done or any(_above(person, due) for person in _present(one, done)):
        return
    faults = zip(dealt.explanation.faults, first_kinds(dealt, rules), strict=True)
    fault = next(fault for fault, kind in faults if kind == "empty_box")
    who = [told.event.by for told in done if isinstance(told.event, CorrectionBegun | CorrectionCompleted)]
    by = _named(who[0]) if who else "somebody"
    about: dict[str, str | int] = {"place": spoken(fault.place), "by": by, "due": due}
    yield Finding("not_supervised", cited({clause, *grounds}), done[0].position, about)


def _done(one: Round, dealt: Deal) -> list[Told]:
    """What was done to put the round right."""
    said = [told for kind in (CorrectionBegun, CorrectionCompleted) for told, _ in one.of(kind)]
    return said or ([] if dealt.touched is None else [dealt.touched])


def _present(one: Round, done: list[Told]) -> Iterator[str]:
    """Who put the round right, or was told of the error before that was over."""
    for told in done:
        if isinstance(told.event, CorrectionBegun | CorrectionCompleted):
            yield told.event.by
    for told, notice in one.of(NoticeGiven):
        if told.index < done[-1].index:
            yield from (notice.by, notice.to)


def _above(person: str, office: str) -> bool:
    """Whether somebody has this office, or one above it."""
    below = ("dealer",) if office == "inspector" else ("dealer", "inspector")
    return person in ROLES and person not in below


def _named(person: str) -> str:
    return f"the {person}" if person in ROLES else person
