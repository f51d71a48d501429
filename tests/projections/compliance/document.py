"""The lists of docs/compliance.md: `python -m tests.projections.compliance.document` writes them from the requirements."""

import re
from pathlib import Path
from typing import Final

from projections.compliance.checks import CHECKS
from projections.compliance.requirements import REGIMES, regime

DOCUMENT: Final = Path(__file__).resolve().parents[3] / "docs" / "compliance.md"
_LISTS: Final = re.compile(r"(?<=<!-- lists -->\n).*(?=<!-- end -->)", re.DOTALL)


def lists() -> str:
    """A table for each authority, with its texts, and one of the checks."""
    parts = []
    for name in REGIMES:
        held = regime(name)
        texts = "\n".join(f"- [{source.title}]({source.address})" for source in held.sources.values())
        rows = "\n".join(
            f"| {each.id} | {each.asks} | {each.place}{'' if each.verified else ' (not read)'} | "
            f"{f'`{each.check}`' if each.check else f'not met: {each.not_met}'} |"
            for each in held.requirement
        )
        head = "| id | asked for | where | shown by |\n| --- | --- | --- | --- |"
        parts.append(f"\n## {held.name} (`{name}`)\n\n{texts}\n\n{head}\n{rows}\n")
    checks = "\n".join(f"| `{name}` | {' '.join((check.__doc__ or '').split())} |" for name, check in CHECKS.items())
    parts.append(f"\n## The checks\n\n| check | what it finds |\n| --- | --- |\n{checks}\n\n")
    return "".join(parts)


if __name__ == "__main__":
    DOCUMENT.write_text(_LISTS.sub(lambda _: lists(), DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
