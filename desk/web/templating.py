"""How a page is made: templates, cards as they are printed, and what of its looks the person chose."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from desk.service.permissions import first_page, may, may_post
from desk.service.visitor import visitor_of
from ledger.values.money import format_minor
from projections.messages.catalogue import Catalogue, with_suit_signs

Theme = Literal["dark", "light"]
_THEMES: Final = ("dark", "light")


@dataclass(frozen=True, slots=True)
class DisplayChoices:
    """What the person chose: a theme, else the system's; names masked or not, or masked for this person always."""

    theme: Theme | None = None
    masked: bool = False
    must_mask: bool = False


def display_choices(request: Request) -> DisplayChoices:
    """The looks that a request's cookies ask for."""
    theme, visitor = request.cookies.get("theme"), visitor_of(request)
    must_mask = visitor is not None and visitor.limit.masked
    return DisplayChoices(
        theme if theme in _THEMES else None,  # type: ignore[arg-type]
        must_mask or request.cookies.get("masked") == "1",
        must_mask,
    )


def render_page(request: Request, name: str, variables: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A page by its template."""
    content = (
        _environment()
        .get_template(f"{name}.html.j2")
        .render(variables, looks=display_choices(request), path=request.url.path, **_surroundings(request))
    )
    return HTMLResponse(content, status_code=status)


def error_page(why: str, request: Request | None = None) -> str:
    """A page that says in one sentence why there is no other."""
    around = {"visitor": None, "is_served": False} if request is None else _surroundings(request)
    looks = DisplayChoices() if request is None else display_choices(request)
    return _environment().get_template("sorry.html.j2").render(why=why, looks=looks, path="", **around)


def _surroundings(request: Request) -> dict[str, Any]:
    """Who looks, and whether the desk is served for several people."""
    return {"visitor": visitor_of(request), "is_served": request.app.state.accounts is not None}


def render_fragment(name: str, variables: Mapping[str, Any]) -> str:
    """A piece of a page."""
    return _environment().get_template(f"{name}.html.j2").render(variables)


def query_string(values: Mapping[str, Any]) -> str:
    """What is asked as the end of an address; what is not asked is left out."""
    kept = {name: value for name, value in values.items() if value not in (None, "", False)}
    return f"?{urlencode(kept, safe=',:?', quote_via=quote)}" if kept else "?"


def without_underscores(word: str) -> str:
    """`wrong_payment` is a wrong payment."""
    return word.replace("_", " ")


def image_address(svg: str) -> str:
    """A drawing as the address of an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def readable_time(instant: str | None) -> str:
    """A time to the second, as it is stored: in UTC."""
    return "" if instant is None else instant[:19].replace("T", " ")


def readable_size(size_bytes: int | None) -> str:
    """The size of a file, in bytes, kilobytes or megabytes."""
    if size_bytes is None:
        return "of a size that is not on record"
    for unit, above in (("MB", 1_000_000), ("kB", 1_000)):
        if size_bytes >= above:
            return f"{-(-size_bytes // above):,} {unit}"
    return f"{size_bytes} bytes"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("desk.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "pretty": with_suit_signs,
        "spoken": without_underscores,
        "verdict": lambda verdict: Catalogue().say(f"verdict_word.{verdict}"),
        "picture": image_address,
        "time": readable_time,
        "amount": format_minor,
        "size": readable_size,
    }
    icon = (files("desk.web") / "static" / "icon.svg").read_text(encoding="utf-8")
    environment.globals |= {
        "icon": image_address(icon)
    }  # in the page, as browsers ask for it again when an address changes
    environment.globals |= {"query": query_string, "may": may, "may_post": may_post, "first_page": first_page}
    return environment
