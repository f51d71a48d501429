"""`recoup case`: disputes, from the player's first word to the signed answer."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from desk.cli.acting import (
    AsRole,
    By,
    Number,
    Player,
    Proposed,
    Reason,
    act,
    instant_of,
    malformed,
    office_of,
    reason_or_exit,
)
from desk.cli.completion import DayName, RoundName, complete_round, complete_shoe
from desk.cli.persons import VAULT, VaultFolder
from desk.opening import open_existing
from desk.terminal.cases import show_case, show_cases, show_due, show_register
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json, text_of
from ledger.cases.casework import Casework, Complaint
from ledger.errors import MalformedDecision
from ledger.events import cases as events
from ledger.personal_data.key_store import KeyStore
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.cases import case_document, case_register, case_summary, open_deadlines, ruling_taken

app: Final = typer.Typer(help="Disputes: open, investigate, propose, approve, settle, pay, appeal.", no_args_is_help=True)

File = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="What was said, sealed with the person's own key; `-` for stdin."),
]


@app.command()
def claim(
    number: Number,
    by: By,
    role: AsRole,
    player: Player,
    amount: Annotated[int, typer.Option("--amount", help="What is claimed, in minor units.")] = 0,
    reason: Reason = None,
    file: File = None,
    words: Annotated[str | None, typer.Option("--words", help="Digest of words that are kept elsewhere.")] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="The player claims nothing any more.")] = False,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """State a player's claim, or its withdrawal."""
    if withdraw:
        act(ledger, number, as_json, events.ClaimWithdrawn, by=by, role=role, player=player)
        return
    fields: dict[str, Any] = {"player": player, "amount_minor": amount, "reason": reason_or_exit(reason), "words": words}
    act(ledger, number, as_json, events.ClaimStated, sealing=_sealing(file, vault), by=by, role=role, **fields)


