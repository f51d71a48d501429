"""What follows from what is not on record: where the record cannot show something, nobody is held to it.

What no source can report is found by nobody. Where a part of a round's record is missing, the round is judged twice: as if
nothing were missing, and as if what is missing spoke against each finding that it can speak against. What comes out right
as it is on record, or was paid as due, is not put in question.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ledger.events import Event, play, wheel
from ledger.events.base import REGISTRY, topic_stem
from ledger.events.play import (
    Announced,
    BetsClosed,
    CallerNamed,
    CardDealt,
    CardExposed,
    CardMixed,
    CardMoved,
    CardsCollected,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    NoticeGiven,
    PlayerAbsent,
    RoundInterrupted,
    RoundOpened,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.table import OddsPosted, TermsAgreed
from ledger.events.wheel import BallRested, BallSpun, NoSpinCalled
from ledger.values.places import box_of
from replay.judging.finding import RECORD_CHOICE, Finding, Phase, kind_of
from replay.judging.judgement import Judgement, Verdict, WagerDue
from replay.judging.payments import has_outstanding_money
from replay.rulebooks.common_parameters import BETS_CLOSE
from replay.rulebooks.rules import Branch
from replay.table_day.missing import NOTICES, OBJECTIONS, MissingPart, What
from replay.table_day.round import Round

Kinds = frozenset[type[Event]]

_OF_PLAY: Final = frozenset({Phase.CARDS, Phase.DECISIONS})
_OF_BOXES: Final[Kinds] = frozenset({WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, CallerNamed, PlayerAbsent})
_CARDS: Final[Kinds] = _OF_BOXES | {
    *(CardDealt, CardExposed, CardMixed, CardMoved, CardsCollected, DecisionMade),
    *(CorrectionBegun, CorrectionCompleted, RoundInterrupted),
}
_WHEEL: Final[Kinds] = frozenset(kind for kind in REGISTRY.values() if kind.__module__ == wheel.__name__)
_PLAY: Final[Kinds] = frozenset(kind for kind in REGISTRY.values() if kind.__module__ == play.__name__)
_SPEAK_AGAINST: Final[dict[Phase, Kinds]] = {
    Phase.CARDS: _CARDS,
    Phase.DECISIONS: _CARDS,
    Phase.WHEEL: _WHEEL | {BetsClosed, RoundOpened, WagerPlaced},
    Phase.BETS: _CARDS | {WagerLaid, BallSpun, NoSpinCalled},
    Phase.MONEY: _PLAY | _WHEEL,
}
"""By what a finding is about, the events that can speak against it, besides those on whose absence it rests."""

_DECISIVE: Final[Kinds] = frozenset(
    {
        *(CardDealt, DecisionMade, WagerPlaced, WagerLaid, BallSpun, BallRested, NoSpinCalled, CorrectionCompleted),
        *(OddsPosted, TermsAgreed),
    }
)
"""Events on which it depends what is due: a finding that rests on the absence of others opens nobody's money."""

_CHANGES: Final[Kinds] = frozenset({WagerChanged, WagerMoved, WagerWithdrawn})
"""Events after which a wager is another one, or none."""

_TAKEN_IN_TURN: Final[Kinds] = frozenset({CardDealt, DecisionMade})
"""Events whose absence is found at the act before them."""


def without_unreportable(judgement: Judgement, round_: Round) -> Judgement:
    """The judgement without what rests on the absence of what no source of this version can report: findings, and that a
    stake that its player took up is all that went back.
    """
    if judgement.verdict == "correct" and not round_.can_report(WagerReturned):
        reported = [claim for claim in judgement.wagers_due if claim.on_record or _is_taken_up_beyond(claim)]
        judgement = judgement if has_outstanding_money(reported) else replace(judgement, verdict="stands")
    silent = tuple(finding for finding in judgement.findings if not _can_show(round_, finding))
    if not silent:
        return judgement
    findings = tuple(finding for finding in judgement.findings if finding not in silent)
    return replace(judgement, findings=findings, unreported=(*judgement.unreported, *silent))


