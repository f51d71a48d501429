"""A shoe as a strip of cards: the rounds dealt from it, what was done with it, and what there is to say about it.

Also what its unread cards could still be, and where two accounts of it tell different cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from ledger.events.shoe import CardExchanged
from ledger.table_standing import RoundStanding, ShoeStanding, ShoeState
from ledger.values.cards import RANKS, SUITS, has_suit, is_known, rank
from replay.judging.finding import Finding, in_order
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling
from replay.shoe.checks import of_shoe
from replay.table_day.builder import Story
from replay.table_day.round import Round
from replay.table_day.shoe_record import Drawn, Run, ShoeRecord


@dataclass(frozen=True, slots=True)
class Stretch:
    """The cards that left a shoe in one round, or between two rounds, and what was found there."""

    round: str | None
    standing: RoundStanding | None
    """How the round stands by what was decided; None where no round was dealt."""
    cards: tuple[Drawn, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """Where another account tells other cards of a shoe: the number of the first of them, and both accounts' cards."""

    account: str
    number: int
    here: tuple[str, ...]
    there: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """One shoe of a table's day."""

    day: str
    shoe: ShoeRecord
    standing: ShoeStanding
    stretches: tuple[Stretch, ...]
    findings: tuple[Finding, ...]
    """Of its custody and composition: they stand with a round too, if there is one."""
    at_large: Mapping[str, int]
    """How many of each card are not accounted for: they are still in the shoe, or among its unread cards."""
    run: Run | None
    """The longest run of cards that an earlier shoe had in the same order."""
    differing: tuple[Differing, ...]

    @property
    def unread(self) -> int:
        """The cards that left the shoe and of which rank or suit was not read."""
        return sum(not has_suit(one.card) for one in self.shoe.drawn)


def strips(story: Story, name: str, ruled: Callable[[Story, str], Ruling]) -> Iterator[Strip]:
    """The shoes of this name in a table's day, in the order in which they were dealt."""
    shoes = {id(one.dealt_from): one.dealt_from for one in story.rounds.values() if one.dealt_from}
    for shoe in shoes.values():
        if shoe.name == name:
            yield _strip(story, shoe, ruled)


def _strip(story: Story, shoe: ShoeRecord, ruled: Callable[[Story, str], Ruling]) -> Strip:
    own = [one for one in story.rounds.values() if one.dealt_from is shoe]
    rulings = {one.name: ruled(story, one.name) for one in own}
    custody = [finding for one in own for finding in _about(rulings[one.name], shoe)]
    following = next((one for one in story.rounds.values() if one.dealt_from and one.dealt_from.before is shoe), None)
    if following is not None:
        custody += of_shoe(shoe, following.name, Rules(following.edition))
    custody += of_shoe(shoe, None, Rules(own[0].edition))
    stretches = []
    for name, cards in groupby(shoe.drawn, lambda one: None if one.burned else one.round):
        found = rulings[name].findings if name in rulings else ()
        stands = story.rounds[name].stands_as if name in rulings else None
        stretches.append(Stretch(name, stands, tuple(cards), found))
    return Strip(
        day=story.day,
        shoe=shoe,
        standing=story.standings.shoes.get(shoe.name, ShoeState()).standing,
        stretches=tuple(stretches),
        findings=in_order(dict.fromkeys(custody)),
        at_large=at_large(shoe),
        run=shoe.run,
        differing=tuple(_differing(own, shoe)),
    )


def _about(ruling: Ruling, shoe: ShoeRecord) -> Iterator[Finding]:
    """The findings of a round that are about this shoe, not about the round."""
    return (finding for finding in ruling.findings if finding.about.get("shoe") == shoe.name)


def at_large(shoe: ShoeRecord) -> dict[str, int]:
    """How many of each card can still be in the shoe or among its unread cards, by what was read of the others."""
    drawn = [one.card for one in shoe.drawn]
    exchanged = [act.event.card for act in shoe.of(CardExchanged) if isinstance(act.event, CardExchanged)]
    out, ranks = Counter(drawn), Counter(rank(card) for card in drawn if is_known(card))
    more, more_of_rank = Counter(exchanged), Counter(map(rank, exchanged))
    found = {}
    for card in (face + suit for face in RANKS for suit in SUITS):
        of_card = shoe.decks + more[card] - out[card]
        of_rank = 4 * shoe.decks + more_of_rank[rank(card)] - ranks[rank(card)]
        found[card] = max(0, min(of_card, of_rank))
    return found


def _differing(rounds: list[Round], shoe: ShoeRecord) -> Iterator[Differing]:
    """Where other accounts of these rounds tell other cards, the whole shoe laid side by side."""
    others = {other.account: other.dealt_from for one in rounds for other in one.others if other.dealt_from}
    for account, record in others.items():
        here, there = [one.card for one in shoe.drawn], [one.card for one in record.drawn]
        laid = SequenceMatcher(None, here, there, autojunk=False)
        for what, begins, ends, first, last in laid.get_opcodes():
            if what != "equal":
                yield Differing(account, begins + 1, tuple(here[begins:ends]), tuple(there[first:last]))
