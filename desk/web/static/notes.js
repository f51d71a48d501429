"use strict";
// Notes and bookmarks at the moment that is shown.
(() => {
  const WRITER = "recoup.writer";
  const { say } = window.recoup;
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.note"));
  if (!form) return;
  const replay = document.getElementById("replay"), by = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=by]"));
  const token = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="recoup-form"]'))?.content ?? "";
  if (by) by.value = sessionStorage.getItem(WRITER) ?? "";

  /** @param {string} path @param {Record<string, unknown>} content */
  async function post(path, content) {
    const headers = { "Content-Type": "application/json", "X-Recoup-Form": token };
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".notes button"));
    for (const button of buttons) button.disabled = true; // what is sent twice would stand twice
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(content) }).catch(() => null);
    if (answer?.ok) return location.reload();
    for (const button of buttons) button.disabled = false;
    if (!answer) {
      document.getElementById("said").textContent = say("unreachable");
      return;
    }
    const { detail } = await answer.json().catch(() => ({ detail: String(answer.status) }));
    document.getElementById("said").textContent = Array.isArray(detail) ? detail.map((each) => `${each.loc.at(-1)}: ${each.msg}`).join("; ") : detail;
  }

  form.addEventListener("submit", (sent) => {
    sent.preventDefault();
    if (by) sessionStorage.setItem(WRITER, by.value);
    const text = /** @type {HTMLInputElement} */ (form.querySelector("[name=text]")).value;
    post(`${location.pathname}/notes`, { at: Number(replay.dataset.position), text, ...(by ? { by: by.value } : {}) });
  });
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-withdraw]"))) {
    button.addEventListener("click", () => {
      post(`/notes/${button.dataset.withdraw}/withdraw`, by ? { by: button.dataset.person } : {});
    });
  }
})();
