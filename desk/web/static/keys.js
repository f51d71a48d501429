"use strict";
// The page says what a key does: it puts `data-key` on the link or button. This file presses them.
(() => {
  const typing = (at) => at.closest("input:not([type=range]):not([type=checkbox]), select, textarea");
  const named = (press) =>
    (press.ctrlKey ? "Control+" : "") + (press.shiftKey && press.key.length > 1 ? "Shift+" : "") + press.key;

  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape" && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const at = press.target instanceof Element ? press.target : document.body;
    const own = press.key === " " && at.closest("a, button, summary, input");
    if (press.altKey || press.metaKey || typing(at) || own || document.querySelector("dialog[open]")) return;
    const name = named(press);
    const keyed = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-key]")]);
    const sought = keyed.find((each) => each.dataset.key === name);
    if (!sought) return;
    press.preventDefault();
    if (sought instanceof HTMLInputElement) sought.focus();
    else sought.click();
  });
})();
