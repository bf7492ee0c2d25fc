// A value over the kept frames.

let curve = null; // of which value, and what it was
const drawing = byId("curve-picture");

function openCurve(of, at) {
  curve = { of, at, frames: [], values: [] };
  setText(byId("curve-title"), `${of.name}${at.replaceAll("/", ".")} of ${of.entity}`);
  byId("curve").hidden = false;
  byId("trace").hidden = true;
  reading.soon();
}

const curvePath = ({ of, at }) => `entity=${of.entity}&type=${of.type}&at=${encodeURIComponent(at)}`;

const reading = job(1000, async () => {
  const asked = curve;
  if (!asked) return;
  const answer = await change(byId("curve-refusal"), `history/values?${curvePath(asked)}`, "GET");
  if (!answer || curve !== asked) return;
  Object.assign(curve, answer);
  drawCurve();
});

/** A number for each value: its own, or its place among the values that there are. */
function levels(values) {
  if (values.every(isNumber)) return values.map(value => FLOATS.includes(value) ? NaN : Number(value));
  const known = [...new Set(values.map(shownText))].sort();
  return values.map(value => known.indexOf(shownText(value)));
}

function drawCurve() {
  if (!curve || curve.frames.length === 0) return;
  const { frames, values } = curve;
  const heights = levels(values);
  const finite = heights.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const [first, last] = [frames[0], Math.max(frames.at(-1), frames[0] + 1)];
  const x = frame => (frame - first) / (last - first) * 1000;
  const y = height => high === low ? 50 : 95 - (height - low) / (high - low) * 90;
  const points = frames.map((frame, at) => [x(frame), y(heights[at])]).filter(([, y]) => Number.isFinite(y));
  byId("curve-line").setAttribute("points", points.map(point => point.join(",")).join(" "));
  const now = x(past.frame);
  byId("curve-now").setAttribute("x1", now);
  byId("curve-now").setAttribute("x2", now);
  const place = frames.indexOf(past.frame);
  setText(byId("curve-range"), finite.length === 0 ? "" : `${shownText(low)} to ${shownText(high)}, in the frames `
    + `${whole(first)} to ${whole(frames.at(-1))}`);
  if (past.held && byId("trace").frame !== frameNow()) byId("trace").hidden = true;
  setText(byId("curve-value"), place < 0 ? "" : `${shownText(values[place])} in frame ${whole(frames[place])}`);
  showSteps(frames, values, heights);
}

const [MOST_STEPS, LARGEST] = [20, 6];

/** The frames in which the value has become another one: all of them, or the largest steps and the last one. */
function showSteps(frames, values, heights) {
  const changed = frames.map((frame, at) => at).slice(1).filter(at => !Object.is(heights[at], heights[at - 1]));
  curve.changed = changed.map(at => frames[at]);
  const stepAt = at => Math.abs(heights[at] - heights[at - 1]);
  const sizes = changed.map(stepAt).sort((a, b) => a - b);
  const isLarge = at => stepAt(at) > 2 * sizes[Math.floor(sizes.length / 2)];
  const largest = changed.filter(isLarge).sort((a, b) => stepAt(b) - stepAt(a)).slice(0, LARGEST);
  const shown = changed.length <= MOST_STEPS ? changed : changed.filter(at => largest.includes(at) || at === changed.at(-1));
  const text = at => `${whole(frames[at])}: ${shownText(values[at - 1])} → ${shownText(values[at])}`;
  setText(byId("curve-steps-title"), count(changed.length, "change")
    + (changed.length <= MOST_STEPS ? "" : ", the largest and the last"));
  keyed(byId("curve-steps"), shown.map(at => ({ frame: frames[at], text: text(at) })), step => step.frame, ({ frame }) => {
    const element = make("button", { onclick: () => showFrame(frame) });
    return { element, show: step => setText(element, step.text) };
  });
}

/** Shows the nearest frame before or after this one in which the value has changed. */
function showChange(isWanted) {
  const now = frameNow();
  const frame = curve.changed?.filter(frame => isWanted(frame - now)).sort((a, b) => Math.abs(a - now) - Math.abs(b - now))[0];
  if (frame !== undefined) showFrame(frame);
}
byId("change-before").addEventListener("click", () => showChange(way => way < 0));
byId("change-after").addEventListener("click", () => showChange(way => way > 0));

byId("curve-trace").addEventListener("click", async () => {
  const [asked, frame] = [curve, frameNow()];
  byId("trace").hidden = true;
  byId("trace").frame = frame;
  if (!past.held) await showFrame(frame);
  const answer = await change(byId("curve-refusal"), `history/trace?frame=${frame}&${curvePath(asked)}`, "GET");
  if (!answer || curve !== asked) return;
  setText(byId("trace-title"), `Frame ${whole(frame)} has begun with ${shownText(answer.before)}`
    + (answer.changes.length === 0 ? ", and has not changed it" : ", then"));
  byId("trace-changes").replaceChildren(...answer.changes.map(text => make("li", {}, ...linked(text))));
  const notCompared = answer.not_compared.join(", ");
  setText(byId("trace-note"), "Checked by running the frame again: it did the same."
    + (notCompared && ` Not compared: ${notCompared}`));
  byId("trace").hidden = false;
});

drawing.addEventListener("click", event => {
  const { left, width } = drawing.getBoundingClientRect();
  const { frames } = curve;
  showFrame(Math.round(frames[0] + (event.clientX - left) / width * (frames.at(-1) - frames[0])));
});
byId("curve-close").addEventListener("click", () => { curve = null; byId("curve").hidden = true; });

/** A button that opens the curve of a value. It is there while frames are kept. */
function curveButton(of, at) {
  return make("button", { class: "quiet curve-of", "data-curve": at, title: "Its values over the frames",
    "aria-label": `Values of ${of.name}${at} over the frames`, onclick: () => openCurve(of, at) }, "∿");
}
