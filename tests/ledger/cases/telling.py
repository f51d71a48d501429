"""A case told line by line, as `propose D1 dispute_manager`, through the stored bytes."""

from typing import Any, Final

from ledger.acts.authority import Authority, case_grants
from ledger.acts.roster import Roster
from ledger.cases.case import Case, project_case
from ledger.cases.deadlines import clocks_of, deadlines
from ledger.entry import Delivery, Entry
from ledger.events import cases as acts
from ledger.mapper import content
from tests.ledger.cases.tables import GIVEN, WITHIN
from tests.ledgers import decode, encode

DAY: Final = "BJ-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
STREAM: Final = "case/2026-0001"
RECEIVED: Final = "2026-11-20T20:00:00.000000Z"
MARK: Final = "sha256:" + "0" * 64
EDITION: Final = {"settle_round": Authority(roles=("management",), clause="CCL-40")}

AWARD: Final = acts.WagerAward(round=ROUND, wager="w1", due_minor=2500)
ELSEWHERE: Final = acts.WagerAward(round="BJ-1/2026-11-20/2", wager="w1", due_minor=2500)


def answer(player: str, *awards: acts.WagerAward, pay: int = 900) -> acts.Answer:
    return acts.Answer(player=player, outcome="upheld", pay_minor=pay, ex_gratia_minor=50, awards=awards)


def opened(granted: tuple[acts.Grant, ...]) -> acts.CaseOpened:
    return acts.CaseOpened(
        by="I1",
        role="investigator",
        day=DAY,
        rounds=(ROUND,),
        received_at=RECEIVED,
        rulebook="ccl",
        edition="2026.2",
        digest=MARK,
        authorities=granted,
        jurisdiction="uk",
        deadlines=deadlines("uk", RECEIVED, RECEIVED),
        clocks=clocks_of("uk", RECEIVED),
    )


class Told:
    """A case that is told line by line: `propose D1 dispute_manager`."""

    def __init__(self, granted: tuple[acts.Grant, ...] = case_grants(EDITION)) -> None:
        self.entries: list[Entry] = []
        self.put(opened(granted))
        self.put(acts.ClaimStated(by="I1", role="investigator", player="P1", amount_minor=5000))

    @property
    def case(self) -> Case:
        case = project_case(None, self.entries, Roster())
        assert case is not None
        return case

    def put(self, event: Any) -> None:
        """Through the stored bytes, as the ledger does it."""
        number = len(self.entries) + 1
        delivery = Delivery(event, "recoup", f"{STREAM}:{number}", None, STREAM)
        self.entries.append(
            decode(number, encode(content(delivery), STREAM, number, f"2026-11-20T20:{number:02}:00.000000Z"))
        )

    def say(self, line: str) -> str | None:
        """Puts an act on record as it was tried, and says why it does not hold."""
        self.put(self.event(line))
        return self.case.taken[-1].refused

    def event(self, line: str) -> Any:
        act, by, *more = line.split()
        role = more[0] if more else None
        who: dict[str, Any] = {"by": by, "role": role}
        player = more[1] if len(more) > 1 else "P1"
        standing = self.case.digest or MARK
        proposals = {
            "propose": (answer("P1", AWARD),),
            "alter": (answer("P1", AWARD, pay=800),),
            "propose_nobody": (answer("P3", AWARD),),
            "propose_twice": (answer("P1"), answer("P1")),
            "propose_elsewhere": (answer("P1", ELSEWHERE),),
            "propose_double": (answer("P1", AWARD, AWARD),),
            "propose_unread": (answer("P1"),),
        }
        if act in proposals:
            written = acts.RulingAltered if act == "alter" else acts.RulingProposed
            return written(**who, answers=proposals[act], rulings=(MARK,) if act == "propose_unread" else ())
        taken = {"digest": MARK, "verdict": "correct", "engine": "recoup/0", "leaves": MARK}
        kinds: dict[str, tuple[type[acts.CaseworkAct], dict[str, Any]]] = {
            "claim": (acts.ClaimStated, {"player": player, "amount_minor": 5000}),
            "withdraw": (acts.ClaimWithdrawn, {"player": player}),
            "name": (acts.PersonNamed, {"person": "D6", "seen_as": "on_the_floor", "office_held": "dealer"}),
            "attach": (acts.EvidenceAttached, {"evidence": "e1", "camera": "C7", "offset_ms": -1500}),
            "hold": (acts.HoldPlaced, {}),
            "release": (acts.HoldReleased, {}),
            "pause": (acts.ClockPaused, {"clock": "final_position", "reason": "waits_for_the_player"}),
            "pause_receipt": (acts.ClockPaused, {"clock": "acknowledgement", "reason": "waits_for_the_player"}),
            "resume": (acts.ClockResumed, {"clock": "final_position"}),
            "attempt": (acts.ResolutionAttempted, {"player": player, "outcome": "declined"}),
            "ruling": (acts.RulingTaken, {"round": ROUND, **taken}),
            "ruling_elsewhere": (acts.RulingTaken, {"round": ELSEWHERE.round, **taken}),
            "position": (acts.PositionTaken, {"party": player, "text": "the card was mine"}),
            "letter": (acts.LetterSent, {"player": player, "letter": "holding", "digest": MARK}),
            "note": (acts.NoteAdded, {"text": "seen twice"}),
            "approve": (acts.RulingApproved, {"proposal": standing}),
            "approve_other": (acts.RulingApproved, {"proposal": MARK}),
            "reject": (acts.RulingRejected, {"proposal": standing}),
            "reject_other": (acts.RulingRejected, {"proposal": MARK}),
            "settle": (acts.CaseSettled, {"proposal": standing}),
            "settle_other": (acts.CaseSettled, {"proposal": MARK}),
            "pay": (acts.PlayerPaid, {"player": player, "amount_minor": 900}),
            "pay_much": (acts.PlayerPaid, {"player": player, "amount_minor": 901}),
            "pay_kindly": (acts.PlayerPaid, {"player": player, "amount_minor": 50, "ex_gratia": True}),
            "appeal": (acts.CaseAppealed, {"player": player, "body": "IBAS"}),
            "reopen": (acts.CaseReopened, {"reason": "new_footage"}),
            "close": (acts.CaseClosed, {}),
        }
        kind, fields = kinds[act]
        return kind.model_validate({**who, **fields})


def given(state: str) -> Told:
    """A case in a state, by acts that hold."""
    case_told = Told()
    for line in GIVEN[state]:
        assert case_told.say(line) is None
    assert case_told.case.state == WITHIN.get(state, state)
    return case_told


def rows(table: str) -> list[tuple[str, str, str, str]]:
    head, *lines = table.strip().splitlines()
    starts = [head.index(name) for name in ("given", "when", "then", "refused")]
    ends = [*starts[1:], None]
    return [tuple(line[a:b].strip() for a, b in zip(starts, ends, strict=True)) for line in lines]  # type: ignore[misc]
