"""What the cards of a shoe give reason to suspect: a question put to a person, with its chance; never a verdict on one.

How little could have been found: in how many of ten tables missing cards would have shown by now.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from ledger.events.shoe import ShoeShuffled
from ledger.values.message import Message, both, listed
from replay.forensics.composition import SameCards, missing_factors
from replay.forensics.evidence import SHARES, UNIT, Suspicion
from replay.judging.finding import Finding, Phase, declare
from replay.rulebooks.rules import Rules
from replay.shoe.preparation import Particulars
from replay.table_day.shoe_record import DrawnCard, ShoeRecord

_RUNS: Final = 40
"""So many tables are simulated, always the same ones: the answer is good to about one in ten."""
_FACES: Final = 52


@lru_cache(256)
def tables_in_ten(decks: int, read: Sequence[int], missing: int, least_one_in: int) -> int:
    """In how many of ten tables so many missing cards of different faces would have shown by now.

    `read` is how many cards were read of each shoe of the same cards in a row, the last one being in play.
    """
    chance = Random(_RUNS)  # noqa: S311 - a simulation
    least = least_one_in * UNIT * SHARES["cards_missing"].denominator // SHARES["cards_missing"].numerator
    found = sum(_shows(chance, decks, read, missing, least) for _ in range(_RUNS))
    return (10 * found + _RUNS // 2) // _RUNS


def _shows(chance: Random, decks: int, read: Sequence[int], missing: int, least: int) -> bool:
    cards = list(range(_FACES)) * decks
    for face in chance.sample(range(_FACES), missing):
        cards.remove(face)
    row, all_of_them = SameCards(), [cards.count(face) for face in range(_FACES)]
    for number in read:
        counts = all_of_them.copy()
        for face in chance.sample(cards, max(0, len(cards) - number)):
            counts[face] -= 1
        seen = sum(counts)
        if row.missing.times(missing_factors(decks, seen), counts).evidence() >= least:
            return True
        row = row.with_shoe(decks, counts, seen)
    return False


declare(
    __name__,
    Phase.SHOE,
    "record",
    {
        "cards_missing": "Cards may be missing from {shoes}, likeliest {cards}: complete decks give what came out of them "
        "{chance} ({where}). Count the decks.",
        "cards_surplus": "Cards may be too many in {shoes}, likeliest {cards}: complete decks give what came out of them "
        "{chance} ({where}). Count the decks.",
        "deck_order": "{length} cards of shoe {shoe}, {first} to {last}, came as they lie in a new deck; a well-shuffled "
        "shoe does so {chance} ({where}). Look how it was shuffled.",
        "repeated_deck": "{length} cards of shoe {shoe}, {first} to {last}, came as those {lag} cards before them; a "
        "well-shuffled shoe does so {chance} ({where}). Look how its decks were shuffled.",
        "repeated_run": "{length} cards of shoe {shoe}, {first} to {last}, came as in shoe {other} from its "
        "card {number} on; by chance in one shoe of {chance} at most.",
        "poor_shuffle": "The first {length} cards of shoe {shoe} came as if shoe {other} had been riffled {times}; a "
        "well-shuffled shoe does so {chance} ({where}). Look how it was shuffled.",
        "early_return": "Cards of shoe {shoe} come again too soon after the machine took them in; one that shuffles well "
        "does so {chance} ({where}). Have the machine looked at.",
    },
)


def suspicion_findings(shoe: ShoeRecord, name: str | None, rules: Rules) -> Iterator[Finding]:
    """The suspicions about a shoe that stand with the round of this name; None for those that stand with none."""
    for suspicion in shoe.examined().suspicions.values():
        last = shoe.drawn_cards[suspicion.number - 1]
        if shoe.round_for_findings(last.index) != name:
            continue
        if suspicion.kind == "cards_surplus" and suspicion.one_in is None and rules.clause_of("one_copy_too_many"):
            continue  # the house has a rule of its own for it
        clause = rules.clause_of(suspicion.kind)
        about = {"shoe": shoe.name, **_PARTICULARS[suspicion.kind](suspicion, shoe, last)}
        yield Finding(suspicion.kind, (clause,) if clause else (), last.position, about)


def _composition(suspicion: Suspicion, shoe: ShoeRecord, last: DrawnCard) -> Particulars:
    first_shoe = _shoes_ago(shoe, suspicion.shoes - 1)
    while not first_shoe.drawn_cards and first_shoe.next_shoe is not None:
        first_shoe = first_shoe.next_shoe
    single, several = Message("shoe {shoe}", shoe=shoe.name), Message("the last {number} shoes", number=suspicion.shoes)
    first = first_shoe.drawn_cards[0]
    return {
        "shoes": single if suspicion.shoes == 1 else several,
        "cards": listed(suspicion.faces),
        "chance": _chance(suspicion),
        "where": _where(first, last, first_shoe, shoe),
    }


def _order(suspicion: Suspicion, shoe: ShoeRecord, last: DrawnCard) -> Particulars:
    first = shoe.drawn_cards[suspicion.first_number - 1]
    length = suspicion.number - suspicion.first_number + 1
    about: Particulars = {"length": length, "first": first.card, "last": last.card, "chance": _chance(suspicion)}
    return {**about, "lag": suspicion.lag or 0, "where": _where(first, last, shoe, shoe)}


def _run(suspicion: Suspicion, shoe: ShoeRecord, last: DrawnCard) -> Particulars:
    first = shoe.drawn_cards[suspicion.first_number - 1]
    where = _where(first, last, shoe, shoe)
    return {
        "length": suspicion.number - suspicion.first_number + 1,
        "first": first.card,
        "last": Message("{card} ({where})", card=last.card, where=where),
        "other": Message(_ORDERS[suspicion.order], shoe=_shoes_ago(shoe, suspicion.earlier_shoe or 1).name),
        "number": suspicion.earlier_number or 0,
        "chance": f"{suspicion.one_in:,}",
    }


def _riffled(suspicion: Suspicion, shoe: ShoeRecord, last: DrawnCard) -> Particulars:
    times = Message("once") if suspicion.riffles == 1 else Message("{number} times", number=suspicion.riffles)
    return {
        "length": suspicion.number,
        "other": _shoes_ago(shoe, 1).name,
        "times": times,
        "chance": _chance(suspicion),
        "where": _where(shoe.drawn_cards[0], last, shoe, shoe),
    }


def _returned(suspicion: Suspicion, shoe: ShoeRecord, last: DrawnCard) -> Particulars:
    return {"chance": _chance(suspicion), "where": _where(shoe.drawn_cards[0], last, shoe, shoe)}


_PARTICULARS: Final[Mapping[str, Callable[[Suspicion, ShoeRecord, DrawnCard], Particulars]]] = {
    "cards_missing": _composition,
    "cards_surplus": _composition,
    "deck_order": _order,
    "repeated_deck": _order,
    "repeated_run": _run,
    "poor_shuffle": _riffled,
    "early_return": _returned,
}
_ORDERS: Final[Mapping[str, str]] = {
    "dealt": "{shoe}",
    "dealt_backwards": "{shoe} backwards",
    "by_hand": "{shoe} as it was picked up",
    "by_hand_backwards": "{shoe} as it was picked up, backwards,",
}
"""Shoe {other} as its cards came again."""


def _shoes_ago(shoe: ShoeRecord, number: int) -> ShoeRecord:
    for _ in range(number):
        if shoe.previous_shoe is not None:
            shoe = shoe.previous_shoe
    return shoe


def _chance(suspicion: Suspicion) -> str:
    if suspicion.one_in is None:
        return Message("never")
    return Message("once in {number} at most", number=f"{suspicion.one_in:,}")


def _where(first: DrawnCard, last: DrawnCard, first_shoe: ShoeRecord, shoe: ShoeRecord) -> str:
    """The rounds in question, and who shuffled."""
    rounds = [card.round.rpartition("/")[2] for card in (first, last) if card.round is not None]
    shuffled = _shuffled(first_shoe, shoe)
    if not rounds:
        return shuffled
    if rounds[0] == rounds[-1]:
        return Message("round {last}; {shuffled}", last=rounds[-1], shuffled=shuffled)
    return Message("rounds {first} to {last}; {shuffled}", first=rounds[0], last=rounds[-1], shuffled=shuffled)


def _shuffled(first_shoe: ShoeRecord, shoe: ShoeRecord) -> str:
    shuffles, by = False, dict[str, None]()
    at: ShoeRecord | None = shoe
    while at is not None:
        for act in at.acts_of(ShoeShuffled):
            shuffles = True
            if isinstance(act.event, ShoeShuffled) and act.event.by is not None:
                by[act.event.by] = None
        at = None if at is first_shoe else at.previous_shoe
    if by:
        return Message("shuffled by {who}", who=both(list(by)))
    return Message("who shuffled is not on record") if shuffles else Message("no shuffle is on record")


_MISSING: Final = (1, 5)
"""For how many missing cards it is said how often they would have shown."""


def shoe_power(shoe: ShoeRecord) -> list[tuple[int, int]]:
    """For some numbers of missing cards of different faces: at how many tables of ten they would have shown by now. None
    where they have, or where copies cannot be counted.
    """
    examination = shoe.examined()
    read = examination.cards_read()
    if not read or "cards_missing" in examination.suspicions:
        return []
    return [(number, tables_in_ten(shoe.decks, read, number, shoe.least_one_in)) for number in _MISSING]
