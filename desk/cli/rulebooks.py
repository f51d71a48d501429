"""`recoup rulebook`: editions of the houses' rulebooks."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from desk.acts.commands import add_commands
from desk.acts.forms import validated
from desk.cli.completion import complete_rulebook
from desk.cli.office_reports import Language
from desk.implementing import implementing
from desk.opening import is_absent, open_existing, open_or_create
from desk.terminal.columns import show_columns
from desk.terminal.console import (
    DEFAULT,
    DONE,
    NO,
    REFUSED,
    WRONG_USE,
    Json,
    LedgerUrl,
    SignWith,
    bar,
    console,
    print_json,
    text_of,
)
from ledger.edition_acts import adopt_edition, adopt_engine, edition_on_record
from ledger.errors import MalformedRulebook, UnknownRulebook, did_you_mean
from ledger.events.deliveries import RulebookAdopted
from ledger.events.house import NOBODY, EditionAdopted, EngineAdopted
from ledger.values.terminal import say
from projections.documents.rulebooks import clause_documents, rulebook_document
from projections.rulings.events import engine_digest
from projections.table_days import TableDays
from replay import ENGINE
from replay.editions.amendment import edition_rows
from replay.editions.loader import (
    CHAMPIONSHIP,
    SHIPPED_RULEBOOKS,
    parse_edition,
    shipped_edition,
    shipped_text,
    unused_readings,
)
from replay.games.registry import GAME_NAMES, load_odds
from replay.judging.odds import OddsReport, OddsTable
from replay.rulebooks.edition import Edition

if TYPE_CHECKING:
    from desk.web.book import BesideEdition

app: Final = typer.Typer(help="Editions of rulebooks.", no_args_is_help=True)


def editions(ledger: str) -> list[Edition]:
    """What the ledger has adopted; where there is no ledger yet, what comes with the product."""
    if is_absent(ledger):
        return [shipped_edition(name) for name in SHIPPED_RULEBOOKS]
    with open_existing(ledger) as opened:
        return TableDays(opened).editions()


def edition(name: str, ledger: str) -> Edition:
    """The last adopted edition of a rulebook. Raises UnknownRulebook."""
    known = editions(ledger)
    found = [edition_ for edition_ in known if edition_.id == name]
    if not found:
        near = did_you_mean(name, {edition_.id for edition_ in known})
        raise UnknownRulebook(f"there is no rulebook {name!r}; {near}`recoup rulebook list` shows what there is")
    return found[-1]


@app.command("list")
def list_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """List the editions."""
    documents = list(map(rulebook_document, editions(ledger)))
    if as_json:
        print_json(documents)
        return
    heads = ("rulebook", "edition", "game", "from", "document", "digest")
    rows = [(row.id, row.edition, row.game, row.in_force, row.document, row.digest[7:19]) for row in documents]
    show_columns(console(), heads, rows, wraps=(4,))


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="ID", autocompletion=complete_rulebook)], ledger: LedgerUrl = DEFAULT
) -> None:
    """Show a rulebook: its clauses, the values that rest on them, its ambiguities and how they are resolved."""
    edition_, out = edition(name, ledger), console()
    head = edition_.sheet.edition
    out.print(Text(f"{head.document}, edition {head.edition}, in force from {head.in_force}", style="bold"))
    out.print(Text(f"what it leaves open, {head.authority} decides; {edition_.digest}", style="dim"))
    grid = Table.grid(padding=(0, 1))
    for clause, row in edition_.sheet.clauses.items():
        grid.add_row(Text(clause, style="bold cyan"), Text(row.kind, style="dim"), Text(f"{row.title}. {row.text}"))
        for key, value in edition_.sheet.values.items():
            if value.clause == clause:
                grid.add_row("", "", Text(f"{key} = {value.value}", style="green"))
        for act, authority in edition_.authorities.items():
            if authority.clause == clause:
                grid.add_row("", "", Text(f"{act}: {', '.join(authority.roles)}", style="green"))
        for letter, reading_ in (
            edition_.sheet.readings[clause].readings.items() if clause in edition_.sheet.readings else ()
        ):
            chosen = clause in edition_.sheet.resolved and edition_.sheet.resolved[clause].reading == letter
            why = f"  ← {edition_.sheet.resolved[clause].by}: {edition_.sheet.resolved[clause].source}" if chosen else ""
            grid.add_row("", "", Text(f"({letter}) {reading_}{why}", style="green" if chosen else "yellow"))
    out.print(grid)


@app.command()
def check(path: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Check an edition's file: form, values, clauses, readings; and whether odds in it look misprinted."""
    edition_ = parse_edition(text_of(path, MalformedRulebook))
    if idle := unused_readings(edition_):
        raise MalformedRulebook("; ".join(idle))
    size = f"{len(edition_.sheet.clauses)} clauses, {len(edition_.values)} values"
    say(f"{edition_.id} {edition_.name}: {size}, {edition_.digest}")
    if edition_.game != CHAMPIONSHIP:
        for warning in load_odds(edition_.game).misprints(edition_):
            say(warning)


