"""What cannot be at a table with its wheel and layout: a pocket that the wheel does not have, a split of 1 and 17."""

from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.play import WagerMoved, WagerPlaced
from ledger.events.table import TableOpened
from ledger.values.message import Message, in_turn
from ledger.values.wheel_layout import Layout, layout_of


def check_layout(event: Event, opening: TableOpened, *, has_wheel: bool) -> None:
    """Raises MalformedDelivery for what is impossible at the table as it opened, whose game has a wheel or has none."""
    if isinstance(event, TableOpened):
        _check_wheel(event, has_wheel=has_wheel)
    elif has_wheel:
        _check_place(event, layout_of(opening.wheel))


def _check_wheel(opening: TableOpened, *, has_wheel: bool) -> None:
    if opening.wheel is None:
        return
    no_wheel = Message("a {game} table has none", game=opening.game)
    faults = in_turn(list(layout_of(opening.wheel).faults())) if has_wheel else no_wheel
    if faults:
        raise MalformedDelivery("wheel_impossible", wheel=opening.wheel[:40], faults=faults)


def _check_place(event: Event, layout: Layout) -> None:
    pocket = getattr(event, "pocket", None)
    if isinstance(pocket, str) and pocket not in layout.wheel:
        raise MalformedDelivery("compartment_unknown", pocket=pocket)
    why = None
    if isinstance(event, WagerPlaced):
        why = layout.placement_error(event.kind, event.numbers, event.index, event.of, event.pieces)
    elif isinstance(event, WagerMoved) and event.kind != "neighbours":
        why = layout.placement_error(event.kind, event.numbers, event.index, None, None)
    if why is not None:
        raise MalformedDelivery("placement_impossible", why=why)
