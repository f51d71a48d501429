"""Answers and awards as they are typed: `P1=upheld:4500` and `P1=BJ-1/2026-01-20/1:w1:12500`."""

from typing import Any

from ledger.errors import MalformedDecision


def answers_of(said: list[str], awards: list[str]) -> list[dict[str, Any]]:
    """`P1=upheld:4500` and `P1=BJ-1/2026-01-20/1:w1:12500` as an answer. Raises MalformedDecision."""
    found: list[dict[str, Any]] = []
    try:
        for text in said:
            player, rest = text.split("=", 1)
            outcome, *amounts = rest.split(":")
            pay, kindly = [*map(int, amounts), 0, 0][:2]
            own = [award.split("=", 1)[1].rsplit(":", 2) for award in awards if award.split("=", 1)[0] == player]
            given = [{"round": name, "wager": wager, "due_minor": int(due_minor)} for name, wager, due_minor in own]
            found.append(
                {"player": player, "outcome": outcome, "pay_minor": pay, "ex_gratia_minor": kindly, "awards": given}
            )
    except (ValueError, IndexError) as error:
        raise MalformedDecision(
            "an answer is written PLAYER=OUTCOME:PAY:EX_GRATIA and an award PLAYER=ROUND:WAGER:DUE, amounts in minor units"
        ) from error
    if strange := {award.split("=", 1)[0] for award in awards} - {one["player"] for one in found}:
        raise MalformedDecision(f"{', '.join(sorted(strange))} has an award and no answer; give both")
    return found
