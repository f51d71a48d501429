"""The rows of a table's day in a package: a fold of what is on record of its play and rulings, which judges nothing."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from eventsourcing.persistence import Notification

from ledger.application import Ledger
from ledger.events.play import PaymentTakenBack, WagerChanged, WagerMoved, WagerPlaced, WagerReturned, WagerWithdrawn
from ledger.events.rulings import IrregularityFound, IrregularityWithdrawn, RoundRuled, RulingsBegun
from ledger.events.shoe import ShoeClosed
from ledger.events.table import TableOpened
from ledger.events.versions import topics_of
from ledger.readable import readable_envelopes
from ledger.values.subjects import HOUSE
from projections.answers.recorded import Envelope, RecordedAnswers
from projections.documents.roster import sources_document
from projections.export.columns import Row
from projections.export.tables import OF_A_DAY
from projections.read_models.answered import answer_columns, shoe_columns
from projections.read_models.rows import RuledRound, RulingRecord, finding_of
from projections.rulings.ruled_day import RuledDay

_UNKNOWN_ZONE: Final = "UTC"
_CHANGED_TOPICS: Final = topics_of(WagerChanged)
_CLOSED: Final = topics_of(ShoeClosed)


class ExportedDay:
    """A table's day as the tables of a package tell it: by table, its rows.

    `play` is the day's stream of play, `rounds` those that are told of, where not all of them are.
    """

    def __init__(self, ledger: Ledger, ruled: RuledDay, play: Iterable[Notification], rounds: Collection[str] | None):
        self._ruled, self._sources = ruled, ledger.roster().sources
        self._play = [(each.id, each.topic, envelope) for each, envelope in readable_envelopes(play)]
        entries = {position: envelope for position, _, envelope in self._play}
        self._answers = RecordedAnswers(ledger, ruled, entries).by_round
        self._rounds = [round_ for round_ in ruled.rounds if rounds is None or round_.name in rounds]
        self._names = {round_.name for round_ in self._rounds}
        opening = next((event for _, topic, event in self._play if topic == TableOpened.TOPIC), None)
        self._zone = opening["data"].get("zone", _UNKNOWN_ZONE) if opening else _UNKNOWN_ZONE

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """The rows by table, each with every column."""
        rows_by_table: dict[str, Iterable[Row]] = {
            "rounds": [
                round_.row | answer_columns(answer := self._answers[round_.name]) | {"case": " ".join(answer.status.cases)}
                for round_ in self._rounds
            ],
            "shoes": self._shoes(),
            "wagers": list(self._wagers()),
            "players": [row for row in self._ruled.rows.players if row["round"] in self._names],
            "outcomes": self._outcomes(),
            "owed": list(self._owed()),
            "dealers": self._dealers(),
            "rulings": self._rulings(),
            "sources": self._source_rows(),
            "findings": (findings := self._findings()),
            "finding_clauses": [
                {"position": row["position"], "clause": clause} for row in findings for clause in row["clauses"].split()
            ],
        }
        at = {"zone": self._zone}
        return {table.name: [table.complete({**row, **at}) for row in rows_by_table[table.name]] for table in OF_A_DAY}

    def bets(self) -> list[str]:
        """The ids of all bets that the day's entries name, in the order of the entries."""
        data = [envelope["data"] for _, _, envelope in self._play]
        return list(dict.fromkeys(bet for each in data for name in ("wager", "parent") if (bet := each.get(name))))

    def _shoes(self) -> list[Row]:
        shoes = {round_.row["shoe"] for round_ in self._rounds}
        is_whole_day = len(self._rounds) == len(self._ruled.rounds)
        closed = {envelope["data"]["shoe"] for _, topic, envelope in self._play if topic in _CLOSED}
        return [
            row | shoe_columns(row, is_closed=row["shoe"] in closed)
            for row in self._ruled.rows.shoes
            if is_whole_day or row["shoe"] in shoes
        ]

    def _wagers(self) -> Iterator[Row]:
        """Of each round by the entries that its ruling rests on."""
        of_round: dict[str, list[tuple[int, str, Envelope]]] = {}
        for place in self._play:
            if place[1].startswith("wager."):
                of_round.setdefault(place[2]["subject"], []).append(place)
        for round_ in self._rounds:
            rests_on = _within(round_.data["basis"])
            money = _money(round_)
            wagers: dict[str, dict[str, Any]] = {}
            for position, topic, envelope in of_round.get(round_.name, ()):
                if rests_on(position):
                    _take_wager(wagers, position, topic, envelope)
            yield from ({"round": round_.name} | wager | money for wager in wagers.values())

    def _outcomes(self) -> list[Row]:
        return [
            {
                "round": round_.name,
                "outcome": number,
                "verdict": outcome["verdict"],
                "readings": _readings(outcome.get("under")),
                "wager": wager,
                "due_minor": due,
            }
            | _money(round_)
            for round_ in self._rounds
            for number, outcome in enumerate(round_.data["outcomes"], 1)
            for wager, due in outcome["due_minor"].items()
        ]

    def _owed(self) -> Iterator[dict[str, Any]]:
        for round_ in self._rounds:
            for wager in round_.data.get("owed", ()):
                back = (round_.data.get("taken_back_minor") or {}).get(wager["wager"])
                paid, awarded = wager.get("paid_minor"), wager.get("awarded_minor")
                kept = None if paid is None and back is None else (paid or 0) - (back or 0)
                bet = self._answers[round_.name].bet(wager["wager"])
                assert bet is not None  # the same rows are the answer's
                yield {
                    **wager,
                    **_money(round_),
                    "round": round_.name,
                    "too_much_minor": None if kept is None or awarded is None else kept - awarded,
                    "taken_back_minor": back,
                    "paid_by_case_minor": bet.paid_by_case_minor,
                    "outstanding_minor": bet.outstanding_minor,
                    "overpaid_minor": bet.overpaid_minor,
                }

    def _dealers(self) -> list[Row]:
        by_dealer: dict[str, list[RuledRound]] = {}
        for round_ in self._rounds:
            if round_.row["dealer"] is not None:
                by_dealer.setdefault(round_.row["dealer"], []).append(round_)
        owed: dict[str, list[dict[str, Any]]] = {}
        for row in self._owed():
            owed.setdefault(row["round"], []).append(row)
        return [_dealer_row(dealer, dealt, owed) for dealer, dealt in sorted(by_dealer.items())]

    def _rulings(self) -> list[Row]:
        """All that are on record of the rounds that are told of."""
        begun = {record.data["number"]: record.data for record in self._records(RulingsBegun.TOPIC, of_rounds=False)}
        ruled = self._records(RoundRuled.TOPIC)
        replaced_by = {record.data["supersedes"]: record.position for record in ruled if record.data.get("supersedes")}
        return [
            {
                **begun[record.data["by"]],
                **record.data,
                "position": record.position,
                "round": record.subject,
                "ruled_at": record.recorded_at,
                "outcomes": len(record.data["outcomes"]),
                "superseded_by": replaced_by.get(record.position),
                "digest": record.data["document_digest"],
            }
            for record in ruled
        ]

    def _findings(self) -> list[dict[str, Any]]:
        """All that is on record of the rounds that are told of, what was withdrawn too."""
        withdrawn = {record.data["irregularity"]: record for record in self._records(IrregularityWithdrawn.TOPIC)}
        numbers = {
            ident: number
            for round_ in self._rounds
            for number, ident in enumerate(round_.data.get("irregularities") or (), 1)
        }
        return [
            _finding_row(record, numbers.get(record.id), withdrawn.get(record.id))
            for record in self._records(IrregularityFound.TOPIC)
        ]

    def _records(self, topic: str, *, of_rounds: bool = True) -> list[RulingRecord]:
        return [
            record
            for record in self._ruled.records
            if record.topic == topic and (not of_rounds or record.subject in self._names)
        ]

    def _source_rows(self) -> list[Row]:
        """How much came from which source; where only some rounds are told of, of the whole day all the same."""
        table, day = self._ruled.day.split("/")
        entries: Counter[str] = Counter()
        times: dict[str, list[str]] = {}
        for _, _, envelope in self._play:
            source = envelope["source"]
            entries[source] += 1
            times.setdefault(source, []).append(envelope.get("time") or envelope["recorded_at"])
        known = {row.source: row for row in sources_document(self._sources, entries.items()).sources}
        return [
            {
                **dict(row := known[source]),
                "table_name": table,
                "day": day,
                "entries": number,
                "first_at": min(times[source]),
                "last_at": max(times[source]),
                "known_by": row.key or (row.token and "token"),
            }
            for source, number in sorted(entries.items())
            if source != HOUSE
        ]


