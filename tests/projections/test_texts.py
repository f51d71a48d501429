"""The texts of reports: every language has every text, and a sentence for everything that can be found or can happen."""

from pathlib import Path
from typing import Final

import orjson
import pytest

from ledger.events import REGISTRY, Event
from projections.messages.catalogue import Catalogue, labels, languages, particulars, with_suit_signs
from projections.messages.catalogue import _texts as texts_of
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.judging.finding import Finding, kind_of
from replay.ruling.finding_kinds import finding_kinds

KINDS: Final = tuple(kind.name for kind in finding_kinds())
OTHERS: Final = tuple(language for language in languages() if language != "en")


def finding(kind: str) -> Finding:
    """A finding with every particular that its English sentence has, as judging writes them."""
    given = {"place": "box 3", "due": "the dealer", "card": "7s", "has": "Td 4h", "player": "P1", "what": "double"}
    about = {name: given.get(name, f"«{name}»") for name in particulars(kind_of(kind).text)}
    return Finding(kind, (), 1, about)


def test_there_are_english_and_german() -> None:
    assert {"en", "de"} <= set(languages())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_finding_has_a_sentence(kind: str, language: str) -> None:
    sentence = Catalogue(language).finding(finding(kind))
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0] in "„«"
    assert "[en]" not in sentence
    assert "{" not in sentence
    for name in particulars(kind_of(kind).text):
        if f"«{name}»" in finding(kind).text:
            assert f"«{name}»" in sentence, f"{language} leaves out {name}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_each_thing_in_its_own_words_and_with_the_same_particulars(language: str) -> None:
    english, own = texts_of("en"), texts_of(language)
    expected = {key: text for key, text in english.items() if not key.startswith("value.")}
    assert set(expected) == {key for key in own if not key.startswith(("finding.", "value."))}
    for key, text in expected.items():
        assert particulars(own[key]) == particulars(text), key
    for kind in KINDS:
        assert own[f"finding.{kind}"] != kind_of(kind).text


def test_cards_are_told_by_their_signs_and_names_are_left_alone() -> None:
    sentence = Catalogue("de").finding(Finding("card_astray", (), 1, {"card": "Th", "place": "box 3", "due": "the dealer"}))
    assert sentence == "Karte 10♥ wurde gelegt an: Box 3; sie gehörte an: die Bank."
    touched = Catalogue("en").finding(Finding("card_touched", (), 1, {"player": "7s"}))
    assert touched == "Player 7s touched a card."
    assert with_suit_signs("Ts Jd to box 2, P2") == "10♠ J♦ to box 2, P2"


def test_what_a_language_lacks_is_told_in_english_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {key: text for key, text in texts_of("de").items() if key not in ("finding.overdraw", "report.asked")}
    english = texts_of("en")
    monkeypatch.setattr("projections.messages.catalogue._texts", lambda language: german if language == "de" else english)
    words = Catalogue("de")
    assert words.say("report.asked") == "The question [en]"
    assert labels(words, "report")["asked"] == "The question [en]"
    over = Finding("overdraw", (), 1, {"place": "punto", "total": 6, "given": "", "card": "2h"})
    assert words.finding(over) == "The hand of punto with 6 was given 2♥, which was not due. [en]"


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
