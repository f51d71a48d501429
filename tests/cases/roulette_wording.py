"""The lines of a roulette case in the product's words: what roulette/README.md names, and nothing else."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.events import Event, play, wheel
from ledger.events.wheel import Ground
from tests.cases.wording import DAY, Said, UnknownKey, person

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


def ground(said: str) -> Ground:
    """`foreign object`, `the ball left the wheel`. Raises UnknownKey."""
    found = next((meant for word, meant in GROUNDS.items() if word in said.replace("_", " ")), None)
    if found is None:
        raise UnknownKey(f"the ground {said!r}")
    return found


@dataclass
class RouletteWording:
    """Goes along the lines of a case; the counts of a spin are told when it has ended."""

    subject: str = DAY
    counts: wheel.RevolutionsCounted | None = None
    kinds: dict[str, str] = field(default_factory=dict)

    def tell(self, line: Mapping[str, Any]) -> Iterator[tuple[str, Event]]:
        """What the line says, and about what. Raises UnknownKey."""
        said = dict(line)
        kind = said.pop("t")
        said.pop("id", None) if kind not in ("wager", "verbal") else None
        if "round" in said:
            self.subject = f"{DAY}/{said.pop('round')}"
        if kind not in _TOLD:
            raise UnknownKey(f"an event {kind}")
        if self.counts is not None and kind in _ENDS:
            yield self.subject, self.counts
            self.counts = None
        for event in _TOLD[kind](self, said):
            yield self.subject, event
        if said:
            raise UnknownKey(f"an event {kind} with {', '.join(said)}")

    def wagered(self, said: Said, how: str = "chips") -> Iterator[Event]:
        data = {name: said.pop(key) for key, name in PLACE.items() if key in said}
        data |= {"numbers": "-".join(said.pop("numbers"))} if "numbers" in said else {}
        data |= {"instructed": said.pop("instructed")} if "instructed" in said else {}
        data |= {"placed_by": person(said.pop("by"))} if "by" in said else {}
        wager = said.pop("id")
        self.kinds[wager] = data["kind"]
        yield play.WagerPlaced(
            wager=wager, player=person(said.pop("player")), stake_minor=said.pop("amount"), by=how, **data
        )

    def spoken(self, said: Said) -> Iterator[Event]:
        yield from self.wagered(said, "word")

    def moved(self, said: Said) -> Iterator[Event]:
        to = dict(said.pop("to"))
        numbers = {"numbers": "-".join(to.pop("numbers"))} if "numbers" in to else {}
        wager = said.pop("wager")
        kind = to.pop("kind", self.kinds[wager])
        yield play.WagerMoved(wager=wager, kind=kind, by=_who(said), **numbers, **to)

    def spun(self, said: Said) -> Iterator[Event]:
        yield wheel.BallSpun(ball=said.pop("ball", None), wheel=said.pop("wheel", None))
        total, after = said.pop("revolutions", None), said.pop("after_call", None)
        if total is not None:
            self.counts = wheel.RevolutionsCounted(total=total, after_call=after)


def _who(said: Said) -> str | None:
    by = said.pop("by", None)
    return None if by is None else person(by)


def _announced(said: Said) -> Event:
    number, text = said.pop("n", None), said.pop("text", None)
    return play.Announced(result=number if number is not None else text)


def _claimed(said: Said) -> Event:
    """A player's claim is his notice of an error; what he says is for the case."""
    for key in ("wager", "text", "amount"):
        said.pop(key, None)
    return play.NoticeGiven(by=person(said.pop("player")), to="management")


def _plain(make: Callable[[Said], Event]) -> Callable[[RouletteWording, Said], Iterator[Event]]:
    def told(_: RouletteWording, said: Said) -> Iterator[Event]:
        yield make(said)

    return told


def _without_by(event: type[Event]) -> Callable[[Said], Event]:
    def made(said: Said) -> Event:
        said.pop("by", None)
        return event()

    return made


_ENDS: Final = ("pocket", "no_spin", "ball_removed", "ball_returned", "spin", "announce", "dolly", "round_closed")
"""Lines before which the counts of a spin are told."""

_TOLD: Final[Mapping[str, Callable[[RouletteWording, Said], Iterator[Event]]]] = {
    "place_your_bets": _plain(_without_by(play.RoundOpened)),
    "no_more_bets": _plain(lambda said: play.BetsClosed(motion=said.pop("motion", None))),
    "wager": RouletteWording.wagered,
    "verbal": RouletteWording.spoken,
    "placed": _plain(lambda said: play.WagerLaid(wager=said.pop("wager"), by=_who(said))),
    "withdrawn": _plain(lambda said: play.WagerWithdrawn(wager=said.pop("wager"), by=_who(said))),
    "moved": RouletteWording.moved,
    "changed": _plain(lambda said: play.WagerChanged(wager=said.pop("wager"), stake_minor=said.pop("amount"))),
    "colour_value": _plain(
        lambda said: wheel.ColourValued(player=said.pop("player"), colour=said.pop("colour"), value_minor=said.pop("value"))
    ),
    "spin": RouletteWording.spun,
    "no_spin": _plain(lambda said: wheel.NoSpinCalled(ground=ground(said.pop("ground")), by=_who(said))),
    "incident": _plain(lambda said: wheel.SpinDisturbed(what=ground(said.pop("what")), by=_who(said))),
    "ball_removed": _plain(_without_by(wheel.BallRemoved)),
    "ball_retrieved": _plain(_without_by(wheel.BallRetrieved)),
    "ball_examined": _plain(lambda said: wheel.BallExamined(by=_who(said))),
    "ball_returned": _plain(lambda said: wheel.BallReturned(pocket=said.pop("n"))),
    "pocket": _plain(lambda said: wheel.BallRested(pocket=said.pop("n"))),
    "announce": _plain(_announced),
    "dolly": _plain(lambda said: wheel.DollyPlaced(pocket=said.pop("n"))),
    "display": _plain(lambda said: wheel.DisplayShown(pocket=said.pop("n"))),
    "added_from_print": _plain(lambda said: wheel.PrintAdded(wager=said.pop("wager"))),
    "returned": _plain(lambda said: play.WagerReturned(wager=said.pop("wager"), amount_minor=said.pop("amount"))),
    "tip": _plain(lambda said: play.TipGiven(player=person(said.pop("player")), amount_minor=said.pop("amount"))),
    "notice": _plain(lambda said: play.NoticeGiven(by=person(said.pop("by")), to=person(said.pop("to")))),
    "claim": _plain(_claimed),
    "round_closed": _plain(_without_by(play.RoundClosed)),
}
