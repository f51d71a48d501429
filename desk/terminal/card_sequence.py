"""A shoe on the terminal: what was done with it, its cards as a strip round by round, and what was found."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.terminal.board import cards_as_text
from projections.answers.status import shoe_status
from projections.messages.catalogue import Catalogue
from projections.reports.shoe_examination import evidence_sentences, power_sentences
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.ruling.card_sequence import CardSequence, CardStretch
from replay.table_day.shoe_record import ShoeRecord

_WORDS = Catalogue()


def show_strip(console: Console, strip: CardSequence) -> None:
    """Prints a shoe."""
    shoe = strip.shoe
    left = 52 * shoe.decks - len(shoe.drawn_cards)
    heading = Text(f"Shoe {shoe.name}  ·  {strip.day}, {shoe.decks} decks  ·  ", style="bold")
    word = shoe_status(strip).word
    style = "" if word in ("open", "closed") else "red"
    console.print(heading.append(_WORDS.say(f"status_word.{word}"), style=style))
    burned = sum(drawn_card.burned for drawn_card in shoe.drawn_cards)
    sentence = f"{len(shoe.drawn_cards)} cards left it, {burned} of them burned, {strip.unread_count} not read; "
    sentence += f"{max(left, 0)} are left in it"
    console.print(Text(sentence, style="dim"))
    for text in _acts(shoe):
        console.print(Text(f"  {text}"))
    shown = Table("round", "cards", "stands", "found", box=None, pad_edge=False, header_style="dim")
    for stretch in strip.stretches:
        bad = len(stretch.findings)
        style = "" if stretch.round else "dim"
        stands = (stretch.standing or "").replace("_", " ")
        shown.add_row(stretch.round or "burned", _cards(stretch), stands, str(bad or ""), style=style)
    console.print(shown)
    for finding in strip.findings:
        console.print(Text.assemble("  ✗ ", finding.text, "  ", (" ".join(finding.clauses), "cyan")))
    if not strip.findings:
        console.print(Text("  Nothing was found against the custody of the shoe.", style="green"))
    _show_evidence(console, strip)
    for difference in strip.differences:
        here, there = (" ".join(cards) or "nothing" for cards in (difference.own_cards, difference.other_cards))
        console.print(
            Text(f"  From card {difference.number} on account {difference.account} tells {there}, where {here} is used.")
        )
    console.print()


def _acts(shoe: ShoeRecord) -> Iterator[str]:
    """What was done with the shoe, the same things in a row together."""
    texts = [describe_event(act.event, EventFormatter(amount_formatter(2, ""))) for act in shoe.acts]
    for at, text in enumerate(texts):
        if at == 0 or texts[at - 1] != text:
            again = next((n for n, other in enumerate(texts[at:]) if other != text), len(texts) - at)
            yield text + (f" ({again} times)" if again > 1 else "")


def _cards(stretch: CardStretch) -> Text:
    return cards_as_text([drawn_card.card for drawn_card in stretch.cards])


def _show_evidence(console: Console, strip: CardSequence) -> None:
    """What speaks for each suspicion, and how little could have been found."""
    for sentence in (*evidence_sentences(strip.shoe, _WORDS), *power_sentences(strip.shoe, _WORDS)):
        console.print(Text(f"  {sentence}", style="dim"))
