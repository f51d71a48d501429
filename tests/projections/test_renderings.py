"""A round is the same in every place: each text that the product gives is read again and held against the answer.

Rounds are drilled ones of all houses, as they are and settled by a case: in full, in part, ex gratia, rejected, asked back.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from io import StringIO
from itertools import islice
from typing import Any, Final

import orjson
import pytest
from rich.console import Console

from desk.terminal.ruling import show_ruling
from desk.web.money import ruling_view
from projections.answers.round_answer import RoundAnswer, round_answer
from projections.answers.status import STATUS_WORDS
from projections.documents.answers import answered_ruling_document
from projections.documents.rulings import ruling_document
from projections.messages.catalogue import Catalogue, languages
from projections.reports.compose import compose_report, round_section
from projections.reports.forms import render
from projections.reports.headline import headline
from projections.reports.letter import compose_letter
from replay.ruling.ruling import Ruling
from tests.projections.drilled_cases import HOUSES, RECORDED, drilled, settled
from tests.projections.test_reports import text_of

pytestmark = pytest.mark.slow

AT_ONCE: Final = 100
AT_NIGHT: Final = 1000
AS_PAGES: Final = 5
"""Of so many rounds of a house the PDF is read as well."""

SENTENCES: Final = (
    "balance.short",
    "balance.too_much",
    "balance.claimed",
    "balance.unpaid",
    "balance.case_paid",
    "balance.ex_gratia",
    "balance.ex_gratia_paid",
    "balance.not_reclaimed",
)
"""The sentences that name a player and an amount."""

STATUS_SENTENCES: Final = ("disputed_case", "settled_case", "paid")
PLAYER: Final = r"(?P<player>[A-Za-z0-9_-]+)"
AMOUNT: Final = r"(?P<amount>[0-9][0-9.,]* [A-Z]{3})"
Said = tuple[str, str, str]
"""Which sentence, about which player, with which amount."""


def rounds(house: str, first: int, number: int) -> Iterator[Ruling]:
    every = (ruling for sitting in range(1, 1000) for ruling in drilled(house, sitting))
    return islice(every, first, first + number)


@cache
def patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    words, found = Catalogue(language), {}
    for key in SENTENCES:
        template = words.say(key, player="\x00", amount="\x01", cases="2026-0001")
        pattern = re.escape(template).replace(re.escape("\x00"), PLAYER).replace(re.escape("\x01"), AMOUNT)
        found[key] = re.compile(pattern.replace(r"\ ", r"\s+"))
    return found


def sentences_in(text: str, language: str) -> Counter[Said]:
    """What a text says of players and amounts."""
    return Counter(
        (key, match["player"], match["amount"])
        for key, pattern in patterns(language).items()
        for match in pattern.finditer(text)
    )


def amount(answer: RoundAnswer, minor: int, language: str) -> str:
    """An amount as people of a language write it; worked out here."""
    opening = answer.ruling.round.table_opening
    whole, rest = divmod(minor, 10**opening.minor_digits)
    point, comma = (".", ",") if language == "en" else (",", ".")
    behind = f"{point}{rest:0{opening.minor_digits}}" if opening.minor_digits else ""
    return f"{whole:,}".replace(",", comma) + f"{behind} {opening.currency}"


def to_be_said(answer: RoundAnswer, language: str) -> set[Said]:
    """What may be said of players and amounts, by the money of the answer."""
    expected: set[Said] = set()

    def add(key: str, player: str, minor: int | None) -> None:
        if minor:
            expected.add((f"balance.{key}", player, amount(answer, minor, language)))

    for row in answer.players:
        outstanding, overpaid = row.outstanding_minor, row.overpaid_minor
        if row.is_answered:
            add("short", row.player, outstanding)
            add("case_paid", row.player, row.paid_by_case_minor)
            key = "ex_gratia_paid" if row.paid_ex_gratia_minor >= row.ex_gratia_minor else "ex_gratia"
            add(key, row.player, row.ex_gratia_minor)
            if not row.reclaim_minor:
                add("too_much" if row.reclaim_minor is None else "not_reclaimed", row.player, overpaid)
        elif row.if_claimed_minor is not None:
            add("claimed", row.player, row.if_claimed_minor)
        elif row.is_payment_unknown or outstanding is None:
            add("unpaid", row.player, row.awarded_minor)
        else:
            add("short", row.player, outstanding)
            add("too_much", row.player, overpaid)
    return expected


def renderings(answer: RoundAnswer, words: Catalogue, *, pages: bool) -> Iterator[tuple[str, str]]:
    """The texts about a round that name what each player still gets, or was paid too much."""
    yield "report", _text(round_section(answer, words).model_dump(mode="json", exclude={"branches", "findings", "steps"}))
    top = headline(answer, words)
    yield "headline", " ".join((top.holds, *top.money, top.decides))
    yield "page", " ".join((ruling_view(answer, words).verdict, *ruling_view(answer, words).balances))
    if words.language == "en":
        written = StringIO()
        show_ruling(Console(file=written, width=4000, color_system=None), answer)
        yield "terminal", written.getvalue()
    if pages:
        document = ruling_document(answer.ruling, dict.fromkeys(answer.ruling.positions, bytes(32)))
        report = compose_report(answer, document, None, words)
        evidence = report.evidence.model_copy(update={"recorded_at": RECORDED})  # a drilled round was never recorded
        yield "pdf", text_of(render("pdf", report.model_copy(update={"evidence": evidence})))


def _text(value: Any) -> str:
    """Every text in a document."""
    match value:
        case str():
            return value
        case Mapping():
            return " ".join(map(_text, value.values()))
        case list() | tuple():
            return " ".join(map(_text, value))
    return ""


def check_texts(answer: RoundAnswer, language: str, *, pages: bool) -> None:
    """Nothing is said that the answer does not have; and what it has is said, once in the texts that tell it."""
    words, expected = Catalogue(language), to_be_said(answer, language)
    for name, text in renderings(answer, words, pages=pages):
        found = set(sentences_in(text, language))
        assert found <= expected, f"{answer.name} {name} {language}: {found - expected} is not in the answer"
        assert found == expected, f"{answer.name} {name} {language}: {expected - found} is missing"
        for key in STATUS_SENTENCES:
            sentence = words.say(f"status_sentence.{key}", cases="2026-0001")
            is_so = key.removesuffix("_case") == answer.status.word and bool(answer.cases)
            assert (sentence in " ".join(text.split())) == is_so, f"{answer.name} {name} {language}: {sentence}"
    for player in answer.players:
        letter = _text(compose_letter(answer, player.player, "sha256:0", words).model_dump(mode="json"))
        others = {row.player for row in answer.players} - {player.player}
        assert not {who for _, who, _ in sentences_in(letter, language)} & others


def check_data(answer: RoundAnswer) -> None:
    """The money of the data is that of the answer, and it adds up."""
    document = ruling_document(answer.ruling, dict.fromkeys(answer.ruling.positions, bytes(32)))
    data = orjson.loads(answered_ruling_document(answer, document).model_dump_json())
    assert data["status"] == answer.status.word
    assert data["status"] in STATUS_WORDS
    for row, bet in zip(data["money"], answer.bets, strict=True):
        outstanding, overpaid = row.get("outstanding_minor"), row.get("overpaid_minor")
        assert (outstanding, overpaid) == (bet.outstanding_minor, bet.overpaid_minor)
        assert min(outstanding or 0, overpaid or 0) >= 0
        if bet.is_answered or None in (row["awarded_minor"], row["paid_minor"], outstanding, overpaid):
            continue
        had = row["paid_minor"] - row.get("taken_back_minor", 0) + row.get("paid_by_case_minor", 0)
        assert row["awarded_minor"] - had == outstanding - overpaid, f"{answer.name} {row}"
    due = {outcome["id"]: outcome["due_minor"] for outcome in data["outcomes"]}
    assert due == {id_: {bet.bet: bet.due_by_outcome[id_] for bet in answer.bets} for id_ in due}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("first", "number"), [(0, AT_ONCE), pytest.param(AT_ONCE, AT_NIGHT - AT_ONCE, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("house", HOUSES)
def test_a_round_is_the_same_in_every_place(house: str, first: int, number: int) -> None:
    seen: Counter[str] = Counter()
    for at, ruling in enumerate(rounds(house, first, number), first):
        alone, file = round_answer(ruling), settled(ruling, at)
        for answer in (alone, *file.round_answers):
            seen[answer.status.word] += 1
            check_data(answer)
            for language in languages():
                check_texts(answer, language, pages=at < AS_PAGES)
    print(f"{house}: {dict(seen)}")
    assert len(seen) > 2, f"{house}: only {dict(seen)}"


def test_a_settlement_leaves_what_each_reading_gives() -> None:
    """Of every round that a case settles, each outcome gives what it gave before."""
    for ruling in rounds("dcb", 0, 40):
        before, after = round_answer(ruling), settled(ruling, 1).round_answers[0]
        assert [bet.due_by_outcome for bet in before.bets] == [bet.due_by_outcome for bet in after.bets]
