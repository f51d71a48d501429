"""A fresh ruling beside the one on record: what differs, and why; and all of them judged again."""

import re
from fractions import Fraction
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.rulings import RoundRuled
from ledger.ingest import PendingEntry
from ledger.values.subjects import HOUSE
from projections.documents.history import standing_ruling_document
from projections.documents.outputs import schema
from projections.messages.catalogue import Catalogue
from projections.rulings.difference import RulingDifference, difference, difference_sentences
from projections.rulings.judged_again import RulingsCheck
from projections.rulings.process import catch_up
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests.projections.rulings.engines import adopted, engine_that_overlooks
from tests.projections.rulings.test_on_record import DAY, ROUND, UNDERDRAWN, deliveries, on_record, take_in

ALL = Fraction(1)
NOTICE = f"{ROUND}: notice P-1 inspector"


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """An underdrawn coup and a lawful one, ruled on."""
    ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    take_in(ledger, deliveries(UNDERDRAWN))
    catch_up(ledger)
    return ledger


def differs(ledger: Ledger, name: str = ROUND) -> RulingDifference | None:
    table_days = TableDays(ledger)
    (ruling,) = table_days.rulings([name])
    return difference(ledger, table_days, ruling)


def causes(ledger: Ledger, name: str = ROUND) -> tuple[str, ...]:
    found = differs(ledger, name)
    return () if found is None else found.causes


def judged_again(ledger: Ledger, share: Fraction = ALL, seed: int = 1) -> RulingsCheck:
    check = RulingsCheck(share, "all", seed)
    check.draw(ledger)
    check.judge(ledger)
    return check


def fitting(ledger: Ledger) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(each.round.rpartition("/")[2], each.difference.causes, each.fits) for each in judged_again(ledger).differing]


def note_it(ledger: Ledger) -> None:
    """A player's objection that comes late: the round is disputed."""
    (late,) = deliveries(NOTICE, "table/B")
    take_in(ledger, [late._replace(time="2026-11-20T20:01:00.000000Z")])


def adopt_later_edition(ledger: Ledger) -> None:
    """One that is in force on the day, and by which an underdraw rests on another clause."""
    text = shipped_text("dcb").replace('edition = "2026.2"', 'edition = "2026.3"')
    text = text.replace("in_force = 2000-01-01", "in_force = 2026-01-01")
    text = re.sub(r'(?m)^underdraw = ".*"$', 'underdraw = "DCB-7"', text)
    ledger.adopt("dcb", "2026.3", text)


def put_in(ledger: Ledger, **change: Any) -> int:
    """Somebody enters another ruling on the round in the program's name; its position."""
    last = [entry for entry in on_record(ledger).of(RoundRuled) if entry.subject == ROUND][-1]
    forged = Delivery(last.event.model_copy(update=change), HOUSE, "put in", None, ROUND)
    ledger.append([PendingEntry(forged, f"ruling/{DAY}")])
    return ledger.size()


def test_the_same_ruling_is_no_difference(house: Ledger) -> None:
    assert [causes(house, f"{DAY}/{number}") for number in (1, 2)] == [(), ()]
    assert fitting(house) == []


def test_an_edition_that_was_adopted_later_is_named(house: Ledger) -> None:
    adopt_later_edition(house)
    found = differs(house)
    assert found is not None
    assert found.causes == ("edition",)
    (withdrawn,), (added,) = found.withdrawn, found.added
    assert (withdrawn.kind, added.kind) == ("underdraw", "underdraw")
    assert set(added.clauses) - set(withdrawn.clauses) == {"DCB-7"}
    assert fitting(house) == [("1", ("edition",), True), ("2", ("edition",), True)], "it is not ruled on yet"
    catch_up(house)
    assert causes(house) == ()


def test_another_engine_is_named(house: Ledger) -> None:
    with engine_that_overlooks("underdraw"):
        found = differs(house)
        assert found is not None
        assert (found.causes, [f.kind for f in found.withdrawn], found.added) == (("engine",), ["underdraw"], ())
        assert causes(house, f"{DAY}/2") == ()
        assert fitting(house) == [("1", ("engine",), True)]
        adopted(house, "2026-11-01")
        catch_up(house)
        assert (causes(house), fitting(house)) == ((), [])
    assert causes(house) == ("engine",), "and the other way about"


def test_entries_that_came_later_are_named(house: Ledger) -> None:
    note_it(house)
    assert causes(house) == ("later",)
    assert fitting(house) == [("1", ("later",), True)]
    catch_up(house)
    assert (causes(house), fitting(house)) == ((), [])


