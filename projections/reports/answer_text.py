"""What a case answers to a player, in words: what became of the claim, what is paid, and what of it is outstanding."""

from ledger.events.cases import Answer
from projections.messages.catalogue import Catalogue
from projections.timeline.event_text import FormatMoney


def answer_line(answer: Answer, name: str, words: Catalogue, money: FormatMoney) -> str:
    """An answer in a line without a full stop; `name` is what the player is called by."""
    key = {(False, False): "none", (True, False): "pay", (False, True): "gratia", (True, True): "both"}
    return words.say(
        f"case.answer_{key[bool(answer.pay_minor), bool(answer.ex_gratia_minor)]}",
        player=name,
        outcome=words.say(f"case.{answer.outcome}"),
        amount=money(answer.pay_minor),
        gratia=money(answer.ex_gratia_minor),
    )


def answer_sentences(answer: Answer, name: str, left_minor: int, words: Catalogue, money: FormatMoney) -> str:
    """An answer, and what of it is outstanding; `left_minor` is that in minor units."""
    total = answer.pay_minor + answer.ex_gratia_minor
    key = (
        "no_payment"
        if not total
        else "paid_in_full"
        if left_minor <= 0
        else "outstanding_all"
        if left_minor == total
        else "outstanding"
    )
    status = words.say(f"case.{key}", amount=money(left_minor), total=money(total))
    return f"{answer_line(answer, name, words, money)}. {status}"
