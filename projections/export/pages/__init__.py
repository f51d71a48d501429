"""The pages of a package that are read by people, out of templates."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.application import Ledger
from ledger.events.evidence import ExportScope, WitnessNamed
from ledger.evidence.log import EVIDENCE
from ledger.evidence.note import VerifierKey, parse
from ledger.package.format import CHECKPOINT, EARLIER, KEYS, LATER, NOTE, PREVIOUS, VERIFY_PROGRAM, WITHHELD, Contents
from projections.export.proof_bundle import ProofBundle


def render_page(name: str, variables: Mapping[str, Any]) -> bytes:
    """A page with these facts."""
    return _environment().get_template(f"{name}.j2").render(variables).encode()


def verify_program() -> bytes:
    """The program that verifies a package, which goes with it."""
    return (files("projections.export.pages") / VERIFY_PROGRAM).read_bytes()


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("projections.export", "pages"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown, out of names that the vocabulary bounds
        trim_blocks=False,
        keep_trailing_newline=True,
    )


def page_variables(
    contents: Contents,
    bundle: ProofBundle,
    first_and_last: tuple[int, int],
    past_ledger: Ledger,
    keys: Sequence[VerifierKey],
    signer: VerifierKey,
) -> dict[str, Any]:
    """What the pages say of a package; `first_and_last` are its first and last position, `keys` those of the log, in
    order.
    """
    named = [entry.event for entry in past_ledger.entries(EVIDENCE) if isinstance(entry.event, WitnessNamed)]
    known = {event.name: event.key for event in named if event.key}
    certificates = {event.name: event.certificate for event in named if event.certificate}
    checkpoints = [(CHECKPOINT, bundle.checkpoint)]
    checkpoints += [(f"{EARLIER}/{checkpoint.number:09d}{NOTE}", written) for checkpoint, written in bundle.earlier]
    checkpoints += [(LATER + NOTE, bundle.later[1])] if bundle.later else []
    seen = [
        (file, line.name, known[line.name])
        for file, written in checkpoints
        for line in parse(written).signatures
        if line.name in known
    ]
    stamped = [
        (file, line.name, certificates[line.name].strip())
        for file, written in checkpoints
        for line in parse(written).signatures
        if line.name in certificates
    ]
    return {
        "what": scope_in_words(contents.scope),
        "origin": contents.origin,
        "size": contents.size,
        "whole": contents.whole,
        "withheld": contents.withheld,
        "withheld_file": WITHHELD if contents.withheld else "",
        "first": first_and_last[0],
        "last": first_and_last[1],
        "same_key": keys[-1] == signer,
        "key": '"$W/house.pem"' if keys[-1] == signer else f"{KEYS}/{keys[-1].id.hex()}.pem",
        "earlier": [
            *(f"{EARLIER}/{checkpoint.number:09d}" for checkpoint, _ in bundle.earlier),
            *([PREVIOUS] if bundle.previous else []),
        ],
        "later": bundle.later is not None,
        "seen": seen,
        "stamped": stamped,
        "policy": contents.policy,
    }


def scope_in_words(scope: ExportScope) -> str:
    """A scope in words."""
    if scope == ExportScope():
        return "the whole ledger"
    parts = [f"case {scope.case}" if scope.case else "", f"shoe {scope.shoe}" if scope.shoe else ""]
    parts += [f"table {scope.table}" if scope.table else ""]
    if scope.since and scope.since == scope.until:
        parts.append(f"the gaming day {scope.since}")
    else:
        parts += [
            f"gaming days from {scope.since}" if scope.since else "",
            f"gaming days to {scope.until}" if scope.until else "",
        ]
    return ", ".join(part for part in parts if part)
