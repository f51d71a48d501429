"""What holds of a round under a reading, how its cards are put right, and what of it is said in one line."""

from collections.abc import Callable, Mapping

from ledger.entry import Entry
from projections.pictures.compare import destination
from projections.words import Words, pretty
from replay.games import GAMES
from replay.judgement import Ask, Judgement, Reconstruction
from replay.rulings import ORDER, Ruling


def verdict(ruling: Ruling, words: Words) -> str:
    """The verdict in one sentence."""
    if ruling.verdict == "stands" and all(branch.outcome.lawful is None for branch in ruling.branches):
        return words.say("verdict.unfinished")
    if ruling.verdict == "void" and ruling.round.holding:
        return words.say("verdict.void_decided")
    return words.say(f"verdict.{ruling.verdict}", authority=words.value(ruling.authority or ""))


def holds(ruling: Ruling, judged: Judgement, words: Words) -> str:
    """What counts under a reading, in one sentence."""
    open_ = words.say("standing.open")
    lawful, dealt = words.value(judged.lawful or open_), words.value(judged.dealt or open_)
    if judged.standing is None:
        said = words.say(f"verdict.{judged.verdict}", authority=words.value(ruling.edition.authority))
        say = "standing.none_spun" if ruling.edition.game == "roulette" else "standing.none"
        return words.say(say, verdict=said, lawful=lawful if judged.lawful else words.say("report.nothing"))
    if judged.lawful is None and judged.standing == "decided_again" and None not in (c.due_minor for c in judged.claims):
        return words.say("standing.decided_next", hands=_hands(ruling, judged, words))
    part = "table_standing" if ruling.edition.game == "blackjack" else "standing"
    return words.say(f"{part}.{judged.standing}", lawful=lawful, dealt=dealt)


def _hands(ruling: Ruling, judged: Judgement, words: Words) -> str:
    place = GAMES[ruling.edition.game].place
    return ", ".join(f"{words.value(place(at))} {' '.join(map(pretty, cards))}" for at, cards in judged.hands.items())


def put_right(how: Reconstruction, game: str, words: Words, card: Callable[[str], str] = pretty) -> str:
    """How the cards are put where they belong, or why that cannot be done; `card` writes the cards."""
    if how.why:
        return words.say("righting.impossible", why=words.value(card(how.why)))

    def place(at: str) -> str:
        return words.value(GAMES[game].place(at))

    acts = [
        words.say("righting.move", card=card(m.card), origin=place(m.origin), to=destination(m.to, words, place))
        for m in how.moves
    ]
    acts += [words.say("righting.draw", place=place(at)) for at in how.draw]
    told = words.say("righting.told", acts=", ".join(acts) or words.say("righting.nothing"))
    return " ".join([told, *(_asked(ask, place(ask.place), words, card) for ask in how.ask)])


def _asked(ask: Ask, place: str, words: Words, card: Callable[[str], str]) -> str:
    spoken, why = place[:1].upper() + place[1:], words.value(card(ask.why))
    return words.say("righting.ask_who" if ask.who else "righting.ask", place=spoken, who=ask.who or "", why=why)


def chosen(ruling: Ruling, choices: Mapping[str, str], words: Words) -> list[str]:
    """Per choice of a branch the clause with the reading in its words."""
    sheet, told = ruling.edition.sheet, []
    for clause, letter in choices.items():
        if clause == ORDER:
            told.append(words.say("report.order", order=letter))
        elif clause in sheet.readings:
            reading, title = words.rule(sheet.readings[clause].readings[letter]), words.rule(sheet.clauses[clause].title)
            told.append(words.say("report.reading", clause=clause, letter=letter, title=title, reading=reading))
    return told


def recorded_at(ruling: Ruling) -> str:
    """When the last entry of the round was recorded."""
    return max(told.entry.recorded_at for told in ruling.round.told)


def done(entry: Entry) -> str:
    """When something was done, as told, else when it was recorded."""
    return when(entry.delivery.time or entry.recorded_at)


def when(at: str) -> str:
    """An instant of the record, to the second."""
    return at[:19].replace("T", " ")
