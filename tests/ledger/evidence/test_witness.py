"""Witnesses over HTTP and in a folder: what they are shown, what of their word is kept, what they find."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from desk.opening import migrate
from ledger.application import Ledger
from ledger.errors import BrokenEvidence, MalformedNote, UnusableWitness
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore, StoredCheckpoint
from ledger.evidence.key_chain import seen_by
from ledger.evidence.keys import new_key
from ledger.evidence.witness import WitnessClient, checkpoints_in, witness_of
from ledger.verify.verifier import Verifier
from tests.ledger.evidence.witnesses import Witness, serving
from tests.ledgers import arrivals, deliveries

pytestmark = pytest.mark.slow

KEY = new_key("casino.example/recoup")


class House:
    """A ledger with its notary, its seals, and somebody to ask the witnesses."""

    def __init__(self, ledger: Ledger, notary: CheckpointPublisher, seals: CheckpointStore):
        self.ledger, self.notary, self.seals = ledger, notary, seals
        self.asking = WitnessClient(ledger, seals)
        self._fed = 0

    def grow(self, count: int) -> StoredCheckpoint:
        self.ledger.ingest(arrivals(deliveries(range(self._fed, self._fed + count))))
        self._fed += count
        return self.notary.checkpoint("command")


@contextmanager
def house_at(url: str) -> Iterator[House]:
    with (
        Ledger(url) as ledger,
        closing(CheckpointPublisher(ledger, KEY, every=10**6)) as notary,
        closing(CheckpointStore(url)) as seals,
    ):
        yield House(ledger, notary, seals)


@pytest.fixture
def house(ledger_url: str) -> Iterator[House]:
    with house_at(ledger_url) as house_:
        yield house_


@pytest.fixture
def other_house(tmp_path: Path) -> Iterator[House]:
    """Another ledger under the same key and name: the fork."""
    url = f"sqlite:///{tmp_path / 'fork.db'}"
    migrate(url)
    with house_at(url) as house_:
        house_.ledger.ingest(arrivals(deliveries(range(900, 903), table="BAC-9", source="other")))
        yield house_


def witness() -> Witness:
    return Witness(KEY.key.name, KEY.key.public)


def test_a_witness_cosigns_a_log_that_grows(house: House) -> None:
    witness_ = witness()
    with serving(witness_) as address:
        named = witness_of(None, address, witness_.verifier_key)
        for count in (1, 3, 250, 7, 256, 1):
            ask = house.asking.ask(named, house.grow(count))
            assert ask == "cosigned at 2027-01-15T08:00:00.000000Z"
        again = house.seals.last()
        assert again is not None
        house.asking.ask(named, again)
    assert witness_.asked == [(0, 2), (2, 5), (5, 255), (255, 262), (262, 518), (518, 519), (519, 519)]
    assert witness_.size == house.ledger.size() == 519
    house.ledger.record(named, "witness:1", "evidence")
    report = Verifier(house.ledger, KEY.key).run()
    assert (report.misfits, report.seen) == ([], [(witness_.name, 519, "2027-01-15T08:00:00.000000Z")])


def test_what_the_witness_saw_is_asked_where_it_is_not_known(house: House) -> None:
    witness_ = witness()
    with serving(witness_) as address:
        named = witness_of("ours", address, witness_.verifier_key)
        first = house.grow(20)
        house.asking.ask(named, first)
        with house_at(house.ledger.url) as forgetful:
            forgetful.seals.cosignatures = list  # type: ignore[method-assign] # the cosignatures are lost
            forgetful._fed = 20
            forgetful.asking.ask(named, forgetful.grow(5))
    assert witness_.asked == [(0, 21), (0, 26), (21, 26)]


def test_a_fork_and_a_loss_are_found_by_the_witness(house: House, other_house: House) -> None:
    witness_ = witness()
    with serving(witness_) as address:
        named = witness_of(None, address, witness_.verifier_key)
        house.asking.ask(named, house.grow(10))
        with pytest.raises(BrokenEvidence, match="has seen a log of 11 entries of which this log is no continuation"):
            other_house.asking.ask(named, other_house.grow(1))  # smaller
        for count in (6, 40):  # as large, larger
            with pytest.raises(BrokenEvidence, match="entries were changed or taken away; run `recoup verify`"):
                other_house.asking.ask(named, other_house.grow(count))
        house.asking.ask(named, house.grow(1))
    assert witness_.size == 12


@pytest.mark.slow
def test_a_witness_that_refuses_or_lies_is_told_of(house: House) -> None:
    strict, liar, stranger = witness(), witness(), Witness("other.example/log", KEY.key.public)
    liar.spoil = True
    unknowing = Witness(KEY.key.name, new_key("x").key.public)
    sealed = house.grow(3)
    for witness_, sentence in (
        (liar, "answered with no valid cosignature of its key"),
        (stranger, "answered 404 .it does not know this log"),
        (unknowing, "answered 403 .it does not know the house's key"),
    ):
        with serving(witness_) as address, pytest.raises(UnusableWitness, match=sentence):
            house.asking.ask(witness_of(None, address, witness_.verifier_key), sealed)
    with serving(strict) as address:
        pass
    with pytest.raises(UnusableWitness, match="cannot be reached"):
        house.asking.ask(witness_of(None, address, strict.verifier_key), sealed)
    assert house.seals.cosignatures() == []


def test_a_cosignature_that_does_not_hold_is_found(house: House) -> None:
    witness_, other = witness(), witness()
    sealed = house.grow(3)
    with serving(witness_) as address:
        named = witness_of(None, address, witness_.verifier_key)
        house.asking.ask(named, sealed)
    house.ledger.record(named, "witness:1", "evidence")
    [kept] = house.seals.cosignatures()
    house.seals.add_cosignature(sealed.number, kept.line.replace(witness_.name.encode(), other.name.encode()[::-1]), "now")
    seen, wrong = seen_by(house.ledger, house.seals.checkpoints(), house.seals.cosignatures())
    assert seen == [(witness_.name, 4, "2027-01-15T08:00:00.000000Z")]
    assert wrong == ["cosignature 2 under checkpoint 1 does not hold"]


def test_a_folder_keeps_every_checkpoint_and_finds_a_fork(house: House, other_house: House, tmp_path: Path) -> None:
    folder = tmp_path / "notary"
    folder.mkdir()
    named = witness_of(None, str(folder), None)
    for count in (3, 4):
        assert house.asking.ask(named, house.grow(count)).startswith("laid down as 0000000000")
    assert [witness_checkpoint.checkpoint.size for witness_checkpoint in checkpoints_in(folder)] == [4, 8]
    last = house.seals.last()
    assert last is not None
    house.asking.ask(named, last)
    assert len(list(folder.iterdir())) == 2
    with pytest.raises(BrokenEvidence, match="has seen 00000000"):
        other_house.asking.ask(named, other_house.grow(2))
    assert Verifier(house.ledger, KEY.key, checkpoints_in(folder)).run().misfits == []
    found = Verifier(other_house.ledger, KEY.key, checkpoints_in(folder)).run().misfits
    assert found[0].position == 1
    assert "vouches for" in found[0].what


def test_files_that_are_no_checkpoints_are_named(house: House, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("of no concern")
    assert checkpoints_in(tmp_path) == []
    (tmp_path / "torn.checkpoint").write_text("casino.exam")
    with pytest.raises(UnusableWitness, match=r"torn\.checkpoint is no checkpoint"):
        checkpoints_in(tmp_path)
    with pytest.raises(UnusableWitness, match="cannot be read"):
        checkpoints_in(tmp_path / "none")
    with pytest.raises(UnusableWitness, match=r"torn\.checkpoint is no checkpoint"):
        house.asking.ask(witness_of(None, str(tmp_path), None), house.grow(1))


def test_a_witness_of_another_log_vouches_for_nothing(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    house.asking.ask(witness_of(None, str(folder), None), house.grow(3))
    other = new_key("elsewhere.example/log")
    report = Verifier(house.ledger, other.key, checkpoints_in(folder)).run()
    assert any(
        "holds no checkpoint of elsewhere.example/log, but of casino.example/recoup" in m.what for m in report.misfits
    )


@pytest.mark.parametrize(
    ("address", "key", "error"),
    [
        ("https://witness.example", None, UnusableWitness),
        ("https://witness.example", "nothing", MalformedNote),
        ("https://witness.example", KEY.key.written, UnusableWitness),
        ("no such folder", None, UnusableWitness),
        ("ftp://witness.example", None, UnusableWitness),
    ],
    ids=["no key", "no verifier key", "the key of a log", "no folder", "no address"],
)
def test_what_is_no_witness_is_refused(address: str, key: str | None, error: type[Exception]) -> None:
    with pytest.raises(error):
        witness_of(None, address, key)
