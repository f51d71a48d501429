"""Findings that rest on what is not on record: where the record cannot show it, nobody is held to it."""

from dataclasses import replace

from replay.judging.finding import Finding
from replay.judging.judgement import Judgement
from replay.table_day.round import Round


def without_unreportable(judgement: Judgement, round_: Round) -> Judgement:
    """The judgement without the findings that rest on the absence of what no source of this version can report."""
    silent = tuple(finding for finding in judgement.findings if not _can_show(round_, finding))
    if not silent:
        return judgement
    findings = tuple(finding for finding in judgement.findings if finding not in silent)
    return replace(judgement, findings=findings, unreported=silent)


def _can_show(round_: Round, finding: Finding) -> bool:
    """Whether the record would have what would speak against a finding, if it had happened."""
    absence = finding.absence
    if absence is None:
        return True
    return all(map(round_.reports_order_of if absence.is_of_order else round_.can_report, absence.events))
