"""What the commands about a case share: their options, and how an act is done and told."""

from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from desk.cli.completion import complete_case
from desk.opening import open_existing
from desk.terminal.cases import act_line
from desk.terminal.console import NO, console, print_json
from ledger.cases.casework import Casework
from ledger.errors import MalformedDecision
from ledger.events.cases import CaseworkAct
from ledger.personal_data.key_store import KeyStore
from ledger.values.times import canonical_instant
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.cases import case_document

Number = Annotated[
    str, typer.Argument(metavar="CASE", help="The case's number, such as 2026-0001.", autocompletion=complete_case)
]
By = Annotated[str, typer.Option("--by", help="Who does it: a person's id.")]
AsRole = Annotated[str, typer.Option("--role", help="In which office, such as dispute_manager or approver.")]
Player = Annotated[str, typer.Option("--player", help="The player's id.")]
Proposed = Annotated[str | None, typer.Option("--proposal", help="The proposal's digest; without it the one that stands.")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why, in a few plain words.")]


def act(
    url: str,
    number: str,
    as_json: bool,
    kind: type[CaseworkAct],
    sealing: tuple[KeyStore, str] | None = None,
    **fields: Any,
) -> None:
    """Does something about a case and says whether it holds. Exits 1 where it was refused.

    `sealing` are words of the person whom it is about, with the vault that seals them.
    """
    with open_existing(url) as opened:
        work = Casework(opened)
        if "proposal" in fields and fields["proposal"] is None:
            fields["proposal"] = work.case(number).digest or NONE_STANDS
        try:
            event = kind.model_validate(fields)
        except ValidationError as error:
            raise malformed(error) from error
        if sealing is not None:
            event = work.with_words(number, event, *sealing)
        act_ = work.act(number, event)
        with open_read_models(opened) as read:
            catch_up(opened, read)
        case = work.case(number)
    if as_json:
        print_json(case_document(case))
    else:
        console().print(act_line(case, act_), soft_wrap=True)
    if act_.refused:
        raise typer.Exit(NO)


NONE_STANDS: Final = "sha256:" + "0" * 64
"""What is named where nothing is proposed: the state refuses the act."""


def office_of(role: str) -> Any:
    """An office as it was typed; the event checks it."""
    return role


def reason_or_exit(reason: str | None) -> str | None:
    """A reason as it is stored: in lower case, with `_` for blanks."""
    return reason and "_".join(reason.lower().split())


def instant_of(text: str | None) -> str | None:
    """A time as it is stored. Raises MalformedDecision where it is none or names no zone."""
    try:
        return canonical_instant(text) if text else None
    except ValueError as error:
        raise MalformedDecision(f"{text!r} is no time with a zone; write 2026-01-20T22:15:00+00:00") from error


def malformed(error: ValidationError) -> MalformedDecision:
    """What is wrong with an act, in a sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the act"
    why = first["msg"].removeprefix("Value error, ")
    return MalformedDecision(f"{where}: {why[:1].lower()}{why[1:]}; mend that and try again")
