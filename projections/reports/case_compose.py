"""A case made into a report: the one place where it is decided what a report on a case says."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from ledger.cases.case import CaseAct
from ledger.events.cases import Answer, CaseActRefused, CaseAppealed, EvidenceAttached, PersonNamed, Proposal, RulingTaken
from ledger.values.times import format_instant, parse_instant
from projections.documents.cases import clock_document
from projections.documents.rulings import position_ranges
from projections.messages.catalogue import Catalogue, labels
from projections.reports.answer_text import answer_line, answer_sentences
from projections.reports.case_file import CaseFile
from projections.reports.case_money import owed_minor, player_money
from projections.reports.case_report import (
    CaseDeadline,
    CaseEvidence,
    CaseFootage,
    CasePerson,
    CaseReport,
    LabelledText,
    ReportedAct,
)
from projections.reports.clocks import clock_words
from projections.reports.compose import CaseContext, FootageLookup, attached_events, round_section
from projections.reports.decisions import person_and_office, reason_text
from projections.reports.masking import mask_event
from projections.reports.readings import entry_time, readable_time
from replay import ENGINE


def case_acts(file: CaseFile, words: Catalogue) -> Iterator[ReportedAct]:
    """Every act and every attempt."""
    for act in file.case.taken:
        what = words.say(f"case_act.{act.act}")
        yield ReportedAct(
            position=act.entry.position,
            at=entry_time(act.entry),
            by=person_and_office(file.person_names.name_of(act.event.by), act.event.office, words, claimed=act.is_claimed),
            what=words.say("case.tried", what=what) if act.refused else what,
            told="; ".join(_act_details(act, file, words)),
            clause=act.clause or "",
            refused=act.refused and file.person_names.apply_to_refusal(act.refused),
        )


def _act_details(act: CaseAct, file: CaseFile, words: Catalogue) -> Iterator[str]:
    """The particulars of an act, each as a short text."""
    event = act.event
    if isinstance(event, Proposal):
        yield from (answer_sentence(answer, file, words) for answer in event.answers)
    for person in ("player", "person"):
        if who := getattr(event, person, None):
            yield file.person_names.name_of(who)
    yield from _act_amounts(event, file, words)
    for field in ("round", "evidence", "camera", "body", "text"):
        if value := getattr(mask_event(event, file.person_names), field, None):
            yield value
    for field in ("outcome", "seen_as", "office_held"):
        if value := getattr(event, field, None):
            yield words.term(str(value))
    yield from _clock_named(event, words)
    if isinstance(event, RulingTaken):
        yield words.say(f"case_verdict.{event.verdict}")
    if why := getattr(event, "reason", None):
        yield reason_text(file.person_names.apply_to_label(why), words)


def _clock_named(event: Any, words: Catalogue) -> Iterator[str]:
    if clock := getattr(event, "clock", None):
        yield labels(words, "deadline").get(clock, clock.replace("_", " "))


def _act_amounts(event: Any, file: CaseFile, words: Catalogue) -> Iterator[str]:
    if isinstance(event, CaseActRefused):
        return
    for field in ("amount_minor", "offered_minor"):
        if (minor := getattr(event, field, None)) is not None:
            yield file.money(words)(minor)
    if getattr(event, "ex_gratia", False):
        yield words.say("case.ex_gratia")


def answer_sentence(answer: Answer, file: CaseFile, words: Catalogue) -> str:
    """An answer in a line."""
    return answer_line(answer, file.person_names.name_of(answer.player), words, file.money(words))


FINAL_POSITION = "final_position"


def compose_case_report(file: CaseFile, words: Catalogue, *, masked: bool) -> CaseReport:
    """The report on a case. Without the stored bytes where names are masked."""
    case, opened = file.case, file.case.opened
    footage = _footage_lookup(file)
    rounds = (
        round_section(ruling, words, CaseContext(file.settled_minor(ruling.round.name), footage)) for ruling in file.rulings
    )
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
        money=tuple(player_money(file, words)),
        rounds=tuple(rounds),
        no_rounds=None if file.rulings else words.say("case.no_rounds", about=opened.shoe or opened.day),
        acts=tuple(case_acts(file, words)),
        deadlines=tuple(_deadlines(file, words)),
        persons=tuple(_case_persons(file, words)),
        footage=tuple(_case_footage(event, file, words) for event in case.evidence),
        held=words.say("case.held" if case.held else "case.not_held"),
        rights=tuple(player_rights(file, words)),
        evidence=_evidence(file, words, masked=masked),
        events=None if masked else attached_events(file.stored_entries),
    )


# The head and the question


def _header(file: CaseFile, words: Catalogue) -> Iterator[LabelledText]:
    opened, sheet = file.case.opened, file.edition.sheet
    table, day = opened.day.split("/")

    def line(key: str, text: str) -> LabelledText:
        return LabelledText(label=words.say(f"case.{key}"), told=text)

    yield line("number", file.case.number)
    yield line("opened", _person_and_time(file.case.taken[0], file, words))
    yield line("received", readable_time(opened.received_at))
    yield line("about", words.say("case.table_and_day", table=table, day=day))
    if opened.rounds:
        yield line("rounds", ", ".join(opened.rounds))
    if opened.shoe:
        yield line("shoe", opened.shoe)
    if opened.at:
        yield line("at", readable_time(opened.at))
    yield line("rulebook", f"{sheet.edition.document}, {words.say('report.edition')} {file.edition.name}")
    if opened.jurisdiction:
        yield line("jurisdiction", opened.jurisdiction)


def _person_and_time(act: CaseAct, file: CaseFile, words: Catalogue) -> str:
    who = person_and_office(file.person_names.name_of(act.event.by), act.event.office, words, claimed=act.is_claimed)
    return words.say("case.by_on", by=who, at=entry_time(act.entry))


def _question(file: CaseFile, words: Catalogue) -> Iterator[str]:
    for claim in file.case.claims.values():
        sentence = words.say(
            "case.claims", player=file.person_names.name_of(claim.player), amount=file.money(words)(claim.amount_minor)
        )
        why = claim.reason and words.say(
            "decision.why", sentence=sentence, reason=reason_text(file.person_names.apply_to_label(claim.reason), words)
        )
        yield f"{why or sentence}."
    if not file.case.claims:
        yield words.say("case.nobody_claims")
    names = ", ".join(ruling.round.name for ruling in file.rulings) or file.case.opened.day
    yield words.say("case.question", rounds=names, document=file.edition.sheet.edition.document)


# The answer


def _answer(file: CaseFile, words: Catalogue) -> Iterator[str]:
    case = file.case
    yield from _state_sentences(file, words)
    answers = case.answers()
    for answer in answers.values():
        name, left = file.person_names.name_of(answer.player), owed_minor(file, answer.player)
        yield answer_sentences(answer, name, left, words, file.money(words))
    if case.proposal is not None and case.state in ("proposed", "approved"):
        sentences = "; ".join(answer_sentence(answer, file, words) for answer in case.proposal.answers)
        yield words.say("case.proposes", answers=sentences)
    for player in case.claims:
        if player not in answers:
            yield words.say("case.not_answered", player=file.person_names.name_of(player))


def _state_sentences(file: CaseFile, words: Catalogue) -> Iterator[str]:
    """How the case stands, and who brought it there."""
    case = file.case
    held = {act.act: act for act in case.taken if act.refused is None}
    proposed = held.get("alter_ruling", held.get("propose_ruling"))
    if "settle_case" in held and "approve_ruling" in held and proposed is not None:
        yield words.say(
            "case.settled_by",
            settled=_person_and_time(held["settle_case"], file, words),
            approved=_person_and_time(held["approve_ruling"], file, words),
            proposed=_person_and_time(proposed, file, words),
        )
    if case.state != "settled" or "settle_case" not in held:
        yield words.say(f"case.stands_{case.state}")


# Who was there, what was to be seen, what is due


def _case_persons(file: CaseFile, words: Catalogue) -> Iterator[CasePerson]:
    for act in file.case.taken:
        if act.refused is None and isinstance(act.entry.event, PersonNamed):
            named = act.entry.event
            yield CasePerson(
                person=file.person_names.name_of(named.person),
                office=words.office(named.office_held or ""),
                seen_as=words.term(named.seen_as),
            )


def _case_footage(event: EvidenceAttached, file: CaseFile, words: Catalogue) -> CaseFootage:
    key = "on_time" if not event.offset_ms else "ahead" if event.offset_ms > 0 else "behind"
    seconds, rest = divmod(abs(event.offset_ms), 1000)
    return CaseFootage(
        evidence=file.person_names.apply_to_label(event.evidence),
        camera=event.camera or "",
        clock=words.say(f"case.{key}", seconds=f"{seconds}.{rest:03}") if event.camera else "",
        begins=readable_time(event.begins_at or ""),
        ends=readable_time(event.ends_at or ""),
        kept=event.expires_on or "",
        digest=event.digest or "",
    )


def _footage_lookup(file: CaseFile) -> FootageLookup:
    """Says which cameras show an instant, and what their clocks show then. A camera's span is in true time."""
    filmed = [event for event in file.case.evidence if event.camera and event.begins_at and event.ends_at]

    def seen(at: str | None) -> str:
        if at is None:
            return ""
        here = [event for event in filmed if (event.begins_at or "") <= at <= (event.ends_at or "")]
        return ", ".join(f"{event.camera} {_camera_clock(at, event.offset_ms)}" for event in here)

    return seen


