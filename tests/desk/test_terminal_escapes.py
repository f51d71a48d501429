"""What a device, a file or a person wrote gives the terminal no command; one function prints, and JSON stays exact."""

import ast
from base64 import b64decode
from pathlib import Path
from typing import Final

import orjson
import pytest

from desk.terminal.console import DONE, REFUSED, WRONG_USE
from ledger.values.terminal import harmless
from tests.commands import Ran, Recoup
from tests.desk import floor
from tests.test_architecture import PACKAGES, ROOT, python_files

ESCAPES: Final = "\x1b]0;owned\x07\x1b]8;;http://evil\x1b\\\x1b[2J\x9b31m\u202e\u2028\x7f\r"
MARKUP: Final = "[link=http://e]x[/link][/no]"
MAPPING: Final = 'source = "t"\ntable = "BAC-7"\nday = "2026-01-20"\n[opening]\ngame = "baccarat"\nrulebook = "dcb"\n\
currency = "GBP"\n[[cards]]\ncolumn = "\\u001b[2Jpunto"\nplaces = ["punto"]\nspelling = "rank suit"\n'

PRINTS: Final = {"ledger/values/terminal.py", "desk/terminal/console.py"}
"""Where text is printed for everybody."""

FOR_ITSELF: Final = {"projections/export/pages/verify.py", "projections/edition_digests.py"}
"""One runs alone, without Recoup, and marks what it quotes; one writes a file of digests."""


def assert_harmless(ran: Ran) -> None:
    """No character of it commands a terminal."""
    text = (ran.out + ran.err).replace("\n", "")
    assert text
    assert text.isprintable()


def test_a_refused_delivery_commands_no_terminal(files: Recoup, tmp_path: Path) -> None:
    line = f"no {ESCAPES}".encode()
    (tmp_path / "evil.ndjson").write_bytes(line + b"\n" + MARKUP.encode() + b"\n")
    assert files("record", "evil.ndjson").code == REFUSED
    shown = files("quarantine")
    assert shown.code == DONE
    assert_harmless(shown)
    text = "".join(shown.out.split())
    assert "␛]0;owned" in text
    assert MARKUP in text
    refused, _ = files("quarantine", "--json").json
    assert b64decode(refused["bytes"]) == line.rstrip()


def test_an_error_that_quotes_a_file_commands_no_terminal(files: Recoup, tmp_path: Path) -> None:
    (tmp_path / "evil.toml").write_text(MAPPING, encoding="utf-8")
    ran = files("record", "rows.csv", "--map", "evil.toml")
    assert ran.code == WRONG_USE
    assert_harmless(ran)
    assert "␛[2Jpunto" in ran.complaint


def test_a_note_of_a_case_commands_no_terminal(files: Recoup) -> None:
    assert files("record", "day.ndjson").code == DONE
    manager = ("--by", "E7", "--role", "dispute_manager")
    assert files("case", "open", floor.DAY, "--round", floor.DISPUTED, "--claim", "P-1=5.00", *manager).code == DONE
    note = f"seen {ESCAPES} {MARKUP}"
    taken = files("case", "note", "2026-0001", note, *manager)
    assert taken.code == DONE
    for shown in (taken, files("case", "show", "2026-0001")):
        assert_harmless(shown)
    assert orjson.dumps(note).decode() in files("case", "show", "2026-0001", "--json").out


@pytest.mark.parametrize("letter", sorted(set(ESCAPES) - set("]0;owned8htp:/evil\\[2J31m")))
def test_a_character_that_commands_is_one_visible_mark(letter: str) -> None:
    assert len(harmless(letter)) == 1
    assert harmless(letter).isprintable()


@pytest.mark.parametrize("text", ["9♥ über 牌\n\tP1", "\N{FAMILY}\u200d\N{GIRL}", ""])
def test_all_else_stays(text: str) -> None:
    assert harmless(text) == text


def test_nothing_else_prints() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node.func)}"
        for path in python_files(*PACKAGES)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if str(path.relative_to(ROOT)) not in PRINTS | FOR_ITSELF and isinstance(node, ast.Call) and _prints(node)
    }
    assert found == set()


def _prints(call: ast.Call) -> bool:
    """Whether it puts text on a terminal past `say` and `console`."""
    called = ast.unparse(call.func)
    return called in {"print", "Console", "rich.print"} or called.endswith(
        (".echo", ".secho", "stdout.write", "stderr.write", "stdout.writelines", "stderr.writelines")
    )
