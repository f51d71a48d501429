"""What of a source was lost or refused, and the round that it may have been about."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain as joined
from itertools import pairwise

from ledger.entry import Entry
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.table import SourceDeclared
from replay.round import Round


def note_losses(
    rounds: Mapping[str, Round],
    played: Iterable[Entry],
    everything: Iterable[Entry],
    declared: Mapping[str, SourceDeclared],
) -> None:
    """Gaps in the sequence of a source that counts, unless what was refused fills them; and what was refused."""
    refused = [entry for entry in everything if type(entry.event) in (DeliveryQuarantined, DeliveryConflicted)]
    filled = {(e.event.source, e.event.sequence) for e in refused if isinstance(e.event, DeliveryQuarantined)}
    on_record = {entry.delivery.key for entry in played} if refused else set()
    for source, last, entry, nearby in _jumps(played, declared):
        number = entry.delivery.sequence or 0
        one = next((rounds[near.subject] for near in nearby if near.subject in rounds), None)
        if one and any((source, missing) not in filled for missing in range(last + 1, min(number, last + 10_000))):
            one.lost.append((source, last, number, entry.position))
    for entry in refused:
        event = entry.event
        assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
        mended = isinstance(event, DeliveryQuarantined) and (event.source or "", event.delivery or "") in on_record
        if entry.subject in rounds and not mended:
            rounds[entry.subject].refused.append(entry)


def _jumps(
    played: Iterable[Entry], declared: Mapping[str, SourceDeclared]
) -> Iterator[tuple[str, int, Entry, Iterator[Entry]]]:
    """Where numbers are missing: the source, the last number before and the first entry after, and the source's
    entries by nearness. What was lost may have been about the round that follows, else about the one before.
    """
    chains: dict[str, list[Entry]] = {}
    uncounted = {source for source, event in declared.items() if not event.counted}
    for entry in played:
        if entry.delivery.sequence is not None and entry.source not in uncounted:
            chains.setdefault(entry.source, []).append(entry)
    for source, chain in chains.items():
        chain.sort(key=lambda entry: entry.delivery.sequence or 0)
        for at, (one, following) in enumerate(pairwise(chain), 1):
            last = one.delivery.sequence or 0
            if (following.delivery.sequence or 0) > last + 1:
                yield source, last, following, joined(chain[at:], reversed(chain[:at]))
