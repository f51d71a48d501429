"""An edition is refused for the row that is wrong, and a shipped one has every clause of its document."""

from hashlib import sha256
from typing import Final

import pytest

from ledger.errors import MalformedRulebook
from replay.editions.loader import SHIPPED_RULEBOOKS, parse_edition, shipped_edition, shipped_text, unused_readings
from replay.games.baccarat.parameters import PARAMETERS

DIGESTS: Final = {"dcb": "sha256:caa6998533482fa51a8d36eaf1c81a4b3a291d0bf63a2c163be427120b80b80f"}
"""An edition is frozen once it is released: a change of its text makes a new edition, never a new digest here."""

KINDS: Final = {
    "R": (
        "DCB-2 DCB-2a? DCB-2b? DCB-3 DCB-4 DCB-5 DCB-6 DCB-7 DCB-8 DCB-9 DCB-10 DCB-11 DCB-11a? DCB-12 DCB-12a? DCB-12b? "
        "DCB-13 DCB-14 DCB-15 DCB-16 DCB-17 DCB-17a? DCB-18 DCB-19 DCB-20 DCB-21 DCB-21a? DCB-21b? DCB-21c? DCB-21d? "
        "DCB-21e? DCB-21f? DCB-21g? DCB-U1 DCB-U2 DCB-U3? DCB-T1 DCB-T2 DCB-T3"
    ),
    "S": "DCB-ERR DCB-DEAL DCB-BETS DCB-T0 DCB-ROUND",
    "N": "DCB-1 DCB-1a DCB-H0 DCB-H1",
    "E": "DCB-H2",
}
"""The clauses of Double Chance Baccarat, by kind."""

TEXT: Final = shipped_text("dcb")


def changed(*pairs: tuple[str, str]) -> str:
    """The shipped text with these pieces replaced, each of which must be there once."""
    text = TEXT
    for before, after in pairs:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def refusal(text: str) -> str:
    with pytest.raises(MalformedRulebook) as refused:
        parse_edition(text)
    message = str(refused.value)
    assert "\n" not in message
    return message


VALUE: Final = '"wager.coups" = { value = 1, clause = "DCB-6" }'
RESOLVED: Final = '[resolved."DCB-12a?"]\nreading = "a"'

