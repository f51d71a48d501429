"""A round is the same in every place: each text that the product gives is read again and held against the answer.

Rounds are drilled ones of all houses, with payments taken back and void shoes, as they are and settled by a case: in full,
in part, ex gratia, rejected, asked back, appealed against. What is right of their money is what the drill knows.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import StringIO
from typing import Any, Final
from unittest.mock import patch

import orjson
import pytest
from rich.console import Console

from desk.terminal.ruling import show_ruling
from desk.web.money import ruling_view
from ledger.cases.case import Case
from ledger.events.cases import Answer
from projections.answers.money import BetAnswer, PlayerAnswer, bets_of
from projections.answers.round_answer import RoundAnswer, round_answer
from projections.answers.status import STATUS_WORDS
from projections.documents.answers import answered_ruling_document
from projections.documents.rulings import ruling_document
from projections.messages.catalogue import Catalogue, languages
from projections.reports.forms import render
from projections.reports.headline import headline
from projections.reports.letter import compose_letter
from projections.reports.round_report import compose_report
from projections.reports.round_sections import RoundPart
from tests.projections.drilled_cases import RECORDED, settled
from tests.projections.drilled_truth import HOUSES, DrilledRuling, TrueBet, TrueBets, TruePlayer, players_of, rounds_of
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
    "balance.reclaimed",
    "balance.not_reclaimed",
)
"""The sentences that name a player and an amount."""

STATUS_SENTENCES: Final = ("disputed_case", "settled_case", "paid")
PLAYER: Final = r"(?P<player>[A-Za-z0-9_-]+)"
AMOUNT: Final = r"(?P<amount>[0-9][0-9.,]* [A-Z]{3})"
Said = tuple[str, str, str]
"""Which sentence, about which player, with which amount."""


@cache
def patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    words, found = Catalogue(language), {}
    for key in SENTENCES:
        template = words.say(key, player="\x00", amount="\x01", cases="2026-0001", reclaim="\x02")
        pattern = re.escape(template).replace(re.escape("\x00"), PLAYER).replace(re.escape("\x01"), AMOUNT)
        pattern = pattern.replace(re.escape("\x02"), AMOUNT.replace("amount", "reclaim"))
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


def to_be_said(answer: RoundAnswer, money: Iterable[TruePlayer], language: str) -> set[Said]:
    """What must be said of players and amounts where this is right."""
    expected: set[Said] = set()

    def add(key: str, player: str, minor: int) -> None:
        if minor:
            expected.add((f"balance.{key}", player, amount(answer, minor, language)))

    for row in money:
        if row.is_answered:
            add("short", row.player, row.outstanding_minor)
            add("case_paid", row.player, row.paid_by_case_minor)
            key = "ex_gratia_paid" if row.paid_ex_gratia_minor >= row.ex_gratia_minor else "ex_gratia"
            add(key, row.player, row.ex_gratia_minor)
            key = "too_much" if row.reclaim_minor is None else "reclaimed" if row.reclaim_minor else "not_reclaimed"
            add(key, row.player, row.overpaid_minor)
        elif not row.is_open:
            add("claimed", row.player, row.on_claim_minor)
            add("unpaid", row.player, row.unpaid_minor)
            add("short", row.player, row.outstanding_minor)
            add("too_much", row.player, row.overpaid_minor)
    return expected


def renderings(answer: RoundAnswer, words: Catalogue, *, pages: bool) -> Iterator[tuple[str, str]]:
    """The texts about a round that name what each player still gets, or was paid too much."""
    part, top = RoundPart(answer, words), headline(answer, words)
    sections = [part.money_section(), *part.decision_sections(), *part.incomplete_sections(), *part.picture_sections()]
    yield "report", _text([dataclasses.asdict(part.answer_box()), *map(dataclasses.asdict, sections)])
    yield "headline", " ".join((top.holds, *top.money, top.decides))
    yield "page", " ".join((ruling_view(answer, words).verdict, *ruling_view(answer, words).balances))
    if words.language == "en":
        written = StringIO()
        show_ruling(Console(file=written, width=4000, color_system=None), answer)
        yield "terminal", written.getvalue()
    if pages:
        document = ruling_document(answer.ruling, dict.fromkeys(answer.ruling.positions, bytes(32)))
        with patch("projections.reports.round_report.last_recorded_at", return_value=RECORDED):  # a drill records nothing
            yield "pdf", text_of(render("pdf", compose_report(answer, document, None, words)))


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


def check_texts(answer: RoundAnswer, money: Sequence[TruePlayer], language: str, *, pages: bool) -> None:
    """Nothing is said of money that is not right; and what is right is said, once in the texts that tell it."""
    words, expected = Catalogue(language), to_be_said(answer, money, language)
    for name, text in renderings(answer, words, pages=pages):
        found = set(sentences_in(text, language))
        assert found <= expected, f"{answer.name} {name} {language}: {found - expected} is not right"
        assert found == expected, f"{answer.name} {name} {language}: {expected - found} is missing"
        for key in STATUS_SENTENCES:
            sentence = words.say(f"status_sentence.{key}", cases="2026-0001")
            is_so = key.removesuffix("_case") == answer.status.word and bool(answer.cases)
            assert (sentence in " ".join(text.split())) == is_so, f"{answer.name} {name} {language}: {sentence}"
    for player in answer.players:
        letter = _text(compose_letter(answer, player.player, "sha256:0", words).model_dump(mode="json"))
        others = {row.player for row in answer.players} - {player.player}
        assert not {who for _, who, _ in sentences_in(letter, language)} & others


def check_status(answer: RoundAnswer, money: Sequence[TruePlayer], *, is_void: bool) -> None:
    """The status follows from the money that is right, from the case, and from whether the shoe is void."""
    word, case = answer.status.word, next(iter(answer.cases), None)
    if case is not None and case.state == "appealed":
        assert word == "disputed"
    elif is_void:
        assert word in ("void", "disputed")
    elif answer.ruling.round.standing == "disputed":
        assert word == "disputed"
    elif case is not None:
        assert case.settled is not None
        given = case.settled.answers
        left = any(
            minor > case.paid.get((each.player, ex_gratia), 0)
            for each in given
            for minor, ex_gratia in ((each.pay_minor, False), (each.ex_gratia_minor, True))
        )
        assert word == ("settled" if left or not case.paid else "paid"), f"{answer.name} {word}"
    elif any(row.outstanding_minor or row.overpaid_minor for row in money):
        assert word in ("to_be_corrected", "for_decision", "disputed"), f"{answer.name} {word}"
    elif not any(row.is_open or row.unpaid_minor for row in money) and answer.ruling.verdict != "correct":
        assert word != "to_be_corrected", answer.name


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
        if None in (row["awarded_minor"], row["paid_minor"], outstanding, overpaid):
            continue
        had = row["paid_minor"] - row.get("taken_back_minor", 0) + row.get("paid_by_case_minor", 0)
        had += row.get("set_off_minor", 0)
        assert row["awarded_minor"] - had == outstanding - overpaid, f"{answer.name} {row}"
    due = {outcome["id"]: outcome["due_minor"] for outcome in data["outcomes"]}
    assert due == {id_: {bet.bet: bet.due_by_outcome[id_] for bet in answer.bets} for id_ in due}


def true_money(each: DrilledRuling, answer: RoundAnswer, case: Case | None) -> list[TruePlayer]:
    """What is right of the money of a round's players, of the ways in which it may be awarded the one that was."""
    awarded = {bet.bet: (bet.awarded_minor, bet.if_claimed_minor) for bet in answer.bets}
    if not each.truths:
        return players_of({bet.bet: _true_bet(bet) for bet in bets_of(answer.ruling)}, case)
    fitting = [truth for truth in each.truths if case is not None or _awards(truth) == awarded]
    assert fitting, f"{answer.name} is awarded {awarded}, not {_awards(each.truths[0])}"
    return players_of(fitting[0], case)


