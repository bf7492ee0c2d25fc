// The chosen entity, with its components.

let chosen = null; // the view of the chosen entity

function showChosen() {
  if (chosen?.entity === route.entity) return;
  chosen = route.entity ? detailView(route.entity) : null;
  const hint = make("p", { class: "hint", id: "detail-hint" }, "Choose an entity to see what it has.");
  byId("detail").replaceChildren(chosen?.element ?? hint);
  byId("detail").scrollTop = 0;
  watching.soon();
}

function showEntity(answer) {
  if (chosen?.entity === answer.entity) chosen.show(answer);
}

const watching = job(200, async () => {
  const [view, asked] = [chosen, changes];
  if (!view || view.isOver) return;
  try {
    const answer = await ask(`entities/${view.entity}`);
    if (asked === changes) showEntity(answer);
  } catch (error) {
    isGone(error);
    if (view === chosen) view.end(error.message);
    view.isOver = true;
  }
}, "entities");

function detailView(entity) {
  const path = `entities/${entity}`;
  const crumbs = make("nav", { class: "path", id: "path", "aria-label": "What it is below" });
  const name = make("button", { id: "name", title: "Change the name" });
  const said = refusalLine();
  const info = make("span", { class: "muted", id: "detail-info" });
  const patch = async (body, said) => {
    const answer = await change(said, path, "PATCH", body);
    if (answer) { showEntity(answer); refreshing.soon(); }
    return answer;
  };
  const enabled = switchBox("Enabled", "data-enable", (on, said) => patch(`{"enabled": ${on}}`, said));
  const kill = sureButton("Kill", "Really kill it?", "data-kill", async () => {
    if (await change(said, path, "DELETE")) { watching.soon(); refreshing.soon(); }
  });
  let now = null;
  name.addEventListener("click", () => edit(name, now?.name ?? "", "Name", (text, said) => {
    return patch(`{"name": ${text.trim() ? JSON.stringify(text) : "null"}}`, said);
  }));
  const components = make("div", { id: "components" });
  const title = make("div", { class: "title" }, make("span", { class: "grow" }, name), info,
    make("label", { class: "switch" }, enabled.box, "enabled"), kill, enabled.said, said);
  const head = make("div", { class: "head" }, crumbs, title);
  const element = make("div", { "data-detail": entity }, head, components);
  return { entity, element, show(answer) {
    now = answer;
    keyed(crumbs, answer.above, above => above.entity, above => {
      const link = entityLink(above.entity, above.name);
      const show = above => showLink(link, above.entity, above.name, true);
      return { element: make("span", {}, link), show };
    });
    setText(name, answer.name ?? "no name");
    name.classList.toggle("muted", answer.name === null);
    setText(info, infoOf(answer));
    enabled.box.checked = answer.state !== "off" && answer.state !== "parked";
    enabled.box.disabled = answer.state === "parked";
    kill.hidden = enabled.box.hidden = isOfSingletons(entity);
    keyed(components, answer.components, component => component.type,
      first => componentView(entity, first, said));
  }, end(sentence) {
    element.replaceChildren(make("p", { class: "hint", id: "detail-gone", role: "alert" }, sentence), said);
  } };
}

function infoOf(answer) {
  const state = answer.state === "on" ? "" : ` · ${answer.state}`;
  const below = answer.children === 1 ? "1 child" : `${whole(answer.children)} children`;
  return `${answer.entity}${state}${answer.children ? ` · ${below}` : ""}`;
}

/** Singletons are there until the world ends. */
const isOfSingletons = entity => world?.singletons === entity;

/** `removed` says what was refused when the component was removed: it may be gone all the same. */
function componentView(entity, first, removed) {
  const path = `entities/${entity}/components/${first.type}`;
  const of = { entity, type: first.type, name: first.name, editable: first.editable, refs: new Map() };
  const apply = async (said, method, body) => {
    const answer = await change(said, path, method, body);
    if (answer) showEntity(answer);
    return answer;
  };
  const { box, said } = switchBox(`${first.name} enabled`, "data-enable-component",
    (on, said) => apply(said, "PATCH", `{"enabled": ${on}}`));
  const remove = sureButton("Remove", "Really remove?", "data-remove", () => apply(removed, "DELETE"));
  remove.hidden = box.hidden = isOfSingletons(entity);
  const title = make("h2", { class: "dot" }, first.name);
  const tools = make("span", { class: "tools" });
  hue(title, first.type);
  const fields = make("div", { class: "fields" });
  const error = make("div", { class: "refusal", "data-error": "" });
  const bar = make("div", { class: "bar" }, title, tools, remove, box);
  const element = make("section", { class: "component", "data-component": first.name, "data-type": first.type,
    "aria-label": first.name }, bar, said, error, fields);
  let [kind, view] = [null, null];
  return { element, show(component) {
    box.checked = component.enabled;
    element.classList.toggle("dim", !component.enabled);
    error.replaceChildren(...linked(component.error ?? ""));
    of.refs = new Map((component.refs ?? []).map(reference => [reference.at, reference]));
    const now = kindOf(component);
    if (now === "nothing" && component.error) return;
    if (now !== kind) {
      if (element.querySelector("[data-editing]")) return;
      tools.replaceChildren();
      [kind, view] = [now, KINDS[now](of, tools)];
      fields.replaceChildren(view.element);
    }
    view.show(component);
  } };
}

/** How a component is shown: its fields, its only value, its text, or not at all. */
function kindOf(component) {
  if (component.value === undefined) return component.text === undefined ? "nothing" : "text";
  return shapeOf(component.value) === "fields" ? "whole" : "single";
}

const KINDS = {
  whole(of, tools) {
    const view = fieldsView(of, "", tools);
    return { element: view.element, show: component => view.show(component.value) };
  },
  single(of) {
    const view = fieldView(of, "value", "");
    return { element: view.element, show: component => view.show(component.value) };
  },
  text() {
    const title = "To edit it, derive serde's Serialize and Deserialize.";
    const element = make("pre", { "data-text": "", title });
    return { element, show(component) {
      const isFirst = element.textContent === "";
      if (setText(element, component.text) && !isFirst) flash(element);
    } };
  },
  nothing(of) {
    const text = types.get(of.type)?.values === "tag" ? "A tag: it has no value."
      : "Its value cannot be shown: the type is neither Serialize nor Debug.";
    return { element: make("span", { class: "muted", "data-opaque": "" }, text), show() {} };
  },
};
