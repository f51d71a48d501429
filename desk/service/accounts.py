"""Who is signed in: by a passkey of the roster, or by an account at the house's provider bound to a person of it."""

import secrets
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from fastapi import Request

from desk.service.passkeys import Passkeys
from desk.service.security import API_PATH
from desk.service.session_store import Session, SessionStore
from desk.service.settings import ServiceSettings
from desk.service.visitor import Visitor
from ledger.acts.roster import Member, Roster
from ledger.application import Ledger
from ledger.errors import RecoupError, UnusableKey
from ledger.events import Event
from ledger.events.desk import DESK_STREAM, NamesLookedAt, SessionEnded, SignedIn, SignInMethod, SignInRefused
from ledger.values.message import Message
from ledger.values.subjects import is_subject
from ledger.values.times import format_instant

NO_OFFICE: Final = Message("only a person who holds an office today is let in")
MOST_LOOKS: Final = 100_000
"""How many looks are remembered, so that each goes on record once a session."""


class Accounts:
    """The people of a desk, by the roster of its ledger."""

    def __init__(self, ledger: Ledger, settings: ServiceSettings, store: SessionStore):
        self.ledger, self.settings, self.store = ledger, settings, store
        self.passkeys = Passkeys(settings.origin, settings.relying_party, store)
        self.cookie = "recoup_session" if settings.is_plain else "__Host-recoup_session"

    def roster(self) -> Roster:
        """The roster as it stands."""
        return self.ledger.roster()

    def offices_today(self, person: str) -> list[str]:
        """The offices that somebody holds today (UTC)."""
        return self.roster().offices(person, format_instant(self.ledger.clock())[:10])

    # Sessions

    def visitor(self, token: str | None, browser: str) -> Visitor | None:
        """Whose session a token opens; None where it is over, its passkey or account is gone, or no office is held."""
        session = self.store.find(token, browser)
        if session is None or not self._is_proof_held(session):
            return None
        offices = self.offices_today(session.person)
        if not offices:
            return None
        return Visitor(session.person, tuple(offices), session, self.settings.limit_of(session.person, offices))

    def goes_on(self, visitor: Visitor) -> bool:
        """Whether a visitor's session still lets them in, in the same offices."""
        held = self._is_proof_held(visitor.session) and tuple(self.offices_today(visitor.person)) == visitor.offices
        return held and self.store.is_open(visitor.session.session)

    def open_sessions(self, person: str | None = None) -> list[Session]:
        """The sessions that let somebody in, of one person or of all."""
        found = self.store.open_sessions(person)
        return [session for session in found if self._is_proof_held(session) and self.offices_today(session.person)]

    def end(self, session: str, ended_by: str) -> Session | None:
        """Ends a session, and puts that on record; None where there is none."""
        ended = self.store.end(session)
        if ended is not None:
            self.record(SessionEnded(person=ended.person, session=session, ended_by=ended_by))
        return ended

    def _is_proof_held(self, session: Session) -> bool:
        member = self.roster().members.get(session.person)
        return member is not None and _holds(member, session.method, session.proof)

    # Signing in

    def sign_in_by_passkey(self, answer: dict[str, Any], browser: str) -> tuple[str, Session]:
        """A session for whose passkey has answered. Raises UnusableKey."""
        known = self.passkeys.who(answer, self.roster())
        if not known.is_held:
            raise self._refused(known.person, "passkey", Message("this passkey was revoked"))
        return self._begin(known.person, "passkey", known.key.fingerprint, browser)

    def sign_in_by_account(self, account: str, browser: str) -> tuple[str, Session]:
        """A session for whose account it is, by its digest. Raises UnusableKey."""
        person = self.roster().holder_of(account)
        if person is None:
            raise UnusableKey(
                Message(
                    "this account belongs to no person on the roster; a keeper of the roster binds {account}",
                    account=account,
                )
            )
        return self._begin(person, "provider", account, browser)

    def _begin(self, person: str, method: SignInMethod, proof: str, browser: str) -> tuple[str, Session]:
        if not self.offices_today(person):
            raise self._refused(person, method, NO_OFFICE)
        token, session = self.store.begin(person, method, proof, browser)
        key = proof if method == "passkey" else None
        self.record(SignedIn(person=person, session=session.session, method=method, key=key))
        return token, session

    def _refused(self, person: str, method: SignInMethod, why: str) -> UnusableKey:
        self.record(SignInRefused(person=person, method=method, refused=why))
        return UnusableKey(why)

    def record(self, event: Event) -> None:
        """Puts on record what happened at the desk."""
        self.ledger.record(event, f"desk:{secrets.token_hex(12)}", DESK_STREAM)


class Looks:
    """What was looked at with names in it goes on record, once a session."""

    def __init__(self, accounts: Accounts):
        self._accounts = accounts
        self._noted: dict[tuple[str, str], None] = {}
        self._lock = Lock()

    def note(self, request: Request, visitor: Visitor) -> None:
        """Puts on record that somebody looks at the round or the table's day of a request, unless names are masked."""
        is_of_page = not request.url.path.startswith(API_PATH)  # programs are given names, whatever a browser masks
        if visitor.limit.masked or (is_of_page and request.cookies.get("masked") == "1"):
            return
        parts = (request.path_params.get(name) for name in ("table", "day", "round_name"))
        about = "/".join(part for part in parts if part)
        if is_subject(about):  # else there is nothing of that name to look at
            self.note_subject(visitor, about)

    def note_subject(self, visitor: Visitor, about: str) -> None:
        """Puts on record that somebody sees the names of a round or a table's day."""
        with self._lock:
            if (visitor.session.session, about) in self._noted:
                return
            self._noted[visitor.session.session, about] = None
            if len(self._noted) > MOST_LOOKS:
                del self._noted[next(iter(self._noted))]
        looked = NamesLookedAt(person=visitor.person, session=visitor.session.session, about=about)
        try:
            self._accounts.record(looked)
        except RecoupError:
            with self._lock:
                self._noted.pop((visitor.session.session, about), None)
            raise


def account_digest(issuer: str, subject: str) -> str:
    """What an account at a provider is called on the roster: nobody reads from it who that is."""
    return "sha256:" + sha256(f"{issuer}\n{subject}".encode()).hexdigest()


def _holds(member: Member, method: SignInMethod, proof: str) -> bool:
    if method == "provider":
        return proof in member.accounts
    term = member.keys.get(proof)
    return term is not None and term.until is None
