"""A game that is not there: its package, an edition and a line in the registry are all that it takes.

The files lie in `game/`. They are laid into a copy of the product as CONTRIBUTING.md says, and a night of Casino War is
recorded, ruled on, drawn and reported there. What is due is worked out here by hand from the invented document.
"""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from tests.contributing.carrying_out import PRODUCT, Casino, Expected, assert_ruled, open_casino

pytestmark = pytest.mark.slow

GAME: Final = Path(__file__).parent / "game"
DAY: Final = "WAR-1/2026-01-20"
NIGHT: Final = f"""
{DAY}: table casino_war exw-example EUR; shoe S1 6; dealer D1
{DAY}/1: open; bet w1 P1 main 1000 box=1; bet w2 P2 main 500 box=2; nmb; 1 Kd 2 4h D 9c; pay w1 2000; pay w2 0; close
{DAY}/2: open; bet w1 P1 main 1000 box=1; bet t1 P1 tie 200 box=1; nmb; 1 8s D 8d; says 1 surrender P1
{DAY}/2: pay w1 500; pay t1 2200; close
{DAY}/3: open; bet w1 P1 main 1000 box=1; bet w2 P2 main 700 box=2; nmb; 1 Qs 2 Qc D Qh
{DAY}/3: bet r1 P1 war 1000 box=1 parent=w1; bet r2 P2 war 700 box=2 parent=w2; burn 2c; burn 3c; burn 4c; 1 9s 2 7s D 9h
{DAY}/3: pay w1 1000; pay r1 2000; pay w2 0; pay r2 0; close
{DAY}/4: open; bet w1 P1 main 1000 box=1; bet t1 P1 tie 200 box=1; nmb; 1 As D Ad; says 1 surrender P1
{DAY}/4: pay w1 500; pay t1 1800; close
{DAY}/5: open; bet w1 P1 main 1000 box=1; bet w2 P2 main 500 box=2; nmb; 2 5c 1 9d D 3s; pay w1 2000; pay w2 1000; close
{DAY}/6: open; bet w1 P1 main 1000 box=1; bet t1 P1 tie 100 box=1; nmb; 1 7c D 7d; expose Kd
{DAY}/6: bet r1 P1 war 1000 box=1 parent=w1; burn 2d; burn 3d; burn 4d; 1 Ks D 2s
{DAY}/6: pay w1 1000; pay r1 2000; pay t1 1100; close
{DAY}/7: open; bet w1 P1 main 1000 box=1; nmb; 1 6c D 6d; bet r1 P1 war 1000 box=1 parent=w1; burn 2h; 1 4s D Ah
{DAY}/7: pay w1 0; pay r1 0; close
{DAY}/8: open; bet w1 P1 main 1000 box=1; nmb; 1 Tc D Td; bet r1 P1 war 1000 box=1 parent=w1; burn 5d; burn 5h; burn 5s
{DAY}/8: pay w1 0; pay r1 0; close
{DAY}/9: open; bet w1 P1 main 1000 box=1; nmb; 1 3h D 3c; bet r1 P1 war 400 box=1 parent=w1; burn 6h; burn 6s; burn 7h
{DAY}/9: 1 5c D Jh; pay w1 0; pay r1 0; close
{DAY}/10: open; bet w1 P1 main 1000 box=1; nmb; 1 Jc D 4c; bet r1 P1 war 1000 box=1 parent=w1
{DAY}/10: pay w1 2000; pay r1 1000; close
{DAY}/11: open; bet w1 P1 main 1000 box=1; nmb; 1 9c D ??; pay w1 2000; close
{DAY}/12: open; bet w1 P1 main 1000 box=1; bet w2 P2 main 400 box=2; nmb; 1 Ts 2 Th D Tc
{DAY}/12: bet r2 P2 war 400 box=2 parent=w2; says 1 surrender P1; burn ??; burn ??; burn ??; 2 Kc D Qd
{DAY}/12: pay w1 500; pay w2 400; pay r2 800; close
"""

DUE: Final[Expected] = {
    "1": ("stands", {"w1": 2000, "w2": 0}, set()),  # a king beats nine and wins even money; a four loses
    "2": ("stands", {"w1": 500, "t1": 2200}, set()),  # half of 10.00; and ten to one on 2.00, with the stake
    # nine against nine: the player wins the war, the raise even money, the stake goes back; a seven loses both
    "3": ("stands", {"w1": 1000, "r1": 2000, "w2": 0, "r2": 0}, set()),
    # 2.00 on the tie was paid eight to one; ten to one are 22.00
    "4": ("correct", {"w1": 500, "t1": 2200}, {("wrong_payment", "EXW-9")}),
    # box 2 had its card before box 1: the cards stay, and both beat the three
    "5": ("stands", {"w1": 2000, "w2": 1000}, {("out_of_order", "EXW-3")}),
    # the king was seen before box 1 had decided: management decides on the war; the tie is no part of it
    "6": ("refer", {"w1": None, "r1": None, "t1": 1100}, {("exposed_too_soon", "EXW-8")}),
    # one card burned instead of three: the war is void, stake and raise go back
    "7": (
        "correct",
        {"w1": 1000, "r1": 1000},
        {("war_without_burn", "EXW-6"), ("wrong_payment", "EXW-7")},
    ),
    # burned, and no card came: void
    "8": ("correct", {"w1": 1000, "r1": 1000}, {("war_not_dealt", "EXW-6"), ("wrong_payment", "EXW-7")}),
    "9": ("stands", {"w1": 0, "r1": 0}, {("unequal_raise", "EXW-5")}),  # a five against a jack loses both
    "10": ("stands", {"w1": 2000, "r1": 1000}, {("raise_without_tie", "EXW-5")}),  # a raise for nothing goes back
    "11": ("refer", {"w1": None}, set()),  # nobody read the dealer's card, and the nine may win, lose or tie
    # box 2 goes to war before box 1 has surrendered, which is nobody's fault; a king beats a queen
    "12": ("stands", {"w1": 500, "w2": 400, "r2": 800}, set()),
}
"""By round the verdict, what is due on each wager, and what is found, each kind with a clause that it names."""


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """The product after the change of CONTRIBUTING.md, and the night on record."""
    return open_casino("A game", NIGHT, tmp_path_factory.mktemp("casino"))


