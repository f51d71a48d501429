"""The register of acts: what people decided and tried in a period, and on what."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.acts.authority import MOVES_MONEY
from ledger.application import Ledger
from ledger.cases.case import AT_ANY_TIME, CASE, OF_SUBSTANCE
from ledger.cases.casework import ATTEMPTS
from ledger.entry import Entry
from projections.messages.catalogue import Words
from projections.office_reports.days import Period
from projections.office_reports.report import Cell, Columns, Paper, fact, section
from projections.reports.decisions import officer, reason
from projections.reports.masking import Names, names
from projections.reports.readings import when

OF_CASES: Final = frozenset({"open_case", *(act for _, act in CASE)}) | AT_ANY_TIME | OF_SUBSTANCE
"""What can be done, or tried, about a case."""


def act_told(act: str, words: Words, *, refused: bool) -> str:
    """An act in a few words, or the attempt at one."""
    what = words.say(f"case_act.{act}" if act in OF_CASES else f"act.{act}")
    return words.say("case.tried", what=what) if refused else what


def about_told(row: Mapping[str, Any], words: Words) -> str:
    """What a decision is about: a case, a championship, a round, a shoe or the table's whole day."""
    if row["case"] or row["championship"]:
        key = "case" if row["case"] else "championship"
        return words.say(f"paper.of_{key}", name=row[key])
    if row["round"]:
        return str(row["round"])
    day = f"{row['table']}/{row['day']}" if row["table"] else ""
    return words.say("paper.of_shoe", day=day, shoe=row["shoe"]) if row["shoe"] else day


VOIDS: Final = MOVES_MONEY | {"reverse_void_shoe", "reverse_void_round", "reinstate_game"}
RESOLUTIONS: Final = frozenset(
    {"resolve_ambiguity", "settle_round", "settle_case", "settle", "answer_round", "answer_wager", "pay_player"}
)
STREAMS: Final = ("table/", "case/", "championship/")

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
_REFUSED: Final[Columns] = {
    **{name: sort for name, sort in _COLUMNS.items() if name not in ("status", "second", "reason")},
    "refused": "wide",
}
_PARTS: Final = ("voids", "resolutions", "others", "refusals")


def register_paper(
    rows: Sequence[Mapping[str, Any]], period: Period, called: Names, recorded_at: str, words: Words, *, masked: bool
) -> Paper:
    """The register of a period, from the rows of the read model; persons as they are called."""
    wanted = [row for row in rows if _in(row, period)]
    parts: dict[str, list[dict[str, Cell]]] = {part: [] for part in _PARTS}
    for row in wanted:
        parts[_part(row)].append(_told(row, called, words))
    return Paper(
        kind="register",
        language=words.language,
        masked=masked,
        title=words.say("paper.register_title"),
        facts=(
            fact("period", period.told(words), words),
            fact("table", period.table or words.say("paper.all_tables"), words),
            *(fact(part, f"{len(found):,}", words) for part, found in parts.items()),
        ),
        sections=tuple(
            section(part, _REFUSED if part == "refusals" else _COLUMNS, found, words) for part, found in parts.items()
        ),
        recorded_at=recorded_at,
    )


def called_in(ledger: Ledger, words: Words) -> Names:
    """What every person of the ledger is called where names are masked."""
    return Names(names(_everything(ledger), words))


def _everything(ledger: Ledger) -> Iterator[Entry]:
    for prefix in STREAMS:
        for stream in ledger.streams(prefix):
            yield from ledger.entries(stream)
    yield from ledger.entries(ATTEMPTS)


def _in(row: Mapping[str, Any], period: Period) -> bool:
    """Whether a decision belongs to a period: by the gaming day that it is about, else by when it was taken."""
    return period.covers(row["day"] or row["decided_at"][:10]) and period.table in (None, row["table"])


def _part(row: Mapping[str, Any]) -> str:
    if row["refused"] is not None:
        return "refusals"
    return "voids" if row["act"] in VOIDS else "resolutions" if row["act"] in RESOLUTIONS else "others"


def _told(row: Mapping[str, Any], called: Names, words: Words) -> dict[str, Cell]:
    return {
        "position": row["position"],
        "time": when(row["decided_at"]),
        "about": about_told(row, words),
        "act": act_told(row["act"], words, refused=row["refused"] is not None),
        "by": officer(called.of(row["by"]), row["role"], words),
        "reason": called.within(reason(row["reason"], words)) if row["reason"] else "",
        "clause": row["clause"] or "",
        "status": words.say(f"status.{row['status']}"),
        "second": called.of(row["confirmed_by"]) if row["confirmed_by"] else "",
        "refused": called.within(row["refused"] or ""),
    }
