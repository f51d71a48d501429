"""What holds of a round under a reading, how its cards are put right, and what of it is said in one line."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ledger.entry import Entry
from ledger.events.play import NoticeGiven
from ledger.values.cards import is_known
from ledger.values.places import NEXT
from projections.answers.decisive import no_spin_clauses
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue, english_texts, with_suit_signs
from replay.games.registry import load_game
from replay.judging.finding import (
    ACCOUNT_CHOICE,
    ORDER_CHOICE,
    RECORD_CHOICE,
    RECORD_CHOICES,
    Condition,
    Finding,
    sorted_clauses,
)
from replay.judging.judgement import Judgement, MisdrawWindow, Move, Reconstruction
from replay.rulebooks.edition import EditionSheet
from replay.rulebooks.rules import Rules
from replay.ruling.incomplete_record import Lacking
from replay.ruling.outcomes import RulingOutcome, condition_of
from replay.ruling.resolved_readings import ResolvedReading
from replay.ruling.ruling import Ruling

WINDOW: Final = "misdraw.window_closes_with"
"""The value of an edition that says until when a misdrawn hand can be put right."""

PAID_WRONGLY: Final = frozenset({"wrong_payment", "unpaid", "mispaid_as_dealt"})
"""The kinds of findings that name a wrong payment."""


def verdict_sentence(ruling: Ruling, words: Catalogue) -> str:
    """The verdict in one sentence."""
    if ruling.verdict == "stands" and _is_unfinished(ruling):
        return words.say("verdict.unfinished")
    called_off = all(outcome.judgement.standing == "called_off" for outcome in ruling.outcomes)
    if ruling.verdict == "void" and (ruling.round.decisions_in_force or called_off):
        return words.say("verdict.void_decided")
    clause = deciding_clause(ruling)
    on = f" ({clause})" if clause else ""
    key = _verdict_key(ruling.verdict, [outcome.judgement for outcome in ruling.outcomes])
    return words.say(f"verdict.{key}", authority=words.office(ruling.authority or ""), on=on)


def status_sentence(answer: RoundAnswer, words: Catalogue) -> str:
    """How a round stands, in one sentence: what was decided on it, else the verdict."""
    status, cases = answer.status, ", ".join(answer.status.cases)
    key = f"{status.word}_case" if status.cases and status.word in ("disputed", "settled") else status.word
    if status.word == "corrected" and not answer.ruling.round.dispute_settlement:
        key = "corrected_at_table"
    if f"status_sentence.{key}" not in english_texts():
        return verdict_sentence(answer.ruling, words)
    sentence = words.say(f"status_sentence.{key}", cases=cases)
    is_beside = status.word in ("disputed", "incomplete") or key == "corrected_at_table"
    return f"{verdict_sentence(answer.ruling, words)} {sentence}" if is_beside else sentence


def deciding_clause(ruling: Ruling) -> str | None:
    """The clause that gives the last word on the round to whom it has to be put; None where none is named."""
    row = ruling.edition.authorities.get("settle_round")
    return row.clause if row is not None and ruling.authority in row.roles else None


def _is_unfinished(ruling: Ruling) -> bool:
    """Whether there is no result yet and something is still to come: the money of a wager is undecided, or nothing was
    wagered in a round that goes on.
    """
    if any(branch.outcome.lawful_result is not None for branch in ruling.branches):
        return False
    dues = [claim.due_minor for branch in ruling.branches for claim in branch.outcome.wagers_due]
    return None in dues if dues else not ruling.round.is_over


def _verdict_key(verdict: str, judgements: Sequence[Judgement]) -> str:
    """The key of the sentence for a verdict; where no payment is wrong, or no card misplaced, what else is to be done."""
    if verdict == "correct" and all(map(_is_call_alone_wrong, judgements)):
        return "correct_call"
    how = [judgement.reconstruction for judgement in judgements if judgement.reconstruction is not None]
    if verdict not in ("reconstruct", "ask") or any(reconstruction.moves for reconstruction in how):
        return verdict
    if any(reconstruction.is_finishing for reconstruction in how):
        return "finish"
    if any(reconstruction.draw for reconstruction in how):
        return "draw"
    return "ask_only" if any(reconstruction.requests for reconstruction in how) else "finish"


def _is_call_alone_wrong(judgement: Judgement) -> bool:
    """Whether only the announced result is to be corrected, and no payment."""
    is_paid_wrongly = any(finding.kind in PAID_WRONGLY for finding in judgement.findings)
    is_called_wrongly = judgement.declared_result not in (None, judgement.lawful_result)
    return judgement.standing is None and is_called_wrongly and not is_paid_wrongly


def standing_sentence(ruling: Ruling, judgement: Judgement, words: Catalogue, *, to_player: bool = False) -> str:
    """What counts under a reading, in one or two sentences; `to_player` as the house writes it in a letter."""
    game = load_game(ruling.edition.game)
    if judgement.standing is None:
        key = _verdict_key(judgement.verdict, [judgement])
        sentence = words.say(f"verdict.{key}", authority=words.office(ruling.edition.authority), on="")
        say = "only" if judgement.lawful_result is None else "none_spun" if game.has_wheel else "none"
        return words.say(f"standing.{say}", verdict=sentence, lawful=result_text(judgement.lawful_result, words))
    if game.standing_texts != "standing":
        return words.say(f"{game.standing_texts}.{judgement.standing}")
    return _misdraw_sentence(ruling, judgement, words, to_player=to_player)


def result_text(result: str | None, words: Catalogue) -> str:
    """Who wins, as a clause: `Banco wins`; a result that is no hand's as it is called."""
    if result is None:
        return words.say("standing.open")
    return words.say(f"result.{result}") if f"result.{result}" in english_texts() else words.value(result)


