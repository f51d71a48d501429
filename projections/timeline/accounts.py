"""Two accounts of one round laid beside each other, step by step, and where they tell different things."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from projections.messages.catalogue import Words
from projections.timeline.timeline import Step, spelling_of, walk
from replay.ruling.ruling import Ruling
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class Pair:
    """What either account tells at one point; None where one of them tells nothing there."""

    here: Step | None
    there: Step | None

    @property
    def differs(self) -> bool:
        """Whether the two tell different things."""
        return self.here is None or self.there is None or self.here.text != self.there.text


def told_by(ruling: Ruling, other: Round, words: Words) -> list[Step]:
    """The steps of a round as another account tells them; nothing is found there, for it is not ruled on."""
    theirs = replace(ruling, round=other, findings=())
    return walk(theirs, spelling_of(theirs, words))


def beside(here: Sequence[Step], there: Sequence[Step]) -> list[Pair]:
    """The steps of two accounts, those that say the same in one row."""
    laid = SequenceMatcher(None, [step.text for step in here], [step.text for step in there], autojunk=False)
    rows: list[Pair] = []
    for what, begins, ends, first, last in laid.get_opcodes():
        ours, theirs = list(here[begins:ends]), list(there[first:last])
        if what == "equal" or len(ours) == len(theirs):
            rows += [Pair(one, other) for one, other in zip(ours, theirs, strict=True)]
        else:
            rows += [Pair(one, None) for one in ours] + [Pair(None, other) for other in theirs]
    return rows