WRONG: Final = {
    "a value that cites a clause of another document": (
        (VALUE, VALUE.replace("DCB-6", "SCB-6")),
        "value wager.coups cites SCB-6, a clause of another document than Double Chance Baccarat",
    ),
    "a clause of another document": (
        ('[clauses."DCB-6"]', '[clauses."SCB-6"]'),
        "clauses cites SCB-6, a clause of another document",
    ),
    "a value that cites a clause that is not there": (
        (VALUE, VALUE.replace("DCB-6", "DCB-66")),
        "value wager.coups cites DCB-66, which is not among the edition's clauses",
    ),
    "a finding that cites a clause that is not there": (
        ('carried_over = "DCB-6"', 'carried_over = "DCB-66"'),
        "conduct carried_over cites DCB-66, which is not among the edition's clauses",
    ),
    "a finding that cites another document": (
        ('carried_over = "DCB-6"', 'carried_over = "FBJ-6"'),
        "conduct carried_over cites FBJ-6, a clause of another document",
    ),
    "a figure that cites another document": (
        ('any_tie = { edge = "4.84%", clause = "DCB-H1" }', 'any_tie = { edge = "4.84%", clause = "CCL-1" }'),
        "published any_tie cites CCL-1, a clause of another document",
    ),
    "readings of a clause that is not there": (
        ('[readings."DCB-21b?".readings]', '[readings."DCB-99?".readings]'),
        "readings cites DCB-99?, which is not among the edition's clauses",
    ),
    "a resolution of a clause that is not there": (
        ('[resolved."DCB-12a?"]', '[resolved."DCB-99?"]'),
        "resolved cites DCB-99?, which is not among the edition's clauses",
    ),
    "a silent document without a source": (
        ('source = "in the spirit of DCB-2; the document is silent"\n', ""),
        "clauses DCB-ROUND: where the document is silent (S) the source of the answer is named",
    ),
    "a resolution to a reading that is none": (
        (RESOLVED, RESOLVED.replace('"a"', '"z"')),
        "resolved DCB-12a?: 'z' is no reading of it",
    ),
    "a resolution of a clause without readings": (
        ('[resolved."DCB-12a?"]', '[resolved."DCB-U3?"]'),
        "resolved DCB-U3?: 'a' is no reading of it",
    ),
    "readings of a clause that is not ambiguous": (
        ('[readings."DCB-21b?".readings]', '[readings."DCB-21".readings]'),
        "readings DCB-21: only a clause whose id ends in ? is ambiguous",
    ),
    "one reading only": (
        ('\nb = "only the number of cards counts"', ""),
        "readings.DCB-21f?.readings: ",
    ),
    "a value that is missing": ((VALUE, ""), "values missing: wager.coups"),
    "a part of which not all is said": (
        ('"3g8.odds" = { value = "180:1", clause = "DCB-T3" }\n', ""),
        "values missing: 3g8.odds",
    ),
    "a share that is agreed and has no range": (
        (
            """"tie.least_share_bp" = { value = 200, clause = "DCB-17" }
"tie.most_share_bp" = { value = 1000, clause = "DCB-17" }
""",
            "",
        ),
        "values missing: tie.least_share_bp, tie.most_share_bp",
    ),
    "a value that no code reads": (
        (VALUE, VALUE + "\n" + VALUE.replace("wager.coups", "wager.colour")),
        "values that the game does not know: wager.colour",
    ),
    "a value without a clause": (
        (VALUE, '"wager.coups" = { value = 1 }'),
        "value wager.coups cites no clause; write clause =",
    ),
    "a value with something besides": (
        (VALUE, VALUE.replace("value = 1", "value = 1, note = 2")),
        "values.wager.coups.note: Extra inputs are not permitted",
    ),
    "odds with a hyphen": (('value = "9:1"', 'value = "9-1"'), "value any_tie.odds: "),
    "odds as a number": (('value = "9:1"', "value = 9"), "value any_tie.odds: "),
    "odds to nothing": (('value = "9:1"', 'value = "9:0"'), "value any_tie.odds: "),
    "a list where a table is due": (
        ('"ur_way.odds" = { value = {}, ', '"ur_way.odds" = { value = [44], '),
        "value ur_way.odds: ",
    ),
    "a table where a list is due": (
        ('"punto.draws_on" = { value = [0, 1, 2, 3, 4, 5], ', '"punto.draws_on" = { value = { 0 = 1 }, '),
        "value punto.draws_on: ",
    ),
    "text where a number is due": (
        ('{ value = 8, clause = "DCB-4" }', '{ value = "8", clause = "DCB-4" }'),
        "shoe.decks: ",
    ),
    "a decimal where a number is due": (
        ('{ value = 8, clause = "DCB-4" }', '{ value = 8.0, clause = "DCB-4" }'),
        "value shoe.decks: ",
    ),
    "no deck at all": (('{ value = 8, clause = "DCB-4" }', '{ value = 0, clause = "DCB-4" }'), "value shoe.decks: "),
    "more pips than there are": (('"natural.from" = { value = 8,', '"natural.from" = { value = 10,'), "natural.from: "),
    "a hand that is none": (
        ('"deal.third_cards" = { value = ["punto", "banco"],', '"deal.third_cards" = { value = ["punto", "dealer"],'),
        "value deal.third_cards.1: ",
    ),
    "a word that is none of those": (
        ('"tie.main_bets" = { value = "agreed_share",', '"tie.main_bets" = { value = "half",'),
        "value tie.main_bets: ",
    ),
    "a share of more than all": (
        ('"tie.most_share_bp" = { value = 1000,', '"tie.most_share_bp" = { value = 10001,'),
        "value tie.most_share_bp: ",
    ),
    "a kind of clause that there is not": (('kind = "E"', 'kind = "X"'), "clauses.DCB-H2.kind: "),
    "a clause's id that is none": (('[clauses."DCB-6"]', '[clauses."Rule 6"]'), "clauses.Rule 6"),
    "a game that there is not": (
        ('game = "baccarat"', 'game = "faro"'),
        "this version of recoup has no game 'faro'; it has baccarat, blackjack and roulette",
    ),
    "the values of another game": (('game = "baccarat"', 'game = "roulette"'), "values missing: "),
    "a day that there is not": (("in_force = 2000-01-01", 'in_force = "soon"'), "edition.in_force"),
    "an edition's name that is none": (('edition = "2026.2"', 'edition = "2026 1"'), "edition.edition: "),
    "an edge without a percent sign": (
        ('any_tie = { edge = "4.84%"', 'any_tie = { edge = "4.84"'),
        "published.any_tie.edge: ",
    ),
    "who decides is not said": (('authority = "management"\n', ""), "edition.authority: Field required"),
    "a row that the sheet does not have": (
        ("[values]", "[wishes]\na = 1\n[values]"),
        "wishes: Extra inputs are not permitted",
    ),
    "text that is not TOML": (("[values]", "[values"), "the edition is not TOML: "),
    "a row that is there twice": ((VALUE, VALUE + "\n" + VALUE), "the edition is not TOML: "),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_edition_is_refused_for_the_row_that_is_wrong(case: str) -> None:
    pair, message = WRONG[case]
    assert message in refusal(changed(pair))


def test_all_that_is_wrong_with_the_form_is_said_at_once() -> None:
    message = refusal(changed(('kind = "E"', 'kind = "X"'), ('edition = "2026.2"', 'edition = "2026 1"')))
    assert "edition.edition: " in message
    assert "clauses.DCB-H2.kind: " in message


@pytest.mark.parametrize("text", ["", "[edition]", "edition = 3", "\x00", "clauses = []"])
def test_what_is_no_edition_at_all_is_refused(text: str) -> None:
    assert refusal(text).startswith("the edition")


@pytest.mark.parametrize("name", SHIPPED_RULEBOOKS)
def test_a_shipped_edition_is_frozen(name: str) -> None:
    digest = "sha256:" + sha256(shipped_text(name).encode()).hexdigest()
    assert shipped_edition(name).digest == digest == DIGESTS.get(name, digest)


def test_the_shipped_edition_has_every_clause_of_its_document() -> None:
    clauses = {clause: row.kind for clause, row in shipped_edition("dcb").sheet.clauses.items()}
    assert clauses == {clause: kind for kind, listed in KINDS.items() for clause in listed.split()}
    assert len(clauses) == 49


def test_every_ambiguity_but_the_missing_odds_has_readings() -> None:
    sheet = shipped_edition("dcb").sheet
    assert set(sheet.readings) == {clause for clause in sheet.clauses if clause.endswith("?")} - {"DCB-U3?"}
    assert {clause: len(row.readings) for clause, row in sheet.readings.items() if len(row.readings) != 2} == {
        "DCB-12b?": 3,
        "DCB-21a?": 3,
    }


def test_what_is_settled_already_is_said_with_its_source() -> None:
    sheet = shipped_edition("dcb").sheet
    settled = {"DCB-2a?", "DCB-2b?", "DCB-11a?", "DCB-12a?", "DCB-12b?", "DCB-17a?"}
    assert {clause: row.reading for clause, row in sheet.resolved.items()} == dict.fromkeys(settled, "a")
    assert all(row.source for row in sheet.resolved.values())


def test_every_value_of_the_game_cites_a_clause() -> None:
    edition = shipped_edition("dcb")
    assert set(edition.values) == set(PARAMETERS)
    given = {clause for name, (_, clause) in edition.values.items() if name in edition.sheet.values}
    assert given <= set(edition.sheet.clauses)
    assert {clause for name, (_, clause) in edition.values.items() if name not in edition.sheet.values} <= {""}


def test_the_same_text_is_the_same_edition() -> None:
    edition, other = parse_edition(TEXT), parse_edition(TEXT)
    assert edition == other
    assert parse_edition(TEXT + "\n# nothing new\n").digest != edition.digest


def test_a_house_s_own_resolution_holds_besides() -> None:
    edition = shipped_edition("dcb")
    own = edition.with_resolutions({"DCB-21a?": "c"})
    assert own.resolved_letters == {**edition.resolved_letters, "DCB-21a?": "c"}
    assert edition.with_resolutions({}) is edition


@pytest.mark.parametrize("name", SHIPPED_RULEBOOKS)
def test_every_reading_of_a_shipped_edition_is_heeded_by_a_value(name: str) -> None:
    assert unused_readings(shipped_edition(name)) == []


def test_a_reading_that_no_value_turns_on_is_told() -> None:
    own = '[clauses."DCB-30?"]\nkind = "R"\ntitle = "New"\ntext = "New."\n'
    both = '[readings."DCB-30?".readings]\na = "one"\nb = "two"\n'
    assert unused_readings(parse_edition(f"{TEXT}\n{own}{both}")) == [
        "readings DCB-30?: no value turns on it; give the value that does one for each reading, with this clause, "
        "or take the readings out"
    ]


def test_two_readings_with_the_same_values_are_told() -> None:
    text = shipped_text("eca-championship")
    row = '{ readings = { a = "given", b = "sum" }, clause = "ECA-D1a?" }'
    assert row in text
    (message,) = unused_readings(parse_edition(text.replace(row, row.replace('"sum"', '"given"'))))
    assert message.startswith("readings ECA-D1a?: (a) and (b) give the same value everywhere; write what sets them apart")


def test_an_edition_from_before_a_key_had_one_heeds_its_readings_by_their_number() -> None:
    """Its text is frozen and has no such row."""
    lines = [line for line in TEXT.splitlines() if 'clause = "DCB-2b?"' not in line]
    assert len(lines) < len(TEXT.splitlines())
    assert unused_readings(parse_edition("\n".join(lines))) == []
