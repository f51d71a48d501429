"""A case made into a report: the one place where it is decided what a report on a case says."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from ledger.cases.case import Act
from ledger.events.cases import ActRefused, Answer, CaseAppealed, EvidenceAttached, PersonNamed, Proposal, RulingTaken
from ledger.values.times import instant, written
from projections.messages.catalogue import Words, labels
from projections.reports.case_file import CaseFile
from projections.reports.case_money import money_of_case, owed
from projections.reports.case_report import (
    ActTold,
    CaseEvidence,
    CaseReport,
    DueTold,
    FootageTold,
    LineTold,
    PersonTold,
)
from projections.reports.compose import Footage, Within, attached, round_told
from projections.reports.decisions import officer, reason
from projections.reports.readings import done, when
from replay import ENGINE
from replay.ruling.ruling import position_ranges


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


FINAL_POSITION = "final_position"


def compose_case(file: CaseFile, words: Words, *, masked: bool) -> CaseReport:
    """The report on a case. Without the stored bytes where names are masked."""
    case, opened = file.case, file.case.opened
    footage = _footage_of(file)
    rounds = (round_told(ruling, words, Within(file.settled(ruling.round.name), footage)) for ruling in file.rulings)
    return CaseReport(
        language=words.language,
        masked=masked,
        title=words.say("case.title", case=case.number),
        case=case.number,
        state=words.say(f"case.is_{case.state}"),
        header=tuple(_header(file, words)),
        question=tuple(_question(file, words)),
        answer=tuple(_answer(file, words)),
        money_is=words.say("case.money_is", currency=file.opening.currency),
        money=tuple(money_of_case(file, words)),
        rounds=tuple(rounds),
        no_rounds=None if file.rulings else words.say("case.no_rounds", about=opened.shoe or opened.day),
        acts=tuple(acts_told(file, words)),
        deadlines=tuple(_deadlines(file, words)),
        persons=tuple(_persons(file, words)),
        footage=tuple(_footage(event, file, words) for event in case.evidence),
        held=words.say("case.held" if case.held else "case.not_held"),
        rights=tuple(rights_in(file, words)),
        evidence=_evidence(file, words, masked=masked),
        events=None if masked else attached(file.stored),
    )


# The head and the question


def _header(file: CaseFile, words: Words) -> Iterator[LineTold]:
    opened, sheet = file.case.opened, file.edition.sheet
    table, day = opened.day.split("/")

    def line(key: str, told: str) -> LineTold:
        return LineTold(label=words.say(f"case.{key}"), told=told)

    yield line("number", file.case.number)
    yield line("opened", _by(file.case.taken[0], file, words))
    yield line("received", when(opened.received_at))
    yield line("about", words.say("case.table_and_day", table=table, day=day))
    if opened.rounds:
        yield line("rounds", ", ".join(opened.rounds))
    if opened.shoe:
        yield line("shoe", opened.shoe)
    if opened.at:
        yield line("at", when(opened.at))
    yield line("rulebook", f"{sheet.edition.document}, {words.say('report.edition')} {file.edition.name}")
    if opened.jurisdiction:
        yield line("jurisdiction", opened.jurisdiction)


def _by(act: Act, file: CaseFile, words: Words) -> str:
    who = officer(file.names.of(act.event.by), act.event.office, words)
    return words.say("case.by_on", by=who, at=done(act.entry))


def _question(file: CaseFile, words: Words) -> Iterator[str]:
    for claim in file.case.claims.values():
        told = words.say("case.claims", player=file.names.of(claim.player), amount=file.money(claim.amount_minor))
        why = claim.reason and words.say("decision.why", told=told, reason=reason(file.names.within(claim.reason), words))
        yield f"{why or told}."
    if not file.case.claims:
        yield words.say("case.nobody_claims")
    names = ", ".join(ruling.round.name for ruling in file.rulings) or file.case.opened.day
    yield words.say("case.question", rounds=names, document=file.edition.sheet.edition.document)


# The answer


def _answer(file: CaseFile, words: Words) -> Iterator[str]:
    case = file.case
    yield from _decided(file, words)
    answers = case.answers()
    for answer in answers.values():
        told = f"{answer_told(answer, file, words)}. "
        left = owed(file, answer.player)
        key = "still_owed" if left > 0 else "nothing_owed"
        yield told + words.say(f"case.{key}", amount=file.money(left))
    if case.proposal is not None and case.state in ("proposed", "approved"):
        told = "; ".join(answer_told(answer, file, words) for answer in case.proposal.answers)
        yield words.say("case.proposes", answers=told)
    for player in case.claims:
        if player not in answers:
            yield words.say("case.not_answered", player=file.names.of(player))


def _decided(file: CaseFile, words: Words) -> Iterator[str]:
    """How the case stands, and who brought it there."""
    case = file.case
    held = {act.act: act for act in case.taken if act.refused is None}
    proposed = held.get("alter_ruling", held.get("propose_ruling"))
    if "settle_case" in held and "approve_ruling" in held and proposed is not None:
        yield words.say(
            "case.settled_by",
            settled=_by(held["settle_case"], file, words),
            approved=_by(held["approve_ruling"], file, words),
            proposed=_by(proposed, file, words),
        )
    if case.state != "settled" or "settle_case" not in held:
        yield words.say(f"case.stands_{case.state}")


# Who was there, what was to be seen, what is due


def _persons(file: CaseFile, words: Words) -> Iterator[PersonTold]:
    for act in file.case.taken:
        if act.refused is None and isinstance(act.entry.event, PersonNamed):
            named = act.entry.event
            yield PersonTold(
                person=file.names.of(named.person),
                office=words.value((named.office_held or "").replace("_", " ")),
                seen_as=words.value(named.seen_as.replace("_", " ")),
            )


def _footage(event: EvidenceAttached, file: CaseFile, words: Words) -> FootageTold:
    key = "on_time" if not event.offset_ms else "ahead" if event.offset_ms > 0 else "behind"
    seconds, rest = divmod(abs(event.offset_ms), 1000)
    return FootageTold(
        evidence=file.names.within(event.evidence),
        camera=file.names.within(event.camera or ""),
        clock=words.say(f"case.{key}", seconds=f"{seconds}.{rest:03}") if event.camera else "",
        begins=when(event.begins_at or ""),
        ends=when(event.ends_at or ""),
        kept=event.expires_on or "",
        digest=event.digest or "",
    )


def _footage_of(file: CaseFile) -> Footage:
    """Says which cameras show an instant, and what their clocks show then. A camera's span is in true time."""
    filmed = [event for event in file.case.evidence if event.camera and event.begins_at and event.ends_at]

    def seen(at: str | None) -> str:
        if at is None:
            return ""
        here = [event for event in filmed if (event.begins_at or "") <= at <= (event.ends_at or "")]
        return ", ".join(f"{file.names.within(event.camera or '')} {_clock(at, event.offset_ms)}" for event in here)

    return seen


