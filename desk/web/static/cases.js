"use strict";
// Cases: what was typed goes to the desk, which says what is to be signed, act by act. Nothing is kept here or in an address.
(() => {
  const { post, upload, signed, say } = window.recoup;
  const number = document.querySelector("#case")?.dataset.number;
  const at = (part) => `/cases/${number}/${part}`;

  const show = (form, name, text) => {
    const place = [...form.querySelectorAll(`.${name}`)].at(-1);
    place.textContent = text;
    place.hidden = !text;
  };
  const button = (form) => form.querySelector("[type=submit]");

  // Sends what was typed; where it may be a slip, the next press of the button says that it is right.
  const send = async (form, path, body) => {
    const press = button(form);
    press.disabled = true;
    show(form, "form-error", "");
    show(form, "asked-again", "");
    try {
      body.sure = press.dataset.sure === JSON.stringify(body);
      const asked = await post(path, body);
      if (asked.questions) {
        body.sure = false;
        press.dataset.name ??= press.textContent;
        press.textContent = say("sure");
        press.dataset.sure = JSON.stringify({ ...body, sure: undefined });
        show(form, "asked-again", say("is_right", { questions: asked.questions.join(". ") }));
        return null;
      }
      press.textContent = press.dataset.name ?? press.textContent;
      return await signed(asked);
    } catch (error) {
      show(form, "form-error", error.name === "NotAllowedError" ? say("no_passkey_at_all") : sentence(error.message));
      return null;
    } finally {
      press.disabled = false;
    }
  };
  const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
  const done = (taken) => {
    if (!taken) return;
    sessionStorage.setItem("told", sentence(taken.sentence));
    if (taken.case && taken.case !== number) location.replace(`/cases/${taken.case}`); else location.reload();
  };

  const fieldsOf = (form) => {
    const fields = {};
    for (const [name, text] of new FormData(form)) {
      if (typeof text !== "string" || text === "") continue;
      fields[name] = name in fields ? `${fields[name]},${text}` : text;
    }
    return fields;
  };

  for (const form of document.querySelectorAll("[data-case-act]")) {
    form.addEventListener("submit", async (sent) => {
      sent.preventDefault();
      const { sealed = "", ...fields } = fieldsOf(form);
      done(await send(form, at("begin"), { words: form.dataset.caseAct, fields, sealed }));
    });
  }

  // Rows that are added and left out
  for (const press of document.querySelectorAll("[data-add]")) {
    press.addEventListener("click", () => {
      const row = document.getElementById(press.dataset.add).content.cloneNode(true);
      const place = document.getElementById(press.dataset.to);
      place.append(row);
      place.lastElementChild.querySelector("input, textarea").focus();
    });
  }
  document.querySelector("#facts")?.addEventListener("click", (press) => {
    if (press.target.matches("[data-drop]")) press.target.closest(".fact").remove();
  });

  // Opening a case
  const opening = document.querySelector("#new-case");
  opening?.addEventListener("submit", async (sent) => {
    sent.preventDefault();
    const own = (name) => opening.querySelector(`[name=${name}]`)?.value ?? "";
    const claims = [...opening.querySelectorAll("#claims .claim")].map((row) => {
      const claim = {};
      for (const field of row.querySelectorAll("[name]")) claim[field.name] = field.value;
      return claim;
    }).filter((claim) => claim.player || claim.amount || claim.words);
    const body = { rounds: own("rounds").split("\n"), received: own("received"), jurisdiction: own("jurisdiction"), role: own("role"), claims };
    done(await send(opening, "/cases/begin", body));
  });

  // The proposal
  const proposal = document.querySelector("#proposal");
  const readingsOf = () => [...proposal.querySelectorAll(".reading")].flatMap((reading) => {
    const chosen = reading.querySelector("input:checked")?.value;
    return [...reading.querySelectorAll(".choice")].map((choice) => ({
      clause: reading.dataset.clause,
      reading: choice.dataset.letter,
      is_followed: choice.dataset.letter === chosen,
      ground: choice.querySelector("textarea").value,
    }));
  });
  const answerOf = (part) => {
    const answer = { player: part.dataset.player, awards: [] };
    for (const name of ["outcome", "pay", "ex_gratia", "ask_back", "ground", "ex_gratia_ground"]) {
      const text = part.querySelector(`[name=${name}]`).value.trim();
      if (text) answer[name] = text;
    }
    for (const row of part.querySelectorAll("[data-wager]")) {
      const due = row.querySelector("input").value.trim();
      if (due) answer.awards.push({ round: row.dataset.round, wager: row.dataset.wager, due });
    }
    return answer;
  };
  proposal?.addEventListener("submit", async (sent) => {
    sent.preventDefault();
    const role = proposal.querySelector("[name=role]")?.value;
    done(await send(proposal, at("begin"), {
      words: proposal.dataset.words,
      fields: role ? { role } : {},
      answers: [...proposal.querySelectorAll(".answer")].map(answerOf),
      facts: [...proposal.querySelectorAll(".fact")].map((row) => ({
        text: row.querySelector("textarea").value, source: row.querySelector("input").value, round: row.dataset.round,
      })),
      readings: readingsOf(),
    }));
  });
  proposal?.addEventListener("input", ({ target }) => {
    target.dataset.typed = "1";
    if (target.name === "ex_gratia") target.closest(".answer").querySelector("[data-kindly]").hidden = !target.value.trim();
  });
  proposal?.addEventListener("change", async (chosen) => {
    if (chosen.target.type !== "radio") return;
    const readings = {};
    for (const each of proposal.querySelectorAll(".reading input:checked")) readings[each.closest(".reading").dataset.clause] = each.value;
    try {
      for (const draft of await post(at("draft"), { readings })) {
        const part = [...proposal.querySelectorAll(".answer")].find((each) => each.dataset.player === draft.player);
        if (!part) continue;
        const fill = (field, text) => { if (field && !field.dataset.typed) field.value = text; };
        fill(part.querySelector("[name=outcome]"), draft.outcome);
        fill(part.querySelector("[name=pay]"), draft.pay);
        for (const row of part.querySelectorAll("[data-wager]")) fill(row.querySelector("input"), draft.awards[`${row.dataset.round} ${row.dataset.wager}`] ?? "");
        const note = part.querySelector("[data-note]");
        note.textContent = draft.note;
        note.hidden = !draft.note;
      }
    } catch (error) {
      show(proposal, "form-error", sentence(error.message));
    }
  });

  // Files
  const drop = document.querySelector("#upload");
  const handIn = async (file) => {
    show(drop, "form-error", "");
    const told = document.querySelector("#uploaded");
    told.textContent = say("reading", { file: file.name });
    try {
      const kept = await upload(at("files"), file);
      drop.querySelector("[name=file]").value = kept.digest;
      const size = kept.size_bytes.toLocaleString(document.documentElement.lang);
      told.textContent = say("file", { file: file.name, type: kept.media_type, size, digest: kept.digest.slice(0, 19) });
      document.querySelector("#upload-rest").hidden = false;
      button(drop).focus();
    } catch (error) {
      told.textContent = "";
      show(drop, "form-error", sentence(error.message));
    }
  };
  if (drop) {
    for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (drag) => { drag.preventDefault(); drop.classList.add("over"); });
    for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
    drop.addEventListener("drop", (dropped) => {
      dropped.preventDefault();
      const [file] = dropped.dataTransfer.files;
      if (file) handIn(file);
    });
    drop.querySelector("[type=file]").addEventListener("change", (chosen) => {
      const [file] = chosen.target.files;
      if (file) handIn(file);
    });
  }

  // A player's own words
  const dialog = document.querySelector("#look");
  let whose = "";
  for (const press of document.querySelectorAll("[data-look]")) {
    press.addEventListener("click", () => {
      whose = press.dataset.look;
      dialog.querySelector("[data-whose]").textContent = whose;
      dialog.querySelector("#looked").replaceChildren();
      dialog.querySelector("form").hidden = false;
      dialog.showModal();
    });
  }
  dialog?.addEventListener("close", () => dialog.querySelector("#looked").replaceChildren());
  dialog?.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog?.querySelector("form").addEventListener("submit", async (sent) => {
    sent.preventDefault();
    const form = sent.currentTarget;
    const taken = await send(form, at("words"), { player: whose, reason: form.querySelector("[name=reason]").value });
    if (!taken) return;
    form.hidden = true;
    const place = dialog.querySelector("#looked");
    for (const note of taken.shown) {
      const text = document.createElement("blockquote");
      text.textContent = note.text;
      const from = document.createElement("p");
      from.className = "aside";
      from.textContent = say("noted", { kind: note.kind, person: note.by, time: note.at.slice(0, 16).replace("T", " ") });
      place.append(text, from);
    }
    if (!taken.shown.length) place.textContent = say("no_words");
  });

  // Letters
  const letter = document.querySelector("#letter");
  letter?.querySelector("[data-preview]").addEventListener("click", async (press) => {
    show(letter, "form-error", "");
    press.target.disabled = true;
    const chosen = letter.querySelector("[name=player]").selectedOptions[0].dataset.place;
    const asked = new URLSearchParams();
    for (const name of ["language", "signed_by"]) if (letter.querySelector(`[name=${name}]`).value) asked.set(name, letter.querySelector(`[name=${name}]`).value);
    const path = `${at(`letters/${letter.querySelector("[name=letter]").value}/${chosen}`)}?${asked}`;
    try {
      const answer = await fetch(path, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error((await answer.json()).detail);
      const frame = document.querySelector("#preview"), link = document.querySelector("#preview-link");
      const fresh = frame.cloneNode();
      fresh.src = link.href = path;
      fresh.hidden = link.hidden = false;
      frame.replaceWith(fresh);
    } catch (error) {
      show(letter, "form-error", sentence(error.message));
    } finally {
      press.target.disabled = false;
    }
  });
})();
