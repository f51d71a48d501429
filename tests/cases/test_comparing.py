"""The adapter itself: what an expectation lets pass, and what it does not."""

from typing import Any, Final

import pytest

from tests.cases.comparing import differences
from tests.cases.telling import Case


def _branch(choices: dict[str, str], verdict: str, w1: int, w2: int, to: str) -> dict[str, Any]:
    return {
        "id": ",".join(f"{clause}:{reading}" for clause, reading in choices.items()) or "1",
        "choices": choices,
        "verdict": verdict,
        "result": {"declared": "punto", "dealt": "punto", "lawful": "banco"},
        "hands": {"punto": ["Td", "6s"], "banco": ["3h", "4d"]},
        "reconstruction": {"outcome": "exact", "moves": [{"card": "2s", "from": "punto", "to": to}], "draw": ["punto"]},
        "due_minor": {"w1": w1, "w2": w2},
    }


RULING: Final[dict[str, Any]] = {
    "findings": [
        {"kind": "overdraw", "clauses": ["DCB-11", "DCB-13"], "text": "Punto drew.", "wagers": []},
        {"kind": "late_bet", "clauses": ["DCB-3"], "text": "Late.", "wagers": ["w2"]},
        {"kind": "wrong_payment", "clauses": ["DCB-BETS", "DCB-17a?", "DCB-2"], "text": "Paid wrongly.", "wagers": ["w1"]},
        {"kind": "sequence_gap", "clauses": [], "text": "A gap.", "wagers": []},
    ],
    "branches": [
        _branch({"DCB-21a?": "a", "DCB-21c?": "a"}, "stands", 2000, 0, "next"),
        _branch({"DCB-21a?": "a", "DCB-21c?": "b"}, "stands", 2000, 0, "burn"),
        _branch({"DCB-21a?": "b"}, "correct", 0, 1950, "next"),
        _branch({"DCB-21a?": "c"}, "void", 1000, 1000, "next"),
    ],
    "verdict": "refer",
    "money": [
        {"wager": "w1", "player": "P1", "awarded_minor": None, "if_claimed_minor": 2000},
        {"wager": "w2", "player": "P2", "awarded_minor": 1950, "if_claimed_minor": None},
        {"wager": "w3", "player": "P2", "awarded_minor": 0, "if_claimed_minor": 7},
    ],
    "authority": "Management",
}
FOUND: Final = ["DCB-13", "DCB-3"]
SHOWN: Final = {"readings": ["DCB-21a?"], "readings_may": ["DCB-21c?"]}
TO: Final = {"DCB-21c?:a": "next", "DCB-21c?:b": "burn"}


def _case(**value: object) -> Case:
    return Case("T-1", {"id": "T-1", "title": "A case.", "rulebook": "dcb", "setup": {}, "events": [], **value})


HOLDS: Final[list[dict[str, Any]]] = [
    {"verdict": "refer", "authority": "management"},
    {"verdict_any": ["stands", "refer"]},
    {"findings": FOUND},
    {"findings": ["DCB-3"], "findings_any_of": [["DCB-12", "DCB-13"]]},
    {"findings": [], "findings_may": ["DCB-3", "DCB-11"]},
    {"findings_any_of": [["DCB-3"]]},
    {"about": {"DCB-3": ["w2"]}},
    SHOWN,
    {**SHOWN, "branches": {"a": "stands", "b": ["reconstruct", "correct"], "c": "correct"}},
    {**SHOWN, "due": {"w1": {"a": 2000, "b": 0, "c": None}, "w2": None}},
    {"due": {"w1": {"DCB-21a?:a,DCB-21c?:b": 2000, "DCB-21a?:b,DCB-21c?:b": 0}}},
    {"dcb2": {"P1": 2000, "P2": 1950}},
    {"lawful": {"banco": ["3h", "4d"]}, "outcome": "exact", "draw": "punto", "declared": "punto", "result": "banco"},
    {"moves": [{"card": "2s", "from": "punto", "to": TO}]},
    {**SHOWN, "due": {"w1": {"b": 0}}, "moves": [{"card": "2s", "from": "punto", "to": "next"}]},
    {"due": {"w1": {"DCB-21a?:b": 0}}, "moves": [{"card": "2s", "from": "punto", "to": TO}]},
    {"due": {"w9": None}, "open": {"w9": "nobody says"}},
]