def _clock(at: str, offset_ms: int) -> str:
    return written(instant(at) + offset_ms * 1000)[11:23]


def _deadlines(file: CaseFile, words: Words) -> Iterator[DueTold]:
    named = labels(words, "deadline")
    given = [act for act in file.case.taken if act.refused is None and act.act == "settle_case"]
    for one in file.case.opened.deadlines:
        what = named.get(one.what, one.what.replace("_", " "))
        if one.what == FINAL_POSITION and given:
            what = words.say("case.due_met", what=what, at=done(given[0].entry))
        yield DueTold(what=what, by=one.due_on, source=words.value(one.source))


def rights_in(file: CaseFile, words: Words) -> Iterator[str]:
    """What a player may still do about the case, and until when."""
    case = file.case
    for act in case.taken:
        if act.refused is None and isinstance(act.entry.event, CaseAppealed):
            body = file.names.within(act.entry.event.body)
            yield words.say("case.appealed_to", player=file.names.of(act.entry.event.player), body=body)
    final = next((one for one in case.opened.deadlines if one.what == FINAL_POSITION), None)
    if final is not None:
        answered = "right_adr" if case.settled else "right_adr_by"
        yield words.say(f"case.{answered}", day=final.due_on)
    else:
        yield words.say("report.right_complain")
    if case.state in ("settled", "closed", "appealed"):
        yield words.say("case.right_reopen")
    yield words.say("report.right_see")


# How to check it


def _evidence(file: CaseFile, words: Words, *, masked: bool) -> CaseEvidence:
    case = file.case
    keys = ["case.check_case", "case.check_rounds", "case.check_log", "report.check_leaves"]
    keys.append("report.check_masked" if masked else "report.check_attached")
    first = file.rulings[0].round.name if file.rulings else "ROUND"
    return CaseEvidence(
        ranges=tuple((begins, ends) for begins, ends in position_ranges(file.positions)),
        leaves_digest=file.leaves_digest,
        recorded_at=file.recorded_at,
        lines=tuple(_lines(file, words)),
        checks=tuple(words.say(key, case=case.number, round=first) for key in keys),
    )


def _lines(file: CaseFile, words: Words) -> Iterator[LineTold]:
    case, opened = file.case, file.case.opened

    def line(key: str, told: str) -> LineTold:
        return LineTold(label=words.say(key), told=told)

    yield line("case.version", words.say("case.entries", number=len(case.taken), case=case.number))
    yield line("report.rulebook", f"{opened.rulebook} {opened.edition}")
    yield line("report.edition_digest", opened.digest)
    yield line("report.engine", ENGINE)
    for taken in file.taken:
        key = "again" if taken.again else "not_again"
        said = words.say(f"case.{key}", position=taken.position, engine=taken.event.engine)
        yield line("case.ruling", f"{taken.event.round}: {taken.event.digest} {said}")
    if case.settled is not None and (mark := case.digest):
        yield line("case.answers_digest", mark)
    if file.sealed is None:
        yield line("case.checkpoint", words.say("case.no_checkpoint"))
        return
    sealed, log = file.sealed
    told = {"at": when(sealed.made_at), "origin": log.origin, "size": log.size, "root": b64encode(log.root).decode()}
    yield line("case.checkpoint", words.say("case.sealed", number=sealed.number, **told))
