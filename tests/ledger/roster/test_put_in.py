"""What somebody with the database puts in once the roster is required, past every command, has no effect on reading."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.acts.adoptions import NOT_RELEASED, released_editions
from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework, Complaint
from ledger.championships.commands import Championships
from ledger.edition_acts import adopt_edition, confirm_adoption
from ledger.entry import Delivery, Entry
from ledger.errors import UnknownChampionship
from ledger.events import Event, cases
from ledger.events.championships import ChampionshipOpened
from ledger.events.decisions import DecisionConfirmed
from ledger.events.deliveries import RulebookAdopted
from ledger.events.house import AdoptionConfirmed
from ledger.events.personal_data import AboutPerson, ForgettingProposed, PersonForgotten
from ledger.events.roster import RosterRequired
from ledger.events.table import AccountDecided
from ledger.ingest import PendingEntry
from ledger.mapper import MAPPER
from ledger.merkle import digest
from ledger.personal_data.key_store import KeyStore
from ledger.personal_data.records import PersonalData
from ledger.roster.signing import sign_act
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant
from projections.table_days import TableDays
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from tests.ledger.roster.people import begin, confirmed, key_of
from tests.ledger.roster.test_edition_attacks import TEXT, adoption
from tests.ledger.roster.test_signed_acts import DAY, ROUND, STAFF, played, stands
from tests.ledgers import AT, NOTHING_JUDGED, opened

HOUR = 3600 * 1_000_000
BEFORE = "sha256:" + "0" * 64


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    """A house that requires its roster of five."""
    with opened(ledger_url) as ledger:
        played(ledger)
        begin(ledger, STAFF, required=True)
        yield ledger


def put_in(
    ledger: Ledger, stream: str, event: Event, ident: str, subject: str | None = None, cause: str | None = None
) -> None:
    """An entry that nobody signed, with tree and all."""
    version = ledger.recorder.stream_version(stream) + 1
    delivery = Delivery(event, HOUSE, ident, None, subject or stream, format_instant(AT), causation=cause)
    ledger.recorder.insert_events([MAPPER.to_stored_event(Entry(0, stream, version, format_instant(AT), delivery))])


def dated_back() -> RulebookAdopted:
    return RulebookAdopted(rulebook="ccl", edition="house.1", digest=digest(TEXT.encode()), text=TEXT)


# Editions


def test_the_editions_that_come_with_the_program_are_those_that_it_may_enter_by_itself() -> None:
    assert {digest(shipped_text(name).encode()) for name in SHIPPED_RULEBOOKS} <= released_editions()


def test_an_edition_put_in_as_if_the_program_had_entered_it_is_none(house: Ledger) -> None:
    put_in(house, "rulebook/ccl", dated_back(), "rulebook:ccl:house.1")
    assert [row.event.edition for row in house.adoptions().holding("ccl")] == [shipped_edition("ccl").name]
    assert house.adoptions().rows[-1].refused == NOT_RELEASED


def test_an_edition_that_comes_with_the_program_enters_where_the_roster_is_required(house: Ledger) -> None:
    edition = shipped_edition("scb")
    assert house.adopt("scb", edition.name, shipped_text("scb")) == "recorded"
    assert [row.event.edition for row in house.adoptions().holding("scb")] == [edition.name]


def test_a_clock_that_is_set_back_dates_no_edition_back(ledger: Ledger) -> None:
    now = AT
    ledger.clock = lambda: now
    played(ledger)
    assert adopt_edition(ledger, adoption("M1", "management")) == ("recorded", None)
    adopted = ledger.adoptions().rows[-1]
    now -= 7 * 24 * HOUR
    assert confirm_adoption(ledger, AdoptionConfirmed(by="M2", role="management", adoption=adopted.entry.position)) is None
    begins = ledger.adoptions().rows[-1].begins
    assert begins is not None
    assert begins.isoformat() >= adopted.at[:10]


# Somebody whom a claim names is no first person of two


def test_what_was_only_claimed_is_not_seconded_once_the_roster_is_required(ledger_url: str, tmp_path: Path) -> None:
    with opened(ledger_url) as ledger:
        played(ledger)
        begin(ledger, STAFF)
        adopt_edition(ledger, adoption("M2", "management"))
        claimed = ledger.adoptions().rows[-1].entry.position
        account = AccountDecided.model_validate({"by": "M2", "role": "management", "account": "BJ-1", "reason": "tried"})
        decided = ledger.decide(ROUND, account)
        casework, number = Casework(ledger, NOTHING_JUDGED), proposed(ledger)
        persons = PersonalData(ledger, KeyStore(tmp_path / "vault"))
        persons_act = AboutPerson(person="P1", by="M2", role="management")
        put_in(ledger, "person/P1", ForgettingProposed(**persons_act.model_dump(), ground="no_longer_needed"), "forget:1")
        assert confirmed(ledger, "M1", RosterRequired(by="M1"), "M2").refused is None

        ledger.signer = key_of("M1")
        confirmation = AdoptionConfirmed(by="M1", role="management", adoption=claimed)
        assert "nobody signed that M2 adopted it" in (confirm_adoption(ledger, confirmation) or "")
        assert adopt_edition(ledger, adoption("M1", "management")) == ("recorded", None)
        second = DecisionConfirmed(by="M1", role="management", decision=decided.position)
        assert "nobody signed that M2 took" in (ledger.confirm(decided.position, second).refused or "")
        assert not persons.forget(AboutPerson(person="P1", by="M1", role="management"), "no_longer_needed")
        ledger.signer = key_of("M2")
        assert persons.forget(persons_act, "no_longer_needed")
        again = ledger.adoptions().rows[-1].entry.position
        assert confirm_adoption(ledger, AdoptionConfirmed(by="M2", role="management", adoption=again)) is None
        ledger.signer = key_of("A1")
        approval = cases.RulingApproved(by="A1", role="approver", proposal=casework.case(number).digest or "")
        assert "nobody signed that E7 wrote" in (casework.act(number, approval).refused or "")


def proposed(ledger: Ledger) -> str:
    """A case with a claim and an answer to it, by whoever signs or by nobody."""
    casework = Casework(ledger, NOTHING_JUDGED)
    number = casework.open(Complaint(by="E7", role="dispute_manager", day=DAY, rounds=(ROUND,)))
    casework.act(number, cases.ClaimStated(by="E7", role="dispute_manager", player="P1", amount_minor=5000))
    award = cases.WagerAward(round=ROUND, wager="w1", due_minor=25000)
    answer = cases.Answer.model_validate({"player": "P1", "outcome": "upheld", "pay_minor": 5000, "awards": (award,)})
    act = casework.act(number, cases.RulingProposed(by="E7", role="dispute_manager", answers=(answer,)))
    assert act.refused is None
    return number


# What a case is said to give


def settled(house: Ledger) -> tuple[str, cases.CaseSettled]:
    """A case that two persons settled, and the settlement."""
    house.signer = key_of("E7")
    casework, number = Casework(house, NOTHING_JUDGED), proposed(house)
    mark = casework.case(number).digest or ""
    house.signer = key_of("A1")
    assert casework.act(number, cases.RulingApproved(by="A1", role="approver", proposal=mark)).refused is None
    house.signer = key_of("E7")
    settlement = cases.CaseSettled(by="E7", role="dispute_manager", proposal=mark)
    assert casework.act(number, settlement).refused is None
    house.signer = None
    return number, settlement


def given(house: Ledger) -> dict[str, int]:
    """What cases gave on the round's wagers, in minor units."""
    (ruling,) = TableDays(house).rulings([ROUND])
    return {wager: decision.event.due_minor for wager, decision in ruling.round.case_settlements.items()}


