// What a frame costs, as bars.

job(500, async () => showTimings(await ask("timings")), "frame");

const micro = ns => (ns / 1000).toFixed(2);

function showTimings({ frames, passes }) {
  const works = passes.filter(pass => pass.work !== "frame");
  const sum = works.reduce((sum, pass) => sum + pass.mean_ns, 0);
  const frame = passes.find(pass => pass.work === "frame") ?? { mean_ns: sum, longest_ns: sum };
  const [mean, longest] = [frame.mean_ns, frame.longest_ns].map(micro);
  const measured = count(frames, "frame");
  const total = `A frame takes ${mean} µs on average, ${longest} µs at most: ${measured} measured.`;
  setText(byId("frame-total"), frames === 0 ? "Measuring has begun." : total);
  const most = Math.max(...works.map(pass => pass.mean_ns), 1);
  const scale = { most, total: frame.mean_ns || 1 };
  setText(byId("frame-rest"), frames ? `${percent(1 - sum / scale.total)} of it is between these.` : "");
  keyed(byId("passes"), grouped(works), row => row.key, row => row.pass ? passRow(scale) : groupRow(scale));
  for (const view of byId("passes").views.values()) view.rescale(scale);
}

/** The parts of a frame, in their order, with the works that run in them. */
const PARTS = [
  ["before the phases", pass => pass.work === "remote"],
  ["fixed_update", pass => pass.phase === "fixed_update"],
  ["timers and tasks", pass => pass.work === "later"],
  ["update", pass => pass.phase === "update"],
  ["late_update", pass => pass.phase === "late_update"],
  ["after the phases", () => true],
];

/** The works, each below its part of the frame; a sync point below what it comes after. */
function grouped(works) {
  const [parts, seen] = [PARTS.map(([name]) => ({ name, mean: 0, key: `part ${name}`, rows: [] })), new Map()];
  const unlike = key => { seen.set(key, (seen.get(key) ?? 0) + 1); return `${key} ${seen.get(key)}`; };
  for (const pass of works) {
    const part = parts[PARTS.findIndex(([, holds]) => holds(pass))];
    part.mean += pass.mean_ns;
    const row = { pass, key: unlike(`${pass.work} ${pass.phase} ${pass.name}`) };
    const before = part.rows.findLastIndex(({ pass: { name } }) => name !== "" && name === pass.name);
    part.rows.splice(before < 0 ? part.rows.length : before + 1, 0, row);
  }
  return parts.filter(part => part.rows.length).flatMap(part => [part, ...part.rows]);
}

function groupRow(scale) {
  const [name, mean, share] = [make("td", { colspan: 2 }), make("td"), make("td")];
  const element = make("tr", { class: "group" }, name, mean, share, make("td", { colspan: 5 }));
  let now = null;
  const draw = () => {
    setText(name, now.name);
    element.dataset.group = now.name;
    setText(mean, micro(now.mean));
    setText(share, percent(now.mean / scale.total));
  };
  return { element, show(row) { now = row; }, rescale(to) { scale = to; draw(); } };
}

const percent = part => `${(part * 100).toFixed(1)} %`;

function passRow(scale) {
  const name = make("td");
  const fill = make("div", { class: "fill", "data-bar": "" });
  const cells = Array.from({ length: 7 }, () => make("td"));
  const bar = make("td", { class: "cost" }, make("div", { class: "track" }, fill));
  const element = make("tr", {}, name, bar, ...cells);
  let pass = null;
  const draw = () => {
    element.dataset.pass = pass.name || pass.work;
    if (pass.name) name.replaceChildren(pass.name, ...(pass.work === "pass" ? [] : [note(` ${pass.work}`)]));
    else name.replaceChildren(pass.work, ...(pass.work === "remote" ? [note(" this page, too")] : []));
    fill.style.width = `${pass.mean_ns / scale.most * 100}%`;
    const parts = pass.parts ? `${whole(pass.parts)} (${micro(pass.parts_ns)} µs)` : "";
    const texts = [micro(pass.mean_ns), percent(pass.mean_ns / scale.total), micro(pass.ns),
      micro(pass.longest_ns), whole(pass.rows), whole(pass.runs), parts];
    texts.forEach((text, n) => setText(cells[n], text));
  };
  return { element, show(row) { pass = row.pass; }, rescale(to) { scale = to; draw(); } };
}

const note = text => make("span", { class: "muted" }, text);
