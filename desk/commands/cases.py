"""`recoup case`: disputes, from the player's first word to the signed answer."""

from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from desk.answers import answers_of
from desk.casebook import show_case, show_cases, show_due, show_register, told_act
from desk.opening import reading
from desk.terminal import DEFAULT, NO, Json, LedgerUrl, console, print_json
from ledger.casework import Casework, Complaint
from ledger.errors import MalformedDecision
from ledger.events import cases as events
from ledger.events.cases import Acted
from ledger.times import canonical
from projections.casebook import document, due, register, ruling_taken, summary
from projections.runner import catch_up, models

app: Final = typer.Typer(help="Disputes: open, investigate, propose, approve, settle, pay, appeal.", no_args_is_help=True)

Number = Annotated[str, typer.Argument(metavar="CASE", help="The case's number, such as 2026-0001.")]
By = Annotated[str, typer.Option("--by", help="Who does it: a person's id.")]
AsRole = Annotated[str, typer.Option("--role", help="In which office, such as dispute_manager or approver.")]
Player = Annotated[str, typer.Option("--player", help="The player's id.")]
Proposed = Annotated[str | None, typer.Option("--proposal", help="The proposal's digest; without it the one that stands.")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why, in a few plain words.")]
Answers = Annotated[
    list[str],
    typer.Option("--answer", metavar="PLAYER=OUTCOME[:PAY[:EX_GRATIA]]", help="rejected, partly_upheld or upheld."),
]
Awards = Annotated[
    list[str] | None,
    typer.Option("--award", metavar="PLAYER=ROUND:WAGER:DUE", help="What goes back on a wager in all, in minor units."),
]


@app.command("open")
def open_case(
    day: Annotated[str, typer.Argument(metavar="TABLE/DAY", help="The table and gaming day.")],
    by: By,
    role: AsRole,
    rounds: Annotated[list[str] | None, typer.Option("--round", help="A round it is about; repeat for more.")] = None,
    shoe: Annotated[str | None, typer.Option("--shoe", help="A shoe it is about.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="When it happened, with its time zone.")] = None,
    received: Annotated[str | None, typer.Option("--received", help="When the complaint came; without it now.")] = None,
    jurisdiction: Annotated[str | None, typer.Option("--jurisdiction", help="Whose deadlines hold, such as uk.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Open a case on rounds, a shoe, or a table at a time."""
    complaint = Complaint(by, _office(role), day, tuple(rounds or ()), shoe, _instant(at), _instant(received), jurisdiction)
    with reading(ledger) as opened:
        try:
            number = Casework(opened).open(complaint)
        except ValidationError as error:
            raise _malformed(error) from error
        with models(opened) as made:
            catch_up(opened, made)
        if as_json:
            print_json(document(Casework(opened).case(number)))
            return
    console().print(f"Case {number} is open.")


@app.command("list")
def list_cases(
    ledger: LedgerUrl = DEFAULT,
    due_only: Annotated[bool, typer.Option("--due", help="What is due when, the soonest first.")] = False,
    state: Annotated[str | None, typer.Option("--state", help="Only cases in this state.")] = None,
    as_json: Json = False,
) -> None:
    """List cases, or what is due in them."""
    with reading(ledger) as opened:
        if due_only:
            found = due(opened)
            rows = [{"case": one.case, **one.deadline.model_dump(), "overdue": one.overdue} for one in found]
        else:
            work = Casework(opened)
            lines = (summary(work.case(number)) for number in work.numbers())
            rows = [line for line in lines if state in (None, line["state"])]
    if as_json:
        print_json(rows)
    elif due_only:
        show_due(console(), rows)
    else:
        show_cases(console(), rows)


@app.command("show")
def show(number: Number, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show a case: claims, evidence, rulings, answers, what is owed, and who did what."""
    with reading(ledger) as opened:
        told = document(Casework(opened).case(number))
    if as_json:
        print_json(told)
    else:
        show_case(console(), told)


@app.command("register")
def register_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """The register of what was decided in cases, and of what was refused."""
    with reading(ledger) as opened:
        rows = register(opened)
    if as_json:
        print_json(rows)
    else:
        show_register(console(), rows)


@app.command()
def claim(
    number: Number,
    by: By,
    role: AsRole,
    player: Player,
    amount: Annotated[int, typer.Option("--amount", help="What is claimed, in minor units.")] = 0,
    reason: Reason = None,
    words: Annotated[str | None, typer.Option("--words", help="Digest of the claim in the player's own words.")] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="The player claims nothing any more.")] = False,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """State a player's claim, or its withdrawal."""
    if withdraw:
        _act(ledger, number, as_json, events.ClaimWithdrawn, by=by, role=role, player=player)
        return
    said = {"player": player, "amount_minor": amount, "reason": _spelt(reason), "words": words}
    _act(ledger, number, as_json, events.ClaimStated, by=by, role=role, **said)


@app.command()
def person(
    number: Number,
    by: By,
    role: AsRole,
    person: Annotated[str, typer.Option("--person", help="The person's id.")],
    seen_as: Annotated[str, typer.Option("--as", help="on_the_floor or witness.")] = "witness",
    office: Annotated[str | None, typer.Option("--office", help="What the person was on the floor.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Name somebody who was on the floor, or a witness."""
    _act(ledger, number, as_json, events.PersonNamed, by=by, role=role, person=person, seen_as=seen_as, office_held=office)


@app.command()
def attach(
    number: Number,
    by: By,
    role: AsRole,
    evidence: Annotated[str, typer.Option("--evidence", help="A name for it.")],
    camera: Annotated[str | None, typer.Option("--camera", help="Which camera.")] = None,
    offset_ms: Annotated[int, typer.Option("--offset-ms", help="By how much its clock is ahead.")] = 0,
    begins: Annotated[str | None, typer.Option("--from", help="From when, with its time zone.")] = None,
    ends: Annotated[str | None, typer.Option("--to", help="Until when.")] = None,
    mark: Annotated[str | None, typer.Option("--digest", help="The file's digest, sha256:….")] = None,
    expires: Annotated[str | None, typer.Option("--expires", help="The last day on which the footage is kept.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Attach footage or a file."""
    span = {"begins_at": _instant(begins), "ends_at": _instant(ends), "expires_on": expires}
    said = {"evidence": evidence, "camera": camera, "offset_ms": offset_ms, "digest": mark, **span}
    _act(ledger, number, as_json, events.EvidenceAttached, by=by, role=role, **said)


@app.command()
def hold(
    number: Number,
    by: By,
    role: AsRole,
    release: Annotated[bool, typer.Option("--release", help="The hold is over.")] = False,
    reason: Reason = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Place a legal hold on the evidence, or release it."""
    kind = events.HoldReleased if release else events.HoldPlaced
    _act(ledger, number, as_json, kind, by=by, role=role, reason=_spelt(reason))


@app.command()
def attempt(
    number: Number,
    by: By,
    role: AsRole,
    player: Player,
    outcome: Annotated[str, typer.Option("--outcome", help="accepted, declined or no_answer.")],
    offered: Annotated[int, typer.Option("--offered", help="What was offered, in minor units.")] = 0,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Record an attempt to settle with a player."""
    said = {"player": player, "outcome": outcome, "offered_minor": offered}
    _act(ledger, number, as_json, events.ResolutionAttempted, by=by, role=role, **said)


@app.command()
def note(
    number: Number,
    text: Annotated[str, typer.Argument(help="The remark; it names nobody but by id.")],
    by: By,
    role: AsRole,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Add a note."""
    _act(ledger, number, as_json, events.NoteAdded, by=by, role=role, text=text)


@app.command()
def ruling(
    number: Number,
    name: Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/DAY/ROUND")],
    by: By,
    role: AsRole,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Take in the ruling on a round as it is now, by its digest."""
    with reading(ledger) as opened:
        taken = ruling_taken(opened, name, by, _office(role))
    _act(ledger, number, as_json, events.RulingTaken, **taken.model_dump())


@app.command()
def propose(
    number: Number,
    by: By,
    role: AsRole,
    answer: Answers,
    award: Awards = None,
    rulings: Annotated[list[str] | None, typer.Option("--ruling", help="Digest of a ruling it rests on.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Propose an answer to each player."""
    said = {"answers": answers_of(answer, award or []), "rulings": rulings or []}
    _act(ledger, number, as_json, events.RulingProposed, by=by, role=role, **said)


@app.command()
def alter(
    number: Number,
    by: By,
    role: AsRole,
    answer: Answers,
    award: Awards = None,
    rulings: Annotated[list[str] | None, typer.Option("--ruling", help="Digest of a ruling it rests on.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Alter the proposed answers; an approval of others is void."""
    said = {"answers": answers_of(answer, award or []), "rulings": rulings or []}
    _act(ledger, number, as_json, events.RulingAltered, by=by, role=role, **said)


@app.command()
def approve(
    number: Number, by: By, role: AsRole, proposal: Proposed = None, ledger: LedgerUrl = DEFAULT, as_json: Json = False
) -> None:
    """Approve the proposed answers, as another person than those who wrote or altered them."""
    _act(ledger, number, as_json, events.RulingApproved, by=by, role=role, proposal=proposal)


@app.command()
def reject(
    number: Number,
    by: By,
    role: AsRole,
    proposal: Proposed = None,
    reason: Reason = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Send the proposed answers back."""
    _act(ledger, number, as_json, events.RulingRejected, by=by, role=role, proposal=proposal, reason=_spelt(reason))


@app.command()
def settle(
    number: Number, by: By, role: AsRole, proposal: Proposed = None, ledger: LedgerUrl = DEFAULT, as_json: Json = False
) -> None:
    """Give the approved answers: from now on they say how the rounds stand and what is owed."""
    _act(ledger, number, as_json, events.CaseSettled, by=by, role=role, proposal=proposal)


@app.command()
def pay(
    number: Number,
    by: By,
    role: AsRole,
    player: Player,
    amount: Annotated[int, typer.Option("--amount", help="What was paid, in minor units.")],
    ex_gratia: Annotated[bool, typer.Option("--ex-gratia", help="Given without being owed.")] = False,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Record what was paid to a player by the settlement."""
    said = {"player": player, "amount_minor": amount, "ex_gratia": ex_gratia}
    _act(ledger, number, as_json, events.PlayerPaid, by=by, role=role, **said)


@app.command()
def appeal(
    number: Number,
    by: By,
    role: AsRole,
    player: Player,
    body: Annotated[str, typer.Option("--body", help="To whom, such as IBAS.")],
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Record that a player takes the answer to a body outside the house."""
    _act(ledger, number, as_json, events.CaseAppealed, by=by, role=role, player=player, body=body)


@app.command()
def reopen(
    number: Number,
    by: By,
    role: AsRole,
    reason: Annotated[str, typer.Option("--reason", help="Why, in a few plain words.")],
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Take a case up again."""
    _act(ledger, number, as_json, events.CaseReopened, by=by, role=role, reason=_spelt(reason))


@app.command()
def close(
    number: Number, by: By, role: AsRole, reason: Reason = None, ledger: LedgerUrl = DEFAULT, as_json: Json = False
) -> None:
    """Close a case in which nothing remains to be done."""
    _act(ledger, number, as_json, events.CaseClosed, by=by, role=role, reason=_spelt(reason))


def _act(url: str, number: str, as_json: bool, kind: type[Acted], **said: Any) -> None:
    """Does something about a case and says whether it holds. Exits 1 where it was refused."""
    with reading(url) as opened:
        work = Casework(opened)
        if "proposal" in said and said["proposal"] is None:
            said["proposal"] = work.case(number).digest or NONE_STANDS
        try:
            event = kind.model_validate(said)
        except ValidationError as error:
            raise _malformed(error) from error
        made = work.act(number, event)
        with models(opened) as read:
            catch_up(opened, read)
        case = work.case(number)
    if as_json:
        print_json(document(case))
    else:
        console().print(told_act(case, made), soft_wrap=True)
    if made.refused:
        raise typer.Exit(NO)


NONE_STANDS: Final = "sha256:" + "0" * 64
"""What is named where nothing is proposed: the state refuses the act."""


def _office(role: str) -> Any:
    return role


def _spelt(reason: str | None) -> str | None:
    return reason and "_".join(reason.lower().split())


def _instant(text: str | None) -> str | None:
    """A time as it is stored. Raises MalformedDecision where it is none or names no zone."""
    try:
        return canonical(text) if text else None
    except ValueError as error:
        raise MalformedDecision(f"{text!r} is no time with a zone; write 2026-01-20T22:15:00+00:00") from error


def _malformed(error: ValidationError) -> MalformedDecision:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the act"
    why = first["msg"].removeprefix("Value error, ")
    return MalformedDecision(f"{where}: {why[:1].lower()}{why[1:]}; mend that and try again")
