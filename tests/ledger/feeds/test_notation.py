"""The notation: what is written reads back unchanged, an investigator can type a round, and errors say what is wrong."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    NoticeGiven,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import CutMade, CutOffered
from ledger.events.table import AmbiguityResolved, SourceDeclared, TableOpened
from ledger.feeds import notation
from ledger.feeds.notation import PLACE_CODES, Transcript, write
from ledger.feeds.reading import MalformedLine
from ledger.values.money import LARGEST
from replay.ruling.ruling import rule
from tests.ledger.strategies import FED, deliveries, events, repeatable
from tests.replay.arrivals import story_of

pytestmark = pytest.mark.slow

ROUND: Final = "BAC-1/2026-11-20/17"
DOCUMENT: Final = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLES: Final = re.findall(r"^```notation\n(.*?)^```", DOCUMENT, flags=re.MULTILINE | re.DOTALL)


def read(text: str, source: str = "transcript/night") -> list[Delivery]:
    """All deliveries of a transcript."""
    transcript = Transcript(source)
    return [delivery for line in text.splitlines() for delivery in transcript.read(line)]


def parsed(phrases: str) -> list[Event]:
    """The events of one line about a round."""
    return [delivery.event for delivery in read(f"{ROUND}: {phrases}")]


class TestRoundTrip:
    @pytest.mark.parametrize("kind", FED, ids=lambda kind: kind.TOPIC)
    def test_every_event_reads_back_as_it_was_written(self, kind: type[Event]) -> None:
        @repeatable(25)
        @given(deliveries(events(kind)))
        def holds(delivery: Delivery) -> None:
            assert read(write([delivery])) == [delivery]

        holds()

    @pytest.mark.slow
    @repeatable(150)
    @given(
        st.lists(
            deliveries(
                st.sampled_from(FED).flatmap(events),
                subject=st.sampled_from(["T/2026-11-20", "T/2026-11-20/1", "T/2026-11-20/2", "U/2024-02-29/x.y"]),
                source=st.sampled_from(["shoe/7", "wheel:1", "transcript/night"]),
                sequence=st.integers(0, 9) | st.just(LARGEST),
            ),
            max_size=12,
        )
    )
    def test_whole_days_of_several_sources_read_back_in_their_order(self, given_: list[Delivery]) -> None:
        assert read(write(given_)) == given_

    @repeatable(80)
    @given(
        st.lists(st.tuples(st.sampled_from(FED).flatmap(events), st.sampled_from(["a", "b"]), st.booleans()), max_size=10)
    )
    def test_what_follows_the_defaults_is_written_without_marks(self, sentence: list[tuple[Event, str, bool]]) -> None:
        counts = {"a": 0, "b": 0}
        plain: list[Delivery] = []
        for event, source, in_round in sentence:
            counts[source] += 1
            number = counts[source]
            plain.append(Delivery(event, source, str(number), number, ROUND if in_round else "BAC-1/2026-11-20"))
        text = write(plain)
        assert read(text) == plain
        assert not re.search(r"[\s][@#%<~^]", text)

    def test_a_source_that_is_given_is_not_written(self) -> None:
        delivery = Delivery(BetsClosed(), "transcript/night", "1", 1, ROUND)
        assert write([delivery], source="transcript/night") == f"{ROUND}: nmb\n"
        assert write([delivery]) == f"!source transcript/night\n{ROUND}: nmb\n"

    def test_cards_are_written_as_people_write_them(self) -> None:
        laid = [("punto", "3c"), ("banco", "7d"), ("punto", "??"), ("discard", "5h"), ("banco", "9?")]
        dealt = [Delivery(CardDealt(place=p, card=c), "s", str(n), n, ROUND) for n, (p, c) in enumerate(laid, 1)]
        assert write(dealt, source="s") == f"{ROUND}: P 3c B 7d P ??; deal discard 5h; B 9?\n"


class TestReading:
    """Lines as an investigator types them."""

    def test_a_coup(self) -> None:
        assert parsed("open; bet w1 P1 banco 5000; nmb; P 3c B 7d; call banco; pay w1 9750; close") == [
            RoundOpened(),
            WagerPlaced(wager="w1", player="P1", kind="banco", stake_minor=5000),
            BetsClosed(),
            CardDealt(place="punto", card="3c"),
            CardDealt(place="banco", card="7d"),
            Announced(result="banco"),
            WagerReturned(wager="w1", amount_minor=9750),
            RoundClosed(),
        ]

    def test_fields_may_be_named_in_any_order(self) -> None:
        assert parsed("bet stake_minor=5000 by=word w1 kind=any_tie player=P1 total=6") == [
            WagerPlaced(wager="w1", player="P1", kind="any_tie", stake_minor=5000, total=6, by="word")
        ]

    def test_yes_no_and_numbers_are_what_their_fields_are(self) -> None:
        assert parsed("cut_offered 7 12 refused=yes; cut 7 12 120; cut 7 12") == [
            CutOffered(shoe="7", to="12", refused=True),
            CutMade(shoe="7", by="12", depth=120),
            CutMade(shoe="7", by="12"),
        ]
        assert parsed("source shoe/7 250 counted=no") == [SourceDeclared(about="shoe/7", uncertainty_ms=250, counted=False)]

    def test_a_line_about_the_day_opens_the_table(self) -> None:
        (opening,) = read("BAC-1/2026-11-20: table baccarat dcb CHF zone=Europe/Zurich")
        assert opening.event == TableOpened(game="baccarat", rulebook="dcb", currency="CHF", zone="Europe/Zurich")
        assert opening.subject == "BAC-1/2026-11-20"

    def test_each_source_counts_its_own_events_from_one(self) -> None:
        found = read(f"{ROUND}: open; nmb\n!source a\n{ROUND}: P 3c B 4d\n!source transcript/night\n{ROUND}: close")
        assert [(delivery.source, delivery.sequence, delivery.id) for delivery in found] == [
            ("transcript/night", 1, "1"),
            ("transcript/night", 2, "2"),
            ("a", 1, "1"),
            ("a", 2, "2"),
            ("transcript/night", 3, "3"),
        ]

    def test_marks_say_what_is_not_the_default(self) -> None:
        marked, following = read(
            f"{ROUND}: notice P2 inspector %9 ^n1 #n2 <shoe/7#4 ~c1 <wheel:1#5 @2026-11-20T21:15:00.5+01:00; close"
        )
        assert marked == Delivery(
            event=NoticeGiven(by="P2", to="inspector"),
            source="transcript/night",
            id="n2",
            sequence=9,
            subject=ROUND,
            time="2026-11-20T20:15:00.500000Z",
            after=("shoe/7#4", "wheel:1#5"),
            correlation="c1",
            causation="n1",
        )
        assert (following.sequence, following.id, following.time) == (10, "10", None)

    @pytest.mark.parametrize("line", ["", "   ", "// a remark", "  // a remark", "\t"])
    def test_lines_without_events(self, line: str) -> None:
        assert read(line) == []

    def test_a_remark_may_follow_a_line_and_tabs_are_blanks(self) -> None:
        assert [delivery.event for delivery in read(f"{ROUND}: open ;\tnmb  // P 3c; close")] == [
            RoundOpened(),
            BetsClosed(),
        ]


class TestErrors:
    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("open; nmb", "a line begins with TABLE/DAY or TABLE/DAY/ROUND, a colon and a blank"),
            (f"{ROUND}:open", "a line begins with TABLE/DAY or TABLE/DAY/ROUND, a colon and a blank"),
            ("BAC-1/20.11.2026/17: open", "a line begins with TABLE/DAY or TABLE/DAY/ROUND, a colon and a blank"),
            (
                "BAC-1/2026-02-30/17: open",
                "2026-02-30 is no day of the calendar; write it as YYYY-MM-DD, such as 2026-01-20",
            ),
            (
                "BAC-1/2026-13-45: open",
                "2026-13-45 is no day of the calendar; write it as YYYY-MM-DD, such as 2026-01-20",
            ),
            (f"{ROUND}: ", "a line begins with TABLE/DAY or TABLE/DAY/ROUND, a colon and a blank"),
            (f"{ROUND}: open;; nmb", "there is nothing between two semicolons"),
            (f"{ROUND}: open;", "there is nothing between two semicolons"),
            (f"{ROUND}: shuffle S7", "'shuffle S7' begins with no word of the notation; did you mean shuffled?"),
            (f"{ROUND}: @2026-11-20T21:15:00Z", "'@2026-11-20T21:15:00Z' begins with no word of the notation"),
            (f"{ROUND}: quarantined sha256:00", "'quarantined sha256:00' begins with no word of the notation"),
            (f"{ROUND}: P 3c B", "cards are written in pairs, place and card; a mark goes with one pair only"),
            (f"{ROUND}: P 3c B 4d #x", "cards are written in pairs, place and card; a mark goes with one pair only"),
            (f"{ROUND}: P 3c X 4d", "'X' is no place; write P, B, D or a box's number"),
            (f"{ROUND}: P 3x", "card.dealt.v1: card '3x' is not of its form"),
            (f"{ROUND}: P 10c", "card.dealt.v1: card '10c' is not of its form; ten is T"),
            (f"{ROUND}: deal sleeve 3c", "card.dealt.v1: place 'sleeve' is not of its form"),
            (f"{ROUND}: deal punto 3c face=sideways", "card.dealt.v1: face input should be 'up' or 'down'"),
            (f"{ROUND}: bet w1 P1 banco", "wager.placed.v1: stake_minor is missing"),
            (f"{ROUND}: bet w1 P1 banco 50.00", "wager.placed.v1: stake_minor must be an integer"),
            (f"{ROUND}: bet w1 P1 banco \u0665", "wager.placed.v1: stake_minor must be an integer"),
            (f"{ROUND}: bet w1 P1 banco -1", "wager.placed.v1: stake_minor input should be greater than or equal to 0"),
            (
                f"{ROUND}: bet w1 P1 banco 9007199254740992",
                "wager.placed.v1: stake_minor input should be less than or equal to 9007199254740991",
            ),
            (
                f"{ROUND}: bet w1 P1 banco 50 chips",
                "bet takes wager player kind stake_minor; the rest is written field=value",
            ),
            (f"{ROUND}: nmb now", "nmb takes nothing; the rest is written field=value"),
            (f"{ROUND}: call banco result=punto", "call: result is said twice"),
            (f"{ROUND}: call banco loud=yes", "round.announced.v1: loud is not a field of this event"),
            (f"{ROUND}: cut_offered S7 P1 refused=maybe", "shoe.cut_offered.v1: refused must be true or false"),
            (f"{ROUND}: nmb @yesterday", "time 'yesterday' is no RFC 3339 time with a zone"),
            (f"{ROUND}: nmb @2026-11-20T21:15:00", "time '2026-11-20T21:15:00' is no RFC 3339 time with a zone"),
            (f"{ROUND}: nmb <shoe/7", "'<shoe/7' does not name a delivery as source#id"),
            (f"{ROUND}: nmb %many", "'%many' is no sequence number"),
            (f"{ROUND}: nmb %9007199254740992", "'%9007199254740992' is no sequence number"),
            (f"{ROUND}: nmb %9007199254740991; close", "a sequence number is beyond 9007199254740991"),
            (f'{ROUND}: nmb #"x"', "'#\"x\"' is no id of a delivery"),
            (f"{ROUND}: nmb ~", "'~' is no id of a delivery"),
            (f"{ROUND}: nmb #a #b", "'#b': the id is said twice"),
            ("!source not/a name", "'!source not/a name' does not name a source as !source NAME"),
            ("!source", "'!source' does not name a source as !source NAME"),
            ("!sauce shoe/7", "'!sauce shoe/7' does not name a source as !source NAME"),
        ],
    )
    def test_a_line_that_cannot_be_read_says_why(self, line: str, sentence: str) -> None:
        with pytest.raises(MalformedDelivery) as refused:
            Transcript("transcript/night").read(line)
        assert str(refused.value) == sentence

    @repeatable(300)
    @given(
        st.lists(
            st.sampled_from(["P", "B", "3c", "??", "bet", "w1", "cut", "S7", "%7", "%", "#a", "@", "<a#b", "~", "^", ";",
                             ": ", ROUND, "x=y", "=", "!source ", "a", "  //", "12", "\x00", "é"]),
            max_size=12,
        ).map(" ".join)
        | st.text(max_size=40)
    )  # fmt: skip
    def test_any_line_is_read_or_refused(self, line: str) -> None:
        transcript = Transcript("transcript/night")
        with suppress(MalformedDelivery):
            found = transcript.read(line)
            assert read(write(found)) == found

    def test_a_refused_line_is_counted_so_that_mending_it_moves_no_other(self) -> None:
        lines = [f"{ROUND}: open; nmb", f"{ROUND}: P 3x B 4d P 5h; call banco", f"{ROUND}: close"]
        transcript = Transcript("transcript/night")
        transcript.read(lines[0])
        with pytest.raises(MalformedLine) as refused:
            transcript.read(lines[1])
        assert refused.value.partial == {"source": "transcript/night", "id": "3", "sequence": 3, "subject": ROUND}
        assert transcript.read(lines[2]) == read("\n".join(lines).replace("3x", "3c"))[-1:]

    def test_a_refused_line_may_name_its_first_delivery(self) -> None:
        with pytest.raises(MalformedLine) as refused:
            Transcript("t").read("BAC-1/2026-13-20/17: P 3c %40 #x; P 3x")
        assert refused.value.partial == {"source": "t", "id": "x", "sequence": 40}

    def test_nothing_is_told_under_a_name_that_could_not_be_read(self) -> None:
        transcript = Transcript("transcript/night")
        for line in ("!source not/a name", f"{ROUND}: open"):
            with pytest.raises(MalformedDelivery):
                transcript.read(line)
        transcript.read("!source camera/14")
        assert [delivery.source for delivery in transcript.read(f"{ROUND}: open")] == ["camera/14"]


class TestTimes:
    """A time is taken in any spelling of RFC 3339, as a mark and as a field, and stored in one."""

    @pytest.mark.parametrize(
        ("written", "stored"),
        [
            ("2026-11-20T17:32:31Z", "2026-11-20T17:32:31.000000Z"),
            ("2026-11-20t17:32:31z", "2026-11-20T17:32:31.000000Z"),
            ("2026-11-20T18:32:31+01:00", "2026-11-20T17:32:31.000000Z"),
            ("2026-11-20T12:32:31.25-05:00", "2026-11-20T17:32:31.250000Z"),
        ],
    )
    def test_it_is_stored_in_one_spelling(self, written: str, stored: str) -> None:
        (delivery,) = read(f"BAC-1/2026-11-20: resolved DCB-21a? a direction effective_at={written} @{written}")
        assert delivery.event == AmbiguityResolved(clause="DCB-21a?", reading="a", by="direction", effective_at=stored)
        assert delivery.time == stored
        assert read(write([delivery])) == [delivery]

    @pytest.mark.parametrize("written", ["2026-11-20T17:32:31", "2026-13-20T17:32:31Z", "tomorrow"])
    def test_what_is_no_time_is_refused(self, written: str) -> None:
        with pytest.raises(MalformedDelivery, match=r"^effective_at '.*' is no RFC 3339 time with a zone"):
            read(f"BAC-1/2026-11-20: resolved DCB-21a? a direction effective_at={written}")


class TestDocument:
    """docs/notation.md is what an investigator has in hand: nothing may be missing from it."""

    TABLES: Final = dict(re.findall(r"^\| `(\w+)` \| ([^|]*\|[^|]*)\|", DOCUMENT, flags=re.MULTILINE))

    @pytest.mark.parametrize("kind", FED, ids=lambda kind: kind.WORD)
    def test_every_word_stands_in_it_with_its_fields(self, kind: type[Event]) -> None:
        sentence, further = self.TABLES[kind.WORD].split("|")
        in_order = re.findall(r"\w+", sentence)
        others = [field.split("=")[0] for field in further.split()]
        assert tuple(in_order) == kind.SAID
        assert sorted(in_order + others) == sorted(kind.model_fields)
        brackets = [field for field in kind.SAID if not kind.model_fields[field].is_required()]
        assert re.findall(r"\[(\w+)\]", sentence) == brackets

    @pytest.mark.parametrize("kind", FED, ids=lambda kind: kind.WORD)
    def test_every_default_stands_in_it_as_it_is_written(self, kind: type[Event]) -> None:
        further = self.TABLES[kind.WORD].split("|")[1].split()
        written = {field: value for field, _, value in (token.partition("=") for token in further)}
        for field, value in written.items():
            default = kind.model_fields[field].default
            assert value == ("" if default is None else notation._write_value(default))

    def test_no_word_in_it_is_unknown(self) -> None:
        assert set(self.TABLES) == {kind.WORD for kind in FED}

    @pytest.mark.parametrize("sign", [*notation._MARKS, *PLACE_CODES])
    def test_every_mark_and_every_place_code_stands_in_it(self, sign: str) -> None:
        assert re.search(rf"^\|.*`{re.escape(sign)}`", DOCUMENT, flags=re.MULTILINE)
        assert f'"{sign}"' in DOCUMENT.split("## The grammar")[1]

    @pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
    def test_every_example_parses_and_reads_back(self, example: str) -> None:
        found = read(example)
        assert found
        assert read(write(found)) == found

    def test_the_coup_that_is_told_line_by_line_is_a_lawful_one(self) -> None:
        ruling = rule(story_of(read(EXAMPLES[0])), ROUND)
        assert (ruling.verdict, ruling.findings) == ("stands", ())

    def test_every_word_is_shown_in_an_example(self) -> None:
        shown = {delivery.event.WORD for example in EXAMPLES for delivery in read(example)}
        assert shown == {kind.WORD for kind in FED}

    def test_the_examples_of_the_marks_parse(self) -> None:
        rows: Sequence[str] = re.findall(r"^\| `[@#%<~^]` \|.*\| `(.*)` \|$", DOCUMENT, flags=re.MULTILINE)
        assert len(rows) == len(notation._MARKS)
        for phrase in rows:
            assert len(parsed(phrase)) == 1
