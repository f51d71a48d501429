"""A copy of the product in a folder of its own, with a change laid into it, and what it says there."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("ledger", "replay", "drill", "projections", "desk", "migrations")


@dataclass(frozen=True, slots=True)
class ProductCopy:
    """A copy of the product, and a folder in which its commands are run."""

    product: Path
    workplace: Path

    def run(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Runs Python in the copy's name."""
        env = {name: value for name, value in os.environ.items() if name not in ("RECOUP_LEDGER", "COLUMNS")}
        env["PYTHONPATH"] = str(self.product)
        return subprocess.run(
            [sys.executable, *args], cwd=self.workplace, env=env, capture_output=True, text=True, check=False
        )

    def recoup(self, *args: str) -> str:
        """What `recoup` of the copy prints."""
        ran = self.run("-m", "desk", *args)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def json(self, *args: str) -> Any:
        """The document that `recoup --json` of the copy prints."""
        return orjson.loads(self.recoup(*args, "--json"))

    def json_schema(self, name: str) -> Any:
        """The schema that `recoup schema` of the copy prints."""
        return orjson.loads(self.recoup("schema", name))


def copy_with(change: Path, folder: Path) -> ProductCopy:
    """The product copied into a folder, with the files of a change laid over it."""
    product, workplace = folder / "product", folder / "workplace"
    workplace.mkdir(parents=True)
    for name in (*PACKAGES, "tests"):
        shutil.copytree(ROOT / name, product / name, ignore=shutil.ignore_patterns("__pycache__", "golden", "contributing"))
    for name in ("pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, product / name)
    shutil.copytree(change, product, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return ProductCopy(product, workplace)
