"""A package names the witness policy under which it left, and verifying it warns where that policy was weakened."""

from contextlib import closing
from pathlib import Path

import orjson
import pytest

from desk.terminal.console import DONE
from ledger.application import Ledger
from ledger.edition_acts import adopt_policy, confirm_policy
from ledger.errors import UnusableWitness
from ledger.events.evidence import ExportScope, PolicyStated
from ledger.events.policies import PolicyAdopted, PolicyConfirmed
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.log import EVIDENCE, witnesses
from ledger.merkle import digest
from ledger.package import bag
from tests.commands import Recoup
from tests.ledger.evidence.witnesses import Witness
from tests.ledger.roster.people import begin, key_of
from tests.projections.export.house import CASE, ORIGIN, House, inspected

NONE = "quorum none\n"


def policy_of(ledger: Ledger, key: str | None = None) -> str:
    """A policy that asks for the house's one witness, or for another one."""
    [named] = witnesses(ledger)
    return f"witness w {key or named.key}\nquorum w\n"


def adopted(ledger: Ledger, text: str) -> int:
    """The position of a policy that M1 adopted and M2 confirmed."""
    row, refused = adopt_policy(ledger, PolicyAdopted(by="M1", role="management", text=text))
    assert row is not None, refused
    adoption = row.entry.position
    assert confirm_policy(ledger, PolicyConfirmed(by="M2", role="management", adoption=adoption)) is None
    return adoption


def sealed(house: House, ledger: Ledger) -> None:
    with closing(CheckpointPublisher(ledger, house.signer)) as publisher:
        publisher.checkpoint("command")


def named_in(package: Path) -> object:
    return orjson.loads((package / "data/package.json").read_bytes()).get("policy")


def test_a_package_names_its_policy_and_verify_warns_of_the_weaker_one(
    own_house: House, tmp_path: Path, recoup: Recoup
) -> None:
    with own_house.opened() as ledger:
        strong = adopted(ledger, policy_of(ledger))
        sealed(own_house, ledger)
        with pytest.raises(UnusableWitness, match="w have not signed"):
            own_house.export(tmp_path / "package", anew=True)
        weak = adopted(ledger, NONE)
        sealed(own_house, ledger)
        size = ledger.size()
    own_house.export(tmp_path / "package", anew=True)
    assert named_in(tmp_path / "package") == {"position": weak, "in_force": weak + 1, "digest": digest(NONE.encode())}
    assert f"left under the witness policy of position {weak} of the log" in (tmp_path / "package/VERIFY.md").read_text()
    found = inspected(tmp_path / "package", own_house)
    warning = (
        f"the witness policy of position {strong} was weakened by that of position {weak}, adopted by M1 and confirmed "
        f"by M2 at position {weak + 1}: no cosignature is needed now"
    )
    assert (found.misfits, found.warnings) == ([], [warning])
    own_house.export(tmp_path / "again", anew=True, reason="a second copy")
    replaced = inspected(tmp_path / "again", own_house)
    assert replaced.warnings == [warning]
    ran = recoup("verify", "--ledger", own_house.url, "--key", str(own_house.public))
    assert (ran.code, f"WARNING: {warning}" in ran.out) == (DONE, True), ran.out
    assert recoup("verify", "--ledger", own_house.url, "--no-read-models", "--json").json["warnings"] == [warning]
    assert recoup("verify", str(tmp_path / "package"), "--no-read-models", "--json").json["warnings"] == [warning]
    assert size < Ledger(own_house.url).size()


def test_signed_acts_about_the_policy_verify_in_a_package(own_house: House, tmp_path: Path) -> None:
    with own_house.opened() as ledger:
        begin(ledger, required=True)
        ledger.signer = key_of("M1")
        row, refused = adopt_policy(ledger, PolicyAdopted(by="M1", role="management", text=NONE))
        assert row is not None, refused
        ledger.signer = key_of("M2")
        assert confirm_policy(ledger, PolicyConfirmed(by="M2", role="management", adoption=row.entry.position)) is None
        ledger.signer = None
        sealed(own_house, ledger)
    for name, scope in (("whole", None), ("case", ExportScope(case=CASE)), ("table", ExportScope(table="BAC-2"))):
        own_house.export(tmp_path / name, scope, anew=True)
        found = inspected(tmp_path / name, own_house)
        assert (found.misfits, found.warnings) == ([], [])
        assert named_in(tmp_path / name) is not None
        assert found.acts_signed >= 5


