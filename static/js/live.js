// Knows how a server-rendered part stays fresh: <div data-live="/ws/..." hx-get="..." hx-trigger="changed">
// asks for itself again whenever its socket says anything, and after every lost connection.
import { keepOpen } from "./socket.js";

const GATHER_MS = 120;
const SPREAD_MS = 300;
const FALLBACK_MS = 45000;
const kept = new Map();

function follow(element) {
  let timer = 0;
  let state = "connecting";
  let missed = false;
  const refresh = () => {
    timer = 0;
    window.htmx?.trigger(element, "changed");
  };
  // Several messages make one request, and a thousand watchers do not all ask in the same instant.
  const soon = () => {
    if (!timer) timer = setTimeout(refresh, GATHER_MS + Math.random() * SPREAD_MS);
  };
  const line = keepOpen(element.dataset.live, {
    onFrame: soon,
    onState(next) {
      state = next;
      element.classList.toggle("is-stale", next === "lost");
      if (next === "lost") missed = true;
      if (next === "open" && missed) {
        missed = false;
        soon();
      }
    },
  });
  const fallback = setInterval(() => {
    if (state !== "open" && document.visibilityState === "visible") soon();
  }, FALLBACK_MS);
  kept.set(element, () => {
    clearTimeout(timer);
    clearInterval(fallback);
    line.close();
  });
}

function look() {
  for (const [element, stop] of kept) {
    if (element.isConnected) continue;
    stop();
    kept.delete(element);
  }
  for (const element of document.querySelectorAll("[data-live]")) {
    if (!kept.has(element)) follow(element);
  }
}

document.addEventListener("htmx:afterSettle", look);
look();
