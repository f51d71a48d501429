"""A ruling on a drilled coup held against what is right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from drill.baccarat.expected_money import lawful_hands
from drill.baccarat.faults.paying import is_paid_later, returned_by_wager
from drill.baccarat.rounds import DrilledShoe
from drill.baccarat.scenario import BaccaratScenario
from drill.baccarat.truth import CARD_FINDINGS, WINDOW_CLAUSES, ExpectedCoupOutcome, ExpectedCoupRuling
from drill.oracles.merging import ReadingOutcome, deciding_authority, outcome_count_range, possible_verdicts
from drill.tally import Tally
from replay.judging.judgement import Judgement
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling

Failure = tuple[Literal["missed", "invented", "wrong_money"], str]
"""What went wrong with a ruling, and why."""

ExpectedAward = tuple[int | None, int | None]
"""What is awarded on a bet, and what would be on a claim; in minor units, stake included."""

DEALER_FAULTS: Final = frozenset({"wrong_call", "paid_for_nothing"})
"""Faults that leave no trace where the dealer neither calls nor pays."""


@dataclass(frozen=True, slots=True)
class DrilledCoup:
    """One coup of a drilled shoe with what is right in it."""

    edition: Edition
    shoe: DrilledShoe
    index: int
    expected: ExpectedCoupRuling

    @property
    def scenario(self) -> BaccaratScenario:
        return self.shoe.scenarios[self.index]

    @property
    def is_last(self) -> bool:
        return self.index == len(self.shoe.scenarios) - 1

    @property
    def circumstances(self) -> tuple[str, ...]:
        """When a misdeal was noticed and where it fell."""
        script = self.scenario
        if not script.is_misdealt:
            return ()
        found = [f"noticed {script.notice}".replace("_", " ")] if script.notice != "never" else ["never noticed"]
        found += ["last coup of the shoe"] if self.is_last else []
        found += ["two errors of the cards"] if len(script.card_faults) > 1 else []
        found += ["with an unread card"] if script.has_unread_card else []
        return tuple(found)

    def traceless_faults(self) -> set[str]:
        """The faults of the coup of which the record shows nothing."""
        script = self.scenario
        idle = set() if script.is_misdealt else set(script.card_faults)
        if script.is_never_called:
            idle |= DEALER_FAULTS & set(script.faults)
        if self.expected.allowed_findings.isdisjoint({"wrong_payment", "mispaid_as_dealt"}):
            idle |= {"wrong_payout", "fits_no_reading", "fits_the_tableau_only"} & set(script.faults)
        if "unpaid" not in self.expected.allowed_findings:
            idle |= {"never_paid"} & set(script.faults)
        if not is_paid_later(script, is_last=self.is_last):
            idle |= {"paid_later", "rides_on"} & set(script.faults)
        return idle

    def undetectable_faults(self) -> set[str]:
        """The faults of the coup that nothing on record can show."""
        return (
            set()
            if "one_copy_too_many" in self.expected.required_findings
            else {"misread_card"} & set(self.scenario.faults)
        )


def score(tally: Tally, coup: DrilledCoup, ruling: Ruling) -> None:
    """Counts a coup's faults and what a ruling made of them."""
    idle, unseen = coup.traceless_faults(), coup.undetectable_faults()
    faults = tuple(fault for fault in coup.scenario.faults if fault not in idle | unseen)
    for fault in coup.scenario.faults:
        if fault in idle | unseen:
            tally.count("noop" if fault in idle else "undetectable", (fault,))
    around = coup.circumstances
    if faults:
        tally.count("injected", faults, around)
    if len(faults) > 1:
        tally.count("two_faults", faults)
    wrong = list(failures(coup, ruling))
    for what, why in wrong:
        tally.count(what, faults, around)
        tally.add_example(f"{what} ({', '.join(faults) or 'no fault'}): {_describe(coup, ruling)}: {why}")
    if faults and not any(what == "missed" for what, _ in wrong):
        tally.count("found", faults, around)
    for fault in set(faults) & set(coup.scenario.card_faults):
        tally.count("dealing_faults", (fault,), around)
        if not wrong:
            tally.count(_restoration(ruling), (fault,), around)


