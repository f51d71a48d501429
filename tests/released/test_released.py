"""A house that version 0.1.0 left behind: its ledger, backup and packages, opened, verified and carried on by this version.

What lies in `0.1.0/` was made by that version and stays as it is; `said/` is what that version said of it.
"""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from desk.opening import migrate
from desk.terminal.console import DONE, NO
from ledger.evidence.keys import load
from ledger.package import bag
from projections.workers import ALONE
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition
from tests.commands import Recoup
from tests.ledgers import decode, rows
from tests.projections.rulings.engines import engine_that_overlooks

RELEASED: Final = Path(__file__).parent / "0.1.0"
RULED_OTHERWISE: Final[Mapping[str, str]] = {
    "BAC-1/2026-01-17/42": "a settlement decides between readings, and leaves what each of them gives",
    "BAC-2/2026-01-18/3": "two versions agree on what is due and not on what was paid: the verdict follows from each",
    "BAC-2/2026-01-18/5": "DCB-13: an exposed card that was given to punto was dealt to punto",
    "BAC-3/2026-01-18/1": "a card is known to have come that was refused: no hand is found short of it",
    "BJ-8/2026-01-18/1": "FBJ-35: a free bet is paid like the original bet, whatever its chip says",
    "RO-3/2026-01-18/2": "ECA-R-I8a?: what was taken up before the re-spin depends on the reading",
    "RO-3/2026-01-18/3": "ECA-R-I7: a player's word is no announcement of a no spin",
}
"""Rounds on which this engine rules otherwise than that of 0.1.0 did, under the same edition, each with the reason."""

NOT_COMPARED: Final = frozenset({"text", "why", "help", "clocks", "clocks_on", "attention"})
"""Keys of what a command prints that hold prose, that depend on the day on which it is printed, or that follow the answer
on a round, as `attention` does, where 0.1.0 went by the ruling alone.
"""

READ: Final = {
    "rounds": ("rounds",),
    "decisions": ("decisions",),
    "quarantine": ("quarantine",),
    "cases": ("case", "register"),
    "settlements": ("case", "settlements"),
    "case-1": ("case", "show", "2026-0001"),
    "case-2": ("case", "show", "2026-0002"),
    "championship": ("championship", "show", "EDC-2026"),
    "sources": ("source", "list"),
    "roster": ("roster", "list"),
}
"""Commands that tell what is on record, by the file with what they said."""

OVERLOOKED: Final = "wrong_payment"
"""What a later engine does not find, for which there are findings on record."""

LATER_ROUNDS: Final = """\
BAC-2/{day}: table baccarat dcb GBP zone=Europe/London; limits banco 500 100000; shoe S1 8
BAC-2/{day}/1: open; bet w1 P1 banco 1000; nmb; P 2h B 9c P 3c B Td; call banco; pay w1 1950; close
BJ-5/{day}: table blackjack scb CHF zone=Europe/Zurich; limits main 1000 5000; shoe S5 6; sits P1 1
BJ-5/{day}/1: open; bet w1 P1 main 4000 box=1; nmb; 1 Th D 9c 1 9d; says 1 stand P1; D 8h; pay w1 8000; close
BJ-6/{day}: table blackjack ccl CZK zone=Europe/Prague; limits main 10000 500000; shoe S6 6
BJ-6/{day}/1: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 9c 1 9d; says 1 stand P1; D 8h; pay w1 20000; close
BJ-7/{day}: table blackjack eca-blackjack EUR zone=Europe/Vienna; limits main 1000 50000; shoe S7 6
BJ-7/{day}/1: open; bet w1 J1 main 5000 box=1; nmb; 1 Th D 9c 1 9d; says 1 stand J1; D 8h; pay w1 10000; close
BJ-8/{day}: table blackjack fbj EUR zone=Europe/Vienna; limits main 1000 50000; shoe S8 6; sits P1 1
BJ-8/{day}/1: open; bet w1 P1 main 4000 box=1; nmb; 1 Th D 9c 1 9d; says 1 stand P1; D 8h; pay w1 8000; close
RO-3/{day}: table roulette eca-roulette EUR zone=Europe/Vienna
RO-3/{day}/1: open; bet a P1 red 50000; spin cw ccw; nmb motion=yes; revolutions 11 after_call=4
RO-3/{day}/1: rest 8; call 8; dolly 8; pay a 0; close
"""
"""A round at a table of every house, on a gaming day to come."""


