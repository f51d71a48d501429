"use strict";
// Passkeys: the browser is asked what the server wants signed, and its answer goes back. Nothing is kept here.
(() => {
  const token = document.querySelector('meta[name="recoup-form"]')?.content || "";
  const { say } = window.recoup;
  const tell = (told) => { document.querySelector("#said").textContent = told; };

  const post = (path, content) => send(path, "application/json", JSON.stringify(content ?? {}));
  const upload = (path, file) => send(path, "application/octet-stream", file);
  const send = async (path, type, body) => {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": type, "X-Recoup-Form": token }, body });
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) return told;
    const why = Array.isArray(told.detail) ? told.detail.map((each) => `${each.loc.at(-1)}: ${each.msg}`).join("; ") : told.detail;
    throw new Error(why || say("no_answer"));
  };
  const attempt = async (button, does) => {
    button.disabled = true;
    try {
      await does();
    } catch (error) {
      tell(error.name === "NotAllowedError" ? say("no_passkey") : error.message);
    } finally {
      button.disabled = false;
    }
  };

  const assertion = async (asked) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.publicKey);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  };

  // Signs what is asked, and what follows from it, one signature each; gives what became of the last.
  const signed = async (asked) => {
    let taken;
    do {
      taken = await post("/acts/finish", await assertion(asked));
      asked = taken.next;
    } while (asked);
    return taken;
  };
  Object.assign(window.recoup, { post, upload, signed });

  const sign = async (path, act) => {
    const taken = await signed(await post(path, act));
    sessionStorage.setItem("told", taken.sentence + (taken.waits_at ? ` ${say("waits")}` : ""));
    location.reload();
  };
  const kept = sessionStorage.getItem("told");
  if (kept) {
    sessionStorage.removeItem("told");
    document.querySelector("#told").textContent = kept;
  }

  document.querySelector("[data-sign-in]")?.addEventListener("click", (press) => attempt(press.currentTarget, async () => {
    const button = document.querySelector("[data-sign-in]");
    const told = await post("/sign-in/passkey/finish", await assertion(await post("/sign-in/passkey/begin")));
    location.assign(button.dataset.signIn === "/" ? told.first : button.dataset.signIn);
  }));

  document.querySelector("[data-new-passkey]")?.addEventListener("submit", (sent) => {
    sent.preventDefault();
    const form = sent.currentTarget;
    attempt(form.querySelector("button"), async () => {
      const person = new FormData(form).get("person");
      const asked = await post("/new-passkey/begin", { person });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.publicKey);
      const made = (await navigator.credentials.create({ publicKey })).toJSON();
      const told = await post("/new-passkey/finish", made);
      const link = document.querySelector("#public");
      link.href = "data:application/json," + encodeURIComponent(JSON.stringify(told.key));
      link.download = `${person}.passkey.json`;
      document.querySelector("#fingerprint").textContent = told.fingerprint;
      document.querySelector("#made").hidden = false;
      link.focus();
    });
  });

  const typed = (form) => {
    const fields = {};
    for (const [name, text] of new FormData(form)) if (text !== "") fields[name] = text;
    return fields;
  };
  for (const form of document.querySelectorAll("[data-act]")) {
    form.addEventListener("submit", (sent) => {
      sent.preventDefault();
      const act = { words: form.dataset.act, subject: form.dataset.subject, fields: typed(form) };
      attempt(form.querySelector("[type=submit]"), () => sign("/acts/begin", act));
    });
  }

  const rosterFields = async (form) => {
    const given = new FormData(form), fields = {};
    for (const name of ["person", "issuer", "account"]) if (given.get(name)) fields[name] = given.get(name).trim();
    if (given.has("offices")) {
      const until = given.get("until") || null;
      fields.offices = given.getAll("offices").map((office) => ({ office, since: given.get("since"), until }));
    }
    const file = given.get("key");
    if (file && file.size) fields.key = JSON.parse(await file.text());
    return fields;
  };
  for (const form of document.querySelectorAll("[data-roster-form]")) {
    form.addEventListener("submit", (sent) => {
      sent.preventDefault();
      attempt(form.querySelector("[type=submit]"), async () =>
        sign("/roster/begin", { word: form.dataset.rosterForm, fields: await rosterFields(form) }));
    });
  }
  for (const button of document.querySelectorAll("[data-roster]")) {
    button.addEventListener("click", () => {
      if (button.dataset.sure && !confirm(button.dataset.sure)) return;
      const fields = JSON.parse(button.dataset.fields);
      attempt(button, () => sign("/roster/begin", { word: button.dataset.roster, fields }));
    });
  }

  for (const button of document.querySelectorAll("[data-post]")) {
    button.addEventListener("click", () => attempt(button, async () => {
      await post(button.dataset.post);
      if (button.dataset.then) location.assign(button.dataset.then); else location.reload();
    }));
  }
})();