FAILS: Final[list[tuple[dict[str, Any], str]]] = [
    ({"verdikt": "refer"}, "does not know this key"),
    ({"verdict": "stands"}, "refer instead of stands"),
    ({"verdict_any": ["stands", "void"]}, "refer is none of"),
    ({"authority": None}, "management instead of None"),
    ({"findings": [*FOUND, "DCB-7"]}, "no finding cites DCB-7"),
    ({"findings": ["DCB-3"]}, "invented overdraw by DCB-11, DCB-13"),
    ({"findings": FOUND, "findings_any_of": [["DCB-7", "DCB-9"]]}, "no finding cites any of DCB-7, DCB-9"),
    ({"about": {"DCB-3": ["w1", "w2"]}}, "names ['w2'] instead of"),
    ({"readings": ["DCB-21a?"]}, "DCB-21c? is shown besides"),
    ({"readings": [], "readings_may": ["DCB-21c?"]}, "DCB-21a? is shown besides"),
    ({"readings": ["DCB-21c?"], "readings_may": ["DCB-21a?"]}, "DCB-21c? is not shown to matter: it changes no due"),
    ({**SHOWN, "readings": ["DCB-21a?", "DCB-21e?"]}, "DCB-21e? is not shown to matter"),
    ({**SHOWN, "branches": {"b": "stands"}}, "b: correct instead of stands"),
    ({**SHOWN, "branches": {"d": "stands"}}, "there is no branch d"),
    ({"branches": {"a": "stands"}}, "reading a of which ambiguity?"),
    ({"branches": {"DCB-21a? a": "stands"}}, "is no key of readings"),
    ({"due": {"w1": 2000}}, "w1: 0 instead of 2000 in branch DCB-21a?:b"),
    ({**SHOWN, "due": {"w1": {"a": 1999}}}, "w1: 2000 instead of 1999 under a"),
    ({"due": {"w1": {"DCB-21c?:a": 2000}}}, "w1: 0 instead of 2000 under DCB-21c?:a in branch DCB-21a?:b"),
    ({"due": {"w9": 0}}, "w9: nothing is due in any branch"),
    ({"dcb2": {"P2": 1957}}, "P2 gets 1950 + 0 instead of 1957"),
    ({"dcb2": {"P3": 0}}, "P3 gets nothing"),
    ({"lawful": {"punto": ["6s", "Td"]}}, "punto ['Td', '6s'] instead of"),
    ({"moves": []}, "2s from punto to next is too much"),
    ({"moves": [{"card": "2s", "from": "punto", "to": "next"}] * 2}, "2s from punto to next is missing"),
    (
        {"moves": [{"card": "2s", "from": "punto", "to": {**TO, "DCB-21c?:b": "next"}}]},
        "2s from punto to next is missing in branch DCB-21a?:a,DCB-21c?:b",
    ),
    ({"moves": [{"card": "2s", "where": "punto", "to": "next"}]}, "a move with where"),
    ({"outcome": "draw"}, "exact instead of draw"),
    ({"draw": "banco"}, "['punto'] instead of ['banco']"),
    ({"declared": "banco"}, "punto instead of banco"),
    ({"result": "punto"}, "banco instead of punto"),
    ({}, "nothing is expected"),
]


@pytest.mark.parametrize("expect", HOLDS, ids="+".join)
def test_an_expectation_holds(expect: dict[str, Any]) -> None:
    assert differences(_case(expect=expect), {"1": RULING}) == []
    assert differences(_case(expect_rounds={"1": expect}), {"1": RULING}) == []


@pytest.mark.parametrize(("expect", "sentence"), FAILS, ids=[sentence for _, sentence in FAILS])
def test_an_expectation_fails(expect: dict[str, Any], sentence: str) -> None:
    (wrong,) = differences(_case(expect=expect), {"1": RULING})[:1]
    assert sentence in wrong


def test_the_whole_case_may_show_its_finding_in_any_round() -> None:
    quiet = {**RULING, "findings": RULING["findings"][:1]}
    by_round = {"1": {"findings": ["DCB-13"]}, "2": {"findings": ["DCB-13"]}}
    rulings = {"1": quiet, "2": RULING}
    assert differences(_case(expect={"findings": ["DCB-3"]}, expect_rounds=by_round), rulings) == []
    assert differences(_case(expect_rounds=by_round), rulings) == ["round 2: findings: invented late_bet by DCB-3: Late."]


def test_the_whole_case_speaks_of_rounds_without_an_expectation_of_their_own() -> None:
    case = _case(expect={"findings": ["DCB-13"]}, expect_rounds={"1": {"findings": FOUND}})
    assert differences(case, {"1": RULING, "2": RULING}) == ["findings: invented late_bet by DCB-3: Late."]


def test_what_concerns_a_round_must_name_it() -> None:
    case = _case(expect={"verdict": "refer"})
    assert differences(case, {"1": RULING, "2": RULING}) == [
        "verdict: this can be said of a round only, the case has several"
    ]


def test_a_round_without_a_ruling_fails() -> None:
    assert differences(_case(expect_rounds={"3": {"findings": FOUND}}), {"1": RULING}) == [
        "round 3: there is no ruling on it"
    ]
