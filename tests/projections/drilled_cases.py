"""Cases about drilled rounds, each settled by what its ruling gives, or against it, with no ledger behind them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
CLERK: Final[Any] = {"by": "I7", "role": "investigator"}
_NOBODY: Final[Any] = Roster()


def drilled(house: str, sitting: int) -> Iterator[Ruling]:
    """The rulings on the rounds of a sitting of a house's drill in which something was staked."""
    sittings = rulings._SITTINGS.get(house, partial(rulings._blackjack, house))(sitting)
    return (ruling for ruling in sittings if ruling.awards)


def settled(of: Ruling | Sequence[Ruling], seed: int, *, names_bets: bool = True, has_appeals: bool = False) -> CaseFile:
    """The file of a case about rounds, settled; what is paid, asked back or given ex gratia depends on the seed.

    With `names_bets` each answer says what is due on each bet. With `has_appeals` every third case goes on to an appeal,
    and half of these are settled anew, with other answers.
    """
    rulings_, rng = [of] if isinstance(of, Ruling) else list(of), Random(seed)
    players = list(dict.fromkeys(award.wager_due.player for ruling in rulings_ for award in ruling.awards))
    claimants = [player for player in players if rng.random() < 0.8] or players[:1]
    answers = [_answer(rulings_, player, rng, names_bets=names_bets) for player in claimants]
    claims = [case_events.ClaimStated(**CLERK, player=each.player, amount_minor=_asked(each, rng)) for each in answers]
    events: list[Any] = [_opened(rulings_), *claims, *_decided(answers, rng)]
    if has_appeals and seed % 3 == 0:
        events.append(case_events.CaseAppealed(**CLERK, player=claimants[0], body="IBAS"))
    if has_appeals and seed % 6 == 0:
        events.append(case_events.CaseReopened(by="E7", role="dispute_manager", reason="new_evidence"))
        paid = _case(events).paid
        answers = [
            _asking_back(_answer(rulings_, player, rng, names_bets=names_bets), paid.get((player, False), 0))
            for player in claimants
        ]
        events += _decided(answers, rng)
    return _file(rulings_, _case(events))


def _opened(rulings_: Sequence[Ruling]) -> case_events.CaseOpened:
    first = rulings_[0]
    return case_events.CaseOpened(
        **CLERK,
        day=first.round.name.rsplit("/", 1)[0],
        rounds=tuple(ruling.round.name for ruling in rulings_),
        received_at=RECORDED,
        rulebook=first.edition.id,
        edition=first.edition.name,
        digest=first.edition.digest,
        authorities=case_grants({}),
    )


def _decided(answers: Sequence[case_events.Answer], rng: Random) -> Iterator[Any]:
    """A proposal with its approval and its settlement, and perhaps a payment. `_case` fills in the proposal's digest."""
    manager: dict[str, Any] = {"by": "E7", "role": "dispute_manager"}
    yield case_events.RulingProposed(**manager, answers=tuple(answers))
    yield partial(case_events.RulingApproved, by="A7", role="approver")
    yield partial(case_events.CaseSettled, **manager)
    how = rng.choice(("nothing", "a part", "all"))
    for answer in answers[: 1 if how == "a part" else None]:
        for ex_gratia in (False, True):
            if how != "nothing":
                fields = {**manager, "player": answer.player, "ex_gratia": ex_gratia}
                yield partial(_payment, fields, None if how == "all" else rng.randint(1, 5000))


def _payment(fields: Mapping[str, Any], most_minor: int | None, case: Case) -> case_events.PlayerPaid | None:
    """All that is still owed, or at most so much of it."""
    owed = case.owed(fields["player"], ex_gratia=fields["ex_gratia"])
    minor = owed if most_minor is None else min(most_minor, owed)
    return case_events.PlayerPaid(**fields, amount_minor=minor) if minor > 0 else None


def _answer(rulings_: Sequence[Ruling], player: str, rng: Random, *, names_bets: bool) -> case_events.Answer:
    """What rulings give a player who claims; where one leaves that open, what one of its outcomes does."""
    awards, beyond = [], 0
    for ruling in rulings_:
        outcome = rng.choice(ruling.outcomes)
        due = {row.wager: row.due_minor for row in outcome.judgement.wagers_due}
        for award in ruling.awards:
            row = award.wager_due
            ruled = award.if_claimed_minor if award.awarded_minor is None else award.awarded_minor
            given = due.get(row.wager, 0) if ruled is None else ruled
            if row.player == player and given is not None:
                awards.append(case_events.WagerAward(round=ruling.round.name, wager=row.wager, due_minor=given))
                kept = row.returned_minor(given)
                beyond += given - ((row.paid_minor or 0) - row.taken_back_minor if kept is None else kept)
    fields: dict[str, Any] = {"player": player, "pay_minor": max(0, beyond)}
    if names_bets:
        fields["awards"] = tuple(awards)
    fields["outcome"] = rng.choice(("upheld", "partly_upheld")) if beyond > 0 else "rejected"
    if beyond < 0:
        fields["ask_back_minor"] = rng.choice((-beyond, 0, None))
    if rng.random() < 0.3:
        fields |= {"ex_gratia_minor": rng.randint(1, 5000), "ex_gratia_ground": "For the inconvenience"}
    return case_events.Answer.model_validate(fields)


def _asking_back(answer: case_events.Answer, paid_minor: int) -> case_events.Answer:
    """The same answer; what the case has paid beyond what it now gives is asked back."""
    more = paid_minor - answer.pay_minor
    return answer if more <= 0 else answer.model_copy(update={"ask_back_minor": (answer.ask_back_minor or 0) + more})


def _asked(answer: case_events.Answer, rng: Random) -> int:
    return answer.pay_minor or rng.randint(100, 10_000)


def _case(events: Sequence[Any]) -> Case:
    """The case of these acts; one that needs the case as it is then is made from it."""
    stream, entries, case = "case/2026-0001", list[Entry](), None
    for act in events:
        event = act
        if isinstance(act, partial):
            assert case is not None
            event = act(case) if act.func is _payment else act(proposal=case.digest)
        if event is None:
            continue
        number = len(entries) + 1
        delivery = Delivery(event, "recoup", str(number), None, stream, RECORDED)
        entries.append(Entry(number, stream, number, RECORDED, delivery))
        case = project_case(None, entries, _NOBODY)
    assert case is not None
    assert [act.refused for act in case.taken if act.refused] == []
    return case


def _file(rulings_: Sequence[Ruling], case: Case) -> CaseFile:
    by_name = {ruling.round.name: ruling for ruling in rulings_}
    decisions = [CaseDecision(case, case.settled)]

    def others(names: Iterable[str]) -> Iterable[Ruling]:
        return [by_name[name] for name in names]

    first = rulings_[0]
    return CaseFile(
        case=case,
        house=six_disputes.SETTINGS,
        edition=first.edition,
        opening=first.round.table_opening,
        person_names=PersonNames({}),
        round_answers=tuple(round_answer(ruling, decisions, others) for ruling in rulings_),
        documents=tuple(ruling_document(ruling, defaultdict(lambda: bytes(32))) for ruling in rulings_),
        positions=tuple(sorted({position for ruling in rulings_ for position in ruling.positions})),
        stored_entries=(b"{}",),
        case_rulings=(),
        first_checkpoint=None,
    )
