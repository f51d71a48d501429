"""Records written as an authority's XML, and the chain of manifests over the files."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID, uuid5
from xml.etree import ElementTree as ET

from ledger.errors import UnusableExport
from ledger.files import write_plain
from projections.shapes.records import RECORDS, PackageTables, Record
from projections.shapes.shape import Shape, ShapeField, ShapeFile

_NAMESPACE: Final = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
"""Of addresses (RFC 9562); ids are made below `urn:recoup:`."""

FIRST_MANIFEST: Final = "0" * 64
"""What stands for the manifest before, in the first one."""


class WrittenFile(NamedTuple):
    """A file that was written: its path, and how many records it has."""

    path: Path
    records: int


def write_shape(
    shape: Shape, tables: PackageTables, out: Path, given: Mapping[str, str], previous: str = FIRST_MANIFEST
) -> list[WrittenFile]:
    """Writes the files of a shape, with a manifest to each where it is chained; `previous` is the digest of the last.

    Raises UnusableExport where the house has not given what no table answers.
    """
    if missing := [name for name in shape.given if name not in given]:
        why = {gap.element: gap.why for gap in shape.gap}
        named = "; ".join(f"{name} ({why[name]})" if name in why else name for name in missing)
        raise UnusableExport(f"the house must give what no table answers: {named}; add --given NAME=VALUE for each")
    out.mkdir(parents=True, exist_ok=True)
    written: list[WrittenFile] = []
    for file in shape.file:
        records = list(RECORDS[file.records](tables))
        for number, first in enumerate(range(0, len(records), file.most), 1):
            part = records[first : first + file.most]
            data = document(shape, file, part, {**given, "number": str(len(written) + 1)})
            path = out / f"{file.name}-{number:04d}.xml"
            write_plain(path, data)
            written.append(WrittenFile(path, len(part)))
            if shape.is_chained:
                manifest = _manifest(path.name, data, len(part), previous, given, len(written))
                write_plain(path.with_suffix(".manifest.xml"), manifest)
                previous = sha256(manifest).hexdigest()
    return written


def document(shape: Shape, file: ShapeFile, records: Iterable[Record], given: Mapping[str, str]) -> bytes:
    """One file with these records."""
    root = ET.Element(_name(shape, file.root))
    _fill(shape, root, file.header, given, given)
    place = _element(shape, root, file.within) if file.within else root
    for record in records:
        _fill(shape, ET.SubElement(place, _name(shape, file.record)), file.field, record, given)
    if shape.namespace:
        ET.register_namespace("", shape.namespace)
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _fill(
    shape: Shape, place: ET.Element, fields: Iterable[ShapeField], record: Mapping[str, object], given: Mapping[str, str]
) -> None:
    for field in fields:
        if any(record.get(name) != value for name, value in field.only.items()):
            continue
        if field.each is not None:
            items = record[field.each]
            assert isinstance(items, list)
            for item in items:
                _fill(shape, _element(shape, place, field.element), field.field, item, given)
            continue
        text = _text(field, record, given)
        if text is not None:
            _element(shape, place, field.element).text = text or None


def _element(shape: Shape, place: ET.Element, path: str) -> ET.Element:
    """A new element at the end of a path; those on the way that are there already are gone on with."""
    *way, last = path.split("/")
    for name in way:
        there = list(place)
        place = there[-1] if there and there[-1].tag == _name(shape, name) else ET.SubElement(place, _name(shape, name))
    return ET.SubElement(place, _name(shape, last))


def _name(shape: Shape, name: str) -> str:
    return f"{{{shape.namespace}}}{name}" if shape.namespace else name


def _text(field: ShapeField, record: Mapping[str, object], given: Mapping[str, str]) -> str | None:
    if field.empty:
        return ""
    if field.constant is not None:
        return field.constant
    if field.given is not None:
        return given[field.given]
    if field.uid:
        return str(uuid5(_NAMESPACE, "urn:recoup:" + ":".join(part.format_map(record) for part in field.uid)))
    value = record[field.column or ""]
    if value is None:
        return field.otherwise
    text = _written(field, value, record)
    text = field.map.get(text, field.otherwise or text) if field.map else text
    return text[: field.longest]


def _written(field: ShapeField, value: object, record: Mapping[str, object]) -> str:
    if field.written == "seconds":
        at = datetime.fromisoformat(str(value)).astimezone(UTC)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")
    if field.written == "money":
        return format(Decimal(str(value)).scaleb(-int(str(record["minor_digits"]))), "f")
    return str(value)


def _manifest(name: str, data: bytes, records: int, previous: str, given: Mapping[str, str], number: int) -> bytes:
    """The manifest of a file: its digest, that of the manifest before, and what is in it.

    What encrypts and signs it for the authority's keys is left out: those keys are the authority's and the house's.
    """
    root = ET.Element("ControlManifest")
    texts = {"Operator_ID": "operator", "Data_Safe_ID": "safe", "Generation_Date": "extracted_at"}
    for element, key in texts.items():
        ET.SubElement(root, element).text = given[key]
    ET.SubElement(root, "Manifest_Sequence_Number").text = str(number)
    hashes = ET.SubElement(root, "Hash_Value")
    ET.SubElement(hashes, "Previous_ManifestFile").text = previous
    ET.SubElement(hashes, "Current_BatchFile").text = sha256(data).hexdigest()
    metadata = ET.SubElement(root, "Metadata")
    ET.SubElement(metadata, "Number_of_Records").text = str(records)
    ET.SubElement(metadata, "File_Size_Uncompressed").text = str(len(data))
    ET.SubElement(metadata, "Absolute_Path_Current_Zip").text = name
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def check_chain(folder: Path, previous: str = FIRST_MANIFEST) -> Iterator[str]:
    """What does not fit in a folder of chained files: a manifest that is missing, or a digest that is another one."""
    manifests = [ET.parse(path) for path in folder.glob("*.manifest.xml")]  # noqa: S314 - what was written here
    ordered = sorted(manifests, key=lambda tree: int(tree.findtext("Manifest_Sequence_Number", "0")))
    for number, tree in enumerate(ordered, 1):
        name = tree.findtext("Metadata/Absolute_Path_Current_Zip", "")
        path, manifest = folder / name, (folder / name).with_suffix(".manifest.xml")
        if int(tree.findtext("Manifest_Sequence_Number", "0")) != number:
            yield f"manifest {number} is missing"
            return
        if tree.findtext("Hash_Value/Previous_ManifestFile") != previous:
            yield f"{manifest.name} does not follow upon the manifest before"
        if not path.is_file() or sha256(path.read_bytes()).hexdigest() != tree.findtext("Hash_Value/Current_BatchFile"):
            yield f"{name} is not the file that its manifest names"
        previous = sha256(manifest.read_bytes()).hexdigest()