def _within(ranges: Sequence[Sequence[int]]) -> Callable[[int], bool]:
    firsts = [first for first, _ in ranges]

    def is_within(position: int) -> bool:
        place = bisect_right(firsts, position) - 1
        return place >= 0 and position <= ranges[place][1]

    return is_within


def _take_wager(wagers: dict[str, dict[str, Any]], position: int, topic: str, envelope: Envelope) -> None:
    """Takes in what one entry says of a wager; of one that nobody placed nothing is known."""
    data = envelope["data"]
    if topic == WagerPlaced.TOPIC:
        wagers[data["wager"]] = {
            **data,
            **_place_of(data),
            "box": None if data.get("box") is None else str(data["box"]),
            "neighbours_of": data.get("of"),
            "withdrawn": False,
            "position": position,
            "placed_at": envelope.get("time") or envelope["recorded_at"],
        }
        return
    wager = wagers.get(data["wager"])
    if wager is None:
        return
    if topic in _CHANGED_TOPICS:
        wager["stake_minor"] = data["stake_minor"]
    elif topic == WagerMoved.TOPIC:
        wager |= {"kind": data["kind"], **_place_of(data)}
    elif topic == WagerWithdrawn.TOPIC:
        wager["withdrawn"] = True
    elif topic == WagerReturned.TOPIC:
        wager["returned_minor"] = (wager.get("returned_minor") or 0) + data["amount_minor"]
    elif topic == PaymentTakenBack.TOPIC:
        wager["taken_back_minor"] = (wager.get("taken_back_minor") or 0) + data["amount_minor"]


