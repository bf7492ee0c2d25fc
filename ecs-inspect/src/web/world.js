// The world: its types and its time.

let types = new Map();
let world = null;

const typeName = type => types.get(type)?.name ?? `type ${type}`;
const hue = (element, type) => { element.style.setProperty("--hue", (type * 137) % 360); };

async function pollWorld() {
  world = await ask("world");
  types = new Map(world.types.map(type => [type.type, type]));
  showTime(world.time);
  noteSetBack(world.time);
  showFilter();
  byId("singletons").hidden = world.singletons === null;
  byId("singletons").href = `#entities/${world.singletons}`;
  if (route.tab === "types") showTypes();
}

function showTime(time) {
  setText(byId("clock"), `frame ${whole(time.frame)} · ${time.elapsed.toFixed(1)} s`);
  byId("pause").setAttribute("aria-pressed", time.paused);
  setText(byId("pause"), time.paused ? "Paused" : time.scale === 0 ? "Stands" : "Pause");
  const scale = byId("scale");
  if (document.activeElement !== scale) scale.value = digits(time.scale);
}

let wanted = {}; // what was set here last, and is to be seen in the next answers

async function setTime(body) {
  const answer = await change(byId("time-refusal"), "time", "PATCH", JSON.stringify(body));
  if (!answer) return;
  wanted = body;
  showTime(answer.time);
}

/** Says so if the game decides itself, each frame, whether it is paused, or how fast time goes. */
function noteSetBack(time) {
  const isSetBack = Object.entries(wanted).some(([name, value]) => Math.abs(time[name] - value) > 1e-3);
  wanted = {};
  if (isSetBack) setText(byId("time-refusal"), "The game has set it back.");
}

byId("pause").addEventListener("click", () => {
  setTime({ paused: byId("pause").getAttribute("aria-pressed") !== "true" });
});
byId("scale").addEventListener("change", event => {
  if (event.target.value) setTime({ scale: Number(event.target.value) });
});

function showFilter() {
  if (document.activeElement === byId("filter")) return;
  const all = [...world.types].sort((a, b) => a.name.localeCompare(b.name));
  keyed(byId("filter"), [null, ...all], type => type?.type ?? "", type => {
    const element = make("option", { value: type?.type ?? "" });
    const text = type => type ? `${type.name} (${whole(type.count)})` : "all types";
    return { element, show: type => setText(element, text(type)) };
  });
}
