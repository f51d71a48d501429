"""`recoup championship`: running a championship of dealers, act by act, and showing how it stands."""

import re
import secrets
from typing import Annotated, Final

import typer
from pydantic import ValidationError

from desk.cli.completion import complete_day, complete_rulebook
from desk.opening import open_existing, open_or_create
from desk.terminal.championship import show_championship
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, console, print_json
from ledger.championships.commands import ActOutcome, Championships
from ledger.errors import MalformedAct, UnknownRulebook, did_you_mean
from ledger.events import Event
from ledger.events import championships as acts
from ledger.values.money import LARGEST
from ledger.values.times import canonical_instant
from projections.read_models.championships import JudgedChampionships
from projections.table_days import TableDays

app: Final = typer.Typer(help="A championship: its acts, its rounds, its draws.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The championship.")]
By = Annotated[str, typer.Option("--by", help="Whose act it is.")]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was done (RFC 3339); else now.")]
Number = Annotated[int, typer.Option("--round", min=1)]
Contestant = Annotated[str, typer.Option("--contestant")]
Contestants = Annotated[list[str], typer.Option("--contestant", help="Once for each of them.")]
Casino = Annotated[str, typer.Option("--casino")]
Reason = Annotated[str, typer.Option("--reason")]


@app.command("open")
def open_(
    name: Name,
    organiser: Annotated[str, typer.Option("--organiser", help="Who appoints the Director.")],
    director: Annotated[str, typer.Option("--director")],
    rulebook: Annotated[
        str, typer.Option("--rulebook", help="The rules of the championship.", autocompletion=complete_rulebook)
    ],
    edition: Annotated[str | None, typer.Option("--edition", help="Else the last one adopted.")] = None,
    judge: Annotated[list[str] | None, typer.Option("--judge", help="Once for each of them.")] = None,
    on_display: Annotated[bool, typer.Option("--on-display", help="A copy of the rules is to be had.")] = False,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Open a championship, appoint its Director and name its judges."""
    with open_or_create(ledger) as opened:
        editions = TableDays(opened).editions()
        known = [edition for edition in editions if edition.id == rulebook]
        if not known:
            near = did_you_mean(rulebook, {edition.id for edition in editions})
            raise UnknownRulebook(f"there is no rulebook {rulebook!r}; {near}`recoup rulebook list` shows what there is")
        fields = {
            "director": director,
            "rulebook": rulebook,
            "edition": edition or known[-1].name,
            "on_display": on_display,
        }
        events = [_act(acts.ChampionshipOpened, by=organiser, **fields)]
        events += [_act(acts.JudgesNamed, by=organiser, judges=tuple(judge))] if judge else []
        for event in events:
            _print_outcome(name, event, Championships(opened).act(name, event, at))


@app.command()
def designate(
    name: Name, designee: Annotated[str, typer.Option("--designee")], by: By, ledger: LedgerUrl = DEFAULT, at: At = None
) -> None:
    """Record who may act in the Director's place."""
    _record_act(ledger, name, _act(acts.DesigneeRecorded, by=by, designee=designee), at)


@app.command()
def judges(
    name: Name,
    judge: Annotated[list[str], typer.Option("--judge", help="Once for each of them.")],
    by: By,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Name further judges."""
    _record_act(ledger, name, _act(acts.JudgesNamed, by=by, judges=tuple(judge)), at)


@app.command()
def enter(
    name: Name, contestant: Contestant, casino: Casino, by: By = "", ledger: LedgerUrl = DEFAULT, at: At = None
) -> None:
    """Enter a casino's contestant."""
    _record_act(ledger, name, _act(acts.ContestantEntered, by=by or casino, contestant=contestant, casino=casino), at)


@app.command()
def invite(
    name: Name,
    contestant: Contestant,
    casino: Casino,
    by: By,
    invited_as: Annotated[str, typer.Option("--as")] = "runner_up",
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Invite a contestant where there are too few entries."""
    fields = {"contestant": contestant, "casino": casino, "invited_as": invited_as}
    _record_act(ledger, name, _act(acts.ContestantInvited, by=by, **fields), at)


@app.command()
def disqualify(
    name: Name, contestant: Contestant, by: By, reason: Reason, ledger: LedgerUrl = DEFAULT, at: At = None
) -> None:
    """Disqualify a contestant."""
    _record_act(ledger, name, _act(acts.ContestantDisqualified, by=by, contestant=contestant, reason=reason), at)


@app.command()
def schedule(
    name: Name,
    number: Number,
    contestant: Contestants,
    advance: Annotated[int, typer.Option("--advance", min=1, help="How many go on; 1 in the final.")],
    by: By,
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE/DAY", autocompletion=complete_day)] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Schedule the next round."""
    fields = {"round": number, "contestants": tuple(contestant), "advance": advance, "tables": tuple(table or ())}
    _record_act(ledger, name, _act(acts.RoundScheduled, by=by, **fields), at)


@app.command()
def score(
    name: Name,
    number: Number,
    contestant: Contestant,
    hospitality: Annotated[int, typer.Option("--hospitality", min=0)],
    technical: Annotated[int, typer.Option("--technical", min=0)],
    control: Annotated[int, typer.Option("--control", min=0)],
    by: By,
    result: Annotated[int | None, typer.Option("--result", min=0, help="Where it is not the sum.")] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Record a judge's scores for a contestant."""
    fields = {"hospitality": hospitality, "technical": technical, "control": control, "result": result}
    _record_act(ledger, name, _act(acts.ScoresGiven, by=by, round=number, contestant=contestant, **fields), at)


@app.command()
def draw(name: Name, number: Number, contestant: Contestants, by: By, ledger: LedgerUrl = DEFAULT, at: At = None) -> None:
    """Record that a result was found to be drawn."""
    _record_act(ledger, name, _act(acts.DrawnResultFound, by=by, round=number, contestants=tuple(contestant)), at)


@app.command()
def exercise(
    name: Name,
    number: Number,
    by: By,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=LARGEST, help="Else one drawn by lot.")] = None,
    contestant: Annotated[list[str] | None, typer.Option("--contestant", help="Else those drawn at the line.")] = None,
    wheel: Annotated[str | None, typer.Option("--reading", help="Which wheel, where the rules leave it open.")] = None,
    wager: Annotated[list[str] | None, typer.Option("--wager", help="`9 split 17-20 on 17`, for one of your own.")] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Set the next exercise for those who are drawn, and print its wagers."""
    number_drawn = secrets.randbelow(LARGEST) if seed is None else seed
    with open_existing(ledger) as opened:
        try:
            event = JudgedChampionships(opened).next_exercise(
                name, number, by, number_drawn, tuple(contestant or ()), wheel, tuple(wager or ())
            )
        except ValidationError as error:
            raise _malformed(error) from error
        taken = Championships(opened).act(name, event, at)
    _print_outcome(name, event, taken)
    for n, written in enumerate(event.wagers, 1):
        typer.echo(f"{n:>3}  {written}")


@app.command()
def answer(
    name: Name,
    number: Annotated[int, typer.Option("--exercise", min=1)],
    contestant: Contestant,
    payouts: Annotated[str, typer.Option("--payouts", help="In the order of the wagers: `245,153,143`.")],
    time_ms: Annotated[int, typer.Option("--time-ms", min=0)],
    by: By = "",
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Record what a contestant stated, and in what time."""
    if not re.fullmatch(r"[0-9]{1,15}(?:, ?[0-9]{1,15})*|", payouts):
        raise MalformedAct(f"{payouts!r} are no payouts; write whole numbers with commas between, as 245,153,143")
    stated = tuple(int(amount) for amount in payouts.split(",") if amount)
    fields = {"exercise": number, "contestant": contestant, "payouts": stated, "time_ms": time_ms}
    _record_act(ledger, name, _act(acts.ExerciseAnswered, by=by or contestant, **fields), at)


@app.command()
def advance(
    name: Name, number: Number, contestant: Contestants, by: By, ledger: LedgerUrl = DEFAULT, at: At = None
) -> None:
    """Record who goes on from a round; from the final it is the winner."""
    _record_act(ledger, name, _act(acts.ContestantsAdvanced, by=by, round=number, contestants=tuple(contestant)), at)


@app.command()
def prize(
    name: Name,
    place: Annotated[int, typer.Option("--place", min=1)],
    what: Annotated[str, typer.Option("--prize")],
    by: By,
    contestant: Annotated[str | None, typer.Option("--contestant", help="Who is given it; else it is listed.")] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Put a prize on the published list, or award it."""
    listed = contestant is None
    fields = {"place": place, "prize": what} | ({} if listed else {"contestant": contestant})
    _record_act(ledger, name, _act(acts.PrizeListed if listed else acts.PrizeAwarded, by=by, **fields), at)


@app.command()
def dispute(
    name: Name,
    key: Annotated[str, typer.Option("--dispute", help="What you call it.")],
    about: Annotated[str, typer.Option("--about")],
    by: By,
    number: Annotated[int | None, typer.Option("--round", min=1, help="The round it is about.")] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Open a dispute: nothing goes on until it is settled."""
    _record_act(ledger, name, _act(acts.DisputeOpened, by=by, dispute=key, about=about, round=number), at)


@app.command()
def settle(
    name: Name,
    key: Annotated[str, typer.Option("--dispute")],
    decision: Annotated[str, typer.Option("--outcome", "--decision", help="What is decided.")],
    by: By,
    clause: Annotated[str | None, typer.Option("--clause", help="The ambiguous clause that it decides.")] = None,
    reading_: Annotated[str | None, typer.Option("--reading", help="The reading that holds.")] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Settle a dispute."""
    fields = {"dispute": key, "decision": decision, "clause": clause, "reading": reading_}
    _record_act(ledger, name, _act(acts.DisputeSettled, by=by, **fields), at)


@app.command()
def amend(
    name: Name,
    amendment: Annotated[str, typer.Option("--amendment", help="What you call it.")],
    what: Annotated[str, typer.Option("--what")],
    effective_at: Annotated[str, typer.Option("--effective-at", metavar="TIME")],
    by: By,
    together_with: Annotated[str | None, typer.Option("--with", help="Who else amends.")] = None,
    clause: Annotated[str | None, typer.Option("--clause")] = None,
    rulebook: Annotated[str | None, typer.Option("--rulebook", help="With --edition: the text that then holds.")] = None,
    edition: Annotated[str | None, typer.Option("--edition")] = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Amend the rules from a time on."""
    try:
        since = canonical_instant(effective_at)
    except ValueError as error:
        raise MalformedAct(f"{effective_at!r} is no time with its zone, such as 2026-11-20T20:00:00Z") from error
    fields = {"amendment": amendment, "what": what, "effective_at": since, "together_with": together_with}
    event = _act(acts.RulesAmended, by=by, clause=clause, rulebook=rulebook, edition=edition, **fields)
    _record_act(ledger, name, event, at)


@app.command()
def notify(
    name: Name,
    amendment: Annotated[str, typer.Option("--amendment")],
    casino: Annotated[list[str], typer.Option("--casino", help="Once for each of them.")],
    by: By,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Record that casinos were informed of an amendment."""
    for casino_name in casino:
        _record_act(ledger, name, _act(acts.CasinoNotified, by=by, amendment=amendment, casino=casino_name), at)


@app.command("inform-team")
def inform_team(
    name: Name,
    casino: Casino,
    amendment: Annotated[str | None, typer.Option("--amendment", help="Else the rules as a whole.")] = None,
    by: By = "",
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Record that a casino informed its own team."""
    _record_act(ledger, name, _act(acts.TeamInformed, by=by or casino, casino=casino, amendment=amendment), at)


@app.command()
def cancel(name: Name, by: By, reason: Reason, ledger: LedgerUrl = DEFAULT, at: At = None) -> None:
    """Cancel the championship."""
    _record_act(ledger, name, _act(acts.ChampionshipCancelled, by=by, reason=reason), at)


@app.command("list")
def list_(ledger: LedgerUrl = DEFAULT) -> None:
    """List the championships on record."""
    with open_existing(ledger) as opened:
        found = Championships(opened)
        for name in found.names():
            typer.echo(f"{name}  {found.get(name).standing}")


@app.command()
def show(name: Name, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show how a championship stands: rounds, draws and what decided them, findings, refused attempts."""
    with open_existing(ledger) as opened:
        document = JudgedChampionships(opened).document(name)
    if as_json:
        print_json(document)
    else:
        show_championship(console(), document)


def _act(kind: type[Event], **fields: object) -> Event:
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise _malformed(error) from error


def _malformed(error: ValidationError) -> MalformedAct:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return MalformedAct(f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}")


def _record_act(url: str, name: str, event: Event, at: str | None) -> None:
    with open_existing(url) as opened:
        taken = Championships(opened).act(name, event, at)
    _print_outcome(name, event, taken)


def _print_outcome(name: str, event: Event, taken: ActOutcome) -> None:
    """Says what became of an act. Exits 1 where it was refused."""
    what = event.WORD.replace("_", " ")
    if taken.refused is not None:
        clause = f" ({taken.refused.clause})" if taken.refused.clause else ""
        typer.echo(
            f"recoup: {name}: {what} is refused: {taken.refused.sentence}{clause}; the attempt is on record", err=True
        )
        raise typer.Exit(NO)
    typer.echo(f"{name}: {what} is on record")
