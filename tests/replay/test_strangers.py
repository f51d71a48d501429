"""What a person does without the role for it: it has no effect, and is found. An id has the role that an event names."""

from typing import Any, Final

import pytest

from replay.editions.loader import shipped_edition
from tests.clauses.table import Row, judged

OPENINGS: Final = {
    "dcb": "table: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; shoe S1 8",
    "ccl": "table: table blackjack ccl CZK; limits main 1000 50000; shoe S1 6",
    "eca-roulette": "table: table roulette eca-roulette EUR; limits inside 100 50000; limits outside 100 50000",
}
COUP: Final = "1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 4d B 7s"
BOX: Final = "1: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 9c 1 9d; says 1 stand; D Kd"
SPIN: Final = (
    "1: open; bet w1 P1 straight 500 numbers=5; spin cw ccw; nmb motion=yes; revolutions 11 after_call=4; "
    "rest 5; call 5; dolly 5"
)
OVERPAID: Final = {
    "dcb": f"{COUP}; call banco; pay w1 4000; take_back w1 100",
    "ccl": f"{BOX}; pay w1 10100; take_back w1 100",
    "eca-roulette": f"{SPIN}; pay w1 18100; take_back w1 100",
}
ROLES_BY_ID: Final = "table: exchanged S1 9h I7 role=inspector"


def ruled(house: str, *lines: str) -> dict[str, Any]:
    (ruling,) = judged(Row("", "keeps", "", "\n".join((OPENINGS[house], *lines)), ()), shipped_edition(house))
    return ruling


def kinds(ruling: dict[str, Any]) -> list[str]:
    return [finding["kind"] for finding in ruling["findings"]]


@pytest.mark.parametrize("house", OVERPAID)
def test_a_payment_taken_by_another_player_is_still_with_the_one_who_had_it(house: str) -> None:
    line = OVERPAID[house]
    by_house, by_player = ruled(house, f"{line} by=dealer; close"), ruled(house, f"{line} by=P2; close")
    assert (by_house["verdict"], kinds(by_house)) == ("stands", ["payment_corrected"])
    assert by_player["verdict"] == "correct"
    assert kinds(by_player) == ["payment_taken_by_another", "wrong_payment"]
    assert kinds(ruled(house, f"{line} by=P1; close")) == ["payment_corrected"]


@pytest.mark.parametrize("house", ["dcb", "ccl"])
@pytest.mark.parametrize("act", ["change w1 5000", "withdraw w1"])
def test_a_person_in_an_office_is_of_the_house_by_the_id_too(house: str, act: str) -> None:
    """The bet is far above the limit, and is cut, or given back, once the first card is dealt."""
    kind, cards = ("banco", "P 2h B Kc P 4d B 7s; call banco") if house == "dcb" else ("main", "1 Th D 9c 1 9d")
    most = 100_000 if house == "dcb" else 50_000
    line = f"1: open; bet w1 P1 {kind} 200000 {'' if house == 'dcb' else 'box=1'}; nmb; {cards.split(' B ')[0]}; "
    line += act.replace("5000", str(most)) + " by={by}"
    of_role = ruled(house, ROLES_BY_ID, line.format(by="inspector"))
    assert kinds(ruled(house, ROLES_BY_ID, line.format(by="I7"))) == kinds(of_role)
    assert "handled_by_another" not in kinds(of_role)
    assert "handled_by_another" in kinds(ruled(house, line.format(by="I7")))


def test_a_player_holds_no_office_whatever_is_claimed() -> None:
    line = f"{COUP}; withdraw w1 by=P2; call banco; pay w1 3900; close"
    claimed = ruled("dcb", "table: exchanged S1 9h P2 role=management", line.replace("nmb", "bet w2 P2 punto 2000; nmb"))
    assert "handled_by_another" in kinds(claimed)


MISDEALT: Final = "1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 4d B 7s P 3d; call punto; {word}; close"
"""Punto stood on six and was given a card."""


def test_a_player_does_not_correct_a_coup() -> None:
    plain = ruled("dcb", MISDEALT.format(word="pay w1 0"))
    by_player = ruled("dcb", MISDEALT.format(word="correcting P1; corrected P1; pay w1 0"))
    assert sorted(kinds(by_player)) == sorted([*kinds(plain), "corrected_by_another"])
    assert by_player["verdict"] == plain["verdict"]
    assert "corrected_by_another" not in kinds(ruled("dcb", MISDEALT.format(word="correcting inspector; pay w1 0")))


def test_notice_of_a_person_in_an_office_reaches_the_authority() -> None:
    """The next coup is dealt: what was noticed in time is put right all the same, whatever the word for the inspector."""
    lines = MISDEALT.format(word="pay w1 0; notice {by} dealer") + "\n2: open; P 9h B 4c P Kh B 3s; close"

    def first(by: str) -> list[Any]:
        record = "\n".join((OPENINGS["dcb"], ROLES_BY_ID, lines.format(by=by)))
        ruling = judged(Row("", "keeps", "", record, ()), shipped_edition("dcb"))[0]
        return [(branch["id"], branch["standing"], branch["due_minor"]) for branch in ruling["branches"]]

    assert first("I7") == first("inspector") != first("P9")


@pytest.mark.parametrize("house", ["dcb", "ccl", "eca-roulette"])
def test_an_interruption_where_nobody_has_that_power_has_no_effect(house: str) -> None:
    line = {"dcb": f"{COUP}; call banco", "ccl": BOX, "eca-roulette": SPIN}[house]
    plain, broken = ruled(house, f"{line}; close"), ruled(house, f"{line}; interrupted inspector; close")
    assert sorted(kinds(broken)) == sorted([*kinds(plain), "interrupted_without_power"])
    assert broken["verdict"] == plain["verdict"]


def test_what_a_player_notes_of_another_establishes_nothing() -> None:
    line = f"{BOX}; irregular appliance {{by}} about=P2; pay w1 10000; close"
    assert "appliance" in kinds(ruled("ccl", line.format(by="inspector")))
    assert kinds(ruled("ccl", line.format(by="P1"))) == ["noted_irregularity"]


def test_a_players_no_spin_leaves_a_second_opening_to_be_found() -> None:
    line = "1: open; spin cw ccw; no_spin interference by={by}; open; spin ccw cw; rest 5; close"
    assert "opened_again" in kinds(ruled("eca-roulette", line.format(by="P3")))
    assert "opened_again" not in kinds(ruled("eca-roulette", line.format(by="dealer")))