def _place_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Where a wager lies, as the entry says that placed it or moved it."""
    return {name: data.get(name) for name in ("numbers", "total", "hand")} | {"layout_index": data.get("index")}


def _money(round_: RuledRound) -> dict[str, Any]:
    return {"currency": round_.begun["currency"], "minor_digits": round_.begun["minor_digits"]}


def _readings(under: Sequence[Mapping[str, Sequence[str]]] | None) -> str | None:
    """The ways to an outcome, each the choices by clause."""
    if under is None:
        return None
    return "; ".join(" ".join(f"{clause}={'|'.join(choices)}" for clause, choices in way.items()) for way in under)


def _dealer_row(dealer: str, dealt: Sequence[RuledRound], owed: Mapping[str, Sequence[Row]]) -> Row:
    wrong = [row for round_ in dealt for row in owed.get(round_.name, ())]
    too_much = [row["too_much_minor"] or 0 for row in wrong]
    first = dealt[0].row
    return {
        "table_name": first["table_name"],
        "day": first["day"],
        "dealer": dealer,
        "rounds": len(dealt),
        "with_findings": sum(round_.row["findings"] > 0 for round_ in dealt),
        "wagers": sum(round_.row["wagers"] for round_ in dealt),
        "wagers_wrong": len(wrong),
        "short_minor": sum(-minor for minor in too_much if minor < 0),
        "over_minor": sum(minor for minor in too_much if minor > 0),
        "first_at": first["opened_at"],
        "last_at": dealt[-1].row["opened_at"],
        **_money(dealt[0]),
    }


def _finding_row(record: RulingRecord, number: int | None, withdrawn: RulingRecord | None) -> dict[str, Any]:
    finding = finding_of(record.data)
    row = {
        "position": record.position,
        "round": record.subject,
        "number": number,
        "kind": finding.kind,
        "clauses": " ".join(finding.clauses),
        "at": finding.position,
        "found_at": record.recorded_at,
        "text": finding.text,
    }
    if withdrawn is not None:
        row |= {
            "withdrawn_at": withdrawn.recorded_at,
            "withdrawn_reason": withdrawn.data["reason"],
            "withdrawn_cause": withdrawn.data.get("cause"),
        }
    return row
