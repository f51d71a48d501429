"""Acts of people are declared once: of each the command, the form and the descriptions come from its event."""

from typing import Any, Final

import pytest
import typer

from desk.acts.forms import FormField, forms
from desk.cli.main import COMMANDS, load_command
from ledger.cases.case import CASE
from ledger.events import cases, championships, decisions
from ledger.events.base import Act, acts_of
from ledger.events.cases import CaseworkAct, EventPart
from ledger.values.offices import ROLES
from tests.desk import floor

WITHOUT_COMMAND: Final = {
    "shoe.suspected.v1": "somebody at the table says so, and a feed reports it",
    "round.interrupted.v1": "somebody at the table does so, and a feed reports it",
    "round.settled.v1": "a dispute is settled by its case",
    "account.corrected.v1": "`retype` works out what differs from the file",
    "clip.registered.v1": "`clip register` reads the film",
    "clip.matched.v1": "`clip match` works out the offset",
    "account.adopted.v1": "somebody writes it into a transcript; `account adopt` decides it",
    "roster.person_enrolled.v1": "`roster enrol` reads the key from a file, and by whom from the key that signs",
    "roster.key_enrolled.v1": "`roster key` does the same",
    "roster.revoked.v1": "`roster revoke` does the same",
    "roster.required.v1": "`roster require` does the same",
    "roster.source_enrolled.v1": "`source enrol` reads the key or the token from a file",
    "roster.source_revoked.v1": "`source revoke` does the same",
    "roster.sources_required.v1": "`source require` does the same",
    "roster.account_bound.v1": "`roster bind` does the same",
    "roster.account_released.v1": "`roster release` does the same",
    "roster.confirmed.v1": "`roster confirm` does the same",
    "roster.act_refused.v2": "the ledger's record of an attempt",
    "rulebook.edition_adopted.v1": "`rulebook adopt` reads the edition from a file",
    "rulebook.adoption_confirmed.v1": "`confirm` finds that an edition stands at the position",
    "rulebook.act_refused.v2": "the ledger's record of an attempt",
    "engine.adoption_confirmed.v1": "`confirm` finds that an engine stands at the position",
    "engine.act_refused.v2": "the ledger's record of an attempt",
    "evidence.policy_adopted.v1": "`witness policy` reads the policy from a file",
    "evidence.policy_confirmed.v1": "`confirm` finds that a policy was adopted at the position",
    "evidence.policy_act_refused.v1": "the ledger's record of an attempt",
    "person.noted.v1": "`person note` reads the text from a file and seals it",
    "person.looked_at.v1": "`person show` is the look",
    "person.forgetting_proposed.v1": "`person forget` by the first person",
    "person.forgotten.v1": "`person forget` by the second",
    "person.act_refused.v2": "the ledger's record of an attempt",
    "decision.refused.v2": "the ledger's record of an attempt",
    "house.settings_recorded.v1": "`house set` reads the settings from a file",
    "house.exchange_rate_recorded.v1": "`house rate` takes the rate as a decimal or a fraction",
    "house.act_refused.v2": "the ledger's record of an attempt",
    "case.act_refused.v2": "the ledger's record of an attempt",
    "championship.act_refused.v2": "the ledger's record of an attempt",
    "round.disputed.v1": "follows from an act in a case",
    "round.answered.v1": "follows from the settlement of a case",
    "wager.answered.v1": "follows from the settlement of a case",
    "case.opened.v1": "`case open` works out its edition, authorities and deadlines",
    "championship.opened.v1": "`championship open` finds the edition and names the judges too",
    "championship.exercise_set.v1": "`championship exercise` makes the wagers from a seed",
}
"""Acts of which no command is derived, and why."""

EVERY_ACT: Final[dict[str, type[Any]]] = {getattr(kind, "TOPIC", ""): kind for kind in acts_of(Act)}


def test_every_act_has_a_command_or_a_reason_why_it_has_none() -> None:
    without = {topic for topic, kind in EVERY_ACT.items() if kind.COMMAND is None}
    assert without == set(WITHOUT_COMMAND)
    acts = {kind for form in forms().values() for kind in (form.act, *form.alternatives.values())}
    assert acts == {kind for topic, kind in EVERY_ACT.items() if topic not in WITHOUT_COMMAND}


def test_every_field_has_a_description() -> None:
    parts = [kind for kind in vars(cases).values() if isinstance(kind, type) and issubclass(kind, EventPart)]
    kinds = [*EVERY_ACT.values(), *(part for part in parts if part is not EventPart)]
    assert {kind.__module__ for kind in kinds} >= {module.__name__ for module in (cases, championships, decisions)}
    assert [
        (kind.__name__, name) for kind in kinds for name, spec in kind.model_fields.items() if not spec.description
    ] == []


@pytest.mark.parametrize("words", forms())
def test_a_command_asks_for_what_its_form_has(words: str) -> None:
    form, (name, *inner) = forms()[words], words.split()
    assert name in COMMANDS
    command: Any = load_command(name)
    for word in inner:
        command = command.commands[word]
    assert command.help == form.help
    options = {parameter.opts[0]: parameter for parameter in command.params if parameter.opts[0].startswith("--")}
    left_to_key = {"by", "role"} if form.act.SCOPE == "case" else set()
    assert [options[f"--{name}"].required for name in left_to_key] == [False] * len(left_to_key)
    for asked in form.fields:
        if (
            asked.kind not in ("answers", "facts", "readings")
            and asked.name not in left_to_key
            and asked.option.startswith("--")
        ):
            option = options[asked.option.split()[0]]
            assert (option.help, option.required) == (asked.help, asked.required)
            assert option.multiple == (asked.many or asked.each)


def fields(words: str) -> dict[str, FormField]:
    return {asked.name: asked for asked in forms()[words].fields}


def test_a_form_says_what_kind_of_thing_is_asked_for() -> None:
    hand = fields("void hand")
    assert (hand["role"].kind, hand["role"].choices, hand["role"].required) == ("choice", ROLES, False)
    assert (hand["box"].kind, hand["reason"].kind, hand["scope"].choices) == ("number", "reason", ("hand", "round"))
    assert (fields("case claim")["amount_minor"].label, fields("case claim")["file"].kind) == ("amount", "file")
    assert (fields("case attach")["begins_at"].kind, fields("case approve")["proposal"].required) == ("time", False)
    assert [fields("case propose")[name].many for name in ("answers", "rulings")] == [True, True]
    assert fields("case claim")["role"].required


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "name", "known"),
    [
        ("void shoe", "shoe", "S1"),
        ("void game", "shoe", "S1"),
        ("reverse game", "day", floor.DAY),
        ("void round", "name", floor.CLEAN),
        ("case ruling", "name", floor.CLEAN),
        ("championship schedule", "tables", floor.DAY),
    ],
)
def test_a_shell_completes_what_is_on_record(words: str, name: str, known: str, recorded: str) -> None:
    group, inner = words.split()
    command = load_command(group).commands[inner]
    (parameter,) = (parameter for parameter in command.params if parameter.name == name)
    context = typer.Context(command)
    context.params["ledger"] = recorded
    assert known in [item.value for item in parameter.shell_complete(context, "")]


def test_what_an_act_decides_in_a_case_is_in_the_table_of_transitions() -> None:
    assert {kind.WORD for kind in acts_of(CaseworkAct) if kind.DECIDES} == {"open_case", *(act for _, act in CASE)}
