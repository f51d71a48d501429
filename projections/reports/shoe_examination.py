"""What the examination of a shoe says in words: what speaks for each suspicion, and how little could have been found."""

from collections.abc import Iterator

from projections.messages.catalogue import Catalogue, with_suit_signs
from replay.ruling.card_sequence import CardSequence
from replay.shoe.suspicions import shoe_power
from replay.table_day.shoe_record import ShoeRecord


def evidence_sentences(shoe: ShoeRecord, words: Catalogue) -> Iterator[str]:
    """How rarely a fair shoe comes to what speaks for each suspicion, where anything does."""
    for kind, rarity in shoe.examined().evidence().items():
        if rarity > 1:
            yield words.say("shoe.evidence", kind=words.named("kind", kind), number=words.money(rarity, 0))


def power_sentences(shoe: ShoeRecord, words: Catalogue) -> Iterator[str]:
    """At how many tables of ten some missing cards would have shown by now."""
    for missing, tables in shoe_power(shoe):
        yield words.say("shoe.power", number=missing, tables=tables)


def shoe_notes(card_sequence: CardSequence, words: Catalogue) -> Iterator[str]:
    """Yield what speaks for suspicions, what could have been found, and where accounts differ, in sentences."""
    yield from evidence_sentences(card_sequence.shoe, words)
    yield from power_sentences(card_sequence.shoe, words)
    for difference in card_sequence.differences:
        here, there = (
            with_suit_signs(" ".join(cards)) or words.say("shoe.nothing")
            for cards in (difference.own_cards, difference.other_cards)
        )
        yield words.say("shoe.differs", first=difference.number, account=difference.account, there=there, here=here)
