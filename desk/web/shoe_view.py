"""A shoe as its page shows it: custody, the strip of cards round by round, what is left in it, and its money."""

from collections.abc import Iterator
from dataclasses import dataclass

from desk.terminal.decisions import told as decision_told
from desk.web.money import ShoeMoney, shoe_money
from ledger.values.cards import RANKS, SUITS
from projections.messages.catalogue import Words
from projections.timeline.event_text import phrase
from projections.timeline.timeline import spelling_of
from replay.ruling.card_sequence import CardSequence, card_sequences
from replay.ruling.ruling import rule
from replay.ruling.shoe_totals import running_totals
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class ShoeTold:
    """One shoe."""

    strip: CardSequence
    acts: tuple[str, ...]
    findings: tuple[tuple[str, tuple[str, ...]], ...]
    """Of its custody, each with its clauses."""
    decisions: tuple[tuple[str, str, bool], ...]
    """What was decided on it, on which clause, and whether it was refused."""
    burned: int
    left: int
    composition: tuple[tuple[str, tuple[int, ...]], ...]
    """By suit, how many of each rank are not accounted for."""
    money: tuple[ShoeMoney, ...]
    currency: str
    notes: tuple[str, ...]


def shoes_told(story: TableDay, name: str, words: Words) -> list[ShoeTold]:
    """The shoes of this name in a table's day."""
    return [_told(story, strip, words) for strip in card_sequences(story, name, rule)]


def _told(story: TableDay, strip: CardSequence, words: Words) -> ShoeTold:
    shoe = strip.shoe
    rulings = [rule(story, round_.name) for round_ in story.rounds.values() if round_.shoe_record is shoe]
    opening, spelling = rulings[0].round.table_opening, spelling_of(rulings[0], words)
    totals = [*running_totals(rulings)][-1]
    held = {decision.position for ruling in rulings for decision in ruling.round.decisions_in_force}
    decided = [one for one in story.standings.taken if one.scope in ("shoe", "game") and one.shoe in (shoe.name, None)]
    return ShoeTold(
        strip=strip,
        acts=tuple(phrase(act.event, spelling) for act in shoe.acts),
        findings=tuple((words.finding(finding), finding.clauses) for finding in strip.findings),
        decisions=tuple(
            (decision_told(one, in_force=one.position in held), one.clause or "", one.refused is not None)
            for one in decided
        ),
        burned=sum(drawn_card.burned for drawn_card in shoe.drawn_cards),
        left=max(52 * shoe.decks - len(shoe.drawn_cards), 0),
        composition=tuple((suit, tuple(strip.unaccounted_cards[rank + suit] for rank in RANKS)) for suit in SUITS),
        money=tuple(shoe_money(totals, opening.minor_digits)),
        currency=opening.currency,
        notes=tuple(_notes(strip)),
    )


def _notes(strip: CardSequence) -> Iterator[str]:
    """What else there is to say: a run that an earlier shoe had too, and where accounts differ."""
    run = strip.longest_run
    if run is not None and run.length > 1:
        chance = f"{int(1 / run.chance):,}" if run.chance < 1 else "1"
        yield (
            f"The longest run that came in an earlier shoe too has {run.length} cards (shoe {run.shoe}, from its card "
            f"{run.earlier_number} on): by chance at most one shoe in {chance}."
        )
    for difference in strip.differences:
        here, there = (" ".join(cards) or "nothing" for cards in (difference.own_cards, difference.other_cards))
        yield f"From card {difference.number} on account {difference.account} tells {there}, where {here} is used."