def _describe(coup: DrilledCoup, ruling: Ruling) -> str:
    found = "; ".join(f"{f.kind} at {f.position}" for f in ruling.findings)
    cards = " ".join(f"{place[0].upper()} {card}" for place, card in coup.scenario.cards)
    return f"{ruling.round.name} {cards}, {coup.scenario.notice}, found {found or 'nothing'}"


def failures(coup: DrilledCoup, ruling: Ruling) -> list[Failure]:
    """All that is wrong with a ruling."""
    found = [*_finding_failures(coup, ruling), *_judgement_failures(coup, ruling), *_hand_failures(coup, ruling)]
    if coup.expected.is_money_certain and not found:
        found += _award_failures(coup, ruling)
    return found


def _finding_failures(coup: DrilledCoup, ruling: Ruling) -> list[Failure]:
    script, right = coup.scenario, coup.expected
    kinds = {finding.kind for finding in ruling.findings}
    missing = set(right.required_findings - kinds)
    if script.is_misdealt and not script.has_unread_card:
        position = ruling.round.card_entries[script.deviation_index].position
        if not any(finding.kind in CARD_FINDINGS and finding.position <= position for finding in ruling.findings):
            missing.add("the misdeal")
    seen = tuple(finding.kind for finding in ruling.findings if finding.kind in CARD_FINDINGS)
    if right.card_findings not in (None, seen):
        missing.add(f"{', '.join(right.card_findings or ())} instead of {', '.join(seen) or 'nothing'}")
    wrong: list[Failure] = [("missed", f"{', '.join(sorted(missing))} missing")] if missing else []
    if invented := kinds - right.allowed_findings:
        wrong.append(("invented", f"{', '.join(sorted(invented))} invented"))
    return wrong


def _judgement_failures(coup: DrilledCoup, ruling: Ruling) -> list[Failure]:
    """Each branch by itself, and whether there are as many as there should be."""
    why = _judgement_error(coup, ruling)
    return [("wrong_money", why)] if why else []


def _judgement_error(coup: DrilledCoup, ruling: Ruling) -> str:
    """Empty if all is as it should be, else why it is not."""
    right, come_to = coup.expected, coup.expected.outcomes
    for branch in ruling.branches:
        outcome = come_to.get(
            tuple(branch.choices.get(clause) or right.resolutions.get(clause, "a") for clause in WINDOW_CLAUSES)
        )
        if outcome is None:
            return f"there is no choice {dict(branch.choices)}"
        if why := _branch_error(coup, outcome, branch.outcome):
            return f"{why} under {dict(branch.choices)}"
    if right.is_money_certain:
        given = {(_sorted_dues(branch.outcome), branch.outcome.is_held_up) for branch in ruling.branches}
        if given != {(outcome.dues, outcome.is_held_up) for outcome in come_to.values()}:
            return f"{len(given)} different outcomes, not {len(set(come_to.values()))}"
    return _common_error(coup, ruling) if right.is_money_certain else ""


