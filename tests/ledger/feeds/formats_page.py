"""docs/formats.md: `python -m tests.ledger.feeds.formats_page` writes it from what the formats declare of themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledger.feeds.format_facts import MEANINGS, FormatFacts
from ledger.feeds.formats import Format, formats, topics_of_kinds

PAGE: Final = Path(__file__).parents[3] / "docs" / "formats.md"
BEGIN, END = "<!-- formats -->\n", "<!-- /formats -->\n"


def written() -> str:
    """What is between the page's markers."""
    return PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def generated() -> str:
    """The meaning of each way to handle an unknown part, then a section a format."""
    meanings = [f"| {handling} | {meaning} |" for handling, meaning in MEANINGS.items()]
    sections = [_section(form, form.facts) for form in formats().values() if form.facts is not None]
    return "\n".join(["| word | what happens |", "| --- | --- |", *meanings, "", *sections])


def _section(form: Format, facts: FormatFacts) -> str:
    rows = {
        "Set up": f"[{facts.guide.partition('.md')[0]}]({facts.guide})",
        "Specification": facts.specification,
        "Files": " ".join(_files(form)),
        "Reports": " ".join(_reports(form)),
        "Times": facts.times,
        "Tables and days": facts.tables,
        "Currencies": facts.currencies,
    }
    table = [f"| {name} | {text} |" for name, text in rows.items()]
    unknown = [f"| {each.part} | {each.what} | {each.handling} | {each.note} |" for each in facts.unknown]
    head = [f"## {facts.title}", "", f"| | `{form.name}` |", "| --- | --- |", *table, ""]
    return "\n".join([*head, "| unknown | | what happens | |", "| --- | --- | --- | --- |", *unknown, ""])


def _files(form: Format) -> Iterator[str]:
    suffixes = ", ".join(f"`{suffix}`" for suffix in form.suffixes)
    yield f"{suffixes}; others with `--format {form.name}`." if suffixes else f"Always with `--format {form.name}`."
    if form.mapping:
        yield "A mapping file is needed (`--map`)."


def _reports(form: Format) -> Iterator[str]:
    if form.reports is None:
        yield "Every topic that a feed can report."
        return
    yield _listed(topics_of_kinds(form.reports)) + "."
    if form.reports_under is not None:
        yield "Those of play are reported as far as the mapping names their columns."
    if form.unordered:
        yield f"The order of {_listed(topics_of_kinds(form.unordered))} within a round is not reported."


def _listed(topics: frozenset[str]) -> str:
    return ", ".join(f"`{topic}`" for topic in sorted(topics))


if __name__ == "__main__":
    PAGE.write_text(PAGE.read_text("utf-8").replace(BEGIN + written() + END, BEGIN + generated() + END), "utf-8")
