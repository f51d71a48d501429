"""Cards that nobody read: they matter only where something differs over the faces still possible in the shoe."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile
from typing import Final

from ledger.events.play import CardMixed
from ledger.values.cards import RANKS, SUITS, is_known
from replay.judging.finding import Finding
from replay.judging.judgement import Claim, Judgement, Reconstruction, Verdict
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

MOST_UNREAD: Final = 2
"""With more unread cards than this not every combination of faces is tried, and nobody's money is called certain."""

OF_THE_MONEY: Final = frozenset({"wrong_payment", "mispaid_as_dealt", "unpaid"})
"""What is found only where it is known what was due."""

UNREAD: Final = "a card was not read, and what is due depends on what it was"

HIDDEN: Final = "??"


def over_faces(
    one: Round,
    cards: int,
    rules: Rules,
    judge: Callable[[Sequence[str]], Judgement],
    hopeless: Callable[[Judgement], Judgement] | None = None,
) -> Judgement:
    """Judges a round with so many unread cards, trying every face for each of them.

    What is so under every face stays: the cards' places, what is drawn and asked, and the money of each wager. Only
    where it hangs on a face what is to be done is the round beyond repair, save for the money that does not: `hopeless` is
    what the house makes of such a round; else it is referred.
    """
    if not cards:
        return judge(())
    possible, every = _faces(one, rules), cards <= MOST_UNREAD
    tried = [judge(faces) for faces in (product(possible, repeat=cards) if every else _some(possible, cards))]
    certain = _certain(tried)
    certain = certain if every else _without_money(certain)
    if len({_steps(one) for one in tried}) > 1 or (_gone(one) and _hangs_on_it(certain)):
        return (hopeless or _referred)(_impossible(certain))
    return replace(certain, verdict=_verdict(certain, {one.verdict for one in tried}))


def _faces(one: Round, rules: Rules) -> list[str]:
    """A card of each rank of which a copy can still be in the shoe; of any rank if more came than the shoe can hold."""
    decks, out = one.decks or rules.value(DECKS), one.out_before
    if one.cards_out_before >= 52 * decks or any(copies > decks for copies in out.values()):
        return [rank + "?" for rank in RANKS]
    return [rank + "?" for rank in RANKS if sum(out.get(rank + suit, 0) for suit in SUITS) < 4 * decks]


def _some(possible: Sequence[str], cards: int) -> Iterator[tuple[str, ...]]:
    """Every face, as if all cards had it, and as if each card after it had another."""
    for step, first in product((0, 5), range(len(possible))):
        yield tuple(possible[(first + n * step) % len(possible)] for n in range(cards))


def _steps(one: Judgement) -> tuple[object, ...]:
    """How a round stands and what is to be done with its cards; the reasons may differ."""
    how = one.reconstruction
    if how is None:
        return one.standing, one.held_up
    asked = tuple((ask.place, ask.who) for ask in how.ask)
    return one.standing, one.held_up, how.outcome, how.moves, how.draw, how.surplus, asked, how.finishing


def _gone(one: Round) -> bool:
    """Whether a card that nobody had read was mixed with others, so that nobody will."""
    return any(not is_known(mixed.card) for _, mixed in one.of(CardMixed))


def _hangs_on_it(one: Judgement) -> bool:
    """Whether a misdealt round cannot be finished without the card itself."""
    return one.standing is not None and (_to_be_done(one) or not _known(one))


def _to_be_done(one: Judgement) -> bool:
    how = one.reconstruction
    return how is not None and bool(how.moves or how.draw or how.ask)


def _certain(tried: Sequence[Judgement]) -> Judgement:
    """What is so whatever the unread card was."""
    first, *others = tried
    columns = zip(*(one.claims for one in tried), strict=True)
    return replace(
        first,
        findings=_common([one.findings for one in tried]),
        standing=first.standing if all(one.standing for one in tried) else None,
        dealt=first.dealt if all(one.dealt == first.dealt for one in others) else None,
        lawful=first.lawful if all(one.lawful == first.lawful for one in others) else None,
        hands=_alike([one.hands for one in tried]),
        lawful_hands=_alike([one.lawful_hands for one in tried]),
        reconstruction=_righting([one.reconstruction for one in tried]),
        claims=tuple(map(_claim, columns)),
        cites=frozenset().union(*(one.cites for one in tried)),
    )


