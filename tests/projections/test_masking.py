"""Masking masks persons and bets and nothing else: ids that are also tables, cards, clauses, words, or begin a digest."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, Literal

import orjson
import pytest

from desk.opening import migrate
from desk.web.ledger_view import LedgerView
from desk.web.replay_page import standalone_replay
from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework, Complaint
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision
from ledger.events import REGISTRY
from ledger.events import cases as case_events
from ledger.events.play import WagerPlaced
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.values.refusals import PERSON_PARTICULARS, REFUSALS, Refusal
from ledger.values.subjects import table_day
from projections.answers.round_answer import round_answer
from projections.documents.rulings import ruling_document
from projections.following.read_models import catch_up, open_read_models
from projections.messages.catalogue import Catalogue, languages
from projections.office_reports.day import daily_log
from projections.office_reports.days import Period, office_day, person_names
from projections.office_reports.forms import render_office_report
from projections.office_reports.register import register_names, register_of_acts
from projections.office_reports.settlements import register_of_settlements
from projections.read_models.cases import ruling_taken
from projections.read_models.register import register
from projections.read_models.settlements import settlements
from projections.reports.case_file import gather_case_file
from projections.reports.case_report import compose_case_report
from projections.reports.forms import render
from projections.reports.masking import MaskedTableDays, NamedInEntries, _sorted_fields
from projections.reports.person_names import PersonNames
from projections.reports.round_report import compose_report, round_transcript
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import floor
from tests.projections.test_reports import text_of

WORDS: Final = Catalogue("en")

# Texts

NAMES: Final = {
    "w1": "Player-A",
    "As": "Player-B",
    "7": "Player-C",
    "banco": "Player-D",
    "BAC-1": "Player-E",
    "DCB-21a": "Player-F",
    "claim": "Player-G",
    "0f3a9c": "Player-H",
    "anna": "Player-I",
    "anna-berger": "Player-J",
}
THINGS: Final = {"BAC-1", "w1", "w2", "S1", "C12", "DCB-21a"}
PERSONS: Final = PersonNames(NAMES, THINGS, WORDS)
DIGEST: Final = "sha256:" + "0f3a9c" + "0" * 58


@pytest.mark.parametrize("who", NAMES)
@pytest.mark.parametrize(
    "sentence",
    [
        "the claim of {} has no answer",
        "the claim of {} is upheld and nothing is to be paid on it; say what is paid, or reject it",
        "{} asks for 78.50 GBP and is to have 7.00 GBP; that is partly upheld",
        "w1 of {} in BAC-1/2026-01-20/7 gives 195.00 GBP at most, under any reading, and is awarded 200.00 GBP",
        "only investigator opens a case; {} acted as approver",
        "{} wrote or altered the answers; another person must approve them",
        "{} is an office; a person must answer for this, with an id and a role",
        "that is more than is still to be paid to {}",
        "{} has not been paid all of the settlement",
    ],
)
def test_in_a_refusal_a_person_is_masked_where_a_person_stands_and_nowhere_else(sentence: str, who: str) -> None:
    assert PERSONS.apply_to_refusal(sentence.format(who)) == sentence.format(NAMES[who])


@pytest.mark.parametrize(
    "sentence",
    [
        "round BAC-1/2026-01-20/7 is not of this case",
        f"the ruling {DIGEST} is not that of BAC-1/2026-01-20/7",
        "the case is settled; one cannot state claim now",
        "that is not the proposal as it stands; read it again and name its digest",
        "7 take part, fewer than 16: cancel, or invite others to make 16",
    ],
)
def test_a_refusal_that_is_about_nobody_stays_as_it_is(sentence: str) -> None:
    assert PERSONS.apply_to_refusal(sentence) == sentence


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("anna saw it, and anna-berger did not.", "Player-I saw it, and Player-J did not."),
        ("Anna's chips lay on the line", "Player-I's chips lay on the line"),
        (f"annabel wrote {DIGEST} at BAC-1/2026-01-20/7", f"annabel wrote {DIGEST} at BAC-1/2026-01-20/7"),
        ("2026-01-07 and 7.50 and 1,007.00", "2026-01-07 and 7.50 and 1,007.00"),
        ("banco was paid", WORDS.say("masking.withheld")),
        ("7 saw it", WORDS.say("masking.withheld")),
        ("wager w1 was late", WORDS.say("masking.withheld")),
        ("wager w2 was late", "wager w2 was late"),
    ],
)
def test_a_text_that_may_name_somebody_is_withheld_and_no_other(text: str, masked: str) -> None:
    assert PERSONS.apply_to(text) == masked


def test_a_label_and_a_reason_lose_names_alone() -> None:
    """A piece of evidence that is called like a person is called so for the person's sake."""
    assert PERSONS.apply_to_label("anna-statement.pdf") == "Player-I-statement.pdf"
    assert PERSONS.apply_to_label("banco_shown_7") == "banco_shown_7"
    assert PERSONS.apply_to_label("short_paid_anna") == "short_paid_Player-I"


