"""The code lists of a package's tables: what each code stands for."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from projections.messages.catalogue import Catalogue, labels
from replay.games.registry import GAMES
from replay.ruling.finding_kinds import finding_kinds

_OWN_LISTS: Final[Mapping[str, Mapping[str, str]]] = {
    "withdrawal": {
        "delivery": "something was delivered later",
        "correction": "it was put right",
        "decision": "somebody decided",
        "resolution": "the house resolved how a clause is read",
        "edition": "another edition is in force",
        "engine": "another engine rules",
        "contradicted": "the entries did not give it when it was made",
    },
    "claim_status": {
        "stands": "stands",
        "replaced": "the player stated another one since",
        "withdrawn": "the player asks for nothing any more",
        "refused": "does not hold",
    },
    "settlement_status": {"stands": "stands", "replaced": "a later settlement of the case took its place"},
    "source_status": {
        "enrolled": "enrolled by the house",
        "revoked": "was enrolled, and is no more",
        "unattested": "nobody at the house attests it",
    },
    "case_state": {
        "open": "open",
        "proposed": "decision proposed",
        "approved": "decision approved",
        "settled": "settled",
        "appealed": "referred to an outside body",
        "closed": "closed",
    },
    "clock_state": {
        "not_verified": "its source was not read, so that it sets no deadline",
        "not_begun": "does not run yet",
        "running": "runs",
        "paused": "is stopped",
        "past": "its last day is over",
        "met": "was met",
    },
}


@cache
def code_lists() -> Mapping[str, Mapping[str, str]]:
    """Each list by its name: its codes, and what they stand for in English."""
    words = Catalogue()
    unfinished = {"unfinished": "not finished on record"}
    of_cases = labels(words, "case")
    return {
        **_OWN_LISTS,
        "game": {game: game for game in GAMES},
        "standing": labels(words, "round_standing"),
        "round_status": labels(words, "status_word"),
        "shoe_standing": labels(words, "shoe_standing"),
        "verdict": labels(words, "case_verdict") | unfinished,
        "finding": {kind.name: words.named("kind", kind.name) for kind in finding_kinds()},
        "status": labels(words, "status"),
        "act": labels(words, "act") | labels(words, "case_act"),
        "outcome": {outcome: of_cases[outcome] for outcome in ("rejected", "partly_upheld", "upheld")},
        "deadline": labels(words, "deadline"),
    }


def code_rows() -> Iterator[dict[str, Any]]:
    """The rows of the table of codes."""
    for name, codes in sorted(code_lists().items()):
        yield from ({"list": name, "code": code, "means": meaning} for code, meaning in codes.items())
