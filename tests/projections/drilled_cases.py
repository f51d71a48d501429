"""Cases about drilled rounds, each settled by what its ruling gives, or against it, with no ledger behind them."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final

from ledger.acts.authority import case_grants
from ledger.acts.roster import Roster
from ledger.cases.case import Case, project_case
from ledger.entry import Delivery, Entry
from ledger.events import cases as case_events
from projections.answers.money import CaseDecision
from projections.answers.round_answer import round_answer
from projections.documents.rulings import ruling_document
from projections.reports.case_file import CaseFile
from projections.reports.person_names import PersonNames
from replay.ruling.ruling import Ruling
from tests.golden import rulings
from tests.projections import six_disputes

HOUSES: Final = rulings.HOUSES
RECORDED: Final = "2026-01-20T12:00:00.000000Z"
_NOBODY: Final[Any] = Roster()


def drilled(house: str, sitting: int) -> Iterator[Ruling]:
    """The rulings on the rounds of a sitting of a house's drill in which something was staked."""
    sittings = rulings._SITTINGS.get(house, partial(rulings._blackjack, house))(sitting)
    return (ruling for ruling in sittings if ruling.awards)


def settled(ruling: Ruling, seed: int) -> CaseFile:
    """The file of a case about a round, settled; what is paid, asked back or given besides depends on the seed."""
    rng = Random(seed)
    players = list(dict.fromkeys(award.wager_due.player for award in ruling.awards))
    claimants = [player for player in players if rng.random() < 0.8] or players[:1]
    answers = [_answer(ruling, player, rng) for player in claimants]
    events: list[Any] = [
        case_events.CaseOpened(
            by="I7",
            role="investigator",
            day=ruling.round.name.rsplit("/", 1)[0],
            rounds=(ruling.round.name,),
            received_at=RECORDED,
            rulebook=ruling.edition.id,
            edition=ruling.edition.name,
            digest=ruling.edition.digest,
            authorities=case_grants({}),
        ),
        *(
            case_events.ClaimStated(by="I7", role="investigator", player=answer.player, amount_minor=_asked(answer, rng))
            for answer in answers
        ),
        case_events.RulingProposed(by="E7", role="dispute_manager", answers=tuple(answers)),
    ]
    case = _case(events)
    assert case.digest is not None
    approved = {"by": "A7", "role": "approver", "proposal": case.digest}
    events += [
        case_events.RulingApproved.model_validate(approved),
        case_events.CaseSettled(by="E7", role="dispute_manager", proposal=case.digest),
    ]
    owed = [answer for answer in answers if answer.pay_minor]
    if owed and rng.random() < 0.5:
        paid = {"by": "E7", "role": "dispute_manager", "player": owed[0].player}
        events.append(case_events.PlayerPaid(**paid, amount_minor=rng.randint(1, owed[0].pay_minor)))
    return _file(ruling, _case(events))


def _answer(ruling: Ruling, player: str, rng: Random) -> case_events.Answer:
    """What a ruling gives a player who claims; where it leaves that open, what one of its outcomes does."""
    outcome = rng.choice(ruling.outcomes)
    due = {row.wager: row.due_minor for row in outcome.judgement.wagers_due}
    awards, beyond = [], 0
    for award in ruling.awards:
        row = award.wager_due
        ruled = award.if_claimed_minor if award.awarded_minor is None else award.awarded_minor
        given = due.get(row.wager, 0) if ruled is None else ruled
        if row.player == player and given is not None:
            awards.append(case_events.WagerAward(round=ruling.round.name, wager=row.wager, due_minor=given))
            beyond += given - (row.returned_minor(given) or 0)
    fields: dict[str, Any] = {"player": player, "awards": tuple(awards), "pay_minor": max(0, beyond)}
    fields["outcome"] = rng.choice(("upheld", "partly_upheld")) if beyond > 0 else "rejected"
    if beyond < 0:
        fields["ask_back_minor"] = rng.choice((-beyond, 0, None))
    if rng.random() < 0.3:
        fields |= {"ex_gratia_minor": rng.randint(1, 5000), "ex_gratia_ground": "For the inconvenience"}
    return case_events.Answer.model_validate(fields)


def _asked(answer: case_events.Answer, rng: Random) -> int:
    return answer.pay_minor or rng.randint(100, 10_000)


def _case(events: list[Any]) -> Case:
    stream = "case/2026-0001"
    entries = [
        Entry(n, stream, n, RECORDED, Delivery(event, "recoup", str(n), None, stream, RECORDED))
        for n, event in enumerate(events, 1)
    ]
    case = project_case(None, entries, _NOBODY)
    assert case is not None
    assert [act.refused for act in case.taken if act.refused] == []
    return case


def _file(ruling: Ruling, case: Case) -> CaseFile:
    return CaseFile(
        case=case,
        house=six_disputes.SETTINGS,
        edition=ruling.edition,
        opening=ruling.round.table_opening,
        person_names=PersonNames({}),
        round_answers=(round_answer(ruling, [CaseDecision(case, case.settled)]),),
        documents=(ruling_document(ruling, defaultdict(lambda: bytes(32))),),
        positions=ruling.positions,
        stored_entries=(b"{}",),
        case_rulings=(),
        first_checkpoint=None,
    )
