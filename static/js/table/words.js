// Knows the words of the page: translated strings come in a JSON script, cards are named from parts.

export const read = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

/** A function from key and values to a sentence; {name} in a label is filled in. */
export function speaker(labels) {
  const say = (key, values = {}) =>
    (labels[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  say.suit = (suit) => labels.suits[suit] ?? suit;
  say.rank = (rank) => labels.ranks[rank] ?? rank;
  say.card = (card) => say("card", { rank: say.rank(card[0]), suit: say.suit(card[1]) });
  /** Frames go to readers of every language, so computers are named here. */
  say.player = (player) => (player?.level ? say("computer_named", { letter: "ABCDEF"[player.seat] }) : player?.name);
  say.list = (names) => names.join(" – ");
  say.points = (number) => say(number === 1 ? "point" : "points", { n: number });
  return say;
}

/** What a card is worth under the variant: an ace 11, the second-highest place 10, the court. */
export function worth(card, house = {}) {
  const second = { three: "3", seven: "7", two: "2" }[house.second ?? "three"] ?? "3";
  const [knight, jack] = house.court === "jack_high" ? [2, 3] : [3, 2];
  const rank = card[0];
  if (rank === second) return 10;
  return { A: 11, K: 4, N: knight, J: jack }[rank] ?? 0;
}
