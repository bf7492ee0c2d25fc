// The order of the types, as a picture.

const BOX = 260;
const LETTERS = 36; // of a reason, in a line of a box
let drawnOrder = "";

job(3000, async () => {
  const order = await ask("order");
  if (drawnOrder === toJson(order)) return;
  drawnOrder = toJson(order);
  const picture = orderPicture(order);
  byId("picture").replaceChildren(picture);
  saveAs(picture);
  showOrderNotes(order);
}, "order");

function wrap(text, letters) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length >= letters) lines.push("");
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

function orderPicture({ phases }) {
  const label = "The order of a frame";
  const picture = svg("svg", { class: "order", id: "order", role: "img", "aria-label": label });
  let [x, height] = [10, 0];
  for (const phase of phases) {
    const column = svg("g", { "data-phase": phase.phase });
    const size = drawPhase(column, phase, x);
    picture.append(column);
    x += size.width;
    height = Math.max(height, size.height);
  }
  fill(picture, { width: x, height: height + 14, viewBox: `0 0 ${x} ${height + 14}`,
    xmlns: "http://www.w3.org/2000/svg" }, []);
  return picture;
}

/** Draws a column, and returns how large it is. */
function drawPhase(column, phase, x) {
  const boxes = new Map();
  const arrows = [];
  let y = 34;
  column.append(svg("text", { class: "phase", x, y: 20 }, phase.phase));
  let before = null;
  for (const pass of phase.passes) {
    const box = drawPass(column, pass, x, y, arrows);
    if (before && pass.with_previous) drawSame(column, x, before, box);
    boxes.set(pass.name, box);
    before = box;
    y = box.bottom + 16;
  }
  if (!phase.passes.length) { label(column, x, y + 12, "no pass"); y += 30; }
  const lanes = drawArrows(column, arrows, boxes, x + BOX);
  y = drawSystems(column, phase.systems, x, y);
  if (phase.never_added.length) {
    for (const line of wrap(`never added: ${phase.never_added.join(", ")}`, LETTERS)) {
      label(column, x, y + 12, line);
      y += 15;
    }
  }
  const isEmpty = !phase.passes.length && !phase.systems.length && !phase.never_added.length;
  return { width: isEmpty ? 130 : BOX + 34 + lanes * 9, height: y };
}

function label(column, x, y, text) {
  column.append(svg("text", { class: "label", x, y }, text));
}

function drawPass(column, pass, x, y, arrows) {
  const notes = [];
  for (const reason of pass.reasons) {
    arrows.push({ from: reason.after, to: pass.name, line: notes.length });
    notes.push(...wrap(reason.why, LETTERS).map(text => ({ text, class: "why" })));
  }
  if (pass.skipped) notes.push(...wrap(pass.skipped, LETTERS).map(text => ({ text, class: "skipped" })));
  const height = 26 + notes.length * 14 + (notes.length ? 4 : 0);
  const group = svg("g", { "data-pass": pass.name },
    svg("rect", { class: pass.has_hook ? "box" : "box hookless", x, y, width: BOX, height, rx: 5 }),
    svg("text", { x: x + 10, y: y + 17 }, pass.name),
    svg("text", { class: "label", x: x + BOX - 8, y: y + 17, "text-anchor": "end" }, tagOf(pass)));
  notes.forEach((note, n) => {
    group.append(svg("text", { class: note.class, x: x + 10, y: y + 35 + n * 14 }, note.text));
  });
  column.append(group);
  return { top: y, bottom: y + height, middle: y + 13, line: n => y + 31 + n * 14 };
}

const tagOf = pass => [!pass.has_hook && "no hook", pass.parallel && "parallel"].filter(Boolean).join(", ");

/** Two that run at the same time are bound by a dotted line at their left. */
function drawSame(column, x, before, box) {
  const [from, to] = [before.middle, box.middle];
  const line = svg("path", { class: "same", d: `M ${x} ${from} H ${x - 6} V ${to} H ${x}` });
  column.append(line, svg("text", { class: "label", x: x + 4, y: box.top - 4 }, "at the same time"));
}

/** Draws the arrows at the right of the boxes, in lanes where they overlap. Returns how many lanes. */
function drawArrows(column, arrows, boxes, right) {
  const lanes = [];
  for (const arrow of arrows.filter(arrow => boxes.has(arrow.from))) {
    const [from, to] = [boxes.get(arrow.from).middle, boxes.get(arrow.to).line(arrow.line)];
    const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
    let lane = lanes.findIndex(spans => spans.every(span => span.bottom < top || span.top > bottom));
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push({ top, bottom });
    const x = right + 12 + lane * 9;
    const d = `M ${right} ${from} H ${x} V ${to} H ${right} m 6 -4 l -6 4 l 6 4`;
    column.append(svg("path", { class: "arrow", d, "data-arrow": `${arrow.from} ${arrow.to}` }));
  }
  return lanes.length;
}

function drawSystems(column, systems, x, y) {
  if (!systems.length) return y;
  label(column, x, y + 12, "systems");
  for (const name of systems) {
    y += 20;
    column.append(svg("g", { "data-system": name },
      svg("rect", { class: "box", x, y, width: BOX, height: 24, rx: 12 }),
      svg("text", { x: x + 12, y: y + 16 }, name)));
    y += 12;
  }
  return y + 24;
}

/** The picture as a file: with its styles, in the colours that it has now. */
function saveAs(picture) {
  const colours = getComputedStyle(document.documentElement);
  const colour = (_, name) => colours.getPropertyValue(name);
  const style = byId("order-style").textContent.replace(/var\((--\w+)\)/g, colour);
  const back = `<style>svg { background: ${colours.getPropertyValue("--page")} } ${style}</style>`;
  const text = new XMLSerializer().serializeToString(picture).replace(">", `>${back}`);
  const link = byId("save-svg");
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}

function showOrderNotes({ inheriting, observers }) {
  const list = items => make("ul", { class: "list" }, ...items.map(item => make("li", {}, item)));
  const part = (title, items) => items.length === 0 ? []
    : [make("div", { class: "kind" }, make("h2", {}, title)), list(items)];
  byId("order-notes").replaceChildren(...part("Inherit from their parents, after the last phase", inheriting),
    ...part("Observers", observers));
}
