// The tree of entities: elements for the rows in view alone.

const ROW = 26;
const PAGE = 100;
const roots = level("", "roots");
const tree = { find: null, root: roots, open: new Map(), cursor: "", rows: [], wanted: null };

/** What is listed below something: its pages, as far as they have been asked for. */
function level(key, within) {
  return { key, within, pages: [] };
}

/** Where the next page of a level begins: null if there is none. */
function nextOf(level) {
  return level.pages.length ? level.pages.at(-1).next : "";
}

function listRows(level, depth, rows) {
  for (const page of level.pages) {
    for (const entity of page.entities) {
      const key = `${level.key}/${entity.entity}`;
      const below = tree.open.get(key);
      rows.push({ key, entity, depth, page, level, isOpen: below !== undefined });
      if (below) listRows(below, depth + 1, rows);
    }
  }
  if (nextOf(level) !== null) rows.push({ key: `${level.key}/more`, depth, level, isMore: true });
  return rows;
}

function rowsInView() {
  const panel = byId("tree");
  const from = Math.max(Math.floor(panel.scrollTop / ROW) - 4, 0);
  return [from, Math.ceil((panel.scrollTop + panel.clientHeight) / ROW) + 4];
}

function drawTree() {
  if (route.tab !== "entities") return;
  tree.rows = listRows(tree.root, 0, []);
  drawRows();
}

function drawRows() {
  const isEmpty = tree.rows.length === 0;
  byId("rows").style.height = `${Math.max(tree.rows.length, 1) * ROW}px`;
  const [from, to] = rowsInView();
  const shown = tree.rows.slice(from, to).map((row, at) => ({ ...row, index: from + at }));
  tree.wanted = shown.find(row => row.isMore)?.level ?? null;
  const nothing = { key: "nothing", isNothing: true, index: 0, depth: 0 };
  keyed(byId("rows"), isEmpty ? [nothing] : shown, row => row.key, rowView);
  const cursor = shown.find(row => row.key === tree.cursor);
  if (cursor) byId("tree").setAttribute("aria-activedescendant", rowId(cursor));
  else byId("tree").removeAttribute("aria-activedescendant");
}

const rowId = row => `row${row.key.replaceAll("/", "-")}`;

function rowView(row) {
  if (!row.entity) return noteView(row);
  const [name, id, state] = ["name", "id", "state"].map(name => make("span", { class: name }));
  const chips = make("span", { class: "chips" });
  const twisty = make("span", { class: "twisty", "data-toggle": "", "aria-hidden": "true" });
  const element = make("div", { role: "treeitem", id: rowId(row), class: "row", "data-row": row.key,
    "data-entity": row.entity.entity }, twisty, name, id, chips, state);
  return { element, show(row) {
    const { entity } = row;
    place(element, row);
    setText(name, entity.name ?? (entity.types.length ? typeName(entity.types[0]) : "empty"));
    name.classList.toggle("muted", entity.name === null);
    setText(id, entity.entity);
    setText(state, entity.state === "on" ? "" : entity.state);
    showChips(chips, entity.types);
    element.classList.toggle("dim", entity.state !== "on");
    element.classList.toggle("cursor", row.key === tree.cursor);
    element.ariaSelected = String(entity.entity === route.entity);
    element.ariaExpanded = entity.children > 0 ? String(row.isOpen) : null;
  } };
}

function place(element, row) {
  element.style.top = `${row.index * ROW}px`;
  element.style.paddingLeft = `${8 + row.depth * 18}px`;
  element.ariaLevel = String(row.depth + 1);
}

/** A row without an entity: there is more, or nothing. */
function noteView(row) {
  const text = row.isNothing ? "Nothing is like this." : "more …";
  const element = make("div", row.isNothing ? { class: "row muted", id: "nothing" }
    : { role: "treeitem", id: rowId(row), class: "row more", "data-more": row.level.within }, text);
  return { element, show: row => place(element, row) };
}

function showChips(chips, list) {
  const signature = list.map(typeName).join(" ");
  if (chips.signature === signature) return;
  chips.signature = signature;
  const some = list.slice(0, 4).map(type => {
    const chip = make("span", { class: "chip dot", "data-chip": typeName(type) }, typeName(type));
    hue(chip, type);
    return chip;
  });
  if (list.length > 4) some.push(make("span", { class: "muted" }, `+${list.length - 4}`));
  chips.replaceChildren(...some);
}

/** Asks for entities after a cursor: one answer, or as many as give at least so many. */
async function askPage(level, after, least = 0, limit = PAGE) {
  const query = new URLSearchParams({ in: level.within, limit });
  if (level === tree.root && tree.find?.name) query.set("name", tree.find.name);
  if (level === tree.root && tree.find?.type) query.set("type", tree.find.type);
  const page = { after, entities: [], next: after };
  do {
    if (page.next) query.set("after", page.next);
    const answer = await ask(`entities?${query}`);
    page.entities.push(...answer.entities);
    page.next = answer.next;
  } while (page.next !== null && page.entities.length < least);
  return page;
}

