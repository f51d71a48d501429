"""A round's replay: what its page says of it, and the same as one file that is taken along."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from desk.web.ledger_view import LedgerView
from desk.web.money import ruling_view
from desk.web.round_view import MomentQuery, RoundView
from desk.web.templating import DisplayChoices, render_fragment
from ledger.values.subjects import table_day
from projections.certainty import finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.reports.decisions import decision_lines
from projections.reports.headline import headline
from projections.reports.readings import incomplete_lines, last_recorded_at
from projections.timeline.accounts import align_steps, steps_of_account
from projections.timeline.timeline import account_mends, formatter_for
from replay.ruling.ruling import Ruling

_SCRIPTS: Final = ("texts.js", "keys.js", "replay.js", "film.js")


def round_view(ledger_view: LedgerView, name: str, moment: MomentQuery, *, masked: bool) -> RoundView:
    """A round as its page shows it. Raises UnknownRound."""
    answer = ledger_view.answer(name, masked=masked)
    day, moments = ledger_view.table_day(table_day(name), masked=masked), ledger_view.moments(name, masked=masked)
    return RoundView(day, answer, moment, ledger_view.words, moments)


def round_variables(ledger_view: LedgerView, here: RoundView, *, masked: bool, alone: bool = False) -> dict[str, Any]:
    """What the templates of a round ask for; `alone` says that there is no desk around it."""
    ruling, answer = here.ruling, here.answer
    return {
        "alone": alone,
        "notes": [],
        "here": here,
        "one": ruling.round,
        "sheet": ruling.edition.sheet,
        "headline": headline(answer, ledger_view.words),
        "money": ruling_view(answer, ledger_view.words),
        "findings": [
            (finding, finding_in_words(ruling, finding, ledger_view.words), here.step_of(finding), mark(ruling, [finding]))
            for finding in answer.findings
        ],
        "incomplete": incomplete_lines(ruling, ledger_view.words),
        "on_record": ledger_view.difference_on_record(ruling.round.name, masked=masked),
        "clauses": dict(_clause_texts(ruling, ledger_view.words)),
        "authority": answer.status.decider and ledger_view.words.term(answer.status.decider),
        "mends": account_mends(ruling, formatter_for(ruling, ledger_view.words)),
        "decisions": decision_lines(
            ruling.round.decisions, answer.positions_in_force, ruling.round.table_opening, ledger_view.words
        ),
        "accounts": [
            (other.account, align_steps(here.steps, steps_of_account(ruling, other, ledger_view.words)))
            for other in ruling.round.other_accounts
        ],
    }


def _clause_texts(ruling: Ruling, words: Catalogue) -> Iterator[tuple[str, str]]:
    """By the id of each clause that a finding rests on, its title, its text, and the document's own words."""
    for id_ in dict.fromkeys(clause for finding in ruling.findings for clause in finding.clauses):
        clause = ruling.edition.sheet.clauses.get(id_)
        if clause is None:
            yield id_, ""
            continue
        quote = f" {words.say('case.quoted', text=clause.quote)}" if clause.quote else ""
        yield id_, f"{words.clause_text(clause.title)}: {words.clause_text(clause.text)}{quote}"


@dataclass(frozen=True, slots=True)
class _Inline:
    """A script or a style as it stands in a page, with the digest by which the page's policy admits it."""

    text: str

    @property
    def digest(self) -> str:
        return "sha256-" + b64encode(sha256(self.text.encode()).digest()).decode()


def standalone_replay(ledger_view: LedgerView, name: str, *, masked: bool) -> str:
    """A round's replay as one HTML page that loads nothing. Raises UnknownRound."""
    here = round_view(ledger_view, name, MomentQuery(), masked=masked)
    static = files("desk.web") / "static"
    style = _Inline((static / "desk.css").read_text(encoding="utf-8"))
    around = {
        "looks": DisplayChoices(masked=masked, language=ledger_view.words.language),
        "path": "",
        "style": style.text,
        "style_digest": style.digest,
        "scripts": [_Inline((static / script).read_text(encoding="utf-8")) for script in _SCRIPTS],
        "recorded_at": last_recorded_at(here.ruling),
    }
    variables = round_variables(ledger_view, here, masked=masked, alone=True) | around
    return render_fragment("standalone", variables, ledger_view.words.language)