def _misdraw_sentence(ruling: Ruling, judgement: Judgement, words: Catalogue, *, to_player: bool) -> str:
    """What counts in a misdrawn coup: when it was noticed, what is done about it, and what comes of it."""
    standing, result = judgement.standing, judgement.lawful_result
    until = words.say(f"standing.until_{_window_end(ruling, judgement.window)}")
    fields = {"until": until, "open": words.say("standing.no_next")}
    if standing == "reconstruct":
        standing = "reconstruct_open" if judgement.window and judgement.window.state == "open" else "reconstruct_noticed"
    elif standing == "as_dealt":
        result = judgement.dealt_result
    elif standing == "decided_again":
        rules, game = Rules(ruling.edition), load_game(ruling.edition.game)
        drawn = _cards_drawn_next(judgement)
        if result is None:
            is_known_now = drawn and None not in (due.due_minor for due in judgement.wagers_due)
            standing = "decided_next" if is_known_now else "decided_open"
            result = game.result_of(judgement.hands, rules) if is_known_now else None
        cards = words.all_of([with_suit_signs(card) for card in drawn])
        fields |= {"cards": cards, "number": str(len(drawn)), "hands": _totals_text(ruling, judgement, words)}
    noticed = any(isinstance(row.event, NoticeGiven) for row in ruling.round.entries)
    fields["unnoticed"] = words.say(f"standing.{'unreported' if noticed else 'unnoticed'}", until=until)
    part = "standing_letter" if to_player and f"standing_letter.{standing}" in english_texts() else "standing"
    return words.say(f"{part}.{standing}", result=result_text(result, words), **fields)


def _window_end(ruling: Ruling, window: MisdrawWindow | None) -> str:
    """With what the time ends within which an error can be put right: `next`, the next coup, `shoe` or `round`."""
    round_ = ruling.round
    if window is None or window.closed_at is None:
        return "next"
    following = round_.following
    if following is not None and following.card_entries and window.closed_at == following.card_entries[0].position:
        return "next"
    return "shoe" if window.closed_at == round_.shoe_end_position else "round"


def _cards_drawn_next(judgement: Judgement) -> list[str]:
    """The cards that complete a coup and left the shoe after it."""
    drawn = []
    for place, cards in judgement.hands.items():
        drawn += [*(Counter(cards) - Counter(judgement.lawful_hands.get(place, ()))).elements()]
    return drawn


def _totals_text(ruling: Ruling, judgement: Judgement, words: Catalogue) -> str:
    """What the hands that count come to: `Punto 1, Banco 8`."""
    game, rules = load_game(ruling.edition.game), Rules(ruling.edition)
    return ", ".join(
        words.say("standing.hand", place=words.value(game.place_name(at)), total=game.count(cards, rules))
        for at, cards in judgement.hands.items()
        if all(map(is_known, cards))
    )


def outcome_sentence(ruling: Ruling, outcome: RulingOutcome, words: Catalogue) -> str:
    """What counts in an outcome; where its readings come to the same in different ways, each way with its readings."""
    ways = _sentences_by_reading(ruling, outcome, lambda judged: [standing_sentence(ruling, judged, words)], words)
    return ways[0] if len(ways) == 1 else " ".join([words.say("condition.alike"), *ways])


