"""The adapter itself: what an expectation on a blackjack round lets pass, and what it does not."""

from typing import Any, Final

import pytest

from tests.cases.comparing import differences
from tests.cases.telling import Case


def _branch(choices: dict[str, str], verdict: str, due: int | None, **moved: Any) -> dict[str, Any]:
    return {
        "id": ",".join(f"{clause}:{reading}" for clause, reading in choices.items()) or "1",
        "choices": choices,
        "verdict": verdict,
        "standing": verdict,
        "hands": {},
        "lawful_hands": {"box1": ["Th", "9s"], "box1.2": ["7c", "5h", "2d"], "dealer": ["6d"]},
        "burned": ["Kc"],
        "reconstruction": moved or None,
        "due_minor": {"w1": due},
        "withheld_minor": {"w1": 700} if verdict == "void" else {},
    }


MOVED: Final[dict[str, Any]] = {
    "moves": [{"card": "2d", "from": "box1", "to": "box1.2"}, {"card": "4s", "from": "dealer", "to": "next"}],
    "surplus": [{"card": "8c", "goes": "burn"}, {"card": "4s", "goes": "next"}],
    "ask": [{"place": "box1.2", "who": "P1", "why": "now"}, {"place": "box3", "who": "P3", "why": "now"}],
    "draw": ["box2"],
}
RULING: Final[dict[str, Any]] = {
    "findings": [{"kind": "late_bet", "clauses": ["CCL-21"], "text": "Late.", "wagers": ["w1"]}],
    "branches": [
        _branch({"CCL-ERR?": "b"}, "void", 1500),
        _branch({"CCL-ERR?": "a"}, "ask", None, **MOVED),
    ],
    "verdict": "refer",
    "money": [],
    "authority": "championship_director",
    "decisions": [
        {"at": 9, "act": "void_shoe", "refused": "the dealer may not"},
        {"at": 10, "act": "void_shoe", "refused": None},
    ],
}
ASK: Final = {"ask": [{"box": 1, "hand": 2, "why": "other cards"}], "open": [{"box": 3, "offer": "insurance"}]}
MOVES: Final = [
    {"card": "2d", "from": "box 1", "to": ["box 1 hand 2", "next"]},
    {"card": "4s", "from": "dealer", "to": "next"},
]
EITHER: Final = {"either": {"2d": ["box 1 hand 2", "next"]}, "lawful": {"box 1 hand 2": ["7c", "5h"]}, "surplus": ["4s"]}
LINE: Final = {"lawful": {"box 1": ["Th", "9s"], "burn": ["8c"], "box 4": []}, "surplus": ["4s"]}


def _case(expect: dict[str, Any]) -> Case:
    raised = {"t": "wager", "id": "w9", "raise_of": "w1"}
    fields = {"id": "T-1", "title": "A case.", "rulebook": "ccl", "setup": {}, "events": [raised], "expect": expect}
    return Case("T-1", fields)


