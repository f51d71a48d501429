"""From the ledger to the stories of its tables: the one place where stored entries meet the judging code."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial
from typing import Final

from ledger.acts.adoptions import Adoption, project_adoptions
from ledger.acts.authority import Authority
from ledger.acts.refusal import act_of
from ledger.application import Ledger
from ledger.corrections import as_mended, opening_of
from ledger.entry import Entry
from ledger.errors import MalformedRulebook, UnknownGame, UnknownRound, UnknownRulebook, UnusableLedger
from ledger.events.decisions import AuthorityAct
from ledger.events.play import CardDealt
from ledger.events.shoe import ShoePrepared
from ledger.events.table import AccountDecided, SourceDeclared, TableOpened
from ledger.house import house_rows, settings_at
from ledger.recorder.rows import EVERYTHING
from ledger.table_standing import CARRY_DAYS, later_shoe_decisions
from ledger.values.effective import RoundOpening, first_gaming_day, in_force_on
from ledger.values.subjects import day_error, is_subject, round_of, table_day
from projections.day_parts import DayInParts, DayPart
from replay.editions.loader import parse_edition
from replay.forensics.examination import DEFAULT_ONE_IN
from replay.rulebooks.edition import BackDating, Edition
from replay.ruling.grounds import build_table_day, open_table_day, reason_groundless
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import NOT_PLAYED, EditionLookup, OpenTableDay, TableDay
from replay.table_day.event_order import order_entries
from replay.table_day.shoe_record import Shoe

MOST_IN_PART: Final = 8
"""Of more rounds than this at once all of the day is read."""
SHOE_LOOKBACK_DAYS: Final = CARRY_DAYS
"""How many days of a table are looked through for the beginning of a shoe that outlived a day."""


class TableDays:
    """Reads stories and rulings out of a ledger, as of a position where one is given."""

    def __init__(self, ledger: Ledger, as_of: int | None = None, *, in_parts: bool = True):
        """Without `in_parts` all of a day is read for a single round too: nothing kept beside the record is relied on."""
        self._ledger = ledger
        self._in_parts = in_parts
        self._as_of = as_of
        self._recent_entries: dict[str, list[Entry]] = {}
        """The entries of the last days that were asked for, where nothing can come to them."""
        self._outlined: tuple[str, int, DayInParts] | None = None
        """The day of which a part was read last, and up to which position."""
        self._days_by_table: dict[str | None, list[str]] = {}
        self._roster = ledger.roster(as_of)
        known = (entry for entry in ledger.rulebooks() if as_of is None or entry.position <= as_of)
        self._adoptions = project_adoptions(known, self._roster)
        self._house_rows = [row for row in house_rows(ledger) if as_of is None or row.entry.position <= as_of]

    def move_to(self, position: int) -> None:
        """From here on read as of this position, up to which nothing came of the house's editions and persons."""
        self._as_of = position
        self._recent_entries.clear()
        self._days_by_table.clear()

    def edition(self, rulebook: str, when: date | RoundOpening) -> Edition:
        """The edition in force on a day, or for a round opened in it: the last of those that were in force by then.

        Raises UnknownRulebook where there is none, UnusableLedger where an adoption cannot be read, which may be in force.
        """
        if (why := self._adoptions.unreadable.get(rulebook)) is not None:
            raise UnusableLedger(f"nothing can be judged by rulebook {rulebook}: {why}")
        adopted = [(row, _adopted_edition(row)) for row in self._adoptions.holding(rulebook)]
        found = in_force_on(((row.begins or edition.sheet.edition.in_force, edition) for row, edition in adopted), when)
        if found is None:
            on = when.day if isinstance(when, RoundOpening) else when
            raise UnknownRulebook(
                f"no edition of rulebook {rulebook} was in force on {on}; adopt one with an earlier in_force"
            )
        return found

    def _authorities(self, rulebook: str, day: date, known_at: int | None) -> Mapping[str, Authority]:
        """Who may decide what on a day, by the edition known at a position."""
        return self._adoptions.authorities(rulebook, day, known_at)

    def edition_of(self, day: str) -> Edition:
        """The edition that judges a table's day. Raises UnknownRound where the table never opened."""
        opening = self.table_opening(day)
        if opening is None:
            raise UnknownRound.never_opened(day, self.days())
        return self.edition(opening.rulebook, date.fromisoformat(day.split("/")[1]))

    def table_opening(self, day: str) -> TableOpened | None:
        """What a table's day was opened with."""
        return opening_of(self.entries(day))

    def editions(self) -> list[Edition]:
        """All adopted editions of games that this version has, in the order of their adoption."""
        return list(self._known_editions())

    def days_to_rejudge(self, position: int) -> list[str]:
        """Days that an edition adopted after this position can be in force on. Raises UnusableLedger."""
        adopted = [row for row in self._adoptions.rows if row.position is not None and row.position > position]
        for row in adopted:
            with suppress(UnknownRulebook):
                _adopted_edition(row)
        since = min((first_gaming_day(row.holds_from) for row in adopted), default=date.max)
        return [day for day in self.days() if date.fromisoformat(day.partition("/")[2]) >= since]

    def _known_editions(self) -> Iterator[Edition]:
        """The editions that hold, but for those of games that this version does not have."""
        for row in self._adoptions.rows:
            if row.position is not None:
                with suppress(UnknownRulebook):
                    yield _adopted_edition(row)

    def days(self, table: str | None = None) -> list[str]:
        """`TABLE/DAY` of every day on record."""
        if self._as_of is None:
            return self._ledger.table_days(table)
        if table not in self._days_by_table:
            self._days_by_table[table] = self._ledger.table_days(table)
        return self._days_by_table[table]

    def name_of(self, day: str) -> Callable[[str], str]:  # noqa: ARG002
        """Gives the names by which persons are called in a table's day: their ids, unless they are hidden."""
        return str

    def is_complete(self, day: str) -> bool:
        """Whether everything is here that judging a table's day needs; else it is here for the sake of other days."""
        return self._ledger.is_complete(day)

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day."""
        if self._as_of is None:
            return self._ledger.entries(f"table/{day}")
        if day not in self._recent_entries:
            if len(self._recent_entries) > 2 * SHOE_LOOKBACK_DAYS:
                del self._recent_entries[next(iter(self._recent_entries))]
            found = self._ledger.entries(f"table/{day}")
            self._recent_entries[day] = [entry for entry in found if entry.position <= self._as_of]
        return self._recent_entries[day]

    def get(self, day: str, edition_lookup: EditionLookup | None = None) -> TableDay:
        """The story of a table's day, by the editions in force or by those given.

        Raises UnknownRound where nothing is on record, or only a part is here.
        """
        return self.open(day, edition_lookup).table_day

    def open(self, day: str, edition_lookup: EditionLookup | None = None) -> OpenTableDay:
        """The same, to be carried on with what is recorded next. Raises UnknownRound."""
        if not self.is_complete(day):
            raise UnknownRound.of_a_part(day)
        entries = self.entries(day)
        if not entries:
            raise UnknownRound.no_day(day, self.days())
        return self._open(day, entries, edition_lookup or self.edition)

    def around(self, day: str, rounds: Collection[str], edition_lookup: EditionLookup | None = None) -> TableDay:
        """The story of a table's day as far as rulings on these rounds need it: they are the same as from all of the day.

        Other rounds of it may be told in part, or not at all. Raises UnknownRound as `get` does.
        """
        part = self._part(day, rounds)
        if part is None:
            return self.get(day, edition_lookup)
        return self._open(day, part.entries, edition_lookup or self.edition, part.left_out).table_day

    def _part(self, day: str, rounds: Collection[str]) -> DayPart | None:
        """What is enough of a day to rule on these rounds; None where all of it is needed, or its entries are not told as
        they are on record.
        """
        is_as_recorded = type(self).entries is TableDays.entries
        if not (self._in_parts and is_as_recorded) or self._ledger.is_part or len(rounds) > MOST_IN_PART:
            return None
        upto = self._ledger.size() if self._as_of is None else self._as_of
        if self._outlined is None or self._outlined[:2] != (day, upto):
            self._outlined = day, upto, DayInParts(self._ledger, day, upto)
        return self._outlined[2].part(rounds)

    def _open(
        self, day: str, entries: Sequence[Entry], editions: EditionLookup, left_out: Sequence[int] | None = None
    ) -> OpenTableDay:
        carried = self._carried_shoe(day, entries, editions)
        tell = partial(
            open_table_day,
            entries,
            editions,
            carried,
            roster=self._roster,
            authorities=self._authorities,
            false_alarm_one_in=self._false_alarm_one_in(entries),
            left_out=left_out,
        )
        open_day = tell()
        later = self._later_decisions(day, open_day.table_day.shoe_left)
        return tell(later=later) if later else open_day

    def _false_alarm_one_in(self, entries: Sequence[Entry]) -> int:
        """How rarely a fair shoe may raise a suspicion on a day, as the house had said when the day began."""
        settings = settings_at(self._house_rows, entries[0].recorded_at)
        return (settings and settings.false_alarm_one_in) or DEFAULT_ONE_IN

    def _later_decisions(self, day: str, shoe: Shoe | None) -> list[Entry]:
        """What the days after this one decide on the shoe that it leaves in play."""
        if shoe is None:
            return []
        following = [other for other in self.days(day.partition("/")[0]) if other > day][:SHOE_LOOKBACK_DAYS]
        return later_shoe_decisions(shoe.name, (as_mended(self.entries(day)) for day in following))

    def _carried_shoe(self, day: str, entries: Sequence[Entry], edition_lookup: EditionLookup) -> Shoe | None:
        """The shoe that was in play when the day began, if the day was dealt before a shoe was prepared."""
        begins = next((e for e in as_mended(entries) if isinstance(e.event, CardDealt | ShoePrepared)), None)
        if begins is None or isinstance(begins.event, ShoePrepared):
            return None
        table = day.partition("/")[0]
        earlier = [other for other in self.days(table) if other < day][-SHOE_LOOKBACK_DAYS:]
        shoe: Shoe | None = None
        for day_entries in filter(None, map(self.entries, earlier)):
            shoe = build_table_day(
                day_entries,
                edition_lookup,
                shoe,
                (),
                self._roster,
                self._authorities,
                self._false_alarm_one_in(day_entries),
            ).shoe_left
        return shoe

    def lack_of_ground(self, subject: str, decision: AuthorityAct) -> str | None:
        """Why there is no ground for a decision on this round; None where there is, or where it is about no round."""
        if isinstance(decision, AccountDecided) and round_of(subject) is not None:
            return self._unknown_account(subject, decision.account)
        row = self.edition_of(table_day(subject)).authorities.get(act_of(decision))
        if round_of(subject) is None or row is None or row.where is None:
            return None
        round_ = self.get(table_day(subject)).rounds.get(subject)
        return reason_groundless(round_, decision) if round_ else None

    def _unknown_account(self, name: str, account: str) -> str | None:
        round_ = self.get(table_day(name)).rounds.get(name)
        known = sorted({round_.account, *(other.account for other in round_.other_accounts)}) if round_ else []
        return None if account in known else f"no account {account} tells this round, but {', '.join(known) or 'none'}"

    def rulings(self, rounds: Iterable[str]) -> Iterator[Ruling]:
        """Rulings on these rounds, each table's day told once. Raises UnknownRound."""
        day, story = "", None
        names = list(rounds)
        for name in names:
            if not is_subject(name) or name.count("/") != 2:
                no_day = day_error(name)
                raise UnknownRound(
                    no_day or f"{name!r} is no round; a round is named TABLE/DAY/ROUND, as `recoup rounds` lists them"
                )
            if story is None or table_day(name) != day:
                day = table_day(name)
                story = self.around(day, {other for other in names if other.startswith(f"{day}/")})
            if name not in story.rounds:
                raise UnknownRound.of_day(name, story.rounds)
            yield rule(story, name)

    def leaves(self, ruling: Ruling) -> Mapping[int, bytes]:
        """The leaf hashes of the entries that a ruling rests on, by position; of others between them too."""
        first, last = ruling.positions[0], ruling.positions[-1]
        leaves = self._ledger.recorder.leaves(first - 1, last)
        if len(leaves) == last - first + 1:
            return dict(enumerate(leaves, first))
        here = self._ledger.recorder.rows(first - 1, last, last)  # a package need not hold what was recorded between
        return {row.position: row.leaf for row in here}

    def stored_bytes(self, positions: Sequence[int]) -> list[bytes]:
        """The stored bytes of these entries, in the order of their positions."""
        first, wanted = min(positions, default=1), set(positions)
        found = self._ledger.recorder.select_notifications(first, EVERYTHING, max(positions, default=0))
        return [notification.state for notification in found if notification.id in wanted]


