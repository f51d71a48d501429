"""What holds of a round under a reading, how its cards are put right, and what of it is said in one line."""

from collections.abc import Callable, Mapping

from ledger.entry import Entry
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.rulings.difference import RulingDifference
from projections.timeline.event_text import destination
from replay.games.registry import load_game
from replay.judging.finding import ACCOUNT_CHOICE, ORDER_CHOICE, Condition
from replay.judging.judgement import DecisionRequest, Judgement, Reconstruction
from replay.ruling.outcomes import RulingOutcome, condition_of
from replay.ruling.resolved_readings import ResolvedReading
from replay.ruling.ruling import Ruling


def verdict_sentence(ruling: Ruling, words: Catalogue) -> str:
    """The verdict in one sentence."""
    if ruling.verdict == "stands" and _is_unfinished(ruling):
        return words.say("verdict.unfinished")
    called_off = all(outcome.judgement.standing == "called_off" for outcome in ruling.outcomes)
    if ruling.verdict == "void" and (ruling.round.decisions_in_force or called_off):
        return words.say("verdict.void_decided")
    clause = deciding_clause(ruling)
    on = f" ({clause})" if clause else ""
    return words.say(f"verdict.{ruling.verdict}", authority=words.term(ruling.authority or ""), on=on)


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


def standing_sentence(ruling: Ruling, judgement: Judgement, words: Catalogue) -> str:
    """What counts under a reading, in one sentence."""
    game, open_ = load_game(ruling.edition.game), words.say("standing.open")
    lawful, dealt = words.value(judgement.lawful_result or open_), words.value(judgement.dealt_result or open_)
    if judgement.standing is None:
        sentence = words.say(f"verdict.{judgement.verdict}", authority=words.term(ruling.edition.authority), on="")
        say = "standing.none_spun" if game.has_wheel else "standing.none"
        return words.say(say, verdict=sentence, lawful=lawful if judgement.lawful_result else words.say("report.nothing"))
    if (
        judgement.lawful_result is None
        and judgement.standing == "decided_again"
        and None not in (c.due_minor for c in judgement.wagers_due)
    ):
        return words.say("standing.decided_next", hands=_hands_text(ruling, judgement, words))
    return words.say(f"{game.standing_texts}.{judgement.standing}", lawful=lawful, dealt=dealt)


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


def _hands_text(ruling: Ruling, judgement: Judgement, words: Catalogue) -> str:
    place = load_game(ruling.edition.game).place_name
    return ", ".join(
        f"{words.value(place(at))} {' '.join(map(with_suit_signs, cards))}" for at, cards in judgement.hands.items()
    )


def reconstruction_text(
    reconstruction: Reconstruction, game: str, words: Catalogue, card: Callable[[str], str] = with_suit_signs
) -> str:
    """How the cards are put where they belong, or why that cannot be done; empty where nothing is to be done."""
    if reconstruction.reason:
        return words.say("righting.impossible", why=words.value(reconstruction.reason, card))

    def place(at: str) -> str:
        return words.value(load_game(game).place_name(at))

    acts = [
        words.say("righting.move", card=card(m.card), origin=place(m.origin), to=destination(m.destination, words, place))
        for m in reconstruction.moves
    ]
    acts += [words.say("righting.draw", place=place(at)) for at in reconstruction.draw]
    say = "finish" if reconstruction.is_finishing else "told"
    sentences = [words.say(f"righting.{say}", acts=", ".join(acts))] if acts else []
    asked = [
        _request_sentence(ask, place(ask.place), words, card, "decide" if ask.is_first else "ask")
        for ask in reconstruction.requests
    ]
    return " ".join([*sentences, *asked])


def _request_sentence(request: DecisionRequest, place: str, words: Catalogue, card: Callable[[str], str], key: str) -> str:
    spoken, why = place[:1].upper() + place[1:], words.value(request.reason, card)
    return words.say(
        f"righting.{key}_who" if request.decider else f"righting.{key}", place=spoken, who=request.decider or "", why=why
    )


def reading_sentences(ruling: Ruling, choices: Mapping[str, str], words: Catalogue) -> list[str]:
    """Per choice of a branch the clause with the reading in its words."""
    sheet, resolved_texts = ruling.edition.sheet, []
    for clause, letter in choices.items():
        if clause == ORDER_CHOICE:
            resolved_texts.append(words.say("report.order", order=letter))
        elif clause == ACCOUNT_CHOICE:
            resolved_texts.append(words.say("report.account_of", account=letter))
        elif clause in sheet.readings:
            reading, title = (
                words.clause_text(sheet.readings[clause].readings[letter]),
                words.clause_text(sheet.clauses[clause].title),
            )
            resolved_texts.append(words.say("report.reading", clause=clause, letter=letter, title=title, reading=reading))
    return resolved_texts


def resolved_reading_sentence(resolved_reading: ResolvedReading, words: Catalogue) -> str:
    """A reading that was resolved beforehand: by whom, from what source, and what the others are."""
    others = "; ".join(f"({letter}) {words.clause_text(text)}" for letter, text in resolved_reading.alternatives)
    fields = {"letter": resolved_reading.reading, "reading": words.clause_text(resolved_reading.text), "others": others}
    if resolved_reading.since is not None:
        return words.say(
            "report.resolved_said",
            **fields,
            by=words.value(resolved_reading.by),
            since=readable_time(resolved_reading.since),
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


def difference_sentences(differs: RulingDifference, words: Catalogue) -> list[str]:
    """That another ruling is on record and why, then a sentence for each thing that was found only then, or only now."""
    reasons = [
        differs.edition and words.say("on_record.by_edition", edition=differs.edition),
        differs.engine and words.say("on_record.by_engine", engine=differs.engine),
    ]
    why = ", ".join(filter(None, reasons)) or words.say("on_record.since", head=f"{differs.head:,}")
    verdict, standing = words.say(f"verdict_word.{differs.verdict}"), words.say(f"round_standing.{differs.standing}")
    at = readable_time(differs.recorded_at)
    return [
        words.say("on_record.differs", at=at, why=why, verdict=verdict, standing=standing),
        *(words.say("on_record.not_any_more", what=words.finding(finding)) for finding in differs.withdrawn),
        *(words.say("on_record.since_then", what=words.finding(finding)) for finding in differs.added),
    ]
