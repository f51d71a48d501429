"""The table of who may do what in docs/service.md; `python -m tests.desk.service.permission_table` writes it there."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

PAGE: Final = Path(__file__).parents[3] / "docs" / "service.md"
BEGIN, END = "<!-- permissions -->\n", "<!-- /permissions -->\n"
WHO: Final = {"anyone": "anyone", "person": "whoever is signed in"}


def written() -> str:
    """What stands between the page's markers."""
    return PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def table() -> str:
    """What permissions.toml says: the groups of offices, then a row for each action."""
    rules = tomllib.loads((files("desk.service") / "permissions.toml").read_text("utf-8"))
    groups = [
        f"- *{name}*: {', '.join(office.replace('_', ' ') for office in offices)}"
        for name, offices in rules["groups"].items()
    ]
    rows: dict[tuple[str, str, str], list[str]] = {}
    for rule in rules["routes"]:
        rows.setdefault((rule["action"], _who(rule), _remark(rule)), []).append(f"`{rule['route']}`")
    lines = [f"| {action} | {who} | {remark} | {'<br>'.join(routes)} |" for (action, who, remark), routes in rows.items()]
    head = ["| Action | Who | | Routes |", "| --- | --- | --- | --- |"]
    note = "*Recorded*: opening it with names unmasked goes on record. *Unmasked only*: not for whom names are masked."
    return "\n".join([*groups, "", *head, *lines, "", note, ""])


def _who(rule: dict[str, Any]) -> str:
    return WHO.get(rule["who"], f"*{rule['who']}*")


def _remark(rule: dict[str, Any]) -> str:
    remarks = {"names": "recorded", "unmasked_only": "unmasked only"}
    return ", ".join(remark for name, remark in remarks.items() if rule.get(name))


if __name__ == "__main__":
    PAGE.write_text(PAGE.read_text("utf-8").replace(BEGIN + written() + END, BEGIN + table() + END), "utf-8")
