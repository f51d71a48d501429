"""What documents are made of: the model of what `--json` and the API print, and what stands in several of them."""

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field

Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
Position = Annotated[int, Field(ge=1)]
Minor = Annotated[int, Field(ge=0)]
Digits = Annotated[str, Field(pattern=r"^[0-9]+$")]
Decimal = Annotated[str, Field(pattern=r"^-?[0-9]\.[0-9]{10}$")]


def is_none(value: object) -> bool:
    """Return whether a field that is absent where there is nothing to say is to be left out: `exclude_if=is_none`."""
    return value is None


class Document(BaseModel):
    """What is printed as JSON, or a part of it: these keys and no others, in this order."""

    model_config = ConfigDict(defer_build=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    @classmethod
    def from_object(cls, source: object, /, **fields: object) -> Self:
        """The document of something: its attributes of the same names, and the fields given."""
        return cls(**{name: getattr(source, name) for name in cls.model_fields.keys() - fields}, **fields)

    def in_order(self, *, first: tuple[str, ...] = (), last: tuple[str, ...] = ()) -> dict[str, Any]:
        """The fields as a command prints them that has some first or last, whatever their order in the schema."""
        fields = self.model_dump()
        between = (name for name in fields if name not in first + last)
        return {name: fields[name] for name in (*first, *between, *last)}


class EditionDocument(Document):
    """The edition of a rulebook that something rests on."""

    id: str
    edition: str
    digest: Digest