def _common_error(coup: DrilledCoup, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, and who decides, are right, else why not."""
    ways = [
        ReadingOutcome(outcome.verdict, dict(outcome.dues), outcome.card_actions, outcome.is_held_up)
        for outcome in coup.expected.outcomes.values()
    ]
    given = {award.wager_due.wager: award.awarded_minor for award in ruling.awards}  # of these `_awards` says more
    should = possible_verdicts(ways, given, returned_by_wager(coup.scenario, given, is_last=coup.is_last))
    if ruling.verdict not in should:
        return f"the common verdict is {ruling.verdict}, not {' or '.join(sorted(should))}"
    if len(ruling.outcomes) not in (different := outcome_count_range(ways)):
        return f"the readings come to {len(ruling.outcomes)} outcomes, not {different.start} to {different.stop - 1}"
    who = deciding_authority(ruling.verdict, coup.edition.authority)
    return "" if ruling.authority == who else f"{ruling.authority} decides, not {who}"


def _sorted_dues(judgement: Judgement) -> tuple[tuple[str, int | None], ...]:
    return tuple(sorted((claim.wager, claim.due_minor) for claim in judgement.wagers_due))


def _branch_error(coup: DrilledCoup, outcome: ExpectedCoupOutcome, judgement: Judgement) -> str:
    if coup.scenario.has_unread_card and judgement.is_held_up:
        return ""
    how = judgement.reconstruction
    unsaid = coup.scenario.has_unread_card and how is not None and how.outcome == "impossible"
    if judgement.standing != outcome.standing and not unsaid:
        return f"stands as {judgement.standing}, not {outcome.standing}"
    if not coup.expected.is_next_coup_read:
        return ""
    dues, right = dict(_sorted_dues(judgement)), dict(outcome.dues)
    if coup.scenario.has_unread_card:  # what hangs on the card is open
        dues |= {wager: right.get(wager) for wager, due in dues.items() if due is None}
    if dues != right:
        return f"due is {dues}, not {right}"
    if coup.scenario.has_unread_card:
        return ""
    referred = {claim.wager for claim in judgement.wagers_due if claim.referred}
    if referred != coup.expected.referred_wagers:
        return f"{sorted(referred)} are referred, not {sorted(coup.expected.referred_wagers)}"
    return "" if judgement.verdict == outcome.verdict else f"the verdict is {judgement.verdict}, not {outcome.verdict}"


def _hand_failures(coup: DrilledCoup, ruling: Ruling) -> list[Failure]:
    """Whether the lawful hands are the truth, as far as the cards were read."""
    script = coup.scenario
    if script.card_names:
        return []
    right = lawful_hands(script)
    for branch in ruling.branches:
        laid = branch.outcome.lawful_hands
        for hand in ("punto", "banco"):
            if laid[hand] != right.hand_at(hand)[: len(laid[hand])]:
                return [("wrong_money", f"{hand} should have {' '.join(right.hand_at(hand))}, not {' '.join(laid[hand])}")]
        if (not script.missing_cards or script.is_corrected) and sum(map(len, laid.values())) != len(
            right.punto + right.banco
        ):
            return [("wrong_money", "not all cards are where they belong")]
    return []


def _restoration(ruling: Ruling) -> str:
    """Whether the lawful line was all on record, or cards are to be drawn, or nobody can say."""
    hows = [branch.outcome.reconstruction for branch in ruling.branches]
    if any(how is not None and how.outcome == "impossible" for how in hows):
        return "impossible"
    return "drawn" if any(how is not None and how.draw for how in hows) else "restored"


def _award_failures(coup: DrilledCoup, ruling: Ruling) -> list[Failure]:
    """Whether everybody gets what is due whatever the readings, or else the reading that is best for him (DCB-2)."""
    given = {award.wager_due.wager: (award.awarded_minor, award.if_claimed_minor) for award in ruling.awards}
    for player, possible in expected_awards(coup).items():
        own = {wager: given[wager] for wager in possible[0]}
        if own not in possible:
            return [("wrong_money", f"{player} is awarded {own}, not {possible[0]}")]
    return []


def expected_awards(coup: DrilledCoup) -> Mapping[str, list[dict[str, ExpectedAward]]]:
    """By player, what each bet is awarded, for each of the readings that are best for the player (DCB-2)."""
    outcomes = list(dict.fromkeys(coup.expected.outcomes.values()))
    dues = [dict(outcome.dues) for outcome in outcomes]
    held_up = any(outcome.is_held_up for outcome in outcomes)
    found = {}
    for player in dict.fromkeys(coup.expected.player_by_wager.values()):
        wagers = [wager for wager, whose in coup.expected.player_by_wager.items() if whose == player]
        most = max(sum(due[wager] or 0 for wager in wagers) for due in dues)
        best = [due for due in dues if sum(due[wager] or 0 for wager in wagers) == most]
        found[player] = [
            {wager: _expected_award(coup, wager, dues, reading, is_held_up=held_up) for wager in wagers} for reading in best
        ]
    return found


def _expected_award(
    coup: DrilledCoup,
    wager: str,
    dues: list[dict[str, int | None]],
    best_dues: Mapping[str, int | None],
    *,
    is_held_up: bool,
) -> ExpectedAward:
    """What is awarded, and what would be on a claim."""
    column = {due[wager] for due in dues}
    if is_held_up or wager in coup.expected.referred_wagers or None in column:
        return None, None
    if len(column) == 1 or coup.expected.player_by_wager[wager] in coup.expected.disputing_players:
        return best_dues[wager], None
    return None, best_dues[wager]