def test_it_is_as_small_as_contributing_says() -> None:
    files = [path for path in GAME.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert f"{len(files)} files with {lines} lines" in (PRODUCT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rulings(casino: Casino) -> dict[str, Any]:
    """The rulings by the round's number, in the form that their schema gives."""
    documents = casino.json("rule", "--all")
    Draft202012Validator(casino.json_schema("rule")).validate(documents)
    return {document["round"].rpartition("/")[2]: document for document in documents}


def test_every_round_is_ruled_on_as_the_document_demands(rulings: dict[str, Any]) -> None:
    assert_ruled(rulings, DUE)


def test_who_decides_is_named_where_the_document_leaves_it_open(rulings: dict[str, Any]) -> None:
    assert rulings["6"]["authority"] == "management"
    assert rulings["6"]["findings"][0]["text"] == "Card Kd was shown before box 1 had decided."
    assert rulings["5"]["authority"] is None


def test_its_clauses_name_the_functions_that_decide_them(casino: Casino) -> None:
    rows = {row["id"]: row["implemented_by"] for row in casino.json("clauses", "--rulebook", "exw-example")}
    assert rows["EXW-9"] == ["replay.games.casino_war.settlement:settle"]
    assert all(any(".casino_war." in function for function in rows[clause]) for clause in rows if clause != "EXW-10")


def test_a_round_is_seen_again_in_a_terminal(casino: Casino) -> None:
    printed = casino.recoup("replay", f"{DAY}/3")
    assert "box 1 says: surrender, war" in printed
    assert "Nothing was found against the rules." in printed
    steps = casino.json("replay", f"{DAY}/3")["steps"]
    dues = [step["due"] for step in steps if step["topic"] in ("wager.placed.v1", "card.burned.v1")]
    assert dues[2:] == ["box 2 says: surrender, war", *3 * ["a card is burned"], "card to box 1"]


def test_it_is_listed_and_shown_where_the_others_are(casino: Casino) -> None:
    rows = {row["round"]: row for row in casino.json("rounds")}
    assert rows[f"{DAY}/6"]["game"] == "casino_war"
    assert "exw-example" in {row["id"] for row in casino.json("rulebook", "list")}


def test_a_report_is_set_and_the_table_is_drawn(casino: Casino) -> None:
    casino.recoup("report", f"{DAY}/7", "--format", "pdf", "--output", "seven.pdf")
    assert (casino.folder / "seven.pdf").read_bytes().startswith(b"%PDF")
    drawn = casino.draw(f"{DAY}/3")
    assert f'<title id="title">Casino war table, {DAY}/3</title>' in drawn
    assert set(re.findall(r'href="#card-(\w+)"', drawn)) == {"Qs", "9s", "Qc", "7s", "Qh", "9h"}
    stacks, traces = drawn.count('stroke-dasharray="5 6"'), drawn.count('stroke-dasharray="3 3"')
    assert stacks + traces == 4  # two stakes and two raises, chips or where they lay


def test_its_odds_are_exact(casino: Casino) -> None:
    """Of the 311 other cards 23 are of the first one's rank: a tie comes in 23 of 311 deals."""
    document = casino.json("odds", "exw-example")
    Draft202012Validator(casino.json_schema("odds")).validate(document)
    rows = {row["wager"]: row for row in document["wagers"]}
    assert document["counts"]["of"] == str(312 * 311 * 310 * 309)
    assert rows["tie"]["win"] == str(312 * 23 * 310 * 309)
    assert rows["tie"]["edge"] == "0.1864951768"  # 1 - 11 x 23/311
    assert rows["main, surrendering"]["edge"] == "0.0369774920"  # half a stake in 23 of 311 deals
    assert "18.6495%" in casino.recoup("odds", "exw-example")


def test_the_house_stands_as_before(casino: Casino) -> None:
    """The rules on who may import whom, and where a game may be named, hold with the game in it."""
    chosen = "import or room or game or float or clock or house or class or every_name or module"
    casino.run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_architecture.py", "-k", chosen, cwd=casino.product
    )


@pytest.mark.nightly
def test_its_types_are_checked(casino: Casino) -> None:
    casino.run("-m", "mypy", "-p", "replay.games.casino_war", cwd=casino.product)
