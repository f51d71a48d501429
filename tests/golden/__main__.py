"""`python -m tests.golden` writes the golden files anew; a commit that changes them says why."""

import tempfile
from pathlib import Path

from tests.golden.files import write
from tests.golden.house import record

with tempfile.TemporaryDirectory() as folder:
    url = f"sqlite:///{Path(folder, 'golden.db')}"
    write(url, record(url))
