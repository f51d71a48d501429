"""`recoup void`, `recoup reverse`, `recoup decisions`, and what `recoup rule --shoe` says of a void shoe."""

from typing import Any, Final

import pytest

from desk.terminal.console import DONE, NO, WRONG_USE
from replay.editions.loader import shipped_text
from tests.commands import Ran, Recoup
from tests.desk.test_outputs import validator

pytestmark = pytest.mark.slow

DAY: Final = "BJ-1/2026-01-20"
LINES: Final = f"""{DAY}: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6
{DAY}/1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=2; nmb; 1 Th 2 5c D 8d 1 Kc 2 Tc
{DAY}/1: says 1 stand; says 2 stand; D Jc; pay w1 20000; pay w2 0; close
{DAY}/2: open; bet w3 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand; D Js
"""
BY: Final = ("--by", "M1", "--role", "management")


@pytest.fixture
def table(recoup: Recoup, tmp_path: Any) -> Recoup:
    """`recoup` on a ledger with two rounds of a shoe."""
    (tmp_path / "day.txt").write_text(LINES, encoding="utf-8")
    assert recoup("record", "day.txt").code == DONE
    return recoup


def test_a_shoe_is_voided_by_whoever_may_and_the_attempt_is_kept(table: Recoup) -> None:
    refused = table("void", "shoe", DAY, "S1", "--by", "D1", "--role", "dealer", "--reason", "No riffle")
    assert (refused.code, refused.err) == (NO, "")
    assert refused.out.startswith(
        "D1 (dealer), unverified tried: shoe S1 is void (reason: shuffled without a riffle) (position "
    )
    assert "refused, CCL-7 gives this to management; D1 acted as dealer" in refused.out
    held = table("void", "shoe", DAY, "S1", *BY, "--reason", "No riffle", "--basis", "3-17,20")
    assert held.code == DONE
    assert held.out.startswith("M1 (management), unverified: shoe S1 is void (reason: shuffled without a riffle)")
    assert table("void", "shoe", DAY, "S1", *BY).code == NO
    rows = table("decisions", "--json").json
    validator(table, "decisions").validate(rows)
    assert [(row["act"], row["by"], row["role"], bool(row["refused"])) for row in rows] == [
        ("void_shoe", "D1", "dealer", True),
        ("void_shoe", "M1", "management", False),
        ("void_shoe", "M1", "management", True),
    ]
    assert (rows[1]["reason"], rows[1]["basis"], rows[1]["clause"]) == ("no_riffle", "3-17,20", "CCL-7")
    assert table("decisions", "--shoe", "S9").out == "Nothing was decided.\n"
    assert "riffle" in table("decisions", "--table", "BJ-1", "--day", "2026-01-20").out


def test_the_rounds_of_a_void_shoe_have_their_money_and_the_shoe_its_totals(table: Recoup) -> None:
    """Paid 20000 of 30000 staked; 10000 lie there, and have won 10000 more."""
    table("void", "shoe", DAY, "S1", *BY)
    ran = table("rule", "--shoe", "S1", "--json")
    validator(table, "rule").validate(ran.json)
    first, last = ran.json
    assert [ruling["standing"] for ruling in ran.json] == ["void", "void"]
    assert {b["id"]: b["due_minor"] for b in first["branches"]} == {
        "CCL-7a?:a": {"w1": 20000, "w2": 0},
        "CCL-7a?:b": {"w1": 10000, "w2": 20000},
    }
    assert {b["id"]: b["due_minor"] for b in last["branches"]} == {"CCL-7b?:a": {"w3": 10000}, "CCL-7b?:b": {"w3": 0}}
    assert [b["withheld_minor"] for b in last["branches"]] == [{"w3": 10000}] * 2
    totals = {tuple(total["choices"].items()): total for total in last["totals"]}
    readings = [(("CCL-7a?", letter), ("CCL-7b?", other)) for letter in "ab" for other in "ab"]
    assert [totals[key]["all"]["due_minor"] for key in readings] == [30000, 20000, 40000, 30000]
    assert [totals[key]["players"]["P2"]["balance_minor"] for key in readings] == [0, 0, 20000, 20000]
    assert {total["all"]["due_minor"] for total in first["totals"]} == {20000, 30000}
    assert all(ruling["totals"] is None for ruling in table("rule", "--all", "--json").json)
    shown = table("rule", "--shoe", "S1").out
    assert "Void by decision; what was played stays on record." in shown
    assert "Shoe S1 of BJ-1, in CZK under CCL-7a? (b), CCL-7b? (b)" in shown
    assert "-100.00" in shown


