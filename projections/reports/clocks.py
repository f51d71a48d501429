"""How a clock of a case stands, in words."""

from projections.answers.case_answer import clock_word
from projections.documents.cases import ClockDocument
from projections.messages.catalogue import Catalogue


def clock_words(clock: ClockDocument, words: Catalogue) -> str:
    """How a clock stands: "due in 5 days", "3 days late", "not verified: no deadline is set"."""
    late = clock.days_late or 0
    match clock_word(clock.state, clock.kind, clock.days_late, may_be_met=clock.may_be_met):
        case "not_verified":
            return words.say("clock.not_verified")
        case "not_begun":
            return words.say("clock.not_begun", start=words.say(f"clock_start.{clock.counts_from}"))
        case "paused":
            return words.say(
                "clock.paused", day=words.day(clock.paused_on or ""), left=_counted("left", clock.days_left or 0, words)
            )
        case "met":
            return words.say("clock.met", day=words.day(clock.met_on or ""))
        case "met_late":
            overran = _counted("overran", late, words)
            return words.say("clock.met_late", day=words.day(clock.met_on or ""), late=overran)
        case "over":
            return words.say("clock.over", day=words.day(clock.due_on or ""))
        case "late" | "unknown" as past:
            return _counted(past, late, words)
    return _counted({"duty": "due", "right": "may", "expiry": "ends"}[clock.kind], clock.days_left or 0, words)


def _counted(name: str, days: int, words: Catalogue) -> str:
    """A text about a number of days, which has a form of its own for 0 and 1."""
    form = {0: "today", 1: "one"}.get(days, "many")
    return words.say(f"clock.{name}_{form}", days=days)
