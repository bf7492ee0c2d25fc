// The loop: one request at a time, and how it stands with the game.

const jobs = [];
let wake = () => {};
let state = "connecting";
let silences = 0;

/** Runs `run` every so many milliseconds while one of the tabs is open, or always. */
function job(every, run, tab = null) {
  const it = { every, run, tab, at: 0, soon() { it.at = 0; wake(); } };
  jobs.push(it);
  return it;
}

function rest(milliseconds) {
  return new Promise(done => { wake = done; setTimeout(done, milliseconds); });
}

async function live() {
  for (;;) {
    if (document.hidden || state === "ended" || state === "refused") { await rest(3600e3); continue; }
    try {
      if (state !== "connected") await pollWorld();
      setState("connected");
      silences = 0;
      const due = jobs.filter(job => isDue(job));
      for (const job of due) { job.at = performance.now() + job.every; await job.run(); }
      const next = Math.min(...jobs.filter(inView).map(job => job.at)) - performance.now();
      await rest(Math.max(next, 15));
    } catch (error) {
      await trouble(error);
    }
  }
}

const inView = job => job.tab === null || job.tab === route.tab;
const isDue = job => inView(job) && job.at <= performance.now();

async function trouble(error) {
  if (error instanceof Silence) {
    silences += 1;
    if (silences < 5) setState("lost", "The game does not answer. Trying again.");
    else setState("ended", "The game has ended, or is out of reach.");
  } else if (error instanceof Refusal && [401, 403].includes(error.status)) {
    setState("refused", `${error.message}: open the address that the game prints now.`);
  } else if (error instanceof Refusal) {
    setState("still", error.status === 503 ? "The game stands still: it has run no frame for a second. "
      + "What is shown is from before." : error.message);
  } else {
    console.error(error);
  }
  if (state !== "ended") await new Promise(done => setTimeout(done, 1000));
}

function setState(now, sentence = "") {
  state = now;
  const words = { connected: "connected", still: "stands still", lost: "no answer", ended: "has ended",
    refused: "refused" };
  byId("status").dataset.state = now;
  setText(byId("status"), words[now]);
  byId("notice").dataset.state = now;
  byId("notice").hidden = now === "connected";
  setText(byId("notice-text"), sentence);
  byId("again").hidden = now !== "ended";
}

byId("again").addEventListener("click", () => {
  silences = 0;
  setState("lost", "Trying again.");
  wake();
});
document.addEventListener("visibilitychange", () => wake());
