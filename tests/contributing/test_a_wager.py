"""A bet that no house has had yet, and a house without those that others have: punto banco with pairs.

The bets are declared in the game's package and the house is an edition, as CONTRIBUTING.md says. A night is recorded,
ruled on, drawn and reported in a copy of the product. What is due is worked out here by hand from the invented document.
"""

from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from tests.contributing.carrying_out import PRODUCT, Casino, Expected, assert_ruled, blocks_of, open_casino

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

EDITION: Final = "tests/contributing/wager/replay/editions/pbx-example.toml"
DAY: Final = "BAC-1/2026-01-20"
NIGHT: Final = f"""
{DAY}: table baccarat pbx-example EUR; shoe S1 8; limits banco_pair 100 20000; limits punto_pair 100 20000
{DAY}/1: open; bet w1 P1 banco 4000; bet p1 P1 punto_pair 1000; bet q1 P1 banco_pair 500; nmb; P 9h B 6c P 9d B 3s
{DAY}/1: call banco; pay w1 7800; pay p1 12000; pay q1 0; close
{DAY}/2: open; bet w1 P1 banco 4000; bet w2 P2 punto 3000; bet t2 P2 any_tie 200; bet q2 P2 banco_pair 500; nmb
{DAY}/2: P Kd B 7c P 7h B Ks; call egalite; pay w1 4000; pay w2 3000; pay t2 1800; pay q2 0; close
{DAY}/3: open; bet w1 P1 punto 2000; bet p1 P1 punto_pair 1000; bet q1 P1 banco_pair 500; nmb; P Kh B 2c P Qd B 2d P 5s B 9c
{DAY}/3: call punto; pay w1 4000; pay p1 12000; pay q1 6000; close
{DAY}/4: open; bet w1 P1 punto 2000; bet p1 P1 punto_pair 1000; nmb; P 5c B 9d P 5d B Td; call banco
{DAY}/4: pay w1 0; pay p1 11000; close
{DAY}/5: open; bet w1 P1 punto 2000; bet p1 P1 punto_pair 1000; nmb; P 2h B Kc P 3c B Qh P 3d B 4h; call punto
{DAY}/5: pay w1 4000; pay p1 0; close
{DAY}/6: open; bet w1 P1 banco 1000; bet p1 P1 punto_pair 1000; bet q1 P1 banco_pair 500; nmb; P 8h B 9s P ?? B Th
{DAY}/6: call banco; pay w1 1950; pay p1 0; pay q1 0; close
{DAY}/7: open; bet p3 P3 punto_pair 1000; nmb; P Ac B 8c P As B Th; call banco; pay p3 12000; close
{DAY}/8: open; bet w1 P1 punto 2000; bet g1 P1 3g8 100; bet p2 P2 punto_pair 30000; bet w2 P2 punto 500; nmb
{DAY}/8: P 4c B 6h P 4d B Tc
{DAY}/8: call punto; pay w1 4000; pay g1 0; pay w2 1000; pay p2 360000; close
{DAY}/9: open; bet w1 P1 banco 4000; bet p1 P1 punto_pair 1000; nmb; P 3h P 3s B 3d B 4s; call banco
{DAY}/9: pay w1 7800; pay p1 12000; close
{DAY}/10: open; bet w1 P1 banco 4000; bet w2 P2 punto 1000; bet p1 P1 banco_pair 1000; nmb; P Th B 3c P 6d B 4c P 2s
{DAY}/10: call punto
{DAY}/10: pay w1 0; pay w2 2000; pay p1 0; close
"""

