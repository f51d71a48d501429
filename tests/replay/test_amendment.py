"""What one edition has otherwise than another, and one clause of it put back."""

from dataclasses import replace

import pytest

from replay.editions.amendment import amended_clauses, edition_rows, without_amendment
from replay.editions.loader import SHIPPED_RULEBOOKS, parse_edition, shipped_edition
from tests.projections.reruling.house import BLACKJACK, PUNTO_BANCO
from tests.projections.reruling.house import amended as text_of

DCB = shipped_edition("dcb")
FBJ = shipped_edition("fbj")
ODDS = ("banco.odds", "punto.odds")


@pytest.mark.parametrize("name", SHIPPED_RULEBOOKS)
def test_an_edition_is_not_amended_against_itself(name: str) -> None:
    assert amended_clauses(shipped_edition(name), shipped_edition(name)) == frozenset()


def test_the_clauses_of_other_values_are_amended() -> None:
    assert amended_clauses(DCB, parse_edition(text_of("dcb", *PUNTO_BANCO))) == {"DCB-15", "DCB-16"}
    assert amended_clauses(FBJ, parse_edition(text_of("fbj", *BLACKJACK))) == {"FBJ-20", "FBJ-22"}


def test_other_words_are_no_amendment() -> None:
    other = parse_edition(text_of("dcb", ('title = "Bank pays 19 to 20"', 'title = "The bank"')))
    assert amended_clauses(DCB, other) == frozenset()
    assert edition_rows(other)["DCB-15 title"] == "The bank"


def test_a_value_under_each_reading_is_amended_where_one_reading_s_is() -> None:
    pair = '"split.pair_is_of" = { readings = { a = "rank", b = "value" }'
    other = parse_edition(text_of("ccl", (pair, pair.replace('b = "value"', 'b = "rank"'))))
    assert amended_clauses(shipped_edition("ccl"), other) == {"CCL-30a?"}


def test_another_reading_that_was_resolved_is_an_amendment() -> None:
    resolved = '[resolved."DCB-12a?"]\nreading = "a"'
    other = parse_edition(text_of("dcb", (resolved, resolved.replace('"a"', '"b"'))))
    assert amended_clauses(DCB, other) == {"DCB-12a?"}
    back = without_amendment(other, DCB, "DCB-12a?")
    assert back is not None
    assert back.resolved_letters == DCB.resolved_letters


def test_one_clause_put_back_leaves_the_other_amended() -> None:
    other = parse_edition(text_of("dcb", *PUNTO_BANCO))
    back = without_amendment(other, DCB, "DCB-15")
    assert back is not None
    assert [back.values[name] for name in ODDS] == [DCB.values["banco.odds"], other.values["punto.odds"]]


def test_a_bet_that_came_is_not_put_back_by_halves() -> None:
    """3G8 rests on several clauses: without one of them it would be neither there nor not."""
    lines = text_of("dcb").splitlines(keepends=True)
    before = parse_edition("".join(line for line in lines if not line.startswith(('"3g8.', "3g8 ="))))
    assert not {name for name in before.values if name.startswith("3g8.")}
    assert amended_clauses(before, DCB) == {"DCB-T0", "DCB-T1", "DCB-T2", "DCB-T3"}
    assert without_amendment(DCB, before, "DCB-T3") is None
    assert without_amendment(before, DCB, "DCB-T3") is None


@pytest.mark.parametrize("name", SHIPPED_RULEBOOKS)
def test_a_finding_that_was_struck_out_comes_back_with_its_clause(name: str) -> None:
    before = shipped_edition(name)
    for clause in sorted(set(before.sheet.conduct.values())):
        kept = {kind: cited for kind, cited in before.sheet.conduct.items() if cited != clause}
        struck = replace(before, sheet=before.sheet.model_copy(update={"conduct": kept}))
        assert amended_clauses(before, struck) == {clause}
        back = without_amendment(struck, before, clause)
        assert back is not None
        assert dict(back.sheet.conduct) == dict(before.sheet.conduct)
