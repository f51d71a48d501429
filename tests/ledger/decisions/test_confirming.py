"""The second pair of eyes on what one person decides at a table: given, when, then, refused, on either database."""

from collections.abc import Iterator
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.errors import UnknownRound
from ledger.events import decisions as events
from ledger.events.decisions import AuthorityAct, DecisionRefused
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests.ledgers import opened

DAY: Final = "BJ-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
PLAY: Final = (
    f"{DAY}: table blackjack ccl CZK; shoe S1 6",
    f"{ROUND}: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand P1; D Js; pay w1 20000; close",
)
ONE: Final = 'void_round = { roles = ["management"], clause = "CCL-40", money = "returned", where = "named" }'
TWO: Final = ONE.replace(" }", ", eyes = 2 }")

CONFIRMING: Final = """
eyes  decided               confirmed           then    refused
1     M1 management         M2 management       void    -
1     M1 management         M1 management       void    M1 took the decision; another person must confirm it
1     M1 management         m1 management       void    M1 took the decision; another person must confirm it
1     M1 management         I1 inspector        void    CCL-40 gives this to management; I1 acted as inspector
1     M1 management         M2                  void    CCL-40 gives this to management; M2 acted as no office
1     M1 management         management          void    management is an office
1     management            M2 management       void    nobody can say that M2 is another person
1     I1 inspector          M2 management       closed  no decision that needs authority was taken there
2     M1 management         -                   closed  -
2     M1 management         M2 management       void    -
2     M1 management         M1 management       closed  M1 took the decision; another person must confirm it
2     M1 management         I1 inspector        closed  CCL-40 gives this to management; I1 acted as inspector
2     M1 management         management          closed  management is an office
2     I1 inspector          M2 management       closed  no decision that needs authority was taken there
"""


def rows() -> list[list[str]]:
    head, *lines = CONFIRMING.strip().splitlines()
    starts = [head.index(word) for word in head.split()]
    return [[line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)] for line in lines]


@pytest.fixture(params=["1"])
def house(ledger_url: str, request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """A paid round under the Czech house, whose void rounds need one person or two."""
    with opened(ledger_url) as ledger:
        ledger.adopt("ccl", "2026.3", shipped_text("ccl").replace(ONE, ONE if request.param == "1" else TWO))
        transcript = Transcript("table/BJ-1")
        ledger.ingest(incoming_deliveries([delivery for line in PLAY for delivery in transcript.read(line)], "feed"))
        yield ledger


def person(text: str) -> AuthorityAct:
    by, *role = text.split()
    return AuthorityAct.model_validate({"by": by, "role": role[0] if role else None})


def void(ledger: Ledger, text: str = "M1 management") -> int:
    """Who decides that the round is void, and where that stands."""
    return ledger.decide(ROUND, events.RoundVoided.model_validate(person(text).model_dump())).position


def stands(ledger: Ledger) -> tuple[str, int | None]:
    (ruling,) = TableDays(ledger).rulings([ROUND])
    return ruling.round.standing, ruling.awards[0].awarded_minor


MONEY: Final = {"void": 10_000, "closed": 20_000}
"""The stake goes back, or the win of 20 against 18 stands."""


@pytest.mark.parametrize(("house", "decided", "confirmed", "then", "refused"), rows(), indirect=["house"], ids=str)
def test_a_decision_is_confirmed_by_another_person(
    house: Ledger, decided: str, confirmed: str, then: str, refused: str
) -> None:
    at = void(house, decided)
    if confirmed != "-":
        decision = house.confirm(at, person(confirmed))
        assert (decision.refused is None) == (refused == "-")
        assert refused.strip("-") in (decision.refused or "")
        kept = house.entries()[-1].event
        assert isinstance(kept, events.DecisionConfirmed if decision.refused is None else DecisionRefused)
    assert stands(house) == (then, MONEY[then])


@pytest.mark.parametrize("house", ["2"], indirect=True)
def test_an_office_does_not_decide_where_two_persons_must(house: Ledger) -> None:
    decision = house.decide(ROUND, events.RoundVoided(by="management"))
    assert decision.refused == "management is an office; two persons answer for this, each with an id and a role"
    assert stands(house) == ("closed", 20_000)


@pytest.mark.parametrize("house", ["1", "2"], indirect=True)
def test_what_is_confirmed_is_not_confirmed_again_and_a_confirmation_is_no_decision(house: Ledger) -> None:
    at = void(house)
    decision = house.confirm(at, person("M2 management"))
    assert decision.refused is None
    assert house.confirm(at, person("M3 management")).refused == "that is confirmed already"
    assert (
        house.confirm(decision.position, person("M3 management")).refused
        == "no decision that needs authority was taken there"
    )


@pytest.mark.parametrize("house", ["2"], indirect=True)
def test_a_decision_that_another_overtook_is_not_confirmed_any_more(house: Ledger) -> None:
    first, second = void(house), void(house)
    assert house.confirm(second, person("M2 management")).refused is None
    assert house.confirm(first, person("M2 management")).refused == "the round is void"
    assert stands(house) == ("void", 10_000)


def test_what_a_transcript_tells_of_a_decision_is_confirmed_too(house: Ledger) -> None:
    transcript = Transcript("transcript/night")
    house.ingest(incoming_deliveries(transcript.read(f"{DAY}: void_shoe S1 M1 role=management"), "night"))
    at = house.size()
    assert house.confirm(at, person("M1 management")).refused
    decision = house.confirm(at, person("M2 management"))
    assert (decision.refused, decision.clause) == (None, "CCL-7")


@pytest.mark.parametrize("at", [1, 99, 0])
def test_only_a_decision_taken_at_a_table_is_confirmed(at: int, house: Ledger) -> None:
    with pytest.raises(UnknownRound, match="is no decision taken at a table"):
        house.confirm(at, person("M2 management"))
