"""From the shuffle to the first card: the shuffles that are due, the cards that are burned, the dealer who takes over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ledger.events.shoe import CardBurned, ShoeShuffled
from ledger.events.table import DealerChanged
from ledger.values.message import Message, Term
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.rulebooks.common_parameters import (
    ANY_STEP,
    BURN_NEW_DEALER,
    BURN_SHUFFLED,
    SHUFFLE_ALWAYS,
    SHUFFLE_FIRST,
    Steps,
)
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules
from replay.table_day.shoe_record import DrawnCard, ShoeAct, ShoeRecord


def _are_too_few(particulars: Mapping[str, str | int]) -> bool:
    """Whether fewer cards were burned than are due, and not more."""
    return int(particulars["found"]) < int(particulars["due"])


declare(
    __name__,
    Phase.SHOE,
    "dealing",
    {
        "shuffle_missing": "Cards were dealt from shoe {shoe} without the {step} that is required first.",
        "shuffle_out_of_order": "Shoe {shoe} had its {step} before the {other}, which comes first.",
        "wrong_burn": "{found} {found:card was|cards were} burned after the shuffle of shoe {shoe}; {due} must be.",
        "new_dealer_burn": "Dealer {dealer} took over in the middle of shoe {shoe} and burned {found} "
        "{found:card|cards}; {due} must be burned.",
        "idle_burn": "A card of shoe {shoe} was burned as for a {why}, but there was none.",
        "burned_face_up": "Card {card} of shoe {shoe} was burned face up; nobody may see it.",
    },
    {
        "shuffle_missing": Absence((ShoeShuffled,), "before"),
        "wrong_burn": Absence((CardBurned,), "before", _are_too_few),
        "new_dealer_burn": Absence((CardBurned,), "before", _are_too_few),
        "idle_burn": Absence((ShoeShuffled, DealerChanged), "before"),
    },
)


Particulars = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Preparation:
    """What was done with a shoe before a first card was dealt from it: when it was new, or shuffled again in its midst."""

    shoe: ShoeRecord
    acts: tuple[ShoeAct, ...]
    first_card: DrawnCard
    """The first card that was dealt after it."""
    is_new_shoe: bool
    """Whether the shoe had just been prepared."""

    @property
    def must_be_recorded(self) -> bool:
        """Whether what is not on record was not done: a machine needs no preparing, and some records tell of none."""
        return self.shoe.records_preparation and self.shoe.device != "machine"

    @property
    def acts_since_shuffle(self) -> tuple[ShoeAct, ...]:
        """What was done after the last shuffle."""
        shuffled = [at for at, act in enumerate(self.acts) if isinstance(act.event, ShoeShuffled)]
        return self.acts[shuffled[-1] + 1 :] if shuffled else self.acts


def preparations(shoe: ShoeRecord) -> Iterator[Preparation]:
    """Each time that the shoe was made ready, if a card was dealt after it."""
    shuffled = (shoe.next_dealt(act.index) for act in shoe.acts_of(ShoeShuffled))
    for first in dict.fromkeys(filter(None, (*shoe.dealt_cards[:1], *shuffled))):
        last = shoe.last_dealt(first.index)
        acts = (act for act in shoe.acts if act.index < first.index and (last is None or act.index > last.index))
        yield Preparation(shoe, tuple(acts), first, last is None)


def shuffle_findings(preparation: Preparation, rules: Rules) -> Iterator[Finding]:
    """Shuffles that are missing, and those that came before another one which they follow."""
    done = [act.event.procedure for act in preparation.acts if isinstance(act.event, ShoeShuffled)]
    about: Particulars = {"shoe": preparation.shoe.name}
    at_first = preparation.is_new_shoe and preparation.shoe.is_new_game
    if preparation.must_be_recorded:
        for key in [SHUFFLE_FIRST, SHUFFLE_ALWAYS] if at_first else [SHUFFLE_ALWAYS]:
            yield from _missing_shuffles(key, done, about, preparation.first_card.position, rules)
    with rules.scope() as grounds:
        always = rules.value(SHUFFLE_ALWAYS)
    first = rules.value(SHUFFLE_FIRST)
    followed = [at for at, step in enumerate(done) if step in always]
    if followed and any(step in first for step in done[followed[-1] :]):
        steps: Particulars = {"step": _shuffle_name(done[followed[-1]]), "other": _shuffle_name(first[0])}
        yield Finding("shuffle_out_of_order", sorted_clauses(grounds), preparation.first_card.position, {**about, **steps})


def _missing_shuffles(
    parameter: Parameter[Steps], done_steps: list[str], particulars: Particulars, position: int, rules: Rules
) -> Iterator[Finding]:
    with rules.scope() as grounds:
        due = rules.value(parameter)
    for step in due:
        if step not in done_steps and not (step == ANY_STEP and done_steps):
            yield Finding(
                "shuffle_missing", sorted_clauses(grounds), position, {**particulars, "step": _shuffle_name(step)}
            )


def _shuffle_name(step: str) -> str:
    return Term("shuffle") if step == ANY_STEP else Message("{step} shuffle", step=Term(step))


# The cards that are burned

DUE_BURN_REASONS: Final = ("shuffle", "dealer_change", "other")
"""Why cards are burned as they should be; others are dealt in error, and that is a matter of the round."""


def burn_findings(preparation: Preparation, rules: Rules) -> Iterator[Finding]:
    """The cards burned after the shuffle: so many, and nobody sees them."""
    with rules.scope() as grounds:
        due = rules.value(BURN_SHUFFLED)
    if not due:
        return
    burned = [
        act
        for act in preparation.acts_since_shuffle
        if isinstance(act.event, CardBurned) and act.event.reason in DUE_BURN_REASONS
    ]
    about: Particulars = {"shoe": preparation.shoe.name, "found": len(burned), "due": due}
    if len(burned) != due and preparation.must_be_recorded:
        yield Finding("wrong_burn", sorted_clauses(grounds), preparation.first_card.position, about)
    yield from _face_up_findings(burned, about, sorted_clauses(grounds))


def _face_up_findings(burned: list[ShoeAct], particulars: Particulars, clauses: tuple[str, ...]) -> Iterator[Finding]:
    for act in burned:
        if isinstance(act.event, CardBurned) and act.event.face == "up":
            yield Finding("burned_face_up", clauses, act.position, {**particulars, "card": act.event.card})


def new_dealers(shoe: ShoeRecord) -> Iterator[tuple[ShoeAct, DrawnCard]]:
    """Each dealer who took over in the midst of a shoe, and the first card that he dealt."""
    came = {shoe.next_dealt(act.index): act for act in shoe.acts_of(DealerChanged) if shoe.last_dealt(act.index)}
    yield from ((act, first) for first, act in came.items() if first is not None)


def new_dealer_findings(shoe: ShoeRecord, change: ShoeAct, first_card: DrawnCard, rules: Rules) -> Iterator[Finding]:
    """The card that a dealer burns who takes over in mid-shoe. After a new shuffle that is part of what is burned then."""
    with rules.scope() as grounds:
        due = rules.value(BURN_NEW_DEALER)
    between = [act for act in shoe.acts if change.index < act.index < first_card.index]
    if not due or not isinstance(change.event, DealerChanged) or any(isinstance(a.event, ShoeShuffled) for a in between):
        return
    burned = [act for act in between if isinstance(act.event, CardBurned) and act.event.reason in DUE_BURN_REASONS]
    about: Particulars = {"shoe": shoe.name, "dealer": change.event.dealer, "found": len(burned), "due": due}
    known = shoe.records_preparation or any(
        act.event.reason == "dealer_change" for act in shoe.acts if isinstance(act.event, CardBurned)
    )
    if len(burned) != due and known and shoe.device != "machine":
        yield Finding("new_dealer_burn", sorted_clauses(grounds), first_card.position, about)
    yield from _face_up_findings(burned, about, sorted_clauses(grounds))


BURN_PARAMETERS: Final = {"shuffle": BURN_SHUFFLED, "dealer_change": BURN_NEW_DEALER}
"""By the reason that is told for a burned card, how many are due for it."""


def idle_burn_findings(shoe: ShoeRecord, act: ShoeAct, rules: Rules) -> Iterator[Finding]:
    """A card burned in mid-shoe as if for a shuffle or a new dealer, and there was none: too late, or for nothing."""
    if (
        not isinstance(act.event, CardBurned)
        or act.event.reason not in BURN_PARAMETERS
        or not shoe.records_preparation
        or not _is_idle(shoe, act)
    ):
        return
    with rules.scope() as grounds:
        due = rules.value(BURN_PARAMETERS[act.event.reason])
    if due:
        about: Particulars = {"shoe": shoe.name, "why": Term("shuffle" if act.event.reason == "shuffle" else "new dealer")}
        yield Finding("idle_burn", sorted_clauses(grounds), act.position, about)


def _is_idle(shoe: ShoeRecord, burned: ShoeAct) -> bool:
    """Whether a card had been dealt since the shoe was made ready or a dealer came."""
    last = shoe.last_dealt(burned.index)
    if last is None:
        return False
    between = (act for act in shoe.acts_of(ShoeShuffled, DealerChanged) if last.index < act.index < burned.index)
    return next(between, None) is None
