"""`recoup recognise`: what a recogniser is sure of becomes a transcript; what it is not is left to a person."""

import json
from pathlib import Path

import pytest

from tests.commands import Recoup

MAPPING = """
name = "camera14"
table = "BAC-1"
day = "2026-11-20"
decks = 8
words = { Player = "punto", Banker = "banco" }

[opening]
game = "baccarat"
rulebook = "dcb"
currency = "CHF"

[columns]
result = "result"

[cards]
spelling = "ranksuit"
ranks = { 10 = "T" }
"""
HEAD = "round,place,number,card,confidence,result\n"
NATURAL = (
    "17,Player,1,9h,0.999,Player\n17,Banker,1,10c,0.999,\n"
    "17,Player,2,Kd,0.999,\n17,Banker,2,4s,0.7,\n17,Banker,2,4h,0.299,\n"
)
DOUBTFUL = "18,Player,1,9h,0.6,\n18,Player,1,8h,0.4,\n18,Banker,1,Tc,0.999,\n18,Player,2,Kd,0.999,\n18,Banker,2,2s,0.999,\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "camera14.toml").write_text(MAPPING)
    return tmp_path / "seen.csv", tmp_path / "camera14.toml"


def test_a_round_that_is_sure_is_recorded_and_ruled_on(recoup: Recoup, files: tuple[Path, Path], tmp_path: Path) -> None:
    seen, mapping = files
    seen.write_text(HEAD + NATURAL + DOUBTFUL)
    ran = recoup("recognise", str(seen), "--map", str(mapping), "-o", str(tmp_path / "seen.txt"))
    assert (ran.code, ran.err) == (0, "1 of 2 rounds are sure; the others are left to a person\n")
    opening, table, sure, left = (tmp_path / "seen.txt").read_text().splitlines()
    assert opening == "!source transcript/camera14"
    assert table == "BAC-1/2026-11-20: table baccarat dcb CHF"
    assert sure.startswith("BAC-1/2026-11-20/17: open apart=yes; P 9h B Tc P Kd B 4?; call punto; close  // sure: 0.99")
    assert left.startswith("// BAC-1/2026-11-20/18 is left to a person (0.")
    assert recoup("record", str(tmp_path / "seen.txt")).code == 0
    assert "stands" in recoup("rule", "BAC-1/2026-11-20/17").out
    assert recoup("rule", "BAC-1/2026-11-20/18").code != 0


def test_what_is_not_sure_is_told_with_how_likely_it_is(recoup: Recoup, files: tuple[Path, Path]) -> None:
    seen, mapping = files
    seen.write_text(HEAD + NATURAL + DOUBTFUL)
    sure, left = recoup("recognise", str(seen), "--map", str(mapping), "--json").json
    assert [(card["place"], card["card"]) for card in sure["cards"]] == [
        ("punto", "9h"),
        ("banco", "Tc"),
        ("punto", "Kd"),
        ("banco", "4?"),
    ]
    assert (sure["is_sure"], left["is_sure"]) == (True, False)
    # with 9 and K and with 8 and K alike punto has a natural, and nobody draws
    assert [card["card"] for card in left["cards"]] == ["??", "Tc", "Kd", "2s"]
    assert left["cards"][0]["likeliest"] == "9h"
    # seven nines and eight eights of hearts are left: 0.6 times 7 stands against 0.4 times 8
    assert left["cards"][0]["confidence"].startswith("0.567")


def test_a_higher_share_leaves_more_to_a_person(recoup: Recoup, files: tuple[Path, Path]) -> None:
    seen, mapping = files
    seen.write_text(HEAD + NATURAL + DOUBTFUL)
    ran = recoup("recognise", str(seen), "--map", str(mapping), "--sure", "0.9999")
    assert ran.err == "0 of 2 rounds are sure; the others are left to a person\n"


