"""The bundled dispute: two players about two rounds, with answers that their writer may not approve."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final

from ledger.application import Ledger
from ledger.cases.case import Act, Case, told
from ledger.casework import Casework, Complaint
from ledger.events import cases as said
from ledger.events.table import DealerChanged
from ledger.names import play_stream, table_day
from ledger.times import instant, written
from projections.casebook import ruling_taken
from replay.rulings import Award, Ruling, awards

JURISDICTION: Final = "uk"
REASON: Final = "paid_too_little"
DISPUTED: Final = ("wrong_payment", "underdraw")
CAMERA: Final = "C12"
AHEAD_MS: Final = 2_500
INVESTIGATOR: Final = {"by": "I7", "role": "investigator"}
WRITER: Final = {"by": "E7", "role": "dispute_manager"}
_MINUTE: Final = timedelta(minutes=1) // timedelta(microseconds=1)
_KEPT: Final = timedelta(days=28) // timedelta(microseconds=1)


def dispute(ledger: Ledger, rulings: Iterable[Ruling]) -> Iterator[tuple[Case, Act]]:
    """Takes the disputed rounds from the claims to the settled answers, and tells each act as it was taken or refused.

    A ledger that has a case already is left as it is, and the case told.
    """
    work = Casework(ledger)
    if not work.numbers():
        _go_through(ledger, disputed_of(rulings))
    entries = ledger.entries(f"case/{work.numbers()[0]}")
    for number in range(1, len(entries) + 1):
        case = told(entries[:number])
        yield case, case.taken[-1]


def _go_through(ledger: Ledger, disputed: Sequence[Ruling]) -> None:
    """The wagers of whoever claims are put where the ruling, or the best of its readings, puts them."""
    work, names = Casework(ledger), tuple(ruling.round.name for ruling in disputed)
    number = work.open(Complaint("I7", "investigator", table_day(names[0]), names, jurisdiction=JURISDICTION))
    asked = dict(_claims(disputed))
    for act in _gathered(ledger, disputed, asked):
        work.act(number, act)
    answers = tuple(_answer(disputed, player, asked[player]) for player in asked)
    taken = [ruling_taken(ledger, name, "I7", "investigator") for name in names]
    for one in taken:
        work.act(number, one)
    proposed = {**WRITER, "answers": answers, "rulings": tuple(one.digest for one in taken)}
    work.act(number, said.RulingProposed.model_validate(proposed))
    proposal = work.case(number).digest or ""
    work.act(number, said.RulingApproved(by="E7", role="approver", proposal=proposal))
    work.act(number, said.RulingApproved(by="A7", role="approver", proposal=proposal))
    work.act(number, said.CaseSettled.model_validate({**WRITER, "proposal": proposal}))
    for answer in answers:
        paid = {"player": answer.player, "amount_minor": answer.pay_minor}
        work.act(number, said.PlayerPaid.model_validate({**WRITER, **paid}))


def disputed_of(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The first round of each kind of DISPUTED, in which nothing else is found."""
    by_kind = {tuple(one.kind for one in ruling.findings): ruling for ruling in reversed([*rulings])}
    return [by_kind[kind,] for kind in DISPUTED]


def _claims(disputed: Iterable[Ruling]) -> Iterator[tuple[str, int]]:
    """What each player who is owed something asks for, in minor units: in the first of the rounds twice of it."""
    for number, ruling in enumerate(disputed):
        yield from ((player, minor if number else 2 * minor) for player, minor in _owed(ruling).items() if minor > 0)


def _gathered(ledger: Ledger, disputed: Sequence[Ruling], asked: Mapping[str, int]) -> Iterator[said.Acted]:
    """The claims, who was there, and what was filmed."""
    for player, minor in asked.items():
        claim = {"player": player, "amount_minor": minor, "reason": REASON}
        yield said.ClaimStated.model_validate({**INVESTIGATOR, **claim})
    told = [one.entry.delivery.time for ruling in disputed for one in ruling.round.told]
    times = sorted(at for at in told if at is not None)
    if dealer := _dealer(ledger, disputed[0].round.name, times[0]):
        named = {"person": dealer, "seen_as": "on_the_floor", "office_held": "dealer"}
        yield said.PersonNamed.model_validate({**INVESTIGATOR, **named})
    span = {
        "begins_at": written(instant(times[0]) - _MINUTE),
        "ends_at": written(instant(times[-1]) + _MINUTE),
        "expires_on": written(instant(times[-1]) + _KEPT)[:10],
    }
    camera = {"evidence": "overhead", "camera": CAMERA, "offset_ms": AHEAD_MS}
    yield said.EvidenceAttached.model_validate({**INVESTIGATOR, **camera, **span})
    yield said.HoldPlaced.model_validate({**INVESTIGATOR, "reason": "dispute"})


def _dealer(ledger: Ledger, name: str, at: str) -> str | None:
    """Who dealt at the table then."""
    before = (one for one in ledger.entries(play_stream(name)) if (one.delivery.time or at) <= at)
    dealers = [one.event.dealer for one in before if isinstance(one.event, DealerChanged)]
    return dealers[-1] if dealers else None


def _owed(ruling: Ruling) -> dict[str, int]:
    """What each player is owed beyond what was paid, in minor units; negative where too much was paid."""
    sums: dict[str, int] = {}
    for row in awards(ruling):
        player = row.claim.player
        sums[player] = sums.get(player, 0) + _due(row) - (row.claim.paid_minor or 0)
    return sums


def _due(row: Award) -> int:
    """What goes back on a wager: as awarded, as if claimed, else the stake."""
    known = (row.awarded_minor, row.if_claimed_minor, row.claim.stake_minor)
    return next(minor for minor in known if minor is not None)


def _answer(disputed: Iterable[Ruling], player: str, asked: int) -> said.Answer:
    """The answer to a player: what is owed beyond what was paid."""
    own = [(ruling, row) for ruling in disputed for row in awards(ruling) if row.claim.player == player]
    pay = sum(_due(row) - (row.claim.paid_minor or 0) for _, row in own)
    return said.Answer(
        player=player,
        outcome="upheld" if pay >= asked else "partly_upheld",
        pay_minor=pay,
        awards=tuple(
            said.WagerAward(round=ruling.round.name, wager=row.claim.wager, due_minor=_due(row)) for ruling, row in own
        ),
        clauses=tuple(dict.fromkeys(clause for ruling, _ in own for clause in ruling.clauses)),
    )
