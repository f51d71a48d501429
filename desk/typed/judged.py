"""What a draft comes to: its events in words, the table after the last of them, what is found, how it would be ruled."""

from typing import Final, NamedTuple

from desk.typed.drafts import Draft
from desk.typed.keys import KeyChoice, PaidAmount, ReadKeys, TypingTable, delivery_of, read_keys
from ledger.application import Ledger
from ledger.corrections import as_mended
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events.play import WagerPlaced
from ledger.events.table import LimitsPosted
from ledger.feeds.notation import has_word, phrase_of, place_code
from ledger.footage import Clip
from ledger.values.message import Message, Term
from ledger.values.subjects import HOUSE, TRANSCRIPT, play_stream, table_day
from ledger.values.times import format_instant
from projections.answers.round_answer import round_answer
from projections.certainty import finding_in_words
from projections.messages.catalogue import Catalogue
from projections.moments import table_picture
from projections.reports.readings import verdict_sentence
from projections.table_days import TableDays, entries_in_order
from projections.timeline.event_text import amount_formatter
from projections.timeline.timeline import formatter_for, timeline_steps
from replay.games.registry import GAMES
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling, rule

_STEPS_OF_STAKE: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class DraftDays(TableDays):
    """The days of a ledger with a draft in them, as its account alone tells them: nobody else's typed reading is seen."""

    def __init__(self, ledger: Ledger, draft: Draft, clip: Clip | None):
        super().__init__(ledger)
        self._draft, self._clip = draft, clip

    def entries(self, day: str) -> list[Entry]:
        """What was told of the table itself, what this account tells of other rounds, and the draft."""
        recorded = self._ledger.entries(play_stream(day))
        if day != table_day(self._draft.round):
            return recorded
        kept = [
            entry
            for entry in as_mended(recorded)
            if entry.subject == day or (entry.source == self._draft.source and entry.subject != self._draft.round)
        ]
        size = self._ledger.size()
        drafted = draft_deliveries(self._draft, self._clip, last_sequence(recorded, self._draft.source))
        return kept + [
            Entry(size + number, play_stream(day), len(recorded) + number, format_instant(self._ledger.clock()), delivery)
            for number, delivery in enumerate(drafted, 1)
        ]


def last_sequence(entries: list[Entry], source: str) -> int:
    """How far a source has counted on a table's day."""
    return max((entry.delivery.sequence or 0 for entry in entries if entry.source == source), default=0)


def draft_deliveries(draft: Draft, clip: Clip | None, counted: int) -> list[Delivery]:
    """A draft as its source delivers it, each event with the table's time at its frame, where the clip is matched."""
    found: list[Delivery] = []
    for number, event in enumerate(draft.events, counted + 1):
        time = None if clip is None or event.frame is None else clip.table_time(event.frame)
        delivery = delivery_of(event.phrase, draft.source, draft.round)
        when = delivery.time or (None if time is None else format_instant(time))
        found.append(delivery._replace(id=str(number), sequence=number, time=when))
    return found


class TypedLine(NamedTuple):
    """An event of the draft: as it is told, and its frame."""

    text: str
    phrase: str
    frame: int | None


class TypedState(NamedTuple):
    """What the page shows after a key."""

    keys: str
    lines: tuple[TypedLine, ...]
    picture: str
    due: str
    findings: tuple[str, ...]
    verdict: str
    choices: tuple[KeyChoice, ...]


def judge_draft(ledger: Ledger, draft: Draft, clip: Clip | None) -> Ruling | None:
    """How a draft would be ruled; None while nothing of it is play."""
    if not draft.events:
        return None
    drafted_day = DraftDays(ledger, draft, clip).get(table_day(draft.round))
    return rule(drafted_day, draft.round) if draft.round in drafted_day.rounds else None


def _expected(ledger: Ledger, draft: Draft) -> str | None:
    """The next event as the devices at the table tell it, where their account is gone through."""
    if not draft.goes_through:
        return None
    events = [
        entry.delivery
        for entry in entries_in_order(ledger.entries(play_stream(table_day(draft.round))))
        if entry.subject == draft.round and not entry.source.startswith((HOUSE, TRANSCRIPT)) and has_word(entry.event)
    ]
    if len(draft.events) >= len(events):
        return None
    return phrase_of(events[len(draft.events)]._replace(time=None, after=(), correlation=None, causation=None))


