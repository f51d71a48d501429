"""What came before what: sequence within a source, `after` between sources, else the clocks as far as they reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.entry import Delivery, Entry
from ledger.events.play import BetsClosed
from ledger.values.times import DEFAULT_UNCERTAINTY_US, parse_instant
from replay.table_day.event_order import EventOrder, order_entries
from tests.ledger.strategies import repeatable
from tests.replay.arrivals import DAY, at, on_record

EXACT: Final = {"a": 0, "b": 0, "c": 0}


def deliveries(text: str) -> list[Delivery]:
    """Deliveries as `a1@5 b1 c1@7<a1`: source and sequence, seconds after eight, what it says it came after."""
    found = []
    for token in text.split():
        name, *after = token.split("<")
        label, _, seconds = name.partition("@")
        source, number = label[0], label[1:]
        refs = tuple(f"{ref[0]}#{ref[1:]}" for ref in after)
        time = at(float(seconds)) if seconds else None
        found.append(Delivery(BetsClosed(), source, number, int(number), f"{DAY}/1", time, refs))
    return found


def label(entry: Entry) -> str:
    return entry.source + entry.delivery.id


@dataclass(frozen=True)
class Known:
    """The order of some entries, asked by their labels."""

    order: EventOrder

    @property
    def line(self) -> str:
        return " ".join(label(entry) for entry in self.order.entries)

    def before(self, first: str, second: str) -> bool | None:
        at_label = {label(entry): entry for entry in self.order.entries}
        return self.order.came_before(at_label[first], at_label[second])


def known(text: str, uncertainty_us: Mapping[str, int] = EXACT) -> Known:
    return Known(order_entries(on_record(deliveries(text)), uncertainty_us))


class TestOneSource:
    @pytest.mark.parametrize("arrival", list(permutations(["a1@9", "a2@5", "a3", "a4@1"])))
    def test_its_sequence_decides_whatever_the_arrival_and_the_times(self, arrival: Sequence[str]) -> None:
        found = known(" ".join(arrival))
        assert found.line == "a1 a2 a3 a4"
        assert found.before("a1", "a4") is True
        assert found.before("a4", "a2") is False

    def test_it_decides_also_beside_another_source(self) -> None:
        found = known("a2@1 b1@5 a1@9 a3@10")
        assert [entry_label for entry_label in found.line.split() if entry_label[0] == "a"] == ["a1", "a2", "a3"]
        assert found.before("a1", "a2") is True

    def test_no_entries_have_an_empty_order(self) -> None:
        assert known("").line == ""


class TestClocks:
    def test_beyond_the_uncertainty_of_both_the_time_decides(self) -> None:
        found = known("b1@10.300001 a1@10", {"a": 100_000, "b": 200_000})
        assert found.line == "a1 b1"
        assert (found.before("a1", "b1"), found.before("b1", "a1")) == (True, False)

    @pytest.mark.parametrize("seconds", [9.7, 9.9, 10, 10.1, 10.3])
    def test_within_it_nothing_is_established(self, seconds: float) -> None:
        found = known(f"a1@10 b1@{seconds}", {"a": 100_000, "b": 200_000})
        assert (found.before("a1", "b1"), found.before("b1", "a1")) == (None, None)

    def test_a_clock_that_was_not_declared_may_be_a_second_off(self) -> None:
        assert DEFAULT_UNCERTAINTY_US == 1_000_000
        assert known("a1@10 b1@12", {}).before("a1", "b1") is None
        assert known("a1@10 b1@12.000001", {}).before("a1", "b1") is True

    def test_where_nothing_is_established_the_likelier_one_comes_first(self) -> None:
        assert known("a1@10 b1@9.9", {"a": 5_000_000, "b": 0}).line == "b1 a1"
        assert known("a1@10 b1@10.1", {"a": 0, "b": 5_000_000}).line == "a1 b1"

    def test_the_position_in_the_ledger_never_decides(self) -> None:
        arrivals = list(permutations(deliveries("a1@10 b1@10 c1@10 a2 b2@11")))
        lines = {Known(order_entries(on_record(arrival), {})).line for arrival in arrivals}
        assert len(lines) == 1

    def test_a_neighbour_in_sequence_bounds_an_entry(self) -> None:
        found = known("a1@10 a2 a3@20 b1@9 b2@15 b3@21")
        assert found.before("b1", "a2") is True
        assert found.before("a2", "b2") is None
        assert found.before("a2", "b3") is True

    def test_an_untimed_source_is_known_by_what_it_says_alone(self) -> None:
        found = known("a1@10 b1 b2<a1 b3 c1@20<b2")
        assert found.before("b1", "a1") is None
        assert found.before("a1", "b2") is True
        assert found.before("a1", "b3") is True
        assert found.before("b2", "c1") is True
        assert found.before("b3", "c1") is None

    def test_a_clock_that_ran_backwards_is_believed_as_far_as_it_can_be(self) -> None:
        found = known("a1@1 a2@100 a3@50 a4@200 b1@20 b2@75 b3@150")
        assert found.before("a1", "b1") is True
        assert found.before("b1", "a2") is True
        assert (found.before("a2", "b2"), found.before("a3", "b2")) == (None, None)
        assert found.before("a3", "b3") is True
        assert found.before("b3", "a4") is True


class TestAfter:
    def test_it_decides_where_there_are_no_clocks(self) -> None:
        found = known("a1<b2 a2 b1 b2 b3")
        assert found.line == "b1 b2 a1 a2 b3"
        assert found.before("b1", "a2") is True
        assert found.before("a1", "b3") is None

    def test_it_goes_on_through_a_third_source(self) -> None:
        found = known("c1<b1 c2 b1<a2 a1 a2 a3")
        assert found.before("a1", "c2") is True
        assert found.before("c1", "a2") is False
        assert found.before("a3", "c1") is None

    def test_it_goes_on_through_the_clock_of_a_third_source(self) -> None:
        assert known("a1 b1@5<a1 c1@9").before("a1", "c1") is True

    def test_it_narrows_what_the_clocks_leave_open(self) -> None:
        vague = {"a": 5_000_000, "b": 5_000_000}
        assert known("a1@10 b1@9", vague).before("a1", "b1") is None
        assert known("a1@10 b1@9<a1", vague).before("a1", "b1") is True

    def test_it_beats_clocks_that_say_the_contrary(self) -> None:
        found = known("a1@10<b1 b1@20")
        assert found.line == "b1 a1"
        assert found.before("b1", "a1") is True

    def test_where_it_beats_a_clock_all_other_clocks_still_hold(self) -> None:
        found = known("a1@10 b1@11 c1@12 a2@30<b2 b2@40 a3@50 b3@60 c2@55")
        assert found.line == "a1 b1 c1 b2 a2 a3 c2 b3"
        assert found.before("a1", "b1") is True
        assert found.before("b1", "c1") is True
        assert found.before("b2", "a2") is True
        assert found.before("a3", "b3") is True
        assert found.before("c2", "b3") is True

    def test_what_is_not_on_record_is_not_waited_for(self) -> None:
        assert known("a1<b7 b1@5").line == "b1 a1"

    def test_an_entry_of_the_same_source_is_placed_by_its_sequence_alone(self) -> None:
        assert known("a1<a2 a2 b1").before("a1", "a2") is True

    @pytest.mark.parametrize(
        "ring",
        ["a1<b1 b1<a1", "a1<b2 b1<a2 a2 b2", "a1<b1 b1<c1 c1<a1", "a1<b1 a2 b1<a2 c1", "a1<b1 b1<a1 c1<d1 d1<c1"],
    )
    def test_a_ring_does_not_hang_and_none_in_it_is_believed(self, ring: str) -> None:
        found = known(ring)
        assert sorted(found.line.split()) == sorted(token.split("<")[0] for token in ring.split())
        assert found.before("a1", "b1") is None

    def test_beside_a_ring_all_else_still_holds(self) -> None:
        found = known("a1@1 b1@2 a2@10<b2 b2@11<a2 c1@12<a2 a3@20 b3@30<a3")
        assert found.line == "a1 b1 a2 b2 c1 a3 b3"
        assert found.before("a1", "b1") is True
        assert found.before("a2", "b2") is True
        assert found.before("a2", "c1") is True
        assert found.before("a3", "b3") is True


@dataclass(frozen=True)
class Truth:
    """What really happened, in order, and the entries that tell of it."""

    happened: tuple[Delivery, ...]
    arrived: tuple[Entry, ...]
    uncertainty_us: Mapping[str, int]

    def rank(self, entry: Entry) -> int:
        return self.happened.index(entry.delivery)


@st.composite
def truths(draw: st.DrawFn) -> Truth:
    """Up to three sources tell, with clocks within their uncertainty, and links that are true."""
    uncertainty = {source: draw(st.integers(0, 3_000_000)) for source in "abc"}
    now, numbers = parse_instant(at(0)), dict.fromkeys("abc", 0)
    happened: list[Delivery] = []
    for _ in range(draw(st.integers(0, 14))):
        now += draw(st.integers(1, 2_500_000))
        source = draw(st.sampled_from("abc"))
        numbers[source] += draw(st.integers(1, 3))
        off = draw(st.none() | st.integers(-uncertainty[source], uncertainty[source]))
        earlier = [delivery for delivery in happened if delivery.source != source]
        after = draw(st.lists(st.sampled_from(earlier), max_size=2)) if earlier else []
        refs = tuple(f"{delivery.source}#{delivery.id}" for delivery in after)
        (delivery,) = deliveries(f"{source}{numbers[source]}")
        happened.append(
            delivery._replace(time=None if off is None else at((now + off - parse_instant(at(0))) / 1e6), after=refs)
        )
    return Truth(tuple(happened), tuple(on_record(draw(st.permutations(happened)))), uncertainty)


def assert_sound(order: EventOrder, entries: Sequence[Entry]) -> None:
    """The line holds every entry once and keeps what is known; what is known is an order."""
    assert sorted(entry.position for entry in order.entries) == sorted(entry.position for entry in entries)
    for first, second in combinations(order.entries, 2):
        assert order.came_before(first, second) in (True, None)
        assert order.came_before(second, first) is (None if order.came_before(first, second) is None else False)
    for first, second, third in combinations(order.entries, 3):
        if order.came_before(first, second) and order.came_before(second, third):
            assert order.came_before(first, third)


def assert_in_sequence(order: EventOrder) -> None:
    for source in "abc":
        chain = [entry for entry in order.entries if entry.source == source]
        for earlier, later in pairwise(chain):
            assert (earlier.delivery.sequence or 0) <= (later.delivery.sequence or 0)
            assert order.came_before(earlier, later) is True


def assert_after(order: EventOrder) -> None:
    named = {entry.ref: entry for entry in order.entries}
    for entry in order.entries:
        for ref in entry.delivery.after:
            if ref in named and named[ref].source != entry.source:
                assert order.came_before(named[ref], entry) is True


class TestProperties:
    @pytest.mark.slow
    @repeatable(200)
    @given(truths())
    def test_true_clocks_and_true_links_never_contradict_what_happened(self, truth: Truth) -> None:
        order = order_entries(truth.arrived, truth.uncertainty_us)
        assert_sound(order, truth.arrived)
        assert_in_sequence(order)
        assert_after(order)
        for entry, other in permutations(truth.arrived, 2):
            if order.came_before(entry, other):
                assert truth.rank(entry) < truth.rank(other)
            if entry.delivery.time and other.delivery.time and entry.source != other.source:
                off = truth.uncertainty_us[entry.source] + truth.uncertainty_us[other.source]
                if parse_instant(entry.delivery.time) + off < parse_instant(other.delivery.time):
                    assert order.came_before(entry, other) is True

    @repeatable(150)
    @given(truths(), st.data())
    def test_the_arrival_changes_nothing(self, truth: Truth, data: st.DataObject) -> None:
        again = on_record(data.draw(st.permutations(truth.happened)))
        event_order, other = (order_entries(entries, truth.uncertainty_us) for entries in (truth.arrived, again))
        assert [entry.ref for entry in event_order.entries] == [entry.ref for entry in other.entries]

    @pytest.mark.slow
    @repeatable(150)
    @given(truths(), st.lists(st.integers(-20_000_000, 20_000_000), min_size=14, max_size=14))
    def test_whatever_the_clocks_say_sequence_and_links_hold(self, truth: Truth, wrong: list[int]) -> None:
        entries = [
            replace(entry, delivery=entry.delivery._replace(time=at(off / 1e6)))
            for entry, off in zip(truth.arrived, wrong, strict=False)
        ]
        order = order_entries(entries, truth.uncertainty_us)
        assert_sound(order, entries)
        assert_in_sequence(order)
        assert_after(order)

    @pytest.mark.slow
    @repeatable(150)
    @given(truths(), st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13)), max_size=6))
    def test_whatever_the_links_say_there_is_an_order(self, truth: Truth, links: list[tuple[int, int]]) -> None:
        entries = list(truth.arrived)
        for later, earlier in links:
            if later < len(entries) > earlier:
                entry = entries[later]
                after = (*entry.delivery.after, entries[earlier].ref)
                entries[later] = replace(entry, delivery=entry.delivery._replace(after=after))
        order = order_entries(entries, truth.uncertainty_us)
        assert_sound(order, entries)
        assert_in_sequence(order)
