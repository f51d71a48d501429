"""Acts of people as the office's papers name them, and what they are about."""

from collections.abc import Mapping
from typing import Any, Final

from ledger.cases.case import AT_ANY_TIME, CASE, OF_SUBSTANCE
from projections.words import Words

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
