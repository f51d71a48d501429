"""What whoever looks at a case may do now: the acts that their offices and the case's state leave open, as forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from desk.acts.forms import FormField, forms
from desk.service.visitor import Visitor
from ledger.cases.case import Case, state_after
from ledger.cases.contradictions import Weighing
from ledger.events.cases import (
    CaseClosed,
    CaseSettled,
    CaseworkAct,
    HoldPlaced,
    HoldReleased,
    LetterKind,
    LetterSent,
    RulingApproved,
)
from ledger.values.message import Message
from projections.documents.cases import ClockDocument
from projections.messages.catalogue import languages

NO_DIGEST: Final = "sha256:" + "0" * 64
LETTERS: Final[tuple[LetterKind, ...]] = ("acknowledgement", "holding", "deadlock", "final")
PLACED: Final = frozenset(
    {
        *("propose_ruling", "alter_ruling", "approve_ruling", "reject_ruling", "settle_case", "pay_player", "send_letter"),
        *("state_claim", "take_position", "attach_evidence", "appeal_case", "reopen_case", "close_case"),
    }
)
"""Acts that have a place of their own on the page."""

HEADINGS: Final[Mapping[str, Message]] = {
    "state_claim": Message("State a claim"),
    "withdraw_claim": Message("A player withdraws a claim"),
    "take_position": Message("Record what a party says"),
    "name_person": Message("Name somebody who was there, or a witness"),
    "attach_evidence": Message("Attach footage by its camera and times"),
    "hold_evidence": Message("Hold the evidence"),
    "release_hold": Message("Release the hold"),
    "pause_clock": Message("Stop a clock"),
    "resume_clock": Message("Let a clock run again"),
    "attempt_resolution": Message("Record an attempt to settle with a player"),
    "take_ruling": Message("Take in the ruling on a round as it is now"),
    "add_note": Message("Add a note"),
    "propose_ruling": Message("Propose the answers"),
    "alter_ruling": Message("Alter the answers"),
    "appeal_case": Message("Record that a player goes to a body outside the house"),
    "reopen_case": Message("Take the case up again"),
    "close_case": Message("Close the case"),
}
"""What the forms of acts are called on the page."""

SEALED: Final[Mapping[str, Message]] = {
    "state_claim": Message("In the words of the player, which are sealed"),
    "name_person": Message("What that person says, which is sealed"),
    "add_note": Message("Instead of a remark: what is said of that person, which is sealed"),
}
"""What may be sealed with an act, as its form asks for it."""


@dataclass(frozen=True, slots=True)
class OfferedAct:
    """An act that whoever looks may take now: the form, and in which offices."""

    words: str
    heading: str
    kind: type[CaseworkAct]
    fields: tuple[FormField, ...]
    offices: tuple[str, ...]

    @property
    def sealed(self) -> Message | None:
        """How its form asks for what is sealed with it."""
        return SEALED.get(self.kind.WORD)


@dataclass(frozen=True)
class Offers:
    """What somebody may do about a case at a moment; nothing where nobody is signed in."""

    case: Case
    weighing: Weighing
    visitor: Visitor | None
    now: str
    clocks: Sequence[ClockDocument]

    def offices_for(self, act: str) -> tuple[str, ...]:
        """The offices in which whoever looks may take an act in this state; none where the state does not have it."""
        grant = self.case.grant(act)
        if self.visitor is None or grant is None or state_after(self.case.state, act) is None:
            return ()
        return tuple(office for office in grant.roles if office in self.visitor.offices)

    @cached_property
    def acts(self) -> dict[str, OfferedAct]:
        """By their word, the acts that are open to whoever looks, now."""
        found = {}
        for words, form in forms().items():
            if not issubclass(form.act, CaseworkAct):
                continue
            for chosen, kind in (("", form.act), *form.alternatives.items()):
                offices = self.offices_for(kind.WORD)
                if offices and issubclass(kind, CaseworkAct) and self.why_not(kind, offices[0]) is None:
                    fields = tuple(field for field in form.fields if field.name in kind.model_fields)
                    named = f"{words} --{chosen}" if chosen else words
                    found[kind.WORD] = OfferedAct(named, HEADINGS.get(kind.WORD, form.help), kind, fields, offices)
        return found

    @property
    def others(self) -> list[OfferedAct]:
        """The acts that have no place of their own on the page."""
        return [act for word, act in self.acts.items() if word not in PLACED]

    def why_not(self, kind: type[Any], office: str) -> str | None:
        """Why an act is not open to whoever looks in an office; None where it is, or nothing is known before it is filled
        in.
        """
        case, visitor = self.case, self.visitor
        assert visitor is not None
        who = {"by": visitor.person, "role": office}
        if kind in (RulingApproved, CaseSettled):
            return case.refusal(kind(**who, proposal=case.digest or NO_DIGEST), self.now)
        if kind in (CaseClosed, HoldReleased):
            return case.refusal(kind(**who), self.now)
        if kind is HoldPlaced and case.held:
            return "the evidence is held"
        if kind.WORD in ("pause_clock", "resume_clock"):
            return None if self._clocks_for(kind.WORD) else "there is no such clock"
        lacks = {
            "withdraw_claim": not case.claims,
            "attempt_resolution": not case.claims,
            "pay_player": not any(self._is_owed(player) for player in case.answers()),
            "appeal_case": not case.answers(),
        }
        return "there is nothing to do it about" if lacks.get(kind.WORD) else None

    def _is_owed(self, player: str) -> bool:
        return self.case.owed(player) > 0 or self.case.owed(player, ex_gratia=True) > 0

    @property
    def refused_approval(self) -> str | None:
        """Why whoever looks cannot approve what is proposed, though an office of theirs does."""
        offices = self.offices_for("approve_ruling")
        return self.why_not(RulingApproved, offices[0]) if offices and self.case.proposal else None

    # What may be typed

    def choices(self, offered: OfferedAct, field: FormField) -> Sequence[str]:
        """What may be chosen for a field; empty where anything may be typed."""
        if field.choices:
            return field.choices
        match field.name:
            case "round":
                return self.case.opened.rounds
            case "relies_on":
                return list(dict.fromkeys(event.evidence for event in self.case.evidence))
            case "language":
                return house_languages(self.weighing)
            case "clock":
                return self._clocks_for(offered.kind.WORD)
            case "player" if offered.kind.WORD != "state_claim":
                return list(dict.fromkeys((*self.case.claims, *self.case.answers())))
        return ()

    def suggestions(self, field: FormField) -> Sequence[str]:
        """What is suggested for a field."""
        match field.name:
            case "player":
                wagers = (wager for round_ in self.weighing.rounds.values() for wager in round_.wagers.values())
                return sorted({wager.player for wager in wagers})
            case "party":
                return [*self.case.claims, "house"]
            case "person":
                return sorted(self.case.persons)
            case "fact":
                return list(dict.fromkeys(position.fact for position in self.case.positions if position.fact))
            case "body" if self.weighing.house and self.weighing.house.dispute_body:
                return [self.weighing.house.dispute_body.name]
        return ()

    def _clocks_for(self, word: str) -> list[str]:
        if word == "resume_clock":
            return [clock.what for clock in self.clocks if clock.state == "paused"]
        return [clock.what for clock in self.clocks if clock.pauses and clock.state == "running"]

    # Letters

    @property
    def letters(self) -> list[LetterKind]:
        """The kinds of letter that may be sent now, the one that is due first."""
        parties = [*self.case.claims, *self.case.answers()]
        if not self.offices_for("send_letter") or self.weighing.house is None or not parties:
            return []
        kinds = [letter for letter in LETTERS if self._may_send(letter, parties[0])]
        wanted = "final" if "final" in kinds else "holding" if self.case.letters() else "acknowledgement"
        return sorted(kinds, key=lambda letter: letter != wanted)

    def _may_send(self, letter: LetterKind, player: str) -> bool:
        draft = LetterSent(by="house", player=player, letter=letter, digest=NO_DIGEST)
        return self.weighing.contradiction(draft) is None


def house_languages(weighing: Weighing) -> list[str]:
    """The languages in which the house writes and there are texts."""
    usual = weighing.house.languages if weighing.house else languages()
    return [language for language in usual if language in languages()]
