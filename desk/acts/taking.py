"""Taking an act, by a command or at the desk: what is recorded of it, and what is said of that."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desk.acts.forms import validated
from ledger.application import Ledger
from ledger.edition_acts import confirm_adoption, confirm_engine, confirm_policy
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events.decisions import AuthorityAct, DecisionConfirmed
from ledger.events.house import AdoptionConfirmed, EditionAdopted, EngineAdopted, EngineAdoptionConfirmed
from ledger.events.policies import PolicyAdopted, PolicyConfirmed
from ledger.events.roster import RosterAct
from ledger.events.table import AmbiguityResolved
from ledger.roster.commands import act_on_roster
from ledger.values.message import Message, Term
from ledger.values.subjects import day_error, is_subject, table_day
from projections.messages.catalogue import Catalogue
from projections.reports.decisions import decision_line
from projections.table_days import TableDays


@dataclass(frozen=True, slots=True)
class TakenAct:
    """What became of an act, in a sentence: `refused` says why it does not hold, `waits_at` where it waits for another
    person, `case` of which case it is, `shown` what it gives to read, `act` by which id it is on record.
    """

    sentence: str
    refused: str | None = None
    waits_at: int | None = None
    case: str | None = None
    shown: tuple[Mapping[str, str], ...] = ()
    act: str | None = None


def who_acts(ledger: Ledger, by: str | None) -> str:
    """Whoever is named, else whose key signs. Raises MalformedDecision where neither is there."""
    by = by or (ledger.roster().person_of(ledger.signer.fingerprint) if ledger.signer else None)
    if by is None:
        raise MalformedDecision(Message("say who does it with --by, or sign with a key of the roster: --sign FILE"))
    return by


def take_decision(
    ledger: Ledger, kind: type[AuthorityAct], subject: str, fields: Mapping[str, Any], words: Catalogue
) -> TakenAct:
    """Takes a decision about a table's day or a round, or confirms one, or an adoption of the house, and says so in the
    language of `words`.

    Raises UnknownRound, MalformedDecision, MalformedAct.
    """
    if not issubclass(kind, DecisionConfirmed) and not is_subject(subject):
        raise UnknownRound(
            day_error(subject)
            or Message(
                "{subject} is neither TABLE/DAY nor TABLE/DAY/ROUND; `recoup rounds` lists what is on record",
                subject=repr(subject),
            )
        )
    if issubclass(kind, AmbiguityResolved):
        _require_reading(ledger, subject, fields["clause"], fields["reading"])
    event = validated(kind, fields)
    if isinstance(event, DecisionConfirmed):
        adopted = _adopted_at(ledger, event.decision)
        if adopted is not None:
            return _confirm_adoption(ledger, adopted, event)
        decision = ledger.confirm(event.decision, event)
    else:
        decision = ledger.decide(subject, event, TableDays(ledger).lack_of_ground(subject, event))
    waits = decision.refused is None and ledger.awaits_confirmation(decision)
    opening = ledger.table_opening(table_day(decision.entry.subject))
    assert opening is not None
    sentence = decision_line(decision, opening, words, in_force=decision.refused is None and not waits)
    return TakenAct(sentence, decision.refused, decision.position if waits else None)


def take_roster_act(ledger: Ledger, kind: type[RosterAct], fields: Mapping[str, Any]) -> TakenAct:
    """Does something to the roster, by whoever signs. Raises MalformedAct, UnusableKey."""
    assert ledger.signer is not None
    named = validated(kind, {"by": fields.get("person") or "nobody", **fields})
    by = ledger.roster().person_of(ledger.signer.fingerprint, named)
    row = act_on_roster(ledger, named.model_copy(update={"by": by}) if by else named)
    act, position = Term(kind.WORD), row.entry.position
    if row.refused is not None:
        refused = Message("{act} is refused: {why}; the attempt is on record", act=act, why=row.refused)
        return TakenAct(refused, row.refused)
    waits_at = position if position in ledger.roster().pending else None
    return TakenAct(Message("{act} is on record at position {position}", act=act, position=position), None, waits_at)


HouseAdoption = EditionAdopted | EngineAdopted | PolicyAdopted


def _adopted_at(ledger: Ledger, position: int) -> HouseAdoption | None:
    """What the house was to adopt by the act at a position of the ledger; None where that is no such act."""
    entry = next(iter(ledger.entries(after=position - 1, limit=1)), None)
    return entry.event if entry and isinstance(entry.event, HouseAdoption) else None


def _confirm_adoption(ledger: Ledger, adopted: HouseAdoption, event: DecisionConfirmed) -> TakenAct:
    who = {"by": event.by, "role": event.role, "reason": event.reason, "adoption": event.decision}
    match adopted:
        case EngineAdopted():
            what, refused = Term("engine"), confirm_engine(ledger, EngineAdoptionConfirmed.model_validate(who))
        case PolicyAdopted():
            what, refused = Term("witness policy"), confirm_policy(ledger, PolicyConfirmed.model_validate(who))
        case EditionAdopted():
            what, refused = Term("edition"), confirm_adoption(ledger, AdoptionConfirmed.model_validate(who))
    if refused is not None:
        return TakenAct(Message("the confirmation is refused: {why}; the attempt is on record", why=refused), refused)
    return TakenAct(
        Message(
            "{who} confirmed the {what} that was adopted at position {position}; it holds from now on",
            who=event.by,
            what=what,
            position=event.decision,
        )
    )


def _require_reading(ledger: Ledger, day: str, clause: str, letter: str) -> None:
    """Raises MalformedDecision where the table's rulebook has no such reading."""
    edition = TableDays(ledger).edition_of(day)
    readings = {reading: edition.reading_letters(reading) for reading in edition.sheet.readings}
    if letter not in readings.get(clause, ()):
        known = ", ".join(f"{reading} ({', '.join(letters)})" for reading, letters in readings.items())
        raise MalformedDecision(
            Message(
                "{edition} has no reading {letter} of {clause}; its ambiguities are {known}",
                edition=edition.id,
                letter=letter,
                clause=clause,
                known=known or Message("none"),
            )
        )
