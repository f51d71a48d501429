"""`recoup house`: what is on record of the house itself, without which no letter leaves."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from desk.acts.forms import instant_typed, validated
from desk.acts.taking import who_acts
from desk.cli.upkeep import rule_on_new
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, SignWith, console, print_json, text_of
from ledger.application import Ledger
from ledger.errors import MalformedDecision
from ledger.events.house import ExchangeRateRecorded, HouseSettingsRecorded
from ledger.house import MAY_RECORD, house_settings, record_house
from ledger.values.terminal import say
from ledger.values.times import format_instant

app: Final = typer.Typer(help="The house: its name, licence, address, who signs, who hears appeals.", no_args_is_help=True)


@app.command("set")
def set_house(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="TOML, such as `recoup house show --example` prints.")],
    by: Annotated[str | None, typer.Option("--by", help="Who does it. Without it whose key signs.")] = None,
    role: Annotated[str | None, typer.Option("--role", help="In which office, such as management.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Record what holds of the house from now on."""
    fields = settings_typed(text_of(file, MalformedDecision), str(file))
    with open_existing(ledger, sign) as opened:
        who = _who(opened, by, role)
        settings = validated(HouseSettingsRecorded, {**fields, **who})
        refused = record_house(opened, settings)
        rule_on_new(opened)
    if refused is not None:
        console().print(f"{settings.by}: record house is refused: {refused}; the attempt is on record", soft_wrap=True)
        raise typer.Exit(NO)
    console().print(f"{settings.name}, {settings.licence}: on record; letters go out under this name.", soft_wrap=True)


@app.command("rate")
def record_rate(
    currency: Annotated[str, typer.Argument(metavar="FROM", help="The currency that is converted, such as SEK.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="The currency into which it is converted, such as EUR.")],
    rate: Annotated[str, typer.Argument(help="Units of INTO for one of FROM: 0.0893, or exactly as a fraction, 1/11.2.")],
    since: Annotated[str, typer.Option("--since", help="From when on it holds, with its time zone.")],
    published_by: Annotated[str, typer.Option("--published-by", help="Who published it, such as: ECB, 20 January 2026.")],
    by: Annotated[str | None, typer.Option("--by", help="Who does it. Without it whose key signs.")] = None,
    role: Annotated[str | None, typer.Option("--role", help="In which office, such as management.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Record an exchange rate, by which reports show totals in the house's currency too; nothing else is converted."""
    exact = rate_typed(rate)
    if currency == into:
        raise MalformedDecision(f"a rate is between two currencies; {currency} needs none into itself")
    with open_existing(ledger, sign) as opened:
        fields = {
            "currency": currency,
            "into": into,
            "numerator": exact.numerator,
            "denominator": exact.denominator,
            "since": instant_typed(since),
            "published_by": published_by,
        }
        act = validated(ExchangeRateRecorded, {**fields, **_who(opened, by, role)})
        refused = record_house(opened, act)
        rule_on_new(opened)
    if refused is not None:
        console().print(f"{act.by}: record exchange rate is refused: {refused}; the attempt is on record", soft_wrap=True)
        raise typer.Exit(NO)
    console().print(f"1 {currency} is {exact} {into} from {act.since} on, {published_by}: on record.", soft_wrap=True)


@app.command("show")
def show(
    ledger: LedgerUrl = DEFAULT,
    example: Annotated[bool, typer.Option("--example", help="Print a file to fill in instead.")] = False,
    as_json: Json = False,
) -> None:
    """Show what holds of the house, or an example of the file that says it."""
    if example:
        say(EXAMPLE, nl=False)
        return
    with open_existing(ledger) as opened:
        settings = house_settings(opened)
    if as_json:
        print_json(settings)
    elif settings is None:
        console().print("Nothing is on record of the house; set it with `recoup house set FILE`.")
        raise typer.Exit(NO)
    else:
        for name, value in settings.model_dump(exclude_none=True, exclude={"by", "role", "reason"}).items():
            console().print(f"{name.replace('_', ' '):<18} {_line(value)}", soft_wrap=True)


def settings_typed(text: str, name: str) -> dict[str, Any]:
    """The settings that a file holds. Raises MalformedDecision."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedDecision(f"{name} is no TOML: {error}; `recoup house show --example` prints one") from error


_DECIMAL: Final = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_RATE: Final = re.compile(rf"(?P<number>{_DECIMAL})(?:/(?P<of>{_DECIMAL}))?")


def rate_typed(text: str) -> Fraction:
    """A rate as people write it, exactly: `0.0893`, `1/11.2`. Raises MalformedDecision."""
    found = _RATE.fullmatch(text)
    number, of = (Fraction(found["number"]), Fraction(found["of"] or 1)) if found else (Fraction(), Fraction())
    if not number or not of:
        raise MalformedDecision(f"{text!r} is not a rate; write it like 0.0893 or 1/11.2")
    return number / of


def _who(ledger: Ledger, by: str | None, role: str | None) -> dict[str, str]:
    """Who does it, and in which office. Raises MalformedDecision where that is open."""
    by = who_acts(ledger, by)
    offices = [
        office for office in ledger.roster().offices(by, format_instant(ledger.clock())[:10]) if office in MAY_RECORD
    ]
    role = role or (offices[0] if len(offices) == 1 else None)
    if role is None:
        raise MalformedDecision(f"say in which office {by} does it: --role {' or '.join(MAY_RECORD)}")
    return {"by": by, "role": role}


def _line(value: object) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(map(_line, value))
    if isinstance(value, dict):
        return ", ".join(_line(part) for part in value.values() if part not in (None, ()))
    return str(value)


EXAMPLE: Final = """\
# The house, as its letters name it. Lists may be longer; what stands in square brackets may be left out.
name = "Casino at the Harbour"
licence = "Gambling Commission, operating licence 000-000000-N-000000-000"
address = ["1 Harbour Road", "Anytown AB1 2CD"]
contact = "disputes@casino.example"
languages = ["en", "de"]
currency = "GBP"
zone = "Europe/London"
jurisdiction = "uk"
pays_within_days = 14
false_alarm_one_in = 1000000

[[signatories]]
signatory = "disputes"
printed = ["Dispute Manager"]

[dispute_body]
name = "Independent Betting Adjudication Service"
web = "https://www.ibas-uk.com"
is_free = true
"""
