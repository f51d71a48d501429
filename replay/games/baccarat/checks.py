"""What is no matter of the order of the cards: bets, limits, partnerships, the shoe, the dealer's word."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ledger.events.play import Announced, WagerReturned
from ledger.values.money import pounds_and_pence
from replay.games.baccarat import parameters
from replay.games.baccarat.settlement import KINDS, Result, spoken, winner
from replay.judging.composition import breach, composition
from replay.judging.finding import Finding
from replay.judging.wagers import Bet, Layout, closing_before
from replay.rulebooks.rules import Rules
from replay.shoe.checks import custody
from replay.table_day.round import Round, Told
from replay.table_day.table_terms import Posting


@dataclass(frozen=True)
class Facts:
    """What the checks look at: the coup, its bets, what was posted at its first card, and its results."""

    coup: Round
    layout: Layout
    posted: Posting
    dealt: Result | None
    lawful: Result | None
    at_first: Result | None
    """The result of the cards before anybody touched them; `dealt` is that of the cards when the coup was paid."""
    touched_at: int | None
    """Where in the line somebody first moved a card, or drew one to put the coup right."""
    heeded_at: int | None
    """Where in the line somebody first spoke up about the coup or began to put it right."""
    righted_at: int | None
    """Where in the line the coup had been put right."""
    possible: tuple[Result, ...] = ()
    """What the coup can still come to by the rules, as long as a card is missing."""

    def counting(self, index: int) -> tuple[Result | None, ...]:
        """The results by which one could rightly call and pay at that place of the line.

        The cards as they lie; once somebody has spoken up the lawful ones too; once they are put right those alone.
        """
        if self.righted_at is not None and index > self.righted_at:
            return (self.lawful,)
        lay = self.at_first if self.touched_at is None or index < self.touched_at else self.dealt
        return (lay, self.lawful) if self.heeded_at is not None and index > self.heeded_at else (lay,)

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        return tuple(self.layout.bets.values())

    @cached_property
    def down(self) -> tuple[Bet, ...]:
        """The bets that were down when the first card was drawn."""
        return tuple(bet for bet in self.bets if not bet.late and not bet.withdrawn)

    def money(self, minor: int) -> str:
        """An amount with its currency."""
        return f"{pounds_and_pence(minor, self.coup.opening.minor_digits)} {self.coup.opening.currency}"


Check = Callable[[Facts, Rules], Iterator[Finding]]
CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Registers a check of every coup."""
    CHECKS.append(function)
    return function


