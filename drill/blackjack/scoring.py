"""A ruling on a drilled round of blackjack held against what is right."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from drill.blackjack.expected import Dues, ExpectedBlackjackOutcome, ReadingChoice
from drill.blackjack.expected_money import money_after, stakes_back, taken_up_by_wager
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.faults.catalogue import LAWFUL_FAULTS
from drill.blackjack.faults.shared import ILLEGAL_STAKES, SPOKEN_FAULTS
from drill.blackjack.rounds import ROUND_NAME, DrilledBlackjackRound
from drill.blackjack.scenario import STOPPING_NOTICES, offer_acts
from drill.oracles.merging import ReadingOutcome, deciding_authority, expected_award, outcome_count_range, possible_verdicts
from drill.tally import Tally
from ledger.events import Event
from ledger.events.play import CorrectionBegun, RoundClosed, WagerReturned
from ledger.values.places import BURN, DEALER, NEXT
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import is_begun, may_still_insure
from replay.judging.judgement import Judgement, Reconstruction, Verdict
from replay.ruling.ruling import Ruling

DEAL_FINDINGS: Final = frozenset(
    {
        "skipped_box",
        "skipped_dealer",
        "extra_card",
        "empty_box",
        "out_of_order",
        "card_astray",
        "hit_not_given",
        "split_not_filled",
        "split_order",
        "card_not_asked_for",
        "card_on_double",
        "card_on_split_aces",
        "dealer_too_soon",
        "dealer_stopped",
        "dealer_overdrew",
        "idle_draw",
        "exposed_not_next",
        "late_card_used",
        "burned_in_error",
        "face_up_not_burned",
        "not_asked",
        "out_of_turn",
        "illegal_hit",
        "unexplained",
        "not_his_call",
        "illegal_stand",
        "illegal_surrender",
        "against_the_rule",
        *ILLEGAL_STAKES,
    }
)
"""Findings that a misdeal may lead to."""

DEALER_FAULTS: Final = frozenset({*CARD_FAULTS, *SPOKEN_FAULTS, *ILLEGAL_STAKES, "illegal_hit_on_21"})
"""Faults that put a card where it does not belong, or keep it from where it does."""

LEFT_OVER_PLACES: Final = frozenset({NEXT, BURN, "discard"})
"""Where a card goes that no hand needs: which of them it is changes nothing."""

Failure = tuple[str, str]
"""`missed`, `invented` or `wrong_money`, and why."""


def score(tally: Tally, drilled: DrilledBlackjackRound, ruling: Ruling) -> None:
    """Counts a round's faults and what a ruling made of them."""
    wrong = list(failures(drilled, ruling))
    counted = _counted_faults(tally, drilled)
    if counted:
        tally.count("injected", counted)
        if len(counted) > 1:
            tally.count("two_faults", counted)
        if not any(what == "missed" for what, _ in wrong):
            tally.count("found", counted)
    for what, why in wrong:
        tally.count(what, counted)
        tally.add_example(f"round {drilled.number}, {what} ({', '.join(drilled.scenario.faults)}): {why}")
    around = (f"noticed {drilled.scenario.notice.replace('_', ' ')}",)
    for fault in counted:
        if fault in DEALER_FAULTS:
            tally.count("dealing_faults", (fault,), around)
            if not wrong:
                tally.count(_restoration(drilled, ruling), (fault,), around)


def _counted_faults(tally: Tally, drilled: DrilledBlackjackRound) -> tuple[str, ...]:
    """The faults that count; what is no fault, what left no trace and what cannot be seen are counted apart."""
    counted = []
    for fault in drilled.scenario.faults:
        if fault in LAWFUL_FAULTS:
            tally.count("lawful", (fault,))
        elif fault == "misread_card" and not _has_copies_too_many(drilled):
            tally.count("undetectable", (fault,))
        elif fault in drilled.scenario.required_findings or drilled.is_misdealt:
            counted.append(fault)
        else:
            tally.count("undetectable" if drilled.expected.trace == "undetectable" else "noop", (fault,))
    return tuple(counted)


