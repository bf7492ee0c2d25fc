// The types, with their counts and bytes.

const COLUMNS = [["name", "Type"], ["count", "Components"], ["enabled", "Enabled"], ["capacity", "Room for"],
  ["bytes", "Bytes"], ["kept", "Kept"], ["values", "Values"]];
const sorting = { by: "bytes", down: true };

byId("type-columns").append(...COLUMNS.map(([key, title]) => make("th", { "data-column": key, scope: "col" },
  make("button", { "data-sort": key, onclick: () => sortBy(key) }, title))));

function sortBy(key) {
  sorting.down = sorting.by === key ? !sorting.down : typeof world?.types[0]?.[key] === "number";
  sorting.by = key;
  if (world) showTypes();
}

function showTypes() {
  for (const head of byId("type-columns").children) {
    const isSorted = head.dataset.column === sorting.by;
    head.ariaSort = isSorted ? (sorting.down ? "descending" : "ascending") : "none";
    setText(head.firstChild, COLUMNS.find(([key]) => key === head.dataset.column)[1]
      + (isSorted ? (sorting.down ? " ↓" : " ↑") : ""));
  }
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0) * (sorting.down ? -1 : 1);
  const sorted = [...world.types].sort((a, b) => order(a[sorting.by], b[sorting.by]));
  keyed(byId("types"), sorted, type => type.type, typeRow);
  const sum = key => whole(world.types.reduce((sum, type) => sum + type[key], 0));
  const texts = [count(world.types.length, "type"), sum("count"), "", "", sum("bytes"), "",
    `${count(world.alive, "entity", "entities")} alive, ${whole(world.bytes)} bytes in all`];
  byId("type-sum").replaceChildren(...texts.map(text => make("td", {}, text)));
}

function typeRow(first) {
  const name = make("button", { class: "dot", "data-show-type": first.type, title: "List its entities",
    onclick: () => listType(first.type) });
  hue(name, first.type);
  const cells = COLUMNS.slice(1).map(() => make("td"));
  const element = make("tr", { "data-type-row": first.name }, make("td", {}, name), ...cells);
  return { element, show(type) {
    setText(name, type.name);
    const values = type.editable ? "JSON, editable" : { json: "JSON", text: "text", tag: "a tag" }[type.values] ?? "none";
    COLUMNS.slice(1, -1).forEach(([key], n) => setText(cells[n], whole(type[key])));
    if (type.capacity > 2 ** 31) setText(cells[2], "any number");
    setText(cells.at(-1), values);
  } };
}

function listType(type) {
  byId("search").value = "";
  byId("filter").value = String(type);
  go({ tab: "entities" });
  find();
}
