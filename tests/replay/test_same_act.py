"""One act, written in two ways that the notation has for it: both are judged the same, in every house of blackjack."""

from typing import Any, Final

import pytest

from replay.editions.loader import shipped_edition
from tests.clauses.table import Row, judged

HOUSES: Final = ("ccl", "scb", "fbj", "eca-blackjack")
EARLY: Final = """1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=2; nmb; 1 Th 2 5s D 9c 1 9d 2 7d
    1: says 1 stand P1; D 8h; {put}; says 2 hit P2; {given}; says 2 stand P2; D Kd; pay w1 10000; pay w2 20000; close"""
"""The dealer draws before box 2 is asked; the card waits, and box 2, which asks for one, has it: 20 and 19 against 19."""
PUT_RIGHT: Final = "correcting inspector; move 8h D {place}; corrected inspector"
STOOD: Final = "1: open; bet w1 P1 main 10000 box=1; nmb; 1 9s D 3h 1 7d; says 1 stand; D 2c D 2d D Qs"
"""Sixteen loses to the dealer's seventeen."""
DEALT_OUT: Final = "1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=2; nmb; 1 9s 2 Ts D 3h 1 7d 2 9d"


def ruled(house: str, transcript: str) -> dict[str, Any]:
    """The ruling on the one round of a transcript, without what names places or events."""
    opening = f"table: table blackjack {house} EUR; limits main 1000 50000; shoe S1 6"
    lines = "\n".join(line.strip() for line in (opening, *transcript.splitlines()))
    (ruling,) = judged(Row("", "keeps", "", lines, ()), shipped_edition(house))
    of_branch = ("id", "verdict", "standing", "due_minor", "hands")
    return {
        "verdict": ruling["verdict"],
        "authority": ruling["authority"],
        "findings": sorted((finding["kind"], finding["clauses"], finding["under"]) for finding in ruling["findings"]),
        "branches": [{name: branch[name] for name in of_branch} for branch in ruling["branches"]],
        "awarded": {wager["wager"]: wager["awarded_minor"] for wager in ruling["money"]},
    }


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("given", ["move 8h {place} 2", "2 8h"])
@pytest.mark.parametrize("put", [PUT_RIGHT, "move 8h D {place}"])
@pytest.mark.parametrize("place", ["next", "exposed"])
def test_a_card_waits_on_the_shoe_or_beside_it(house: str, place: str, put: str, given: str) -> None:
    first = ruled(house, EARLY.format(put=PUT_RIGHT.format(place="next"), given="move 8h next 2"))
    assert ruled(house, EARLY.format(put=put.format(place=place), given=given.format(place=place))) == first
    assert first["findings"] == [("dealer_too_soon", first["findings"][0][1], None)]
    assert first["verdict"] == "stands"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("place", ["next", "exposed"])
def test_a_card_that_waits_and_is_not_used_is_found(house: str, place: str) -> None:
    kinds = {kind for kind, _, _ in ruled(house, EARLY.format(put=f"move 8h D {place}", given="2 3h"))["findings"]}
    assert "exposed_not_next" in kinds


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    "line",
    [
        f"{STOOD} D 8c; move 8c D {{place}}; pay w1 0; close",
        f"{STOOD}; expose 8c; move 8c exposed {{place}}; pay w1 0; close",
        f"{STOOD.replace('1 9s D', '1 9s 2 8c; move 8c 2 {place}; D')}; pay w1 0; close",
        f"{STOOD.replace('D 3h 1', 'D 3h; deal {place} 8c found=face_up; 1')}; pay w1 0; close",
        f"{STOOD.replace('says', '{burned}; says')}; pay w1 0; close",
    ],
    ids=["surplus", "exposed", "empty box", "face up", "burned"],
)
def test_a_card_among_the_discards_is_burned(house: str, line: str) -> None:
    burned = ruled(house, line.format(place="burn", burned="burn 8c reason=error"))
    assert ruled(house, line.format(place="discard", burned="deal discard 8c")) == burned
    assert all(kind != "empty_box" for kind, _, _ in burned["findings"]) or "2 8c" in line


@pytest.mark.parametrize("house", HOUSES)
def test_a_hand_is_collected_at_once_or_card_by_card(house: str) -> None:
    line = f"{DEALT_OUT}; says 1 hit; 1 Kd; {{box}}; pay w1 0; says 2 stand; D 4c D Kd; pay w2 20000; {{bank}}; close"
    cleared = ruled(house, line.format(box="clear 1", bank="clear D"))
    box = "; ".join(f"move {card} 1 discard" for card in ("9s", "Kd", "7d"))
    bank = "; ".join(f"move {card} D discard" for card in ("3h", "4c", "Kd"))
    assert ruled(house, line.format(box=box, bank=bank)) == cleared
    assert (cleared["verdict"], cleared["findings"]) == ("stands", [])


# Baccarat

FIVE_TO_SEVEN: Final = "1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 3d B 7s"
"""Punto has five and is due a card; banco stands on seven."""
SIX_TO_SEVEN: Final = "1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 4d B 7s"
"""Both stand: no card is due."""
BANCO_WON: Final = "call banco; pay w1 3900; close"


