"""Reading an ambiguity: what is compared decides whether it matters, what holds is what the house has resolved."""

from dataclasses import dataclass, field

from replay.rulebook import shipped
from replay.rules import Rules


@dataclass(frozen=True)
class Answer:
    money: int
    said: str = field(compare=False)


def read(resolved: dict[str, str], **money: int) -> tuple[Answer, Rules]:
    rules = Rules(shipped("dcb").with_resolved(resolved))
    answers = {letter: (lambda letter=letter, minor=minor: Answer(minor, letter)) for letter, minor in money.items()}
    return rules.read("DCB-21f?", answers), rules


def test_where_all_readings_agree_the_first_answers_and_nothing_is_cited() -> None:
    answer, rules = read({}, a=5, b=5)
    assert (answer.said, rules.cites, rules.touched) == ("a", set(), {})


def test_where_all_agree_and_the_house_has_resolved_its_reading_answers() -> None:
    answer, rules = read({"DCB-21f?": "b"}, a=5, b=5)
    assert (answer.said, rules.cites, rules.touched) == ("b", set(), {})


def test_where_they_differ_the_resolved_one_answers_and_is_cited() -> None:
    answer, rules = read({"DCB-21f?": "b"}, a=5, b=6)
    assert (answer.said, rules.cites, rules.touched) == ("b", {"DCB-21f?"}, {})
