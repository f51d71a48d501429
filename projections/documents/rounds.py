"""A round as JSON for others, step by step."""

from typing import Any

from projections.timeline.timeline import timeline_steps
from replay.ruling.ruling import Ruling, ruling_document


def replay_document(ruling: Ruling, step_number: int | None = None) -> dict[str, Any]:
    """A round up to a step, or to its end (`recoup schema replay`)."""
    round_ = ruling.round
    steps = timeline_steps(ruling)[: step_number or None]
    document = ruling_document(ruling, dict.fromkeys(ruling.positions, b""))
    return {
        "round": round_.name,
        "account": round_.account,
        "rulebook": document["rulebook"],
        "steps": [
            {
                "step": step.number,
                "position": step.round_entry.position,
                "source": step.round_entry.entry.source,
                "time": step.round_entry.entry.delivery.time,
                "topic": step.round_entry.entry.topic,
                "data": step.round_entry.event.model_dump(exclude_none=True),
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
        "findings": document["findings"],
        "standing": document["standing"],
        "decisions": document["decisions"],
    }
