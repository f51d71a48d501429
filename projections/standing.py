"""How a round stood after each of its entries: the fold of the standings gone along once more."""

from collections.abc import Mapping

from ledger.table_standing import RoundStanding, Standings, in_turn
from replay.table_day.builder import Story
from replay.table_day.round import Round


def stood(story: Story, one: Round) -> Mapping[int, RoundStanding]:
    """By position, how the round stood once that entry was made."""
    own = {told.position for told in one.told}
    standings = Standings(one.edition.authorities, groundless=story.standings.groundless)
    found: dict[int, RoundStanding] = {}
    if story.carried is not None:
        standings.carry(story.carried.name, story.carried.state)
    for entry in in_turn(story.order.line):
        standings.hear(entry)
        if entry.position in own:
            found[entry.position] = standings.standing(one.name, one.shoe)
    return found
