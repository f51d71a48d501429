"""Remedies as data: houses of elsewhere say what they do about an error in TOML alone, and are ruled on by it."""

import tomllib
from importlib.resources import files
from typing import Any, Final

import pytest
from pydantic import ValidationError

from drill.docket.tables import typed
from ledger.errors import MalformedRulebook
from ledger.values.offices import Role
from replay.editions.loader import parse_edition, shipped_text
from replay.rulebooks.edition import Edition
from replay.rulebooks.remedies import GENERAL_ACTS, Remedy, RemedyAct
from replay.ruling.ruling import Ruling, rule
from tests.clauses.dcb.toml import written

TABLE: Final = "table: table blackjack {house} EUR; shoe S1 6\n"
SKIPPED: Final = "1: open; bet w1 P1 main 2000 box=1; bet w2 P2 main 2000 box=2; nmb; 1 Th 2 9c 1 7h 2 8d{more}"
"""The dealer passes himself over: box 1 has 17, box 2 has 17."""
ON_PLAYED: Final = "; D 6c; says 1 stand; says 2 stand; D Kd; D 9h; pay w1 4000; pay w2 4000; close"
"""He takes his card then, draws to 25 and pays both."""


def foreign(name: str) -> Edition:
    """The Czech edition under another name, with the clauses and remedies of a house of elsewhere."""
    own = tomllib.loads(files("tests.replay.remedies").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    text = shipped_text("ccl").replace("CCL-", f"{own['edition']['prefix']}-")
    tables: dict[str, Any] = tomllib.loads(text)
    for part, rows in own.items():
        tables[part] = {**tables.get(part, {}), **rows}
    return parse_edition(written(tables))


def ruled(name: str, round_: str) -> Ruling:
    table_day = typed(TABLE.format(house=name) + round_, foreign(name))
    return rule(table_day, next(iter(table_day.rounds)))


def dues(ruling: Ruling) -> dict[str, int | None]:
    return {claim.wager: claim.due_minor for claim in ruling.branches[0].outcome.wagers_due}


class TestNewJersey:
    def test_the_cards_stay_and_the_dealer_draws(self) -> None:
        ruling = ruled("new_jersey", SKIPPED.format(more="; notice P1 inspector"))
        (outcome,) = {branch.outcome.verdict: branch.outcome for branch in ruling.branches}.values()
        assert outcome.verdict == "reconstruct"
        assert outcome.reconstruction is not None
        assert (outcome.reconstruction.moves, outcome.reconstruction.draw) == ((), ("dealer",))
        assert "NJB-IRR1" in outcome.cited_clauses

    def test_once_he_has_drawn_the_round_counts_as_it_lies(self) -> None:
        ruling = ruled("new_jersey", SKIPPED.format(more=ON_PLAYED))
        assert dues(ruling) == {"w1": 4000, "w2": 4000}
        assert {branch.outcome.verdict for branch in ruling.branches} == {"stands"}
        assert {finding.kind for finding in ruling.findings} == {"skipped_dealer"}


class TestQueensland:
    def test_each_player_is_asked_whether_he_withdraws(self) -> None:
        ruling = ruled("queensland", SKIPPED.format(more="; notice P1 inspector"))
        outcome = ruling.branches[0].outcome
        assert outcome.verdict == "ask"
        assert outcome.reconstruction is not None
        assert [(asked.place, asked.reason) for asked in outcome.reconstruction.requests] == [
            ("box1", "each player may withdraw the wager"),
            ("box2", "each player may withdraw the wager"),
        ]
        assert outcome.reconstruction.draw == ("dealer",)
        assert dues(ruling) == {"w1": None, "w2": None}

    def test_whoever_stays_is_played_to_the_end(self) -> None:
        assert dues(ruled("queensland", SKIPPED.format(more=ON_PLAYED))) == {"w1": 4000, "w2": 4000}

    def test_a_hand_that_was_dealt_besides_is_void_and_the_others_stand(self) -> None:
        """Box 4 has no wager and gets a card in each round; the others keep theirs."""
        dealt = "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th 4 5c D 9d 1 Qh 4 6d; says 1 stand; D 8h; pay w1 4000; close"
        ruling = ruled("queensland", dealt)
        assert dues(ruling) == {"w1": 4000}
        assert "QLD-34" in ruling.branches[0].outcome.cited_clauses


class TestMacau:
    DRAWN: Final = "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9d 1 9h; says 1 stand; D 8h D 2c"
    """The bank has 17, box 1 has 19; a two comes to the bank that was not due."""

    def test_an_undue_card_of_the_bank_is_removed(self) -> None:
        outcome = ruled("macau", f"{self.DRAWN}; notice P1 inspector").branches[0].outcome
        assert outcome.reconstruction is not None
        assert [(surplus.card, surplus.destination) for surplus in outcome.reconstruction.surplus] == [("2c", "burn")]

    def test_the_money_is_that_of_the_hands_without_it(self) -> None:
        assert dues(ruled("macau", f"{self.DRAWN}; pay w1 4000; close")) == {"w1": 4000}


# What an edition may say


def test_the_words_on_errors_in_general_are_made_of_the_same_acts() -> None:
    assert {name: sorted(acts) for name, acts in GENERAL_ACTS.items()} == {
        "reconstruct": ["cards_where_due"],
        "void": ["stakes_returned"],
        "as_dealt": ["cards_stay"],
    }


@pytest.mark.parametrize(
    ("acts", "sentence"),
    [
        ([{"act": "draw_for"}], "draw_for takes whom"),
        ([{"act": "burn", "whom": "dealer"}], "burn takes no argument"),
        ([{"act": "settled_apart"}], "settled_apart takes kinds"),
        ([{"act": "decide_by"}], "decide_by takes office"),
        ([{"act": "cards_stay"}, {"act": "cards_where_due"}], "either the cards stay or they are put where they belonged"),
        ([{"act": "pray"}], "act"),
        ([], "at least 1 item"),
    ],
)
def test_a_remedy_that_cannot_be_says_why(acts: list[dict[str, str]], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        Remedy.model_validate({"errors": ["extra_card"], "acts": acts, "clause": "NJB-1"})


def test_a_remedy_on_a_clause_that_is_not_there_is_refused() -> None:
    tables = tomllib.loads(shipped_text("ccl"))
    tables["remedies"] = {"none": {"errors": ["extra_card"], "acts": [{"act": "cards_stay"}], "clause": "CCL-999"}}
    with pytest.raises(MalformedRulebook, match="remedies none cites CCL-999, which is not among the edition's clauses"):
        parse_edition(written(tables))


def with_remedy(*acts: RemedyAct, errors: tuple[str, ...] = ("skipped_dealer",)) -> Edition:
    tables = tomllib.loads(shipped_text("ccl"))
    dumped = [act.model_dump(exclude_defaults=True) | {"act": act.act} for act in acts]
    row = {"errors": list(errors), "besides": ["dealer_stopped"], "acts": dumped, "clause": "CCL-26"}
    tables["remedies"] = {"tried": row}
    return parse_edition(written(tables))


@pytest.mark.parametrize(
    ("acts", "verdict", "due"),
    [
        ((RemedyAct(act="stakes_returned"),), "void", {"w1": 2000, "w2": 2000}),
        ((RemedyAct(act="decide_by", office="management"),), "refer", {"w1": None, "w2": None}),
        (
            (RemedyAct(act="stakes_returned"), RemedyAct(act="settled_apart", kinds=("main",))),
            "void",
            {"w1": None, "w2": None},
        ),
    ],
)
def test_each_act_does_what_it_says(acts: tuple[RemedyAct, ...], verdict: str, due: dict[str, int | None]) -> None:
    text = TABLE.format(house="ccl") + SKIPPED.format(more="; notice P1 inspector")
    table_day = typed(text, with_remedy(*acts))
    ruling = rule(table_day, next(iter(table_day.rounds)))
    assert ruling.branches[0].outcome.verdict == verdict
    assert dues(ruling) == due


@pytest.mark.parametrize("office", ["inspector", "direction"])
def test_it_is_the_office_named_that_decides(office: Role) -> None:
    text = TABLE.format(house="ccl") + SKIPPED.format(more="; notice P1 inspector")
    table_day = typed(text, with_remedy(RemedyAct(act="decide_by", office=office)))
    ruling = rule(table_day, next(iter(table_day.rounds)))
    assert ruling.edition.authority != office
    assert ruling.authority == office


def test_a_remedy_is_not_cited_where_the_error_harms_nobody() -> None:
    """Box 1 is over with 22: nobody waits for the dealer any more, whose third card settles nothing."""
    dealt = "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9d 1 2h; says 1 card; 1 Kc; D 8h D 2c; pay w1 0; close"
    text = TABLE.format(house="ccl") + dealt
    acts = RemedyAct(act="cards_where_due"), RemedyAct(act="burn")
    with_it = typed(text, with_remedy(*acts, errors=("dealer_overdrew",)))
    without = typed(text, parse_edition(shipped_text("ccl")))
    rulings = [rule(table_day, next(iter(table_day.rounds))) for table_day in (with_it, without)]
    assert [finding.kind for finding in rulings[0].findings] == ["dealer_overdrew"]
    with_it_cites, without_cites = (ruling.branches[0].outcome.cited_clauses for ruling in rulings)
    assert with_it_cites == without_cites
    assert "CCL-26" not in with_it_cites
