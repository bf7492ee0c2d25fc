// Elements of the page, and links to entities.

const byId = id => document.getElementById(id);

/** Makes an element of attributes, listeners (`onclick: ..`) and children, which are elements or text. */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

function setText(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** Shows items in an element, by a view `{ element, show(item) }` each. Those of items that stay are kept. */
function keyed(parent, items, keyOf, create) {
  const views = parent.views ??= new Map();
  const keys = new Set(items.map(keyOf));
  for (const [key, view] of views) {
    if (!keys.has(key)) { view.element.remove(); views.delete(key); }
  }
  let place = parent.firstChild;
  items.forEach((item, index) => {
    const key = keyOf(item, index);
    if (!views.has(key)) views.set(key, create(item));
    const view = views.get(key);
    if (view.element === place) place = place.nextSibling;
    else parent.insertBefore(view.element, place);
    view.show(item, index);
  });
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function flash(element) {
  if (!calm.matches) element.animate({ backgroundColor: ["var(--flash)", "transparent"] }, 700);
}

const whole = number => number.toLocaleString("en");
const count = (number, one, many = one + "s") => `${whole(number)} ${number === 1 ? one : many}`;

/** A place for the sentence of a refusal. */
const refusalLine = () => make("span", { class: "refusal", role: "alert", "data-refusal": "" });

/** A link to an entity. */
function entityLink(id, name, alive = true) {
  const link = make("a", { href: "#" });
  showLink(link, id, name, alive);
  return link;
}

function showLink(link, id, name, alive) {
  link.href = `#entities/${id}`;
  link.dataset.goto = id;
  link.className = alive ? "" : "dead";
  link.title = alive ? "" : "It is dead.";
  setText(link, name ? `${name} ${id}` : id);
}

/** The text, with each id of an entity as a link. One of them may be known to be dead. */
function linked(text, dead = null) {
  return text.split(/\b(\d+v\d+)\b/).map((part, at) => at % 2 ? entityLink(part, null, part !== dead) : part);
}
