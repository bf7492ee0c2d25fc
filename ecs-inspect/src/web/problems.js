// What may be a mistake.

const FOUND = 100; // dangling handles, as many more at a time
const dangling = { found: [], unseen: [], next: "", most: FOUND, round: 0 };
const counted = { dangling: 0, others: 0 };

job(2000, async () => {
  const { soft, failures, skipped, idle } = await ask("problems");
  counted.others = soft.count + failures.count + skipped.length;
  setText(byId("soft-title"), count(soft.count, "soft failure"));
  setText(byId("failures-title"), count(failures.count, "failure"));
  setText(byId("skipped-title"), count(skipped.length, "skipped hook"));
  setText(byId("idle-title"), count(idle.length, "idle hook"));
  const isReleased = soft.last.length > 0 && soft.last.every(failure => !failure.at);
  setText(byId("soft-hint"), isReleased ? "A debug build says where they were." : "calls on what is dead");
  showProblems("soft", soft.last);
  showProblems("failures", failures.last);
  showProblems("skipped", skipped.map(text => ({ text })));
  showProblems("idle", idle);
  showBadge();
});

function showBadge() {
  const all = counted.dangling + counted.others;
  setText(byId("problem-count"), all ? whole(all) : "");
}

function showProblems(list, items) {
  keyed(byId(list), items, (item, at) => at, () => {
    const element = make("li", { "data-problem": list });
    let before = "";
    return { element, show({ text, at, target, alive }) {
      if (before === text + at) return;
      before = text + at;
      const [start, ...rest] = at ? text.split(at) : [text];
      const place = at ? [make("span", { class: "mono", "data-place": "" }, at)] : [];
      element.replaceChildren(...linked(start, alive ? null : target), ...place, ...linked(rest.join(at)));
    } };
  });
}

/** Looks for dangling handles: a request at a time, until there are enough of them, or no more. */
const looking = job(2000, async () => {
  if (hasLooked() && byId("dangling-auto").checked) lookAgain(dangling.most);
  if (hasLooked()) return;
  const { round, next } = dangling;
  const answer = await ask(`dangling${next ? `?after=${encodeURIComponent(next)}` : ""}`);
  if (round !== dangling.round) return;
  dangling.found.push(...answer.found);
  Object.assign(dangling, { next: answer.next, unseen: answer.unseen });
  if (hasLooked()) showDangling();
  else looking.at = 0;
}, "problems");

const hasLooked = () => dangling.next === null || dangling.found.length >= dangling.most;

function lookAgain(most) {
  Object.assign(dangling, { found: [], next: "", most, round: dangling.round + 1 });
}

function showDangling() {
  showProblems("dangling", dangling.found);
  const more = dangling.next === null ? "" : " or more";
  setText(byId("dangling-title"), count(dangling.found.length, "dangling handle") + more);
  const unseen = dangling.unseen.length ? `Not seen, for they are not Serialize, or too large: ${dangling.unseen.join(", ")}.` : "";
  setText(byId("dangling-unseen"), unseen);
  byId("dangling-more").hidden = dangling.next === null;
  counted.dangling = dangling.found.length;
  showBadge();
}

byId("dangling-look").addEventListener("click", () => { lookAgain(FOUND); looking.soon(); });
byId("dangling-auto").addEventListener("change", () => looking.soon());
byId("dangling-more").addEventListener("click", () => { dangling.most += FOUND; looking.soon(); });