TOKENS: Final = {
    "mueller-hans-17": "Bet-1",
    "w2": "Bet-2",
    "anna-berger-2": "Bet-3",
    "2026-01-20-Huber": "Bet-4",
    "banco": "Bet-5",
    "7": "Bet-6",
    "As": "Bet-7",
    "anna": "Bet-8",
}
WITH_BETS: Final = PersonNames(NAMES, {"BAC-1", "S1"}, WORDS, TOKENS)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("wager mueller-hans-17 was late", "wager Bet-1 was late"),
        ("Mueller-Hans-17's chips, and w2.", "Bet-1's chips, and Bet-2."),
        ("mueller-hans-170 and w22 are other bets", "mueller-hans-170 and w22 are other bets"),
        ("2026-01-20-Huber of 2026-01-20", "Bet-4 of 2026-01-20"),
        ("anna-berger-2 of anna-berger", "Bet-3 of Player-J"),
        (f"{DIGEST} and BAC-1/2026-01-20/w2", f"{DIGEST} and BAC-1/2026-01-20/w2"),
        ("anna was here", WORDS.say("masking.withheld")),
    ],
)
def test_a_text_has_the_tokens_of_the_bets_that_it_names(text: str, masked: str) -> None:
    assert WITH_BETS.apply_to(text) == masked


def test_a_label_or_a_refusal_has_the_tokens_of_bets() -> None:
    assert WITH_BETS.apply_to_label("short_paid_mueller-hans-17") == "short_paid_Bet-1"
    assert WITH_BETS.apply_to_label("banco_shown_7") == "banco_shown_7"
    known = {"player": "anna-berger", "round": "BAC-1/2026-01-20/7", "case": "2026-0001"}
    for bet, token in TOKENS.items():
        sentence = Refusal("bet_of_another_case", bet=bet, **known)
        assert WITH_BETS.apply_to_refusal(sentence).startswith(f"{token} of Player-J in BAC-1/2026-01-20/7 is answered")
    assert WITH_BETS.bet_of("mueller-hans-17~2") == "Bet-1~2"


def test_every_field_of_an_event_that_names_a_bet_is_masked() -> None:
    named = {
        (kind.TOPIC, field)
        for kind in REGISTRY.values()
        for field in kind.model_fields
        if field in ("wager", "parent") and _sorted_fields(kind).get(field) != "bet"
    }
    assert named == set()


def test_the_bets_of_persons_for_whom_a_document_is_made_keep_their_ids() -> None:
    named = NamedInEntries()
    for entry in bets_placed(("hans-1", "P1"), ("eva-2", "P2"), ("eva-2", "P1"), ("Bet-1", "P2")):
        named.take(entry)
    names = named.names(WORDS, ["P1"])
    assert [names.bet_of(bet) for bet in ("hans-1", "eva-2", "Bet-1")] == ["hans-1", "eva-2", "Bet-4"]
    names = named.names(WORDS)
    assert [names.bet_of(bet) for bet in ("hans-1", "eva-2", "Bet-1")] == ["Bet-2", "Bet-3", "Bet-4"]


