"""What `--json` prints is what `recoup schema` says, and has every key that the contract names."""

import json
from collections.abc import Mapping
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from ledger.application import Ledger
from ledger.events import REGISTRY
from ledger.feeds import cloudevents
from projections.documents.outputs import OUTPUTS
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow

PRINTED: Final = {
    "rule": ("rule", "--all"),
    "rounds": ("rounds",),
    "history": ("history", floor.DAY),
    "replay": ("replay", floor.DISPUTED),
    "shoe": ("shoe", "S1"),
    "quarantine": ("quarantine",),
    "rulebooks": ("rulebook", "list"),
    "clauses": ("clauses",),
    "projections": ("projections", "status"),
}

CONTRACT: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset({"round", "table", "shoe", "game", "account", "rulebook", "engine", "findings", "branches", "verdict"})
    | {"money", "authority", "clauses", "basis"},
    "rulebook": frozenset({"id", "edition", "digest"}),
    "findings": frozenset({"kind", "clauses", "at", "text"}),
    "branches": frozenset({"id", "choices", "verdict", "result", "reconstruction", "due_minor"}),
    "branches.result": frozenset({"declared", "dealt", "lawful"}),
    "branches.reconstruction": frozenset({"outcome", "moves", "draw", "ask", "surplus", "why"}),
    "branches.reconstruction.surplus": frozenset({"card", "goes"}),
    "money": frozenset({"wager", "parent", "player", "kind", "stake_minor", "nominal_minor", "paid_minor"})
    | {"awarded_minor", "if_claimed_minor"},
    "basis": frozenset({"ranges", "leaves_digest"}),
}
"""The keys of a ruling, by the path to the object that has them."""

VERDICTS: Final = {"stands", "correct", "reconstruct", "ask", "void", "respin", "refer"}
LISTED: Final = {
    "clauses": {"id", "document", "kind", "title", "text", "rulebooks", "implemented_by"},
    "rulebooks": {"id", "edition", "game", "document", "digest", "in_force"},
}
DRILLED: Final = {"rounds", "injected", "noop", "undetectable", "found", "restored", "drawn", "asked", "impossible"} | {
    "missed",
    "invented",
    "wrong_money",
    "seed",
    "by_fault",
}


