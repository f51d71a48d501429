"use strict";
// A round is typed beside its footage: each key goes to the desk, which keeps it and says what it comes to.
(() => {
  const page = document.getElementById("typing");
  if (!page) return;
  const { say } = window.recoup;
  const film = /** @type {HTMLVideoElement | null} */ (document.getElementById("film"));
  const record = /** @type {HTMLFormElement} */ (document.getElementById("record"));
  const token = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="recoup-form"]'))?.content ?? "";
  const path = `/type/${page.dataset.round}`;
  const who = { ...(page.dataset.by ? { by: page.dataset.by } : {}), ...(page.dataset.clip ? { clip: page.dataset.clip } : {}) };
  const through = page.dataset.through !== undefined;
  const rate = film ? Number(film.dataset.numerator) / Number(film.dataset.denominator) : 0;
  /** @type {number | null} The event that is chosen. */
  let chosen = null;
  let count = 0;
  /** Keys go one after the other, however fast they are pressed. */
  let sending = Promise.resolve();

  /** @type {number | null} The frame that is on the screen, which is not yet the one that was asked for. */
  let shown = null;
  const frame = () => (film ? Math.min(Math.floor(film.currentTime * rate + 0.001), Number(film.dataset.frames) - 1) : null);

  /** @param {number} number */
  function show(number) {
    if (!film) return;
    film.pause();
    const last = Number(film.dataset.frames) - 1;
    film.currentTime = (Math.min(Math.max(number, 0), last) + 0.5) / rate; // the middle of a frame is in no other
  }

  function tell() {
    if (film) document.getElementById("frame").textContent = say("frame", { frame: String(shown ?? frame()) });
  }

  /** @param {string} where @param {Record<string, unknown>} content */
  async function post(where, content) {
    const headers = { "Content-Type": "application/json", "X-Recoup-Form": token };
    const answer = await fetch(`${path}/${where}`, { method: "POST", headers, body: JSON.stringify({ ...content, ...who }) }).catch(() => null);
    if (!answer) {
      complain(say("unreachable"));
      return null;
    }
    const got = await answer.json().catch(() => ({ detail: String(answer.status) }));
    if (answer.ok) return got;
    complain(Array.isArray(got.detail) ? got.detail.map((each) => `${each.loc.at(-1)}: ${each.msg}`).join("; ") : got.detail);
    return null;
  }

  /** @param {string} text */
  const complain = (text) => (document.getElementById("wrong").textContent = text);

  /** @param {string} tag @param {string} text */
  function element(tag, text) {
    const node = document.createElement(tag);
    node.textContent = text;
    return node;
  }

  /** @param {any} state */
  function draw(state) {
    count = state.lines.length;
    if (chosen !== null && chosen >= count) chosen = null;
    document.getElementById("keys").textContent = state.keys;
    complain(state.wrong ?? "");
    document.getElementById("choices").replaceChildren(...state.choices.flatMap(([key, meaning]) => [element("dt", key), element("dd", meaning)]));
    const board = document.getElementById("board");
    board.innerHTML = state.picture; // drawn by the desk itself
    document.getElementById("due").textContent = state.due;
    document.querySelector("#verdict strong").textContent = state.verdict;
    document.getElementById("findings").replaceChildren(...state.findings.map((text) => element("li", text)));
    const lines = state.lines.map((line, number) => {
      const item = element("li", line.text);
      if (line.frame !== null) item.append(" ", element("small", say("frame", { frame: String(line.frame) })));
      if (number === chosen) item.setAttribute("aria-current", "true");
      return item;
    });
    document.getElementById("lines").replaceChildren(...(lines.length ? lines : [element("li", say("empty"))]));
    page.dataset.count = String(count);
  }

  /** @param {string | null} key */
  function press(key) {
    const at = shown ?? frame(), replaced = chosen;
    sending = sending.then(async () => {
      const state = await post("keys", { key, frame: at, at: replaced, goes_through: through });
      if (!state) return;
      if (state.keys === "" && key !== null) chosen = null;
      draw(state);
      page.dataset.sent = String(Number(page.dataset.sent ?? 0) + (key === null ? 0 : 1));
    });
  }

  /** @param {number} step */
  function choose(step) {
    const from = chosen ?? count;
    chosen = from + step >= count ? null : Math.max(from + step, 0);
    press(null);
  }

  async function put() {
    await sending;
    const reason = /** @type {HTMLInputElement} */ (record.elements.namedItem("reason")).value;
    const done = await post("record", { reason });
    if (done) location.assign(done.path);
  }

  /** @type {Record<string, (shift: boolean) => void>} */
  const moves = {
    " ": () => film && (film.paused ? void film.play() : film.pause()),
    ArrowRight: (shift) => show(frame() + (shift ? Math.round(rate) : 1)),
    ArrowLeft: (shift) => show(frame() - (shift ? Math.round(rate) : 1)),
    ArrowUp: () => choose(-1),
    ArrowDown: () => choose(1),
    "]": () => film && (film.playbackRate = Math.min(film.playbackRate * 2, 4)),
    "[": () => film && (film.playbackRate = Math.max(film.playbackRate / 2, 0.125)),
  };

  window.addEventListener(
    "keydown",
    (event) => {
      const typing = /** @type {HTMLElement} */ (event.target).closest("input, select, textarea, button, dialog");
      if (event.ctrlKey && event.key === "Enter") {
        event.preventDefault();
        event.stopImmediatePropagation();
        put();
        return;
      }
      if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
      const free = document.getElementById("keys").textContent.startsWith(":");
      const move = moves[event.key];
      if (move && !(free && event.key.length === 1)) move(event.shiftKey);
      else if (event.key.length === 1 || ["Enter", "Backspace", "Escape"].includes(event.key)) press(event.key);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the desk's own keys rest on this page
    },
    true,
  );
  record.addEventListener("submit", (sent) => {
    sent.preventDefault();
    put();
  });
  function follow() {
    film.requestVideoFrameCallback((_, { mediaTime }) => {
      shown = Math.round(mediaTime * rate);
      tell();
      follow();
    });
  }
  if (film?.requestVideoFrameCallback) follow();
  film?.addEventListener("timeupdate", tell);
  film?.addEventListener("seeked", tell);
  film?.addEventListener("loadeddata", tell);
  if (film && film.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) tell(); // it was there before this script
  press(null);
})();