def _claim(claims: Sequence[Claim]) -> Claim:
    """A wager, with what of its money is the same for every face."""
    first = claims[0]
    return replace(
        first,
        due_minor=first.due_minor if len({claim.due_minor for claim in claims}) == 1 else None,
        as_dealt_minor=first.as_dealt_minor if len({claim.as_dealt_minor for claim in claims}) == 1 else None,
        referred=any(claim.referred for claim in claims),
        unpaid=all(claim.unpaid for claim in claims),
    )


def _alike(tried: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """The hands as far as the same cards lie there for every face."""
    return {place: _as_far([hands.get(place, ()) for hands in tried]) for place in tried[0]}


def _as_far(hands: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(cards[0] for cards in takewhile(lambda cards: len(set(cards)) == 1, zip(*hands, strict=False)))


def _righting(tried: Sequence[Reconstruction | None]) -> Reconstruction | None:
    """The way to put the round right, with reasons that name no face nobody has seen."""
    first, known = tried[0], [how for how in tried if how is not None]
    if first is None or len({len(how.ask) for how in tried if how}) > 1:
        return first
    whys = zip(*([ask.why for ask in how.ask] for how in known), strict=True)
    asks = tuple(replace(ask, why=_veiled(said)) for ask, said in zip(first.ask, whys, strict=True))
    carried = tuple(one for one in first.carried if all(one in how.carried for how in known))
    return replace(first, ask=asks, carried=carried)


def _veiled(tried: Sequence[str]) -> str:
    """A list of cards, or a sentence with some, without the faces and the totals that differ."""
    words = [said.split(" ") for said in tried]
    if len({len(one) for one in words}) > 1:
        return HIDDEN
    columns = zip(*words, strict=True)
    veiled = (column[0] if len(set(column)) == 1 else _hidden(column[0]) for column in columns)
    return " ".join(word for word in veiled if word)


def _hidden(word: str) -> str:
    """A card's face, or nothing for the total in brackets."""
    return "" if word.startswith("(") else HIDDEN + word[2:]


def _common(tried: Sequence[Sequence[Finding]]) -> tuple[Finding, ...]:
    """What is found whatever the unread card was; what depends on it is not named."""
    return tuple(
        _naming(one, [other for others in tried for other in others if _same(one, other)])
        for one in tried[0]
        if all(any(_same(one, other) for other in others) for others in tried)
    )


def _naming(one: Finding, tried: Sequence[Finding]) -> Finding:
    """A finding in words that are true for every face."""
    differ = {name for other in tried for name in one.about if other.about.get(name) != one.about[name]}
    words = {
        "total": "an unread card",
        "given": "",
        "due": "an amount that depends on an unread card" if one.kind in OF_THE_MONEY else "another hand",
        "has": _veiled([str(other.about.get("has", "")) for other in tried]),
    }
    about = {name: words[name] if name in words and name in differ else value for name, value in one.about.items()}
    return replace(one, about=about) if differ else one


def _same(one: Finding, other: Finding) -> bool:
    return (one.kind, one.at, one.wagers) == (other.kind, other.at, other.wagers)


def _verdict(certain: Judgement, verdicts: set[Verdict]) -> Verdict:
    """That of every face; where money is open the cards are still put right, and else somebody must decide."""
    how, (first, *others) = certain.reconstruction, verdicts
    if not others and (first in ("refer", "void", "reconstruct", "ask") or _known(certain)):
        return first
    if "refer" in verdicts or how is None or not _to_be_done(certain):
        return "refer"
    return "ask" if how.ask else "reconstruct"


def _known(one: Judgement) -> bool:
    return all(claim.due_minor is not None for claim in one.claims)


def _without_money(one: Judgement) -> Judgement:
    """Not all faces were tried: what is due cannot be called certain."""
    claims = tuple(replace(claim, due_minor=None, as_dealt_minor=None, unpaid=False) for claim in one.claims)
    sure = tuple(found for found in one.findings if found.kind not in OF_THE_MONEY)
    return replace(one, findings=sure, claims=claims, dealt=None, lawful=None)


def _impossible(one: Judgement) -> Judgement:
    """Nobody can say how the cards should have lain: only the money that is the same for every face is known."""
    how, known = Reconstruction("impossible", why=UNREAD), any(claim.due_minor is not None for claim in one.claims)
    return replace(one, dealt=None, lawful=None, reconstruction=how, held_up=not known)


def _referred(one: Judgement) -> Judgement:
    return replace(one, verdict="refer")