def test_shoes_of_one_name_at_two_tables_are_added_up_apart(table: Recoup, tmp_path: Any) -> None:
    (tmp_path / "other.txt").write_text(LINES.replace("BJ-1", "BJ-2"), encoding="utf-8")
    assert table("record", "other.txt").code == DONE
    table("void", "shoe", DAY, "S1", *BY)
    ruled = table("rule", "--shoe", "S1", "--json").json
    assert [(ruling["table"], len(ruling["totals"])) for ruling in ruled] == [("BJ-1", 4)] * 2 + [("BJ-2", 1)] * 2
    assert [ruling["totals"][0]["all"]["stake_minor"] for ruling in ruled] == [30000, 40000, 30000, 40000]
    assert {ruling["standing"] for ruling in ruled[2:]} == {"closed", "open"}
    shown = table("rule", "--shoe", "S1").out
    assert shown.index("Shoe S1 of BJ-1, in CZK under") < shown.index("Shoe S1 of BJ-2, in CZK\n")


def test_what_was_voided_is_taken_back_and_the_list_shows_it(table: Recoup) -> None:
    def standings() -> list[str]:
        return [row["standing"] for row in table("rounds", "--json").json]

    assert standings() == ["closed", "open"]
    table("void", "shoe", DAY, "S1", *BY)
    assert standings() == ["void", "void"]
    assert table("reverse", "shoe", DAY, "S1", *BY).code == DONE
    assert standings() == ["closed", "open"]
    assert table("void", "round", f"{DAY}/1", *BY, "--reason", "suspicion").code == DONE
    assert standings() == ["void", "open"]
    assert table("reverse", "round", f"{DAY}/1", "--by", "inspector").code == NO
    assert table("reverse", "round", f"{DAY}/1", *BY).code == DONE
    assert table("void", "game", DAY, *BY, "--terminate").code == DONE
    assert standings() == ["void", "void"]
    assert table("reverse", "game", DAY, *BY).code == DONE
    assert standings() == ["closed", "open"]


def test_a_lawful_coup_cannot_be_voided_on_no_clause_and_the_attempt_says_what_it_takes(
    recoup: Recoup, tmp_path: Any
) -> None:
    coup = "open; bet w1 P1 punto 2000; nmb; P 9h B 6c P Td B 2s; call punto; pay w1 4000; close"
    day = "BAC-4/2026-02-06"
    (tmp_path / "day.txt").write_text(f"{day}: table baccarat dcb GBP; shoe S1 8\n{day}/1: {coup}\n", encoding="utf-8")
    recoup("record", "day.txt")
    ran = recoup("void", "round", f"{day}/1", *BY, "--reason", "suspicion")
    assert (ran.code, "refused, no reading of the rules makes this round void" in ran.out) == (NO, True)
    (ruling,) = recoup("rule", f"{day}/1", "--json").json
    assert (ruling["verdict"], ruling["standing"], ruling["money"][0]["awarded_minor"]) == ("stands", "closed", 4000)
    (row,) = recoup("decisions", "--json").json
    assert (row["act"], row["status"]) == ("void_round", "refused")


def test_a_hand_stakes_and_payments(table: Recoup) -> None:
    assert table("void", "hand", f"{DAY}/1", *BY, "--box", "1", "--scope", "hand").code == DONE
    assert table("void", "stakes", f"{DAY}/1", *BY, "--player", "P2").code == DONE
    assert table("void", "payment", f"{DAY}/2", *BY, "--wager", "w3").code == DONE
    replayed = table("replay", f"{DAY}/2", "--json")
    validator(table, "replay").validate(replayed.json)
    assert [decision["act"] for decision in replayed.json["decisions"]] == ["withhold_payment"]
    assert "M1 (management), unverified: the payment on w3 is withheld" in table("replay", f"{DAY}/2").out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("void", "shoe", "BJ-1", "S1", *BY), "neither TABLE/DAY nor TABLE/DAY/ROUND"),
        (("void", "shoe", "BJ-9/2026-01-20", "S1", *BY), "never opened"),
        (("void", "round", f"{DAY}/9", *BY), "is not on record"),
        (("void", "round", f"{DAY}/1", "--by", "no one"), "by 'no one' is not of its form"),
        (("void", "round", f"{DAY}/1", "--by", "M1", "--role", "boss"), "role input should be "),
        (("void", "round", f"{DAY}/1", *BY, "--reason", "Q: why?"), "reason 'q:_why?' is not of its form"),
        (("void", "round", f"{DAY}/1", *BY, "--basis", "all"), "basis 'all' is not of its form"),
    ],
)
def test_what_cannot_be_recorded_is_wrong_use(args: tuple[str, ...], says: str, table: Recoup) -> None:
    ran: Ran = table(*args)
    assert ran.code == WRONG_USE
    assert says in ran.complaint
    assert table("decisions").out == "Nothing was decided.\n"


def test_another_person_confirms_and_the_register_says_who(table: Recoup) -> None:
    table("void", "round", f"{DAY}/1", *BY, "--reason", "suspicion")
    (row,) = table("decisions", "--status", "unconfirmed", "--json").json
    own = table("confirm", str(row["position"]), *BY)
    assert (own.code, "M1 took the decision; another person must confirm it" in own.out) == (NO, True)
    other = table("confirm", str(row["position"]), "--by", "M2", "--role", "management")
    assert other.code == DONE
    assert other.out.startswith(f"M2 (management), unverified: the decision at position {row['position']} is confirmed")
    rows = table("decisions", "--json").json
    validator(table, "decisions").validate(rows)
    assert [(decision["act"], decision["by"], decision["status"], decision["confirmed_by"]) for decision in rows] == [
        ("void_round", "M1", "confirmed", "M2"),
        ("confirm", "M1", "refused", None),
        ("confirm", "M2", "stands", None),
    ]
    assert table("decisions", "--by", "M2", "--act", "void_round").out == "Nothing was decided.\n"
    assert table("confirm", "1", *BY).complaint.startswith("position 1 is no decision taken at a table")