@check
def late_bets(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.bets:
        told: dict[str, str | int] = {"wager": bet.wager, "player": bet.player, "kind": spoken(bet.kind, bet.total)}
        if bet.late:
            late = {**told, "amount": facts.money(bet.stake_minor), "closing": closing_before(facts.coup, bet.at)}
            yield from breach(rules, "late_bet", bet.at, late, bet.wager)
        for at, before, after in bet.changed_late:
            shown = {
                name: facts.money(v) if isinstance(v, int) else v for name, v in (("before", before), ("after", after))
            }
            late = {**told, **shown, "closing": closing_before(facts.coup, at)}
            yield from breach(rules, "changed_late", at, late, bet.wager)
        if bet.withdrawn_late is not None:
            late = {**told, "closing": closing_before(facts.coup, bet.withdrawn_late)}
            yield from breach(rules, "withdrawn_late", bet.withdrawn_late, late, bet.wager)


@check
def both_sides(facts: Facts, rules: Rules) -> Iterator[Finding]:
    exclusive = rules.value(parameters.EXCLUSIVE)
    for player in dict.fromkeys(bet.player for bet in facts.down):
        theirs = [bet for bet in facts.down if bet.player == player and bet.kind in exclusive]
        if len({bet.kind for bet in theirs}) > 1:
            names = tuple(bet.wager for bet in theirs)
            yield from breach(rules, "both_sides", theirs[-1].at, {"player": player, "wagers": ", ".join(names)}, *names)


def without_main(facts: Facts, bet: Bet, rules: Rules) -> frozenset[str]:
    """The kinds of which the player should have had one for this bet to count, and had none."""
    keys = {"ur_way": parameters.UR_WAY_NEEDS, "3g8": parameters.G38_NEEDS, "any_tie": parameters.ANY_TIE_NEEDS}
    needs = rules.value(keys[bet.kind]) if bet.kind in keys else frozenset[str]()
    has = {other.kind for other in facts.down if other.player == bet.player}
    return needs if needs and not needs & has else frozenset()


@check
def bets_without_main(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.down:
        if needs := without_main(facts, bet, rules):
            about = {
                "player": bet.player,
                "kind": spoken(bet.kind, bet.total),
                "wager": bet.wager,
                "needs": " or ".join(spoken(kind) for kind in sorted(needs)),
            }
            yield from breach(rules, "without_main_bet", bet.at, about, bet.wager)


@check
def limits(facts: Facts, rules: Rules) -> Iterator[Finding]:
    limited = rules.value(parameters.LIMITED)
    for bet in facts.down:
        posted = bet.under.limits.get(bet.kind) if bet.kind in limited else None
        if posted is None or posted[0] <= bet.playing_minor <= posted[1]:
            continue
        below = bet.playing_minor < posted[0]
        about: dict[str, str | int] = {
            "wager": bet.wager,
            "player": bet.player,
            "amount": facts.money(bet.playing_minor),
            "kind": spoken(bet.kind, bet.total),
            "side": "below" if below else "above",
            "limit": ("minimum of " if below else "maximum of ") + facts.money(posted[0] if below else posted[1]),
        }
        yield from breach(rules, "off_limits", bet.at, about, bet.wager)


@check
def agreements(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """A tie is settled by the share agreed with the player, so there must be one, within the house's range."""
    if facts.lawful is None or winner(facts.lawful, rules) != "egalite":
        return
    mains = [bet for bet in facts.down if bet.kind in ("banco", "punto")]
    if not mains or rules.value(parameters.TIE_PAYS) != "agreed_share":
        return
    least, most = rules.value(parameters.TIE_LEAST_BP), rules.value(parameters.TIE_MOST_BP)
    for bet in mains:
        share = facts.posted.shares_bp.get(bet.player)
        about: dict[str, str | int] = {
            "player": bet.player,
            "wager": bet.wager,
            "least": percent(least),
            "most": percent(most),
        }
        if share is None:
            pays = least if rules.value(parameters.NO_SHARE) == "least_and_refer" else most
            yield from breach(rules, "no_agreed_share", bet.at, {**about, "share": percent(pays)}, bet.wager)
        elif not least <= share <= most:
            yield from breach(rules, "share_out_of_range", bet.at, {**about, "share": percent(share)}, bet.wager)


def percent(basis_points: int) -> str:
    """Basis points for people: 250 is `2.5%`."""
    whole, rest = divmod(basis_points, 100)
    return f"{whole}" + (f".{rest:02d}".rstrip("0") if rest else "") + "%"


@check
def unknown_wagers(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.bets:
        if bet.kind not in KINDS:
            yield Finding(
                "unknown_wager",
                (),
                bet.at,
                {"wager": bet.wager, "player": bet.player, "kind": spoken(bet.kind, bet.total)},
                (bet.wager,),
            )


@check
def payments(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for told, event in facts.coup.of(WagerReturned):
        if event.wager not in facts.layout.bets and not told.elsewhere:
            about = {"amount": facts.money(event.amount_minor), "wager": event.wager}
            yield Finding("payment_without_wager", (), told.position, about)


@check
def partnerships(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """The same side in so many coups running, with a joint stake over the maximum each time."""
    coups = rules.value(parameters.PARTNER_COUPS)
    run: list[dict[str, tuple[str, int, int | None]]] = []
    coup: Round | None = facts.coup
    while coup is not None and len(run) < coups:
        run.append(_sides(Layout(rules).follow(coup) if run else facts.layout, rules))
        coup = coup.previous
    if len(run) < coups:
        return
    together: dict[tuple[str, ...], list[str]] = {}
    for player in run[0]:
        if all(player in sides for sides in run):
            together.setdefault(tuple(sides[player][0] for sides in run), []).append(player)
    for players in together.values():
        most = [run[n][players[0]][2] for n in range(coups)]
        joint = [sum(run[n][player][1] for player in players) for n in range(coups)]
        if len(players) > 1 and all(top is not None and sum_ > top for top, sum_ in zip(most, joint, strict=True)):
            names = tuple(
                bet.wager for bet in facts.down if bet.player in players and bet.kind in rules.value(parameters.EXCLUSIVE)
            )
            about: dict[str, str | int] = {
                "players": " and ".join(sorted(players)),
                "how": f"on one side {coups} coups running",
                "most": facts.money(most[0] or 0),
            }
            yield from breach(rules, "partnership", facts.bets[-1].at, about, *names)


def _sides(layout: Layout, rules: Rules) -> dict[str, tuple[str, int, int | None]]:
    """Per player the one side bet on, the stake there, and the posted maximum."""
    sides: dict[str, tuple[str, int, int | None]] = {}
    exclusive = rules.value(parameters.EXCLUSIVE)
    for bet in layout.bets.values():
        if bet.kind in exclusive and not bet.late and not bet.withdrawn:
            most = bet.under.limits.get(bet.kind)
            before = sides.get(bet.player, (bet.kind, 0, None))[1]
            sides[bet.player] = (bet.kind, before + bet.playing_minor, most and most[1])
    return sides


@check
def shoe(facts: Facts, rules: Rules) -> Iterator[Finding]:
    yield from composition(facts.coup, rules)
    yield from custody(facts.coup, rules)


def declared(coup: Round) -> tuple[str, Told] | None:
    """The dealer's final word on the result, and its place in the record."""
    said = coup.of(Announced)
    if not said:
        return None
    told, word = said[-1]
    return _SAME.get(word.result, word.result), told


_SAME: Final = {"tie": "egalite", "bank": "banco", "banker": "banco", "player": "punto"}


@check
def announcement(facts: Facts, rules: Rules) -> Iterator[Finding]:
    said = declared(facts.coup)
    if said is None or facts.dealt is None:
        return
    word, told = said
    counting = [winner(result, rules) for result in facts.counting(told.index) if result]
    if word not in counting:
        yield from breach(rules, "wrong_announcement", told.position, {"declared": word, "result": counting[0]})