def _camera_clock(at: str, offset_ms: int) -> str:
    return format_instant(parse_instant(at) + offset_ms * 1000)[11:23]


def _deadlines(file: CaseFile, words: Catalogue) -> Iterator[CaseDeadline]:
    named = labels(words, "deadline")
    for standing in file.case.clocks(file.recorded_at):
        clock = clock_document(standing)
        what = named.get(clock.what, clock.what.replace("_", " "))
        yield CaseDeadline(
            what=f"{what} ({clock_words(clock, words)})", by=clock.due_on or "", source=words.clause_text(clock.source)
        )


def player_rights(file: CaseFile, words: Catalogue) -> Iterator[str]:
    """What a player may still do about the case, and until when."""
    case = file.case
    for act in case.taken:
        if act.refused is None and isinstance(act.entry.event, CaseAppealed):
            body = act.entry.event.body
            yield words.say("case.appealed_to", player=file.person_names.name_of(act.entry.event.player), body=body)
    if (final := case.due_on(FINAL_POSITION)) is not None:
        answered = "right_adr" if case.settled else "right_adr_by"
        yield words.say(f"case.{answered}", day=words.day(final))
    else:
        yield words.say("report.right_complain")
    if case.state in ("settled", "closed", "appealed"):
        yield words.say("case.right_reopen")
    yield words.say("report.right_see")


