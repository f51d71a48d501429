"use strict";
// The server decides what a key does: it puts `data-key` on the link or button. This file presses them.
(() => {
  const one = (selector) => document.querySelector(selector);
  const say = (told) => { one("#said").textContent = told; };
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

  // A round

  let playing = 0;
  const stop = () => {
    clearTimeout(playing);
    playing = 0;
    one("#play")?.setAttribute("aria-pressed", "false");
  };
  const play = () => {
    const next = one('[data-key="ArrowRight"]');
    if (!next) return stop();
    one("#play").setAttribute("aria-pressed", "true");
    playing = setTimeout(() => next.click(), Number(one("#speed").value));
  };
  const arrived = () => {
    const moment = one("#moment");
    if (!moment) return;
    const scrub = one("#scrub"), list = one("#events"), here = one("#events .here");
    scrub.value = moment.dataset.step;
    scrub.setAttribute("aria-valuetext", moment.dataset.told);
    if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
    if (playing) play();
  };
  one("#play")?.addEventListener("click", () => (playing ? stop() : play()));
  document.addEventListener("click", (press) => {
    if (!press.target.closest("#copy")) return;
    const address = new URL(one("#moment").dataset.address, location.href).href;
    navigator.clipboard.writeText(address).then(() => say("The link to this moment is copied."), () => say(address));
  });
  document.addEventListener("htmx:afterSwap", (swap) => {
    arrived();
    if (one("#moment")) say(one("#moment").dataset.told);
  });
  document.addEventListener("htmx:responseError", () => location.reload());
  arrived();

  // Open tables

  const live = one("[data-live]");
  if (live) {
    new EventSource(live.dataset.live).addEventListener("tables", (told) => { live.innerHTML = JSON.parse(told.data); });
  }
})();