/** Asks for what is in view and not there yet, page by page. */
async function loadWanted() {
  const level = tree.wanted;
  if (!level) return;
  const page = await askPage(level, nextOf(level)).catch(isGone);
  if (!page) level.pages.push({ after: "", entities: [], next: null });
  else if (page.after === nextOf(level)) addPage(level, page);
  drawTree();
  if (tree.wanted) wanting.at = 0;
}

/** A page in which nothing was found is not kept: the one before goes on where it ends. */
function addPage(level, page) {
  if (page.entities.length || !level.pages.length) level.pages.push(page);
  else level.pages.at(-1).next = page.next;
}

/** Asks again for the pages in view: what is there may have changed. A search that takes long is rare. */
async function refreshTree() {
  const begun = performance.now();
  const [from, to] = rowsInView();
  const shown = new Map(tree.rows.slice(from, to).filter(row => row.page).map(row => [row.page, row.level]));
  if (!shown.size && tree.root.pages.length) shown.set(tree.root.pages[0], tree.root);
  for (const [page, level] of shown) {
    const least = page.entities.length;
    const limit = page.next === null ? PAGE : Math.max(least, 1);
    const fresh = await askPage(level, page.after, least, limit).catch(isGone);
    replacePage(level, page, fresh ?? { entities: [], next: null });
  }
  refreshing.at += 5 * (performance.now() - begun);
  drawTree();
}

/** What has come may reach into the page below, which has it already. */
function replacePage(level, page, fresh) {
  const below = level.pages[level.pages.indexOf(page) + 1];
  const has = new Set(below?.entities.map(entity => entity.entity));
  page.entities = fresh.entities.filter(entity => !has.has(entity.entity));
  if (!below) page.next = fresh.next;
}

/** What was asked about is dead: no answer, and no trouble. */
function isGone(error) {
  if (error instanceof Refusal && ![401, 403, 503].includes(error.status)) return null;
  throw error;
}

function toggleRow(row, open = !row.isOpen) {
  if (!row.entity?.children && open) return;
  if (open) tree.open.set(row.key, level(row.key, row.entity.entity));
  else tree.open.delete(row.key);
  drawTree();
  wanting.soon();
}

/** Lists what is looked for, or the roots. */
function find() {
  const [name, type] = [byId("search").value.trim(), byId("filter").value];
  tree.find = name || type ? { name, type } : null;
  tree.root = tree.find ? level("find", "all") : roots;
  byId("tree").scrollTop = 0;
  drawTree();
  wanting.soon();
}

const wanting = job(1000, loadWanted, "entities");
const refreshing = job(1000, refreshTree, "entities");

let typing = 0;
byId("search").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(find, 150); });
byId("search").addEventListener("keydown", event => {
  if (event.key === "Enter" || event.key === "ArrowDown") { byId("tree").focus(); moveCursor(0, true); }
});
byId("filter").addEventListener("change", find);
byId("tree").addEventListener("scroll", () => { drawRows(); if (tree.wanted) wanting.soon(); });
addEventListener("resize", drawTree);
byId("tree").addEventListener("click", event => {
  if (event.target.closest("[data-more]")) wanting.soon();
  const key = event.target.closest("[data-row]")?.dataset.row;
  const row = tree.rows.find(row => row.key === key);
  if (!row) return;
  tree.cursor = key;
  if (event.target.closest("[data-toggle]")) toggleRow(row);
  else go({ entity: row.entity.entity });
  drawTree();
});

/** Moves the cursor by rows, or to a row, and scrolls there. */
function moveCursor(to, isPlace = false) {
  const now = tree.rows.findIndex(row => row.key === tree.cursor);
  const last = tree.rows.length - 1;
  const at = Math.min(Math.max(isPlace ? to : now < 0 ? 0 : now + to, 0), last);
  if (last < 0) return;
  tree.cursor = tree.rows[at].key;
  const panel = byId("tree");
  panel.scrollTop = Math.min(Math.max(panel.scrollTop, (at + 1) * ROW - panel.clientHeight), at * ROW);
  drawTree();
}

byId("tree").addEventListener("keydown", event => {
  const at = tree.rows.findIndex(row => row.key === tree.cursor);
  const row = tree.rows[at];
  const page = Math.floor(byId("tree").clientHeight / ROW) - 1;
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (event.key in moves) moveCursor(moves[event.key]);
  else if (event.key === "Home") moveCursor(0, true);
  else if (event.key === "End") moveCursor(Infinity, true);
  else if (event.key === "ArrowRight" && row?.entity) row.isOpen ? moveCursor(1) : toggleRow(row, true);
  else if (event.key === "ArrowLeft" && row) {
    if (row.isOpen) toggleRow(row, false);
    else moveCursor(tree.rows.findLastIndex((above, n) => n < at && above.depth < row.depth), true);
  } else if (event.key === "Enter" && row) row.isMore ? wanting.soon() : go({ entity: row.entity.entity });
  else return;
  event.preventDefault();
});
addEventListener("keydown", event => {
  if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  if (route.tab !== "entities") go({ tab: "entities" });
  byId("search").select();
});
