"""`recoup shoe`: a shoe as a strip of cards."""

from desk.cli.completion import OnlyTable, ShoeName
from desk.cli.rounds import Day
from desk.opening import open_existing
from desk.terminal.card_sequence import show_strip
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json
from ledger.errors import UnknownRound, did_you_mean
from ledger.values.terminal import say
from projections.read_models.round_list import names_beginning
from projections.rulings.ruled_day import ruled_day, what_is_not_ruled_on
from projections.table_days import TableDays
from replay.ruling.card_sequence import card_sequences


def shoe(
    name: ShoeName,
    ledger: LedgerUrl = DEFAULT,
    table: OnlyTable = None,
    day: Day = None,
    as_json: Json = False,
) -> None:
    """See a shoe from its shuffle to its end: custody, cards round by round, findings."""
    with open_existing(ledger) as opened:
        archive = TableDays(opened)
        days = [
            table_day
            for table_day in archive.days(table)
            if day is None or table_day.endswith(f"/{day.date().isoformat()}")
        ]
        found = [
            strip
            for table_day in days
            for strip in card_sequences(archive.get(table_day), name, ruled_day(opened, table_day).findings_in)
        ]
        if behind := what_is_not_ruled_on(opened):
            say(behind, err=True)
        near = did_you_mean(name, names_beginning(opened.url, "shoe", ""))
    if not found:
        raise UnknownRound(
            f"no round on record was dealt from shoe {name}; {near}`recoup rounds` lists them with their shoes"
        )
    if as_json:
        from projections.documents.shoes import shoe_document

        print_json(list(map(shoe_document, found)))
        return
    for strip in found:
        show_strip(console(), strip)
