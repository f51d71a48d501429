"""A ruling made into a report: the one place where it is decided what a report says."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ledger.cards import is_known
from ledger.events.play import NoticeGiven
from ledger.people import ROLES
from projections.pictures import baccarat, blackjack, compare, roulette
from projections.pictures.scene import decisive, described, scene
from projections.reports.money import balances, columns, money_told
from projections.reports.readings import chosen, holds, put_right, recorded_at, verdict
from projections.reports.report import (
    BranchTold,
    CaseHeader,
    ClauseTold,
    Evidence,
    Facts,
    FindingTold,
    Picture,
    Report,
    StepTold,
)
from projections.walk import Step, spelling_of, walk
from projections.words import Words, pretty
from replay import ENGINE
from replay.findings import Finding
from replay.games import GAMES
from replay.rules import Rules
from replay.rulings import Ruling, awards

Basis = Mapping[str, Any]
"""What a ruling rests on, as its JSON has it: `ranges` of positions and the `leaves_digest`."""

DRAWN: Final = {"baccarat": baccarat.draw, "blackjack": blackjack.draw, "roulette": roulette.draw}
"""By game, what draws its table."""


def compose(
    ruling: Ruling,
    basis: Basis,
    events: Sequence[bytes] | None,
    words: Words,
    case: CaseHeader | None = None,
) -> Report:
    """The report on a ruling. `events` are the stored bytes of its entries, None where names are masked."""
    one, sheet = ruling.round, ruling.edition.sheet
    steps = walk(ruling, spelling_of(ruling, words))
    moment = decisive(ruling, steps)
    found = [_finding(number, finding, steps, words) for number, finding in enumerate(ruling.findings, 1)]
    heads, money = money_told(ruling, words)
    document = sheet.edition.document
    disputing = dict.fromkeys(t.event.by for t in one.told if isinstance(t.event, NoticeGiven) and t.event.by not in ROLES)
    return Report(
        language=words.language,
        masked=events is None,
        title=words.say("report.title", round=one.name),
        case=case,
        facts=_facts(ruling, words),
        question=words.say("report.question", round=one.name, document=document),
        disputed=words.say("report.disputed", players=", ".join(disputing)) if disputing else None,
        answer=_answer(ruling, found, words),
        steps=tuple(_step(step, ruling, words) for step in steps),
        moment=_moment(ruling, moment, words),
        moment_is=words.say("report.moment_is", step=moment, told=steps[moment - 1].text) if steps else "",
        boards=_boards(ruling, words),
        findings=tuple(found),
        clauses=tuple(_clause(ruling, clause) for clause in ruling.clauses if clause in sheet.clauses),
        branches=tuple(_branches(ruling, words)),
        money_is=words.say("report.money_is", currency=one.opening.currency),
        due_heads=heads,
        money=money,
        balances=balances(ruling, words),
        decides=_decides(ruling, words),
        rights=_rights(ruling, words),
        evidence=_evidence(ruling, basis, words, masked=events is None),
        events=None if events is None else "".join(line.decode() + "\n" for line in events),
    )


def _facts(ruling: Ruling, words: Words) -> Facts:
    one, edition = ruling.round, ruling.edition
    table, day, _ = one.name.split("/")
    return Facts(
        round=one.name,
        table=table,
        day=day,
        game=words.value(edition.game),
        shoe=one.shoe,
        account=one.account,
        document=edition.sheet.edition.document,
        rulebook=edition.id,
        edition=edition.name,
        edition_digest=edition.digest,
        engine=ENGINE,
    )


def _answer(ruling: Ruling, found: Sequence[FindingTold], words: Words) -> tuple[str, ...]:
    key = "found_none" if not found else "found_one" if len(found) == 1 else "found_some"
    first = found[0].text if found else ""
    told = [verdict(ruling, words), words.say(f"report.{key}", number=len(found), first=first)]
    if len(ruling.branches) == 1 and ruling.branches[0].outcome.standing:
        told.append(holds(ruling, ruling.branches[0].outcome, words))
    return tuple(told)


def _step(step: Step, ruling: Ruling, words: Words) -> StepTold:
    hand = ""
    if step.touched is not None:
        cards = step.hands.get(step.touched, ())
        place = words.value(GAMES[ruling.edition.game].place(step.touched))
        count = GAMES[ruling.edition.game].count(cards, Rules(ruling.edition)) if all(map(is_known, cards)) else ""
        total = f" = {count}" if cards and count else ""
        hand = f"{place}: {' '.join(map(pretty, cards)) or '-'}{total}"
    due = words.value(step.due) if step.due else words.say("report.left_rules")
    return StepTold(
        number=step.number,
        time=step.told.entry.delivery.time and step.told.entry.delivery.time[:19].replace("T", " "),
        text=step.text,
        hand=hand,
        due=due if step.touched is not None else "",
        findings=tuple(ruling.findings.index(finding) + 1 for finding in step.findings),
    )


def _finding(number: int, finding: Finding, steps: Sequence[Step], words: Words) -> FindingTold:
    at = next((step.number for step in steps if step.told.position == finding.at), None)
    where = words.say("report.where", step=at) if at else words.say("report.on_record", position=finding.at)
    text = words.finding(finding)
    return FindingTold(number=number, kind=finding.kind, text=text, where=where, clauses=finding.clauses)


def _moment(ruling: Ruling, at: int, words: Words) -> Picture:
    shown = scene(ruling, words, at)
    title = words.say(f"picture.{shown.game}", round=shown.round)
    told = roulette.described if shown.game == "roulette" else described
    return Picture(title=title, desc=told(shown, words), svg=DRAWN[shown.game](shown, words))


def _boards(ruling: Ruling, words: Words) -> Picture | None:
    """The two boards under the first reading that lets the cards be put right, if any card lies elsewhere."""
    for branch in ruling.branches if ruling.edition.game != "roulette" else ():
        both = compare.boards(ruling, branch.outcome)
        if both is not None and (both.joined or both.drawn):
            drawn = compare.Pair(ruling, both, words)
            return Picture(title=drawn.title, desc=drawn.desc, svg=drawn.draw())
    return None


def _clause(ruling: Ruling, clause: str) -> ClauseTold:
    told = ruling.edition.sheet.clauses[clause]
    found = tuple(number for number, finding in enumerate(ruling.findings, 1) if clause in finding.clauses)
    return ClauseTold(id=clause, title=told.title, text=told.text, quote=told.quote, findings=found)


def _branches(ruling: Ruling, words: Words) -> list[BranchTold]:
    rows = awards(ruling)
    dues = {number: due for head, due in _by_head(ruling) for number in head}
    told = []
    for number, branch in enumerate(ruling.branches, 1):
        judged = branch.outcome
        how = judged.reconstruction
        given = {row.claim.wager: row.awarded_minor for row in rows}
        follows = [row.claim.wager for row, due in zip(rows, dues[number], strict=True) if given[row.claim.wager] == due]
        settled = None not in given.values()
        status = "open" if not settled else "chosen" if len(follows) == len(rows) else "not_chosen"
        result = {"dealt": judged.dealt, "lawful": judged.lawful, "declared": judged.declared}
        open_ = words.say("report.open")
        said = {name: words.value(value or open_) for name, value in result.items()}
        told.append(
            BranchTold(
                number=number,
                under=", ".join(f"{clause} ({letter})" for clause, letter in branch.choices.items()),
                readings=tuple(chosen(ruling, branch.choices, words)),
                holds=holds(ruling, judged, words),
                cards=words.say("report.cards_say", **said) if any(result.values()) else "",
                righting=put_right(how, ruling.edition.game, words) if how else "",
                status=status,
                chosen_for=tuple(follows) if settled and status == "not_chosen" else (),
            )
        )
    return told


def _by_head(ruling: Ruling) -> list[tuple[tuple[int, ...], tuple[int | None, ...]]]:
    shown = columns(ruling, awards(ruling))
    return list(zip(shown.heads, shown.due_minor, strict=True))


def _decides(ruling: Ruling, words: Words) -> str:
    if ruling.authority is None:
        return words.say("report.nobody")
    return words.say(
        "report.authority", authority=words.value(ruling.authority), document=ruling.edition.sheet.edition.document
    )


def _rights(ruling: Ruling, words: Words) -> tuple[str, ...]:
    told = [words.say("report.right_confirm", authority=words.value(ruling.authority))] if ruling.authority else []
    if any(award.if_claimed_minor is not None for award in awards(ruling)):
        told.append(words.say("report.right_reading"))
    return (*told, words.say("report.right_see"), words.say("report.right_complain"))


def _evidence(ruling: Ruling, basis: Basis, words: Words, *, masked: bool) -> Evidence:
    keys = ("check_masked",) if masked else ("check_attached",)
    checks = tuple(words.say(f"report.{key}", round=ruling.round.name) for key in ("check_again", "check_leaves", *keys))
    ranges = tuple((first, upto) for first, upto in basis["ranges"])
    return Evidence(ranges=ranges, leaves_digest=basis["leaves_digest"], recorded_at=recorded_at(ruling), checks=checks)
