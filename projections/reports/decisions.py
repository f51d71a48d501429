"""The decisions that hold on a round, or were tried: what, by whom, when, and what is withheld by them."""

from collections.abc import Iterator

from ledger.table_standing import Decision
from ledger.values.money import pounds_and_pence
from projections.messages.catalogue import Words
from projections.reports.readings import done
from projections.reports.report import DecisionTold
from projections.timeline.event_text import Money
from replay.judging.judgement import Judgement
from replay.ruling.ruling import Ruling


def decisions_told(ruling: Ruling, words: Words) -> tuple[DecisionTold, ...]:
    """Every decision and attempt that concerns a round, in the order in which they were taken."""
    round_ = ruling.round
    held = {decision.position for decision in (*round_.decisions_in_force, *round_.case_settlements.values())}
    return tuple(
        DecisionTold(
            at=done(decision.entry),
            by=officer(decision.event.by, decision.event.office, words),
            told=_told(decision, ruling, words),
            clause=decision.clause or "",
            in_force=decision.position in held,
            refused=decision.refused,
            position=decision.position,
        )
        for decision in round_.decisions
    )


def _told(decision: Decision, ruling: Ruling, words: Words) -> str:
    """What was decided, in one sentence; why, where that was said."""
    event = decision.event
    box, minor = getattr(event, "box", None), getattr(event, "due_minor", 0)
    on = "box" if box else decision.scope
    told = words.say(
        f"decision.{decision.act}",
        shoe=decision.shoe or "",
        what=words.say(f"decision.of_{on}", shoe=decision.shoe or "", box=box or ""),
        case=getattr(event, "case", ""),
        wager=getattr(event, "wager", None) or words.say("decision.every_wager"),
        player=getattr(event, "player", None) or words.say("decision.every_player"),
        outcome=words.value(getattr(event, "outcome", "")),
        amount=f"{pounds_and_pence(minor, ruling.round.table_opening.minor_digits)} {ruling.round.table_opening.currency}",
    )
    return told if event.reason is None else words.say("decision.why", told=told, reason=reason(event.reason, words))


def withheld(judged: Judgement, words: Words, money: Money) -> Iterator[str]:
    """What a decision withholds, wager by wager."""
    for wager, minor in judged.withheld_minor.items():
        if minor is None:
            yield words.say("decision.withheld_open", wager=wager)
        else:
            yield words.say("decision.withheld", wager=wager, amount=money(minor))


def officer(by: str, office: str | None, words: Words) -> str:
    """Who did something, and in which office."""
    if office is None:
        return by
    held = words.value(office.replace("_", " "))
    return held if office == by else f"{by} ({held})"


def reason(said: str, words: Words) -> str:
    """Why somebody did something, as it was typed."""
    return words.value(said.replace("_", " "))