def _is_taken_up_beyond(wager_due: WagerDue) -> bool:
    """Whether a player took up more than was due."""
    return wager_due.due_minor is not None and (wager_due.kept_minor or 0) > wager_due.due_minor


def _can_show(round_: Round, finding: Finding) -> bool:
    """Whether the record would have what would speak against a finding, if it had happened."""
    absence = finding.absence
    if absence is None:
        return True
    return all(map(round_.reports_order_of if absence.is_of_order else round_.can_report, absence.events))


def without_rebuttable(judgement: Judgement, round_: Round) -> Judgement:
    """The judgement without the findings that a missing part of the record may speak against; what is due is open where
    that rests on them.
    """
    dropped = [
        finding for finding in judgement.findings if any(_may_rebut(part, finding, round_) for part in round_.missing_parts)
    ]
    known = [part for part in round_.missing_parts if part.is_known_act]
    dropped += [finding for finding in judgement.unreported if any(_may_rebut(part, finding, round_) for part in known)]
    is_window_open = _may_lack_notice(judgement, round_)
    is_deal_open = _may_lack_card(round_) and not _is_result_called(judgement)
    unpaid = [claim.wager for claim in judgement.wagers_due if not claim.on_record and claim.due_minor is not None]
    in_doubt = {wager for wager in unpaid if any(_may_have_changed(part, wager, round_) for part in round_.missing_parts)}
    if not (dropped or is_window_open or is_deal_open or in_doubt):
        return judgement
    findings = tuple(finding for finding in judgement.findings if finding not in dropped)
    is_all_open = is_window_open or any(_is_of_outcome(found) or _is_on_further_stake(found, round_) for found in dropped)
    in_doubt |= {wager for finding in dropped if _is_decisive(finding) for wager in finding.wagers}
    open_payments = {wager for finding in dropped if finding.kind == "unpaid" for wager in finding.wagers}
    is_objected_to = bool(judgement.disputing_players) or any(round_.entries_of(kind) for kind in OBJECTIONS)
    claims = tuple(
        _with_due_open(claim, is_objected_to=is_objected_to)
        if is_all_open or claim.wager in in_doubt or (is_deal_open and not claim.on_record)
        else _with_payment_open(claim)
        if claim.wager in open_payments
        else claim
        for claim in judgement.wagers_due
    )
    left = replace(judgement, findings=findings, wagers_due=claims)
    if any(map(_is_of_outcome, dropped)) and not any(map(_is_of_outcome, findings)):
        left = replace(left, standing=None, window=None, reconstruction=None, lawful_result=None, is_held_up=False)
    return replace(left, verdict=_verdict(left, judgement))


def _may_rebut(part: MissingPart, finding: Finding, round_: Round) -> bool:
    """Whether a missing part may have been something that speaks against a finding, where that is to have come."""
    kind, absence = kind_of(finding.kind), finding.absence
    against = Kinds() if absence is None else frozenset(absence.events)
    if kind.holds == "unless_reopened":
        against |= {NoSpinCalled}
        if _is_on_further_stake(finding, round_):
            against |= {DecisionMade, WagerPlaced}
    elif kind.holds == "as_its_phase":
        against |= _SPEAK_AGAINST.get(kind.phase, Kinds())
        if kind.phase in _OF_PLAY and not _has_boxes(round_):
            against -= _OF_BOXES
    at = next((entry.index for entry in round_.entries if entry.position == finding.position), None)
    if kind.phase in _OF_PLAY and round_.card_entries:
        at = _dealing_end(round_, -1 if at is None else at)  # what explains the cards depends on all of them
    if kind.phase is Phase.BETS and kind.holds == "as_its_phase" and at is not None:
        at = _betting_end(round_, at)
    is_of_before = kind.phase is not Phase.MONEY if absence is None else absence.when == "before"
    if absence is not None and not _TAKEN_IN_TURN.isdisjoint(absence.events):
        is_of_before = False  # it may have been the very next act
    return part.lies_between(round_, -1, at if is_of_before else None) and any(
        part.may_be(event, round_, finding.wagers) for event in against
    )


