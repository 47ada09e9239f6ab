// Knows how cards travel: from the hand or a seat to the middle, from the middle to the winner, from
// the stock to the hand. Only positions are animated; the page is right without any of it.

const MS = { slow: 700, normal: 380, fast: 180, none: 0 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function speed() {
  if (calm.matches) return "none";
  try {
    return localStorage.getItem("speed") ?? "normal";
  } catch {
    return "normal";
  }
}

export const duration = () => MS[speed()] ?? MS.normal;

const box = (element) => element?.getBoundingClientRect() ?? null;

/** Where everything that may move from is, before the page is drawn anew. */
export function snapshot(root) {
  const at = new Map();
  for (const element of root.querySelectorAll("[data-from]")) at.set(element.dataset.from, box(element));
  return at;
}

function travel(element, from, ms, delay = 0) {
  const to = box(element);
  if (!from || !to?.width || !from.width) return;
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.max(0.2, Math.min(2.5, from.width / to.width));
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }],
    { duration: ms, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" },
  );
}

/** After drawing: move what is new on the table from where it came. */
export function arrive(root, at, { played = [], drawn = [] }) {
  const ms = duration();
  if (!ms) return;
  for (const { seat, card } of played) {
    const element = root.querySelector(`[data-trick-seat="${seat}"] .card`);
    if (element) travel(element, at.get(`card-${card}`) ?? at.get(`seat-${seat}`), ms);
  }
  for (const card of drawn) {
    const element = root.querySelector(`[data-from="card-${card}"] .card`);
    if (element) travel(element, at.get("stock"), ms, ms / 3);
  }
}

/** The cards of a trick go to the winner's seat as ghosts over the page. */
export function collect(root, winner) {
  const ms = duration();
  const to = box(root.querySelector(`[data-from="seat-${winner}"]`));
  if (!ms || !to) return;
  for (const element of root.querySelectorAll("[data-trick-seat] .card")) {
    const from = box(element);
    const ghost = element.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, {
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
    });
    document.body.append(ghost);
    const dx = to.left + to.width / 2 - (from.left + from.width / 2);
    const dy = to.top + to.height / 2 - (from.top + from.height / 2);
    const run = ghost.animate(
      [{ transform: "none", opacity: 1 }, { transform: `translate(${dx}px, ${dy}px) scale(.3)`, opacity: 0.2 }],
      { duration: ms * 1.2, easing: "ease-in" },
    );
    run.onfinish = run.oncancel = () => ghost.remove();
  }
}