def bets_placed(*bets: tuple[str, str]) -> Iterator[Entry]:
    """Entries of bets of these ids, by these players."""
    for number, (bet, player) in enumerate(bets, 1):
        event = WagerPlaced(wager=bet, player=player, kind="punto", stake_minor=1000)
        delivery = Delivery(event, "table/1", f"d{number}", number, f"{DAY}/1")
        yield Entry(number, f"table/{DAY}", number, ledgers.RECORDED_AT, delivery)


def sentences_about_persons() -> Iterator[tuple[str, str]]:
    """Every refusal that names somebody: with an id in the person's place, and with a name."""
    for template in REFUSALS.values():
        if PERSON_PARTICULARS & {name for _, name, _, _ in Formatter().parse(template)}:
            first, second = (template.format_map(_Filled(who)) for who in ("is", "Player-A"))
            yield first, second


class _Filled(dict[str, str]):
    """Particulars of a refusal that names somebody."""

    def __init__(self, who: str):
        super().__init__(did="wrote or altered the answers", then="approve them", **dict.fromkeys(PERSON_PARTICULARS, who))

    def __missing__(self, name: str) -> str:
        return "X9"


def test_every_sentence_of_the_ledger_that_names_somebody_is_known() -> None:
    """An id that is a word is masked in it: a sentence that is new, or was altered, needs its place among the others."""
    persons = PersonNames({"is": "Player-A"}, (), WORDS)
    found = list(sentences_about_persons())
    assert len(found) > 40
    assert [text for text, masked in found if persons.apply_to_refusal(text) != masked] == []


# Documents

PLAIN: Final = ("anna-berger", "Bertil", "DeVries", "P5", "P3", "P2", "Ines", "Dora", "Arno", "Wilma")
EDITION: Final = shipped_edition("dcb").digest.removeprefix("sha256:")
LIKE_OTHER_THINGS: Final = (
    ("w1", "BAC-1", "S1", "punto", "7", "As", "settle", "claim", "C12", "staked"),
    ("round", "DCB-21", "17", "w5", "6h", "P", "the", "approver-1", EDITION[:12], "2026"),
    ("banco", "case", "dealer-1", "box3", "1", "9d", "is", "of", "IBAS", "S2"),
    (EDITION[:8], "sha256", "BAC", "main", "GBP", "Kh", "Player-A", "Person-A", "w2", "dcb"),
)
"""Wagers, tables, shoes, cards, clauses, cameras, numbers, words, digests and even names that masking gives."""

DAY: Final = "BAC-1/2026-01-20"
ROUNDS: Final = (floor.OVERDRAWN, floor.UNDERDRAWN)


BETS: Final = ("w1", "w2", "w3", "w4", "w5", "w6")
NAMED_BETS: Final = ("mueller-hans-17", "Schmidt.Eva", "anna-berger-2", "2026-01-20-Huber", "P5-Lena", "GABRIEL_MEIER")
"""Ids of bets that hold the names of persons; one begins with a day, and two with a player's id."""


def record(folder: Path, persons: tuple[str, ...], bets: tuple[str, ...] = BETS) -> str:
    """The URL of a ledger with the rounds of `floor` and a case about two of them, by persons and bets of these ids."""
    folder.mkdir()
    url, called = ledgers.new_sqlite(folder), dict(zip(PLAIN, persons, strict=True))
    migrate(url)
    played = re.sub("|".join(sorted(PLAIN, key=len, reverse=True)), lambda found: called[found[0]], floor.TRANSCRIPT)
    if bets != BETS:
        renamed = dict(zip(BETS, bets, strict=True))
        played = re.sub(rf"\b(?:{'|'.join(BETS)})\b", lambda found: renamed[found[0]], played)
    with ledgers.opened(url) as ledger, open_read_models(ledger) as engine:
        for rulebook in SHIPPED_RULEBOOKS:
            ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
        transcript = Transcript("table/1")
        lines = [delivery for line in played.splitlines() for delivery in transcript.read(line)]
        if bets != BETS:  # a feed may number its deliveries by their bets
            lines = [each._replace(id=f"{each.id}-{bets[0]}") for each in lines]
        ledger.ingest(incoming_deliveries(lines, "feed"))
        dispute(ledger, called, bets[0])
        catch_up(ledger, engine)
    return url


