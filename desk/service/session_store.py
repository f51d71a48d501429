"""Sessions at the desk of several people, and what was asked of a browser and is answered once: rows that all processes of
the desk share, and no evidence.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal

from eventsourcing.persistence import PersistenceError
from sqlalchemy import BigInteger, Column, Engine, Index, MetaData, Table, Text, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from ledger.application import Clock
from ledger.errors import UnusableLedger
from ledger.events.desk import SignInMethod
from ledger.values.message import Message

Purpose = Literal["sign_in", "new_passkey", "act"]

METADATA: Final = MetaData()
SESSIONS: Final = Table(
    "desk_sessions",
    METADATA,
    Column("token_digest", Text, primary_key=True),
    Column("session", Text, nullable=False, unique=True),
    Column("person", Text, nullable=False),
    Column("method", Text, nullable=False),
    Column("proof", Text, nullable=False),
    Column("browser", Text, nullable=False),
    Column("form_token", Text, nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Index("ix_desk_sessions_person", "person"),
)
"""One row for each session that is open. Of the cookie's token there is the digest alone; times are in microseconds since
1970.
"""

CHALLENGES: Final = Table(
    "desk_challenges",
    METADATA,
    Column("challenge", Text, primary_key=True),
    Column("purpose", Text, nullable=False),
    Column("session", Text),
    Column("content", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
"""One row for each challenge that a browser has yet to answer."""

MICROSECONDS: Final = 1_000_000
CHALLENGE_SECONDS: Final = 300
"""How long a challenge may be answered."""

SEEN_EVERY_SECONDS: Final = 30
"""How often it is noted that a session was used: reading a page does not write each time."""

MOST_CHALLENGES: Final = 10_000
"""More unanswered ones are not kept: whoever asks without end pushes out the oldest."""


UNREACHABLE: Final = (SQLAlchemyError, PersistenceError, UnusableLedger)
"""What is raised where the database cannot be used."""

NO_DATABASE: Final = Message("The desk's database does not answer; try again in a moment.")


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody's session at the desk; times in microseconds since 1970."""

    session: str
    person: str
    method: SignInMethod
    proof: str
    """The passkey's fingerprint, or the account's digest: once the roster has it no more, the session is over."""
    browser: str
    form_token: str
    began_at: int
    seen_at: int


@dataclass(frozen=True, slots=True)
class SessionStore:
    """The sessions of a desk. One that is not used for `idle_seconds`, or is older than `longest_seconds`, is over."""

    engine: Engine
    clock: Clock
    idle_seconds: int
    longest_seconds: int

    def begin(self, person: str, method: SignInMethod, proof: str, browser: str) -> tuple[str, Session]:
        """A new session, and the token that opens it in that browser."""
        token, now = secrets.token_urlsafe(32), self.clock()
        session = Session(
            secrets.token_hex(8), person, method, proof, _digest(browser), secrets.token_urlsafe(32), now, now
        )
        row = {name: getattr(session, name) for name in Session.__slots__}
        with self.engine.begin() as connection:
            connection.execute(delete(SESSIONS).where(~self._is_open(now)))
            connection.execute(insert(SESSIONS).values(token_digest=_digest(token), **row))
        return token, session

    def find(self, token: str | None, browser: str) -> Session | None:
        """The session that a token opens in a browser; None where it is over, revoked, or another browser's."""
        if not token:
            return None
        now, named = self.clock(), SESSIONS.c.token_digest == _digest(token)
        with self.engine.connect() as connection:
            row = connection.execute(select(SESSIONS).where(named, self._is_open(now))).mappings().first()
        if row is None or not secrets.compare_digest(row["browser"], _digest(browser)):
            return None
        session = _session(dict(row))
        if now - session.seen_at >= SEEN_EVERY_SECONDS * MICROSECONDS:
            with self.engine.begin() as connection:
                connection.execute(update(SESSIONS).where(named).values(seen_at=now))
        return session

    def is_open(self, session: str) -> bool:
        """Whether a session goes on."""
        with self.engine.connect() as connection:
            found = connection.execute(
                select(SESSIONS.c.session).where(SESSIONS.c.session == session, self._is_open(self.clock()))
            )
            return found.first() is not None

    def open_sessions(self, person: str | None = None) -> list[Session]:
        """The sessions that are open, of one person or of all, the latest first."""
        query = select(SESSIONS).where(self._is_open(self.clock())).order_by(SESSIONS.c.began_at.desc())
        if person is not None:
            query = query.where(SESSIONS.c.person == person)
        with self.engine.connect() as connection:
            return [_session(dict(row)) for row in connection.execute(query).mappings()]

    def end(self, session: str) -> Session | None:
        """Ends a session; None where there is none of that name."""
        with self.engine.begin() as connection:
            row = connection.execute(select(SESSIONS).where(SESSIONS.c.session == session)).mappings().first()
            connection.execute(delete(SESSIONS).where(SESSIONS.c.session == session))
        return None if row is None else _session(dict(row))

    def _is_open(self, now: int) -> Any:
        return (SESSIONS.c.seen_at > now - self.idle_seconds * MICROSECONDS) & (
            SESSIONS.c.began_at > now - self.longest_seconds * MICROSECONDS
        )

    # Challenges

    def ask(self, challenge: str, purpose: Purpose, content: Mapping[str, Any], session: str | None = None) -> None:
        """Keeps what a browser was asked until it answers; `session` is who alone may answer."""
        now = self.clock()
        oldest_kept = select(CHALLENGES.c.made_at).order_by(CHALLENGES.c.made_at.desc()).limit(1).offset(MOST_CHALLENGES)
        with self.engine.begin() as connection:
            connection.execute(delete(CHALLENGES).where(CHALLENGES.c.made_at < now - CHALLENGE_SECONDS * MICROSECONDS))
            if (oldest := connection.execute(oldest_kept).scalar()) is not None:
                connection.execute(delete(CHALLENGES).where(CHALLENGES.c.made_at <= oldest))
            row = {"challenge": challenge, "purpose": purpose, "session": session, "content": json.dumps(content)}
            connection.execute(delete(CHALLENGES).where(CHALLENGES.c.challenge == challenge))
            connection.execute(insert(CHALLENGES).values(**row, made_at=now))

    def answer(self, challenge: str, purpose: Purpose, session: str | None = None) -> dict[str, Any] | None:
        """What was kept with a challenge, once; None where it was not asked for this, of this session, or too long ago."""
        kept = (CHALLENGES.c.challenge == challenge) & (CHALLENGES.c.purpose == purpose)
        kept &= CHALLENGES.c.session.is_(None) if session is None else CHALLENGES.c.session == session
        kept &= CHALLENGES.c.made_at > self.clock() - CHALLENGE_SECONDS * MICROSECONDS
        with self.engine.begin() as connection:
            content = connection.execute(select(CHALLENGES.c.content).where(kept)).scalar()
            taken = connection.execute(delete(CHALLENGES).where(kept)).rowcount
        if content is None or not taken:
            return None
        found: dict[str, Any] = json.loads(content)
        return found


def _session(row: Mapping[str, Any]) -> Session:
    return Session(**{name: row[name] for name in Session.__slots__})


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
