"""Pictures of tables: what lies there is drawn, said in words, and never told by colour alone."""

import re
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import product
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from ledger.values.cards import RANKS, SUITS
from projections.answers.boards import build_boards
from projections.messages.catalogue import Catalogue, languages
from projections.pictures import compare
from projections.pictures.drawing import RED, symbol
from projections.pictures.scene import build_scene, decisive_step, describe_scene
from projections.pictures.table import DENOMINATIONS, SMALLER, draw_table, stack_of
from projections.timeline.timeline import timeline_steps
from replay.ruling.ruling import Ruling
from tests.projections import floor

Ruled = Mapping[str, Ruling]
SVG: Final = "{http://www.w3.org/2000/svg}"
ENGLISH: Final = Catalogue()


def picture(ruled: Ruled, name: str, at: int | None = None, words: Catalogue = ENGLISH) -> ET.Element:
    shown = build_scene(ruled[name], words, at)
    return ET.fromstring(draw_table(shown, words))


def written(drawn: ET.Element) -> list[str]:
    return [text.text or "" for text in drawn.iter(f"{SVG}text")]


def cards_of(drawn: ET.Element) -> list[str]:
    return [use.get("href", "") for use in drawn.findall(f"{SVG}use")]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", floor.ROUNDS)
def test_every_picture_of_every_step_has_a_title_and_a_description(ruled: Ruled, name: str, language: str) -> None:
    words = Catalogue(language)
    for step in range(1, len(timeline_steps(ruled[name])) + 1):
        drawn = picture(ruled, name, step, words)
        assert name in (drawn.findtext(f"{SVG}title") or "")
        assert len(drawn.findtext(f"{SVG}desc") or "") > 20
        assert drawn.get("role") == "img"
        assert "[en]" not in ET.tostring(drawn, encoding="unicode")


@pytest.mark.parametrize("name", floor.ROUNDS)
def test_a_picture_is_the_same_every_time_and_names_nothing_outside(ruled: Ruled, name: str) -> None:
    shown = build_scene(ruled[name], ENGLISH)
    drawn = draw_table(shown, ENGLISH)
    assert drawn == draw_table(shown, ENGLISH)
    assert set(re.findall(r'(?:href="|url\()([^")]*)', drawn)) == {
        reference for reference in re.findall(r'(?:href="|url\()([^")]*)', drawn) if reference.startswith("#")
    }
    ids = re.findall(r'\bid="([^"]*)"', drawn)
    assert len(ids) == len(set(ids))
    assert {reference[1:] for reference in re.findall(r'href="([^"]*)"', drawn)} <= set(ids)


def test_the_third_card_of_an_overdrawn_hand_lies_across_and_is_called_wrong(ruled: Ruled) -> None:
    at = decisive_step(ruled[floor.OVERDRAWN], timeline_steps(ruled[floor.OVERDRAWN]))
    drawn = picture(ruled, floor.OVERDRAWN, at)
    assert cards_of(drawn) == ["#card-6h", "#card-Kh", "#card-2h", "#card-9c", "#card-9d"]
    assert [use.get("href") for use in drawn.iter(f"{SVG}use") if "rotate(90" in use.get("transform", "")] == ["#card-2h"]
    assert {"PUNTO", "BANCO", "wrong", "!", "125.00 GBP"} <= set(written(drawn))


def test_a_card_that_was_due_and_not_given_is_shown_where_it_is_missing(ruled: Ruled) -> None:
    """Banco with 0 draws to punto's king; the king itself is in order."""
    at = decisive_step(ruled[floor.UNDERDRAWN], timeline_steps(ruled[floor.UNDERDRAWN]))
    drawn = picture(ruled, floor.UNDERDRAWN, at)
    assert "not given" in written(drawn)
    assert "wrong" not in written(drawn)
    assert any(rect.get("stroke-dasharray") for rect in drawn.iter(f"{SVG}rect"))