@app.command()
def person(
    number: Number,
    by: By,
    role: AsRole,
    person: Annotated[str, typer.Option("--person", help="The person's id.")],
    seen_as: Annotated[str, typer.Option("--as", help="on_the_floor or witness.")] = "witness",
    office: Annotated[str | None, typer.Option("--office", help="What the person was on the floor.")] = None,
    file: File = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Name somebody who was on the floor, or a witness, and note what that person says."""
    fields: dict[str, Any] = {"person": person, "seen_as": seen_as, "office_held": office}
    act(ledger, number, as_json, events.PersonNamed, sealing=_sealing(file, vault), by=by, role=role, **fields)


@app.command()
def note(
    number: Number,
    by: By,
    role: AsRole,
    text: Annotated[str | None, typer.Argument(help="A remark that names nobody but by id; it is not sealed.")] = None,
    about: Annotated[str | None, typer.Option("--about", help="A person of the case, about whom --file is.")] = None,
    file: File = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Add a note: a plain remark, or with --about and --file a text about a person of the case, which is sealed."""
    if (about is None) != (file is None) or (text is None) == (file is None):
        raise MalformedDecision("write a remark, or name a person with --about and the text's file with --file")
    if about is None:
        act(ledger, number, as_json, events.NoteAdded, by=by, role=role, text=text)
        return
    fields: dict[str, Any] = {"person": about, "text": f"about {about}, sealed"}
    act(ledger, number, as_json, events.NoteAdded, sealing=_sealing(file, vault), by=by, role=role, **fields)


def _sealing(file: Path | None, vault: Path) -> tuple[KeyStore, str] | None:
    """The words to be sealed and the vault that has the keys, where there are any."""
    if file is None:
        return None
    where = Path("/dev/stdin") if str(file) == "-" else file
    return KeyStore(vault), text_of(where, MalformedDecision).strip()


def answers_of(answers: list[str], awards: list[str]) -> list[dict[str, Any]]:
    """`P1=upheld:4500` and `P1=BJ-1/2026-01-20/1:w1:12500` as an answer. Raises MalformedDecision."""
    found: list[dict[str, Any]] = []
    try:
        for text in answers:
            player, rest = text.split("=", 1)
            outcome, *amounts = rest.split(":")
            pay, kindly = [*map(int, amounts), 0, 0][:2]
            own = [award.split("=", 1)[1].rsplit(":", 2) for award in awards if award.split("=", 1)[0] == player]
            given = [{"round": name, "wager": wager, "due_minor": int(due_minor)} for name, wager, due_minor in own]
            found.append(
                {"player": player, "outcome": outcome, "pay_minor": pay, "ex_gratia_minor": kindly, "awards": given}
            )
    except (ValueError, IndexError) as error:
        raise MalformedDecision(
            "an answer is written PLAYER=OUTCOME:PAY:EX_GRATIA and an award PLAYER=ROUND:WAGER:DUE, amounts in minor units"
        ) from error
    if strange := {award.split("=", 1)[0] for award in awards} - {answer["player"] for answer in found}:
        raise MalformedDecision(f"{', '.join(sorted(strange))} has an award and no answer; give both")
    return found


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
    day: DayName,
    by: By,
    role: AsRole,
    rounds: Annotated[
        list[str] | None,
        typer.Option("--round", help="A round it is about; repeat for more.", autocompletion=complete_round),
    ] = None,
    shoe: Annotated[str | None, typer.Option("--shoe", help="A shoe it is about.", autocompletion=complete_shoe)] = None,
    at: Annotated[str | None, typer.Option("--at", help="When it happened, with its time zone.")] = None,
    received: Annotated[str | None, typer.Option("--received", help="When the complaint came; without it now.")] = None,
    jurisdiction: Annotated[str | None, typer.Option("--jurisdiction", help="Whose deadlines hold, such as uk.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Open a case on rounds, a shoe, or a table at a time."""
    complaint = Complaint(
        by, office_of(role), day, tuple(rounds or ()), shoe, instant_of(at), instant_of(received), jurisdiction
    )
    with open_existing(ledger) as opened:
        try:
            number = Casework(opened).open(complaint)
        except ValidationError as error:
            raise malformed(error) from error
        with open_read_models(opened) as engine:
            catch_up(opened, engine)
        if as_json:
            print_json(case_document(Casework(opened).case(number)))
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
    with open_existing(ledger) as opened:
        if due_only:
            found = open_deadlines(opened)
            rows = [
                {"case": deadline.case, **deadline.deadline.model_dump(), "overdue": deadline.is_overdue}
                for deadline in found
            ]
        else:
            work = Casework(opened)
            lines = (case_summary(work.case(number)) for number in work.numbers())
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
    with open_existing(ledger) as opened:
        document = case_document(Casework(opened).case(number))
    if as_json:
        print_json(document)
    else:
        show_case(console(), document)


@app.command("register")
def register_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """The register of what was decided in cases, and of what was refused."""
    with open_existing(ledger) as opened:
        rows = case_register(opened)
    if as_json:
        print_json(rows)
    else:
        show_register(console(), rows)


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
    span = {"begins_at": instant_of(begins), "ends_at": instant_of(ends), "expires_on": expires}
    fields: dict[str, Any] = {"evidence": evidence, "camera": camera, "offset_ms": offset_ms, "digest": mark, **span}
    act(ledger, number, as_json, events.EvidenceAttached, by=by, role=role, **fields)


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
    act(ledger, number, as_json, kind, by=by, role=role, reason=reason_or_exit(reason))


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
    fields: dict[str, Any] = {"player": player, "outcome": outcome, "offered_minor": offered}
    act(ledger, number, as_json, events.ResolutionAttempted, by=by, role=role, **fields)


@app.command()
def ruling(
    number: Number,
    name: RoundName,
    by: By,
    role: AsRole,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Take in the ruling on a round as it is now, by its digest."""
    with open_existing(ledger) as opened:
        taken = ruling_taken(opened, name, by, office_of(role))
    act(ledger, number, as_json, events.RulingTaken, **taken.model_dump())


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
    fields: dict[str, Any] = {"answers": answers_of(answer, award or []), "rulings": rulings or []}
    act(ledger, number, as_json, events.RulingProposed, by=by, role=role, **fields)


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
    fields: dict[str, Any] = {"answers": answers_of(answer, award or []), "rulings": rulings or []}
    act(ledger, number, as_json, events.RulingAltered, by=by, role=role, **fields)


@app.command()
def approve(
    number: Number, by: By, role: AsRole, proposal: Proposed = None, ledger: LedgerUrl = DEFAULT, as_json: Json = False
) -> None:
    """Approve the proposed answers, as another person than those who wrote or altered them."""
    act(ledger, number, as_json, events.RulingApproved, by=by, role=role, proposal=proposal)


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
    act(ledger, number, as_json, events.RulingRejected, by=by, role=role, proposal=proposal, reason=reason_or_exit(reason))


@app.command()
def settle(
    number: Number, by: By, role: AsRole, proposal: Proposed = None, ledger: LedgerUrl = DEFAULT, as_json: Json = False
) -> None:
    """Give the approved answers: from now on they say how the rounds stand and what is owed."""
    act(ledger, number, as_json, events.CaseSettled, by=by, role=role, proposal=proposal)


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
    fields: dict[str, Any] = {"player": player, "amount_minor": amount, "ex_gratia": ex_gratia}
    act(ledger, number, as_json, events.PlayerPaid, by=by, role=role, **fields)


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
    act(ledger, number, as_json, events.CaseAppealed, by=by, role=role, player=player, body=body)


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
    act(ledger, number, as_json, events.CaseReopened, by=by, role=role, reason=reason_or_exit(reason))


@app.command()
def close(
    number: Number, by: By, role: AsRole, reason: Reason = None, ledger: LedgerUrl = DEFAULT, as_json: Json = False
) -> None:
    """Close a case in which nothing remains to be done."""
    act(ledger, number, as_json, events.CaseClosed, by=by, role=role, reason=reason_or_exit(reason))