def entries_in_order(entries: Sequence[Entry]) -> list[Entry]:
    """What was told of a table's day, in the order in which it happened; what was refused or superseded is left out."""
    taken = [entry for entry in as_mended(entries) if type(entry.event) not in NOT_PLAYED]
    declared = {entry.event.about: entry.event for entry in taken if isinstance(entry.event, SourceDeclared)}
    clocks = {source: event.uncertainty_ms * 1000 for source, event in declared.items()}
    return list(order_entries(taken, clocks).entries)


def _adopted_edition(row: Adoption) -> Edition:
    """An adopted edition. Raises UnknownRulebook where it is of a game that this version does not have, UnusableLedger
    where this version cannot judge by it for another reason.
    """
    adoption = row.event
    try:
        edition = _cached_edition(adoption.text)
    except UnknownGame as error:
        raise UnknownRulebook(
            f"nothing can be judged by edition {adoption.edition} of {adoption.rulebook} here: {error}"
        ) from error
    except MalformedRulebook as error:
        raise UnusableLedger(
            f"edition {adoption.edition} of {adoption.rulebook}, adopted at position {row.entry.position}, is none for "
            f"this version ({error}); use the version of recoup that it was adopted with"
        ) from error
    if not row.is_back_dated or row.by is None or row.position is None:
        return edition
    reason = getattr(adoption, "reason", None) or ""
    return replace(edition, back_dating=BackDating(row.by, row.at, row.position, reason))


@lru_cache(maxsize=64)
def _cached_edition(text: str) -> Edition:
    return parse_edition(text)
