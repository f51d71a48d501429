"""Rounds as JSON for others: in a list, and step by step."""

from collections.abc import Mapping
from typing import Any, Final

from projections.read_models.tables import ROUNDS
from projections.timeline.timeline import walk
from replay.ruling.ruling import Ruling, ruling_document

_OURS: Final = ("table_name", "number", "drawn")
"""Columns that are the read model's own business."""


def listed(row: Mapping[str, Any]) -> dict[str, Any]:
    """A round in a list, from its row in the read model (`recoup schema rounds`)."""
    shown = {str(column.name): row[column.name] for column in ROUNDS.columns if column.name not in _OURS}
    return shown | {"table": row["table_name"]}


def replayed(ruling: Ruling, at: int | None = None) -> dict[str, Any]:
    """A round up to a step, or to its end (`recoup schema replay`)."""
    round_ = ruling.round
    steps = walk(ruling)[: at or None]
    told = ruling_document(ruling, dict.fromkeys(ruling.positions, b""))
    return {
        "round": round_.name,
        "account": round_.account,
        "rulebook": told["rulebook"],
        "steps": [
            {
                "step": step.number,
                "position": step.told.position,
                "source": step.told.entry.source,
                "time": step.told.entry.delivery.time,
                "topic": step.told.entry.topic,
                "data": step.told.event.model_dump(exclude_none=True),
                "text": step.text,
                "hands": {place: list(cards) for place, cards in step.hands.items()},
                "due": step.due,
                "findings": [finding.text for finding in step.findings],
            }
            for step in steps
        ],
        "dealt": {place: list(cards) for place, cards in steps[-1].hands.items()} if steps else {},
        "lawful": {place: list(cards) for place, cards in ruling.branches[0].outcome.lawful_hands.items()},
        "settled": dict(ruling.branches[0].outcome.settled_minor),
        "findings": told["findings"],
        "standing": told["standing"],
        "decisions": told["decisions"],
    }
