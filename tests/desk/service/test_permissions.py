"""Who may do what at the served desk: the table is whole, and every cell of it is so."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, get_args

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import BaseRoute, Mount

from desk.opening import open_existing
from desk.service import app as service
from desk.service.settings import ServiceSettings
from ledger.entry import Entry
from ledger.events.base import Act
from ledger.events.decisions import PlayerEjected
from ledger.values.offices import AuthorityRole
from projections.following.read_models import open_read_models
from tests.desk.service.asking import signed_in
from tests.desk.service.conftest import Served, give_offices, serving
from tests.desk.unpacked import unpacked
from tests.desk.web import floor
from tests.ledger.roster.people import begin

pytestmark = pytest.mark.slow

TABLE: Final = tomllib.loads((files("desk.service") / "permissions.toml").read_text("utf-8"))
OFFICES: Final = tuple(sorted({office for part in get_args(AuthorityRole) for office in get_args(part)}))
ROUND: Final = "BJ-1/2026-01-17/1"
HIDDEN: Final = "BAC-1/2026-01-17"
GIVEN: Final = {
    "table": "BJ-1",
    "day": "2026-01-17",
    "round_name": "1",
    "board": "table",
    "shoe": "S1",
    "clip": "c14",
    "position": "1",
    "session": "0" * 16,
    "number": "2026-0001",
    "digest": "0" * 64,
    "letter": "final",
    "place": "1",
    "path:path": "desk.css",
}
IS_OPEN: Final = ("/sign-in", "/new-passkey", "/static/")


def person_in(office: str) -> str:
    """Somebody who holds that office and no other."""
    return f"X{OFFICES.index(office)}"


@pytest.fixture(scope="module")
def peopled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the day of `floor` and somebody in each office."""
    url = f"sqlite:///{tmp_path_factory.mktemp('desk') / 'recoup.db'}"
    floor.record(url)
    with open_existing(url) as ledger:
        begin(ledger, [(person_in(office), office) for office in OFFICES])
    return url


@pytest.fixture(scope="module")
def desk(peopled: str) -> Iterator[Served]:
    """The desk on that ledger, without settings of its own."""
    with serving(peopled) as served:
        yield served


@contextmanager
def limited(url: str, **settings: Any) -> Iterator[Served]:
    """The desk with limits by office or by person."""
    with serving(url, **settings) as served:
        yield served


# The table is whole


def routes_of(routes: list[BaseRoute], before: str = "") -> Iterator[str]:
    """`METHOD /path` of all routes, also of those that are included or mounted."""
    for route in routes:
        path = before + getattr(route, "path", "")
        if isinstance(route, Mount):
            if route.routes:
                yield from routes_of(list(route.routes), path)
            else:
                yield f"GET {path}/{{path:path}}"
        elif hasattr(route, "original_router"):
            yield from routes_of(list(route.original_router.routes), before)
        else:
            yield from (f"{method} {path}" for method in getattr(route, "methods", None) or ["WEBSOCKET"])


def test_every_route_has_one_row_and_every_row_a_route(peopled: str) -> None:
    with open_existing(peopled) as ledger, open_read_models(ledger) as engine:
        guard = service.served_desk(ledger, engine, ServiceSettings(origin="http://localhost:1"))
        found = guard._app
        assert isinstance(found, FastAPI)
        routes = sorted(name for name in routes_of(list(found.routes)) if not name.startswith("HEAD "))
    rows = sorted(row["route"] for row in TABLE["routes"])
    assert routes == rows
    assert len(rows) == len(set(rows)) > 30


def test_every_row_says_what_it_is_for_and_names_offices_that_there_are() -> None:
    assert all(row["action"] for row in TABLE["routes"])
    assert {row["who"] for row in TABLE["routes"]} <= {"anyone", "person", *TABLE["groups"]}
    assert {office for group in TABLE["groups"].values() for office in group} <= set(OFFICES)


# Every cell


