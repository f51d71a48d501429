"""docs/rulebooks.md is what somebody has in hand who writes a house's rules: it has every key that may be left out."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from replay.editions.loader import SHIPPED_RULEBOOKS
from replay.games.baccarat.parameters import PARAMETERS as OF_BACCARAT
from replay.games.blackjack.parameters import PARAMETERS
from replay.rulebooks.common_parameters import COMMON_PARAMETERS

ROOT: Final = Path(__file__).resolve().parents[2]
ROW: Final = re.compile(r"^\| `([a-z0-9_.]+)` \| `([^`]*)` \| [^|]+ \|$", re.M)
OLD: Final = re.compile(r"^\| `([a-z0-9_.]+)` \| `([^`]*)` \| (?:`([^`]*)`)? ?\| [^|]+ \|$", re.M)
TEXT: Final = (ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8")


def documented() -> dict[str, Any]:
    """The keys of the table, each with the value that holds where it is left out, in the form that code reads."""
    rows = ROW.findall(TEXT)
    assert len(dict(rows)) == len(rows)
    return {name: PARAMETERS[name].parse(tomllib.loads(f"value = {text}")["value"]) for name, text in rows}


def test_the_keys_that_may_be_left_out_are_documented_with_what_then_holds() -> None:
    assert documented() == {name: key.default for name, key in PARAMETERS.items() if key.default is not None}


def test_those_of_baccarat_are_documented_with_the_number_that_they_had_before() -> None:
    rows = {name: (tomllib.loads(f"value = {text}")["value"], number or None) for name, text, number in OLD.findall(TEXT)}
    own = {name: key for name, key in OF_BACCARAT.items() if name not in COMMON_PARAMETERS and key.default is not None}
    assert rows == {
        name: (key.default, key.former_ambiguity and key.former_ambiguity.clause_number) for name, key in own.items()
    }


def test_all_shipped_editions_are_named() -> None:
    readme, rulebooks = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/rulebooks.md"))
    for name in SHIPPED_RULEBOOKS:
        assert f"{name}.toml" in rulebooks
        assert re.search(rf"(?:`{name}`|baccarat {name} |odds {name}\b)", readme), name
