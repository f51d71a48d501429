"""Who plays at a drilled table: the players of each box in the order of their say, and what each does by habit.

`P3` calls box 3; `P31`, `P32` and so on play there besides, and come after him in every respect that a house may ask for.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from ledger.events.play import WagerPlaced
from replay.blackjack import values
from replay.blackjack.play import Play
from replay.blackjack.settlement import FREE, MAIN
from replay.rules import Rules

Others = Mapping[int, tuple[WagerPlaced, ...]]
Limits = tuple[int, int, int]

MOST_AT_A_BOX: Final = 4
ODDS: Final[Mapping[str, str]] = {"mixed_pair": "6:1", "coloured_pair": "12:1", "perfect_pair": "25:1"}
"""What the drill's houses post for pairs."""


def mate(player: str) -> int:
    """Which of a box's other players somebody is; 0 for who calls it."""
    return int(player[2:] or 0)


def own_box(player: str) -> int:
    """The box on which somebody plays."""
    return int(player[1])


def follows(player: str, what: str, rules: Rules) -> bool:
    """Who adds his own stake where the caller of the box doubles or splits."""
    if what in FREE and rules.value(values.FREE_FOR) == "caller":
        return False
    if what.endswith("split"):
        return mate(player) == 1 or rules.value(values.SPLIT_OTHERS) == "must_follow"
    return mate(player) in (1, 2)


def insures(player: str) -> bool:
    return own_box(player) % 3 != 1 if mate(player) == 0 else mate(player) % 2 == 1


def takes_even_money(player: str) -> bool:
    return (own_box(player) + mate(player)) % 2 == 1


def surrenders(player: str, rules: Rules) -> bool:
    """Who gives up a bad hand: only where that does not turn on what others did before."""
    open_to_all = rules.value(values.SURRENDER) != "none" and rules.value(values.SURRENDER_UNTIL) == "box_decides"
    return open_to_all and bool(player) and (own_box(player) + mate(player)) % 2 == 0


def others(mains: Mapping[int, WagerPlaced], limits: Limits, rules: Rules, rng: Random) -> Others:
    """Up to three players more on every other box, with smaller stakes where the higher one would have the say."""
    least, most, unit = limits
    can = min(MOST_AT_A_BOX, rules.value(values.MOST_PLAYERS), rules.value(values.MOST_BETS))
    seated = rules.value(values.CALLER)[0] == "seated"
    found: dict[int, tuple[WagerPlaced, ...]] = {}
    for box, main in mains.items():
        number = rng.randrange(can) if rng.randrange(2) else 0
        steps = (most // (MOST_AT_A_BOX + 1) - least) // unit
        stakes = sorted((least + unit * rng.randint(0, steps) for _ in range(number)), reverse=True)
        if stakes:
            found[box] = tuple(
                _also(main, n, stake if seated else min(stake, main.stake_minor)) for n, stake in enumerate(stakes, 1)
            )
    return found


def _also(main: WagerPlaced, number: int, stake: int) -> WagerPlaced:
    wager, player = f"{main.wager}{number}", f"{main.player}{number}"
    return WagerPlaced(wager=wager, player=player, kind=MAIN, stake_minor=stake, box=main.box, spot=number + 1)


def side_bets(bets: Iterable[WagerPlaced], limits: Limits, rules: Rules, rng: Random) -> tuple[WagerPlaced, ...]:
    """Side bets of whoever may make them, as high as they must be."""
    found = []
    for bet in bets:
        for number, (name, kind) in enumerate(sorted(rules.value(values.SIDE_BETS).items()), 1):
            if rng.randrange(4) == 0 and (mate(bet.player) == 0 or not needs_seat(kind, rules)):
                wager, stake = f"{bet.wager}-s{number}", _side_stake(kind, limits[0], rules, rng)
                found.append(WagerPlaced(wager=wager, player=bet.player, kind=name, stake_minor=stake, box=bet.box))
    return tuple(found)


def needs_seat(kind: str, rules: Rules) -> bool:
    """Whether a side bet is for those alone who sit."""
    keys = {"dealer_blackjack": values.JACK_FOR, "dealer_over": values.OVER_BET_FOR}
    return kind in keys and rules.value(keys[kind]) == "seated"


def side_stake_is(kind: str, rules: Rules) -> str:
    """What the stake of a side bet must be."""
    keys = {"dealer_blackjack": values.JACK_STAKE, "dealer_over": values.OVER_BET_STAKE}
    return rules.value(keys[kind]) if kind in keys else "posted"


def _side_stake(kind: str, least: int, rules: Rules, rng: Random) -> int:
    return least // 2 if side_stake_is(kind, rules) == "up_to_least" and rng.randrange(2) else least


def play_at(
    mains: Mapping[int, WagerPlaced],
    besides: Others,
    sides: Sequence[WagerPlaced],
    rules: Rules,
    absent: Collection[str] = (),
) -> Play:
    """The play at a table with these wagers: for an absent caller the next one of the box calls, or the house's rule."""
    offered = rules.value(values.SIDE_BETS)
    say = [(box, (main.player, *(bet.player for bet in besides.get(box, ())))) for box, main in sorted(mains.items())]
    there = {box: tuple(player for player in players if player not in absent) for box, players in say}
    led = {box for box, players in say if players[0] in absent}
    alone = {box for box in led if not there[box]}
    ruled = led if led and rules.value(values.ABSENT_CALLER) == "rule" else alone
    return Play(
        say=tuple((box, there[box] or players) for box, players in say),
        ruled=frozenset(ruled),
        stood_in=frozenset(led - alone),
        sides=frozenset(offered[bet.kind] for bet in sides),
    )
