"use strict";
// What the person chooses of the pages' looks, and what comes to open tables.
(() => {
  const one = (selector) => document.querySelector(selector);
  const keep = (name, value) => { document.cookie = `${name}=${value}; path=/; SameSite=Strict; max-age=31536000`; };

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
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-language]"))) {
    button.addEventListener("click", () => { keep("language", button.dataset.language); location.reload(); });
  }
  const columns = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-column]"));
  for (const box of columns) {
    box.addEventListener("change", () => {
      const hidden = [...columns].filter((each) => !each.checked);
      keep("hidden_columns", hidden.map((each) => each.dataset.column).join("."));
      location.reload();
    });
  }
  one("#ask").addEventListener("click", () => one("#help").showModal());
  one("#helped").addEventListener("click", () => one("#help").close());

  // Pages that follow the record

  const live = one("[data-live]");
  if (live) {
    new EventSource(live.dataset.live).addEventListener("changed", (told) => { live.innerHTML = JSON.parse(told.data); });
  }
})();
