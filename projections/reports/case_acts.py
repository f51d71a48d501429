"""What was done about a case, in order: who, when, in which office, on which clause, and what was refused."""

from collections.abc import Iterator
from typing import Any

from ledger.cases.case import Act
from ledger.events.cases import ActRefused, Answer, Proposal, RulingTaken
from projections.reports.case_file import CaseFile
from projections.reports.case_report import ActTold
from projections.reports.decisions import officer, reason
from projections.reports.readings import done
from projections.words import Words


def acts_told(file: CaseFile, words: Words) -> Iterator[ActTold]:
    """Every act and every attempt."""
    for act in file.case.taken:
        what = words.say(f"case_act.{act.act}")
        yield ActTold(
            position=act.entry.position,
            at=done(act.entry),
            by=officer(file.names.of(act.event.by), act.event.office, words),
            what=words.say("case.tried", what=what) if act.refused else what,
            told="; ".join(_told(act, file, words)),
            clause=act.clause or "",
            refused=act.refused and file.names.within(act.refused),
        )


def _told(act: Act, file: CaseFile, words: Words) -> Iterator[str]:
    """The particulars of an act, each as a short text."""
    event = act.event
    if isinstance(event, Proposal):
        yield from (answer_told(answer, file, words) for answer in event.answers)
    for person in ("player", "person"):
        if who := getattr(event, person, None):
            yield file.names.of(who)
    yield from _amounts(event, file, words)
    for field in ("round", "evidence", "camera", "body", "text"):
        if said := getattr(event, field, None):
            yield file.names.within(said)
    for field in ("outcome", "seen_as", "office_held"):
        if said := getattr(event, field, None):
            yield words.value(str(said).replace("_", " "))
    if isinstance(event, RulingTaken):
        yield words.say(f"case_verdict.{event.verdict}")
    if why := getattr(event, "reason", None):
        yield reason(file.names.within(why), words)


def _amounts(event: Any, file: CaseFile, words: Words) -> Iterator[str]:
    if isinstance(event, ActRefused):
        return
    for field in ("amount_minor", "offered_minor"):
        if (minor := getattr(event, field, None)) is not None:
            yield file.money(minor)
    if getattr(event, "ex_gratia", False):
        yield words.say("case.ex_gratia")


def answer_told(answer: Answer, file: CaseFile, words: Words) -> str:
    """An answer in a line."""
    told = words.say(
        "case.answer_line",
        player=file.names.of(answer.player),
        outcome=words.say(f"case.{answer.outcome}"),
        amount=file.money(answer.pay_minor),
    )
    return told + (
        words.say("case.and_ex_gratia", amount=file.money(answer.ex_gratia_minor)) if answer.ex_gratia_minor else ""
    )