def dispute(ledger: Ledger, called: Mapping[str, str], bet: str) -> None:
    """A case from the claim to the payment, with refused attempts by and about everybody."""
    by, writer, second = (
        {"by": called[who], "role": role}
        for who, role in (("Ines", "investigator"), ("Dora", "dispute_manager"), ("Arno", "approver"))
    )
    anna, bertil, wilma = called["anna-berger"], called["Bertil"], called["Wilma"]
    with suppress(MalformedDecision):
        Casework(ledger, NOTHING_JUDGED).open(Complaint(called["Wilma"], "approver", DAY, ROUNDS))
    number = Casework(ledger, NOTHING_JUDGED).open(
        Complaint(called["Ines"], "investigator", DAY, ROUNDS, jurisdiction="uk")
    )

    def act(kind: Any, who: Mapping[str, str], **fields: object) -> None:
        Casework(ledger, NOTHING_JUDGED).act(number, kind.model_validate({**who, **fields}))

    given = ({"round": floor.UNDERDRAWN, "wager": bet, "due_minor": 14625},)
    answers: list[dict[str, Any]] = [
        {"player": anna, "outcome": "upheld", "pay_minor": 14625, "awards": given},
        {"player": bertil, "outcome": "rejected", "ex_gratia_minor": 500},
    ]
    act(case_events.ClaimStated, by, player=anna, amount_minor=14625, reason="no_third_card")
    act(case_events.ClaimStated, by, player=bertil, amount_minor=3000)
    act(case_events.ClaimWithdrawn, by, player=called["P5"])
    act(case_events.PersonNamed, by, person=wilma, seen_as="witness")
    act(case_events.EvidenceAttached, by, evidence="overhead", camera="C12", expires_on="2027-02-17")
    taken = [ruling_taken(ledger, name, called["Ines"], "investigator") for name in ROUNDS]
    for event in taken:
        Casework(ledger, NOTHING_JUDGED).act(number, event)
    act(case_events.RulingProposed, writer, answers=answers[:1])
    act(case_events.RulingProposed, writer, answers=answers, rulings=[event.digest for event in taken])
    proposal = Casebook(ledger).case(number).digest
    act(case_events.RulingApproved, {**writer, "role": "approver"}, proposal=proposal)
    act(case_events.RulingApproved, {**by, "role": "regulator"}, proposal=proposal)
    act(case_events.RulingApproved, second, proposal=proposal)
    act(case_events.CaseSettled, writer, proposal=proposal)
    act(case_events.PlayerPaid, writer, player=bertil, amount_minor=900)
    act(case_events.PlayerPaid, writer, player=anna, amount_minor=14625)
    act(case_events.CaseAppealed, by, player=bertil, body="IBAS")
    assert Casebook(ledger).case(number).state == "appealed"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, ...], str]:
    """The URL of the ledger by the persons in it."""
    folder = tmp_path_factory.mktemp("masking")
    return {who: record(folder / str(at), who) for at, who in enumerate((PLAIN, *LIKE_OTHER_THINGS))}


@cache
def documents(url: str, language: str, form: Literal["html", "pdf", "json"]) -> list[str]:
    """What masked documents say, but for digests."""
    return list(_documents(url, language, form))


def _documents(url: str, language: str, form: Literal["html", "pdf", "json"]) -> Iterator[str]:
    """Rounds, a case, the daily log, the registers."""
    words = Catalogue(language)
    with ledgers.opened(url) as ledger, open_read_models(ledger) as engine:
        archive = MaskedTableDays(ledger, words)
        for name in (*ROUNDS, floor.EMPTY_BOX, floor.SHARED, floor.SPUN):
            ruling = next(archive.rulings([name]))
            round_report = compose_report(
                round_answer(ruling), ruling_document(ruling, archive.leaves(ruling)), None, words
            )
            yield readable(form, render(form, round_report))
        case = gather_case_file(ledger, "2026-0001", words, mask_names=True)
        yield readable(form, render(form, compose_case_report(case, words, masked=True)))
        called, last = register_names(ledger, words), ledgers.RECORDED_AT
        names = person_names(ledger, words, None, mask_names=True)
        papers = (
            daily_log(office_day(ledger, DAY, names), words, masked=True),
            register_of_acts(register(ledger, engine), Period(), called, last, words, masked=True),
            register_of_settlements(settlements(ledger), Period(), "UTC", called, last, words, masked=True),
        )
        yield from (readable(form, render_office_report(form, paper)) for paper in papers)


