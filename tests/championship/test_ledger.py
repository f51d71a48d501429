"""A championship in the ledger: one dense stream, refused attempts on record, editions by the time of an amendment."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.championships.commands import Championships
from ledger.errors import MalformedAct, UnknownChampionship, UnknownRulebook
from ledger.events.championships import ChampionshipActRefused, ChampionshipOpened, RoundScheduled, RulesAmended
from projections.read_models.championships import JudgedChampionships
from replay.editions.loader import shipped_text
from tests.championship.lines import RULEBOOK, act, lines

NAME: Final = "EDC"
AFTERNOON: Final = "2026-05-03T14:00:00.000000Z"


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with the shipped editions, on both databases."""
    url = request.getfixturevalue("blank_postgresql") if request.param == "postgresql" else f"sqlite:///{tmp_path / 'l.db'}"
    with open_or_create(url) as opened:
        yield opened


def run(ledger: Ledger, text: str) -> list[str | None]:
    """Does the acts of a text; why each was refused."""
    held = Championships(ledger)
    taken = [held.act(NAME, event, "2026-05-03T09:00:00Z").refused for event in lines(text)]
    return [act_refusal.sentence if act_refusal else None for act_refusal in taken]


@pytest.mark.slow
def test_every_act_stands_in_the_championship_s_own_dense_stream(ledger: Ledger) -> None:
    assert set(run(ledger, "open 3; ECA: list_prize 1 cup")) == {None}
    entries = ledger.entries(f"championship/{NAME}")
    assert [entry.version for entry in entries] == list(range(1, 7))
    assert {entry.subject for entry in entries} == {f"championship/{NAME}"}
    assert {entry.delivery.time for entry in entries} == {"2026-05-03T09:00:00.000000Z"}
    assert Championships(ledger).names() == [NAME]
    assert Championships(ledger).get(NAME).prizes == {1: "cup"}


def test_what_is_refused_is_recorded_as_an_attempt_and_changes_nothing(ledger: Ledger) -> None:
    run(ledger, "open 3")
    before = Championships(ledger).get(NAME)
    (why,) = run(ledger, "K01: disqualify C02 tips")
    after = Championships(ledger).get(NAME)
    assert (after.disqualified, after.acts) == ((), before.acts)
    (tried,) = after.attempts
    assert isinstance(tried.event, ChampionshipActRefused)
    assert (tried.event.by, tried.event.act, tried.event.clause) == ("K01", "disqualify", "ECA-G2")
    assert tried.event.refused == why
    assert tried.event.attempted == '{"by":"K01","contestant":"C02","reason":"tips"}'


def test_an_attempt_at_a_long_list_is_kept_whole(ledger: Ledger) -> None:
    run(ledger, "open")
    (why,) = run(ledger, "K01: schedule 1 C01-C16 8")
    assert why is not None
    (tried,) = Championships(ledger).get(NAME).attempts
    assert '"C16"' in tried.event.attempted


def test_what_was_never_opened_is_unknown_and_nothing_is_recorded(ledger: Ledger) -> None:
    size = ledger.size()
    for name in ("EDC", "no name", "../x"):
        with pytest.raises((UnknownChampionship, MalformedAct)):
            Championships(ledger).act(name, act("DIR: designate D2"))
        with pytest.raises(UnknownChampionship):
            Championships(ledger).get(name)
    with pytest.raises(MalformedAct):
        Championships(ledger).act(NAME, act("DIR: designate D2"), "yesterday")
    assert ledger.size() == size


@pytest.mark.parametrize(("rulebook", "edition"), [(RULEBOOK, "1999.1"), ("eca-blackjack", "2026.3"), ("none", "1")])
def test_it_opens_under_an_adopted_rulebook_of_championships(ledger: Ledger, rulebook: str, edition: str) -> None:
    event = ChampionshipOpened(by="ECA", director="DIR", rulebook=rulebook, edition=edition)
    with pytest.raises(UnknownRulebook):
        Championships(ledger).act(NAME, event)


def test_an_amended_edition_holds_from_its_effective_time(ledger: Ledger) -> None:
    """Amended: the entries that a championship needs come down to three, from two o'clock."""
    text = (
        shipped_text(RULEBOOK)
        .replace('edition = "2026.2"', 'edition = "2026.9"')
        .replace('"entries.least" = { value = 16', '"entries.least" = { value = 3')
    )
    ledger.adopt(RULEBOOK, "2026.9", text)
    run(ledger, "open 3")
    held = Championships(ledger)
    amended = RulesAmended(
        by="DIR", amendment="A1", what="three are enough", effective_at=AFTERNOON, rulebook=RULEBOOK, edition="2026.9"
    )
    assert held.act(NAME, amended, "2026-05-03T10:00:00Z").refused is None
    scheduled = RoundScheduled(by="DIR", round=1, contestants=("C01", "C02"), advance=1)
    before = held.act(NAME, scheduled, "2026-05-03T13:59:59Z").refused
    assert before is not None
    assert before.clause == "ECA-G5"
    assert held.act(NAME, scheduled, "2026-05-03T14:00:00Z").refused is None
    judged = JudgedChampionships(ledger).get(NAME)
    assert judged.edition.name == "2026.9"
    assert [finding.kind for finding in judged.findings] == ["not_informed"] * 3


def test_an_edition_that_nobody_adopted_amends_nothing(ledger: Ledger) -> None:
    run(ledger, "open 3")
    amended = RulesAmended(
        by="DIR", amendment="A1", what="higher limits", effective_at=AFTERNOON, rulebook=RULEBOOK, edition="2027.1"
    )
    with pytest.raises(UnknownRulebook):
        Championships(ledger).act(NAME, amended)


def test_two_who_act_at_once_are_both_on_record_in_one_order(ledger: Ledger) -> None:
    """The second one judges again on what the first one did, so that nobody enters twice."""
    run(ledger, "open 3")
    championships = Championships(ledger)
    championships.get(NAME)
    with Ledger(ledger.url) as elsewhere:
        Championships(elsewhere).act(NAME, act("K04: enter C04 K04"))
    refused = championships.act(NAME, act("K05: enter C04 K05")).refused
    assert refused is not None
    assert refused.sentence == "C04 takes part already"
