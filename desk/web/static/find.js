"use strict";
// Searches that are kept in this browser, and the way through the rounds that were found.
(() => {
  const KEPT = "recoup.searches", FOUND = "recoup.found";
  const { say } = window.recoup;

  /** @param {Storage} store @param {string} key @param {any} otherwise */
  function read(store, key, otherwise) {
    try {
      return JSON.parse(store.getItem(key) ?? "") ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  // Searches that are kept

  const saved = /** @type {HTMLElement | null} */ (document.querySelector("[data-saved]"));

  /** What is filled in, as one reads it. @param {HTMLFormElement} form */
  function named(form) {
    const controls = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.querySelectorAll("input, select")]);
    return controls.filter((each) => each.value && !(each instanceof HTMLInputElement && each.type === "checkbox" && !each.checked))
      .map((each) => (each instanceof HTMLSelectElement ? each.selectedOptions[0].text
        : each.type === "checkbox" ? each.labels[0].textContent.trim() : each.value)).join(" · ");
  }

  /** @param {HTMLElement} box @param {[string, string][]} searches */
  function list(box, searches) {
    box.querySelector("ul").replaceChildren(...searches.map(([name, address], at) => {
      const item = document.createElement("li"), link = document.createElement("a"), forget = document.createElement("button");
      [link.textContent, link.href] = [name, address];
      [forget.textContent, forget.type, forget.className] = ["×", "button", "small"];
      forget.setAttribute("aria-label", say("forget", { name }));
      forget.addEventListener("click", () => keep(box, searches.filter((_, other) => other !== at)));
      item.append(link, " ", forget);
      return item;
    }));
  }

  /** @param {HTMLElement} box @param {[string, string][]} searches */
  function keep(box, searches) {
    localStorage.setItem(KEPT, JSON.stringify(searches));
    list(box, searches);
  }

  if (saved) {
    const form = /** @type {HTMLFormElement} */ (document.querySelector("form.find"));
    const persons = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=dealer], [name=player]")]);
    const name = persons.some((each) => each.value) ? "" : named(form); // a browser keeps nobody's id
    const button = /** @type {HTMLButtonElement} */ (saved.querySelector("[data-save-search]"));
    button.hidden = !name;
    button.addEventListener("click", () => {
      const others = read(localStorage, KEPT, []).filter(([other]) => other !== name);
      const asked = new URLSearchParams([...new FormData(form)].map(([key, value]) => [key, String(value)]).filter(([, value]) => value));
      keep(saved, [...others, [name, `/?${asked}`]]);
    });
    list(saved, read(localStorage, KEPT, []));
    saved.hidden = button.hidden && !saved.querySelector("li");
  }

  // The way through what was found

  const found = document.querySelector("[data-found]");
  if (found) {
    const rounds = [...found.querySelectorAll("th a")].map((link) => link.getAttribute("href"));
    const next = document.querySelector("[rel=next]")?.getAttribute("href") ?? "";
    sessionStorage.setItem(FOUND, JSON.stringify({ rounds, more: /[?&](player|dealer)=/.test(next) ? "" : next }));
  }

  else if (saved) sessionStorage.removeItem(FOUND); // all rounds, and not what somebody looked for

  const among = document.getElementById("among");
  if (among) {
    const { rounds, more } = read(sessionStorage, FOUND, { rounds: [] }), at = rounds.indexOf(location.pathname);
    const [before, next] = among.querySelectorAll("a");
    const to = [rounds[at - 1], rounds[at + 1] || more];
    [before, next].forEach((link, number) => (to[number] ? (link.href = to[number]) : link.remove()));
    among.querySelector("span").textContent = say("among", { number: at + 1, count: more ? `${rounds.length}+` : rounds.length });
    among.hidden = at < 0;
  }
})();
