"""What is signed about cases at the desk: each step complete before anybody is asked to sign, as data that waits.

Nothing is composed again when the signature comes: a letter, a sealed text and an answer are what they were when they were
shown. A record that changed meanwhile asks for a new signature.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import orjson
from pydantic import ValidationError

from desk.acts.case_acts import CaseActs
from desk.acts.forms import malformed, validated
from desk.acts.taking import TakenAct
from desk.terminal.cases import act_line
from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework, Complaint, with_digest
from ledger.cases.files import CaseFiles
from ledger.cases.rounds import Judge
from ledger.errors import MalformedAct, MalformedDecision
from ledger.events.base import acts_of
from ledger.events.cases import CaseworkAct, EvidenceAttached, LetterSent
from ledger.events.personal_data import AboutPerson, PersonNoted
from ledger.personal_data.key_store import KeyStore
from ledger.personal_data.records import PersonalData, PersonalNote
from ledger.values.message import Message
from projections.messages.catalogue import Catalogue
from projections.rulings.judge import LedgerJudge

Step = dict[str, Any]
"""What one signature is asked for, as JSON: `do` says what it is."""

KINDS: Final[Mapping[str, type[CaseworkAct]]] = {kind.WORD: kind for kind in acts_of(CaseworkAct)}


def opening_step(complaint: Complaint) -> Step:
    """Opening a case."""
    return {"do": "open_case", "complaint": asdict(complaint)}


def act_steps(number: str | None, event: CaseworkAct, noted: PersonNoted | None = None) -> list[Step]:
    """An act of a case, after the words that were sealed for it. Without a number it is of the case just opened."""
    if noted is None:
        return [{"do": "case_act", "case": number, "word": event.WORD, "event": event.model_dump(mode="json")}]
    note = {"do": "note", "noted": noted.model_dump(mode="json"), "ident": secrets.token_hex(16)}
    return [note, *act_steps(number, with_digest(event, noted))]


def look_step(number: str, act: AboutPerson) -> Step:
    """Looking at what is noted of a person about the rounds of a case."""
    return {"do": "look", "case": number, "act": act.model_dump(mode="json"), "ident": secrets.token_hex(16)}


class CaseSteps:
    """Takes the steps of cases, with the files and the keys beside the ledger."""

    def __init__(self, files: CaseFiles, keys: KeyStore):
        self.files, self.keys = files, keys

    def acts(self, ledger: Ledger, judge: Judge) -> CaseActs:
        """Acts that are prepared: what they bring waits among the files until they are taken."""
        return CaseActs(ledger, judge, self.files.open_waiting(), self.keys)

    def keep_files(self, step: Step) -> None:
        """Keeps what a step names among the files, before the act is on record: nothing is there that is not here."""
        if step["do"] != "case_act":
            return
        event = _event(step["word"], step["event"])
        if isinstance(event, EvidenceAttached | LetterSent) and event.digest is not None:
            self.files.take_in(event.digest)

    def take(self, ledger: Ledger, step: Mapping[str, Any], words: Catalogue) -> TakenAct:
        """Takes a step in the hands of whoever signs. Raises MalformedDecision, MalformedAct, UnknownPerson."""
        match step["do"]:
            case "open_case":
                return self._open(ledger, step["complaint"])
            case "case_act":
                return self._act(ledger, step["case"], _event(step["word"], step["event"]), words)
            case "note":
                noted = validated(PersonNoted, step["noted"])
                PersonalData(ledger, self.keys).enter(noted, step["ident"])
                return TakenAct(Message("The words of {person} are sealed and on record.", person=noted.person))
            case "look":
                return self._look(ledger, step)
        raise MalformedAct(Message("nothing called {word} is done in a case", word=step["do"]))

    @staticmethod
    def _open(ledger: Ledger, fields: Mapping[str, Any]) -> TakenAct:
        complaint = Complaint(**{**fields, "rounds": tuple(fields["rounds"])})
        try:
            number = Casework(ledger, LedgerJudge(ledger)).open(complaint)
        except ValidationError as error:
            raise malformed(error) from error
        return TakenAct(Message("Case {number} is open.", number=number), case=number)

    @staticmethod
    def _act(ledger: Ledger, number: str, event: CaseworkAct, words: Catalogue) -> TakenAct:
        work = Casework(ledger, LedgerJudge(ledger))
        act = work.act(number, event)
        case = work.case(number)
        return TakenAct(act_line(case, act, work.table_opening(case), words) + ".", act.refused, case=number)

    def _look(self, ledger: Ledger, step: Mapping[str, Any]) -> TakenAct:
        act = validated(AboutPerson, step["act"])
        about = rounds_and_day(Casebook(ledger), step["case"])
        notes = PersonalData(ledger, self.keys).read_notes(act, step["ident"])
        shown = tuple(_shown(note) for note in notes if note.about in about)
        return TakenAct(Message("That you looked at the words of {person} is on record.", person=act.person), shown=shown)


def rounds_and_day(work: Casebook, number: str) -> Sequence[str]:
    """What notes about a case's persons are about."""
    opened = work.case(number).opened
    return (*opened.rounds, opened.day)


def prepared_steps(
    acts: CaseActs, number: str | None, event: CaseworkAct, words: str | None, rounds: Sequence[str], day: str
) -> list[Step]:
    """An act's steps; `words` are sealed now, and nobody else keeps them."""
    if words is None:
        return act_steps(number, event)
    if acts.keys is None:
        raise MalformedDecision(Message("this desk has no folder of persons' keys; whoever runs it names one as vault"))
    return act_steps(number, event, acts.casework.sealed_words(rounds, day, event, acts.keys, words))


def _event(word: str, fields: Mapping[str, Any]) -> CaseworkAct:
    return KINDS[word].model_validate_json(orjson.dumps(fields))


def _shown(note: PersonalNote) -> dict[str, str]:
    return {"kind": note.kind, "about": note.about or "", "by": note.by, "at": note.noted_at, "text": note.text}
