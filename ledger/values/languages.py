"""Languages by their codes."""

from typing import Annotated

from pydantic import Field

LanguageCode = Annotated[str, Field(pattern=r"^[a-z]{2}$", description="ISO 639-1: `en`, `de`")]
