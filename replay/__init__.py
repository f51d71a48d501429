"""What the record means: procedures, rulebooks, findings, rulings. Pure: no clock, no database, no chance."""

from typing import Final

ENGINE: Final = "recoup/0.1.0"
"""Names the version of the judging code in every ruling."""

MEANING: Final = 2
"""What its rulings mean: raised by whoever changes what comes out for any round. Rewriting code or prose does not."""
