// Knows how the parts of the table page fit: the socket feeds the store, the store is drawn.
import { render } from "../vendor/lit-html/lit-html.js";
import { keepOpen } from "./socket.js";
import { clockNow, setClock } from "./table/clock.js";
import { happened } from "./table/events.js";
import { listen, setKeys } from "./table/keys.js";
import { arrive, collect, snapshot } from "./table/motion.js";
import { makeRender } from "./table/render.js";
import { makeStore } from "./table/state.js";
import { read, speaker } from "./table/words.js";

const root = document.getElementById("table");
const log = document.getElementById("table-log");
const say = speaker(read("labels"));
const LOG_LINES = 12;
let line = null;
let resync = 0;

const send = (frame) => line?.send(frame) ?? false;
const command = (frame) => {
  if (!send({ id: store.nextId(), version: store.frame?.version ?? 0, ...frame })) store.refused(null, "not_sent");
};

const act = {
  play(card) {
    const frame = store.choose(card);
    if (frame) store.sending.sent = send(frame);
  },
  sit: (seat) => command({ type: "sit", seat }),
  deal() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    command({ type: "deal", nonce: Array.from(bytes, (n) => n.toString(16).padStart(2, "0")).join("") });
  },
  exchange: () => command({ type: "exchange" }),
  concede(whole) {
    document.getElementById("dialog-concede")?.close();
    command({ type: "concede", whole_match: whole });
  },
  open: (name) => document.getElementById(`dialog-${name}`)?.showModal(),
  keys: setKeys,
  speed(value) {
    try {
      localStorage.setItem("speed", value);
    } catch {
      // The speed is a wish for this device; without storage it stays normal.
    }
  },
};

const { page, nameIn } = makeRender({ say, deck: root.dataset.deck, back: root.dataset.back, act });

function tell(lines) {
  for (const text of lines) {
    const entry = document.createElement("p");
    entry.textContent = text;
    log.append(entry);
  }
  while (log.childElementCount > LOG_LINES) log.firstElementChild.remove();
}

const draw = () => render(page(store, store.hold ? null : clockNow()), root);

function change({ before = null, after = null, calm = true, trick = null, released = false }) {
  const at = snapshot(root);
  const old = new Set(drawn.slots);
  const shown = drawn.trick;
  if (released && drawn.hold && document.visibilityState === "visible") collect(root, drawn.hold.winner);
  draw();
  const moving = (released || (after && !calm)) && document.visibilityState === "visible";
  if (moving) {
    const played = (store.view.trick ?? []).filter((one) => !shown.some((o) => o.seat === one.seat && o.card === one.card));
    arrive(root, at, { played, drawn: store.slots.filter((card) => card && !old.has(card)) });
  }
  if (after && before && !calm) tell(happened(before, after, say, nameIn(store.frame)));
  remember();
  document.title = document.title.replace(/^(● )?/, store.view?.turn != null && store.view.turn === store.view.you ? "● " : "");
  void trick;
}

const store = makeStore({ change });
const drawn = { slots: [], trick: [], hold: null };
function remember() {
  drawn.slots = [...store.slots];
  drawn.trick = store.view?.trick ?? [];
  drawn.hold = store.hold;
}

function onFrame(frame) {
  if (frame.type === "view") {
    clearTimeout(resync);
    setClock(frame.clock);
    store.take(frame, { hidden: document.visibilityState === "hidden" });
    // A card that was on its way when the line broke goes again under the same id: it counts once.
    if (store.sending && !store.sending.sent) store.sending.sent = send(store.command());
  } else if (frame.type === "notice") {
    store.notice(frame);
  } else if (frame.type === "error") {
    store.refused(frame.id, frame.message || frame.key);
  } else if (frame.type === "pong" && frame.version !== store.frame?.version) {
    // The view is on its way, or was lost on it: ask for the snapshot that opens every connection.
    clearTimeout(resync);
    resync = setTimeout(() => line.again(), 1500);
  }
}

const first = read("frame");
if (first) {
  setClock(first.clock);
  store.take(first);
  store.calm = true;
}
draw();
line = keepOpen(root.dataset.socket, {
  onFrame,
  onState(state) {
    // Trying again is still a lost line for who looks at it.
    if (state === "connecting" && store.line !== "connecting") return;
    if (state === "lost" && store.sending) store.sending.sent = false;
    store.setLine(state);
  },
  ping: () => ({ type: "ping", version: store.frame?.version ?? 0 }),
});

setInterval(() => {
  if (document.visibilityState === "visible" && clockNow()) draw();
}, 250);

listen({
  1: () => act.play(store.slots[0]),
  2: () => act.play(store.slots[1]),
  3: () => act.play(store.slots[2]),
  l: () => act.open("last"),
  s: () => act.open("score"),
  "?": () => act.open("help"),
  t() {
    const clock = clockNow();
    tell([clock ? say("seconds_left", { n: clock.left }) : say("no_clock")]);
  },
});
