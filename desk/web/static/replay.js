"use strict";
// Steps through a round. All its moments came with the page, so that nothing is asked of the server.
(() => {
  /**
   * @typedef {{title: string, description: string, shapes: number[]}} Drawn
   * @typedef {{position: number, text: string, amiss: string[], mark: string, phase: string, time: string, utc: string,
   *   due: string, source: string, event: string, footage: string[], known: [string, string[]][], table: Drawn,
   *   boards: Record<string, Drawn | null>}} Moment
   * @typedef {{round: string, shapes: string[], moments: Moment[]}} Round
   */

  /** @param {string} id */
  const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} selector */
  const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  /** @param {Event} press @param {string} selector */
  const pressed = (press, selector) =>
    /** @type {HTMLElement | null} */ (press.target instanceof Element ? press.target.closest(selector) : null);
  const { say } = window.recoup;
  const replay = by("replay");
  const scrub = /** @type {HTMLInputElement} */ (by("scrub"));
  const bands = all("#line .cells");
  const events = all("#events li");
  const outcomes = all(".outcomes article").map((each) => each.dataset.outcome);
  const state = { step: Number(replay.dataset.step), outcome: replay.dataset.outcome, hidden: replay.matches(".hides") };
  /** @type {Round | undefined} */
  let round;
  let shown = state.step, drawn = 0, kept = 0, playing = 0, isBroken = false;

  async function unpack() {
    const packed = Uint8Array.from(atob(by("moments").textContent.trim()), (letter) => letter.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    round = await new Response(bytes).json();
    show();
  }

  // What is shown

  /** Shows the state once per frame, however many keys were pressed since the last one. */
  function show() {
    if (round) replay.dataset.position = String(round.moments[state.step - 1].position);
    if (!drawn) drawn = requestAnimationFrame(() => { drawn = 0; if (round) draw(round); });
  }

  /** @param {Round} told */
  function draw(told) {
    const moment = told.moments[state.step - 1], last = told.moments.length;
    const heard = say("event", { number: state.step, last, text: [moment.text, ...moment.amiss].join(". ") });
    picture(by("table-drawing"), moment.table, told);
    const boards = state.hidden ? null : moment.boards[state.outcome];
    picture(by("boards-drawing"), boards, told);
    by("no-boards").hidden = Boolean(boards) || state.hidden;
    by("veiled").hidden = !state.hidden;
    write({ number: state.step, time: moment.time || say("no_time"), text: moment.text, amiss: moment.amiss.join(" "),
      "event-number": state.step, source: moment.source, position: moment.position, json: moment.event,
      utc: moment.utc,
      due: moment.due ? say("due", { due: moment.due }) : say("left"), outcome: state.outcome });
    by("amiss").className = moment.mark === "conditional" ? "doubt" : "wrong";
    by("footage").replaceChildren(...(moment.footage.length ? moment.footage.map((text) => made("p", text))
      : [made("p", say("no_footage"), "aside")]));
    by("known").replaceChildren(...moment.known.flatMap(([who, sentences]) => [made("h3", who), list(sentences)]));
    mark();
    scrub.value = String(state.step);
    scrub.setAttribute("aria-valuetext", heard);
    replay.dataset.step = String(state.step);
    replay.dataset.outcome = state.outcome;
    later(heard);
  }

  /** @param {HTMLElement} svg @param {Drawn | null} what @param {Round} told */
  function picture(svg, what, told) {
    svg.setAttribute("role", what ? "img" : "presentation");
    if (what) svg.setAttribute("aria-label", what.description);
    else svg.removeAttribute("aria-label");
    svg.innerHTML = (what?.shapes ?? []).map((number) => told.shapes[number]).join("");
  }

  /** @param {Record<string, unknown>} texts */
  function write(texts) {
    for (const [id, text] of Object.entries(texts)) if (by(id)) by(id).textContent = String(text);
  }

  /** @param {string} tag @param {string} text @param {string} [look] */
  function made(tag, text, look) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (look) element.className = look;
    return element;
  }

  /** @param {string[]} sentences */
  function list(sentences) {
    const element = document.createElement("ul");
    const told = sentences.map((text) => made("li", text));
    element.append(...(told.length ? told : [made("li", say("nothing"), "aside")]));
    return element;
  }

  /** Marks the moment on the time line and in the list of events, and the outcome. */
  function mark() {
    for (const band of bands) {
      band.children[shown - 1].classList.remove("now");
      band.children[state.step - 1].classList.add("now");
    }
    events[shown - 1].classList.remove("here");
    events[shown - 1].firstElementChild.removeAttribute("aria-current");
    events[state.step - 1].classList.add("here");
    events[state.step - 1].firstElementChild.setAttribute("aria-current", "step");
    shown = state.step;
    const box = by("events"), here = events[shown - 1];
    box.scrollTop = here.offsetTop - box.clientHeight / 2;
    replay.classList.toggle("hides", state.hidden);
    by("hide").setAttribute("aria-pressed", String(state.hidden));
    for (const band of bands) {
      [...band.children].forEach((cell, number) => cell.classList.toggle("veil", state.hidden && number >= state.step));
    }
    events.forEach((each, number) => { each.hidden = state.hidden && number >= state.step; });
    for (const each of all(".of-outcome")) each.hidden = each.dataset.outcome !== state.outcome;
    for (const each of all(".outcomes article")) {
      each.toggleAttribute("aria-current", false);
      if (each.dataset.outcome === state.outcome) each.setAttribute("aria-current", "true");
    }
    for (const button of all("[data-go]")) {
      const leads = target(button.dataset.go) !== state.step;
      button.setAttribute("aria-disabled", String(!leads)); // one that is disabled would lose a key before the next frame
    }
  }

  /** What can wait until nobody steps on: the address, and what is read out. @param {string} heard */
  function later(heard) {
    clearTimeout(kept);
    kept = setTimeout(() => {
      keepAddress();
      by("heard").textContent = heard;
    }, 150);
  }

  /** The address is that of the moment; a page that was taken along has none. */
  function keepAddress() {
    if (by("copy")) history.replaceState(null, "", address());
  }

  /** Looks at the round in another way. @param {Partial<typeof state>} changed */
  const look = (changed) => when(() => {
    Object.assign(state, changed);
    keepAddress();
    show();
  });

  function address() {
    const several = outcomes.length > 1 ? `&outcome=${state.outcome}` : "";
    return `?at=${round.moments[state.step - 1].position}${several}${state.hidden ? "&hidden=1" : ""}`;
  }

  // Where it goes

  /** The step to which a button leads; where it leads nowhere the step that is shown. @param {string} to */
  function target(to) {
    const here = state.step, moments = round.moments, last = moments.length;
    const begins = moments.flatMap((each, at) => (at === 0 || each.phase !== moments[at - 1].phase ? [at + 1] : []));
    const amiss = moments.flatMap((each, at) => (each.mark ? [at + 1] : []));
    const before = (steps) => steps.filter((step) => step < here).at(-1) ?? here;
    const after = (steps) => steps.find((step) => step > here) ?? here;
    return {
      first: 1, last, before: Math.max(here - 1, 1), next: Math.min(here + 1, last),
      "phase-before": before(begins), "phase-next": after(begins),
      "amiss-before": before(amiss), "amiss-next": after(amiss),
    }[to];
  }

  /** What was asked before the moments were unpacked is done after it. @param {() => void} act */
  const when = (act) => (round ? act() : unpacked.then(act));

  /** @param {number} step */
  const goTo = (step) => when(() => {
    state.step = Math.min(Math.max(step, 1), round.moments.length);
    show();
  });

  function stop() {
    clearInterval(playing);
    playing = 0;
    by("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    by("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => {
      if (state.step === round.moments.length) return stop();
      goTo(state.step + 1);
    }, Number(/** @type {HTMLSelectElement} */ (by("speed")).value));
  }

  document.addEventListener("click", (press) => {
    if (isBroken) return;
    const go = pressed(press, "[data-go]"), to = pressed(press, "[data-to]"), event = pressed(press, "#events a");
    const outcome = pressed(press, ".outcomes article[data-outcome] h3 a");
    if (go) when(() => goTo(target(go.dataset.go)));
    if (event) goTo(events.indexOf(event.parentElement) + 1);
    if (to) goTo(Number(to.dataset.to));
    if (outcome) look({ outcome: /** @type {HTMLElement} */ (outcome.closest("article")).dataset.outcome });
    if (event || to || outcome) press.preventDefault();
  });
  scrub.addEventListener("input", () => goTo(Number(scrub.value)));
  by("play").addEventListener("click", () => (playing ? stop() : play()));
  by("hide").addEventListener("click", () => look({ hidden: !state.hidden }));
  document.getElementById("other")?.addEventListener("click", () => {
    look({ outcome: outcomes[(outcomes.indexOf(state.outcome) + 1) % outcomes.length] });
  });
  by("copy")?.addEventListener("click", () => {
    const link = new URL(address(), location.href).href, said = (text) => { by("said").textContent = text; };
    navigator.clipboard.writeText(link).then(() => said(say("copied")), () => said(link));
  });

  // What is taken along

  /** A drawing as it is shown, on its own, with the cards that lie in it. @param {string} id */
  function alone(id) {
    const svg = /** @type {SVGElement} */ (by(id).cloneNode(true));
    const cards = new Set([...svg.querySelectorAll("use")].map((use) => use.getAttribute("href")));
    const defs = document.createElementNS(svg.namespaceURI, "defs");
    const title = document.createElementNS(svg.namespaceURI, "title");
    for (const card of cards) defs.append(document.querySelector(`.deck [id="${card.slice(1)}"]`).cloneNode(true));
    const desc = document.createElementNS(svg.namespaceURI, "desc"), moment = round.moments[state.step - 1];
    title.textContent = (id === "table-drawing" ? moment.table : moment.boards[state.outcome]).title;
    desc.textContent = svg.getAttribute("aria-label");
    svg.removeAttribute("aria-label");
    svg.prepend(title, desc, defs);
    const [, , width, height] = svg.getAttribute("viewBox").split(" ");
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("font-family", "Georgia, serif");
    return new XMLSerializer().serializeToString(svg);
  }

  /** @param {Blob} file @param {string} kind @param {string} of */
  function save(file, kind, of) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${round.round.replaceAll("/", "_")}_${round.moments[state.step - 1].position}_${of}.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** @param {string} text @param {string} of */
  function savePng(text, of) {
    const image = new Image(), canvas = document.createElement("canvas");
    image.addEventListener("load", () => {
      [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((file) => save(file, "png", of), "image/png");
    });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }

  document.addEventListener("click", (press) => {
    const button = pressed(press, "[data-save]");
    if (!button) return;
    const of = button.dataset.of ?? "table";
    if (!by(`${of}-drawing`).childElementCount) return; // nobody can say what should have been
    const text = alone(`${of}-drawing`);
    if (button.dataset.save === "png") savePng(text, of);
    else save(new Blob([text], { type: "image/svg+xml" }), "svg", of);
  });

  window.recoup.replay = {
    count: () => round.moments.length, step: () => state.step, isAmiss: (step) => Boolean(round.moments[step - 1].mark),
    goTo, stop, picture: () => alone("table-drawing"),
    said: (step) => [round.moments[step - 1].text, ...round.moments[step - 1].amiss],
    save: (file, kind) => save(file, kind, "film"),
  };

  // The time line is taken hold of

  const line = by("line"), track = bands[0];
  /** @param {PointerEvent} held */
  const follow = (held) => {
    const { left, width } = track.getBoundingClientRect();
    if (held.clientX >= left) goTo(Math.floor(((held.clientX - left) / width) * track.children.length) + 1);
  };
  line.addEventListener("pointerdown", (held) => { line.setPointerCapture(held.pointerId); follow(held); });
  line.addEventListener("pointermove", (held) => { if (line.hasPointerCapture(held.pointerId)) follow(held); });

  /** A label that would run into the next one is left out; the last is shortened to the end of its band. */
  function fitLabels() {
    for (const band of bands) {
      const labels = [...band.querySelectorAll("b")], end = band.getBoundingClientRect().right;
      labels.at(-1)?.style.setProperty("max-width", `${end - labels.at(-1).parentElement.getBoundingClientRect().left}px`);
      const places = labels.map((label) => label.getBoundingClientRect());
      labels.forEach((label, at) => {
        label.classList.toggle("veil", at + 1 < labels.length && places[at].right > places[at + 1].left);
      });
    }
  }
  new ResizeObserver(fitLabels).observe(line);

  document.querySelector(".shoe [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const unpacked = unpack();
  unpacked.catch(() => {
    isBroken = true;
    by("said").textContent = say("broken");
  });
})();
