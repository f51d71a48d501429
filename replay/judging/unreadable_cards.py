"""Cards that nobody read: they matter only where something differs over the faces still possible in the shoe."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile
from typing import Final, TypeVar

from ledger.events.play import CardMixed
from ledger.values.cards import RANKS, SUITS, is_known
from ledger.values.message import Message, Term, either
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement, Reconstruction, Verdict, WagerDue
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

MOST_UNREAD: Final = 2
"""With more unread cards than this not every combination of faces is tried, and nobody's money is called certain."""

MONEY_FINDINGS: Final = frozenset({"wrong_payment", "mispaid_as_dealt", "unpaid", "payment_corrected"})
"""What is found only where it is known what was due."""

UNREAD_REASON: Final = Term("a card was not read, and what is due depends on what it was")

HIDDEN_CARD: Final = "??"
T = TypeVar("T")


def judge_over_faces(
    round_: Round,
    unread_count: int,
    rules: Rules,
    judge: Callable[[Sequence[str]], Judgement],
    beyond_repair: Callable[[Judgement], Judgement] | None = None,
) -> Judgement:
    """Judges a round with so many unread cards, trying every face for each of them.

    What is the same for every face stays: the cards' places, what is drawn and asked, and the money of each wager. A
    round is put right as far as that goes. It is beyond repair, except for the money that is the same, only where nothing
    to be done is the same for every face, or where the card itself is needed and cannot be found any more:
    `beyond_repair` is what the house makes of such a round; without it the round is referred.
    """
    if not unread_count:
        return judge(())
    possible, every = _possible_faces(round_, rules), unread_count <= MOST_UNREAD
    tried = [
        judge(faces)
        for faces in (product(possible, repeat=unread_count) if every else _sample_faces(possible, unread_count))
    ]
    certain, differs = _common_judgement(tried), _differ_in_remedy(tried)
    certain = certain if every else _without_money(certain)
    if differs:
        certain = replace(certain, reconstruction=_shared_reconstruction(tried, UNREAD_REASON))
    if (differs and not _has_card_actions(certain)) or (_is_unread_card_mixed(round_) and _needs_the_card(certain)):
        return (beyond_repair or _as_referred)(_as_impossible(certain, UNREAD_REASON))
    return replace(certain, verdict=_verdict(certain, {judgement.verdict for judgement in tried}))


def judge_over_orders(possible: Sequence[Judgement], reason: Term) -> Judgement:
    """Return what all judgements of a round have in common, where the house leaves open in which order it goes on.

    The cards and the money are those of the first where the cards go to the same places in all. Where nothing that is to
    be done is the same, the round is referred for this reason, unless it is only to be finished.
    """
    findings = _common_findings([judgement.findings for judgement in possible], _either_finding)
    if not _differ_in_remedy(possible):
        return replace(possible[0], findings=findings)
    how = _shared_reconstruction(possible, reason)
    certain = replace(_common_judgement(possible), findings=findings, reconstruction=how)
    if not _has_card_actions(certain) and (how is None or not how.is_finishing):
        return _as_referred(_as_impossible(certain, reason))
    return replace(certain, verdict=_verdict(certain, {judgement.verdict for judgement in possible}))


def _differ_in_remedy(judgements: Sequence[Judgement]) -> bool:
    return len({_remedy_key(judgement) for judgement in judgements}) > 1


def _possible_faces(round_: Round, rules: Rules) -> list[str]:
    """A card of each rank of which a copy can still be in the shoe; of any rank if more came than the shoe can hold."""
    decks, out = round_.decks or rules.value(DECKS), round_.copies_out_before
    if round_.cards_out_before >= 52 * decks or any(copies > decks for copies in out.values()):
        return [rank + "?" for rank in RANKS]
    return [rank + "?" for rank in RANKS if sum(out.get(rank + suit, 0) for suit in SUITS) < 4 * decks]


def _sample_faces(faces: Sequence[str], unread_count: int) -> Iterator[tuple[str, ...]]:
    """Every face, as if all cards had it, and as if each card after it had another."""
    for step, first in product((0, 5), range(len(faces))):
        yield tuple(faces[(first + n * step) % len(faces)] for n in range(unread_count))


def _remedy_key(judgement: Judgement) -> tuple[object, ...]:
    """How a round stands and what is to be done with its cards; the reasons may differ."""
    how = judgement.reconstruction
    if how is None:
        return judgement.standing, judgement.is_held_up
    asked = tuple((ask.place, ask.decider) for ask in how.requests)
    return judgement.standing, judgement.is_held_up, how.outcome, how.moves, how.draw, how.surplus, asked, how.is_finishing