def test_what_two_persons_settled_holds(house: Ledger) -> None:
    settled(house)
    assert given(house) == {"w1": 25000}
    assert stands(house) == "corrected"


@pytest.mark.parametrize("case", ["2026-0001", "2026-0009"])
def test_money_put_in_as_if_a_settlement_had_given_it_is_not_given(house: Ledger, case: str) -> None:
    _, settlement = settled(house)
    fields = {"by": "A1", "case": case, "wager": "w1", "due_minor": 999_900, "proposal": settlement.proposal}
    event = cases.WagerAnswered.model_validate(fields)
    cause = Casebook(house).case("2026-0001").taken[-1].entry.ref
    put_in(house, f"table/{DAY}", event, "case/2026-0001:99:w1", ROUND, cause)
    assert given(house) == {"w1": 25000}


@pytest.mark.parametrize("proposal", [BEFORE, None])
def test_one_person_who_signs_a_settlement_past_the_program_gives_nothing(house: Ledger, proposal: str | None) -> None:
    number, settlement = settled(house)
    case, stream = Casebook(house).case(number), f"case/{number}"
    fields = {"by": "A1", "case": number, "wager": "w1", "due_minor": 999_900, "proposal": settlement.proposal}
    act = settlement.model_copy(update={"proposal": proposal or settlement.proposal})
    drafts = [
        PendingEntry(Delivery(act, HOUSE, f"{stream}:99", None, stream, format_instant(AT)), stream),
        PendingEntry(
            Delivery(cases.WagerAnswered.model_validate(fields), HOUSE, f"{stream}:99:w1", None, ROUND, format_instant(AT)),
            f"table/{DAY}",
        ),
    ]
    leaf = house.recorder.stream_leaf(stream, case.version)
    house.append(sign_act(drafts, "E7", key_of("E7"), house.roster().ledger, case.version + 1, leaf))
    assert given(house) == {"w1": 25000}


def test_a_case_that_nobody_opened_settles_nothing(house: Ledger) -> None:
    number, _ = settled(house)
    opening = Casebook(house).case(number).opened
    grants = tuple(grant.model_copy(update={"roles": ("dealer",)}) for grant in opening.authorities)
    put_in(house, "case/2026-0002", opening.model_copy(update={"authorities": grants}), "case/2026-0002:1")
    house.signer = key_of("E7")
    claim = cases.ClaimStated(by="E7", role="dispute_manager", player="P1", amount_minor=0)
    assert "must sign this" in (Casework(house, NOTHING_JUDGED).act("2026-0002", claim).refused or "")


# Persons, championships


def test_a_forgetting_put_in_destroys_no_key(house: Ledger, tmp_path: Path) -> None:
    vault = KeyStore(tmp_path / "vault")
    persons = PersonalData(house, vault)
    house.signer = key_of("I1")
    about = AboutPerson(person="P1", by="I1", role="investigator", reason="dispute")
    persons.note(about, "name", "Ottilie")
    put_in(house, "person/P1", PersonForgotten(person="P1", by="M1", role="management"), "forget:1")
    assert persons.destroy_restored_keys() == []
    assert vault.has_key("P1")
    assert [note.text for note in persons.read_notes(about)] == ["Ottilie"]


def test_a_championship_put_in_is_none(house: Ledger) -> None:
    house.adopt("eca-championship", "2026.2", shipped_text("eca-championship"))
    event = ChampionshipOpened(by="ECA", director="D7", rulebook="eca-championship", edition="2026.2")
    put_in(house, "championship/vienna", event, "championship/vienna:000001")
    championships = Championships(house)
    assert championships.names() == []
    with pytest.raises(UnknownChampionship):
        championships.get("vienna")
    outcome = championships.act("prague", event)
    assert outcome.refused is not None
    assert championships.names() == []