def validator(recoup: Recoup, name: str) -> Draft202012Validator:
    """A validator made from what `recoup schema` prints."""
    schema = recoup("schema", name).json
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:recoup:schema:{name}"
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def objects(document: Any, path: str) -> list[dict[str, Any]]:
    """All objects at a path: lists are gone into, null is passed over."""
    found = document if isinstance(document, list) else [document]
    for name in filter(None, path.split(".")):
        inner = [item[name] for item in found if item[name] is not None]
        found = [item for value in inner for item in (value if isinstance(value, list) else [value])]
    return found


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_is_what_the_schema_says(name: str, busy: Recoup) -> None:
    ran = busy(*PRINTED[name], "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json, "an empty output proves nothing"
    validator(busy, name).validate(ran.json)


@pytest.mark.parametrize("show", ["dealt", "lawful", "both"])
@pytest.mark.parametrize("name", [floor.CLEAN, floor.LATE, floor.UNDERDRAWN, floor.UNORDERED, floor.OPEN])
def test_every_replay_is_what_the_schema_says(name: str, show: str, busy: Recoup) -> None:
    replayed = busy("replay", name, "--as", show, "--json").json
    validator(busy, "replay").validate(replayed)
    assert [step["step"] for step in replayed["steps"]] == list(range(1, len(replayed["steps"]) + 1))
    short = busy("replay", name, "--at", "2", "--json").json
    validator(busy, "replay").validate(short)
    assert short["steps"] == replayed["steps"][:2]


def test_the_day_has_a_coup_of_every_kind(busy: Recoup) -> None:
    rulings = {ruling["round"]: ruling for ruling in busy("rule", "--all", "--json").json}
    after = {"played_on"}  # what follows from the disputed coup
    kinds = {name: {finding["kind"] for finding in ruling["findings"]} - after for name, ruling in rulings.items()}
    assert kinds[floor.CLEAN] == set()
    assert kinds[floor.DISPUTED] == {"overdraw"}
    assert kinds[floor.UNDECIDED] == {"overdraw"}
    assert kinds[floor.UNDERDRAWN] == {"underdraw"}
    assert kinds[floor.LATE] == {"late_bet", "wrong_payment"}
    assert kinds[floor.DOUBTFUL] == {"delivery_quarantined", "delivery_conflicted"}
    assert kinds[floor.UNORDERED] == {"order_not_established", "late_bet"}
    assert len(rulings[floor.UNORDERED]["branches"]) > 1
    assert all("order" in branch["choices"] for branch in rulings[floor.UNORDERED]["branches"])
    assert rulings[floor.UNORDERED]["verdict"] == "refer"


@pytest.mark.parametrize("path", CONTRACT)
def test_a_ruling_has_every_key_of_the_contract(path: str, busy: Recoup) -> None:
    found = objects(busy("rule", "--all", "--json").json, path)
    assert found
    for item in found:
        assert set(item) >= CONTRACT[path]


@pytest.mark.parametrize("path", CONTRACT)
def test_the_schema_requires_every_key_of_the_contract(path: str, busy: Recoup) -> None:
    """Taking one key away anywhere makes the document wrong."""
    check = validator(busy, "rule")
    for key in CONTRACT[path]:
        document = busy("rule", floor.DISPUTED, "--json").json
        del objects(document, path)[0][key]
        assert not check.is_valid(document), key


def test_moves_draws_and_questions_are_of_the_contract(busy: Recoup) -> None:
    definitions = busy("schema", "rule").json["$defs"]
    assert set(definitions["MoveDocument"]["required"]) == {"card", "from", "to"}
    assert set(definitions["AskDocument"]["required"]) == {"place", "who", "why"}
    outcome = definitions["ReconstructionDocument"]["properties"]["outcome"]
    assert set(outcome["enum"]) == {"exact", "draw", "ask", "impossible"}


def test_the_verdicts_are_of_the_contract(busy: Recoup) -> None:
    rulings = busy("rule", "--all", "--json").json
    assert {"stands", "correct", "refer"} <= {ruling["verdict"] for ruling in rulings} <= VERDICTS
    assert {branch["verdict"] for branch in objects(rulings, "branches")} <= VERDICTS


@pytest.mark.parametrize("name", LISTED)
def test_a_list_has_the_keys_of_the_contract(name: str, busy: Recoup) -> None:
    found = busy(*PRINTED[name], "--json").json
    assert all(set(row) == LISTED[name] for row in found)


def test_a_drill_has_the_keys_of_the_contract(recoup: Recoup) -> None:
    document = recoup("drill", "--rounds", "40", "--json").json
    validator(recoup, "drill").validate(document)
    assert set(document) >= DRILLED


@pytest.mark.slow
def test_odds_have_the_keys_of_the_contract(busy: Recoup) -> None:
    document = busy("odds", "dcb", "--json").json
    validator(busy, "odds").validate(document)
    assert document["counts"]["banco"] == "2292252566437888"
    tie = next(wager for wager in document["wagers"] if wager["wager"] == "any_tie")
    assert tie["odds"] == "9:1"
    assert tie["win"] == "475627426473216"
    assert tie["of"] == "4998398275503360"
    assert tie["edge"].startswith("0.04844")
    assert len(tie["edge"]) == len("0.") + 10
    unposted = [wager for wager in document["wagers"] if wager["wager"] == "ur_way_0"]
    assert [(wager["odds"], wager["edge"]) for wager in unposted] == [(None, None)]


def test_the_list_of_schemas_is_complete(recoup: Recoup) -> None:
    names = recoup("schema").out.split()
    assert names == list(OUTPUTS)
    assert {*PRINTED, "odds", "ruling", "cloudevent", *REGISTRY} <= set(names)


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_schema_is_a_schema(name: str, recoup: Recoup) -> None:
    validator(recoup, name)


def test_the_schema_of_an_event_describes_what_is_recorded(recorded: str, recoup: Recoup) -> None:
    with Ledger(recorded) as opened:
        entries = opened.entries()
    checks = {topic: validator(recoup, topic) for topic in {entry.topic for entry in entries}}
    assert len(checks) > 12
    for entry in entries:
        checks[entry.topic].validate(entry.event.model_dump(mode="json", exclude_none=True))
        assert not checks[entry.topic].is_valid({"surprise": 1})


def test_the_schema_of_the_envelope_describes_what_is_handed_out(recorded: str, recoup: Recoup) -> None:
    with Ledger(recorded) as opened:
        lines = [cloudevents.write(entry.delivery) for entry in opened.entries() if entry.event.FROM_FEEDS]
    check = validator(recoup, "cloudevent")
    for line in lines:
        check.validate(json.loads(line))


def test_single_rulings_are_those_of_the_list(busy: Recoup) -> None:
    together = busy("rule", floor.CLEAN, floor.LATE, "--json").json
    check = validator(busy, "ruling")
    for ruling in together:
        check.validate(ruling)
        assert busy("rule", ruling["round"], "--json").json == [ruling]
    assert busy("rule", floor.CLEAN, "--json").out == busy("rule", floor.CLEAN, "--json").out
