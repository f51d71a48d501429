"""Each change of CONTRIBUTING.md does what it says, with as few files and lines as it says."""

from pathlib import Path

import pytest

from tests.contributing.carrying_out import carry_out, copy_product

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.parametrize("section", ["A feed", "A finding", "An act", "A language"])
def test_the_change_is_carried_out(section: str, tmp_path: Path) -> None:
    carry_out(section, copy_product(tmp_path / "copy"))