def readable(form: str, data: bytes) -> str:
    """What can be read in a document, without the digests of what is on record under the persons' own ids."""
    text = text_of(data) if form == "pdf" else data.decode()
    return re.sub(r"(?:sha256: ?)?[0-9a-f ]{64,}", "DIGEST", text)


WRITTEN: Final = (
    *((persons, language, form) for persons in LIKE_OTHER_THINGS for language in languages() for form in ("html", "json")),
    (LIKE_OTHER_THINGS[0], "de", "pdf"),
    (LIKE_OTHER_THINGS[1], "en", "pdf"),
)
"""A PDF is set from what the page is made of: one in each language does."""


def first_difference(masked: str, plain: str) -> tuple[str, str] | None:
    """Where two texts part, with some of what comes before and after."""
    at = next((at for at, (left, right) in enumerate(zip(masked, plain, strict=False)) if left != right), None)
    if at is None:
        return None if len(masked) == len(plain) else (masked[-80:], plain[-80:])
    return masked[max(at - 60, 0) : at + 60], plain[max(at - 60, 0) : at + 60]


@pytest.mark.slow
@pytest.mark.parametrize(("persons", "language", "form"), WRITTEN)
def test_a_masked_document_is_the_same_whatever_the_persons_are_called(
    recorded: Mapping[tuple[str, ...], str], persons: tuple[str, ...], language: str, form: Literal["html", "pdf", "json"]
) -> None:
    """So nothing in it can come from an id, and nothing is masked that is none."""
    for plain, masked in zip(
        documents(recorded[PLAIN], language, form), documents(recorded[persons], language, form), strict=True
    ):
        assert first_difference(masked, plain) is None
        assert not [who for who in PLAIN if len(who) > 2 and re.search(rf"(?<![A-Za-z0-9]){who}(?![A-Za-z0-9])", plain)]


# Bets


@pytest.fixture(scope="module")
def named_bets(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of the same ledger with bets whose ids hold names."""
    return record(tmp_path_factory.mktemp("bets") / "named", PLAIN, NAMED_BETS)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "form"), [("en", "json"), ("de", "html"), ("en", "pdf")])
def test_a_masked_document_is_the_same_whatever_the_bets_are_called(
    recorded: Mapping[tuple[str, ...], str], named_bets: str, language: str, form: Literal["html", "pdf", "json"]
) -> None:
    plain, named = documents(recorded[PLAIN], language, form), documents(named_bets, language, form)
    assert [difference for pair in zip(named, plain, strict=True) if (difference := first_difference(*pair))] == []
    assert [bet for bet in NAMED_BETS if any(bet in masked for masked in named)] == []


@pytest.mark.slow
def test_no_masked_page_or_transcript_has_a_bet_s_id(named_bets: str) -> None:
    with ledgers.opened(named_bets) as ledger, open_read_models(ledger) as engine:
        view = LedgerView(ledger, engine)
        for name in (*ROUNDS, floor.EMPTY_BOX, floor.SHARED, floor.SPUN):
            shown = [standalone_replay(view, name, masked=True), round_transcript(ledger, name, WORDS, masked=True)]
            shown += [orjson.dumps(view.moments(name, masked=True), default=str).decode()]
            shown += [repr(view.ruled_day(table_day(name), masked=True))]
            unmasked = standalone_replay(view, name, masked=False)
            assert NAMED_BETS[0] in unmasked or NAMED_BETS[0] in repr(view.moments(name, masked=False))
            assert [bet for bet in NAMED_BETS if any(bet in each for each in shown)] == [], name
