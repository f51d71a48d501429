"""A ruling as the events that put it on record.

Which engine this is: what its rulings mean, as distinct from how it is written.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from ledger.events.play import CardDealt
from ledger.events.rulings import (
    IrregularityFound,
    RoundRuled,
    RuledMove,
    RuledOutcome,
    RuledStakes,
    RuledWager,
    RulingsBegun,
)
from ledger.events.wheel import BallRested
from ledger.mapper import canonical
from ledger.merkle import digest
from ledger.values.message import data_of
from projections.documents.rulings import position_ranges, ruling_document
from projections.read_models.rows import DISPUTED, HAS_FINDINGS, MONEY_TO_CORRECT, UNDECIDED
from replay import ENGINE, MEANING
from replay.editions.loader import edition_parameters
from replay.games.registry import GAME_NAMES
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement
from replay.judging.noted_irregularities import noted_positions
from replay.rulebooks.edition import Edition
from replay.ruling.finding_kinds import finding_kinds
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Award, Ruling, is_incomplete, round_standing
from replay.table_day.builder import FLOOR_ACCOUNT
from replay.table_day.round import Round


@cache
def engine_digest() -> str:
    """The digest of the declared meaning and of all values that an edition can give."""
    values = {game: sorted(edition_parameters(game).PARAMETERS) for game in GAME_NAMES}
    return digest(canonical({"engine": ENGINE.partition("/")[0], "meaning": MEANING, "values": values}))


def names_asked(edition: Edition) -> tuple[str, ...]:
    """What judging may ask of an edition: `value NAME`, `reading CLAUSE`, `conduct KIND`, in an order that stays."""
    kinds = {*edition.sheet.conduct, *(kind.name for kind in finding_kinds())}
    return (
        *(f"value {name}" for name in sorted(edition.values)),
        *(f"reading {clause}" for clause in edition.sheet.readings),
        *(f"conduct {kind}" for kind in sorted(kinds)),  # last: a lawful round asks for few of them
    )


_WORDED: Final[Any] = {"reconstruction": {"why": True, "ask": {"__all__": {"why"}}}}
_NOT_IN_DIGEST: Final[Any] = {
    "engine": True,
    "basis": True,
    "totals": True,
    "findings": {"__all__": {"text"}},
    "outcomes": {"__all__": _WORDED},
    "branches": {"__all__": _WORDED},
    "resolved": {"__all__": {"text", "source", "alternatives"}},
    "decisions": {"__all__": {"code", "particulars"}},
}


def document_digest(ruling: Ruling) -> str:
    """SHA-256 over a ruling's canonical JSON without its prose, its engine, and its basis.

    A sentence put better is not another ruling, nor is one that also rests on later entries about the table, or has the
    codes of refusals, which follow from their sentences.
    """
    document = ruling_document(ruling, dict.fromkeys(ruling.positions, b""))
    return digest(canonical(document.model_dump(mode="json", exclude=_NOT_IN_DIGEST)))


def rulings_begun(ruling: Ruling, number: int) -> RulingsBegun:
    """What a ruling goes by, under a number."""
    opening = ruling.round.table_opening
    return RulingsBegun(
        number=number,
        engine=ENGINE,
        engine_digest=engine_digest(),
        game=ruling.edition.game,
        rulebook=ruling.edition.id,
        edition=ruling.edition.name,
        edition_digest=ruling.edition.digest,
        currency=opening.currency,
        minor_digits=opening.minor_digits,
    )


def round_ruled(ruling: Ruling, head: int, by: int) -> RoundRuled:
    """The event of a ruling as of a position; what it takes the place of is filled in by whoever knows."""
    round_ = ruling.round
    asked, besides = _asked(ruling)
    dues = [award.wager_due for award in ruling.awards]
    attention = _attention(ruling)
    return RoundRuled(
        verdict=ruling.verdict,
        standing=round_standing(round_),
        attention=attention,
        authority=ruling.authority,
        outcomes=outcomes_ruled(ruling),
        owed=wagers_owed(ruling),
        at_stake=_at_stake(ruling) if attention else None,
        established=_established(ruling),
        players=tuple(dict.fromkeys(due.player for due in dues)) or None,
        staked_minor=sum(due.stake_minor for due in dues),
        account=None if round_.account == FLOOR_ACCOUNT else round_.account,
        shoe=round_.shoe,
        dealer=round_.dealer,
        opened_at=round_.entries[0].entry.delivery.time or round_.entries[0].entry.recorded_at,
        drawn=" ".join(_cards_or_pockets(round_)) or None,
        is_open=None if round_.is_over else True,
        incomplete=True if is_incomplete(ruling) else None,
        basis=tuple(position_ranges(sorted(round_.basis))),
        beside=tuple(sorted(_beside(ruling))) or None,
        head=head,
        by=by,
        taken_back_minor=_taken_back(ruling),
        document_digest=document_digest(ruling),
        asked=asked,
        asked_besides=besides or None,
    )


def outcomes_ruled(ruling: Ruling) -> tuple[RuledOutcome, ...]:
    """What a ruling comes to, as it goes on record."""
    return tuple(_outcome(outcome, ruling) for outcome in ruling.outcomes)


def wagers_owed(ruling: Ruling) -> tuple[RuledWager, ...] | None:
    """The wagers whose money is not as it was paid, as they go on record; None where there are none."""
    return tuple(_wager(award) for award in ruling.awards if award.awarded_minor != award.wager_due.kept_minor) or None


def _beside(ruling: Ruling) -> set[int]:
    """The decisions, corrections and notes that the ruling rests on besides, without what concerns the table as a whole."""
    round_ = ruling.round
    decided = (decision.position for decision in round_.decisions)
    mended = (correction.entry.position for correction in round_.corrections)
    return {*decided, *mended, *noted_positions(round_)} - set(round_.basis)


def irregularity(finding: Finding) -> IrregularityFound:
    """The event of a finding."""
    return IrregularityFound(
        kind=finding.kind,
        clauses=finding.clauses,
        at=finding.position,
        wagers=finding.wagers or None,
        under=finding.branch_ids or None,
        condition=tuple(map(dict, finding.condition)) or None,
        particulars={name: data_of(value) for name, value in finding.particulars.items()},
    )


def _asked(ruling: Ruling) -> tuple[str, tuple[str, ...]]:
    consulted, places = ruling.consulted, _places(ruling.edition.digest, names_asked_of(ruling.edition))
    names = [f"value {name}" for name in consulted.values]
    names += [f"conduct {kind}" for kind in consulted.conduct]
    names += [f"reading {clause}" for clause in consulted.readings]
    bits = sum(1 << places[name] for name in names if name in places)
    return f"{bits:x}", tuple(sorted(name for name in names if name not in places))


_names_by_edition: dict[str, tuple[str, ...]] = {}


def names_asked_of(edition: Edition) -> tuple[str, ...]:
    """What may be asked of an edition; worked out once for each text."""
    if edition.digest not in _names_by_edition:
        _names_by_edition[edition.digest] = names_asked(edition)
    return _names_by_edition[edition.digest]


@lru_cache(maxsize=64)
def _places(_: str, names: tuple[str, ...]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(names)}


def _outcome(outcome: RulingOutcome, ruling: Ruling) -> RuledOutcome:
    judgement, dues = outcome.judgement, {due.wager: due.due_minor for due in outcome.judgement.wagers_due}
    righted = judgement.reconstruction
    moves = righted.moves if righted else ()
    return RuledOutcome(
        verdict=outcome.verdict,
        under=tuple(map(dict, outcome.condition)) or None,
        due_minor={award.wager_due.wager: dues.get(award.wager_due.wager, 0) for award in ruling.awards},
        standing=judgement.standing,
        lawful_hands=_lawful_hands(judgement),
        moves=tuple(RuledMove(card=m.card, origin=m.origin, destination=m.destination) for m in moves) or None,
    )


def _lawful_hands(judgement: Judgement) -> dict[str, str] | None:
    """The hands by the rules, where they are others than those that count."""
    if dict(judgement.lawful_hands) == dict(judgement.hands) and judgement.reconstruction is None:
        return None
    return {place: " ".join(cards) for place, cards in judgement.lawful_hands.items()}


def _wager(award: Award) -> RuledWager:
    due = award.wager_due
    return RuledWager(
        wager=due.wager,
        player=due.player,
        kind=due.kind,
        stake_minor=due.stake_minor,
        paid_minor=due.paid_minor,
        awarded_minor=award.awarded_minor,
        if_claimed_minor=award.if_claimed_minor,
    )


def _taken_back(ruling: Ruling) -> dict[str, int] | None:
    """By wager, what its player gave back of the payments on it; None where nothing was taken back."""
    dues = (award.wager_due for award in ruling.awards)
    return {due.wager: due.taken_back_minor for due in dues if due.taken_back_minor} or None


def _at_stake(ruling: Ruling) -> RuledStakes | None:
    """What went back by the record is what a player got; without a payment on record, what the cards as they lay give."""
    short, over, undecided = dict[str, int](), dict[str, int](), list[str]()
    for award in ruling.awards:
        claim, due = award.wager_due, award.awarded_minor
        back = claim.returned_minor(due)
        got = claim.as_dealt_minor if back is None else back
        if due is None or got is None or claim.is_paid_by_reading:
            undecided.append(claim.wager)
        elif due != got:
            (short if got < due else over)[claim.wager] = abs(due - got)
    concerned = {*short, *over, *undecided, *(wager for finding in ruling.findings for wager in finding.wagers)}
    stakes = {
        award.wager_due.wager: award.wager_due.stake_minor for award in ruling.awards if award.wager_due.wager in concerned
    }
    if not stakes:
        return None
    return RuledStakes(stake=stakes, short=short or None, over=over or None, open=tuple(undecided) or None)


def _established(ruling: Ruling) -> tuple[int, ...] | None:
    """The places of the findings that are facts, None where all of them are."""
    sure = ruling.established_findings
    return None if sure == ruling.findings else tuple(map(ruling.findings.index, sure))


def _cards_or_pockets(round_: Round) -> Iterator[str]:
    """The cards of a round in the order in which they were dealt, or the pockets in which the ball came to rest."""
    yield from (dealt.card for _, dealt in round_.entries_of(CardDealt))
    yield from (rested.pocket for _, rested in round_.entries_of(BallRested))


def _attention(ruling: Ruling) -> int:
    """How much a round needs somebody: disputed 4, to be decided 3, money to be corrected 2, anything found 1, else 0.

    What was decided or settled already needs no more than what was only found.
    """
    stands = round_standing(ruling.round)
    if stands == "disputed":
        return DISPUTED
    found = HAS_FINDINGS if ruling.findings else 0
    if stands in ("stands", "corrected") or (stands == "void" and ruling.authority is None):
        return found
    if ruling.authority is not None or ruling.verdict == "respin":
        return UNDECIDED
    return MONEY_TO_CORRECT if ruling.verdict == "correct" else found


def rests_on(ruled: RoundRuled, position: int) -> bool:
    """Whether a ruling on record rests on what stands at a position."""
    return position in (ruled.beside or ()) or any(first <= position <= last for first, last in ruled.basis)