DUE: Final[Expected] = {
    # 8 against 9; two nines are a pair and win eleven to one, a six and a three are none
    "1": ("stands", {"w1": 7800, "p1": 12000, "q1": 0}, set()),
    # 7 and 7, of which each hand has a king: no pair, and the stakes on the hands go back
    "2": ("stands", {"w1": 4000, "w2": 3000, "t2": 1800, "q2": 0}, set()),
    # 0 and 4; banco, given 5, draws: 5 against 3. King and queen are no pair, two and two are
    "3": ("correct", {"w1": 4000, "p1": 0, "q1": 6000}, {("wrong_payment", "PBX-4")}),
    # 0 against a natural 9: punto loses, its pair wins and was paid ten to one
    "4": ("correct", {"w1": 0, "p1": 12000}, {("wrong_payment", "PBX-4")}),
    "5": ("stands", {"w1": 4000, "p1": 0}, set()),  # 8 against 4; the third card makes no pair
    # an ace makes punto's hand 9 as well, an eight makes it a pair; that banco has none is certain
    "6": ("refer", {"w1": None, "p1": None, "q1": 0}, {("unread_card", "")}),
    "7": ("correct", {"p3": 1000}, {("without_main_bet", "PBX-6"), ("wrong_payment", "PBX-6")}),  # goes back
    # the house has no 3G8; the pair won, 120.00 over the limit of 200.00, which management decides
    "8": ("refer", {"w1": 4000, "g1": None, "w2": 1000, "p2": 360000}, {("unknown_wager", ""), ("off_limits", "PBX-5")}),
    # dealt punto, punto, banco, banco, and the next coup lies: it stands as dealt, 6 against 7
    "9": ("stands", {"w1": 7800, "p1": 12000}, {("out_of_order", "PBX-2")}),
    # punto stands on 6: the two was not due, and banco wins with 7
    "10": ("reconstruct", {"w1": 7800, "w2": 0, "p1": 0}, {("overdraw", "PBX-2")}),
}
"""By coup the verdict, what is due on each wager, and what is found, each kind with a clause that it names."""


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """The product after the change of CONTRIBUTING.md, and the night on record."""
    return open_casino("A wager", NIGHT, tmp_path_factory.mktemp("casino"))


@pytest.fixture(scope="module")
def rulings(casino: Casino) -> dict[str, Any]:
    """The rulings by the coup's number, in the form that their schema gives."""
    documents = casino.json("rule", "--all")
    Draft202012Validator(casino.json_schema("rule")).validate(documents)
    rulings = {document["round"].removeprefix(f"{DAY}/"): document for document in documents}
    return {number: ruling for number, ruling in rulings.items() if number in DUE}


def test_it_is_as_small_as_contributing_says() -> None:
    diffs = [block for block in blocks_of("A wager") if block.kind == "diff"]
    lines = sum(line.startswith("+") for block in diffs for line in block.text.splitlines())
    edition = len((PRODUCT / EDITION).read_text(encoding="utf-8").splitlines())
    page = " ".join((PRODUCT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    assert len(diffs) == 2
    assert f"{lines} lines in two files" in page
    assert f"`{EDITION}`, {edition} lines" in page


def test_every_coup_is_ruled_on_as_the_document_demands(rulings: dict[str, Any]) -> None:
    assert_ruled(rulings, DUE)


def test_its_clauses_name_the_functions_that_decide_them(casino: Casino) -> None:
    rows = {row["id"]: row["implemented_by"] for row in casino.json("clauses", "--rulebook", "pbx-example")}
    assert all(rows.values())


def test_a_bet_on_a_pair_is_shown_where_the_others_are(casino: Casino) -> None:
    drawn = casino.draw(f"{DAY}/1")
    assert "punto pair" in drawn
    assert "banco pair" in drawn
    casino.recoup("report", f"{DAY}/3", "--format", "pdf", "--output", "three.pdf")
    assert (casino.folder / "three.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.nightly
def test_its_odds_are_exact(casino: Casino) -> None:
    """Of the 415 cards left after a hand's first one 31 are of its rank, whichever hand it is."""
    document = casino.json("odds", "pbx-example")
    Draft202012Validator(casino.json_schema("odds")).validate(document)
    rows = {row["wager"]: row for row in document["wagers"]}
    draws = 416 * 415 * 414 * 413 * 412 * 411
    assert list(rows) == ["banco", "punto", "any_tie", "punto_pair", "banco_pair"]
    assert document["counts"]["of"] == str(draws)
    for pair in ("punto_pair", "banco_pair"):
        assert int(rows[pair]["win"]) * 415 == draws * 31
        assert rows[pair]["edge"] == "0.1036144578"  # 1 - 12 x 31/415 is 43/415
    # as published for eight decks, whatever the pairs: 1.06%, 1.24%, 14.36%
    assert [rows[bet]["edge"][:6] for bet in ("banco", "punto", "any_tie")] == ["0.0105", "0.0123", "0.1435"]


def test_the_house_stands_as_before(casino: Casino) -> None:
    """What the shipped house is, and where a game may be named, is what it was."""
    casino.run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "import or room or game or float or class or every_name"),
        *("tests/test_architecture.py", "tests/clauses/dcb/test_bets.py"),
        cwd=casino.product,
    )


@pytest.mark.nightly
def test_its_types_are_checked(casino: Casino) -> None:
    casino.run("-m", "mypy", "-p", "replay.games.baccarat", cwd=casino.product)