def _is_unread_card_mixed(round_: Round) -> bool:
    """Whether a card that nobody had read was mixed with others, so that nobody will."""
    return any(not is_known(mixed.card) for _, mixed in round_.entries_of(CardMixed))


def _needs_the_card(judgement: Judgement) -> bool:
    """Whether a misdealt round cannot be finished without the card itself."""
    return judgement.standing is not None and (_has_card_actions(judgement) or not _is_money_known(judgement))


def _has_card_actions(judgement: Judgement) -> bool:
    how = judgement.reconstruction
    return how is not None and bool(how.moves or how.draw or how.requests)


def _common_judgement(judgements: Sequence[Judgement]) -> Judgement:
    """What is so whatever the unread card was."""
    first, *others = judgements
    columns = zip(*(judgement.wagers_due for judgement in judgements), strict=True)
    return replace(
        first,
        findings=_common_findings([judgement.findings for judgement in judgements], _mask_finding),
        standing=first.standing if all(judgement.standing for judgement in judgements) else None,
        dealt_result=first.dealt_result
        if all(judgement.dealt_result == first.dealt_result for judgement in others)
        else None,
        lawful_result=first.lawful_result
        if all(judgement.lawful_result == first.lawful_result for judgement in others)
        else None,
        hands=_common_hands([judgement.hands for judgement in judgements]),
        lawful_hands=_common_hands([judgement.lawful_hands for judgement in judgements]),
        reconstruction=_common_reconstruction([judgement.reconstruction for judgement in judgements]),
        wagers_due=tuple(map(_common_wager_due, columns)),
        cited_clauses=frozenset().union(*(judgement.cited_clauses for judgement in judgements)),
    )


def _common_wager_due(wagers_due: Sequence[WagerDue]) -> WagerDue:
    """A wager, with what of its money is the same for every face."""
    first = wagers_due[0]
    return first._replace(
        due_minor=first.due_minor if len({claim.due_minor for claim in wagers_due}) == 1 else None,
        as_dealt_minor=first.as_dealt_minor if len({claim.as_dealt_minor for claim in wagers_due}) == 1 else None,
        referred=any(claim.referred for claim in wagers_due),
        unpaid=all(claim.unpaid for claim in wagers_due),
    )


