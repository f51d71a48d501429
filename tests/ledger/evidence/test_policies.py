"""The witness policy is an act of two persons of management: one person alone, or one unsigned, weakens it in no way."""

from collections.abc import Iterator

import pytest

from ledger.application import Ledger
from ledger.edition_acts import adopt_policy, confirm_policy
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.evidence import PolicyStated
from ledger.events.policies import PolicyActRefused, PolicyAdopted, PolicyConfirmed
from ledger.evidence.log import EVIDENCE
from ledger.evidence.policies import STATED_BY_ONE, policies_of
from ledger.evidence.policy import parse_policy, weakening
from ledger.mapper import MAPPER
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant
from tests.ledger.evidence.witnesses import Witness
from tests.ledger.roster.people import begin, key_of
from tests.ledgers import AT, opened

KEYS = {
    name: Witness("casino.example/recoup", bytes(32), f"{name}.example/w").verifier_key for name in ("one", "two", "three")
}
NAMED = "\n".join(f"witness {name} {key}" for name, key in KEYS.items()) + "\n"
BOTH = NAMED + "group both all one two\nquorum both\n"
EITHER = NAMED + "group either any one two\nquorum either\n"
NONE = "quorum none\n"


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    """A house that requires its roster: M1 and M2 of management, D7 a dealer, I7 an inspector."""
    with opened(ledger_url) as ledger:
        begin(ledger, [("D7", "dealer"), ("I7", "inspector")], required=True)
        yield ledger


def put_in(ledger: Ledger, event: Event, ident: str) -> int:
    """An entry that was put into the database past the program, unsigned, with tree and all; its position."""
    version = ledger.recorder.stream_version(EVIDENCE) + 1
    delivery = Delivery(event, HOUSE, ident, None, EVIDENCE, format_instant(AT))
    ledger.recorder.insert_events([MAPPER.to_stored_event(Entry(0, EVIDENCE, version, format_instant(AT), delivery))])
    return ledger.size()


def adopted(ledger: Ledger, text: str, by: str = "M1", role: str | None = "management") -> str | int:
    """The position of an adoption that waits, or why it was refused. It is signed where the person is on the roster."""
    ledger.signer = key_of(by)
    row, refused = adopt_policy(ledger, PolicyAdopted.model_validate({"by": by, "role": role, "text": text}))
    ledger.signer = None
    return refused or (row.entry.position if row else "it does not wait")


def confirmed(ledger: Ledger, adoption: str | int, by: str = "M2", role: str = "management") -> str | None:
    ledger.signer = key_of(by)
    event = PolicyConfirmed.model_validate({"by": by, "role": role, "adoption": adoption})
    refused = confirm_policy(ledger, event)
    ledger.signer = None
    return refused


def in_force(ledger: Ledger) -> str | None:
    row = policies_of(ledger).in_force()
    return row.event.text if row else None


# Attacks


def test_one_unsigned_person_does_not_weaken_the_policy_that_was_stated_before(house: Ledger) -> None:
    put_in(house, PolicyStated(text=BOTH), "policy:1")
    assert in_force(house) == BOTH
    weaker = put_in(house, PolicyStated(text=NONE), "policy:2")
    assert in_force(house) == BOTH
    assert list(policies_of(house).warnings()) == [
        f"the witness policy of position {weaker} is not in force: {STATED_BY_ONE}"
    ]


def test_one_unsigned_person_does_not_replace_a_policy_that_two_adopted(house: Ledger) -> None:
    assert confirmed(house, adopted(house, EITHER)) is None
    for number, text in enumerate((NONE, BOTH)):
        put_in(house, PolicyStated(text=text), f"policy:{number}")
    assert in_force(house) == EITHER


def test_an_adoption_and_its_confirmation_put_in_unsigned_have_no_effect(house: Ledger) -> None:
    assert confirmed(house, adopted(house, BOTH)) is None
    adoption = put_in(house, PolicyAdopted(by="M1", role="management", text=NONE), "adopt-policy:9")
    confirmation = PolicyConfirmed(by="M2", role="management", adoption=adoption)
    last = put_in(house, confirmation, f"confirm-policy:{adoption}")
    assert in_force(house) == BOTH
    first, second = policies_of(house).warnings()
    assert first.startswith(f"the witness policy of position {adoption} is not in force: the roster is required here")
    assert second.startswith(f"the confirmation of a witness policy at position {last} does not hold: ")


