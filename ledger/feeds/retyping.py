"""Mending a typed account: what of it differs in a file from what is on record, and putting that right by an act."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from ledger.acts.refusal import refused_act
from ledger.acts.roster import SourceProof
from ledger.application import Ledger
from ledger.corrections import as_mended, chain_key, corrections
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision, MalformedDelivery
from ledger.events.decisions import DecisionRefused
from ledger.events.table import AccountCorrected, TableOpened
from ledger.feeds.intake import NO_PROOF, Gate, TableGame
from ledger.feeds.reading import FeedItem
from ledger.feeds.typed_lines import words_of
from ledger.ingest import PendingEntry
from ledger.mapper import replacement_digest
from ledger.values.message import Message
from ledger.values.subjects import DELIVERY_ID, HOUSE, TRANSCRIPT, play_stream, round_of, table_day
from ledger.values.times import format_instant

_MENDED_ID: Final = re.compile(r"(.*)~[0-9]{4}\.[0-9]{4}\Z")
"""How a delivery is named that was put in by a correction: behind which one, by which correction, and its number in it."""


class Mend(NamedTuple):
    """What a correction changes in a typed account of a table's day."""

    day: str
    source: str
    superseded: tuple[Entry, ...]
    replacements: tuple[Delivery, ...]

    @property
    def subject(self) -> str:
        """The round that it is about, or the day where it is about more."""
        return self.subjects[0] if len(self.subjects) == 1 else self.day

    @property
    def subjects(self) -> list[str]:
        """The rounds that it is about, and the day where it is about the table."""
        return sorted({entry.subject for entry in self.superseded} | {delivery.subject for delivery in self.replacements})


def typed_days(items: Iterable[FeedItem]) -> dict[tuple[str, str], list[Delivery]]:
    """What a transcript tells of each table's day, by its source and the day, in the order of the account.

    Raises MalformedDelivery for a line that cannot be read, and for what no transcript tells.
    """
    days: dict[tuple[str, str], list[Delivery]] = {}
    for item in items:
        if item.refused is not None:
            raise MalformedDelivery("at_line", line=item.number, why=item.refused.refusal)
        for delivery in item.deliveries:
            if not delivery.source.startswith(TRANSCRIPT):
                raise MalformedDelivery("device_retyped", source=delivery.source)
            days.setdefault((delivery.source, table_day(delivery.subject)), []).append(delivery.whole)
    for deliveries in days.values():
        deliveries.sort(key=chain_key)
    return days


def mend_of(entries: Sequence[Entry], day: str, source: str, deliveries: Sequence[Delivery]) -> Mend | None:
    """What must change in an account of a day so that it says what these deliveries say; None where nothing differs.

    Raises MalformedDecision where nothing of the account is on record, and where a round or the table's opening would be
    gone altogether.
    """
    mended = as_mended(entries)
    account = sorted((entry for entry in mended if entry.source == source), key=lambda entry: chain_key(entry.delivery))
    if not account:
        typed = sorted({entry.source for entry in mended if entry.source.startswith(TRANSCRIPT)})
        known = f"; what was typed of that day is told by {', '.join(typed)}, which a line `!source` names" if typed else ""
        raise MalformedDecision(f"nothing that {source} tells of {day} is on record; `recoup record` records it{known}")
    number = 1 + sum(correction.event.source == source for correction in corrections(entries))
    superseded: list[Entry] = []
    replacements: list[Delivery] = []
    behind = account[0].delivery
    group: int | None = None
    for entry, delivery in _aligned(account, deliveries):
        if entry is not None and (delivery is None or chain_key(entry.delivery)[0] == group):
            superseded.append(entry)
        elif entry is not None:
            behind = entry.delivery
            continue
        if delivery is not None:
            replacements.append(_placed(delivery, behind, number, len(replacements) + 1))
            group = chain_key(behind)[0]
    if not superseded and not replacements:
        return None
    mend = Mend(day, source, tuple(superseded), tuple(replacements))
    _require_rounds(mended, mend)
    return mend


