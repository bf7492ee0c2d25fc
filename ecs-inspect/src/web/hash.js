// Where we are: the hash of the address has the tab and the entity.

const route = { tab: "entities", entity: null };
const tabs = [...document.querySelectorAll("[role=tab]")];

function go(change) {
  const { tab, entity } = { ...route, ...change };
  location.hash = entity ? `${tab}/${entity}` : tab;
  readHash();
}

function readHash() {
  const [tab, entity = null] = location.hash.slice(1).split("/");
  route.tab = tabs.some(button => button.dataset.tab === tab) ? tab : "entities";
  route.entity = /^\d+v\d+$/.test(entity) ? entity : null;
  for (const button of tabs) {
    const chosen = button.dataset.tab === route.tab;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    byId(`panel-${button.dataset.tab}`).hidden = !chosen;
  }
  showChosen();
  drawTree();
  for (const job of jobs.filter(job => job.tab === route.tab)) job.at = 0;
  wake();
}

addEventListener("hashchange", readHash);
byId("tabs").addEventListener("click", event => {
  const button = event.target.closest("[data-tab]");
  if (button) go({ tab: button.dataset.tab });
});
byId("tabs").addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  go({ tab: next.dataset.tab });
});
