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
