"""A refusal is stored by its code with particulars, and written in the reader's language; an old one as its sentence."""

import re
import string
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ledger.acts.refusal import refused_act
from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import ATTEMPTS, Casework, Complaint
from ledger.edition_acts import adopt_edition
from ledger.errors import MalformedDecision, MalformedDelivery
from ledger.events import cases as case_events
from ledger.events.cases import CaseActRefused
from ledger.events.championships import ChampionshipActRefused, ScoresGiven
from ledger.events.decisions import DecisionRefused, ShoeVoided
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.house import EditionAdopted
from ledger.events.roster import SourcesRequired
from ledger.events.versions import UPCASTS, written_topic
from ledger.feeds.intake import ingest_stream
from ledger.feeds.notation import FORMAT
from ledger.merkle import digest
from ledger.roster.commands import act_on_roster
from ledger.values.message import Message, Term
from ledger.values.refusals import REFUSALS, Refusal, refusal_fields, stored_refusal
from projections.documents.cases import act_document
from projections.documents.rulings import ruling_document
from projections.following.read_models import catch_up, open_read_models
from projections.messages.catalogue import Catalogue
from projections.read_models.register import register
from projections.reports.case_report import CaseReport
from projections.reports.decisions import refusal_words
from projections.reports.masking import mask_event
from projections.reports.person_names import PersonNames
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests import ledgers
from tests.ledger.roster.people import key_of
from tests.ledgers import NOTHING_JUDGED
from tests.projections import disputes, floor

GERMAN = Catalogue("de")


@pytest.fixture
def ledger(tmp_path: Path) -> Any:
    with ledgers.opened(floor.record(tmp_path)) as opened:
        yield opened


def paid_too_early(ledger: Ledger) -> str:
    """A case in which the investigator tries to approve answers that there are not."""
    number = Casework(ledger, NOTHING_JUDGED).open(Complaint("Ines", "investigator", disputes.DAY, (floor.UNDERDRAWN,)))
    disputes.act(ledger, number, case_events.PlayerPaid, disputes.WRITER, player="Bertil", amount_minor=500)
    return number


def test_every_refusal_has_its_own_sentence_in_german_with_the_same_particulars() -> None:
    fields = {
        code: sorted(name for _, name, _, _ in string.Formatter().parse(text) if name) for code, text in REFUSALS.items()
    }
    for code, names in fields.items():
        refusal = Refusal(code, **{name: f"<{name}>" for name in names})
        german = GERMAN.value(refusal)
        assert "[en]" not in german, code
        assert german != str(refusal) or code == "in_words", code
        assert all(f"<{name}>" in german for name in names), code
        assert stored_refusal(str(refusal), refusal.code, refusal.data) == str(refusal)


def test_a_reader_without_codes_refuses_in_a_sentence_of_its_own() -> None:
    refusal = MalformedDelivery("a line is round;cards;winner").refusal
    assert (str(refusal), refusal.data) == ("a line is round;cards;winner", {"text": "a line is round;cards;winner"})


def test_every_code_that_the_product_refuses_with_is_declared() -> None:
    """A code that is misspelled would be taken for a sentence."""
    root = Path(__file__).parents[2]
    texts = [path.read_text("utf-8") for room in ("ledger", "desk", "projections") for path in (root / room).rglob("*.py")]
    codes = {code for text in texts for code in re.findall(r'\b(?:MalformedDelivery|Refusal)\(\s*"([a-z0-9_]+)"', text)}
    assert len(codes) > 100
    assert codes <= REFUSALS.keys()


def test_a_refused_act_of_a_case_is_stored_with_its_code(ledger: Ledger) -> None:
    attempt = Casebook(ledger).case(paid_too_early(ledger)).taken[-1]
    event = attempt.event
    assert isinstance(event, CaseActRefused)
    assert event.code == "not_in_this_state"
    assert event.particulars == {"state": {"term": "open"}, "act": {"term": "pay player"}}
    assert event.refused == "the case is open; one cannot pay player now"
    assert refusal_words(attempt.refused or "", Catalogue()) == "refused, the case is open; one cannot pay player now"
    document = act_document("2026-0001", attempt)
    assert (document.refused, document.code, document.particulars) == (event.refused, event.code, event.particulars)


