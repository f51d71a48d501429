"use strict";
// The server decides what a key does: it puts `data-key` on the link or button. This file presses them.
(() => {
  const one = (selector) => document.querySelector(selector);
  const keep = (name, value) => { document.cookie = `${name}=${value}; path=/; SameSite=Strict; max-age=31536000`; };

  // Keys

  const typing = (at) => at.closest("input:not([type=range]):not([type=checkbox]), select, textarea");
  const named = (press) =>
    (press.ctrlKey ? "Control+" : "") + (press.shiftKey && press.key.length > 1 ? "Shift+" : "") + press.key;

  document.addEventListener("keydown", (press) => {
    const at = press.target instanceof Element ? press.target : document.body;
    const own = press.key === " " && at.closest("a, button, summary, input");
    if (press.altKey || press.metaKey || typing(at) || own || one("#help").open) return;
    const name = named(press);
    const sought = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === name);
    if (!sought) return;
    press.preventDefault();
    sought.click();
  });

  // Looks

  one("#mask").addEventListener("click", (press) => {
    keep("masked", press.currentTarget.getAttribute("aria-pressed") === "true" ? "0" : "1");
    location.reload();
  });
  one("#theme").addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const chosen = (document.documentElement.dataset.theme || system) === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    keep("theme", chosen);
  });
  one("#ask").addEventListener("click", () => one("#help").showModal());
  one("#helped").addEventListener("click", () => one("#help").close());

  // Open tables

  const live = one("[data-live]");
  if (live) {
    new EventSource(live.dataset.live).addEventListener("tables", (told) => { live.innerHTML = JSON.parse(told.data); });
  }
})();
