"""A package with signed acts: ssh-keygen and openssl check them by the package's own page, and no flipped bit passes."""

import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest

from desk.cli import export as command
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import PrivateKey, new_key, published
from ledger.package import bag
from ledger.package.inspection import inspect
from projections.export.exporting import Export
from tests.ledger.roster.people import key_of
from tests.ledger.roster.test_passkey import BrowserPasskey, house, passkey  # noqa: F401 - fixtures
from tests.ledger.roster.test_signed_acts import DAY, ROUND, void_with
from tests.projections.export.test_verify_page import verified

ORIGIN = "house.example/recoup"

pytestmark = pytest.mark.skipif(
    not (shutil.which("openssl") and shutil.which("ssh-keygen")), reason="openssl or ssh-keygen is not installed"
)


class SignedPackage(NamedTuple):
    """A package of a house whose people sign, its key, and the key's public half."""

    folder: Path
    key: PrivateKey
    public: Path


@pytest.fixture
def package(house: object, passkey: BrowserPasskey, tmp_path: Path) -> SignedPackage:  # noqa: F811
    assert void_with(house, "M1", passkey).refused is None  # type: ignore[arg-type]
    assert void_with(house, "M2", key_of("M2"), subject=f"{DAY}/2").refused is None  # type: ignore[arg-type]
    key, public = new_key(ORIGIN), tmp_path / "regulator.pub"
    public.write_text(published(key.key), encoding="utf-8")
    folder = tmp_path / "package"
    Export(house, key, ExportScope(), folder, command.schemas()).run(lambda *_: nullcontext(lambda _: None))  # type: ignore[arg-type]
    return SignedPackage(folder, key, public)


def test_the_page_checks_every_signed_act(package: SignedPackage, tmp_path: Path) -> None:
    done = verified(package.folder, package.public, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    acts = package.folder / "data/acts"
    assert done.stdout.count('Good "recoup" signature') == len(list(acts.glob("*.sig"))) > 3
    assert done.stdout.count("Verified OK") == len(list(acts.glob("*.der"))) == 1
    report = inspect(package.folder, package.key.key)
    assert report.misfits == []
    assert (report.acts_signed, report.acts_claimed) == (len(list(acts.glob("*.sig"))) + 1, 0)


@pytest.mark.parametrize("pattern", ["*.sig", "*.der", "*.signed", "*.client.json", "*[0-9].json", "signers"])
def test_a_flipped_bit_does_not_verify_though_the_house_signed_it(
    package: SignedPackage, tmp_path: Path, pattern: str
) -> None:
    """The house itself exchanges what a person signed, and signs the package anew."""
    path = sorted((package.folder / "data/acts").glob(pattern))[-1]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    (package.folder / "tagmanifest-sha256.txt.sig").unlink()
    bag.close(package.folder, {}, package.key)
    assert verified(package.folder, package.public, tmp_path).returncode != 0


def test_a_package_of_one_round_verifies_too(house: object, passkey: BrowserPasskey, tmp_path: Path) -> None:  # noqa: F811
    assert void_with(house, "M1", passkey, subject=ROUND).refused is None  # type: ignore[arg-type]
    key, public, folder = new_key(ORIGIN), tmp_path / "regulator.pub", tmp_path / "package"
    public.write_text(published(key.key), encoding="utf-8")
    scope = ExportScope(table="BJ-1")
    Export(house, key, scope, folder, command.schemas()).run(lambda *_: nullcontext(lambda _: None))  # type: ignore[arg-type]
    done = verified(folder, public, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Verified OK") == 1
