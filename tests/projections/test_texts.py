"""The texts of reports: every language has every text, and a sentence for everything that can be found or can happen."""

import pickle
from pathlib import Path
from typing import Final

import orjson
import pytest

from ledger.events import REGISTRY, Event
from ledger.events.decisions import AuthorityAct, DecisionRefused
from ledger.values.message import Message, Term, listed
from projections.messages import catalogue, extract
from projections.messages.catalogue import CLAUSE, SENTENCE, Catalogue, labels, languages, particulars, with_suit_signs
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.judging.finding import Finding, kind_of
from replay.ruling.finding_kinds import finding_kinds

KINDS: Final = tuple(kind.name for kind in finding_kinds())
ACTS: Final = sorted(
    getattr(kind, "ACT", "") or kind.WORD
    for kind in REGISTRY.values()
    if issubclass(kind, AuthorityAct) and kind is not DecisionRefused
)


def finding(kind: str) -> Finding:
    """A finding with every particular that its English sentence has, as judging writes them."""
    given = {
        "place": Message("box {box}", box=3),
        "due": Term("the dealer"),
        "card": "7s",
        "has": "Td 4h",
        "player": "P1",
        "what": "double",
    }
    about = {name: given.get(name, f"«{name}»") for name in particulars(kind_of(kind).text)}
    return Finding(kind, (), 1, about)


def test_there_are_english_and_german() -> None:
    assert {"en", "de"} <= set(languages())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_finding_has_a_sentence(kind: str, language: str) -> None:
    sentence = Catalogue(language).finding(finding(kind))
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] in "„«"  # a card, a quotation, a name
    assert "[en]" not in sentence
    assert "{" not in sentence
    for name in particulars(kind_of(kind).text):
        if f"«{name}»" in finding(kind).text:
            assert f"«{name}»" in sentence, f"{language} leaves out {name}"


def test_the_template_has_every_english_text() -> None:
    assert extract.TEMPLATE.read_bytes() == extract.written(extract.template()), "`make messages` writes it anew"


@pytest.mark.parametrize("path", extract.catalogue_files(), ids=lambda path: path.parts[-3])
def test_a_language_says_each_thing_in_its_own_words_and_with_the_same_particulars(path: Path) -> None:
    catalog = extract.read(path)
    assert path.read_bytes() == extract.written(extract.updated(catalog), path.parts[-3]), "`make messages` brings it up"
    texts = {(str(message.context), str(message.id)): message for message in catalog if message.id}
    assert set(texts) == set(extract.texts())
    for (context, text), message in texts.items():
        if context == CLAUSE and not message.string:
            continue  # it is told in English and marked
        assert message.string, f"{context}: {text} has no translation"
        assert not message.fuzzy, f"{context}: {text} was changed"
        assert particulars(str(message.string)) == particulars(text) or context == CLAUSE, text
        assert message.string != text or context != SENTENCE, text


def test_a_text_that_has_changed_is_told_in_english_until_somebody_has_looked_at_it() -> None:
    catalog = extract.template()
    ((_, english), *_) = extract.texts()
    catalog.delete(english, "step.place_bets")
    catalog.add("put down your bets", "„Bitte das Spiel zu machen“", context="step.place_bets")
    (message,) = [message for message in extract.updated(catalog) if message.context == "step.place_bets"]
    assert (message.id, message.string, message.fuzzy) == (english, "„Bitte das Spiel zu machen“", True)


def test_cards_are_told_by_their_signs_and_names_are_left_alone() -> None:
    places = {"place": Message("box {box}", box=3), "due": Term("the dealer")}
    sentence = Catalogue("de").finding(Finding("card_astray", (), 1, {"card": "Th", **places}))
    assert sentence == "10♥ wurde zu Box 3 gelegt, gehörte aber zu der Bank."
    touched = Catalogue("en").finding(Finding("card_touched", (), 1, {"player": "7s"}))
    assert touched == "Player 7s touched a card."
    named_like_a_word = Catalogue("de").finding(Finding("card_touched", (), 1, {"player": "dealer"}))
    assert named_like_a_word == "Spieler dealer berührte eine Karte."
    assert with_suit_signs("Ts Jd ?? 9?") == "10♠ J♦ ?? 9·"


def test_a_message_is_said_again_from_its_parts() -> None:
    places = [Term("punto"), Message("hand {number} of box {box}", number=2, box=3), Term("a place of the house's own")]
    message = Message("{card} lies at {place} and belongs to {due}", card="Th", place=listed(places), due=Term("nobody"))
    assert message == "Th lies at punto, hand 2 of box 3, a place of the house's own and belongs to nobody"
    assert Catalogue("de").value(message) == (
        "10♥ liegt bei Punto, Hand 2 von Box 3, a place of the house's own und gehört zu niemandem"
    )
    assert pickle.loads(pickle.dumps(message)).particulars["place"].template == "{item}, {rest}"
    assert Catalogue("de").value(Message("{card} was eaten", card="7s")) == "7♠ was eaten [en]"
    assert Catalogue("de").term("championship_director") == "Turnierleitung"


def test_what_a_language_lacks_is_told_in_english_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    overdraw, asked = kind_of("overdraw").text, ("report.asked", "The question")
    lacking = {SENTENCE: overdraw}
    german = {
        (context, text): own
        for (context, text), own in catalogue._translations("de").items()
        if lacking.get(context) != text and (context, text) != asked
    }
    monkeypatch.setattr(catalogue, "_translations", lambda _: german)
    words = Catalogue("de")
    assert words.say("report.asked") == "The question [en]"
    assert labels(words, "report")["asked"] == "The question [en]"
    over = Finding("overdraw", (), 1, {"place": "punto", "total": 6, "given": "", "card": "2h"})
    assert words.finding(over) == "Punto had 6 points and should have stood; the dealer gave it 2♥. [en]"


@pytest.mark.parametrize("act", ACTS)
def test_every_decision_at_a_table_has_a_sentence(act: str) -> None:
    assert f"decision.{act}" in catalogue.english_texts()
    assert f"act.{act}" in catalogue.english_texts()


GOLDEN: Final = Path(__file__).parents[1] / "ledger" / "golden" / "envelopes.ndjson"
ON_THE_FLOOR: Final = ("ledger.events.play", "ledger.events.wheel")
"""The modules of what happens in a round; what concerns the table as a whole may go without a sentence."""


def examples() -> dict[str, Event]:
    """One event of each topic of a round."""
    stored = [orjson.loads(line) for line in GOLDEN.read_bytes().splitlines()]
    kinds = {entry["topic"]: (REGISTRY[entry["topic"]], entry["data"]) for entry in stored if entry["topic"] in REGISTRY}
    return {t: kind.model_validate(data) for t, (kind, data) in kinds.items() if kind.__module__ in ON_THE_FLOOR}


@pytest.mark.parametrize("topic", sorted(examples()))
def test_everything_that_happens_in_a_round_is_told_in_every_language(topic: str) -> None:
    event = examples()[topic]
    texts = {
        language: describe_event(event, EventFormatter(amount_formatter(2, "GBP"), words=Catalogue(language)))
        for language in languages()
    }
    assert len(set(texts.values())) == len(texts), texts
    assert not any("[en]" in text or "{" in text for text in texts.values())
