"""A group of houses, as docs/scale.md has it: each house's read models replicated into a database of the group's own."""

import re
import signal
import time
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import psycopg
from sqlalchemy import make_url

from desk.opening import migrate, open_or_create
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.following.read_models import catch_up, open_read_models
from replay.games.registry import GAMES
from tests.desk import floor
from tests.ledgers import as_cloudevents, new_postgresql

PAGE: Final = Path(__file__).parents[2] / "docs" / "scale.md"
ROWS: Final = "SELECT * FROM v_rounds ORDER BY table_name, day, round"


def record(url: str, feed: bytes) -> None:
    """Records a feed and rules on it."""
    read = format_named("cloudevents").reader(Path("day.ndjson"))
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        intake.ingest_stream(ledger, BytesIO(feed), "day.ndjson", read, GAMES)
        catch_up(ledger, engine)


def statements(house: str) -> list[str]:
    """The document's own statements, with this house's address in them."""
    block = re.search(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert block is not None
    address = make_url(house).set(drivername="postgresql").render_as_string(hide_password=False)
    lines = [line for line in block[1].splitlines() if line and not line.startswith("--")]
    return [
        line.replace("postgresql://reader@house-7/recoup", address) for line in " ".join(lines).split(";") if line.strip()
    ]


def test_what_a_house_finds_is_read_at_the_group(postgresql_to_kill: Any) -> None:
    server = postgresql_to_kill
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET wal_level = logical")
    postmaster = server.get_postmaster_info().process
    postmaster.send_signal(signal.SIGINT)
    postmaster.wait(30)
    server.ensure_postgres_running()
    house, group = (new_postgresql(make_url(server.get_uri())) for _ in range(2))
    migrate(house)
    migrate(group)
    record(house, as_cloudevents(floor.TRANSCRIPT))
    at_house, at_group = statements(house)
    with psycopg.connect(house, autocommit=True) as publisher, psycopg.connect(group, autocommit=True) as subscriber:
        publisher.execute(at_house.encode())
        # between two databases of one server the slot is made apart, or each would wait for the other
        publisher.execute("SELECT pg_create_logical_replication_slot('house_7', 'pgoutput')")
        subscriber.execute(f"{at_group} WITH (create_slot = false)".encode())
        require_same(publisher, subscriber)
        record(house, floor.CAMERA)
        require_same(publisher, subscriber)
        subscriber.execute("ALTER SUBSCRIPTION house_7 DISABLE")
        subscriber.execute("ALTER SUBSCRIPTION house_7 SET (slot_name = NONE)")
        subscriber.execute("DROP SUBSCRIPTION house_7")


def require_same(publisher: "psycopg.Connection[Any]", subscriber: "psycopg.Connection[Any]") -> None:
    """The group comes to read what the house has."""
    wanted, ends_at = publisher.execute(ROWS).fetchall(), time.monotonic() + 30
    assert wanted
    while subscriber.execute(ROWS).fetchall() != wanted:
        assert time.monotonic() < ends_at
        time.sleep(0.1)
