"""What a decision does to money where no document has rows for it: a coup of baccarat, and a house's own table."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from tests.clauses.ccl.floor import house as czech
from tests.clauses.ccl.floor import keeps as at_ccl
from tests.clauses.dcb.floor import house, keeps
from tests.clauses.table import Row, Ruled, differences, judged

BETS: Final = "1: open; bet w1 P1 banco 4000; bet w2 P2 punto 1000; nmb"
COUP: Final = f"{BETS}; P 9h B 2c P Tc B 5d; call punto; pay w1 0; pay w2 2000; close"


MISDRAWN: Final = f"{BETS}; P 9h B 2c P 7s B 4d P 2d; call punto; pay w1 0; pay w2 2000; close"
"""Punto has six against six and drew a two, off the tableau."""
NEXT: Final = "2: open; bet n1 P3 punto 1000; nmb; P 9h B 4c P 9d B 3s; call punto; pay n1 2000; close"
BACK: Final = {"w1": 4000, "w2": 1000}


def test_a_lawful_coup_of_baccarat_is_void_on_no_clause_and_nobody_can_say_so() -> None:
    expected = Ruled(verdict="stands", due={"w1": 0, "w2": 2000}, stands_as="closed", attempts=("void_round",))
    row = keeps("DCB-2", "Management declares a coup void.", f"{COUP}; void_round management", expected)
    assert differences(row, house()) == []
    (ruling,) = judged(row, house())
    (attempt,) = ruling["decisions"]
    assert attempt["refused"] == (
        "no reading of the rules makes this round void; management may void it only where one does, "
        "and no clause goes further"
    )


def test_management_decides_that_a_misdrawn_coup_is_void_where_a_reading_has_it_so() -> None:
    row = keeps("DCB-21a?", "Unnoticed.", f"{MISDRAWN}\n{NEXT}\n1: void_round management")
    first, second = judged(row, house())
    assert (first["verdict"], first["standing"], second["verdict"]) == ("void", "void", "stands")
    assert [branch["due_minor"] for branch in first["branches"]] == [BACK] * len(first["branches"])
    assert {money["wager"]: money["awarded_minor"] for money in first["money"]} == BACK


def test_a_player_who_disputes_keeps_the_best_reading_whatever_management_makes_of_the_rest() -> None:
    """P2, who was paid for punto, disputes; P1 does not, and gets the stake back."""
    row = keeps("DCB-2", "Disputed.", f"{MISDRAWN}\n{NEXT}\n1: notice P2 management; void_round management")
    first, _ = judged(row, house())
    assert {money["wager"]: money["awarded_minor"] for money in first["money"]} == {"w1": 4000, "w2": 2000}


def test_a_resolution_that_a_misdrawn_coup_stands_leaves_nothing_to_void() -> None:
    row = keeps(
        "DCB-21a?", "It stands.", f"table: resolved DCB-21a? a management\n{MISDRAWN}\n{NEXT}\n1: void_round management"
    )
    first, _ = judged(row, house())
    assert [decision["refused"] is None for decision in first["decisions"]] == [False]
    assert {money["wager"]: money["awarded_minor"] for money in first["money"]} == {"w1": 0, "w2": 2000}


def test_no_spin_is_void_by_anybody_s_word() -> None:
    """The championship's roulette has no sentence on it, not even for the Director."""
    spun = "open; bet w1 J1 red 50000; spin cw ccw; nmb; revolutions 9 after_call=4; rest 7; call 7; dolly 7; pay w1 100000"
    lines = f"table: table roulette eca-roulette EUR\n1: {spun}; close; void_round championship_director"
    (ruling,) = judged(Row("ECA-G3", "breaks", "A lawful spin.", lines, ()), shipped_edition("eca-roulette"))
    assert (ruling["verdict"], [decision["refused"] is None for decision in ruling["decisions"]]) == ("stands", [False])


