"""The lines of a roulette case in the product's words: what roulette/README.md names, and nothing else."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.events import Event, play, wheel
from ledger.events.wheel import Ground
from tests.cases.words import DAY, Said, UnknownKey, person

GROUNDS: Final[Mapping[str, Ground]] = {
    "interfere": "interference",
    "object": "foreign_object",
    "compartment": "no_compartment",
    "left": "left_the_wheel",
    "leaves": "left_the_wheel",
    "out of": "left_the_wheel",
    "revolutions": "too_few_revolutions",
    "direction": "with_the_wheel",
    "with the wheel": "with_the_wheel",
}
"""Words by which a ground is known, the first that fits."""

PLACE: Final = {
    "kind": "kind",
    "index": "index",
    "of": "of",
    "pieces": "pieces",
    "chips": "chips",
    "count": "chip_count",
    "chip_value": "chip_value_minor",
    "on": "on",
    "with_chips": "with_chips",
}


def ground(text: str) -> Ground:
    """`foreign object`, `the ball left the wheel`. Raises UnknownKey."""
    found = next((meant for word, meant in GROUNDS.items() if word in text.replace("_", " ")), None)
    if found is None:
        raise UnknownKey(f"the ground {text!r}")
    return found


@dataclass
class RouletteWording:
    """Goes along the lines of a case; the counts of a spin are told when it has ended."""

    subject: str = DAY
    counts: wheel.RevolutionsCounted | None = None
    kinds: dict[str, str] = field(default_factory=dict)

    def tell(self, line: Mapping[str, Any]) -> Iterator[tuple[str, Event]]:
        """What the line says, and about what. Raises UnknownKey."""
        fields = dict(line)
        kind = fields.pop("t")
        fields.pop("id", None) if kind not in ("wager", "verbal") else None
        if "round" in fields:
            self.subject = f"{DAY}/{fields.pop('round')}"
        if kind not in _TOLD:
            raise UnknownKey(f"an event {kind}")
        if self.counts is not None and kind in _ENDS:
            yield self.subject, self.counts
            self.counts = None
        for event in _TOLD[kind](self, fields):
            yield self.subject, event
        if fields:
            raise UnknownKey(f"an event {kind} with {', '.join(fields)}")

    def wagered(self, fields: Said, how: str = "chips") -> Iterator[Event]:
        data = {name: fields.pop(key) for key, name in PLACE.items() if key in fields}
        data |= {"numbers": "-".join(fields.pop("numbers"))} if "numbers" in fields else {}
        data |= {"instructed": fields.pop("instructed")} if "instructed" in fields else {}
        data |= {"placed_by": person(fields.pop("by"))} if "by" in fields else {}
        wager = fields.pop("id")
        self.kinds[wager] = data["kind"]
        yield play.WagerPlaced(
            wager=wager, player=person(fields.pop("player")), stake_minor=fields.pop("amount"), by=how, **data
        )

    def spoken(self, fields: Said) -> Iterator[Event]:
        yield from self.wagered(fields, "word")

    def moved(self, fields: Said) -> Iterator[Event]:
        to = dict(fields.pop("to"))
        numbers = {"numbers": "-".join(to.pop("numbers"))} if "numbers" in to else {}
        wager = fields.pop("wager")
        kind = to.pop("kind", self.kinds[wager])
        yield play.WagerMoved(wager=wager, kind=kind, by=_who(fields), **numbers, **to)

    def spun(self, fields: Said) -> Iterator[Event]:
        yield wheel.BallSpun(ball=fields.pop("ball", None), wheel=fields.pop("wheel", None))
        total, after = fields.pop("revolutions", None), fields.pop("after_call", None)
        if total is not None:
            self.counts = wheel.RevolutionsCounted(total=total, after_call=after)


def _who(fields: Said) -> str | None:
    by = fields.pop("by", None)
    return None if by is None else person(by)


def _announced(fields: Said) -> Event:
    number, text = fields.pop("n", None), fields.pop("text", None)
    return play.Announced(result=number if number is not None else text)


def _claimed(fields: Said) -> Event:
    """A player's claim is his notice of an error; what he says is for the case."""
    for key in ("wager", "text", "amount"):
        fields.pop(key, None)
    return play.NoticeGiven(by=person(fields.pop("player")), to="management")


def _plain(make: Callable[[Said], Event]) -> Callable[[RouletteWording, Said], Iterator[Event]]:
    def event_of(_: RouletteWording, fields: Said) -> Iterator[Event]:
        yield make(fields)

    return event_of


def _without_by(event: type[Event]) -> Callable[[Said], Event]:
    def event_of(fields: Said) -> Event:
        fields.pop("by", None)
        return event()

    return event_of


_ENDS: Final = ("pocket", "no_spin", "ball_removed", "ball_returned", "spin", "announce", "dolly", "round_closed")
"""Lines before which the counts of a spin are told."""

_TOLD: Final[Mapping[str, Callable[[RouletteWording, Said], Iterator[Event]]]] = {
    "place_your_bets": _plain(_without_by(play.RoundOpened)),
    "no_more_bets": _plain(lambda fields: play.BetsClosed(motion=fields.pop("motion", None))),
    "wager": RouletteWording.wagered,
    "verbal": RouletteWording.spoken,
    "placed": _plain(lambda fields: play.WagerLaid(wager=fields.pop("wager"), by=_who(fields))),
    "withdrawn": _plain(lambda fields: play.WagerWithdrawn(wager=fields.pop("wager"), by=_who(fields))),
    "moved": RouletteWording.moved,
    "changed": _plain(lambda fields: play.WagerChanged(wager=fields.pop("wager"), stake_minor=fields.pop("amount"))),
    "colour_value": _plain(
        lambda fields: wheel.ColourValued(
            player=fields.pop("player"), colour=fields.pop("colour"), value_minor=fields.pop("value")
        )
    ),
    "spin": RouletteWording.spun,
    "no_spin": _plain(lambda fields: wheel.NoSpinCalled(ground=ground(fields.pop("ground")), by=_who(fields))),
    "incident": _plain(lambda fields: wheel.SpinDisturbed(what=ground(fields.pop("what")), by=_who(fields))),
    "ball_removed": _plain(_without_by(wheel.BallRemoved)),
    "ball_retrieved": _plain(_without_by(wheel.BallRetrieved)),
    "ball_examined": _plain(lambda fields: wheel.BallExamined(by=_who(fields))),
    "ball_returned": _plain(lambda fields: wheel.BallReturned(pocket=fields.pop("n"))),
    "pocket": _plain(lambda fields: wheel.BallRested(pocket=fields.pop("n"))),
    "announce": _plain(_announced),
    "dolly": _plain(lambda fields: wheel.DollyPlaced(pocket=fields.pop("n"))),
    "display": _plain(lambda fields: wheel.DisplayShown(pocket=fields.pop("n"))),
    "added_from_print": _plain(lambda fields: wheel.PrintAdded(wager=fields.pop("wager"))),
    "returned": _plain(lambda fields: play.WagerReturned(wager=fields.pop("wager"), amount_minor=fields.pop("amount"))),
    "tip": _plain(lambda fields: play.TipGiven(player=person(fields.pop("player")), amount_minor=fields.pop("amount"))),
    "notice": _plain(lambda fields: play.NoticeGiven(by=person(fields.pop("by")), to=person(fields.pop("to")))),
    "claim": _plain(_claimed),
    "round_closed": _plain(_without_by(play.RoundClosed)),
}