HOLDS: Final[list[dict[str, Any]]] = [
    LINE,
    EITHER,
    ASK,
    {"moves": MOVES},
    {**EITHER, "moves": MOVES[1:]},
    {"draw": [{"to": "box 2", "at_least": 1}]},
    {"draw": []},
    {"authority": "championship director", "readings": ["CCL-ERR?"]},
    {"findings_may": ["CCL-21"], "findings_at": {"CCL-21": ["w1", "w9"]}},
    {"findings_at": ["w1"]},
    {"due_if_void": {"w1": 1000, "w9": 500}},
    {"withheld": {"w1": 700}, "refused": ["void_shoe"]},
    {"withheld": {"w2": 0}, "refused": True},
    {"refused": [{"t": "void_shoe", "by": "dealer"}], "readings": ["CCL-ERR?"], "withheld": {"w1": {"b": 700}}},
    {"due": {"w1": None, "w9": 500}},
    {"readings": ["CCL-ERR?"], "due": {"w1": {"b": 1000}, "w9": 500}},
]
FAILS: Final[list[tuple[dict[str, Any], str]]] = [
    ({"lawful": {"box 1": ["9s", "Th"]}}, "box 1 ['Th', '9s'] instead of"),
    ({**LINE, "surplus": ["4s", "8c"]}, "['4s'] instead of ['4s', '8c'] in branch CCL-ERR?:a"),
    ({**LINE, "surplus": []}, "instead of"),
    ({**EITHER, "either": {"9d": ["box 1", "next"]}}, "9d lies in none of"),
    ({**ASK, "open": []}, "['box1.2', 'box3'] instead of ['box1.2']"),
    ({**ASK, "ask": [{"hand": 2}]}, "a decision with hand"),
    ({**LINE, "moves": MOVES[:1]}, "4s from dealer to next is too much"),
    ({**LINE, "moves": [*MOVES, MOVES[0]]}, "2d from box 1 to box1.2 or next is missing"),
    ({"moves": [{"card": "2d", "to": "next"}]}, "a move with card, to"),
    ({"draw": [{"to": "dealer", "n": 1}]}, "instead of dealer"),
    ({"draw": [{"to": "dealer", "most": 1}]}, "a draw with"),
    ({"findings_may": ["CCL-22"]}, "invented late_bet"),
    ({"findings_any_of": [["CCL-22"]]}, "invented late_bet"),
    ({"findings_at": {"CCL-21": "w2"}}, "no finding on CCL-21 names w2"),
    ({"due_if_void": {"w1": 1000, "w9": 600}}, "w1: 1500 instead of 1600 where the round is void"),
    ({"due": {"w1": 1000}}, "w1 was raised"),
    ({"due": {"w1": 1000, "w9": 500}}, "w1: None instead of 1500 in branch CCL-ERR?:a"),
    ({"withheld": {"w1": 1000}}, "700 instead of 1000 on w1 in branch CCL-ERR?:b"),
    ({"withheld": {"w2": 1000}}, "nothing is withheld on w2"),
    ({"refused": ["void_shoe", "void_shoe"]}, "void_shoe was not refused"),
    ({"refused": []}, "void_shoe refused besides"),
    ({"refused": False}, "was refused"),
    ({"outcome": "exact"}, "the adapter does not know this key"),
]


@pytest.mark.parametrize("expect", HOLDS, ids="+".join)
def test_an_expectation_holds(expect: dict[str, Any]) -> None:
    assert differences(_case(expect), {"1": RULING}) == []


@pytest.mark.parametrize(("expect", "sentence"), FAILS, ids=[sentence for _, sentence in FAILS])
def test_an_expectation_fails(expect: dict[str, Any], sentence: str) -> None:
    wrong = differences(_case(expect), {"1": RULING})
    assert any(sentence in item for item in wrong), wrong


def test_cards_that_were_burned_count_where_nothing_is_put_right() -> None:
    standing = {**RULING, "branches": [RULING["branches"][0]]}
    assert differences(_case({"lawful": {"burn": ["Kc"]}, "surplus": [], "moves": [], "ask": []}), {"1": standing}) == []


def test_the_whole_case_speaks_of_the_findings_of_rounds_that_do_not() -> None:
    fields = {**_case({"findings": []}).content, "expect_rounds": {"1": {"verdict": "refer"}}}
    assert differences(Case("T-1", fields), {"1": RULING}) == ["findings: invented late_bet by CCL-21: Late."]


def test_by_how_much_a_stake_is_reduced() -> None:
    text = "On box 3 lie 6,500.00 CZK, 1,500.00 CZK above the maximum of 5,000.00 CZK: P2 must take back 1,500.00 CZK."
    over = {"kind": "over_box_maximum", "clauses": ["CCL-38"], "text": text, "wagers": ["w1"]}
    ruling = {"1": {**RULING, "findings": [over]}}
    for item in ({"w1": 150_000}, {"w9": 150_000}, {"P2": 150_000}):
        assert differences(_case({"reduce": item}), ruling) == []
    for item in ({"w1": 50_000}, {"P3": 150_000}, {"w2": 150_000}):
        assert len(differences(_case({"reduce": item}), ruling)) == 1


def test_a_question_without_readings_is_told_by_a_finding() -> None:
    fields = {**_case({"readings": ["SCB-13a?"]}).content, "rulebook": "scb"}
    missing = {"kind": "no_posted_odds", "clauses": ["SCB-13a?"], "text": "No odds.", "wagers": ["w1"]}
    ruling = {**RULING, "branches": [{**RULING["branches"][0], "choices": {}}]}
    assert differences(Case("T-1", fields), {"1": {**ruling, "findings": [missing]}}) == []
    assert len(differences(Case("T-1", fields), {"1": ruling})) == 1