def _has_copies_too_many(drilled: DrilledBlackjackRound) -> bool:
    """Whether the cards, as they were read, hold a copy more than there can be."""
    script, seen = drilled.scenario, Counter(drilled.scenario.copies_out_before)
    cards = [script.card_names.get(n, card) for n, card in enumerate(script.cards_out)]
    for card in cards:
        seen[card] += 1
    decks = drilled.table_day.carried_shoe.decks if drilled.table_day.carried_shoe else 0
    return any(seen[card] > decks for card in cards if card != "??")


def failures(drilled: DrilledBlackjackRound, ruling: Ruling) -> Iterator[Failure]:
    """All that is wrong with a ruling."""
    kinds = {finding.kind for finding in ruling.findings}
    if "paid_by_no_reading" in drilled.scenario.faults and "mispaid_as_dealt" in kinds:  # what was wrong when it was paid
        kinds = kinds - {"mispaid_as_dealt"} | {"wrong_payment"}
    unpaid = any(_has_unpaid_winnings(drilled, expected) for expected in drilled.expected.outcomes.values())
    wanted = set(drilled.expected.required_findings) | ({"unpaid"} if unpaid and not _is_offer_in_doubt(drilled) else set())
    surplus = {"one_copy_too_many"} if _has_copies_too_many(drilled) else set()
    if "misread_card" in drilled.scenario.faults:
        wanted -= {"one_copy_too_many"} - surplus
    unread = "??" in drilled.scenario.card_names.values()
    missing = (wanted & {"unread_card"} if unread else wanted) - kinds  # the rest may turn on what the card was
    if drilled.is_misdealt and not _is_deviation_found(drilled, ruling):
        missing.add("the misdeal")
    if missing:
        yield "missed", f"{_describe(drilled, ruling)}: {', '.join(sorted(missing))} missing"
    allowed = wanted | surplus | _allowed_findings(drilled)
    if invented := (kinds - allowed) | _findings_after_correction(drilled, ruling):
        yield "invented", f"{_describe(drilled, ruling)}: {', '.join(sorted(invented))} invented"
    if _is_next_hand_left_open(drilled):
        return
    if (
        drilled.expected.trace != "undetectable"
        and "misread_card" not in drilled.scenario.faults
        and (why := _money_error(drilled, ruling))
    ):
        yield "wrong_money", f"{_describe(drilled, ruling)}: {why}"
    if why := _impossibility_error(drilled, ruling):
        yield "wrong_money", f"{_describe(drilled, ruling)}: {why}"


def _is_next_hand_left_open(drilled: DrilledBlackjackRound) -> bool:
    """Whether an error was made, or the game broken off, while two of a box's split hands waited in no settled order.

    The dealer's intention is nowhere on record then, so nothing is held against where the cards go and what is due.
    """
    script = drilled.scenario
    is_finishing = any(expected.standing == "to_finish" for expected in drilled.expected.outcomes.values())
    if (
        not (drilled.is_misdealt or is_finishing)
        or script.rules.value(parameters.NEW_HAND) == "last"
        or not script.recorded_line.acts
    ):
        return False
    hands = script.recorded_line.acts[-1].board.hands
    waiting = Counter(hand.box for hand in hands if hand.came_from and not is_begun(hand, script.rules))
    return max(waiting.values(), default=0) > 1


def _is_offer_in_doubt(drilled: DrilledBlackjackRound) -> bool:
    """Whether an insurance was laid upon a card that nobody need have asked for: it may be good or too late."""
    return drilled.expected.trace == "undetectable" and _is_insured_after_card(drilled)


def _findings_after_correction(drilled: DrilledBlackjackRound, ruling: Ruling) -> set[str]:
    """What is found of the cards in how an error was put right and play went on, where that was done as it should be."""
    begun = [round_entry.position for round_entry, _ in ruling.round.entries_of(CorrectionBegun)]
    if not begun or drilled.scenario.wrong_correction_place or not drilled.is_misdealt:
        return set()
    return {finding.kind for finding in ruling.findings if finding.position > begun[0]} & DEAL_FINDINGS


