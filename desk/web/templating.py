"""How a page is made: templates, cards as they are printed, and what of its looks the person chose."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, Literal
from urllib.parse import quote, urlencode

from babel import Locale
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from desk.service.permissions import first_page, may, may_post
from desk.service.visitor import visitor_of
from ledger.values.message import Message
from projections.messages.catalogue import DEFAULT_LANGUAGE, Catalogue, languages, with_suit_signs
from projections.read_models.round_list import MOST_COUNTED
from projections.reports.decisions import act_words, reason_text

Theme = Literal["dark", "light"]
_THEMES: Final = ("dark", "light")
LANGUAGE_NAMES: Final = {code: str(Locale.parse(code).display_name) for code in languages()}
"""Each language as it calls itself."""


@dataclass(frozen=True, slots=True)
class DisplayChoices:
    """What the person chose: a theme, else the system's; names masked or not, or masked for this person always; a
    language, else the browser's; the columns of lists.
    """

    theme: Theme | None = None
    masked: bool = False
    must_mask: bool = False
    language: str = DEFAULT_LANGUAGE
    hidden_columns: frozenset[str] = frozenset()
    """Columns of a list of rounds that are not shown."""


def display_choices(request: Request) -> DisplayChoices:
    """The looks that a request asks for by its cookies, and by its browser's languages."""
    theme, visitor = request.cookies.get("theme"), visitor_of(request)
    must_mask = visitor is not None and visitor.limit.masked
    return DisplayChoices(
        theme if theme in _THEMES else None,  # type: ignore[arg-type]
        must_mask or request.cookies.get("masked") == "1",
        must_mask,
        language_of(request),
        frozenset(request.cookies.get("hidden_columns", "").split(".")),
    )


def language_of(request: Request) -> str:
    """The language that was chosen, else the first of the browser's in which there are texts."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in languages() else preferred_language(request.headers.get("accept-language", ""))


def preferred_language(accepted: str) -> str:
    """The language of ours that an `Accept-Language` likes best: `de-CH, en;q=0.8`; English where it likes none."""
    liked: list[tuple[Fraction, str]] = []
    for item in accepted.split(","):
        tag, _, weight = item.replace(" ", "").partition(";q=")
        language = tag.partition("-")[0].casefold()
        if language in languages() and re.fullmatch(r"[01]([.][0-9]{1,3})?", weight.strip() or "1"):
            liked.append((-Fraction(weight.strip() or 1), language))
    liked = [each for each in liked if each[0]]  # a weight of 0 says that it is not wanted
    return min(liked, key=lambda each: each[0], default=(Fraction(0), DEFAULT_LANGUAGE))[1]


def render_page(request: Request, name: str, variables: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A page by its template, in the language of whoever asks."""
    looks = display_choices(request)
    template = _environment(looks.language).get_template(f"{name}.html.j2")
    content = template.render(variables, looks=looks, path=request.url.path, **_surroundings(request))
    return HTMLResponse(content, status_code=status)


def error_page(why: str, request: Request | None = None) -> str:
    """A page that says in one sentence why there is no other."""
    around = {"visitor": None, "is_served": False} if request is None else _surroundings(request)
    looks = DisplayChoices() if request is None else display_choices(request)
    template = _environment(looks.language).get_template("sorry.html.j2")
    return template.render(why=why, looks=looks, path="", **around)


def _surroundings(request: Request) -> dict[str, Any]:
    """Who looks, and whether the desk is served for several people."""
    return {"visitor": visitor_of(request), "is_served": request.app.state.accounts is not None}


def render_fragment(name: str, variables: Mapping[str, Any], language: str = DEFAULT_LANGUAGE) -> str:
    """A piece of a page."""
    return _environment(language).get_template(f"{name}.html.j2").render(variables)


def query_string(values: Mapping[str, Any]) -> str:
    """What is asked as the end of an address; what is not asked is left out."""
    kept = {name: value for name, value in values.items() if value not in (None, "", False)}
    return f"?{urlencode(kept, safe=',:?', quote_via=quote)}" if kept else "?"


def image_address(svg: str) -> str:
    """A drawing as the address of an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


class _PageTexts:
    """What a template writes in a language: its own texts, codes, amounts, times."""

    def __init__(self, words: Catalogue):
        self.words = words

    def text(self, english: str, **values: object) -> Markup:
        """A text of a template with its particulars, which are escaped; the text itself may have marks in it."""
        marked = {name: value for name, value in values.items() if isinstance(value, Markup)}
        text = Markup(self.words.page_text(english))  # noqa: S704 - of our catalogue
        return text.format_map({**self.words.written(values), **marked})

    def in_words(self, text: str) -> str:
        """A message, or what a form of an act says of itself and of its fields."""
        return self.words.value(text) if isinstance(text, Message) or not text else self.words.page_text(text)

    def sentence(self, english: str) -> str:
        """A text of a script, with the places for its particulars."""
        return self.words.page_text(english)

    def field(self, label: str) -> str:
        """What stands beside a field of a form."""
        name = self.words.term(label)
        return name[:1].upper() + name[1:]

    def phase(self, phase: str, has_wheel: bool) -> str:  # noqa: FBT001 - as a template gives it
        """What a phase of a round is called."""
        return self.words.term("spin" if has_wheel and phase == "play" else phase)

    def time(self, instant: str | None, zone: str = "UTC") -> Markup:
        """A time by the clock of a zone, which is named, and by that of UTC beside it."""
        if instant is None:
            return Markup("")
        local, utc = self.words.instant(instant, zone), self.words.instant(instant)
        beside = "" if zone == "UTC" else Markup(' <small class="aside">{}</small>').format(utc)
        return Markup('<time datetime="{}">{}{}</time>').format(instant, local, beside)

    def size(self, size_bytes: int | None) -> Markup:
        """The size of a file, in bytes, kilobytes or megabytes."""
        if size_bytes is None:
            return self.text("of a size that is not on record")
        for unit, above in (("MB", 1_000_000), ("kB", 1_000)):
            if size_bytes >= above:
                return self.text("{size} " + unit, size=self.words.money(-(-size_bytes // above), 0))
        return self.text("{size} bytes", size=size_bytes)


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("desk.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = Catalogue(language)
    texts = _PageTexts(words)
    environment.filters |= {
        "pretty": with_suit_signs,
        "spoken": words.term,
        "said": texts.in_words,
        "named": lambda code, part: words.named(part, code),
        "acted": lambda act, refused: act_words(act, words, refused=refused is not None),
        "kind": partial(words.named, "kind"),
        "verdict": partial(words.named, "verdict_word"),
        "refusal": words.value,
        "office": words.office,
        "reason": lambda reason: reason_text(reason, words),
        "field": texts.field,
        "phase": texts.phase,
        "any_of": words.any_of,
        "picture": image_address,
        "time": texts.time,
        "amount": words.money,
        "seconds": lambda ms: words.money(ms, 3) if ms % 1000 else words.money(ms // 1000, 0),
        "size": texts.size,
    }
    icon = (files("desk.web") / "static" / "icon.svg").read_text(encoding="utf-8")
    environment.globals |= {
        "icon": image_address(icon)
    }  # in the page, as browsers ask for it again when an address changes
    environment.globals |= {"query": query_string, "may": may, "may_post": may_post, "first_page": first_page}
    environment.globals |= {
        "_": texts.text,
        "sentence": texts.sentence,
        "language": language,
        "language_names": LANGUAGE_NAMES,
        "most_counted": MOST_COUNTED,
    }
    return environment