@app.command()
def adopt(
    path: Annotated[Path, typer.Argument(metavar="FILE")],
    by: Annotated[str | None, typer.Option("--by", metavar="ID", help="Who adopts it.")] = None,
    role: Annotated[str | None, typer.Option("--role", help="In which office: management or direction.")] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="WORD", help="Why, as a word.")] = None,
    back_date: Annotated[
        bool, typer.Option("--back-date", help="It holds from its own date, for rounds already played too.")
    ] = False,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Adopt an edition of the house's own, so that its tables can play under it; in place of another one from now on."""
    text = text_of(path, MalformedRulebook)
    edition_ = parse_edition(text)
    fields = {"rulebook": edition_.id, "edition": edition_.name, "digest": edition_.digest, "text": text}
    acting = {"by": by or NOBODY, "role": role, "reason": reason, "back_dated": back_date}
    with open_or_create(ledger, sign) as opened:
        fate, refused = adopt_edition(opened, validated(EditionAdopted, fields | acting))
        adoption = edition_on_record(opened, edition_.id, edition_.name)
    if refused is not None:
        say(f"recoup: the adoption is refused: {refused}; the attempt is on record", err=True)
        raise typer.Exit(NO)
    if fate == "conflicting":
        say(
            f"recoup: edition {edition_.name} of {edition_.id} is on record with another text; give the edition a new name",
            err=True,
        )
        raise typer.Exit(REFUSED)
    say(f"{edition_.id} {edition_.name} {'is adopted' if fate == 'recorded' else 'was adopted before'}: {edition_.digest}")
    if adoption is not None and adoption.position is None:
        say(f"It holds once another person confirms it: `recoup confirm {adoption.entry.position}`.")
    elif adoption is not None and adoption.begins is not None:
        say(
            f"It holds for rounds opened from {str(adoption.begins)[:19]} UTC on; those before keep their edition "
            "(--back-date would have it hold from its own date)."
        )


@app.command()
def diff(a: Annotated[Path, typer.Argument(metavar="A")], b: Annotated[Path, typer.Argument(metavar="B")]) -> None:
    """Show in what two editions' files differ, clause by clause. Exits 1 if they do."""
    edition_, other = (parse_edition(text_of(path, MalformedRulebook)) for path in (a, b))
    found = list(_differences(edition_, other))
    for line in found:
        say(line)
    raise typer.Exit(NO if found else DONE)


def _differences(edition_: Edition, other: Edition) -> list[str]:
    before, after = edition_rows(edition_), edition_rows(other)
    names = dict.fromkeys((*before, *after))
    return [
        f"{row}: {before.get(row, 'absent')} → {after.get(row, 'absent')}"
        for row in names
        if before.get(row) != after.get(row)
    ]