def coups(transcript: str) -> list[dict[str, Any]]:
    """The rulings on the coups of a transcript, without what names places or events."""
    lines = "\n".join(line.strip() for line in ("table: table baccarat dcb GBP; shoe S1 8", *transcript.splitlines()))
    of_branch = ("id", "verdict", "standing", "due_minor", "hands", "result")
    return [
        {
            "verdict": ruling["verdict"],
            "findings": sorted((finding["kind"], finding["clauses"], finding["under"]) for finding in ruling["findings"]),
            "branches": [{name: branch[name] for name in of_branch} for branch in ruling["branches"]],
            "awarded": {wager["wager"]: wager["awarded_minor"] for wager in ruling["money"]},
        }
        for ruling in judged(Row("", "keeps", "", lines, ()), shipped_edition("dcb"))
    ]


@pytest.mark.parametrize(("code", "hand"), [("P", "punto"), ("B", "banco")])
@pytest.mark.parametrize(
    "line",
    [
        "expose 4s; {code} 4s",
        "expose 4s; move 4s exposed {hand}",
        "deal exposed 4s; move 4s exposed {hand}",
        "deal next 4s; {code} 4s",
        "expose 4s; move 4s exposed next; {code} 4s",
        "expose 4s; move 4s exposed next; move 4s next {hand}",
        "burn 4s reason=error; move 4s burn {hand}",
        "deal discard 4s; move 4s discard {hand}",
    ],
)
def test_a_card_that_waited_is_dealt_to_whom_it_is_given(line: str, code: str, hand: str) -> None:
    money = "call punto; pay w1 0; close"
    dealt = coups(f"{FIVE_TO_SEVEN} {code} 4s; {money}")
    assert coups(f"{FIVE_TO_SEVEN}; {line.format(code=code, hand=hand)}; {money}") == dealt
    assert (dealt[0]["findings"] == []) == (hand == "punto")


@pytest.mark.parametrize(
    "line", ["expose 4s", "expose 4s; move 4s exposed next", "burn 4s reason=error", "deal discard 4s"]
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_card_that_the_coup_has_no_use_for_is_none_of_it(line: str, when: str) -> None:
    with_it = f"1: open; {line}; {SIX_TO_SEVEN[9:]}" if when == "before" else f"{SIX_TO_SEVEN}; {line}"
    plain = coups(f"{SIX_TO_SEVEN}; {BANCO_WON}")
    assert coups(f"{with_it}; {BANCO_WON}") == plain
    assert (plain[0]["verdict"], plain[0]["findings"]) == ("stands", [])


@pytest.mark.parametrize(
    "line", ["expose 4s", "deal next 4s", "burn 4s reason=error", "deal discard 4s", "expose 4s; move 4s exposed burn"]
)
def test_a_card_that_was_passed_over_belongs_to_the_hand_that_was_due_it(line: str) -> None:
    (ruling,) = coups(f"{FIVE_TO_SEVEN}; {line}; P 9c; {BANCO_WON}")
    assert ruling["findings"] == [("card_astray", ["DCB-5", "DCB-11", "DCB-13"], None)]
    assert {branch["hands"]["punto"] == ["2h", "3d", "4s"] for branch in ruling["branches"]} == {True}
    assert ruling["verdict"] == "reconstruct"


def test_a_card_that_was_missing_lies_with_the_exposed_cards() -> None:
    (ruling,) = coups(f"{FIVE_TO_SEVEN}; expose 4s; {BANCO_WON}")
    assert [kind for kind, _, _ in ruling["findings"]] == ["card_astray"]
    assert {tuple(branch["hands"]["punto"]) for branch in ruling["branches"]} == {("2h", "3d", "4s")}


def test_a_card_that_waited_for_the_next_coup_is_its_first() -> None:
    rest = "B Kc P 3d B 7s; call banco; close"
    first = f"{SIX_TO_SEVEN}; expose 2h; {BANCO_WON}"
    dealt = coups(f"{first}\n2: open; P 2h {rest.replace('P 3d', 'P 4d')}")
    assert coups(f"{first}\n2: open; move 2h exposed punto; {rest.replace('P 3d', 'P 4d')}") == dealt
    assert [ruling["verdict"] for ruling in dealt] == ["stands", "stands"]


def test_a_card_taken_from_a_hand_and_given_to_another_is_moved() -> None:
    line = f"{FIVE_TO_SEVEN} B 4s; correcting inspector; {{moved}}; corrected inspector; call punto; pay w1 0; close"
    moved = coups(line.format(moved="move 4s banco punto"))
    for waits in ("next", "exposed"):
        for given in ("P 4s", f"move 4s {waits} punto"):
            assert coups(line.format(moved=f"move 4s banco {waits}; {given}")) == moved
    assert moved[0]["verdict"] == "stands"


def test_the_hands_of_a_coup_are_collected_at_once_or_card_by_card() -> None:
    cleared = coups(f"{SIX_TO_SEVEN}; call banco; pay w1 3900; clear P; clear B; close")
    moves = "; ".join(f"move {card} discard" for card in ("2h punto", "4d punto", "Kc banco", "7s banco"))
    assert coups(f"{SIX_TO_SEVEN}; call banco; pay w1 3900; {moves}; close") == cleared
    assert (cleared[0]["verdict"], cleared[0]["findings"]) == ("stands", [])
