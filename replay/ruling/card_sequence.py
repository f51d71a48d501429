"""A shoe as a strip of cards: the rounds dealt from it, what was done with it, and what there is to say about it.

Also what its unread cards could still be, and where two accounts of it tell different cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from ledger.events.shoe import CardExchanged
from ledger.table_standing import RoundStanding, ShoeStanding, ShoeState
from ledger.values.cards import RANKS, SUITS, has_suit, is_known, rank
from replay.judging.finding import Finding, sorted_findings
from replay.rulebooks.rules import Rules
from replay.shoe.checks import shoe_findings
from replay.table_day.builder import TableDay
from replay.table_day.round import Round
from replay.table_day.shoe_record import DrawnCard, ShoeRecord


@dataclass(frozen=True, slots=True)
class CardStretch:
    """The cards that left a shoe in one round, or between two rounds, and what was found there."""

    round: str | None
    standing: RoundStanding | None
    """How the round stands by what was decided; None where no round was dealt."""
    cards: tuple[DrawnCard, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class AccountDifference:
    """Where another account tells other cards of a shoe: the number of the first of them, and both accounts' cards."""

    account: str
    number: int
    own_cards: tuple[str, ...]
    other_cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardSequence:
    """One shoe of a table's day."""

    day: str
    shoe: ShoeRecord
    standing: ShoeStanding
    void_roles: tuple[str, ...]
    """The roles that may declare it void."""
    stretches: tuple[CardStretch, ...]
    findings: tuple[Finding, ...]
    """Of its custody and composition: they stand with a round too, if there is one."""
    unaccounted_cards: Mapping[str, int]
    """How many of each card are not accounted for: they are still in the shoe, or among its unread cards."""
    differences: tuple[AccountDifference, ...]

    @property
    def unread_count(self) -> int:
        """The cards that left the shoe and of which rank or suit was not read."""
        return sum(not has_suit(drawn_card.card) for drawn_card in self.shoe.drawn_cards)


FindingLookup = Callable[[str], Sequence[Finding]]
"""What was found in a round, by the round's name."""


def card_sequences(table_day: TableDay, name: str, findings: FindingLookup) -> Iterator[CardSequence]:
    """The shoes of this name in a table's day, in the order in which they were dealt, with what was found in the rounds."""
    shoes = {id(round_.shoe_record): round_.shoe_record for round_ in table_day.rounds.values() if round_.shoe_record}
    for shoe in shoes.values():
        if shoe.name == name:
            yield _card_sequence(table_day, shoe, findings)


def _card_sequence(table_day: TableDay, shoe: ShoeRecord, findings: FindingLookup) -> CardSequence:
    own = [round_ for round_ in table_day.rounds.values() if round_.shoe_record is shoe]
    found_in = {round_.name: findings(round_.name) for round_ in own}
    custody = [finding for found in found_in.values() for finding in _findings_about_shoe(found, shoe)]
    following = next(
        (round_ for round_ in table_day.rounds.values() if round_.shoe_record and round_.shoe_record.previous_shoe is shoe),
        None,
    )
    if following is not None:
        custody += shoe_findings(shoe, following.name, Rules(following.edition))
    custody += shoe_findings(shoe, None, Rules(own[0].edition))
    stretches = []
    for name, cards in groupby(shoe.drawn_cards, lambda drawn_card: None if drawn_card.burned else drawn_card.round):
        stands = table_day.rounds[name].standing if name in found_in else None
        stretches.append(CardStretch(name, stands, tuple(cards), tuple(found_in.get(name or "", ()))))
    return CardSequence(
        day=table_day.day,
        shoe=shoe,
        standing=table_day.standings.shoes.get(shoe.name, ShoeState()).standing,
        void_roles=tuple(row.roles) if (row := own[0].edition.authorities.get("void_shoe")) else (),
        stretches=tuple(stretches),
        findings=sorted_findings(dict.fromkeys(custody)),
        unaccounted_cards=count_unaccounted(shoe),
        differences=tuple(_account_differences(own, shoe)),
    )


def _findings_about_shoe(found: Sequence[Finding], shoe: ShoeRecord) -> Iterator[Finding]:
    """The findings of a round that are about this shoe, not about the round."""
    return (finding for finding in found if finding.particulars.get("shoe") == shoe.name)


def count_unaccounted(shoe: ShoeRecord) -> dict[str, int]:
    """How many of each card can still be in the shoe or among its unread cards, by what was read of the others."""
    drawn = [drawn_card.card for drawn_card in shoe.drawn_cards]
    exchanged = [act.event.card for act in shoe.acts_of(CardExchanged) if isinstance(act.event, CardExchanged)]
    out, ranks = Counter(drawn), Counter(rank(card) for card in drawn if is_known(card))
    more, more_of_rank = Counter(exchanged), Counter(map(rank, exchanged))
    found = {}
    for card in (face + suit for face in RANKS for suit in SUITS):
        of_card = shoe.decks + more[card] - out[card]
        of_rank = 4 * shoe.decks + more_of_rank[rank(card)] - ranks[rank(card)]
        found[card] = max(0, min(of_card, of_rank))
    return found


def _account_differences(rounds: list[Round], shoe: ShoeRecord) -> Iterator[AccountDifference]:
    """Where other accounts of these rounds tell other cards, the whole shoe laid side by side."""
    others = {other.account: other.shoe_record for round_ in rounds for other in round_.other_accounts if other.shoe_record}
    for account, record in others.items():
        here, there = (
            [drawn_card.card for drawn_card in shoe.drawn_cards],
            [drawn_card.card for drawn_card in record.drawn_cards],
        )
        laid = SequenceMatcher(None, here, there, autojunk=False)
        for what, begins, ends, first, last in laid.get_opcodes():
            if what != "equal":
                yield AccountDifference(account, begins + 1, tuple(here[begins:ends]), tuple(there[first:last]))