def test_a_german_case_report_has_no_english_refusal(ledger: Ledger) -> None:
    report: CaseReport = disputes.report(ledger.url, paid_too_early(ledger), "de")
    text = repr(report)
    assert "der Fall ist offen; das ist jetzt nicht möglich: einen Spieler auszahlen" in text


def test_the_register_gives_a_refused_decision_by_code_and_its_reader_s_language(ledger: Ledger) -> None:
    """No house gives a dealer authority to declare a shoe void."""
    event = ShoeVoided.model_validate({"by": "DeVries", "role": "dealer", "shoe": "S1", "reason": "riffle_short"})
    decision = ledger.decide(disputes.DAY, event)
    assert isinstance(decision.event, DecisionRefused)
    with open_read_models(ledger) as engine:
        catch_up(ledger, engine)
        row = next(row for row in register(ledger, engine) if row["position"] == decision.position)
    assert row["code"] == decision.event.code
    assert row["particulars"] == decision.event.particulars
    assert row["refused"] == decision.event.refused
    german = GERMAN.value(row["refused"])
    assert german != row["refused"]
    assert "den Schlitten für ungültig erklären" in german


def test_a_ruling_gives_a_refused_decision_by_code(ledger: Ledger) -> None:
    event = ShoeVoided.model_validate({"by": "DeVries", "role": "dealer", "shoe": "S1", "reason": "riffle_short"})
    refused = ledger.decide(disputes.DAY, event)
    archive = TableDays(ledger)
    (ruling,) = archive.rulings([floor.UNDERDRAWN])
    (decision,) = ruling_document(ruling, archive.leaves(ruling)).decisions
    assert isinstance(refused.event, DecisionRefused)
    assert (decision.refused, decision.code) == (refused.event.refused, "no_authority_in_rulebook")
    assert decision.particulars == refused.event.particulars


def test_whoever_may_not_open_a_case_is_refused_by_code(ledger: Ledger) -> None:
    with pytest.raises(MalformedDecision, match="opens a case"):
        Casework(ledger, NOTHING_JUDGED).open(Complaint("DeVries", "approver", disputes.DAY, (floor.UNDERDRAWN,)))
    (entry,) = [entry for entry in ledger.entries(ATTEMPTS) if isinstance(entry.event, CaseActRefused)]
    assert isinstance(entry.event, CaseActRefused)
    assert entry.event.code == "case_opened_without_authority"


def test_a_refused_delivery_is_stored_with_its_code_and_shown_in_the_reader_s_language(ledger: Ledger) -> None:
    lines = f"!source transcript/late\n{disputes.DAY}/99: bet w1 P1 banco -1\n".encode()
    ingest_stream(ledger, BytesIO(lines), "late.txt", FORMAT.reader(Path("late.txt"), None), {})
    event = [entry.event for entry, _ in ledger.quarantine()][-1]
    assert isinstance(event, DeliveryQuarantined)
    assert written_topic(event) == "delivery.quarantined.v2"
    assert event.code == "fields_wrong"
    assert event.reason == "wager.placed.v1: stake_minor input should be greater than or equal to 0"
    assert GERMAN.value(event.why) == "Ereignis wager.placed.v1: stake_minor muss mindestens 0 sein"


def test_a_refusal_within_another_is_stored_by_its_code() -> None:
    refusal = Refusal("at_byte", byte=7, why=Refusal("not_a_card", code="be"))
    assert refusal.data == {"byte": 7, "why": {"refusal": "not_a_card", "of": {"code": "be"}}}
    again = stored_refusal(str(refusal), refusal.code, refusal.data)
    assert again == "byte 7: be is no card"
    assert GERMAN.value(again) == "Byte 7: be ist keine Karte"


def test_a_refusal_that_is_too_long_is_stored_as_the_beginning_of_its_sentence() -> None:
    assert refusal_fields(Refusal("not_a_card", code="x" * 600)) == {}