def _true_bet(bet: BetAnswer) -> TrueBet:
    """Of a round that the drill does not know the money of, what its ruling gives."""
    return TrueBet(bet.player, bet.awarded_minor, bet.if_claimed_minor, bet.kept_minor)


def _awards(truth: TrueBets) -> dict[str, tuple[int | None, int | None]]:
    return {name: (bet.awarded_minor, bet.if_claimed_minor) for name, bet in truth.items()}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("first", "number"), [(0, AT_ONCE), pytest.param(AT_ONCE, AT_NIGHT - AT_ONCE, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("house", HOUSES)
def test_a_round_is_the_same_in_every_place(house: str, first: int, number: int) -> None:
    seen: Counter[str] = Counter()
    for at, each in enumerate(rounds_of(house, first, number), first):
        file = settled(each.ruling, at, names_bets=at % 4 != 3, has_appeals=True)
        for answer, case in ((round_answer(each.ruling), None), (file.round_answers[0], file.case)):
            money = true_money(each, answer, case)
            seen.update((answer.status.word, each.kind if case is None else f"case {case.state}"))
            check_data(answer)
            check_status(answer, money, is_void=each.is_void)
            for language in languages():
                check_texts(answer, money, language, pages=at < AS_PAGES)
    print(f"{house}: {dict(seen)}")
    assert {"settled", "paid", "disputed", "closed"} <= set(seen), f"{house}: only {dict(seen)}"


def test_a_settlement_leaves_what_each_reading_gives() -> None:
    """Of every round that a case settles, each outcome gives what it gave before."""
    for each in rounds_of("dcb", 0, 40):
        before, after = round_answer(each.ruling), settled(each.ruling, 1).round_answers[0]
        assert [bet.due_by_outcome for bet in before.bets] == [bet.due_by_outcome for bet in after.bets]


@pytest.mark.parametrize("names_bets", [True, False])
def test_a_case_about_several_rounds_gives_its_money_once(names_bets: bool) -> None:
    """Over all rounds each player has outstanding what the case gives and has not paid; the rest adds up bet by bet."""
    for seed in range(40):
        rulings = [each.ruling for each in rounds_of("dcb", 3 * seed, 3) if each.kind == "drilled"]
        days = {ruling.round.name.rsplit("/", 1)[0] for ruling in rulings}
        if not rulings or len(days) > 1 or len({ruling.round.name for ruling in rulings}) < len(rulings):
            continue
        file = settled(rulings, seed, names_bets=names_bets)
        assert file.case.settled is not None
        for given in file.case.settled.answers:
            by_name = {(a.name, bet.bet): bet for a in file.round_answers for bet in a.bets if bet.player == given.player}
            own = by_name.values()
            left = given.pay_minor - file.case.paid.get((given.player, False), 0)
            assert sum(bet.outstanding_minor or 0 for bet in own) == left
            assert sum(bet.paid_by_case_minor for bet in own) == given.pay_minor - left
            assert sum(bet.set_off_minor for bet in own) == 0
            if names_bets:
                assert sum(bet.overpaid_minor or 0 for bet in own) == _overpaid(given, by_name)
        for answer in file.round_answers:
            check_data(answer)


def _overpaid(given: Answer, own: Mapping[tuple[str, str], BetAnswer]) -> int:
    """What a player has beyond the awards of an answer, over all bets of the case."""
    had = sum(own[award.round, award.wager].kept_minor or 0 for award in given.awards)
    return max(had - sum(award.due_minor for award in given.awards), 0)


PLANTED: Final[Mapping[str, tuple[type, str, Callable[[Any], Any]]]] = {
    "what a case paid is forgotten": (BetAnswer, "paid_by_case_minor", lambda _: 0),
    "a bet is owed a unit more": (BetAnswer, "awarded_minor", lambda minor: minor and minor + 1),
    "what the table paid is forgotten": (BetAnswer, "kept_minor", lambda _: 0),
    "nothing is set off": (BetAnswer, "set_off_minor", lambda _: 0),
    "a gift is owed twice": (PlayerAnswer, "ex_gratia_minor", lambda minor: 2 * minor),
    "every reclaim is dropped": (PlayerAnswer, "reclaim_minor", lambda _: None),
    "answered players are forgotten": (PlayerAnswer, "is_answered", lambda _: False),
}
"""Errors in the answers, each in what a field is made with."""


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_answers_is_caught(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, field_, spoil = PLANTED[error]
    right_init: Any = vars(owner)["__init__"]

    def spoilt(self: Any, *args: Any, **fields: Any) -> None:
        names = [each.name for each in dataclasses.fields(owner)]
        given = dict(zip(names, args, strict=False)) | fields
        if field_ in given:
            given[field_] = spoil(given[field_])
        right_init(self, **given)

    rounds = [*rounds_of("dcb", 0, 40), *rounds_of("scb", 0, 20)]
    monkeypatch.setattr(owner, "__init__", spoilt)
    with pytest.raises(AssertionError):
        check_rounds(rounds)


def check_rounds(rounds: Iterable[DrilledRuling]) -> None:
    """Check texts and data of rounds, as they are and settled by a case."""
    for at, each in enumerate(rounds):
        file = settled(each.ruling, at, has_appeals=True)
        for answer, case in ((round_answer(each.ruling), None), (file.round_answers[0], file.case)):
            check_data(answer)
            check_texts(answer, true_money(each, answer, case), "en", pages=False)
