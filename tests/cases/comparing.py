"""What a case asserts against the ruling's document. How it is read stands in FORMAT.md and the sets' READMEs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from replay.editions.loader import shipped_edition
from tests.cases import comparing_baccarat, comparing_blackjack, comparing_roulette  # noqa: F401 - they register what they compare
from tests.cases.telling import Case
from tests.cases.view import Branch, Document, View, agree, compares, unless_same
from tests.cases.words import UnknownKey, raises

PRINCIPLES: Final = frozenset({"DCB-1", "DCB-2"})
"""Clauses that any finding may cite."""

FOUND: Final = frozenset({"findings", "findings_any_of", "findings_may"})


def differences(case: Case, documents: Mapping[str, Document]) -> list[str]:
    """Everything in which the rulings are not what the case expects, one sentence each."""
    whole, by_round = case.content.get("expect"), case.content.get("expect_rounds", {})
    whole = comparing_roulette.in_groups(whole) if case.game == "roulette" and whole else whole
    if not whole and not by_round:
        return ["nothing is expected"]
    sheet = shipped_edition(case.rulebook).sheet
    free = PRINCIPLES | {id_ for id_, row in sheet.clauses.items() if row.kind == "S"}
    lacking = frozenset(id_ for id_ in sheet.clauses if id_.endswith("?") and id_ not in sheet.readings)
    of_case = partial(View, free=free, game=case.game, raised=raises(case.content), lacking=lacking)
    wrong: list[str] = []
    for name, expected in by_round.items():
        if name not in documents:
            wrong.append(f"round {name}: there is no ruling on it")
            continue
        view = of_case((documents[name],), _complete(expected, case.game), also=_allowed(whole or {}))
        wrong += [f"round {name}: {sentence}" for sentence in view.differences()]
    if whole:
        apart = {name for name, expected in by_round.items() if case.game == "baccarat" or not FOUND.isdisjoint(expected)}
        others = [document for name, document in documents.items() if name not in apart]
        wrong += of_case((*documents.values(),), _complete(whole, case.game), alone=tuple(others)).differences()
    return wrong


def _complete(wanted: Mapping[str, Any], game: str) -> Mapping[str, Any]:
    """At blackjack findings are compared, and none may be invented, wherever an expectation speaks of them."""
    return wanted if game == "baccarat" or FOUND.isdisjoint(wanted) else {"findings": (), **wanted}


def _allowed(wanted: Mapping[str, Any]) -> frozenset[str]:
    """The clauses that findings may cite by this expectation."""
    groups = [wanted.get("findings", ()), wanted.get("findings_may", ()), *wanted.get("findings_any_of", ())]
    return frozenset(clause for group in groups for clause in group)


@compares("open")
@compares("findings_may")
@compares("readings_may")
def explains(_: View, __: object) -> Iterator[str]:
    """Says why something is not compared, or what may be besides: no assertion of its own."""
    yield from ()


# What was found


@compares("findings")
def findings(view: View, wanted: Sequence[str]) -> Iterator[str]:
    cited = {clause for finding in view.findings for clause in finding["clauses"]}
    for clause in wanted:
        if clause not in cited:
            yield f"no finding cites {clause}"
    allowed = _allowed(view.wanted) | view.also
    for document in view.documents if view.alone is None else view.alone:
        for finding in document["findings"]:
            counting = {clause for clause in finding["clauses"] if clause not in view.free and not clause.endswith("?")}
            if counting and not allowed & set(finding["clauses"]):
                yield f"invented {finding['kind']} by {', '.join(finding['clauses'])}: {finding['text']}"


@compares("findings_any_of")
def findings_any_of(view: View, wanted: Sequence[Sequence[str]]) -> Iterator[str]:
    cited = {clause for finding in view.findings for clause in finding["clauses"]}
    for group in wanted:
        if not cited & set(group):
            yield f"no finding cites any of {', '.join(group)}"


@compares("about")
def about(view: View, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for clause, wagers in wanted.items():
        named = {wager for finding in view.findings if clause in finding["clauses"] for wager in finding["wagers"]}
        if named != set(wagers):
            yield f"the finding on {clause} names {sorted(named)} instead of {sorted(wagers)}"


# What was decided


@compares("verdict")
def verdict(view: View, wanted: str) -> Iterator[str]:
    yield from unless_same(view.document["verdict"], wanted)


@compares("verdict_any")
def verdict_any(view: View, wanted: Sequence[str]) -> Iterator[str]:
    if view.document["verdict"] not in wanted:
        yield f"{view.document['verdict']} is none of {', '.join(wanted)}"


@compares("authority")
def authority(view: View, wanted: str | None) -> Iterator[str]:
    found = view.document["authority"]
    yield from unless_same(found and found.lower().replace("_", " "), wanted)


@compares("readings")
def readings(view: View, wanted: Sequence[str]) -> Iterator[str]:
    shown = {clause for branch in view.branches for clause in branch["choices"]}
    cited = {clause for finding in view.findings for clause in finding["clauses"]}
    for clause in wanted:
        if clause in view.lacking:
            yield from () if clause in cited else (f"no finding cites {clause}, which is not answered",)
        elif not any(_matters(view.game, document["branches"], clause) for document in view.documents):
            yield f"{clause} is not shown to matter" + (": it changes no due" if clause in shown else "")
    for clause in sorted(shown - set(wanted) - set(view.wanted.get("readings_may", ()))):
        yield f"{clause} is shown besides"


def _matters(game: str, branches: Sequence[Branch], clause: str) -> bool:
    """Whether two branches that differ in the reading of this clause alone come to other money; at blackjack, where the
    money may still be open, also to another verdict or to other cards.
    """
    compared = ("due_minor",) if game == "baccarat" else ("due_minor", "verdict", "hands", "reconstruction")
    return any(
        branch["choices"][clause] != other["choices"][clause]
        and agree({**branch["choices"], clause: ""}, {**other["choices"], clause: ""})
        and any(branch[key] != other[key] for key in compared)
        for branch in branches
        for other in branches
        if clause in branch["choices"] and clause in other["choices"]
    )


# Money

Due = int | Mapping[str, int | None] | None


@compares("due")
def due(view: View, wanted: Mapping[str, Due]) -> Iterator[str]:
    for wager, amount in _whole(view, wanted).items():
        own = [branch for branch in view.branches if wager in branch["due_minor"]]
        if isinstance(amount, Mapping):
            for key, minor in amount.items():
                yield from _due(wager, minor, view.holding(key, own), f" under {key}")
        else:
            yield from _due(wager, amount, own, "")


@compares("due_if_void", "blackjack")
def due_if_void(view: View, wanted: Mapping[str, int]) -> Iterator[str]:
    void = [branch for branch in view.branches if "void" in (branch["verdict"], branch["standing"])]
    for wager, amount in _whole(view, wanted).items():
        assert not isinstance(amount, Mapping)
        yield from _due(wager, amount, [item for item in void if wager in item["due_minor"]], " where the round is void")


def _whole(view: View, wanted: Mapping[str, Due]) -> dict[str, Due]:
    """What is due on each wager of the product: chips added to a wager count with it. Raises UnknownKey."""
    dues: dict[str, Due] = {}
    for wager, amount in wanted.items():
        first = view.raised.get(wager, wager)
        parts = [first, *(chips for chips, of in view.raised.items() if of == first)]
        if len(parts) == 1:
            dues[first] = amount
        elif any(part not in wanted for part in parts):
            raise UnknownKey(f"{first} was raised: what is due is compared for {' and '.join(parts)} together")
        else:
            dues[first] = _sum([wanted[part] for part in parts])
    return dues


def _sum(dues: Sequence[Due]) -> Due:
    """The sum; reading by reading where one of them depends on the reading, None where one is not to be compared."""
    keys = {key for due_ in dues if isinstance(due_, Mapping) for key in due_}
    if keys:
        return {key: _plain([due_.get(key) if isinstance(due_, Mapping) else due_ for due_ in dues]) for key in keys}
    return _plain([due_ for due_ in dues if not isinstance(due_, Mapping)])


def _plain(amounts: Sequence[int | None]) -> int | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None


def _due(wager: str, wanted: int | None, branches: Sequence[Branch], under: str) -> Iterator[str]:
    if wanted is None:
        return
    if not branches:
        yield f"{wager}: nothing is due in any branch{under}"
    for branch in branches:
        found = branch["due_minor"][wager]
        if found != wanted:
            yield f"{wager}: {found} instead of {wanted}{under} in branch {branch['id']}"