# How to check it


def _evidence(file: CaseFile, words: Catalogue, *, masked: bool) -> CaseEvidence:
    case = file.case
    keys = ["case.check_case", "case.check_rounds", "case.check_log", "report.check_leaves"]
    keys.append("report.check_masked" if masked else "report.check_attached")
    first = file.rulings[0].round.name if file.rulings else "ROUND"
    return CaseEvidence(
        ranges=tuple(position_ranges(file.positions)),
        leaves_digest=file.leaves_digest,
        recorded_at=file.recorded_at,
        lines=tuple(_evidence_lines(file, words)),
        checks=tuple(words.say(key, case=case.number, round=first) for key in keys),
    )


def _evidence_lines(file: CaseFile, words: Catalogue) -> Iterator[LabelledText]:
    case, opened = file.case, file.case.opened

    def line(key: str, text: str) -> LabelledText:
        return LabelledText(label=words.say(key), told=text)

    yield line("case.version", words.say("case.entries", number=len(case.taken), case=case.number))
    yield line("report.rulebook", f"{opened.rulebook} {opened.edition}")
    yield line("report.edition_digest", opened.digest)
    yield line("report.engine", ENGINE)
    for taken in file.case_rulings:
        key = "again" if taken.is_reproduced else "not_again"
        sentence = words.say(f"case.{key}", position=taken.position, engine=taken.event.engine)
        yield line("case.ruling", f"{taken.event.round}: {taken.event.digest} {sentence}")
    if case.settled is not None and (mark := case.digest):
        yield line("case.answers_digest", mark)
    if file.first_checkpoint is None:
        yield line("case.checkpoint", words.say("case.no_checkpoint"))
        return
    sealed, log = file.first_checkpoint
    labels_by_key = {
        "at": readable_time(sealed.made_at),
        "origin": log.origin,
        "size": log.size,
        "root": b64encode(log.root).decode(),
    }
    yield line("case.checkpoint", words.say("case.sealed", number=sealed.number, **labels_by_key))
