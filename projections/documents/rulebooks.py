"""Editions of rulebooks and their clauses as JSON."""

from collections.abc import Callable, Iterable
from typing import Literal

from ledger.values.document import Digest, Document
from replay.rulebooks.edition import Edition


class RulebookDocument(Document):
    """An edition of a rulebook."""

    id: str
    edition: str
    game: str
    document: str
    digest: Digest
    in_force: str


def rulebook_document(edition: Edition) -> RulebookDocument:
    """An edition; `in_force` is a day, YYYY-MM-DD."""
    head = edition.sheet.edition
    return RulebookDocument.from_object(
        edition, edition=edition.name, document=head.document, in_force=head.in_force.isoformat()
    )


class ClauseDocument(Document):
    """A clause of a house's document, and what implements it."""

    id: str
    document: str
    kind: Literal["R", "E", "P", "S", "N"]
    title: str
    text: str
    rulebooks: list[str]
    implemented_by: list[str]


def clause_documents(
    editions: Iterable[Edition], implementing: Callable[[Edition, str], Iterable[str]]
) -> list[ClauseDocument]:
    """Every clause of these editions, in their order; `implementing` names what implements a clause of an edition."""
    documents: dict[str, ClauseDocument] = {}
    for edition in editions:
        for clause, text in edition.sheet.clauses.items():
            first = {"id": clause, "document": edition.sheet.edition.document, "rulebooks": [], "implemented_by": []}
            document = documents.setdefault(clause, ClauseDocument.from_object(text, **first))
            document.rulebooks.append(edition.id)
            document.implemented_by = sorted({*document.implemented_by, *implementing(edition, clause)})
    return list(documents.values())
