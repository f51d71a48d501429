"""Cards that nobody read: they matter only where something differs over the faces still possible in the shoe."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from ledger.cards import RANKS, SUITS
from replay.customs import DECKS
from replay.findings import Finding
from replay.judgement import Judgement, Reconstruction
from replay.round import Round
from replay.rules import Rules

MOST_UNREAD: Final = 2
"""With more unread cards than this a round is not tried face by face: a few faces show what is found whatever they were."""

EVERY: Final = 2
"""Of the faces that are possible every other is tried then, as if all cards had it."""

OF_ONE_FACE: Final = "illegal_"
"""How kinds of findings begin that a single face may undo: a pair may be split. The others are tried for these."""

OF_THE_MONEY: Final = frozenset({"wrong_payment"})
"""What is found only where it is known what was due."""

UNREAD: Final = "a card was not read, and what is due depends on what it was"


def over_faces(
    one: Round,
    cards: int,
    rules: Rules,
    judge: Callable[[Sequence[str]], Judgement],
    hopeless: Callable[[Judgement], Judgement] | None = None,
) -> Judgement:
    """Judges a round with so many unread cards, trying every face for each of them.

    `hopeless` is what the house makes of a round of which nobody can say what was due; else it is referred.
    """
    if not cards:
        return judge(())
    beyond = hopeless or _referred
    possible = _faces(one, rules)
    if cards > MOST_UNREAD:
        few = [judge((face,) * cards) for face in possible[::EVERY]]
        if any(found.kind.startswith(OF_ONE_FACE) for found in _certain(few).findings):
            few += [judge((face,) * cards) for face in possible[1::EVERY]]
        certain = _certain(few)
        sure = tuple(one for one in certain.findings if one.kind not in OF_THE_MONEY)
        standing = certain.standing if all(one.standing for one in few) else None
        return beyond(_impossible(replace(certain, findings=sure, standing=standing)))
    tried = [judge(faces) for faces in product(possible, repeat=cards)]
    certain = _certain(tried)
    return certain if all(_essence(other) == _essence(certain) for other in tried) else beyond(_impossible(certain))


def _faces(one: Round, rules: Rules) -> list[str]:
    """A card of each rank of which a copy can still be in the shoe; of any rank if more came than the shoe can hold."""
    decks, out = one.decks or rules.value(DECKS), one.out_before
    if one.cards_out_before >= 52 * decks or any(copies > decks for copies in out.values()):
        return [rank + "?" for rank in RANKS]
    return [rank + "?" for rank in RANKS if sum(out.get(rank + suit, 0) for suit in SUITS) < 4 * decks]


def _essence(one: Judgement) -> tuple[object, ...]:
    """What must be the same whatever an unread card was."""
    dues = [(claim.due_minor, claim.referred) for claim in one.claims]
    return one.verdict, dues, one.reconstruction, one.lawful, one.hands, one.standing


def _certain(tried: Sequence[Judgement]) -> Judgement:
    """What is so whatever the unread card was: findings, the result as dealt and what would be due on that."""
    first, *others = tried
    columns = zip(*(one.claims for one in tried), strict=True)
    return replace(
        first,
        findings=_common([one.findings for one in tried]),
        standing=next((one.standing for one in tried if one.standing), None),
        dealt=first.dealt if all(one.dealt == first.dealt for one in others) else None,
        claims=tuple(claims[0] if len(set(claims)) == 1 else replace(claims[0], as_dealt_minor=None) for claims in columns),
    )


def _common(tried: Sequence[Sequence[Finding]]) -> tuple[Finding, ...]:
    """What is found whatever the unread card was; a total that depends on it is not named."""
    shared = [one for one in tried[0] if all(any(_same(one, other) for other in others) for others in tried)]
    alike = {one for others in tried for one in others}
    return tuple(
        one
        if all(not _same(one, other) or one.text == other.text for other in alike)
        else replace(one, about={**one.about, "total": "an unread card", "given": ""})
        for one in shared
    )


def _same(one: Finding, other: Finding) -> bool:
    return (one.kind, one.at, one.wagers) == (other.kind, other.at, other.wagers)


def _impossible(one: Judgement) -> Judgement:
    """Nobody can say what was due: the money is open."""
    return replace(
        one,
        dealt=None,
        lawful=None,
        reconstruction=Reconstruction("impossible", why=UNREAD),
        claims=tuple(replace(claim, due_minor=None, as_dealt_minor=None) for claim in one.claims),
        held_up=True,
    )


def _referred(one: Judgement) -> Judgement:
    return replace(one, verdict="refer")
