"""`recoup decks`: from the carton to the table and back, what is out of order, and where a round's cards came from."""

from pathlib import Path

import pytest

from tests.commands import Ran, Recoup

DAY = "BAC-1/2026-11-20"
NIGHT = f"{DAY}: table baccarat dcb EUR; shoe S1 8\n{DAY}/1: open; bet w1 P1 punto 1000; nmb; P 9h B 3c P Tc B 5d; close\n"


@pytest.fixture
def house(tmp_path: Path, recoup: Recoup) -> Recoup:
    """A house with a shoe on record."""
    path = tmp_path / "night.txt"
    path.write_text(NIGHT)
    assert recoup("record", str(path)).code == 0
    return recoup


def done(house: Recoup, *acts: str) -> list[Ran]:
    """Each act on the decks RED-12, by S1."""
    return [house("decks", *act.split(), "--by", "S1") for act in acts]


RECEIVED = "receive RED-12 8 C-77 --maker M1 --seal Z1"
ISSUED = f"issue RED-12 {DAY} S1"


def test_decks_that_are_cared_for_have_nothing_out_of_order(house: Recoup) -> None:
    acts = (RECEIVED, "inspect RED-12 --seal Z2", "shuffle RED-12 --procedure machine --seal Z3", ISSUED)
    ran = done(house, *acts, "pull RED-12 --seal Z4", "count RED-12 416", "destroy RED-12")
    assert [each.code for each in ran] == [0] * 7
    (decks,) = house("decks", "list", "--json").json
    assert (decks["where"], [step["act"].split("_")[0] for step in decks["steps"]]) == (
        "destroyed",
        ["receive", "inspect", "shuffle", "issue", "pull", "count", "destroy"],
    )
    assert [step["irregularities"] for step in decks["steps"]] == [[]] * 7
    assert house("verify").code == 0


def test_what_is_out_of_order_is_recorded_and_said_at_once(house: Recoup) -> None:
    done(house, RECEIVED)
    (issued,) = done(house, f"{ISSUED} --seal-broken")
    assert issued.out.splitlines()[1:] == [
        "  ✗ they came to a table without having been inspected",
        "  ✗ they came to a table without a whole seal",
    ]
    _, counted = done(house, "pull RED-12", "count RED-12 415 --missing Qd")
    assert counted.out.splitlines()[1:] == ["  ✗ 415 cards were counted; they should be 416", "  ✗ missing: Qd"]


def test_a_right_count_of_the_wrong_cards_differs_too(house: Recoup) -> None:
    _, counted = done(house, RECEIVED, "count RED-12 416 --missing Qd --extra Jd")
    assert counted.out.splitlines()[1:] == ["  ✗ missing: Qd", "  ✗ too many: Jd"]


def test_the_cards_of_a_round_are_followed_back_to_their_carton(house: Recoup) -> None:
    done(house, RECEIVED, "inspect RED-12 --seal Z2", ISSUED)
    out = house("decks", "trace", f"{DAY}/1").out
    assert f"{DAY}/1, shoe S1: 9h 3c Tc 5d" in out
    assert "receive, 8 decks, carton C-77, seal Z1, by S1" in out
    assert f"issue, to {DAY} as shoe S1, by S1" in out


@pytest.mark.parametrize(
    ("before", "act", "sentence"),
    [
        ((), "pull RED-13", "there are no decks 'RED-13'; `recoup decks list` shows what there are"),
        ((RECEIVED,), RECEIVED, "decks RED-12 are on record already; call these otherwise"),
        ((RECEIVED,), "pull RED-12", "decks RED-12 are at no table"),
        ((RECEIVED, ISSUED), ISSUED, "decks RED-12 are at a table; `recoup decks pull` takes them from it"),
        ((RECEIVED, ISSUED), "destroy RED-12", "decks RED-12 are at a table; `recoup decks pull` takes them from it"),
        ((RECEIVED, "destroy RED-12"), "inspect RED-12", "decks RED-12 are destroyed"),
    ],
)
def test_only_what_cannot_be_is_refused(house: Recoup, before: tuple[str, ...], act: str, sentence: str) -> None:
    done(house, *before)
    (ran,) = done(house, act)
    assert ran.code != 0
    assert sentence in ran.err


def test_a_shoe_that_nobody_issued_is_a_clear_refusal(house: Recoup) -> None:
    ran = house("decks", "trace", f"{DAY}/1")
    assert (ran.code == 0, f"no decks are on record that were shoe S1 of {DAY}" in ran.err) == (False, True)