def table_now(ledger: Ledger, draft: Draft, ruling: Ruling | None, words: Catalogue) -> TypingTable:
    """What keys stand for at the table as the draft leaves it. Raises MalformedDecision for a game without keys."""
    day = table_day(draft.round)
    days = TableDays(ledger)
    opening = days.table_opening(day)
    if opening is None:
        raise UnknownRound.never_opened(day, days.days())
    keys = GAMES[opening.game].typing_keys
    if keys is None:
        raise MalformedDecision(
            Message("rounds of {game} are typed in the notation; `recoup record` takes it", game=Term(opening.game))
        )
    events = [delivery_of(event.phrase, draft.source, draft.round).event for event in draft.events]
    bets = [event for event in events if isinstance(event, WagerPlaced)]
    frames = [] if ruling is None else list(GAMES[opening.game].frames(ruling.round, Rules(ruling.edition)))
    due = frames[-1].due_place if frames else None
    touched = [frame.changed_place for frame in frames if frame.changed_place]
    hand = due or (touched[-1] if touched else None)
    money = amount_formatter(opening.minor_digits, opening.currency, words)
    amounts = {bet.wager: {"n": PaidAmount(0, Message("nothing"))} for bet in bets}
    for bet in bets:
        amounts[bet.wager]["s"] = PaidAmount(bet.stake_minor, Message("the stake, {amount}", amount=money(bet.stake_minor)))
    dues = {} if ruling is None else round_answer(ruling).shown_due_minor
    for wager, due_minor in dues.items():
        if wager in amounts and due_minor is not None:
            due_text = Message("what is due, {amount}", amount=money(due_minor))
            amounts[wager]["d"] = PaidAmount(due_minor, due_text)
    return TypingTable(
        keys=keys,
        due=place_code(due) if due else None,
        hand=place_code(hand) if hand else None,
        next_wager=f"w{len(bets) + 1}",
        stakes=_stakes(ledger, day, 10**opening.minor_digits),
        amounts=amounts,
        expected=_expected(ledger, draft),
    )


def _stakes(ledger: Ledger, day: str, unit: int) -> tuple[int, ...]:
    """Stakes as they are likely to be: steps of the least that the table takes."""
    posted = [entry.event for entry in as_mended(ledger.entries(play_stream(day))) if isinstance(entry.event, LimitsPosted)]
    least = min((event.least_minor for event in posted), default=unit)
    return tuple(least * step for step in _STEPS_OF_STAKE)


def read_typed(ledger: Ledger, draft: Draft, clip: Clip | None, keys: str, words: Catalogue, at: int | None) -> ReadKeys:
    """What keys come to at the table as it was before an event of the draft, at its end where none is named."""
    before = draft.before(at)
    return read_keys(keys, table_now(ledger, before, judge_draft(ledger, before, clip), words))


def typed_state(ledger: Ledger, draft: Draft, clip: Clip | None, words: Catalogue, chosen: int | None = None) -> TypedState:
    """What the page shows of a draft; `chosen` is the event that the next one will take the place of."""
    ruling = judge_draft(ledger, draft, clip)
    before = draft.before(draft.at if draft.keys else chosen)
    ruling_before = ruling if before is draft else judge_draft(ledger, before, clip)
    read = read_keys(draft.keys, table_now(ledger, before, ruling_before, words))
    if ruling is None:
        return TypedState(draft.keys, (), "", "", (), "", read.choices)
    steps = timeline_steps(ruling, formatter_for(ruling, words))
    texts = {step.round_entry.position: step.text for step in steps}
    ordered = [texts[position] for position in sorted(texts)]
    lines = tuple(TypedLine(text, event.phrase, event.frame) for text, event in zip(ordered, draft.events, strict=False))
    return TypedState(
        keys=draft.keys,
        lines=lines,
        picture=table_picture(ruling, len(steps), words),
        due=words.value(steps[-1].due) if steps[-1].due else "",
        findings=tuple(finding_in_words(ruling, finding, words) for finding in ruling.findings),
        verdict=verdict_sentence(ruling, words),
        choices=read.choices,
    )