def test_cloudevents_tell_the_same_as_csv(recoup: Recoup, files: tuple[Path, Path], tmp_path: Path) -> None:
    seen, mapping = files
    seen.write_text(HEAD + NATURAL)
    box = {"specversion": "1.0", "source": "eye/14", "subject": "BAC-1/2026-11-20/17"}
    cards = [
        ("punto", 1, {"9h": 0.999}),
        ("banco", 1, {"Tc": 0.999}),
        ("punto", 2, {"Kd": 0.999}),
        ("banco", 2, {"4s": 0.7, "4h": 0.299}),
    ]
    events = [
        box
        | {
            "id": str(number),
            "sequence": number,
            "type": "card.recognised.v1",
            "data": {"place": place, "number": index, "candidates": candidates},
        }
        for number, (place, index, candidates) in enumerate(cards, 1)
    ]
    events.append(box | {"id": "5", "sequence": 5, "type": "round.announced.v1", "data": {"result": "punto"}})
    stream = tmp_path / "seen.ndjson"
    stream.write_text("".join(json.dumps(event) + "\n" for event in events))
    of_csv = recoup("recognise", str(seen), "--map", str(mapping))
    assert of_csv.code == 0
    assert recoup("recognise", str(stream), "--map", str(mapping)).out == of_csv.out


def test_every_fault_is_named_with_its_line_and_nothing_is_decoded(recoup: Recoup, files: tuple[Path, Path]) -> None:
    seen, mapping = files
    rows = (
        "17,Player,1,9h,1.2,\n"  # line 2: more than certain
        "17,Player,1,9h,0.8,Player\n"
        "17,Player,1,9h,0.1,\n"  # line 4: the same card again
        "17,Player,1,8h,0.3,\n"  # line 5: 1.1 together
        "17,Somewhere,1,9h,0.5,\n"  # line 6
        "17,Banker,1,ace,0.5,\n"  # line 7
        "17,Banker,1,9s,0.5,Banker\n"  # line 8: another call
        "17,Banker,1,9s\n"  # line 9
        "a/b,Banker,1,9s,0.5,\n"  # line 10
    )
    seen.write_text(HEAD + rows)
    ran = recoup("recognise", str(seen), "--map", str(mapping))
    *faults, last = ran.err.splitlines()
    assert (ran.code, ran.out) == (3, "")
    assert [fault.split(":")[:2] for fault in faults] == [["seen.csv", str(line)] for line in (2, 4, 5, 6, 7, 8, 9, 10)]
    assert last == "nothing was decoded; put the 8 faults right first"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (MAPPING.replace('"baccarat"', '"blackjack"'), "dcb is a rulebook of baccarat, not of blackjack"),
        (MAPPING.replace('"dcb"', '"dbc"'), "there is no rulebook 'dbc'; did you mean dcb?"),
        (MAPPING.replace("decks = 8", "decks = 0"), "decks"),
        (
            MAPPING.replace('result = "result"', 'result = "outcome"'),
            "must have one column outcome; its header is 'round, place",
        ),
    ],
)
def test_a_mapping_that_cannot_be_used_is_said_so(
    recoup: Recoup, files: tuple[Path, Path], text: str, sentence: str
) -> None:
    seen, mapping = files
    seen.write_text(HEAD + NATURAL)
    mapping.write_text(text)
    ran = recoup("recognise", str(seen), "--map", str(mapping))
    assert ran.code == 2
    assert sentence in ran.err


@pytest.mark.parametrize("share", ["1", "0.4", "sure", "NaN", "Infinity"])
def test_a_share_that_is_none_is_refused(recoup: Recoup, files: tuple[Path, Path], share: str) -> None:
    seen, mapping = files
    seen.write_text(HEAD + NATURAL)
    ran = recoup("recognise", str(seen), "--map", str(mapping), "--sure", share)
    assert (ran.code, ran.err) == (2, f"recoup: --sure {share} is no share from 0.5 to below 1, such as 0.95\n")


def test_more_cards_than_the_decks_hold_are_no_shoe(recoup: Recoup, files: tuple[Path, Path]) -> None:
    seen, mapping = files
    mapping.write_text(MAPPING.replace("decks = 8", "decks = 1"))
    rows = "".join(
        f"{n},Player,1,9h,0.9,\n{n},Banker,1,Tc,0.9,\n{n},Player,2,Kd,0.9,\n{n},Banker,2,4s,0.9,\n" for n in range(20)
    )
    seen.write_text(HEAD + rows)
    ran = recoup("recognise", str(seen), "--map", str(mapping))
    assert ran.code == 2
    assert "1 decks have 52 cards" in ran.err
