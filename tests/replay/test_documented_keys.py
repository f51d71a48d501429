"""docs/rulebooks.md is what somebody has in hand who writes a house's rules: it has every key that may be left out."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from replay.blackjack.values import KEYS
from replay.rulebook import SHIPPED

ROOT: Final = Path(__file__).resolve().parents[2]
ROW: Final = re.compile(r"^\| `([a-z0-9_.]+)` \| `([^`]*)` \| .+ \|$", re.M)


def documented() -> dict[str, Any]:
    """The keys of the table, each with the value that holds where it is left out, in the form that code reads."""
    rows = ROW.findall((ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8"))
    assert len(dict(rows)) == len(rows)
    return {name: KEYS[name].parse(tomllib.loads(f"value = {told}")["value"]) for name, told in rows}


def test_the_keys_that_may_be_left_out_are_documented_with_what_then_holds() -> None:
    assert documented() == {name: key.absent for name, key in KEYS.items() if key.absent is not None}


def test_all_shipped_editions_are_named() -> None:
    readme, rulebooks = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/rulebooks.md"))
    for name in SHIPPED:
        assert f"{name}.toml" in rulebooks
        assert re.search(rf"(?:`{name}`|baccarat {name} |odds {name}\b)", readme), name
