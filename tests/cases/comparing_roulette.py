"""What a case of roulette asserts besides: roulette/README.md says how it is read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.cases.view import View, compares, unless_same


def in_groups(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The expectation with what stands as a list inside `findings` among the groups of which one is enough."""
    alone = [clause for clause in wanted.get("findings", ()) if isinstance(clause, str)]
    groups = [clauses for clauses in wanted.get("findings", ()) if not isinstance(clauses, str)]
    return {**wanted, "findings": alone, "findings_any_of": [*groups, *wanted.get("findings_any_of", ())]}


@compares("verdict", "roulette")
def verdict(view: View, wanted: str | Mapping[str, str | None] | None) -> Iterator[str]:
    by_round = wanted if isinstance(wanted, Mapping) else {_round(view.document): wanted}
    found = {_round(document): document["verdict"] for document in view.documents}
    for name, verdict in by_round.items():
        if verdict is not None and found.get(name) != verdict:
            yield f"round {name}: {found.get(name)} instead of {verdict}"


def _round(document: Mapping[str, Any]) -> str:
    return str(document["round"]).rsplit("/", 1)[1]


@compares("branches", "roulette")
def branches(view: View, wanted: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    for key, verdicts in wanted.items():
        allowed = {verdicts} if isinstance(verdicts, str) else set(verdicts)
        held = view.holding(key, [branch for branch in view.branches if branch["choices"]])
        if not held:
            yield f"there is no branch {key}"
        for branch in held:
            if branch["verdict"] not in allowed:
                yield f"{key}: {branch['verdict']} instead of {' or '.join(sorted(allowed))}"


@compares("authority", "roulette")
def authority(view: View, wanted: str | None) -> Iterator[str]:
    found = {document["authority"] for document in view.documents} - {None}
    yield from unless_same({item.replace("_", " ") for item in found}, {wanted} - {None})


@compares("refused", "roulette")
def refused(view: View, wanted: Sequence[str]) -> Iterator[str]:
    found = sorted({name for document in view.documents for name in document["refused"]})
    yield from unless_same(found, sorted(wanted))


@compares("about_round", "roulette")
def about_round(view: View, wanted: Mapping[str, Sequence[str | int]]) -> Iterator[str]:
    for clause, rounds in wanted.items():
        named = {
            _round(document)
            for document in view.documents
            for finding in document["findings"]
            if clause in finding["clauses"]
        }
        if named != {str(round_) for round_ in rounds}:
            yield f"{clause} is found in rounds {sorted(named)} instead of {rounds}"
