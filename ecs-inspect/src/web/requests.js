// Requests to the game.

const token = new URLSearchParams(location.search).get("token") ?? "";

/** The game answers, and refuses. */
class Refusal extends Error {
  constructor(status, sentence) { super(sentence); this.status = status; }
}
/** The game does not answer. */
class Silence extends Error {}

async function ask(path, method = "GET", body = undefined) {
  let response, text;
  try {
    const headers = { Authorization: `Bearer ${token}` };
    if (body) headers["Content-Type"] = "application/json";
    const signal = AbortSignal.timeout(4000);
    response = await fetch(`/v1/${path}`, { method, body, headers, signal, cache: "no-store" });
    text = await response.text();
  } catch (error) {
    if (error.name === "TimeoutError") throw new Refusal(503, "No answer for 4 seconds.");
    throw new Silence(error.message);
  }
  if (response.ok) return parse(text);
  throw new Refusal(response.status, isJson(text) ? parse(text).error ?? text : text);
}

let changes = 0; // counts what this page has changed: what was asked for before is out of date

/** Changes something, and says at `said` what was refused. Returns the answer, or undefined. */
async function change(said, path, method, body) {
  try {
    const answer = await ask(path, method, body);
    said.textContent = "";
    return answer;
  } catch (error) {
    said.textContent = error instanceof Silence ? "The game does not answer." : error.message;
  } finally {
    changes += 1;
  }
}
