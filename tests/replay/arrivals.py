"""Entries as they lie in a ledger: transcripts of several sources, in any order of arrival."""

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.entry import Delivery, Entry
from ledger.events.deliveries import DeliveryQuarantined
from ledger.feeds.notation import Transcript
from ledger.values.subjects import HOUSE, play_stream
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

DAY: Final = "BAC-1/2026-11-20"
RECORDED_AT: Final = "2026-11-20T22:00:00.000000Z"
EIGHT: Final = parse_instant("2026-11-20T20:00:00Z")


def at(seconds: float) -> str:
    """The instant so many seconds after eight o'clock."""
    return format_instant(EIGHT + round(seconds * 1_000_000))


def on_record(deliveries: Iterable[Delivery]) -> list[Entry]:
    """Deliveries with positions in the order of their arrival."""
    return [
        Entry(position, play_stream(delivery.subject), position, RECORDED_AT, delivery)
        for position, delivery in enumerate(deliveries, 1)
    ]


def transcribed(text: str) -> list[Delivery]:
    """The deliveries of a transcript; `1:` is round 1 of the day, `table:` the day, `@5.2` so many seconds after eight."""
    transcript = Transcript("desk")
    return [delivery for line in text.strip().splitlines() for delivery in transcript.read(_in_full(line.strip()))]


def _in_full(line: str) -> str:
    subject, colon, phrases = line.partition(": ")
    tokens = (
        f"@{at(float(token[1:].rstrip(';')))}{';' * token.endswith(';')}" if token[:1] == "@" else token
        for token in phrases.split(" ")
    )
    return f"{DAY if subject == 'table' else f'{DAY}/{subject}'}: {' '.join(tokens)}" if colon else line


def refused(source: str, sequence: int, round_name: str, name: str = "lost") -> Delivery:
    """What the ledger enters when it refuses a delivery."""
    subject = f"{DAY}/{round_name}"
    event = DeliveryQuarantined(
        digest="sha256:" + f"{sequence:064x}",
        length=1,
        reason="the line is not JSON",
        feed="shoe.ndjson",
        line=sequence,
        source=source,
        delivery=name,
        sequence=sequence,
        about=subject,
    )
    return Delivery(event, HOUSE, f"quarantine:{sequence}", None, subject)


def story_of(deliveries: Sequence[Delivery]) -> TableDay:
    """The day as these deliveries tell it."""
    return build_table_day(on_record(deliveries), lambda rulebook, _: shipped_edition(rulebook))


def ruled(deliveries: Sequence[Delivery], round_name: str = "1") -> Ruling:
    """The ruling on a round of the day."""
    return rule(story_of(deliveries), f"{DAY}/{round_name}")


def kinds(ruling: Ruling) -> list[str]:
    """What was found."""
    return [finding.kind for finding in ruling.findings]
