"""The rows of rounds and shoes with their answers: status, money in question, urgency. What cases did is looked up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ledger.application import Ledger
from ledger.events.cases import CASE_DECISIONS
from ledger.events.play import WagerReturned
from ledger.events.shoe import ShoeClosed
from ledger.events.versions import topics_of
from ledger.readable import readable_envelopes
from ledger.values.subjects import play_stream
from projections.answers.recorded import Envelope, RecordedAnswer, RecordedAnswers, answer_without_play
from projections.answers.status import recorded_shoe_status
from projections.answers.urgency import attention_of
from projections.read_models.rows import DayRows, Row, RuledRound
from projections.rulings.ruled_day import RuledDay, ruled_day

_ANSWERED: Final = topics_of(WagerReturned, *CASE_DECISIONS)
_CLOSED: Final = topics_of(ShoeClosed)

ANSWER_COLUMNS: Final = ("attention", "status", "decider", "cases", "in_question_minor", "overpaid_minor", "urgency")
"""The columns of a round that its answer gives."""


def answer_columns(answer: RecordedAnswer) -> Row:
    """The columns of a round that its answer gives, by name."""
    return {
        "attention": attention_of(answer.need, has_findings=bool(answer.ruled.findings)),
        "status": answer.status.word,
        "decider": answer.status.decider,
        "cases": " ".join(answer.status.cases),
        "in_question_minor": answer.in_question_minor,
        "overpaid_minor": answer.over_at_most_minor,
        "urgency": answer.urgency.key,
    }


def answered_day(ledger: Ledger, ruled: RuledDay, upto: int | None = None) -> DayRows:
    """All rows of a table's day, with answers as of now or of a position."""
    answers = answers_of_day(ledger, ruled, upto)
    rows = ruled.rows
    closed = closed_shoes(ledger, ruled.day, upto) if rows.shoes else frozenset()
    return replace(
        rows,
        rounds=[round_.row | answer_columns(answers[round_.name]) for round_ in ruled.rounds],
        shoes=[row | shoe_columns(row, is_closed=row["shoe"] in closed) for row in rows.shoes],
    )


def answers_of_day(
    ledger: Ledger, ruled: RuledDay, upto: int | None = None, rounds: Sequence[RuledRound] | None = None
) -> Mapping[str, RecordedAnswer]:
    """The answers on rounds of a table's day, or on all; what happened at the table is read where one needs it."""
    wanted = ruled.rounds if rounds is None else rounds
    alone = {round_.name: answer_without_play(round_) for round_ in wanted}
    play = dict(_play(ledger, ruled.day, _ANSWERED, upto)) if None in alone.values() else {}
    answers = RecordedAnswers(ledger, ruled, play, upto=upto)
    return {name: answer or answers.of(name) for name, answer in alone.items()}


def answers_with_play(ledger: Ledger, day: str, upto: int) -> Mapping[str, RecordedAnswer]:
    """The answers on those rounds of a table's day for which what happened at the table must be read."""
    ruled = ruled_day(ledger, day, upto=upto)
    wanted = [round_ for round_ in ruled.rounds if answer_without_play(round_) is None]
    return answers_of_day(ledger, ruled, upto, wanted)


def shoe_columns(row: Row, *, is_closed: bool) -> Row:
    """The columns of a shoe that its answer gives."""
    return {"status": recorded_shoe_status(row["standing"], is_closed=is_closed)}


def closed_shoes(ledger: Ledger, day: str, upto: int | None = None) -> frozenset[str]:
    """The shoes that were closed on a table's day."""
    return frozenset(entry["data"]["shoe"] for _, entry in _play(ledger, day, _CLOSED, upto))


def _play(ledger: Ledger, day: str, topics: frozenset[str], upto: int | None) -> Iterator[tuple[int, Envelope]]:
    """The stored entries of a table's day that have some topics, by position."""
    rows = ledger.recorder.select_events(play_stream(day))
    of_topics = (row for row in rows if row.topic in topics and (upto is None or row.id <= upto))
    for row, envelope in readable_envelopes(of_topics):
        yield row.id, envelope
