"""What the shapes of outputs are made of."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
Position = Annotated[int, Field(ge=1)]
Minor = Annotated[int, Field(ge=0)]
Digits = Annotated[str, Field(pattern=r"^[0-9]+$")]
Decimal = Annotated[str, Field(pattern=r"^-?[0-9]\.[0-9]{10}$")]


class Shape(BaseModel):
    """An output, or a part of one, that has these keys and no others."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)


class FindingShape(Shape):
    """A breach or a doubt; `at` is the position of the entry it is about."""

    kind: str
    clauses: list[str]
    at: Position
    text: str
    wagers: list[str]
