// Sends events with the CloudEvents SDK for JavaScript, as its documentation has it.
// Standard input: {url, token, mode, events}; standard output: one answer a line, as JSON.
const { CloudEvent, HTTP, Mode, emitterFor, httpTransport } = require("cloudevents");

async function send({ url, token, mode, events }) {
  const headers = { authorization: `Bearer ${token}` };
  const emit = emitterFor(httpTransport(url), mode === "default" ? {} : { mode: Mode[mode] });
  if (mode === "BATCH") {
    // The SDK reads batches and writes none; its events are JSON of themselves.
    const batch = JSON.stringify(events.map((given) => new CloudEvent(given)));
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/cloudevents-batch+json", ...headers },
      body: batch,
    });
    console.log(await answer.text());
    return;
  }
  for (const given of events) {
    const event = new CloudEvent(given);
    if (event.data === undefined && mode !== "STRUCTURED") {
      // The SDK's own transport cannot send a message without a body; its messages can be sent by any other.
      const message = HTTP.binary(event);
      const answer = await fetch(url, { method: "POST", headers: { ...message.headers, ...headers } });
      console.log(await answer.text());
    } else {
      console.log((await emit(event, { headers })).body);
    }
  }
}

send(JSON.parse(require("fs").readFileSync(0, "utf-8"))).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