def test_several_reasons_are_all_named(house: Ledger) -> None:
    note_it(house)
    adopt_later_edition(house)
    assert causes(house) == ("later", "edition")
    with engine_that_overlooks("underdraw"):
        assert causes(house) == ("engine", "later", "edition")


def test_an_edition_that_says_the_same_of_a_later_engine_is_not_blamed_for_it(house: Ledger) -> None:
    """What came later is no reason either where it makes no difference."""
    take_in(house, deliveries(f"{DAY}/3: open; P 9c B 2d P Tc B 5h; call punto; close", "table/B"))
    with engine_that_overlooks("underdraw"):
        assert causes(house) == ("engine",)


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "stands", "irregularities": None},
        {"standing": "void"},
        {"irregularities": None},
        {"document_digest": "sha256:" + "0" * 64},
        {"authority": "inspector"},
    ],
)
def test_a_ruling_that_somebody_put_in_is_found(house: Ledger, change: dict[str, Any]) -> None:
    """It stands in the log as it should, and says what this engine does not say from the entries that it names."""
    position = put_in(house, **change)
    assert causes(house) == ("unexplained",)
    (differing,) = judged_again(house).differing
    assert (differing.round, differing.fits) == (ROUND, False)
    assert differing.difference.on_record.entry.position == position


@pytest.mark.parametrize("change", [{"dealer": "D9"}, {"staked_minor": 1}, {"basis": ((1, 9),)}])
def test_all_else_that_is_on_record_is_compared_where_rulings_are_judged_again(
    house: Ledger, change: dict[str, Any]
) -> None:
    put_in(house, **change)
    assert causes(house) == ()
    assert fitting(house) == [("1", ("unexplained",), False)]


def test_an_engine_that_changed_and_does_not_say_so_is_at_fault(house: Ledger) -> None:
    with engine_that_overlooks("underdraw", is_declared=False):
        assert causes(house) == ("unexplained",)
        assert fitting(house) == [("1", ("unexplained",), False)]


def test_a_ruling_that_the_process_passed_over_is_found(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    note_it(house)
    monkeypatch.setattr("projections.rulings.process._News.days_concerned", lambda *_: set())
    catch_up(house)
    assert fitting(house) == [("1", ("later",), False)]


def test_a_sample_is_drawn_by_its_seed_and_has_one_ruling_at_least(house: Ledger) -> None:
    put_in(house, standing="void")
    checks = [judged_again(house, Fraction(1, 100), seed) for seed in range(20)]
    assert {(check.judged, check.on_record) for check in checks} == {(1, 2)}
    drawn = [len(check.differing) for check in checks]
    assert set(drawn) == {0, 1}
    assert drawn == [len(judged_again(house, Fraction(1, 100), seed).differing) for seed in range(20)]


def test_why_is_said_in_each_language(house: Ledger) -> None:
    put_in(house, verdict="stands", irregularities=None)
    found = differs(house)
    assert found is not None
    english, german = (difference_sentences(found, Catalogue(language)) for language in ("en", "de"))
    head = found.on_record.event.head
    assert english[0].endswith("is another one (for no reason on record): stands, closed.")
    assert english[1] == (
        f"From the entries up to position {head} this engine does not rule so by that edition: the record was altered, or "
        "the program is at fault. `recoup verify` goes through the record."
    )
    assert german[1] == (
        f"Aus den Einträgen bis Stelle {head} ergibt sich mit dieser Programmversion nach jener Ausgabe eine andere "
        "Beurteilung: Entweder wurde die Aufzeichnung verändert, oder das Programm ist fehlerhaft. `recoup verify` prüft "
        "die Aufzeichnung."
    )
    assert not any("[en]" in sentence for sentence in german)


def test_the_document_of_a_difference_is_as_its_schema_says(house: Ledger) -> None:
    adopt_later_edition(house)
    found = differs(house)
    assert found is not None
    document = orjson.loads(orjson.dumps(standing_ruling_document(found).model_dump()))
    whole = schema("rule")
    part = {"$defs": whole["$defs"], "$ref": "#/$defs/StandingRulingDocument"}
    Draft202012Validator(part).validate(document)
    assert (document["edition"]["edition"], document["causes"]) == ("2026.2", ["edition"])
    assert ["DCB-7" in row["clauses"] for row in (*document["withdrawn"], *document["added"])] == [False, True]
