"""A shape as data: which records an authority's file has, and from which value each element comes."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from projections.shapes.records import RECORDS


class _ShapePart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ShapeField(_ShapePart):
    """An element by its path below the record, and the one place that its text comes from.

    column: a value of the record; as: how it is written. uid: texts with {columns} from which a UUID is made, the same each
    time. given: what the house gives; constant: always the same. each: a list of the record, whose items have `field`s.
    empty: the element stands there with nothing in it. `map` gives another text for a value, with `otherwise` for the rest.
    """

    element: str
    column: str | None = None
    uid: tuple[str, ...] = ()
    given: str | None = None
    constant: str | None = None
    each: str | None = None
    empty: bool = False
    written: Annotated[Literal["text", "seconds", "money", "count"], Field(alias="as")] = "text"
    map: dict[str, str] = {}
    otherwise: str | None = None
    only: dict[str, str] = {}
    """The element is there only where the record has these values."""
    longest: int | None = None
    field: tuple["ShapeField", ...] = ()

    @model_validator(mode="after")
    def _one_origin(self) -> Self:
        origins = [self.column, self.uid or None, self.given, self.constant, self.each, self.empty or None]
        if sum(origin is not None for origin in origins) != 1:
            raise ValueError(f"{self.element} comes from one place: column, uid, given, constant, each or empty")
        if (self.each is None) != (not self.field):
            raise ValueError(f"{self.element} has fields of its own where it is there for each of several")
        return self


class Gap(_ShapePart):
    """An element that no table answers, and why; the house gives it, or it is left out."""

    element: str
    why: str


class ShapeFile(_ShapePart):
    """One kind of file: its root, what stands before the records, the record, and the schema by which it can be validated.

    `schemas` are the published files that it needs, by their digests.
    """

    name: str
    records: str
    root: str
    within: str = ""
    """The path from the root to where records stand."""
    record: str
    most: int = 512
    """So many records a file has at most."""
    header: tuple[ShapeField, ...] = ()
    field: tuple[ShapeField, ...]
    schemas: dict[str, str]

    @model_validator(mode="after")
    def _records_are_made(self) -> Self:
        if self.records not in RECORDS:
            raise ValueError(f"{self.records} are no records; there are {', '.join(RECORDS)}")
        return self


class Shape(_ShapePart):
    """An authority's shape."""

    name: str
    source: str
    namespace: str = ""
    is_chained: bool = False
    """Whether each file has a manifest with its digest and that of the manifest before."""
    gap: tuple[Gap, ...] = ()
    file: tuple[ShapeFile, ...]

    @property
    def given(self) -> list[str]:
        """What the house must give, in order."""
        found = (f.given for file in self.file for f in every_field((*file.header, *file.field)) if f.given)
        return list(dict.fromkeys(found))


def every_field(fields: tuple[ShapeField, ...]) -> Iterator[ShapeField]:
    """Fields and the fields in them."""
    for field in fields:
        yield field
        yield from every_field(field.field)


_FILES: Final = files("projections.shapes").joinpath("mappings")

SHAPES: Final = tuple(sorted(file.name.removesuffix(".toml") for file in _FILES.iterdir() if file.name.endswith(".toml")))
"""The files in `mappings`."""


@cache
def shape(name: str) -> Shape:
    """A shape by the name of its file."""
    return Shape.model_validate(tomllib.loads(_FILES.joinpath(f"{name}.toml").read_text(encoding="utf-8")))