def asked(client: httpx.Client, row: dict[str, Any]) -> httpx.Response:
    """The answer to a row's route, with something in each of its places."""
    method, _, path = row["route"].partition(" ")
    path = re.sub(r"{([^}]+)}", lambda place: GIVEN[place[1]], path)
    if path.endswith("/events") and not path.startswith("/api/"):
        with client.stream(method, path) as answer:
            return answer
    return client.request(method, path, json={} if method == "POST" else None, follow_redirects=False)


@pytest.mark.parametrize("row", TABLE["routes"], ids=lambda row: row["route"])
def test_a_route_answers_to_the_offices_of_its_row_and_to_no_other(desk: Served, row: dict[str, Any]) -> None:
    may = set(OFFICES) if row["who"] in ("anyone", "person") else set(TABLE["groups"][row["who"]])
    if row.get("unmasked_only"):
        may -= {"regulator"}  # whose names are masked unless the house says otherwise
    for office in OFFICES:
        with signed_in(desk, person_in(office)) as client:
            status = asked(client, row).status_code
            assert (status != 403) == (office in may), (office, status)
            assert status < 500 or row["route"] == "GET /sign-in/provider", (office, status)
    with desk.client() as nobody:
        answer = asked(nobody, row)
    if row["who"] == "anyone":
        assert answer.status_code not in (401, 403) or row["route"].endswith("/finish")
    elif row["route"].startswith("POST") or "/api/" in row["route"]:
        assert answer.status_code == 401
    else:
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in?to=/")


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "FOO"])
def test_no_other_method_gets_more_than_the_table_says(desk: Served, method: str) -> None:
    with signed_in(desk, person_in("administrator")) as client:
        for path in ("/", f"/rounds/{ROUND}", "/decisions", "/acts/1", "/api/rounds", "/live/events"):
            assert client.request(method, path).status_code in (403, 405), path


@pytest.mark.parametrize(
    "path", ["/static/../people", "/static/%2e%2e/people", "//people", "/sign-in/../people", "/people;a", "/%70eople%00"]
)
def test_no_spelling_of_a_path_goes_round_the_table(desk: Served, path: str) -> None:
    for client in (desk.client(), signed_in(desk, person_in("investigator"))):
        with client:
            raw = httpx.URL(desk.origin).copy_with(raw_path=path.encode())
            answer = client.send(client.build_request("GET", raw))
            assert answer.status_code in (303, 403, 404, 405)
            assert "SHA256:" not in answer.text


# By table


SEEN: Final = ("BJ-1",)


def test_whoever_is_shown_some_tables_finds_nothing_of_others_anywhere(peopled: str) -> None:
    with (
        limited(peopled, offices={"inspector": {"tables": SEEN}}) as desk,
        signed_in(desk, person_in("inspector")) as client,
    ):
        for path in (
            "/",
            "/live",
            "/decisions",
            "/cases",
            "/cases?state=",
            "/api/rounds",
            "/api/tables",
            "/?table=BAC-1",
            "/api/rounds?table=BAC-1",
        ):
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert "/2026-01-17" not in re.sub(r"BJ-1/2026-01-17", "", answer.text), path
        for path in (
            *(f"/rounds/{HIDDEN}/7", f"/rounds/{HIDDEN}/7/table.svg", f"/tables/{HIDDEN}", f"/shoes/{HIDDEN}/S1"),
            *(f"/decide/{HIDDEN}", f"/decide/{HIDDEN}/7", f"/api/rounds/{HIDDEN}/7", f"/api/rounds/{HIDDEN}/7/ruling"),
            *(f"/api/rounds/{HIDDEN}/7/events", f"/api/tables/{HIDDEN}", f"/api/shoes/{HIDDEN}/S1"),
        ):
            answer = client.get(path)
            assert answer.status_code == 403, path
            assert "is not among those that you are shown" in answer.text
        assert client.get(f"/rounds/{ROUND}").status_code == 200
        assert "BAC-1/" not in client.get("/rounds/BJ-1/2026-01-17/nothing").text
        with client.stream("GET", "/live/events") as stream:
            first = next(text for text in stream.iter_text() if "event: changed" in text)
        assert "BAC-9" not in first
        for subject in (HIDDEN, f"{HIDDEN}/7"):
            answer = client.post("/acts/begin", json={"words": "void round", "subject": subject})
            assert answer.status_code == 403
        hidden_act = position_at(desk, HIDDEN)
        assert client.get(f"/acts/{hidden_act}").status_code == 403
        fields = {"decision": str(hidden_act), "role": "inspector"}
        assert client.post("/acts/begin", json={"words": "confirm", "fields": fields}).status_code == 403