def _common_hands(hands_by_face: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """The hands as far as the same cards lie there for every face."""
    return {place: _common_prefix([hands.get(place, ()) for hands in hands_by_face]) for place in hands_by_face[0]}


def _common_prefix(hands: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(cards[0] for cards in takewhile(lambda cards: len(set(cards)) == 1, zip(*hands, strict=False)))


def _common_reconstruction(reconstructions: Sequence[Reconstruction | None]) -> Reconstruction | None:
    """The way to put the round right, with reasons that name no face nobody has seen."""
    first, known = reconstructions[0], [how for how in reconstructions if how is not None]
    if first is None or len({len(how.requests) for how in reconstructions if how}) > 1:
        return first
    whys = zip(*([ask.reason for ask in how.requests] for how in known), strict=True)
    asks = tuple(replace(ask, reason=_mask_differences(reasons)) for ask, reasons in zip(first.requests, whys, strict=True))
    carried = tuple(
        carried_decision
        for carried_decision in first.carried_decisions
        if all(carried_decision in how.carried_decisions for how in known)
    )
    return replace(first, requests=asks, carried_decisions=carried)


def _shared_reconstruction(judgements: Sequence[Judgement], reason: Term) -> Reconstruction | None:
    """Return what is to be done in any case, the rest left open for this reason; None where it may be that nothing is.

    A card's place follows from the order in which the cards left the shoe, as far as no decision and no rule turns on the
    card that was not read.
    """
    hows = [judgement.reconstruction for judgement in judgements]
    known = [how for how in hows if how is not None]
    if len(known) < len(hows) or len({(judgement.standing, judgement.is_held_up) for judgement in judgements}) > 1:
        return None
    asked = [{(ask.place, ask.decider): ask for ask in how.requests} for how in known]
    requests = tuple(
        replace(ask, reason=_mask_differences([by_place[who].reason for by_place in asked]))
        for who, ask in asked[0].items()
        if all(who in by_place for by_place in asked)
    )
    draw = _common_prefix([how.draw for how in known])
    return Reconstruction(
        "ask" if requests else "draw" if draw else "exact",
        _common_items([how.moves for how in known]),
        draw,
        _common_items([how.surplus for how in known]),
        requests=requests,
        carried_decisions=_common_items([how.carried_decisions for how in known]),
        is_finishing=known[0].is_finishing,
        left_open=reason,
    )


def _common_items(items_by_face: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """The items that are there for every face, as often as they are, in the order of the first."""
    left = Counter(items_by_face[0])
    for items in items_by_face[1:]:
        left &= Counter(items)
    kept: list[T] = []
    for item in items_by_face[0]:
        if left[item]:
            left[item] -= 1
            kept.append(item)
    return tuple(kept)


def _mask_differences(texts: Sequence[str]) -> str:
    """A list of cards, or a sentence with some, without the faces and the totals that differ."""
    first = texts[0]
    if isinstance(first, Message) and first.particulars:
        return _mask_message(first, [text for text in texts if isinstance(text, Message)])
    words = [text.split(" ") for text in texts]
    if len({len(word) for word in words}) > 1:
        return HIDDEN_CARD
    columns = zip(*words, strict=True)
    return " ".join(column[0] if len(set(column)) == 1 else HIDDEN_CARD + column[0][2:] for column in columns)


def _mask_message(first: Message, messages: Sequence[Message]) -> str:
    """A sentence of which the cards that differ are not named, and no total that hangs on them."""
    template, particulars = first.template, dict(first.particulars)
    for name, value in first.particulars.items():
        values = [message.particulars.get(name, "") for message in messages]
        if len(set(values)) > 1 and name == "total":
            template = template.replace(" ({total})", "")
        elif len(set(values)) > 1 and isinstance(value, str):
            particulars[name] = _mask_differences(values)
    return Message(template, **particulars)


def _common_findings(
    possible: Sequence[Sequence[Finding]], merged: Callable[[Finding, Sequence[Finding]], Finding]
) -> tuple[Finding, ...]:
    """What is found in all cases, put together."""
    return tuple(
        merged(finding, [other for others in possible for other in others if _is_same_finding(finding, other)])
        for finding in possible[0]
        if all(any(_is_same_finding(finding, other) for other in others) for others in possible)
    )


def _either_finding(finding: Finding, alike: Sequence[Finding]) -> Finding:
    """A finding with all that it can be about."""
    about = {name: dict.fromkeys(other.particulars[name] for other in alike) for name in finding.particulars}
    return replace(
        finding,
        particulars={
            name: finding.particulars[name]
            if len(values) == 1
            else either([value if isinstance(value, str) else str(value) for value in values])
            for name, values in about.items()
        },
    )


def _mask_finding(finding: Finding, alike: Sequence[Finding]) -> Finding:
    """A finding in words that are true for every face."""
    differ = {
        name for other in alike for name in finding.particulars if other.particulars.get(name) != finding.particulars[name]
    }
    words = {
        "total": Term("an unread card"),
        "given": "",
        "due": Term("an amount that depends on an unread card" if finding.kind in MONEY_FINDINGS else "another hand"),
        "has": _mask_differences([str(other.particulars.get("has", "")) for other in alike]),
    }
    about = {
        name: words[name] if name in words and name in differ else value for name, value in finding.particulars.items()
    }
    return replace(finding, particulars=about) if differ else finding


def _is_same_finding(first: Finding, second: Finding) -> bool:
    return (first.kind, first.position, first.wagers) == (second.kind, second.position, second.wagers)


def _verdict(judgement: Judgement, verdicts: set[Verdict]) -> Verdict:
    """That of every face; where money is open the cards are still put right, and else somebody must decide."""
    how, (first, *others) = judgement.reconstruction, verdicts
    if not others and (first in ("refer", "void", "reconstruct", "ask") or _is_money_known(judgement)):
        return first
    if "refer" in verdicts or how is None or not _has_card_actions(judgement):
        return "refer"
    return "ask" if how.requests else "reconstruct"


def _is_money_known(judgement: Judgement) -> bool:
    return all(claim.due_minor is not None for claim in judgement.wagers_due)


def _without_money(judgement: Judgement) -> Judgement:
    """Not all faces were tried: what is due cannot be called certain."""
    claims = tuple(claim._replace(due_minor=None, as_dealt_minor=None, unpaid=False) for claim in judgement.wagers_due)
    sure = tuple(found for found in judgement.findings if found.kind not in MONEY_FINDINGS)
    return replace(judgement, findings=sure, wagers_due=claims, dealt_result=None, lawful_result=None)


def _as_impossible(judgement: Judgement, reason: Term) -> Judgement:
    """Nobody can say how the cards should have lain: only the money that is the same in all cases is known."""
    how, known = (
        Reconstruction("impossible", reason=reason),
        any(claim.due_minor is not None for claim in judgement.wagers_due),
    )
    return replace(judgement, dealt_result=None, lawful_result=None, reconstruction=how, is_held_up=not known)


def _as_referred(judgement: Judgement) -> Judgement:
    return replace(judgement, verdict="refer")