def _allowed_findings(drilled: DrilledBlackjackRound) -> set[str]:
    """What may be found besides, for what the faults of the deal or an unread card make of the rest."""
    script, allowed = drilled.scenario, set(DEAL_FINDINGS if drilled.is_misdealt else ())
    if drilled.is_misdealt:
        allowed |= {"not_paid_at_once"}  # when the deal ended, and the play began, is a question then
    allowed |= {"late_insurance"} if _is_insured_after_card(drilled) else set()
    allowed |= {"unpaid"} if _is_offer_in_doubt(drilled) else set()
    allowed |= {"even_money_not_open"} if _is_offered_after_draw(drilled, "even_money") else set()
    allowed |= {"late_insurance"} if _is_offered_after_draw(drilled, "insurance") else set()
    if drilled.is_misdealt and script.absent_players:  # a tied bet is taken off, but not before what went wrong is decided
        allowed |= {"left_on_the_box"}
    if "free_bet_paid_as_stake" in script.faults:  # and as soon as its hand was over
        allowed |= {"paid_before_dealer"}
    if "??" in script.card_names.values():  # what it was decides what is due, and to whom
        allowed |= {"unpaid"}
    if script.side_bets:  # one may be on the very card that nobody read, or on the suit that was misread
        allowed |= {"unread_suit"} if "??" in script.card_names.values() else set()
        allowed |= {"wrong_payment"} if "misread_card" in script.faults else set()
    if drilled.expected.trace == "undetectable" and offer_acts(script.recorded_line.acts):
        # a card that looks asked for makes an offer after it too late
        allowed |= {"wrong_payment", "paid_too_soon", "even_money_not_open"}
    return allowed


def _is_insured_after_card(drilled: DrilledBlackjackRound) -> bool:
    """Whether somebody insured when a card in error lay there that made it too late."""
    boards = [act.board for act in drilled.scenario.recorded_line.acts if act.value == "insurance"]
    drawn = any(len(hand.all_cards) > 2 for board in boards for hand in board.hands)
    return drawn or any(not may_still_insure(board, drilled.scenario.rules) for board in boards)


def _is_offered_after_draw(drilled: DrilledBlackjackRound, answer: str) -> bool:
    """Whether somebody said so when the dealer, in error, had more than the first card."""
    acts = drilled.scenario.recorded_line.acts
    drawn = [at for at, act in enumerate(acts) if act.kind == "card" and act.place == DEALER][1:2]
    return any(act.value == answer for act in acts[drawn[0] :]) if drawn and drilled.scenario.is_misdealt else False


def _impossibility_error(drilled: DrilledBlackjackRound, ruling: Ruling) -> str:
    """Empty if the round is beyond repair only where the faces of cards are lost, and is so where a whole hand's are."""
    is_impossible = [how is not None and how.outcome == "impossible" for how in _reconstructions(ruling)]
    if any(is_impossible) and "??" not in drilled.scenario.card_names.values():
        return "nobody lost a card's face, and yet it is said to be impossible"
    sure = any(
        branch.outcome.standing is not None and not how for branch, how in zip(ruling.branches, is_impossible, strict=True)
    )
    if "mixed_before_it_was_seen" in drilled.scenario.faults and sure:
        return "a hand was mixed away unseen, and yet it is said to be possible"
    return next((why for branch in ruling.branches if (why := _beyond_repair_error(drilled, branch.outcome))), "")


def _beyond_repair_error(drilled: DrilledBlackjackRound, judgement: Judgement) -> str:
    """Empty if a round beyond repair is what the house says it is: void, where it is certain that it must be put right.

    What is known of the money of one that is referred is held against the oracle's with that of every round with an
    unread card.
    """
    how = judgement.reconstruction
    if how is None or how.outcome != "impossible":
        return ""
    void = drilled.scenario.rules.value(parameters.BEYOND_REPAIR) == "void" and judgement.standing is not None
    if judgement.verdict != (right := "void" if void else "refer"):
        return f"beyond repair it is {judgement.verdict}, not {right}"
    if void and any(claim.due_minor != claim.stake_minor for claim in judgement.wagers_due):
        return "it is void beyond repair, and yet a stake does not go back as it was"
    return ""