def test_boxes_lie_from_the_dealer_s_left_on_the_right_of_who_looks_at_him(ruled: Ruled) -> None:
    drawn = picture(ruled, floor.EMPTY_BOX)
    across = {text.text: int(text.get("x", "0")) for text in drawn.iter(f"{SVG}text")}
    in_play = [f"box {number}" for number in (1, 2, 3, 5)]
    assert in_play == sorted((label for label in across if label and "box" in label), key=lambda label: -across[label])
    empty = sorted(int(disc.get("cx", "0")) for disc in drawn.findall(f"{SVG}circle[@r='17']"))
    assert len(empty) == 3, "boxes 4, 6 and 7, of which none has a wager or a card"
    assert empty[0] < empty[1] < across["box 5"] < empty[2] < across["box 3"]


def test_what_does_not_move_lies_where_it_lay(ruled: Ruled) -> None:
    """Room is kept from the beginning for what comes later: a split, a double, the cards."""
    for name in (floor.SHARED, floor.EMPTY_BOX):
        last = len(timeline_steps(ruled[name]))
        early, late = (picture(ruled, name, step) for step in (4, last))
        assert early.get("viewBox") == late.get("viewBox")
        boxes = [[rect.attrib for rect in drawn.findall(f"{SVG}rect[@rx='8']")] for drawn in (early, late)]
        assert boxes[0] == boxes[1]


@pytest.mark.parametrize(
    ("amount_minor", "digits", "worth"),
    [
        (0, 2, []),
        (50, 2, [0]),
        (1_250, 2, [5, 5, 1, 1, 0]),
        (13_100, 2, [100, 25, 5, 1]),
        (700, 0, [500, 100, 100]),
        (9_999_900, 2, [5000] * 5),
    ],
)
def test_chips_are_stacked_by_denomination_and_five_at_most_are_shown(
    amount_minor: int, digits: int, worth: list[int]
) -> None:
    colours = {**dict(DENOMINATIONS), 0: SMALLER}
    assert stack_of(amount_minor, digits) == tuple(colours[each] for each in worth)


def test_a_shared_box_shows_its_split_hands_the_double_across_and_every_player(ruled: Ruled) -> None:
    drawn = picture(ruled, floor.SHARED)
    assert [use.get("href") for use in drawn.iter(f"{SVG}use") if "rotate(90" in use.get("transform", "")] == ["#card-9s"]
    texts = written(drawn)
    assert {"split 1", "split 2", "anna-berger", "Bertil", "50.00 CZK"} <= set(texts)
    assert "20" in texts, "8 3 9 on the first hand"
    assert "18" in texts, "8 10 on the second"


def test_the_ball_the_dolly_and_the_chips_are_on_the_wheel_and_the_layout(ruled: Ruled) -> None:
    drawn = picture(ruled, floor.SPUN)
    texts = written(drawn)
    assert {"ball in 17", "dolly 17", "dozen 2", "1 to 18", "19 to 36", "2:1"} <= set(texts)
    assert "The ball rests in 17 (black)." in (drawn.findtext(f"{SVG}desc") or "")
    for number in range(37):
        assert texts.count(str(number)) >= 2, "on the wheel and on the layout"
    assert texts.count("R") == texts.count("B") == 2 * 18, "every number bears the letter of its colour"


def test_a_no_spin_shows_as_one_until_the_ball_is_spun_anew(ruled: Ruled) -> None:
    for language, ground in (("en", "with the wheel"), ("de", "in der Richtung des Kessels")):
        words = Catalogue(language)
        shown = {step: picture(ruled, floor.NO_SPIN, step, words) for step in (6, 7, 8, 9)}
        signed = [step for step, drawn in shown.items() if {"NO SPIN", ground} <= set(written(drawn))]
        assert signed == [7, 8], "from the call on, when the ball has come to rest too"
    described = shown[8].findtext(f"{SVG}desc") or ""
    assert "No Spin wurde angesagt, Grund: in der Richtung des Kessels." in described
    assert "Die Kugel läuft." in (shown[9].findtext(f"{SVG}desc") or "")


