"use strict";
// Films the table around the irregularity that is shown: from a few steps before it to two after it.
(() => {
  const BEFORE = 4, AFTER = 2, PACE_MS = 1200, HOLD_MS = 2600, RATE = 10, WIDTH = 1280, ROW = 36, FONT = "28px sans-serif";
  const PAPER = "#ffffff", INK = "#1b1f1d", WRONG = "#b3261e"; // as saved pictures are drawn, whatever the theme
  const { say, replay } = window.recoup;
  const button = /** @type {HTMLButtonElement} */ (document.getElementById("film"));
  const type = ["video/webm", "video/mp4"].find((each) => window.MediaRecorder?.isTypeSupported(each));
  button.hidden = !type;

  /** @param {number} ms */
  const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

  /** The table as it is shown. @returns {Promise<HTMLImageElement>} */
  const shown = () => new Promise((done) => {
    const image = new Image();
    image.addEventListener("load", () => done(image));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(replay.picture())}`;
  });

  /** Text in lines of at most the picture's width. @param {CanvasRenderingContext2D} pen @param {string} text */
  function lines(pen, text) {
    const found = [""];
    for (const word of text.split(" ")) {
      if (pen.measureText(`${found.at(-1)} ${word}`).width > WIDTH - 40) found.push("");
      found[found.length - 1] = `${found.at(-1)} ${word}`.trim();
    }
    return found;
  }

  /** What is written below the picture, line by line, each with its colour. @param {CanvasRenderingContext2D} pen @param {number} step */
  function caption(pen, step) {
    pen.font = FONT;
    const [text, ...amiss] = replay.said(step);
    const sentences = [[INK, `${step}/${replay.count()}  ${text}`], ...amiss.map((each) => [WRONG, each])];
    return sentences.flatMap(([colour, sentence]) => lines(pen, sentence).map((line) => [colour, line]));
  }

  /** @param {HTMLCanvasElement} canvas @param {number} step @param {number} below */
  async function draw(canvas, step, below) {
    const pen = canvas.getContext("2d"), image = await shown(), top = canvas.height - below;
    const scale = Math.min(WIDTH / image.width, top / image.height);
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, (WIDTH - image.width * scale) / 2, 0, image.width * scale, image.height * scale);
    caption(pen, step).forEach(([colour, line], row) => {
      pen.fillStyle = colour;
      pen.fillText(line, 20, top + ROW * (row + 1));
    });
  }

  async function film() {
    const began = replay.step(), size = document.getElementById("table-drawing").getAttribute("viewBox").split(" ").map(Number);
    const first = Math.max(began - BEFORE, 1), last = Math.min(began + AFTER, replay.count());
    const canvas = document.createElement("canvas");
    const steps = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const below = ROW * (Math.max(...steps.map((step) => caption(canvas.getContext("2d"), step).length)) + 1);
    [canvas.width, canvas.height] = [WIDTH, Math.round((WIDTH * size[3]) / size[2]) + below];
    const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: type }), parts = /** @type {Blob[]} */ ([]);
    recorder.addEventListener("dataavailable", (part) => parts.push(part.data));
    const ended = new Promise((done) => { recorder.addEventListener("stop", done); });
    for (const step of steps) {
      document.getElementById("said").textContent = say("filming", { number: step - first + 1, count: last - first + 1 });
      replay.goTo(step);
      await pause(50);
      await draw(canvas, step, below);
      if (step === first) recorder.start();
      const until = performance.now() + (step === began || replay.isAmiss(step) ? HOLD_MS : PACE_MS);
      while (performance.now() < until) {
        await pause(1000 / RATE);
        canvas.getContext("2d").drawImage(canvas, 0, 0); // a picture that does not change gives no frames
      }
    }
    recorder.stop();
    await ended;
    replay.goTo(began);
    replay.save(new Blob(parts, { type }), type.split("/")[1]);
    document.getElementById("said").textContent = say("filmed");
  }

  button.addEventListener("click", async () => {
    replay.stop();
    button.disabled = true;
    await film().finally(() => { button.disabled = false; });
  });
})();