def _reconstructions(ruling: Ruling) -> list[Reconstruction | None]:
    return [branch.outcome.reconstruction for branch in ruling.branches]


def _is_deviation_found(drilled: DrilledBlackjackRound, ruling: Ruling) -> bool:
    """Whether something is found at the first event that departs, or before it."""
    acts, departs = drilled.scenario.recorded_line.acts, drilled.scenario.deviation_index
    while departs < len(acts) and acts[departs].value == "surrender":  # that needs no turn: what is missing shows later
        departs += 1
    end = (
        max(round_entry.position for round_entry, _ in ruling.round.entries_of(RoundClosed)) if ruling.round.is_over else 0
    )
    at = drilled.position_by_act.get(departs, max(end, *drilled.position_by_act.values()))
    unread = "??" in drilled.scenario.card_names.values()
    return unread or any(finding.kind in DEAL_FINDINGS and finding.position <= at for finding in ruling.findings)


def _money_error(drilled: DrilledBlackjackRound, ruling: Ruling) -> str:
    """Empty if under every reading of what is open the money and the lawful line are right, else why not."""
    for way, expected in drilled.expected.outcomes.items():
        fits = [branch for branch in ruling.branches if _is_compatible(dict(branch.choices), way)]
        if not fits:
            return f"no branch for {dict(way)}"
        wrong = [why for branch in fits if (why := _branch_error(drilled, expected, branch.outcome))]
        if wrong:
            return f"{wrong[0]} under {dict(way)}"
    return "" if "??" in drilled.scenario.card_names.values() else _common_error(drilled, ruling)


