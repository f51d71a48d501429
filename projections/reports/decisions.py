"""The decisions that hold on a round, or were tried: what, by whom, when, and what is withheld by them."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ledger.events.base import acts_of
from ledger.events.cases import Answer, CaseActRefused, CaseworkAct
from ledger.events.table import TableOpened
from ledger.table_standing import Decision
from projections.messages.catalogue import DEFAULT_LANGUAGE, Catalogue, english_texts
from projections.reports.readings import readable_time
from projections.timeline.event_text import FormatMoney
from replay.judging.judgement import Judgement

CASE_ACTS: Final = frozenset(kind.WORD for kind in acts_of(CaseworkAct) if kind is not CaseActRefused)
"""What can be done, or tried, about a case."""


def act_words(act: str, words: Catalogue, *, refused: bool) -> str:
    """Return an act in a few words: "decision approved"; of a refused one the attempt: "tried to approve the answers"."""
    if refused and f"case_attempt.{act}" in english_texts():
        return words.say(f"case_attempt.{act}")
    what = words.say(f"case_act.{act}") if act in CASE_ACTS else words.named("act", act)
    return words.say("case.tried", what=what) if refused else what


def answer_words(answer: Answer, words: Catalogue, money: FormatMoney, left_minor: int | None = None) -> str:
    """Return an answer in a few words; `left_minor` is how much of a settled one is still to be paid, in minor units."""
    pay = answer.pay_minor
    parts = [words.term(answer.outcome)]
    if pay and left_minor in (None, pay):
        parts.append(words.page("{amount} to pay", amount=money(pay)))
    elif pay and left_minor:
        parts.append(words.page("{left} of {amount} still to pay", left=money(left_minor), amount=money(pay)))
    elif pay:
        parts.append(words.page("{amount} paid", amount=money(pay)))
    parts += [words.page("{amount} ex gratia", amount=money(answer.ex_gratia_minor))] if answer.ex_gratia_minor else []
    parts += [words.page("{amount} asked back", amount=money(answer.ask_back_minor))] if answer.ask_back_minor else []
    return ", ".join(parts)


def refusal_words(why: str, words: Catalogue) -> str:
    """Return the end of an attempt: "refused, …" with the reason."""
    return words.say("case.refused", why=words.value(why))


def decision_line(decision: Decision, opening: TableOpened, words: Catalogue, *, in_force: bool) -> str:
    """Who decided what, in which office, where that stands in the ledger, and whether it holds."""
    return words.say(
        "decision.refused" if decision.refused else "decision.in_force" if in_force else "decision.decided",
        who=person_and_office(decision.event.by, decision.event.office, words, claimed=decision.is_claimed),
        what=decision_sentence(decision, opening, words),
        position=decision.position,
        why=decision.refused and words.value(decision.refused),
    )


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision in one line: the clause it rests on, and whether it was refused."""

    text: str
    clause: str
    is_refused: bool


def decision_lines(
    decisions: Iterable[Decision], in_force: Container[int], opening: TableOpened, words: Catalogue
) -> list[DecisionLine]:
    """Decisions line by line; `in_force` has the positions of those that are known to hold."""
    return [
        DecisionLine(
            decision_line(decision, opening, words, in_force=decision.position in in_force),
            decision.clause or "",
            decision.refused is not None,
        )
        for decision in decisions
    ]


def decision_sentence(decision: Decision, opening: TableOpened, words: Catalogue) -> str:
    """What was decided, in one sentence; why, where that was said."""
    event = decision.event
    box, minor = getattr(event, "box", None), getattr(event, "due_minor", 0)
    on, since = "box" if box else decision.scope, getattr(event, "effective_at", None)
    sentence = words.say(
        f"decision.{decision.act}_from" if since else f"decision.{decision.act}",
        shoe=decision.shoe or "",
        what=words.say(f"decision.of_{on}", shoe=decision.shoe or "", box=box or ""),
        case=getattr(event, "case", ""),
        wager=getattr(event, "wager", None) or words.say("decision.every_wager"),
        player=getattr(event, "player", None) or words.say("decision.every_player"),
        outcome=words.value(getattr(event, "outcome", "")),
        account=getattr(event, "account", ""),
        clause=getattr(event, "clause", None) or "",
        reading=getattr(event, "reading", ""),
        since=since and readable_time(since),
        confirmed=getattr(event, "decision", ""),
        amount=words.money(minor, opening.minor_digits, opening.currency),
    )
    return (
        sentence
        if event.reason is None
        else words.say("decision.why", sentence=sentence, reason=reason_text(event.reason, words))
    )


def withheld_sentences(judgement: Judgement, words: Catalogue, money: FormatMoney) -> Iterator[str]:
    """What a decision withholds, wager by wager."""
    for wager, minor in judgement.withheld_minor.items():
        if minor is None:
            yield words.say("decision.withheld_open", wager=wager)
        elif minor:
            yield words.say("decision.withheld", wager=wager, amount=money(minor))


def person_and_office(person: str, office: str | None, words: Catalogue, *, claimed: bool) -> str:
    """Who did something, and in which office; and that it is only claimed, where nobody signed it."""
    held = None if office is None else words.office(office)
    who = person if held is None else held if office == person else f"{person} ({held})"
    return words.say("decision.claimed", who=who) if claimed else who


def reason_text(reason: str, words: Catalogue) -> str:
    """Return why something was done: a known reason by its name, another one as typed, quoted in a foreign language."""
    for section in ("kind", "reason"):
        if f"{section}.{reason}" in english_texts():
            return words.say(f"{section}.{reason}")
    typed = words.term(reason)
    is_foreign = words.language != DEFAULT_LANGUAGE and typed == reason.replace("_", " ")
    return words.say("case.quoted", text=typed) if is_foreign else typed
