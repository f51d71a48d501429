"use strict";
// What scripts say, in the language of the page: its templates have the texts.
(() => {
  const given = [...document.querySelectorAll("script.texts")].map((each) => JSON.parse(each.textContent));
  /** @type {Record<string, string>} */
  const texts = Object.assign({}, ...given);
  /** A text with its particulars in the places that it has for them. @param {string} name @param {Record<string, unknown>} parts */
  const say = (name, parts = {}) => texts[name].replace(/\{(\w+)\}/g, (_, part) => String(parts[part]));
  window.recoup = { say };
})();
