"""What a line of a paper says of a round: how it stands, what was ruled, who decides."""

from projections.words import Words
from replay.ruling.ruling import Ruling, standing


def stands(ruling: Ruling, words: Words) -> str:
    """How a round stands."""
    return words.say(f"round_standing.{standing(ruling.round)}")


def ruled(ruling: Ruling, words: Words) -> str:
    """The verdict in a few words."""
    if ruling.verdict == "void" and ruling.round.holding:
        return words.say("round_standing.void")
    return words.say(f"case_verdict.{ruling.verdict}")


def decides(ruling: Ruling, words: Words) -> str:
    """Who must decide; nobody where nothing is left to be decided."""
    return words.value(ruling.authority) if ruling.authority else ""
