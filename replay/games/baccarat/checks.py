"""What is no matter of the order of the cards: bets, limits, partnerships, the shoe, the dealer's word."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ledger.events.play import Announced, WagerPlaced
from ledger.events.table import TermsAgreed
from ledger.values.message import Message, Term, both, either
from replay.games.baccarat import parameters
from replay.games.baccarat.coup import CoupHands
from replay.games.baccarat.settlement import MAIN_BETS, WAGERS, Result, has_wager, wager_name, winner
from replay.judging.composition import breach, composition
from replay.judging.finding import Absence, Finding, Phase, declare
from replay.judging.payments import payments_without_wager
from replay.judging.wagers import Bet, RoundWagers, closing_event_text, strangers_findings
from replay.rulebooks.rules import Rules
from replay.shoe.checks import custody_findings
from replay.table_day.round import Round, RoundEntry
from replay.table_day.table_terms import TableTerms

declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "both_sides": "Player {player} bet on both sides of the coup ({wagers}).",
        "without_main_bet": "Player {player} bet on {kind} ({wager}) without a bet on {needs}.",
        "no_agreed_share": "No tie share was agreed with {player}; {wager} is settled at {share} (up to {most} "
        "is possible).",
        "share_out_of_range": "The share agreed with {player}, {share}, lies outside {least} to {most}.",
    },
    {
        "without_main_bet": Absence((WagerPlaced,)),
        "no_agreed_share": Absence((TermsAgreed,), "before"),
    },
    holds_anyhow=("share_out_of_range",),
)
declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "wrong_announcement": "The dealer announced {declared}; the cards give {result}.",
    },
)


@dataclass(frozen=True)
class BaccaratCheckContext:
    """What the checks look at: the coup, its bets, what was posted at its first card, and its results."""

    coup: Round
    round_wagers: RoundWagers
    terms_at_first_card: TableTerms
    dealt_result: Result | None
    lawful_result: Result | None
    untouched_result: Result | None
    """The result of the cards before anybody touched them; `dealt` is that of the cards when the coup was paid."""
    touched_index: int | None
    """Where in the line somebody first moved a card, or drew one to put the coup right."""
    noticed_index: int | None
    """Where in the line somebody first spoke up about the coup or began to put it right."""
    corrected_index: int | None
    """Where in the line the coup had been put right."""
    unfinished_board: CoupHands | None = None
    """The lawful hands as far as they are out, as long as a card is missing."""

    def valid_results(self, index: int) -> tuple[Result | None, ...]:
        """The results by which one could rightly call and pay at that place of the line.

        The cards as they lie; once somebody has spoken up the lawful ones too; once they are put right those alone.
        """
        if self.corrected_index is not None and index > self.corrected_index:
            return (self.lawful_result,)
        lay = self.untouched_result if self.touched_index is None or index < self.touched_index else self.dealt_result
        return (lay, self.lawful_result) if self.noticed_index is not None and index > self.noticed_index else (lay,)

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        return tuple(self.round_wagers.bets.values())

    @cached_property
    def bets_in_time(self) -> tuple[Bet, ...]:
        """The bets that were down when the first card was drawn."""
        return tuple(bet for bet in self.bets if not bet.late and not bet.withdrawn)

    def format_money(self, minor: int) -> str:
        """An amount with its currency."""
        return self.coup.format_money(minor)


Check = Callable[[BaccaratCheckContext, Rules], Iterator[Finding]]
CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Registers a check of every coup."""
    CHECKS.append(function)
    return function