def _dealing_end(round_: Round, at: int) -> int | None:
    """Until where a card may have been dealt: the first entry behind the last card and a place which shows that all had
    their cards; None where none does.
    """
    last = max(at, round_.card_entries[-1].index)
    return next((entry.index for entry in round_.entries if entry.index > last and _ends_dealing(entry.event)), None)


def _ends_dealing(event: Event) -> bool:
    return isinstance(event, Announced) or (isinstance(event, WagerReturned) and event.amount_minor > 0)


def _has_boxes(round_: Round) -> bool:
    """Whether bets lie on boxes, by the record: one does, or a card was dealt to one, whose bet may be what is missing."""
    bets, cards = round_.entries_of(WagerPlaced), round_.entries_of(CardDealt)
    return any(bet.box for _, bet in bets) or any(box_of(dealt.place) for _, dealt in cards)


def _may_have_changed(part: MissingPart, wager: str, round_: Round) -> bool:
    """Whether a missing part may be that a wager was taken back or changed in time, so that nothing was paid on it."""
    placed = next((entry.index for entry, bet in round_.entries_of(WagerPlaced) if bet.wager == wager), None)
    return (
        placed is not None
        and part.lies_between(round_, placed, _betting_end(round_, placed))
        and any(part.may_be(kind, round_, (wager,)) for kind in _CHANGES)
    )


def _may_lack_card(round_: Round) -> bool:
    """Whether one more card may have been dealt than is on record."""
    end = _dealing_end(round_, -1) if round_.card_entries else None
    return any(part.lies_between(round_, -1, end) and part.may_be(CardDealt, round_) for part in round_.missing_parts)


def _is_result_called(judgement: Judgement) -> bool:
    """Whether the dealer called the result to which the cards on record come."""
    return judgement.declared_result is not None and judgement.declared_result == judgement.dealt_result


def _betting_end(round_: Round, placed_at: int) -> int | None:
    """Until where a wager that was placed there may have been changed or taken back; None where nothing ends that."""
    with_first_card = bool(round_.card_entries) and round_.edition.values.get(BETS_CLOSE.name, ("",))[0] != "call"
    ends = (CardDealt,) if with_first_card else (BetsClosed, CardDealt, BallRested)
    return next((e.index for e in round_.entries if e.index > placed_at and isinstance(e.event, ends)), None)


def _is_of_outcome(finding: Finding) -> bool:
    """Whether all money of a round can hang on a finding: on how it was dealt, decided or spun, or what was said of it."""
    kind = kind_of(finding.kind)
    is_of_play = kind.phase in _OF_PLAY or kind.phase is Phase.WHEEL
    return (is_of_play or (kind.phase is Phase.MONEY and not finding.wagers)) and _is_decisive(finding)


def _is_on_further_stake(finding: Finding, round_: Round) -> bool:
    """Whether a finding says of a double, a split or an insurance that it was no bet: the hand may have been played so."""
    further = {bet.wager for _, bet in round_.entries_of(WagerPlaced) if bet.parent is not None}
    return kind_of(finding.kind).phase is Phase.BETS and not further.isdisjoint(finding.wagers)


def _is_decisive(finding: Finding) -> bool:
    """Whether what is missing can decide what is due, and not only whether it was paid or said."""
    absence = finding.absence
    return absence is None or not _DECISIVE.isdisjoint(absence.events)


def _may_lack_notice(judgement: Judgement, round_: Round) -> bool:
    """Whether a misdealt round may have been noticed, or put right, in time although that is not on record.

    A game whose judge works out the time for it asks for itself.
    """
    if judgement.window is not None or judgement.standing not in ("reconstruct", "as_dealt", "void"):
        return False
    found = [finding.position for finding in judgement.findings if _is_of_outcome(finding)]
    at = min((entry.index for entry in round_.entries if entry.position in found), default=-1)
    return round_.may_lack(*NOTICES, after=at, before=round_.next_round_index)


