// The kept frames: hold the game, go through them, go on from one, and compare two.

let past = { most: 0 };
const timeline = byId("timeline");
const slider = byId("slider");
const historySaid = byId("history-refusal");
const MEGABYTE = 1 << 20;

job(400, async () => {
  const asked = changes;
  const answer = await ask("history");
  if (asked === changes) showHistory(answer);
});

function showHistory(now) {
  const isElsewhere = now.held && now.frame !== past.frame;
  past = now;
  if (now.frame === target || performance.now() > targetUntil) target = null;
  if (isElsewhere) lookAnew();
  if (now.held && byId("comparison").frame !== frameNow()) byId("comparison").hidden = true;
  const isKept = now.most > 0;
  document.body.toggleAttribute("data-history", isKept);
  byId("keep-more").hidden = !isKept;
  setText(byId("keep"), isKept ? "Forget all" : "Keep a history");
  byId("frames").hidden = !isKept;
  const isEmpty = now.count === 0;
  byId("hold").setAttribute("aria-pressed", now.held);
  const later = now.held ? Math.max(now.last - now.frame, 0) : 0;
  setText(byId("hold"), !now.held ? "Hold" : later ? "Go on from here" : "Go on");
  byId("hold").title = (now.held ? `Go on from this frame${later ? `, and forget the ${whole(later)} after it` : ""}`
    : "Hold the game") + "  ( space )";
  showMost(now.most);
  byId("step-back").disabled = isEmpty || now.frame <= now.first;
  byId("compare").disabled = now.count < 2;
  Object.assign(slider, { min: now.first ?? 0, max: Math.max(now.last ?? 0, now.frame), disabled: isEmpty });
  slider.value = frameNow();
  setText(byId("shown"), isEmpty ? "none is kept yet" : `frame ${whole(now.frame)} · kept are `
    + `${whole(now.first)} to ${whole(now.last)} · ${size(now.bytes)}`);
  setText(byId("history-trouble"), now.trouble ?? "");
  byId("keep-the-rest").hidden = !now.trouble && !now.keep_the_rest;
  byId("keep-the-rest-box").checked = now.keep_the_rest;
  showKeptTypes(now.types.filter(type => type.bytes > 0 || type.left_out));
  drawCurve();
}

const size = bytes => bytes < MEGABYTE ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** The memory that is chosen, also where the game has chosen it. */
function showMost(bytes) {
  const select = byId("most");
  if (bytes === 0 || document.activeElement === select) return;
  if (![...select.options].some(option => Number(option.value) === bytes)) {
    select.append(make("option", { value: bytes }, size(bytes)));
  }
  select.value = bytes;
}

/** The game shows another frame: who was dead may live, and has other children. */
function lookAnew() {
  for (const level of tree.open.values()) {
    if (!level.pages.some(page => page.entities.length)) level.pages = [];
  }
  if (chosen?.isOver) { chosen = null; showChosen(); }
  drawTree();
  wanting.soon();
  refreshing.soon();
}

/** What each type takes, the most expensive first. */
function showKeptTypes(types) {
  const sorted = types.sort((a, b) => b.bytes - a.bytes).slice(0, 12);
  const text = type => type.left_out ? `${type.name}: left out` : `${type.name} ${size(type.bytes)}`;
  keyed(byId("kept-types"), sorted, type => type.name, () => {
    const element = make("li", {});
    return { element, show(type) { setText(element, text(type)); element.classList.toggle("bad", type.left_out); } };
  });
}

async function changeHistory(body) {
  const answer = await change(historySaid, "history", "PATCH", JSON.stringify(body));
  if (answer) showHistory(answer);
  watching.soon();
  return answer;
}

let [target, targetUntil] = [null, 0]; // the frame that was asked for, until the game shows it
let isAsking = false;
const frameNow = () => target ?? past.frame;

/** Shows a frame. Of several that are asked for faster than the game answers, the last one counts. */
async function showFrame(frame) {
  [target, targetUntil] = [frame, performance.now() + 2000];
  slider.value = frame;
  if (isAsking) return;
  isAsking = true;
  for (let asked = null; target !== null && asked !== target;) {
    asked = target;
    if (!await changeHistory({ show: asked })) break;
  }
  isAsking = false;
}

const holdOrGoOn = () => changeHistory({ do: past.held ? "go_on" : "hold" });
const inPast = frame => past.held && frame >= past.first && frame <= past.last;

/** One frame on, or back, from the frame that is asked for: each of several clicks counts. */
function stepBy(frames, otherwise) {
  const frame = frameNow() + frames;
  const hasGaps = past.count !== past.last - past.first + 1;
  return inPast(frame) && !hasGaps ? showFrame(frame) : changeHistory({ do: otherwise });
}
const step = () => stepBy(1, past.held ? "step" : "hold");
const stepBack = () => stepBy(-1, "step_back");

byId("keep").addEventListener("click", () => {
  changeHistory(past.most > 0 ? { bytes: 0, do: "go_on" } : { bytes: Number(byId("most").value) });
});
byId("most").addEventListener("change", event => {
  if (past.most > 0) changeHistory({ bytes: Number(event.target.value) });
});
byId("keep-the-rest-box").addEventListener("change", event => {
  changeHistory({ keep_the_rest: event.target.checked });
});
byId("hold").addEventListener("click", holdOrGoOn);
byId("step").addEventListener("click", step);
byId("step-back").addEventListener("click", stepBack);
slider.addEventListener("input", () => showFrame(Number(slider.value)));

/** Space holds and goes on; the arrows step; home and end go to the first and the last frame. */
const HISTORY_KEYS = {
  " ": holdOrGoOn, ArrowRight: step, ArrowLeft: stepBack,
  Home: () => showFrame(past.first), End: () => showFrame(past.last),
};

document.addEventListener("keydown", event => {
  const isOurs = event.target === document.body || event.target === slider;
  const run = HISTORY_KEYS[event.key];
  if (!isOurs || !run || past.most === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  run();
});

// Two frames compared.

byId("compare").addEventListener("click", async () => {
  const frame = frameNow();
  const other = Number(byId("other").value || frame - 1);
  byId("comparison").frame = frame;
  const path = `history/diff?frame=${other}&other=${frame}`;
  const answer = await change(historySaid, path, "GET");
  if (!answer) return;
  const title = `From frame ${whole(other)} to ${whole(frame)}: `;
  setText(byId("differences-title"), title + count(answer.differences.length, "difference") + ", at most 20 of a type");
  showProblems("differences", answer.differences.map(text => ({ text })));
  byId("comparison").hidden = false;
});
byId("comparison-close").addEventListener("click", () => { byId("comparison").hidden = true; });