@check
def late_bets(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.bets:
        particulars: dict[str, str | int] = {
            "wager": bet.wager,
            "player": bet.player,
            "kind": wager_name(bet.kind, bet.total),
        }
        if bet.late:
            late = {
                **particulars,
                "amount": context.format_money(bet.stake_minor),
                "closing": closing_event_text(context.coup, bet.position),
            }
            yield from breach(rules, "late_bet", bet.position, late, bet.wager)
        for at, before, after in bet.late_changes:
            shown = {
                name: context.format_money(v) if isinstance(v, int) else v
                for name, v in (("before", before), ("after", after))
            }
            late = {**particulars, **shown, "closing": closing_event_text(context.coup, at)}
            yield from breach(rules, "changed_late", at, late, bet.wager)
        if bet.withdrawn_late_position is not None:
            late = {**particulars, "closing": closing_event_text(context.coup, bet.withdrawn_late_position)}
            yield from breach(rules, "withdrawn_late", bet.withdrawn_late_position, late, bet.wager)


@check
def bets_of_others(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    yield from strangers_findings(context.bets, bet_particulars, rules)


def bet_particulars(bet: Bet) -> dict[str, str | int]:
    """How findings name a bet."""
    return {"wager": bet.wager, "player": bet.player, "kind": wager_name(bet.kind, bet.total)}


@check
def both_sides(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    exclusive = rules.value(parameters.NEVER_BOTH_SIDES)
    for player in dict.fromkeys(bet.player for bet in context.bets_in_time):
        theirs = [bet for bet in context.bets_in_time if bet.player == player and bet.kind in exclusive]
        if len({bet.kind for bet in theirs}) > 1:
            names = tuple(bet.wager for bet in theirs)
            yield from breach(
                rules, "both_sides", theirs[-1].position, {"player": player, "wagers": ", ".join(names)}, *names
            )


def missing_main_kinds(context: BaccaratCheckContext, bet: Bet, rules: Rules) -> frozenset[str]:
    """The kinds of which the player should have had one for this bet to count, and had none."""
    key = WAGERS[bet.kind].needs if has_wager(bet.kind, rules) else None
    needs = rules.value(key) if key is not None else frozenset[str]()
    has = {other.kind for other in context.bets_in_time if other.player == bet.player}
    return needs if needs and not needs & has else frozenset()


@check
def bets_without_main(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.bets_in_time:
        if needs := missing_main_kinds(context, bet, rules):
            about = {
                "player": bet.player,
                "kind": wager_name(bet.kind, bet.total),
                "wager": bet.wager,
                "needs": either([wager_name(kind) for kind in sorted(needs)]),
            }
            yield from breach(rules, "without_main_bet", bet.position, about, bet.wager)


@check
def limits(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    limited = rules.value(parameters.LIMITED_WAGERS)
    for bet in context.bets_in_time:
        posted = bet.terms.limits.get(bet.kind) if bet.kind in limited else None
        staked_minor = bet.cut_from_minor or bet.playing_minor
        if posted is None or posted[0] <= staked_minor <= posted[1]:
            continue
        below = staked_minor < posted[0]
        about: dict[str, str | int] = {
            "wager": bet.wager,
            "player": bet.player,
            "amount": context.format_money(staked_minor),
            "kind": wager_name(bet.kind, bet.total),
            "side": Term("below" if below else "above"),
            "limit": (
                Message("minimum of {amount}", amount=context.format_money(posted[0]))
                if below
                else Message("maximum of {amount}", amount=context.format_money(posted[1]))
            ),
        }
        yield from breach(rules, "off_limits", bet.position, about, bet.wager)


@check
def agreements(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    """A tie is settled by the share agreed with the player, so there must be one, within the house's range."""
    if context.lawful_result is None or winner(context.lawful_result, rules) != "egalite":
        return
    mains = [bet for bet in context.bets_in_time if bet.kind in MAIN_BETS]
    if not mains or rules.value(parameters.TIE_PAYS) != parameters.AGREED_SHARE:
        return
    least, most = rules.value(parameters.TIE_LEAST_BP), rules.value(parameters.TIE_MOST_BP)
    for bet in mains:
        share = context.terms_at_first_card.tie_shares_bp.get(bet.player)
        about: dict[str, str | int] = {
            "player": bet.player,
            "wager": bet.wager,
            "least": percent(least),
            "most": percent(most),
        }
        if share is None:
            pays = least if rules.value(parameters.TIE_WITHOUT_AGREEMENT) == "least_and_refer" else most
            yield from breach(rules, "no_agreed_share", bet.position, {**about, "share": percent(pays)}, bet.wager)
        elif not least <= share <= most:
            yield from breach(rules, "share_out_of_range", bet.position, {**about, "share": percent(share)}, bet.wager)


def percent(basis_points: int) -> str:
    """Basis points for people: 250 is `2.5%`."""
    whole, rest = divmod(basis_points, 100)
    return f"{whole}" + (f".{rest:02d}".rstrip("0") if rest else "") + "%"


@check
def unknown_wagers(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.bets:
        if not has_wager(bet.kind, rules):
            yield Finding(
                "unknown_wager",
                (),
                bet.position,
                {"wager": bet.wager, "player": bet.player, "kind": wager_name(bet.kind, bet.total)},
                (bet.wager,),
            )


@check
def payments(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    yield from payments_without_wager(context.coup, context.round_wagers.bets, context.format_money)


@check
def partnerships(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    """The same side in so many coups running, with a joint stake over the maximum each time."""
    coups = rules.value(parameters.PARTNER_COUPS)
    run: list[dict[str, tuple[str, int, int | None]]] = []
    coup: Round | None = context.coup
    while coup is not None and len(run) < coups:
        run.append(_side_stakes(RoundWagers(rules).follow_round(coup) if run else context.round_wagers, rules))
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
                bet.wager
                for bet in context.bets_in_time
                if bet.player in players and bet.kind in rules.value(parameters.NEVER_BOTH_SIDES)
            )
            about: dict[str, str | int] = {
                "players": both(sorted(players)),
                "how": Message("on one side {coups} coups running", coups=coups),
                "most": context.format_money(most[0] or 0),
            }
            yield from breach(rules, "partnership", context.bets[-1].position, about, *names)


def _side_stakes(round_wagers: RoundWagers, rules: Rules) -> dict[str, tuple[str, int, int | None]]:
    """Per player the one side bet on, the stake there, and the posted maximum."""
    sides: dict[str, tuple[str, int, int | None]] = {}
    exclusive = rules.value(parameters.NEVER_BOTH_SIDES)
    for bet in round_wagers.bets.values():
        if bet.kind in exclusive and not bet.late and not bet.withdrawn:
            most = bet.terms.limits.get(bet.kind)
            before = sides.get(bet.player, (bet.kind, 0, None))[1]
            sides[bet.player] = (bet.kind, before + bet.playing_minor, most and most[1])
    return sides


@check
def shoe_composition(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    yield from composition(context.coup, rules)
    yield from custody_findings(context.coup, rules)


def declared_result(coup: Round) -> tuple[str, RoundEntry] | None:
    """The dealer's final word on the result, and its place in the record."""
    announcements = coup.entries_of(Announced)
    if not announcements:
        return None
    round_entry, word = announcements[-1]
    return _SYNONYMS.get(word.result, word.result), round_entry


_SYNONYMS: Final = {"tie": "egalite", "bank": "banco", "banker": "banco", "player": "punto"}


@check
def announcement(context: BaccaratCheckContext, rules: Rules) -> Iterator[Finding]:
    declared = declared_result(context.coup)
    if declared is None or context.dealt_result is None:
        return
    word, round_entry = declared
    counting = [winner(result, rules) for result in context.valid_results(round_entry.index) if result]
    if counting and word not in counting:
        yield from breach(
            rules, "wrong_announcement", round_entry.position, {"declared": Term(word), "result": Term(counting[0])}
        )
