"""Acts that a person signs by passkey at the desk: asked once for what is to be signed, and taken when it is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, NoReturn, cast

from desk.acts.forms import forms
from desk.acts.taking import TakenAct, take_decision, take_roster_act
from desk.service.accounts import Accounts
from desk.service.case_signing import CaseSteps, Step
from desk.service.passkeys import NOT_ANSWERED, assertion_of, challenge_answered, challenge_text
from desk.service.visitor import Visitor
from desk.web.upkeep import Upkeep
from ledger.application import Ledger
from ledger.errors import MalformedAct, UnusableKey
from ledger.events.base import acts_of
from ledger.events.decisions import AuthorityAct
from ledger.events.roster import PublicKey, RosterAct
from ledger.values.message import Message
from projections.messages.catalogue import Catalogue

NO_PASSKEY: Final = Message(
    "You have no passkey at this address, and an act is signed with one: make one on the page New passkey, and have it "
    "enrolled."
)
CHANGED: Final = Message("the record has changed since you were asked; look again, and sign again")


class _SignatureAsked(Exception):
    """What is to be signed."""

    def __init__(self, statement: bytes):
        super().__init__()
        self.statement = statement


@dataclass(frozen=True, slots=True)
class _Asking:
    """A key that is not at hand yet: says what it would sign."""

    public: PublicKey

    @property
    def fingerprint(self) -> str:
        return self.public.fingerprint

    def sign(self, statement: bytes) -> NoReturn:
        raise _SignatureAsked(statement)


@dataclass(frozen=True, slots=True)
class _Answered:
    """A passkey that has signed one statement."""

    public: PublicKey
    challenge: str
    assertion: Mapping[str, str]

    @property
    def fingerprint(self) -> str:
        return self.public.fingerprint

    def sign(self, statement: bytes) -> Mapping[str, object]:
        if challenge_text(sha256(statement).digest()) != self.challenge:
            raise MalformedAct(CHANGED)
        return {"passkey": self.assertion}


class ActDesk:
    """Takes the acts of whoever is signed in."""

    def __init__(self, accounts: Accounts, upkeep: Upkeep, cases: CaseSteps):
        self._accounts, self._ledger, self._upkeep = accounts, accounts.ledger, upkeep
        self._roster_acts = {kind.WORD: kind for kind in acts_of(RosterAct)}
        self.cases = cases

    def is_of_roster(self, word: str) -> bool:
        """Whether an act is one that changes the roster."""
        return word in self._roster_acts

    def ask(self, visitor: Visitor, words: str, subject: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """What the person's passkey is asked to sign for an act. Raises MalformedAct, UnusableKey, UnknownRound."""
        return self.ask_steps(visitor, [{"do": "act", "words": words, "subject": subject, "fields": dict(fields)}])

    def ask_steps(self, visitor: Visitor, steps: Sequence[Step]) -> dict[str, Any]:
        """What the person's passkey is asked to sign for the first of these steps; the others wait for it. Raises as `ask`,
        and MalformedDecision.
        """
        keys = self._accounts.passkeys.held_by(visitor.person, self._accounts.roster())
        if not keys:
            raise UnusableKey(NO_PASSKEY)
        at = self._ledger.clock()
        try:
            self._take(self._ledger.acting(_Asking(keys[0]), at), visitor.person, steps[0], Catalogue())
        except _SignatureAsked as asked:
            challenge = sha256(asked.statement).digest()
            kept = {"steps": list(steps), "at": at}
            self._accounts.store.ask(challenge_text(challenge), "act", kept, visitor.session.session)
            left = {"left": len(steps) - 1, "statement": json.loads(asked.statement)}
            return self._accounts.passkeys.ask_to_sign(challenge, keys) | left
        raise UnusableKey(NO_PASSKEY)

    def take(self, visitor: Visitor, answer: Mapping[str, Any], words: Catalogue) -> tuple[TakenAct, dict[str, Any] | None]:
        """Takes the act that a passkey has signed, and says what is to be signed next. Raises UnusableKey, MalformedAct."""
        challenge = challenge_answered(answer)
        kept = self._accounts.store.answer(challenge, "act", visitor.session.session)
        known = self._accounts.passkeys.known(answer, self._accounts.roster())
        if kept is None:
            raise UnusableKey(NOT_ANSWERED)
        if known is None or known.person != visitor.person or not known.is_held:
            raise UnusableKey(Message("this passkey is not yours"))
        assertion = assertion_of(answer).model_dump()
        step, *others = kept["steps"]
        self.cases.keep_files(step)
        acting = self._ledger.acting(_Answered(known.key, challenge, assertion), kept["at"])
        try:
            taken = self._take(acting, visitor.person, step, words)
        except ValueError as error:
            raise UnusableKey(Message("the signature does not hold: {why}", why=next(iter(error.args), ""))) from error
        taken = replace(taken, act=acting.last_act)
        self._upkeep.bring_up()
        if not others or taken.refused is not None:
            return taken, None
        named = taken.case and {"case": taken.case}
        following = [{**other, **named} if named and "case" in other else other for other in others]
        return taken, self.ask_steps(visitor, following)

    def _take(self, ledger: Ledger, person: str, step: Mapping[str, Any], words: Catalogue) -> TakenAct:
        if step["do"] != "act":
            return self.cases.take(ledger, step, words)
        act, fields = step["words"], step["fields"]
        if act in self._roster_acts:
            return take_roster_act(ledger, self._roster_acts[act], {**fields, "by": person})
        form = forms().get(act)
        if form is None or not issubclass(form.act, AuthorityAct):
            raise MalformedAct(Message("there is no act {act} at the desk", act=act))
        kind = next((kind for name, kind in form.alternatives.items() if fields.get(name)), form.act)
        known = {name: value for name, value in fields.items() if name in kind.model_fields}
        return take_decision(ledger, cast("type[AuthorityAct]", kind), step["subject"], {**known, "by": person}, words)
