"""What a decision does to money where no document has rows for it: a coup of baccarat, and a house's own table."""

from typing import Final

import pytest

from ledger.errors import MalformedRulebook
from replay.rulebook import parse, shipped, shipped_text
from tests.clauses.dcb.floor import house, keeps
from tests.clauses.table import Ruled, differences, judged

BETS: Final = "1: open; bet w1 P1 banco 4000; bet w2 P2 punto 1000; nmb"
COUP: Final = f"{BETS}; P 9h B 2c P Tc B 5d; call punto; pay w1 0; pay w2 2000; close"


def test_management_may_void_a_coup_of_baccarat_and_the_bets_go_back() -> None:
    row = keeps(
        "DCB-2",
        "Management declares a coup void.",
        f"{COUP}; void_round management",
        Ruled(
            verdict="void",
            authority="management",
            due={"w1": 4000, "w2": 1000},
            awarded={"w1": 4000, "w2": 1000},
            stands_as="void",
            in_force=("void_round",),
        ),
    )
    assert differences(row, house()) == []


def test_a_house_without_readings_decides_what_is_withheld_by_its_values_alone() -> None:
    """Where neither value is given, what was paid stays so and open stakes go back."""
    row = keeps(
        "DCB-2", "Management voids the shoe.", f"{COUP.replace('pay w2 2000; ', '')}\ntable: void_shoe S1 management"
    )
    lines = '[authority]\nvoid_shoe = { roles = ["management"], clause = "DCB-4", money = "withheld" }\n'
    (ruling,) = judged(row, parse(shipped_text("dcb") + "\n" + lines))
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
        parse(f"{shipped_text('dcb')}\n[authority]\n{line}\n")


def test_every_office_of_a_shipped_table_is_the_document_s_own() -> None:
    found = {
        name: {role for row in shipped(name).authorities.values() for role in row.roles} for name in ("dcb", "ccl", "scb")
    }
    assert found == {"dcb": {"management"}, "ccl": {"management"}, "scb": {"direction"}}
