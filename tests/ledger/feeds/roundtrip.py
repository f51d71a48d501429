"""What is accepted must come back the same from the stored bytes and from the interchange."""

from collections.abc import Iterable

from ledger.entry import AnyDelivery
from ledger.feeds import cloudevents
from ledger.mapper import canonical, content
from ledger.values.subjects import play_stream
from tests.ledgers import decode, encode


def comes_back(deliveries: Iterable[AnyDelivery]) -> None:
    """Asserts it of every delivery; of the interchange, which takes longer, only where the sequence says so."""
    for delivery in (delivery.whole for delivery in deliveries):
        fields = content(delivery)
        canonical(fields)
        state = encode(fields, play_stream(delivery.subject), 1, "2026-11-20T22:00:00.000000Z")
        assert decode(1, state).delivery == delivery
        if (delivery.sequence or 0) % 8 == 0:
            assert cloudevents.read(cloudevents.write(delivery)) == delivery