def position_at(desk: Served, day: str) -> int:
    """Where somebody decided at a table's day."""
    entry = next(iter(acts_at(desk, day)), None)
    if entry is None:
        event = PlayerEjected(by="M1", role="management", player="P1")
        desk.ledger.decide(day, event)
        entry = next(iter(acts_at(desk, day)))
    return entry.position


def acts_at(desk: Served, day: str) -> Iterator[Entry]:
    """The acts of people at a table's day."""
    return (entry for entry in desk.ledger.entries(f"table/{day}") if isinstance(entry.event, Act))


def test_a_case_about_a_table_that_is_not_shown_shows_none_of_its_acts(peopled: str) -> None:
    with (
        limited(peopled, offices={"inspector": {"tables": SEEN}}) as desk,
        signed_in(desk, person_in("inspector")) as client,
    ):
        acts = [entry for name in desk.ledger.streams("case/") for entry in desk.ledger.entries(name)]
        assert acts
        for entry in acts:
            assert client.get(f"/acts/{entry.position}").status_code == 403, entry.subject


def test_a_person_s_limit_stands_in_place_of_those_of_the_offices(peopled: str) -> None:
    person = person_in("inspector")
    settings = {"offices": {"inspector": {"tables": SEEN}}, "persons": {person: {"tables": ["BAC-*"], "masked": True}}}
    with limited(peopled, **settings) as desk, signed_in(desk, person) as client:
        assert client.get(f"/rounds/{ROUND}").status_code == 403
        assert client.get(f"/rounds/{HIDDEN}/7").status_code == 200
        assert client.get("/api/rounds").status_code == 403
        assert client.get(f"/acts/{position_at(desk, HIDDEN)}").status_code == 403


def test_whoever_holds_several_offices_is_shown_what_any_of_them_is() -> None:
    settings = ServiceSettings(
        origin="http://localhost:1",
        offices={"inspector": {"tables": ["A-*"], "masked": True}, "approver": {"tables": ["B-*"]}},
    )
    both = settings.limit_of("E1", ["inspector", "approver"])
    assert both.tables is not None
    assert (set(both.tables), both.masked) == ({"A-*", "B-*"}, False)
    assert settings.limit_of("E1", ["inspector", "management"]).tables is None


# Names


def names_on_record(desk: Served) -> set[str]:
    """The ids of players and dealers that the ledger has."""
    found = set[str]()
    for day in desk.ledger.table_days():
        for entry in desk.ledger.entries(f"table/{day}"):
            found |= {str(getattr(entry.event, name)) for name in ("player", "dealer") if getattr(entry.event, name, None)}
    return found


