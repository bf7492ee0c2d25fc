// A value as a tree of fields.

const FLOATS = ["NaN", "inf", "-inf"]; // which JSON has not
const isLeaf = value => typeof value !== "object" || value === null;

function shapeOf(value) {
  if (typeof value === "boolean") return "flag";
  if (isLeaf(value)) return "leaf";
  const isShort = Array.isArray(value) && value.length > 0 && value.length <= 4;
  return isShort && value.every(isNumber) ? "cells" : "fields";
}

const isNumber = value => ["number", "bigint"].includes(typeof value) || FLOATS.includes(value);

/** A field with its name. Its view changes with the shape of the value, unless one edits there. */
function fieldView(of, key, at) {
  const label = make("span", { class: "key", title: key }, key);
  const element = make("div", { class: "field", "data-field": at }, label);
  let [shape, view] = [null, null];
  return { element, show(value) {
    const now = shapeOf(value);
    if (now !== shape) {
      if (element.querySelector("[data-editing]")) return;
      view?.element.remove();
      [shape, view] = [now, SHAPES[now](of, at)];
      element.append(view.element);
    }
    view.show(value);
  } };
}

const SHAPES = { leaf: leafView, flag: flagView, cells: cellsView, fields: fieldsView };

/** Sends one place of the component's value, written as JSON. */
async function sendValue(of, at, json, said) {
  const body = `{"at": ${JSON.stringify(at)}, "value": ${json}}`;
  const answer = await change(said, `entities/${of.entity}/components/${of.type}`, "PATCH", body);
  if (answer) showEntity(answer);
  return answer;
}

function leafView(of, at) {
  const tag = of.editable ? "button" : "span";
  const shown = make(tag, { class: "leaf", "data-at": at, [of.editable ? "data-edit" : "data-fixed"]: "" });
  const link = make("a", { href: "#", hidden: "" });
  const element = make("span", { class: "value" }, link, shown, curveButton(of, at));
  let value, before;
  if (of.editable) shown.addEventListener("click", () => {
    const send = (text, said) => sendValue(of, at, typed(text, value, of.refs.has(at)), said);
    edit(shown, textOf(value), `${of.name}${at}`, send);
  });
  return { element, show(now) {
    value = now;
    const reference = of.refs.get(at);
    link.hidden = !reference;
    if (reference) showLink(link, reference.entity, reference.name, reference.alive);
    const text = reference ? (of.editable ? "edit" : "") : shownText(now);
    shown.dataset.kind = now === null || reference ? "null" : typeof now;
    shown.title = typeof now === "number" ? textOf(now) : "";
    setText(shown, text);
    const content = `${text} ${reference?.entity}`;
    if (before !== undefined && before !== content) flash(element);
    before = content;
  } };
}

function shownText(value) {
  if (typeof value === "number") return short(value);
  return typeof value === "string" && !FLOATS.includes(value) ? JSON.stringify(value) : String(value);
}

const textOf = value => typeof value === "number" ? digits(value) : String(value);

/** What was typed, as JSON. What is no JSON is text: the game says then what it expects instead. */
function typed(text, was, isReference) {
  if (typeof was === "string" && !isReference && !FLOATS.includes(was)) return JSON.stringify(text);
  if (text.trim() === "") return "null";
  return isJson(text) ? text : JSON.stringify(text.trim());
}

function flagView(of, at) {
  const said = refusalLine();
  const label = `${of.name}${at}`;
  const box = make("input", { type: "checkbox", "data-at": at, "data-edit": "", "aria-label": label });
  box.disabled = !of.editable;
  box.addEventListener("change", async () => {
    if (!await sendValue(of, at, String(box.checked), said)) box.checked = !box.checked;
  });
  const element = make("span", { class: "value" }, box, " ", curveButton(of, at), said);
  let before;
  return { element, show(value) {
    box.checked = value;
    if (before === !value) flash(element);
    before = value;
  } };
}

/** A few numbers, side by side. */
function cellsView(of, at) {
  const element = make("span", { class: "cells" });
  return { element, show(values) {
    const cells = values.map((value, key) => ({ key, value }));
    keyed(element, cells, cell => cell.key, cell => {
      const view = leafView(of, pointer(at, cell.key));
      return { element: view.element, show: cell => view.show(cell.value) };
    });
  } };
}

/** The fields of a struct, or the items of a list: a hundred, and more on demand. Long ones are closed. */
function fieldsView(of, at, tools = make("span")) {
  let [value, most, isOpen] = [{}, 100, null];
  const open = () => { isOpen = !isOpen; draw(); };
  const toggle = make("button", { class: "quiet", "data-open": at, onclick: open });
  const showMore = () => { most *= 4; draw(); };
  const more = make("button", { class: "quiet", "data-more-fields": at, onclick: showMore });
  const inner = make("div", { class: "inner" });
  const element = make("div", { class: at ? "nested" : "whole" }, at ? tools : null, inner, more);
  tools.replaceChildren(toggle, ...(of.editable ? [jsonButton(of, at, () => value)] : []));
  const draw = () => {
    const entries = Object.entries(value);
    isOpen ??= !at || entries.length <= 12;
    setText(toggle, Array.isArray(value) ? count(entries.length, "item") : count(entries.length, "field"));
    toggle.ariaExpanded = String(isOpen);
    const shown = isOpen ? entries.slice(0, most) : [];
    keyed(inner, shown, entry => entry[0], entry => {
      const view = fieldView(of, entry[0], pointer(at, entry[0]));
      return { element: view.element, show: entry => view.show(entry[1]) };
    });
    more.hidden = !isOpen || entries.length <= most;
    setText(more, `${whole(entries.length - most)} more`);
  };
  return { element, show(now) { value = now; draw(); } };
}

/** A button that edits all of a value as JSON. */
function jsonButton(of, at, value) {
  const button = make("button", { class: "quiet", "data-json": at, title: "Edit as JSON",
    "aria-label": `Edit ${of.name}${at} as JSON` }, "{ }");
  button.addEventListener("click", () => {
    edit(button, toJson(value()), `${of.name}${at} as JSON`, (text, said) => {
      if (isJson(text)) return sendValue(of, at, text, said);
      said.textContent = "This is no JSON.";
      return false;
    });
  });
  return button;
}
