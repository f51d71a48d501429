"""`recoup recognise`: what a card recogniser saw, as a transcript of the rounds that are sure."""

from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer

from desk.cli.rulebooks import edition
from desk.terminal.console import DEFAULT, REFUSED, WRONG_USE, Json, LedgerUrl, bar, print_json, text_of
from ledger.entry import Delivery
from ledger.errors import MalformedMapping
from ledger.events import Event
from ledger.events.play import Announced, CardDealt, RoundClosed, RoundOpened, TotalAnnounced
from ledger.events.shoe import ShoePrepared
from ledger.feeds import notation
from ledger.feeds.sightings import SightingMapping, parse_sighting_mapping, read_cloudevents, read_csv
from ledger.values.sightings import SeenRound
from ledger.values.subjects import TRANSCRIPT
from ledger.values.terminal import say
from projections.documents.rulings import recognised_document, share_text
from replay.games.registry import GAMES
from replay.judging.sightings import CardsApart, DecodedRound, SightingDecoder

_READERS: Final = {".csv": read_csv, ".ndjson": read_cloudevents, ".jsonl": read_cloudevents, ".json": read_cloudevents}


def recognise(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="What the recogniser saw: .csv, or .ndjson with CloudEvents.")
    ],
    map: Annotated[Path, typer.Option("--map", help="The mapping (TOML): the table, its rulebook, the columns.")],  # noqa: A002
    sure: Annotated[
        str, typer.Option("--sure", metavar="SHARE", help="How likely all of a round must be, between 0.5 and 1.")
    ] = "0.95",
    out: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the transcript there.", show_default=False)
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Decode what a card recogniser saw, and write the rounds that are sure as a transcript; a person reads the others."""
    level = _level(sure)
    read = _READERS.get(file.suffix)
    if not file.is_file() or read is None:
        why = f"there is no file {file}" if read else f"{file.name} is neither .csv nor .ndjson"
        say(f"recoup: {why}", err=True)
        raise typer.Exit(WRONG_USE)
    mapping = parse_sighting_mapping(text_of(map, MalformedMapping))
    recognition = read(text_of(file, MalformedMapping).splitlines(), mapping)
    for fault in recognition.faults:
        say(f"{file.name}:{fault.line}: {fault.why}", err=True)
    if recognition.faults:
        say(f"nothing was decoded; put the {len(recognition.faults):,} faults right first", err=True)
        raise typer.Exit(REFUSED)
    decoded = list(_decoded(recognition.rounds, mapping, level, ledger))
    if as_json:
        print_json([recognised_document(round_) for round_ in decoded])
    text = _transcript(decoded, mapping)
    if out is not None:
        out.write_text(text, encoding="utf-8")
    elif not as_json:
        say(text, nl=False)
    sure_count = sum(round_.is_sure for round_ in decoded)
    say(f"{sure_count:,} of {len(decoded):,} rounds are sure; the others are left to a person", err=True)


def _level(text: str) -> Fraction:
    try:
        level = Fraction(Decimal(text))
    except (InvalidOperation, ValueError, OverflowError):
        level = Fraction(0)
    if not Fraction(1, 2) <= level < 1:
        say(f"recoup: --sure {text[:40]} is no share from 0.5 to below 1, such as 0.95", err=True)
        raise typer.Exit(WRONG_USE)
    return level


def _decoded(rounds: Iterable[SeenRound], mapping: SightingMapping, level: Fraction, ledger: str) -> Iterator[DecodedRound]:
    rulebook = edition(mapping.opening.rulebook, ledger)
    if rulebook.game != mapping.opening.game:
        raise MalformedMapping(
            f"the mapping file: {rulebook.id} is a rulebook of {rulebook.game}, not of {mapping.opening.game}"
        )
    weigh = GAMES[rulebook.game].deal_weigher
    weigher = CardsApart() if weigh is None else weigh(rulebook)
    decoder = SightingDecoder(weigher, mapping.sighting_rates, level, mapping.decks)
    seen_rounds = list(rounds)
    with bar("decoding", len(seen_rounds)) as progress:
        for seen in seen_rounds:
            yield decoder.decode(seen)
            progress(1)


def _transcript(decoded: Iterable[DecodedRound], mapping: SightingMapping) -> str:
    """The rounds that are sure, as they are typed; of the others what was seen, as a remark that nobody's word rests on."""
    source, day = TRANSCRIPT + mapping.name, f"{mapping.table}/{mapping.day}"
    lines, shoe, sequence = [f"!source {source}"], None, 0

    def typed(subject: str, events: Iterable[Event]) -> str:
        nonlocal sequence
        first = sequence
        deliveries = []
        for event in events:
            sequence += 1
            deliveries.append(Delivery(event, source, str(sequence), sequence, subject))
        return notation.write(deliveries, source, last_sequence=first).rstrip()

    lines.append(typed(day, [mapping.opening]))
    for round_ in decoded:
        if round_.seen.shoe not in (None, shoe):
            shoe = round_.seen.shoe
            lines.append(typed(day, [ShoePrepared(shoe=shoe, decks=mapping.decks)]))
        if round_.is_sure:
            lines.append(f"{typed(round_.seen.subject, _events(round_))}  // sure: {share_text(round_.confidence)}")
        else:
            cards = " ".join(f"{card.place} {card.likeliest} ({share_text(card.confidence)})" for card in round_.cards)
            lines.append(f"// {round_.seen.subject} is left to a person ({share_text(round_.confidence)}): {cards}")
    return "\n".join(lines) + "\n"


def _events(round_: DecodedRound) -> Iterator[Event]:
    yield RoundOpened(apart=True)
    for card in round_.cards:
        yield CardDealt(place=card.place, card=card.card)
    for place, total in round_.seen.totals.items():
        yield TotalAnnounced(place=place, total=total)
    if round_.seen.result:
        yield Announced(result=round_.seen.result)
    yield RoundClosed()
