"""From the shuffle to the first card: the shuffles that are due, the cards that are burned, the dealer who takes over."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ledger.events.shoe import CardBurned, ShoeShuffled
from ledger.events.table import DealerChanged
from replay.judging.finding import Finding, cited
from replay.rulebooks.common_parameters import (
    ANY_STEP,
    BURN_NEW_DEALER,
    BURN_SHUFFLED,
    SHUFFLE_ALWAYS,
    SHUFFLE_FIRST,
    Steps,
)
from replay.rulebooks.parameter import Key
from replay.rulebooks.rules import Rules
from replay.table_day.shoe_record import Act, Drawn, ShoeRecord

About = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Preparation:
    """What was done with a shoe before a first card was dealt from it: when it was new, or shuffled again in its midst."""

    shoe: ShoeRecord
    acts: tuple[Act, ...]
    first: Drawn
    """The first card that was dealt after it."""
    new: bool
    """Whether the shoe had just been prepared."""

    @property
    def demanded(self) -> bool:
        """Whether what is not on record was not done: a machine needs no preparing, and some records tell of none."""
        return self.shoe.told and self.shoe.device != "machine"

    @property
    def since_shuffled(self) -> tuple[Act, ...]:
        """What was done after the last shuffle."""
        shuffled = [at for at, act in enumerate(self.acts) if isinstance(act.event, ShoeShuffled)]
        return self.acts[shuffled[-1] + 1 :] if shuffled else self.acts


def preparations(shoe: ShoeRecord) -> Iterator[Preparation]:
    """Each time that the shoe was made ready, if a card was dealt after it."""
    shuffled = (shoe.next_dealt(act.index) for act in shoe.of(ShoeShuffled))
    for first in dict.fromkeys(filter(None, (*shoe.dealt[:1], *shuffled))):
        last = shoe.last_dealt(first.index)
        acts = (act for act in shoe.acts if act.index < first.index and (last is None or act.index > last.index))
        yield Preparation(shoe, tuple(acts), first, last is None)


def shuffles(made: Preparation, rules: Rules) -> Iterator[Finding]:
    """Shuffles that are missing, and those that came before another one which they follow."""
    done = [act.event.procedure for act in made.acts if isinstance(act.event, ShoeShuffled)]
    about: About = {"shoe": made.shoe.name}
    at_first = made.new and made.shoe.new_game
    if made.demanded:
        for key in [SHUFFLE_FIRST, SHUFFLE_ALWAYS] if at_first else [SHUFFLE_ALWAYS]:
            yield from _missing(key, done, about, made.first.position, rules)
    with rules.scope() as grounds:
        always = rules.value(SHUFFLE_ALWAYS)
    first = rules.value(SHUFFLE_FIRST)
    followed = [at for at, step in enumerate(done) if step in always]
    if followed and any(step in first for step in done[followed[-1] :]):
        steps: About = {"step": _spoken(done[followed[-1]]), "other": _spoken(first[0])}
        yield Finding("shuffle_out_of_order", cited(grounds), made.first.position, {**about, **steps})


def _missing(key: Key[Steps], done: list[str], about: About, at: int, rules: Rules) -> Iterator[Finding]:
    with rules.scope() as grounds:
        due = rules.value(key)
    for step in due:
        if step not in done and not (step == ANY_STEP and done):
            yield Finding("shuffle_missing", cited(grounds), at, {**about, "step": _spoken(step)})


def _spoken(step: str) -> str:
    return "shuffle" if step == ANY_STEP else f"{step.replace('_', ' ')} shuffle"


# The cards that are burned

DUE: Final = ("shuffle", "dealer_change", "other")
"""Why cards are burned as they should be; others are dealt in error, and that is a matter of the round."""


def burns(made: Preparation, rules: Rules) -> Iterator[Finding]:
    """The cards burned after the shuffle: so many, and nobody sees them."""
    with rules.scope() as grounds:
        due = rules.value(BURN_SHUFFLED)
    if not due:
        return
    burned = [act for act in made.since_shuffled if isinstance(act.event, CardBurned) and act.event.reason in DUE]
    about: About = {"shoe": made.shoe.name, "found": len(burned), "due": due}
    if len(burned) != due and made.demanded:
        yield Finding("wrong_burn", cited(grounds), made.first.position, about)
    yield from _seen(burned, about, cited(grounds))


def _seen(burned: list[Act], about: About, clauses: tuple[str, ...]) -> Iterator[Finding]:
    for act in burned:
        if isinstance(act.event, CardBurned) and act.event.face == "up":
            yield Finding("burned_face_up", clauses, act.position, {**about, "card": act.event.card})


def new_dealers(shoe: ShoeRecord) -> Iterator[tuple[Act, Drawn]]:
    """Each dealer who took over in the midst of a shoe, and the first card that he dealt."""
    came = {shoe.next_dealt(act.index): act for act in shoe.of(DealerChanged) if shoe.last_dealt(act.index)}
    yield from ((act, first) for first, act in came.items() if first is not None)


def burned_by(shoe: ShoeRecord, came: Act, first: Drawn, rules: Rules) -> Iterator[Finding]:
    """The card that a dealer burns who takes over in mid-shoe. After a new shuffle that is part of what is burned then."""
    with rules.scope() as grounds:
        due = rules.value(BURN_NEW_DEALER)
    between = [act for act in shoe.acts if came.index < act.index < first.index]
    if not due or not isinstance(came.event, DealerChanged) or any(isinstance(a.event, ShoeShuffled) for a in between):
        return
    burned = [act for act in between if isinstance(act.event, CardBurned) and act.event.reason in DUE]
    about: About = {"shoe": shoe.name, "dealer": came.event.dealer, "found": len(burned), "due": due}
    known = shoe.told or any(act.event.reason == "dealer_change" for act in shoe.acts if isinstance(act.event, CardBurned))
    if len(burned) != due and known and shoe.device != "machine":
        yield Finding("new_dealer_burn", cited(grounds), first.position, about)
    yield from _seen(burned, about, cited(grounds))


IDLE: Final = {"shuffle": BURN_SHUFFLED, "dealer_change": BURN_NEW_DEALER}
"""By the reason that is told for a burned card, how many are due for it."""


def idle_burn(shoe: ShoeRecord, act: Act, rules: Rules) -> Iterator[Finding]:
    """A card burned in mid-shoe as if for a shuffle or a new dealer, and there was none: too late, or for nothing."""
    if not isinstance(act.event, CardBurned) or act.event.reason not in IDLE or not shoe.told or not _idle(shoe, act):
        return
    with rules.scope() as grounds:
        due = rules.value(IDLE[act.event.reason])
    if due:
        about: About = {"shoe": shoe.name, "why": "shuffle" if act.event.reason == "shuffle" else "new dealer"}
        yield Finding("idle_burn", cited(grounds), act.position, about)


def _idle(shoe: ShoeRecord, burned: Act) -> bool:
    """Whether a card had been dealt since the shoe was made ready or a dealer came."""
    last = shoe.last_dealt(burned.index)
    if last is None:
        return False
    between = (act for act in shoe.of(ShoeShuffled, DealerChanged) if last.index < act.index < burned.index)
    return next(between, None) is None
