"""A value that is another one under each reading of its clause: when it branches, and what the loader refuses."""

import pytest

from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.games.blackjack import parameters
from replay.rulebooks.rules import Rules, judge_branches

CCL = shipped_edition("ccl")
PAIR = 'readings = { a = "rank", b = "value" }, clause = "CCL-30a?"'


def test_readings_that_agree_are_no_branches() -> None:
    found = judge_branches(
        CCL, lambda rules: rules.evaluate(parameters.PAIR_IS_OF, lambda _: "a pair of eights either way")
    )
    assert [dict(branch.choices) for branch in found] == [{}]


def test_readings_that_differ_are_branches() -> None:
    found = judge_branches(CCL, lambda rules: rules.evaluate(parameters.PAIR_IS_OF, lambda of: of == "value"))
    assert [(dict(branch.choices), branch.outcome) for branch in found] == [
        ({"CCL-30a?": "a"}, False),
        ({"CCL-30a?": "b"}, True),
    ]


def test_a_plain_value_cites_its_clause_and_never_branches() -> None:
    rules = Rules(shipped_edition("eca-blackjack"))
    assert rules.evaluate(parameters.PAIR_IS_OF, lambda of: of) == "value"
    assert (rules.cited_clauses, rules.chosen_readings) == ({"ECA-B-SP1"}, {})


def test_what_is_made_once_is_made_again_only_where_a_reading_it_met_differs() -> None:
    computed: list[str] = []

    def judge(rules: Rules) -> tuple[str, str]:
        def pair() -> str:
            computed.append(rules.value(parameters.PAIR_IS_OF))
            return computed[-1]

        aces = rules.value(parameters.ACES_AGAIN)
        return rules.memoize("pair", pair), str(aces)

    found = judge_branches(CCL, judge)
    assert sorted(branch.outcome for branch in found) == sorted(
        (of, again) for of in ("rank", "value") for again in ("True", "False")
    )
    assert sorted(computed) == ["rank", "value"]
    assert all({"CCL-30a?", "CCL-32a?"} <= set(branch.choices) for branch in found)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('readings = { a = "rank" }, clause = "CCL-30a?"', "value split.pair_is_of: its readings are not those of"),
        ('readings = { a = "rank", c = "value" }, clause = "CCL-30a?"', "its readings are not those of CCL-30a?"),
        ('readings = { a = "rank", b = "value" }, clause = "CCL-30"', "its readings are not those of CCL-30"),
        ('value = "rank", readings = { a = "rank", b = "value" }, clause = "CCL-30a?"', "a row has a value, or readings"),
        ('readings = { a = "rank", b = "colour" }, clause = "CCL-30a?"', "value split.pair_is_of"),
    ],
)
def test_readings_that_do_not_fit_their_clause_are_refused(row: str, message: str) -> None:
    text = shipped_text("ccl")
    assert PAIR in text
    with pytest.raises(MalformedRulebook) as refused:
        parse_edition(text.replace(PAIR, row))
    assert message in str(refused.value)