def _with_due_open(wager_due: WagerDue, *, is_objected_to: bool) -> WagerDue:
    """A wager of which it is open what is due, unless just that was paid, by the rules or by the table as it lay, and
    nobody objected.
    """
    kept_minor, dues = wager_due.kept_minor, (wager_due.due_minor, wager_due.as_dealt_minor)
    if wager_due.on_record and kept_minor is not None and kept_minor in dues and not is_objected_to:
        return wager_due._replace(due_minor=kept_minor)
    return wager_due._replace(due_minor=None, referred=True, unpaid=False)


def _with_payment_open(wager_due: WagerDue) -> WagerDue:
    """A wager that may have been paid although that is not on record, besides what its player took up of it."""
    return wager_due._replace(unpaid=False, is_payment_in_doubt=wager_due.paid_minor is not None)


def _verdict(left: Judgement, judgement: Judgement) -> Verdict:
    """The verdict on what is left of a judgement."""
    before = {claim.wager: claim.due_minor for claim in judgement.wagers_due}
    if left.is_held_up or any(
        claim.referred or (claim.due_minor is None and before[claim.wager] is not None) for claim in left.wagers_due
    ):
        return "refer"
    if left.standing is not None or (left.standing, left.is_held_up) == (judgement.standing, judgement.is_held_up):
        if judgement.verdict != "correct":
            return judgement.verdict
    elif any(claim.due_minor is None for claim in left.wagers_due):
        return "refer"
    return "correct" if has_outstanding_money(left.wagers_due) else "stands"


def by_completeness(
    complete: Sequence[Branch[Judgement]], incomplete: Sequence[Branch[Judgement]]
) -> Sequence[Branch[Judgement]]:
    """The branches of a round of whose record something is missing: as if nothing were, and as if it were what speaks
    against the findings. The former alone where that makes no difference.
    """
    if all(_has_same(branch, complete) for branch in incomplete):
        return complete
    labelled = (("complete", complete), ("incomplete", incomplete))
    return [Branch({**branch.choices, RECORD_CHOICE: how}, branch.outcome) for how, own in labelled for branch in own]


def without_false_assumption(branches: Sequence[Branch[Judgement]], round_: Round) -> Sequence[Branch[Judgement]]:
    """The branches without the assumption that nothing is missing, where an act of the round is known to be."""
    if not any(part.is_known_act for part in round_.missing_parts):
        return branches
    lacking_it = [branch for branch in branches if branch.choices.get(RECORD_CHOICE) == "incomplete"]
    return [
        Branch({name: choice for name, choice in branch.choices.items() if name != RECORD_CHOICE}, branch.outcome)
        for branch in lacking_it
    ] or branches


def _has_same(branch: Branch[Judgement], others: Sequence[Branch[Judgement]]) -> bool:
    """Whether one of others says the same under the same readings; it may not have asked for all of them."""
    wider = [other.outcome for other in others if other.choices.items() <= branch.choices.items()]
    return bool(wider) and all(_comparison_key(other) == _comparison_key(branch.outcome) for other in wider)


def _comparison_key(judgement: Judgement) -> tuple[object, ...]:
    return judgement.verdict, judgement.standing, judgement.wagers_due, judgement.findings, judgement.reconstruction


@dataclass(frozen=True, slots=True)
class Lacking:
    """Something that the record of a round lacks: where, and what of it is known; and what it leaves open: findings that
    may not hold, wagers on which something else may be due.
    """

    what: What | Literal["not_reported"]
    source: str
    position: int | None = None
    first: int | None = None
    last: int | None = None
    reason: str | None = None
    topics: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    open_wagers: tuple[str, ...] = ()


def lacking(round_: Round, branches: Sequence[Branch[Judgement]]) -> tuple[Lacking, ...]:
    """What the record of a round lacks, by its ruling's branches."""
    return *_missing(round_, branches), *_not_reported(round_, branches)


