"""A case goes out without the other players: what is shown, what is withheld, and that both are proven.

The case is P-1's claim on two rounds of the first evening. P-2 plays there too, and never claimed anything.
"""

import re
import shutil
from pathlib import Path
from typing import Any, Final

import orjson

from ledger.entry import Entry
from ledger.merkle import leaf_hash
from ledger.package import bag
from ledger.package.reader import Package
from ledger.recorder.rows import EVERYTHING
from projections.documents.rulings import BranchDocument, FindingDocument, MoneyDocument, OutcomeDocument, RulingDocument
from projections.export.judged import ruling_for_players
from tests.desk import floor
from tests.ledgers import decode
from tests.projections.export.house import CASE, FIRST, House, inspected

OTHER: Final = re.compile(rb"(?<![A-Za-z0-9])P-2(?![A-Za-z0-9])")


def shown(package: Path) -> list[Entry]:
    return [decode(*stored_entry) for stored_entry in Package(package).stored()]


def test_no_file_names_another_player(of_case: Path) -> None:
    for path in of_case.rglob("*"):
        if path.is_file():
            assert not OTHER.search(path.read_bytes()), path


def test_the_claimant_s_wagers_are_shown_and_nothing_of_the_other_s(of_case: Path) -> None:
    """In the undecided round P-1 bet w5 on punto and P-2 w6 on banco; w6 was paid 39.00."""
    of_round = [entry for entry in shown(of_case) if entry.subject == floor.UNDECIDED]
    events = [(entry.topic, entry.event.model_dump(exclude_none=True)) for entry in of_round]
    wagers = [data.get("wager") for _, data in events if "wager" in data]
    assert wagers == ["w5"]
    assert "wager.returned.v1" not in [topic for topic, _ in events]
    assert [data["card"] for topic, data in events if topic == "card.dealt.v1"] == ["7c", "2s", "Ks", "4s", "3d"]


def test_other_rounds_of_the_day_are_withheld_and_what_concerns_the_day_is_shown(of_case: Path) -> None:
    entries = shown(of_case)
    assert {entry.subject for entry in entries if entry.subject.count("/") == 2} == {floor.DISPUTED, floor.UNDECIDED}
    day = [entry.topic for entry in entries if entry.subject == FIRST]
    assert {"table.opened.v1", "table.limits_posted.v1", "shoe.prepared.v1"} <= set(day)
    terms = [entry.event.model_dump() for entry in entries if entry.topic == "table.terms_agreed.v1"]
    assert [term["player"] for term in terms] == ["P-1"]


def test_what_is_shown_and_what_is_withheld_are_in_the_log_and_leave_no_gap(of_case: Path, house: House) -> None:
    package = Package(of_case)
    withheld = list(package.withheld())
    with house.opened() as ledger:
        stored = {row.position: row.state for row in ledger.recorder.rows(0, EVERYTHING, EVERYTHING)}
    for hidden in withheld:
        assert bytes.fromhex(hidden.leaf) == leaf_hash(stored[hidden.position])
    found = inspected(of_case, house)
    assert (found.misfits, found.withheld) == ([], len(withheld))
    assert "to which streams the withheld entries belong, and what they say" in found.unproven
    versions = sorted(
        [entry.version for entry in shown(of_case) if entry.stream == f"table/{FIRST}"]
        + [hidden.version for hidden in withheld if hidden.stream == f"table/{FIRST}"]
    )
    assert versions == list(range(1, versions[-1] + 1))


def test_rulings_tell_the_claimant_s_money_alone(of_case: Path) -> None:
    lines = (of_case / f"data/rulings/{FIRST}.ndjson").read_bytes().splitlines()
    rulings = {ruling["round"]: ruling for ruling in map(orjson.loads, lines)}
    assert set(rulings) == {floor.DISPUTED, floor.UNDECIDED}
    assert [row["wager"] for row in rulings[floor.UNDECIDED]["money"]] == ["w5"]
    parts = [*rulings[floor.UNDECIDED]["branches"], *rulings[floor.UNDECIDED]["outcomes"]]
    assert all(set(part["due_minor"]) <= {"w5"} for part in parts)


def test_the_claimant_has_a_letter_and_there_are_no_read_models(of_case: Path) -> None:
    letters = [str(path.relative_to(of_case / "data/reports")) for path in (of_case / "data/reports").rglob("*.pdf")]
    assert sorted(letters) == [f"{name}/letter-P-1.pdf" for name in (floor.DISPUTED, floor.UNDECIDED)]
    assert not (of_case / "data/tables").exists()
    assert not (of_case / "data/refused.ndjson").exists()
    assert orjson.loads((of_case / f"data/cases/{CASE}.json").read_bytes())["claims"] == 1


def test_nobody_can_pass_a_withheld_entry_off_as_another(of_case: Path, house: House, tmp_path: Path) -> None:
    """The leaf is in the log at its position and nowhere else, whatever the house signs."""
    copy = tmp_path / "package"
    shutil.copytree(of_case, copy)
    first, second, *others = (copy / "data/withheld.ndjson").read_bytes().splitlines()
    leaves = [orjson.loads(line)["leaf"].encode() for line in (first, second)]
    exchanged = [first.replace(leaves[0], leaves[1]), second.replace(leaves[1], leaves[0]), *others]
    (copy / "data/withheld.ndjson").write_bytes(b"".join(line + b"\n" for line in exchanged))
    bag.close(copy, {}, house.signer)
    assert any("are not shown to be in the log" in misfit for misfit in inspected(copy, house).misfits)


def in_part(model: Any, **fields: object) -> Any:
    """A document of which no more is there than a test asks for."""
    return model.model_construct(None, **fields)


def test_what_was_found_of_others_alone_is_left_out() -> None:
    """A finding about the whole round stays; one about both players' wagers names the claimant's alone."""
    sums = {part: {"w1": 1, "w2": 2} for part in ("due_minor", "as_dealt_minor", "withheld_minor", "settled_minor")}
    ruling = in_part(
        RulingDocument,
        money=[in_part(MoneyDocument, wager=f"w{number}", player=f"P{number}") for number in (1, 2)],
        branches=[in_part(BranchDocument, **sums)],
        outcomes=[in_part(OutcomeDocument, due_minor={"w1": 1, "w2": 2})],
        findings=[in_part(FindingDocument, wagers=wagers) for wagers in ([], ["w2"], ["w1", "w2"])],
        verdict="stands",
    )
    left = ruling_for_players(ruling, {"P1"})
    assert [finding.wagers for finding in left.findings] == [[], ["w1"]]
    assert [(row.wager, row.player) for row in left.money] == [("w1", "P1")]
    assert left.branches[0].settled_minor == {"w1": 1}
    assert left.outcomes[0].due_minor == {"w1": 1}