@app.command()
def prove(
    a: Annotated[str, typer.Argument(metavar="A", help="An edition's file, or a rulebook's id.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds to try.")] = 2000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same seed, same search.")] = 1,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Search for a round whose money differs under two editions; print the smallest found. Exits 1 if there is one.

    Where none is found it says how many rounds were tried: that is no proof that there is none.
    """
    from drill.difference_search import search
    from drill.games import drill_names

    before, after = (_edition_named(name, ledger) for name in (a, b))
    if before.game != after.game or before.game not in drill_names():
        raise typer.BadParameter(f"{before.id} and {after.id} are not of one game whose rounds can be drilled")
    with bar("searching", rounds) as progress:
        found = search(before, after, rounds, seed, progress)
    if found is None:
        say(f"no money differs in {rounds:,} rounds (seed {seed}); that is as far as it looked")
        raise typer.Exit(DONE)
    say(found.transcript, nl=False)
    say("")
    shown = Table("wager", f"{before.id} {before.name}", f"{after.id} {after.name}", box=None, pad_edge=False)
    for wager in dict.fromkeys((*found.before, *found.after)):
        was, is_now = (_money_in_words(money.get(wager)) for money in (found.before, found.after))
        shown.add_row(wager, was, is_now, style="bold" if was != is_now else "")
    console().print(shown)
    say(f"round {found.searched:,} of those that were tried (seed {seed}); amounts in minor units, the stake included")
    raise typer.Exit(NO)


@app.command()
def book(
    name: Annotated[str, typer.Argument(metavar="ID", autocompletion=complete_rulebook)],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="A folder that is not there yet.")],
    beside: Annotated[
        str | None, typer.Option("--beside", metavar="FILE|ID", help="Another edition, side by side with this one.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="With --beside: how many rounds to try for one whose money differs.")
    ] = 2000,
    language: Language = "en",
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Write a rulebook as pages that load nothing: each clause with values, readings, worked rounds and its code."""
    from desk.implementing import implementing
    from desk.web.book import write_book
    from projections.messages.catalogue import Catalogue
    from replay.rulebooks.worked import worked_rounds

    if out.exists():
        raise typer.BadParameter(f"{out} is there already; name a folder that is not there yet")
    shown = edition(name, ledger)
    other = None if beside is None else _beside(shown, _edition_named(beside, ledger), rounds)
    out.mkdir(parents=True)
    with bar("worked rounds", len(worked_rounds(shown.id))) as progress:
        words, text = Catalogue(language), _text_of_edition(shown, ledger)
        replays = write_book(shown, text, out, words, implementing, _rounds_citing(shown, ledger), other, progress)
    say(f"{out / 'index.html'}: {len(shown.sheet.clauses)} clauses of {shown.id} {shown.name}, {replays} rounds to replay")


def _beside(shown: Edition, other: Edition, rounds: int) -> "BesideEdition":
    """The other edition, with the smallest round found whose money differs, where the game can be drilled."""
    from desk.web.book import BesideEdition, differences
    from drill.difference_search import search
    from drill.games import drill_names

    if other.game != shown.game:
        raise typer.BadParameter(f"{other.id} is of another game than {shown.id}")
    found = None
    if shown.game in drill_names():
        with bar("searching", rounds) as progress:
            found = search(shown, other, rounds, 1, progress)
    money = (
        []
        if found is None
        else [
            (wager, _money_in_words(found.before.get(wager)), _money_in_words(found.after.get(wager)))
            for wager in dict.fromkeys((*found.before, *found.after))
        ]
    )
    return BesideEdition(other, differences(shown, other), found and found.transcript, money, rounds)


def _text_of_edition(shown: Edition, ledger: str) -> str:
    """The text by which an edition was adopted, else the shipped one's."""
    if is_absent(ledger):
        return shipped_text(shown.id)
    with open_existing(ledger) as opened:
        events = [entry.event for entry in opened.rulebooks() if isinstance(entry.event, RulebookAdopted)]
    return next(event.text for event in reversed(events) if event.digest == shown.digest)


def _rounds_citing(shown: Edition, ledger: str) -> dict[str, list[str]]:
    """By clause, the rounds on record in which something is found that rests on it."""
    if is_absent(ledger):
        return {}
    from sqlalchemy import select

    from projections.following.read_models import open_read_models
    from projections.read_models.tables import FINDINGS

    found: dict[str, list[str]] = {}
    with open_existing(ledger) as opened, open_read_models(opened) as models, models.connect() as connection:
        for name, clauses in connection.execute(select(FINDINGS.c.round, FINDINGS.c.clauses)):
            for clause in clauses.split():
                if clause in shown.sheet.clauses and name not in found.setdefault(clause, []):
                    found[clause].append(name)
    return found


def _edition_named(name: str, ledger: str) -> Edition:
    """An edition by its file, or the last one of a rulebook."""
    path = Path(name)
    return parse_edition(text_of(path, MalformedRulebook)) if path.exists() else edition(name, ledger)


def _money_in_words(money: tuple[int | None, int | None, tuple[int | None, ...]] | None) -> str:
    if money is None:
        return "no wager"
    awarded, claimed, due = money
    if awarded is not None:
        return f"{awarded:,}"
    ways = " or ".join("open" if amount is None else f"{amount:,}" for amount in due)
    return f"open: {ways}" + ("" if claimed is None else f"; {claimed:,} on a claim")


engine_app: Final = typer.Typer(help="Which engine rules for the house.", no_args_is_help=True)


def _adopt(
    kind: type[EngineAdopted], _: str, fields: dict[str, Any], *, sign: SignWith = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Adopts the engine that runs, and says what is left to do. Exits 1 where it was refused."""
    event = validated(kind, fields | {"engine": ENGINE, "engine_digest": engine_digest()})
    with open_existing(ledger, sign) as opened:
        adoption, refused = adopt_engine(opened, event)
    if adoption is None:
        say(f"recoup: the adoption is refused: {refused}; the attempt is on record", err=True)
        raise typer.Exit(NO)
    say(f"{event.engine} is adopted: {event.engine_digest}")
    say(f"It holds once another person confirms it: `recoup confirm {adoption.entry.position}`.")


add_commands(engine_app, "engine", _adopt)


def clauses(
    rulebook: Annotated[
        str | None, typer.Option("--rulebook", help="Only this rulebook.", autocompletion=complete_rulebook)
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """List every clause: what it says, and what implements it."""
    adopted = editions(ledger) if rulebook is None else [edition(rulebook, ledger)]
    rows = clause_documents({edition_.id: edition_ for edition_ in adopted}.values(), implementing)
    if as_json:
        print_json(rows)
        return
    shown = Table("clause", "", "what it says", "implemented by", box=None, pad_edge=False)
    for row in rows:
        shown.add_row(Text(row.id, style="cyan"), row.kind, f"{row.title}. {row.text}", "\n".join(row.implemented_by))
    console().print(shown)


Share = Annotated[
    int | None, typer.Option("--advise", metavar="BP", min=0, max=10_000, help="The edge for an agreed tie share.")
]


def odds(
    name: Annotated[str, typer.Argument(metavar="RULEBOOK", autocompletion=complete_rulebook)],
    wager: Annotated[str | None, typer.Option("--wager", help="Only this wager.")] = None,
    share: Share = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Exact odds by walking every hand through the procedure and the settlement that rule on disputes."""
    edition_ = edition(name, ledger)
    if edition_.game == CHAMPIONSHIP:
        say(f"recoup: {name} is of a championship; ask for the odds of the rulebook of a game", err=True)
        raise typer.Exit(WRONG_USE)
    game_odds = load_odds(edition_.game)
    if game_odds.advice is None and (share is not None or wager is not None):
        games = " and ".join(game for game in GAME_NAMES if load_odds(game).advice is not None)
        say(f"recoup: {name} is {edition_.game}; --advise and --wager are for {games}", err=True)
        raise typer.Exit(WRONG_USE)
    with nullcontext() if as_json else console().status(game_odds.doing):
        advice = None if share is None or game_odds.advice is None else game_odds.advice(edition_, share)
        report = None if advice is not None else game_odds.report(edition_, wager)
    if advice is not None:
        say(advice)
    elif report is None:
        say(f"recoup: {name} has no wager {wager!r}", err=True)
        raise typer.Exit(WRONG_USE)
    elif as_json:
        print_json(report.document)
    else:
        _show(report)


def _show(report: OddsReport) -> None:
    console().print(Text(report.title, style="bold"))
    for part in report.parts:
        console().print(_shown_table(part) if isinstance(part, OddsTable) else part)


def _shown_table(table: OddsTable) -> Table:
    shown = Table(*table.heads, box=None, pad_edge=False)
    for column in table.right:
        shown.columns[column].justify = "right"
    for row in table.rows:
        shown.add_row(*(Text(cell, style="dim") if column in table.dim else cell for column, cell in enumerate(row)))
    return shown