def test_a_delivery_that_was_refused_before_codes_is_shown_as_its_sentence() -> None:
    fields = {"digest": "sha256:" + "0" * 64, "length": 1, "feed": "shoe.ndjson", "line": 3}
    old = DeliveryQuarantined.model_validate({**fields, "reason": "the line is not JSON"})
    assert written_topic(old) == "delivery.quarantined.v1"
    assert GERMAN.value(old.why) == "the line is not JSON"


def test_a_masked_delivery_names_nobody_in_any_language() -> None:
    faults = Message("{field} {text} is not of its form", field="player", text="'Dora B'")
    why = Refusal("fields_wrong", topic="wager.placed.v1", faults=faults)
    fields = {"digest": "sha256:" + "0" * 64, "length": 1, "feed": "x", "line": 3, "reason": str(why)}
    masked = mask_event(
        DeliveryQuarantined.model_validate({**fields, **refusal_fields(why)}), PersonNames({"Dora": "Person A"})
    )
    assert "Dora" not in masked.reason
    assert GERMAN.value(masked.why) == "Ereignis wager.placed.v1: player 'Person A B' hat nicht die vorgesehene Form"


def test_an_old_refusal_is_shown_as_its_sentence() -> None:
    old = CaseActRefused.model_validate({"by": "Ines", "act": "pay_player", "refused": "nothing is settled yet"})
    assert written_topic(old) == "case.act_refused.v1"
    assert UPCASTS["case.act_refused.v1"][1]({"refused": "x"}) == {"refused": "x"}
    shown = stored_refusal(old.refused, old.code, old.particulars)
    assert GERMAN.value(shown) == "nothing is settled yet"


def test_a_refused_change_of_the_roster_is_kept_with_its_code(ledger: Ledger) -> None:
    ledger.signer = key_of("M1")
    row = act_on_roster(ledger, SourcesRequired(by="M1", role="management"))
    assert written_topic(row.entry.event) == "roster.act_refused.v2"
    assert row.refused == "this ledger has no roster yet; `recoup roster enrol` begins one"
    assert GERMAN.value(row.refused) == "es gibt noch kein Verzeichnis; `recoup roster enrol` legt eines an"


def test_a_refused_edition_is_in_the_register_by_code(ledger: Ledger) -> None:
    text = shipped_text("dcb").replace("2026.3", "2027.1")
    fields = {"rulebook": "dcb", "edition": "2027.1", "text": text, "digest": digest(text.encode())}
    _, why = adopt_edition(ledger, EditionAdopted.model_validate({**fields, "by": "I1", "role": "inspector"}))
    assert why is not None
    assert GERMAN.value(why).startswith("die Befugnis dazu hat nach dem Haus: ")
    with open_read_models(ledger) as engine:
        catch_up(ledger, engine)
        row = next(row for row in register(ledger, engine) if row["rulebook"] and row["status"] == "refused")
    assert (row["code"], row["refused"]) == ("role_without_authority", why)


def test_a_refused_act_of_a_championship_is_written_in_german() -> None:
    given = {"round": 1, "contestant": "C01", "hospitality": 40, "technical": 40, "control": 40}
    scores = ScoresGiven.model_validate({**given, "by": "K09"})
    who = {"roles": Term("judge"), "act": Term("give_scores"), "person": "K09"}
    refused = Refusal("championship_no_role", **who)
    event = refused_act(ChampionshipActRefused, scores, refused, attempted="{}")
    assert written_topic(event) == "championship.act_refused.v2"
    assert GERMAN.value(event.why) == "befugt ist nur: Schiedsrichter/in (Punkte geben); K09 hat keine Funktion"


def test_a_code_of_a_later_version_is_shown_as_its_sentence() -> None:
    assert stored_refusal("the moon is full", "full_moon", {}) == "the moon is full"
    assert stored_refusal("the claim of P1 has no answer", "claim_not_answered", {}) == "the claim of P1 has no answer"


def test_a_masked_refusal_names_nobody_in_any_language() -> None:
    refusal = Refusal("second_person_required", by="Dora", did="took the decision", then="confirm it")
    masked = PersonNames({"Dora": "Person A"}).apply_to_refusal(refusal)
    assert isinstance(masked, Refusal)
    assert masked.particulars["by"] == "Person A"
    assert "Dora" not in GERMAN.value(masked)
