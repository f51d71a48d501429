"""A shoe as its page shows it: custody, the strip of cards round by round, what is left in it, and its money."""

from collections.abc import Iterator
from dataclasses import dataclass

from desk.web.money import ShoeMoney, shoe_money
from ledger.values.cards import RANKS, SUITS
from projections.answers.status import StatusWord, shoe_status
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.reports.decisions import DecisionLine, decision_lines
from projections.reports.readings import reading_sentences
from projections.reports.shoe_examination import evidence_sentences, power_sentences
from projections.rulings.ruled_day import RuledDay
from projections.timeline.event_text import describe_event
from projections.timeline.timeline import formatter_for
from replay.ruling.card_sequence import CardSequence, card_sequences
from replay.ruling.ruling import rule
from replay.ruling.shoe_totals import running_totals
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class ShoeView:
    """One shoe."""

    card_sequence: CardSequence
    status: StatusWord
    acts: tuple[str, ...]
    findings: tuple[tuple[str, tuple[str, ...]], ...]
    """Of its custody, each with its clauses."""
    decisions: tuple[DecisionLine, ...]
    burned: int
    left: int
    composition: tuple[tuple[str, tuple[int, ...]], ...]
    """By suit, how many of each rank are not accounted for."""
    money: tuple[ShoeMoney, ...]
    readings: tuple[str, ...]
    """What the readings mean under which its money is told."""
    currency: str
    notes: tuple[str, ...]


def shoe_views(table_day: TableDay, ruled: RuledDay, name: str, words: Catalogue) -> list[ShoeView]:
    """The shoes of this name in a table's day."""
    return [_shoe_view(table_day, strip, words) for strip in card_sequences(table_day, name, ruled.findings_in)]


def _shoe_view(table_day: TableDay, card_sequence: CardSequence, words: Catalogue) -> ShoeView:
    shoe = card_sequence.shoe
    rulings = [rule(table_day, round_.name) for round_ in table_day.rounds.values() if round_.shoe_record is shoe]
    opening, spelling = rulings[0].round.table_opening, formatter_for(rulings[0], words)
    totals = [*running_totals(rulings)][-1]
    held = {position for ruling in rulings for position in ruling.round.positions_in_force}
    decided = [
        decision
        for decision in table_day.standings.decisions
        if decision.scope in ("shoe", "game") and decision.shoe in (shoe.name, None)
    ]
    return ShoeView(
        card_sequence=card_sequence,
        status=shoe_status(card_sequence).word,
        acts=tuple(describe_event(act.event, spelling) for act in shoe.acts),
        findings=tuple((words.finding(finding), finding.clauses) for finding in card_sequence.findings),
        decisions=tuple(decision_lines(decided, held, opening, words)),
        burned=sum(drawn_card.burned for drawn_card in shoe.drawn_cards),
        left=max(52 * shoe.decks - len(shoe.drawn_cards), 0),
        composition=tuple((suit, tuple(card_sequence.unaccounted_cards[rank + suit] for rank in RANKS)) for suit in SUITS),
        money=tuple(shoe_money(totals, opening.minor_digits, words)),
        readings=tuple(sorted({text for each in totals for text in reading_sentences(rulings[0], each.choices, words)})),
        currency=opening.currency,
        notes=tuple(_notes(card_sequence, words)),
    )


def _notes(card_sequence: CardSequence, words: Catalogue) -> Iterator[str]:
    """What else there is to say: what speaks for suspicions, what could have been found, and where accounts differ."""
    yield from evidence_sentences(card_sequence.shoe, words)
    yield from power_sentences(card_sequence.shoe, words)
    for difference in card_sequence.differences:
        here, there = (
            with_suit_signs(" ".join(cards)) or words.say("shoe.nothing")
            for cards in (difference.own_cards, difference.other_cards)
        )
        yield words.say("shoe.differs", first=difference.number, account=difference.account, there=there, here=here)
