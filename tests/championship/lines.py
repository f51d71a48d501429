"""Acts of a championship, one a line: who, the act, and what it says, in a fixed order for each act.

    DIR: schedule 1 C01-C16 8          round 1 of these sixteen, of whom eight go on
    J1: give_scores 1 C08 42 41 40     hospitality, technical skills, control of the game; a fourth number is the result
    DIR: set_exercise 1 1 C08,C09 9_split_17-20_on_17,25_column_2_on_17

`_` stands for a blank and `__` for `_`, `,` between several, `C01-C16` for all from one to the other. The opening is of
the organiser ECA, who appoints the Director DIR; its judges are J1 and J2.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ledger.acts.authority import ChampionshipTerms, championship_terms
from ledger.championships.championship import NOT_OPENED, Championship
from ledger.events import Event
from ledger.events import championships as acts
from ledger.events.championships import ACT_KINDS
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition, shipped_text

RULEBOOK: Final = "eca-championship"
BEGINS: Final = parse_instant("2026-05-03T09:00:00Z")
MINUTE: Final = 60_000_000

SAID: Final[Mapping[str, str]] = {
    "designate": "designee",
    "name_judges": "*judges",
    "enter": "contestant casino",
    "invite": "contestant casino invited_as",
    "disqualify": "contestant reason",
    "withdraw_contestant": "contestant reason",
    "schedule": "#round *contestants #advance",
    "give_scores": "#round contestant #hospitality #technical #control #result",
    "find_drawn": "#round *contestants",
    "set_exercise": "#exercise #round *contestants *wagers #seed wheel",
    "answer": "#exercise contestant +payouts #time_ms",
    "advance": "#round *contestants",
    "list_prize": "#place prize",
    "award": "#place contestant prize",
    "amend": "amendment what effective_at together_with",
    "notify": "amendment casino",
    "inform_team": "casino amendment",
    "dispute": "dispute about #round",
    "settle": "dispute decision clause reading",
    "cancel": "reason",
}
"""What each act says, in order: `#` for a number, `*` for several names, `+` for several numbers."""

_KINDS: Final = {str(getattr(kind, "WORD", "")): kind for kind in ACT_KINDS}
_RANGE: Final = re.compile(r"([A-Z])([0-9]+)-\1([0-9]+)\Z")


def act(line: str) -> Event:
    """The act of a line."""
    by, _, rest = line.strip().partition(": ")
    word, *words = rest.split()
    fields = SAID[word].split()
    assert len(words) <= len(fields), line
    by_name = {field.lstrip("#*+"): _value(field[0], text) for field, text in zip(fields, words, strict=False)}
    event = _KINDS[word].model_validate({"by": by, **by_name})
    assert isinstance(event, Event)
    return event


def _value(form: str, text: str) -> Any:
    plain = text.replace("__", "\0").replace("_", " ").replace("\0", "_")
    match form:
        case "#":
            return int(text)
        case "+":
            return tuple(int(item) for item in text.split(","))
        case "*":
            return tuple(name for part in plain.split(",") for name in _names(part))
    return text if re.fullmatch(r"[A-Za-z0-9-]+_?[a-z]*", text) else plain


def _names(part: str) -> Iterable[str]:
    """`C01-C16` one by one; anything else as it is."""
    if (found := _RANGE.match(part)) is None:
        return [part]
    letter, first, last = found.groups()
    return [f"{letter}{n:0{len(first)}}" for n in range(int(first), int(last) + 1)]


def opening() -> Event:
    """The championship is opened by ECA with the Director DIR, under the shipped edition."""
    return acts.ChampionshipOpened(by="ECA", director="DIR", rulebook=RULEBOOK, edition=shipped_edition(RULEBOOK).name)


def judges() -> Event:
    """The judges J1 and J2."""
    return act("ECA: name_judges J1,J2")


def entered(number: int) -> list[Event]:
    """So many contestants, C01 of K01 and so on."""
    return [act(f"K{n:02}: enter C{n:02} K{n:02}") for n in range(1, number + 1)]


def after(events: Iterable[Event], championship: Championship = NOT_OPENED) -> Championship:
    """The championship after these acts, one a minute."""
    for event in events:
        position = len(championship.acts) + len(championship.attempts) + 1
        championship = championship.after(event, format_instant(BEGINS + position * MINUTE), position)
    return championship


def lines(text: str) -> list[Event]:
    """The acts of a text, one a line; `;` parts acts too. `open N` is the opening with the judges and N contestants."""
    found: list[Event] = []
    for line in filter(None, (part.strip() for part in re.split(r"[\n;]", text))):
        if line.startswith("open"):
            found += [opening(), judges(), *entered(int(line.removeprefix("open") or 16))]
        else:
            found.append(act(line))
    return found


def house() -> ChampionshipTerms:
    """Who may do what, by the shipped edition."""
    return championship_terms(shipped_text(RULEBOOK))
