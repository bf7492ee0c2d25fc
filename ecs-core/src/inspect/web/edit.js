// What is changed by a click: texts, switches, buttons.

/** Puts a text field where something is shown, until Escape, or until `send` has accepted the text. */
function edit(shown, text, label, send) {
  const input = make("input", { "data-input": "", "aria-label": label, spellcheck: "false" });
  input.value = text;
  input.size = Math.min(Math.max(text.length + 2, 10), 46);
  const said = refusalLine();
  const editor = make("span", { class: "editor", "data-editing": "" }, input, said);
  const leave = () => {
    const hadFocus = editor.contains(document.activeElement);
    editor.replaceWith(shown);
    if (hadFocus) shown.focus();
  };
  input.addEventListener("keydown", async event => {
    event.stopPropagation();
    if (event.key === "Escape") leave();
    if (event.key === "Enter" && await send(input.value, said)) leave();
  });
  input.addEventListener("blur", () => { if (input.value === text && editor.isConnected) leave(); });
  shown.replaceWith(editor);
  input.select();
}

/** A box that switches something. `send(on, said)` says what was refused. */
function switchBox(label, hook, send) {
  const said = refusalLine();
  const box = make("input", { type: "checkbox", role: "switch", "aria-label": label, [hook]: "" });
  box.addEventListener("change", async () => {
    if (!await send(box.checked, said)) box.checked = !box.checked;
  });
  return { box, said };
}

/** A button that acts at the second click. */
function sureButton(text, sure, hook, act) {
  const button = make("button", { class: "danger", [hook]: "" }, text);
  const calmDown = () => { delete button.dataset.sure; setText(button, text); };
  button.addEventListener("click", () => {
    if ("sure" in button.dataset) { calmDown(); act(); return; }
    button.dataset.sure = "";
    setText(button, sure);
    setTimeout(calmDown, 4000);
  });
  button.addEventListener("blur", calmDown);
  return button;
}
