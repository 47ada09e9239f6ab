// Knows where a seat is drawn: you at the bottom, the order of play counter-clockwise or clockwise.

const ROUND = {
  2: ["bottom", "top"],
  3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"],
  6: ["bottom", "right-low", "right-high", "top", "left-high", "left-low"],
};
const MIRROR = {
  right: "left",
  left: "right",
  "right-low": "left-low",
  "right-high": "left-high",
  "left-low": "right-low",
  "left-high": "right-high",
};

/** The place of `seat` for who sits at `you` (a watcher looks from seat 0). */
export function placeOf(seat, seats, you, direction) {
  const place = ROUND[seats][(seat - (you ?? 0) + seats) % seats];
  return direction === "clockwise" ? (MIRROR[place] ?? place) : place;
}

/** Seats in the order of play, beginning with who is drawn at the bottom. */
export const around = (seats, you) =>
  Array.from({ length: seats }, (_, step) => ((you ?? 0) + step) % seats);

export const sideOf = (seat, sides) => seat % sides;

/** The slots of a hand: a card keeps its place, a drawn one takes a free one. */
export function settle(slots, hand) {
  const kept = slots.map((card) => (hand.includes(card) ? card : null));
  const fresh = hand.filter((card) => !kept.includes(card));
  const next = kept.map((card) => card ?? fresh.shift() ?? null);
  return [...next, ...fresh];
}