def test_where_a_house_asks_for_two_persons_the_first_one_s_word_waits(table: Recoup, tmp_path: Any) -> None:
    text = shipped_text("ccl").replace('edition = "2026.3"', 'edition = "two"')
    row = 'void_round = { roles = ["management"], clause = "CCL-40", money = "returned"'
    (tmp_path / "two.toml").write_text(text.replace(row, f"{row}, eyes = 2"), encoding="utf-8")
    back = table("rulebook", "adopt", "two.toml", "--back-date", *BY, "--reason", "forgotten")
    assert (back.code, "It holds once another person confirms it" in back.out) == (DONE, True)
    position = back.out.rsplit("recoup confirm ", 1)[1].split("`")[0]
    assert table("confirm", position, "--by", "M2", "--role", "management").code == DONE
    printed = table("void", "round", f"{DAY}/1", *BY, "--reason", "suspicion").out
    assert "in force" not in printed
    assert "It holds once another person confirms it: `recoup confirm" in printed
    (waiting,) = table("decisions", "--status", "waits", "--json").json
    assert table("rule", f"{DAY}/1", "--json").json[0]["standing"] == "closed"
    assert table("confirm", str(waiting["position"]), "--by", "M2", "--role", "management").code == DONE
    assert table("rule", f"{DAY}/1", "--json").json[0]["standing"] == "void"
    assert table("decisions", "--status", "waits").out == "Nothing was decided.\n"


def test_a_reading_is_resolved_and_a_player_ejected_by_those_who_may(table: Recoup) -> None:
    refused = table("resolve", DAY, "CCL-30a?", "b", "--by", "D1", "--role", "dealer")
    assert (refused.code, "gives this to management; D1 acted as dealer" in refused.out) == (NO, True)
    held = table("resolve", DAY, "CCL-30a?", "b", *BY, "--from", "2026-01-21T00:00:00+01:00")
    assert (held.code, held.err) == (DONE, "")
    assert "CCL-30a? is read as (b) from 2026-01-20 23:00:00 UTC" in held.out
    ejected = table("eject", DAY, "P2", *BY, "--reason", "card counting")
    assert ejected.code == DONE
    assert "P2 is excluded from the table (reason: card counting)" in ejected.out
    assert table("eject", DAY, "P2", *BY).code == NO
    for words, says in (
        (("CCL-30a?", "z"), "has no reading z of CCL-30a?"),
        (("CCL-99?", "a"), "has no reading a of CCL-99?"),
        (("the", "second"), "has no reading second of the; its ambiguities are CCL-1a? (a, b"),
    ):
        ran = table("resolve", DAY, *words, *BY)
        assert (ran.code, says in ran.complaint) == (WRONG_USE, True)
    assert "is not a time with a zone" in table("resolve", DAY, "CCL-30a?", "b", *BY, "--from", "tonight").complaint


def test_the_register_has_tables_cases_and_championships_together(table: Recoup) -> None:
    table("void", "round", f"{DAY}/2", *BY, "--reason", "suspicion")
    manager = ("--by", "D7", "--role", "dispute_manager")
    number = table("case", "open", DAY, "--round", f"{DAY}/1", *manager, "--json").json["case"]
    table("case", "propose", number, "--answer", "P1=rejected", *manager)
    table("case", "approve", number, "--by", "D7", "--role", "approver")
    table("championship", "open", "EDC", "--organiser", "ECA", "--director", "DIR", "--rulebook", "eca-championship")
    table("championship", "cancel", "EDC", "--by", "DIR", "--reason", "rain")
    rows = table("decisions", "--json").json
    validator(table, "decisions").validate(rows)
    where = {"table": "at a table", "case": number, "championship": "EDC"}
    listed = [(next(where[kind] for kind in ("championship", "case", "table") if row[kind]), row["act"], row["status"])
              for row in rows]  # fmt: skip
    assert listed == [
        ("at a table", "void_round", "unconfirmed"),
        (number, "open_case", "stands"),
        ("at a table", "dispute_round", "stands"),
        (number, "propose_ruling", "stands"),
        (number, "approve_ruling", "refused"),
        ("EDC", "open_championship", "stands"),
        ("EDC", "cancel", "refused"),
    ]
    assert [row["act"] for row in table("decisions", "--by", "D7", "--json").json if row["case"]] == [
        *("open_case", "propose_ruling", "approve_ruling")
    ]
    assert f"case {number}" in table("decisions", "--status", "refused").out
