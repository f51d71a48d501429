"""Errors of dealing: by dealer, by kind, by whom they were to the benefit of, as rates of the rounds dealt."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from projections.messages.catalogue import Catalogue
from projections.office_reports.days import JudgedDay, Period, last_recorded_at
from projections.office_reports.report import (
    Cell,
    Columns,
    MoneyAmount,
    OfficeReport,
    per_thousand,
    report_fact,
    report_table,
)
from projections.office_reports.stakes import MoneyAtStake, money_at_stake
from projections.read_models.dealers import dealer_by_round
from replay.judging.finding import Finding
from replay.ruling.ruling import Award, Ruling

Responsibility = Literal["dealing", "players", "record"]
Direction = Literal["house", "player", "both", "none", "open"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("house", "player", "both", "none", "open")


def _split_kinds(text: str) -> list[str]:
    return text.split()


_DEALING_KINDS: Final = _split_kinds("""
short_hand underdraw overdraw fourth_card wrong_deal_order out_of_order card_astray wrong_correction
empty_box not_supervised skipped_box skipped_dealer extra_card
hit_not_given split_not_filled split_order card_not_asked_for card_on_double card_on_split_aces dealer_too_soon
dealer_stopped dealer_overdrew idle_draw exposed_not_next late_card_used burned_in_error face_up_not_burned face_down
ran_with_the_wheel too_few_revolutions foreign_object_not_called no_compartment_not_called ball_left_not_called
interference_not_called no_spin_too_late with_the_wheel_left_in too_few_left_in foreign_object_left_in not_spun_again
opened_late called_before_spin called_after_rest not_called no_hand_motion too_few_after_call ball_not_examined
ball_not_returned ball_to_wrong_pocket spun_again against_the_rule nobody_called caller_not_named caller_behind not_asked
out_of_turn shuffle_missing shuffle_out_of_order not_cut cut_card_astray wrong_burn new_dealer_burn idle_burn burned_face_up
played_on wrong_announcement announced_too_soon dolly_too_soon call_corrected dolly_corrected wrong_number_called
wrong_dolly not_announced not_marked wrong_total paid_on_no_spin wrong_payment unpaid mispaid_as_dealt payment_without_wager
dolly_after_payment print_not_added print_added_late paid_before_collected not_paid_at_once paid_too_soon paid_before_dealer
insurance_not_collected left_on_the_box carried_over
""")

_PLAYER_KINDS: Final = _split_kinds("""
illegal_double illegal_split illegal_hit illegal_stand illegal_free_double illegal_free_split illegal_surrender not_his_call
wrong_caller missing_signal interrupted_by_another wrong_cutter short_cut wrong_exchanger late_bet changed_late
withdrawn_late bet_after_call moved_after_call changed_after_call withdrawn_after_call no_bet both_sides without_main_bet
off_limits off_limits_inside off_limits_outside too_many_colour_chips colour_chips_outside wrong_colour_value
not_for_the_print not_offered no_agreed_share share_out_of_range no_posted_odds unknown_wager partnership no_such_box
too_many_wagers too_many_players over_box_maximum wrong_double_stake wrong_split_stake wrong_free_bet may_not_follow
must_follow moved_to_wrong_hand side_bet_without_seat side_bet_without_box side_bet_stake not_in_chips appliance
insurance_not_open insurance_amount late_insurance even_money_not_open chips_taken_early card_touched tip
""")

_RECORD_KINDS: Final = _split_kinds("""
delivery_quarantined delivery_conflicted sequence_gap accounts_differ opened_again order_not_established unexplained
unread_card unread_suit one_copy_too_many too_many_cards too_many_of_rank wrong_decks wrong_count repeated_run wrong_wheel
two_pockets wheel_contradicts wheel_warned wrong_display played_in_dispute not_by_judge not_runner_up not_advanced
missing_scores impossible_exercise exercise_on_another_wheel exercise_not_due exercise_left_out undecided_advance
wrong_advance prize_not_listed not_informed noted_irregularity
""")

RESPONSIBILITY_BY_KIND: Final[Mapping[str, Responsibility]] = {
    **dict.fromkeys(_DEALING_KINDS, "dealing"),
    **dict.fromkeys(_PLAYER_KINDS, "players"),
    **dict.fromkeys(_RECORD_KINDS, "record"),
}
"""By the kind of a finding, whose doing it is."""


@dataclass(frozen=True, slots=True)
class DealingError:
    """An error of dealing with the money that it alone answers for."""

    finding: Finding
    money: MoneyAtStake

    @property
    def direction(self) -> Direction:
        """Towards the house where players got less than is awarded, towards players where they got more."""
        if self.money.short_minor and self.money.over_minor:
            return "both"
        if self.money.short_minor or self.money.over_minor:
            return "house" if self.money.short_minor else "player"
        return "open" if self.money.open else "none"


def errors_in_round(ruling: Ruling) -> Iterator[DealingError]:
    """The errors of dealing in a round, but for those that are none under some reading. What is at stake on a wager is
    laid at one finding only, so that nothing counts twice: at the gravest that names the wager, else at the gravest that
    names none.
    """
    given, found = ruling.awards, ruling.established_findings
    answers = {award.wager_due.wager: _answering_finding(award, found) for award in given}
    for number, finding in enumerate(found):
        if RESPONSIBILITY_BY_KIND[finding.kind] == "dealing":
            own = [award for award in given if answers[award.wager_due.wager] == number]
            yield DealingError(finding, money_at_stake(own))


def _answering_finding(award: Award, findings: Sequence[Finding]) -> int | None:
    """The number of the finding that answers for a wager: an error of dealing before what others did."""
    wager = award.wager_due.wager

    def whose(number: int) -> bool:
        return RESPONSIBILITY_BY_KIND[findings[number].kind] != "dealing"

    naming = [number for number, finding in enumerate(findings) if wager in finding.wagers]
    general = [n for n, finding in enumerate(findings) if not finding.wagers and not whose(n)]
    return next(iter(sorted(naming, key=whose) or general), None)


_DEALER_COLUMNS: Final[Columns] = {
    "dealer": "text",
    "rounds": "count",
    "errors": "count",
    "rate": "rate",
    **dict.fromkeys((f"to_{direction}" for direction in DIRECTIONS), "count"),
}
_KIND_COLUMNS: Final[Columns] = {
    "dealer": "text",
    "kind": "text",
    "errors": "count",
    "rate": "rate",
    **dict.fromkeys((f"to_{direction}" for direction in DIRECTIONS), "count"),
}
_MONEY_COLUMNS: Final[Columns] = {"dealer": "text", "currency": "text", "short": "money", "over": "money", "open": "count"}

Dealer = str | None
"""None where nobody is on record."""


@dataclass(slots=True)
class ErrorCounts:
    """What was counted in a period."""

    rounds: Counter[Dealer] = field(default_factory=Counter)
    errors: Counter[tuple[Dealer, str, Direction]] = field(default_factory=Counter)
    money: dict[tuple[Dealer, str, int], MoneyAtStake] = field(default_factory=dict)
    """By dealer, currency and its digits."""
    by_responsibility: Counter[Responsibility] = field(default_factory=Counter)

    def error_count(self, dealer: Dealer, kind: str | None = None, direction: Direction | None = None) -> int:
        """How many errors of a dealer; of one kind or direction where one is given."""
        return sum(
            number
            for (who, what, towards), number in self.errors.items()
            if who == dealer and kind in (None, what) and direction in (None, towards)
        )

    @property
    def dealers(self) -> list[Dealer]:
        """By their ids, and last where nobody is on record: the order says nothing of anybody."""
        found = self.rounds.keys() | {dealer for dealer, _, _ in self.errors}
        return sorted(found, key=lambda dealer: (dealer is None, dealer or ""))


def count_errors(days: Iterable[JudgedDay]) -> ErrorCounts:
    """Counts rounds and errors. An error is laid at whoever was dealing at its moment, as far as that is on record."""
    counts = ErrorCounts()
    for day in days:
        dealt_by = dealer_by_round(day.table_day)
        counts.rounds.update(dealt_by.get(ruling.round.name) for ruling in day.rulings)
        for ruling in day.rulings:
            counts.by_responsibility.update(RESPONSIBILITY_BY_KIND[finding.kind] for finding in ruling.established_findings)
            opening = ruling.round.table_opening
            for error in errors_in_round(ruling):
                dealer = day.dealers_by_position.get(error.finding.position) or dealt_by.get(ruling.round.name)
                counts.errors[dealer, error.finding.kind, error.direction] += 1
                key = dealer, opening.currency, opening.minor_digits
                counts.money[key] = counts.money.get(key, MoneyAtStake()) + error.money
    return counts


def dealing_errors(days: Iterable[JudgedDay], period: Period, words: Catalogue, *, masked: bool) -> OfficeReport:
    """The statistics of a period."""
    table_days = list(days)
    counts = count_errors(table_days)
    return OfficeReport(
        kind="dealers",
        language=words.language,
        masked=masked,
        title=words.say("paper.dealers_title"),
        facts=(
            report_fact("period", period.in_words(words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            report_fact("rounds", f"{counts.rounds.total():,}", words),
            *(
                report_fact(f"of_{whose}", f"{counts.by_responsibility[whose]:,}", words)
                for whose in ("dealing", "players", "record")
            ),
        ),
        sections=(
            report_table("by_dealer", _DEALER_COLUMNS, _dealer_rows(counts, words), words),
            report_table("by_kind", _KIND_COLUMNS, _kind_rows(counts, words), words),
            report_table("by_currency", _MONEY_COLUMNS, _currency_rows(counts, words), words),
        ),
        recorded_at=last_recorded_at(table_days),
    )


def _dealer_name(dealer: Dealer, words: Catalogue) -> str:
    return words.say("paper.not_told") if dealer is None else dealer


def _error_cells(counts: ErrorCounts, dealer: Dealer, kind: str | None = None) -> dict[str, Cell]:
    number = counts.error_count(dealer, kind)
    towards = {f"to_{direction}": counts.error_count(dealer, kind, direction) for direction in DIRECTIONS}
    return {"errors": number, "rate": per_thousand(number, counts.rounds[dealer]), **towards}


def _dealer_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        yield {"dealer": _dealer_name(dealer, words), "rounds": counts.rounds[dealer], **_error_cells(counts, dealer)}


def _kind_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        for kind in sorted({what for who, what, _ in counts.errors if who == dealer}):
            yield {
                "dealer": _dealer_name(dealer, words),
                "kind": words.say(f"kind.{kind}"),
                **_error_cells(counts, dealer, kind),
            }


def _currency_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        for (who, currency, digits), money in sorted(counts.money.items(), key=lambda row: row[0][1:]):
            if who == dealer:
                yield {
                    "dealer": _dealer_name(dealer, words),
                    "currency": currency,
                    "short": MoneyAmount(minor=money.short_minor, currency=currency, digits=digits),
                    "over": MoneyAmount(minor=money.over_minor, currency=currency, digits=digits),
                    "open": money.open,
                }