def test_a_call_bet_lies_in_its_pieces_and_is_marked_on_the_wheel_s_numbers(ruled: Ruled) -> None:
    """Orphans lie on five places; what lies on the print of the wheel is on the layout when it has won."""
    before, after = (picture(ruled, floor.NO_SPIN, step) for step in (9, 11))
    stacks = [[group.findtext(f"{SVG}text") for group in drawn.findall(f"{SVG}g")] for drawn in (before, after)]
    assert [lying.count("2") for lying in stacks] == [1 + 5, 1 + 5], "beside what is said of it, and on the layout"
    assert [lying.count("3") for lying in stacks] == [1, 1 + 1]
    marks = [text.text for text in before.findall(f"{SVG}text[@font-size='10']")]
    assert (marks.count("2"), marks.count("3")) == (8, 5)


def test_the_two_boards_join_every_card_that_moved_by_letters(ruled: Ruled) -> None:
    """Box 3 had no wager: its seven belongs to box 5, and the six that came there is the shoe's next card."""
    ruling = ruled[floor.EMPTY_BOX]
    both = build_boards(ruling, ruling.branches[0].outcome)
    assert both is not None
    moved = {(card.card, card.origin[0], card.target[0] if card.target else card.pile) for card in both.misplaced_cards}
    assert moved == {("7s", "box3", "box5"), ("6s", "box5", "next")}
    drawn = compare.BoardComparison(ruling, both, ENGLISH)
    texts = written(ET.fromstring(drawn.draw()))
    assert [texts.count(card.letter) for card in both.misplaced_cards] == [2, 2]
    assert {"as dealt", "as it should have been", "the shoe, as the next card"} <= set(texts)
    assert "7♠, belongs not to box 3 but to box 5." in drawn.description


def test_a_coup_put_right_at_the_table_is_compared_as_it_was_dealt(ruled: Ruled) -> None:
    ruling = ruled[floor.OVERDRAWN]
    both = build_boards(ruling, ruling.branches[0].outcome)
    assert both is not None
    assert both.dealt["punto"] == ("6h", "Kh", "2h")
    assert [(card.card, card.target, card.pile) for card in both.misplaced_cards] == [("2h", None, "burn")]


def test_a_description_names_every_hand_and_every_wager(ruled: Ruled) -> None:
    description = describe_scene(build_scene(ruled[floor.EMPTY_BOX], ENGLISH), ENGLISH)
    for sentence in ("box 1: 10♦ 4♥, 14.", "box 3: 7♠, 7.", "the dealer: K♦, 10.", "Bertil 160.00 CZK on box 2."):
        assert sentence in description


def test_the_deck_is_the_one_of_its_lock() -> None:
    deck = files("projections.pictures") / "deck"
    lock = tomllib.loads((deck / "LOCK.toml").read_text(encoding="utf-8"))
    there = {file.name: file.read_bytes() for file in deck.iterdir() if file.name.endswith(".svg")}
    assert {name: "sha256:" + sha256(data).hexdigest() for name, data in there.items()} == lock["files"]
    assert len(there) == 52 + 1
    assert lock["package"]["version"] == "0.5.0"
    assert lock["package"]["licence"] == "CC0-1.0"


@pytest.mark.parametrize("card", ["".join(pair) for pair in product(RANKS, SUITS)])
def test_every_card_is_recoloured_and_refers_to_itself_alone(card: str) -> None:
    two, four = (ET.tostring(symbol(card, four_colours=four), encoding="unicode") for four in (False, True))
    assert '"red"' not in two
    assert (RED in two) == (card[1] in "hd")
    assert (two != four) == (card[1] in "dc")
    for reference in re.findall(r'href="#([^"]*)"', two):
        assert f'id="{reference}"' in two
