// Knows what the page shows and what it has sent: frames come in, a card goes out once, a full
// trick stays long enough to be read. Nothing here touches the document.
import { completed } from "./events.js";
import { settle } from "./places.js";

export const HOLD_MS = 1400;

/** A fresh store; `change()` is called after anything that should be drawn again. */
export function makeStore({ change, now = () => performance.now(), later = setTimeout, cancel = clearTimeout }) {
  const store = {
    frame: null, // the newest frame the server sent
    view: null, // what is drawn: the newest view, or the full trick that is still being read
    slots: [], // one's own cards, each in its steady place
    sending: null, // { id, card, version, sent } while the server has not answered
    hold: null, // the completed trick being read
    line: "connecting",
    refusal: "",
    calm: true, // the next frame comes without motion: first, or after an absence
  };
  let timer = 0;
  let serial = 0;
  const prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (n) => n.toString(36)).join("");

  const adopt = (view) => {
    store.view = view;
    store.slots = settle(store.slots, view.hand ?? []);
    if (store.sending && !store.slots.includes(store.sending.card)) store.sending = null;
  };

  const release = () => {
    timer = 0;
    store.hold = null;
    adopt(store.frame.view);
    change({ released: true });
  };

  /** A view frame. Older than what is known: ignored. */
  store.take = (frame, { hidden = false } = {}) => {
    const before = store.frame?.view ?? null;
    if (before && frame.version < store.frame.version) return false;
    const calm = store.calm || hidden;
    store.frame = { online: store.frame?.online, ...frame };
    store.calm = false;
    const trick = calm ? null : completed(before, frame.view);
    const unsure = store.sending && !store.sending.sent && frame.version > store.sending.version;
    if (unsure && (frame.view.hand ?? []).includes(store.sending.card)) {
      // It did not get through and the table has moved on: the card goes back to the hand.
      store.sending = null;
      store.refusal = "moved_on";
    }
    if (trick) {
      cancel(timer);
      store.hold = trick;
      const still = { ...before, trick: trick.cards, turn: null, legal: [], players: null };
      still.hand = (before.hand ?? []).filter((card) => !trick.cards.some((played) => played.card === card));
      still.hand_counts = before.hand_counts.map((count, seat) => {
        const waited = !(before.trick ?? []).some((played) => played.seat === seat);
        return Math.max(0, count - (waited && trick.cards.some((played) => played.seat === seat) ? 1 : 0));
      });
      adopt(still);
      timer = later(release, HOLD_MS);
    } else if (store.hold && !calm) {
      // Still reading the trick; the newest frame is shown when that is over.
    } else {
      cancel(timer);
      timer = 0;
      store.hold = null;
      adopt(frame.view);
    }
    change({ before, after: frame.view, calm, trick });
    return true;
  };

  /** News that is no version of the match: who is ready, who is at a screen. */
  store.notice = (news) => {
    if (!store.frame) return;
    store.frame = { ...store.frame, ready: news.ready ?? store.frame.ready, online: news.online ?? store.frame.online };
    change({});
  };

  store.mayPlay = (card) =>
    !store.sending &&
    !store.hold &&
    store.view?.you != null &&
    store.view.turn === store.view.you &&
    (store.view.legal ?? store.view.hand).includes(card);

  /** Choose a card: the frame to send, or null where there is nothing to do (a second click). */
  store.choose = (card) => {
    if (!card || !store.mayPlay(card)) return null;
    serial += 1;
    store.refusal = "";
    store.sending = { id: `${prefix}-${serial}`, card, version: store.frame.version, sent: false };
    change({});
    return store.command();
  };

  /** The card on its way as a frame, for the first time or again after a lost line. */
  store.command = () =>
    store.sending && {
      type: "play",
      id: store.sending.id,
      version: store.sending.version,
      card: store.sending.card,
    };

  store.nextId = () => `${prefix}-${(serial += 1)}`;

  store.refused = (id, message) => {
    if (id && store.sending?.id === id) store.sending = null;
    store.refusal = message;
    change({});
  };

  store.setLine = (line) => {
    if (line === "lost") store.calm = true;
    if (store.line === line) return;
    store.line = line;
    change({});
  };
  return store;
}