def test_what_was_weakened_since_the_package_before_is_said(own_house: House, tmp_path: Path) -> None:
    scope = ExportScope(since="2026-01-20", until="2026-01-20")
    with own_house.opened() as ledger:
        own_house.export(tmp_path / "first", scope)
        before = inspected(tmp_path / "first", own_house).size
        adopted(ledger, policy_of(ledger, Witness(ORIGIN, bytes(32)).verifier_key))
        adopted(ledger, NONE)
        sealed(own_house, ledger)
    own_house.export(tmp_path / "second", scope, anew=True)
    [warning] = inspected(tmp_path / "second", own_house).warnings
    assert warning.endswith(f"no cosignature is needed now (since the package before, as of {before} entries)")


def test_a_package_that_names_another_policy_or_none_does_not_fit(own_house: House, tmp_path: Path) -> None:
    with own_house.opened() as ledger:
        adopted(ledger, policy_of(ledger))
        last = adopted(ledger, NONE)
        sealed(own_house, ledger)
    package = tmp_path / "package"
    own_house.export(package, anew=True)
    file = package / "data/package.json"
    contents = orjson.loads(file.read_bytes())
    for named in ({**contents["policy"], "position": 3}, None):
        changed = {name: value for name, value in {**contents, "policy": named}.items() if value is not None}
        file.write_bytes(orjson.dumps(changed))
        bag.close(package, {}, own_house.signer)
        [misfit] = inspected(package, own_house).misfits
        assert misfit == (
            f"data/package.json does not name the witness policy in force at its size: that of position {last}"
        )


def test_a_package_from_before_names_no_policy_and_fits(own_house: House, tmp_path: Path) -> None:
    """One person stated the policy, and `data/package.json` did not name it."""
    with own_house.opened() as ledger:
        ledger.record(PolicyStated(text=NONE), "policy:1", EVIDENCE)
        sealed(own_house, ledger)
    package = tmp_path / "package"
    own_house.export(package, anew=True)
    file = package / "data/package.json"
    contents = orjson.loads(file.read_bytes())
    assert contents.pop("policy")["digest"] == digest(NONE.encode())
    file.write_bytes(orjson.dumps(contents))
    bag.close(package, {}, own_house.signer)
    found = inspected(package, own_house)
    assert (found.misfits, found.warnings) == ([], [])


def test_one_person_alone_does_not_weaken_the_policy_by_command(own_house: House, tmp_path: Path, recoup: Recoup) -> None:
    with own_house.opened() as ledger:
        strong = policy_of(ledger)
        adopted(ledger, strong)
    (tmp_path / "none.txt").write_text(NONE)
    there = ("--ledger", own_house.url)
    ran = recoup("witness", "policy", str(tmp_path / "none.txt"), *there)
    assert "say who does it with --by" in ran.complaint
    ran = recoup("witness", "policy", str(tmp_path / "none.txt"), "--by", "M1", "--role", "management", *there)
    assert ran.code == DONE
    position = ran.out.split("`recoup confirm ")[1].split("`")[0]
    ran = recoup("confirm", position, "--by", "m-1", "--role", "management", *there)
    assert "another person must confirm it" in ran.err + ran.out
    ran = recoup("witness", "policy", *there)
    assert ran.out == strong
    assert f"The policy of position {position} waits for another person" in ran.err
    rows = [row for row in recoup("decisions", "--json", *there).json if "policy" in row["act"]]
    assert [(row["act"], row["by"], row["status"]) for row in rows] == [
        ("adopt_policy", "M1", "confirmed"),
        ("adopt_policy", "M1", "waits"),
        ("confirm_policy", "m-1", "refused"),
    ]
    assert recoup("confirm", position, "--by", "M2", "--role", "direction", *there).code == DONE
    assert recoup("witness", "policy", *there).out == NONE
