"""A real Chromium for the tests, and axe-core in its pages.

`python -m tests.browser`, which `make test` runs first, finds or gets one: the system's, else Playwright's own, else the
distribution's package when root. RECOUP_WITHOUT_BROWSER=1 goes without: the tests that need one are then skipped.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

WITHOUT: Final = "RECOUP_WITHOUT_BROWSER"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
AXE: Final = Path(__file__).parent / "assets" / "axe-core" / "axe.min.js"
NONE: Final = (
    "no Chromium is here and none could be installed: install the package `chromium` of the system, or run "
    f"`.venv/bin/playwright install --with-deps chromium`; or go without by {WITHOUT}=1 make test"
)
GETTING: Final = 600
"""Seconds that getting a browser may take."""


def going_without() -> bool:
    """Whether the tests were told by name to go without a browser."""
    return os.environ.get(WITHOUT, "") not in ("", "0")


@cache
def found() -> Path | None:
    """The Chromium that the tests drive: the system's, else Playwright's own; None where there is none that starts."""
    return next(filter(_starts, _places()), None)


def _places() -> Iterator[Path]:
    yield from (Path(there) for there in map(shutil.which, NAMES) if there)
    with sync_playwright() as playwright:
        yield Path(playwright.chromium.executable_path)


def _starts(path: Path) -> bool:
    """Whether it is there and has all the libraries that it needs."""
    return path.is_file() and _done([str(path), "--version"], seconds=60)


def _done(command: list[str], seconds: int = GETTING) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _ways() -> Iterator[tuple[str, list[list[str]]]]:
    """What is tried to get a Chromium, one after the other."""
    yield "Playwright's own", [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = ["apt-get", "--quiet", "--yes", "-o", "DPkg::Lock::Timeout=300"]
        yield "the distribution's package", [[*quiet, "update"], [*quiet, "install", "--no-install-recommends", "chromium"]]


def got() -> Path | None:
    """The Chromium that is here, or is now; None where none can be had."""
    if found() is not None:
        return found()
    for what, commands in _ways():
        print(f"no Chromium is here; trying {what} ...", flush=True)
        if all(map(_done, commands)):
            found.cache_clear()
            if found() is not None:
                break
    return found()


def axe(page: Page) -> list[str]:
    """What axe-core has against a page, by all its rules: one line a violation, with the places."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    seen: list[dict[str, Any]] = page.evaluate("axe.run().then(told => told.violations)")
    return [f"{item['id']}: {item['help']} at {[node['target'] for node in item['nodes']]}" for item in seen]


def digest_of(path: Path) -> str:
    """As the asset's lock has it."""
    return "sha256:" + sha256(path.read_bytes()).hexdigest()


def main() -> int:
    """Gets a Chromium. Returns 1, having said so, where none can be had and nobody said to go without."""
    if going_without():
        print(f"{WITHOUT} is set: the browser tests are left out")
        return 0
    here = got()
    print(f"the browser tests drive {here}" if here else NONE)
    return 0 if here else 1


if __name__ == "__main__":
    sys.exit(main())
