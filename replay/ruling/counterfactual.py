"""Which clauses a ruling turns on: the round is judged again with one value of its edition changed at a time."""

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, Final

from replay.editions.loader import edition_parameters
from replay.judging.judgement import Judgement
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.rules import Branch, Rules
from replay.ruling.ruling import Ruling, judge_with_decisions

WITHOUT: Final = frozenset({"none", "not_said"})
"""The choices of a house that has no such part of the game; no rule is read as one of them."""

_ODDS: Final = re.compile(r"[1-9][0-9]*:[1-9][0-9]*")

Result = Callable[[Judgement], Hashable]
"""What of a judgement is compared; None for one that cannot be compared."""


def turning_clauses(
    ruling: Ruling, branch: Branch[Judgement], clauses: Collection[str], result: Result, *, is_about_odds: bool = False
) -> set[str]:
    """Return those of these clauses of which another value gives the round another result, under the readings of a branch.

    Another value is another reading of a resolved ambiguity, another choice that the form of the value allows, or, where
    asked for, other odds. A count, a table of card values or a list has no such alternative: it says what the game is
    played with. The round is judged as in the ruling, but for rival versions of it and doubtful orders of its events.
    """
    edition, round_ = ruling.edition, ruling.round
    found = result(judge_with_decisions(round_, Rules(edition, branch.choices))) if clauses else None
    turning: set[str] = set()
    for name in sorted(ruling.consulted.values & edition.values.keys()):
        clause = edition.values[name][1]
        if clause not in clauses or clause in turning:
            continue
        for other in _other_editions(edition, name, is_about_odds=is_about_odds):
            with suppress(LookupError):  # the house lacks a value that the other choice needs
                if result(judge_with_decisions(round_, Rules(other, branch.choices))) not in (found, None):
                    turning.add(clause)
                    break
    return turning


def _other_editions(edition: Edition, name: str, *, is_about_odds: bool) -> Iterator[Edition]:
    """The edition with each other value of a key."""
    value, clause = edition.values[name]
    if isinstance(value, ValueByReading):
        held = edition.resolved_letters.get(clause)
        letters = () if held is None else (letter for letter in value.by_letter if letter != held)
        yield from (edition.with_resolutions({clause: letter}) for letter in letters)
        return
    others = _other_odds(value) if is_about_odds else ()
    for other in (*_other_choices(edition.game, name, value), *others):
        yield replace(edition, values={**edition.values, name: (other, clause)})


def _other_choices(game: str, name: str, value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    return [other for other in _choices(game, name) if other not in {value, *WITHOUT}]


@cache
def _choices(game: str, name: str) -> tuple[Any, ...]:
    """The choices that the form of a value allows; none where it is not one of a few words."""
    return tuple(edition_parameters(game).PARAMETERS[name].schema.get("enum", ()))


def _other_odds(value: Any) -> list[Any]:
    """Odds that pay one unit more, for one bet or for each of a table."""
    if isinstance(value, str) and _ODDS.fullmatch(value):
        winnings, stake = value.split(":")
        return [f"{int(winnings) + 1}:{stake}"]
    if isinstance(value, Mapping) and value and all(isinstance(odds, str) for odds in value.values()):
        raised = {key: other for key, odds in value.items() for other in _other_odds(odds)}
        return [raised] if len(raised) == len(value) else []
    return []