def retype(
    ledger: Ledger,
    source: str,
    deliveries: Sequence[Delivery],
    correction: Mapping[str, str],
    games: Mapping[str, TableGame],
    proof: SourceProof = NO_PROOF,
) -> Mend | None:
    """Put right what an account tells of a table's day, by a person's act with a reason; return what was changed.

    `correction` names the person and the reason. What is superseded stays on record. Raises MalformedDelivery for what
    cannot be taken in, MalformedDecision where the roster refuses the person, which is recorded as an attempt.
    """
    day = table_day(deliveries[0].subject)
    stream = play_stream(day)
    gate = Gate(ledger, games, proof)
    gate.admit_mended(deliveries)
    mend = mend_of(ledger.entries(stream), day, source, deliveries)
    if mend is None:
        return None
    refused: str | None = None

    def decide() -> tuple[list[PendingEntry], dict[str, int]]:
        nonlocal mend, refused
        entries, when = ledger.entries(stream), format_instant(ledger.clock())
        mend = mend_of(entries, day, source, deliveries)
        if mend is None:
            raise MalformedDecision(Message("somebody else has mended the account meanwhile, in the same words"))
        event = _correction(mend, correction)
        refused = ledger.roster_refusal(event, when)
        entered = event if refused is None else refused_act(DecisionRefused, event, refused, scope="table")
        act = Delivery(entered, HOUSE, f"correction:{day}:{len(entries) + 1:010}", None, mend.subject, when)
        replacements = mend.replacements if refused is None else ()
        return [PendingEntry(delivery, stream) for delivery in (act, *replacements)], {stream: len(entries)}

    ledger.take_act(decide, "mend it again")
    if refused is not None:
        raise MalformedDecision(refused)
    return mend


def _aligned(account: Sequence[Entry], deliveries: Sequence[Delivery]) -> Iterator[tuple[Entry | None, Delivery | None]]:
    """An account on record beside the one to come: what both tell in one pair, else each alone."""
    old, new = [words_of(entry.delivery) for entry in account], list(map(words_of, deliveries))
    for what, first, last, begins, ends in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield from zip(account[first:last], deliveries[begins:ends], strict=True)
        else:
            yield from ((entry, None) for entry in account[first:last])
            yield from ((None, delivery) for delivery in deliveries[begins:ends])


def _placed(delivery: Delivery, behind: Delivery, correction: int, number: int) -> Delivery:
    """A delivery behind another one of its source, and before all that its source numbers higher."""
    mended = _MENDED_ID.match(behind.id)
    ident = f"{mended[1] if mended else behind.id}~{correction:04}.{number:04}"
    if DELIVERY_ID.match(ident) is None or number > 9999 or correction > 9999:
        raise MalformedDelivery("too_much_retyped", delivery=behind.id)
    return delivery._replace(id=ident, sequence=behind.sequence)


def _correction(mend: Mend, correction: Mapping[str, str]) -> AccountCorrected:
    ranges: list[tuple[int, int]] = []
    for position in sorted(entry.position for entry in mend.superseded):
        if ranges and ranges[-1][1] == position - 1:
            ranges[-1] = ranges[-1][0], position
        else:
            ranges.append((position, position))
    return AccountCorrected(
        source=mend.source,
        superseded=tuple(ranges),
        replaced_by=replacement_digest(mend.replacements) if mend.replacements else None,
        replacements=len(mend.replacements),
        **correction,
    )


def _require_rounds(mended: Sequence[Entry], mend: Mend) -> None:
    """Raises MalformedDecision where a correction would leave nothing of a round, or of the table's opening."""
    gone = {entry.position for entry in mend.superseded}
    left = [entry for entry in mended if entry.position not in gone]
    events = [*(entry.event for entry in left), *(delivery.event for delivery in mend.replacements)]
    if not any(isinstance(event, TableOpened) for event in events):
        raise MalformedDecision(Message("the line that opens {day} is missing; put it into the file again", day=mend.day))
    rounds = {entry.subject for entry in left if entry.source != HOUSE} | {
        delivery.subject for delivery in mend.replacements
    }
    emptied = {entry.subject for entry in mend.superseded if round_of(entry.subject)} - rounds
    if emptied:
        raise MalformedDecision(
            Message(
                "nothing would be left of round {round}, and a round that is on record cannot be taken away; put its line "
                "into the file again",
                round=min(emptied),
            )
        )