@pytest.fixture(scope="session")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house as 0.1.0 left it; nobody writes to it."""
    folder = tmp_path_factory.mktemp("released")
    with tarfile.open(RELEASED / "house.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture
def untouched(left_behind: Path, tmp_path: Path, recoup: Recoup, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` in a copy of the house, all of it in this process."""
    shutil.copytree(left_behind, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("RECOUP_PASSPHRASE_FILE", "passphrase")
    monkeypatch.setattr("desk.cli.export.all_processors", lambda: ALONE)
    return recoup


@pytest.fixture
def house(untouched: Recoup) -> Recoup:
    """The same, with the tables of this version; nothing is recorded."""
    migrate("sqlite:///recoup.db")
    return untouched


@pytest.fixture
def later_engine() -> Iterator[None]:
    """An engine whose rulings mean something else than those of 0.1.0: it overlooks what that one found."""
    with engine_that_overlooks(OVERLOOKED):
        yield


def printed_then(name: str) -> Any:
    """What 0.1.0 said."""
    return orjson.loads((RELEASED / "said" / f"{name}.json").read_bytes())


def lost(then: Any, now: Any, at: str = "") -> Iterator[str]:
    """Where something that was said then is not said now; what is said besides is nothing lost."""
    match then, now:
        case Mapping(), Mapping():
            for key in then.keys() - NOT_COMPARED:
                if key in now:
                    yield from lost(then[key], now[key], f"{at}.{key}")
                else:
                    yield f"{at}.{key} is not there"
        case list(), list() if len(then) == len(now):
            for number, pair in enumerate(zip(then, now, strict=True)):
                yield from lost(*pair, f"{at}[{number}]")
        case _ if then != now:
            yield f"{at}: {then!r} is {now!r}"


def ruled(rulings: list[Any]) -> dict[str, Any]:
    """By round what rulings come to: the verdict, what is due under each outcome, what is awarded."""
    return {
        ruling["round"]: {
            "verdict": ruling["verdict"],
            "due": {tuple(sorted(outcome["due_minor"].items())) for outcome in ruling["outcomes"]},
            "awarded": {row["wager"]: (row["awarded_minor"], row["if_claimed_minor"]) for row in ruling["money"]},
        }
        for ruling in rulings
    }


def editions(rulings: list[Any]) -> dict[str, Any]:
    """By round the edition that it goes by."""
    return {ruling["round"]: ruling["rulebook"] for ruling in rulings}


def verdicts(rulings: list[Any]) -> dict[str, str]:
    """By round the verdict on record, which is named beside a fresh ruling where that is another one."""
    return {ruling["round"]: ruling.get("on_record", ruling)["verdict"] for ruling in rulings}


def history(recoup: Recoup) -> list[Any]:
    """What is on record of the rulings on all days of then."""
    days = dict.fromkeys(row["round"].rpartition("/")[0] for row in printed_then("history"))
    return [row for day in days for row in recoup("history", day, "--json").json]


class TestLedger:
    @pytest.mark.usefixtures("house")
    def test_every_entry_is_read_and_its_bytes_are_those_of_then(self, left_behind: Path) -> None:
        stored = rows("sqlite:///recoup.db")
        assert [decode(row["position"], row["state"]).position for row in stored] == [*range(1, len(stored) + 1)]
        assert len(stored) == printed_then("verify")["size"]
        assert stored == rows(f"sqlite:///{left_behind / 'backup/ledger.db'}")

    def test_it_verifies(self, house: Recoup) -> None:
        """Its proofs and signatures, what a witness saw, its read models, and every ruling on record judged again."""
        ran = house("verify", "--key", "recoup.pub", "--witness", "notary", "--rulings", "all", "--json")
        assert (ran.code, ran.json["misfits"]) == (DONE, [])
        then, now = printed_then("verify"), ran.json
        assert [*lost({**then, "rulings": {}}, now)] == []
        assert now["rulings"]["judged"] == then["rulings"]["judged"]

    @pytest.mark.parametrize("name", READ)
    def test_what_is_on_record_is_told_as_then(self, name: str, house: Recoup) -> None:
        ran = house(*READ[name], "--json")
        assert (ran.code, [*lost(printed_then(name), ran.json)]) == (DONE, [])

    def test_the_rulings_on_record_are_told_as_they_were_recorded(self, house: Recoup) -> None:
        """Each with its verdict, its edition and the engine that made it."""
        assert [*lost(printed_then("history"), history(house))] == []

    def test_it_is_ruled_on_as_then(self, house: Recoup) -> None:
        """By the editions of then. Where this engine rules otherwise, the ruling on record is named, and why it differs."""
        ran = house("rule", "--all", "--json")
        then, now = printed_then("rule"), ran.json
        assert ran.code == DONE
        assert editions(now) == editions(then)
        assert verdicts(now) == verdicts(then)
        assert {cause for ruling in now for cause in ruling.get("on_record", {}).get("causes", ())} <= {"engine"}
        was, is_now = ruled(then), ruled(now)
        assert {name for name, ruling in was.items() if is_now[name] != ruling} == RULED_OTHERWISE.keys()

    def test_nothing_of_then_is_ruled_on_anew(self, untouched: Recoup) -> None:
        """Though newer editions are adopted."""
        ran = untouched("migrate")
        assert (ran.code, ran.err) == (DONE, "")
        assert untouched("follow", "--once").code == DONE
        assert [*lost(printed_then("history"), history(untouched))] == []
        assert editions(untouched("rule", "--all", "--json").json) == editions(printed_then("rule"))
        assert untouched("verify", "--key", "recoup.pub", "--witness", "notary", "--rulings", "all").code == DONE

    @pytest.mark.slow
    def test_a_server_takes_it_over(self, house: Recoup, blank_postgresql: str) -> None:
        ran = house("move", blank_postgresql)
        assert (ran.code, "everything fits" in ran.out) == (DONE, True)
        assert rows(blank_postgresql) == rows("sqlite:///recoup.db")
        there = ("--ledger", blank_postgresql)
        ran = house("verify", "--key", "recoup.pub", "--witness", "notary", "--rulings", "all", *there)
        assert (ran.code, "everything fits" in ran.out) == (DONE, True)
        assert [*lost(printed_then("rounds"), house("rounds", "--json", *there).json)] == []
        assert house("rule", "--all", "--json", *there).out == house("rule", "--all", "--json").out


class TestAnEngineOfAnotherMeaning:
    """That of today rules as that of then, as long as nothing was mended: these hold whatever will be."""

    @pytest.fixture
    def overlooked(self) -> set[str]:
        """The rounds in which 0.1.0 found what the later engine overlooks."""
        return {row["round"] for row in printed_then("history") if row["kind"] == OVERLOOKED}

    @pytest.fixture
    def recorded_verdicts(self) -> dict[str, str]:
        return {row["round"]: row["verdict"] for row in printed_then("rounds")}

    @pytest.mark.usefixtures("later_engine")
    def test_the_ledger_verifies_and_the_other_engine_is_named(self, house: Recoup, overlooked: set[str]) -> None:
        ran = house("verify", "--key", "recoup.pub", "--witness", "notary", "--rulings", "all", "--json")
        assert (ran.code, ran.json["misfits"]) == (DONE, [])
        assert overlooked <= {row["round"] for row in ran.json["rulings"]["differing"]}

    @pytest.mark.usefixtures("later_engine")
    def test_the_rulings_of_then_stand_beside_its_own(self, house: Recoup, recorded_verdicts: dict[str, str]) -> None:
        rulings = house("rule", "--all", "--json").json
        assert verdicts(rulings) == recorded_verdicts
        assert {cause for ruling in rulings for cause in ruling.get("on_record", {}).get("causes", ())} == {"engine"}

    @pytest.mark.usefixtures("later_engine")
    def test_it_leaves_on_record_what_was_ruled_then(self, house: Recoup) -> None:
        """Though a round of a table's day goes on, and is ruled on by it."""
        assert house("record", "feeds/shoe-later.ndjson").code == DONE
        assert house("follow", "--once").code == DONE
        now = [row for row in history(house) if row["round"] != "BAC-3/2026-01-18/3"]
        assert [*lost([row for row in printed_then("history") if row["round"] != "BAC-3/2026-01-18/3"], now)] == []


class TestGoingOn:
    def test_what_was_sent_then_is_known(self, house: Recoup) -> None:
        """Feeds that were taken in, sent again; of a live history it is recorded besides what its sources can report."""
        assert house("record", "feeds/tables.txt").out.startswith("0 recorded, ")
        games = house("record", "feeds/games.ndjson", "--format", "live-history", "--map", "feeds/live.toml").out
        assert games.startswith("2 recorded, 31 already known, 0 conflicting, 0 quarantined")
        sent_again = house("record", "feeds/shoe.ndjson").out
        assert sent_again.startswith("0 recorded, ")
        assert "1 conflicting, 2 quarantined" in sent_again
        assert len(house("quarantine", "--json").json) == len(printed_then("quarantine"))

    def test_a_round_that_was_begun_then_goes_by_the_edition_of_then(self, house: Recoup) -> None:
        """Punto's 9 is a natural against banco's 7: 10.00 on punto brings 20.00, and 15.00 was paid."""
        assert house("record", "feeds/shoe-later.ndjson").code == DONE
        (ruling,) = house("rule", "BAC-3/2026-01-18/3", "--json").json
        assert ruling["rulebook"] == editions(printed_then("rule"))["BAC-3/2026-01-18/3"]
        assert ruled([ruling])["BAC-3/2026-01-18/3"] == {
            "verdict": "correct",
            "due": {(("w3", 2000),)},
            "awarded": {"w3": (2000, None)},
        }

    def test_rounds_from_now_on_go_by_the_editions_that_come_with_the_program(self, house: Recoup) -> None:
        """Whoever records adopts them; the rounds of then keep theirs."""
        newest = {name: shipped_edition(name).sheet.edition for name in SHIPPED_RULEBOOKS}
        begins = [edition.in_force for edition in newest.values()]
        day = max(date.today(), *(date.fromisoformat(f"{since:%Y-%m-%d}") for since in begins)) + timedelta(days=2)
        Path("later.txt").write_text(LATER_ROUNDS.format(day=day), encoding="utf-8")
        ran = house("record", "later.txt")
        assert (ran.code, "0 conflicting, 0 quarantined" in ran.out) == (DONE, True)
        rulings = house("rule", "--all", "--json").json
        of_then = editions(printed_then("rule"))
        assert {name: rulebook for name, rulebook in editions(rulings).items() if name in of_then} == of_then
        later = [ruling for ruling in rulings if ruling["round"] not in of_then]
        assert [ruling["verdict"] for ruling in later] == ["stands"] * 6
        for ruling in later:
            edition = shipped_edition(ruling["rulebook"]["id"])
            assert ruling["rulebook"] == {"id": edition.id, "edition": edition.name, "digest": edition.digest}
        assert [*lost(printed_then("history"), history(house))] == []
        assert house("verify", "--key", "recoup.pub", "--rulings", "all").code == DONE

    def test_a_case_that_was_open_then_is_brought_to_its_end(self, house: Recoup) -> None:
        """An answer that was proposed then is approved, settled and paid."""
        house("record", "feeds/shoe-later.ndjson")
        assert house("case", "approve", "2026-0002", "--settle", "--sign", "people/A7.key").code == DONE
        assert house("case", "pay", "2026-0002", "--sign", "people/E7.key").code == DONE
        assert house("case", "close", "2026-0002", "--sign", "people/E7.key").code == DONE
        case = house("case", "show", "2026-0002", "--json").json
        assert (case["state"], case["owed"]) == ("closed", {"P1": {"owed_minor": 0, "ex_gratia_minor": 0}})
        assert house("verify", "--key", "recoup.pub").code == DONE

    def test_a_package_of_now_has_the_rulings_of_then(self, house: Recoup, left_behind: Path) -> None:
        ran = house("export", "--anew", "--no-reports", "-o", "now")
        assert (ran.code, ran.err) == (DONE, "")
        then, now = (rulings_in(folder) for folder in (left_behind / "package", Path("now")))
        assert [*lost(then, now)] == []
        assert house("verify", "now", "--key", "recoup.pub").code == DONE


def rulings_in(package: Path) -> dict[str, list[Any]]:
    """What is written in a package of what was ruled, by its file."""
    folder = package / "data/rulings"
    return {
        str(path.relative_to(folder)): [orjson.loads(line) for line in path.read_bytes().splitlines()]
        for path in folder.rglob("*.ndjson")
    }


PACKAGES: Final = ("package", "package-case")
FORGED: Final = {
    '"verdict":"correct"}\n': '"verdict":"stands"}\n',
    '"paid_minor":17500': '"paid_minor":18000',
    '"at_stake":{"open":null,"over":null,"short":{"w1":500},"stake":{"w1":500}},': "",
    '"reason":"decision"': '"reason":"decision","settled":true',
}
"""What the package has of a round on which 5.00 EUR too little was paid, and what a forger writes there."""


class TestPackage:
    @pytest.mark.parametrize("name", PACKAGES)
    def test_it_verifies(self, name: str, untouched: Recoup) -> None:
        ran = untouched("verify", name, "--key", "recoup.pub", "--json")
        assert (ran.code, ran.json["misfits"], ran.json["verified"]) == (DONE, [], True)
        then = {
            key: value
            for key, value in printed_then(f"verify-{name}").items()
            if key not in ("proven", "unproven", "ruled")
        }
        assert [*lost(then, ran.json)] == []

    @pytest.mark.slow
    @pytest.mark.parametrize("name", PACKAGES)
    def test_it_verifies_by_the_program_that_lies_in_it(self, name: str, left_behind: Path) -> None:
        command = [sys.executable, "-I", str(left_behind / name / "verify.py"), str(left_behind / "recoup.pub")]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, "")

    def test_its_rounds_are_ruled_on_as_those_of_the_ledger(self, house: Recoup) -> None:
        of_package = house("rule", "--all", "--json", "--ledger", "package")
        assert of_package.code == DONE
        of_ledger = house("rule", "--all", "--json").json
        assert of_package.json == [
            {key: value for key, value in ruling.items() if key != "on_record"} for ruling in of_ledger
        ]
        assert [*lost(printed_then("rounds"), house("rounds", "--json", "--ledger", "package").json)] == []

    @pytest.mark.usefixtures("later_engine")
    def test_it_verifies_where_the_engine_means_something_else(self, untouched: Recoup) -> None:
        """That engine cannot make the rulings again, and says so; all else is proven."""
        ran = untouched("verify", "package", "--key", "recoup.pub", "--json")
        assert (ran.code, ran.json["misfits"], ran.json["verified"]) == (DONE, [], True)
        made_again = "the rulings are those which these entries and editions give"
        assert made_again not in ran.json["proven"]
        assert ran.json["proven"] == [what for what in printed_then("verify-package")["proven"] if what != made_again]
        count = sum(len(rulings) for rulings in rulings_in(Path("package")).values())
        left = f"that {count} rulings by recoup/0.1.0 follow from the entries: this engine's rulings mean something else"
        assert left in ran.json["unproven"]

    @pytest.mark.usefixtures("later_engine")
    @pytest.mark.parametrize(("written", "forged"), FORGED.items(), ids=lambda text: text[:14])
    def test_a_ruling_that_is_not_written_as_it_is_on_record_is_found_by_any_engine(
        self, written: str, forged: str, untouched: Recoup
    ) -> None:
        """Though the house itself signs it."""
        path = Path("package/data/rulings/ro1/2026-01-18.ndjson")
        text = path.read_text(encoding="utf-8")
        assert written in text
        path.write_text(text.replace(written, forged), encoding="utf-8")
        bag.close(Path("package"), {}, load(Path("recoup.key")))
        ran = untouched("verify", "package", "--key", "recoup.pub", "--json")
        what = "the ruling on ro1/2026-01-18/ro-2 is not the one that is on record in the package"
        assert (ran.code, ran.json["misfits"]) == (NO, [what])


class TestBackup:
    def test_it_can_be_used(self, untouched: Recoup) -> None:
        ran = untouched("rehearse", "backup", "--witness", "notary")
        assert (ran.code, ran.err) == (DONE, "")
        assert "everything fits" in ran.out

    def test_what_is_restored_from_it_is_the_ledger(self, house: Recoup) -> None:
        copy = "sqlite:///copy.db"
        ran = house("restore", "backup", "--ledger", copy, "--files", "copy.files")
        assert (ran.code, ran.err) == (DONE, "")
        assert rows(copy) == rows("sqlite:///recoup.db")
        files = [{path.name: path.read_bytes() for path in Path(name).iterdir()} for name in ("copy.files", "recoup.files")]
        assert files[0] == files[1] != {}
        migrate(copy)
        ran = house("verify", "--ledger", copy, "--key", "recoup.pub", "--witness", "notary", "--rulings", "all")
        assert (ran.code, "everything fits" in ran.out) == (DONE, True)
        assert house("rule", "--all", "--json", "--ledger", copy).out == house("rule", "--all", "--json").out