def test_a_house_without_readings_decides_what_is_withheld_by_its_values_alone() -> None:
    """Where neither value is given, what was paid stays so and open stakes go back."""
    row = keeps(
        "DCB-2", "Management voids the shoe.", f"{COUP.replace('pay w2 2000; ', '')}\ntable: void_shoe S1 management"
    )
    lines = '[authority]\nvoid_shoe = { roles = ["management"], clause = "DCB-4", money = "withheld" }\n'
    (ruling,) = judged(row, parse_edition(shipped_text("dcb") + "\n" + lines))
    (branch,) = ruling["branches"]
    assert (branch["due_minor"], branch["withheld_minor"]) == ({"w1": 0, "w2": 1000}, {"w1": 0, "w2": 1000})
    assert (ruling["verdict"], ruling["standing"]) == ("void", "void")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('void_shoo = { roles = ["management"], clause = "DCB-4", money = "withheld" }', "there is no such act"),
        ('void_shoe = { roles = ["management"], clause = "DCB-4" }', "the act moves money"),
        ('settle_round = { roles = ["management"], clause = "DCB-4", money = "returned" }', "the act moves no money"),
        ('void_shoe = { roles = ["croupier"], clause = "DCB-4", money = "withheld" }', "authority.void_shoe.roles"),
        ('void_shoe = { roles = [], clause = "DCB-4", money = "withheld" }', "authority.void_shoe.roles"),
        (
            'void_shoe = { roles = ["management"], clause = "DCB-4", money = "withheld", where = "left_open" }',
            "only what is decided on a single round",
        ),
        ('void_shoe = { roles = ["management"], money = "withheld" }', "it rests on a clause"),
        ('void_shoe = { roles = ["management"], clause = "CCL-7", money = "withheld" }', "a clause of another document"),
        (
            'void_shoe = { roles = ["management"], clause = "DCB-99", money = "withheld" }',
            "not among the edition's clauses",
        ),
    ],
)
def test_a_table_of_authorities_that_cannot_be_used_is_refused(line: str, why: str) -> None:
    with pytest.raises(MalformedRulebook, match=why):
        parse_edition(f"{shipped_text('dcb')}\n[authority]\n{line}\n")


def test_every_office_of_a_shipped_table_is_the_document_s_own() -> None:
    found = {
        name: {role for row in shipped_edition(name).authorities.values() for role in row.roles}
        for name in ("dcb", "ccl", "scb")
    }
    assert found == {"dcb": {"management"}, "ccl": {"management"}, "scb": {"direction"}}


ASTRAY: Final = """1: open; bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; 1 8h 3 Tc D 6s 1 4d 3 5c
    1: says 1 hit; 3 9d; 1 7c; says 1 stand"""
"""The card that box 1 asked for went to box 3, and box 1 has the following one: the house does not say what then."""


def test_what_else_is_to_be_done_about_a_round_stays_to_be_done() -> None:
    """Box 3's hand alone is invalid; box 1 waits for management under each reading of the dealing error, as before."""
    before = judged(at_ccl("CCL-ERR?", "As it was.", ASTRAY), czech())[0]
    after = judged(at_ccl("CCL-ERR?", "Box 3.", f"{ASTRAY}; invalid_hand management box=3 scope=hand"), czech())[0]
    assert before["verdict"] == after["verdict"] == "refer"
    for branch in after["branches"]:
        choices = dict(branch["choices"])
        assert branch["due_minor"]["w3"] == {"a": 20_000, "b": 0}[choices.pop("CCL-7b?")]
        same = next(_alike(before, choices))
        assert branch["due_minor"]["w1"] == same["due_minor"]["w1"]
        assert (branch["reconstruction"], branch["standing"]) == (same["reconstruction"], same["standing"])
    assert {money["wager"]: money["awarded_minor"] for money in after["money"]} == {"w1": None, "w3": None}


def _alike(ruling: Any, choices: dict[str, str]) -> Iterator[Any]:
    return (branch for branch in ruling["branches"] if choices.items() <= branch["choices"].items())


def test_a_void_shoe_settles_what_a_dealing_error_had_left_open() -> None:
    (ruling,) = judged(at_ccl("CCL-ERR?", "All of it.", f"{ASTRAY}\ntable: void_shoe S1 management"), czech())
    assert {b["id"]: b["due_minor"] for b in ruling["branches"]} == {
        "CCL-7b?:a": {"w1": 10_000, "w3": 20_000},
        "CCL-7b?:b": {"w1": 0, "w3": 0},
    }
    assert {finding["kind"] for finding in ruling["findings"]} == {"card_astray"}
