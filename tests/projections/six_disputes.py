"""Six disputes as a house meets them, each taken to its end: what reports and letters are read on.

A misdealt coup that can be read in several ways, a box that two share, a spin that was none, a void shoe with four players,
a complaint that is rejected, and a championship's.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from desk.opening import migrate
from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.championships.commands import Championships
from ledger.events import Event
from ledger.events import cases as case_events
from ledger.events import championships as events
from ledger.events.decisions import ShoeVoided
from ledger.events.house import DisputeBody, HouseSettingsRecorded, Signatory
from ledger.feeds.notation import Transcript
from ledger.house import record_house
from ledger.ingest import incoming_deliveries
from ledger.values.times import format_instant, parse_instant
from projections.read_models.cases import ruling_taken
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED

DAY: Final = "2026-01-17"
MISDEAL: Final = f"BAC-1/{DAY}/2"
SHARED_BOX: Final = f"BJ-2/{DAY}/1"
NO_SPIN: Final = f"ROU-1/{DAY}/1"
VOID_SHOE: Final = tuple(f"BJ-3/{DAY}/{number}" for number in (1, 2, 3))
REJECTED: Final = f"BAC-1/{DAY}/4"
CASES: Final = {
    "misdeal": "2026-0001",
    "box": "2026-0002",
    "no_spin": "2026-0003",
    "shoe": "2026-0004",
    "rejected": "2026-0005",
}
CHAMPIONSHIP: Final = "EDC-2026"
BEGAN: Final = "2026-01-17T21:04:00Z"
RECEIVED: Final = "2026-01-18T10:00:00Z"
MINUTE: Final = 60_000_000
NOW_US: Final = parse_instant("2026-01-22T09:00:00.000000Z")
"""When the cases and the championship are recorded."""
VOIDED_US: Final = parse_instant("2026-01-17T21:20:00.000000Z")
"""When the shoe is declared void: after its third round began."""
STEP_US: Final = 7_000_000
GERMAN: Final = {
    "Banco had 0 and was given no third card; P2 was paid at once.": (
        "Banco hatte 0 und bekam keine dritte Karte; P2 wurde sofort ausgezahlt."
    ),
    "The dealer called punto and paid without drawing for banco.": (
        "Der Croupier sagte Punto an und zahlte aus, ohne für Banco zu ziehen."
    ),
    "The rule on late complaints speaks only of the coups after the error, not of the coup itself.": (
        "Die Regel über späte Beschwerden spricht nur von den Coups nach dem Fehler, nicht von diesem Coup selbst."
    ),
    "Round 3 was broken off and I never got my 100 back.": (
        "Runde 3 wurde abgebrochen, und ich habe meine 100 nie zurückbekommen."
    ),
    "Round 3 was broken off and I never got my 200 back.": (
        "Runde 3 wurde abgebrochen, und ich habe meine 200 nie zurückbekommen."
    ),
    "If the shoe was void, all stakes have to go back, mine of 200 in round 1 too.": (
        "Wenn der Schlitten ungültig war, müssen alle Einsätze zurück, auch meine 200 aus Runde 1."
    ),
    "In a draw the hospitality of all rounds has to be compared; over both rounds C02 has 110 and C01 has 90.": (
        "Bei Gleichstand ist die Gastfreundlichkeit aller Runden zu vergleichen; über beide Runden hat C02 110 und C01 90."
    ),
    "Only the scores of round 2 count: ECA-D1 speaks of the criteria of that round. C01 wins on hospitality.": (
        "Es zählen nur die Wertungen der Runde 2, weil ECA-D1 von den Kriterien dieser Runde spricht; C01 gewinnt nach "
        "Gastfreundlichkeit."
    ),
    "The stake stayed on the first hand of box 3, and the dealer went over 21.": (
        "Der Einsatz blieb auf der ersten Hand von Box 3, und die Bank überschritt 21."
    ),
    "The ball lay in 17 before the dealer spun again, and I had 17.": (
        "Die Kugel lag in der 17, bevor der Croupier neu einwarf, und ich hatte die 17."
    ),
    "The dealer had called no spin before the ball came to rest in 17, so that spin has no winning number.": (
        "Der Croupier hatte „No spin“ angesagt, bevor die Kugel in der 17 liegen blieb; dieser Wurf hat daher "
        "keine Gewinnzahl."
    ),
    "The announcement came late and raised hopes": "Die Ansage kam spät und weckte Hoffnungen",
    "If the shoe was void, I want the 300 back that I lost in round 2.": (
        "Wenn der Schlitten ungültig war, will ich die 300 zurück, die ich in Runde 2 verloren habe."
    ),
    "Round 3 was not finished when the shoe was announced void, so the stake goes back.": (
        "Runde 3 war noch nicht zu Ende, als der Schlitten für ungültig erklärt wurde; der Einsatz geht daher zurück."
    ),
    "Round 1 was paid before the shoe was announced void, and stays as it was paid.": (
        "Runde 1 war schon ausgezahlt, als der Schlitten für ungültig erklärt wurde; dabei bleibt es."
    ),
    "Round 2 was finished before the shoe was announced void, so its result stays.": (
        "Runde 2 war zu Ende, bevor der Schlitten für ungültig erklärt wurde; ihr Ergebnis bleibt."
    ),
    "the rules let the house withhold payments, not take back what was paid": (
        "die Regeln erlauben dem Haus, Zahlungen einzubehalten, nicht, geleistete zurückzunehmen"
    ),
    "no clause says that a coup already paid is undone": (
        "keine Regel besagt, dass eine ausgezahlte Runde rückgängig wird"
    ),
    "no coup of a void shoe may cost a stake that was not yet decided": (
        "keine Runde eines ungültigen Schlittens darf einen Einsatz kosten, über den noch nicht entschieden war"
    ),
    "it would let the house keep stakes on a coup that nobody can finish": (
        "das Haus behielte sonst Einsätze auf eine Runde, die niemand zu Ende spielen kann"
    ),
    "Punto had 7 and Banco only a 9 and a king; I was told that Punto wins.": (
        "Punto hatte 7 und Banco nur eine 9 und einen König; mir wurde gesagt, dass Punto gewinnt."
    ),
    "I had a blackjack and P6 says it is paid 5 to 2, so I want 300 more.": (
        "Ich hatte einen Blackjack, und P6 sagt, dass dafür 5 zu 2 gezahlt wird; ich will daher 300 mehr."
    ),
    "A blackjack is paid 3 to 2 at this table, and not 5 to 2.": (
        "Ein Blackjack wird an diesem Tisch 3 zu 2 gezahlt und nicht 5 zu 2."
    ),
    "The dealer had 25; the stake of the second player of box 3 was collected.": (
        "Der Croupier hatte 25; der Einsatz des zweiten Spielers von Box 3 wurde eingezogen."
    ),
    "The dealer called no spin while the ball was still running; it fell into 17 afterwards.": (
        "Der Croupier sagte „No spin“ an, als die Kugel noch lief; erst danach fiel sie in die 17."
    ),
    "Round 2 was finished and box 3 collected before the shoe was announced void.": (
        "Runde 2 war zu Ende und Box 3 eingezogen, bevor der Schlitten für ungültig erklärt wurde."
    ),
    "Banco was dealt a nine and a king, and the dealer called banco.": (
        "Banco bekam eine Neun und einen König, und der Croupier sagte Banco an."
    ),
    "Banco had 9 with its first two cards and beat Punto's 7.": (
        "Banco hatte mit den ersten zwei Karten 9 und schlug die 7 von Punto."
    ),
}
"""What people typed, in German."""
CARD_PLACES: Final = frozenset(("P", "B", "D", "1", "2", "3", "4", "5", "6", "7", "3.2"))
SETTINGS: Final = HouseSettingsRecorded(
    by="M1",
    role="management",
    name="Harbour Casino",
    licence="Gambling Commission, licence 000-000000-N-000000",
    address=("1 Quay Street", "Harbourtown HT1 2AB"),
    contact="disputes@harbour-casino.example",
    signatories=(
        Signatory(signatory="disputes", printed=("Disputes office",)),
        Signatory(signatory="director", printed=("The Director", "Harbour Casino")),
    ),
    dispute_body=DisputeBody(
        name="Independent Betting Adjudication Service (IBAS)", address=("London",), web="www.ibas-uk.com"
    ),
    languages=("en", "de"),
    currency="GBP",
    zone="Europe/London",
    jurisdiction="uk",
    pays_within_days=14,
)
TABLES: Final = f"""\
BAC-1/{DAY}: table baccarat dcb GBP zone=Europe/London; limits punto 500 100000; limits banco 500 100000; shoe S1 8; \
dealer D7
BAC-1/{DAY}/1: open; bet w1 P1 punto 5000; nmb; P 6h B 9c P Kh B Jd P 2h; call banco; pay w1 0; close
BAC-1/{DAY}/2: open; bet w1 P1 banco 7500; bet w2 P2 punto 4000; nmb; P 3c B Qh P 8s B Jc P Kd; call punto; pay w1 0; \
pay w2 8000; close
BAC-1/{DAY}/3: open; nmb; P 4c B 2s P 5d B 7h; call egalite; close
BAC-1/{DAY}/4: open; bet w1 P3 punto 10000; nmb; P 7c B 9h P Td B Ks; call banco; pay w1 0; close
BJ-2/{DAY}: table blackjack ccl CZK seats=7 zone=Europe/Prague; limits main 1000 500000; shoe S2 6; dealer D3
BJ-2/{DAY}/1: open; bet w1 P1 main 100000 box=3; bet w2 P2 main 50000 box=3; nmb; 3 8h D 6d 3 8d; says 3 split P1; \
bet w3 P1 split 100000 box=3 hand=2 parent=w1; 3 3c; says 3 double P1; bet w4 P1 double 100000 box=3 parent=w1; 3 9s; \
3.2 Th; says 3.2 stand P1; D Kc; D 9d; pay w1 200000; pay w4 200000; pay w3 200000; pay w2 0; close
ROU-1/{DAY}: table roulette eca-roulette EUR zone=Europe/Vienna; dealer D5
ROU-1/{DAY}/1: open; spin ccw cw; bet w1 P1 straight 500 numbers=17; bet w2 P2 red 50000; nmb; revolutions 9 after_call=4; \
incident foreign_object; no_spin foreign_object; rest 17; spin cw ccw; revolutions 8 after_call=8; \
rest 22; call 22; dolly 22; pay w1 0; pay w2 0; close
BJ-3/{DAY}: table blackjack ccl CZK seats=7 zone=Europe/Prague; limits main 1000 500000; shoe S3 6; dealer D4
BJ-3/{DAY}/1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=2; nmb; 1 As 2 9s D 6s 1 7s 2 Ts; says 1 stand; \
says 2 stand; D Ah; pay w1 20000; pay w2 40000; close
BJ-3/{DAY}/2: open; bet w3 P3 main 30000 box=3; bet w4 P4 main 10000 box=4; nmb; 3 2s 4 Js D 7h 3 3s 4 Qs; says 3 stand; \
says 4 stand; D Th; pay w3 0; pay w4 20000; close
BJ-3/{DAY}/3: open; bet w5 P1 main 10000 box=1; bet w6 P4 main 20000 box=4; nmb; 1 Jh 4 4h D Kh 1 Qh 4 5h; says 1 stand; \
says 4 stand; D Qd
"""
LATE_ROUND: Final = f"BJ-5/{DAY}/1"
LATE_CASE: Final = "2026-0001"
LATE_TABLE: Final = f"""\
BJ-5/{DAY}: table blackjack ccl CZK seats=7 zone=Europe/Prague; limits main 1000 500000; shoe S5 6; dealer D6
BJ-5/{DAY}/1: open; bet w1 P5 main 20000 box=2; bet w2 P6 main 10000 box=3; nmb; 2 As 3 9h D 6d 2 Kh 3 8c; says 3 stand; \
D Tc; D 2h; pay w1 40000; pay w2 0; close
"""
"""A blackjack of P5 that was paid 1 to 1."""
ANSWERED: Final = "2026-04-20T10:00:00.000000Z"
"""When the late case is worked on: its answer was due on 14 March."""


def record_late(folder: Path, language: str = "en") -> str:
    """The URL of a ledger with a dispute that is upheld in part, and answered late."""
    url = ledgers.new_sqlite(folder)
    migrate(url)
    clock = [VOIDED_US]
    with Ledger(url, clock=lambda: clock[0]) as ledger:
        _record_tables(ledger, LATE_TABLE)
        clock[0] = parse_instant(ANSWERED) + 24 * 60 * MINUTE
        complaint = Complaint("I7", "investigator", f"BJ-5/{DAY}", (LATE_ROUND,), received_at=RECEIVED, jurisdiction="uk")
        run = _Run(ledger, GERMAN if language == "de" else {}, complaint, ANSWERED)
        _claim(run, "P5", 30000, language, reason="underpaid")
        _position(run, "P5", "I had a blackjack and P6 says it is paid 5 to 2, so I want 300 more.")
        ground = "A blackjack is paid 3 to 2 at this table, and not 5 to 2."
        awards = {"round": LATE_ROUND, "wager": "w1", "due_minor": 50000}
        run.finish([{**_answer("P5", "partly_upheld", 10000, awards), "ground": ground, "clauses": ["CCL-16"]}])
    return url


def _record_tables(ledger: Ledger, tables: str) -> None:
    for rulebook in SHIPPED_RULEBOOKS:
        ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
    record_house(ledger, SETTINGS)
    transcript = Transcript("table/1")
    deliveries = [delivery for line in _timed(tables) for delivery in transcript.read(line)]
    ledger.ingest(incoming_deliveries(deliveries, "feed"))


def record(folder: Path, language: str = "en") -> str:
    """The URL of a ledger with the six disputes in it; what people typed of them is in English or in German."""
    url = ledgers.new_sqlite(folder)
    migrate(url)
    clock = [VOIDED_US]
    with Ledger(url, clock=lambda: clock[0]) as ledger:
        _record_tables(ledger, TABLES)
        ledger.decide(VOID_SHOE[0].rsplit("/", 1)[0], ShoeVoided(shoe="S3", by="M1", role="management", reason="no_riffle"))
        clock[0] = NOW_US
        typed = GERMAN if language == "de" else {}
        settle_all(ledger, typed)
        _championship(ledger, typed)
    return url


def _timed(text: str) -> Iterator[str]:
    """The lines with the time of each event: every few seconds one."""
    at = parse_instant(format_instant(parse_instant("2026-01-17T21:04:00.000000Z")))
    for line in text.splitlines():
        head, phrases = line.split(": ", 1)
        if head.count("/") == 1:
            yield line
            continue
        timed = []
        for phrase in _phrases(phrases):
            timed.append(f"{phrase} @{format_instant(at)}")
            at += STEP_US
        yield f"{head}: {'; '.join(timed)}"


def _phrases(text: str) -> Iterator[str]:
    """One event a phrase: cards that follow each other are told one by one."""
    for phrase in text.split("; "):
        words = phrase.split()
        if words[0] in CARD_PLACES:
            yield from (" ".join(words[at : at + 2]) for at in range(0, len(words), 2))
        else:
            yield phrase


class _Run:
    """A case that is worked on act by act, an hour apart."""

    def __init__(
        self, ledger: Ledger, typed: Mapping[str, str], complaint: Complaint, begins: str = "2026-01-18T10:00:00.000000Z"
    ):
        self.work, self.ledger, self.typed, self.hours = Casework(ledger, NOTHING_JUDGED), ledger, typed, 0
        self.begins = begins
        self.number = self.work.open(complaint, self._next())

    def _next(self) -> str:
        self.hours += 1
        return format_instant(parse_instant(self.begins) + self.hours * 60 * MINUTE)

    def act(self, kind: Any, role: str, **fields: object) -> None:
        by = {"investigator": "I7", "dispute_manager": "E7", "approver": "A7"}[role]
        self.perform(kind.model_validate(_translated({"by": by, "role": role, **fields}, self.typed)))

    def perform(self, event: case_events.CaseworkAct) -> None:
        self.work.act(self.number, event, self._next())

    def finish(self, answers: list[dict[str, Any]], **reasons: object) -> None:
        """Takes in the rulings, proposes, approves by another person, settles, and pays half of what is owed first."""
        taken = [
            ruling_taken(self.ledger, name, "I7", "investigator") for name in self.work.case(self.number).opened.rounds
        ]
        for event in taken:
            self.perform(event)
        self.act(
            case_events.RulingProposed,
            "dispute_manager",
            answers=answers,
            rulings=[event.digest for event in taken],
            **reasons,
        )
        digest = self.work.case(self.number).digest
        self.act(case_events.RulingApproved, "approver", proposal=digest)
        self.act(case_events.CaseSettled, "dispute_manager", proposal=digest)
        for player in self.work.case(self.number).claims:
            self.act(case_events.LetterSent, "dispute_manager", player=player, letter="final", digest="sha256:" + 64 * "0")


def _translated(value: Any, typed: Mapping[str, str]) -> Any:
    """The fields of an act with the typed texts in the other language."""
    if isinstance(value, dict):
        return {name: _translated(part, typed) for name, part in value.items()}
    if isinstance(value, list):
        return [_translated(part, typed) for part in value]
    return typed.get(value, value) if isinstance(value, str) else value


def _opened(ledger: Ledger, typed: Mapping[str, str], rounds: tuple[str, ...]) -> _Run:
    day = rounds[0].rsplit("/", 1)[0]
    return _Run(ledger, typed, Complaint("I7", "investigator", day, rounds, received_at=RECEIVED, jurisdiction="uk"))


def _filmed(run: _Run, camera: str) -> None:
    span = {
        "begins_at": "2026-01-17T21:00:00.000000Z",
        "ends_at": "2026-01-17T22:00:00.000000Z",
        "expires_on": "2026-02-14",
    }
    run.act(case_events.EvidenceAttached, "investigator", evidence="overhead", camera=camera, offset_ms=2500, **span)
    run.act(case_events.HoldPlaced, "investigator", reason="dispute")


def settle_all(ledger: Ledger, typed: Mapping[str, str] = {}) -> None:
    """The five cases at tables, each to its final answer; `typed` has what people typed in another language."""
    for settle in (_misdeal, _shared_box, _no_spin, _void_shoe, _rejected):
        settle(ledger, typed)


def _claim(run: _Run, player: str, amount_minor: int, language: str = "en", reason: str | None = None) -> None:
    claim = {"player": player, "amount_minor": amount_minor, "language": language}
    run.act(case_events.ClaimStated, "investigator", **claim, **({"reason": reason} if reason else {}))
    sent = {"player": player, "letter": "acknowledgement", "digest": "sha256:" + 64 * "0"}
    run.act(case_events.LetterSent, "dispute_manager", **sent)


def _position(run: _Run, player: str, text: str, **fields: object) -> None:
    run.act(case_events.PositionTaken, "investigator", party=player, text=text, **fields)


def _misdeal(ledger: Ledger, typed: Mapping[str, str]) -> None:
    run = _opened(ledger, typed, (MISDEAL,))
    _claim(run, "P1", 14625, reason="no_third_card")
    _filmed(run, "C12")
    run.act(case_events.PersonNamed, "investigator", person="D7", seen_as="on_the_floor", office_held="dealer")
    _position(run, "P1", "Banco had 0 and was given no third card; P2 was paid at once.", relies_on=("overhead",))
    awards = [{"round": MISDEAL, "wager": "w1", "due_minor": 14625}]
    answers = [
        {
            "player": "P1",
            "outcome": "upheld",
            "pay_minor": 14625,
            "awards": awards,
            "clauses": ["DCB-2", "DCB-21"],
            "ground": "The rule on late complaints speaks only of the coups after the error, not of the coup itself.",
        }
    ]
    text = "The dealer called punto and paid without drawing for banco."
    run.finish(answers, facts=_shown(MISDEAL, text))
    run.act(case_events.PlayerPaid, "dispute_manager", player="P1", amount_minor=10000)


def _shared_box(ledger: Ledger, typed: Mapping[str, str]) -> None:
    run = _opened(ledger, typed, (SHARED_BOX,))
    _claim(run, "P2", 100000, language="de", reason="unpaid")
    _position(run, "P2", "Der Dealer hatte sich überkauft, aber mein Einsatz wurde eingezogen.")
    _filmed(run, "C3")
    awards = {"round": SHARED_BOX, "wager": "w2", "due_minor": 100000}
    answer = _answer("P2", "upheld", 100000, awards)
    answer["ground"] = "The stake stayed on the first hand of box 3, and the dealer went over 21."
    text = "The dealer had 25; the stake of the second player of box 3 was collected."
    run.finish([{**answer, "clauses": ["CCL-14", "CCL-37"]}], facts=_shown(SHARED_BOX, text))


def _no_spin(ledger: Ledger, typed: Mapping[str, str]) -> None:
    run = _opened(ledger, typed, (NO_SPIN,))
    _claim(run, "P1", 18000, reason="wrong_number_called")
    _position(run, "P1", "The ball lay in 17 before the dealer spun again, and I had 17.")
    _filmed(run, "C8")
    ground = "The dealer had called no spin before the ball came to rest in 17, so that spin has no winning number."
    gesture = {"ex_gratia_minor": 1000, "ex_gratia_ground": "The announcement came late and raised hopes"}
    clauses = ["ECA-R-I3", "ECA-R-I7"]
    text = "The dealer called no spin while the ball was still running; it fell into 17 afterwards."
    answers = [{"player": "P1", "outcome": "rejected", "ground": ground, "clauses": clauses, **gesture}]
    run.finish(answers, facts=_shown(NO_SPIN, text))


def _void_shoe(ledger: Ledger, typed: Mapping[str, str]) -> None:
    run = _opened(ledger, typed, VOID_SHOE)
    for player, amount in (("P1", 10000), ("P2", 20000), ("P3", 30000), ("P4", 20000)):
        _claim(run, player, amount, language="de" if player in ("P2", "P4") else "en")
    for player, text in (
        ("P1", "Round 3 was broken off and I never got my 100 back."),
        ("P2", "If the shoe was void, all stakes have to go back, mine of 200 in round 1 too."),
        ("P3", "If the shoe was void, I want the 300 back that I lost in round 2."),
        ("P4", "Round 3 was broken off and I never got my 200 back."),
    ):
        _position(run, player, text)
    _filmed(run, "C4")
    name = VOID_SHOE[2]
    undecided = "Round 3 was not finished when the shoe was announced void, so the stake goes back."
    paid = "Round 1 was paid before the shoe was announced void, and stays as it was paid."
    lost = "Round 2 was finished before the shoe was announced void, so its result stays."
    answers = [
        {**_answer("P1", "upheld", 10000, {"round": name, "wager": "w5", "due_minor": 10000}), "ground": undecided},
        {**_answer("P2", "rejected"), "ground": paid},
        {**_answer("P3", "rejected"), "ground": lost},
        {**_answer("P4", "upheld", 20000, {"round": name, "wager": "w6", "due_minor": 20000}), "ground": undecided},
    ]
    grounds = (
        ("CCL-7a?", "a", True, "the rules let the house withhold payments, not take back what was paid"),
        ("CCL-7a?", "b", False, "no clause says that a coup already paid is undone"),
        ("CCL-7b?", "a", True, "no coup of a void shoe may cost a stake that was not yet decided"),
        ("CCL-7b?", "b", False, "it would let the house keep stakes on a coup that nobody can finish"),
    )
    readings = [
        {"clause": clause, "reading": letter, "is_followed": followed, "ground": ground}
        for clause, letter, followed, ground in grounds
    ]
    text = "Round 2 was finished and box 3 collected before the shoe was announced void."
    run.finish(answers, facts=_shown(VOID_SHOE[1], text), readings=readings)


def _shown(name: str, text: str) -> list[dict[str, object]]:
    """The footage of a round, as it is described in a proposal."""
    return [{"text": text, "round": name, "evidence": "overhead"}]


def _answer(player: str, outcome: str, pay_minor: int = 0, *awards: dict[str, object]) -> dict[str, Any]:
    return {"player": player, "outcome": outcome, "pay_minor": pay_minor, "awards": list(awards)}


def _rejected(ledger: Ledger, typed: Mapping[str, str]) -> None:
    run = _opened(ledger, typed, (REJECTED,))
    _claim(run, "P3", 20000, reason="wrong_total")
    _position(run, "P3", "Punto had 7 and Banco only a 9 and a king; I was told that Punto wins.")
    _filmed(run, "C12")
    ground = "Banco had 9 with its first two cards and beat Punto's 7."
    text = "Banco was dealt a nine and a king, and the dealer called banco."
    answer = {"player": "P3", "outcome": "rejected", "ground": ground, "clauses": ["DCB-5", "DCB-10", "DCB-11"]}
    run.finish([answer], facts=_shown(REJECTED, text))


def _championship(ledger: Ledger, typed: Mapping[str, str]) -> None:
    """A final that is drawn: by its own scores C01 wins it, by those of both rounds C02."""
    edition = shipped_edition("eca-championship").name
    everybody = tuple(f"C{number:02}" for number in range(1, 17))
    asked = "In a draw the hospitality of all rounds has to be compared; over both rounds C02 has 110 and C01 has 90."
    decision = "Only the scores of round 2 count: ECA-D1 speaks of the criteria of that round. C01 wins on hospitality."
    settled = events.DisputeSettled(
        by="K02", dispute="Q1", decision=typed.get(decision, decision), clause="ECA-D1b?", reading="a"
    )
    acts: list[Event] = [
        events.ChampionshipOpened(by="ECA", director="DIR", rulebook="eca-championship", edition=edition, on_display=True),
        events.JudgesNamed(by="ECA", judges=("J1", "J2")),
        events.PrizeListed(by="ECA", place=1, prize="the cup"),
        *(events.ContestantEntered(by=f"K{name[1:]}", contestant=name, casino=f"K{name[1:]}") for name in everybody),
        events.RoundScheduled(by="DIR", round=1, contestants=everybody, advance=2),
        *_scores(1, {"C01": (40, 60, 60), "C02": (70, 50, 50)} | dict.fromkeys(everybody[2:], (30, 40, 40))),
        events.ContestantsAdvanced(by="DIR", round=1, contestants=everybody[:2]),
        events.RoundScheduled(by="DIR", round=2, contestants=everybody[:2], advance=1),
        *_scores(2, {"C01": (50, 40, 30), "C02": (40, 50, 30)}),
        events.DisputeOpened(by="K02", dispute="Q1", about=typed.get(asked, asked), round=2),
        settled,
        settled.model_copy(update={"by": "DIR"}),
        events.ContestantsAdvanced(by="DIR", round=2, contestants=everybody[:1]),
        events.PrizeAwarded(by="ECA", place=1, contestant="C01", prize="the cup"),
    ]
    championships = Championships(ledger)
    for minute, event in enumerate(acts):
        at = format_instant(parse_instant("2026-01-17T09:00:00.000000Z") + minute * MINUTE)
        championships.act(CHAMPIONSHIP, event, at)


def _scores(number: int, scores: Mapping[str, tuple[int, int, int]]) -> Iterator[events.ScoresGiven]:
    for contestant, (hospitality, technical, control) in scores.items():
        yield events.ScoresGiven(
            by="J1", round=number, contestant=contestant, hospitality=hospitality, technical=technical, control=control
        )
