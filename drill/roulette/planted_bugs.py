"""Bugs in what a round of roulette comes to: where chips lie, odds, limits, what plays, and which spin counts."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Final

from drill.planted.planting import BrokenFunction, planted_bug
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, Layout
from replay.games.roulette.bets import RouletteBet, RouletteWagers, Spot
from replay.games.roulette.limits import LimitBreach, Limits, PlayingStake
from replay.games.roulette.no_spin import SpinAttempt
from replay.games.roulette.settlement import ExactAmount, Piece
from replay.games.roulette.wagers_due import RouletteMoney
from replay.rulebooks.rules import Rules

GAME: Final = "roulette"
SETTLEMENT: Final = "replay.games.roulette.settlement"
MONEY: Final = "replay.games.roulette.wagers_due:RouletteMoney"


# Odds


@planted_bug(f"{SETTLEMENT}:piece_return", GAME)
def straight_is_paid_36_to_1(
    original: BrokenFunction, piece: Piece, stake: ExactAmount, pocket: str, layout: Layout, rules: Rules
) -> ExactAmount:
    """A number straight up is paid 36 to 1, not 35 to 1."""
    back: ExactAmount = original(piece, stake, pocket, layout, rules)
    return back + stake if piece.kind == "straight" and pocket in piece.numbers else back


@planted_bug(f"{SETTLEMENT}:piece_return", GAME)
def split_without_its_stake(
    original: BrokenFunction, piece: Piece, stake: ExactAmount, pocket: str, layout: Layout, rules: Rules
) -> ExactAmount:
    """A split that wins is paid 17 to 1, and its stake is kept."""
    back: ExactAmount = original(piece, stake, pocket, layout, rules)
    return back - stake if piece.kind == "split" and pocket in piece.numbers else back


@planted_bug(f"{SETTLEMENT}:piece_return", GAME)
def dozen_is_paid_evens(
    original: BrokenFunction, piece: Piece, stake: ExactAmount, pocket: str, layout: Layout, rules: Rules
) -> ExactAmount:
    """A dozen or a column is paid 1 to 1, not 2 to 1."""
    won = piece.kind in INDEXED_KINDS and pocket in piece.numbers
    back: ExactAmount = 2 * stake if won else original(piece, stake, pocket, layout, rules)
    return back


@planted_bug(f"{SETTLEMENT}:piece_return", GAME)
def zero_takes_even_chances(
    original: BrokenFunction, piece: Piece, stake: ExactAmount, pocket: str, layout: Layout, rules: Rules
) -> ExactAmount:
    """On zero an even chance loses all of its stake, not half of it."""
    lost = piece.kind in EVEN_CHANCES and pocket in layout.zeros
    back: ExactAmount = 0 if lost else original(piece, stake, pocket, layout, rules)
    return back


@planted_bug(f"{SETTLEMENT}:piece_return", GAME)
def zero_halves_everything(
    original: BrokenFunction, piece: Piece, stake: ExactAmount, pocket: str, layout: Layout, rules: Rules
) -> ExactAmount:
    """On zero a dozen or a column keeps half of its stake."""
    kept = piece.kind in INDEXED_KINDS and pocket in layout.zeros
    back: ExactAmount = stake * Fraction(1, 2) if kept else original(piece, stake, pocket, layout, rules)
    return back


# Where chips lie


@planted_bug(f"{SETTLEMENT}:_call_bet_pieces", GAME)
def pieces_are_all_alike(original: BrokenFunction, kind: str, layout: Layout, rules: Rules) -> tuple[Piece, ...] | None:
    """A call bet is shared out evenly, though two pieces belong on some of its places."""
    on: tuple[Piece, ...] | None = original(kind, layout, rules)
    return on and tuple(piece._replace(share=Fraction(1, len(on))) for piece in on)


@planted_bug(f"{SETTLEMENT}:_neighbour_pieces", GAME)
def neighbours_by_their_value(
    original: BrokenFunction, spot: Spot, layout: Layout, rules: Rules
) -> tuple[Piece, ...] | None:
    """The neighbours of a number are those next to it in value, not those beside it on the wheel."""
    on: tuple[Piece, ...] | None = original(spot, layout, rules)
    first = int(spot.centre or 0) - (spot.pieces or 0) // 2
    return on and tuple(piece._replace(numbers=frozenset({str((first + n) % 37)})) for n, piece in enumerate(on))


@planted_bug(f"{SETTLEMENT}:_covered_numbers", GAME)
def high_and_low_are_mixed_up(original: BrokenFunction, spot: Spot, layout: Layout, rules: Rules) -> frozenset[str] | None:
    """Low is won by 19 to 36, and high by 1 to 18."""
    other = {"low": "high", "high": "low"}.get(spot.kind, spot.kind)
    numbers: frozenset[str] | None = original(replace(spot, kind=other), layout, rules)
    return numbers


# What plays


@planted_bug(f"{MONEY}._due_at", GAME)
def moved_chips_count_where_they_end(
    original: BrokenFunction, money: RouletteMoney, moment: str, bet: RouletteBet, pocket: str
) -> int | None:
    """Chips that were moved after the call are settled where they lie in the end, whichever reading holds."""
    due: int | None = original(money, "rest", bet, pocket)
    return due


@planted_bug(f"{MONEY}._late_minor_playing", GAME)
def late_chips_play(original: BrokenFunction, money: RouletteMoney, bet: RouletteBet) -> int:
    """What was laid after "no more bets" plays."""
    return bet.raised_minor + (bet.stake_minor if bet.late else 0)


@planted_bug(f"{MONEY}.is_no_bet", GAME)
def words_without_chips_play(original: BrokenFunction, money: RouletteMoney, bet: RouletteBet) -> bool:
    """A wager that was called without chips plays."""
    return False


@planted_bug("replay.games.roulette.limits:find_limit_breaches", GAME)
def there_are_no_limits(
    original: BrokenFunction, lying: Sequence[PlayingStake], layout: Layout, limits: Limits
) -> tuple[LimitBreach, ...]:
    """What lies above or below the limits is settled like all else."""
    return ()


@planted_bug("replay.judging.wagers:round_to_minor", GAME)
def fraction_to_the_house(original: BrokenFunction, amount: Fraction | int, rules: Rules) -> int:
    """A fraction of the smallest unit goes to the house."""
    return floor(amount)


# Which spin counts


@planted_bug("replay.games.roulette.no_spin:counted_spin", GAME)
def no_spin_counts(original: BrokenFunction, spins: Sequence[SpinAttempt], rules: Rules) -> SpinAttempt | None:
    """A spin counts though the dealer called it no spin before the ball came to rest."""
    spin: SpinAttempt | None = original(spins, rules)
    return next((spin_attempt for spin_attempt in spins if spin_attempt.rest is not None), spin)


@planted_bug("replay.games.roulette.no_spin:counted_spin", GAME)
def last_spin_counts(original: BrokenFunction, spins: Sequence[SpinAttempt], rules: Rules) -> SpinAttempt | None:
    """Of several spins the last one counts, though an earlier one was valid."""
    spin: SpinAttempt | None = original(spins, rules)
    return spin and next((spin_attempt for spin_attempt in reversed(spins) if spin_attempt.rest is not None), spin)


# What is changed around a no spin


@planted_bug("replay.games.roulette.bets:RouletteWagers._reopen", GAME)
def betting_is_never_open_again(original: BrokenFunction, wagers: RouletteWagers) -> None:
    """After a no spin the wagers stay as they were at the call, whichever reading holds."""


@planted_bug("replay.games.roulette.bets:RouletteWagers._is_fixed", GAME)
def chips_count_where_they_are_put_after_a_no_spin(original: BrokenFunction, wagers: RouletteWagers) -> bool:
    """Where the wagers stay as they were, chips that are moved or taken before the re-spin count as they lie then."""
    fixed: bool = original(wagers)
    return fixed and not wagers._is_frozen  # noqa: SLF001 - the bug is in there


@planted_bug("replay.games.roulette.bets:RouletteBet.returned_minor", GAME)
def chips_taken_up_before_the_respin_are_forgotten(original: BrokenFunction, bet: RouletteBet) -> int | None:
    """What a player took up while betting was open again counts as due, and not as had."""
    had: int | None = original(bet)
    return had and had - bet.also_taken_up_minor
