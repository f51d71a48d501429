"""Three people in three windows: two by passkey, one by the house's identity provider."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ledger.events.decisions import DecisionConfirmed, DecisionRefused, RoundVoided
from ledger.events.desk import NamesLookedAt, SessionEnded, SignedIn
from tests.desk.service import provider
from tests.desk.service.conftest import (
    Window,
    bind_account,
    enrol_passkey,
    follow,
    free_port,
    identity_provider,
    provider_settings,
    serving,
)

ROUND = "BJ-1/2026-01-17/1"


@pytest.mark.slow
def test_one_finds_and_rules_another_confirms_and_a_reader_sees_masked_names(
    house: str, window: Callable[[str], Window], tmp_path: Path
) -> None:
    port = free_port()
    settings = provider_settings(tmp_path, f"http://localhost:{port}/o")
    with (
        serving(house, provider=settings) as desk,
        identity_provider(tmp_path, f"{desk.origin}/sign-in/provider/callback", port) as issuer,
    ):
        first, second, reader = (window(desk.origin) for _ in range(3))
        enrol_passkey(desk.ledger, "M1", first.new_passkey("M1"))
        enrol_passkey(desk.ledger, "M2", second.new_passkey("M2"))
        bind_account(desk.ledger, "R7", issuer, "1")

        # M1 finds the round and declares it void.
        first.sign_in()
        first.page.goto(f"/rounds/{ROUND}")
        expect(first.page.locator("main")).to_contain_text("P2")
        follow(first.page, "decide")
        first.page.get_by_text("Declare a round void").click()
        form = first.page.locator('form[data-act="void round"]')
        form.get_by_label("Reason").fill("suspicion")
        form.get_by_role("button", name="Sign").click()
        expect(first.page.locator("#told")).to_contain_text("M1 (management): the round is void (reason: suspicion)")

        # She cannot confirm it herself: no button, and whoever asks without one is refused, which is on record.
        first.page.goto("/decisions")
        row = first.page.get_by_role("row").filter(has_text="round declared void")
        expect(row).to_contain_text("not confirmed yet")
        expect(row.get_by_role("button")).to_have_count(0)
        position = row.get_by_role("rowheader").inner_text()
        assert "another person must confirm it" in first.page.evaluate(CONFIRM, position)

        # M2 confirms it, and the act shows whose signature it bears.
        second.sign_in()
        second.page.goto("/decisions")
        second.page.get_by_role("row").filter(has_text="round declared void").get_by_role("button", name="Confirm").click()
        expect(second.page.locator("#told")).to_contain_text(f"the decision at position {position} is confirmed")
        second.page.goto(f"/acts/{position}")
        expect(second.page.locator("main")).to_contain_text("Signed by M1 with the passkey SHA256:")

        # The reader comes by the house's account, and sees no names and no way to decide.
        reader.page.goto("/sign-in")
        reader.page.get_by_role("link", name="Sign in with the house's account").click()
        reader.page.get_by_label("Username").fill(provider.USERS[0])
        reader.page.get_by_label("Password").fill(provider.PASSWORD)
        reader.page.get_by_role("button", name="Log in").click()
        expect(reader.page.get_by_role("heading", name="Find a round")).to_be_visible()
        reader.page.goto(f"/rounds/{ROUND}")
        expect(reader.page.locator("main")).not_to_contain_text("P2")
        expect(reader.page.get_by_role("link", name="decide")).to_have_count(0)
        reader.page.goto("/decisions")
        expect(reader.page.locator("main")).to_contain_text("is for inspector")

        # A session that is revoked is out at once.
        second.page.goto("/me")
        session = second.page.get_by_role("row").filter(has_text="(this one)").locator("code").inner_text()
        first.page.goto("/people")
        first.page.get_by_role("row").filter(has_text=session).get_by_role("button", name="End it").click()
        expect(first.page.get_by_role("row").filter(has_text=session)).to_have_count(0)
        second.page.goto("/decisions")
        expect(second.page.get_by_role("heading", name="Sign in")).to_be_visible()

        kinds = RoundVoided | DecisionConfirmed | DecisionRefused
        acts = [
            entry for entry in desk.ledger.entries(f"table/{ROUND.rpartition('/')[0]}") if isinstance(entry.event, kinds)
        ]
        acts = acts[-3:]
        assert [(type(act.event).__name__, act.delivery.signature and act.delivery.signature.person) for act in acts] == [
            ("RoundVoided", "M1"),
            ("DecisionRefused", "M1"),
            ("DecisionConfirmed", "M2"),
        ]
        seen = [entry.event for entry in desk.ledger.entries("desk")]
        assert [(event.person, event.method) for event in seen if isinstance(event, SignedIn)] == [
            ("M1", "passkey"),
            ("M2", "passkey"),
            ("R7", "provider"),
        ]
        assert {(event.person, event.about) for event in seen if isinstance(event, NamesLookedAt)} == {("M1", ROUND)}
        assert [(event.person, event.ended_by) for event in seen if isinstance(event, SessionEnded)] == [("M2", "M1")]


CONFIRM = """
async position => {
  const token = document.querySelector('meta[name="recoup-form"]').content;
  const post = async (path, body) => (await fetch(path, {method: "POST", body: JSON.stringify(body),
    headers: {"Content-Type": "application/json", "X-Recoup-Form": token}})).json();
  const asked = await post("/acts/begin", {words: "confirm", fields: {decision: position, role: "management"}});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.publicKey);
  return (await post("/acts/finish", (await navigator.credentials.get({publicKey})).toJSON())).refused;
}
"""
