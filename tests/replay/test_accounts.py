"""A round told twice: both accounts are kept, the differences are found, and the ruling names the one it used."""

from collections.abc import Sequence

from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.mapper import content
from projections.documents.rulings import ruling_document
from replay.editions.loader import shipped_edition
from replay.ruling.account_differences import differences
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from tests.ledgers import decode, encode

TABLE = "BAC-1/2026-01-20"
FLOOR = f"""!source table/BAC-1
{TABLE}: table baccarat dcb GBP; terms P1 500; shoe S1 8
{TABLE}/1: open; bet w1 P1 banco 1000; nmb; P 9h B 6c P 9d B 3s; call banco; pay w1 1950; close"""
CAMERA = "!source transcript/night"


def entries(*lines: str) -> list[Entry]:
    reader, found = Transcript("transcript/test"), list[Entry]()
    for line in "\n".join(lines).splitlines():
        for delivery in reader.read(line):
            position = len(found) + 1
            found.append(
                decode(position, encode(content(delivery), f"table/{TABLE}", position, "2026-01-21T00:00:00.000000Z"))
            )
    return found


def ruled(entries_: Sequence[Entry]) -> Ruling:
    return rule(build_table_day(entries_, lambda rulebook, _: shipped_edition(rulebook)), f"{TABLE}/1")


def differing(ruling: Ruling) -> list[str]:
    return [finding.text for finding in ruling.findings if finding.kind == "accounts_differ"]


def test_an_account_that_says_the_same_changes_nothing() -> None:
    ruling = ruled(entries(FLOOR, CAMERA, f"{TABLE}/1: open; bet a P1 banco 1000; P 9h B 6c P 9d B 3s; call banco; close"))
    assert (ruling.round.account, ruling.verdict, ruling.findings) == ("floor", "stands", ())


def test_what_a_camera_could_not_read_is_no_difference() -> None:
    ruling = ruled(entries(FLOOR, CAMERA, f"{TABLE}/1: open; P 9? B ?? P 9d B 3s; close"))
    assert differing(ruling) == []


def test_another_card_another_stake_and_another_call_are_each_found() -> None:
    ruling = ruled(entries(FLOOR, CAMERA, f"{TABLE}/1: bet a P1 banco 2000; P 9h B 6c P 8d B 3s; call punto; close"))
    assert differing(ruling) == [
        "Account transcript.night has 20.00 GBP of P1 on banco; "
        "account floor, which is used, has 10.00 GBP of P1 on banco.",
        "Account transcript.night has 8d to punto; account floor, which is used, has 9d to punto.",
        "Account transcript.night has the call punto; account floor, which is used, has the call banco.",
    ]
    assert ruling.verdict == "stands"


def test_a_card_that_one_account_lacks_is_found() -> None:
    ruling = ruled(entries(FLOOR, CAMERA, f"{TABLE}/1: P 9h B 6c P 9d B 3s P 2c; close"))
    assert differing(ruling) == [
        "Account transcript.night has 2c to punto; account floor, which is used, has no further card."
    ]


def test_the_adopted_account_is_the_one_that_is_ruled_on_and_named() -> None:
    entries_ = entries(
        FLOOR, CAMERA, f"{TABLE}/1: P 9h B 6c P 9d B 3s P 2c; close", f"{TABLE}/1: adopted transcript.night management"
    )
    ruling = ruled(entries_)
    assert ruling.round.account == "transcript.night"
    assert ruling_document(ruling, dict.fromkeys(ruling.positions, b"")).account == "transcript.night"
    assert "overdraw" in {finding.kind for finding in ruling.findings}


OPENING = f"{TABLE}: table baccarat dcb GBP; terms P1 500; shoe S1 8"
DEALT = "open; bet w1 P1 banco 1000; nmb; P 9h B 6c P 9d B 3s; call banco; pay w1 1950; close"
MISREAD = DEALT.replace("B 3s", "B 2s")


def typed(name: str, line: str) -> str:
    return f"!source transcript/{name}\n{TABLE}/1: {line}"


def test_two_typed_accounts_that_come_to_different_rulings_are_referred_whatever_they_are_called() -> None:
    for names in (("calm", "night"), ("night", "calm")):
        opening = f"!source transcript/{names[0]}\n{OPENING}"
        ruling = ruled(entries(opening, f"{TABLE}/1: {DEALT}", typed(names[1], MISREAD)))
        assert ruling.verdict == "refer"
        assert ruling.authority is not None
        assert {branch.choices.get("account") for branch in ruling.branches} == {f"transcript.{name}" for name in names}
        assert [award.awarded_minor for award in ruling.awards] == [None]


def test_two_typed_accounts_that_come_to_the_same_are_no_question() -> None:
    ruling = ruled(entries(f"!source transcript/calm\n{OPENING}", f"{TABLE}/1: {DEALT}", typed("night", DEALT)))
    assert (ruling.verdict, len(ruling.branches)) == ("stands", 1)


def test_a_device_goes_before_what_was_typed() -> None:
    ruling = ruled(entries(FLOOR, typed("aaa", MISREAD)))
    assert (ruling.round.account, ruling.verdict) == ("floor", "stands")


def test_the_dealer_of_the_day_and_whoever_holds_no_office_adopt_nothing() -> None:
    """The attack: a line of text by the dealer who had erred turned a round that a device had told."""
    for line in ("adopted transcript.calm D7", "adopted transcript.calm D7 role=management", "adopted transcript.calm X1"):
        ruling = ruled(entries(f"{FLOOR}\n{TABLE}: dealer D7", typed("calm", MISREAD), f"{TABLE}/1: {line}"))
        assert ruling.round.account == "floor"
        assert [decision.refused is not None for decision in ruling.round.decisions] == [True]


def test_what_is_adopted_for_the_whole_day_holds_for_each_round() -> None:
    ruling = ruled(entries(FLOOR, typed("calm", MISREAD), f"{TABLE}: adopted transcript.calm management"))
    assert ruling.round.account == "transcript.calm"


WHEEL = "ROU-1/2026-01-20"
NOTES = f"""!source table/ROU-1
{WHEEL}: table roulette eca-roulette GBP
{WHEEL}/1: open; spin cw ccw; rest 17; close
{WHEEL}/2: open; spin ccw cw; no_spin interference; spin ccw cw; rest 0; close"""


def wheel_accounts(*lines: str) -> dict[str, list[str]]:
    """What differs, round by round."""
    table_day = build_table_day(entries(NOTES, CAMERA, *lines), lambda *_: shipped_edition("dcb"))
    return {
        name.split("/")[2]: [finding.text for finding in differences(round_, {})]
        for name, round_ in table_day.rounds.items()
    }


def test_another_compartment_is_found_in_its_round() -> None:
    assert wheel_accounts(f"{WHEEL}/1: rest 17; close", f"{WHEEL}/2: rest 26; close") == {
        "1": [],
        "2": ["Account transcript.night has the ball in 26; account floor, which is used, has the ball in 0."],
    }


def test_a_spin_that_one_account_lacks_is_found() -> None:
    assert wheel_accounts(f"{WHEEL}/2: spin ccw cw; rest 0; spin ccw cw; rest 5; close")["2"] == [
        "Account transcript.night has the ball in 5; account floor, which is used, has no further spin."
    ]


def test_an_account_without_any_result_says_nothing_of_the_spin() -> None:
    assert wheel_accounts(f"{WHEEL}/1: open; nmb; close") == {"1": [], "2": []}
