"""Under which policy a checkpoint is published: whose cosignatures it must have (C2SP tlog-policy).

A policy is text, a line each: `log KEY`, `witness NAME KEY`, `group NAME any|all|N MEMBER…`, `quorum NAME|none`; what
follows `#` at a line's beginning is a remark. A name stands before the lines that use it.
"""

from collections.abc import Container
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from ledger.errors import MalformedNote, RecoupError
from ledger.evidence.note import COSIGNED, PLAIN, Note, VerifierKey, verifier_key

NO_QUORUM: Final = "none"
MOST_COMPARED: Final = 12
"""Policies of so many witnesses are compared by trying each set of them."""


class MalformedPolicy(RecoupError):
    """A text is no policy, or not one of this log's."""


@dataclass(frozen=True, slots=True)
class _Group:
    """So many of the members must have signed."""

    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """Who must have signed a checkpoint before it is given to anybody."""

    logs: tuple[VerifierKey, ...]
    witnesses: dict[str, VerifierKey]
    groups: dict[str, _Group]
    quorum: str

    def is_met(self, note: Note) -> bool:
        """Whether the note's cosignatures make the quorum."""
        return self.is_met_by({name for name, key in self.witnesses.items() if key.cosigned_at(note) is not None})

    def is_met_by(self, signed: Container[str]) -> bool:
        """Whether the cosignatures of these witnesses, by their names in the policy, make the quorum."""
        holds = {NO_QUORUM: True} | {name: name in signed for name in self.witnesses}
        for name, group in self.groups.items():  # a group comes after its members
            holds[name] = sum(holds[member] for member in group.members) >= group.threshold
        return holds[self.quorum]

    def missing(self, note: Note) -> list[str]:
        """The witnesses that have not signed, by the names that the policy gives them."""
        return [name for name, key in self.witnesses.items() if key.cosigned_at(note) is None]


def weakening(policy: Policy, earlier: Policy) -> str | None:
    """What makes a policy weaker than an earlier one, in a few words; None where it is as strong.

    It is weaker where cosignatures are enough for it that were not enough before. Witnesses are compared by their keys. A
    policy of very many witnesses that differs counts as weaker.
    """
    names = {key.public: name for name, key in policy.witnesses.items()}
    if (policy.witnesses, policy.groups, policy.quorum) == (earlier.witnesses, earlier.groups, earlier.quorum):
        return None
    if len(names) > MOST_COMPARED:
        return f"with {len(names)} witnesses it cannot be shown that it needs as much"
    for count in range(len(names) + 1):
        for keys in combinations(names, count):
            if policy.is_met_by(_of_keys(policy, keys)) and not earlier.is_met_by(_of_keys(earlier, keys)):
                enough = ", ".join(names[key] for key in keys)
                return f"cosignatures of {enough} alone are enough now" if keys else "no cosignature is needed now"
    return None


def _of_keys(policy: Policy, keys: Container[bytes]) -> set[str]:
    return {name for name, key in policy.witnesses.items() if key.public in keys}


def parse_policy(text: str) -> Policy:
    """A policy from its text. Raises MalformedPolicy, naming the line."""
    reading = _Reading()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        try:
            reading.take(words)
        except (ValueError, MalformedNote) as error:
            raise MalformedPolicy(f"line {number} of the policy: {error}") from error
    if reading.quorum is None:
        raise MalformedPolicy("the policy names no quorum; end it with `quorum NAME`, or `quorum none`")
    return Policy(tuple(reading.logs), reading.witnesses, reading.groups, reading.quorum)


class _Reading:
    """What the lines read until now say."""

    def __init__(self) -> None:
        self.logs: list[VerifierKey] = []
        self.witnesses: dict[str, VerifierKey] = {}
        self.groups: dict[str, _Group] = {}
        self.quorum: str | None = None

    def take(self, words: list[str]) -> None:
        """Reads a line. Raises ValueError, MalformedNote."""
        match words:
            case ["log", key, *rest] if len(rest) <= 1:
                self.logs.append(_key(key, PLAIN))
            case ["witness", name, key, *rest] if len(rest) <= 1:
                self._require_new(name)
                self.witnesses[name] = _key(key, COSIGNED)
            case ["group", name, count, *members] if members:
                self._require_new(name)
                self._require_known(members)
                threshold = {"any": 1, "all": len(members)}.get(count) or int(count)
                if not 1 <= threshold <= len(members):
                    raise ValueError(f"{count} of {len(members)} members can never be a quorum")
                self.groups[name] = _Group(threshold, tuple(members))
            case ["quorum", name] if self.quorum is None:
                if name != NO_QUORUM:
                    self._require_known([name])
                self.quorum = name
            case _:
                raise ValueError(f"`{' '.join(words)}` is no line of a policy, or the second quorum")

    def _require_new(self, name: str) -> None:
        if name in self.witnesses or name in self.groups or name == NO_QUORUM:
            raise ValueError(f"{name} is named twice")

    def _require_known(self, names: list[str]) -> None:
        if unknown := [name for name in names if name not in self.witnesses and name not in self.groups]:
            raise ValueError(f"{unknown[0]} is neither a witness nor a group of the lines before")


def _key(written: str, kind: int) -> VerifierKey:
    key = verifier_key(written)
    if key.kind != kind:
        raise ValueError(f"{key.name} is the key of a {'witness' if kind == PLAIN else 'log'}")
    return key
