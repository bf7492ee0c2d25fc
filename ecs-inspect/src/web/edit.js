// What is changed by a click: texts, switches, buttons.

/**
 * Puts a text field where something is shown. Enter, or a click elsewhere, sends what has changed, and it stays until
 * `send` has accepted that; Escape leaves. Shift and Enter begin another line.
 */
function edit(shown, text, label, send) {
  const rows = Math.min(text.split("\n").length + Math.floor(text.length / 46), 12);
  const cols = Math.min(Math.max(text.length + 2, 10), 46);
  const input = make("textarea", { "data-input": "", "aria-label": label, spellcheck: "false", rows, cols });
  input.value = text;
  const said = refusalLine();
  const editor = make("span", { class: "editor", "data-editing": "" }, input, said);
  let [isOpen, isSending] = [true, false];
  const leave = () => {
    if (!isOpen) return;
    isOpen = false;
    const hadFocus = editor.contains(document.activeElement);
    editor.replaceWith(shown);
    if (hadFocus) shown.focus();
  };
  const finish = async () => {
    if (isSending) return;
    isSending = true;
    if (input.value === text || await send(input.value, said)) leave();
    isSending = false;
  };
  input.addEventListener("keydown", event => {
    event.stopPropagation();
    if (event.key === "Escape") leave();
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); finish(); }
  });
  input.addEventListener("blur", () => { if (isOpen && said.textContent === "") finish(); });
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