@pytest.mark.parametrize(
    ("by", "role", "why"),
    [("M1", "management", "M1 adopted it; another person must confirm it"), ("D7", "dealer", "the house gives this to")],
)
def test_the_second_person_is_another_one_of_management(house: Ledger, by: str, role: str, why: str) -> None:
    assert confirmed(house, adopted(house, BOTH)) is None
    adoption = adopted(house, NONE)
    assert why in (confirmed(house, adoption, by, role) or "")
    assert in_force(house) == BOTH
    [(attempt, _)] = policies_of(house).refused_acts
    assert attempt.event.TOPIC == "evidence.policy_act_refused.v1"


def test_a_dealer_adopts_no_policy_and_the_attempt_is_on_record(house: Ledger) -> None:
    assert "the house gives this to" in str(adopted(house, NONE, "D7", "dealer"))
    acts = [entry.event.act for entry in house.entries(EVIDENCE) if isinstance(entry.event, PolicyActRefused)]
    assert acts == ["adopt_policy"]


def test_an_unsigned_adoption_is_refused_once_the_roster_is_required(house: Ledger) -> None:
    event = PolicyAdopted(by="M1", role="management", text=NONE)
    assert "the roster is required here" in (adopt_policy(house, event)[1] or "")


# By two persons


def test_two_persons_weaken_it_and_verify_names_both_positions(house: Ledger) -> None:
    first, second = adopted(house, BOTH), 0
    assert in_force(house) is None
    assert confirmed(house, first) is None
    second = int(adopted(house, EITHER, "M2"))
    assert in_force(house) == BOTH
    assert confirmed(house, second, "M1") is None
    assert in_force(house) == EITHER
    assert list(policies_of(house).warnings()) == [
        f"the witness policy of position {first} was weakened by that of position {second}, adopted by M2 and confirmed by "
        f"M1 at position {house.size()}: cosignatures of one alone are enough now"
    ]
    before = policies_of(house).in_force(house.size() - 1)
    assert before is not None
    assert before.event.text == BOTH


def test_an_adoption_lapses_when_another_policy_comes_into_force(house: Ledger) -> None:
    old, new = adopted(house, NONE), adopted(house, BOTH)
    assert confirmed(house, new) is None
    assert "no witness policy waits there" in (confirmed(house, old) or "")
    assert in_force(house) == BOTH


def test_a_policy_that_was_stated_before_stays_in_force(ledger_url: str) -> None:
    """Without a roster, and where the roster was required later."""
    with opened(ledger_url) as ledger:
        first, second = (put_in(ledger, PolicyStated(text=text), text) for text in (BOTH, EITHER))
        assert in_force(ledger) == EITHER
        [warning] = policies_of(ledger).warnings()
        assert warning.startswith(
            f"the witness policy of position {first} was weakened by that of position {second}, stated"
        )
        begin(ledger, required=True)
        assert in_force(ledger) == EITHER


# Which policy is weaker


@pytest.mark.parametrize(
    ("text", "earlier", "how"),
    [
        (BOTH, BOTH, None),
        (BOTH, EITHER, None),
        (BOTH, NONE, None),
        (EITHER, BOTH, "cosignatures of one alone are enough now"),
        (NONE, EITHER, "no cosignature is needed now"),
        (NAMED + "quorum one\n", EITHER, None),
        (NAMED + "quorum three\n", EITHER, "cosignatures of three alone are enough now"),
        (NAMED + "group g 2 one two three\nquorum g\n", BOTH, "cosignatures of one, three alone are enough now"),
        (BOTH.replace("witness two", "witness zwei").replace("all one two", "all one zwei"), BOTH, None),
        (
            f"witness one {KEYS['one']}\nwitness two {KEYS['one']}\ngroup both all one two\nquorum both\n",
            BOTH,
            "cosignatures of two alone are enough now",
        ),
        (
            "\n".join(f"witness w{n} {Witness('x', bytes(32), f'w{n}').verifier_key}" for n in range(13)) + "\nquorum w0\n",
            BOTH,
            "with 13 witnesses it cannot be shown that it needs as much",
        ),
    ],
    ids=[
        "same",
        "more",
        "any",
        "fewer",
        "none",
        "one of them",
        "another",
        "one more to choose from",
        "renamed",
        "a key twice",
        "many",
    ],
)
def test_a_policy_is_weaker_where_cosignatures_are_enough_that_were_not(text: str, earlier: str, how: str | None) -> None:
    assert weakening(parse_policy(text), parse_policy(earlier)) == how


def test_groups_that_name_groups_again_and_again_are_counted_once_each() -> None:
    lines = [f"witness one {KEYS['one']}", "group g0 any one one"]
    lines += [f"group g{number} all g{number - 1} g{number - 1}" for number in range(1, 200)]
    policy = parse_policy("\n".join([*lines, "quorum g199"]))
    assert policy.is_met_by({"one"})
    assert not policy.is_met_by(set())