def _sentences_by_reading(
    ruling: Ruling, outcome: RulingOutcome, sentences_of: Callable[[Judgement], list[str]], words: Catalogue
) -> list[str]:
    """What is told of the branches of an outcome; where they differ, each with the readings that lead there."""
    by_way: dict[str, list[int]] = {}
    for place, number in enumerate(outcome.branches):
        for way in sentences_of(ruling.branches[number].outcome):
            by_way.setdefault(way, []).append(place)
    if len(by_way) < 2:
        return list(by_way)
    choices = [ruling.branches[number].choices for number in outcome.branches]
    under = {way: words.condition(condition_of(places, choices)) for way, places in by_way.items()}
    return [words.say("condition.under", condition=under[way], sentence=way) for way in by_way]


def reconstruction_text(
    reconstruction: Reconstruction, game: str, words: Catalogue, card: Callable[[str], str] = with_suit_signs
) -> str:
    """How the cards are put where they belong, or why that cannot be done; empty where nothing is to be done."""
    if reconstruction.reason:
        return words.say("righting.impossible", why=words.value(reconstruction.reason, card))

    def place(at: str) -> str:
        return words.value(load_game(game).place_name(at))

    acts = list(_move_texts(reconstruction.moves, words, card, place))
    acts += [words.say("righting.draw", place=place(at)) for at in reconstruction.draw]
    say = "finish" if reconstruction.is_finishing else "told"
    sentences = [words.say(f"righting.{say}", acts="; ".join(acts))] if acts else []
    asked = [
        words.say(
            f"righting.{'decide' if ask.is_first else 'ask'}{'_who' if ask.decider else ''}",
            place=place(ask.place),
            who=ask.decider or "",
            why=words.value(ask.reason, card),
        )
        for ask in reconstruction.requests
    ]
    why = reconstruction.left_open
    left_open = [] if why is None else [words.say("righting.left_open", why=words.value(why, card))]
    return " ".join([*sentences, *asked, *left_open])


def _move_texts(
    moves: Sequence[Move], words: Catalogue, card: Callable[[str], str], place: Callable[[str], str]
) -> Iterator[str]:
    """Where each card goes. Several that go back to the shoe are told at once, in the order in which they are drawn again.

    That is the order in which they came out of it, which is the order of the moves.
    """
    back = [move for move in moves if move.destination == NEXT]
    for move in moves:
        if move.destination != NEXT or len(back) == 1:
            yield _move_text(move, words, card, place)
        elif move is back[0]:
            items = [words.say("righting.next_item", card=card(m.card), origin=place(m.origin)) for m in back]
            yield words.say("righting.move_next_all", cards=words.all_of(items))


def _move_text(move: Move, words: Catalogue, card: Callable[[str], str], place: Callable[[str], str]) -> str:
    """Where a card goes, in the words of its destination."""
    fields = {"card": card(move.card), "origin": place(move.origin)}
    if move.destination in ("next", "burn", "discard"):
        return words.say(f"righting.move_{move.destination}", **fields)
    return words.say("righting.move", **fields, to=place(move.destination))


def question_text(sheet: EditionSheet, clause: str, words: Catalogue) -> str:
    """What it is in a clause that can be read in several ways."""
    row = sheet.clauses[clause]
    title, text = words.clause_text(row.title), words.clause_text(row.text)
    return words.say("reasons.ambiguity", clause=clause, title=title, text=text)


def reading_sentences(ruling: Ruling, choices: Mapping[str, str], words: Catalogue) -> list[str]:
    """Per choice of a branch the clause with the reading in its words."""
    sheet, resolved_texts = ruling.edition.sheet, []
    for clause, letter in choices.items():
        if clause == ORDER_CHOICE:
            resolved_texts.append(words.say("report.order", order=letter))
        elif clause == ACCOUNT_CHOICE:
            resolved_texts.append(words.say("report.account_of", account=letter))
        elif clause == RECORD_CHOICE:
            resolved_texts.append(words.say(f"report.record_{letter}"))
        elif clause in sheet.readings:
            reading = words.clause_text(sheet.readings[clause].readings[letter])
            title = words.clause_text(sheet.clauses[clause].title)
            resolved_texts.append(words.say("report.reading", clause=clause, letter=letter, title=title, reading=reading))
    return resolved_texts


def incomplete_lines(ruling: Ruling, words: Catalogue, sentence: Callable[[Finding], str] | None = None) -> list[str]:
    """What the record of a round lacks and what that leaves open, each part in a few sentences.

    `sentence` writes a finding, where it is not to be written as in print.
    """
    return [_lacking_text(ruling, part, words, sentence or words.plain_finding) for part in ruling.incomplete]


