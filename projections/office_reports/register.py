"""The register of acts: what people decided and tried in a period, and on what."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.acts.authority import MOVES_MONEY
from ledger.application import Ledger
from ledger.cases.casework import ATTEMPTS
from ledger.entry import Entry
from projections.messages.catalogue import Catalogue
from projections.office_reports.days import Period
from projections.office_reports.report import Cell, Columns, OfficeReport, report_fact, report_table
from projections.reports.decisions import act_words, person_and_office, reason_text
from projections.reports.masking import masking
from projections.reports.person_names import PersonNames
from projections.reports.readings import readable_time


def subject_text(row: Mapping[str, Any], words: Catalogue) -> str:
    """What a decision is about: a case, a championship, a round, a shoe or the table's whole day."""
    if row["case"] or row["championship"]:
        key = "case" if row["case"] else "championship"
        return words.say(f"paper.of_{key}", name=row[key])
    if row["rulebook"]:
        return words.say("paper.of_rulebook", name=row["rulebook"])
    if row["engine"]:
        return words.say("paper.of_engine", name=row["engine"])
    if row["round"]:
        return str(row["round"])
    day = f"{row['table']}/{row['day']}" if row["table"] else ""
    return words.say("paper.of_shoe", day=day, shoe=row["shoe"]) if row["shoe"] else day


VOIDING_ACTS: Final = MOVES_MONEY | {"reverse_void_shoe", "reverse_void_round", "reinstate_game"}
RESOLVING_ACTS: Final = frozenset(
    {"resolve_ambiguity", "settle_round", "settle_case", "settle", "answer_round", "answer_wager", "pay_player"}
)
STREAM_PREFIXES: Final = ("table/", "case/", "championship/")

_COLUMNS: Final[Columns] = {
    "position": "count",
    "time": "text",
    "about": "some",
    "act": "some",
    "by": "some",
    "reason": "some",
    "clause": "text",
    "status": "some",
    "second": "some",
}
_REFUSAL_COLUMNS: Final[Columns] = {
    **{name: sort for name, sort in _COLUMNS.items() if name not in ("status", "second", "reason")},
    "refused": "wide",
}
_PARTS: Final = ("voids", "resolutions", "others", "refusals")


def register_of_acts(
    rows: Sequence[Mapping[str, Any]],
    period: Period,
    person_names: PersonNames,
    recorded_at: str,
    words: Catalogue,
    *,
    masked: bool,
) -> OfficeReport:
    """The register of a period, from the rows of the read model; persons as they are called."""
    wanted = [row for row in rows if _is_in_period(row, period)]
    parts: dict[str, list[dict[str, Cell]]] = {part: [] for part in _PARTS}
    for row in wanted:
        parts[_part_of_row(row)].append(_register_row(row, person_names, words))
    return OfficeReport(
        kind="register",
        language=words.language,
        masked=masked,
        title=words.say("paper.register_title"),
        facts=(
            report_fact("period", period.in_words(words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            *(report_fact(part, f"{len(found):,}", words) for part, found in parts.items()),
        ),
        sections=tuple(
            report_table(part, _REFUSAL_COLUMNS if part == "refusals" else _COLUMNS, found, words)
            for part, found in parts.items()
        ),
        recorded_at=recorded_at,
    )


def register_names(ledger: Ledger, words: Catalogue) -> PersonNames:
    """What every person of the ledger is called where names are masked."""
    return masking(_all_entries(ledger), words)


def _all_entries(ledger: Ledger) -> Iterator[Entry]:
    for prefix in STREAM_PREFIXES:
        for stream in ledger.streams(prefix):
            yield from ledger.entries(stream)
    yield from ledger.entries(ATTEMPTS)


def _is_in_period(row: Mapping[str, Any], period: Period) -> bool:
    """Whether a decision belongs to a period: by the gaming day that it is about, else by when it was taken."""
    return period.covers(row["day"] or row["decided_at"][:10]) and period.table in (None, row["table"])


def _part_of_row(row: Mapping[str, Any]) -> str:
    if row["refused"] is not None:
        return "refusals"
    return "voids" if row["act"] in VOIDING_ACTS else "resolutions" if row["act"] in RESOLVING_ACTS else "others"


def _register_row(row: Mapping[str, Any], person_names: PersonNames, words: Catalogue) -> dict[str, Cell]:
    return {
        "position": row["position"],
        "time": readable_time(row["decided_at"]),
        "about": subject_text(row, words),
        "act": act_words(row["act"], words, refused=row["refused"] is not None),
        "by": person_and_office(person_names.name_of(row["by"]), row["role"], words, claimed=row["claimed"]),
        "reason": reason_text(person_names.apply_to_label(row["reason"]), words) if row["reason"] else "",
        "clause": row["clause"] or "",
        "status": words.say(f"status.{row['status']}"),
        "second": person_names.name_of(row["confirmed_by"]) if row["confirmed_by"] else "",
        "refused": words.value(person_names.apply_to_refusal(row["refused"] or "")),
    }
