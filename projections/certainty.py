"""What of a ruling's findings is a fact, and what is found only in some of its outcomes."""

from collections.abc import Callable, Sequence
from typing import Protocol

from projections.messages.catalogue import Catalogue
from replay.judging.finding import Finding, Mark
from replay.ruling.ruling import Ruling, branch_id

MARK_SIGNS: dict[Mark, str] = {"": "", "certain": "✗", "conditional": "?"}
"""What stands before it in print, so that nobody needs the colour."""


class HasFindings(Protocol):
    """A ruling, as it is judged or as it is on record."""

    @property
    def established_findings(self) -> Sequence[Finding]: ...


def is_certain(ruling: HasFindings, finding: Finding) -> bool:
    """Whether it is found however the rules are read, be it with other amounts."""
    return not finding.branch_ids or any(_is_same_breach(finding, sure) for sure in ruling.established_findings)


def mark(ruling: HasFindings, findings: Sequence[Finding]) -> Mark:
    """How that is marked which these findings are about."""
    if not findings:
        return ""
    return "certain" if any(is_certain(ruling, finding) for finding in findings) else "conditional"


def graver_mark(first: Mark, second: Mark) -> Mark:
    """The mark of what has both."""
    return next((mark for mark in ("certain", "conditional") if mark in (first, second)), "")


def finding_in_words(
    ruling: Ruling, finding: Finding, words: Catalogue, sentence: Callable[[Finding], str] | None = None
) -> str:
    """A finding in words; with the readings and the outcomes under which it holds, where it does not hold in any case.

    `sentence` writes it without them, where it is not to be written as in print.
    """
    sentence_text = (sentence or words.plain_finding)(finding)
    if not finding.branch_ids:
        return sentence_text
    numbers, condition = outcomes_with_findings(ruling, [finding]), words.condition(finding.condition)
    if numbers:
        condition = words.say("condition.in_outcomes", condition=condition, outcomes=_outcomes_in_words(numbers, words))
    sentence_text = words.say("condition.under", condition=condition, sentence=sentence_text)
    return f"{sentence_text} {words.say('condition.elsewise')}" if is_certain(ruling, finding) else sentence_text


def recorded_finding_in_words(ruled: HasFindings, finding: Finding, words: Catalogue) -> str:
    """A finding on record in words, with the readings under which it holds, where it does not hold in any case."""
    if not finding.branch_ids:
        return words.plain_finding(finding)
    conditional = words.say(
        "condition.under", condition=words.condition(finding.condition), sentence=words.plain_finding(finding)
    )
    return f"{conditional} {words.say('condition.elsewise')}" if is_certain(ruled, finding) else conditional


def condition_in_words(ruling: Ruling, findings: Sequence[Finding], words: Catalogue) -> str:
    """Under what these findings hold, in a few words; empty where one of them holds in any case."""
    if mark(ruling, findings) != "conditional":
        return ""
    if numbers := outcomes_with_findings(ruling, findings):
        return words.say(
            "condition.only", condition=words.say("condition.one_of", numbers=_join_numbers(numbers, "either", words))
        )
    conditions = dict.fromkeys(words.condition(finding.condition) for finding in findings)
    return words.say("condition.only_under", condition="; ".join(conditions))


def outcomes_with_findings(ruling: Ruling, findings: Sequence[Finding]) -> tuple[str, ...]:
    """The ids of the outcomes in which any of these findings holds; empty where that is every outcome."""
    under = {name for finding in findings for name in finding.branch_ids}
    names = [branch_id(branch, number) for number, branch in enumerate(ruling.branches, 1)]
    held = [outcome.id for outcome in ruling.outcomes if under & {names[number] for number in outcome.branches}]
    return tuple(held) if len(held) < len(ruling.outcomes) else ()


def _outcomes_in_words(numbers: Sequence[str], words: Catalogue) -> str:
    key = "one_of" if len(numbers) == 1 else "outcomes"
    return words.say(f"condition.{key}", numbers=_join_numbers(numbers, "both", words))


def _join_numbers(numbers: Sequence[str], conjunction: str, words: Catalogue) -> str:
    *first, last = numbers
    return f"{', '.join(first)} {words.say(f'condition.{conjunction}')} {last}" if first else last


def _is_same_breach(finding: Finding, other: Finding) -> bool:
    return (finding.kind, finding.position, finding.wagers) == (other.kind, other.position, other.wagers)
