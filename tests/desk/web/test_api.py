"""The API answers as its OpenAPI says, whatever it is asked, and says what the commands say."""

from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from desk.service.security import COOKIE
from tests.commands import Recoup
from tests.desk.web import floor
from tests.desk.web.conftest import Desk

CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.mark.slow
def test_no_answer_is_an_error_of_ours_or_undocumented(desk: Desk) -> None:
    openapi = schemathesis.openapi.from_url(f"{desk.address}/api/openapi.json", headers=inside(desk))
    operations = [found.ok() for found in openapi.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == 7
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        def answered(case: Any) -> None:
            case.call_and_validate(base_url=desk.address, headers=inside(desk), checks=CHECKS)

        answered()


@pytest.mark.slow
def test_what_is_on_record_is_answered_as_documented(desk: Desk) -> None:
    openapi = schemathesis.openapi.from_url(f"{desk.address}/api/openapi.json", headers=inside(desk))
    with desk.client() as client:
        needing = list(client.get("/api/rounds", params={"found": "true"}).json()["rounds"])
    assert {row["game"] for row in needing} == {"baccarat", "blackjack", "roulette"}
    for row in needing:
        table, day, name = row["round"].split("/")
        given = {"table": table, "day": day, "round_name": name, "shoe": row["shoe"]}
        for path in openapi:
            if row["shoe"] is not None or "{shoe}" not in path:
                wanted = {key: value for key, value in given.items() if f"{{{key}}}" in path}
                case = openapi[path]["GET"].Case(path_parameters=wanted)
                answer = case.call_and_validate(base_url=desk.address, headers=inside(desk), checks=CHECKS)
                assert answer.status_code == 200


def inside(desk: Desk) -> dict[str, str]:
    """The session, as a header."""
    return {"Cookie": f"{COOKIE}={desk.session}"}


def test_a_round_s_ruling_and_replay_are_those_of_the_commands(desk: Desk, recoup: Recoup) -> None:
    ruled = recoup("rule", floor.MISDEALT, "--json", "--ledger", desk.url).json[0]
    replayed = recoup("replay", floor.MISDEALT, "--json", "--ledger", desk.url).json
    with desk.client() as client:
        assert client.get(f"/api/rounds/{floor.MISDEALT}/ruling").json() == ruled
        assert client.get(f"/api/rounds/{floor.MISDEALT}").json() == replayed
        listed = recoup("rounds", "--json", "--ledger", desk.url, "--table", "BAC-1").json
        assert client.get("/api/tables/BAC-1/2026-01-17").json() == listed


def test_the_pages_of_the_rounds_are_all_of_them_once(desk: Desk, recoup: Recoup) -> None:
    seen, after = [], ""
    with desk.client() as client:
        while True:
            page = client.get("/api/rounds", params={"after": after} if after else {}).json()
            seen += [row["round"] for row in page["rounds"]]
            if not (after := page["after"]):
                break
    assert sorted(seen) == sorted(row["round"] for row in recoup("rounds", "--json", "--ledger", desk.url).json)
    assert len(seen) == len(set(seen)) > 80


def test_stored_events_are_given_byte_for_byte(desk: Desk) -> None:
    with desk.client() as client:
        events = client.get(f"/api/rounds/{floor.MISDEALT}/events").json()
    assert len(events) == 19
    assert '"card":"2h"' in events[9]["stored"]


@pytest.mark.parametrize("path", ["rounds/BAC-1/2026-01-17/none", "rounds/NO-1/2026-01-17/1", "shoes/BAC-1/2026-01-17/S99"])
def test_what_is_not_on_record_is_said(desk: Desk, path: str) -> None:
    with desk.client() as client:
        answer = client.get(f"/api/{path}")
    assert answer.status_code == 404
    assert "on record" in answer.json()["detail"] or "was dealt from" in answer.json()["detail"]
