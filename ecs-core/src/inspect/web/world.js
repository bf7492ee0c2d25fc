// The world: its types and its time.

let types = new Map();
let world = null;

const typeName = type => types.get(type)?.name ?? `type ${type}`;
const hue = (element, type) => { element.style.setProperty("--hue", (type * 137) % 360); };

async function pollWorld() {
  world = await ask("world");
  types = new Map(world.types.map(type => [type.type, type]));
  showTime(world.time);
  showFilter();
  byId("singletons").hidden = world.singletons === null;
  byId("singletons").href = `#entities/${world.singletons}`;
  if (route.tab === "types") showTypes();
}

function showTime(time) {
  setText(byId("clock"), `frame ${whole(time.frame)} · ${time.elapsed.toFixed(1)} s`);
  byId("pause").setAttribute("aria-pressed", time.paused);
  setText(byId("pause"), time.paused ? "Paused" : "Pause");
  const scale = byId("scale");
  if (document.activeElement !== scale) scale.value = digits(time.scale);
}

async function setTime(body) {
  const answer = await change(byId("time-refusal"), "time", "PATCH", body);
  if (answer) showTime(answer.time);
}

byId("pause").addEventListener("click", () => {
  setTime(`{"paused": ${byId("pause").getAttribute("aria-pressed") !== "true"}}`);
});
byId("scale").addEventListener("change", event => {
  setTime(`{"scale": ${event.target.value || "null"}}`);
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