def _common_error(drilled: DrilledBlackjackRound, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, who decides and what each player gets are right, else why not."""
    ways, right = _expected_ways(drilled, ruling), expected_awards(drilled, ruling)
    given = {award.wager_due.wager: award.awarded_minor for award in ruling.awards}
    should = possible_verdicts(ways, right, returned_by_wager(drilled))
    if ruling.verdict not in should:
        return f"the common verdict is {ruling.verdict}, not {' or '.join(sorted(should))}"
    if len(ruling.outcomes) not in (different := outcome_count_range(ways)):
        return f"the readings come to {len(ruling.outcomes)} outcomes, not {different.start} to {different.stop - 1}"
    if ruling.authority != (who := deciding_authority(ruling.verdict, ruling.edition.authority)):
        return f"{ruling.authority} decides, not {who}"
    return "" if given == right else f"awarded is {given}, not {right}"


def expected_awards(drilled: DrilledBlackjackRound, ruling: Ruling) -> Mapping[str, int | None]:
    """What is awarded on each bet of a ruling, in minor units, stake included."""
    ways = _expected_ways(drilled, ruling)
    return {
        (wager := award.wager_due.wager): None if wager in drilled.expected.referred_wagers else expected_award(ways, wager)
        for award in ruling.awards
    }


def _expected_ways(drilled: DrilledBlackjackRound, ruling: Ruling) -> list[ReadingOutcome]:
    return [
        _reading_outcome(drilled, replace(way, dues=_dues_left_open(drilled, letters, way, ruling)))
        for letters, way in drilled.expected.outcomes.items()
    ]


def _dues_left_open(
    drilled: DrilledBlackjackRound, reading_choice: ReadingChoice, expected: ExpectedBlackjackOutcome, ruling: Ruling
) -> Dues:
    """What is due, without what may be open where a deal stands as it was stopped, and is left open."""
    branches = [branch.outcome for branch in ruling.branches if _is_compatible(dict(branch.choices), reading_choice)]
    left = {claim.wager for branch in branches for claim in branch.wagers_due if claim.due_minor is None}
    stopped = _is_stopped_as_dealt(drilled, expected)
    return {wager: None if stopped and wager in left else minor for wager, minor in expected.dues.items()}


def _is_stopped_as_dealt(drilled: DrilledBlackjackRound, expected: ExpectedBlackjackOutcome) -> bool:
    """Whether a deal stands as it was stopped: it may be open then whether a card counts for a hand."""
    return expected.standing == "as_dealt" and drilled.scenario.notice in STOPPING_NOTICES


def _reading_outcome(drilled: DrilledBlackjackRound, expected: ExpectedBlackjackOutcome) -> ReadingOutcome:
    to_do = {
        (move.card, move.origin, move.destination) for move in expected.moves if move.destination not in LEFT_OVER_PLACES
    }
    asked = expected.places_to_decide | ({expected.draw_place} if expected.draw_place else set())
    held_up = _has_copies_too_many(drilled)
    return ReadingOutcome(_expected_verdict(drilled, expected), expected.dues, frozenset(to_do | asked), held_up)


def _is_compatible(choices: dict[str, str], reading_choice: ReadingChoice) -> bool:
    return all(dict(reading_choice).get(clause, letter) == letter for clause, letter in choices.items())


def _branch_error(drilled: DrilledBlackjackRound, expected: ExpectedBlackjackOutcome, judgement: Judgement) -> str:
    if "??" in drilled.scenario.card_names.values():
        return "" if judgement.is_held_up else _dues_error(drilled, expected, judgement, has_unread_card=True)
    why = (
        _dues_error(drilled, expected, judgement)
        or _referral_error(drilled, judgement)
        or _verdict_error(drilled, expected, judgement)
    )
    if why or (drilled.is_misdealt and expected.standing not in ("reconstruct", "put_right")):
        return why
    return (
        _line_error(expected, judgement)
        if drilled.is_misdealt or expected.standing == "to_finish"
        else _hands_error(expected, judgement)
    )


def _referral_error(drilled: DrilledBlackjackRound, judgement: Judgement) -> str:
    referred = {claim.wager for claim in judgement.wagers_due if claim.referred}
    right = drilled.expected.referred_wagers
    return "" if referred == right else f"{sorted(referred)} are referred, not {sorted(right)}"


def _verdict_error(drilled: DrilledBlackjackRound, expected: ExpectedBlackjackOutcome, judgement: Judgement) -> str:
    right = _expected_verdict(drilled, expected)
    return "" if judgement.verdict == right else f"the verdict is {judgement.verdict}, not {right}"


def _expected_verdict(drilled: DrilledBlackjackRound, expected: ExpectedBlackjackOutcome) -> Verdict:
    """Somebody must say, or do something, unless all that went back is what was due."""
    back = returned_by_wager(drilled)
    if drilled.expected.referred_wagers or _has_copies_too_many(drilled):
        return "refer"
    if expected.required_verdict and not (_is_closed(drilled) and back == dict(expected.dues)):
        return expected.required_verdict
    amiss = any(expected.dues[w] not in (minor, None) for w, minor in back.items())
    return "correct" if amiss or _has_unpaid_winnings(drilled, expected) else "stands"


def _is_closed(drilled: DrilledBlackjackRound) -> bool:
    return any(isinstance(round_entry.event, RoundClosed) for round_entry in drilled.table_day.rounds[ROUND_NAME].entries)


def _paid_by_wager(drilled: DrilledBlackjackRound) -> dict[str, int]:
    """What was handed over for each wager, as it was told."""
    back: Counter[str] = Counter()
    for round_entry in drilled.table_day.rounds[ROUND_NAME].entries:
        if isinstance(round_entry.event, WagerReturned):
            back[round_entry.event.wager] += round_entry.event.amount_minor
    return dict(back)


def returned_by_wager(drilled: DrilledBlackjackRound) -> dict[str, int]:
    """What players have of each wager: what was handed over, and what they took up."""
    given, taken = _paid_by_wager(drilled), taken_up_by_wager(drilled.scenario)
    return {wager: given.get(wager, 0) + taken.get(wager, 0) for wager in (*given, *taken)}


def _has_unpaid_winnings(drilled: DrilledBlackjackRound, expected: ExpectedBlackjackOutcome) -> bool:
    """Whether winnings, by what counts and as it lay, were left unpaid in a round of which something was settled."""
    script, given = drilled.scenario, _paid_by_wager(drilled)
    taken, stakes = taken_up_by_wager(script), stakes_back(script)
    lay = money_after(script, script.recorded_line.acts, is_over=True)

    def won(wager: str, minor: int | None) -> bool:
        return minor is not None and minor != stakes[wager] and minor > taken.get(wager, 0)

    left = [wager for wager in expected.dues if wager not in given and wager not in drilled.expected.referred_wagers]
    winners = [wager for wager in left if won(wager, expected.dues[wager]) and won(wager, lay[wager])]
    return bool(given and winners) and _is_closed(drilled)


def _dues_error(
    drilled: DrilledBlackjackRound,
    expected: ExpectedBlackjackOutcome,
    judgement: Judgement,
    *,
    has_unread_card: bool = False,
) -> str:
    """Where the money differs. What is due may be open where a deal stands as it was stopped, or a card was not read."""
    dues = {claim.wager: claim.due_minor for claim in judgement.wagers_due}
    stopped = _is_stopped_as_dealt(drilled, expected)
    parts = {w: (dues.get(w), expected.dues.get(w)) for w in sorted({*dues, *expected.dues})}
    if all(
        mine == right or (stopped and None in (mine, right)) or (has_unread_card and mine is None)
        for mine, right in parts.values()
    ):
        return ""
    differ = ", ".join(f"{w}: {mine} not {right}" for w, (mine, right) in parts.items() if mine != right)
    return f"stands {judgement.standing}, should be {expected.standing}; due is {differ}"


def _line_error(expected: ExpectedBlackjackOutcome, judgement: Judgement) -> str:
    """Whether the lawful line is the truth as far as the record goes, and asks and draws what comes next in it."""
    if why := _hands_error(expected, judgement):
        return why
    how = judgement.reconstruction
    if how is None or expected.standing == "put_right":
        return ""
    if how.draw != ((expected.draw_place,) if expected.draw_place else ()):
        return f"it draws {how.draw}, not {expected.draw_place}"
    asked = [ask.place for ask in how.requests]
    if expected.places_to_decide != set(asked):
        return f"it asks {asked} again, not {sorted(expected.places_to_decide)}"
    if Counter(how.moves) != Counter(expected.moves):
        return f"it moves {how.moves}, not {expected.moves}"
    if Counter(how.surplus) != Counter(expected.surplus):
        return f"left over are {how.surplus}, not {expected.surplus}"
    return ""


def _hands_error(expected: ExpectedBlackjackOutcome, judgement: Judgement) -> str:
    laid = {place: cards for place, cards in judgement.lawful_hands.items() if cards}
    right = {place: cards for place, cards in expected.hands.items() if cards}
    return "" if laid == right else f"the lawful hands are {laid}, not {right}"


def _restoration(drilled: DrilledBlackjackRound, ruling: Ruling) -> str:
    """Whether the lawful line was all on record, or cards are to be drawn, or decisions asked, or nobody can say."""
    if any(how is not None and how.outcome == "impossible" for how in _reconstructions(ruling)):
        return "impossible"
    ways = list(drilled.expected.outcomes.values())
    if any(way.undecided_place for way in ways):
        return "asked"
    return "drawn" if any(way.draw_place for way in ways) else "restored"


def _describe(drilled: DrilledBlackjackRound, ruling: Ruling) -> str:
    """The round event by event, and what was found."""
    found = "; ".join(f"{finding.kind} at {finding.position}" for finding in ruling.findings)
    line = "; ".join(_describe_event(round_entry.event) for round_entry in drilled.table_day.rounds[ROUND_NAME].entries)
    held = " ".join(
        f"{clause}:{letter}" for clause, letter in drilled.table_day.rounds[ROUND_NAME].edition.resolved_letters.items()
    )
    return f"{line} [{drilled.scenario.notice}, {drilled.scenario.device}, {held}], found {found or 'nothing'}"


def _describe_event(event: Event) -> str:
    fields = event.model_dump(exclude_defaults=True)
    return " ".join([event.WORD, *map(str, fields.values())])
