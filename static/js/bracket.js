// Knows how a bracket stays fresh: the server pushes the elements that changed, this puts them in
// their places and keeps the reader's focus and scroll. Every ping carries the token of what is
// shown, so a message that got lost is found out.
import { keepOpen } from "./socket.js";

const root = document.getElementById("watch");

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

function boxOf(element) {
  return element?.closest?.("[id^='box-']")?.id ?? null;
}

function put(id, html) {
  const old = document.getElementById(id);
  if (!old) return false;
  const focused = old.contains(document.activeElement) ? boxOf(document.activeElement) ?? id : null;
  if (id === "bracket") {
    const before = old.querySelector(".bracket");
    const [left, top] = [before?.scrollLeft ?? 0, window.scrollY];
    old.replaceChildren(made(html));
    const after = old.querySelector(".bracket");
    if (after) after.scrollLeft = left;
    window.scrollTo(window.scrollX, top);
  } else {
    const fresh = made(html).firstElementChild;
    if (!fresh) return true;
    if (old.isEqualNode(fresh)) return true;
    fresh.querySelector(".bracket-match")?.classList.add("is-new");
    old.replaceWith(fresh);
  }
  if (focused) document.getElementById(focused)?.querySelector("a")?.focus({ preventScroll: true });
  return true;
}

function show(frame) {
  if (frame.type !== "parts") return;
  const parts = Object.entries(frame.parts);
  const whole = frame.parts.bracket;
  if (whole === "") {
    window.location.reload();
    return;
  }
  const fits = parts.map(([id, html]) => put(id, html)).every(Boolean);
  root.dataset.token = fits ? frame.token : "";
  const news = document.getElementById("news");
  const champion = document.querySelector("#champion:not([hidden]) .bracket-match");
  if (news) news.textContent = (champion ?? document.getElementById("progress"))?.textContent ?? "";
  if (!fits) line.ping();
}

const line = keepOpen(`${root.dataset.socket}?lang=${document.documentElement.lang}`, {
  onFrame: show,
  onState(state) {
    root.querySelector(".watch-lost").hidden = state !== "lost";
  },
  ping: () => ({ type: "look", token: root.dataset.token }),
});