def _missing(round_: Round, branches: Sequence[Branch[Judgement]]) -> Iterator[Lacking]:
    if not round_.missing_parts:
        return
    every = (finding for branch in branches for finding in branch.outcome.findings)
    found = {(finding.kind, finding.position, finding.wagers): finding for finding in every}.values()
    gaps = {position for *_, position in round_.sequence_gaps}
    open_wagers = tuple(_open_wagers(branches))
    for part in round_.missing_parts:
        changed = tuple(finding for finding in found if _may_rebut(part, finding, round_))
        leaves_open = (
            bool(changed)
            or _is_window_open(part, round_, branches)
            or _may_be_supposed(part, round_, branches)
            or any(_may_have_changed(part, wager, round_) for wager in open_wagers)
        )
        if leaves_open or part.is_within(round_) or part.position in gaps:
            yield Lacking(
                what=part.what,
                source=part.source,
                position=part.position,
                first=part.first,
                last=part.last,
                reason=part.reason,
                topics=tuple(sorted(part.topics)),
                places=tuple(sorted(part.places)),
                wagers=tuple(sorted(part.wagers)),
                findings=changed,
                open_wagers=open_wagers if leaves_open else (),
            )


def _is_window_open(part: MissingPart, round_: Round, branches: Sequence[Branch[Judgement]]) -> bool:
    """Whether it is open because of a missing part whether somebody was told of an error in time."""
    if not any(branch.choices.get(RECORD_CHOICE) == "incomplete" and branch.outcome.standing for branch in branches):
        return False
    return part.lies_between(round_, -1, round_.next_round_index) and any(part.may_be(kind, round_) for kind in NOTICES)


def _may_be_supposed(part: MissingPart, round_: Round, branches: Sequence[Branch[Judgement]]) -> bool:
    """Whether a missing part may be one of the acts that make a difference although they are not on record."""
    return any(part.may_be(kind, round_) for branch in branches for kind in branch.outcome.supposed)


def _open_wagers(branches: Iterable[Branch[Judgement]]) -> Iterator[str]:
    """The wagers on which something else may be due if something is missing."""
    dues: dict[bool, dict[str, set[int | None]]] = {True: {}, False: {}}
    for branch in branches:
        of_record = dues[branch.choices.get(RECORD_CHOICE) == "incomplete"]
        for claim in branch.outcome.wagers_due:
            of_record.setdefault(claim.wager, set()).add(claim.due_minor)
    return (wager for wager, due in dues[True].items() if due != dues[False].get(wager, due))


def _not_reported(round_: Round, branches: Sequence[Branch[Judgement]]) -> Iterator[Lacking]:
    """What the sources of a version cannot report, where that leaves something open."""
    silent = dict.fromkeys(finding for branch in branches for finding in branch.outcome.unreported)
    events = {event for finding in silent if (absence := finding.absence) for event in absence.events}
    events |= {event for branch in branches for event in branch.outcome.supposed}
    topics: Collection[str] = {topic_stem(event.TOPIC) for event in events if not round_.can_report(event)}
    windows = (branch.outcome.window for branch in branches)
    if not round_.can_report(NoticeGiven) and any(window and window.state == "not_told" for window in windows):
        topics = {*topics, topic_stem(NoticeGiven.TOPIC)}
    if silent or topics:
        yield Lacking(
            "not_reported",
            round_.account,
            topics=tuple(sorted(topics)),
            findings=tuple(silent),
            open_wagers=tuple(_unreported_wagers(round_, branches)),
        )


def _unreported_wagers(round_: Round, branches: Iterable[Branch[Judgement]]) -> Iterator[str]:
    """The wagers of which it is open what is due because of acts that no source can report."""
    silent = [branch for branch in branches if not all(map(round_.can_report, branch.outcome.supposed))]
    opened = (claim.wager for branch in silent for claim in branch.outcome.wagers_due if claim.referred)
    return iter(dict.fromkeys(opened))
