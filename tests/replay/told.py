"""A round of each house as several sources have it; what is due was worked out from the house's document."""

from dataclasses import dataclass
from typing import Final

from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.values.subjects import play_stream
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

FIRST: Final = "transcript/first"
SECOND: Final = "transcript/second"
DEVICE: Final = "table/1"
RECORDED_AT: Final = "2026-11-21T08:00:00.000000Z"


@dataclass(frozen=True)
class House:
    """A table of a house and a round at it: its wager `w1` wins, and `due` goes back with the stake."""

    table: str
    opening: str
    bet: str
    play: str
    due: int
    decides: str
    """Who says which version counts."""

    def round_line(self, paid: int | None, number: int = 1, more: str = "") -> str:
        """The line of the round as a source has it, with this payment on the wager, and more before bets close."""
        pay = "" if paid is None else f"pay w1 {paid}; "
        return f"{self.table}/{number}: open; {self.bet}; {more}{self.play}; {pay}close"

    def opened_by(self, source: str) -> str:
        """The source with the line that opens the table."""
        return f"!source {source}\n{self.table}: {self.opening}"


_BOX: Final = "bet w1 P1 main 10000 box=1"
_NINETEEN: Final = "nmb; 1 Ts D Kd 1 9h; says 1 stand; D 8c"
"""The box stands with nineteen and the dealer has eighteen: the bet is paid one to one."""

HOUSES: Final = {
    "dcb": House(
        "BAC-1/2026-11-20",
        "table baccarat dcb GBP; shoe S1 8",
        "bet w1 P1 banco 2000",
        "nmb; P 4h B 7d P 4c B 2s; call banco",  # nine beats eight, both natural; banco is paid 19 to 20
        3900,
        "management",
    ),
    "ccl": House("BJ-1/2026-11-20", "table blackjack ccl CZK; shoe S1 6", _BOX, _NINETEEN, 20000, "management"),
    "scb": House("BJ-2/2026-11-20", "table blackjack scb CHF; shoe S1 6", _BOX, _NINETEEN, 20000, "direction"),
    "fbj": House("BJ-3/2026-11-20", "table blackjack fbj EUR; shoe S1 6", _BOX, _NINETEEN, 20000, "supervisor"),
    "eca-blackjack": House(
        "BJ-4/2026-11-20", "table blackjack eca-blackjack EUR; shoe S1 6", _BOX, _NINETEEN, 20000, "championship_director"
    ),
    "eca-roulette": House(
        "ROU-1/2026-11-20",
        "table roulette eca-roulette EUR",
        "bet w1 P1 straight 1000 numbers=17",
        "spin cw ccw; nmb; rest 17; call 17; dolly 17",  # thirty-five to one
        36000,
        "championship_director",
    ),
}


def recorded(*parts: str) -> list[Entry]:
    """Entries in the order of these lines; a line `!source NAME` says whose the next ones are."""
    transcript, found = Transcript(FIRST), list[Entry]()
    for line in "\n".join(parts).splitlines():
        for delivery in transcript.read(line.strip()):
            position = len(found) + 1
            found.append(Entry(position, play_stream(delivery.subject), position, RECORDED_AT, delivery))
    return found


def day_of(*parts: str) -> TableDay:
    """The table's day that these lines come to."""
    return build_table_day(recorded(*parts), lambda rulebook, _: shipped_edition(rulebook))


def ruled(house: House, *parts: str, number: int = 1) -> Ruling:
    """The ruling on a round of the house's table."""
    return rule(day_of(*parts), f"{house.table}/{number}")


def awarded(ruling: Ruling) -> dict[str, int | None]:
    """By wager, the amount that is awarded."""
    return {award.wager_due.wager: award.awarded_minor for award in ruling.awards}


def facts(ruling: Ruling) -> list[str]:
    """The kinds of what is found whichever version counts."""
    return [finding.kind for finding in ruling.findings if not finding.condition]


def in_doubt(ruling: Ruling) -> list[str]:
    """The kinds of what is found under some versions only."""
    return [finding.kind for finding in ruling.findings if finding.condition]


def choices(ruling: Ruling) -> list[str]:
    """The versions between which somebody has to decide."""
    named = (branch.choices.get("account") for branch in ruling.branches)
    return list(dict.fromkeys(account for account in named if account is not None))