@pytest.mark.parametrize("office", ["regulator", "investigator"])
def test_no_page_that_a_masked_reader_can_open_names_a_player_or_a_dealer(peopled: str, office: str) -> None:
    with (
        limited(peopled, offices={office: {"masked": True}}) as desk,
        signed_in(desk, person_in(office)) as client,
    ):
        position_at(desk, "BJ-1/2026-01-17")
        names = names_on_record(desk)
        assert len(names) > 3
        pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names)))})(?![\w-])")
        waiting, seen = (
            ["/", "/live", "/decisions", "/cases", "/cases/2026-0001", "/?found=true", *more_places(desk)],
            set[str](),
        )
        while waiting and len(seen) < 150:
            path = waiting.pop(0)
            if path in seen:
                continue
            seen.add(path)
            answer = client.get(path)
            assert answer.status_code in (200, 403, 404), path
            if answer.headers["content-type"].startswith(("text/html", "image/svg")):
                shown = re.sub(r'<meta name="recoup-form"[^>]*>|data:image/[^"]*', "", unpacked(answer.text))
                assert not (leak := pattern.search(shown)), (path, leak and shown[leak.start() - 80 : leak.end() + 80])
                waiting += [
                    link.replace("&amp;", "&") for link in re.findall(r'href="(/(?:rounds|tables|shoes)[^"#]*)"', shown)
                ]
        assert len(seen) > 60
        for row in TABLE["routes"]:
            if row["route"].startswith("GET /api/") and row.get("unmasked_only"):
                assert asked(client, row).status_code == 403
        with client.stream("GET", "/live/events") as stream:
            first = next(text for text in stream.iter_text() if "event: changed" in text)
        assert not pattern.search(first)


def more_places(desk: Served) -> list[str]:
    """Places that no list need name."""
    acts = [f"/acts/{entry.position}" for day in desk.ledger.table_days() for entry in acts_at(desk, day)]
    days = [f"/tables/{day}" for day in desk.ledger.table_days()]
    return [*days, f"/rounds/{ROUND}/table.svg", f"/rounds/{ROUND}/boards.svg", f"/rounds/{ROUND}?step=3", *acts]


def test_a_masked_reader_finds_nobody_by_a_name(desk: Served) -> None:
    with signed_in(desk, person_in("regulator")) as client:
        plain = re.findall(r'href="(/rounds/[^"]*)"', client.get("/").text)
        for name in ("player", "dealer"):
            for sought in ("P1", "NOBODY"):
                assert re.findall(r'href="(/rounds/[^"]*)"', client.get(f"/?{name}={sought}").text) == plain
        client.cookies.set("masked", "0")
        page = re.sub(r'<meta name="recoup-form"[^>]*>', "", client.get(f"/rounds/{ROUND}").text)  # chance letters
        assert "P2" not in unpacked(page)


def test_a_look_at_names_goes_on_record_also_where_a_program_says_that_it_masks_them(desk: Served) -> None:
    def looks() -> int:
        return sum(entry.event.TOPIC.startswith("desk.names") for entry in desk.ledger.entries("desk"))

    before = looks()
    with signed_in(desk, person_in("management")) as client:
        client.cookies.set("masked", "1")
        client.get(f"/rounds/{ROUND}")
        assert looks() == before
        client.get(f"/api/rounds/{ROUND}")
        assert looks() == before + 1
        client.cookies.delete("masked")
        client.get(f"/api/rounds/{ROUND}/ruling")
        assert looks() == before + 1, "once a session is enough"


def test_nobody_decides_by_way_of_the_roster(desk: Served) -> None:
    with signed_in(desk, person_in("administrator")) as client:
        before = desk.ledger.size()
        for words in ("confirm", "void round", "nothing"):
            answer = client.post("/roster/begin", json={"word": words, "fields": {"decision": 1, "role": "administrator"}})
            assert answer.status_code == 422
            assert "is done to the roster" in answer.json()["detail"]
        assert desk.ledger.size() == before


def test_an_office_that_is_lost_is_lost_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'recoup.db'}"
    floor.record(url)
    with open_existing(url) as ledger:
        begin(ledger, [("I7", "investigator")])
    with serving(url) as desk, signed_in(desk, "I7") as client:
        assert client.get("/decisions").status_code == 200
        with client.stream("GET", "/live/events") as stream:
            heard = stream.iter_text()
            next(heard)
            give_offices(desk.ledger, "I7", "administrator")
            assert client.get("/decisions").status_code == 403
            for _ in heard:
                pass  # it ends
        give_offices(desk.ledger, "I7", "investigator", until="2026-01-02")
        assert client.get("/me").status_code == 303
