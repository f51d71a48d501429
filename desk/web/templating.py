"""How a page is made: templates, cards as they are printed, and what of its looks the person chose."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.values.money import pounds_and_pence
from projections.messages.catalogue import Words, pretty

Theme = Literal["dark", "light"]
_THEMES: Final = ("dark", "light")


@dataclass(frozen=True, slots=True)
class Looks:
    """What the person chose: a theme, else the system's; names masked or not."""

    theme: Theme | None = None
    masked: bool = False


def looks(request: Request) -> Looks:
    """The looks that a request's cookies ask for."""
    theme = request.cookies.get("theme")
    return Looks(theme if theme in _THEMES else None, request.cookies.get("masked") == "1")  # type: ignore[arg-type]


def page(request: Request, name: str, told: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A page by its template."""
    made = _environment().get_template(f"{name}.html.j2").render(told, looks=looks(request), path=request.url.path)
    return HTMLResponse(made, status_code=status)


def sorry(why: str, looks: Looks = Looks()) -> str:
    """A page that says in one sentence why there is no other."""
    return _environment().get_template("sorry.html.j2").render(why=why, looks=looks, path="")


def fragment(name: str, told: Mapping[str, Any]) -> str:
    """A piece of a page."""
    return _environment().get_template(f"{name}.html.j2").render(told)


def query(given: Mapping[str, Any]) -> str:
    """What is asked as the end of an address; what is not asked is left out."""
    kept = {name: value for name, value in given.items() if value not in (None, "", False)}
    return f"?{urlencode(kept, safe=',:?', quote_via=quote)}" if kept else "?"


def spoken(word: str) -> str:
    """`wrong_payment` is a wrong payment."""
    return word.replace("_", " ")


def picture(svg: str) -> str:
    """A drawing as the address of an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def time_of(instant: str | None) -> str:
    """A time to the second, as it is stored: in UTC."""
    return "" if instant is None else instant[:19].replace("T", " ")


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("desk.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "pretty": pretty,
        "spoken": spoken,
        "verdict": lambda verdict: Words().say(f"verdict_word.{verdict}"),
        "picture": picture,
        "time": time_of,
        "amount": pounds_and_pence,
    }
    made.globals["query"] = query
    return made
