"""Two accounts of one round laid beside each other, step by step, and where they tell different things."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from projections.messages.catalogue import Catalogue
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from replay.ruling.ruling import Ruling
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class StepPair:
    """What either account tells at one point; None where one of them tells nothing there."""

    step: Step | None
    other_step: Step | None

    @property
    def differs(self) -> bool:
        """Whether the two tell different things."""
        return self.step is None or self.other_step is None or self.step.text != self.other_step.text


def steps_of_account(ruling: Ruling, other: Round, words: Catalogue) -> list[Step]:
    """The steps of a round as another account tells them; nothing is found there, for it is not ruled on."""
    theirs = replace(ruling, round=other, findings=())
    return timeline_steps(theirs, formatter_for(theirs, words))


def align_steps(steps: Sequence[Step], other_steps: Sequence[Step]) -> list[StepPair]:
    """The steps of two accounts, those that say the same in one row."""
    laid = SequenceMatcher(None, [step.text for step in steps], [step.text for step in other_steps], autojunk=False)
    rows: list[StepPair] = []
    for what, begins, ends, first, last in laid.get_opcodes():
        ours, theirs = list(steps[begins:ends]), list(other_steps[first:last])
        if what == "equal" or len(ours) == len(theirs):
            rows += [StepPair(step, other) for step, other in zip(ours, theirs, strict=True)]
        else:
            rows += [StepPair(step, None) for step in ours] + [StepPair(None, other) for other in theirs]
    return rows
