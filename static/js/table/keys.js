// Knows the keys: 1 2 3 play, L last trick, S score, T time, ? help. They can be switched off, and
// are off while something is typed or a dialog is open.

const OFF = "keys-off";

export function keysOn() {
  try {
    return localStorage.getItem(OFF) !== "1";
  } catch {
    return true;
  }
}

export function setKeys(on) {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  } catch {
    // Without storage the wish lasts as long as the page's default.
  }
}

export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !keysOn()) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
    if (document.querySelector("dialog[open]")) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