def _lacking_text(ruling: Ruling, part: Lacking, words: Catalogue, sentence: Callable[[Finding], str]) -> str:
    topics = words.all_of([words.value(topic) for topic in part.topics])
    number = "" if part.first is None else "_one" if part.last in (None, part.first) else "_many"
    key = part.what if part.what == "not_reported" else f"{part.what}{number}"
    fields = {
        "source": part.source,
        "first": part.first,
        "last": part.last,
        "reason": words.value(part.reason or "").rstrip("."),
    }
    sentences = [words.say(f"incomplete.{key}", topics=topics, **{name: value for name, value in fields.items() if value})]
    if part.what == "refused" and part.topics:
        sentences.append(words.say("incomplete.topics", topics=topics))
    if part.what == "refused" and part.places:
        places = [words.value(load_game(ruling.edition.game).place_name(place)) for place in part.places]
        sentences.append(words.say("incomplete.places", places=words.all_of(places)))
    if part.what == "refused" and part.wagers:
        sentences.append(words.say("incomplete.wagers", wagers=words.all_of(part.wagers)))
    say = "unreported" if part.what == "not_reported" else "finding"
    sentences += [words.say(f"incomplete.{say}", sentence=sentence(finding)) for finding in part.findings]
    if part.open_wagers:
        sentences.append(words.say("incomplete.money", wagers=words.all_of(part.open_wagers)))
    if part.what != "not_reported" and not (part.findings or part.open_wagers):
        sentences.append(words.say("incomplete.no_change"))
    return " ".join(sentences)


def resolved_reading_sentence(resolved_reading: ResolvedReading, words: Catalogue) -> str:
    """A reading that was resolved beforehand: by whom, from what source, and what the others are."""
    others = "; ".join(f"({letter}) {words.clause_text(text)}" for letter, text in resolved_reading.alternatives)
    fields = {"letter": resolved_reading.reading, "reading": words.clause_text(resolved_reading.text), "others": others}
    if resolved_reading.since is not None:
        return words.say(
            "report.resolved_said",
            **fields,
            by=words.value(resolved_reading.by),
            since=words.moment(resolved_reading.since, seconds=False),
            source=words.value(resolved_reading.source),
        )
    return words.say(f"report.resolved_{resolved_reading.by}", **fields, source=words.clause_text(resolved_reading.source))


def readings_leading_to(ruling: Ruling, condition: Condition, words: Catalogue) -> list[str]:
    """The readings that lead to an outcome, each in its words."""
    letters = [(clause, letter) for alternative in condition for clause, held in alternative for letter in held]
    return [
        line for clause, letter in dict.fromkeys(letters) for line in reading_sentences(ruling, {clause: letter}, words)
    ]


def reconstruction_sentences(
    ruling: Ruling, outcome: RulingOutcome, words: Catalogue, card: Callable[[str], str] = with_suit_signs
) -> list[str]:
    """How the cards are put right in an outcome; where only the place of a card that no hand needs is open, each way."""

    def way(judged: Judgement) -> list[str]:
        how = judged.reconstruction
        return [sentence] if how and (sentence := reconstruction_text(how, ruling.edition.game, words, card)) else []

    return _sentences_by_reading(ruling, outcome, way, words)


def last_recorded_at(ruling: Ruling) -> str:
    """When the last entry of the round was recorded."""
    return max(round_entry.entry.recorded_at for round_entry in ruling.round.entries)


def entry_time(entry: Entry) -> str:
    """When something was done, as told, else when it was recorded."""
    return readable_time(entry.delivery.time or entry.recorded_at)


def readable_time(instant: str) -> str:
    """An instant of the record, to the second."""
    return instant[:19].replace("T", " ")


def turning_clauses(answer: RoundAnswer, findings: Sequence[Finding]) -> list[str]:
    """The clauses that a ruling turns on: those of its findings, those that choose among readings, those that award, those
    by which somebody decided, those that make a spin no spin, and that of the time within which an error can be put right.
    """
    ruling, values = answer.ruling, answer.ruling.edition.values
    clauses = [clause for finding in findings for clause in finding.clauses]
    clauses += no_spin_clauses(ruling)
    if any(branch.outcome.window is not None for branch in ruling.branches) and WINDOW in values:
        clauses.append(values[WINDOW][1])
    clauses += sorted_clauses({clause for branch in ruling.branches for clause in branch.choices} - RECORD_CHOICES)
    clauses += answer.award_clauses
    clauses += [decision.clause for decision in ruling.round.decisions_in_force if decision.clause]
    return [clause for clause in dict.fromkeys(clauses) if clause in ruling.edition.sheet.clauses]
